"""What holds for every search."""

from __future__ import annotations

from collections.abc import Callable

Stop = Callable[[], bool]  # whether to stop; the engine has no clock of its own

SOONER = 0.001  # how much a decision more counts against a win
LONGEST_CHAIN = 8  # of draws after one decision; what could go on for ever is judged as it stands then
DEEPEST = 60  # decisions ahead; some endings are looked at so far in no time
LARGEST_TABLE = 150_000  # states: some 50 MB
STRIDE = 64  # states looked at between two questions whether to stop
NEVER = 1 << 62  # states
INFINITY = 1e9  # more than any value


class Stopped(Exception):
    """The limit is reached; what was being worked out is unknown."""
