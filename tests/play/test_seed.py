"""A seeded site: everything at several stages, made by the real services, so that even its draws can be checked."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from engine.protocol import AnyGame
from engine.verify import verify
from games.archive.records import record_of
from games.outbox import services as outbox
from games.outbox.models import Job
from games.play.management.commands import seed as seeding
from games.play.models import Challenge, ChatLine, Match
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Log, Roll
from games.tables.records import record_of as table_record

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed", stdout=out)
    return out.getvalue()


def test_it_fills_a_site_once_with_matches_at_every_stage(client: Client) -> None:
    outbox.add(kind="account_mail", event="waits", now=timezone.now())

    said = seed()

    assert Job.objects.filter(event="waits").delete()[0] == 1
    check_login(client, said)
    check_matches()
    check_jobs()
    check_draws()
    check_tables(client)
    before = Match.objects.count(), Player.objects.count(), Challenge.objects.count()
    assert "nothing was added" in seed()
    assert (Match.objects.count(), Player.objects.count(), Challenge.objects.count()) == before


def test_players_who_repeat_themselves_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two computer players had gone on for ever, and the command with them."""
    last: dict[int, str] = {}

    def there_and_back(game: AnyGame, view: Any, seat: int, _rng: Random, _level: int) -> Any:
        actions = {game.action_text(view, action): action for action in game.legal_actions(view)}
        quiet = (text for text in actions if game.current_player(game.apply(view, actions[text])) == 1 - seat)
        text = last[seat] if last.get(seat) in actions else next(quiet)
        last[seat] = text[2:4] + text[:2]
        return actions[text]

    monkeypatch.setattr("engine.search.players.choose", there_and_back)
    monkeypatch.setattr(seeding, "FINISHED", tuple(p for p in seeding.FINISHED if p.setup == "asymmetric"))
    monkeypatch.setattr(seeding, "RUNNING", ())
    monkeypatch.setattr(seeding, "OFFERS", ())

    seed()

    assert Match.objects.get().ending == "repetition"


def check_login(client: Client, said: str) -> None:
    found = re.search(r"Log in as (\w+) with the password (\S+)", said)
    assert found
    assert client.post("/account/login/", {"login": found[1], "password": found[2]})["Location"] == "/"
    assert "Your turn in" in client.get("/").content.decode()


def check_matches() -> None:
    running, finished = (Match.objects.filter(status=status) for status in ("running", "finished"))
    assert set(finished.values_list("setup", flat=True)) >= {"bw", "rg", "w3", "w5", "w12", "asymmetric"}
    assert set(running.values_list("setup", flat=True)) >= {"bw", "rg", "w3", "w5"}  # others may end by chance
    assert len(set(running.values_list("ply", flat=True))) > 4
    assert all(match.deadline_at is None or match.deadline_at > timezone.now() for match in running)
    assert {"resignation", "agreement", "target"} <= set(finished.values_list("ending", flat=True))
    assert set(Challenge.objects.filter(status="open").values_list("kind", flat=True)) == {"open", "direct", "invite"}
    assert ChatLine.objects.exists()


def check_jobs() -> None:
    """Nobody is mailed about what happened weeks ago."""
    current = {f"match:{match.pk}:ply:{match.ply}" for match in Match.objects.filter(status="running")}
    assert {job.event for job in Job.objects.exclude(kind="challenge")} <= current
    assert not Job.objects.filter(run_at__lt=timezone.now() - timedelta(minutes=5)).exists()  # as if no worker ran


def check_draws() -> None:
    checks = [check for match in Match.objects.filter(status="finished") for check in verify(record_of(match))]
    assert all(check.ok for check in checks)
    assert sum(check.what.startswith("ply") for check in checks) > 10  # how many there are is left to chance


def check_tables(client: Client) -> None:
    """Mika, who is logged in, leads one that goes on, with a fight in its second round, and has played at another."""
    page = client.get("/tables/").content.decode()
    for name in ("The Old Mill", "Les gardiens du phare"):
        assert name in page
    assert "Three Days of Rain" in client.get("/tables/archive/").content.decode()
    assert list(Fight.objects.values_list("round", "ended_at")) == [(1, None)]
    assert Roll.objects.filter(log__audience="roller").exists()
    logs = Log.objects.filter(scene__table__status="closed", ply__gt=0)
    assert all(check.ok for log in logs for check in verify(table_record(log)))
    assert logs.count() == 2
