"""A table for tests in a browser: its sheets are so strong that what they try comes true nearly always."""

from __future__ import annotations

import json
from dataclasses import replace

from django.utils import timezone

from engine.tabletop import codec
from engine.tabletop.settings import USUAL
from engine.tabletop.sheets import pokemon, trainer
from engine.tabletop.species import moves, species
from engine.tabletop.stats import Stats
from games.players.models import Player
from games.tables.models import Scene, Sheet
from games.tables.services import sheets
from tests.tables.helpers import joined, opened, opened_scene

STRONG = Stats(strength=12, concentration=40, constitution=4, will=4, dexterity=40)
WEAK = Stats(strength=12, concentration=12, constitution=4, will=4, dexterity=4)


def table(gm: Player, first: Player, second: Player) -> Scene:
    """The scene of `Arranger.table`."""
    made = opened(gm)
    for player in (first, second):
        joined(made, gm, player)
    aline = replace(trainer("Aline", Stats(*[0] * 5), {}), items=("master_ball",))
    for owner, name, of, stats, known in (
        (first, "Bubbles", "squirtle", STRONG, ("water_gun", "tackle")),
        (second, "Sparks", "pikachu", STRONG, ("glare", "quick_attack")),
        (None, "Rex", "charmander", WEAK, ("ember", "scratch")),
    ):
        sheet = pokemon(species()[of], USUAL, name=name, level=9, moves=[moves()[slug] for slug in known])
        imported(made.pk, gm, owner, replace(sheet, base=stats, base_vitality=400, vitality=400))
    imported(made.pk, gm, first, aline)
    return opened_scene(made, gm, "At the ford")


def imported(table_id: int, gm: Player, owner: Player | None, value: object) -> Sheet:
    """A sheet as somebody's, or the GMs'."""
    text = json.dumps(codec.to_data(value))
    return sheets.import_sheet(
        table_id=table_id, player=gm, owner_id=owner.pk if owner else None, text=text, secret=False, now=timezone.now()
    )
