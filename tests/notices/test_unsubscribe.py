from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.signing import Signer
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.notices import tokens
from games.notices.tokens import VALID, Wish
from games.outbox.models import Job
from games.play.models import Match
from games.players.models import Player
from tests.notices.conftest import Deliver, html_of, job_of

DAY = timedelta(days=1)


def address(player: Player, kind: str = "your_turn", *, days: int = 30) -> str:
    return f"/unsubscribe/{tokens.make(Wish(player.pk, kind), until=timezone.now() + days * DAY)}/"


def forged(player: Player) -> list[str]:
    """Addresses that were never in a mail to the player, or too long ago."""
    good = address(player)
    other_purpose = Signer(salt="another purpose").sign(f"{player.pk}:your_turn:29991231")
    other_kind = good.replace("your_turn", "reminder")
    other_player = good.replace(f"/{player.pk}:", f"/{player.pk + 1}:")
    return [
        f"/unsubscribe/{other_purpose}/",
        other_kind,
        other_player,
        good[:-2] + "/",
        address(player, days=-2),
        "/unsubscribe/x/",
        "/unsubscribe/a/b/c/",
        "/unsubscribe/%00/",
        f"/unsubscribe/{'x' * 5000}/",
    ]


@pytest.fixture
def browser() -> Client:
    """Somebody who is not logged in, at a site that checks forms for their token."""
    return Client(enforce_csrf_checks=True)


def mails_off(player: Player) -> list[str]:
    player.refresh_from_db()
    return list(player.mail_off)


def post(browser: Client, path: str) -> HttpResponse:
    """What a mail provider sends (RFC 8058)."""
    return browser.post(path, {"List-Unsubscribe": "One-Click"})  # type: ignore[return-value]


def test_one_click_switches_off_that_kind_alone(alice: Player, bob: Player, browser: Client) -> None:
    answer = post(browser, address(alice))

    assert answer.status_code == 200
    assert mails_off(alice) == ["your_turn"]
    assert mails_off(bob) == []


def test_a_click_on_the_button_does_the_same(alice: Player, browser: Client) -> None:
    path = address(alice, "match_over")
    page = browser.get(path)

    answer = browser.post(path)

    assert b'<form method="post">' in page.content
    assert b"A match of mine is over" in page.content
    assert answer.status_code == 200
    assert b"you will get no more mail about this" in answer.content
    assert mails_off(alice) == ["match_over"]


def test_clicking_again_changes_nothing(alice: Player, browser: Client) -> None:
    Player.objects.update(mail_off=["challenge"])

    answers = [post(browser, address(alice)).status_code for _ in range(2)]

    assert answers == [200, 200]
    assert mails_off(alice) == ["challenge", "your_turn"]


def test_looking_at_it_changes_nothing(alice: Player, browser: Client) -> None:
    answers = [browser.get(address(alice)), browser.head(address(alice))]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert mails_off(alice) == []


def test_a_token_that_is_not_valid_gets_a_plain_answer_and_changes_nothing(
    alice: Player, bob: Player, browser: Client
) -> None:
    for path in forged(alice):
        page, answer = browser.get(path), post(browser, path)

        assert (page.status_code, answer.status_code) == (404, 200), path
        assert b"This link is not valid any more" in page.content
        assert b"This link is not valid any more" in answer.content
    assert mails_off(alice) == mails_off(bob) == []


def test_the_token_of_somebody_who_has_left_is_harmless(alice: Player, browser: Client) -> None:
    path = address(alice)
    alice.delete()

    assert post(browser, path).status_code == 200


def test_it_logs_nobody_in_and_sets_no_cookie(alice: Player, bob: Player, bob_client: Client, browser: Client) -> None:
    answers = [post(browser, address(alice)), browser.get(address(alice)), post(bob_client, address(alice))]

    for answer in answers:
        assert not answer.cookies
        assert answer.wsgi_request.session.get("_auth_user_id") != str(alice.user_id)  # type: ignore[attr-defined]
    assert mails_off(bob) == []


def test_it_is_asked_by_get_and_post_alone(alice: Player, browser: Client) -> None:
    assert browser.put(address(alice)).status_code == 405


def test_a_token_is_the_same_each_time_and_good_to_the_end_of_its_day() -> None:
    now = timezone.now().replace(hour=23)
    wish = Wish(7, "your_turn")

    token = tokens.make(wish, until=now)

    assert token == tokens.make(wish, until=now - timedelta(hours=22))
    assert tokens.read(token, now=now) == wish
    assert tokens.read(token, now=now + DAY) is None


def test_every_mail_carries_it(match: Match, alice: Player, deliver: Deliver, browser: Client) -> None:
    job = job_of("your_turn", alice)

    message = deliver(job, job.run_at)

    assert message is not None
    link = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert link.startswith("http://127.0.0.1:8000/unsubscribe/")
    for words in (message.body, html_of(message)):
        assert link in words
        assert "http://127.0.0.1:8000/preferences/" in words
        assert f"works until {job.created_at + VALID:%-d %B %Y}" in words
    post(browser, link.removeprefix("http://127.0.0.1:8000"))
    assert mails_off(alice) == ["your_turn"]
    Job.objects.update(status=Job.Status.WAITING, locked_until=None)
    assert deliver(job, job.run_at) is None
