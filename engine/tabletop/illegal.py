"""Whether an action may be taken, and if not, why not: in words that help to put it right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.protocol import IllegalAction
from engine.tabletop.changes import Afflicted, Stood
from engine.tabletop.fight import Asked, Fight
from engine.tabletop.fighter import Fighter
from engine.tabletop.moves import STRUGGLE, Move
from engine.tabletop.numbers import MOST_FIGHTERS
from engine.tabletop.orders import (
    REACTIONS,
    Action,
    Add,
    Approach,
    Ball,
    Counter,
    End,
    Open,
    Order,
    Plan,
    React,
    Roll,
    Round,
    Rule,
    Settle,
    Throw,
    Undo,
    Use,
    Withdraw,
)
from engine.words import Words


def check(fight: Fight, action: Action) -> None:
    """Raise IllegalAction unless the action may be taken now."""
    ask = fight.pending.ask if fight.pending else fight.awaits
    if ask is not None:
        _check_answer(fight, ask, action)
        return
    if fight.over:
        raise IllegalAction(Words("the fight is over"), code="over")
    _CHECKS[type(action)](fight, action)


def _check_answer(fight: Fight, ask: object, action: Action) -> None:
    if fight.pending is None:
        raise IllegalAction(Words("what is going on is hidden here"), code="hidden")
    if isinstance(action, Undo):
        return
    if not isinstance(action, React) or not isinstance(ask, Asked):
        raise IllegalAction(Words("somebody is asked first how to meet an attack"), code="asked")
    if action.how not in REACTIONS:
        known = ", ".join(REACTIONS)
        raise IllegalAction(Words("the answer is one of {known}", known=known), code="reaction", field="how")


def check_plan(fight: Fight, plan: Plan) -> None:
    """Raise IllegalAction unless a fighter can be told this for the coming round; for a form that takes orders."""
    fighter = _present(fight, plan.fighter, "fighter")
    if len(plan.orders) > fighter.orders:
        message = Words("of orders {name} can be given {most} a round", name=fighter.name, most=fighter.orders)
        raise IllegalAction(message, code="too_many", field="orders")
    spent = 0
    for order in plan.orders:
        spent += _check_order(fight, fighter, order)
    if spent > fighter.energy:
        message = Words("{name} has {energy} Energy, and this costs {spent}", **_costs(fighter, spent))
        raise IllegalAction(message, code="energy", field="orders")
    for reaction in plan.reactions:
        if reaction.against:
            fight.fighter(reaction.against)


def _costs(fighter: Fighter, spent: int) -> dict[str, object]:
    return {"name": fighter.name, "energy": fighter.energy, "spent": spent}


def _check_order(fight: Fight, fighter: Fighter, order: Order) -> int:
    """The Energy that it costs."""
    match order:
        case Use():
            move = _own_move(fighter, order.move)
            _check_target(fight, fighter, move, order.target)
            return move.energy
        case Counter():
            move = _own_move(fighter, order.move)
            if not move.attacks:
                raise IllegalAction(Words("{move} is no attack", move=move.name), code="no_attack", field="move")
            if order.against:
                _other(fight, fighter, order.against)
            return move.energy
        case Approach() | Withdraw():
            _other(fight, fighter, order.target)
        case Ball():
            _check_target_of_ball(fight, order.target)
    return 0


def _own_move(fighter: Fighter, slug: str) -> Move:
    move = fighter.move(slug)
    if move is not None:
        return move
    if slug == STRUGGLE.slug and not fighter.trainer:
        message = Words("{name} has the Energy for another move than Struggle", name=fighter.name)
        raise IllegalAction(message, code="struggle", field="move")
    message = Words("{name} does not know the move {slug!r}", name=fighter.name, slug=slug[:40])
    raise IllegalAction(message, code="unknown_move", field="move")


def _check_target(fight: Fight, fighter: Fighter, move: Move, target: str) -> None:
    if not target:
        if move.targeted:
            raise IllegalAction(Words("{move} needs a target", move=move.name), code="target", field="target")
    elif not move.targeted:
        raise IllegalAction(Words("{move} takes no target", move=move.name), code="target", field="target")
    elif target == fighter.id and not move.attacks:
        return
    else:
        _other(fight, fighter, target)


def _other(fight: Fight, fighter: Fighter, id: str) -> None:
    _present(fight, id, "target")
    if id == fighter.id:
        raise IllegalAction(Words("somebody else is wanted"), code="itself", field="target")


def _present(fight: Fight, id: str, field: str) -> Fighter:
    try:
        fighter = fight.fighter(id)
    except IllegalAction as error:
        raise IllegalAction(error.args[0], code=error.code, field=field) from error
    if fighter.out:
        raise IllegalAction(Words("{name} is no longer in the fight", name=fighter.name), code="out", field=field)
    return fighter


def _check_changes(fight: Fight, action: Rule) -> None:
    for change in action.changes:
        fighter = fight.fighter(change.fighter)
        if isinstance(change, Stood):
            _check_pair(fight, change)
        if isinstance(change, Afflicted) and not change.possible(fighter):
            message = Words("{name} has such a condition already", name=fighter.name)
            raise IllegalAction(message, code="condition", field="changes")
        fight = fight.changed(change)


def _check_pair(fight: Fight, change: Stood) -> None:
    fight.fighter(change.other)
    if change.other == change.fighter:
        raise IllegalAction(Words("somebody else is wanted"), code="itself", field="changes")


def _check_joining(fight: Fight, action: Add) -> None:
    ids = [fighter.id for fighter in fight.fighters]
    if action.fighter.id in ids:
        message = Words("somebody in this fight is called {id!r} already", id=action.fighter.id)
        raise IllegalAction(message, code="taken", field="fighter")
    if len(ids) >= MOST_FIGHTERS:
        message = Words("a fight has room for {most}", most=MOST_FIGHTERS)
        raise IllegalAction(message, code="full", field="fighter")
    for other in action.contacts:
        _present(fight, other, "contacts")


def _check_throw(fight: Fight, action: Throw) -> None:
    if action.target:
        _check_target_of_ball(fight, action.target)


def _check_target_of_ball(fight: Fight, target: str) -> None:
    if _present(fight, target, "target").trainer:
        raise IllegalAction(Words("a ball catches Pokémon alone"), code="trainer", field="target")


def _check_round(fight: Fight, action: Round) -> None:
    for place, plan in enumerate(action.plans):
        if plan.fighter in {other.fighter for other in action.plans[:place]}:
            raise IllegalAction(Words("there are two plans for one fighter"), code="twice", field="plans")
        check_plan(fight, plan)


def _check_settling(fight: Fight, action: Settle) -> None:
    if action.fighter not in {request.fighter for request in fight.requests}:
        raise IllegalAction(Words("nothing of theirs waits for the GM"), code="settled", field="fighter")


def _check_roll(fight: Fight, action: Roll) -> None:
    if action.fighter:
        _present(fight, action.fighter, "fighter")


def _check_undo(fight: Fight, action: Undo) -> None:
    if fight.before is None:
        raise IllegalAction(Words("there is no round to undo"), code="no_round")


def _not_asked(fight: Fight, action: React) -> None:
    raise IllegalAction(Words("nobody is asked how to meet an attack"), code="not_asked")


def _begun(fight: Fight, action: Open) -> None:
    raise IllegalAction(Words("the fight has begun"), code="begun")


def _always(fight: Fight, action: End) -> None:
    pass


_CHECKS: dict[type, Callable[[Fight, Any], None]] = {
    Open: _begun,
    Round: _check_round,
    React: _not_asked,
    Rule: _check_changes,
    Add: _check_joining,
    Settle: _check_settling,
    Roll: _check_roll,
    Throw: _check_throw,
    Undo: _check_undo,
    End: _always,
}
