"""What keeps a fighter from acting when its action comes (rules §4)."""

from __future__ import annotations

from engine.tabletop.changes import Counted, Cured, Lost
from engine.tabletop.conditions import Status
from engine.tabletop.events import Idled
from engine.tabletop.fighter import Fighter
from engine.tabletop.moves import ASLEEP, THAWING
from engine.tabletop.numbers import CONFUSION_POOL, HALF_CHANCE, THAW_CHANCE, WAKE_CERTAIN, WAKE_CHANCE
from engine.tabletop.orders import Use
from engine.tabletop.stage import Stage, Steps, percent, roll


def able(stage: Stage, id: str) -> Steps[bool]:
    """Whether it can act at all this round; the dice for that are thrown once, when its action comes."""
    if id not in stage.able:
        stage.acted.add(id)
        if stage.of(id).status("confusion"):
            stage.confused.add(id)
        mark = len(stage.events)
        stage.able[id] = yield from _able(stage, id)
        if stage.able[id]:
            stage.looks[id] = stage.changes_since(mark)
    elif stage.fight.rules > 1:
        for change in stage.unseen.pop(id, ()):
            stage.fight = stage.fight.changed(change)
    return stage.able[id]


def hindered(fighter: Fighter, move: str) -> str:
    """Why it cannot use this move, as in `Idled`, or "".

    What §4 calls attacks are moves of all categories: of those it lets the sleeping use, Sleep Talk does no damage.
    """
    if fighter.status("fear"):
        return "afraid"
    return "asleep" if fighter.status("sleep") and move not in ASLEEP else ""


def attracted(stage: Stage, id: str, to: str) -> Steps[bool]:
    """Whether it cannot bring itself to attack this one."""
    status = stage.of(id).status("attraction")
    if status is None or status.by != to or (not to and stage.fight.rules > 1):
        return False
    return (yield from percent(stage, id, "attraction", HALF_CHANCE))


def clear_up(stage: Stage) -> None:
    """One of the rounds of each confusion is over. One that sets in after the action came has all of them before it."""
    for fighter in stage.fight.fighters:
        status = fighter.status("confusion")
        if status and fighter.standing and fighter.id in stage.confused:
            _count_down(stage, fighter.id, status)


def _able(stage: Stage, id: str) -> Steps[bool]:
    for name, hinders in (("sleep", _sleep), ("freeze", _freeze), ("paralysis", _paralysis), ("confusion", _confusion)):
        status = stage.of(id).status(name)
        if status and (yield from hinders(stage, id, status)):
            return False
    return True


def _sleep(stage: Stage, id: str, status: Status) -> Steps[bool]:
    """It may wake. Asleep it can do all but use moves, so this alone hinders nothing."""
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
    """It may hurt itself instead of acting: a typeless pool that cannot be endured."""
    hurts = yield from percent(stage, id, "confusion", HALF_CHANCE)
    if hurts:
        stage.tell(Idled(id, "confused"))
        damage = yield from roll(stage, id, "confusion", CONFUSION_POOL)
        if damage > 0:
            stage.change(Lost(id, damage, "confusion"))
    if stage.fight.rules == 1:  # then no round counted in which something else came before it
        _count_down(stage, id, status)
    return hurts


def _count_down(stage: Stage, id: str, status: Status) -> None:
    if status.count <= 1:
        stage.change(Cured(id, "confusion"))
    else:
        stage.change(Counted(id, "confusion", status.count - 1))
