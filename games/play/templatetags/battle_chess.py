"""Battle Chess in templates."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.play.boards.battle_chess.frame import Token

register = template.Library()

KEPT = 2048  # tokens, about 1 KB each


@register.simple_tag
@lru_cache(KEPT)
def token(token: Token) -> SafeString:
    """A token's drawing, made once: it depends on the token alone, and a page may have two dozen boards."""
    return render_to_string("play/battle_chess/_token.html", {"token": token})
