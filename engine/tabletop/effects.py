"""What a move does besides damage (rules §3, §4, §8)."""

from __future__ import annotations

from engine.tabletop.changes import Afflicted, Lost, Shifted
from engine.tabletop.conditions import Status, immune
from engine.tabletop.events import Named, Spared
from engine.tabletop.moves import CURSE, CURSE_TYPE, UNSHIELDED, Effect, Move
from engine.tabletop.numbers import CONFUSION_ROUNDS, PERCENT
from engine.tabletop.stage import Stage, Steps, percent, throw
from engine.tabletop.stats import divided


def apply(stage: Stage, user: str, move: Move, target: str, *, dealt: int | None = None) -> Steps[None]:
    """All effects of a move. `dealt`: the Vitality that an attack cost; without any only its notes remain."""
    for effect in move.effects:
        on = user if effect.on_user else target
        if effect.note or not on or (effect.condition == CURSE and CURSE_TYPE not in stage.of(user).types):
            stage.tell(Named(user, target, move.slug, effect.note or effect.condition or effect.stat))
        elif dealt == 0 or not stage.of(on).standing:
            continue
        elif effect.chance == PERCENT or (yield from percent(stage, user, "effect", effect.chance)):
            yield from _one(stage, user, move, on, effect, dealt or 0)


def _one(stage: Stage, user: str, move: Move, on: str, effect: Effect, dealt: int) -> Steps[None]:
    if effect.recoil:
        stage.change(Lost(on, divided(dealt, effect.recoil), "recoil"))
    elif effect.condition:
        yield from afflict(stage, on, effect.condition, by=user, ignore=move.slug in UNSHIELDED)
    else:
        stage.change(Shifted(on, effect.stat, effect.by))


def afflict(stage: Stage, on: str, name: str, *, by: str, ignore: bool = False) -> Steps[None]:
    """A condition, if it can set in: not on the immune, not beside another exclusive one, fear on nobody who acted."""
    fighter = stage.of(on)
    possible = Afflicted(on, Status(name, by=by)).possible(fighter)
    if not possible or immune(name, fighter.types, ignore=ignore) or (name == "fear" and on in stage.acted):
        stage.tell(Spared(on, name))
        return
    count = (yield from throw(stage, on, "confusion_rounds", CONFUSION_ROUNDS)) if name == "confusion" else 0
    sets_in = Afflicted(on, Status(name, count, by))
    if sets_in.possible(stage.by_now().fighter(on)):
        stage.change(sets_in)
    else:  # somebody who acts at the same time was told first
        stage.fight = stage.fight.changed(sets_in)
        stage.tell(Spared(on, name))
