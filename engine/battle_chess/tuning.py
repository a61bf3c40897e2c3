"""What `python -m engine tune` needs to know of Battle Chess."""

from __future__ import annotations

from collections.abc import Mapping

from engine.battle_chess import weights
from engine.battle_chess.evaluate import Evaluator
from engine.battle_chess.features import features as features  # of a position, by name
from engine.battle_chess.game import BattleChess


def hand(setup: str) -> dict[str, float]:
    """The weights to begin with: those set by hand."""
    return weights.read(weights.HAND)


def judged_by(found: Mapping[str, float]) -> BattleChess:
    """The game, with an evaluation of these weights alone."""
    return BattleChess(Evaluator(dict.fromkeys(weights.fitted(), found)))


def keep(setup: str, found: Mapping[str, float]) -> str:
    """Write the weights fitted to a setup where the evaluation finds them. Returns the file's name."""
    return str(weights.write(setup, found))
