"""One fighter uses a move on another (rules §3), with what the other does about it."""

from __future__ import annotations

from engine.tabletop import effects, skills
from engine.tabletop.changes import Cured, Lost, Spent
from engine.tabletop.chart import stab, times
from engine.tabletop.damage import lost
from engine.tabletop.events import Countered, Dodged, Hit, Idled, Missed, Used
from engine.tabletop.fighter import Fighter
from engine.tabletop.moves import NEVER_MISSES, PHYSICAL, Move
from engine.tabletop.numbers import CRITICAL_DD, DD, DDS, DISTANCE_DD, EXCHANGES, TIMES_NONE
from engine.tabletop.orders import DODGE, ENDURE, NOTHING, Counter
from engine.tabletop.precision import attack_dd, precision
from engine.tabletop.settings import ASKED, BY_D100, Settings
from engine.tabletop.skills import CLOSE_COMBAT, FAST_MOVEMENT
from engine.tabletop.stage import Stage, Steps, ask, guard_dd, percent, roll
from engine.tabletop.stats import ATTACK_STAT, ENDURE_STAT
from engine.tabletop.turn import able, attracted, hindered


def use(stage: Stage, user: str, move: Move, target: str) -> Steps[None]:
    """Pays for a move and uses it; whoever is attacked may counter."""
    stage.change(Spent(user, move.energy))
    stage.tell(Used(user, move.slug, target))
    if not move.attacks:
        yield from _other(stage, user, move, target)
        return
    counter = yield from _counter(stage, user, move, target)
    if counter is None:
        yield from _strike(stage, user, move, target)
    else:
        yield from _duel(stage, user, move, target, counter)


def _other(stage: Stage, user: str, move: Move, target: str) -> Steps[None]:
    if (yield from _precise(stage, stage.of(user), move)):
        yield from effects.apply(stage, user, move, target)
    else:
        stage.tell(Missed(user, target, move.slug, critical=False))


def _precise(stage: Stage, user: Fighter, move: Move) -> Steps[bool]:
    """Whether a D100 allows it."""
    if move.precision == NEVER_MISSES:
        return True
    return (yield from percent(stage, user.id, "precision", now(user, move)))


def now(user: Fighter, move: Move) -> int:
    """A move's precision in its user's hands, per cent."""
    return precision(move.precision, user.ups, user.downs)


def difficulty(settings: Settings, user: Fighter, move: Move, *, contact: bool) -> int:
    """The difficulty of an attack roll: by its precision where the table wants that, and by the distance."""
    dd = DD
    if settings.precision != BY_D100 and move.precision != NEVER_MISSES:
        dd = attack_dd(now(user, move))
    remedy = FAST_MOVEMENT if move.category == PHYSICAL else CLOSE_COMBAT
    fits = contact == (move.category == PHYSICAL)
    return dd if fits or skills.points(user.skills, remedy) else min(DDS[1], dd + DISTANCE_DD)


def damage_dd(move: Move) -> int:
    """The difficulty of a damage roll."""
    return DD - CRITICAL_DD if move.critical else DD


def _strike(stage: Stage, user: str, move: Move, target: str, *, avoidable: bool = True) -> Steps[None]:
    """The attack roll, and what follows."""
    attacker, settings = stage.of(user), stage.fight.settings
    if settings.precision == BY_D100 and not (yield from _precise(stage, attacker, move)):
        stage.tell(Missed(user, target, move.slug, critical=False))
        return
    dd = difficulty(settings, attacker, move, contact=stage.fight.contact(user, target))
    points = yield from roll(stage, user, "attack", attacker.stat(ATTACK_STAT[move.category]), dd)
    if points <= 0:
        stage.tell(Missed(user, target, move.slug, critical=points < 0))
        return
    how = (yield from _reaction(stage, user, move, target, points)) if avoidable else NOTHING
    if how == DODGE:
        defender = stage.of(target)
        if (yield from roll(stage, target, "dodge", defender.stat("dexterity"), guard_dd(defender))) > points:
            stage.tell(Dodged(target, user))
            return
    yield from _hit(stage, user, move, target, points, endures=how == ENDURE)


def _reaction(stage: Stage, user: str, move: Move, target: str, points: int) -> Steps[str]:
    defender = stage.of(target)
    if not defender.standing or target in stage.stunned or defender.status("freeze"):
        return NOTHING
    plan = stage.plans.get(target)
    chosen = plan.reaction(user) if plan else ""
    if not chosen and stage.fight.settings.reactions == ASKED:
        return (yield from ask(target, user, move.slug, points))
    return chosen or NOTHING


def _hit(stage: Stage, user: str, move: Move, target: str, points: int, *, endures: bool) -> Steps[None]:
    attacker, defender = stage.of(user), stage.of(target)
    damage = yield from roll(stage, user, "damage", move.pool + points, damage_dd(move))
    own, other = stab(move.type, attacker.types), times(move.type, defender.types, stage.fight.settings.types)
    endured = 0
    if endures and damage > 0 and other != TIMES_NONE:  # else nothing is lost, whatever is endured
        pool = defender.stat(ENDURE_STAT[move.category])
        endured = yield from roll(stage, target, "endure", pool, guard_dd(defender))
    amount = lost(damage, own, other, endured)
    stage.tell(Hit(user, target, move.slug, damage, own, other, endured, amount))
    if amount:
        stage.change(Lost(target, amount, "hit"))
    if move.type == "fire" and defender.status("freeze"):
        stage.change(Cured(target, "freeze"))
    yield from effects.apply(stage, user, move, target, dealt=amount)


# Counter


def _counter(stage: Stage, user: str, move: Move, target: str) -> Steps[Move | None]:
    """The move with which an attack is countered, paid for, or None. The counter takes the place of an order, so
    what hinders its user is looked at now if it was not before."""
    plan = stage.plans.get(target)
    orders = [order for order in plan.orders if isinstance(order, Counter)] if plan else []
    for order in orders:
        own = stage.of(target).move(order.move)
        if target in stage.countered or order.against not in ("", user) or own is None or own.category != move.category:
            continue
        if not (yield from able(stage, target)):
            return None
        if hindered(stage.of(target), own.slug):
            return None  # to say it here would tell everybody what was ordered
        if stage.fight.rules > 1 and (yield from attracted(stage, target, user)):
            stage.tell(Idled(target, "attracted"))  # as the die does
            return None
        stage.countered.add(target)
        stage.change(Spent(target, own.energy))
        return own
    return None


def _duel(stage: Stage, user: str, move: Move, target: str, own: Move) -> Steps[None]:
    """Both roll in turn until one has reached the other's Constitution or Will; the winner attacks."""
    pairs = ((user, move, target), (target, own, user))
    totals = {user: 0, target: 0}
    for _ in range(EXCHANGES):
        for one, with_move, other in pairs:
            points = yield from roll(stage, one, "counter", stage.of(one).stat(ATTACK_STAT[move.category]))
            totals[one] += max(0, points)
            if totals[one] >= stage.of(other).stat(ENDURE_STAT[move.category]):
                stage.tell(Countered(target, user, own.slug, one))
                yield from _strike(stage, one, with_move, other, avoidable=False)
                return
    stage.tell(Countered(target, user, own.slug, ""))
