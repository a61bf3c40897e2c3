"""The first field of a position, both ways (rules §9)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.battle_chess.setups import BOARDS
from engine.battle_chess.tables import (
    BOARD_SIZE,
    CODE_OF,
    COLUMNS,
    FACES,
    LEGEND_BODY,
    OWNER,
    ROWS,
    SPAN,
    TARGET,
    square,
)
from engine.battle_chess.turns import square_name
from engine.protocol import NotationError
from engine.words import Words

_TOKEN = re.compile(r"[1-9]|\*{0,3}\+?[A-Za-z]|.", re.ASCII | re.DOTALL)
_DIGITS = tuple("123456789")
_SIZES = ", ".join(f"{rows} ranks of {columns}" for rows, columns in BOARDS)


def board_text(shape: int, board: Sequence[int]) -> str:
    """Ranks from the top."""
    return "/".join(_rank_text(shape, board, rank) for rank in reversed(range(ROWS[shape])))


def _rank_text(shape: int, board: Sequence[int], rank: int) -> str:
    text, free = "", 0
    for file in range(COLUMNS[shape]):
        face = FACES[board[square(shape, file, rank)]]
        if face is None:
            free += 1
            continue
        text += (str(free) if free else "") + face.token
        free = 0
    return text + (str(free) if free else "")


def parse_board(text: str) -> tuple[int, list[int]]:
    """The shape and the code of every square. Raises NotationError for the field "board"."""
    ranks = [_parse_rank(rank) for rank in text.split("/")[:10]]
    shape = _shape_of(ranks)
    board = [0] * BOARD_SIZE
    for rank, codes in enumerate(reversed(ranks)):
        for file, code in enumerate(codes):
            board[square(shape, file, rank)] = code
    _join_legends(shape, board)
    _check_targets(board)
    return shape, board


def _error(message: str) -> NotationError:
    return NotationError(message, field="board")


def _parse_rank(text: str) -> list[int]:
    codes: list[int] = []
    after_digit = False
    for token in _TOKEN.findall(text[:50]):
        digit = token in _DIGITS
        if digit and after_digit:
            raise _error(Words("two digits stand side by side; write their sum"))
        after_digit = digit
        if digit:
            codes.extend([0] * int(token))
        elif token in CODE_OF:
            codes.append(CODE_OF[token])
        else:
            words = Words(
                "{token!r} is no piece; a piece is its letter, + before it for its back, stars for its egg", token=token
            )
            raise _error(words)
    return codes


def _shape_of(ranks: list[list[int]]) -> int:
    for shape, (rows, columns) in enumerate(BOARDS):
        if len(ranks) == rows and all(len(rank) == columns for rank in ranks):
            return shape
    sizes = ", ".join(str(len(rank)) for rank in ranks)
    words = Words("the ranks have {sizes} squares from the top; there are boards of {known}", sizes=sizes, known=_SIZES)
    raise _error(words)


def _join_legends(shape: int, board: list[int]) -> None:
    """Number the four squares of each legend; the first square not yet in a block begins one."""
    done: set[int] = set()
    for x in range(COLUMNS[shape]):
        for y in range(ROWS[shape]):
            at = square(shape, x, y)
            code = board[at]
            if at in done or SPAN[code] < len(LEGEND_BODY):
                continue
            cells = [(x + dx, y + dy) for dx, dy in LEGEND_BODY]
            if not all(cx < COLUMNS[shape] and cy < ROWS[shape] for cx, cy in cells):
                raise _broken(shape, at, code)
            block = [square(shape, *cell) for cell in cells]
            if any(board[part] != code or part in done for part in block):
                raise _broken(shape, at, code)
            for quarter, part in enumerate(block):
                board[part] = code + quarter
            done.update(block)


def _broken(shape: int, at: int, code: int) -> NotationError:
    face = FACES[code]
    assert face is not None
    words = Words(
        "the {token} on {square} is not the lowest-left of four equal ones; a legend covers 2 × 2 squares",
        token=face.token,
        square=square_name(shape, at),
    )
    return _error(words)


def _check_targets(board: Sequence[int]) -> None:
    counts = [sum(TARGET[code] and OWNER[code] == seat for code in board) for seat in (0, 1)]
    for seat, count in enumerate(counts):
        if count > 1:
            words = Words(
                "player {number} has {count} targets (V or T, or an egg of one); a player has one",
                number=seat + 1,
                count=count,
            )
            raise _error(words)
    if counts == [0, 0]:
        raise _error(Words("neither player has a target (V or T, or an egg of one)"))
