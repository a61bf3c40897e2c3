"""What apps above play want to do when something happens here; they add to these when they start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from games.play.models import Match, Seat
from games.players.models import Player

# In the transaction that finishes a match.
on_finish: list[Callable[[Match, list[Seat]], None]] = []

# With each sweep, after the matches: act on deadlines of one's own that have passed.
on_sweep: list[Callable[[datetime], None]] = []

# In the transaction that notes an outage, before any sweep acts: move deadlines of one's own by its length.
on_outage: list[Callable[[timedelta], None]] = []

# SQL expressions that count what else waits for the player %(player)s: parts of the one query of every page.
on_count: list[str] = []

# In the transaction of `manage.py seed`, with its people by name and the present: add what a used site has.
on_seed: list[Callable[[Mapping[str, Player], datetime], None]] = []
