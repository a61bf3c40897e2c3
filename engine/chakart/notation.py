"""States and actions as text, both ways (rules §0, §3.2).

Between turns a state is its FEN. In the middle of a turn it is the FEN before the turn and, a space before each, the
decisions and draws so far: `<FEN> f8f6 waluigi d7`. Before the first turn it is `array`, the setup and what is drawn.
What one side sees while the other has a hidden queen has `I?` or `i?` behind the FEN; only that cannot be read back.
"""

from __future__ import annotations

import re

from engine.chakart.actions import (
    ARRAY,
    DROP,
    FLIP,
    HATCH,
    MOVE,
    PLACE,
    PROMOTE,
    SLIDE,
    SWAP,
    parse,
    unpack,
)
from engine.chakart.actions import pack as packed
from engine.chakart.pieces import KING, MOST_PIECES, ORTHODOX, SETUPS
from engine.chakart.state import State
from engine.chakart.tables import (
    BOTH_ARRAYS,
    CODE_OF,
    FIRST_THING,
    HIDDEN_LETTERS,
    KIND,
    KINDS,
    LETTER,
    NAMES,
    NOWHERE,
    OWNER,
    STEP,
    WHITE_ARRAY,
)
from engine.protocol import IllegalAction, NotationError
from engine.words import Words

MOST_PLIES = 99_999  # before a match begins; it can always be played on from there
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
ARRAYS_OF = {"asymmetric": WHITE_ARRAY, "symmetric": BOTH_ARRAYS}
ALL_POWERS = 0b1111
FEN_FIELDS = ("placement", "turn", "ply", "powers", "reserve")
_RESERVE = re.compile("[0-9a-z]{12}", re.ASCII)
_NUMBER = re.compile("0|[1-9][0-9]{0,8}", re.ASCII)
# the kind of action that each stage awaits, decisions first
AWAITED = (MOVE, DROP, PROMOTE, SWAP, PLACE, MOVE, SLIDE, SLIDE, HATCH, FLIP, FLIP, ARRAY, ARRAY, ARRAY)


def shown(text: str) -> str:
    """A piece of somebody's text in an error: quoted, on one line, not longer than a line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


# --- writing ---------------------------------------------------------------------------------------------------------


def state_text(state: State) -> str:
    """The state in one line."""
    steps: list[str] = []
    while state.parent is not None:
        steps.append(unpack(state.last).text)
        state = state.parent
    return " ".join([_start_text(state), *reversed(steps)])


def _start_text(state: State) -> str:
    if state.stage != STEP:
        return f"array {next(slug for slug, stage in ARRAYS_OF.items() if stage == state.stage)}"
    return fen(state) if not state.veiled else f"{fen(state)} {_veil(state)}"


def _veil(state: State) -> str:
    """That the other side has a hidden queen; and the square that is known not to be free, if one is."""
    return f"{HIDDEN_LETTERS[1 - state.seat]}?{NAMES[state.ghost] if state.ghost < NOWHERE else ''}"


def fen(state: State) -> str:
    """The five fields of a position between turns, without what is veiled."""
    return f"{placement(state)} {'wb'[state.seat]} {state.ply} {powers_text(state)} {reserve_text(state)}"


def placement(state: State) -> str:
    """The first field; also in the middle of a turn."""
    letters = [LETTER[code] or "." for code in state.board]
    if state.ghost < NOWHERE and not state.veiled:
        letters[state.ghost] = HIDDEN_LETTERS[1 - state.seat]
    ranks = ("".join(letters[first : first + 8]) for first in range(56, -1, -8))
    return re.sub(r"\.+", lambda free: str(len(free[0])), "/".join(ranks))


def powers_text(state: State) -> str:
    """White's shell and stealth move, Black's: 1 while unused."""
    return "".join(str(state.powers >> bit & 1) for bit in range(4))


def reserve_text(state: State) -> str:
    """How many of each type are off the board, White's first; a count is one digit of base 36."""
    counts = [reserve >> 6 * kind & 63 for reserve in (state.reserve0, state.reserve1) for kind in range(KINDS)]
    return "".join(DIGITS[count] for count in counts)


# --- reading ---------------------------------------------------------------------------------------------------------


def initial_state(slug: str) -> State:
    """The first state of a setup; a draw unless nothing is drawn. Raises NotationError for an unknown one."""
    if slug not in {setup.slug for setup in SETUPS}:
        known = ", ".join(setup.slug for setup in SETUPS)
        raise NotationError(Words("no setup {slug!r}; there are {known}", slug=slug, known=known), field="setup")
    if slug in ARRAYS_OF:
        state = State([0] * 64, 0, 0, ALL_POWERS, 0, 0)
        state.stage = ARRAYS_OF[slug]
        return state
    return parse_fen(f"{ORTHODOX.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{ORTHODOX} w 0 1111 {'0' * 12}".split(" "))


def parse_start(text: str) -> State:
    """The state of a line that a match can begin with. Raises NotationError."""
    state = parse_state(text)
    if state.ply > MOST_PLIES:
        raise _no_ply(str(state.ply))
    return state


def parse_state(text: str) -> State:
    """The state of a line. Raises NotationError naming the field that is wrong."""
    words = text.split(" ")
    if words[0] == "array":
        slugs = ", ".join(ARRAYS_OF)
        if len(words) < 2 or words[1] not in ARRAYS_OF:
            raise NotationError(Words("after array comes one of {slugs}", slugs=slugs), field="position")
        return _follow(initial_state(words[1]), words[2:])
    if len(words) < len(FEN_FIELDS) or "" in words:
        message = Words("it has five fields with one space between them: {names}", names=", ".join(FEN_FIELDS))
        raise NotationError(message, field="position")
    return _follow(parse_fen(words[:5]), words[5:])


