"""Mail about accounts: written as a row of the outbox, so that a request neither waits for a mail server nor fails.

The words of a mail carry tokens and addresses: they are deleted from the row as soon as it is sent.
"""

from __future__ import annotations

import secrets
import smtplib
from datetime import datetime
from functools import partial

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from games.outbox import kinds, services
from games.outbox.models import Job
from games.players.models import Player

KIND = "account_mail"


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


def prepare(job: Job, now: datetime) -> kinds.Act:
    """What a worker does with a row."""
    host = settings.SITE_URL.split("://")[-1].split(":")[0]
    message = EmailMessage(
        job.payload["subject"],
        job.payload["body"],
        to=[job.payload["to"]],
        headers={"Message-ID": f"<account.{job.pk}@{host}>"},
    )
    return partial(_send, job, message)


def _send(job: Job, message: EmailMessage) -> None:
    deliver(message)
    Job.objects.filter(pk=job.pk).update(payload={})


def deliver(message: EmailMessage) -> None:
    """Send now. Raises kinds.NotDone if it is certain that nothing was sent; anything else leaves that open."""
    connection = get_connection()
    try:
        connection.open()
    except OSError as error:  # smtplib's errors are among these
        raise kinds.NotDone(str(error)) from error
    try:
        connection.send_messages([message])
    except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as error:  # it has said no
        raise kinds.NotDone(str(error)) from error
    finally:
        connection.close()


def register_kinds() -> None:
    """Called when the app is ready."""
    kinds.register(kinds.Kind(name=KIND, prepare=prepare, once=True))
