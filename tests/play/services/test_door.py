"""The one door: everything that happens behind it is stored, or nothing is."""

from __future__ import annotations

import pytest

from games.play.errors import NotYours, Refused, Stale
from games.play.models import Match
from games.play.services import door
from games.players.models import Player


def change_and_fail(match: Match) -> None:
    with door.locked(match.pk) as locked:
        locked.ply = 7
        locked.save()
        raise RuntimeError


def test_what_fails_behind_the_door_leaves_nothing(match: Match) -> None:
    with pytest.raises(RuntimeError):
        change_and_fail(match)

    match.refresh_from_db()
    assert match.ply == 0


def test_there_is_no_door_to_a_match_that_does_not_exist(db: None) -> None:
    with pytest.raises(Match.DoesNotExist), door.locked(10**6):
        pass


def test_a_player_has_a_seat_and_a_stranger_has_none(match: Match, bob: Player, charlie: Player) -> None:
    assert door.seat_of(match, bob).index == 1
    with pytest.raises(NotYours):
        door.seat_of(match, charlie)


def test_the_mover_is_who_is_to_move(match: Match, alice: Player) -> None:
    assert door.mover(match).player == alice


def test_a_turn_needs_the_right_match_ply_and_seat(match: Match) -> None:
    door.check_turn(match, 0, expected_ply=0)

    with pytest.raises(Stale):
        door.check_turn(match, 0, expected_ply=1)
    with pytest.raises(Stale):
        door.check_turn(match, 1, expected_ply=0)
    match.status = Match.Status.ABORTED
    with pytest.raises(Refused):
        door.check_turn(match, 0, expected_ply=0)
