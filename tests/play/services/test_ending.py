"""How a match ends: its seats, ratings, secret and mails."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.outbox.models import Job
from games.play.hooks import on_finish
from games.play.models import Match, Seat
from games.play.services import draws, ending, offers
from games.players.models import Player, Rating
from tests.play.helpers import started
from tests.play.playing import FIRST_WINS, play

NOW = timezone.now()


def test_a_won_match_is_won_by_one_and_lost_by_the_other(match: Match) -> None:
    match = play(match, *FIRST_WINS, now=NOW)

    assert [(seat.index, seat.result) for seat in match.seats.order_by("index")] == [(0, "won"), (1, "lost")]
    assert match.finished_at == NOW
    assert ending.words(match) == "the target was knocked out"


def test_a_rated_match_changes_both_ratings_once(alice: Player, bob: Player) -> None:
    match = play(started(alice, bob, rated=True), *FIRST_WINS)

    first, second = match.seats.order_by("index")
    assert first.rating_before == second.rating_before == 1500
    assert first.rating_after > 1500 > second.rating_after
    assert Rating.objects.get(player=alice, setup="w3").rating == first.rating_after
    assert Rating.objects.get(player=bob, setup="w3").deviation == second.deviation_after


def test_a_drawn_match_between_equals_changes_no_rating(alice: Player, bob: Player) -> None:
    match = started(alice, bob, rated=True)
    offers.offer_draw(match_id=match.pk, player=alice, now=NOW)

    offers.accept_draw(match_id=match.pk, player=bob, now=NOW)

    assert [seat.rating_after for seat in match.seats.all()] == [1500, 1500]


def test_an_unrated_match_changes_no_rating(match: Match) -> None:
    match = play(match, *FIRST_WINS)

    assert not Rating.objects.exists()
    assert {seat.rating_after for seat in match.seats.all()} == {None}


def test_the_secret_is_published_when_it_is_over_and_not_before(match: Match) -> None:
    before = draws.published(match.secret)

    match = play(match, *FIRST_WINS)

    match.secret.refresh_from_db()
    assert before is None
    assert draws.published(match.secret) == bytes(match.secret.value).hex()


def test_both_people_are_told_once(match: Match, alice: Player, bob: Player) -> None:
    play(match, *FIRST_WINS)

    told = Job.objects.filter(kind="match_over").values_list("recipient", "event")
    assert sorted(told) == [(alice.pk, f"match:{match.pk}"), (bob.pk, f"match:{match.pk}")]


def test_nobody_but_people_is_told(computer_match: Match, guest: Player) -> None:
    offers.resign(match_id=computer_match.pk, player=guest, now=NOW)

    assert not Job.objects.filter(kind="match_over").exists()


def test_apps_above_are_told_in_the_same_transaction(match: Match) -> None:
    told: list[tuple[Match, list[str]]] = []

    def hook(match: Match, seats: list[Seat]) -> None:
        told.append((match, [seat.result for seat in seats]))

    on_finish.append(hook)
    try:
        play(match, *FIRST_WINS)
    finally:
        on_finish.remove(hook)

    assert told == [(match, ["won", "lost"])]


def test_a_hook_that_fails_takes_the_turn_back(match: Match) -> None:
    def hook(match: Match, seats: list[Seat]) -> None:
        raise RuntimeError("no")

    on_finish.append(hook)
    try:
        with pytest.raises(RuntimeError):
            play(match, *FIRST_WINS)
    finally:
        on_finish.remove(hook)

    match.refresh_from_db()
    assert (match.running, match.ply, match.plies.count()) == (True, 2, 2)
    assert draws.published(match.secret) is None


def test_a_match_that_is_called_off_has_no_result(match: Match, alice: Player) -> None:
    offers.abort(match_id=match.pk, player=alice, now=NOW)

    match.refresh_from_db()
    match.secret.refresh_from_db()
    assert (match.status, match.winner, match.length) == ("aborted", None, "")
    assert {seat.result for seat in match.seats.all()} == {""}
    assert draws.published(match.secret) is not None
    assert Job.objects.filter(kind="match_over").count() == 2


@pytest.mark.parametrize(
    ("plies", "length"), [(0, "short"), (20, "short"), (21, "medium"), (60, "medium"), (61, "long")]
)
def test_length_has_three_classes(plies: int, length: str) -> None:
    assert ending.length_class(plies) == length


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("", ""),
        ("time", "time ran out"),
        ("aborted", "called off before it had begun"),
        ("no_turn", "no legal turn was left"),
    ],
)
def test_every_ending_has_words(reason: str, words: str) -> None:
    assert ending.words(Match(game="battle_chess", ending=reason)) == words
