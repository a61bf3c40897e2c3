"""The rules of first steps and of what is seen, read a second time, slowly, from texts (rules §5, §11, §12).

Shares nothing with `engine.chakart`: squares are pairs of file and rank, pieces their letters.
"""

from __future__ import annotations

from collections.abc import Iterator

Point = tuple[int, int]
Board = dict[Point, str]

WHITE, BLACK = "PRNBQKSUOCTLI", "prnbqksuoctli"
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTED = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
SLIDERS = {"R": STRAIGHT, "B": SLANTED, "Q": STRAIGHT + SLANTED}
SOFT, HARD = "em", "dw"


def board_of(fen: str) -> Board:
    """Who and what stands where; a hidden queen too."""
    board: Board = {}
    for row, rank in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in rank:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, 7 - row] = letter
                file += 1
    return board


def name(point: Point) -> str:
    return "abcdefgh"[point[0]] + str(point[1] + 1)


def seen(fen: str, viewer: str | None) -> str:
    """The placement as White, Black or a spectator (None) sees it: without the other side's hidden queen."""
    board = board_of(fen)
    shown = {at: letter for at, letter in board.items() if letter not in "iI" or _side(letter) == viewer}
    rows = ["".join(shown.get((file, rank), " ") for file in range(8)) for rank in range(7, -1, -1)]
    for count in range(8, 0, -1):
        rows = [row.replace(" " * count, str(count)) for row in rows]
    return "/".join(rows)


def first_steps(fen: str) -> list[str]:
    """Every move key, sorted."""
    _, side, _, powers, _ = fen.split()
    board = {at: letter for at, letter in board_of(fen).items() if _side(letter) == side or letter not in "iI"}
    hidden = {at for at, letter in board_of(fen).items() if letter in "iI"}
    shell, stealth = (digit == "1" for digit in (powers[:2] if side == "w" else powers[2:]))
    found: list[str] = []
    for at, letter in board.items():
        if _side(letter) != side or letter.upper() not in "PRNBQK":
            continue
        for goes in _goes(board, at, letter.upper(), side):
            found += _keys(at, goes, letter.upper(), side)
            if letter.upper() == "Q" and stealth and goes not in board and goes not in hidden:
                found.append(f"{name(at)}{name(goes)}:stealth")
        if letter.upper() == "K" and shell:
            found += [f"{name(at)}{name(target)}:shell" for target in _shelled(board, at, side)]
    return sorted(found)


def _side(letter: str) -> str | None:
    return "w" if letter in WHITE else "b" if letter in BLACK else None


def _keys(at: Point, goes: Point, letter: str, side: str) -> list[str]:
    key = name(at) + name(goes)
    promotes = letter == "P" and goes[1] == (7 if side == "w" else 0)
    return [f"{key}={became}" for became in "qrbnk"] if promotes else [key]


def _goes(board: Board, at: Point, letter: str, side: str) -> Iterator[Point]:
    if letter == "P":
        yield from _pawn_goes(board, at, side)
        return
    if letter in SLIDERS:
        reached = [goes for way in SLIDERS[letter] for goes in _slide(board, at, way)]
    elif letter == "K":
        reached = [(at[0] + dx, at[1] + dy) for dx, dy in STRAIGHT + SLANTED]
    else:
        reached = [(at[0] + dx, at[1] + dy) for dx in range(-2, 3) for dy in range(-2, 3) if abs(dx * dy) == 2]
    for goes in reached:
        if _inside(goes) and _side(board.get(goes, " ")) != side:
            yield goes


def _slide(board: Board, at: Point, way: Point) -> Iterator[Point]:
    goes = (at[0] + way[0], at[1] + way[1])
    while _inside(goes):
        yield goes
        if board.get(goes, "e") not in SOFT:
            return
        goes = (goes[0] + way[0], goes[1] + way[1])


def _pawn_goes(board: Board, at: Point, side: str) -> Iterator[Point]:
    ahead = 1 if side == "w" else -1
    home = (0, 1) if side == "w" else (7, 6)
    open_to = [(at[0], at[1] + ahead * steps) for steps in (1, 2)]
    blocked = [_side(board.get(goes, " ")) is not None for goes in open_to]
    if _inside(open_to[0]) and not blocked[0]:
        yield open_to[0]
        if at[1] in home and not blocked[1]:
            yield open_to[1]
    for goes in ((at[0] - 1, at[1] + ahead), (at[0] + 1, at[1] + ahead)):
        if goes in board and _side(board[goes]) != side:
            yield goes


def _shelled(board: Board, at: Point, side: str) -> Iterator[Point]:
    for way in STRAIGHT + SLANTED:
        *_, last = [at, *_slide(board, at, way)]
        if last != at and board.get(last, "e") not in SOFT and _side(board[last]) != side:
            yield last


def _inside(point: Point) -> bool:
    return 0 <= point[0] < 8 and 0 <= point[1] < 8
