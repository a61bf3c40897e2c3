"""Solves the three-on-three setup: what each of its positions is worth by the rules of the match, all of them.

Worth is what the seat to move wins by best play of both, from -1 lost to 1 won, a draw 0: a number for each position
and each count of quiet turns. What is counted here is `left`, the quiet turns until the draw, LIMIT after damage. By
the rules (§8)

    worth(position, 0) = 0, drawn; but -1 without a legal turn, whatever is left
    worth(position, left) = the best turn's mean over its bonuses of
                            -worth(what follows, left - 1), or after damage -worth(what follows, LIMIT)

so a layer (see `numbering`), which no turn leaves but by damage, is solved by LIMIT steps from `left` to `left + 1`
once the layers with more damage are. Nothing has to converge: the solved game is the match itself, with its draw after
40 quiet turns. How far it differs from one without that rule is measured by solving it with a higher limit (README).

Kept are for each position its worth with LIMIT left, and how many must be left at least for it to be worth that. Fewer
are left only near the draw, where `solution` looks ahead until it is settled.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from engine.battle_chess.bonus import DICE_SUPPLY, DRAWS
from engine.battle_chess.first import initial_state
from engine.battle_chess.numbering import LAYERS, SETUP, STARTS, SWAPPED, digits, number, placed
from engine.battle_chess.pieces import QUIET_LIMIT
from engine.battle_chess.state import State
from engine.battle_chess.tables import NO_BONUS

BONUSES = DRAWS[DICE_SUPPLY]
FACES = sum(weight for _, weight in BONUSES)
NOTHING = -2.0  # less than any worth
CLOSE = 1e-6  # worths no further apart are taken for equal where turns left are compared
SETTLED = CLOSE  # a name of this module's own, for a compiler to give it a type

ROUNDING = 2.0**-25  # half the last place of a worth, which is kept with 24 bits
LEVELS = 1 + max(sum(digits(code)) for code in LAYERS)
ERROR = LEVELS * ROUNDING  # of any worth: rounded once in each layer; the maxima and means in between add nothing


class Solver:
    """Solves the first `layers` layers, of which no pair may be torn apart: all of them, or a few for a small game.

    Afterwards `worth` and `settled` say for each number of a position its worth with `limit` turns left, and how many
    must be left at least for that.
    """

    def __init__(self, layers: int = len(LAYERS), limit: int = QUIET_LIMIT) -> None:
        """Nothing is solved yet. Raises ValueError if a pair of layers is torn apart or the limit is no byte."""
        if any(SWAPPED[layer] >= layers for layer in range(layers)):
            raise ValueError("a layer and the same with the seats swapped are solved together")
        if not 0 <= limit < 256:
            raise ValueError("how many turns must be left is kept in a byte")
        self.layers = layers
        self.limit = limit
        self.worth = array("f", bytes(4 * STARTS[layers]))
        self.settled = array("B", bytes(STARTS[layers]))

    def run(self) -> Iterator[int]:
        """Solve layer after layer; gives after each how many positions are solved."""
        layer = 0
        while layer < self.layers:
            layer = max(layer, SWAPPED[layer]) + 1
            self._solve(layer - 1)
            yield STARTS[layer]

    def start(self) -> float | None:
        """What the setup's first position is worth to the first player, if it is among those solved."""
        first = number(initial_state(SETUP.slug))
        return self.worth[first] if first < len(self.worth) else None

    def _solve(self, layer: int) -> None:
        """Solve a layer and its counterpart, which does not come later."""
        pair = Pair(self.worth, min(layer, SWAPPED[layer]), layer)
        steps = [pair.drawn()]
        while len(steps) <= self.limit and (step := pair.step(steps[-1])):
            steps.append(step)
        begin, end = STARTS[min(layer, SWAPPED[layer])], STARTS[layer + 1]
        self.worth[begin:end] = array("f", steps[-1])
        self.settled[begin:end] = settled(steps)


