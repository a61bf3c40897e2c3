"""What apps above play want to do in the transaction that finishes a match; they add to it when they start."""

from __future__ import annotations

from collections.abc import Callable

from games.play.models import Match, Seat

on_finish: list[Callable[[Match, list[Seat]], None]] = []
