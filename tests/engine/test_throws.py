from itertools import product

import pytest

from engine.protocol import EngineError
from engine.throws import THROWS, beats, decide, parse_throws


def test_rock_beats_scissors_beats_paper_beats_rock():
    winning = {(a, b) for a, b in product(THROWS, repeat=2) if beats(a, b)}

    assert winning == {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("rock rock rock", "scissors paper paper", 0),
        ("rock rock rock", "rock paper scissors", 1),
        ("rock paper scissors", "rock paper paper", 0),
        ("rock paper scissors", "rock paper scissors", None),
    ],
)
def test_the_first_pair_that_is_no_tie_decides(first, second, winner):
    assert decide(first.split(), second.split()) == winner


def test_swapping_the_sides_swaps_the_winner():
    hands = list(product(THROWS, repeat=3))
    for first, second in product(hands, repeat=2):
        winner = decide(first, second)

        assert decide(second, first) == (None if winner is None else 1 - winner)


def test_only_equal_hands_tie():
    hands = list(product(THROWS, repeat=3))

    assert all((decide(a, b) is None) == (a == b) for a, b in product(hands, repeat=2))


def test_throws_are_read_from_text():
    assert parse_throws(" rock paper\nscissors ") == ("rock", "paper", "scissors")


@pytest.mark.parametrize("text", ["", "rock", "rock paper", "rock rock rock rock", "rock paper lizard"])
def test_other_texts_are_no_throws(text):
    with pytest.raises(EngineError, match="three throws"):
        parse_throws(text)