class Pair:
    """A layer and the same with the seats swapped, between which quiet turns go to and fro.

    Positions are counted through both, from 0. `_floor` is what the best turn is worth among those that do damage
    whatever is drawn. The others are listed one position after another: `_sure` is what such a turn is worth in so far
    as it does damage; `_stays` is how likely it does none, and leads to the position `_after`.
    """

    def __init__(self, worth: Sequence[float], first: int, last: int) -> None:
        """Of the layers `first` to `last`: one or two, side by side. All with more damage must be solved."""
        self._worth = worth
        self._begin = STARTS[first]
        self._listed_sure, self._listed_stays, self._listed_after = array("d"), array("d"), array("i")
        floor, turns = array("d"), array("i", [0])
        for layer in range(first, last + 1):
            for rank in range(STARTS[layer + 1] - STARTS[layer]):
                floor.append(self._list(placed(LAYERS[layer], rank)))
                turns.append(len(self._listed_after))
        self._size = len(floor)
        self._floor, self._turns = floor, turns
        self._sure, self._stays, self._after = self._listed_sure, self._listed_stays, self._listed_after

    def _list(self, state: State) -> float:
        """List the turns of a position; gives its floor, NOTHING if no turn is sure to do damage."""
        turns = state.turns()
        floor = NOTHING if turns else -1.0
        for turn in turns:
            sure, stays, after = outlook(state, turn, self._worth)
            if after is None:
                floor = max(floor, sure)
            else:
                self._listed_sure.append(sure)
                self._listed_stays.append(stays)
                self._listed_after.append(number(after) - self._begin)
        return floor

    def drawn(self) -> array[float]:
        """The worths with no turn left."""
        worths = array("d", bytes(8 * self._size))
        for at in range(self._size):
            if self._floor[at] == -1.0 and self._turns[at] == self._turns[at + 1]:
                worths[at] = -1.0
        return worths

    def step(self, before: Sequence[float]) -> array[float] | None:
        """The worths with one turn more left, None if they are the same, and so for ever."""
        worths = array("d", bytes(8 * self._size))
        return worths if self._step(before, worths) else None

    def _step(self, before: Sequence[float], worths: array[float]) -> int:
        """Fill in the worths with one turn more left; gives how many are others than before."""
        changed = 0
        for at in range(self._size):
            best = self._floor[at]
            for turn in range(self._turns[at], self._turns[at + 1]):
                worth = self._sure[turn] - self._stays[turn] * before[self._after[turn]]
                if worth > best:
                    best = worth
            worths[at] = best
            if best != before[at]:
                changed += 1
        return changed


def outlook(state: State, turn: int, worth: Sequence[float]) -> tuple[float, float, State | None]:
    """What a turn means to who plays it: its mean worth in so far as it does damage, after which positions have the
    `worth` of their number; how likely it does none, and the position then, None if that cannot be.
    """
    if not state.needs_bonus(turn):
        after = state.play(turn, NO_BONUS)
        return (0.0, 1.0, after) if after.quiet else (_damaged(state.seat, after, worth), 0.0, None)
    sure = 0.0
    stays = 0
    still: State | None = None
    for bonus, weight in BONUSES:
        after = state.play(turn, bonus)
        if after.quiet:
            stays += weight
            still = after
        else:
            sure += weight * _damaged(state.seat, after, worth)
    return sure / FACES, stays / FACES, still


def _damaged(seat: int, after: State, worth: Sequence[float]) -> float:
    """What a position after damage is worth to the seat that brought it about."""
    if after.lost >= 0:
        return -1.0 if after.lost == seat else 1.0
    return -worth[number(after)]


def settled(steps: list[array[float]]) -> array[int]:
    """For each position the least number of turns left from which on its worth is that of the last step."""
    found = array("B", bytes(len(steps[-1])))
    for left in range(len(steps) - 1):
        _unsettle(steps[left], steps[-1], found, left + 1)
    return found


def _unsettle(worths: array[float], final: array[float], found: array[int], left: int) -> None:
    """Where worths are not the final ones, so many turns must be left at least."""
    for at in range(len(found)):
        worth = worths[at] - final[at]
        if worth > SETTLED or worth < -SETTLED:
            found[at] = left
