"""One match as one viewer may see it."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q
from django.http import Http404

from engine import registry
from engine.protocol import CHANCE, AnyGame, EngineError
from engine.record import Entry, Record
from engine.replay import Step, walk
from games.play.models import Challenge, ChatLine, Match, Note, Ply, Seat
from games.players.models import Block, Player

logger = logging.getLogger(__name__)

CHAT_SHOWN = 200
RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}  # by winner


class Unreadable(EngineError):
    """What is stored of a match cannot be replayed, so nothing of it can be shown; the operator has been told."""


@contextmanager
def reading(match: Match) -> Iterator[None]:
    """Whatever is wrong with what is stored of this match is logged, and raised as Unreadable."""
    try:
        yield
    except Exception as error:  # rows can be damaged in any way
        logger.exception("match %s cannot be replayed: see manage.py check_matches", match.pk)
        raise Unreadable(f"match {match.pk}: {error}") from error


@dataclass(frozen=True, slots=True)
class Sight:
    """A match, its seats in their order, and the viewer's own (None: a spectator).

    `shut`: whether the viewer has blocked the other; who is blocked is not told.
    """

    match: Match
    seats: tuple[Seat, Seat]
    seat: Seat | None
    shut: bool

    @property
    def viewer(self) -> int | None:
        """The number of the viewer's seat."""
        return None if self.seat is None else self.seat.index

    @property
    def other(self) -> Seat:
        """Who sits opposite: the second seat for a spectator."""
        return self.seats[1 - (self.viewer or 0)]

    @property
    def colours(self) -> tuple[str, str]:
        """By seat."""
        return self.seats[0].colour, self.seats[1].colour

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, None in a match that is over."""
        return None if self.match.seat_to_move is None else self.seats[self.match.seat_to_move]

    @property
    def mine(self) -> bool:
        """Whether the match waits for the viewer."""
        return self.match.running and self.viewer is not None and self.viewer == self.match.seat_to_move

    @property
    def talks(self) -> bool:
        """Whether the viewer may read and write its chat: a player of a match between people."""
        return self.seat is not None and not any(seat.player.is_computer for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Shown(Step):
    """A step as a viewer may see it: what is kept from them is None, and `text` and `outcomes` are what they read.

    `stood`: how often the position after it has stood on the board, 0 where the game does not count that.
    """

    text: str = ""
    outcomes: tuple[str, ...] = ()
    stood: int = 0


def match_for(viewer: Player | None, match_id: int) -> Sight:
    """The match, if the viewer plays in it or it is public. Two queries. Raises Http404."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise Http404("There is no such match.")
    shuts = Block.objects.filter(blocker=OuterRef("player"), blocked__seats__match=match)
    first, second = match.seats.select_related("player").annotate(shuts=Exists(shuts)).order_by("index")
    seat = next((seat for seat in (first, second) if viewer is not None and seat.player_id == viewer.pk), None)
    if match.private and seat is None:
        raise Http404("There is no such match.")
    return Sight(match, (first, second), seat, shut=seat is not None and seat.shuts)


def state_of(match: Match) -> Any:
    """The match as it stands: its snapshot, or if nobody can read that, what the log says. Raises Unreadable."""
    game = registry.get(match.game)
    try:
        return game.parse_state(match.state)
    except EngineError as error:
        logger.error("the snapshot of match %s is no position (%s): its log is replayed instead", match.pk, error)
        with reading(match):
            *_, last = walk(as_record(match, log(match)), game)
        return last.state


def log(match: Match) -> list[Ply]:
    """What was decided and drawn, in order."""
    return list(match.plies.order_by("ply"))


def steps(sight: Sight, plies: Sequence[Ply]) -> list[Shown]:
    """The log replayed as the viewer may see it: number k is the step of ply k, number 0 the start.

    Raises Unreadable.
    """
    game = registry.get(sight.match.game)
    times: Counter[str] = Counter()
    shown = []
    with reading(sight.match):
        for step in walk(as_record(sight.match, plies), game):
            key = game.repetition(step.state)
            times.update([key] if key else [])
            shown.append(_shown(game, step, sight, times[key] if key else 0))
    return shown


