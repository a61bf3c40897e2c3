"""Results in words and colours."""

from __future__ import annotations

from django import template

from games.archive.forms import RESULT_WORDS

register = template.Library()

BADGES = {"won": "win", "lost": "loss"}


@register.filter
def result_words(result: str) -> str:
    """An entry's result as it stands in a list."""
    return str(RESULT_WORDS[result])


@register.filter
def badge(result: str) -> str:
    """The class of its badge."""
    return BADGES.get(result, "draw")
