from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbchess_site import guard
from tests.site.running import all_processes, wait_for

Start = Callable[[str], subprocess.Popen[bytes]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a shell script as the leader of a process group and waits for the file `ready` that it makes."""
    started: list[subprocess.Popen[bytes]] = []

    def run(script: str) -> subprocess.Popen[bytes]:
        reading = subprocess.Popen(["sh", "-c", script], start_new_session=True, stdout=subprocess.PIPE)
        assert reading.stdout is not None
        assert reading.stdout.readline() == b"ready\n"
        started.append(reading)
        return reading

    yield run
    for process in started:
        guard.signal_group(process.pid, signal.SIGKILL)
        process.communicate()


@contextmanager
def guarded(*lines: str) -> Iterator[None]:
    """A guard whose supervisor wrote these lines and was killed; at the end of the context it has ended."""
    with subprocess.Popen([sys.executable, "-I", "-S", guard.__file__], stdin=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.writelines(lines)
        process.stdin.close()
        yield
    assert process.returncode == 0


def test_it_ends_the_groups_of_the_last_line_alone(start: Start) -> None:
    old, new = (start("echo ready; exec sleep 600") for _ in range(2))

    with guarded(f"{old.pid}\n", f"{old.pid} {new.pid}\n", f"{new.pid}\n"):
        assert new.wait() == -signal.SIGTERM

    assert old.poll() is None


def test_it_ends_the_children_of_a_leader_that_ended_first(start: Start) -> None:
    leader = start("sleep 600 & echo ready; wait")
    (child,) = (process for process in all_processes() if process.parent == leader.pid)

    with guarded(f"{leader.pid}\n"):
        leader.wait()

    wait_for(lambda: not child.exists(), "the child has ended")


def test_a_leader_has_time_to_end_well(start: Start, tmp_path: Path) -> None:
    well = f"trap 'sleep 0.3; echo well > {tmp_path}/end; exit 0' TERM"
    leader = start(f"{well}; echo ready; while :; do sleep 0.05; done")

    with guarded(f"{leader.pid}\n"):
        assert leader.wait() == 0

    assert (tmp_path / "end").read_text() == "well\n"


def test_a_leader_that_does_not_end_is_killed(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "GRACE", 0.1)
    leader = start("trap '' TERM; echo ready; while :; do sleep 0.05; done")

    guard.end([leader.pid])

    assert leader.wait() == -signal.SIGKILL


@pytest.mark.parametrize("lines", [[], ["\n"]])
def test_with_nothing_running_it_ends_at_once(lines: list[str]) -> None:
    with guarded(*lines):
        pass
