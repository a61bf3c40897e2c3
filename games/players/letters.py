"""Letters that the site writes to players: each app above says what its own say, and `notices` mails them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.outbox.models import Job
from games.players.models import Player


@dataclass(frozen=True, slots=True)
class Letter:
    """`template` is a folder under templates/notices, `thread` what the mails of one match or table have in common.

    The mail is handed to the mail server inside `sending()`, which raises NotDone if it must not go out as it stands.
    """

    template: str
    thread: str
    context: dict[str, Any]
    sending: Callable[[], AbstractContextManager[None]] = nullcontext


# What a job says to its recipient, at this moment, in the words of the language that is active; None: nothing any more.
Write = Callable[[Job, Player, datetime], Letter | None]

# By kind, the names of `mail_kinds`. Apps add to them when they start, before `notices` does.
writers: dict[str, Write] = {}


def one_line(text: str) -> str:
    """Text fit for a header or a sentence: one line, nothing invisible."""
    return "".join(char for char in " ".join(text.split()) if char.isprintable())
