"""Species and moves that GMs make for their table (rules §8)."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.utils.translation import gettext as _

from engine.tabletop import codec, species
from engine.tabletop.moves import Move
from engine.tabletop.species import Species
from engine.tabletop.stats import BaseValues
from games.play.errors import Refused
from games.play.services.talk import clean
from games.players.models import Player
from games.tables.models import Homebrew, Table
from games.tables.services.door import check_gm, check_not_closed, locked_table
from games.tables.services.sheets import rules

MOST = 100  # of one table


def slug_of(name: str) -> str:
    """A name in small letters without accents; "" if nothing is left of it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub("[^a-z0-9]+", "_", plain).strip("_")


def keep_species(
    *, table_id: int, player: Player, name: str, french: str, types: tuple[str, ...], base: dict[str, int]
) -> Homebrew:
    """A GM makes a species, or changes the table's own of that name. Raises NotYours, Refused, Illegal."""
    with locked_table(table_id) as table, rules():
        name = clean(name)
        made = Species(slug_of(name), 0, name, clean(french) or name, types, BaseValues(**base))
        return _keep(table, player, Homebrew.Kind.SPECIES, made.slug, made, taken=made.slug in species.species())


def keep_move(*, table_id: int, player: Player, name: str, **told: Any) -> Homebrew:
    """The same with a move; `told` are fields of the engine's Move."""
    with locked_table(table_id) as table, rules():
        name = clean(name)
        made = Move(slug_of(name), name, **told)
        return _keep(table, player, Homebrew.Kind.MOVE, made.slug, made, taken=made.slug in species.moves())


def _keep(table: Table, player: Player, kind: Homebrew.Kind, slug: str, made: Any, *, taken: bool) -> Homebrew:
    check_gm(table, player)
    check_not_closed(table)
    if taken:
        raise Refused(_("The rules have one of that name already: choose another name."))
    if table.homebrew.exclude(kind=kind, slug=slug).count() >= MOST:
        raise Refused(_("%d are enough for one table: delete one first.") % MOST)
    return table.homebrew.update_or_create(kind=kind, slug=slug, defaults={"data": codec.to_data(made)})[0]


def drop(*, table_id: int, player: Player, homebrew_id: int) -> None:
    """A GM takes one away again; sheets that have it keep it. Raises NotYours, Refused."""
    with locked_table(table_id) as table:
        check_gm(table, player)
        check_not_closed(table)
        table.homebrew.filter(pk=homebrew_id).delete()
