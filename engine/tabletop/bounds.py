"""Keeps what comes from outside within reason: each raises NotationError with the field that is wrong."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Final

from engine.protocol import NotationError
from engine.tabletop.numbers import MOST_NAME
from engine.words import Words

SLUG_CHARACTERS: Final = frozenset(string.ascii_lowercase + string.digits + "_-")


def bounded(field: str, value: int, least: int, most: int) -> None:
    """Raise NotationError unless `value` lies within."""
    if not least <= value <= most:
        message = Words("from {least} to {most} is wanted, not {value}", least=least, most=most, value=value)
        raise NotationError(message, field=field)


def bounded_text(field: str, text: str, most: int, *, least: int = 0) -> None:
    """Raise NotationError unless a text's length in characters lies within."""
    if not least <= len(text) <= most:
        message = Words("from {least} to {most} characters are wanted", least=least, most=most)
        raise NotationError(message, field=field)


def bounded_slug(field: str, text: str) -> None:
    """Raise NotationError unless a text is made of a-z, 0-9, - and _."""
    if not text or len(text) > MOST_NAME or set(text) - SLUG_CHARACTERS:
        raise NotationError(Words("lower-case letters, digits, - and _ are wanted"), field=field)


def one_of(field: str, value: object, known: Iterable[object]) -> None:
    """Raise NotationError unless `value` is one of these."""
    known = tuple(known)
    if value not in known:
        message = Words("one of {known} is wanted", known=", ".join(str(one) for one in known if one != ""))
        raise NotationError(message, field=field)
