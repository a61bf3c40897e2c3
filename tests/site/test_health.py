from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.outbox.models import Job


@pytest.mark.django_db
def test_a_site_that_has_what_it_needs_answers_200(client: Client) -> None:
    response = client.get("/healthz")

    assert response.status_code == 200
    assert response.json() == {"database": True, "broker": True, "oldest_due_job_seconds": 0.0}
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_the_oldest_due_job_is_told_by_its_age(client: Client) -> None:
    now = timezone.now()
    for minutes, status in ((-5, "waiting"), (-60, "done"), (-3, "waiting"), (60, "waiting")):
        run_at = now + timedelta(minutes=minutes)
        Job.objects.create(kind="a", event=str(minutes), run_at=run_at, status=status, created_at=now)

    response = client.get("/healthz")

    assert response.status_code == 200
    assert 300 <= response.json()["oldest_due_job_seconds"] < 600


@pytest.mark.django_db
def test_a_broker_that_is_away_gives_503(client: Client, settings: Settings) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}}

    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"database": True, "broker": False, "oldest_due_job_seconds": 0.0}


@pytest.mark.django_db
def test_a_database_without_our_tables_gives_503(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE outbox_job RENAME TO elsewhere")

    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"database": False, "broker": True, "oldest_due_job_seconds": None}


@pytest.mark.django_db
def test_it_is_for_reading_alone(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
