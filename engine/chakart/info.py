"""What can be said of Chakart without loading its rules."""

from __future__ import annotations

from engine.chakart.pieces import SETUPS
from engine.protocol import GameInfo, SetupInfo

COLOURS = ("white", "black")

INFO = GameInfo(
    slug="chakart",
    name="Chakart",
    summary="Chess on a race track: bananas, bombs and mushrooms, eggs that hold anything, and a Mario who hides.",
    setups=tuple(SetupInfo(s.slug, s.name, s.summary, COLOURS) for s in SETUPS),
    endings={
        "kings": "the last Peach was lost",
        "no_step": "no legal step was left",
    },
)
