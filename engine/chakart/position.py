"""What stands where, and the first steps that a side may choose (rules §5).

A first step is one whole number, see `actions`. A hidden queen is not on the board but in `ghost`, so that for all
movement its square is an empty one. Written for speed, plainly enough to be compiled as it stands.
"""

from __future__ import annotations

from engine.chakart import actions, pieces, tables

# names of this module's own, for a compiler to give them types; others take them from `tables`
NOWHERE = tables.NOWHERE
CODES = tables.CODES
STUCK = tables.STUCK
KINDS = tables.KINDS
FREE, SOFT, HARD, ENEMY, OWN = range(5)
PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING = range(6)
STEALTH_STEP = actions.STEALTH << 12
SHELL_STEP = actions.SHELL << 12

OWNER = tables.numbers(tables.OWNER)
KIND = tables.numbers(tables.KIND)
RELATION = tables.numbers(tables.RELATION)
RAYS = tables.numbers(tables.RAYS)
RAY = tables.numbers(tables.RAY)
LEAP_START = tables.numbers(tables.LEAP_START)
LEAP = tables.numbers(tables.LEAP)
PROMOTIONS = tables.numbers(pieces.PROMOTIONS)


class Position:
    """The board and all that a FEN says. The fields are whole numbers but for `board`."""

    __slots__ = ("board", "ghost", "ply", "powers", "reserve0", "reserve1", "seat")

    board: list[int]  # code per square
    ghost: int  # where the queen of the side not to move is hidden; NOWHERE; UNSEEN
    ply: int  # turns played
    powers: int  # bits 2 * seat: the shell, 2 * seat + 1: the stealth move, 1 while unused
    reserve0: int  # pieces lost, six bits a type
    reserve1: int
    seat: int  # whose turn it is

    # --- first steps -------------------------------------------------------------------------------------------------

    def steps(self) -> list[int]:
        """Every legal first step, whether or not the match is over."""
        found: list[int] = []
        for square in range(64):
            code = self.board[square]
            if 0 < code <= STUCK and OWNER[code] == self.seat:
                self._add_steps(square, found)
        return found

    def has_step(self) -> bool:
        """Whether there is a legal first step."""
        found: list[int] = []
        for square in range(64):
            code = self.board[square]
            if 0 < code <= STUCK and OWNER[code] == self.seat:
                self._add_steps(square, found)
                if found:
                    return True
        return False

    def _add_steps(self, square: int, found: list[int]) -> None:
        """The steps of the piece that stands on a square."""
        kind = KIND[self.board[square]]
        if kind == PAWN:
            self._add_pawn(square, self.seat, found)
        elif kind == KNIGHT:
            for number in range(LEAP_START[square], LEAP_START[square + 1]):
                if RELATION[self.seat * CODES + self.board[LEAP[number]]] != OWN:
                    found.append(square | LEAP[number] << 6)
        elif kind == KING:
            self._add_king(square, found)
        else:
            if kind != BISHOP:
                self._add_slides(square, 0, kind == QUEEN, found)
            if kind != ROOK:
                self._add_slides(square, 4, kind == QUEEN, found)

    def _add_slides(self, square: int, first: int, queen: bool, found: list[int]) -> None:
        """Along four directions, the first of them given; each step of a queen to a really empty square twice."""
        stealth = queen and self.powers >> 2 * self.seat + 1 & 1
        for direction in range(square * 8 + first, square * 8 + first + 4):
            for number in range(RAYS[direction], RAYS[direction + 1]):
                goes = RAY[number]
                there = RELATION[self.seat * CODES + self.board[goes]]
                if there == OWN:
                    break
                found.append(square | goes << 6)
                if there == FREE:
                    if stealth and goes != self.ghost:
                        found.append(square | goes << 6 | STEALTH_STEP)
                elif there != SOFT:
                    break

    def _add_king(self, square: int, found: list[int]) -> None:
        """One step each way, and what the shell can reach (rules §12)."""
        shell = self.powers >> 2 * self.seat & 1
        for direction in range(square * 8, square * 8 + 8):
            number = RAYS[direction]
            end = RAYS[direction + 1]
            if number == end:
                continue
            if RELATION[self.seat * CODES + self.board[RAY[number]]] != OWN:
                found.append(square | RAY[number] << 6)
            if not shell:
                continue
            while number < end and RELATION[self.seat * CODES + self.board[RAY[number]]] <= SOFT:
                number += 1
            if number < end and RELATION[self.seat * CODES + self.board[RAY[number]]] != OWN:
                found.append(square | RAY[number] << 6 | SHELL_STEP)

    def _add_pawn(self, square: int, seat: int, found: list[int]) -> None:
        """Straight on if no piece stands there, diagonally onto an enemy or an object."""
        ahead = 8 if seat == 0 else -8
        rank = square >> 3 if seat == 0 else 7 - (square >> 3)
        if rank == 7:
            return
        goes = square + ahead
        if RELATION[seat * CODES + self.board[goes]] <= HARD:
            self._add_pawn_step(square, goes, rank, found)
            if rank < 2 and RELATION[seat * CODES + self.board[goes + ahead]] <= HARD:
                found.append(square | goes + ahead << 6)
        if square & 7 and SOFT <= RELATION[seat * CODES + self.board[goes - 1]] <= ENEMY:
            self._add_pawn_step(square, goes - 1, rank, found)
        if square & 7 != 7 and SOFT <= RELATION[seat * CODES + self.board[goes + 1]] <= ENEMY:
            self._add_pawn_step(square, goes + 1, rank, found)

    def _add_pawn_step(self, square: int, goes: int, rank: int, found: list[int]) -> None:
        """One step, or one for each type that the pawn may become."""
        if rank == 6:
            for number in range(5):
                found.append(square | goes << 6 | PROMOTIONS[number] + 1 << 16)
        else:
            found.append(square | goes << 6)
