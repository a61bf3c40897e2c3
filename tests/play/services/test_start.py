"""A match out of a challenge: who begins, which colours, the first position."""

from __future__ import annotations

import pytest
from django.utils import timezone

from engine import registry
from engine.record import Beginner
from engine.record_json import beginner_from_json, beginner_to_json
from games.outbox.models import Job
from games.play.models import Match
from games.play.services import draws
from games.players.models import Player
from tests.play.helpers import BEATEN, THROWS, accepted, sealed

NOW = timezone.now()


def names(match: Match) -> list[str]:
    return [seat.player.name for seat in match.seats.select_related("player").order_by("index")]


def colours(match: Match) -> list[str]:
    """By player's name: the challenger is Alice."""
    return [seat.colour for seat in match.seats.order_by("joined")]


@pytest.mark.parametrize("setup", ["bw", "rg", "w3", "w5", "w12"])
def test_a_match_starts_in_the_first_position_of_its_setup(alice: Player, bob: Player, setup: str) -> None:
    match = accepted(sealed(alice, setup=setup), bob, now=NOW)

    game = registry.get("battle_chess")
    assert match.state == game.state_text(game.initial_state(setup))
    assert (match.ply, match.seat_to_move, match.plies.count()) == (0, 0, 0)
    assert (match.rules_version, match.started_at, match.turn_started_at) == (game.rules_version, NOW, NOW)


def test_who_is_to_begin_is_told(alice: Player, bob: Player) -> None:
    match = accepted(sealed(alice, beginner="opponent"), bob)

    assert [job.recipient for job in Job.objects.filter(kind="your_turn")] == [bob.pk]
    assert match.vs_computer is False


@pytest.mark.parametrize(("beginner", "first"), [("challenger", ["Alice", "Bob"]), ("opponent", ["Bob", "Alice"])])
def test_who_begins_may_be_fixed(alice: Player, bob: Player, beginner: str, first: list[str]) -> None:
    match = accepted(sealed(alice, beginner=beginner), bob)

    assert names(match) == first
    assert beginner_from_json(match.beginner) == Beginner("fixed", first.index("Alice"))


def test_the_first_throws_that_are_no_tie_decide(alice: Player, bob: Player) -> None:
    wins = accepted(sealed(alice), bob, throws=BEATEN)
    loses = accepted(sealed(alice, days_per_turn=5), bob, throws="rock scissors rock")

    assert names(wins) == ["Alice", "Bob"]
    assert names(loses) == ["Bob", "Alice"]
    assert beginner_from_json(loses.beginner).throws == (tuple(THROWS.split()), ("rock", "scissors", "rock"))


def test_after_three_ties_a_provable_draw_decides(alice: Player, bob: Player) -> None:
    match = accepted(sealed(alice), bob, throws=THROWS)

    assert beginner_from_json(match.beginner).party == draws.source(match).beginner()
    assert names(match)[0] == ("Alice", "Bob")[draws.source(match).beginner()]


def test_a_random_beginner_is_a_provable_draw(alice: Player, bob: Player) -> None:
    match = accepted(sealed(alice, beginner="random"), bob)

    party = draws.source(match).beginner()
    assert beginner_from_json(match.beginner) == Beginner("random", party)
    assert names(match)[0] == ("Alice", "Bob")[party]


def test_the_computers_throws_are_provable_draws(alice: Player, computer: Player) -> None:
    challenge = sealed(alice, kind="computer", opponent=computer, days_per_turn=None)

    match = Match.objects.get(challenge=challenge)
    settled = beginner_from_json(match.beginner)
    assert settled.drawn == 1
    assert settled.throws[1] == draws.source(match).throws(("rock", "paper", "scissors"))
    assert match.vs_computer


def test_draws_use_the_salts_in_the_order_of_joining(alice: Player, bob: Player) -> None:
    match = accepted(sealed(alice, beginner="opponent"), bob, salt="from bob")

    assert draws.source(match).salts == ("pepper", "from bob")


def test_colours_are_the_setups_own(alice: Player, bob: Player) -> None:
    match = accepted(sealed(alice, setup="bw", beginner="opponent"), bob)

    assert [seat.colour for seat in match.seats.order_by("index")] == ["yellow", "blue"]


@pytest.mark.parametrize(
    ("challenger", "opponent", "given"),
    [
        ("", "", ["red", "green"]),
        ("blue", "", ["blue", "green"]),
        ("green", "", ["green", "red"]),
        ("", "red", ["green", "red"]),
        ("yellow", "blue", ["yellow", "blue"]),
    ],
)
def test_chosen_colours_are_kept_and_never_the_same(
    alice: Player, bob: Player, challenger: str, opponent: str, given: list[str]
) -> None:
    match = accepted(sealed(alice, beginner="challenger", colour=challenger), bob, colour=opponent)

    assert colours(match) == given


def test_how_it_was_settled_survives_storing() -> None:
    settled = Beginner("throws", 1, (("rock", "rock", "paper"), ("rock", "rock", "scissors")), 1)

    assert beginner_from_json(beginner_to_json(settled)) == settled
