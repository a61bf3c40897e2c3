"""What holds in every position."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given

from engine.battle_chess.bonus import SUPPLIES
from engine.battle_chess.describe import odds
from engine.battle_chess.events import events
from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.battle_chess.symmetry import rotate, rotate_turn
from engine.battle_chess.tables import NO_TURN
from engine.protocol import CHANCE, TERMINAL
from tests.engine.battle_chess.positions import states


def _nodes(state: State) -> list[State]:
    """The positions right after each turn, some of them waiting for a bonus."""
    return [GAME.apply(state, action) for action in GAME.legal_actions(state)]


def _afters(node: State) -> list[State]:
    if GAME.current_player(node) != CHANCE:
        return [node]
    return [GAME.apply(node, bonus) for bonus, _ in GAME.chance_outcomes(node)]


@given(states)
def test_every_legal_turn_passes_the_check_and_leaves_its_position_alone(state: State) -> None:
    text, key = GAME.state_text(state), state.key()

    for action in GAME.legal_actions(state):
        GAME.check(state, action)
        node = GAME.apply(state, action)
        waiting = node.key()
        for after in _afters(node):
            assert after.turn == state.turn + 1
            assert after.seat == 1 - state.seat
            assert after.pending == NO_TURN
        assert node.key() == waiting

    assert (GAME.state_text(state), state.key()) == (text, key)


@given(states)
def test_what_is_kept_beside_the_board_agrees_with_it(state: State) -> None:
    for after in [after for node in _nodes(state) for after in _afters(node)]:
        read = GAME.parse_state(_within_limits(after))

        assert (read.men0, read.men1, read.lost) == (after.men0, after.men1, after.lost)
        assert (read.board, read.reserve0, read.reserve1) == (after.board, after.reserve0, after.reserve1)


def _within_limits(state: State) -> str:
    """The text with its quiet turns set to 0: a turn played after the draw may pass the limit."""
    fields = GAME.state_text(state).split(" ")
    return " ".join([*fields[:5], "0", *fields[6:]])


@given(states)
def test_texts_of_positions_and_turns_read_back(state: State) -> None:
    assert GAME.parse_state(GAME.state_text(state)) == state
    for action in GAME.legal_actions(state):
        assert GAME.parse_action(state, GAME.action_text(state, action)) == action
        assert GAME.turn(state, action).text == GAME.action_text(state, action)
    for node in _nodes(state):
        if GAME.current_player(node) == CHANCE:
            assert GAME.parse_state(GAME.state_text(node)) == node
            for bonus, _ in GAME.chance_outcomes(node):
                assert GAME.parse_action(node, GAME.action_text(node, bonus)) == bonus


@given(states)
def test_weights_are_exact_about_what_is_left(state: State) -> None:
    for node in _nodes(state):
        if GAME.current_player(node) == CHANCE:
            assert dict(GAME.chance_outcomes(node)) == Counter(SUPPLIES[state.supply])


@given(states)
def test_the_other_side_of_the_table_plays_the_same_game(state: State) -> None:
    turned = rotate(state)

    assert rotate(turned) == state
    assert {rotate_turn(state, action) for action in state.turns()} == set(turned.turns())
    for action in state.turns():
        there = GAME.apply(turned, rotate_turn(state, action))
        assert there == rotate(GAME.apply(state, action))
        assert rotate_turn(turned, rotate_turn(state, action)) == action
        assert [rotate(after) for after in _afters(GAME.apply(state, action))] == _afters(there)


@given(states)
def test_the_end_is_the_same_from_both_sides(state: State) -> None:
    turned = rotate(state)

    if GAME.current_player(state) == TERMINAL:
        assert GAME.current_player(turned) == TERMINAL
        assert GAME.returns(turned) == GAME.returns(state)[::-1]
        assert GAME.ending(turned) == GAME.ending(state)
        assert not GAME.legal_actions(state)
    else:
        assert GAME.current_player(turned) == 1 - GAME.current_player(state)
        assert GAME.legal_actions(state)


@given(states)
def test_whether_there_is_a_turn_agrees_with_the_list(state: State) -> None:
    assert state.has_turn() == bool(state.turns())


@given(states)
def test_equal_positions_are_one_value(state: State) -> None:
    again = GAME.parse_state(GAME.state_text(state))

    assert again is not state
    assert {state: "found"}[again] == "found"
    assert all(after != state for node in _nodes(state) for after in _afters(node))


@given(states)
def test_nothing_is_hidden(state: State) -> None:
    assert GAME.observation(state, 0) == GAME.observation(state, None) == state
    assert GAME.resample(state, 0, Random(1)) == state


@given(states)
def test_chances_and_events_tell_one_story(state: State) -> None:
    for action in GAME.legal_actions(state):
        found = odds(state, action)
        for result in found.results if found else ():
            told = [event for event in events(state, action, result.bonus) if event.kind == "damaged"]
            assert len(told) == sum(result.damaged) + result.hurt
        if found and len(found.targets) == 1:
            assert found.damaged[0] + found.hurt + found.nothing == found.of
