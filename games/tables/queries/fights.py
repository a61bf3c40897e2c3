"""Fights: how they stand, and who has a say in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from engine import registry
from engine.tabletop import views
from engine.tabletop.fight import Asked
from engine.tabletop.fight import Fight as State
from engine.tabletop.fighter import GM, Fighter
from engine.tabletop.rewards import proposals as of_fight
from games.players.models import Player
from games.tables.fight_models import Entrant, Fight
from games.tables.models import Log, Member, Post, Sheet, Table
from games.tables.queries.scenes import SceneSight, scene_for
from games.tables.queries.tables import Sight

GAME = "tabletop"


@dataclass(frozen=True, slots=True)
class FightSight:
    """A fight and who looks at it. `state` is all there is to know: what is shown is made of `view`.

    `seat` is the viewer's in the engine's sense: the GMs' 0, None for who has nobody in the fight. `players` says who
    gives a fighter's orders, None the GMs.
    """

    fight: Fight
    of_scene: SceneSight
    state: State
    seat: int | None
    players: dict[str, Player | None]

    @property
    def view(self) -> State:
        """The fight as the viewer may know it; in the middle of a round as it stands by then, for the GMs too."""
        return self.state.now if self.seat == GM else views.fight(self.state, self.seat)

    @property
    def open(self) -> bool:
        """Whether something can be done in it now."""
        return self.fight.ended_at is None and self.of_scene.writable

    @property
    def is_gm(self) -> bool:
        """Whether the viewer leads it."""
        return self.of_scene.of_table.is_gm

    def commands(self, id: str) -> bool:
        """Whether the viewer gives the orders of a fighter."""
        return commands(self.of_scene.of_table, self.players[id])

    def hidden(self, fighter: Fighter) -> bool:
        """Whether a fighter's sheet is secret from the viewer."""
        return views.secret(fighter, self.seat)


def commands(seen: Sight, player: Player | None) -> bool:
    """Whether the viewer of a table is the `player` who gives orders, or a GM where that is None."""
    if player is None:
        return seen.is_gm
    return seen.player is not None and seen.player.pk == player.pk


def state_of(fight: Fight) -> State:
    """A fight as it stands."""
    return cast("State", registry.replayable(GAME).parse_state(fight.state))


def players_of(fight: Fight, here: dict[int, Player] | None = None) -> dict[str, Player | None]:
    """Who gives each fighter's orders: the player it came with while they play at the table, else None, the GMs.

    `here`: who plays there, if that is known.
    """
    players = playing(fight.scene.table_id) if here is None else here
    return {one.fighter: players.get(one.player_id or 0) for one in fight.entrants.all()}


def playing(table_id: int) -> dict[int, Player]:
    """Who plays at a table, the GMs left out, by their ids."""
    here = Member.objects.filter(table=table_id, status=Member.Status.IN, role=Member.Role.PLAYER)
    return {member.player_id: member.player for member in here.select_related("player")}


def undecided(state: State) -> bool:
    """Whether the fight goes on: as long as two sides stand, of two or more; of one side alone, anybody."""
    standing = {fighter.side for fighter in state.fighters if fighter.standing}
    return len(standing) >= min(2, len({fighter.side for fighter in state.fighters}))


def awaited(fight: Fight, state: State) -> list[str]:
    """Whose orders the coming round wants: nobody's while somebody is asked, and once the fight is decided."""
    if fight.ended_at or state.pending is not None or not undecided(state):
        return []
    return [fighter.id for fighter in state.fighters if fighter.standing and fighter.orders]


def asked(state: State) -> Asked | None:
    """How the question goes that the round waits for."""
    ask = state.pending.ask if state.pending else state.awaits
    return ask if isinstance(ask, Asked) else None


def fight_for(player: Player | None, fight_id: int) -> FightSight:
    """A fight as somebody sees it. Raises Http404 if there is none, or none for them."""
    found = Fight.objects.select_related("log__secret").prefetch_related("entrants")
    fight = found.filter(pk=fight_id).first()
    if fight is None:
        raise Http404("There is no such fight.")
    seen = scene_for(player, fight.scene_id)
    fight.scene, state = seen.scene, state_of(fight)
    return FightSight(fight, seen, state, seat_of(seen.of_table, fight, state), players_of(fight))


