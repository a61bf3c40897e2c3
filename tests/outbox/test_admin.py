from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.outbox import services
from games.outbox.models import Job
from tests.outbox.conftest import NOW, MakeKind

pytestmark = pytest.mark.django_db


def statuses() -> dict[str, str]:
    return dict(Job.objects.values_list("event", "status"))


def test_the_operator_can_try_again_what_failed(make_kind: MakeKind, admin_client: Client) -> None:
    make_kind()
    for status in Job.Status.values:
        services.add(kind="task", event=status, run_at=NOW.replace(year=2100), now=NOW)
        Job.objects.filter(event=status).update(status=status, attempts=5, ended_at=NOW)
    form = {"action": "try_again", "_selected_action": list(Job.objects.values_list("pk", flat=True))}

    answer = admin_client.post("/admin/outbox/job/", form, follow=True)

    assert "2 jobs will run again." in answer.content.decode()
    unchanged = {status: status for status in Job.Status.values}
    assert statuses() == {**unchanged, "failed": "waiting", "unknown": "waiting"}
    again = Job.objects.get(event="failed")
    assert (again.attempts, again.ended_at) == (0, None)
    assert again.run_at <= timezone.now()


def test_the_operator_looks_at_a_job_but_does_not_change_it(make_kind: MakeKind, admin_client: Client) -> None:
    make_kind()
    services.add(kind="task", event="a", payload={"to": "somebody"}, run_at=NOW.replace(year=2100), now=NOW)
    address = f"/admin/outbox/job/{Job.objects.get().pk}/change/"

    answer = admin_client.get(address)
    assert answer.status_code == 200
    assert "somebody" not in answer.content.decode()
    assert admin_client.post(address, {"status": "done"}).status_code == 403
    assert admin_client.get("/admin/outbox/job/add/").status_code == 403
    assert statuses() == {"a": "waiting"}


def test_nor_deletes_it_or_a_match_would_wait_for_ever(make_kind: MakeKind, admin_client: Client) -> None:
    make_kind()
    services.add(kind="task", event="a", run_at=NOW.replace(year=2100), now=NOW)
    job = Job.objects.get()

    one = admin_client.post(f"/admin/outbox/job/{job.pk}/delete/", {"post": "yes"})
    form = {"action": "delete_selected", "_selected_action": [job.pk], "post": "yes"}
    many = admin_client.post("/admin/outbox/job/", form, follow=True)

    assert one.status_code == 403
    assert "No action selected." in many.content.decode()
    assert statuses() == {"a": "waiting"}


def test_the_list_leads_to_the_recipient_under_the_site_s_name(make_kind: MakeKind, admin_client: Client) -> None:
    make_kind()
    services.add(kind="task", event="a", recipient=7, run_at=NOW.replace(year=2100), now=NOW)
    Job.objects.update(note="long " * 100)

    page = admin_client.get("/admin/outbox/job/").content.decode()

    assert '<a href="/admin/players/player/7/change/">player 7</a>' in page
    assert "long " * 20 not in page
    assert "| Pbchess</title>" in page
    assert "Django administration" not in page
    assert 'rel="icon"' in page
