"""One's own matches, and the way to the next one that waits."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import Match
from games.play.queries import lists
from games.play.services import offers
from games.players import services as players
from games.players.models import Player
from tests.play.helpers import draft, play_on, sealed, started
from tests.players.people import make_person

NOW = timezone.now()


def listed(somebody: Client) -> list[int]:
    """The matches on the page, in their order."""
    page = somebody.get("/matches/").content.decode()
    return [int(pk) for pk in re.findall(r'href="/matches/(\d+)/(?:[?]at=0)?"', page)]


def test_a_visitor_logs_in_first(client: Client, db: None) -> None:
    for path in ("/matches/", "/matches/next/"):
        assert client.get(path)["Location"].startswith("/account/login/?next=%2Fmatches%2F")


def test_it_says_what_to_do_when_there_is_none(alice_client: Client) -> None:
    text = alice_client.get("/matches/").content.decode()

    assert "You have no match running" in text
    assert 'href="/play/"' in text


def test_mine_come_first_by_deadline_then_those_of_others_then_the_finished(
    alice: Player, bob: Player, charlie: Player, alice_client: Client
) -> None:
    finished = offers.resign(match_id=started(alice, bob).pk, player=bob, now=NOW)
    others = started(charlie, alice, days_per_turn=1)
    endless = started(alice, charlie, days_per_turn=None)
    slow, quick = started(alice, bob, days_per_turn=14), started(alice, bob, days_per_turn=2)

    assert listed(alice_client) == [quick.pk, slow.pk, endless.pk, others.pk, finished.pk]


def test_without_a_clock_who_has_waited_longest_comes_first(alice: Player, bob: Player) -> None:
    late, early = started(alice, bob, days_per_turn=None), started(alice, bob, days_per_turn=None)
    Match.objects.filter(pk=early.pk).update(turn_started_at=NOW - timedelta(days=40))

    mine, _ = lists.running(alice)

    assert [row.match for row in mine] == [early, late]


def test_it_lists_nobody_elses(alice: Player, bob: Player, charlie_client: Client) -> None:
    started(alice, bob)

    assert listed(charlie_client) == []


def test_every_running_match_is_listed_with_as_many_queries_as_for_three(
    alice: Player, alice_client: Client, django_assert_num_queries: Any
) -> None:
    friends = [make_person(f"Friend-{number}") for number in range(6)]
    for friend in friends[:3]:
        started(alice, friend)

    with django_assert_num_queries(8):
        assert len(listed(alice_client)) == 3
    for number in range(57):
        started(*((alice, friends[number % 6]) if number % 3 == 0 else (friends[number % 6], alice)))
    with django_assert_num_queries(8):
        assert len(listed(alice_client)) == 60


def test_a_finished_match_says_how_it_ended(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client
) -> None:
    offers.resign(match_id=started(alice, bob).pk, player=bob, now=NOW)

    assert 'badge win">won' in alice_client.get("/matches/").content.decode()
    assert 'badge loss">lost' in bob_client.get("/matches/").content.decode()
    assert "resignation" in bob_client.get("/matches/").content.decode()


def test_a_drawn_match_says_so(alice: Player, bob: Player, alice_client: Client) -> None:
    match = play_on(started(alice, bob), 1)
    for player in (alice, bob):
        offers.offer_draw(match_id=match.pk, player=player, now=NOW)

    text = alice_client.get("/matches/").content.decode()

    assert 'badge draw">drawn' in text
    assert "a draw was agreed" in text


def test_an_aborted_match_is_gone(alice: Player, bob: Player, alice_client: Client) -> None:
    offers.abort(match_id=started(alice, bob).pk, player=bob, now=NOW)

    assert listed(alice_client) == []


def test_the_last_finished_ones_are_listed_the_newest_first(alice: Player, bob: Player) -> None:
    ended = [started(alice, bob).pk for _ in range(lists.FINISHED_SHOWN + 2)]
    for minutes, pk in enumerate(ended):
        offers.resign(match_id=pk, player=bob, now=NOW + timedelta(minutes=minutes))

    assert [row.match.pk for row in lists.finished(alice)] == ended[::-1][: lists.FINISHED_SHOWN]


def follow(somebody: Client, query: str = "") -> str:
    return str(somebody.get(f"/matches/next/{query}")["Location"])


def test_the_next_match_is_the_most_urgent_then_the_one_after(alice: Player, bob: Player, alice_client: Client) -> None:
    slow, quick = started(alice, bob, days_per_turn=7), started(alice, bob, days_per_turn=1)
    started(bob, alice)

    assert follow(alice_client) == f"/matches/{quick.pk}/"
    assert follow(alice_client, f"?after={quick.pk}") == f"/matches/{slow.pk}/"
    assert follow(alice_client, f"?after={slow.pk}") == f"/matches/{quick.pk}/"


@pytest.mark.parametrize("after", ["0", "x", "", "-1", "²", "9" * 5_000])
def test_a_malformed_place_is_the_beginning(alice: Player, bob: Player, alice_client: Client, after: str) -> None:
    match = started(alice, bob)

    assert follow(alice_client, f"?after={after}") == f"/matches/{match.pk}/"


def test_when_nothing_waits_it_says_so(alice: Player, bob: Player, alice_client: Client) -> None:
    started(bob, alice)

    answer = alice_client.get("/matches/next/", follow=True)

    assert answer.redirect_chain == [("/matches/", 302)]
    assert "No match waits for you" in answer.content.decode()


@pytest.mark.parametrize("path", ["/matches/", "/matches/next/", "/", "/play/", "/draws/"])
def test_nothing_is_posted_there(alice_client: Client, path: str) -> None:
    assert alice_client.post(path).status_code == 405


def test_what_waits_is_counted_as_it_is_listed(alice: Player, bob: Player, charlie: Player) -> None:
    started(alice, bob)
    offers.resign(match_id=started(alice, charlie).pk, player=charlie, now=NOW)
    play_on(started(alice, charlie), 1)
    sealed(bob, kind="direct", opponent=alice)
    sealed(bob)
    sealed(make_person("Expired"), kind="direct", opponent=alice, now=NOW - timedelta(days=60))
    draft(make_person("Unsealed"), kind="direct", opponent=alice)
    blocking, blocked = make_person("Blocking"), make_person("Blocked")
    sealed(blocking, kind="direct", opponent=alice)
    sealed(blocked, kind="direct", opponent=alice)
    players.block(blocker=blocking, blocked=alice, now=NOW)
    players.block(blocker=alice, blocked=blocked, now=NOW)

    for player, numbers in ((alice, (1, 1)), (bob, (0, 0)), (charlie, (1, 0))):
        lengths = len(lists.running(player)[0]), len(lists.challenges_to(player, now=NOW))
        assert lists.waiting_counts(player, now=NOW)[:2] == lengths == numbers


def test_a_challenge_is_listed_there_and_counted_in_the_head_of_every_page(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client
) -> None:
    sealed(bob, kind="direct", opponent=alice)

    mine = alice_client.get("/matches/").content.decode()
    elsewhere = alice_client.get("/draws/").content.decode()

    assert "challenges you:" in mine
    assert all("1 challenge for you" in page for page in (mine, elsewhere))
    assert "challenge for you" not in bob_client.get("/matches/").content.decode()
