"""Our games as OpenSpiel sees them, for its bots: needs `pip install -r requirements-bench.txt`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyspiel

from engine.protocol import CHANCE, TERMINAL, AnyGame

LONGEST = 1_000  # decisions and draws
SPIEL = {CHANCE: pyspiel.PlayerId.CHANCE, TERMINAL: pyspiel.PlayerId.TERMINAL}


class SpielGame(pyspiel.Game):
    """A game of ours whose actions and outcomes are whole numbers."""

    def __init__(self, game: AnyGame, actions: int) -> None:
        """With numbers of actions below `actions`."""
        kind = pyspiel.GameType(
            short_name="pbchess",
            long_name="a game of pbchess",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=100,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, facts, {})
        self.ours = game

    def state(self, state: Any) -> SpielState:
        """A position of ours."""
        found = SpielState(self)
        found.held = Held(self.ours, state)
        return found

    def new_initial_state(self) -> SpielState:
        """What OpenSpiel fills when it copies a state; matches begin from positions of ours (`state`)."""
        return SpielState(self)


@dataclass(frozen=True, slots=True)
class Held:
    """A position of ours. It never changes, so a copy is itself."""

    game: AnyGame
    state: Any

    def __deepcopy__(self, memo: Any) -> Held:
        return self

    def player(self) -> int:
        """The seat to act, CHANCE or TERMINAL."""
        return self.game.current_player(self.state)


class SpielState(pyspiel.State):
    """A position."""

    held: Held

    def current_player(self) -> int:
        """A seat, or what OpenSpiel calls CHANCE and TERMINAL."""
        player = self.held.player()
        return player if player >= 0 else int(SPIEL[player])

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.held.player() == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.held.game.legal_actions(self.held.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes and how likely they are."""
        outcomes = self.held.game.chance_outcomes(self.held.state)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        self.held = Held(self.held.game, self.held.game.apply(self.held.state, action))

    def returns(self) -> list[float]:
        """1 won, -1 lost, 0 drawn or not over."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [2 * share - 1 for share in self.held.game.returns(self.held.state)]
