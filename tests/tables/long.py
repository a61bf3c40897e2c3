"""A table on which every name is one word, as long as it may be: pages have to break it."""

from __future__ import annotations

from dataclasses import replace

from django.utils import timezone

from engine.tabletop.numbers import MOST_NAME
from engine.tabletop.settings import USUAL
from engine.tabletop.sheets import pokemon, trainer
from engine.tabletop.species import moves, species
from engine.tabletop.stats import Stats
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import NAME_LENGTH
from games.tables.services import homebrew, posts, requests
from games.tables.services.fights import Newcomer
from games.tables.services.posts import Wording
from tests.tables.fighting import WILD, fought
from tests.tables.helpers import joined, opened, opened_scene, rolled
from tests.tables.strong import imported

WORD = "W" * NAME_LENGTH  # the widest letter
NAME = "W" * MOST_NAME


def fight(gm: Player, player: Player) -> Fight:
    """In a scene with posts and a roll that is asked for; the player has to give orders, after a round."""
    now = timezone.now()
    made = opened(gm, name=WORD, description=f"{WORD}\n\n*{WORD}*")
    joined(made, gm, player)
    base = dict.fromkeys(("hp", "attack", "defence", "special_attack", "special_defence", "speed"), 50)
    homebrew.keep_species(table_id=made.pk, player=gm, name=NAME, french="", types=("water",), base=base)
    move = {"type": "water", "category": "physical", "pool": 2, "precision": 100, "energy": 2}
    homebrew.keep_move(table_id=made.pk, player=gm, name=NAME, **move)
    own = imported(made.pk, gm, player, replace(trainer(NAME, Stats(*[0] * 5), {NAME: 2}), items=(NAME,)))
    charmander = pokemon(species()["charmander"], USUAL, name="M" * MOST_NAME, level=9, moves=[moves()["ember"]])
    its = imported(made.pk, gm, player, charmander)
    scene = opened_scene(made, gm, WORD)
    told = Wording(f"# {WORD}\n\n> {WORD}\n\n- {WORD}\n\n`{WORD}`\n\n{WORD}", to_gm=WORD)
    posts.write(scene_id=scene.pk, player=player, wording=told, key="", now=now, speaker_id=own.pk)
    rolled(scene, player, WORD)
    asked = {"what": WORD, "stat": "will", "skill": NAME, "dd": 6, "audience": "all"}
    requests.ask(scene_id=scene.pk, player=gm, sheet_ids=[own.pk], now=now, **asked)
    coming = [Newcomer(own.pk, 0, "a"), Newcomer(its.pk, 0, "a"), Newcomer(replace(WILD, name=NAME), 1, "a", 8)]
    return fought(scene, gm, *coming, name=WORD)
