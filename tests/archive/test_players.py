"""Players' pages and the leaderboard."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive.graph import Point
from games.archive.queries.players import leaders, rating_history, standings, unsettled
from games.players import services as players
from games.players.models import Player, Rating
from tests.archive.finishing import DAY, NOVEMBER, archived, drawn, listed, won
from tests.players.people import client_of, make_person


def rate(player: Player, rating: float, deviation: float = 60, *, setup: str = "bw", **more: Any) -> Rating:
    usual = {"rated_at": timezone.now(), "matches": 12} | more
    return Rating.objects.create(
        player=player, game="battle_chess", setup=setup, rating=rating, deviation=deviation, **usual
    )


# A player's page


def test_it_shows_results_and_ratings(alice: Player, bob: Player, client: Client) -> None:
    matches = [won(alice, bob, rated=True), won(bob, alice, rated=True), won(alice, bob, rated=True)]

    response: Any = client.get("/players/Alice/")

    assert listed(response) == [match.pk for match in reversed(matches)]
    html = response.content.decode()
    rating = alice.ratings.get()
    assert f"{rating.rating:.0f}" in html
    assert f"± {rating.deviation:.0f}" in html
    assert "3 rated matches" in html
    assert "unsettled" in html
    assert '<svg class="graph"' in html
    assert "W, three-on-three" in html
    for result in ("won", "lost", "drawn"):
        assert f"/archive/?player=Alice&amp;result={result}" in html


def test_a_challenge_is_offered_to_who_may_make_one(
    alice: Player, bob: Player, charlie: Player, guest: Player, client: Client
) -> None:
    def offered(viewer: Player, other: Player) -> bool:
        page = client_of(viewer).get(f"/players/{other.name}/").content.decode()
        return f"kind=direct&amp;opponent={other.name}" in page

    players.block(blocker=charlie, blocked=alice, now=timezone.now())

    assert offered(alice, bob)
    assert offered(charlie, bob)
    assert not any(offered(*pair) for pair in ((alice, charlie), (charlie, alice), (alice, alice), (guest, bob)))
    assert "kind=direct" not in client.get("/players/Bob/").content.decode()


def test_it_shows_the_last_ten_matches(alice: Player, bob: Player, client: Client) -> None:
    matches = archived(alice, bob, [NOVEMBER + timedelta(seconds=n) for n in range(12)])

    assert listed(client.get("/players/Bob/")) == [match.pk for match in matches[:1:-1]]


def test_a_first_match_makes_no_graph(alice: Player, bob: Player, client: Client) -> None:
    won(alice, bob, rated=True)

    html = client.get("/players/Alice/").content.decode()

    assert "1 rated match<" in html
    assert '<svg class="graph"' not in html


def test_a_settled_rating_leads_to_its_leaderboard(alice: Player, client: Client) -> None:
    rate(alice, 1600, 60, setup="w5")

    html = client.get("/players/Alice/").content.decode()

    assert "unsettled" not in html
    assert re.search(r'href="/leaderboard/\?setup=battle_chess/w5"[^>]*>settled<', html)


def test_it_says_who_a_player_is(alice: Player, bob: Player, guest: Player, computer: Player, client: Client) -> None:
    won(alice, bob)
    players.delete_account(player=alice, now=timezone.now())

    said = {
        "Bob": "Here since",
        guest.name: "without an account",
        computer.name: "A computer player",
        f"deleted-{alice.pk}": "has left",
    }
    for name, words in said.items():
        assert words in client.get(f"/players/{name}/").content.decode()
    assert len(listed(client.get(f"/players/deleted-{alice.pk}/"))) == 1
    assert client.get("/players/Alice/").status_code == 404


def test_everybody_in_the_archive_has_a_page(alice: Player, guest: Player, computer: Player, client: Client) -> None:
    archived(guest, computer, [NOVEMBER], vs_computer=True)
    archived(alice, computer, [NOVEMBER], vs_computer=True)

    links = set(re.findall(r'href="(/players/[^"]+)"', client.get("/archive/").content.decode()))

    assert len(links) == 3
    assert {client.get(link).status_code for link in links} == {200}


def test_people_can_be_challenged_from_their_page(
    alice: Player, bob: Player, computer: Player, alice_client: Client, guest_client: Client, client: Client
) -> None:
    html = alice_client.get("/players/Bob/").content.decode()

    link = re.search(r'href="(/challenges/new/[^"]*)"', html)
    assert link
    form = alice_client.get(link[1].replace("&amp;", "&"))
    assert 'value="Bob"' in form.content.decode()
    for viewer, name in (
        (alice_client, "Alice"),
        (alice_client, computer.name),
        (guest_client, "Bob"),
        (client, "Bob"),
    ):
        assert "/challenges/new/" not in viewer.get(f"/players/{name}/").content.decode()


def test_other_capitals_lead_to_the_name_as_it_is_written(alice: Player, client: Client) -> None:
    response = client.get("/players/aLICE/")

    assert response.status_code == 302
    assert response["Location"] == "/players/Alice/"


def test_names_in_any_script_have_a_page(client: Client, db: None) -> None:
    player = make_person("Ægir")

    assert client.get(player.get_absolute_url()).status_code == 200
    assert client.get("/players/æGIR/")["Location"] == player.get_absolute_url()


@pytest.mark.parametrize(
    "name", ["Nobody-here", "A1ice", "x" * 10_000, "Alice%00", "%00", "%ff", "%ed%a0%80", "Alice%0A", "%20", "<b>"]
)
def test_who_does_not_exist_is_not_found(alice: Player, client: Client, name: str) -> None:
    response = client.get(f"/players/{name}/")

    assert response.status_code == 404
    assert "Archive" in response.content.decode()  # the page has the site's head


def test_a_players_name_is_escaped(alice: Player, bob: Player, client: Client) -> None:
    won(alice, bob)
    name = "<img src=x onerror=go()>"
    Player.objects.filter(pk=alice.pk).update(name=name, skeleton=players.names.skeleton(name))

    response = client.get("/players/%3Cimg%20src=x%20onerror=go()%3E/")

    assert response.status_code == 200
    assert "<img src=x" not in response.content.decode()


def test_a_page_takes_as_many_queries_for_many_matches_as_for_few(alice: Player, bob: Player, client: Client) -> None:
    archived(alice, bob, [NOVEMBER])
    rate(alice, 1600)
    with CaptureQueriesContext(connection) as few:
        client.get("/players/Alice/")
    archived(alice, bob, [NOVEMBER + timedelta(seconds=n) for n in range(30)])
    rate(alice, 1600, setup="w3")
    with CaptureQueriesContext(connection) as many:
        client.get("/players/Alice/")

    assert len(many) == len(few) == 5
    assert not any("COUNT(" in query["sql"].upper() for query in many)


# How ratings came


def test_a_history_has_the_rating_after_each_rated_match(alice: Player, bob: Player) -> None:
    now = timezone.now()
    rated = [won(alice, bob, rated=True, now=now - 2 * DAY), won(alice, bob, rated=True, private=True, now=now - DAY)]
    other = won(alice, bob, rated=True, setup="w5", now=now)
    won(alice, bob)

    history = rating_history(alice)

    assert history == {
        ("battle_chess", "w3"): [points(alice, match) for match in rated],
        ("battle_chess", "w5"): [points(alice, other)],
    }
    rising = history["battle_chess", "w3"]
    assert 1500 < rising[0].rating < rising[1].rating == alice.ratings.get(setup="w3").rating


def points(player: Player, match: Any) -> Point:
    seat = match.seats.get(player=player)
    return Point(match.finished_at, seat.rating_after)


def test_a_rating_grows_uncertain_while_nobody_plays(alice: Player) -> None:
    rate(alice, 1700, 60, rated_at=NOVEMBER)

    fresh, old = (standings(alice, now=NOVEMBER + days * DAY)[0] for days in (0, 365))

    assert fresh.deviation == pytest.approx(60)
    assert fresh.settled
    assert old.deviation > 150
    assert not old.settled


def test_a_clock_that_went_back_is_no_error(alice: Player) -> None:
    rate(alice, 1700, 60, rated_at=NOVEMBER)

    assert standings(alice, now=NOVEMBER - DAY)[0].deviation == pytest.approx(60)


# The leaderboard


def names(now: datetime | None = None, setup: str = "bw") -> list[str]:
    found = leaders(game="battle_chess", setup=setup, now=now or timezone.now())
    return [standing.rating.player.name for standing in found]


def test_the_best_come_first_in_each_setup(alice: Player, bob: Player, charlie: Player) -> None:
    rate(alice, 1500)
    rate(bob, 1700)
    rate(charlie, 1600)
    rate(charlie, 1400, setup="w3")

    assert names() == ["Bob", "Charlie", "Alice"]
    assert names(setup="w3") == ["Charlie"]


def test_only_settled_ratings_of_people_count(
    alice: Player, bob: Player, charlie: Player, computer: Player, guest: Player
) -> None:
    rate(alice, 1500, 110)
    rate(bob, 1700, 111)
    rate(charlie, 1900, 60, rated_at=timezone.now() - 365 * DAY)
    rate(computer, 2000)
    rate(guest, 2000)

    now = alice.ratings.get().rated_at
    assert names(now) == ["Alice"]


def test_there_are_no_more_than_so_many_leaders(
    monkeypatch: pytest.MonkeyPatch, alice: Player, bob: Player, charlie: Player
) -> None:
    monkeypatch.setattr("games.archive.queries.players.LEADERS", 2)
    for player, rating in ((alice, 1500), (bob, 1700), (charlie, 1600)):
        rate(player, rating)

    assert names() == ["Bob", "Charlie"]


def test_the_leaderboard_shows_place_rating_and_who_one_is(
    alice: Player, bob: Player, alice_client: Client, client: Client
) -> None:
    rate(alice, 1623.4, 80)
    rate(bob, 1700)

    html = client.get("/leaderboard/").content.decode()
    own = alice_client.get("/leaderboard/?setup=battle_chess/bw").content.decode()

    assert html.index("/players/Bob/") < html.index("/players/Alice/")
    assert "1623" in html
    assert "± 80" in html
    assert ">you<" not in html
    assert own.count(">you<") == 1


def test_each_setup_has_a_leaderboard(client: Client, alice: Player) -> None:
    rate(alice, 1600, setup="w5")

    links = re.findall(r'href="(\?setup=[^"]+)"', client.get("/leaderboard/").content.decode())

    assert len(links) == 8
    shown = [link for link in links if "Alice" in client.get(f"/leaderboard/{link}").content.decode()]
    assert shown == ["?setup=battle_chess/w5"]
    assert "fifteen to twenty rated matches" in client.get("/leaderboard/").content.decode()


@pytest.mark.parametrize("setup", ["bw", "battle_chess/none", "\0", "x" * 10_000])
def test_a_setup_that_does_not_exist_has_no_leaderboard(client: Client, db: None, setup: str) -> None:
    assert client.get("/leaderboard/", {"setup": setup}).status_code == 404


def test_a_drawn_match_is_a_result_too(alice: Player, bob: Player, client: Client) -> None:
    drawn(alice, bob)

    assert ">drawn</span>" in client.get("/players/Bob/").content.decode()


def test_below_the_leaders_stand_those_whose_rating_is_not_settled_yet(
    alice: Player, bob: Player, charlie: Player, guest: Player, client: Client
) -> None:
    for player, rating, deviation in ((alice, 1500, 60), (bob, 1700, 200), (charlie, 1750, 300), (guest, 1800, 200)):
        rate(player, rating, deviation)

    html = client.get("/leaderboard/").content.decode()

    above, below = html.split("Not settled yet")
    assert re.findall(">(Alice|Bob|Charlie|Guest[^<]*)<", above) == ["Alice"]
    assert re.findall(">(Alice|Bob|Charlie|Guest[^<]*)<", below) == ["Charlie", "Bob"]


def test_many_leaders_leave_room_for_the_others(
    alice: Player, bob: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.archive.queries.players.LEADERS", 2)
    for player, rating, deviation in ((alice, 1700, 60), (bob, 1750, 60), (charlie, 1500, 300)):
        rate(player, rating, deviation)

    found = unsettled(game="battle_chess", setup="bw", now=timezone.now())

    assert [standing.rating.player for standing in found] == [charlie]
