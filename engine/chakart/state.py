"""The rules of a turn, once: each decision and each draw leads from one state to the next (rules §4, §6 to §10).

Between turns a state is a position. In the middle of one it also holds what the turn still needs, and leads back by
`parent` to the position before the turn: `last` is what was applied to the parent. `stage` says what is awaited.

Written for speed, plainly enough to be compiled as it stands. A state is never changed after it has left this module;
the methods that change one work on a copy of their own.
"""

from __future__ import annotations

from engine.chakart import tables
from engine.chakart.awaiting import Awaiting

# names of this module's own, for a compiler to give them types; others take them from `tables`
STEP, DROP, PROMOTION, SWAPPING, PLACING, AGAIN = range(6)
BANANA_DRAW, BOMB_DRAW, EGG_DRAW, LUIGI_DRAW, WALUIGI_DRAW, WHITE_ARRAY, BLACK_ARRAY = range(6, 13)
NOWHERE, STUCK, KINDS, FIRST_THING = tables.NOWHERE, tables.STUCK, tables.KINDS, tables.FIRST_THING
BANANA, BOMB, EGG, MUSHROOM = range(tables.BANANA, tables.CODES)
HARD = tables.HARD
PAWN, ROOK, KNIGHT, BISHOP, QUEEN, KING = range(6)
KINGBOO, KOOPA, TOADETTE, CHOMP, DAISY, BOWSER, LUIGI, WALUIGI = range(8)
NO_EFFECT, NOT_LOOKED = -1, -2  # `egg` before one; `lost` once a king has fallen, until the turn is over
KING_SHELL, QUEEN_STEALTH = 1, 2  # bits of one seat's powers
MOVE, STEALTH, SHELL, DROP_ON, PROMOTE, SWAP, PLACE, SLIDE, HATCH, FLIP, ARRAY = range(11)  # kinds of actions
CAUGHT, MET, STEPPED, BLOCKED, JUMPED, STAYED, JAMMED, LEFT_ON, REVEALED, FREED = range(10)

OWNER = tables.numbers(tables.OWNER)
KIND = tables.numbers(tables.KIND)
RELATION = tables.numbers(tables.RELATION)
EGG_ON = tables.numbers(tables.EGG_ON)
LEAP_START = tables.numbers(tables.LEAP_START)
LEAP = tables.numbers(tables.LEAP)
LEFT = tables.numbers(tables.LEFT)
ARRAYS = tables.ARRAY_KINDS


