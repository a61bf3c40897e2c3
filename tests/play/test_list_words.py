"""What lists say in words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.play.models import Challenge
from games.play.templatetags import lists
from games.players.models import Player


@pytest.mark.parametrize(
    ("left", "words"),
    [
        ({"days": 13, "hours": 23, "minutes": 59, "seconds": 59}, "14 days"),
        ({"days": 2, "hours": 4, "minutes": 29}, "2 days 4 hours"),
        ({"days": 2, "hours": 4, "minutes": 30}, "2 days 5 hours"),
        ({"days": 1, "minutes": 1}, "1 day"),
        ({"hours": 23, "minutes": 59}, "23 hours 59 min"),
        ({"hours": 1, "minutes": 1}, "1 hour 1 min"),
        ({"hours": 23}, "23 hours"),
        ({"minutes": 5, "seconds": 59}, "5 min"),
        ({"seconds": 59}, "0 min"),
        ({"seconds": -1}, "0 min"),
    ],
)
def test_time_is_told_in_the_two_units_that_matter(left: dict[str, int], words: str) -> None:
    assert lists.left(timedelta(**left)) == words


@pytest.mark.parametrize(
    ("days", "hours", "level"), [(3, 19, ""), (3, 17, "soon"), (3, 5, "last"), (1, 5, "last"), (14, 83, "soon")]
)
def test_the_last_quarter_and_the_last_hours_are_louder(days: int, hours: int, level: str) -> None:
    told = lists.time_left(timezone.now() + timedelta(hours=hours), days)

    assert told["level"] == level


def test_without_a_clock_there_is_no_time_to_tell() -> None:
    assert lists.time_left(None, None) == {"words": "", "level": ""}


@pytest.mark.parametrize(("days", "words"), [(None, "no time limit"), (1, "1 day a turn"), (14, "14 days a turn")])
def test_the_time_for_a_turn_is_told(days: int | None, words: str) -> None:
    assert lists.per_turn(days) == words


ALICE, BOB = Player(pk=1, name="Alice"), Player(pk=2, name="Bob")


def offer(**settings: object) -> Challenge:
    return Challenge(**({"challenger": ALICE, "game": "battle_chess", "setup": "w3"} | settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("beginner", "opponent", "hers", "his"),
    [
        ("throws", None, "rock, paper, scissors", "rock, paper, scissors"),
        ("random", None, "drawn at random", "drawn at random"),
        ("challenger", None, "you begin", "Alice begins"),
        ("opponent", None, "who accepts begins", "you begin"),
        ("opponent", BOB, "Bob begins", "you begin"),
    ],
)
def test_who_begins_is_told_as_the_viewer_sees_it(beginner: str, opponent: Player | None, hers: str, his: str) -> None:
    challenge = offer(beginner=beginner, opponent=opponent)

    assert (lists.begins(challenge, ALICE), lists.begins(challenge, BOB)) == (hers, his)


@pytest.mark.parametrize(
    ("settings", "hers", "his"),
    [
        ({"setup": "bw"}, "yellow and blue", "yellow and blue"),
        ({}, "free to choose", "free to choose"),
        ({"colour": "blue"}, "blue for you", "blue is taken"),
    ],
)
def test_colours_are_told_as_the_viewer_sees_them(settings: dict[str, str], hers: str, his: str) -> None:
    challenge = offer(**settings)

    assert (lists.colours(challenge, ALICE), lists.colours(challenge, BOB)) == (hers, his)


def test_a_visitor_is_told_what_the_game_is() -> None:
    words = lists.setup_summary(offer())

    assert words.startswith("Battle Chess: ")
    assert "Three against three" in words
    assert lists.setup_name(offer()) == "Battle Chess: W, three-on-three"
