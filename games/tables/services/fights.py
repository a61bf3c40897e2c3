"""Fights: opened by a GM with whoever is in them, and others who join later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine import registry
from engine.protocol import EngineError
from engine.tabletop import codec, game, sheets
from engine.tabletop.fighter import GM, Fighter, from_sheet
from engine.tabletop.numbers import MOST_FIGHTERS, MOST_NAME
from engine.tabletop.orders import Action, Add
from games.play.errors import Illegal, Refused, Stale
from games.play.services import draws
from games.play.services.talk import clean
from games.play.words import reason
from games.players.models import Player
from games.tables.fight_models import NAME_LENGTH, Entrant, Fight, begun
from games.tables.models import Member, Scene, Sheet, Table
from games.tables.queries import homebrew
from games.tables.queries.fights import GAME, catchable, state_of
from games.tables.services import fight_log
from games.tables.services.door import check_gm, check_posting, locked_fight, locked_scene
from games.tables.services.fight_rounds import check_going_on, go_on
from games.tables.services.sheets import of_species, rules

FIGHTS_AT_ONCE = 3  # going on in one scene


@dataclass(frozen=True, slots=True)
class Creature:
    """A Pokémon made for a fight: the slugs of its species and moves."""

    of: str
    name: str
    level: int
    moves: tuple[str, ...]
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who comes into a fight: a sheet of the table by its id, or a creature.

    `side` is whom it fights for; those with the same `place` are in contact, "" is far from everybody. `difficulty` is
    the GM's for a ball; 0: it cannot be caught.
    """

    who: int | Creature
    side: int = 0
    place: str = ""
    difficulty: int = 0


def open_fight(
    *,
    scene_id: int,
    player: Player,
    name: str,
    newcomers: Sequence[Newcomer],
    commitment: str,
    salt: str,
    now: datetime,
) -> Fight:
    """A GM opens a fight: initiative is drawn from the secret whose `commitment` was shown, and orders are asked for.

    Raises NotYours, Refused, Illegal, and Stale if that commitment is not the GM's to use any more.
    """
    name = _called(name)
    with locked_scene(scene_id) as scene:
        check_gm(scene.table, player)
        check_posting(scene)
        _check_opening(scene, newcomers)
        fight = Fight(scene=scene, name=name, opened_by=player, phase_at=now, opened_at=now)
        coming = _Coming(scene.table)
        entrants = [coming.entrant(newcomer) for newcomer in newcomers]
        fight.difficulties = coming.difficulties
        fight.setup = fight.state = coming.setup()
        secret = draws.redeem(commitment, now=now)
        if secret is None:
            raise Stale(
                _("This page has waited too long: the fingerprint is a new one now. Look at it and send again.")
            )
        state = fight_log.begin(fight, secret, salt, player=player, now=now)
        for entrant in entrants:
            entrant.fight = fight
        Entrant.objects.bulk_create(entrants)
        go_on(fight, state, now=now)
    return fight


def _called(name: str) -> str:
    name = clean(name) or _("A fight")
    if len(name) > NAME_LENGTH:
        raise Refused(_("A name has at most %d characters.") % NAME_LENGTH)
    return name


def _check_opening(scene: Scene, newcomers: Sequence[Newcomer]) -> None:
    if scene.fights.filter(ended_at=None).count() >= FIGHTS_AT_ONCE:
        raise Refused(_("%d fights go on in this scene: end one first.") % FIGHTS_AT_ONCE)
    if len(newcomers) < 2:
        raise Refused(_("A fight needs at least two fighters."))


def add_fighter(
    *, fight_id: int, player: Player, phase: int, newcomer: Newcomer, close_to: Iterable[str], now: datetime
) -> Fight:
    """A GM lets somebody join, in contact with these. Raises NotYours, Stale, Refused, Illegal."""
    with locked_fight(fight_id) as fight:
        check_gm(fight.scene.table, player)
        check_going_on(fight, phase)
        coming = _Coming(fight.scene.table, fight)
        entrant = coming.entrant(newcomer)
        state = fight_log.advance(fight, Add(coming.fighters[0], tuple(close_to)), player=player, now=now)
        entrant.fight = fight
        entrant.save()
        fight.difficulties |= coming.difficulties
        fight.save(update_fields=["difficulties"])
        go_on(fight, state, now=now)
    return fight


