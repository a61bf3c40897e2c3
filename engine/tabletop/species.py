"""The starting data of a table: species and moves (rules §8), read from the files that `generate` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.tabletop.bounds import bounded, bounded_slug, bounded_text, one_of
from engine.tabletop.chart import TYPES_18
from engine.tabletop.moves import Effect, Move
from engine.tabletop.numbers import MOST_NAME, MOST_TYPES
from engine.tabletop.stats import BaseValues

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Species:
    """`number` in the national order, 0 for one that GMs have made; `french` is its French name."""

    slug: str
    number: int
    name: str
    french: str
    types: tuple[str, ...]
    base: BaseValues

    def __post_init__(self) -> None:
        bounded_slug("slug", self.slug)
        bounded_text("name", self.name, MOST_NAME, least=1)
        bounded_text("french", self.french, MOST_NAME, least=1)
        bounded("types", len(self.types), 1, MOST_TYPES)
        for type in self.types:
            one_of("types", type, TYPES_18)


@cache
def species() -> Mapping[str, Species]:
    """Every species by its slug, by number; read at the first call."""
    rows: list[list[Any]] = _read("species.json")
    found = (
        Species(slug, number, name, french, tuple(types.split()), BaseValues(*base))
        for slug, number, name, french, types, base in rows
    )
    return MappingProxyType({one.slug: one for one in found})


@cache
def moves() -> Mapping[str, Move]:
    """Every move by its slug, in the order of the data; read at the first call."""
    rows: list[dict[str, Any]] = _read("moves.json")
    found = (Move(**{**row, "effects": tuple(Effect(**effect) for effect in row.get("effects", ()))}) for row in rows)
    return MappingProxyType({one.slug: one for one in found})


def _read(name: str) -> Any:
    return json.loads((DATA / name).read_text(encoding="utf-8"))
