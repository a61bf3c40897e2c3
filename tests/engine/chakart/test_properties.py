"""What holds in every state."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chakart.game import GAME
from engine.chakart.pieces import MOST_PIECES
from engine.chakart.state import State
from engine.chakart.tables import FIRST_THING, KIND, OWNER, STUCK, WHITE_ARRAY
from engine.chakart.views import turn_so_far
from engine.protocol import CHANCE, TERMINAL
from engine.search.playout import playout
from engine.testing.conformance import steps
from tests.engine.chakart.positions import states

LONGEST = 3000  # turns; random matches have about a hundred


@given(states)
def test_texts_come_back(state: State) -> None:
    text = GAME.state_text(state)

    assert GAME.parse_state(text) == state
    for step in steps(GAME, state):
        assert GAME.parse_action(state, GAME.action_text(state, step)) == step
        GAME.check(state, step)
        after = GAME.apply(state, step)
        assert GAME.parse_state(GAME.state_text(after)) == after
    assert GAME.state_text(state) == text


@given(states)
def test_draws_are_between_equals(state: State) -> None:
    if GAME.current_player(state) == CHANCE:
        outcomes = GAME.chance_outcomes(state)

        assert outcomes
        assert {weight for _, weight in outcomes} == {1}
        assert len({outcome for outcome, _ in outcomes}) == len(outcomes)


@given(states)
def test_no_piece_is_lost_or_made(state: State) -> None:
    for step in steps(GAME, state):
        after = GAME.apply(state, step)
        assert _pieces(after) <= MOST_PIECES
        assert _pieces(after) == _pieces(state) or not any(state.board[16:48])


def _pieces(state: State) -> int:
    on_board = sum(0 < code < FIRST_THING for code in state.board) + (state.ghost < 64)
    return on_board + sum(reserve >> 6 * kind & 63 for reserve in (state.reserve0, state.reserve1) for kind in range(6))


@given(states)
def test_what_is_kept_beside_the_board_agrees_with_it(state: State) -> None:
    if state.parent is None:
        kings = {OWNER[code] for code in state.board if KIND[code] == 5}

        assert state.stuck == sum(STUCK < code < FIRST_THING for code in state.board)
        assert state.lost == (-1 if kings == {0, 1} else next(iter({0, 1} - kings))) or not any(state.board)


@given(states)
def test_a_turn_passes_to_the_other_side_and_immobilises_one_piece_at_most(state: State) -> None:
    for step in steps(GAME, state):
        after = GAME.apply(state, step)
        if after.parent is None and state.stage < WHITE_ARRAY:
            assert (after.seat, after.ply) == (1 - state.seat, state.ply + 1)
            assert sum(OWNER[code] == state.seat and code > STUCK for code in after.board) <= 1
            assert after.ghost == 64 or after.powers != turn_so_far(state)[0].powers


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.sampled_from(["asymmetric", "symmetric", "orthodox"]))
def test_random_matches_end(seed: int, setup: str) -> None:
    end = playout(GAME, GAME.initial_state(setup), Random(seed))

    assert GAME.current_player(end) == TERMINAL
    assert end.ply < LONGEST
    assert sorted(GAME.returns(end)) == [0, 1]
    assert GAME.parse_state(GAME.state_text(end)) == end
