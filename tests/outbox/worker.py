"""A Celery application with two kinds of job, "letter" and "hanging", which never ends by itself.

LETTER_QUEUE names their queue. With LETTER_STOP, a folder, a letter whose payload has a "stop" ("prepare", "act" or
"sent") makes a file of that name there when it comes to that point, and waits to be killed.
"""

from __future__ import annotations

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

import django
from django.core.mail import EmailMessage

from pbchess_site.celery import app

django.setup()

from games.outbox.kinds import Act, Kind, register  # noqa: E402
from games.outbox.mail import deliver, job_message_id  # noqa: E402
from games.outbox.models import Job  # noqa: E402

__all__ = ["app"]


def stop(job: Job, place: str) -> None:
    if (folder := os.environ.get("LETTER_STOP")) and job.payload.get("stop") == place:
        Path(folder, place).touch()
        time.sleep(600)


def prepare(job: Job, now: datetime) -> Act:
    headers = {"Message-ID": job_message_id(job)}
    message = EmailMessage("Letter", "Hello", "site@example.org", [job.payload["to"]], headers=headers)
    stop(job, "prepare")

    def act() -> None:
        stop(job, "act")
        deliver(message)
        stop(job, "sent")

    return act


def hang(job: Job, now: datetime) -> Act:
    time.sleep(600)
    raise AssertionError("not reached")


QUEUE = os.environ.get("LETTER_QUEUE", "default")
LEASE = timedelta(seconds=2)
register(Kind(name="letter", prepare=prepare, queue=QUEUE, once=True, lease=LEASE))
register(Kind(name="hanging", prepare=hang, queue=QUEUE, attempts=1, lease=LEASE))
