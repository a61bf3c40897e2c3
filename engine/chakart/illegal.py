"""Why a decision cannot be made, in words that say what to do instead."""

from __future__ import annotations

from engine.chakart.actions import MOVE, SHELL, STEALTH, STEPS, unpack
from engine.chakart.pieces import KING, PAWN, PIECES, QUEEN
from engine.chakart.state import State
from engine.chakart.tables import (
    AGAIN,
    CODES,
    DROP,
    KIND,
    NAMES,
    OWN,
    OWNER,
    PLACING,
    PROMOTION,
    RELATION,
    STEP,
    STUCK,
    SWAPPING,
)
from engine.protocol import CHANCE, IllegalAction
from engine.words import Words


def check(state: State, action: int) -> None:
    """Raise IllegalAction unless the decision or outcome is possible."""
    if state.player() == CHANCE:
        if all(action != outcome for outcome, _ in state.outcomes()):
            message = Words("{text} cannot be drawn here", text=_text(action))
            raise IllegalAction(message, code="impossible_outcome")
    elif action not in state.decisions():
        raise _reason(state, action)


def _text(action: int) -> str:
    """The text of an action; of a number that stands for none, the number."""
    try:
        return unpack(action).text
    except IndexError:
        return str(action)


def _reason(state: State, action: int) -> IllegalAction:
    if state.stage in (STEP, AGAIN) and action >> 12 & 15 in STEPS:
        return _step_reason(state, action)
    return _choice_reason(state, action)


def _choice_reason(state: State, action: int) -> IllegalAction:
    """Why something that an earlier step asks for is impossible."""
    text, here = _text(action), NAMES[state.here] if state.here < len(NAMES) else ""
    if state.stage == DROP:
        message = Words(
            "nothing can be left on {square}; choose one of the lit squares beside {here}", square=text, here=here
        )
        return IllegalAction(message, code="no_drop", field="square")
    if state.stage == PROMOTION:
        message = Words("{letter} is nothing a pawn becomes; choose one of q r b n k", letter=text)
        return IllegalAction(message, code="no_promotion", field="promotion")
    if state.stage == SWAPPING:
        message = Words("{here} and {square} cannot change places", here=here, square=text)
        return IllegalAction(message, code="no_swap", field="square")
    if state.stage == PLACING:
        message = Words("{text} cannot be put on the board: it is not in reserve, or its square is taken", text=text)
        return IllegalAction(message, code="no_place", field="square")
    return IllegalAction(Words("{text} is not possible now", text=text), code="not_now")


def _step_reason(state: State, action: int) -> IllegalAction:
    start, goes, kind = action & 63, action >> 6 & 63, action >> 12 & 15
    code = state.board[start]
    if state.stage == AGAIN and start != state.here:
        message = Words("the piece on {here} moves again, no other", here=NAMES[state.here])
        return IllegalAction(message, code="other_piece", field="from")
    if OWNER[code] < 0:
        return IllegalAction(Words("no piece stands on {square}", square=NAMES[start]), code="no_piece", field="from")
    if OWNER[code] != state.seat:
        message = Words("the piece on {square} is not yours", square=NAMES[start])
        return IllegalAction(message, code="not_your_piece", field="from")
    if code > STUCK:
        message = Words("the piece on {square} cannot move this turn", square=NAMES[start])
        return IllegalAction(message, code="immobilised", field="from")
    if kind == STEALTH:
        return _stealth_reason(state, code, goes)
    return _shell_reason(state, code, goes) if kind == SHELL else _move_reason(state, action)


def _move_reason(state: State, action: int) -> IllegalAction:
    start, goes = NAMES[action & 63], action >> 6 & 63
    if RELATION[state.seat * CODES + state.board[goes]] == OWN:
        message = Words("your own piece stands on {square}", square=NAMES[goes])
        return IllegalAction(message, code="own_piece", field="to")
    squares = action & 0xFFF
    ways = [one for one in state.decisions() if one & 0xFFF == squares and one >> 12 & 15 == MOVE]
    if ways and ways[0] >> 16:
        message = Words("say what the pawn becomes on {square}: one of q r b n k", square=NAMES[goes])
        return IllegalAction(message, code="promotion", field="promotion")
    if ways and KIND[state.board[action & 63]] == PAWN:
        message = Words("a pawn becomes nothing else on {square}", square=NAMES[goes])
        return IllegalAction(message, code="no_promotion", field="promotion")
    if ways:
        return IllegalAction(Words("only a pawn becomes something else"), code="no_promotion", field="promotion")
    name = PIECES[KIND[state.board[action & 63]]].name
    message = Words("{name} on {start} cannot go to {square}", name=name, start=start, square=NAMES[goes])
    return IllegalAction(message, code="unreachable", field="to")


def _stealth_reason(state: State, code: int, goes: int) -> IllegalAction:
    if KIND[code] != QUEEN:
        return IllegalAction(Words("only a queen moves in stealth"), code="no_queen", field="from")
    if not state.powers >> 2 * state.seat + 1 & 1:
        return IllegalAction(Words("your stealth move is used up"), code="power_used", field="action")
    message = Words("a stealth move needs a free square that the queen reaches; {square} is none", square=NAMES[goes])
    return IllegalAction(message, code="not_free", field="to")


def _shell_reason(state: State, code: int, goes: int) -> IllegalAction:
    if KIND[code] != KING:
        return IllegalAction(Words("only a king throws a shell"), code="no_king", field="from")
    if not state.powers >> 2 * state.seat & 1:
        return IllegalAction(Words("your shell is used up"), code="power_used", field="action")
    message = Words(
        "the first thing a shell meets on its way must be an enemy, a banana or a bomb; {square} is not",
        square=NAMES[goes],
    )
    return IllegalAction(message, code="no_target", field="to")
