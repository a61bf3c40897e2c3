"""Chance as a test tells it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from engine.play import Choose, Pick, decide, settle
from engine.protocol import Game

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)


@contextmanager
def scripted(*outcomes: A) -> Iterator[Choose[A]]:
    """A `choose` that gives these outcomes in turn; AssertionError if there are too few or some are left over."""
    left = list(outcomes)

    def choose(number: int, possible: Sequence[tuple[A, int]]) -> A:
        assert left, f"draw {number} is not in the script; it could be {[outcome for outcome, _ in possible]}"
        return left.pop(0)

    yield choose
    assert not left, f"never drawn: {left}"


def played(game: Game[S, A], state: S, *turns: str) -> S:
    """The state after turns in notation, each with its outcomes behind it: `"c2-c3xd4 +40"`.

    AssertionError unless each turn draws exactly its outcomes; IllegalAction if one is illegal.
    """
    for turn in turns:
        text, *outcomes = turn.split()
        state, drawn = settle(game, decide(game, state, game.parse_action(state, text)), _told(game, turn, outcomes))
        assert len(drawn) == len(outcomes), f"{turn}: never drawn: {outcomes[len(drawn) :]}"
    return state


def _told(game: Game[S, A], turn: str, outcomes: Sequence[str]) -> Pick[S, A]:
    def pick(number: int, node: S) -> A:
        assert number < len(outcomes), f"{turn}: draw {number} is not in the script"
        return game.parse_action(node, outcomes[number])

    return pick
