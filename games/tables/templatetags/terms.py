"""The words of the rules on pages."""

from __future__ import annotations

from django import template

from games.tables import words

register = template.Library()
register.filter("term", words.term)
register.filter("move_name", words.move_name)
register.filter("species_name", words.species_name)
