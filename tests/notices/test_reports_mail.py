"""Operators hear of what was reported: one mail for all of a while, and the admin's first page counts what waits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from games.outbox.models import Job
from games.play.models import ChatLine, Match
from games.play.services import talk
from games.players.models import Player
from tests.notices.conftest import Deliver, html_of, job_of

NOW = datetime(2026, 5, 1, 12, 20, tzinfo=UTC)
END = datetime(2026, 5, 1, 13, 1, tzinfo=UTC)


@pytest.fixture
def boss(match: Match) -> Player:
    return Player.objects.get(user=User.objects.create_superuser("boss", "boss@example.org", "x"))


def reported(match: Match, by: Player, player: Player, *texts: str, now: datetime = NOW) -> list[ChatLine]:
    lines = [talk.say(match_id=match.pk, player=by, text=text, now=now) for text in texts]
    return [talk.report(line_id=line.pk, player=player, now=now) for line in lines]


def test_many_reports_of_a_while_are_one_mail(
    match: Match, alice: Player, bob: Player, boss: Player, deliver: Deliver
) -> None:
    (first, _) = reported(match, alice, bob, "rude", "ruder")
    talk.report(line_id=first.pk, player=bob, now=NOW + timedelta(hours=2))  # once more is nothing new
    (job,) = Job.objects.filter(kind="reports")

    early, found = deliver(job, NOW + timedelta(minutes=30)), deliver(job, END)

    assert early is None
    assert found is not None
    assert (found.to, found.subject) == (["boss@example.org"], "Something was reported")
    assert str(found.body).startswith("2 reported lines of chats wait for you\nhttp")
    assert "/admin/play/chatline/" in str(found.body)
    assert "/admin/play/chatline/" in html_of(found)
    assert "rude" not in str(found.body)


def test_nobody_is_told_of_what_is_settled_nor_of_older_reports_again(
    match: Match, alice: Player, bob: Player, boss: Player, deliver: Deliver
) -> None:
    reported(match, alice, bob, "old", now=NOW - timedelta(days=1))
    (line,) = reported(match, alice, bob, "rude")
    talk.settle(ChatLine.objects.filter(pk=line.pk), remove=False)

    assert deliver(job_of("reports", boss), END) is None


def test_who_may_not_see_reports_gets_no_mail(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    helper = User.objects.create_user("helper", "helper@example.org", "x", is_staff=True)
    reported(match, alice, bob, "rude")
    job = job_of("reports", Player.objects.get(user=helper))
    Job.objects.exclude(pk=job.pk).delete()

    assert deliver(job, END) is None

    helper.user_permissions.add(Permission.objects.get(codename="view_chatline"))
    reported(match, alice, bob, "ruder", now=NOW + timedelta(hours=1))
    found = deliver(job_of("reports", Player.objects.get(user=helper)), END + timedelta(hours=1))
    assert found is not None
    assert str(found.body).startswith("2 reported lines")


def test_the_admin_s_first_page_counts_what_waits(match: Match, alice: Player, bob: Player, boss: Player) -> None:
    client = Client()
    client.force_login(boss.user, backend="django.contrib.auth.backends.ModelBackend")  # type: ignore[arg-type]
    assert "reported" not in client.get("/admin/").content.decode()

    reported(match, alice, bob, "rude")

    assert '<a href="/admin/play/chatline/">1 reported line of a chat waits for you</a>' in (
        client.get("/admin/").content.decode()
    )


def test_only_operators_are_asked_whether_they_want_these_mails(alice: Player, boss: Player) -> None:
    pages = {}
    for player in (alice, boss):
        client = Client()
        client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")  # type: ignore[arg-type]
        pages[player.name] = client.get("/preferences/").content.decode()

    assert 'value="reports"' in pages["boss"]
    assert 'value="reports"' not in pages["Alice"]
