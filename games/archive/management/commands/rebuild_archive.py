"""Makes the archive's entries again from the matches."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.archive.models import Entry
from games.archive.services import entries
from games.play.models import Match

BATCH = 500


class Command(BaseCommand):
    help = "Make the archive's entries again from the finished matches."

    def handle(self, *args: Any, **options: Any) -> None:
        with transaction.atomic():
            Entry.objects.all().delete()
            matches = Match.objects.filter(status=Match.Status.FINISHED, private=False).order_by("pk")
            made = 0
            for match in matches.prefetch_related("seats__player").iterator(chunk_size=BATCH):
                made += len(Entry.objects.bulk_create(entries(match, list(match.seats.all()))))
        self.stdout.write(f"{made} entries")
