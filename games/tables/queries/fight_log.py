"""The log of a fight replayed: what each action did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from engine import registry
from engine.tabletop import game as rules
from engine.tabletop.events import Event, Thrown, Undone
from engine.tabletop.fight import Fight as State
from engine.tabletop.orders import Action, React, Round, Undo
from games.tables.fight_models import Fight, FightPly
from games.tables.queries.fights import GAME


@dataclass(frozen=True, slots=True)
class Step:
    """One ply: what was decided (None: initiative was drawn), all that came of it, and whether it was taken back."""

    row: FightPly
    action: Action | None
    before: State
    events: list[Event]
    undone: bool = False

    @property
    def undone_round(self) -> int:
        """The number of the round that an undo took back."""
        return next(event.round + 1 for event in self.events if isinstance(event, Undone))

    @property
    def round(self) -> int:
        """The number of the round that it belongs to, the first being 1."""
        return self.before.round + 1


@dataclass(frozen=True, slots=True)
class Part:
    """Some rounds of a log, numbered as they were closed, those that were taken back too; what comes between two
    belongs to the later one. Round 0 is the beginning; of `rounds` closed ones `first` to `last` are here."""

    steps: list[Step]
    first: int
    last: int
    rounds: int


def steps(fight: Fight) -> list[Step]:
    """The whole log, in its order."""
    return _steps(fight, _rows(fight), 0, None)


def part(fight: Fight, first: int, count: int) -> Part:
    """So many rounds from `first` on, a negative one counted from the end; with the last one all that came since.

    What it costs does not grow with the rounds before them.
    """
    rows = _rows(fight)
    rounds = len(rows.closed)
    first = max(0, min(first, rounds) if first >= 0 else rounds + first + 1)
    last = min(rounds, first + count - 1)
    return Part(_steps(fight, rows, first, None if last == rounds else last), first, last, rounds)


class _Rows:
    """The plies of a fight, and where its rounds are, without replaying anything."""

    def __init__(self, plies: Iterable[FightPly]) -> None:
        self.all = list(plies)
        self.closed = [place for place, row in enumerate(self.all) if row.did(Round)]
        self.undone = _undone(self.all)

    def begins(self, number: int) -> int:
        """The place of the first ply of a round: behind the one before it and the answers to its questions."""
        return number if number <= 1 else self.over(self.closed[number - 2])

    def over(self, closed: int) -> int:
        """The place behind a round that was closed there, and behind the answers to its questions."""
        place = closed + 1
        while place < len(self.all) and self.all[place].did(React):
            place += 1
        return place

    def flew(self, closed: int) -> bool:
        """Whether balls flew in a round that was closed there, and stay thrown."""
        return bool(self.all[closed].throwers) and closed not in self.undone


def _rows(fight: Fight) -> _Rows:
    return _Rows(fight.plies.select_related("player").defer("snapshot"))


def _undone(rows: Sequence[FightPly]) -> set[int]:
    """What was taken back: all since the last round that stood was closed, and that round."""
    stands: list[int] = []
    undone: set[int] = set()
    for place, row in enumerate(rows):
        if row.did(Undo):
            closed = next(k for k in reversed(stands) if rows[k].did(Round))
            undone |= {k for k in stands if k >= closed}
            stands = [k for k in stands if k < closed]
        stands.append(place)
    return undone


def _steps(fight: Fight, rows: _Rows, first: int, last: int | None) -> list[Step]:
    """The plies of the rounds `first` to `last` (None: to the end), replayed from the nearest snapshot before them."""
    begin, end = rows.begins(first), len(rows.all) if last is None else rows.begins(last + 1)
    start, text = 0, ""
    if first > 1:
        start = rows.closed[first - 2]
        text = FightPly.objects.values_list("snapshot", flat=True).get(pk=rows.all[start].pk)
    return _replayed(fight, rows, begin, end, start, text)


def _replayed(fight: Fight, rows: _Rows, begin: int, end: int, start: int, text: str) -> list[Step]:
    """The plies from `begin` on, before `end`, by the snapshot before the ply `start`; if that is "", all anew."""
    game = registry.replayable(GAME)
    state: Any = game.parse_state(text) if text else game.initial_state(fight.setup)
    found: list[Step] = []
    for place, row in enumerate(rows.all[start if text else 0 : end], start if text else 0):
        action = game.parse_action(state, row.action) if row.action else None
        dice = [int(face) for face in row.outcomes]
        if place >= begin:
            happened = rules.events(state, action, dice)
            found.append(Step(row, action, cast("State", state), happened, place in rows.undone))
        if action is not None:
            state = game.apply(state, action)
        for die in dice:
            state = game.apply(state, die)
    return found


def throws(fights: Sequence[Fight]) -> dict[int, list[tuple[Thrown, int | None]]]:
    """The balls that trainers have thrown in each fight, by its id, and that stay thrown, in their order; whose they
    were (None: the GMs')."""
    plies: dict[int, list[FightPly]] = {fight.pk: [] for fight in fights}
    for row in FightPly.objects.filter(fight__in=fights).defer("snapshot"):
        plies[row.fight_id].append(row)
    logs = [(fight, _Rows(plies[fight.pk])) for fight in fights]
    flown = [(fight, rows, place) for fight, rows in logs for place in rows.closed if rows.flew(place)]
    ids = [rows.all[place].pk for _fight, rows, place in flown]
    snapshots = dict(FightPly.objects.filter(pk__in=ids).values_list("pk", "snapshot"))
    thrown: dict[int, list[tuple[Thrown, int | None]]] = {fight.pk: [] for fight in fights}
    for fight, rows, place in flown:
        row = rows.all[place]
        for step in _replayed(fight, rows, place, rows.over(place), place, snapshots[row.pk]):
            balls = [event for event in step.events if isinstance(event, Thrown) and event.by]
            thrown[fight.pk] += [(ball, row.throwers.get(ball.by)) for ball in balls]
    return thrown
