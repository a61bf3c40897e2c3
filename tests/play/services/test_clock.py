"""Deadlines: who they are for, what ends by them, and what an outage does to them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from engine.search.players import LEVELS
from games.outbox.models import Job
from games.play.models import DrawSecret, Match, Outage, Seat, Sweep
from games.play.services import clock, offers
from games.players.models import Player
from tests.play.helpers import started
from tests.play.playing import play

NOW = timezone.now()
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


@pytest.fixture
def timed(alice: Player, bob: Player) -> Match:
    """Alice has one day for her turn, from NOW on; deadlines have just been looked at."""
    match = started(alice, bob, days_per_turn=1, now=NOW)
    Match.objects.update(deadline_at=NOW + DAY, turn_started_at=NOW)
    match.refresh_from_db()
    return match


def swept_until(now: object) -> None:
    """Deadlines were looked at until then."""
    Sweep.objects.update_or_create(pk=1, defaults={"swept_at": now})


def test_a_match_without_a_limit_has_no_deadline(alice: Player, bob: Player) -> None:
    match = started(alice, bob, days_per_turn=None)

    assert (match.deadline_at, clock.reminder_at(match)) == (None, None)


def test_the_reminder_comes_when_a_fifth_of_the_time_is_left(timed: Match) -> None:
    assert clock.reminder_at(timed) == NOW + 0.8 * DAY


def test_who_is_to_move_is_mailed_some_minutes_later(timed: Match, bob: Player) -> None:
    play(timed, "a1-a2", now=NOW)

    turn = Job.objects.get(kind="your_turn", recipient=bob.pk)
    reminder = Job.objects.get(kind="reminder", recipient=bob.pk)
    assert (turn.run_at, turn.payload) == (NOW + settings.TURN_MAIL_DELAY, {"match": timed.pk, "ply": 1})
    assert reminder.run_at == NOW + 0.8 * DAY


def test_a_computer_is_asked_at_once_and_never_mailed(computer_match: Match, computer: Player) -> None:
    play(computer_match, "a1-a2", now=NOW)

    job = Job.objects.get(payload={"match": computer_match.pk, "ply": 1})
    assert (job.kind, job.recipient, job.run_at) == ("computer_turn", 0, NOW)


@pytest.mark.parametrize(("seconds", "kind"), [(2, "computer_turn"), (5, "long_computer_turn")])
def test_quick_computers_do_not_wait_for_slow_ones(
    computer_match: Match, computer: Player, seconds: float, kind: str
) -> None:
    slow = next(one.number for one in LEVELS if one.seconds == seconds)
    Player.objects.filter(level=slow).update(level=None)
    Player.objects.filter(pk=computer.pk).update(level=slow)

    play(computer_match, "a1-a2", now=NOW)

    assert [job.kind for job in Job.objects.filter(payload={"match": computer_match.pk, "ply": 1})] == [kind]


def test_a_turn_that_goes_on_asks_nobody_again_and_keeps_its_deadline(timed: Match) -> None:
    timed.ply = 1  # the same seat has played, and is still to move
    before = (timed.deadline_at, timed.turn_started_at, timed.turn_ply)

    clock.pass_turn(timed, to=0, now=NOW + SECOND)

    timed.refresh_from_db()
    assert (timed.deadline_at, timed.turn_started_at, timed.turn_ply) == before
    assert Job.objects.filter(kind__in=["your_turn", "reminder"], payload__ply=0).count() == 2
    assert not Job.objects.filter(payload__ply=1).exists()


def test_a_computer_whose_turn_goes_on_is_asked_again(computer_match: Match) -> None:
    play(computer_match, "a1-a2", now=NOW)
    computer_match.ply = 2

    clock.pass_turn(computer_match, to=1, now=NOW)

    assert Job.objects.filter(kind="computer_turn").count() == 2


def test_a_guest_is_not_mailed(computer_match: Match, guest: Player) -> None:
    assert not Job.objects.filter(recipient=guest.pk).exists()


def test_nothing_ends_before_its_deadline(timed: Match) -> None:
    swept_until(NOW + DAY - 2 * SECOND)

    assert clock.sweep(now=NOW + DAY - SECOND) == 0

    timed.refresh_from_db()
    assert timed.running


def test_who_lets_the_time_run_out_loses(timed: Match) -> None:
    swept_until(NOW + DAY - 5 * SECOND)

    assert clock.sweep(now=NOW + DAY) == 1

    timed.refresh_from_db()
    assert (timed.status, timed.winner, timed.ending) == ("finished", 1, "time")
    assert [seat.result for seat in timed.seats.order_by("index")] == ["lost", "won"]


def test_a_sweep_ends_a_match_once(timed: Match) -> None:
    swept_until(NOW + DAY)

    assert [clock.sweep(now=NOW + DAY + SECOND), clock.sweep(now=NOW + DAY + 2 * SECOND)] == [1, 0]


def test_a_turn_played_late_but_before_the_sweep_counts(timed: Match) -> None:
    swept_until(NOW + DAY)

    match = play(timed, "a1-a2", now=NOW + DAY + 3 * SECOND)
    ended = clock.sweep(now=NOW + DAY + 4 * SECOND)

    match.refresh_from_db()
    assert (ended, match.running, match.seat_to_move) == (0, True, 1)
    assert match.deadline_at == NOW + 2 * DAY + 3 * SECOND


def test_a_match_is_looked_at_again_under_its_lock(timed: Match) -> None:
    play(timed, "a1-a2", now=NOW + DAY)

    assert clock.time_out(match_id=timed.pk, now=NOW + DAY) is False


def test_a_match_that_is_over_does_not_run_out_of_time(timed: Match, alice: Player) -> None:
    offers.resign(match_id=timed.pk, player=alice, now=NOW)

    assert clock.time_out(match_id=timed.pk, now=NOW + 9 * DAY) is False


def test_the_first_sweep_ever_is_no_outage(timed: Match) -> None:
    assert clock.sweep(now=NOW + DAY) == 1

    assert not Outage.objects.exists()


def test_a_short_gap_moves_nothing(timed: Match) -> None:
    swept_until(NOW)

    clock.sweep(now=NOW + clock.LONGEST_GAP)

    timed.refresh_from_db()
    assert timed.deadline_at == NOW + DAY
    assert not Outage.objects.exists()


def test_an_outage_moves_every_deadline_by_its_length_and_is_logged(timed: Match, alice: Player, bob: Player) -> None:
    endless = started(alice, bob, days_per_turn=None)
    gap = clock.LONGEST_GAP + SECOND
    swept_until(NOW)

    clock.sweep(now=NOW + gap)

    timed.refresh_from_db()
    endless.refresh_from_db()
    assert (timed.deadline_at, endless.deadline_at) == (NOW + DAY + gap, None)
    assert list(Outage.objects.values_list("began_at", "ended_at")) == [(NOW, NOW + gap)]


def test_an_outage_is_counted_once(timed: Match) -> None:
    swept_until(NOW)

    for later in (1, 2, 3):
        clock.sweep(now=NOW + timedelta(hours=1) + later * SECOND)

    timed.refresh_from_db()
    assert timed.deadline_at == NOW + DAY + timedelta(hours=1) + SECOND


def test_after_an_hour_without_a_sweep_nobody_forfeits_any_of_500_matches(timed: Match) -> None:
    now = NOW + DAY
    swept_until(now - timedelta(hours=1))
    Match.objects.update(deadline_at=now - timedelta(minutes=30))
    timed.refresh_from_db()
    copies(timed, 499)

    ended = clock.sweep(now=now)

    assert ended == 0
    assert Match.objects.filter(status="running", deadline_at=now + timedelta(minutes=30)).count() == 500
    assert not Seat.objects.exclude(result="").exists()


def test_after_an_outage_time_runs_out_as_before(timed: Match) -> None:
    now = NOW + DAY
    swept_until(now - timedelta(hours=1))
    clock.sweep(now=now)
    swept_until(now + timedelta(hours=1) - SECOND)

    assert clock.sweep(now=now + timedelta(hours=1)) == 1


def test_more_than_a_batch_ends_in_the_next_sweep(timed: Match) -> None:
    swept_until(NOW + DAY)
    copies(timed, 2)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clock, "BATCH", 2)
        ended = [clock.sweep(now=NOW + DAY + SECOND), clock.sweep(now=NOW + DAY + 2 * SECOND)]

    assert ended == [2, 1]


def test_a_match_that_cannot_be_ended_does_not_keep_the_others(
    timed: Match, alice: Player, bob: Player, caplog: pytest.LogCaptureFixture
) -> None:
    broken = started(alice, bob, days_per_turn=1, now=NOW)
    Seat.objects.filter(match=timed).delete()
    Match.objects.update(deadline_at=NOW)
    swept_until(NOW)

    ended = clock.sweep(now=NOW)

    broken.refresh_from_db()
    assert ended == 1
    assert broken.ending == "time"
    assert f"match {timed.pk} could not be ended by time" in caplog.text


def copies(match: Match, number: int) -> None:
    """More matches between the same two, each with a secret of its own."""
    seats = list(match.seats.all())
    secrets = DrawSecret.objects.bulk_create(
        DrawSecret(value=b"", commitment=str(one), created_at=NOW) for one in range(number)
    )
    fields = {field.attname: getattr(match, field.attname) for field in Match._meta.fields}
    own = {"id": None, "challenge_id": None}
    made = Match.objects.bulk_create(Match(**fields | own | {"secret_id": secret.pk}) for secret in secrets)
    Seat.objects.bulk_create(
        Seat(match=one, index=seat.index, player_id=seat.player_id, colour=seat.colour, joined=seat.joined)
        for one in made
        for seat in seats
    )
