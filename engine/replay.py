"""Plays a record again, checking every decision and every outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine import registry
from engine.play import decide, result, settle
from engine.protocol import CHANCE, AnyReplayable, EngineError, IllegalAction
from engine.record import Entry, Record


class ReplayError(EngineError):
    """A record does not replay; `ply` says where."""

    def __init__(self, message: str, *, ply: int) -> None:
        super().__init__(f"ply {ply}: {message}")
        self.ply = ply


@dataclass(frozen=True, slots=True)
class Step:
    """One entry replayed. `draws` holds, for each draw, its chance node and the outcome that came.

    `ply` 0 is the start (seat CHANCE, no action); `state` is the state in which the next seat decides.
    """

    ply: int
    seat: int
    action: Any
    draws: tuple[tuple[Any, Any], ...]
    before: Any
    state: Any


def entry(
    game: AnyReplayable, state: Any, action: Any, outcomes: Sequence[Any] = (), *, at: datetime | None = None
) -> Entry:
    """The record's line for a decision that was played in `state`, with what was drawn after it."""
    texts = _texts(game, game.apply(state, action), outcomes)
    return Entry(game.current_player(state), game.action_text(state, action), texts, at)


def start_entries(game: AnyReplayable, setup: str, outcomes: Sequence[Any]) -> tuple[Entry, ...]:
    """The record's first line if something was drawn before the first decision, else none."""
    return (Entry(CHANCE, "", _texts(game, game.initial_state(setup), outcomes)),) if outcomes else ()


def replay(record: Record, game: AnyReplayable | None = None) -> list[Any]:
    """The states of a match: number k is the one after the decision of ply k, number 0 the start.

    Raises ReplayError if a decision or an outcome is impossible, or the end contradicts the result;
    NotationError for an unknown game.
    """
    return [step.state for step in walk(record, game)]


def walk(record: Record, game: AnyReplayable | None = None) -> Iterator[Step]:
    """Replays a record step by step, the start first. Raises as `replay` does."""
    game = game or registry.replayable(record.game)
    entries = record.entries
    drawn = entries[0].outcomes if entries and entries[0].seat == CHANCE else ()
    with _ply(0, record, game):
        before = game.initial_state(record.setup)
        step = _settled(game, 0, CHANCE, None, before, before, drawn)
    yield step
    for ply, line in enumerate(entries[1:] if drawn else entries, start=1):
        with _ply(ply, record, game):
            step = _step(game, ply, step.state, line)
        yield step
    stands = result(game, step.state)
    if stands not in ("*", record.result):
        raise ReplayError(f"the match stands {stands}, the record says {record.result}", ply=step.ply)


@contextmanager
def _ply(ply: int, record: Record, game: AnyReplayable) -> Iterator[None]:
    """Says where an error is, and if it may come from a change of the rules."""
    try:
        yield
    except EngineError as error:
        differs = f" (recorded under rules {record.rules_version}, these are {game.rules_version})"
        note = "" if record.rules_version == game.rules_version else differs
        raise ReplayError(f"{error}{note}", ply=ply) from error


def _step(game: AnyReplayable, ply: int, before: Any, line: Entry) -> Step:
    if line.seat != game.current_player(before):
        raise IllegalAction(f"it is not seat {line.seat}'s turn", code="wrong_seat", field="seat")
    action = game.parse_action(before, line.action)
    return _settled(game, ply, line.seat, action, before, decide(game, before, action), line.outcomes)


def _settled(
    game: AnyReplayable, ply: int, seat: int, action: Any, before: Any, after: Any, texts: Sequence[str]
) -> Step:
    draws: list[tuple[Any, Any]] = []

    def pick(number: int, state: Any) -> Any:
        if number == len(texts):
            raise IllegalAction("an outcome is missing", code="outcome_missing", field="bonus")
        outcome = game.parse_action(state, texts[number])
        draws.append((state, outcome))
        return outcome

    state, _ = settle(game, after, pick)
    if len(draws) < len(texts):
        raise IllegalAction(f"nothing is drawn that could be {texts[len(draws)]}", code="surplus", field="bonus")
    return Step(ply, seat, action, tuple(draws), before, state)


def _texts(game: AnyReplayable, state: Any, outcomes: Sequence[Any]) -> tuple[str, ...]:
    texts = []
    for outcome in outcomes:
        texts.append(game.action_text(state, outcome))
        state = game.apply(state, outcome)
    return tuple(texts)
