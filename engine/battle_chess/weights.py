"""The weights of the features, read from `weights/`: `hand.json`, set by hand, and for each setup those fitted to it.

`python -m engine tune SETUP` writes the latter. A position does not say which setup it comes from, so weights go by
what can be told of it: its board, and whether bonuses are cards or dice. What no setup of that kind knows, such as a
piece in a position of one's own, weighs what it does on the same board, else on any board, else by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from engine.battle_chess.setups import BOARDS, SETUPS

FOLDER = Path(__file__).with_name("weights")
HAND = "hand"
STEPS = 1 << 12  # in a weight of 1

Weights = Mapping[str, float]
Family = tuple[int, bool]  # shape, dice


def read(name: str) -> dict[str, float]:
    """The weights of a file by its name; none for a setup to which none have been fitted yet.

    They have few binary places: in whatever order they are added nothing is rounded, so what is equal has equal values.
    """
    path = FOLDER / f"{name}.json"
    found: dict[str, float] = json.loads(path.read_text()) if path.is_file() else {}
    return {feature: round(weight * STEPS) / STEPS for feature, weight in found.items()}


def write(name: str, weights: Weights) -> Path:
    """Keep weights in a file of that name."""
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps({key: round(value, 3) for key, value in weights.items()}, indent=1) + "\n")
    return path


def by_hand() -> dict[Family, Weights]:
    """The same weights for every kind of position."""
    return dict.fromkeys(_families(), read(HAND))


def fitted() -> dict[Family, Weights]:
    """The weights fitted to each kind of position: the mean of the setups that are most like it."""
    return {family: _like(*family) for family in _families()}


def _families() -> list[Family]:
    return [(shape, dice) for shape in range(len(BOARDS)) for dice in (False, True)]


def _like(shape: int, dice: bool) -> dict[str, float]:
    """The weights for a kind of position; those of setups that are more like it go first."""
    there = [setup for setup in SETUPS if (setup.rows, setup.columns) == BOARDS[shape]]
    same = [setup for setup in there if setup.dice == dice]
    found = read(HAND)
    for setups in (SETUPS, there, same):
        found |= _mean([read(setup.slug) for setup in setups])
    return found


def _mean(tables: list[dict[str, float]]) -> dict[str, float]:
    names = dict.fromkeys(name for table in tables for name in table)
    having = {name: [table[name] for table in tables if name in table] for name in names}
    return {name: sum(values) / len(values) for name, values in having.items()}
