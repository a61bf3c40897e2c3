"""`/healthz`: whether the site has what it needs, for whoever watches it."""

from __future__ import annotations

import redis
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.outbox.models import Job


def overdue() -> float:
    """How long the oldest job has been due, in seconds; it grows when no worker runs. Raises DatabaseError."""
    now = timezone.now()
    due = Job.objects.filter(status=Job.Status.WAITING, run_at__lte=now).order_by("run_at")
    first = due.values_list("run_at", flat=True).first()
    return (now - first).total_seconds() if first else 0.0


def broker_answers() -> bool:
    """Whether the broker answers a ping within two seconds."""
    url = str(settings.CACHES["default"]["LOCATION"])
    try:
        with redis.Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2) as client:
            return bool(client.ping())
    except (redis.RedisError, OSError):
        return False


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 if database and broker answer, else 503; says which, and how long the oldest job has been due."""
    waiting: float | None
    try:
        waiting = overdue()
    except DatabaseError:
        waiting = None
    report = {"database": waiting is not None, "broker": broker_answers(), "oldest_due_job_seconds": waiting}
    return JsonResponse(report, status=200 if report["database"] and report["broker"] else 503)
