"""What the tests of this folder share: the written cases, and short ways to play texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.protocol import CHANCE

Case = dict[str, Any]
CASES: dict[str, list[Case]] = json.loads((Path(__file__).parents[2] / "cases" / "battle_chess.json").read_text())


def play(position: str | State, *texts: str) -> State:
    """The position after these turns and bonuses, each checked."""
    state = GAME.initial_state(position) if isinstance(position, str) else position
    for text in texts:
        action = GAME.parse_action(state, text)
        GAME.check(state, action)
        state = GAME.apply(state, action)
    return state


def after(position: str, *texts: str) -> str:
    """The text of the position after these turns and bonuses."""
    return GAME.state_text(play(position, *texts))


def legal(position: str | State) -> list[str]:
    """Every legal turn, sorted."""
    state = GAME.initial_state(position) if isinstance(position, str) else position
    return sorted(GAME.action_text(state, action) for action in GAME.legal_actions(state))


def winner(state: State) -> int | None:
    """1 or 2, None while nobody has won."""
    if GAME.current_player(state) in (0, 1, CHANCE):
        return None
    return {(1.0, 0.0): 1, (0.0, 1.0): 2}.get(GAME.returns(state))  # type: ignore[arg-type]
