"""What the tests of this folder share: the written cases, and short ways to play texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.protocol import CHANCE
from engine.testing.conformance import steps

Case = dict[str, Any]
CASES: dict[str, list[Case]] = json.loads((Path(__file__).parents[2] / "cases" / "chakart.json").read_text())
TURNS = [*CASES["resolutions"], *CASES["disputed"], *CASES["seed_figures"]]


def play(position: str | State, *texts: str) -> State:
    """The state after these decisions and outcomes, each checked."""
    state = GAME.initial_state(position) if isinstance(position, str) else position
    for text in texts:
        action = GAME.parse_action(state, text)
        GAME.check(state, action)
        state = GAME.apply(state, action)
    return state


def after(position: str, *texts: str) -> str:
    """The text of the state after these decisions and outcomes."""
    return GAME.state_text(play(position, *texts))


def options(position: str | State) -> list[str]:
    """All that may come next, decisions or outcomes, sorted."""
    state = GAME.initial_state(position) if isinstance(position, str) else position
    return sorted(GAME.action_text(state, step) for step in steps(GAME, state))


def scripted(state: State, move: str, script: list[Case]) -> State:
    """The state after a turn told decision by decision; AssertionError unless each has just the options it names."""
    state = play(state, move)
    for entry in script:
        kind = "random" if GAME.current_player(state) == CHANCE else "choice"
        assert (kind, options(state)) == (entry["type"], entry["options"]), GAME.state_text(state)
        state = play(state, entry["pick"])
    assert state.parent is None, f"the turn goes on: {GAME.state_text(state)}"
    return state


def states_of(case: Case) -> Iterator[State]:
    """Every state of a turn, from before its first step on."""
    state = GAME.initial_state(case["fen"])
    yield state
    for text in (case["move"]["m"], *(entry["pick"] for entry in case["script"])):
        state = play(state, text)
        yield state


def fens() -> list[str]:
    """Every position of the cases, each once."""
    found = [case[key] for case in [*CASES["positions"], *TURNS] for key in ("fen", "fen_after") if key in case]
    found += [move["after"] for case in CASES["positions"] for move in case["moves"] if "after" in move]
    found += [turn["fen_after"] for game in CASES["games"] for turn in game["turns"]]
    found += [game["start"] for game in CASES["games"]]
    return sorted(set(found))


def result(state: State) -> str:
    """As the cases write it."""
    if GAME.current_player(state) in (0, 1, CHANCE):
        return "*"
    return "1-0" if GAME.returns(state)[0] else "0-1"
