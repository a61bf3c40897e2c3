"""The engine and the second reading of the rules agree."""

from __future__ import annotations

from hypothesis import given, settings

from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.protocol import CHANCE
from tests.engine.battle_chess import reference
from tests.engine.battle_chess.positions import states


@given(states)
def test_it_finds_the_turns_that_the_reference_finds(state: State) -> None:
    turns = [GAME.action_text(state, turn) for turn in state.turns()]

    assert len(set(turns)) == len(turns)
    assert set(turns) == reference.turns(GAME.state_text(state))


@settings(max_examples=30)
@given(states)
def test_its_turns_do_what_the_reference_does(state: State) -> None:
    text = GAME.state_text(state)

    for turn in state.turns():
        assert _afters(state, turn) == reference.after(text, GAME.action_text(state, turn))


def _afters(state: State, turn: int) -> dict[int | None, str]:
    node = GAME.apply(state, turn)
    if GAME.current_player(node) != CHANCE:
        return {None: GAME.state_text(node)}
    return {bonus: GAME.state_text(GAME.apply(node, bonus)) for bonus, _ in GAME.chance_outcomes(node)}
