from __future__ import annotations

import re
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.players.models import Player
from tests.archive.finishing import DAY, NOVEMBER, archived, drawn, listed, played, won
from tests.play.helpers import stable, started

HTMX = {"HX-Request": "true"}


def link(html: str, words: str) -> str:
    """Where the link with these words leads."""
    found = re.search(rf'<a [^>]*href="([^"]*)"[^>]*>(?:<svg.*?</svg>)?\s*{words}', html)
    assert found, words
    return found[1].replace("&amp;", "&")


def test_it_lists_finished_matches_for_everybody(alice: Player, bob: Player, client: Client) -> None:
    match = won(alice, bob)
    started(alice, bob)

    response = client.get("/archive/")

    assert listed(response) == [match.pk]
    html = response.content.decode()
    assert "Alice won" in html
    assert "resignation" in html
    assert 'href="/players/Bob/"' in html


def test_results_are_the_players_own_where_one_is_named(alice: Player, bob: Player, client: Client) -> None:
    won(alice, bob)
    drawn(alice, bob)

    html = client.get("/archive/?player=Bob").content.decode()

    assert re.findall(r'class="badge (\w+)">(\w+)<', html) == [("draw", "drawn"), ("loss", "lost")]


@pytest.mark.parametrize("name", ["alice", "ALICE", " Alice ", "Ａｌｉｃｅ"])
def test_a_player_is_found_whatever_the_capitals(alice: Player, bob: Player, client: Client, name: str) -> None:
    match = won(alice, bob)

    assert listed(client.get("/archive/", {"player": name})) == [match.pk]


def test_a_computers_and_a_guests_matches_are_found(
    guest: Player, computer: Player, alice: Player, client: Client
) -> None:
    (match,) = archived(guest, computer, [NOVEMBER], vs_computer=True)
    archived(alice, computer, [NOVEMBER], vs_computer=True)

    assert match.pk in listed(client.get("/archive/", {"player": computer.name}))
    assert listed(client.get("/archive/", {"player": guest.name})) == [match.pk]


def test_every_filter_stands_in_the_address(alice: Player, bob: Player, client: Client) -> None:
    (match,) = archived(alice, bob, [NOVEMBER])
    archived(alice, bob, [NOVEMBER - 40 * DAY], setup="w3", winner=1, length="long", vs_computer=True)
    query = "setup=battle_chess/bw&result=won&length=short&month=2026-11&opponents=people"

    response = client.get(f"/archive/?player=Alice&{query}")

    assert listed(response) == [match.pk]
    html = response.content.decode()
    assert 'value="Alice"' in html
    assert html.count(" selected") == 5  # the order is always one
    assert 'value="2026-11"' in html


def test_a_month_is_one_of_the_viewers_time_zone(
    alice: Player, bob: Player, alice_client: Client, client: Client
) -> None:
    (match,) = archived(alice, bob, [datetime(2026, 10, 31, 23, 30, tzinfo=NOVEMBER.tzinfo)])
    Player.objects.filter(pk=alice.pk).update(time_zone="Europe/Paris")

    in_paris = alice_client.get("/archive/?month=2026-11")
    in_utc = client.get("/archive/?month=2026-10")

    assert listed(in_paris) == listed(in_utc) == [match.pk]
    assert "1 Nov 2026" in in_paris.content.decode()
    assert "31 Oct 2026" in in_utc.content.decode()


def test_pages_lead_on_and_back_to_the_newest(alice: Player, bob: Player, client: Client) -> None:
    archived(alice, bob, [NOVEMBER + timedelta(seconds=n) for n in range(31)])

    first = client.get("/archive/?player=alice&result=won")
    older = link(first.content.decode(), "Older")
    second = client.get(older)

    assert len(listed(first)) == 30
    assert len(listed(second)) == 1
    assert parse_qs(urlsplit(older).query)["result"] == ["won"]
    assert "Newest" not in first.content.decode()
    assert "Older" not in second.content.decode()
    assert listed(client.get(link(second.content.decode(), "Newest"))) == listed(first)


def test_a_changed_filter_begins_with_the_newest(alice: Player, bob: Player, client: Client) -> None:
    archived(alice, bob, [NOVEMBER + timedelta(seconds=n) for n in range(31)])
    older = link(client.get("/archive/").content.decode(), "Older")

    assert 'name="after"' not in client.get(older).content.decode()


def test_htmx_gets_filter_and_list_alone(alice: Player, bob: Player, client: Client) -> None:
    won(alice, bob)

    response = client.get("/archive/?player=Alice", headers=HTMX)

    html = response.content.decode().strip()
    assert html.startswith('<div id="browse">')
    assert html.endswith("</div>")
    assert "<html" not in html
    assert html in client.get("/archive/?player=Alice").content.decode()
    assert "HX-Request" in response["Vary"]


def test_a_page_takes_as_many_queries_for_many_matches_as_for_one(alice: Player, bob: Player, client: Client) -> None:
    archived(alice, bob, [NOVEMBER])
    with CaptureQueriesContext(connection) as one:
        client.get("/archive/")
    archived(alice, bob, [NOVEMBER + timedelta(seconds=n) for n in range(40)])
    with CaptureQueriesContext(connection) as many:
        client.get("/archive/")
    with CaptureQueriesContext(connection) as of_player:
        client.get("/archive/?player=alice")

    assert len(one) == len(many) == 2
    assert len(of_player) == 3
    assert not any("COUNT(" in query["sql"].upper() for query in [*many, *of_player])


