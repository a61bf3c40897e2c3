"""The one command: `python -m pbchess_site.run` runs the whole site, `… run NAME` one of its services alone."""

from __future__ import annotations

import errno
import http.client
import os
import re
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from pbchess_site import broker, local
from pbchess_site.local import LocalError
from pbchess_site.supervisor import Service, Supervisor

STEPS = 6
MOMENT = 0.1  # seconds between two looks at the services
WEB_WITHIN = 60.0  # seconds until the web server must answer


class Stopped(Exception):
    """We were asked to end."""


def say(line: str) -> None:
    """Tell the person at the terminal, if it is still there."""
    with suppress(OSError):
        print(line, flush=True)


def web() -> list[str]:
    """The web server: Django is synchronous, so WSGI with threads."""
    host, port = local.address()
    options = "--interface wsgi --workers 2 --blocking-threads 4 --http 1 --no-ws --log-level warning"
    restart = "--respawn-failed-workers --respawn-interval 0.5 --workers-kill-timeout 4"
    where = ["--host", host, "--port", str(port)]
    app = "pbchess_site.wsgi:application"
    return [sys.executable, "-m", "granian", *options.split(), *restart.split(), *where, app]


def worker(name: str, *, processes: int) -> list[str]:
    """A Celery worker for the queue of that name. It gives way to the web server: a computer's turn is hard work."""
    chatter = "--without-gossip --without-mingle --without-heartbeat --loglevel WARNING"
    celery = f"-m celery -A pbchess_site worker -Q {name} -n {name}@%h -c {processes} {chatter}"
    return ["nice", "-n", "10", sys.executable, *celery.split()]


def beat() -> list[str]:
    """Celery's clock: exactly one for a site."""
    return [sys.executable, "-m", "celery", "-A", "pbchess_site", "beat", "--pidfile=", "--loglevel", "WARNING"]


# A queue has a worker of its own, so that neither a slow mail server nor a long search delays the sweeps.
SERVICES: dict[str, Callable[[], list[str]]] = {
    "web": web,
    "default": lambda: worker("default", processes=1),
    "mail": lambda: worker("mail", processes=1),
    "computer": lambda: worker("computer", processes=max(1, (os.cpu_count() or 1) - 1)),  # pages keep a core
    "beat": beat,
}


def solution_problem() -> str:
    """Why the solution of a setup that was built is not used; nothing if it is, or if there is none."""
    from engine.battle_chess import solution_file

    try:
        solution_file.read_header(solution_file.path())
    except FileNotFoundError:
        return ""
    except (solution_file.SolutionError, OSError) as error:
        return str(error)
    return ""


class Make:
    """The `make` that ran us. It does not tell us when it is killed, nor when it alone is interrupted."""

    def __init__(self) -> None:
        self.pid = os.getppid()
        self.caught = self.catches()

    def catches(self) -> int:
        """Which of SIGHUP and SIGINT it has a handler for; it drops that handler at the first one. 0 without /proc."""
        try:
            status = Path(f"/proc/{self.pid}/status").read_text()
        except OSError:
            return 0
        found = re.search(r"^SigCgt:\s*([0-9a-f]+)$", status, re.MULTILINE)
        return int(found[1], 16) & (1 << signal.SIGHUP - 1 | 1 << signal.SIGINT - 1) if found else 0

    def ended(self) -> bool:
        """Whether it has gone, or only waits for us to end."""
        return os.getppid() != self.pid or self.catches() != self.caught


class Progress:
    """Tells each step as it is done, with the time that it took."""

    def __init__(self) -> None:
        self.done = 0

    @contextmanager
    def step(self, text: str) -> Iterator[None]:
        """One step; raises what goes wrong in it."""
        started = time.monotonic()
        yield
        self.done += 1
        say(f"[{self.done}/{STEPS}] {text} ({time.monotonic() - started:.1f} s)")


