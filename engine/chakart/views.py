"""What each side may know of a hidden queen (rules §11), and guesses at what it may not.

While a queen is hidden her opponent and spectators see the board without her: `ghost` is UNSEEN and `veiled` is 1. What
they see in the middle of a turn is made by playing the turn on the board as they saw it before, so that nothing of the
true position gets in. Where what has happened since cannot be explained that way (the queen was captured, or kept an
object off her square), or the legal decisions show it (rules §11 accept that), her square is known by now: `ghost` then
is her square, still `veiled`, for it is no piece that anybody may see.
"""

from __future__ import annotations

from random import Random

from engine.chakart.awaiting import Awaiting
from engine.chakart.state import State
from engine.chakart.tables import NOWHERE, SQUARES, UNSEEN

TERMINAL = -2


def observation(state: State, seat: int | None) -> State:
    """The state as a seat or a spectator (None) sees it."""
    base, steps = turn_so_far(state)
    if base.ghost == NOWHERE or seat == 1 - base.seat or state.player() == TERMINAL:
        return state
    if base.veiled and (base.ghost == UNSEEN or seat == base.seat):
        return state
    unseen = follow(_veiled(base, UNSEEN), steps)
    if unseen is not None and _looks_like(unseen, state) and (seat is None or unseen.decisions() == state.decisions()):
        return unseen
    seen = follow(_veiled(base, base.ghost), steps)
    assert seen is not None
    return seen


def resample(view: State, seat: int, rng: Random) -> State:
    """A state that fits what a seat sees; every square where the queen may be is as likely as the others."""
    base, steps = turn_so_far(view)
    if not base.veiled:
        return view
    squares = list(range(SQUARES)) if base.ghost == UNSEEN else [base.ghost]
    rng.shuffle(squares)
    for square in squares:
        if base.board[square] == 0:
            guess = follow(_unveiled(base, square), steps)
            if guess is not None and observation(guess, seat) == view:
                return guess
    raise ValueError("no hidden queen explains this view")


def turn_so_far(state: State) -> tuple[State, list[int]]:
    """The position before the turn, and what was decided and drawn in it."""
    steps: list[int] = []
    while state.parent is not None:
        steps.append(state.last)
        state = state.parent
    return state, steps[::-1]


def follow(state: State, steps: list[int]) -> State | None:
    """The state after the steps of a turn that is not over; None if one is not possible there."""
    for step in steps:
        if step not in state.actions():
            return None
        state = state.play(step)
        if state.parent is None:
            return None
    return state


def _veiled(base: State, ghost: int) -> State:
    view = _with_ghost(base, ghost)
    view.veiled = 1
    return view


def _unveiled(base: State, ghost: int) -> State:
    guess = _with_ghost(base, ghost)
    guess.veiled = 0
    return guess


def _with_ghost(base: State, ghost: int) -> State:
    new = State(base.board[:], base.seat, base.ply, base.powers, base.reserve0, base.reserve1)
    new.ghost = ghost
    return new


def _looks_like(view: Awaiting, state: Awaiting) -> bool:
    """Whether what everybody can see is the same: board, reserves, powers, and what is awaited."""
    return (list(view.board), view.stage, view.here, view.reserve0, view.reserve1, view.powers) == (
        list(state.board),
        state.stage,
        state.here,
        state.reserve0,
        state.reserve1,
        state.powers,
    )
