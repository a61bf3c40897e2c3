"""Who is told by mail that something was reported."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games.outbox import services as outbox
from games.play.queries.reports import operators

WHILE = timedelta(hours=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
COMMITTED = timedelta(seconds=10)  # after this, what was done at an instant can be seen


def tell_operators(*, now: datetime) -> None:
    """Each operator gets one mail for all that is reported in a while, at its end: so nobody can flood them."""
    since = EPOCH + (now - EPOCH) // WHILE * WHILE
    for player_id in operators():
        outbox.add(
            kind="reports",
            event=f"reports:{since.isoformat()}",
            recipient=player_id,
            payload={"since": since.isoformat()},
            run_at=since + WHILE + COMMITTED,
            now=now,
        )
