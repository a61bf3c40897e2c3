from __future__ import annotations

from typing import Any

import pytest

from games.outbox.models import Job
from games.play.models import Challenge, DrawSecret
from games.play.services import challenges
from games.players import services as players
from games.players.models import Player
from tests.notices.conftest import Deliver, html_of, job_of
from tests.play.helpers import accepted, draft, sealed, started


@pytest.fixture
def challenge(alice: Player, bob: Player) -> Challenge:
    return sealed(alice, kind="direct", opponent=bob)


def test_it_says_who_wants_to_play_what(challenge: Challenge, bob: Player, deliver: Deliver) -> None:
    job = job_of("challenge", bob)
    assert job.run_at == job.created_at

    message = deliver(job, job.run_at)

    assert message is not None
    assert message.to == ["bob@example.org"]
    assert message.subject == "Alice wants to play with you (W, three-on-three)"
    for words in (message.body, html_of(message)):
        assert "Alice challenges you to a match of Battle Chess, W, three-on-three." in words
        assert "3 days for each turn" in words
        assert "Not rated" in words
        assert "Who begins: Rock, paper, scissors" in words
        assert f"{challenge.expires_at:%H:%M} (UTC)" in words
        assert f"http://127.0.0.1:8000/challenges/{challenge.pk}/" in words
        assert challenge.secret.commitment in words


@pytest.mark.parametrize(
    ("settings", "terms"),
    [({"days_per_turn": None}, "No time limit"), ({"days_per_turn": 1}, "1 day for each"), ({"rated": True}, "Rated")],
)
def test_it_names_the_terms(alice: Player, bob: Player, deliver: Deliver, settings: dict[str, Any], terms: str) -> None:
    challenge = sealed(alice, kind="direct", opponent=bob, **settings)

    message = deliver(job_of("challenge", bob), challenge.created_at)

    assert message is not None
    assert f"- {terms}" in message.body


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw", "expire"])
def test_it_is_dropped_when_there_is_nothing_to_answer(
    challenge: Challenge, alice: Player, bob: Player, deliver: Deliver, answer: str
) -> None:
    now = challenge.created_at
    if answer == "accept":
        accepted(challenge, bob)
    elif answer == "decline":
        challenges.decline(challenge_id=challenge.pk, player=bob, now=now)
    elif answer == "withdraw":
        challenges.withdraw(challenge_id=challenge.pk, player=alice, now=now)
    else:
        now = challenge.expires_at
    job = job_of("challenge", bob)

    assert deliver(job, now) is None
    assert job.status == Job.Status.DROPPED


def test_it_tells_no_secret(challenge: Challenge, bob: Player, deliver: Deliver) -> None:
    job = job_of("challenge", bob)
    before = deliver(job, job.run_at)
    DrawSecret.objects.update(value=b"\x01" * 32)
    Challenge.objects.update(salt="another", throws="paper paper paper")
    Job.objects.update(status=Job.Status.WAITING, locked_until=None)

    after = deliver(job, job.run_at)

    assert before is not None
    assert after is not None
    assert (before.subject, before.body, before.extra_headers) == (after.subject, after.body, after.extra_headers)
    assert html_of(before) == html_of(after)


def test_the_match_goes_on_in_its_thread(challenge: Challenge, alice: Player, bob: Player, deliver: Deliver) -> None:
    asked = deliver(job_of("challenge", bob), challenge.created_at)
    match = accepted(challenge, bob)
    first = bob if match.seats.get(index=0).player_id == bob.pk else alice
    job = job_of("your_turn", first)

    turn = deliver(job, job.run_at)

    assert asked is not None
    assert turn is not None
    assert asked.extra_headers["References"] == turn.extra_headers["References"]


def decline(challenge: Challenge, bob: Player) -> None:
    challenges.decline(challenge_id=challenge.pk, player=bob, now=challenge.created_at)


def test_the_challenger_is_told_when_it_is_declined(
    challenge: Challenge, alice: Player, bob: Player, deliver: Deliver
) -> None:
    decline(challenge, bob)

    message = deliver(job_of("challenge", alice), challenge.created_at)

    assert message is not None
    assert message.to == ["alice@example.org"]
    assert message.subject == "Bob has declined your challenge (W, three-on-three)"
    for words in (message.body, html_of(message)):
        assert "Bob has declined your challenge to a match of Battle Chess, W, three-on-three." in words
        assert "http://127.0.0.1:8000/play/" in words


def test_who_wants_no_mail_about_challenges_is_not_told(
    challenge: Challenge, alice: Player, bob: Player, deliver: Deliver
) -> None:
    Player.objects.filter(pk=alice.pk).update(mail_off=["challenge"])
    decline(challenge, bob)

    assert deliver(job_of("challenge", alice), challenge.created_at) is None


def test_nobody_is_told_of_a_challenge_that_is_deleted_meanwhile(
    challenge: Challenge, alice: Player, bob: Player, deliver: Deliver
) -> None:
    decline(challenge, bob)
    challenge.delete()
    job = job_of("challenge", alice)

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_of_who_leaves_nothing_is_told(challenge: Challenge, alice: Player, bob: Player, deliver: Deliver) -> None:
    started(alice, bob)  # so that something of Bob stays
    players.delete_account(player=bob, now=challenge.created_at)

    assert deliver(job_of("challenge", alice), challenge.created_at) is None


def test_of_a_draft_nothing_is_told(alice: Player, bob: Player) -> None:
    decline(draft(alice, kind="direct", opponent=bob), bob)

    assert not Job.objects.filter(kind="challenge").exists()


def test_nobody_is_asked_for_an_answer_across_a_block(
    challenge: Challenge, alice: Player, bob: Player, deliver: Deliver
) -> None:
    players.block(blocker=bob, blocked=alice, now=challenge.created_at)

    assert deliver(job_of("challenge", bob), challenge.created_at) is None
