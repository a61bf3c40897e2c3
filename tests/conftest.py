"""What every test has: a broker of the session's own, emptied before each test."""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import django
import hypothesis
import pytest
import time_machine
from _pytest import runner
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone, translation

from games.play.services import draws
from pbchess_site import broker, local
from pbchess_site.supervisor import Service, Supervisor
from tests.rows import Rows

if (
    "CI" not in os.environ
):  # there hypothesis has a profile of its own, which is as patient and tries the same each time
    unhurried = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
    hypothesis.settings.register_profile("unhurried", unhurried)
    hypothesis.settings.load_profile("unhurried")


@pytest.fixture(scope="session", autouse=True)
def _bundled_broker() -> Iterator[None]:
    """The bundled broker, unless REDIS_URL names another."""
    if settings.REDIS_URL:
        yield
        return
    var = local.var_dir()
    with Supervisor(print) as supervisor:
        supervisor.start(Service(name="broker", command=broker.command(var), log=var / "broker.log", last=True))
        broker.wait(var)
        yield
    broker.clean(var)


def kept_database() -> Path:
    """Where an SQLite database that these migrations made is kept for later sessions: to make it takes seconds."""
    told = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for source in sorted(Path(app.path).glob("migrations/*.py")):
            told.update(source.read_bytes())
    return local.ROOT / "var" / "test-databases" / f"{told.hexdigest()[:24]}.sqlite3"


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None) -> bool:
    """Begin with the kept database, if there is one: a copy under the name that this process is to use."""
    if connection.vendor != "sqlite" or not kept_database().exists():
        return django_db_keepdb
    shutil.copy(kept_database(), connection.settings_dict["TEST"]["NAME"])
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_keepdb: bool, django_db_blocker: Any) -> None:
    """The test database; SQLite's is kept as it is before the first test."""
    if connection.vendor != "sqlite" or django_db_keepdb:
        return
    kept = kept_database()
    kept.parent.mkdir(parents=True, exist_ok=True)
    for old in kept.parent.glob("*.sqlite3"):
        old.unlink(missing_ok=True)
    new = kept.with_suffix(f".{os.getpid()}")
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(new)])
    new.replace(kept)


@pytest.fixture(autouse=True)
def _empty_broker(_bundled_broker: None) -> None:
    """No test sees what another left in the cache or in a queue."""
    cache.clear()


def same(seed: str) -> SimpleNamespace:
    """What stands for the module `secrets`: the same each time it is asked."""
    rng = Random(seed)
    return SimpleNamespace(token_bytes=rng.randbytes, token_hex=lambda length: rng.randbytes(length).hex())


@pytest.fixture(autouse=True)
def _same_draws(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A test draws the same each time it runs: what is left to chance fails once in a while, and tells nobody why."""
    monkeypatch.setattr(draws, "secrets", same(request.node.nodeid))


@pytest.fixture(scope="module")
def rows(django_db_setup: None, django_db_blocker: Any, request: pytest.FixtureRequest) -> Iterator[Rows]:
    """Where a fixture keeps rows for all tests of a module; they are gone after the last one."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(draws, "secrets", same(request.node.nodeid))
        yield Rows()
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _rows_as_they_were(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[None]:
    """A test finds the rows of its module as they were kept, and one that has no database does not get theirs."""
    marker, asked = request.node.get_closest_marker("django_db"), set(request.fixturenames)
    if (marker and marker.kwargs.get("transaction")) or "transactional_db" in asked:
        assert not connection.in_atomic_block, "a test that commits needs a module that keeps no rows: tests/rows.py"
    kept = request.getfixturevalue("rows") if "rows" in asked else Rows()
    kept.restore()
    with nullcontext() if marker or asked & {"db", "transactional_db"} else django_db_blocker.block():
        yield
    kept.restore()  # what else is made for the module is made before the next test gets here


@pytest.fixture(autouse=True)
def _same_language() -> Iterator[None]:
    """A request leaves its language behind; no test begins with another's."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture
def standing_clock() -> Iterator[None]:
    """It stays the same moment, so that two answers differ by nothing but what they are compared for."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def _in_a_large_frame(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    return runner.pytest_runtest_protocol(item, nextitem)


# CPython keeps frames in chunks of 16 kB, and asks the system for one and gives it back whenever calls cross its end.
# Tests call so deep that this took a tenth of their time; all that is called from so large a frame fits in its chunk.
_in_a_large_frame.__code__ = _in_a_large_frame.__code__.replace(co_stacksize=70_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """As pytest runs a test, but with room for its calls."""
    return _in_a_large_frame(item, nextitem)


# They start other programs and wait for them: begun last, one of them would keep a worker when the other is done.
LONG = ("site/test_run.py", "engine/test_compiled.py", "/test_killed_worker.py", "site/test_supervisor.py")


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that uses rows of its module has a transaction of its own inside theirs."""
    if "rows" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.django_db)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long; skip the tests that need PostgreSQL where the suite runs on SQLite."""
    items.sort(key=lambda item: not item.path.as_posix().endswith(LONG))
    if connection.vendor == "postgresql":
        return
    for item in items:
        if item.get_closest_marker("postgres"):
            item.add_marker(pytest.mark.skip(reason="needs PostgreSQL: set DATABASE_URL"))


def pytest_collection_finish() -> None:
    """What is there before the first test stays: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
