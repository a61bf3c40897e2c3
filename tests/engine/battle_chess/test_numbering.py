"""Every position of the three-on-three setup has a number, and symmetric ones are one."""

from __future__ import annotations

from itertools import product
from math import perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.battle_chess.game import GAME
from engine.battle_chess.numbering import COUNT, LAYERS, STARTS, SWAPPED, number, position
from engine.battle_chess.state import State
from engine.battle_chess.symmetry import rotate
from engine.battle_chess.tables import CODE_OF
from engine.protocol import CHANCE

numbers = st.integers(0, COUNT - 1)


def mirror(state: State) -> State:
    """The board seen in a mirror: a1 becomes c1."""
    board = [*state.board[8:12], *state.board[4:8], *state.board[0:4], *state.board[12:]]
    new = State(state.shape, board, state.seat, state.supply, state.quiet, state.turn)
    new.ko0, new.ko1 = state.ko0, state.ko1
    return new


def layer(of: int) -> int:
    return next(index for index in range(len(LAYERS)) if of < STARTS[index + 1])


@given(numbers)
def test_a_number_is_that_of_its_position(one: int) -> None:
    assert number(position(one)) == one


@given(numbers, st.integers(0, 39))
def test_a_position_is_legal_and_says_itself_the_same(one: int, quiet: int) -> None:
    state = position(one, quiet)

    read = GAME.parse_state(GAME.state_text(state))

    assert read == state
    assert (read.seat, read.quiet, read.lost) == (0, quiet, -1)


@given(numbers)
def test_a_turned_board_with_the_seats_swapped_is_the_same_position(one: int) -> None:
    assert number(rotate(position(one))) == one


@given(numbers)
def test_a_mirrored_board_is_the_same_position(one: int) -> None:
    """It has the same number, unless the target stands in the middle: then the table has both."""
    state = position(one)
    other = mirror(state)

    targets = {CODE_OF["T"], CODE_OF["+T"]}
    assert position(number(other)) == (other if targets & set(state.board[4:8]) else state)


def test_all_ways_to_place_the_pieces_are_counted() -> None:
    """The mover's target on one of eight squares, the others anywhere; targets show two sides, others may be gone."""
    ways = 0
    for others in product((0, 1, 2), repeat=4):
        ways += 4 * 8 * perm(11, 1 + sum(damage < 2 for damage in others))

    assert COUNT == ways == 37_284_192


@given(numbers)
def test_damage_leads_to_lower_numbers_and_quiet_turns_stay_in_the_pair_of_layers(one: int) -> None:
    """What is solved layer by layer from the first never needs a later one."""
    state = position(one)
    pair = {layer(one), SWAPPED[layer(one)]}
    assert max(pair) - min(pair) <= 1

    for turn in GAME.legal_actions(state):
        node = GAME.apply(state, turn)
        afters = [node]
        if GAME.current_player(node) == CHANCE:
            afters = [GAME.apply(node, bonus) for bonus, _ in GAME.chance_outcomes(node)]
        for after in afters:
            if after.lost < 0 and after.quiet:
                assert layer(number(after)) in pair
            elif after.lost < 0:
                assert number(after) < STARTS[min(pair)]


@pytest.mark.parametrize(
    "text",
    [
        "1zs***vaz1/2pep2/7/7/2PEP2/1ZA***VSZ1 1 0/0 KRkr 0.0.20.30.40.70 0 1",  # another board
        "mtu/3/3/UTM 1 0/0 - 0.0.20.30.40.70 0 1",  # cards
        "mtu/3/3/UTM 1 0/0 L dice 0 1",  # legends
        "m*tu/3/3/UTM 1 0/0 - dice 0 1",  # an egg
        "mvu/3/3/UTM 1 0/0 - dice 0 1",  # another piece
        "mtu/3/U2/UTM 1 0/0 - dice 0 1",  # two of a kind
        "m1u/3/3/UTM 1 0/0 - dice 0 1",  # over
    ],
)
def test_other_positions_have_none(text: str) -> None:
    assert number(GAME.parse_state(text)) == -1


def test_turn_numbers_quiet_turns_and_knocked_out_pieces_make_no_difference() -> None:
    texts = ["1t1/3/1+u1/UT1 2 0/0 - dice 0 1", "1t1/3/1+u1/UT1 2 1/2 - dice 7 30"]

    assert len({number(GAME.parse_state(text)) for text in texts}) == 1
