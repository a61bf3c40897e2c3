"""The engine against a second reading of the rules."""

from __future__ import annotations

from hypothesis import given

from engine.chakart import notation
from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.protocol import TERMINAL
from tests.each import each
from tests.engine.chakart import reference
from tests.engine.chakart.cases import CASES, fens, options
from tests.engine.chakart.positions import states


@each(CASES["positions"][::5], name=lambda case: case["id"])
def test_the_reference_knows_the_cases(case: dict[str, str]) -> None:
    assert reference.first_steps(case["fen"]) == case["legal"]


def test_both_list_the_same_first_steps_in_every_position_of_the_cases() -> None:
    for fen in fens():
        state = GAME.parse_state(fen)
        if state.lost < 0:
            assert options(state) == reference.first_steps(fen), fen


@given(states)
def test_both_list_the_same_first_steps_anywhere(state: State) -> None:
    if state.parent is None and GAME.current_player(state) in (0, 1, TERMINAL) and state.lost < 0:
        fen = GAME.state_text(state)

        assert sorted(GAME.action_text(state, step) for step in state.decisions()) == reference.first_steps(fen)
        assert (GAME.current_player(state) == TERMINAL) == (not reference.first_steps(fen))


def test_both_show_the_same_board_to_everybody_in_every_position_of_the_cases() -> None:
    for fen in fens():
        state = GAME.parse_state(fen)
        for seat, viewer in ((0, "w"), (1, "b"), (None, None)):
            if GAME.current_player(state) != TERMINAL:
                view = GAME.observation(state, seat)
                assert notation.placement(view) == reference.seen(fen, viewer), fen
