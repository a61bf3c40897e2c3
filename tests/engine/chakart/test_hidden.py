"""A hidden queen: what her opponent and spectators get is the same, letter by letter, wherever she is (rules §11)."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chakart import notation
from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.chakart.tables import NAMES, UNSEEN
from engine.chakart.views import follow, turn_so_far
from engine.protocol import TERMINAL, IllegalAction
from engine.search.players import choose
from tests.each import each
from tests.engine.chakart.cases import CASES, options, play, states_of
from tests.engine.chakart.positions import hides, hiding, hidings

STEALTH = "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w 2 1111 000000000000"  # d1 sees e2 f3 g4 h5


def elsewhere(state: State) -> list[State]:
    """The same turn so far with the queen hidden on each square where that turn is possible."""
    base, steps = turn_so_far(state)
    found = []
    for square in range(64):
        if base.board[square] == 0:
            other = State(base.board[:], base.seat, base.ply, base.powers, base.reserve0, base.reserve1)
            other.ghost = square
            found.append(follow(other, steps))
    return [other for other in found if other is not None]


def visible(state: State, viewer: int | None) -> Any:
    """What happens before everybody's eyes, and the choices of who has the turn: all that may tell squares apart."""
    board = list(state.board)
    mine = options(state) if viewer == state.seat and GAME.current_player(state) == viewer else None
    return board, state.reserve0, state.reserve1, state.powers, state.stage, GAME.current_player(state), mine


def outputs(state: State, viewer: int | None) -> Any:
    """All that is made for a viewer from a state."""
    view = GAME.observation(state, viewer)
    player = GAME.current_player(view)
    chosen = choose(GAME, view, viewer, Random(5), 2) if viewer is not None and player == viewer else None
    return GAME.state_text(view), notation.placement(view), GAME.legal_actions(view), player, chosen


@pytest.mark.parametrize("fen", hidings()[::40])
def test_two_hidden_squares_give_the_same_outputs(fen: str) -> None:
    states = elsewhere(GAME.parse_state(fen))
    for viewer in (states[0].seat, None):
        groups = defaultdict(set)
        for state in states:
            if GAME.current_player(state) != TERMINAL:
                groups[str(visible(state, viewer))].add(str(outputs(state, viewer)))

        assert len(max(groups.values(), key=len)) == 1
        assert all(len(found) == 1 for found in groups.values())


@settings(max_examples=40)
@given(hiding)
def test_in_the_middle_of_a_turn_too_squares_are_told_apart_by_what_everybody_sees_alone(state: State) -> None:
    for viewer in (state.seat, None):
        groups = defaultdict(set)
        for other in elsewhere(state):
            if GAME.current_player(other) != TERMINAL:
                groups[str(visible(other, viewer))].add(GAME.state_text(GAME.observation(other, viewer)))

        assert all(len(texts) == 1 for texts in groups.values())


@settings(max_examples=30)
@given(hiding, st.lists(st.integers(0, 3 << 12), min_size=5, max_size=5))
def test_what_is_refused_is_refused_with_the_same_words_wherever_she_is(state: State, tried: list[int]) -> None:
    said = defaultdict(set)
    for other in elsewhere(state):
        view = GAME.observation(other, state.seat)
        if not view.veiled or GAME.current_player(other) != state.seat:
            continue
        said[view].add(tuple(_refusal(other, action) for action in tried))

    assert all(len(words) == 1 for words in said.values())


def _refusal(state: State, action: int) -> str:
    try:
        GAME.check(state, action)
    except IllegalAction as error:
        return str(error)
    return ""


@given(hiding)
def test_who_hides_her_sees_all_and_nobody_else_does(state: State) -> None:
    base, _ = turn_so_far(state)
    owner, over = 1 - base.seat, GAME.current_player(state) == TERMINAL

    assert GAME.observation(state, owner) == state
    for viewer in (base.seat, None):
        view = GAME.observation(state, viewer)
        assert (view == state) == over
        shown = notation.placement(view)
        assert over or not {"i", "I"} & set(shown)


@given(hiding, st.integers(0, 999))
def test_a_guess_fits_and_could_be_the_truth(state: State, seed: int) -> None:
    view = GAME.observation(state, state.seat)

    guess = GAME.resample(view, state.seat, Random(seed))

    assert GAME.observation(guess, state.seat) == view
    assert GAME.legal_actions(guess) == GAME.legal_actions(state)
    assert GAME.parse_state(GAME.state_text(guess)) == guess


def test_every_square_that_fits_is_guessed() -> None:
    state = play(STEALTH, "d1g4:stealth")
    view = GAME.observation(state, 1)

    guessed = {GAME.resample(view, 1, Random(seed)).ghost for seed in range(600)}

    free = {square for square in range(64) if view.board[square] == 0}
    assert guessed == {square for square in free if GAME.observation(_moved(state, square), 1) == view}
    assert len(guessed) > 25


def _moved(state: State, square: int) -> State:
    return GAME.parse_state(GAME.state_text(state).replace(*_ranks(state, square)))


def _ranks(state: State, square: int) -> tuple[str, str]:
    moved = State(state.board[:], state.seat, state.ply, state.powers, state.reserve0, state.reserve1)
    moved.ghost = square
    return notation.placement(state), notation.placement(moved)


