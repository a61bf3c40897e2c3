from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail

from games.notices import kinds
from games.outbox import kinds as outbox
from games.outbox import services
from games.outbox.models import Job
from games.players.letters import writers
from games.players.mail_kinds import MAIL_KINDS
from games.players.models import Player
from tests.each import each
from tests.notices.conftest import Deliver, job_of


def test_whatever_can_be_switched_off_can_be_sent() -> None:
    assert [name for name, _ in MAIL_KINDS] == list(kinds.OF_MATCHES | writers | kinds.OF_OPERATORS)


NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


@each(kinds.OF_MATCHES | writers | kinds.OF_OPERATORS)
def test_each_is_sent_once_by_the_workers_for_mail(name: str) -> None:
    kind = outbox.get(name)

    assert kind.once
    assert kind.queue == "mail"


@pytest.mark.parametrize("name", kinds.OF_MATCHES)
@pytest.mark.parametrize("payload", [{}, {"match": 12345, "ply": 0, "challenge": 12345}])
def test_what_names_no_match_sends_nothing(alice: Player, deliver: Deliver, name: str, payload: dict[str, Any]) -> None:
    services.add(kind=name, recipient=alice.pk, event="a", payload=payload, now=NOW)
    job = job_of(name, alice)

    deliver(job, NOW)

    assert mail.outbox == []
    assert job.status == (Job.Status.DROPPED if payload else Job.Status.WAITING)
    missing = "challenge" if name == "challenge" else "match"
    assert job.note == ("" if payload else f"KeyError: {missing!r}")