class _Coming:
    """Makes fighters of those who come: names and ids that nobody has, and a seat for each player."""

    def __init__(self, table: Table, fight: Fight | None = None) -> None:
        self.table, self.fight, self.known = table, fight, homebrew.known(table)
        before = state_of(fight).fighters if fight else ()
        self.taken = {fighter.id for fighter in before}
        self.names = {fighter.name for fighter in before}
        here = Member.objects.filter(table=table, status=Member.Status.IN, role=Member.Role.PLAYER)
        self.playing = set(here.values_list("player_id", flat=True))
        seats = {fighter.id: fighter.seat for fighter in before}
        entrants = fight.entrants.exclude(player=None) if fight else []
        self.seats = {one.player_id: seats[one.fighter] for one in entrants}
        joined = _seats_joined(fight) if fight else []
        self.next_seat = max((*seats.values(), *joined), default=GM) + 1
        self.fighters: list[Fighter] = []
        self.sheets: set[int] = set()
        self.places: list[tuple[str, str]] = []  # (place, id)
        self.difficulties: dict[str, int] = {}

    def entrant(self, newcomer: Newcomer) -> Entrant:
        """Whoever comes, ready to be stored; the fighter is the last of `fighters`. Raises Refused, Illegal."""
        if isinstance(newcomer.who, Creature):
            sheet, owner, secret = None, None, newcomer.who.secret
            value = self._made(newcomer.who)
        else:
            sheet = self._sheet(newcomer.who)
            owner = sheet.owner_id if sheet.owner_id in self.playing else None
            value = sheet.value
            secret = sheet.secret
        if not value.vitality:
            raise Refused(_("{name} has no Vitality left to fight with.").format(name=value.name))
        if len(self.taken) >= MOST_FIGHTERS:
            raise Refused(_("A fight has room for %d.") % MOST_FIGHTERS)
        id, name = self._named(value.name)
        try:
            fighter = replace(from_sheet(value, id, self._seat(owner), side=newcomer.side, secret=secret), name=name)
        except EngineError as error:
            raise Illegal(reason(error)) from error
        self.fighters.append(fighter)
        if newcomer.place:
            self.places.append((newcomer.place, id))
        entrant = Entrant(fighter=id, player_id=owner, sheet=sheet, data=codec.to_data(value))
        if newcomer.difficulty and not value.trainer and catchable(entrant):
            self.difficulties[id] = newcomer.difficulty
        return entrant

    def setup(self) -> str:
        """A fight between all who come, as notation. Raises Illegal."""
        try:
            first = game.opened(self.table.switches, self.fighters, self._contacts())
        except EngineError as error:
            raise Illegal(reason(error)) from error
        return registry.replayable(GAME).state_text(first)

    def _contacts(self) -> list[tuple[str, str]]:
        """Pairs of ids that stand in the same place."""
        return [
            (one, other) for place, one in self.places for there, other in self.places if place == there and one < other
        ]

    def _sheet(self, sheet_id: int) -> Sheet:
        sheet = Sheet.objects.filter(table=self.table, pk=sheet_id).first()
        if sheet is None:
            raise Refused(_("There is no such sheet at this table."))
        if sheet.entries.filter(fight__ended_at=None).exists() or sheet_id in self.sheets:
            raise Refused(_("{name} is in a fight already.").format(name=sheet.name))
        self.sheets.add(sheet_id)
        return sheet

    def _named(self, name: str) -> tuple[str, str]:
        """An id and a name that nobody in the fight has."""
        stem = slugify(name)[: MOST_NAME - 4] or "fighter"
        id, number = stem, 1
        while id in self.taken:
            number += 1
            id = f"{stem}-{number}"
        shown, number = name, 1
        while shown in self.names:
            number += 1
            shown = f"{name[: MOST_NAME - 4]} {number}"
        self.taken.add(id)
        self.names.add(shown)
        return id, shown

    def _seat(self, owner: int | None) -> int:
        if owner is None:
            return GM
        if owner not in self.seats:
            self.seats[owner] = self.next_seat
            self.next_seat += 1
        return self.seats[owner]

    def _made(self, creature: Creature) -> sheets.Sheet:
        if not creature.moves:
            raise Refused(_("Say at least one move of each creature."))
        with rules():
            return of_species(
                self.known,
                self.table,
                creature.of,
                name=creature.name,
                level=creature.level,
                moves=creature.moves,
            )


def _seats_joined(fight: Fight) -> list[int]:
    """The seats of all who have joined a fight, those too who were taken back: the log still tells of their sheets."""
    actions = fight.plies.filter(action__startswith=begun(Add)).values_list("action", flat=True)
    joined: list[Add] = [codec.loads(Action, action, "action") for action in actions]
    return [one.fighter.seat for one in joined]
