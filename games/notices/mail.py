"""Puts a letter into an envelope."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from email.utils import format_datetime

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation

from games.notices import tokens
from games.outbox.mail import job_message_id, message_id
from games.outbox.models import Job
from games.players.adapter import site_url
from games.players.letters import Letter, one_line
from games.players.models import Player
from games.players.queries import zone


def compose(job: Job, letter: Letter, *, player: Player, address: str, now: datetime) -> EmailMultiAlternatives:
    """The mail of a job, as text and HTML, with a way to get no more; called in a block of `in_words_of`."""
    until = job.created_at + tokens.VALID
    token = tokens.make(tokens.Wish(player.pk, job.kind), until=until)
    context = {
        **letter.context,
        "player": player,
        "now": now,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "unsubscribe_url": site_url("unsubscribe", token),
        "unsubscribe_until": until,
        "preferences_url": site_url("preferences"),
    }
    subject, text, html = (
        render_to_string(f"notices/{letter.template}/{part}", context)
        for part in ("subject.txt", "body.txt", "body.html")
    )
    message = EmailMultiAlternatives(
        one_line(subject),
        re.sub(r"\n{3,}", "\n\n", text).strip() + "\n",
        to=[address],
        headers=_headers(job, letter, context["unsubscribe_url"], now=now),
    )
    message.attach_alternative(html, "text/html")
    return message


@contextmanager
def in_words_of(player: Player) -> Iterator[None]:
    """In the block everything is said in the player's language and at the times of their clock."""
    with translation.override(player.language), timezone.override(zone(player)):
        yield


def _headers(job: Job, letter: Letter, unsubscribe_url: str, *, now: datetime) -> dict[str, str]:
    """A job tried again makes the same Message-ID; mails about one match make one thread."""
    thread = message_id(letter.thread)
    return {
        "Message-ID": job_message_id(job),
        "Date": format_datetime(now),
        "In-Reply-To": thread,
        "References": thread,
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
