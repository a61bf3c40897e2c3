"""What a turn awaits, and all that may come next: decisions and draws (rules §6 to §10).

Between turns it is a first step. `stage` says what it is in the middle of a turn. Written for speed, plainly enough to
be compiled as it stands.
"""

from __future__ import annotations

from engine.chakart import pieces, tables
from engine.chakart.position import Position

# names of this module's own, for a compiler to give them types; others take them from `tables`
STEP, DROP, PROMOTION, SWAPPING, PLACING, AGAIN = range(6)
BANANA_DRAW, BOMB_DRAW, EGG_DRAW, LUIGI_DRAW, WALUIGI_DRAW, WHITE_ARRAY, BLACK_ARRAY, BOTH_ARRAYS = range(6, 14)
KINDS = tables.KINDS
HARD = tables.HARD
PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING = range(6)
KINGBOO, KOOPA, TOADETTE, CHOMP, DAISY, BOWSER, LUIGI, WALUIGI = range(8)
MOVE, STEALTH, SHELL, DROP_ON, PROMOTE, SWAP, PLACE, SLIDE, HATCH, FLIP, ARRAY = range(11)  # kinds of actions
TERMINAL, CHANCE = -2, -1

OWNER = tables.numbers(tables.OWNER)
KIND = tables.numbers(tables.KIND)
RELATION = tables.numbers(tables.RELATION)
PROMOTIONS = tables.numbers(pieces.PROMOTIONS)
BESIDE_START = tables.numbers(tables.BESIDE_START)
BESIDE = tables.numbers(tables.BESIDE)
# what may come of itself, made once
ALL_PROMOTIONS = [PROMOTE << 12 | number << 16 for number in pieces.PROMOTIONS]
ALL_EFFECTS = [HATCH << 12 | effect << 16 for effect in range(len(pieces.EFFECTS))]
ALL_ARRAYS = [number << 16 | ARRAY << 12 for number in range(len(pieces.ARRAYS))]