def seat_of(seen: Sight, fight: Fight, state: State) -> int | None:
    """The seat of a table's viewer in a fight: the GMs', that of the player's fighters, or None."""
    if seen.is_gm:
        return GM
    viewer = seen.player.pk if seen.player and seen.is_in else None
    own = {one.fighter for one in fight.entrants.all() if one.player_id and one.player_id == viewer}
    return next((fighter.seat for fighter in state.fighters if fighter.id in own), None)


@dataclass(frozen=True, slots=True)
class Told:
    """A fight in a list; `mine`: it waits for the viewer; `after`: the last post by when it began, 0: none."""

    fight: Fight
    mine: bool
    after: int


def told(seen: SceneSight) -> list[Told]:
    """The fights of a scene, the last first: at most three queries."""
    before = Post.objects.filter(scene=OuterRef("scene"), posted_at__lte=OuterRef("opened_at")).order_by("-pk")
    fights = seen.scene.fights.annotate(after=Coalesce(Subquery(before.values("pk")[:1]), 0))
    rows = list(fights.prefetch_related("entrants").order_by("-pk"))
    here = playing(seen.scene.table_id) if any(row.ended_at is None for row in rows) and seen.of_table.is_in else {}
    return [Told(row, row.ended_at is None and _waits(seen.of_table, row, here), row.after) for row in rows]


def _waits(seen: Sight, fight: Fight, here: dict[int, Player]) -> bool:
    if not seen.is_in:
        return False
    whose = players_of(fight, here)
    return any(one.awaited and commands(seen, whose[one.fighter]) for one in fight.entrants.all())


def free_sheets(table: Table) -> list[Sheet]:
    """The sheets of a table that are in no fight that goes on."""
    busy = Entrant.objects.filter(sheet=OuterRef("pk"), fight__ended_at=None)
    return list(Sheet.objects.filter(~Exists(busy), table=table).select_related("owner"))


def catchable(entrant: Entrant) -> bool:
    """Whether a ball can be thrown at somebody: not at a player's."""
    return entrant.player_id is None and (entrant.sheet is None or entrant.sheet.owner_id is None)


def whole(seen: Sight, log: Log) -> bool:
    """Whether the viewer of a log may have its record: of a fight with a secret sheet of the table the GMs alone.

    The log is one that `queries.scenes` has found. Creatures made for a fight are secret while it lasts: its record
    tells of them.
    """
    if seen.is_gm or log.fight is None:
        return True
    return log.fight.ended_at is not None and not log.secret_sheets  # type: ignore[attr-defined]


# Experience


@dataclass(frozen=True, slots=True)
class Proposed:
    """PX that a Pokémon may get for a fight that is over: for whom it beat, by name; none: it was beaten."""

    fight: Fight
    sheet_id: int
    name: str
    px: int
    beaten: list[str]


def proposals(table: Table) -> list[Proposed]:
    """What the fights of a table propose, the oldest fight first; only for those who have a sheet of the table.

    Fights that an award has paid for propose nothing any more.
    """
    ended: QuerySet[Fight] = Fight.objects.filter(scene__table=table, ended_at__isnull=False)
    fights = ended.filter(award=None).order_by("pk")
    with_sheets = Entrant.objects.exclude(sheet=None)
    found: list[Proposed] = []
    for fight in fights.prefetch_related(Prefetch("entrants", queryset=with_sheets)):
        sheets = {one.fighter: one.sheet_id for one in fight.entrants.all()}
        found += _proposed(fight, state_of(fight), sheets)
    return found


def _proposed(fight: Fight, state: State, sheets: dict[str, int | None]) -> Iterable[Proposed]:
    names = {fighter.id: fighter.name for fighter in state.fighters}
    for one in of_fight(state):
        if sheet_id := sheets.get(one.fighter):
            yield Proposed(fight, sheet_id, names[one.fighter], one.px, [names[id] for id in one.beaten])