class Site:
    """The whole site while it runs."""

    def __init__(self) -> None:
        self.var = local.var_dir()
        self.logs = self.var / "log"
        self.host, self.port = local.address()
        self.debug = local.debug()
        self.make = Make() if "MAKELEVEL" in os.environ else None
        self.signals = 0
        self.supervisor: Supervisor | None = None

    def run(self) -> None:
        """Start everything, keep it running until we are asked to end. Raises LocalError."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup stays nohup
                signal.signal(number, self.on_signal)
        progress = Progress()
        with progress.step(f"data folder {self.var}"):
            handle = local.lock(self.var)
            self.check_address()
            self.turn_logs()
        with Supervisor(say, keep=[handle]) as self.supervisor:
            try:
                self.start(progress)
                while True:
                    self.moment()
            except Stopped:
                say("stopping …")
        broker.clean(self.var)
        say("stopped")

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Ask for the end; asked a second time, end without grace."""
        self.signals += 1
        if self.supervisor is not None:
            self.supervisor.hurry = self.signals > 1

    def check_address(self) -> None:
        """Whether we may and can listen there. Raises LocalError."""
        if self.debug and not local.is_loopback(self.host):
            raise LocalError(f"HOST={self.host} shows the site to others, and DEBUG its inner workings; add DEBUG=0")
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self.host, self.port))
            except OSError as error:
                other = f"choose another port, as in: PORT={min(self.port + 1, 65535)} make run"
                if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                    other = "HOST is an address of this machine, as in: HOST=127.0.0.1 make run"
                raise LocalError(
                    f"cannot listen on {self.host} port {self.port} ({error.strerror}); {other}"
                ) from error

    def turn_logs(self) -> None:
        """Begin new log files; those of the run before are kept as NAME.log.1."""
        self.logs.mkdir(exist_ok=True)
        for path in self.logs.glob("*.log"):
            path.replace(path.with_suffix(".log.1"))

    def start(self, progress: Progress) -> None:
        """Bring the site up, step by step."""
        with progress.step(self.start_broker()):
            self.wait_for_broker()
        with progress.step("database migrated"):
            self.manage("migrate", "--noinput")
        with progress.step("static files served as they are (DEBUG)" if self.debug else "static files collected"):
            if not self.debug:
                self.manage("collectstatic", "--noinput")
        with progress.step("web server answers"):
            self.service("web", log=False)
            self.wait_for_web()
        with progress.step("workers (default, mail, computer) and beat started"):
            for name in SERVICES:
                if name != "web":
                    self.service(name)
        if problem := local.kept_mail_problem():
            say(f"WARNING: {problem}")
        if problem := solution_problem():
            say(f"the computer searches instead of knowing: {problem}")
        say(f"The site is at {local.site_url()} (Ctrl-C stops it)")

    def start_broker(self) -> str:
        """Start the bundled broker unless REDIS_URL names one; returns what to tell."""
        if os.environ.get("REDIS_URL"):
            return "broker at REDIS_URL answers"
        command = broker.command(self.var)
        assert self.supervisor is not None
        self.supervisor.start(Service(name="broker", command=command, log=self.logs / "broker.log", last=True))
        return f"broker started ({Path(broker.binary()).name})"

    def wait_for_broker(self) -> None:
        """Wait for the broker. Raises LocalError."""
        url = os.environ.get("REDIS_URL")
        if not url:
            broker.wait(self.var)
            return
        import redis

        try:
            with redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5) as client:
                client.ping()
        except (redis.RedisError, ValueError, OSError) as error:
            raise LocalError(f"the broker that REDIS_URL names does not answer: {error}") from error

    def service(self, name: str, *, log: bool = True) -> None:
        """Start one of the services; the web server speaks to the terminal, the others to a file."""
        assert self.supervisor is not None
        path = self.logs / f"{name}.log" if log else None
        self.supervisor.start(Service(name=name, command=SERVICES[name](), log=path))

    def manage(self, *arguments: str) -> None:
        """Run a management command. Raises LocalError with its last line if it fails."""
        assert self.supervisor is not None
        name, log = arguments[0], self.logs / f"{arguments[0]}.log"
        command = [sys.executable, str(local.ROOT / "manage.py"), *arguments]
        running = self.supervisor.start(Service(name=name, command=command, log=log, once=True))
        while not running.ended():
            self.moment()
        if running.process.returncode:
            last = (log.read_text(errors="replace").strip().splitlines() or ["no output"])[-1]
            raise LocalError(f"{name} failed: {last.removeprefix('error: ')} (all of it: {log})")
        self.supervisor.forget(name)

    def wait_for_web(self) -> None:
        """Wait until the web server answers anything at all. Raises LocalError if it ends or never does."""
        assert self.supervisor is not None
        give_up = time.monotonic() + WEB_WITHIN
        while not self.web_answers():
            if self.supervisor.running["web"].ended():
                raise LocalError("the web server ended at once; what it said stands above")
            if time.monotonic() > give_up:
                raise LocalError(f"the web server has not answered within {WEB_WITHIN:.0f} s")
            self.moment()

    def web_answers(self) -> bool:
        """Whether a request gets an answer."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)
        connection = http.client.HTTPConnection(host, self.port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True

    def moment(self) -> None:
        """Let a moment pass, starting again what has ended. Raises Stopped when we were asked to end."""
        if self.signals or (self.make and self.make.ended()):
            raise Stopped
        if self.supervisor is not None:
            self.supervisor.tend()
        time.sleep(MOMENT)


def main(arguments: list[str]) -> int:
    """Run the site, or become one of its services. Returns the exit code."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal may lack a character
    os.chdir(local.ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbchess_site.settings")
    os.environ["PYTHONUNBUFFERED"] = "1"
    os.environ["CELERY_SKIP_CHECKS"] = "1"  # migrate has just made Django's checks; each takes a second of a start
    if arguments in (["--help"], ["-h"]):
        names = ", ".join(SERVICES)
        print(f"{__doc__.splitlines()[0]}\nNAME is one of {names}. README lists the variables that it heeds.")
        return 0
    try:
        from pbchess_site import settings  # noqa: F401  reads all that the environment says, before anything starts

        if not arguments:
            Site().run()
            return 0
        if len(arguments) > 1 or arguments[0] not in SERVICES:
            raise LocalError(f"no service {' '.join(arguments)!r}; there are {', '.join(SERVICES)}")
        command = SERVICES[arguments[0]]()
        os.execvp(command[0], command)
    except LocalError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
