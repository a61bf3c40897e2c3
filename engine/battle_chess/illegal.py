"""Why a turn or a bonus cannot be played. The rules themselves are in `state`; this only finds the words."""

from __future__ import annotations

from engine.battle_chess.bonus import SUPPLIES, supply_text
from engine.battle_chess.pieces import LEGENDS, QUIET_LIMIT
from engine.battle_chess.state import State
from engine.battle_chess.tables import BASES, COLUMNS, COVER, FACES, HOME, NEAR, NOWHERE, OWNER, PLACES, ROWS
from engine.battle_chess.turns import Turn, square_name, unpack
from engine.protocol import IllegalAction
from engine.words import Words


def check_outcome(state: State, bonus: int) -> None:
    """Raise IllegalAction unless the bonus can come."""
    if bonus not in SUPPLIES[state.supply]:
        message = f"+{bonus} cannot come; there is {supply_text(state.supply)}"
        raise IllegalAction(message, code="no_bonus", field="bonus")


def check_turn(state: State, action: int) -> None:
    """Raise IllegalAction with the reason; `action` is not among the legal turns."""
    if not _well_formed(state, action):
        raise IllegalAction(Words("{action!r} is no turn on this board", action=action), code="malformed")
    turn = unpack(state.shape, action)
    if state.lost >= 0:
        raise IllegalAction(Words("the match is over: a target is K.O."), code="over")
    if state.quiet >= QUIET_LIMIT:
        raise IllegalAction(Words("the match is over: {count} quiet turns", count=QUIET_LIMIT), code="over")
    if turn.summons:
        _explain_summons(state, turn)
    start, goes = action & 63, action >> 6 & 63
    _explain_piece(state, turn, start)
    if start != goes and action | 0xFFF000 not in state.turns():
        message = Words("the piece on {start} cannot move to {goes}", start=turn.start, goes=turn.goes)
        raise IllegalAction(message, code="out_of_reach", field="to")
    _explain_attack(state, action, turn)


def _well_formed(state: State, action: int) -> bool:
    if not isinstance(action, int) or not 0 <= action < 1 << 24:
        return False
    start, goes, first, second = (action >> shift & 63 for shift in (0, 6, 12, 18))
    size = ROWS[state.shape] * COLUMNS[state.shape]
    if start == NOWHERE:
        return goes < size and first == NOWHERE and second < len(LEGENDS)
    return start < size and goes < size and all(s < size or s == NOWHERE for s in (first, second))


def _explain_summons(state: State, turn: Turn) -> None:
    reserve = state.reserve0 if state.seat == 0 else state.reserve1
    filled = state.ko0 if state.seat == 0 else state.ko1
    kind, piece = next((kind, piece) for kind, piece in enumerate(LEGENDS) if piece.letter == turn.summons)
    if not reserve >> 4 * kind & 15:
        message = Words("there is no {name} in your reserve", name=piece.name)
        raise IllegalAction(message, code="not_in_reserve", field="summons")
    if filled < piece.need:
        message = Words(
            "{name} needs {need} filled K.O. spaces; you have {filled}", name=piece.name, need=piece.need, filled=filled
        )
        raise IllegalAction(message, code="too_few_ko", field="summons")
    message = Words(
        "{name} needs four free squares, the lowest-left of them {square}", name=piece.name, square=turn.goes
    )
    raise IllegalAction(message, code="not_free", field="to")


def _explain_piece(state: State, turn: Turn, start: int) -> None:
    code = state.board[start]
    if code == 0:
        message = Words("there is no piece on {square}", square=turn.start)
        raise IllegalAction(message, code="no_piece", field="from")
    if OWNER[code] != state.seat:
        message = Words("the piece on {square} is not yours", square=turn.start)
        raise IllegalAction(message, code="not_your_piece", field="from")
    home = HOME[code * PLACES + BASES[state.shape] + start]
    if home != start:
        first = square_name(state.shape, home)
        message = Words("a legend is named by its lowest-left square, {square}", square=first)
        raise IllegalAction(message, code="not_its_first_square", field="from")


def _explain_attack(state: State, action: int, turn: Turn) -> None:
    code = state.board[action & 63]
    face = FACES[code]
    enemy = state.men1 if state.seat == 0 else state.men0
    near = NEAR[code * PLACES + BASES[state.shape] + (action >> 6 & 63)]
    if not turn.targets:
        raise IllegalAction(Words("a turn moves, attacks or both"), code="nothing", field="action")
    if face and face.form.stars:
        raise IllegalAction(Words("an egg never attacks"), code="egg", field="target")
    for name, square in zip(turn.targets, (action >> 12 & 63, action >> 18 & 63), strict=False):
        if not enemy >> square & 1:
            message = Words("there is no enemy piece on {square}", square=name)
            raise IllegalAction(message, code="no_enemy", field="target")
        if not near >> square & 1:
            message = Words("no arrow of the piece on {square} leads to {target}", square=turn.goes, target=name)
            raise IllegalAction(message, code="no_contact", field="target")
    if len(turn.targets) == 1:
        first = action >> 12 & 63
        cover = COVER[state.board[first] * PLACES + BASES[state.shape] + first] & near
        name = square_name(state.shape, (cover & -cover).bit_length() - 1)
        message = Words("this legend is named by the first of its squares in contact, {square}", square=name)
        raise IllegalAction(message, code="not_its_first_square", field="target")
    message = Words(
        "two targets must be different pieces side by side along one side of a legend, in alphabetical order"
    )
    raise IllegalAction(message, code="not_side_by_side", field="target")
