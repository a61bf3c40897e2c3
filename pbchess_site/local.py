"""What a site keeps on its machine: the `var/` folder, its lock and secret key, its address, the broker's socket."""

from __future__ import annotations

import fcntl
import hashlib
import ipaddress
import os
import secrets
import stat
import time
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 10.0  # seconds to wait for what a killed run left behind


class LocalError(Exception):
    """Something on this machine stands in the way; the message says what to do about it."""


def var_dir() -> Path:
    """The data folder (PBCHESS_VAR, by default `var/` in the checkout), made if it is not there. Raises LocalError."""
    path = Path(os.environ.get("PBCHESS_VAR") or ROOT / "var").resolve()
    why = ""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
    else:
        if not os.access(path, os.W_OK | os.X_OK):
            why = "it is not yours to write in"
    if why:
        example = "PBCHESS_VAR=/srv/pbchess make run"
        raise LocalError(f"no data can be kept in {path} ({why}); name a folder of your own, as in: {example}")
    return path


def secret_key(var: Path) -> str:
    """The site's secret key: SECRET_KEY, or one that is made at the first run and kept in `var/secret_key`.

    Raises LocalError if that file is empty.
    """
    if given := os.environ.get("SECRET_KEY"):
        return given
    path = var / "secret_key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _kept_key(path)
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text().strip()


def _kept_key(path: Path) -> str:
    give_up = time.monotonic() + 1
    while not (key := path.read_text().strip()):  # somebody else makes it at this moment, or was killed doing so
        if time.monotonic() > give_up:
            raise LocalError(f"{path} is empty: delete it and start again; a new key is made")
        time.sleep(0.01)
    return key


def address() -> tuple[str, int]:
    """Where the web server listens: HOST (by default 127.0.0.1) and PORT (8000). Raises LocalError for a bad port."""
    port = os.environ.get("PORT") or "8000"
    if not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise LocalError(f"PORT={port} is no port; give a number from 1 to 65535, as in: PORT=8001 make run")
    return os.environ.get("HOST") or "127.0.0.1", int(port)


def debug() -> bool:
    """Whether errors show the site's inner workings: DEBUG, off unless set. Raises LocalError."""
    return switch("DEBUG")


def switch(name: str) -> bool:
    """Whether that variable is on; off unless set. Raises LocalError if it is neither."""
    text = os.environ.get(name, "").lower()
    if text in ("1", "true", "yes", "on"):
        return True
    if text in ("", "0", "false", "no", "off"):
        return False
    raise LocalError(f"{name}={text} is neither on nor off; give 1 or 0, as in: {name}=1")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach that address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def site_url() -> str:
    """The site's own address, without a slash at the end: SITE_URL, or this machine's at PORT. Raises LocalError."""
    given = os.environ.get("SITE_URL")
    if not given:
        return f"http://127.0.0.1:{address()[1]}"
    url = given.rstrip("/")
    if not _is_address(url):
        wanted = "begin with https:// or http://, and end after the name (and port)"
        raise LocalError(f"SITE_URL={given} is no address; {wanted}, as in: SITE_URL=https://chess.example.org")
    return url


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        whole = f"{parts.scheme}://{parts.netloc}" == url and "@" not in url and parts.port != 0
    except ValueError:  # a port that is none
        return False
    return whole and parts.scheme in ("http", "https") and bool(parts.hostname)


def kept_mail_problem() -> str:
    """What is wrong if nobody can read the mail that this site writes; nothing if it is sent, or shown under DEBUG."""
    if os.environ.get("EMAIL_URL") or debug():
        return ""
    return (
        "EMAIL_URL is not set, so no mail is sent, only kept in files: nobody can confirm an address or hear of a "
        "turn; name a mail server, as in: EMAIL_URL=smtp+tls://user:password@mail.example.org:587"
    )


def broker_socket(var: Path) -> Path:
    """Where the bundled broker of this data folder listens.

    A socket's path must be short (under 108 characters), so it lies in a private folder under /tmp, named after the
    data folder; not under TMPDIR, which may differ between the site and a command that its operator runs.
    """
    name = hashlib.sha256(str(var).encode()).hexdigest()[:12]
    return Path("/tmp") / f"pbchess-{os.getuid()}-{name}" / "broker.sock"


def make_private(folder: Path) -> None:
    """Make a folder that nobody else can enter. Raises LocalError if somebody else made it before us."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise LocalError(f"{folder} belongs to somebody else or is open to others; remove it and start again")


def lock(var: Path) -> int:
    """Take the data folder for this process: a file descriptor to keep open for as long as it is ours.

    Raises LocalError if another run holds it. After a run that was killed, waits until its guard let go.
    """
    handle = os.open(var / "run.lock", os.O_RDWR | os.O_CREAT, 0o600)
    give_up = time.monotonic() + PATIENCE
    while not _flock(handle):
        holder = os.pread(handle, 20, 0).decode().strip()
        if _alive(holder) or time.monotonic() > give_up:
            os.close(handle)
            raise LocalError(
                f"the site is running already on {var} (process {holder}); stop it, or give another PBCHESS_VAR"
            )
        time.sleep(0.1)
    os.ftruncate(handle, 0)
    os.pwrite(handle, f"{os.getpid()}\n".encode(), 0)
    return handle


def _flock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _alive(pid: str) -> bool:
    """Whether a process has that number. Between a lock's taking and its number there is a moment without one."""
    try:
        os.kill(int(pid or 0), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        pass
    return bool(pid)
