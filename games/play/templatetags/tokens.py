"""Pieces in templates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

register = template.Library()

KEPT = 4096  # tokens, about 1 KB each


@register.simple_tag
@lru_cache(KEPT)
def token(token: Any) -> SafeString:
    """A game's token as its `template` draws it, made once: it depends on the token alone, and a page may have many."""
    return render_to_string(token.template, {"token": token})
