"""A step as players write it (rules §15): `Rxf6*Wg8`, `D@g7`, `Q??`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.chakart.actions import DROP, FLIP, HATCH, PLACE, PROMOTE, SHELL, SLIDE, STEALTH, SWAP, Action, unpack
from engine.chakart.pieces import EFFECTS, PAWN, PIECES, ROOK
from engine.chakart.state import State
from engine.chakart.tables import KIND, NAMES
from engine.protocol import TERMINAL
from engine.replay import Step

MARKS = {effect.slug: effect.mark for effect in EFFECTS}
DROPPED = {True: "D", False: "W"}  # a Donkey's banana, a Wario's bomb


def line(step: Step, text: str, outcomes: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """See `Presenter.line`: a step and what an egg did to it are one word, squares that chance chose come behind."""
    if step.action is None:
        return text, tuple(outcomes)
    drawn = [unpack(outcome) for _node, outcome in step.draws]
    effects = "".join(MARKS.get(one.effect, one.goes) for one in drawn if one.kind in (HATCH, FLIP))
    over = "#" if step.state.player() == TERMINAL else ""
    slid = tuple(one.goes for one in drawn if one.kind == SLIDE)
    return f"{_decision(step.before, unpack(step.action))}{effects}{over}", slid


def _decision(state: State, action: Action) -> str:
    if action.kind == STEALTH:
        return f"Q{action.goes}??"
    if action.kind == SHELL:
        return f"Kx{action.goes}"
    if action.kind == DROP:
        return f"{DROPPED[state.base == ROOK]}@{action.goes}"
    if action.kind == PROMOTE:
        return f"={action.letter.upper()}"
    if action.kind == SWAP:
        return f"{NAMES[state.here]}{action.goes}"
    if action.kind == PLACE:
        return f"{action.letter.upper().replace('P', '')}@{action.goes}"
    return _step(state, action)


def _step(state: State, action: Action) -> str:
    kind = KIND[state.board[NAMES.index(action.start)]]
    taken = "x" if state.board[NAMES.index(action.goes)] else ""
    letter = PIECES[kind].letter if kind != PAWN else action.start[0] if taken else ""
    return f"{letter}{taken}{action.goes}" + (f"={action.letter.upper()}" if action.letter else "")
