"""Battle Chess as the rest of the house sees it: GAME.

Decisions are whole turns (see `state`), outcomes are the bonuses themselves: 0, 20, 30, 40, 70. No secrets: what is
left of the deck is known to both players (rules §6).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from engine.battle_chess import first, notation, solution_file
from engine.battle_chess.bonus import DRAWS
from engine.battle_chess.evaluate import FITTED, Evaluator
from engine.battle_chess.illegal import check_outcome, check_turn
from engine.battle_chess.numbering import number
from engine.battle_chess.perft import perft
from engine.battle_chess.pieces import QUIET_LIMIT
from engine.battle_chess.state import State
from engine.battle_chess.tables import NO_BONUS, NO_TURN
from engine.battle_chess.turns import Turn, unpack
from engine.protocol import CHANCE, TERMINAL, is_position
from engine.typed.searchable import Searchable


class BattleChess(Searchable):
    """`engine.protocol.Game[State, int]`. What searches ask again and again takes states of a type known in C."""

    rules_version = "1"

    def __init__(self, evaluator: Evaluator = FITTED) -> None:
        """Positions are judged by that evaluator's weights."""
        self._evaluator = evaluator

    def initial_state(self, setup: str) -> State:
        """The first position of a setup, or the position of a text. Raises NotationError."""
        return notation.parse_start(setup) if is_position(setup) else _initial_state(setup)

    def current_player(self, state: State) -> int:
        """The seat to move; CHANCE while a turn waits for its bonus; TERMINAL."""
        position = state
        if position.pending != NO_TURN:
            return CHANCE
        if position.lost >= 0 or position.quiet >= QUIET_LIMIT or not position.has_turn():
            return TERMINAL
        return position.seat

    def legal_actions(self, state: State) -> Sequence[int]:
        """Every turn of the seat to move; none at a chance node and at the end."""
        position = state
        if position.pending != NO_TURN or position.quiet >= QUIET_LIMIT:
            return []
        return position.turns()

    def check(self, state: State, action: int) -> None:
        """Raise IllegalAction, with what is wrong, unless the turn or bonus can be played now."""
        if state.pending != NO_TURN:
            check_outcome(state, action)
        elif action not in self.legal_actions(state):
            check_turn(state, action)

    def apply(self, state: State, action: int) -> State:
        """The position after a legal turn, or after the bonus of the turn that waits for it."""
        position = state
        if position.pending != NO_TURN:
            return position.play(position.pending, action)
        if position.needs_bonus(action):
            return position.wait(action)
        return position.play(action, NO_BONUS)

    def chance_outcomes(self, state: State) -> Sequence[tuple[int, int]]:
        """Each bonus that can come, with the number of cards or faces that show it."""
        position = state
        return DRAWS[position.supply]

    def returns(self, state: State) -> tuple[float, ...]:
        """1.0 won, 0.0 lost, 0.5 drawn. Having no legal turn comes before the draw (rules §8)."""
        position = state
        loser = position.lost if position.lost >= 0 else -1 if position.has_turn() else position.seat
        return (0.5, 0.5) if loser < 0 else (float(loser == 1), float(loser == 0))

    def ending(self, state: State) -> str:
        """A key of `INFO.endings`."""
        if state.lost >= 0:
            return "target"
        return "quiet" if state.has_turn() else "no_turn"

    def observation(self, state: State, seat: int | None) -> State:
        """The position itself: nothing is hidden."""
        return state

    def seen(self, state: State, action: int, seat: int | None) -> str:
        """The action's text: nothing is hidden."""
        return self.action_text(state, action)

    def alike(self, state: State) -> str:
        """The position without its quiet turns and its turn number."""
        return " ".join(notation.state_text(state).split(" ")[:5])

    def repetition(self, state: State) -> None:
        """Nothing: quiet turns are counted instead."""

    def resample(self, view: State, seat: int, rng: Random) -> State:
        """The view itself: nothing is hidden."""
        return view

    def evaluate(self, state: State, seat: int) -> float:
        """How good the position looks, in [-1, 1]; the other seat's value is the negative."""
        return self._evaluator.value(state, seat)

    def solved(self, state: State) -> list[tuple[int, float]] | None:
        """By the solution of `w3`, once it was built for these rules; None elsewhere."""
        if state.pending != NO_TURN or number(state) < 0:
            return None
        try:
            solution = solution_file.current()
        except solution_file.SolutionError:
            return None
        return solution.turns(state) if solution and solution.knows(state) else None

    def turn(self, state: State, action: int) -> Turn:
        """A decision taken apart."""
        return unpack(state.shape, action)

    def perft(self, state: State, depth: int) -> list[int]:
        """The number of lines of 1, 2, … `depth` turns; quiet draws are ignored (rules §9)."""
        return perft(state, depth)

    def action_text(self, state: State, action: int) -> str:
        """`c2-c3xd4`; for a bonus `+40`."""
        return f"+{action}" if state.pending != NO_TURN else unpack(state.shape, action).text

    def parse_action(self, state: State, text: str) -> int:
        """The turn, or at a chance node the bonus, of a text; `check` says whether a turn is legal."""
        if state.pending != NO_TURN:
            return notation.parse_outcome(state, text)
        return notation.parse_turn(state, text)

    def state_text(self, state: State) -> str:
        """The position in one line."""
        return notation.state_text(state)

    def parse_state(self, text: str) -> State:
        """The position of a line. Raises NotationError."""
        return notation.parse_state(text)


_initial_state = cache(first.initial_state)
GAME = BattleChess()
