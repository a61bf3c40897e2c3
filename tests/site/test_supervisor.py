from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pbchess_site.supervisor import Running, Service, Supervisor
from tests.site.running import all_processes, wait_for

SLEEP = Service(name="sleep", command=["sleep", "600"])
STUBBORN = "trap '' TERM; echo ready > {file}; while :; do sleep 0.1; done"


def ignore(line: str) -> None:
    pass


def alive(pid: int) -> bool:
    return any(process.pid == pid for process in all_processes())


def test_what_is_killed_is_started_again() -> None:
    said: list[str] = []
    with Supervisor(said.append) as supervisor:
        running = supervisor.start(SLEEP)
        first = running.process.pid

        os.kill(first, signal.SIGKILL)
        wait_for(lambda: running.process.pid != first, "it runs again", meanwhile=supervisor.tend)

        assert alive(running.process.pid)
        assert said == ["sleep was ended by signal 9; starting it again in 1 s"]


def test_what_ends_at_once_is_started_again_after_longer_and_longer_waits() -> None:
    running = Running(Service(name="false", command=["false"]))
    running.process.wait()
    waits = []

    for _ in range(7):
        running.plan(now=running.started_at + 1)
        waits.append(running.wait)

    assert waits == [1, 2, 4, 8, 16, 30, 30]


def test_what_had_worked_is_started_again_at_once() -> None:
    running = Running(Service(name="false", command=["false"]))
    running.process.wait()
    running.plan(now=running.started_at + 1)

    told = running.plan(now=running.started_at + 60)

    assert told == "false ended with code 1; starting it again now"
    assert running.due == running.started_at + 60


def test_the_children_of_what_is_killed_end_with_it(tmp_path: Path) -> None:
    file = tmp_path / "child"
    command = ["sh", "-c", f"sleep 600 & echo $! > {file}.new; mv {file}.new {file}; wait"]
    with Supervisor(ignore) as supervisor:
        running = supervisor.start(Service(name="parent", command=command))
        wait_for(file.exists, "the child runs")
        child = int(file.read_text())

        os.kill(running.process.pid, signal.SIGKILL)
        wait_for(lambda: not alive(child), "the child has ended", meanwhile=supervisor.tend)


def test_output_goes_to_the_log(tmp_path: Path) -> None:
    log = tmp_path / "echo.log"
    with Supervisor(ignore) as supervisor:
        running = supervisor.start(Service(name="echo", command=["echo", "hello"], log=log))
        running.process.wait()

        assert log.read_text() == "hello\n"


def test_the_end_of_the_context_ends_every_service() -> None:
    with Supervisor(ignore) as supervisor:
        pids = [supervisor.start(Service(name=name, command=SLEEP.command)).process.pid for name in "abc"]

    assert not any(alive(pid) for pid in pids)


def test_services_are_ended_without_a_guard_too() -> None:
    with Supervisor(ignore) as supervisor:
        pid = supervisor.start(SLEEP).process.pid
        supervisor.guard.kill()
        supervisor.guard.wait()

    assert not alive(pid)


def test_a_service_to_run_once_is_not_started_again(tmp_path: Path) -> None:
    file = tmp_path / "times"
    command = ["sh", "-c", f"echo once >> {file}; exit 3"]
    with Supervisor(ignore) as supervisor:
        running = supervisor.start(Service(name="once", command=command, once=True))
        wait_for(running.ended, "it has ended")

        for _ in range(3):
            supervisor.tend()

        assert running.due is None
        assert running.process.returncode == 3
    assert file.read_text() == "once\n"


def test_last_services_outlive_the_others(tmp_path: Path) -> None:
    order = tmp_path / "order"
    script = "trap 'echo {name} >> {order}; exit' TERM; touch {order}.{name}; while :; do sleep 0.05; done"
    with Supervisor(ignore) as supervisor:
        for name, last in (("broker", True), ("worker", False)):
            command = ["sh", "-c", script.format(name=name, order=order)]
            supervisor.start(Service(name=name, command=command, last=last))
        wait_for(lambda: all(Path(f"{order}.{name}").exists() for name in ("broker", "worker")), "both run")

    assert order.read_text().split() == ["worker", "broker"]


def test_in_a_hurry_no_service_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "ready"
    with Supervisor(ignore) as supervisor:
        running = supervisor.start(Service(name="stubborn", command=["sh", "-c", STUBBORN.format(file=file)]))
        wait_for(file.exists, "it ignores the signal")

        supervisor.hurry = True

    assert running.process.returncode == -signal.SIGKILL


def guard_of(pid: int) -> int | None:
    """The guard of the supervisor with that number."""
    guards = (process.pid for process in all_processes() if process.parent == pid and "guard.py" in process.command)
    return next(guards, None)


SUPERVISOR = """
import sys, time
from pbchess_site.supervisor import Service, Supervisor
with Supervisor(print) as supervisor:
    command = ["sh", "-c", "sleep 600 & wait"]
    running = supervisor.start(Service(name="parent", command=command))
    print(running.process.pid, supervisor.guard.pid, flush=True)
    while True:
        supervisor.tend()
        time.sleep(0.05)
"""


@pytest.fixture
def supervisor() -> subprocess.Popen[str]:
    """A supervisor in a process of its own; it prints the process numbers of its service and its guard."""
    return subprocess.Popen([sys.executable, "-c", SUPERVISOR], stdout=subprocess.PIPE, text=True)


def test_a_killed_supervisor_leaves_no_process(supervisor: subprocess.Popen[str]) -> None:
    assert supervisor.stdout is not None
    with supervisor.stdout:
        service, guard = map(int, supervisor.stdout.readline().split())
        wait_for(lambda: any(process.parent == service for process in all_processes()), "the child runs")
        family = [service, guard, *(process.pid for process in all_processes() if process.parent == service)]
        assert len(family) == 3

        supervisor.kill()
        supervisor.wait()

        wait_for(lambda: not any(alive(pid) for pid in family), "all of them have ended")


def test_a_killed_guard_is_replaced_and_knows_what_runs(supervisor: subprocess.Popen[str]) -> None:
    assert supervisor.stdout is not None
    with supervisor.stdout:
        service, guard = map(int, supervisor.stdout.readline().split())

        os.kill(guard, signal.SIGKILL)
        wait_for(lambda: guard_of(supervisor.pid) not in (None, guard), "there is another guard")
        supervisor.kill()
        supervisor.wait()

        wait_for(lambda: not alive(service), "the service has ended")
