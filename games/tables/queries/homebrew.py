"""The species and moves of a table: the rules' own, and what its GMs have made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.tabletop import codec, species
from engine.tabletop.moves import Move
from engine.tabletop.species import Species
from games.tables.models import Homebrew, Table


@dataclass(frozen=True, slots=True)
class Known:
    """What can be chosen at a table, by slug, its own first."""

    species: Mapping[str, Species]
    moves: Mapping[str, Move]


def known(table: Table) -> Known:
    """All species and moves of a table: one query."""
    own_species, own_moves = {}, {}
    for one in Homebrew.objects.filter(table=table):
        if one.kind == Homebrew.Kind.SPECIES:
            own_species[one.slug] = codec.from_data(Species, one.data, "species")
        else:
            own_moves[one.slug] = codec.from_data(Move, one.data, "move")
    return Known(own_species | dict(species.species()), own_moves | dict(species.moves()))
