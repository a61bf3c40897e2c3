"""A ball is thrown at a Pokémon (rules §5)."""

from __future__ import annotations

from engine.tabletop import capture
from engine.tabletop.changes import Left
from engine.tabletop.events import Thrown
from engine.tabletop.fight import Fight
from engine.tabletop.fighter import CAUGHT
from engine.tabletop.numbers import CAPTURE_ROLLS
from engine.tabletop.orders import Ball, Throw
from engine.tabletop.stage import Stage, Steps, roll


def throw_dd(fight: Fight, target: str, dd: int, easier: int = 0) -> int:
    """The final difficulty of a throw at somebody, or at "": the GM's, less what has weakened the target."""
    if target:
        aimed = fight.fighter(target)
        names = [status.name for status in aimed.statuses]
        easier += capture.easier(aimed.vitality, aimed.max_vitality, names, aimed.lowered)
    return capture.difficulty(dd, easier)


def throw(stage: Stage, thrown: Ball | Throw, by: str = "") -> Steps[None]:
    """Rolls until one fails; if none does, the target is caught."""
    pool, dd = capture.dice(thrown.ball), throw_dd(stage.fight, thrown.target, thrown.dd, thrown.easier)
    caught = True
    for _ in range(CAPTURE_ROLLS):
        caught = (yield from roll(stage, thrown.target, "capture", pool, dd)) > 0
        if not caught:
            break
    stage.tell(Thrown(thrown.target, thrown.ball, pool, dd, caught, by))
    if caught and thrown.target:
        stage.change(Left(thrown.target, CAUGHT))
