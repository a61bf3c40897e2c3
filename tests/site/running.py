"""The site as its one command starts it, for tests that drive it from outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from pbchess_site.local import ROOT
from tests.outbox.smtp import free_port

PATIENCE = 120.0  # seconds; how long a busy machine may take for anything
NOT_OURS = ("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "MAKELEVEL", "MAKEFLAGS")


def nothing() -> None:
    """What is to be done meanwhile, most of the time."""


def wait_for(happened: Callable[[], bool], what: str, *, meanwhile: Callable[[], None] = nothing) -> None:
    """Wait until it has happened; fail after two minutes, saying what has not."""
    give_up = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < give_up, f"not within {PATIENCE:.0f} s: {what}"
        meanwhile()
        time.sleep(0.1)


@dataclass(frozen=True)
class Process:
    """A process of this machine."""

    pid: int
    parent: int
    command: str

    def exists(self) -> bool:
        return any(other.pid == self.pid for other in all_processes())


def all_processes() -> list[Process]:
    """Every process that has not ended."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,stat=,command="], capture_output=True, text=True, check=True
    ).stdout
    fields = [line.split(None, 3) for line in listed.splitlines()]
    return [Process(int(f[0]), int(f[1]), f[3]) for f in fields if len(f) == 4 and not f[2].startswith("Z")]


def environment(var: Path, port: int, **more: str) -> dict[str, str]:
    """The environment of a site on its embedded defaults: nothing of the suite's own settings."""
    kept = {k: v for k, v in os.environ.items() if k not in NOT_OURS and not k.startswith(("PBCHESS_", "DJANGO_"))}
    return {**kept, "PBCHESS_VAR": str(var), "PORT": str(port), "DEBUG": "1", **more}


class RunningSite:
    """`python -m pbchess_site.run` on a data folder of its own."""

    def __init__(self, var: Path, **more: str) -> None:
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = environment(var, self.port, **more)
        self.output = var / "output.txt"
        var.mkdir(exist_ok=True)
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pbchess_site.run"],
                cwd=ROOT,
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        """What it has told the person at the terminal."""
        return self.output.read_text()

    def wait_until_up(self) -> None:
        """Wait until it has printed its address."""
        wait_for(lambda: "The site is at" in self.said() or self.process.poll() is not None, "the site is up")
        assert self.process.poll() is None, self.said()

    def processes(self) -> list[Process]:
        """Everything it has started, the children of children too."""
        everything = all_processes()
        found: list[Process] = []
        parents = {self.process.pid}
        while parents:
            children = [process for process in everything if process.parent in parents]
            found += children
            parents = {process.pid for process in children}
        return found

    def service(self, mark: str) -> Process | None:
        """The service whose command holds that text, if it runs."""
        mine = [process for process in self.processes() if process.parent == self.process.pid]
        return next((process for process in mine if mark in process.command), None)

    def health(self) -> tuple[int, dict[str, object]]:
        """Status and content of /healthz; status 0 while nobody answers."""
        try:
            with urlopen(f"{self.url}/healthz", timeout=10) as response:
                return response.status, json.load(response)
        except HTTPError as error:
            return error.code, json.load(error)
        except OSError:
            return 0, {}

    def manage(self, *arguments: str) -> str:
        """What a management command prints."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True
        ).stdout

    def stop(self) -> None:
        """End it as Ctrl-C would, and see that nothing is left."""
        before = self.processes()
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        left = [process for process in before if process.exists()]
        assert (code, left) == (0, []), self.said()
