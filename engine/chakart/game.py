"""Chakart as the rest of the house sees it: GAME.

Each step of a turn is a decision of its own: the first step, then what it asks for (see `actions`). Each draw is a node
of its own, even when only one thing can be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.chakart import notation, views
from engine.chakart.actions import STEALTH, Action, unpack
from engine.chakart.evaluate import evaluate
from engine.chakart.illegal import check
from engine.chakart.perft import perft, resolve
from engine.chakart.state import State
from engine.protocol import CHANCE, is_position
from engine.typed.searchable import Searchable

HIDDEN_MOVE = "Q??"


class Chakart(Searchable):
    """`engine.protocol.Game[State, int]`. What searches ask again and again takes states of a type known in C."""

    rules_version = "1"

    def initial_state(self, setup: str) -> State:
        """The first state of a setup, mostly a draw, or the state of a text. Raises NotationError."""
        return notation.parse_start(setup) if is_position(setup) else notation.initial_state(setup)

    def current_player(self, state: State) -> int:
        """The seat to decide, CHANCE or TERMINAL."""
        here = state
        return here.player()

    def legal_actions(self, state: State) -> Sequence[int]:
        """What the seat to move may choose from; none at a draw and at the end."""
        here = state
        return here.decisions()

    def check(self, state: State, action: int) -> None:
        """Raise IllegalAction, with what is wrong, unless the decision or outcome is possible now."""
        check(state, action)

    def apply(self, state: State, action: int) -> State:
        """The state after a legal decision or a possible outcome."""
        here = state
        return here.play(action)

    def chance_outcomes(self, state: State) -> Sequence[tuple[int, int]]:
        """What can be drawn, each with the weight 1."""
        here = state
        return here.outcomes()

    def returns(self, state: State) -> tuple[float, ...]:
        """1.0 won, 0.0 lost: without a king, or without a step when it is one's turn (rules §13)."""
        here = state
        loser = here.lost if here.lost >= 0 else here.seat
        return float(loser == 1), float(loser == 0)

    def ending(self, state: State) -> str:
        """A key of `info.INFO.endings`."""
        return "kings" if state.lost >= 0 else "no_step"

    def observation(self, state: State, seat: int | None) -> State:
        """The state without a queen that is hidden from `seat`."""
        return views.observation(state, seat)

    def seen(self, state: State, action: int, seat: int | None) -> str:
        """`Q??` for another's stealth move, else the action's text (rules §11)."""
        hidden = action >> 12 & 15 == STEALTH and seat != state.seat
        return HIDDEN_MOVE if hidden else self.action_text(state, action)

    def alike(self, state: State) -> str:
        """The text without the position's ply."""
        fields = notation.state_text(state).split(" ")
        return " ".join(fields[:2] + fields[3:])

    def repetition(self, state: State) -> str | None:
        """What the position looks like; None in the middle of a turn (rules §13)."""
        return None if state.parent is not None or state.player() == CHANCE else self.alike(state)

    def resample(self, view: State, seat: int, rng: Random) -> State:
        """The view with a queen on one of the squares where she may be hidden."""
        return views.resample(view, seat, rng)

    def evaluate(self, state: State, seat: int) -> float:
        """How good the state looks, in [-1, 1]; the other seat's value is the negative."""
        return evaluate(state, seat)

    def solved(self, state: State) -> None:
        """Nothing: the game is too large to be solved."""

    def perft(self, state: State, depth: int) -> list[int]:
        """The number of lines of 1, 2, … `depth` complete turns. Raises NotationError before the arrays are drawn."""
        return perft(state, depth)

    def resolve(self, state: State, seed: int) -> int:
        """Plays every first step to the end of its turn, for measuring; the number of turns."""
        return resolve(state, seed)

    def action(self, action: int) -> Action:
        """A decision or an outcome taken apart."""
        return unpack(action)

    def action_text(self, state: State, action: int) -> str:
        """`e2e4`, `b7b8=k`, `d1d5:stealth`, `e1e6:shell`; `c3`, `q`, `p@e4`, `luigi`; `RNBQKBNR`."""
        return unpack(action).text

    def parse_action(self, state: State, text: str) -> int:
        """The decision, or at a draw the outcome, of a text; `check` says whether it is possible."""
        return notation.parse_action(state, text)

    def state_text(self, state: State) -> str:
        """The state in one line."""
        return notation.state_text(state)

    def parse_state(self, text: str) -> State:
        """The state of a line. Raises NotationError."""
        return notation.parse_state(text)


GAME = Chakart()
