"""A small dice game that offers everything the protocol knows, so that the generic parts are tested apart from any
real game: it begins at a chance node, hides something, has several draws after one decision and longer turns than one.

Each seat is dealt a card that it alone sees. A seat rolls as often as it likes, each time once more for a 2; a 1 loses
the pot. Who holds adds the pot to the score. Once a score reaches the target, score and card together decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from engine.protocol import CHANCE, TERMINAL, GameInfo, IllegalAction, NotationError, SetupInfo, is_position
from engine.typed.searchable import Searchable

CARDS = ((1, 3), (2, 2), (3, 1))
ROLLS = ((1, 1), (2, 3), (5, 1))
UNDEALT, HIDDEN = 0, -1
SETUPS = {"short": 6, "long": 20}
TEXT = re.compile(r"(\d+) (-?\d)/(-?\d) (\d+)/(\d+) (\d+) ([12]) (rolling|deciding)")

Action = str | int


@dataclass(frozen=True, slots=True)
class Pig:
    target: int
    cards: tuple[int, int] = (UNDEALT, UNDEALT)
    scores: tuple[int, int] = (0, 0)
    pot: int = 0
    seat: int = 0
    rolling: bool = False


class ToyGame(Searchable):
    rules_version = "toy-1"

    def initial_state(self, setup: str) -> Pig:
        if is_position(setup):
            return self.parse_state(setup)
        if setup not in SETUPS:
            raise NotationError(f"no setup {setup!r}", field="setup")
        return Pig(SETUPS[setup])

    def current_player(self, state: Pig) -> int:
        if UNDEALT in state.cards or state.rolling:
            return CHANCE
        return TERMINAL if max(state.scores) >= state.target else state.seat

    def legal_actions(self, state: Pig) -> Sequence[Action]:
        if self.current_player(state) < 0:
            return ()
        return ("hold", "roll") if state.pot else ("roll",)

    def check(self, state: Pig, action: Action) -> None:
        if action not in self.legal_actions(state):
            raise IllegalAction(f"you cannot {action!r} now", code="illegal")

    def apply(self, state: Pig, action: Action) -> Pig:
        if UNDEALT in state.cards:
            first, second = state.cards
            return replace(state, cards=(first, action) if first else (action, second))
        if action == "roll":
            return replace(state, rolling=True)
        if action == "hold":
            scores = tuple(score + (seat == state.seat) * state.pot for seat, score in enumerate(state.scores))
            return replace(state, scores=scores, pot=0, seat=1 - state.seat)
        if action == 1:
            return replace(state, pot=0, seat=1 - state.seat, rolling=False)
        return replace(state, pot=state.pot + action, rolling=action == 2)

    def chance_outcomes(self, state: Pig) -> Sequence[tuple[Action, int]]:
        return CARDS if UNDEALT in state.cards else ROLLS

    def observation(self, state: Pig, seat: int | None) -> Pig:
        if self.current_player(state) == TERMINAL:
            return state
        shown = [card if card == UNDEALT or owner == seat else HIDDEN for owner, card in enumerate(state.cards)]
        return replace(state, cards=tuple(shown))

    def seen(self, state: Pig, action: Action, seat: int | None) -> str:
        dealing = UNDEALT in state.cards
        return "a card" if dealing and seat != state.cards.index(UNDEALT) else self.action_text(state, action)

    def alike(self, state: Pig) -> str:
        return self.state_text(state)

    def repetition(self, state: Pig) -> None:
        return None

    def resample(self, view: Pig, seat: int, rng: Random) -> Pig:
        return replace(view, cards=tuple(rng.randint(1, 3) if card == HIDDEN else card for card in view.cards))

    def action_text(self, state: Pig, action: Action) -> str:
        return str(action)

    def parse_action(self, state: Pig, text: str) -> Action:
        if self.current_player(state) != CHANCE:
            return text
        if text not in {str(outcome) for outcome, _ in self.chance_outcomes(state)}:
            raise IllegalAction(f"{text!r} cannot be drawn", code="impossible_outcome", field="bonus")
        return int(text)

    def state_text(self, state: Pig) -> str:
        return (
            f"{state.target} {state.cards[0]}/{state.cards[1]} {state.scores[0]}/{state.scores[1]} {state.pot} "
            f"{state.seat + 1} {'rolling' if state.rolling else 'deciding'}"
        )

    def parse_state(self, text: str) -> Pig:
        match = TEXT.fullmatch(text)
        if not match:
            raise NotationError(f"{text!r} is none", field="position")
        target, card, other, score, second, pot, seat = map(int, match.groups()[:-1])
        state = Pig(target, (card, other), (score, second), pot, seat - 1, match[8] == "rolling")
        if self.state_text(state) != text or not {card, other} <= {HIDDEN, UNDEALT, 1, 2, 3}:
            raise NotationError(f"{text!r} is none", field="position")
        return state

    def returns(self, state: Pig) -> tuple[float, ...]:
        first, second = (score + card for score, card in zip(state.scores, state.cards, strict=True))
        return (0.5, 0.5) if first == second else (float(first > second), float(second > first))

    def ending(self, state: Pig) -> str:
        return "target"

    def evaluate(self, state: Pig, seat: int) -> float:
        worth = [score + (owner == state.seat) * state.pot for owner, score in enumerate(state.scores)]
        return max(-0.9, min(0.9, (worth[seat] - worth[1 - seat]) / state.target))

    def solved(self, state: Pig) -> None:
        return None


INFO = GameInfo(
    "toy", "Toy", "dice", tuple(SetupInfo(slug, slug, slug) for slug in SETUPS), endings={"target": "one has enough"}
)
GAME = ToyGame()
