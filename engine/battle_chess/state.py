"""The rules, once: a position of Battle Chess, its legal turns and what each turn does (rules §4 to §8).

A turn is one whole number of four fields of six bits each, lowest first: the square the piece starts from, the square
it ends on (the same if it stays), the square that names the first target, the one that names the second. NOWHERE fills
a field that a turn does not have. Summoning starts from NOWHERE, ends on the legend's first square, and its fourth
field is the kind of legend. Squares, codes and rows are those of `tables`.

Written for speed, plainly enough to be compiled as it stands: flat lists, plain loops, whole numbers. A state is never
changed after it has left this module; the methods that change one work on a fresh copy.
"""

from __future__ import annotations

from engine.battle_chess import bonus, tables
from engine.battle_chess.pieces import KO_SPACES

# names of this module's own, for a compiler to give them types; others take them from `tables`
NOWHERE = tables.NOWHERE
NO_TURN = tables.NO_TURN
PLAIN = NOWHERE << 12 | NOWHERE << 18  # the target fields of a turn without attack

PLACES = tables.PLACES
BASES = tables.numbers(tables.BASES)
ROWS = tables.numbers(tables.ROWS)
POWER = tables.numbers(tables.POWER)
OWNER = tables.numbers(tables.OWNER)
SPAN = tables.numbers(tables.SPAN)
ROOT = tables.numbers(tables.ROOT)
TARGET = tables.numbers(tables.TARGET)
DAMAGED = tables.numbers(tables.DAMAGED)
FILLS = tables.numbers(tables.FILLS)
START = tables.numbers(tables.START)
GOES = tables.numbers(tables.GOES)
ENTERS = tables.sets(tables.ENTERS)
SKIP = tables.numbers(tables.SKIP)
NEAR = tables.sets(tables.NEAR)
COVER = tables.sets(tables.COVER)
HOME = tables.numbers(tables.HOME)
PAIRS = tables.numbers(tables.PAIRS)
PAIR_FIRST = tables.numbers(tables.PAIR_FIRST)
PAIR_SECOND = tables.numbers(tables.PAIR_SECOND)
BLOCKS = tables.numbers(tables.BLOCKS)
BLOCK_HOME = tables.numbers(tables.BLOCK_HOME)
BLOCK_COVER = tables.sets(tables.BLOCK_COVER)
NEED = tables.numbers(tables.NEED)
LEAST_NEED = tables.LEAST_NEED
LEGEND_CODE = tables.LEGEND_CODE
BIT = tables.numbers(tables.BIT)
LEFT = tables.numbers(bonus.LEFT)
BOARD_SIZE = tables.BOARD_SIZE


