"""Positions and turns as text, both ways (rules §9).

A position whose turn waits for its bonus has an eighth field: `?` and that turn, `… 0 7 ?c2-c3xd4`.
"""

from __future__ import annotations

import re

from engine.battle_chess.board_text import board_text, parse_board
from engine.battle_chess.bonus import DICE_SUPPLY, SUPPLIES, supply_text
from engine.battle_chess.pieces import CARDS, KO_SPACES, LEGENDS, QUIET_LIMIT
from engine.battle_chess.state import State
from engine.battle_chess.tables import COLUMNS, NO_TURN, ROWS
from engine.battle_chess.turns import FILES, Turn, pack, square_name, unpack
from engine.protocol import IllegalAction, NotationError
from engine.words import Words

MOST_LEGENDS = 3  # in one reserve
MOST_TURNS = 99_999  # before a match begins; it can always be played on from there
_FIELDS = ("board", "to move", "K.O. counts", "reserves", "bonus", "quiet turns", "turn number")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_TURN = re.compile(r"([a-z][0-9])(?:-([a-z][0-9]))?(?:x([a-z][0-9])(?:,([a-z][0-9]))?)?", re.ASCII)
_SUMMONS = re.compile(r"([A-Z])@([a-z][0-9])", re.ASCII)
_OUTCOME = re.compile(r"\+(0|[1-9][0-9]{0,2})", re.ASCII)


