"""Why something cannot be done. `str()` is one friendly sentence that says what to do; `status` the HTTP answer."""

from __future__ import annotations

from typing import ClassVar


class Refused(Exception):
    """It cannot be done, and nothing was changed."""

    status: ClassVar[int] = 422


class Stale(Refused):
    """The match has moved on since the page was made: look at the fresh board."""

    status = 409


class Illegal(Refused):
    """The rules of the game do not allow it."""


class NotYours(Refused):
    """It belongs to somebody else."""

    status = 403


class TooMany(Refused):
    """Too often in too short a time."""

    status = 429