class State:
    """A position. All fields but `board` are whole numbers; those of both seats come in pairs, first player's first."""

    __slots__ = (
        "board",  # code per square, always BOARD_SIZE long
        "ko0",  # filled K.O. spaces
        "ko1",
        "lost",  # the seat whose target is K.O., or -1
        "men0",  # set of squares covered
        "men1",
        "pending",  # the turn that waits for its bonus, or NO_TURN
        "quiet",  # turns since the last damage or summons
        "reserve0",  # how many legends of each kind, four bits a kind
        "reserve1",
        "seat",  # to move
        "shape",  # index into setups.BOARDS
        "supply",  # bonuses left, see bonus.SUPPLIES
        "turn",  # number of the turn to come, from 1
    )

    def __init__(self, shape: int, board: list[int], seat: int, supply: int, quiet: int, turn: int) -> None:
        """A position without K.O. pieces, reserves and pending turn; those are set on the attributes."""
        self.shape = shape
        self.board = board
        self.seat = seat
        self.supply = supply
        self.quiet = quiet
        self.turn = turn
        self.ko0 = self.ko1 = 0
        self.reserve0 = self.reserve1 = 0
        self.pending = NO_TURN
        self.men0 = self.men1 = 0
        targets = [0, 0]
        for square in range(BOARD_SIZE):
            code = board[square]
            if code:
                self._cover(OWNER[code], 1 << square)
                targets[OWNER[code]] += TARGET[code]
        self.lost = -1 if targets[0] and targets[1] else 1 if targets[0] else 0

    def key(self) -> tuple[int | bytes, ...]:
        """All there is to know; equal for equal positions."""
        scalars = (self.seat, self.quiet, self.turn, self.supply, self.pending, self.shape)
        return (bytes(self.board), self.ko0, self.ko1, self.reserve0, self.reserve1, *scalars)

    def __eq__(self, other: object) -> bool:
        """By value."""
        return isinstance(other, State) and self._equals(other)

    def _equals(self, other: State) -> bool:
        """As the keys are equal, found out sooner; where men stand, when and with which supply settles it mostly."""
        if self.turn != other.turn or self.men0 != other.men0 or self.men1 != other.men1 or self.supply != other.supply:
            return False
        if self.seat != other.seat or self.quiet != other.quiet or self.pending != other.pending:
            return False
        if self.ko0 != other.ko0 or self.ko1 != other.ko1 or self.shape != other.shape:
            return False
        if self.reserve0 != other.reserve0 or self.reserve1 != other.reserve1:
            return False
        for square in range(BOARD_SIZE):  # noqa: SIM110  a generator cannot be compiled
            if self.board[square] != other.board[square]:
                return False
        return True

    def __hash__(self) -> int:
        """By value; of the board only where the men stand, which is soon told and tells nearly all positions apart.

        Not hash() of a tuple, for compiled code to need no objects (where products may wrap: equal ones do alike)."""
        return (
            self.men0 * 1000003
            + self.men1 * 1000033
            + (self.pending * 41 + self.turn * 43 + self.supply * 47 + self.ko0 * 53 + self.ko1 * 59)
        ) % 1000000007

    # --- legal turns -------------------------------------------------------------------------------------------------

    def turns(self) -> list[int]:
        """Every legal turn, whether or not quiet turns have drawn the match; none if a target is K.O."""
        found: list[int] = []
        if self.lost < 0:
            rest = self.men0 if self.seat == 0 else self.men1
            base = BASES[self.shape]
            while rest:
                square = BIT[(rest & -rest) % 67]
                row = self.board[square] * PLACES + base + square
                self._add_piece(square, row, found)
                rest &= ~COVER[row]
            self._add_summons(found)
        return found

    def has_turn(self) -> bool:
        """Whether there is a legal turn: `turns`, but for the first of them."""
        if self.lost >= 0:
            return False
        rest = self.men0 if self.seat == 0 else self.men1
        enemy = self.men1 if self.seat == 0 else self.men0
        occupied = self.men0 | self.men1
        base = BASES[self.shape]
        while rest:
            square = BIT[(rest & -rest) % 67]
            row = self.board[square] * PLACES + base + square
            if NEAR[row] & enemy:
                return True
            step = START[row]
            while step < START[row + 1]:
                if not ENTERS[step] & occupied:
                    return True
                step = SKIP[step]
            rest &= ~COVER[row]
        found: list[int] = []
        self._add_summons(found)
        return len(found) > 0

    def _add_piece(self, square: int, row: int, found: list[int]) -> None:
        """The turns of the piece whose first square and row these are (rules §4)."""
        enemy = self.men1 if self.seat == 0 else self.men0
        occupied = self.men0 | self.men1
        if NEAR[row] & enemy:
            self._add_attacks(square | square << 6, row, enemy, found)
        step = START[row]
        end = START[row + 1]
        while step < end:
            if ENTERS[step] & occupied:
                step = SKIP[step]
                continue
            goes = GOES[step]
            step += 1
            found.append(square | goes << 6 | PLAIN)
            if NEAR[row - square + goes] & enemy:
                self._add_attacks(square | goes << 6, row - square + goes, enemy, found)

    def _add_attacks(self, stem: int, row: int, enemy: int, found: list[int]) -> None:
        """The attacks of a piece that stands at `row`, after the move in `stem` (rules §5, §7)."""
        base = BASES[self.shape]
        rest = NEAR[row] & enemy
        while rest:
            square = BIT[(rest & -rest) % 67]
            found.append(stem | square << 12 | NOWHERE << 18)
            rest &= ~COVER[self.board[square] * PLACES + base + square]
        for pair in range(PAIRS[row], PAIRS[row + 1]):
            first = PAIR_FIRST[pair]
            second = PAIR_SECOND[pair]
            if enemy >> first & 1 and enemy >> second & 1:
                if COVER[self.board[first] * PLACES + base + first] >> second & 1:
                    continue  # one legend on both squares is one target
                found.append(stem | first << 12 | second << 18)

    def _add_summons(self, found: list[int]) -> None:
        """The ways to bring a legend in (rules §7)."""
        filled = self.ko0 if self.seat == 0 else self.ko1
        reserve = self.reserve0 if self.seat == 0 else self.reserve1
        if filled < LEAST_NEED or not reserve:
            return
        occupied = self.men0 | self.men1
        for kind in range(len(NEED)):
            if NEED[kind] <= filled and reserve >> 4 * kind & 15:
                for block in range(BLOCKS[self.shape], BLOCKS[self.shape + 1]):
                    if not BLOCK_COVER[block] & occupied:
                        found.append(NOWHERE | BLOCK_HOME[block] << 6 | NOWHERE << 12 | kind << 18)

    # --- playing a turn ----------------------------------------------------------------------------------------------

    def needs_bonus(self, turn: int) -> bool:
        """Whether a legal turn is an attack that does not beat every target by its own power."""
        first = turn >> 12 & 63
        if first == NOWHERE:
            return False
        power = POWER[self.board[turn & 63]]
        if POWER[self.board[first]] >= power:
            return True
        second = turn >> 18
        return second != NOWHERE and POWER[self.board[second]] >= power

    def wait(self, turn: int) -> State:
        """This position with a legal turn that waits for its bonus."""
        new = State.__new__(State)
        new._take(self)
        new.pending = turn
        return new

    def play(self, turn: int, drawn: int) -> State:
        """The position after a legal turn and the bonus drawn for it, NO_BONUS if it needs none."""
        new = State.__new__(State)
        new.follow(self, turn, drawn)
        return new

    def follow(self, before: State, turn: int, drawn: int) -> None:
        """Become the position that `before.play` returns. For loops that look at each such position but once."""
        self._take(before)
        self.pending = NO_TURN
        self.quiet += 1
        self.turn += 1
        start = turn & 63
        goes = turn >> 6 & 63
        if start == NOWHERE:
            self._summon(turn >> 18, goes)
        else:
            if start != goes:
                self._move(start, goes)
            if turn >> 12 & 63 != NOWHERE:
                self._fight(goes, turn >> 12 & 63, turn >> 18, drawn)
        self.seat = 1 - self.seat

    def _take(self, other: State) -> None:
        """Become a copy."""
        self.board = other.board[:]
        self.shape = other.shape
        self.men0 = other.men0
        self.men1 = other.men1
        self.seat = other.seat
        self.ko0 = other.ko0
        self.ko1 = other.ko1
        self.reserve0 = other.reserve0
        self.reserve1 = other.reserve1
        self.supply = other.supply
        self.quiet = other.quiet
        self.turn = other.turn
        self.lost = other.lost
        self.pending = other.pending

    def _cover(self, seat: int, squares: int) -> None:
        """Give squares to a seat, or take them away: those that are not already so."""
        if seat == 0:
            self.men0 ^= squares
        else:
            self.men1 ^= squares

    def _put(self, home: int, code: int) -> None:
        """Write a piece on its squares, by the code of its first."""
        rows = ROWS[self.shape]
        for quarter in range(SPAN[code]):
            self.board[home + (quarter & 1) + (quarter >> 1) * rows] = code + quarter

    def _lift(self, home: int, code: int) -> None:
        """Clear the squares of a piece."""
        rows = ROWS[self.shape]
        for quarter in range(SPAN[code]):
            self.board[home + (quarter & 1) + (quarter >> 1) * rows] = 0

    def _move(self, start: int, goes: int) -> None:
        code = self.board[start]
        row = code * PLACES + BASES[self.shape]
        if SPAN[code] == 1:  # the same as below, at twice the speed
            self.board[start] = 0
            self.board[goes] = code
        else:
            self._lift(start, code)
            self._put(goes, code)
        self._cover(self.seat, COVER[row + start] ^ COVER[row + goes])

    def _summon(self, kind: int, home: int) -> None:
        """A legend comes in; every K.O. space is emptied, whatever its price (rules §7)."""
        code = LEGEND_CODE[self.seat][kind]
        self._put(home, code)
        self._cover(self.seat, COVER[code * PLACES + BASES[self.shape] + home])
        if self.seat == 0:
            self.ko0 = 0
            self.reserve0 -= 1 << 4 * kind
        else:
            self.ko1 = 0
            self.reserve1 -= 1 << 4 * kind
        self.quiet = 0

    def _fight(self, attacker: int, first: int, second: int, drawn: int) -> None:
        """One attack, one total against every target, the attacker damaged at most once (rules §5, §7)."""
        total = POWER[self.board[attacker]]
        if drawn >= 0:
            total += drawn
            self.supply = LEFT[self.supply * 8 + drawn // 10]
        power = POWER[self.board[first]]
        beaten = power > total
        if power < total:
            self._damage(first)
        if second != NOWHERE:
            power = POWER[self.board[second]]
            beaten = beaten or power > total
            if power < total:
                self._damage(second)
        if beaten:
            self._damage(attacker)

    def _damage(self, square: int) -> None:
        """Turn a piece over, crack an egg, or take a piece off the board (rules §1, §5)."""
        code = ROOT[self.board[square]]
        row = code * PLACES + BASES[self.shape]
        home = HOME[self.board[square] * PLACES + BASES[self.shape] + square]
        after = DAMAGED[code]
        seat = OWNER[code]
        self.quiet = 0
        if FILLS[code]:
            self._fill(seat)
        if after:
            self._put(home, after)
            return
        self._lift(home, code)
        self._cover(seat, COVER[row + home])
        if TARGET[code]:
            self.lost = seat

    def _fill(self, seat: int) -> None:
        """One more K.O. space; what finds none free is not counted."""
        if seat == 0:
            self.ko0 = min(self.ko0 + 1, KO_SPACES)
        else:
            self.ko1 = min(self.ko1 + 1, KO_SPACES)
