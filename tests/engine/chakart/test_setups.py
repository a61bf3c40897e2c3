"""How a match begins (rules §3.1), and that the draws are fair (rules §17.7)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.chakart.game import GAME
from engine.chakart.info import INFO
from engine.draws import Source
from engine.play import begin
from engine.protocol import CHANCE, NotationError
from tests.engine.chakart.cases import CASES, fens, options, play

ARRAY, OTHER = "BBNQKRNR", "RNBQKBNR"


def test_there_are_as_many_arrays_as_written_with_bishops_on_both_colours() -> None:
    arrays = options("symmetric")

    assert len(arrays) == len(set(arrays)) == 2880
    assert all(sorted(array) == sorted("RNBQKBNR") for array in arrays)
    assert all((array.index("B") + array.rindex("B")) % 2 for array in arrays)


def test_both_sides_draw_apart_and_each_array_is_as_likely_as_the_others() -> None:
    white = GAME.initial_state("asymmetric")
    for state in (white, play(white, ARRAY), play(white, OTHER), GAME.initial_state("symmetric")):
        assert GAME.current_player(state) == CHANCE
        assert len(GAME.chance_outcomes(state)) == 2880
        assert {weight for _, weight in GAME.chance_outcomes(state)} == {1}


@pytest.mark.parametrize(
    ("setup", "drawn", "text"),
    [
        ("asymmetric", [ARRAY, OTHER], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBNQKRNR w 0 1111 000000000000"),
        ("symmetric", [ARRAY], "bbnqkrnr/pppppppp/8/8/8/8/PPPPPPPP/BBNQKRNR w 0 1111 000000000000"),
        ("orthodox", [], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 1111 000000000000"),
    ],
)
def test_a_setup_begins_as_written(setup: str, drawn: list[str], text: str) -> None:
    assert GAME.state_text(play(GAME.initial_state(setup), *drawn)) == text


def test_the_setups_are_all_told_of() -> None:
    assert [setup.slug for setup in INFO.setups] == ["asymmetric", "symmetric", "orthodox"]


def test_the_text_before_the_first_turn_says_what_is_drawn() -> None:
    state = play("asymmetric", ARRAY)

    assert GAME.state_text(GAME.initial_state("asymmetric")) == "array asymmetric"
    assert GAME.state_text(state) == f"array asymmetric {ARRAY}"
    assert GAME.parse_state(f"array asymmetric {ARRAY}") == state


@pytest.mark.parametrize("text", ["array", "array orthodox", f"array symmetric {ARRAY}", "array asymmetric K"])
def test_what_is_no_beginning_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse_state(text)


def test_an_unknown_setup_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NotationError, match="no setup 'chess960'; there are asymmetric, symmetric, orthodox"):
        GAME.initial_state("chess960")


def test_effects_drawn_by_proof_come_equally_often() -> None:
    case = next(case for case in CASES["resolutions"] if case["script"] and len(case["script"][0]["options"]) == 8)
    state = play(case["fen"], case["move"]["m"])
    source, rounds = Source(bytes(32), "m", ("",)), 8000

    drawn = Counter(source.draw(ply, 0, GAME.chance_outcomes(state)) for ply in range(rounds))

    assert len(drawn) == 8
    spread = sum((count - rounds / 8) ** 2 / (rounds / 8) for count in drawn.values())
    assert spread < 24.3  # chi-square, 7 degrees of freedom: exceeded once in a thousand, here always the same


def test_arrays_drawn_by_proof_differ_between_sides_and_matches() -> None:
    starts = [begin(GAME, "asymmetric", Source(bytes([n]) * 32, "m", ("",)).at(0)) for n in range(40)]
    texts = {GAME.state_text(state) for state, _ in starts}

    assert len(texts) == 40
    assert sum(white == black for _, (white, black) in starts) <= 1
    assert all(len(drawn) == 2 for _, drawn in starts)


def test_a_match_may_begin_from_every_position_of_the_cases() -> None:
    for fen in fens()[::50]:
        state, drawn = begin(GAME, fen, lambda number, outcomes: outcomes[0][0])
        assert (GAME.state_text(state), drawn) == (fen, ())
