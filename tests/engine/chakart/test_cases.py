"""Every written case: first steps, single turns, whole matches."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine.chakart
from engine.chakart.game import GAME
from engine.chakart.tables import DROP, PROMOTION
from engine.protocol import CHANCE, TERMINAL
from tests.each import each
from tests.engine.chakart.cases import CASES, TURNS, Case, fens, options, play, result, scripted


@each(CASES["positions"], name=lambda case: case["id"])
def test_it_lists_the_first_steps(case: Case) -> None:
    assert options(case["fen"]) == case["legal"]


@each(CASES["positions"], name=lambda case: case["id"])
def test_it_plays_each_first_step_up_to_what_it_needs(case: Case) -> None:
    state = GAME.initial_state(case["fen"])
    for move in case["moves"]:
        after = play(state, move["m"])
        action = GAME.action(GAME.parse_action(state, move["m"]))

        assert (action.start, action.goes, action.letter or None) == (move["from"], move["to"], move["promo"])
        if move["needs"] == "none":
            assert (GAME.state_text(after), result(after)) == (move["after"], move.get("result", "*")), move["m"]
        elif move["needs"] == "draw":
            assert GAME.current_player(after) == CHANCE, move["m"]
        else:
            assert after.stage == {"drop": DROP, "promotion": PROMOTION}[move["needs"]], move["m"]
            assert options(after) == move.get("drops", options(after)), move["m"]


@each(TURNS, name=lambda case: case["id"])
def test_it_plays_a_turn(case: Case) -> None:
    state = GAME.initial_state(case["fen"])

    after = scripted(state, case["move"]["m"], case["script"])

    assert GAME.state_text(after) == case["fen_after"]
    assert result(after) == case["result"]


@pytest.mark.parametrize("case", CASES["games"], ids=lambda case: case["id"])
def test_it_plays_a_match(case: Case) -> None:
    state = GAME.initial_state(case["start"])
    for turn in case["turns"]:
        assert state.ply == turn["ply"]
        state = scripted(state, turn["m"], turn["script"])
        assert GAME.state_text(state) == turn["fen_after"]

    assert GAME.current_player(state) == TERMINAL
    assert result(state) == case["result"]
    assert GAME.ending(state) == {"king_lost": "kings", "no_legal_move": "no_step"}[case["end"]]
    assert len(case["turns"]) == case["plies"]


def test_it_writes_every_position_of_the_cases_as_it_was_read() -> None:
    texts = fens()

    assert [GAME.state_text(GAME.parse_state(text)) for text in texts] == texts
    assert len(texts) > 3000


def test_speed_is_measured_on_the_positions_of_the_cases() -> None:
    measured = Path(engine.chakart.__file__).with_name("positions.txt").read_text().splitlines()

    assert measured == [case["fen"] for case in CASES["positions"]]


def test_turns_are_played_out_for_measuring() -> None:
    for case in CASES["positions"][::10]:
        assert GAME.resolve(GAME.parse_state(case["fen"]), 1) == len(case["legal"])