def _follow(state: State, steps: list[str]) -> State:
    """The state after the decisions and draws of a turn that is not over."""
    for text in steps:
        if text[:1] in HIDDEN_LETTERS and text[1:2] == "?":
            message = Words("where the hidden queen stands is missing, so nobody can play on")
            raise NotationError(message, field="placement")
        try:
            action = parse_action(state, text)
        except (NotationError, IllegalAction) as error:
            raise NotationError(error.args[0], field="turn so far") from None
        if action not in state.actions():
            raise NotationError(Words("{text} is not possible there", text=shown(text)), field="turn so far")
        state = state.play(action)
        if state.parent is None:
            raise NotationError(Words("the turn is over after {text}", text=shown(text)), field="turn so far")
    return state


def parse_fen(fields: list[str]) -> State:
    """The position of the five fields of a FEN. Raises NotationError naming the field that is wrong."""
    letters = _parse_placement(fields[0])
    board = [CODE_OF.get(letter, 0) for letter in letters]
    if fields[1] not in ("w", "b"):
        raise NotationError(Words("{text} is neither w nor b", text=shown(fields[1])), field="turn")
    if not _NUMBER.fullmatch(fields[2]):
        raise _no_ply(fields[2])
    if not re.fullmatch("[01]{4}", fields[3]):
        raise NotationError(Words("{text} is not four digits, each 0 or 1", text=shown(fields[3])), field="powers")
    if not _RESERVE.fullmatch(fields[4]):
        counted = Words("{text} is not twelve counts, each a digit or a lower-case letter", text=shown(fields[4]))
        raise NotationError(counted, field="reserve")
    counts = [DIGITS.index(digit) for digit in fields[4]]
    reserves = [sum(count << 6 * kind for kind, count in enumerate(side)) for side in (counts[:KINDS], counts[KINDS:])]
    powers = sum(int(digit) << bit for bit, digit in enumerate(fields[3]))
    state = State(board, "wb".index(fields[1]), int(fields[2]), powers, *reserves)
    state.ghost = _parse_ghost(state, letters)
    _check_material(state, sum(counts) + (state.ghost != NOWHERE))
    return state


def _no_ply(text: str) -> NotationError:
    number = Words("{text} is not a whole number from 0 to {most}", text=shown(text), most=MOST_PLIES)
    return NotationError(number, field="ply")


def _parse_placement(text: str) -> list[str]:
    """What stands on each square, from a1 on: a letter, or "" for nothing."""
    ranks = [re.sub("[1-8]", lambda digit: "." * int(digit[0]), rank) for rank in text.split("/")]
    if len(ranks) != 8 or any(len(rank) != 8 for rank in ranks):
        raise NotationError(Words("it is not eight ranks of eight squares"), field="placement")
    if re.search("[1-8]{2}", text):
        raise NotationError(Words("free squares beside each other are one number"), field="placement")
    letters = [letter.replace(".", "") for rank in reversed(ranks) for letter in rank]
    for letter in letters:
        if letter and letter not in CODE_OF and letter not in HIDDEN_LETTERS:
            message = Words("{letter} stands for no piece and no object", letter=shown(letter))
            raise NotationError(message, field="placement")
    if "." in text:
        raise NotationError(Words("free squares are counted, not dotted"), field="placement")
    return letters


def _parse_ghost(state: State, letters: list[str]) -> int:
    """The square of a hidden queen: only who has just moved can have one, after the one stealth move."""
    hidden = [square for square, letter in enumerate(letters) if letter in HIDDEN_LETTERS]
    if not hidden:
        return NOWHERE
    other = 1 - state.seat
    if len(hidden) > 1 or letters[hidden[0]] != HIDDEN_LETTERS[other]:
        message = Words("only one queen can be hidden, of the side that is not to move")
        raise NotationError(message, field="placement")
    if state.powers >> 2 * other + 1 & 1:
        raise NotationError(Words("the hidden queen's stealth move is still unused"), field="powers")
    return hidden[0]


def _check_material(state: State, others: int) -> None:
    codes = [code for code in state.board if 0 < code < FIRST_THING]
    if len(codes) + others > MOST_PIECES:
        message = Words("there are more than {most} pieces, those in reserve among them", most=MOST_PIECES)
        raise NotationError(message, field="reserve")
    if not any(KIND[code] == KING for code in codes):
        raise NotationError(Words("there is no king"), field="placement")
    for square, code in enumerate(state.board):
        if KIND[code] == 0 and square // 8 == (0 if OWNER[code] else 7):
            message = Words("a pawn stands on its last rank, {square}", square=NAMES[square])
            raise NotationError(message, field="placement")


def parse_action(state: State, text: str) -> int:
    """The decision or outcome of a text, possible or not. Raises NotationError if it is none of the awaited kind."""
    kind = AWAITED[state.stage]
    action = parse(kind, text)
    if action is None:
        raise NotationError(_hint(kind, text), field="turn")
    return packed(action)


def _hint(kind: int, text: str) -> Words:
    if kind == MOVE:
        return Words("{text} is no step; write e2e4, b7b8=k, d1d5:stealth or e1e6:shell", text=shown(text))
    if kind == PLACE:
        return Words("{text} is no piece and square; write p@e4", text=shown(text))
    if kind == PROMOTE:
        return Words("{text} is nothing a pawn becomes; write one of q r b n k", text=shown(text))
    if kind == HATCH:
        return Words("{text} is no effect of an egg", text=shown(text))
    if kind == ARRAY:
        return Words("{text} is no array; write eight letters such as {array}", text=shown(text), array=ORTHODOX)
    return Words("{text} is no square; write e4", text=shown(text))
