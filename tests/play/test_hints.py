"""Hints: for whom, from what, and never for a match between people."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine import registry
from engine.search import players as engines
from games.outbox import services as outbox
from games.outbox.models import Job
from games.play import jobs
from games.play.errors import NotYours, Refused, Stale
from games.play.models import Hint, Match
from games.play.queries.matches import state_of
from games.play.services import hints
from games.play.services.offers import resign
from games.play.views import hints as views
from games.players.models import Player
from tests.play.helpers import quick, started
from tests.play.playing import play
from tests.players.people import make_person

NOW = timezone.now()
HX = {"HX-Request": "true"}


def run_jobs() -> None:
    for job in Job.objects.filter(kind="hint", status=Job.Status.WAITING):
        outbox.run(job_id=job.pk, now=timezone.now())


def ask(client: Client, match: Match, **more: Any) -> Any:
    return client.post(f"/matches/{match.pk}/hint/ask/", {"ply": match.ply} | more, headers=HX)


def test_three_best_turns_are_told_with_the_chance_to_win(computer_match: Match, guest_client: Client) -> None:
    thinking = ask(guest_client, computer_match).content.decode()
    run_jobs()
    shown = guest_client.get(f"/matches/{computer_match.pk}/hint/", headers=HX).content.decode()

    assert 'hx-trigger="every 1s"' in thinking
    hint = Hint.objects.get()
    assert hint.options is not None
    assert len(hint.options) == 3
    game, state = registry.get("battle_chess"), state_of(computer_match)
    for action, chance in hint.options:
        assert game.parse_action(state, action) in game.legal_actions(state)
        assert 0 <= chance <= 100
        assert f"<b>{action}</b>" in shown
    assert [chance for _action, chance in hint.options] == sorted((c for _a, c in hint.options), reverse=True)
    assert "every 1s" not in shown


def test_it_works_without_javascript(computer_match: Match, guest_client: Client) -> None:
    response = guest_client.post(f"/matches/{computer_match.pk}/hint/ask/", {"ply": computer_match.ply})
    assert response["Location"] == f"/matches/{computer_match.pk}/hint/"
    run_jobs()

    page = guest_client.get(response["Location"]).content.decode()
    assert "<html" in page
    assert len(re.findall(r"<li><b>", page)) == 3


def test_asking_twice_is_one_job(computer_match: Match, guest: Player) -> None:
    first, second = (
        hints.ask(match_id=computer_match.pk, player=guest, expected_ply=computer_match.ply, now=NOW) for _ in range(2)
    )

    assert first.pk == second.pk
    assert Job.objects.filter(kind="hint").count() == 1


def test_the_match_page_offers_it_and_looking_asks_nothing(computer_match: Match, guest_client: Client) -> None:
    page = guest_client.get(f"/matches/{computer_match.pk}/").content.decode()

    assert f'action="/matches/{computer_match.pk}/hint/ask/"' in page
    assert guest_client.get(f"/matches/{computer_match.pk}/hint/ask/").status_code == 405
    assert not Hint.objects.exists()


def test_a_hint_that_comes_too_late_is_not_thought_about(computer_match: Match, guest: Player) -> None:
    hints.ask(match_id=computer_match.pk, player=guest, expected_ply=0, now=NOW)
    play(computer_match, "a1-a2", now=NOW)
    run_jobs()

    assert Hint.objects.get().options is None
    assert Job.objects.get(kind="hint").status == Job.Status.DROPPED


def test_a_worker_that_fails_leaves_word(
    computer_match: Match, guest: Player, monkeypatch: pytest.MonkeyPatch, guest_client: Client
) -> None:
    def broken(*args: Any, **more: Any) -> Any:
        raise RuntimeError("broken")

    monkeypatch.setattr(engines, "hint", broken)
    hints.ask(match_id=computer_match.pk, player=guest, expected_ply=0, now=NOW)
    for _ in range(2):
        Job.objects.filter(kind="hint").update(run_at=NOW)
        run_jobs()

    assert "found no hint" in guest_client.get(f"/matches/{computer_match.pk}/hint/", headers=HX).content.decode()


# Never


def test_between_people_there_is_none(match: Match, alice: Player, alice_client: Client) -> None:
    with pytest.raises(Refused, match="against the computer alone"):
        hints.ask(match_id=match.pk, player=alice, expected_ply=0, now=NOW)

    assert ask(alice_client, match).status_code == 422
    assert "hint/ask" not in alice_client.get(f"/matches/{match.pk}/").content.decode()
    assert not Job.objects.filter(kind="hint").exists()


def test_in_a_rated_match_there_is_none(computer_match: Match, guest: Player) -> None:
    Match.objects.update(rated=True)

    with pytest.raises(Refused, match="against the computer alone"):
        hints.ask(match_id=computer_match.pk, player=guest, expected_ply=0, now=NOW)


def test_for_a_position_of_a_match_against_a_person_there_is_none(bob: Player, computer: Player) -> None:
    eve = make_person("Eve")
    other = started(bob, eve, setup="w3")
    match = started_against(computer, eve)

    with pytest.raises(Refused, match="against a person"):
        hints.ask(match_id=match.pk, player=eve, expected_ply=match.ply, now=NOW)
    resign(match_id=other.pk, player=bob, now=NOW)
    assert hints.ask(match_id=match.pk, player=eve, expected_ply=match.ply, now=NOW)


def started_against(computer: Player, player: Player) -> Match:
    """A match in which the player begins."""
    for _ in range(50):
        match = quick(player, computer)
        if match.seats.get(index=0).player_id == player.pk:
            return match
        resign(match_id=match.pk, player=player, now=NOW)
    raise AssertionError("the computer always begins")


def test_out_of_turn_and_after_the_match_there_is_none(computer_match: Match, guest: Player) -> None:
    play(computer_match, "a1-a2", now=NOW)
    with pytest.raises(Stale):
        hints.ask(match_id=computer_match.pk, player=guest, expected_ply=1, now=NOW)
    resign(match_id=computer_match.pk, player=guest, now=NOW)
    with pytest.raises(Refused, match="over"):
        hints.ask(match_id=computer_match.pk, player=guest, expected_ply=1, now=NOW)


def test_a_stale_page_is_told_so(computer_match: Match, guest_client: Client) -> None:
    for ply in ("7", "", "x", "-1", "9" * 30):
        assert ask(guest_client, computer_match, ply=ply).status_code == 409


def test_a_hint_is_its_player_s_alone(
    computer_match: Match, guest: Player, alice: Player, alice_client: Client, client: Client
) -> None:
    hints.ask(match_id=computer_match.pk, player=guest, expected_ply=0, now=NOW)
    run_jobs()

    with pytest.raises(NotYours):
        hints.ask(match_id=computer_match.pk, player=alice, expected_ply=0, now=NOW)
    assert ask(alice_client, computer_match).status_code == 403
    assert ask(client, computer_match).status_code == 204 or ask(client, computer_match).has_header("HX-Redirect")
    for stranger in (alice_client, client):
        shown = stranger.get(f"/matches/{computer_match.pk}/hint/").content.decode()
        assert "you win in" not in shown


def test_hints_are_limited(computer_match: Match, guest: Player, guest_client: Client) -> None:
    cache.set(f"limit:hint:{guest.pk}", views.PER_HOUR, 60)

    assert ask(guest_client, computer_match).status_code == 429
    assert not Hint.objects.exists()


def test_it_is_made_from_what_the_seat_may_see(
    guest: Player, computer: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = quick(guest, computer, setup="orthodox", game="chakart")
    seat = match.seats.get(player=guest).index
    Match.objects.filter(pk=match.pk).update(seat_to_move=seat)
    seen: list[Any] = []

    def noted(game: Any, view: Any, *args: Any, **more: Any) -> tuple[()]:
        seen.append(view)
        return ()

    monkeypatch.setattr(engines, "hint", noted)
    hint = Hint.objects.create(match=match, ply=match.ply, asked_at=NOW)
    match.refresh_from_db()
    jobs.think_for(Hint.objects.select_related("match").get(pk=hint.pk))

    game = registry.get("chakart")
    assert seen == [game.observation(state_of(match), seat)]
