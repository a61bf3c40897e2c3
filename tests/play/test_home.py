"""The first page, for visitors and for players; the count in the head of every page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import Match
from games.players.models import Player
from tests.play.helpers import play_on, quick, sealed, started
from tests.players.people import client_of, make_person

HTMX = {"HX-Request": "true"}


def home(somebody: Client, path: str = "/", **more: Any) -> str:
    return somebody.get(path, **more).content.decode()


def test_a_visitor_sees_a_board_and_can_play_on_it_at_once(client: Client, db: None) -> None:
    text = home(client)

    assert text.partition('id="hero-board"')[2].partition("hero-play")[0].count('class="token') == 16
    assert 'action="/play/computer/"' in text
    assert "Play now as a guest" in text
    assert 'href="/account/signup/"' in text
    assert 'href="/draws/"' in text


def test_every_game_has_a_card(client: Client, db: None) -> None:
    text = home(client)

    assert 'href="/tables/"' in text.partition("Three games")[2].partition("Nobody can load the dice")[0]
    assert 'href="/rules/chakart/"' in text
    assert 'href="/rules/battle_chess/"' in text


def test_a_visitors_board_follows_the_chosen_setup(client: Client, db: None) -> None:
    answer = client.get("/?setup=battle_chess/w3&level=1", headers=HTMX)

    text = answer.content.decode()
    assert text.startswith('<div id="hero-board"')
    assert text.count('class="token') == 6
    assert "HX-Request" in answer["Vary"]


@pytest.mark.parametrize("setup", ["", "w3", "go/19", "battle_chess/w4", "x" * 10_000, "%00"])
def test_a_malformed_setup_shows_the_first_board(client: Client, db: None, setup: str) -> None:
    answer = client.get(f"/?setup={setup}", headers=HTMX)

    assert answer.status_code == 200
    assert answer.content.decode().count('class="token') == 16


def test_a_visitor_sees_what_is_being_played(alice: Player, bob: Player, client: Client) -> None:
    match = play_on(started(alice, bob, setup="bw"), 2)

    text = home(client)

    assert f'href="/matches/{match.pk}/"' in text
    assert "2 turns" in text


def test_a_player_without_matches_is_told_what_to_do(alice_client: Client) -> None:
    text = home(alice_client)

    assert "You have no match running" in text
    assert "Make the first offer" in text


def test_boards_that_wait_for_me_come_first_by_deadline(
    alice: Player, bob: Player, charlie: Player, alice_client: Client
) -> None:
    slow, quicker = started(alice, bob, days_per_turn=7), started(alice, charlie, days_per_turn=1)
    endless, theirs = started(alice, bob, days_per_turn=None), started(bob, alice)

    text = home(alice_client)

    places = [text.index(f'href="/matches/{match.pk}/"') for match in (quicker, slow, endless, theirs)]
    assert places == sorted(places)
    assert "Your turn in 3 matches" in text
    assert text.index("Waiting for the others") < places[-1]
    assert "23 hours 59 min left" in text


def test_it_draws_a_dozen_boards_and_leads_to_all(alice: Player, bob: Player, alice_client: Client) -> None:
    for _ in range(13):
        started(alice, bob)

    text = home(alice_client)

    assert "Your turn in 13 matches" in text
    assert text.count('class="card board-card mine"') == 12
    assert '<a href="/matches/">All your matches</a>' in text


def test_my_own_side_is_at_the_bottom(alice: Player, bob: Player, alice_client: Client, bob_client: Client) -> None:
    started(alice, bob)

    sides = [re.findall(r'class="token (\w+) [^"]*"', home(viewer)) for viewer in (alice_client, bob_client)]

    assert sorted(sides[0]) == sorted(sides[1])
    assert home(alice_client).index('"token red') < home(alice_client).index('"token green')
    heights = [
        {colour: float(y) for colour, y in re.findall(r'class="token (\w+) [^>]*--y:(\d)', home(viewer))}
        for viewer in (alice_client, bob_client)
    ]
    assert heights[0]["red"] > heights[0]["green"]
    assert heights[1]["red"] < heights[1]["green"]


def test_challenges_are_shown_to_who_may_take_them(
    alice: Player, bob: Player, alice_client: Client, guest_client: Client
) -> None:
    open_to_all, direct = sealed(bob), sealed(bob, kind="direct", opponent=alice)

    text = home(alice_client)

    assert text.index(f"/challenges/{direct.pk}/") < text.index(f"/challenges/{open_to_all.pk}/")
    assert "/challenges/" not in home(guest_client)


def test_a_guest_sees_their_matches_and_how_to_keep_them(guest: Player, computer: Player, guest_client: Client) -> None:
    match = quick(guest, computer)

    text = home(guest_client)

    assert f'href="/matches/{match.pk}/"' in text
    assert "Sign up to keep your matches" in text


def test_who_has_signed_up_but_not_confirmed_is_told_so(alice: Player, alice_client: Client) -> None:
    Player.objects.filter(pk=alice.pk).update(kind=Player.Kind.GUEST)

    assert "Confirm your address" in home(alice_client)


def test_an_administrator_without_a_player_sees_the_first_page(admin_client: Client) -> None:
    assert admin_client.get("/").status_code == 200


def test_it_asks_the_database_as_often_for_many_matches_as_for_few(
    alice: Player, alice_client: Client, django_assert_num_queries: Any
) -> None:
    friends = [make_person(f"Friend-{number}") for number in range(10)]
    for friend in friends[:2]:
        started(alice, friend)
        sealed(friend)

    with django_assert_num_queries(9):
        home(alice_client)
    for friend in friends[2:]:
        started(alice, friend)
        sealed(friend)
    with django_assert_num_queries(9):
        home(alice_client)


def test_the_number_of_waiting_matches_is_in_the_title_and_the_head(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client, client: Client
) -> None:
    for _ in range(3):
        started(alice, bob)

    assert "<title>(3) " in home(alice_client, "/draws/")
    assert "<title>(" not in home(bob_client, "/draws/")
    assert "<title>(" not in home(client, "/draws/")


def test_the_count_costs_one_query_and_a_visitor_none(
    alice: Player, alice_client: Client, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        home(client, "/draws/")
    with django_assert_num_queries(4):  # session, user, player, count
        home(alice_client, "/draws/")


def test_matches_that_are_over_do_not_wait(alice: Player, bob: Player, alice_client: Client) -> None:
    match = started(alice, bob)
    aborted = started(alice, bob)
    Match.objects.filter(pk=match.pk).update(status="finished", seat_to_move=None)
    Match.objects.filter(pk=aborted.pk).update(status="aborted", seat_to_move=None)

    assert "<title>(" not in home(alice_client, "/draws/")


@pytest.mark.parametrize(
    ("damage", "drawn"), [({"state": "ink blot"}, 2), ({"setup": "w99"}, 2), ({"game": "mahjong", "state": ""}, 1)]
)
def test_a_match_that_is_damaged_keeps_nobody_from_the_others(
    alice: Player, bob: Player, alice_client: Client, client: Client, damage: dict[str, str], drawn: int
) -> None:
    damaged, sound = (play_on(started(alice, bob), 2) for _ in range(2))
    Match.objects.filter(pk=damaged.pk).update(**damage)

    for somebody, path in ((alice_client, "/"), (alice_client, "/matches/"), (alice_client, "/play/"), (client, "/")):
        text = somebody.get(path).content.decode()
        assert f'href="/matches/{damaged.pk}/"' in text
        assert f'href="/matches/{sound.pk}/"' in text
    assert alice_client.get("/").content.decode().count('class="board mini') == drawn


def test_looking_at_the_first_page_makes_no_guest(client: Client, db: None) -> None:
    home(client)

    assert not Player.objects.filter(kind="guest").exists()
    assert "sessionid" not in client.cookies


def test_time_that_is_nearly_over_is_louder(alice: Player, bob: Player) -> None:
    somebody = client_of(alice)
    for left, level in ((timedelta(hours=5), "clock last"), (timedelta(hours=17), "clock soon")):
        match = started(alice, bob)
        Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() + left)

        assert f'class="{level}"' in home(somebody)


def test_each_game_leads_to_a_form_that_has_it_chosen(client: Client, db: None) -> None:
    links = re.findall(r'href="(/\?setup=[^"]+)"', client.get("/").content.decode())

    assert links == ["/?setup=battle_chess/bw", "/?setup=chakart/asymmetric"]
    page = client.get(links[1]).content.decode()
    assert '<option value="chakart/asymmetric" selected>' in page
    assert page.partition('id="hero-board"')[2].partition("hero-play")[0].count('class="token') == 32
