"""The page of an analysis, from the button to the graph."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine.analysis import VERSION, Better, Look
from games.archive import services, winchart
from games.archive.models import Analysis
from games.archive.views import analysis as views
from games.outbox.models import Job
from games.play.models import Match
from games.play.queries.matches import log
from games.play.services import turns
from games.players.models import Player
from tests.archive.finishing import played, resigned, won
from tests.play.helpers import accepted, play_on, sealed, started
from tests.rows import Rows

NOW = timezone.now()
HX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture(scope="module")
def match(rows: Rows, alice: Player, bob: Player) -> Match:
    return rows.keep(played(alice, bob, plies=4, setup="bw"))


def page(client: Client, match: Match, **more: Any) -> str:
    response = client.get(f"/matches/{match.pk}/analysis/", **more)
    assert response.status_code == 200
    return response.content.decode()


def ask(client: Client, match: Match) -> Any:
    return client.post(f"/matches/{match.pk}/analysis/ask/")


def judged(match: Match, looks: int | None = None) -> Analysis:
    """Bob's second turn was a decisive error, Alice's second draw lucky."""
    found = services.ask_for_analysis(match_id=match.pk, now=NOW)
    better = Better("a1-a2", 0.62, ("a1-a2", "b2xb3", "[+20] 1/3"))
    told = [
        Look(0, 0.5, seat=0),
        Look(1, 0.52, seat=1, loss=0.02, better=Better("c1-c2", 0.5, ("c1-c2",))),
        Look(2, 0.54, seat=0),
        Look(3, 0.7, luck=0.15, seat=1, loss=0.32, better=better),
        Look(4, 0.98),
    ]
    for look in told[: len(told) if looks is None else looks]:
        services.add_look(found, look, now=NOW)
    return found


def test_the_match_s_page_has_the_button(match: Match, alice_client: Client, client: Client) -> None:
    address = f"/matches/{match.pk}/"

    assert f'action="{address}analysis/ask/"' in alice_client.get(address).content.decode()
    assert f'href="{address}analysis/"' in client.get(address).content.decode()


def test_a_running_match_has_none(alice: Player, bob: Player, alice_client: Client) -> None:
    match = play_on(started(alice, bob), 2)

    assert "/analysis/" not in alice_client.get(f"/matches/{match.pk}/").content.decode()


def test_asking_leads_to_the_page_that_shows_how_far_it_is(match: Match, alice_client: Client) -> None:
    response = ask(alice_client, match)

    assert (response.status_code, response["Location"]) == (302, f"/matches/{match.pk}/analysis/")
    shown = page(alice_client, match)
    assert "0 of 5 positions judged" in shown
    assert 'hx-trigger="every 2s"' in shown
    assert '<progress id="judged" max="5" value="0">' in shown


def test_looking_changes_nothing(match: Match, alice_client: Client) -> None:
    assert "Analyse this match" in page(alice_client, match)
    assert alice_client.get(f"/matches/{match.pk}/analysis/ask/").status_code == 405
    assert not Analysis.objects.exists()


def test_a_visitor_has_to_log_in_to_ask_but_not_to_look(match: Match, client: Client) -> None:
    assert ask(client, match)["Location"].startswith("/account/login/")
    assert not Analysis.objects.exists()
    judged(match)
    assert "decisive loss" in page(client, match)


def test_who_asks_by_htmx_hears_only_of_news(match: Match, alice_client: Client) -> None:
    judged(match, looks=2)
    address = f"/matches/{match.pk}/analysis/"

    assert alice_client.get(f"{address}?seen=2", **HX).status_code == 204
    news = alice_client.get(f"{address}?seen=1", **HX).content.decode()
    assert "2 of 5 positions judged" in news
    assert "<html" not in news


def test_a_done_analysis_comes_by_htmx_too(match: Match, alice_client: Client) -> None:
    judged(match)

    shown = alice_client.get(f"/matches/{match.pk}/analysis/?seen=5", **HX).content.decode()
    assert "every 2s" not in shown
    assert "winchart" in shown


def test_the_page_tells_turns_losses_luck_and_what_was_better(match: Match, client: Client) -> None:
    judged(match)
    plies = log(match)
    shown = re.sub(r"\s+", " ", page(client, match))

    for ply in range(5):
        assert f'/matches/{match.pk}/?at={ply}"' in shown
    for row in plies:
        assert row.action in shown
    assert "−32 %, decisive loss" in shown
    assert "Better: <b>a1-a2</b> (62 %)" in shown
    assert "b2xb3 [+20] 1/3" in shown
    assert "+15 %" in shown
    assert "c1-c2" not in shown  # too small a loss to be worth a word
    assert shown.count('class="mark') == 2


def test_whole_percents_of_an_account_add_up(match: Match, client: Client) -> None:
    found = judged(match)
    whole = views.analysis(services.looks_of(found), "1-0")
    for seat in (0, 1):
        values = {bar.kind: bar.value for bar in winchart.account(whole.side(seat))}
        assert values["start"] + values["luck"] + values["skill"] == values["result"]
        assert values["adjusted"] + values["luck"] == values["result"]


def test_bars_and_points_lie_within_the_drawing(match: Match) -> None:
    found = judged(match)
    whole = views.analysis(services.looks_of(found), "0-1")
    for seat in (0, 1):
        for bar in winchart.account(whole.side(seat)):
            assert 0 <= bar.left <= bar.left + bar.width <= 100.1
    chart = winchart.of(whole)
    assert [point.ply for point in chart.points] == [0, 1, 2, 3, 4]
    assert (chart.points[0].x, chart.points[-1].x) == (0, chart.width)
    assert all(0 <= point.y <= chart.height for point in chart.points)
    assert sum(point.width for point in chart.points) == pytest.approx(chart.width, abs=0.5)


def test_a_failed_analysis_says_so_and_can_be_tried_again(match: Match, alice_client: Client) -> None:
    services.fail(judged(match, looks=1), now=NOW)

    assert "could not be made" in page(alice_client, match)
    ask(alice_client, match)
    assert "1 of 5 positions judged" in page(alice_client, match)


@pytest.mark.parametrize("looks", [0, 5])
def test_the_page_takes_few_queries(match: Match, client: Client, looks: int, django_assert_num_queries: Any) -> None:
    judged(match, looks=looks)
    client.get("/")

    with django_assert_num_queries(3 if looks < 5 else 4):
        page(client, match)


# Who may


def test_a_running_match_is_refused(alice: Player, bob: Player, alice_client: Client) -> None:
    match = play_on(started(alice, bob), 2)

    assert ask(alice_client, match).status_code == 422
    assert alice_client.get(f"/matches/{match.pk}/analysis/")["Location"] == f"/matches/{match.pk}/"
    assert not Analysis.objects.exists()
    assert not Job.objects.filter(kind="analysis").exists()


def test_even_a_stored_analysis_of_a_running_match_is_not_shown(
    alice: Player, bob: Player, alice_client: Client
) -> None:
    match = play_on(started(alice, bob), 2)
    Analysis.objects.create(match=match, version=VERSION, positions=1, asked_at=NOW, done_at=NOW)

    assert alice_client.get(f"/matches/{match.pk}/analysis/").status_code == 302


def test_a_private_match_is_its_players_own(
    alice: Player, bob: Player, alice_client: Client, charlie_client: Client
) -> None:
    match = played(alice, bob, plies=4, setup="bw", private=True)
    judged(match)

    assert "winchart" in page(alice_client, match)
    assert charlie_client.get(f"/matches/{match.pk}/analysis/").status_code == 404
    assert ask(charlie_client, match).status_code == 404


def test_a_match_without_a_turn_says_so(alice: Player, bob: Player, alice_client: Client) -> None:
    match = won(alice, bob)

    response = ask(alice_client, match)

    assert response.status_code == 422
    assert "there is nothing to analyse" in response.content.decode()


def test_asking_is_limited(match: Match, alice_client: Client, alice: Player) -> None:
    cache.set(f"limit:analysis:{alice.pk}", views.PER_HOUR, 60)

    response = ask(alice_client, match)

    assert response.status_code == 429
    assert not Analysis.objects.exists()


def test_names_are_escaped(match: Match, alice: Player, client: Client) -> None:
    judged(match)
    Player.objects.filter(pk=alice.pk).update(name="<b>Al&")

    shown = page(client, match)
    assert "<b>Al" not in shown
    assert "&lt;b&gt;Al&amp;" in shown


def test_where_every_position_was_known_the_page_says_so(match: Match, client: Client) -> None:
    exact = "nothing estimated"
    found = judged(match)
    assert exact not in page(client, match)

    found.looks = [{**look, "exact": True} for look in found.looks]
    found.save()

    assert exact in page(client, match)


def test_turns_and_better_ones_are_written_as_on_the_match_s_page(alice: Player, bob: Player, client: Client) -> None:
    match = accepted(sealed(alice, game="chakart", setup="orthodox", beginner="challenger"), bob)
    for ply, text in enumerate(("d2d4", "e7e5")):
        turns.play_turn(match_id=match.pk, seat=ply, expected_ply=ply, text=text, now=NOW)
    match = resigned(Match.objects.get(pk=match.pk))
    found = services.ask_for_analysis(match_id=match.pk, now=NOW)
    better = Better("e7e6", 0.7, ("e7e6", "g1f3", "d8g5:stealth", "no step at all"))
    for look in (Look(0, 0.5, seat=0), Look(1, 0.5, seat=1, loss=0.2, better=better), Look(2, 0.7)):
        services.add_look(found, look, now=NOW)

    text = " ".join(re.sub("<[^>]+>", " ", page(client, match)).split())

    assert "Alice: d4" in text
    assert "Bob: e5" in text
    assert "Better: e6 (70 %) Nf3 Qg5?? no step at all" in text
