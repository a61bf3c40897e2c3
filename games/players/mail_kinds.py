"""The kinds of mail that a player may switch off, by the names of the outbox."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

MAIL_GROUPS: Final = (
    (
        _("Matches"),
        (
            ("your_turn", _("It is my turn")),
            ("reminder", _("My time is running out")),
            ("challenge", _("Somebody challenges me, or declines my challenge")),
            ("match_over", _("A match of mine is over")),
        ),
    ),
    (
        _("Tables"),
        (
            ("scene_posts", _("New posts in scenes of my tables")),
            ("table_place", _("A place at a table is asked for, offered or given")),
            ("table_news", _("PX are given, a scene or a table is closed")),
            ("roll_asked", _("A game master asks me for a roll")),
        ),
    ),
    (
        _("Fights at tables"),
        (
            ("order_wanted", _("A fight waits for my orders")),
            ("order_reminder", _("My time for orders is running out")),
            ("reaction_asked", _("I am asked how to meet an attack")),
            ("round_resolved", _("A round of my fight is resolved")),
        ),
    ),
)
OPERATOR_GROUPS: Final = (*MAIL_GROUPS, (_("Operation"), (("reports", _("Somebody reports what another wrote")),)))
MAIL_KINDS: Final = tuple(kind for _group, kinds in OPERATOR_GROUPS for kind in kinds)