def shown(text: str) -> str:
    """A piece of somebody's text in an error: quoted, on one line, not longer than a line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


# --- positions -------------------------------------------------------------------------------------------------------


def state_text(state: State) -> str:
    """The position in one line."""
    fields = [
        board_text(state.shape, state.board),
        str(state.seat + 1),
        f"{state.ko0}/{state.ko1}",
        (reserve_letters(state.reserve0) + reserve_letters(state.reserve1).lower()) or "-",
        supply_text(state.supply),
        str(state.quiet),
        str(state.turn),
    ]
    if state.pending != NO_TURN:
        fields.append("?" + unpack(state.shape, state.pending).text)
    return " ".join(fields)


def reserve_letters(reserve: int) -> str:
    """The legends in a packed reserve, in upper case and alphabetical order."""
    return "".join(piece.letter * (reserve >> 4 * kind & 15) for kind, piece in enumerate(LEGENDS))


def parse_start(text: str) -> State:
    """The position of a line that a match can begin with. Raises NotationError."""
    state = parse_state(text)
    if state.turn > MOST_TURNS:
        raise _no_number(str(state.turn), "turn number", 1, MOST_TURNS)
    return state


def parse_state(text: str) -> State:
    """The position of a line. Raises NotationError naming the field that is wrong."""
    fields = text.split(" ")
    if len(fields) not in (len(_FIELDS), len(_FIELDS) + 1) or "" in fields:
        message = Words("it has seven fields with one space between them: {names}", names=", ".join(_FIELDS))
        raise NotationError(message, field="position")
    board, seat, kos, reserves, supply, quiet, turn = fields[:7]
    shape, squares = parse_board(board)
    state = State(
        shape,
        squares,
        _parse_seat(seat),
        _parse_supply(supply),
        _parse_number(quiet, "quiet turns", 0, QUIET_LIMIT),
        _parse_number(turn, "turn number", 1),
    )
    state.ko0, state.ko1 = _parse_kos(kos)
    state.reserve0, state.reserve1 = _parse_reserves(reserves)
    return _parse_pending(state, fields[7]) if len(fields) > 7 else state


def _parse_seat(text: str) -> int:
    if text not in ("1", "2"):
        raise NotationError(Words("{text} is neither 1 nor 2", text=shown(text)), field="to move")
    return int(text) - 1


def _parse_number(text: str, field: str, least: int, most: int | None = None) -> int:
    if not _NUMBER.fullmatch(text) or int(text) < least or (most is not None and int(text) > most):
        raise _no_number(text, field, least, MOST_TURNS if most is None else most)
    return int(text)


def _no_number(text: str, field: str, least: int, most: int) -> NotationError:
    message = Words("{text} is not a whole number from {least} to {most}", text=shown(text), least=least, most=most)
    return NotationError(message, field=field)


def _parse_kos(text: str) -> tuple[int, int]:
    if not re.fullmatch(rf"[0-{KO_SPACES}]/[0-{KO_SPACES}]", text):
        message = Words("{text} is not two counts from 0 to {most}, as in 0/3", text=shown(text), most=KO_SPACES)
        raise NotationError(message, field="K.O. counts")
    return int(text[0]), int(text[2])


def _parse_reserves(text: str) -> tuple[int, int]:
    if text == "-":
        return 0, 0
    letters = "".join(piece.letter for piece in LEGENDS)
    if not re.fullmatch(f"[{letters}]*[{letters.lower()}]*", text) or not text:
        message = Words(
            "{text} is not legends of {letters}: in upper case the first player's, in lower case the other's; or -",
            text=shown(text),
            letters=letters,
        )
        raise NotationError(message, field="reserves")
    first = "".join(letter for letter in text if letter.isupper())
    return pack_reserve(first), pack_reserve(text[len(first) :].upper())


def pack_reserve(letters: str) -> int:
    if list(letters) != sorted(letters):
        raise NotationError(Words("{letters} is not in alphabetical order", letters=letters), field="reserves")
    if len(letters) > MOST_LEGENDS:
        message = Words(
            "{letters} is more than {most} legends of one player", letters=shown(letters), most=MOST_LEGENDS
        )
        raise NotationError(message, field="reserves")
    return sum(letters.count(piece.letter) << 4 * kind for kind, piece in enumerate(LEGENDS))


def _parse_supply(text: str) -> int:
    texts = [supply_text(supply) for supply in range(len(SUPPLIES))]
    if text in texts:
        return texts.index(text)
    cards = ".".join(map(str, CARDS))
    message = Words(
        "{text} is neither {dice} nor cards of {cards}, ascending and joined by dots",
        text=shown(text),
        dice=texts[DICE_SUPPLY],
        cards=cards,
    )
    raise NotationError(message, field="bonus")


def _parse_pending(state: State, text: str) -> State:
    if not text.startswith("?"):
        raise NotationError(Words("{text} does not begin with ?", text=shown(text)), field="pending turn")
    try:
        turn = parse_turn(state, text[1:])
    except (NotationError, IllegalAction) as error:
        raise NotationError(error.args[0], field="pending turn") from None
    if turn not in state.turns() or not state.needs_bonus(turn):
        message = Words("{text} is no legal turn that needs a bonus here", text=text[1:])
        raise NotationError(message, field="pending turn")
    return state.wait(turn)


# --- turns -----------------------------------------------------------------------------------------------------------


def parse_turn(state: State, text: str) -> int:
    """The number of a turn, legal or not.

    Raises NotationError if it is no notation, IllegalAction if it names a square or a legend that there is not.
    """
    if summons := _SUMMONS.fullmatch(text):
        turn = Turn("", summons[2], summons=summons[1])
    elif (parts := _TURN.fullmatch(text)) and (parts[2] or parts[3]):
        turn = Turn(parts[1], parts[2] or parts[1], tuple(name for name in parts.groups()[2:] if name))
        if parts[2] == parts[1]:
            message = Words("{text} moves nowhere; a piece that stays is written once", text=shown(text))
            raise NotationError(message, field="turn")
    else:
        message = Words("{text} is no turn; write c2-c3, c2xd3, c2-c3xd4, d3xc5,d5 or K@d3", text=shown(text))
        raise NotationError(message, field="turn")
    _check_names(state.shape, turn)
    return pack(state.shape, turn)


def _check_names(shape: int, turn: Turn) -> None:
    if turn.summons and turn.summons not in {piece.letter for piece in LEGENDS}:
        message = Words("{letter} is no legend", letter=turn.summons)
        raise IllegalAction(message, code="no_legend", field="summons")
    named = {"from": [turn.start] if turn.start else [], "to": [turn.goes], "target": turn.targets}
    for field, names in named.items():
        for name in names:
            if name[0] not in FILES[: COLUMNS[shape]] or not 1 <= int(name[1]) <= ROWS[shape]:
                raise _off_board(shape, name, field)


def _off_board(shape: int, name: str, field: str) -> IllegalAction:
    last = square_name(shape, ROWS[shape] * COLUMNS[shape] - 1)
    message = Words("there is no square {square}; the board goes from a1 to {last}", square=name, last=last)
    return IllegalAction(message, code="off_board", field=field)


def parse_outcome(state: State, text: str) -> int:
    """The bonus of a text like `+40`. Raises NotationError, or IllegalAction if it cannot come now."""
    match = _OUTCOME.fullmatch(text)
    if not match:
        raise NotationError(Words("{text} is no bonus; write +0 or +40", text=shown(text)), field="bonus")
    bonus = int(match[1])
    if bonus not in SUPPLIES[state.supply]:
        raise IllegalAction(
            f"+{bonus} cannot come; there is {supply_text(state.supply)}", code="no_bonus", field="bonus"
        )
    return bonus