class State(Awaiting):
    """A position, or a turn that is under way. `trace` is a list that is told what happens, None if nobody listens."""

    __slots__ = ("trace",)

    parent: State | None
    trace: list[tuple[int, int, int]] | None

    def __init__(self, board: list[int], seat: int, ply: int, powers: int, reserve0: int, reserve1: int) -> None:
        """A position between turns without a hidden queen; another `ghost` or `stage` is set on the attribute."""
        self.board = board
        self.seat = seat
        self.ply = ply
        self.powers = powers
        self.reserve0 = reserve0
        self.reserve1 = reserve1
        self.ghost = NOWHERE
        self.veiled = 0
        self.trace = None
        self._rest()
        self.stuck = 0
        self._look(-1)

    def play(self, action: int) -> State:
        """The state after a legal decision or a possible outcome."""
        new = self._copy()
        new._play(action)
        return new

    def told(self, action: int) -> tuple[State, list[tuple[int, int, int]]]:
        """The same with a list of what happened: (what, square, code of the piece or object)."""
        new = self._copy()
        trace: list[tuple[int, int, int]] = []
        new.trace = trace
        new._play(action)
        new.trace = None
        return new, trace

    def advance(self, action: int) -> None:
        """`play` without a new state; for one who made this one with `restart`, and shows it to nobody."""
        self._play(action)

    def restart(self, origin: State) -> None:
        """Become a copy of a state, which it comes from."""
        self.board = origin.board[:]
        self.seat = origin.seat
        self.ply = origin.ply
        self.powers = origin.powers
        self.reserve0 = origin.reserve0
        self.reserve1 = origin.reserve1
        self.ghost = origin.ghost
        self.veiled = origin.veiled
        self.lost = origin.lost
        self.stuck = origin.stuck
        self.stage = origin.stage
        self.here = origin.here
        self.start = origin.start
        self.piece = origin.piece
        self.base = origin.base
        self.vx = origin.vx
        self.vy = origin.vy
        self.lay = origin.lay
        self.egg = origin.egg
        self.bonus = origin.bonus
        self.parent = origin
        self.trace = None

    def _copy(self) -> State:
        new = State.__new__(State)
        new.restart(self)
        return new

    def _play(self, action: int) -> None:
        self.last = action
        kind = action >> 12 & 15
        if kind <= SHELL:
            self.bonus = self.stage == AGAIN
            self.stage = STEP
            self._step(kind, action & 63, action >> 6 & 63, action >> 16)
        elif kind == SLIDE:
            self._slide(action & 63)
        elif kind == HATCH:
            self._hatch(action >> 16)
        elif kind == FLIP:
            self._flip(action & 63)
        elif kind == DROP_ON:
            self._leave(action & 63)
            self._promote()
        elif kind == PROMOTE:
            self._become(1 + (action >> 16) + KINDS * self.seat)
            self._go_on()
        elif kind == SWAP:
            self.board[self.here] = self.board[action & 63]
            self.board[action & 63] = self.piece
            self._end(NOWHERE)
        elif kind == PLACE:
            self._place(action >> 16, action & 63)
        else:
            self._set_up(action >> 16)

    def _step(self, kind: int, start: int, goes: int, promotion: int) -> None:
        """A first step, or Daisy's."""
        if kind == SHELL:
            self.powers ^= KING_SHELL << 2 * self.seat
            self._take(goes)
            self._end(NOWHERE)
            return
        self.piece = self.board[start]
        self.base = KIND[self.piece]
        self.board[start] = 0
        if kind == STEALTH:
            self.powers ^= QUEEN_STEALTH << 2 * self.seat
            self._end(goes)
            return
        if promotion:
            self.piece = promotion + KINDS * self.seat
        self.start = start
        self.here = goes
        self.vx = (goes & 7) - (start & 7)
        self.vy = (goes >> 3) - (start >> 3)
        self.lay = self._laying(start, goes)
        self._travel()

    def _laying(self, start: int, goes: int) -> int:
        """The square on which a pawn or knight will leave its object, settled before it travels (rules §6)."""
        if self.base == PAWN:
            if self.vy != 2 and self.vy != -2:
                return start
            return NOWHERE if start + goes == 2 * self.ghost else start + goes >> 1
        if self.base != KNIGHT:
            return NOWHERE
        number = LEAP_START[start]
        while LEAP[number] != goes:
            number += 1
        beside = EGG_ON[number]
        return start if RELATION[self.board[beside]] > HARD or beside == self.ghost else beside

    def _travel(self) -> None:
        """From the square it has come to, until the moving piece stands still or something is drawn (rules §7)."""
        while True:
            there = self.board[self.here]
            if there < FIRST_THING:
                if there or self.here == self.ghost:
                    self._take(self.here)
                break
            self._tell(MET, self.here)
            self.board[self.here] = 0
            if there == EGG:
                if not self.bonus:
                    self.board[self.here] = self.piece
                    self.stage = EGG_DRAW
                    return
                break
            if there != MUSHROOM:
                self.stage = BANANA_DRAW if there == BANANA else BOMB_DRAW
                self.board[self.here] = self.piece
                found: list[int] = []
                self._add_ways(found, True)
                if found:
                    return
                self._tell(JAMMED, self.here)
                self.stage = STEP
                break
            if not self._hop():
                break
        self.board[self.here] = self.piece
        self._lay()

    def _hop(self) -> bool:
        """A mushroom acts; False if the piece stays where it is, as what Toadette puts there does."""
        if not self.vx | self.vy:
            return False
        x = self.here & 7
        y = self.here >> 3
        if self.base in (PAWN, KNIGHT, KING):
            x += self.vx
            y += self.vy
            if not (0 <= x <= 7 and 0 <= y <= 7) or RELATION[self.board[8 * y + x]] > HARD:
                self._tell(BLOCKED, self.here)
                return False
            self.here = 8 * y + x
            self._tell(STEPPED, self.here)
            return True
        ux = (self.vx > 0) - (self.vx < 0)
        uy = (self.vy > 0) - (self.vy < 0)
        x += 2 * ux
        y += 2 * uy
        if 0 <= x <= 7 and 0 <= y <= 7 and RELATION[self.board[8 * (y - uy) + x - ux]] > HARD:
            over = self.board[8 * y + x]
            if over == 0 or OWNER[over] != self.seat:
                self.here = 8 * y + x
                self._tell(JUMPED, self.here)
                return True
        self._tell(STAYED, self.here)
        return False

    def _slide(self, square: int) -> None:
        """A banana or bomb has sent the piece to a square beside it."""
        self.board[self.here] = 0
        self.vx = (square & 7) - (self.here & 7)
        self.vy = (square >> 3) - (self.here >> 3)
        self.here = square
        self.stage = STEP
        self._travel()

    def _hatch(self, effect: int) -> None:
        """An egg's effect (rules §8)."""
        self.egg = effect
        self.stage = STEP
        if effect in (KOOPA, CHOMP):
            own = 1 + self.base + KINDS * self.seat
            self.board[self.here] = 0
            if effect == KOOPA:
                self.board[self.start] = own
            else:
                self._keep(own)
            self._end(NOWHERE)
        elif effect in (LUIGI, WALUIGI):
            self.stage = LUIGI_DRAW if effect == LUIGI else WALUIGI_DRAW
        else:
            if effect == BOWSER:
                self._become(self.piece + STUCK)
                self.stuck += 1
            self._lay()

    def _flip(self, square: int) -> None:
        """A piece changes sides."""
        code = self.board[square]
        code += KINDS if OWNER[code] == 0 else -KINDS
        self.board[square] = code
        if square == self.here:
            self.piece = code
        self.stage = STEP
        self._lay()

    def _become(self, code: int) -> None:
        """The moving piece turns into another, immobilised if it was."""
        if self.piece > STUCK:
            code += STUCK
        self.piece = code
        self.board[self.here] = code

    def _lay(self) -> None:
        """The moving piece stands where it will: it leaves its object (rules §4, steps 6 and 7)."""
        if self.lay != NOWHERE:
            if self.lay != self.here:
                self._leave(self.lay)
        elif not self.bonus and (self.base in (ROOK, BISHOP)):
            found: list[int] = []
            self._add_drops(found)
            if len(found) > 1:
                self.stage = DROP
                return
            if found:
                self._leave(found[0] & 63)
        self._promote()

    def _leave(self, square: int) -> None:
        self.board[square] = LEFT[self.base]
        self._tell(LEFT_ON, square)

    def _promote(self) -> None:
        """A pawn of the mover's on its last rank must become something (step 8)."""
        if OWNER[self.piece] == self.seat and self._last_rank(self.piece, self.here):
            self.stage = PROMOTION
        else:
            self._go_on()

    def _go_on(self) -> None:
        """The bonus step, if there is one and it is possible (step 9). No king has fallen on the way to an egg."""
        if not self.bonus and (self.egg in (KINGBOO, TOADETTE, DAISY)):
            self.stage = SWAPPING if self.egg == KINGBOO else PLACING if self.egg == TOADETTE else AGAIN
            found: list[int] = []
            self._add_bonus_steps(found, True)
            if found:
                return
        self._end(NOWHERE)

    def _place(self, kind: int, square: int) -> None:
        """Toadette puts a piece on the board; it has not come from anywhere."""
        if self.seat == 0:
            self.reserve0 -= 1 << 6 * kind
        else:
            self.reserve1 -= 1 << 6 * kind
        self.piece = 1 + kind + KINDS * self.seat
        self.base = kind
        self.bonus = 1
        self.here = square
        self.lay = NOWHERE
        self.vx = self.vy = 0
        self.stage = STEP
        self._travel()

    def _take(self, square: int) -> None:
        """A piece, visible or hidden, or an object goes off the board."""
        code = self.board[square]
        if square == self.ghost:
            code = 1 + QUEEN + KINDS * (1 - self.seat)
            self.ghost = NOWHERE
        self.board[square] = code
        self._tell(CAUGHT, square)
        self.board[square] = 0
        if code < FIRST_THING:
            self._keep(code)

    def _keep(self, code: int) -> None:
        """One more piece in its owner's reserve (rules §14)."""
        if OWNER[code] == 0:
            self.reserve0 += 1 << 6 * KIND[code]
        else:
            self.reserve1 += 1 << 6 * KIND[code]
        if code > STUCK:
            self.stuck -= 1
        if KIND[code] == KING:
            self.lost = NOT_LOOKED

    def _end(self, stealth: int) -> None:
        """The turn is over (step 10); a queen may be hidden from now on."""
        if self.ghost < NOWHERE:
            self.board[self.ghost] = 1 + QUEEN + KINDS * (1 - self.seat)
            self._tell(REVEALED, self.ghost)
        self.ghost = stealth
        if self.stuck or self.lost == NOT_LOOKED:
            self._look(self.here if self.egg == BOWSER else NOWHERE)
        self.seat = 1 - self.seat
        self.ply += 1
        self.veiled = 0
        self._rest()

    def _look(self, frozen: int) -> None:
        """Free the mover's immobilised pieces but the one on `frozen` (-1: none), and see who has no king left."""
        white = black = self.stuck = 0
        for square in range(64):
            code = self.board[square]
            if STUCK < code < FIRST_THING:
                if 0 <= frozen != square and OWNER[code] == self.seat:
                    code -= STUCK
                    self.board[square] = code
                    self._tell(FREED, square)
                else:
                    self.stuck += 1
            if KIND[code] == KING:
                white += OWNER[code] == 0
                black += OWNER[code]
        self.lost = 0 if not white else -1 if black else 1

    def _rest(self) -> None:
        """Forget the turn."""
        self.stage = STEP
        self.here = self.start = self.lay = NOWHERE
        self.piece = self.base = self.bonus = self.vx = self.vy = 0
        self.egg = NO_EFFECT
        self.parent = None
        self.last = NOWHERE

    def _set_up(self, number: int) -> None:
        """The pieces behind the pawns are drawn (rules §3.1)."""
        for file, kind in enumerate(ARRAYS[number]):
            if self.stage != BLACK_ARRAY:
                self.board[file] = 1 + kind
                self.board[8 + file] = 1 + PAWN
            if self.stage != WHITE_ARRAY:
                self.board[48 + file] = 1 + PAWN + KINDS
                self.board[56 + file] = 1 + kind + KINDS
        if self.stage == WHITE_ARRAY:
            self.stage = BLACK_ARRAY
        else:
            self._look(-1)
            self._rest()

    def _tell(self, what: int, square: int) -> None:
        if self.trace is not None:
            self.trace.append((what, square, self.board[square]))
