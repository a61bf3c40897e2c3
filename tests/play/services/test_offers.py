"""What can be done in a match besides playing a turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.play.errors import NotYours, Refused, Stale, TooMany
from games.play.models import Match
from games.play.services import offers
from games.players.models import Player
from tests.play.helpers import sealed, started
from tests.play.playing import FIRST_WINS, play

NOW = timezone.now()
Do = Callable[[Match, Player], Any]

EVERYTHING: dict[str, Do] = {
    "resign": lambda match, player: offers.resign(match_id=match.pk, player=player, now=NOW),
    "abort": lambda match, player: offers.abort(match_id=match.pk, player=player, now=NOW),
    "offer": lambda match, player: offers.offer_draw(match_id=match.pk, player=player, now=NOW),
    "accept": lambda match, player: offers.accept_draw(match_id=match.pk, player=player, now=NOW),
    "withdraw": lambda match, player: offers.withdraw_draw(match_id=match.pk, player=player),
}
resign, abort, offer, accept, withdraw = EVERYTHING.values()
everything = pytest.mark.parametrize("do", EVERYTHING.values(), ids=EVERYTHING)


@everything
def test_a_stranger_does_nothing(match: Match, charlie: Player, do: Do) -> None:
    before = Match.objects.values_list().get()

    with pytest.raises(NotYours):
        do(match, charlie)

    assert Match.objects.values_list().get() == before


@everything
def test_a_match_that_is_over_stays_as_it_is(match: Match, alice: Player, do: Do) -> None:
    play(match, *FIRST_WINS)
    before = Match.objects.values_list().get()

    with pytest.raises(Refused, match="is over"):
        do(match, alice)

    assert Match.objects.values_list().get() == before


@pytest.mark.parametrize("turns", [(), ("a1-a2",)], ids=["on the own turn", "on the other's"])
def test_who_resigns_loses(match: Match, alice: Player, turns: tuple[str, ...]) -> None:
    play(match, *turns)

    match = resign(match, alice)

    assert (match.winner, match.ending) == (1, "resignation")


def test_either_may_call_it_off_before_their_first_turn(match: Match, bob: Player) -> None:
    match = play(match, "a1-a2")

    assert abort(match, bob).status == "aborted"


def test_who_has_played_cannot_call_it_off(match: Match, alice: Player) -> None:
    match = play(match, "a1-a2")

    assert (offers.may_abort(match, 0), offers.may_abort(match, 1)) == (False, True)
    with pytest.raises(Refused, match="already played"):
        abort(match, alice)


def test_a_match_knows_who_called_it_off(match: Match, bob: Player) -> None:
    assert abort(match, bob).aborted_by == match.seats.get(player=bob).index


def called_off(player: Player, other: Player, times: int, *, now: datetime = NOW) -> None:
    for _ in range(times):
        offers.abort(match_id=started(player, other, now=now).pk, player=player, now=now)


def test_after_three_a_day_the_next_cannot_be_called_off(alice: Player, bob: Player, charlie: Player) -> None:
    called_off(alice, bob, offers.ABORTS_PER_DAY - 1)
    called_off(alice, charlie, 1)
    match = started(bob, alice)

    with pytest.raises(TooMany, match="called off 3 matches in the last 24 hours"):
        abort(match, alice)

    match.refresh_from_db()
    assert (match.status, match.aborted_by) == ("running", None)
    assert abort(match, bob).status == "aborted"  # the others' right is their own


def test_a_day_later_matches_can_be_called_off_again(alice: Player, bob: Player) -> None:
    called_off(alice, bob, offers.ABORTS_PER_DAY, now=NOW - timedelta(days=1))

    assert abort(started(alice, bob), alice).status == "aborted"


def test_what_the_other_calls_off_does_not_count(alice: Player, bob: Player) -> None:
    called_off(bob, alice, offers.ABORTS_PER_DAY)

    assert abort(started(alice, bob), alice).status == "aborted"


def test_matches_against_the_computer_do_not_count(guest: Player, computer: Player) -> None:
    for _ in range(offers.ABORTS_PER_DAY + 1):
        made = sealed(guest, kind="computer", opponent=computer, beginner="challenger", days_per_turn=None)
        assert abort(Match.objects.get(challenge=made), guest).status == "aborted"

    assert offers.aborted_lately(guest, now=NOW) == 0


def test_a_draw_is_agreed_by_both(match: Match, alice: Player, bob: Player) -> None:
    offer(match, alice)

    match = accept(match, bob)

    assert (match.status, match.winner, match.ending, match.draw_offer) == ("finished", None, "agreement", None)


def test_two_offers_are_an_agreement(match: Match, alice: Player, bob: Player) -> None:
    offer(match, alice)

    assert offer(match, bob).ending == "agreement"


def test_offering_twice_offers_once(match: Match, alice: Player) -> None:
    offer(match, alice)

    match = offer(match, alice)

    assert (match.running, match.draw_offer) == (True, 0)


def test_nobody_accepts_their_own_offer(match: Match, alice: Player) -> None:
    offer(match, alice)

    with pytest.raises(Stale, match="no draw offer"):
        accept(match, alice)

    match.refresh_from_db()
    assert match.running


def test_an_offer_that_is_gone_cannot_be_accepted(match: Match, alice: Player, bob: Player) -> None:
    offer(match, alice)
    withdraw(match, alice)

    with pytest.raises(Stale, match="no draw offer"):
        accept(match, bob)


def test_an_offer_can_be_declined(match: Match, alice: Player, bob: Player) -> None:
    offer(match, alice)

    match = withdraw(match, bob)

    assert (match.draw_offer, match.draw_declined) == (None, 0)


def test_an_offer_taken_back_was_not_declined(match: Match, alice: Player) -> None:
    offer(match, alice)

    assert withdraw(match, alice).draw_declined is None


def test_declining_where_nothing_is_offered_changes_nothing(match: Match, alice: Player, bob: Player) -> None:
    offer(match, alice)
    withdraw(match, bob)

    assert [withdraw(match, player).draw_declined for player in (bob, alice)] == [0, 0]


@pytest.mark.parametrize("again", ["alice", "bob"])
def test_a_new_offer_takes_the_place_of_one_declined(match: Match, alice: Player, bob: Player, again: str) -> None:
    offer(match, alice)
    withdraw(match, bob)

    match = offer(match, {"alice": alice, "bob": bob}[again])

    assert match.running
    assert match.draw_declined is None


def test_the_computer_takes_no_draw(computer_match: Match, guest: Player) -> None:
    with pytest.raises(Refused, match="computer does not take draws"):
        offer(computer_match, guest)
