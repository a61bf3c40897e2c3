"""The starting data of a table: species and moves (rules §8), read from the files that `generate` writes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from engine.tabletop.moves import Effect, Move
from engine.tabletop.stats import BaseValues

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Species:
    """`number` in the national order; `french` is its French name."""

    slug: str
    number: int
    name: str
    french: str
    types: tuple[str, ...]
    base: BaseValues


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
