"""What a state is thought to be worth, and that it helps."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given

from benchmarks.chakart import decider, match, material, material_player
from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.protocol import TERMINAL
from tests.each import each
from tests.engine.chakart.cases import play
from tests.engine.chakart.positions import states

KINGS = "4k3/8/8/8/8/8/8/4K3 w 9 0000 000000000000"


def worth(fen: str, seat: int = 0) -> float:
    return GAME.evaluate(GAME.parse_state(fen), seat)


def turned(fen: str) -> str:
    """The same position from the other side of the board."""
    placement, turn, ply, powers, reserve = fen.split(" ")
    ranks = "/".join(reversed(placement.split("/")))
    objects = re.sub("[dwem]", lambda letter: letter[0].upper(), ranks).swapcase()
    side = "b" if turn == "w" else "w"
    return f"{objects} {side} {ply} {powers[2:]}{powers[:2]} {reserve[6:]}{reserve[:6]}"


@given(states)
def test_what_is_good_for_one_is_bad_for_the_other(state: State) -> None:
    assert GAME.evaluate(state, 0) == -GAME.evaluate(state, 1)
    assert -1 <= GAME.evaluate(state, 0) <= 1


@given(states)
def test_both_sides_are_judged_alike(state: State) -> None:
    if state.parent is None and any(state.board):
        other = GAME.parse_state(turned(GAME.state_text(state)))

        assert GAME.evaluate(other, 1) == pytest.approx(GAME.evaluate(state, 0))
        assert GAME.evaluate(other, 0) == pytest.approx(GAME.evaluate(state, 1))


@each(
    [
        (KINGS.replace("4K3", "Q3K3"), KINGS.replace("4K3", "R3K3")),
        (KINGS.replace("4K3", "R3K3"), KINGS.replace("4K3", "N3K3")),
        (KINGS.replace("4K3", "K3K3"), KINGS),
        (KINGS.replace("4K3", "R3K3"), KINGS.replace("4K3", "U3K3")),
        (KINGS.replace("0000 ", "1000 "), KINGS),
        (KINGS.replace("0000 ", "0100 "), KINGS),
        (KINGS.replace(" 0000000", " 0000100"), KINGS),
        (KINGS.replace("4k3/8", "4k3/P7"), KINGS.replace("8/8/4K3", "P7/8/4K3")),
        (KINGS.replace("4k3/8", "4k3/Q7").replace("w", "b"), KINGS.replace("4k3/8", "4k3/3Q4").replace("w", "b")),
    ]
)
def test_more_is_better(better: str, worse: str) -> None:
    assert worth(better) > worth(worse)


def test_a_king_that_can_be_taken_is_nearly_lost_and_another_one_helps() -> None:
    taken = KINGS.replace("4K3", "4R2K")

    assert worth(taken) > 0.95
    assert worth(taken.replace("4k3", "k3k3")) < 0.95
    assert worth(taken.replace(" w ", " b ")) < worth(taken)


def test_a_hidden_queen_counts_wherever_she_is() -> None:
    hidden = play("3qk3/8/8/8/8/8/8/4K3 b 9 0001 000000000000", "d8d4:stealth")

    assert GAME.evaluate(hidden, 1) > 0.8
    assert GAME.evaluate(GAME.observation(hidden, 0), 1) == GAME.evaluate(hidden, 1)


def test_the_end_is_worth_all() -> None:
    state = play(KINGS.replace("4K3", "4R2K"), "e1e8", "d7")

    assert GAME.current_player(state) == TERMINAL
    assert (GAME.evaluate(state, 0), GAME.evaluate(state, 1)) == (1, -1)


def test_the_material_player_takes_the_most_of_what_draws_nothing() -> None:
    state = GAME.parse_state("4k3/8/8/8/q2r4/8/8/R3K3 w 9 0000 000000000000")

    chosen = {GAME.action_text(state, material_player(state, 0, Random(seed))) for seed in range(20)}

    assert chosen == {"a1a4"}


def test_the_material_player_plays_what_draws_as_often_as_there_is_of_it() -> None:
    state = GAME.parse_state("7k/8/8/8/8/8/ee6/Ke6 w 9 0000 000000000000")  # all three steps meet an egg
    assert {material_player(state, 0, Random(seed)) for seed in range(40)} == set(GAME.legal_actions(state))

    state = GAME.parse_state("7k/8/8/8/8/8/e7/K7 w 9 0000 000000000000")  # one of three does
    drawing = GAME.parse_action(state, "a1a2")
    count = sum(material_player(state, 0, Random(seed)) == drawing for seed in range(600))
    assert 150 < count < 250


def test_material_is_counted_as_agreed() -> None:
    assert material(GAME.parse_state("4k3/pp6/8/8/8/8/8/QRBNK3 w 9 0000 000000000000"), 0) == 9 + 5 + 3 + 3 - 2


@pytest.mark.parametrize("rival", ["uniform", "material"])
def test_a_level_that_looks_ahead_beats_those_that_do_not(rival: str) -> None:
    start = play("asymmetric", "RNBQKBNR", "BBNQKRNR")

    one, other = decider("2"), decider(rival)
    shares = [match(start, (one, other), Random(seed)) for seed in range(4)]
    shares += [1 - match(start, (other, one), Random(seed)) for seed in range(4)]

    assert sum(shares) >= 7


def test_levels_decide_from_what_they_see() -> None:
    state = play("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w 2 1111 000000000000", "d1g4:stealth")
    view = GAME.observation(state, 1)

    assert decider("3")(view, 1, Random(1)) in GAME.legal_actions(state)
