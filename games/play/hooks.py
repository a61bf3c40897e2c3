"""What apps above play want to do when something happens here; they add to these when they start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from games.play.models import Match, Seat

# In the transaction that finishes a match.
on_finish: list[Callable[[Match, list[Seat]], None]] = []

# With each sweep, after the matches: act on deadlines of one's own that have passed.
on_sweep: list[Callable[[datetime], None]] = []

# In the transaction that notes an outage, before any sweep acts: move deadlines of one's own by its length.
on_outage: list[Callable[[timedelta], None]] = []
