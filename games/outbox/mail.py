"""Hands a mail to the mail server, so that the outbox knows what became of it."""

from __future__ import annotations

from contextlib import suppress
from smtplib import SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games.outbox.kinds import Hopeless, NotDone
from games.outbox.models import Job


def message_id(name: str) -> str:
    """A Message-ID of this site."""
    return f"<{name}@{urlsplit(settings.SITE_URL).hostname}>"


def job_message_id(job: Job) -> str:
    """The Message-ID of a job's mail: the same when it is tried again."""
    return message_id(f"{job.created_at:%Y%m%d%H%M%S}.{job.pk}")


def deliver(message: EmailMessage) -> None:
    """Send a mail to its one address. Raises NotDone if it was certainly not accepted.

    After any other error nobody knows. A connection is made for each mail: a kept one may have been closed by the
    server in the meantime, and then nobody would know either.
    """
    connection = get_connection()
    try:
        _open(connection)
        connection.send_messages([message])
    except SMTPRecipientsRefused as error:
        raise _refused(error) from error
    except (SMTPResponseException, SMTPNotSupportedError) as error:  # it answered, and did not accept
        raise NotDone(f"the mail server refused: {error}") from error
    finally:
        with suppress(OSError):  # what was accepted stays so if it does not say good-bye
            connection.close()


def _open(connection: BaseEmailBackend) -> None:
    try:
        connection.open()
    except OSError as error:  # no such host, refused, no greeting, no login
        raise NotDone(f"no connection to the mail server: {error}") from error


def _refused(error: SMTPRecipientsRefused) -> NotDone:
    """Codes from 500 on say that the address will never be right, lower ones "later"."""
    hopeless = all(code >= 500 for code, _ in error.recipients.values())
    return (Hopeless if hopeless else NotDone)(f"the mail server refused the address: {error}")
