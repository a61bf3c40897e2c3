"""What the environment makes of the settings; each case is a Python of its own, as a site is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from games.outbox import kinds
from pbchess_site.celery import app
from pbchess_site.local import ROOT, broker_socket
from pbchess_site.run import SERVICES
from tests.site.running import environment

SCRIPT = """
import json
from pbchess_site import settings
print(json.dumps({name: getattr(settings, name) for name in dir(settings) if name.isupper()}, default=str))
"""


def settings_of(var: Path, **more: str) -> dict[str, Any]:
    """The settings of a site whose environment holds these variables and no others of ours."""
    given = environment(var, 8001, **{"DEBUG": "0", **more})
    printed = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=given, capture_output=True, text=True, check=True
    ).stdout
    settings: dict[str, Any] = json.loads(printed)
    return settings


def test_with_nothing_set_everything_lies_in_the_data_folder(tmp_path: Path) -> None:
    found = settings_of(tmp_path)

    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "db.sqlite3")
    assert found["CELERY_BROKER_URL"] == f"redis+socket://{broker_socket(tmp_path)}"
    assert found["CACHES"]["default"]["LOCATION"] == f"unix://{broker_socket(tmp_path)}"
    assert found["EMAIL_FILE_PATH"] == str(tmp_path / "mail")
    assert found["STATIC_ROOT"] == str(tmp_path / "static")
    assert found["SECRET_KEY"] == (tmp_path / "secret_key").read_text()
    assert found["SITE_URL"] == "http://127.0.0.1:8001"
    assert found["ALLOWED_HOSTS"] == ["127.0.0.1", "127.0.0.1", "localhost"]
    assert not found["DEBUG"]
    assert not found["SESSION_COOKIE_SECURE"]
    assert found["SECURE_PROXY_SSL_HEADER"] is None


def test_servers_of_one_s_own_are_named_by_their_urls(tmp_path: Path) -> None:
    found = settings_of(
        tmp_path,
        DATABASE_URL="postgres://chess:secret@db.example.org:5433/chess",
        REDIS_URL="redis://redis.example.org:6379/3",
        EMAIL_URL="smtp+tls://chess:secret@mail.example.org:587",
    )

    database = found["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"], database["PORT"], database["NAME"], database["USER"]) == (
        "django.db.backends.postgresql", "db.example.org", 5433, "chess", "chess",
    )  # fmt: skip
    assert database["CONN_HEALTH_CHECKS"]
    assert "OPTIONS" not in database
    assert found["CELERY_BROKER_URL"] == found["CACHES"]["default"]["LOCATION"] == "redis://redis.example.org:6379/3"
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"], found["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)


def test_an_https_address_makes_cookies_secure_and_is_trusted(tmp_path: Path) -> None:
    found = settings_of(tmp_path, SITE_URL="https://chess.example.org/", BEHIND_PROXY="1", MAIL_FROM="a@example.org")

    assert found["SITE_URL"] == "https://chess.example.org"
    assert found["ALLOWED_HOSTS"][0] == "chess.example.org"
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://chess.example.org"]
    assert found["SESSION_COOKIE_SECURE"]
    assert found["CSRF_COOKIE_SECURE"]
    assert found["SECURE_HSTS_SECONDS"] > 0
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert found["DEFAULT_FROM_EMAIL"] == "a@example.org"


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'")
def test_sqlite_takes_its_write_lock_at_begin_and_keeps_a_write_ahead_log() -> None:
    with connection.cursor() as cursor:
        journal = cursor.execute("PRAGMA journal_mode").fetchone()

    assert journal == ("wal",)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_every_scheduled_task_is_there() -> None:
    app.loader.import_default_modules()

    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert scheduled
    assert scheduled <= set(app.tasks)


def test_every_kind_of_job_has_a_worker_for_its_queue() -> None:
    queues = {kind.queue for kind in kinds._kinds.values()}

    assert queues
    assert queues <= set(SERVICES) - {"web", "beat"}
