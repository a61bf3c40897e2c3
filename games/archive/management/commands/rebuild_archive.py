"""Makes the archive's entries again from the matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.archive.models import Analysis, Entry
from games.archive.services import entries, rank
from games.play.models import Match

BATCH = 500


class Command(BaseCommand):
    help = "Make the archive's entries again from the finished matches. Safe while people play."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            Entry.objects.all().delete()
            made = sum(_enter(batch) for batch in _batches())
            for analysed in Analysis.objects.filter(done_at__isnull=False).select_related("match").iterator(BATCH):
                rank(analysed)
        self.stdout.write(f"{made} entries")


def _batches() -> Iterator[list[Match]]:
    matches = Match.objects.filter(status=Match.Status.FINISHED).order_by("pk").prefetch_related("seats")
    last = 0
    while batch := list(matches.filter(pk__gt=last)[:BATCH]):
        yield batch
        last = batch[-1].pk


def _enter(batch: list[Match]) -> int:
    rows = [row for match in batch for row in entries(match, list(match.seats.all()))]
    Entry.objects.bulk_create(rows, ignore_conflicts=True)  # one that finishes meanwhile enters itself
    return len(rows)
