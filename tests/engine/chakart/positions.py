"""States of every kind for property tests, reached from the cases and from drawn arrays."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.protocol import TERMINAL
from engine.testing.conformance import steps
from tests.engine.chakart.cases import fens


@cache
def beginnings() -> list[str]:
    """Positions to start from: every tenth of the cases, those with a hidden queen, and the setups."""
    texts = fens()
    return [*texts[::10], *hidings(), "array asymmetric", "array symmetric"]


def reached(beginning: str, numbers: list[int]) -> State:
    """The state after what these numbers choose among all that may come next; earlier if the match ends."""
    state = GAME.parse_state(beginning)
    for number in numbers:
        if GAME.current_player(state) == TERMINAL:
            break
        possible = steps(GAME, state)
        state = GAME.apply(state, possible[number % len(possible)])
    return state


numbers = st.lists(st.integers(0, 5759), max_size=8)
states = st.builds(reached, st.deferred(lambda: st.sampled_from(beginnings())), numbers)


def hides(state: State) -> bool:
    """Whether a queen is hidden at the beginning of this turn."""
    while state.parent is not None:
        state = state.parent
    return state.ghost < 64


def within(beginning: str, numbers: list[int]) -> State:
    """A state of the turn that begins there: what would end it is left out."""
    state = GAME.parse_state(beginning)
    for number in numbers:
        possible = steps(GAME, state)
        after = GAME.apply(state, possible[number % len(possible)]) if possible else state
        state = after if after.parent is not None else state
    return state


def hidings() -> list[str]:
    """The positions of the cases in which a queen is hidden."""
    return [text for text in fens() if "i" in text.split(" ")[0].lower()]


hiding = st.builds(within, st.deferred(lambda: st.sampled_from(hidings())), numbers)
