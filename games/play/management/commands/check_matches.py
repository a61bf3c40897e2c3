"""Compares what is stored on matches with their logs, which are the truth."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import BigIntegerField

from engine import registry
from engine.replay import walk
from games.play.models import Match
from games.play.queries.matches import as_record
from games.play.services.door import locked
from games.play.services.ending import length_class, result_of

BATCH = 200


class Command(BaseCommand):
    help = (
        "Replay matches from their logs and compare: exit status 1 if anything stored differs. Safe while people play."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("matches", nargs="*", type=int, metavar="MATCH", help="their numbers; all by default")

    def handle(self, *args: Any, matches: list[int], **options: Any) -> None:
        checked = differing = 0
        for match in _stored(matches):
            checked += 1
            found = _differences(match) and _still(match.pk)
            differing += bool(found)
            for line in found:
                self.stdout.write(f"match {match.pk}: {line}")
        if checked < len(set(matches)):
            raise CommandError(f"only {checked} of these {len(set(matches))} matches exist")
        if differing:
            raise CommandError(f"{differing} of {checked} matches differ from their logs")
        self.stdout.write(f"matches checked: {checked}; each stands as its log says")


def _stored(numbers: list[int]) -> Iterator[Match]:
    matches = Match.objects.order_by("pk").prefetch_related("plies", "seats")
    if numbers:
        matches = matches.filter(pk__in=[number for number in numbers if number <= BigIntegerField.MAX_BIGINT])
    last = 0
    while batch := list(matches.filter(pk__gt=last)[:BATCH]):
        yield from batch
        last = batch[-1].pk


def _still(match_id: int) -> list[str]:
    """Match and log are read one after the other: a turn in between makes them differ, but not under the lock."""
    with locked(match_id) as match:
        return _differences(match)


def _differences(match: Match) -> list[str]:
    try:
        return [
            f"{what} is stored as {stored!r}, the log says {true!r}"
            for what, stored, true in _compared(match)
            if stored != true
        ]
    except Exception as error:  # whatever is wrong with one match, the others are checked too
        return [f"the log cannot be replayed: {error}"]


def _compared(match: Match) -> Iterator[tuple[str, Any, Any]]:
    """What is compared: its name, as it is stored, and as it follows from the log."""
    game = registry.get(match.game)
    plies = sorted(match.plies.all(), key=lambda row: row.ply)
    *_, last = walk(as_record(match, plies), game)
    turns = sum(1 for _ in groupby(row.seat for row in plies if row.ply))
    yield "the number of actions", match.ply, last.ply
    yield "the number of turns", match.turns, turns
    yield "the numbering of the log", [row.ply for row in plies if row.ply], list(range(1, last.ply + 1))
    yield "the position", match.state, game.state_text(last.state)
    yield "the seat to move", match.seat_to_move, game.current_player(last.state) if match.running else None
    if match.finished:
        yield "the length", match.length, length_class(turns)
    for seat in match.seats.all():
        result = result_of(seat.index, match.winner) if match.finished else ""
        yield f"the result of seat {seat.index}", seat.result, result
