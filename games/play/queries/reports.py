"""What was reported and waits for an operator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Count, Max

from games.play.models import Reportable
from games.players.models import Player


@dataclass(frozen=True, slots=True)
class Waiting:
    """Reports of one kind. `page`: the name of the address of their list in the admin."""

    kind: str
    count: int
    last: datetime
    page: str


def waiting(user: User) -> list[Waiting]:
    """What of it that user may settle."""
    found = []
    for model in Reportable.__subclasses__():
        app, name = model._meta.app_label, model._meta.model_name or ""
        if not user.has_perm(f"{app}.view_{name}"):
            continue
        reported = model._default_manager.filter(reported_at__isnull=False)
        row = reported.aggregate(count=Count("pk"), last=Max("reported_at"))
        if row["count"]:
            found.append(Waiting(name, row["count"], row["last"], f"admin:{app}_{name}_changelist"))
    return found


def operators() -> list[int]:
    """The players who may come into the admin, by number."""
    staff = Player.objects.filter(user__is_staff=True, user__is_active=True)
    return list(staff.order_by("pk").values_list("pk", flat=True))
