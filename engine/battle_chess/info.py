"""What can be said of Battle Chess without loading its rules."""

from __future__ import annotations

from engine.battle_chess.pieces import QUIET_LIMIT
from engine.battle_chess.setups import SETUPS
from engine.protocol import GameInfo, SetupInfo

INFO = GameInfo(
    slug="battle_chess",
    name="Battle Chess",
    summary="Two-sided Pokémon on a small board: push, gamble on a bonus, and knock out the other side's target.",
    setups=tuple(SetupInfo(s.slug, s.name, s.summary, s.colours, s.colour_choice) for s in SETUPS),
    endings={
        "target": "the target was knocked out",
        "no_turn": "no legal turn was left",
        "quiet": f"{QUIET_LIMIT} turns in a row without damage or summons",
    },
)