def _shown(game: AnyGame, step: Step, sight: Sight, stood: int) -> Shown:
    """A step of the log for a viewer. Of a match that is over everybody may know everything."""

    def look(state: Any) -> Any:
        return game.observation(state, sight.viewer) if sight.match.running else state

    def read(state: Any, action: Any) -> tuple[Any, str]:
        """What there is of an action for the viewer, and its text."""
        whole = game.action_text(state, action)
        text = game.seen(state, action, sight.viewer) if sight.match.running else whole
        return action if text == whole else None, text

    action, text = (None, "") if step.seat == CHANCE else read(step.before, step.action)
    draws = [(look(node), *read(node, outcome)) for node, outcome in step.draws]
    return Shown(
        step.ply,
        step.seat,
        action,
        tuple((node, outcome) for node, outcome, _text in draws),
        look(step.before),
        look(step.state),
        text,
        tuple(text for _node, _outcome, text in draws),
        stood,
    )


def stood(match: Match) -> int:
    """How often the position as it stands has stood on the board, 0 where the game does not count that.

    Raises Unreadable.
    """
    game = registry.get(match.game)
    if game.repetition(state_of(match)) is None:
        return 0
    with reading(match):
        keys = [game.repetition(step.state) for step in walk(as_record(match, log(match)), game)]
    return keys.count(keys[-1])


def stands_against_a_person(player: Player, slug: str, state: Any) -> bool:
    """Whether a running match of the player against a person stands in a position that looks like this to a seat."""
    game = registry.get(slug)

    def looks(one: Any) -> set[str]:
        return {game.alike(game.observation(one, seat)) for seat in (0, 1)}

    running = Match.objects.filter(seats__player=player, game=slug, status=Match.Status.RUNNING, vs_computer=False)
    wanted = looks(state)
    return any(wanted & looks(state_of(match)) for match in running)


def as_record(match: Match, plies: Sequence[Ply]) -> Record:
    """The log as the engine replays it. It holds everything: filter what comes of it for who is to see it."""
    entries = [
        Entry(ply.seat, ply.action, tuple(ply.outcomes), None if ply.seat == CHANCE else ply.played_at) for ply in plies
    ]
    result = RESULTS[match.winner] if match.finished else "*"
    return Record(match.game, match.setup, match.rules_version, tuple(entries), result)


@dataclass(frozen=True, slots=True)
class Said:
    """How far a chat has come: the number of its `last` line, and how many of the other's the viewer has not read."""

    last: int = 0
    unread: int = 0


def said(sight: Sight) -> Said:
    """Nothing for who may not read the chat."""
    if sight.seat is None or not sight.talks:
        return Said()
    unread = Q(pk__gt=sight.seat.chat_read) & ~Q(player=sight.seat.player_id)
    found = sight.match.chat.aggregate(last=Max("pk"), unread=Count("pk", filter=unread))
    return Said(found["last"] or 0, found["unread"])


def rematch_asked(sight: Sight, *, now: datetime) -> Challenge | None:
    """The rematch that the other side asks the viewer for, after a match that is over."""
    if sight.match.running or sight.seat is None:
        return None
    offers = sight.match.rematch_offers.filter(opponent=sight.seat.player_id, expires_at__gt=now)
    return offers.filter(status=Challenge.Status.OPEN).first()


def chat(sight: Sight) -> list[ChatLine]:
    """What was said last, for who may read it."""
    if not sight.talks:
        return []
    return list(sight.match.chat.select_related("player").order_by("-pk")[:CHAT_SHOWN])[::-1]


def line_of(sight: Sight, line_id: int) -> ChatLine:
    """A line of the match's chat. Raises Http404 for who may not read it."""
    line = sight.match.chat.filter(pk=line_id).first() if sight.talks else None
    if line is None:
        raise Http404("There is no such line.")
    return line


def note(sight: Sight) -> str:
    """The viewer's own note."""
    found = Note.objects.filter(seat=sight.seat).first() if sight.seat else None
    return found.text if found else ""
