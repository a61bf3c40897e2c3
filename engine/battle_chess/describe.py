"""A position, a turn and what it did as plain values for pages, mails and screen readers.

Nothing here is a rule: chances and events are read off the positions that `state` makes. Squares are names; directions
are as the first player sees the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.battle_chess.bonus import DICE_SUPPLY, DRAWS, SUPPLIES
from engine.battle_chess.notation import reserve_letters
from engine.battle_chess.pieces import Arrow
from engine.battle_chess.state import State
from engine.battle_chess.tables import (
    BASES,
    COLUMNS,
    COVER,
    FACES,
    HOME,
    NO_BONUS,
    NO_TURN,
    NOWHERE,
    PLACES,
    ROWS,
    Face,
)
from engine.battle_chess.turns import FILES, Turn, square_name, square_number, unpack


@dataclass(frozen=True, slots=True)
class PieceOnBoard:
    """A piece as it lies. `power` 0 and `stars` hits left until it hatches: an egg."""

    seat: int
    letter: str
    slug: str
    name: str  # of the side that is up: "Gyarados", "Egg 2"
    squares: tuple[str, ...]  # the one that names it first
    back: bool
    stars: int
    power: int
    arrows: tuple[Arrow, ...]  # dx to the right, dy up, as the first player sees the board
    legend: bool
    target: bool

    @property
    def square(self) -> str:
        """The square that names it."""
        return self.squares[0]


@dataclass(frozen=True, slots=True)
class Position:
    """All there is to see. Pairs are by seat; `reserves` are legends' letters in upper case."""

    rows: int
    columns: int
    pieces: tuple[PieceOnBoard, ...]
    seat: int
    ko: tuple[int, int]
    reserves: tuple[str, str]
    dice: bool
    bonuses: tuple[int, ...]  # the cards left, or the faces of the die
    quiet: int
    turn: int
    pending: Turn | None  # waits for its bonus


def position(state: State) -> Position:
    """The position as plain values."""
    return Position(
        rows=ROWS[state.shape],
        columns=COLUMNS[state.shape],
        pieces=_pieces(state),
        seat=state.seat,
        ko=(state.ko0, state.ko1),
        reserves=(reserve_letters(state.reserve0), reserve_letters(state.reserve1)),
        dice=state.supply == DICE_SUPPLY,
        bonuses=SUPPLIES[state.supply],
        quiet=state.quiet,
        turn=state.turn,
        pending=None if state.pending == NO_TURN else unpack(state.shape, state.pending),
    )


def piece_on(state: State, square: str) -> PieceOnBoard | None:
    """The piece that covers a square of the board."""
    number = square_number(state.shape, square)
    code = state.board[number]
    return _piece(state, HOME[code * PLACES + BASES[state.shape] + number]) if code else None


def _pieces(state: State) -> tuple[PieceOnBoard, ...]:
    homes = [square for square, code in enumerate(state.board) if (face := FACES[code]) and face.quarter == 0]
    return tuple(_piece(state, home) for home in homes)


def _piece(state: State, home: int) -> PieceOnBoard:
    face = _face(state, home)
    form, sign = face.form, 1 if face.seat == 0 else -1
    cover = COVER[state.board[home] * PLACES + BASES[state.shape] + home]
    return PieceOnBoard(
        seat=face.seat,
        letter=face.piece.letter,
        slug=face.piece.slug,
        name=face.piece.form_name(form),
        squares=tuple(square_name(state.shape, square) for square in range(len(state.board)) if cover >> square & 1),
        back=form.back,
        stars=form.stars,
        power=form.power,
        arrows=tuple(Arrow(sign * arrow.dx, sign * arrow.dy, arrow.reach) for arrow in form.arrows),
        legend=face.piece.legend,
        target=face.piece.target,
    )


def _face(state: State, square: int) -> Face:
    face = FACES[state.board[square]]
    assert face is not None
    return face


def path(turn: Turn) -> tuple[str, ...]:
    """The squares that name the moving piece step by step, first and last included; one square if it stays."""
    if not turn.start:
        return (turn.goes,)
    (x, y), (to_x, to_y) = ((FILES.index(name[0]), int(name[1:])) for name in (turn.start, turn.goes))
    steps = max(abs(to_x - x), abs(to_y - y)) or 1
    dx, dy = (to_x - x) // steps, (to_y - y) // steps
    names = [f"{FILES[x + dx * step]}{y + dy * step}" for step in range(steps + 1)]
    return tuple(dict.fromkeys(names))


# --- chances ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result:
    """What one bonus makes of an attack. `bonus` None: none is drawn."""

    bonus: int | None
    weight: int
    damaged: tuple[bool, ...]  # each target
    hurt: bool  # the attacker is damaged


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of an attack in `of` equal parts; with one target, damaged[0] + hurt + nothing == of."""

    targets: tuple[str, ...]
    results: tuple[Result, ...]

    @property
    def draws(self) -> bool:
        """Whether a bonus is drawn at all."""
        return self.results[0].bonus is not None

    @property
    def of(self) -> int:
        """The number of equal parts."""
        return sum(result.weight for result in self.results)

    @property
    def damaged(self) -> tuple[int, ...]:
        """For each target, the parts in which it is damaged."""
        return tuple(sum(r.weight for r in self.results if r.damaged[k]) for k in range(len(self.targets)))

    @property
    def hurt(self) -> int:
        """The parts in which the attacker is damaged."""
        return sum(result.weight for result in self.results if result.hurt)

    @property
    def nothing(self) -> int:
        """The parts in which nobody is damaged."""
        return sum(result.weight for result in self.results if not result.hurt and not any(result.damaged))


def odds(state: State, action: int) -> Odds | None:
    """The chances of a legal turn's attack; None if it attacks nothing."""
    squares = _target_squares(action)
    if not squares:
        return None
    results = []
    for bonus, weight in DRAWS[state.supply] if state.needs_bonus(action) else ((None, 1),):
        after = state.play(action, NO_BONUS if bonus is None else bonus)
        damaged = tuple(after.board[square] != state.board[square] for square in squares)
        hurt = after.board[action >> 6 & 63] != state.board[action & 63]
        results.append(Result(bonus, weight, damaged, hurt))
    return Odds(unpack(state.shape, action).targets, tuple(results))


def _target_squares(action: int) -> list[int]:
    if action & 63 == NOWHERE:
        return []
    return [square for square in (action >> 12 & 63, action >> 18 & 63) if square != NOWHERE]
