"""The worker of the computer players is killed (SIGKILL) while it thinks; its opponent gets an answer all the same."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.arrange import Arranger
from tests.e2e.board import best_turn, play, turns
from tests.e2e.conftest import OpenBrowser
from tests.site.running import RunningSite, wait_for

pytestmark = pytest.mark.e2e

SETUP = "w12"
CAREFUL = 3
SLICE = 0.002  # seconds that the worker runs between two looks at its job


def worker_group(site: RunningSite) -> int:
    """The process group of the computer's worker: itself and its children."""
    worker = site.service("-Q computer")
    assert worker is not None
    return worker.pid


def job(site: RunningSite, match: int, ply: int) -> tuple[bool, bool]:
    """Whether a worker holds the computer's turn, and whether it is done."""
    with closing(sqlite3.connect(f"file:{site.var / 'db.sqlite3'}?mode=ro", uri=True)) as database:
        row = database.execute(
            "SELECT locked_until IS NOT NULL, ended_at IS NOT NULL FROM outbox_job WHERE kind = ? AND event = ?",
            ("computer_turn", f"match:{match}:ply:{ply}"),
        ).fetchone()
    return (bool(row[0]), bool(row[1])) if row else (False, False)


def stop_while_it_thinks(site: RunningSite, match: int, ply: int) -> bool:
    """Let the worker run slice by slice until it holds the job. False if it was done within one slice."""
    group = worker_group(site)

    def step() -> bool:
        os.killpg(group, signal.SIGCONT)
        time.sleep(SLICE)
        os.killpg(group, signal.SIGSTOP)
        return any(job(site, match, ply))

    wait_for(step, "the worker takes the job")
    return not job(site, match, ply)[1]


def turn_that_stops_the_worker(site: RunningSite, page: Page, match: int) -> int:
    """Play turns until one leaves the worker stopped in the middle of its answer; returns the turns played."""
    while True:
        os.killpg(worker_group(site), signal.SIGSTOP)
        play(page, best_turn(page, SETUP, seat=0, level=1))
        played = turns(page).count()
        if stop_while_it_thinks(site, match, played):
            return played
        os.killpg(worker_group(site), signal.SIGCONT)
        expect(turns(page)).to_have_count(played + 1)


def test_the_computer_answers_although_its_worker_is_killed(
    open_browser: OpenBrowser, arrange: Arranger, site: RunningSite
) -> None:
    page = open_browser("Quinn")
    match = arrange.match("Quinn", CAREFUL, setup=SETUP)
    page.goto(f"/matches/{match}/")
    played = turn_that_stops_the_worker(site, page, match)
    expect(page.get_by_text("The computer is thinking…").first).to_be_visible()

    killed = time.monotonic()
    os.killpg(worker_group(site), signal.SIGKILL)

    expect(turns(page)).to_have_count(played + 1, timeout=120_000)
    print(f"the computer answered {time.monotonic() - killed:.1f} s after its worker was killed")
    expect(page.get_by_text("Your turn.").first).to_be_visible()
