"""Alice and Bob play; what the site has to tell them is read off the outbox."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from games.outbox import services
from games.outbox.models import Job
from games.play.models import Match
from games.players.models import Player
from tests.play.helpers import started
from tests.players.kept_people import *  # noqa: F403
from tests.rows import Rows

Deliver = Callable[[Job, datetime], EmailMultiAlternatives | None]


@pytest.fixture(scope="module")
def match(rows: Rows, alice: Player, bob: Player) -> Match:
    """Three against three with three days for each turn; Alice begins."""
    return rows.keep(started(alice, bob))


@pytest.fixture
def deliver() -> Deliver:
    """Runs a job as a worker does and returns the mail it sent."""

    def run(job: Job, now: datetime) -> EmailMultiAlternatives | None:
        before = len(mail.outbox)
        services.run(job_id=job.pk, now=now)
        job.refresh_from_db()
        sent = mail.outbox[before:]
        assert len(sent) <= 1
        for message in sent:
            assert isinstance(message, EmailMultiAlternatives)
            return message
        return None

    return run


def job_of(kind: str, player: Player) -> Job:
    """The last job of that kind for the player."""
    return Job.objects.filter(kind=kind, recipient=player.pk).latest("pk")


def html_of(message: EmailMultiAlternatives) -> str:
    (html,) = [part.content for part in message.alternatives if part.mimetype == "text/html"]
    assert isinstance(html, str)
    return html
