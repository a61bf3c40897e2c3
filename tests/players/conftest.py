from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.utils import timezone

from games.outbox import services as outbox
from games.outbox.models import Job
from tests.players.people import *  # noqa: F403


@pytest.fixture
def posted(db: None) -> Callable[[], list[EmailMessage]]:
    """The worker's part: what has gone out since it was last asked."""

    def post() -> list[EmailMessage]:
        before = len(mail.outbox)
        for pk in Job.objects.filter(status=Job.Status.WAITING).order_by("pk").values_list("pk", flat=True):
            outbox.run(job_id=pk, now=timezone.now())
        return mail.outbox[before:]

    return post
