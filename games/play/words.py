"""The engine's words in the reader's language. It speaks English and knows of no other: here is the border."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

from engine.protocol import EngineError
from engine.words import Words

# What the engine says as plain data, for makemessages to find; a game's own words are in `boards/<slug>/names.py`,
# and whole sentences stand in the engine as Words.
ENGINE = (
    *(gettext_noop("Beginner"), gettext_noop("Sees what you threaten, but often plays what is merely not bad.")),
    *(gettext_noop("Greedy"), gettext_noop("Takes what looks best after its own turn.")),
    *(gettext_noop("Careful"), gettext_noop("Weighs your best answer to each of its turns, and errs now and then.")),
    *(gettext_noop("Steady"), gettext_noop("Seldom errs, and never by much.")),
    *(gettext_noop("Sharp"), gettext_noop("Takes what is best three turns ahead.")),
    *(gettext_noop("Expert"), gettext_noop("Looks four turns ahead.")),
    *(gettext_noop("Master"), gettext_noop("Looks five turns ahead.")),
    *(gettext_noop("Champion"), gettext_noop("Takes its time and looks farther still.")),
    gettext_noop("From a position"),
    *(gettext_noop("position"), gettext_noop("board"), gettext_noop("to move"), gettext_noop("K.O. counts")),
    *(gettext_noop("reserves"), gettext_noop("bonus"), gettext_noop("quiet turns"), gettext_noop("turn number")),
    *(gettext_noop("placement"), gettext_noop("powers"), gettext_noop("reserve"), gettext_noop("ply")),
    *(gettext_noop("pending turn"), gettext_noop("turn so far")),
    *(gettext_noop("turn"), gettext_noop("setup"), gettext_noop("game")),  # fields that a NotationError names
)


def said(text: str) -> str:
    """What the engine says, for people."""
    if isinstance(text, Words):
        values = {name: said(value) if isinstance(value, str) else value for name, value in text.values.items()}
        return gettext(text.template).format(**values)
    return gettext(text) if text else ""


def reason(error: EngineError) -> str:
    """What is wrong, for people."""
    return said(error.args[0])
