from __future__ import annotations

from games.outbox.models import Job
from games.play.models import Match
from games.play.services import clock, offers
from games.players.models import Player
from tests.notices.conftest import Deliver, html_of, job_of
from tests.play.helpers import started
from tests.play.playing import play


def subject(deliver: Deliver, player: Player) -> str:
    job = job_of("match_over", player)
    message = deliver(job, job.run_at)
    assert message is not None
    return str(message.subject)


def test_both_are_told_how_it_ended(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    play(match, "b1-b2", "b4-b3")
    offers.resign(match_id=match.pk, player=alice, now=match.started_at)
    alices, bobs = job_of("match_over", alice), job_of("match_over", bob)

    lost, won = deliver(alices, alices.run_at), deliver(bobs, bobs.run_at)

    assert lost is not None
    assert won is not None
    assert lost.subject == "You lost against Bob (W, three-on-three)"
    assert won.subject == "You won against Alice (W, three-on-three)"
    for words in (lost.body, html_of(lost)):
        assert "You lost against Bob in Battle Chess, W, three-on-three: you resigned." in words
        assert "Togepi moves b4–b3." in words
        assert f"http://127.0.0.1:8000/matches/{match.pk}/" in words
        assert f"http://127.0.0.1:8000/matches/{match.pk}/proof/" in words
    assert "You won against Alice in Battle Chess, W, three-on-three: Alice resigned." in won.body
    assert "Your rating" not in won.body
    assert "did:" not in won.body
    assert "1    m   .   u\n" in won.body


def test_a_draw_is_told(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    play(match, "b1-b2", "b4-b3")
    offers.offer_draw(match_id=match.pk, player=alice, now=match.started_at)
    offers.accept_draw(match_id=match.pk, player=bob, now=match.started_at)

    assert subject(deliver, alice) == "Your match against Bob is a draw (W, three-on-three)"


def test_running_out_of_time_is_told(match: Match, alice: Player, deliver: Deliver) -> None:
    play(match, "b1-b2", "b4-b3", now=match.started_at)
    match.refresh_from_db()
    assert match.deadline_at is not None
    clock.sweep(now=match.deadline_at)
    job = job_of("match_over", alice)

    message = deliver(job, job.run_at)

    assert message is not None
    assert "You lost against Bob in Battle Chess, W, three-on-three: your time ran out." in message.body


def test_a_match_that_was_called_off_has_no_result(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    offers.abort(match_id=match.pk, player=bob, now=match.started_at)
    job = job_of("match_over", alice)

    message = deliver(job, job.run_at)

    assert message is not None
    assert message.subject == "Your match against Bob was called off (W, three-on-three)"
    assert "has no result: called off before it had begun." in message.body


def test_it_is_dropped_if_the_match_goes_on(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    offers.resign(match_id=match.pk, player=bob, now=match.started_at)
    Match.objects.update(status=Match.Status.RUNNING)
    job = job_of("match_over", alice)

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_what_a_rated_match_has_done_to_the_rating_is_told(alice: Player, bob: Player, deliver: Deliver) -> None:
    match = started(alice, bob, rated=True)
    play(match, "b1-b2", "b4-b3")
    offers.resign(match_id=match.pk, player=alice, now=match.started_at)
    job = job_of("match_over", alice)

    message = deliver(job, job.run_at)

    seat = match.seats.get(player=alice)
    assert message is not None
    for words in (message.body, html_of(message)):
        assert f"Your rating: {seat.rating_before:.0f} → {seat.rating_after:.0f}." in words
