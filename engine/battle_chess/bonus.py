"""Plus Power: which bonuses can come next, how likely each is, and what is left afterwards (rules §6).

What is left is one number, a *supply*: an index into `SUPPLIES`. The last supply is the dice, which have no memory.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from engine.battle_chess.pieces import CARDS, DICE, SHUFFLING_CARD

# every way the cards left may look, the full deck first
DECKS = tuple(sorted({cards for size in range(1, len(CARDS) + 1) for cards in combinations(CARDS, size)}, key=len))[
    ::-1
]
SUPPLIES = (*DECKS, DICE)
FULL_DECK = 0
DICE_SUPPLY = len(DECKS)

# per supply: each bonus that can come, with its weight
DRAWS = tuple(tuple(sorted(Counter(left).items())) for left in SUPPLIES)


def _left_after(supply: int, bonus: int) -> int:
    if supply == DICE_SUPPLY:
        return DICE_SUPPLY
    left = list(SUPPLIES[supply])
    left.remove(bonus)
    return FULL_DECK if bonus == SHUFFLING_CARD or not left else DECKS.index(tuple(left))


# LEFT[supply * 8 + bonus // 10]: the supply after that bonus was drawn
LEFT = [0] * (8 * len(SUPPLIES))
for _supply, _draws in enumerate(DRAWS):
    for _bonus, _ in _draws:
        LEFT[_supply * 8 + _bonus // 10] = _left_after(_supply, _bonus)


def supply_text(supply: int) -> str:
    """`dice`, or the cards left in ascending order: `0.20.70`."""
    return "dice" if supply == DICE_SUPPLY else ".".join(map(str, SUPPLIES[supply]))
