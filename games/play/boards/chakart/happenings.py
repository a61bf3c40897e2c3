"""What a step did, one thing after another, as far as its viewer may know it: for the words and for the drawing.

The engine tells what a decision or a draw does on the board that it is given. That board is what the viewer saw, so a
queen whom they did not see is in none of it; what only she explains is read off the position that came of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.chakart import tables as rules
from engine.chakart.actions import DROP, FLIP, HATCH, MOVE, PLACE, PROMOTE, SHELL, SLIDE, STEALTH, SWAP, Action, unpack
from engine.chakart.pieces import PIECES, QUEEN
from engine.chakart.state import State
from engine.chakart.tables import FIRST_THING, KINDS, NAMES, NOWHERE, SQUARES
from engine.protocol import CHANCE
from engine.replay import Step
from games.play.boards.chakart.standing import CODED, Standing

QUEENS = tuple(1 + QUEEN + KINDS * seat for seat in (0, 1))
BY_LETTER = {piece.letter.lower(): piece.slug for piece in PIECES}
TOLD = {
    rules.CAUGHT: "takes",
    rules.MET: "meets",
    rules.STEPPED: "goes on",
    rules.JUMPED: "jumps",
    rules.BLOCKED: "stays",
    rules.STAYED: "stays",
    rules.JAMMED: "stays",
    rules.LEFT_ON: "leaves",
    rules.REVEALED: "shows",
    rules.FREED: "freed",
}
CHOSEN = {
    MOVE: "moves",
    STEALTH: "hides",
    SHELL: "throws",
    DROP: "drops",
    PROMOTE: "becomes",
    SWAP: "swaps",
    PLACE: "puts",
    SLIDE: "slides",
    HATCH: "hatches",
    FLIP: "flips",
}


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened. `who` is the piece or thing concerned, `square` where, `start` from where.

    The kinds are those of CHOSEN and TOLD, and "vanishes": a queen moves in secret, "ran into": one was caught unseen,
    "arrays": the pieces were drawn.
    """

    kind: str
    square: str = ""
    start: str = ""
    who: Standing | None = None
    effect: str = ""


def happenings(step: Step) -> list[Happening]:
    """All that a step did; a decision that is kept from the viewer shows as "vanishes"."""
    if step.seat == CHANCE:
        return [Happening("arrays", effect=unpack(outcome).array) for _node, outcome in step.draws]
    if step.action is None:
        return [_vanishing(step)]
    found = list(_decided(step.before, step.action))
    after, trace = step.before.told(step.action)
    found += _told(trace)
    for node, outcome in step.draws:
        found += _decided(node, outcome)
        after, trace = node.told(outcome)
        found += _told(trace)
    return [*_true(found, step.state), *_unseen(after, step.state, 1 - step.seat)]


def _vanishing(step: Step) -> Happening:
    queen = QUEENS[step.seat]
    gone = [square for square in range(SQUARES) if step.before.board[square] == queen != step.state.board[square]]
    return Happening("vanishes", start=NAMES[gone[0]] if gone else "", who=CODED[queen])


def _decided(state: State, number: int) -> Iterator[Happening]:
    action: Action = unpack(number)
    here = NAMES[state.here] if state.here < NOWHERE else ""
    if action.start:
        who = CODED[state.board[NAMES.index(action.start)]]
        yield Happening(CHOSEN[action.kind], action.goes, action.start, who)
    elif action.kind == PLACE:
        yield Happening("puts", action.goes, who=Standing(BY_LETTER[action.letter], state.seat))
    elif action.kind == PROMOTE:
        yield Happening("becomes", here, who=Standing(BY_LETTER[action.letter], state.seat))
    elif action.kind in (SWAP, FLIP):
        yield Happening(CHOSEN[action.kind], action.goes, here, CODED[state.board[NAMES.index(action.goes)]])
    elif action.kind != DROP:  # where that goes is told
        yield Happening(CHOSEN[action.kind], action.goes, here, effect=action.effect)
    if action.start and action.letter:
        yield Happening("becomes", action.goes, who=Standing(BY_LETTER[action.letter], state.seat))


def _told(trace: list[tuple[int, int, int]]) -> list[Happening]:
    return [Happening(TOLD[what], NAMES[square], who=CODED[code]) for what, square, code in trace]


def _true(found: list[Happening], state: State) -> list[Happening]:
    """Without the things that were not left where one would expect, because a queen stood there."""
    there = {NAMES[square]: CODED[state.board[square]] for square in range(SQUARES)}
    return [one for one in found if one.kind != "leaves" or there[one.square] == one.who]


def _unseen(expected: State, state: State, other: int) -> Iterator[Happening]:
    """What a queen of `other` explains whom the viewer did not see."""
    queen = QUEENS[other]
    if _lost_queens(state, other) > _lost_queens(expected, other):
        yield Happening("ran into", who=CODED[queen])
    for square in range(SQUARES):
        there = state.board[square]
        if there == expected.board[square]:
            continue
        if there >= FIRST_THING:
            yield Happening("leaves", NAMES[square], who=CODED[there])
        elif there == queen:
            yield Happening("shows", NAMES[square], who=CODED[queen])


def _lost_queens(state: State, seat: int) -> int:
    return (state.reserve0 if seat == 0 else state.reserve1) >> 6 * QUEEN & 63
