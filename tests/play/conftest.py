"""Matches to look at and to play in: Alice begins, Bob answers, Charlie is a stranger."""

from __future__ import annotations

import pytest

from games.play.models import Match
from games.players.models import Player
from tests.play.helpers import sealed, started
from tests.players.kept_people import *  # noqa: F403
from tests.rows import Rows


@pytest.fixture(scope="module")
def match(rows: Rows, alice: Player, bob: Player) -> Match:
    """Three against three, public, with a clock."""
    return rows.keep(started(alice, bob))


@pytest.fixture
def private_match(alice: Player, bob: Player) -> Match:
    return started(alice, bob, private=True)


@pytest.fixture
def computer_match(guest: Player, computer: Player) -> Match:
    """A guest, who begins, against the computer."""
    made = sealed(guest, kind="computer", opponent=computer, beginner="challenger", days_per_turn=None)
    return Match.objects.get(challenge=made)