def test_where_nothing_fits_it_says_so(alice: Player, bob: Player, client: Client) -> None:
    assert "No match has been finished yet" in client.get("/archive/").content.decode()
    won(alice, bob)

    response = client.get("/archive/?month=2001-01")

    assert response.status_code == 200
    assert "Take something out of the filter" in response.content.decode()


WRONG = [
    ("player", "Nobody-here", "Nobody has this name"),
    ("player", "A1ice", "Did you mean Alice?"),
    ("player", "x" * 10_000, "at most 40 characters"),
    ("player", "Alice\0", "Null characters are not allowed"),
    ("player", "\u202eecilA", "Nobody has this name"),
    ("player", "<script>alert(1)</script>", "Nobody has this name"),
    ("setup", "bw", "Choose one of the list."),
    ("setup", "battle_chess/none", "Choose one of the list."),
    ("setup", "\0", "Choose one of the list."),
    ("result", "won", "name a player"),
    ("result", "aborted", "Choose which player won"),
    ("length", "huge", "Choose one of the list."),
    ("month", "2026-13", "Write a month as in 2026-11."),
    ("month", "2026-00", "Write a month as in 2026-11."),
    ("month", "9999-12", "Write a month as in 2026-11."),
    ("month", "0001-01", "Write a month as in 2026-11."),
    ("month", "November", "Write a month as in 2026-11."),
    ("month", "2026-11\0", "Write a month as in 2026-11."),
    ("opponents", "aliens", "Choose one of the list."),
    ("after", "yesterday", "This link is damaged"),
    ("after", "\0", "Null characters are not allowed"),
    ("after", "9" * 10_000, "This link is damaged"),
]


@pytest.mark.parametrize(("field", "value", "reason"), WRONG)
def test_what_cannot_be_asked_for_is_answered_with_the_reason(
    alice: Player, bob: Player, client: Client, field: str, value: str, reason: str
) -> None:
    won(alice, bob)

    for headers in ({}, HTMX):
        response = client.get("/archive/", {field: value}, headers=headers)

        assert response.status_code == 422
        html = response.content.decode()
        assert reason in html
        assert listed(response) == []
        assert "<script>alert" not in html
        if field != "after":
            assert 'class="field wrong"' in html


def test_a_result_of_all_matches_does_not_fit_a_players(alice: Player, client: Client) -> None:
    response = client.get("/archive/?player=Alice&result=first")

    assert response.status_code == 422
    html = response.content.decode()
    assert "choose won, lost or drawn" in html
    assert '<option value="won">' in html
    assert '<option value="first">' not in html


@pytest.mark.parametrize(
    "query", ["?", "?player=", "?player=%20", "?result=&setup=&month=&after=", "?unknown=1", "?player=x&player="]
)
def test_empty_fields_ask_for_nothing(alice: Player, bob: Player, client: Client, query: str) -> None:
    match = won(alice, bob)

    assert listed(client.get(f"/archive/{query}")) == [match.pk]


def test_bytes_that_are_no_text_are_no_error(client: Client, alice: Player) -> None:
    for query in ("player=%ff%fe", "player=%ed%a0%80", "after=%ff", "setup=%ff"):
        assert client.get(f"/archive/?{query}").status_code == 422


def test_private_matches_leave_no_trace_for_others(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client, charlie_client: Client, client: Client
) -> None:
    won(alice, bob)
    addresses = ["/archive/", "/archive/?player=Alice", "/archive/?player=Alice&result=won", "/players/Alice/"]
    addresses += ["/archive/export.txt?player=Alice", "/archive/export.json", "/leaderboard/"]
    viewers = [charlie_client, bob_client, client]
    before = [stable(viewer.get(address)) for viewer in viewers for address in addresses]

    hidden = won(alice, bob, private=True)

    assert [stable(viewer.get(address)) for viewer in viewers for address in addresses] == before
    for address in ("/archive/?player=alice", "/archive/?player=Alice&result=won", "/players/Alice/"):
        assert hidden.pk in listed(alice_client.get(address))
    assert "private" in alice_client.get("/archive/?player=Alice").content.decode()
    assert f"/matches/{hidden.pk}/" in alice_client.get("/archive/export.txt?player=Alice").content.decode()
    assert hidden.pk not in listed(alice_client.get("/archive/"))
    assert hidden.pk in listed(bob_client.get("/archive/?player=Bob"))


def test_names_are_escaped(alice: Player, bob: Player, client: Client) -> None:
    won(alice, bob)
    Player.objects.filter(pk=alice.pk).update(name="<img src=x onerror=go()>")

    html = client.get("/archive/").content.decode()

    assert "<img src=x" not in html
    assert "&lt;img src=x onerror=go()&gt;" in html


def test_each_turn_of_a_finished_match_has_an_address(alice: Player, bob: Player, client: Client) -> None:
    match = played(alice, bob, plies=4)

    def shown(query: str) -> Any:
        response: Any = client.get(f"/matches/{match.pk}/{query}")
        assert response.status_code == 200
        return response.context["board"].drawing

    turns = [shown(f"?at={turn}") for turn in range(5)]

    assert all(one != other for one, other in pairwise(turns))
    assert turns[4] == shown("")


@pytest.mark.parametrize(
    "address", ["/archive/", "/archive/export.txt", "/archive/export.json", "/leaderboard/", "/players/Alice/"]
)
def test_it_is_there_to_be_read_only(alice: Player, client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
    assert client.head(address).status_code == 200
