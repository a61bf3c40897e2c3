"""Results in words and colours."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from games.archive.models import Entry

register = template.Library()

BADGES = {Entry.Result.WON: "win", Entry.Result.LOST: "loss"}


@register.filter
def result_words(entry: Entry) -> str:
    """An entry's result as it stands in a list: who won, or how its player did. The match's seats come in order."""
    first, second = entry.match.seats.all()
    words = {
        Entry.Result.FIRST: _("%s won") % first.player,
        Entry.Result.SECOND: _("%s won") % second.player,
        Entry.Result.DRAWN: _("drawn"),
        Entry.Result.WON: _("won"),
        Entry.Result.LOST: _("lost"),
    }
    return words[Entry.Result(entry.result)]


@register.filter
def badge(entry: Entry) -> str:
    """The class of its badge."""
    return BADGES.get(Entry.Result(entry.result), "draw")
