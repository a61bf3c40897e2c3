"""A position drawn in monospaced characters, for mails."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.battle_chess.describe import PieceOnBoard, Position
from engine.battle_chess.pieces import BY_LETTER, KO_SPACES
from games.play.boards import Cell
from games.play.boards.battle_chess.frame import Frame
from games.play.words import said

CELL = 4


def board_text(position: Position, frame: Frame, seat: int) -> str:
    """The board with `seat` below and in capitals, how to read it, and what lies beside it."""
    on = {square: piece for piece in position.pieces for square in piece.squares}
    names = frame.names()
    lines = [_row(row[0][1:], [_cell(on.get(name), seat) for name in row]) for row in names]
    lines.append(_row("", [name[0] for name in names[-1]]))
    return "\n".join([*lines, "", *_key(position), "", *_beside(position, seat)])


def _row(head: str, cells: list[str]) -> str:
    return (head.ljust(2) + "".join(cell.rjust(CELL) for cell in cells)).rstrip()


def _cell(piece: PieceOnBoard | None, seat: int) -> str:
    if piece is None:
        return "."
    letter = piece.letter if piece.seat == seat else piece.letter.lower()
    return (str(piece.stars) if piece.stars else "+" if piece.back else "") + letter


def cells(position: Position, frame: Frame, seat: int, colours: tuple[str, str]) -> list[list[Cell]]:
    """The same as a table; a legend is one cell, where its top left is."""
    on = {square: piece for piece in position.pieces for square in piece.squares}
    rows = []
    for row in frame.names():
        here = [(name, on.get(name)) for name in row]
        shown = [piece for name, piece in here if piece is None or _begins(frame, name, piece)]
        rows.append([_as_cell(piece, seat, colours) for piece in shown])
    return rows


def _begins(frame: Frame, name: str, piece: PieceOnBoard) -> bool:
    box = frame.box(piece.squares)
    return frame.corner(name) == (box.x, box.y)


def _as_cell(piece: PieceOnBoard | None, seat: int, colours: tuple[str, str]) -> Cell:
    if piece is None:
        return Cell()
    note = f"{piece.power or ''}{' ♥' if piece.target else ''}".strip()
    return Cell(_cell(piece, seat), note, colours[piece.seat], 2 if piece.legend else 1, piece.back)


def _key(position: Position) -> list[str]:
    letters = sorted({piece.letter for piece in position.pieces} | set("".join(position.reserves)))
    names = [f"{letter} {said(BY_LETTER[letter].name)}" for letter in letters]
    return [
        _("Capitals are the side below. + turned over, 1 to 3 an egg with so many hits left."),
        *(", ".join(names[start : start + 6]) for start in range(0, len(names), 6)),
    ]


def _beside(position: Position, seat: int) -> list[str]:
    lines = []
    for who, words in ((seat, _("Below")), (1 - seat, _("Above"))):
        reserve = ", ".join(said(BY_LETTER[letter].name) for letter in position.reserves[who]) or _("nobody")
        lines.append(
            _("{side}: {filled} of {spaces} K.O. spaces filled, in reserve {reserve}.").format(
                side=words, filled=position.ko[who], spaces=KO_SPACES, reserve=reserve
            )
        )
    bonuses = " ".join(f"+{bonus}" for bonus in position.bonuses)
    lines.append(
        (_("Plus Power die: {bonuses}") if position.dice else _("Cards left: {bonuses}")).format(bonuses=bonuses)
    )
    return lines
