"""How a match ends, and when a draw may be claimed (rules §13)."""

from __future__ import annotations

from itertools import cycle

import pytest

from engine.chakart.game import GAME
from engine.chakart.info import INFO
from engine.draws import Source
from engine.protocol import CHANCE, TERMINAL
from engine.search.selfplay import play_match
from engine.verify import verify
from tests.engine.chakart.cases import play

SHUFFLE = ("e1d1", "e8d8", "d1e1", "d8e8")
KINGS = "4k3/7p/8/8/8/8/7P/4K3 w 9 0000 000000000000"


@pytest.mark.parametrize(
    ("fen", "turn", "winner"),
    [
        ("4k3/8/8/8/8/8/8/K3Q3 w 9 0000 000000000000", ("e1e8",), 0),  # captured
        ("4k3/8/8/8/4K3/8/8/8 w 9 1000 000000000000", ("e4e8:shell",), 0),  # by a shell, over free squares
        ("4k3/8/8/8/8/8/4e3/4K3 w 9 0000 000000000000", ("e1e2", "chomp"), 1),  # one's own, by Chomp
        ("4k3/4n3/4m3/8/8/8/8/K3Q3 w 9 0000 000000000000", ("e1e6",), 0),  # jumped onto
    ],
)
def test_who_has_no_king_left_has_lost(fen: str, turn: tuple[str, ...], winner: int) -> None:
    state = play(fen, *turn)

    assert GAME.current_player(state) == TERMINAL
    assert GAME.ending(state) == "kings"
    assert GAME.returns(state) == ((1, 0), (0, 1))[winner]


def test_a_second_king_goes_on() -> None:
    state = play("k3k3/8/8/8/8/8/8/K3Q3 w 9 0000 000000000000", "e1e8")

    assert GAME.current_player(state) == 1
    assert state.reserve1 == 1 << 6 * 5


@pytest.mark.parametrize(
    "fen",
    [
        "7k/8/8/8/8/8/8/L7 w 9 1100 000000000000",  # a lone immobilised king, his shell of no use
        "7k/8/8/8/8/1p6/1P6/L7 w 9 0000 000000000000",  # and a pawn that is blocked
    ],
)
def test_who_has_no_step_has_lost(fen: str) -> None:
    state = GAME.parse_state(fen)

    assert GAME.current_player(state) == TERMINAL
    assert GAME.ending(state) == "no_step"
    assert GAME.returns(state)[state.seat] == 0


def test_the_endings_have_words() -> None:
    assert set(INFO.endings) == {"kings", "no_step"}


def test_a_position_repeats_itself_whatever_the_number_of_turns() -> None:
    first = GAME.parse_state(KINGS)
    later = play(first, *SHUFFLE)

    assert later.ply == first.ply + 4
    assert GAME.repetition(later) == GAME.repetition(first) == "4k3/7p/8/8/8/8/7P/4K3 w 0000 000000000000"


def test_computer_players_that_repeat_themselves_come_to_an_end() -> None:
    steps = cycle(SHUFFLE)
    shuffle = [lambda game, view, _seat: game.parse_action(view, next(steps))] * 2

    record = play_match(GAME, INFO, KINGS, shuffle, Source(b"k" * 32, "m", ("", "")), ("Ann", "Bob"))

    assert (record.result, len(record.entries)) == ("1/2-1/2", 8)
    assert record.headers["Termination"] == "the same position for the third time"
    assert all(check.ok for check in verify(record, GAME))


@pytest.mark.parametrize(
    "other",
    [
        KINGS.replace(" w ", " b "),
        KINGS.replace(" 0000 ", " 1000 "),
        KINGS.replace(" 000000000000", " 100000000000"),
        KINGS.replace("7P", "6mP"),
    ],
)
def test_everything_else_counts(other: str) -> None:
    assert GAME.repetition(GAME.parse_state(other)) != GAME.repetition(GAME.parse_state(KINGS))


def test_nothing_repeats_in_the_middle_of_a_turn_or_before_the_first() -> None:
    middle = play("7k/8/8/8/8/8/8/K3R3 w 9 0000 000000000000", "e1e3")

    assert GAME.current_player(middle) == 0
    assert GAME.repetition(middle) is None
    assert GAME.current_player(GAME.initial_state("symmetric")) == CHANCE
    assert GAME.repetition(GAME.initial_state("symmetric")) is None
