"""What a site keeps beside its code: the `var/` folder, its secret key, the socket of the bundled broker."""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def var_dir() -> Path:
    """The data folder (PBCHESS_VAR, by default `var/` in the checkout), made if it is not there."""
    path = Path(os.environ.get("PBCHESS_VAR") or ROOT / "var").resolve()
    path.mkdir(parents=True, exist_ok=True)
    return path


def secret_key(var: Path) -> str:
    """The site's secret key: SECRET_KEY, or one that is made at the first run and kept in `var/secret_key`."""
    if given := os.environ.get("SECRET_KEY"):
        return given
    path = var / "secret_key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(handle, "w") as file:
        file.write(secrets.token_urlsafe(50))
    return path.read_text().strip()


def broker_socket(var: Path) -> Path:
    """Where the bundled broker of this data folder listens.

    A socket's path must be short (under 108 characters), so it lies in a private folder under the system's temporary
    one, named after the data folder.
    """
    name = hashlib.sha256(str(var).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"pbchess-{os.getuid()}-{name}" / "broker.sock"
