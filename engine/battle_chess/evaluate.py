"""How good a position looks: the weighted features (see `features`), squeezed into a win-probability-like value.

Half of the log-odds: `tanh(x / 2)` is 2p - 1 of the logistic p(x). This is the same sum as over `features`, made for
speed: one row of weights per code and kind of position.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from engine.battle_chess import tables
from engine.battle_chess.bonus import DICE_SUPPLY
from engine.battle_chess.features import distance
from engine.battle_chess.pieces import KO_SPACES, LEGENDS
from engine.battle_chess.state import State
from engine.battle_chess.tables import BOARD_SIZE, CODE_OF, FACES, PLACES
from engine.battle_chess.weights import Family, Weights, by_hand, fitted

CODES = len(FACES)
FILLS = KO_SPACES + 1
KINDS = len(LEGENDS)
HELD = KINDS + 1  # what the cheapest legend in reserve may be, none at all the last
# `distance` at `(legend * PLACES + place) * BOARD_SIZE + goal`; what is off the board is not looked at
AWAY = tables.numbers(
    [
        distance(shape, legend, square, goal)
        for legend in (False, True)
        for shape in range(len(tables.BASES))
        for square in range(tables.ROWS[shape] * tables.COLUMNS[shape])
        for goal in range(BOARD_SIZE)
    ]
)
# per place: the squares next to it, which are those that Victini touches
AROUND = tables.sets(tables.NEAR[CODE_OF["V"] * PLACES : (CODE_OF["V"] + 1) * PLACES])
BASES = tables.numbers(tables.BASES)
BIT = tables.numbers(tables.BIT)
COVER = tables.sets(tables.COVER)
# the cheapest legend in a reserve, from the lowest bit of it modulo 67 (see tables.BIT): legends are in that order
CHEAPEST = tables.numbers([KINDS, *(bit // 4 for bit in tables.BIT[1:])])
HOME = tables.numbers(tables.HOME)
LEGEND = tables.numbers([span > 1 for span in tables.SPAN])
NEAR = tables.sets(tables.NEAR)
POWER = tables.numbers(tables.POWER)
ROOT = tables.numbers(tables.ROOT)
TARGET = tables.numbers(tables.TARGET)


class Evaluator:
    """An evaluation with certain weights."""

    __slots__ = ("_away", "_beaten", "_falling", "_home", "_reserve", "_tempo", "_threatened", "_touched", "_worth")

    def __init__(self, families: Mapping[Family, Weights]) -> None:
        """Weights for each kind of position; what is missing counts nothing."""
        rows = [families[family] for family in sorted(families)]
        self._tempo = tables.reals([weights.get("tempo", 0.0) for weights in rows])
        self._worth = tables.reals(_by_code(rows, ""))
        self._touched = tables.reals(_by_code(rows, " touched"))
        self._threatened = tables.reals(_by_code(rows, " threatened"))
        self._beaten = tables.reals(_by_code(rows, " beaten"))
        self._falling = tables.reals(_by_code(rows, " falling"))
        self._away = tables.reals(_by_code(rows, " away"))
        self._home = tables.reals(_by_code(rows, " home"))
        self._reserve = tables.reals(
            [
                weights.get(f"{piece.letter} {min(filled, piece.need)}/{piece.need}", 0.0) if piece else 0.0
                for weights in rows
                for piece in (*LEGENDS, None)
                for filled in range(FILLS)
            ]
        )

    def value(self, state: State, seat: int) -> float:
        """In [-1, 1] for `seat`; the other seat's value is the negative."""
        if state.lost >= 0:
            return -1.0 if state.lost == seat else 1.0
        family = 2 * state.shape + (state.supply == DICE_SUPPLY)
        row = family * CODES
        base = BASES[state.shape]
        target0 = target1 = 0
        for square in range(BOARD_SIZE):
            if TARGET[state.board[square]]:
                if state.men0 >> square & 1:
                    target0 = square
                else:
                    target1 = square
        score = self._tempo[family] if state.seat == 0 else -self._tempo[family]
        score += self._danger(state, target0, row) + self._danger(state, target1, row)
        for square in range(BOARD_SIZE):
            code = state.board[square]
            if code:
                score += self._worth[row + code]
                place = (LEGEND[code] * PLACES + base + square) * BOARD_SIZE
                second = state.men1 >> square & 1
                score += self._away[row + code] * AWAY[place + (target0 if second else target1)]
                score += self._home[row + code] * AWAY[place + (target1 if second else target0)]
        held = (family * HELD + CHEAPEST[(state.reserve0 & -state.reserve0) % 67]) * FILLS + state.ko0
        other = (family * HELD + CHEAPEST[(state.reserve1 & -state.reserve1) % 67]) * FILLS + state.ko1
        score += self._reserve[held] - self._reserve[other]  # exactly 0 for equals: equal values cut
        return math.tanh((score if seat == 0 else -score) / 2)

    def _danger(self, state: State, square: int, row: int) -> float:
        """What the enemies that touch the target on a square mean, from the first player's side."""
        base = BASES[state.shape]
        code = state.board[square]
        second = state.men1 >> square & 1
        rest = AROUND[base + square] & (state.men0 if second else state.men1)
        worth = 0.0
        while rest:
            at = BIT[(rest & -rest) % 67]
            there = state.board[at] * PLACES + base + at
            enemy = ROOT[state.board[at]]
            if NEAR[enemy * PLACES + base + HOME[there]] >> square & 1:
                worth += self._touched[row + code]
                if state.seat != second:
                    worth += self._threatened[row + code]
                if POWER[enemy] > POWER[code]:
                    worth += self._beaten[row + code]
                    if state.seat != second:
                        worth += self._falling[row + code]
            rest &= ~COVER[there]
        return worth


def _by_code(rows: list[Weights], what: str) -> list[float]:
    """Weights per code, from the first player's side; 0 for the further squares of a legend, which counts once."""
    return [
        weights.get(face.token.upper() + what, 0.0) * (1 - 2 * face.seat) if face and face.quarter == 0 else 0.0
        for weights in rows
        for face in FACES
    ]


HAND = Evaluator(by_hand())
FITTED = Evaluator(fitted())
