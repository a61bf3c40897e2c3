"""The same as in `people`, but the persons are made once for all tests of a module."""

from __future__ import annotations

import pytest

from games.players.models import Player
from tests.players.people import *  # noqa: F403
from tests.players.people import __all__, make_person  # noqa: F401
from tests.rows import Rows


@pytest.fixture(scope="module")
def alice(rows: Rows) -> Player:
    return rows.keep(make_person("Alice"))


@pytest.fixture(scope="module")
def bob(rows: Rows) -> Player:
    return rows.keep(make_person("Bob"))


@pytest.fixture(scope="module")
def charlie(rows: Rows) -> Player:
    return rows.keep(make_person("Charlie"))
