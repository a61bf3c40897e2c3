"""Playing a turn goes through one door, and leaves nothing half done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from engine import draws as engine_draws
from engine import registry
from games.outbox.models import Job
from games.play.errors import Illegal, Refused, Stale
from games.play.models import Match, Ply
from games.play.services import offers, turns
from games.players.models import Player
from tests.play.playing import FIRST_WINS, play, rig

NOW = timezone.now()


def snapshot(match: Match) -> tuple[object, ...]:
    """All that a turn may change."""
    fields = Match.objects.filter(pk=match.pk).values_list()
    return (*fields, Ply.objects.count(), Job.objects.count())


def test_a_turn_is_logged_and_the_next_seat_is_to_move(match: Match) -> None:
    later = NOW + timedelta(hours=5)

    after = turns.play_turn(match_id=match.pk, seat=0, text="a1-a2", expected_ply=0, now=later)

    (ply,) = after.plies.all()
    assert (ply.ply, ply.seat, ply.action, ply.outcomes, ply.played_at) == (1, 0, "a1-a2", [], later)
    assert (after.ply, after.seat_to_move) == (1, 1)
    assert after.turn_started_at == later
    assert after.deadline_at == later + timedelta(days=3)


def test_the_snapshot_is_the_log_replayed(match: Match) -> None:
    match = play(match, *FIRST_WINS)

    game = registry.get(match.game)
    state = game.initial_state(match.setup)
    for ply in match.plies.order_by("ply"):
        state = game.apply(state, game.parse_action(state, ply.action))
        for outcome in ply.outcomes:
            state = game.apply(state, game.parse_action(state, outcome))
    assert game.state_text(state) == match.state


def test_a_snapshot_that_nobody_can_read_is_made_again_from_the_log(match: Match) -> None:
    play(match, "a1-a2", "a4-a3")
    true = Match.objects.get().state
    Match.objects.update(state="ink blot")

    turns.play_turn(match_id=match.pk, seat=0, text="a2-a1", expected_ply=2, now=NOW)

    after = Match.objects.get()
    game = registry.get("battle_chess")
    expected = game.apply(game.parse_state(true), game.parse_action(game.parse_state(true), "a2-a1"))
    assert after.state == game.state_text(expected)


def test_the_secret_is_read_for_a_draw_alone(match: Match) -> None:
    rig(match, *FIRST_WINS[:2])

    with CaptureQueriesContext(connection) as without:
        turns.play_turn(match_id=match.pk, seat=0, text="a1-b2", expected_ply=0, now=NOW)
    with CaptureQueriesContext(connection) as with_a_draw:
        turns.play_turn(match_id=match.pk, seat=1, text="b4-b3xb2", expected_ply=1, now=NOW)

    read = [[asked["sql"] for asked in turn if "drawsecret" in asked["sql"]] for turn in (without, with_a_draw)]
    assert [len(queries) for queries in read] == [0, 1]


def test_what_is_drawn_follows_from_the_secret_the_salts_and_the_ply(match: Match) -> None:
    match = play(match, *FIRST_WINS[:2])

    ply = match.plies.get(ply=2)
    value = engine_draws.draw(
        bytes(match.secret.value),
        context=match.secret.commitment,
        salts=[seat.salt for seat in match.seats.order_by("joined")],
        ply=2,
        number=0,
        outcomes=[(0, 2), (20, 1), (30, 1), (40, 1), (70, 1)],
    )
    assert ply.outcomes == [f"+{value}"] == ["+0"]


@pytest.mark.parametrize("expected_ply", [-1, 0, 2, 99])
def test_a_stale_form_changes_nothing(match: Match, expected_ply: int) -> None:
    match = play(match, "a1-a2")
    before = snapshot(match)

    with pytest.raises(Stale, match="moved on"):
        turns.play_turn(match_id=match.pk, seat=1, text="a4-a3", expected_ply=expected_ply, now=NOW)

    assert snapshot(match) == before


def test_the_wrong_seat_changes_nothing(match: Match) -> None:
    before = snapshot(match)

    with pytest.raises(Stale, match="not your turn"):
        turns.play_turn(match_id=match.pk, seat=1, text="a4-a3", expected_ply=0, now=NOW)

    assert snapshot(match) == before


ILLEGAL = [
    ("", "is no turn"),
    ("nonsense", "is no turn"),
    ("a1-a9", "no square a9"),
    ("a4-a3", "is not yours"),
    ("a1-a3", "cannot move to a3"),
    ("a1xb1", "no enemy piece"),
    ("+40", "is no turn"),
    ("K@a2", "no Zekrom in your reserve"),
    ("a1-a2\n", "is no turn"),
    ("ａ1-a2", "is no turn"),
    ("x" * 10_000, "is no turn"),
    ("\x00", "is no turn"),
]


def test_an_illegal_turn_changes_nothing_and_says_why(match: Match, subtests: pytest.Subtests) -> None:
    for text, reason in ILLEGAL:
        with subtests.test(text[:20]):
            before = snapshot(match)

            with pytest.raises(Illegal, match=reason) as caught:
                turns.play_turn(match_id=match.pk, seat=0, text=text, expected_ply=0, now=NOW)

            assert snapshot(match) == before
            assert "\n" not in str(caught.value)
            assert len(str(caught.value)) < 200


def test_a_match_that_is_over_takes_no_turn(match: Match) -> None:
    match = play(match, *FIRST_WINS)
    before = snapshot(match)

    with pytest.raises(Refused, match="is over"):
        turns.play_turn(match_id=match.pk, seat=1, text="c4-c3", expected_ply=3, now=NOW)

    assert snapshot(match) == before


def test_a_knocked_out_target_ends_the_match(match: Match) -> None:
    match = play(match, *FIRST_WINS)

    assert (match.status, match.winner, match.ending) == ("finished", 0, "target")
    assert (match.seat_to_move, match.deadline_at) == (None, None)


def test_playing_on_declines_the_others_offer_of_a_draw(match: Match, bob: Player) -> None:
    offers.offer_draw(match_id=match.pk, player=bob, now=NOW)

    match = play(match, "a1-a2")

    assert (match.draw_offer, match.draw_declined) == (None, 1)
    assert play(match, "c4-c3").draw_declined is None


def test_ones_own_offer_outlasts_ones_turn(match: Match, alice: Player) -> None:
    offers.offer_draw(match_id=match.pk, player=alice, now=NOW)

    match = play(match, "a1-a2")

    assert match.draw_offer == 0


def test_forty_quiet_turns_draw_the_match(match: Match) -> None:
    back_and_forth = ("a1-a2", "c4-c3", "a2-a1", "c3-c4")

    match = play(match, *back_and_forth * 10)

    assert (match.status, match.winner, match.ending) == ("finished", None, "quiet")
    assert [seat.result for seat in match.seats.all()] == ["drawn", "drawn"]
    assert match.ply == 40
