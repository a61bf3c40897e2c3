"""Mail about accounts: written as a row of the outbox, so that a request neither waits for a mail server nor fails.

The words of a mail carry tokens and addresses: they are deleted from the row as soon as it is sent.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import partial

from django.core.mail import EmailMessage

from games.outbox import kinds, services
from games.outbox.mail import deliver, job_message_id
from games.outbox.models import Job
from games.players.models import Player

KIND = "account_mail"
ATTEMPTS = 30  # with the outbox's pauses about a day: as long as the links work


def post(message: EmailMessage, *, now: datetime) -> None:
    """Send a message to one address as soon as there is a worker."""
    (address,) = message.to
    owner = Player.objects.filter(user__emailaddress__email=address.lower()).order_by("pk").first()
    payload = {"to": address, "subject": message.subject, "body": message.body}
    recipient = owner.pk if owner else 0
    services.add(kind=KIND, event=secrets.token_hex(16), recipient=recipient, payload=payload, now=now)


def forget(player: Player) -> None:
    """Delete the rows of mail to somebody who leaves."""
    Job.objects.filter(kind=KIND, recipient=player.pk).delete()


def prepare(job: Job, now: datetime) -> kinds.Act | None:
    """What a worker does with a row; nothing more once its words were sent and forgotten."""
    if not job.payload:
        return None
    words, headers = job.payload, {"Message-ID": job_message_id(job), "Auto-Submitted": "auto-generated"}
    message = EmailMessage(words["subject"], words["body"], to=[words["to"]], headers=headers)
    return partial(_send, job, message)


def _send(job: Job, message: EmailMessage) -> None:
    deliver(message)
    Job.objects.filter(pk=job.pk).update(payload={})


def register_kinds() -> None:
    """Called when the app is ready."""
    kinds.register(kinds.Kind(name=KIND, prepare=prepare, queue="mail", once=True, attempts=ATTEMPTS))
