"""What apps above players do when a player leaves or asks for their data; they add to these when they start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.players.models import Player

# Called in the transaction that deletes an account, while the player is still there: give up matches, withdraw
# challenges, delete what is private. It must not raise for a player who has nothing.
on_delete: list[Callable[[Player, datetime], None]] = []

# Each returns the part of the download that its app knows, under keys of its own, fit for JSON.
on_export: list[Callable[[Player], dict[str, Any]]] = []