def test_her_opponent_sees_that_a_queen_is_hidden_and_not_where() -> None:
    state = play(STEALTH, "d1g4:stealth")

    texts = [GAME.state_text(GAME.observation(state, viewer)) for viewer in (0, 1, None)]

    assert texts[0].startswith("rnbqkbnr/pppppppp/8/8/6I1/4P3/PPPP1PPP/RNB1KBNR b 3 1011")
    assert texts[1] == texts[2] == "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNB1KBNR b 3 1011 000000000000 I?"
    assert GAME.observation(state, 1).ghost == UNSEEN


def test_what_she_is_seen_by_cannot_be_played_on() -> None:
    view = GAME.observation(play(STEALTH, "d1g4:stealth"), 1)

    with pytest.raises(ValueError, match="placement: where the hidden queen stands is missing"):
        GAME.parse_state(GAME.state_text(view))


def test_a_stealth_move_has_one_text_for_others() -> None:
    state = GAME.parse_state(STEALTH)
    told = {
        (GAME.seen(state, action, viewer), viewer)
        for action in GAME.legal_actions(state)
        if GAME.action_text(state, action).endswith(":stealth")
        for viewer in (1, None)
    }

    assert told == {("Q??", 1), ("Q??", None)}
    assert GAME.seen(state, GAME.parse_action(state, "d1g4:stealth"), 0) == "d1g4:stealth"
    assert GAME.seen(state, GAME.parse_action(state, "d1g4"), 1) == "d1g4"


def test_a_missing_stealth_twin_may_tell_who_has_the_turn_but_no_spectator() -> None:
    state = GAME.parse_state("3q3k/8/8/3I4/8/8/8/3K4 b 9 1011 000000000000")

    assert "d8d5" in options(state)
    assert "d8d5:stealth" not in options(state)
    assert GAME.state_text(GAME.observation(state, 1)).endswith(" I?d5")
    assert GAME.state_text(GAME.observation(state, None)).endswith(" I?")
    assert GAME.observation(state, 1).veiled


def test_a_square_that_is_not_offered_for_a_banana_may_tell_who_chooses_but_no_spectator() -> None:
    state = play("7k/8/8/8/8/3i4/8/K3R3 w 9 1110 000000000000", "e1e2")

    assert options(state) == ["d1", "f1", "f3"]
    assert GAME.state_text(GAME.observation(state, 0)) == "7k/8/8/8/8/8/8/K3R3 w 9 1110 000000000000 i?d3 e1e2"
    assert GAME.state_text(GAME.observation(state, None)) == "7k/8/8/8/8/8/8/K3R3 w 9 1110 000000000000 i? e1e2"


def test_a_captured_queen_is_known_while_the_turn_goes_on() -> None:
    state = play("7k/8/8/8/8/8/4i3/K3R3 w 9 1110 000000000000", "e1e2")

    view = GAME.observation(state, None)

    assert notation.reserve_text(view) == "000000000010"
    assert GAME.state_text(view).endswith("i?e2 e1e2")


def test_passing_over_her_does_nothing() -> None:
    fen = "7k/8/4i3/8/8/8/8/K3R3 w 9 1110 000000000000"

    assert notation.placement(play(fen, "e1e8")) == "4R2k/8/4i3/8/8/8/8/K7"
    assert GAME.state_text(play(fen, "e1e8", "d7")).startswith("4R2k/3d4/4q3/8/8/8/8/K7 b 10 1110")


def test_at_the_end_all_is_shown() -> None:
    state = GAME.parse_state("7k/8/8/8/8/3I4/8/8 b 9 1011 000000000001")

    assert GAME.current_player(state) == TERMINAL
    assert all(GAME.observation(state, viewer) == state for viewer in (0, 1, None))


@each(CASES["disputed"], name=lambda case: case["id"])
def test_every_state_of_the_disputed_turns_keeps_its_secret(case: dict[str, Any]) -> None:
    for state in states_of(case):
        if hides(state) and GAME.current_player(state) != TERMINAL and state.parent is not None:
            base, _ = turn_so_far(state)
            text = GAME.state_text(GAME.observation(state, None))
            assert NAMES[base.ghost] not in text or visible(state, None) != visible(_without(state), None)


def _without(state: State) -> State:
    """The same turn so far had no queen been hidden."""
    base, steps = turn_so_far(state)
    other = State(base.board[:], base.seat, base.ply, base.powers, base.reserve0, base.reserve1)
    played = follow(other, steps)
    assert played is not None
    return played


def test_no_mushroom_is_left_on_her_square() -> None:
    fen = "7k/8/8/8/8/4i3/4P3/K7 w 9 1110 000000000000"

    assert GAME.state_text(play(fen, "e2e4")).startswith("7k/8/8/8/4P3/4q3/8/K7 b 10")
    assert GAME.state_text(play(fen.replace("4i3", "3i4"), "e2e4")).startswith("7k/8/8/8/4P3/3qm3/8/K7 b 10")


def test_an_egg_that_would_be_left_on_her_square_stays_where_the_knight_came_from() -> None:
    fen = "7k/8/8/8/8/8/1i6/KN6 w 9 1110 000000000000"

    assert GAME.state_text(play(fen, "b1c3")).startswith("7k/8/8/8/8/2N5/1q6/Ke6 b 10")
    assert GAME.state_text(play(fen.replace("1i6", "2i5"), "b1c3")).startswith("7k/8/8/8/8/2N5/1eq5/K7 b 10")
