"""A round of a fight, phase by phase (rules §3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from engine.tabletop import attack, conditions, items, throwing, turn
from engine.tabletop.changes import Counted, Cured, Equipped, Healed, Left, Lost, Placed, Stood, Waited
from engine.tabletop.damage import share
from engine.tabletop.events import UNCOUNTERED, Began, Idled, Said
from engine.tabletop.fight import Fight, Request
from engine.tabletop.fighter import DOWN, Fighter
from engine.tabletop.numbers import SIDES
from engine.tabletop.orders import Approach, Ball, Counter, Order, Round, Say, Use, Wait, Withdraw
from engine.tabletop.stage import Stage, Steps, throw
from engine.tabletop.turn import able, attracted, hindered


def initiative(stage: Stage) -> Steps[None]:
    """One die and Dexterity, for everybody who has none yet."""
    for fighter in stage.fight.fighters:
        if fighter.initiative is None and not fighter.out:
            die = yield from throw(stage, fighter.id, "initiative", SIDES)
            stage.change(Placed(fighter.id, die + fighter.stat("dexterity")))


def play(stage: Stage, action: Round) -> Steps[None]:
    """Everybody's actions, the highest initiative first; what conditions cost; items, and who leaves."""
    before = replace(stage.fight, before=None)
    stage.plans = {plan.fighter: plan for plan in action.plans}
    stage.tell(Began(before.round))
    stage.confused = {fighter.id for fighter in before.fighters if fighter.status("confusion")}
    yield from initiative(stage)
    for together in _groups(stage.fight):
        yield from _together(stage, together)
    _counters(stage)
    _conditions(stage)
    if stage.fight.rules > 1:
        turn.clear_up(stage)
    _end(stage)
    stage.fight = replace(stage.fight, round=before.round + 1, before=before)


def _groups(fight: Fight) -> Iterator[list[str]]:
    """Who acts at the same time, in order."""
    order = sorted((fighter for fighter in fight.fighters if fighter.standing), key=_place)
    return ([fighter.id for fighter in group] for _, group in groupby(order, key=_place))


def _place(fighter: Fighter) -> int:
    return -(fighter.initiative or 0)


def _together(stage: Stage, ids: list[str]) -> Steps[None]:
    """Each acts on the state before any of them; then all that they did happens."""
    stage.start, stage.mark, requests = stage.fight, len(stage.events), stage.fight.requests
    stage.acted.update(ids if len(ids) > 1 else ())
    stage.looks.clear()
    for id in ids:
        stage.fight, stage.unseen = replace(stage.start, requests=requests), dict(stage.looks)
        yield from _act(stage, id)
        requests = stage.fight.requests
    stage.fight = replace(stage.by_now(), requests=requests)


def _act(stage: Stage, id: str) -> Steps[None]:
    plan = stage.plans.get(id)
    orders = (plan.orders if plan else ()) or (Wait(),)
    if not stage.of(id).standing:
        return
    if stage.of(id).waiting and not any(isinstance(order, Wait) for order in orders):
        stage.change(Waited(id, False))
    balls = [order for order in orders if isinstance(order, Ball)]
    for ball in balls:  # its trainer's doing: nothing that hinders the Pokémon is in the way
        yield from _throw(stage, id, ball)
    if len(balls) == len(orders) or not (yield from able(stage, id)):
        return
    for order in orders:
        if stage.of(id).standing:
            yield from _carry_out(stage, id, order)


def _throw(stage: Stage, id: str, ball: Ball) -> Steps[None]:
    if stage.fight.standing(ball.target):
        yield from throwing.throw(stage, ball, id)
    else:
        stage.tell(Idled(id, "target_gone"))


def _carry_out(stage: Stage, id: str, order: Order) -> Steps[None]:
    if isinstance(order, Use):
        yield from _use(stage, id, order)
    elif isinstance(order, Wait):
        stage.change(Waited(id, True))
    elif isinstance(order, Approach | Withdraw):
        if stage.fight.standing(order.target):
            stage.change(Stood(id, order.target, isinstance(order, Approach)))
        else:
            stage.tell(Idled(id, "target_gone"))
    elif isinstance(order, Say):
        stage.tell(Said(id, order.text))
        stage.fight = replace(stage.fight, requests=(*stage.fight.requests, Request(id, order.text)))


def _use(stage: Stage, id: str, order: Use) -> Steps[None]:
    fighter = stage.of(id)
    move, why = fighter.move(order.move), hindered(fighter, order.move)
    assert move is not None, "the plan was checked, and Energy only falls in a round"
    if not why and order.target and not stage.fight.standing(order.target):
        why = "target_gone"
    if not why and (yield from attracted(stage, id, order.target)):
        why = "attracted"
    if why:
        stage.tell(Idled(id, why))
    else:
        yield from attack.use(stage, id, move, order.target)


# What runs by itself


def _counters(stage: Stage) -> None:
    """Who waited in vain to counter an attack: it took the place of an order."""
    for id, plan in stage.plans.items():
        ordered = any(isinstance(order, Counter) for order in plan.orders)
        if ordered and id not in stage.countered and stage.able.get(id) and stage.fight.standing(id):
            stage.tell(Idled(id, UNCOUNTERED))


def _conditions(stage: Stage) -> None:
    for fighter in stage.fight.fighters:
        for status in fighter.statuses:
            amount = conditions.loss(status, fighter.max_vitality)
            if amount and stage.fight.standing(fighter.id):
                stage.change(Lost(fighter.id, amount, status.name))
                if conditions.BY_NAME[status.name].grows:
                    stage.change(Counted(fighter.id, status.name, status.count + 1))


def _end(stage: Stage) -> None:
    for fighter in stage.fight.fighters:
        if fighter.out:
            continue
        if fighter.status("fear"):
            stage.change(Cured(fighter.id, "fear"))
        if fighter.standing:
            _item(stage, fighter)
        else:
            stage.change(Left(fighter.id, DOWN))


def _item(stage: Stage, fighter: Fighter) -> None:
    item = items.BY_SLUG.get(fighter.item)
    if item is None:
        return
    amount = share(item.share, fighter.max_vitality) if item.share else item.heals
    heals = amount and fighter.vitality < fighter.max_vitality and fighter.vitality <= item.below * fighter.max_vitality
    cures = [status.name for status in fighter.statuses if status.name in item.cures]
    if heals:
        stage.change(Healed(fighter.id, min(amount, fighter.max_vitality - fighter.vitality), item.slug))
    for name in cures:
        stage.change(Cured(fighter.id, name))
    if (heals or cures) and not item.lasts:
        stage.change(Equipped(fighter.id, ""))
