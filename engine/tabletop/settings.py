"""What a table may settle for itself: the switches that the rules mark as such."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tabletop.bounds import one_of
from engine.tabletop.chart import TYPES, TYPES_18

BY_DIFFICULTY, BY_D100 = "difficulty", "d100"
CHOSEN, ASKED = "chosen", "asked"


@dataclass(frozen=True, slots=True)
class Settings:
    """`short_fights` halves Vitality again (§2); `types` is 17 or 18 (§7).

    `precision`: BY_DIFFICULTY sets the attack's DD, BY_D100 throws a D100 before it (§3). `reactions`: CHOSEN with the
    orders, or ASKED for at each attack for which none was chosen.
    """

    short_fights: bool = False
    types: int = len(TYPES)
    precision: str = BY_DIFFICULTY
    reactions: str = CHOSEN

    def __post_init__(self) -> None:
        one_of("types", self.types, (len(TYPES), len(TYPES_18)))
        one_of("precision", self.precision, (BY_DIFFICULTY, BY_D100))
        one_of("reactions", self.reactions, (CHOSEN, ASKED))


USUAL = Settings()
