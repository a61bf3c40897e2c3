"""What a browser asks: by which methods, and the numbers in its texts."""

from __future__ import annotations

from typing import TypeVar

from django.views.decorators.http import require_http_methods

T = TypeVar("T")

read_or_write = require_http_methods(["GET", "HEAD", "POST"])


def number(text: object, otherwise: T, *, digits: int = 9) -> int | T:
    """A whole number in figures, 0 or more; `otherwise` for anything else, and for one with more `digits`."""
    written = str(text)
    return int(written) if written.isascii() and written.isdigit() and len(written) <= digits else otherwise
