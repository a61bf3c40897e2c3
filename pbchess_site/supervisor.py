"""Runs services side by side: starts each again when it ends, ends all of them together, leaves no orphans."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from pbchess_site import guard

STEADY = 10.0  # seconds after which a service counts as having worked
LONGEST_WAIT = 30.0  # seconds between two starts of one that ends at once


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One program to keep running, or to run `once`.

    Without `log` it writes to our terminal. The `last` ones are stopped after the others.
    """

    name: str
    command: Sequence[str]
    log: Path | None = None
    once: bool = False
    last: bool = False


class Running:
    """A service and its process, which leads a process group of its own (a signal from the terminal is ours alone)."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.wait = 0.0
        self.due: float | None = None  # when to start again
        self.start()

    def start(self) -> None:
        """Start the process."""
        self.due = None
        self.started_at = time.monotonic()
        if self.service.log is None:
            self.process = subprocess.Popen(self.service.command, stdin=subprocess.DEVNULL, start_new_session=True)
            return
        with self.service.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.service.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def ended(self) -> bool:
        """Whether the process has ended; its own children end with it."""
        if self.process.poll() is None:
            return False
        guard.signal_group(self.process.pid, signal.SIGKILL)
        return True

    def plan(self, *, now: float) -> str:
        """Decide when to start again: at once if it had worked, else after 1, 2, 4 … 30 s. Returns what to tell."""
        worked = now - self.started_at > STEADY
        self.wait = 0.0 if worked else min(LONGEST_WAIT, max(1.0, 2 * self.wait))
        self.due = now + self.wait
        code = self.process.returncode
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        when = f"in {self.wait:.0f} s" if self.wait else "now"
        where = f" (see {self.service.log})" if self.service.log else ""
        return f"{self.service.name} {how}; starting it again {when}{where}"


class Supervisor:
    """Use as a context: at its end every service is stopped. `keep`: descriptors that the guard holds open too."""

    def __init__(self, say: Callable[[str], None], *, keep: Sequence[int] = ()) -> None:
        self.say = say
        self.keep = tuple(keep)
        self.hurry = False  # set: stop without grace
        self.running: dict[str, Running] = {}

    def __enter__(self) -> Supervisor:
        self._start_guard()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, service: Service) -> Running:
        """Start a service and keep it running."""
        running = self.running[service.name] = Running(service)
        self._tell_guard()
        return running

    def forget(self, name: str) -> None:
        """Leave a service that has ended out of everything that follows."""
        del self.running[name]
        self._tell_guard()

    def tend(self) -> None:
        """Start again what has ended. To be called every moment or so."""
        now = time.monotonic()
        if self.guard.poll() is not None:
            self._start_guard()
        for running in self.running.values():
            if running.due is None and running.ended() and not running.service.once:
                self.say(running.plan(now=now))
            if running.due is not None and running.due <= now:
                running.start()
                self._tell_guard()

    def stop(self) -> None:
        """End every service: the `last` ones after the others, and by force after the guard's grace."""
        services = list(self.running.values())
        self._end([running for running in services if not running.service.last])
        self._end([running for running in services if running.service.last])
        self.running.clear()
        self._tell_guard()
        self._guard_input.close()
        self.guard.wait()

    def _end(self, services: Iterable[Running]) -> None:
        left = [running for running in services if not running.ended()]
        for running in left:
            running.process.terminate()
        give_up = time.monotonic() + guard.GRACE
        while left and time.monotonic() < give_up and not self.hurry:
            time.sleep(0.05)
            left = [running for running in left if not running.ended()]
        for running in left:
            guard.signal_group(running.process.pid, signal.SIGKILL)
            running.process.wait()

    def _start_guard(self) -> None:
        self.guard = subprocess.Popen(
            [sys.executable, "-I", "-S", guard.__file__],
            stdin=subprocess.PIPE,
            start_new_session=True,
            pass_fds=self.keep,
            bufsize=0,
        )
        assert self.guard.stdin is not None
        self._guard_input: IO[bytes] = self.guard.stdin
        self._tell_guard()

    def _tell_guard(self) -> None:
        groups = " ".join(str(running.process.pid) for running in self.running.values())
        with suppress(BrokenPipeError):  # killed a moment ago: `tend` starts another
            self._guard_input.write(f"{groups}\n".encode())
