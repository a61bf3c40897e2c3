"""What keeps a fighter from acting when its action comes (rules §4)."""

from __future__ import annotations

from engine.tabletop.changes import Counted, Cured, Lost
from engine.tabletop.conditions import Status
from engine.tabletop.events import Idled
from engine.tabletop.moves import THAWING
from engine.tabletop.numbers import CONFUSION_POOL, HALF_CHANCE, THAW_CHANCE, WAKE_CERTAIN, WAKE_CHANCE
from engine.tabletop.orders import Use
from engine.tabletop.stage import Stage, Steps, percent, roll


def able(stage: Stage, id: str) -> Steps[bool]:
    """Whether it can act at all this round; the dice for that are thrown once, when its action comes."""
    if id not in stage.able:
        stage.acted.add(id)
        stage.able[id] = yield from _able(stage, id)
    return stage.able[id]


def _able(stage: Stage, id: str) -> Steps[bool]:
    for name, hinders in (("sleep", _sleep), ("freeze", _freeze), ("paralysis", _paralysis), ("confusion", _confusion)):
        status = stage.of(id).status(name)
        if status and (yield from hinders(stage, id, status)):
            return False
    return True


def _sleep(stage: Stage, id: str, status: Status) -> Steps[bool]:
    """It may wake. Asleep it can do what is no attack, so this alone hinders nothing."""
    count = status.count + 1
    if count >= WAKE_CERTAIN or (yield from percent(stage, id, "wake", WAKE_CHANCE)):
        stage.change(Cured(id, "sleep"))
    else:
        stage.change(Counted(id, "sleep", count))
    return False


def _freeze(stage: Stage, id: str, status: Status) -> Steps[bool]:
    plan = stage.plans.get(id)
    thaws = any(isinstance(order, Use) and order.move in THAWING for order in (plan.orders if plan else ()))
    if thaws or (yield from percent(stage, id, "thaw", THAW_CHANCE)):
        stage.change(Cured(id, "freeze"))
        return False
    stage.tell(Idled(id, "frozen"))
    return True


def _paralysis(stage: Stage, id: str, status: Status) -> Steps[bool]:
    if not (yield from percent(stage, id, "paralysis", HALF_CHANCE)):
        return False
    stage.stunned.add(id)
    stage.tell(Idled(id, "paralysed"))
    return True


def _confusion(stage: Stage, id: str, status: Status) -> Steps[bool]:
    """It may hurt itself instead of acting: a typeless pool that cannot be endured. One of its rounds is over."""
    hurts = yield from percent(stage, id, "confusion", HALF_CHANCE)
    if hurts:
        stage.tell(Idled(id, "confused"))
        damage = yield from roll(stage, id, "confusion", CONFUSION_POOL)
        if damage > 0:
            stage.change(Lost(id, damage, "confusion"))
    if status.count <= 1:
        stage.change(Cured(id, "confusion"))
    else:
        stage.change(Counted(id, "confusion", status.count - 1))
    return hurts
