"""Rows of a module are made once, and every test finds them as they were made."""

from __future__ import annotations

import pytest

from games.players.models import Player
from tests.players.people import make_person
from tests.rows import Rows

made: list[Player] = []


@pytest.fixture(scope="module")
def ann(rows: Rows) -> Player:
    made.append(make_person("Ann"))
    return rows.keep(made[0])


@pytest.mark.parametrize("time", [1, 2])
def test_what_a_test_does_to_a_row_is_undone(ann: Player, time: int) -> None:
    assert (ann.name, ann.mail_off, ann.user.email) == ("Ann", [], "ann@example.org")  # type: ignore[union-attr]
    assert Player.objects.get(pk=ann.pk).name == "Ann"
    assert not Player.objects.filter(name="Ben").exists()

    make_person("Ben")
    ann.name, ann.user.email = "Eve", ""  # type: ignore[union-attr]
    ann.mail_off.append("your_turn")
    ann.save()

    assert len(made) == 1


@pytest.fixture(scope="module")
def name_in_between(ann: Player) -> str:
    return ann.name


def test_what_is_made_for_the_module_after_that_finds_it_undone(name_in_between: str) -> None:
    assert name_in_between == "Ann"


def test_a_test_without_a_database_does_not_get_theirs() -> None:
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        Player.objects.count()
