from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from games.outbox import services
from games.outbox.models import Job
from tests.outbox.conftest import NOW, MakeKind

pytestmark = pytest.mark.django_db


def test_it_keeps_one_row_however_often_it_is_asked(make_kind: MakeKind) -> None:
    make_kind()

    first = services.add(kind="task", event="a", recipient=7, payload={"match": 1}, now=NOW)
    again = services.add(kind="task", event="a", recipient=7, payload={"match": 2}, now=NOW)

    assert (first, again) == (True, False)
    assert Job.objects.get().payload == {"match": 1}


def test_it_keeps_one_row_for_each_recipient_kind_and_event(make_kind: MakeKind) -> None:
    make_kind()
    make_kind(name="other")

    services.add(kind="task", event="a", recipient=7, now=NOW)
    services.add(kind="task", event="a", recipient=8, now=NOW)
    services.add(kind="task", event="b", recipient=7, now=NOW)
    services.add(kind="other", event="a", recipient=7, now=NOW)

    assert Job.objects.count() == 4


def test_it_refuses_a_kind_nobody_knows() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        services.add(kind="nonsense", event="a", now=NOW)

    assert not Job.objects.exists()


def test_it_wakes_a_worker_after_the_commit_only_for_what_is_due(
    make_kind: MakeKind, django_capture_on_commit_callbacks: Any
) -> None:
    make_kind()

    with django_capture_on_commit_callbacks() as due:
        services.add(kind="task", event="a", now=NOW)
    with django_capture_on_commit_callbacks() as again:
        services.add(kind="task", event="a", now=NOW)
    with django_capture_on_commit_callbacks() as later:
        services.add(kind="task", event="b", run_at=NOW + timedelta(seconds=1), now=NOW)

    assert (len(due), len(again), len(later)) == (1, 0, 0)


def test_it_goes_with_the_transaction_that_asked(make_kind: MakeKind, django_capture_on_commit_callbacks: Any) -> None:
    make_kind()

    with django_capture_on_commit_callbacks() as callbacks, transaction.atomic():
        services.add(kind="task", event="a", now=NOW)
        transaction.set_rollback(True)

    assert not Job.objects.exists()
    assert callbacks == []
