"""What a seat may know of a fight: no sheets that are secret from it, no orders that are still to come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.tabletop.changes import Counted, Equipped, Healed, Lost, Shifted, Spent
from engine.tabletop.events import UNCOUNTERED, Event, Idled
from engine.tabletop.fight import Fight
from engine.tabletop.fighter import GM, Fighter
from engine.tabletop.orders import Action, Add, Round, Rule
from engine.tabletop.stats import STATS, UNCHANGED, Stats

BLANK = Stats(**dict.fromkeys(STATS, 1))  # of a sheet that is not to be seen
OF_SHEET = (Spent, Shifted, Counted, Equipped, Healed)  # what would tell of it


def fight(state: Fight, seat: int | None) -> Fight:
    """The fight as a seat (None: a spectator) sees it; the GM sees all. In a round it is as it stands by then."""
    if seat == GM:
        return state
    now = state.now
    return replace(now, fighters=tuple(_fighter(fighter, seat) for fighter in now.fighters), before=None)


def action(state: Fight, done: Action, seat: int | None) -> Action:
    """What a seat may know of an action: of orders its own, of the GM's changes those of sheets that it sees."""
    if seat == GM:
        return done
    if isinstance(done, Round):
        seats = {fighter.id: fighter.seat for fighter in state.fighters}
        return replace(done, plans=tuple(plan for plan in done.plans if seats.get(plan.fighter, GM) == seat))
    if isinstance(done, Add):
        return replace(done, fighter=_fighter(done.fighter, seat))
    if isinstance(done, Rule):
        hidden = _hidden(state, seat)
        return replace(done, changes=tuple(change for change in done.changes if change.fighter not in hidden))
    return done


def events(state: Fight, happened: Iterable[Event], seat: int | None) -> list[Event]:
    """What a seat may know of what happened to a fight: not what tells of a sheet or an order that it does not see."""
    hidden = _hidden(state, seat)
    others = set() if seat == GM else {fighter.id for fighter in state.fighters if fighter.seat != seat}
    return [event for event in happened if not _tells(event, hidden) and not _tells_of_order(event, others)]


def _tells_of_order(event: Event, others: set[str]) -> bool:
    """An order that came to nothing shows in the fight as little as the others' orders do in its log."""
    return isinstance(event, Idled) and event.why == UNCOUNTERED and event.fighter in others


def _tells(event: Event, hidden: set[str]) -> bool:
    if isinstance(event, Lost):
        return event.why != "hit" and event.fighter in hidden
    return isinstance(event, OF_SHEET) and event.fighter in hidden


def _hidden(state: Fight, seat: int | None) -> set[str]:
    return {fighter.id for fighter in state.fighters if secret(fighter, seat)}


def secret(fighter: Fighter, seat: int | None) -> bool:
    """Whether its sheet is secret from a seat."""
    return fighter.secret and seat not in (GM, fighter.seat)


def _fighter(fighter: Fighter, seat: int | None) -> Fighter:
    """A fighter; of a secret sheet only what shows in the fight."""
    if not secret(fighter, seat):
        return fighter
    return replace(
        fighter,
        stats=BLANK,
        changes=UNCHANGED,
        max_vitality=1,
        vitality=int(fighter.vitality > 0),
        max_energy=0,
        energy=0,
        level=1,
        moves=(),
        skills=(),
        item="",
        ups=0,
        downs=0,
        statuses=tuple(replace(status, count=0) for status in fighter.statuses),
    )
