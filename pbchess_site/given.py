"""What the environment's variables say, read strictly: a LocalError names the one that is wrong, and what is right."""

from __future__ import annotations

import os
import warnings
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from pbchess_site.local import LocalError

MOST_MINUTES = 60 * 24 * 365
ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")


def minutes(name: str, default: float) -> timedelta:
    """A length of time in minutes; a decimal comma will do. Raises LocalError."""
    text = os.environ.get(name) or str(default)
    try:
        found = float(text.replace(",", "."))
    except ValueError:
        found = -1
    if not 0 <= found <= MOST_MINUTES:
        raise LocalError(f"{name}={text} is no number of minutes; give 0 or more, as in: {name}={default:g}")
    return timedelta(minutes=found)


def redis_url() -> str:
    """REDIS_URL, or nothing. Raises LocalError."""
    url = os.environ.get("REDIS_URL", "")
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise LocalError("REDIS_URL names no server; give it as in: REDIS_URL=redis://host:6379/0")
    return url


# These may hold passwords, so what was given is not told.


def database(default: str) -> dict[str, Any]:
    """The database that DATABASE_URL names. Raises LocalError."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of what is refused below
            config = dict(environ.Env.db_url_config(os.environ.get("DATABASE_URL") or default))
    except (ValueError, ImproperlyConfigured):
        config = {}
    if config.get("ENGINE") not in ENGINES or not config.get("NAME"):
        example = "DATABASE_URL=postgres://user:password@host/name (or sqlite:////a/folder/db.sqlite3)"
        raise LocalError(f"DATABASE_URL names no database of PostgreSQL or SQLite; give it as in: {example}")
    return config


def mail_server() -> dict[str, Any]:
    """Django's settings for the mail server that EMAIL_URL names; empty if it is not set. Raises LocalError."""
    url = os.environ.get("EMAIL_URL")
    if not url:
        return {}
    try:
        config = dict(environ.Env.email_url_config(url))
    except (ValueError, ImproperlyConfigured):
        config = {}
    if not config or (urlsplit(url).scheme.startswith("smtp") and not config["EMAIL_HOST"]):
        example = "EMAIL_URL=smtp+tls://user:password@mail.example.org:587"
        raise LocalError(f"EMAIL_URL names no mail server; give it as in: {example}")
    return config
