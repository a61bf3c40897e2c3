"""The one command, for real: it starts everything, mends what is killed, leaves nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbchess_site.local import ROOT
from tests.conftest import kept_database
from tests.outbox.smtp import free_port
from tests.site.running import PATIENCE, RunningSite, environment, wait_for


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[RunningSite]:
    """A site that has run before: its database is migrated already. Those of the browser's tests begin with nothing."""
    var = tmp_path_factory.mktemp("site")
    if kept_database().exists():  # not if the suite runs on PostgreSQL
        shutil.copy(kept_database(), var / "db.sqlite3")
    site = RunningSite(var)
    try:
        site.wait_until_up()
        yield site
        site.stop()
    finally:
        site.process.kill()


def run(var: Path, port: int, **more: str) -> tuple[int, str]:
    """Exit code and error output of a run that cannot start."""
    ended = subprocess.run(
        [sys.executable, "-m", "pbchess_site.run"],
        cwd=ROOT,
        env=environment(var, port, **more),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return ended.returncode, ended.stderr


def test_each_step_is_told_with_its_time_and_the_address_at_the_end(site: RunningSite) -> None:
    lines = site.said().splitlines()

    assert [line[:5] for line in lines[:6]] == [f"[{step}/6]" for step in range(1, 7)]
    assert all(line.endswith(" s)") for line in lines[:6])
    assert lines[6] == f"The site is at {site.url} (Ctrl-C stops it)"


def test_the_site_says_that_it_has_what_it_needs(site: RunningSite) -> None:
    assert site.health() == (200, {"database": True, "broker": True, "oldest_due_job_seconds": 0.0})


@pytest.mark.parametrize("mark", ["granian", " beat ", "broker.sock", "guard.py"])
def test_a_killed_process_is_replaced(site: RunningSite, mark: str) -> None:
    killed = site.service(mark)
    assert killed is not None

    os.kill(killed.pid, signal.SIGKILL)

    wait_for(lambda: site.service(mark) not in (None, killed), f"another process has {mark}")
    wait_for(lambda: site.health()[0] == 200, "the site answers again")


@pytest.mark.parametrize("mark", ["granian", "-Q mail"])
def test_a_killed_child_of_a_service_is_replaced(site: RunningSite, mark: str) -> None:
    def children() -> set[int]:
        service = site.service(mark)
        return {process.pid for process in site.processes() if service and process.parent == service.pid}

    wait_for(lambda: len(children()) > 0, "it has children")
    before = children()
    killed = min(before)

    os.kill(killed, signal.SIGKILL)

    wait_for(lambda: len(children() - {killed}) == len(before), "there are as many as before")


def test_a_killed_worker_is_replaced_and_that_is_told_in_one_line(site: RunningSite) -> None:
    before = len(site.said().splitlines())
    killed = site.service("-Q computer")
    assert killed is not None

    os.kill(killed.pid, signal.SIGKILL)
    wait_for(lambda: site.service("-Q computer") not in (None, killed), "another worker for the computer players")

    (line,) = site.said().splitlines()[before:]
    assert line.startswith("computer was ended by signal 9; starting it again ")
    assert line.endswith(f"(see {site.var / 'log' / 'computer.log'})")


def test_a_second_run_on_the_same_data_is_refused(site: RunningSite) -> None:
    code, said = run(site.var, free_port())

    assert code == 1
    assert said == (
        f"error: the site is running already on {site.var} (process {site.process.pid}); "
        "stop it, or give another PBCHESS_VAR\n"
    )


def test_a_database_that_does_not_answer_is_named(tmp_path: Path) -> None:
    code, said = run(tmp_path, free_port(), DATABASE_URL="postgres://nobody@127.0.0.1:1/none")

    assert code == 1
    assert said.startswith("error: migrate failed: the database that DATABASE_URL names does not answer: ")
    assert said.endswith(f"(all of it: {tmp_path / 'log' / 'migrate.log'})\n")
    assert "Traceback" not in said


def test_a_killed_run_leaves_no_process_and_the_next_one_starts(tmp_path: Path) -> None:
    site = RunningSite(tmp_path)
    wait_for(lambda: "[2/6]" in site.said(), "the broker is up")
    before = site.processes()

    site.process.kill()
    site.process.wait()
    again = RunningSite(tmp_path)

    wait_for(lambda: "[2/6]" in again.said(), "the broker is up again")
    assert [process for process in before if process.exists()] == []
    again.stop()
