"""Tables for a site that `manage.py seed` fills: one that lives, one that looks for players, one that has ended."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from engine.tabletop.orders import DODGE, Plan, Reaction, Use
from games.play.errors import Stale
from games.play.services import draws
from games.players.models import Player
from games.tables.models import Log, Scene, Sheet, Table
from games.tables.services import awards, fight_rounds, fights, members, posts, requests, scenes, sheets, tables
from games.tables.services.awards import Gain
from games.tables.services.fights import Creature, Newcomer
from games.tables.services.posts import Wording
from games.tables.services.rolls import Declared

ALL, ROLLER, GMS = Log.Audience.ALL, Log.Audience.ROLLER, Log.Audience.GMS


class _Seeding:
    """Puts people around tables; whatever they do happens a little later than what was done before."""

    def __init__(self, people: Mapping[str, Player], begun: datetime) -> None:
        self.people = people
        self.now = begun

    def _later(self, hours: float = 5) -> datetime:
        self.now += timedelta(hours=hours)
        return self.now

    def table(self, gm: str, *players: str, name: str, description: str, **told: Any) -> Table:
        usual = {"language": "en", "admission": "open", "public": True, "archive": True, "days_per_post": 3}
        told = {**usual, "rules": {}, "name": name, "description": description} | told
        made = tables.open_table(gm=self.people[gm], now=self._later(), **told)
        for player in players:
            members.invite(table_id=made.pk, player=self.people[gm], name=player, now=self._later(1))
            members.answer_invitation(table_id=made.pk, player=self.people[player], take=True, now=self._later(3))
        return made

    def scene(self, table: Table, gm: str, title: str) -> Scene:
        return scenes.open_scene(table_id=table.pk, player=self.people[gm], title=title, now=self._later(1))

    def post(self, scene: Scene, by: str, text: str, roll: Declared | None = None, **wording: Any) -> None:
        key = f"seed {self.now.isoformat()}"
        said = Wording(text, **wording)
        posts.write(
            scene_id=scene.pk,
            player=self.people[by],
            wording=said,
            key=key,
            roll=roll,
            speaker_id=roll.sheet_id if roll else None,
            now=self._later(),
        )

    def trainer(self, table: Table, by: str, name: str, skills: Mapping[str, int], **points: int) -> Sheet:
        return sheets.make_trainer(
            table_id=table.pk, player=self.people[by], name=name, points=points, skills=skills, now=self._later(1)
        )

    def pokemon(self, table: Table, gm: str, owner: str, of: str, name: str, level: int, *moves: str) -> Sheet:
        return sheets.make_pokemon(
            table_id=table.pk,
            player=self.people[gm],
            owner_id=self.people[owner].pk if owner else None,
            of=of,
            name=name,
            level=level,
            moves=moves,
            secret=not owner,
            now=self._later(1),
        )

    def ask(self, scene: Scene, gm: str, sheet: Sheet, what: str, stat: str, dd: int) -> None:
        told: dict[str, Any] = {"what": what, "stat": stat, "skill": "", "dd": dd, "audience": ALL}
        requests.ask(scene_id=scene.pk, player=self.people[gm], sheet_ids=[sheet.pk], now=self._later(1), **told)

    def award(self, table: Table, gm: str, title: str, *gains: Gain) -> None:
        awards.give(
            table_id=table.pk,
            player=self.people[gm],
            title=title,
            gains=gains,
            fights=[],
            key=title,
            now=self._later(1),
        )

    def of(self, sheet: Sheet, what: str, stat: str, skill: str = "", audience: str = ALL) -> Declared:
        """A roll with the dice of a sheet."""
        return Declared(what, sheet.value.pool(stat, skill), 6, audience, "", sheet.pk, stat, skill)


def seed(people: Mapping[str, Player], now: datetime) -> None:
    """Three tables; Mika leads the first."""
    _living(_Seeding(people, now - timedelta(days=9)))
    _looking(_Seeding(people, now - timedelta(days=2)))
    _ended(_Seeding(people, now - timedelta(days=60)))


def _living(seeding: _Seeding) -> None:
    table = seeding.table(
        "Mika",
        "Noor",
        "Tomas",
        name="The Old Mill",
        description="A village, a river, and a mill that has not turned for *thirty years* – until last night.\n\n"
        "Slow and friendly. New to role-playing? Welcome.",
    )
    climbs = {"Climbing": 3, "Athletics": 2}
    noor = seeding.trainer(table, "Noor", "Aline", climbs, dexterity=4, constitution=2, will=2, strength=2)
    cooks = {"Close Combat": 2, "Cooking": 3}
    tomas = seeding.trainer(table, "Tomas", "Dario", cooks, strength=4, concentration=3, will=3)
    bubbles = seeding.pokemon(table, "Mika", "Noor", "squirtle", "Bubbles", 7, "tackle", "water_gun", "tail_whip")
    seeding.pokemon(table, "Mika", "Tomas", "bulbasaur", "Sprout", 6, "tackle", "vine_whip")
    seeding.pokemon(table, "Mika", "", "gastly", "The Miller", 12, "lick", "hypnosis")
    first = seeding.scene(table, "Mika", "A light in the mill")
    _climb(seeding, first, noor, tomas)
    seeding.award(table, "Mika", first.title, Gain(noor.pk, True, ("heroic",)), Gain(tomas.pk, True))
    second = seeding.scene(table, "Mika", "What waits below")
    seeding.post(second, "Mika", "A Rattata as large as a dog sits on the flour sacks. It has not eaten for a while.")
    _fight(seeding, second, bubbles)
    seeding.post(second, "Noor", "“Bubbles, stay close to me!”")
    seeding.ask(second, "Mika", tomas, "to hear what gnaws behind the sacks", "will", 7)


def _climb(seeding: _Seeding, scene: Scene, noor: Sheet, tomas: Sheet) -> None:
    """Posts of every kind: Markdown, lines to the GM, a check, a secret one, and one out of character."""
    seeding.post(
        scene,
        "Mika",
        "The wheel stands still, and yet something inside **grinds**. Between two boards there is light.\n\n"
        "> Whoever goes in, goes in alone, says the old woman at the bridge.",
        to_gm="The light is the Miller. He wants his key back.",
    )
    climb = seeding.of(noor, "to climb up to the window", "dexterity", "Climbing")
    seeding.post(scene, "Noor", "Aline does not wait. She puts a foot on the wheel and climbs.", climb)
    listen = seeding.of(tomas, "to hear who is inside", "concentration")
    seeding.post(scene, "Tomas", "Dario stays at the door. “It smells of flour. *Fresh* flour.”", listen)
    seeding.post(scene, "Tomas", "Should we wait for Ada? She wanted to join.", aside=True)
    take = seeding.of(noor, "to take the key without a sound", "dexterity", audience=ROLLER)
    look = "Through the window she sees a table, laid for two."
    seeding.post(scene, "Noor", look, take, to_gm="I take the key if nobody looks.")
    seeding.post(scene, "Mika", "The key is cold. Downstairs, somebody stops grinding.")


def _fight(seeding: _Seeding, scene: Scene, bubbles: Sheet) -> None:
    """A round of a fight, and the next one waits for orders."""
    gm, player = seeding.people["Mika"], seeding.people["Noor"]
    rattata = Creature("rattata", "", 8, ("tackle", "quick_attack"))
    newcomers = [Newcomer(bubbles.pk, 0, "a"), Newcomer(rattata, 1, "a", 9)]
    with suppress(Stale):  # no broker is there, which keeps what is reserved
        fight = fights.open_fight(
            scene_id=scene.pk,
            player=gm,
            name="On the flour sacks",
            newcomers=newcomers,
            commitment=draws.reserve(gm, address=""),
            salt="seed",
            now=seeding.now,
        )
        plans = {
            entrant.fighter: Plan("", (Use("tackle", other.fighter),), (Reaction(DODGE),))
            for entrant, other in zip(fight.entrants.all(), reversed(fight.entrants.all()), strict=True)
        }
        for who, fighter in ((player, next(iter(plans))), (gm, list(plans)[-1])):
            fight_rounds.give_orders(
                fight_id=fight.pk, player=who, phase=fight.phase, plans={fighter: plans[fighter]}, now=seeding.now
            )


def _looking(seeding: _Seeding) -> None:
    table = seeding.table(
        "Ada",
        name="Les gardiens du phare",
        description="Un phare, une tempête, et trois Pokémon qui refusent d’en sortir. On cherche trois joueurs.",
        language="fr",
        days_per_post=2,
        rules={"short_fights": True, "types": 18},
    )
    members.apply(
        table_id=table.pk,
        player=seeding.people["Yuki"],
        words="I have never played, but I love the sea.",
        now=seeding.now,
    )
    members.invite(table_id=table.pk, player=seeding.people["Ada"], name="Mika", now=seeding.now)


def _ended(seeding: _Seeding) -> None:
    table = seeding.table(
        "Yuki",
        "Mika",
        "Ada",
        name="Three Days of Rain",
        description="A short story about a pass in the mountains, and who crosses it.",
    )
    mika = seeding.trainer(table, "Mika", "Rosa", {"Fast Movement": 3}, dexterity=5, will=3, strength=2)
    ada = seeding.trainer(table, "Ada", "Nils", {"Singing": 3, "Climbing": 1}, concentration=5, will=5)
    scene = seeding.scene(table, "Yuki", "The pass")
    for by, text, roll in (
        ("Yuki", "It has rained for two days, and the path is a brook now.", None),
        (
            "Mika",
            "Rosa runs ahead, stone by stone.",
            seeding.of(mika, "to keep her feet", "dexterity", "Fast Movement"),
        ),
        ("Ada", "Nils sings against the rain.", seeding.of(ada, "to keep everybody’s courage up", "will", "Singing")),
        ("Yuki", "The storm is behind them.", Declared("how long the rain goes on", 4, 7, GMS)),
        ("Mika", "“We made it.” Rosa sits down and laughs.", None),
    ):
        seeding.post(scene, by, text, roll)
    seeding.award(
        table, "Yuki", "Three Days of Rain", Gain(mika.pk, True, ("role_play", "failure")), Gain(ada.pk, True)
    )
    tables.close(table_id=table.pk, player=seeding.people["Yuki"], archive=True, now=seeding.now)
