"""Rows that are made once for all tests of a module: to make them again for each test would take longer than most do.

A fixture that keeps what it makes has the scope of its module:

    @pytest.fixture(scope="module")
    def alice(rows: Rows) -> Player:
        return rows.keep(make_person("Alice"))

What a test changes is undone after it, in the database and in the objects themselves. A module whose tests commit
(`django_db(transaction=True)`) cannot share rows: there a fixture of the same name makes them for each test.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, TypeVar

from django.db.models import Model

Row = TypeVar("Row", bound=Model)


class Rows:
    """The rows of a module."""

    def __init__(self) -> None:
        self._kept: list[tuple[Model, dict[str, Any]]] = []

    def keep(self, row: Row) -> Row:
        """The row, which every test finds as it is now."""
        self._kept.append((row, deepcopy(row.__dict__)))
        return row

    def restore(self) -> None:
        """Forget what a test has done to the objects."""
        for row, told in self._kept:
            row.__dict__.clear()
            row.__dict__.update(deepcopy(told))
