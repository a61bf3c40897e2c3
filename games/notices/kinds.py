"""The mails of the site, as kinds of jobs."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from django.core.mail import EmailMessage

from games.notices import letters, mail, queries
from games.outbox.kinds import Act, Kind, register
from games.outbox.mail import deliver
from games.outbox.models import Job
from games.players.letters import Letter, Write, writers

OF_MATCHES: dict[str, Write] = {
    "your_turn": letters.your_turn,
    "reminder": letters.reminder,
    "challenge": letters.challenge,
    "match_over": letters.match_over,
}
OF_OPERATORS: dict[str, Write] = {"reports": letters.reports}
ATTEMPTS = 30  # with the outbox's pauses about a day: a mail server may be away that long


def _prepare(write: Write, job: Job, now: datetime) -> Act | None:
    """The mail, ready to go; None if there is no reader for it or nothing to say any more."""
    reader = queries.reader(player_id=job.recipient, kind=job.kind)
    if reader is None:
        return None
    player, address = reader
    with mail.in_words_of(player):
        letter = write(job, player, now)
        if letter is None:
            return None
        return partial(_send, letter, mail.compose(job, letter, player=player, address=address, now=now))


def _send(letter: Letter, message: EmailMessage) -> None:
    with letter.sending():
        deliver(message)


def register_kinds() -> None:
    """Called when the app is ready."""
    for name, write in (OF_MATCHES | writers | OF_OPERATORS).items():
        register(
            Kind(
                name=name,
                prepare=partial(_prepare, write),
                queue="mail",
                once=True,
                lease=timedelta(minutes=5),
                attempts=ATTEMPTS,
            )
        )
