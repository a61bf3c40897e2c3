"""What moves do, in a few words."""

from __future__ import annotations

from django import template

from games.tables import story_words

register = template.Library()
register.filter("effect_name", story_words.effect_name)
register.filter("factor", story_words.number)
