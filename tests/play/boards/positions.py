"""Positions to look at, and steps that lead to them."""

from __future__ import annotations

from typing import Any

from engine import registry
from engine.protocol import CHANCE
from engine.replay import Step
from games.play import boards
from games.play.boards import Board

GAME = registry.get("battle_chess")
BATTLE_CHESS = boards.get("battle_chess")
YELLOW_BLUE = ("yellow", "blue")

# Zoroark can go to c4, where it touches Emboar and an egg; Zekrom touches two enemies along its upper side
FIGHT = "3***v3/3e3/7/2Z4/7/3***V3 1 0/0 - 0.0.20.30.40.70 0 9"
LEGEND = "3***v3/7/2ze3/2KK3/2KK3/3***V3 1 3/0 KRkr 0.0.20.30.40.70 0 9"
SUMMON = "3***v3/7/7/7/7/3***V3 1 3/4 KRkr 0.40.70 0 9"


def at(text: str) -> list[Step]:
    """The steps of a match that begins in a position, or in a setup's."""
    state = GAME.initial_state(text)
    return [Step(0, CHANCE, None, (), state, state)]


def on(steps: list[Step], text: str, *bonuses: int) -> list[Step]:
    """The steps with one more turn."""
    before = steps[-1].state
    action = GAME.parse_action(before, text)
    GAME.check(before, action)
    state, draws = GAME.apply(before, action), []
    for bonus in bonuses:
        draws.append((state, bonus))
        state = GAME.apply(state, bonus)
    return [*steps, Step(len(steps), GAME.current_player(before), action, tuple(draws), before, state)]


def look(steps: list[Step], viewer: int | None = 0, *, may_act: bool = True, **query: str) -> Board:
    """The board as a viewer sees it with a selection, `from_` standing for `from`."""
    chosen = {key.rstrip("_"): value for key, value in query.items()}
    return BATTLE_CHESS.board(steps, viewer=viewer, colours=YELLOW_BLUE, query=chosen, may_act=may_act)


def hits(board: Board) -> dict[str, Any]:
    """What can be clicked, by its id without "hit-"."""
    return {hit.id.removeprefix("hit-"): hit for hit in board.drawing.hits}
