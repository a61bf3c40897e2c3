"""Worker processes that tests kill (SIGKILL)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pbchess_site.local import ROOT


@contextmanager
def worker(app: str, options: str, environment: dict[str, str]) -> Iterator[None]:
    """A worker of the Celery application `app`; at the end it is killed with all its processes at once."""
    quiet = "--without-gossip --without-mingle -l ERROR"
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "-A", app, "worker", *options.split(), *quiet.split()],
        env={**os.environ, **environment, "PYTHONWARNINGS": "ignore"},
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
