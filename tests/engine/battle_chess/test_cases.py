"""Every written case: counts of lines, lists of turns, single turns."""

from __future__ import annotations

import pytest

from engine.battle_chess.game import GAME
from engine.battle_chess.perft import perft
from tests.each import each
from tests.engine.battle_chess.cases import CASES, Case, legal, play, winner


@each(CASES["perft"], name=lambda case: case["position"])
def test_it_counts_the_lines_of_play(case: Case) -> None:
    state = GAME.parse_state(case["position"])

    assert perft(state, len(case["counts"])) == case["counts"]


@pytest.mark.parametrize("case", CASES["perft"][:5], ids=lambda case: case["setup"])
def test_it_begins_each_setup_as_written(case: Case) -> None:
    assert GAME.state_text(GAME.initial_state(case["setup"])) == case["position"]


@each(CASES["turns"], name=lambda case: case["position"])
def test_it_lists_the_legal_turns(case: Case) -> None:
    assert legal(case["position"]) == case["turns"]


@each(CASES["apply"], name=lambda case: f"{case['position']} {case['turn']} {case['bonus']}")
def test_it_plays_a_turn(case: Case) -> None:
    bonus = [] if case["bonus"] is None else [f"+{case['bonus']}"]

    state = play(case["position"], case["turn"], *bonus)

    assert GAME.state_text(state) == case["after"]
    assert winner(state) == case["winner"]


def test_it_writes_every_position_of_the_cases_as_it_was_read() -> None:
    texts = [case["position"] for kind in ("perft", "turns", "apply") for case in CASES[kind]]

    assert [GAME.state_text(GAME.parse_state(text)) for text in texts] == texts
