"""The computer plays Chakart: step by step until the turn has passed, and claims a draw that it would rather have."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.outbox import services as outbox
from games.outbox.models import Job
from games.play.models import Match
from games.players.models import Player
from tests.play.boards.chakart import EGG
from tests.play.chakart import play
from tests.play.helpers import play_on, sealed

WORSE = "4k3/8/8/8/8/8/8/{piece}3K3 w 30 0000 000000000000"  # the computer has Black
ROUND = ("e1e2", "e8e7", "e2e1", "e7e8")


def begun(guest: Player, computer: Player, position: str) -> Match:
    """A match in which the guest has White."""
    offer = sealed(guest, kind="computer", opponent=computer, beginner="challenger", game="chakart", setup=position)
    return Match.objects.get(challenge=offer)


def work(match: Match) -> None:
    """Do what the computer has to do, job after job, as workers would."""
    for _ in range(20):
        match.refresh_from_db()
        job = Job.objects.filter(kind="computer_turn", event=f"match:{match.pk}:ply:{match.ply}").first()
        if job is None:
            return
        outbox.run(job_id=job.pk, now=timezone.now())
        job.refresh_from_db()
        assert job.status == "done", job.note


def test_it_plays_on_until_the_turn_has_passed(guest: Player, computer: Player) -> None:
    """From the middle of a turn, with the drop still to come."""
    match = begun(guest, computer, f"{EGG} f8f6 waluigi g8")

    work(match)

    assert (match.seat_to_move, match.ply) == (0, 1)
    assert match.plies.get().action in ("e7", "g7")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_it_plays_whole_turns_at_every_level(guest: Player, level: int) -> None:
    match = begun(guest, Player.objects.get(kind=Player.Kind.COMPUTER, level=level), "asymmetric")

    for turn in (2, 4):
        while match.running and match.seat_to_move == 0:
            match = play_on(match, 1, seed=match.ply)
        work(match)
        match.refresh_from_db()
        assert match.turns == turn


@pytest.mark.parametrize(("piece", "claims"), [("Q", True), ("q", False)], ids=["worse off", "better off"])
def test_it_claims_a_draw_if_it_would_rather_have_it(guest: Player, computer: Player, piece: str, claims: bool) -> None:
    position = WORSE.format(piece=piece).replace(" w 30", " b 30")
    match = begun(guest, computer, position)
    back = ("e8e7", "e1e2", "e7e8", "e2e1")
    play(match, *back, *back)

    work(match)

    assert (match.ending == "repetition") == claims