class Awaiting(Position):
    """A position in which something is awaited. The fields are whole numbers but for `parent`."""

    __slots__ = (
        "base",
        "bonus",
        "egg",
        "here",
        "last",
        "lay",
        "lost",
        "parent",
        "piece",
        "stage",
        "start",
        "stuck",
        "veiled",
        "vx",
        "vy",
    )

    base: int  # type of the moving piece when its step began
    bonus: int  # 1 in a bonus step
    egg: int  # the effect that hatched in this turn
    here: int  # where the moving piece is
    last: int  # what was applied to `parent`
    lay: int  # where a pawn or knight will leave its object
    lost: int  # seat without a king, or -1
    parent: Awaiting | None  # the state before, within the same turn
    piece: int  # code of the moving piece
    stage: int
    start: int  # where its step began
    stuck: int  # number of immobilised pieces
    veiled: int  # 1: `ghost` is not shown, whatever it says (see views)
    vx: int  # its last displacement, files and ranks
    vy: int

    def key(self) -> tuple[object, ...]:
        """All there is to know; equal for equal states."""
        if self.parent is not None:
            return (*self.parent.key(), self.last)
        scalars = (self.seat, self.ply, self.powers, self.reserve0, self.reserve1, self.ghost, self.veiled, self.stage)
        return (bytes(self.board), *scalars)

    def __eq__(self, other: object) -> bool:
        """By value."""
        return isinstance(other, Awaiting) and self.key() == other.key()

    def __hash__(self) -> int:
        """By value."""
        return hash(self.key())

    def player(self) -> int:
        """The seat to decide, CHANCE or TERMINAL. Who has no king or no step has lost (rules §13)."""
        if self.stage != STEP:
            return CHANCE if self.stage >= BANANA_DRAW else self.seat
        if self.lost >= 0 or not self.has_step():
            return TERMINAL
        return self.seat

    def decisions(self) -> list[int]:
        """What the seat to decide may choose from; nothing at a draw and at the end."""
        found: list[int] = []
        if self.stage == STEP:
            return found if self.lost >= 0 else self.steps()
        if self.stage == DROP:
            self._add_drops(found)
        elif self.stage == PROMOTION:
            found.extend(ALL_PROMOTIONS)
        else:
            self._add_bonus_steps(found, False)
        return found

    def _add_bonus_steps(self, found: list[int], one: bool) -> None:
        """What an egg's effect lets the seat do; with `one`, no more than it takes to know that there is anything."""
        if self.stage == SWAPPING:
            self._add_swaps(found, one)
        elif self.stage == PLACING:
            self._add_places(found, one)
        elif self.stage == AGAIN:
            self._add_steps(self.here, found)

    def outcomes(self) -> list[tuple[int, int]]:
        """What can be drawn, each with its weight: all are equally likely."""
        return [(outcome, 1) for outcome in self.draws()]

    def draws(self) -> list[int]:
        """What can be drawn, if anything is."""
        if self.stage >= WHITE_ARRAY:
            return ALL_ARRAYS
        found: list[int] = []
        if self.stage <= BOMB_DRAW:
            self._add_ways(found, False)
        elif self.stage == EGG_DRAW:
            for effect in range(8):
                if self._applies(effect):
                    found.append(ALL_EFFECTS[effect])
        else:
            for square in range(64):
                if self._can_flip(square, self.seat if self.stage == WALUIGI_DRAW else 1 - self.seat):
                    found.append(square | FLIP << 12)
        return found

    def actions(self) -> list[int]:
        """All that may come next: decisions, or what can be drawn."""
        return self.draws() if self.stage >= BANANA_DRAW else self.decisions()

    def _add_ways(self, found: list[int], one: bool) -> None:
        """Where a banana or bomb may send the piece (rules §7); with `one`, at most one of them."""
        row = 2 * self.here + (self.stage == BOMB_DRAW)
        for number in range(BESIDE_START[row], BESIDE_START[row + 1]):
            if RELATION[self.board[BESIDE[number]]] <= HARD:
                found.append(BESIDE[number] | SLIDE << 12)
                if one:
                    return

    def _add_drops(self, found: list[int]) -> None:
        """Where a rook or bishop may leave its object: no piece there, not even a hidden one (rules §6)."""
        row = 2 * self.here + (self.base == ROOK)
        for number in range(BESIDE_START[row], BESIDE_START[row + 1]):
            square = BESIDE[number]
            if RELATION[self.board[square]] <= HARD and square != self.ghost:
                found.append(square | DROP_ON << 12)

    def _add_swaps(self, found: list[int], one: bool) -> None:
        """King Boo: any other visible piece, unless a pawn came to stand on its last rank (rules §9.1)."""
        for square in range(64):
            code = self.board[square]
            if RELATION[code] <= HARD or square == self.here:
                continue
            if not self._last_rank(code, self.here) and not self._last_rank(self.board[self.here], square):
                found.append(square | SWAP << 12)
                if one:
                    return

    def _add_places(self, found: list[int], one: bool) -> None:
        """Toadette: any piece of the own reserve, wherever no visible piece stands (rules §9.2)."""
        reserve = self.reserve0 if self.seat == 0 else self.reserve1
        for kind in range(KINDS):
            if not reserve >> 6 * kind & 63:
                continue
            piece = 1 + kind + KINDS * self.seat
            for square in range(64):
                if RELATION[self.board[square]] <= HARD and not self._last_rank(piece, square):
                    found.append(square | PLACE << 12 | kind << 16)
                    if one:
                        return

    def _last_rank(self, code: int, square: int) -> bool:
        """Whether a piece is a pawn and the square is on its last rank."""
        return KIND[code] == PAWN and square >> 3 == (7 if OWNER[code] == 0 else 0)

    def _applies(self, effect: int) -> bool:
        """Whether an egg can have that effect now (rules §8)."""
        if effect == TOADETTE:
            return (self.reserve0 if self.seat == 0 else self.reserve1) != 0
        if effect == DAISY:
            return self._can_go_on()
        if effect in (LUIGI, WALUIGI):
            square = 0
            while square < 64 and not self._can_flip(square, self.seat if effect == WALUIGI else 1 - self.seat):
                square += 1
            return square < 64
        return True

    def _can_go_on(self) -> bool:
        """Whether the moving piece has a step, as what it may become if it must be promoted."""
        found: list[int] = []
        if not self._last_rank(self.piece, self.here):
            self._add_steps(self.here, found)
            return len(found) > 0
        promoted = Position()
        promoted.board = self.board[:]
        promoted.seat = self.seat
        promoted.powers = self.powers
        promoted.ghost = self.ghost
        for number in range(5):
            promoted.board[self.here] = 1 + PROMOTIONS[number] + KINDS * self.seat
            promoted._add_steps(self.here, found)
        return len(found) > 0

    def _can_flip(self, square: int, owner: int) -> bool:
        """Whether what stands there can be drawn to change sides: no king, no pawn on its own first rank."""
        code = self.board[square]
        if OWNER[code] != owner or KIND[code] == KING:
            return False
        return KIND[code] != PAWN or square >> 3 != (0 if owner == 0 else 7)
