"""Lines of play as the players of a game write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import registry
from engine.protocol import CHANCE, EngineError
from engine.replay import Step
from games.play import boards


def written(slug: str, state: Any, line: Sequence[str]) -> list[str]:
    """The steps of a line from a state: decisions, and outcomes like "[+40] 1/3" as they are.

    What cannot be played on from there stays as the engine writes it.
    """
    game, presenter = registry.get(slug), boards.get(slug)
    told: list[str] = []
    for text in line:
        seat = game.current_player(state)
        try:
            action = game.parse_action(state, text.partition("] ")[0].removeprefix("[") if seat == CHANCE else text)
            game.check(state, action)
        except EngineError:
            break
        after = game.apply(state, action)
        told.append(text if seat == CHANCE else presenter.line(Step(0, seat, action, (), state, after), text, ())[0])
        state = after
    return [*told, *line[len(told) :]]
