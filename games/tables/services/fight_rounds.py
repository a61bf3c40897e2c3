"""Rounds of a fight: orders are collected, sealed, and carried out together; who is asked answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from engine.protocol import EngineError
from engine.tabletop import codec, illegal
from engine.tabletop.fight import Fight as State
from engine.tabletop.orders import ENDURE, Ball, Order, Plan, React, Reaction, Round, Undo
from games.outbox import services as outbox
from games.play.errors import Illegal, NotYours, Refused, Stale
from games.play.words import reason
from games.players.models import Player
from games.tables.fight_models import Fight, Orders
from games.tables.models import Member, Table
from games.tables.queries.fights import asked, awaited, players_of, state_of
from games.tables.services import balls, fight_log
from games.tables.services.door import check_gm, check_posting, locked_fight, member_of

REMINDER_SHARE = 0.2  # of the time that is left when the reminder goes out
ABSENT = ENDURE  # how they meet an attack who were asked and did not answer, or gave no orders


class NotThese(Illegal):
    """Orders that a fighter cannot be given; `fighter` says whose they are."""

    def __init__(self, fighter: str, words: str) -> None:
        super().__init__(words)
        self.fighter = fighter


def give_orders(*, fight_id: int, player: Player, phase: int, plans: Mapping[str, Plan | None], now: datetime) -> Fight:
    """Seal the orders of fighters, by their ids, for the coming round; None takes them back.

    All are kept or none. When everybody's are in, the round is resolved. Raises NotYours, Stale, Refused, and NotThese
    for what the rules do not allow.
    """
    with locked_fight(fight_id) as fight:
        state = _check_orders(fight, player, phase)
        whose = players_of(fight)
        is_gm = member_of(fight.scene.table, player).is_gm
        for id, plan in plans.items():
            if id not in whose or not (is_gm if whose[id] is None else whose[id] == player):
                raise NotYours(_("You do not give orders to this fighter."))
            if plan is None:
                fight.orders.filter(fighter=id).delete()
                continue
            sealed = _checked(fight, state, replace(plan, fighter=id))
            values = {"player": player, "plan": codec.dumps(sealed), "by_gm": is_gm, "given_at": now}
            fight.orders.update_or_create(fighter=id, defaults=values)
        balls.check(fight, None if is_gm else player.pk)
        if not resolve_if_all_in(fight, state, now=now):
            note_awaited(fight, state)
            _wake(fight, state, now=now)
    return fight


def resolve_if_all_in(fight: Fight, state: State, *, now: datetime) -> bool:
    """Resolve the round of a locked fight if nobody's orders are still to come."""
    wanted = set(awaited(fight, state))
    if not wanted or not wanted <= set(fight.orders.values_list("fighter", flat=True)):
        return False
    _resolve(fight, state, player=None, now=now)
    return True


def _check_orders(fight: Fight, player: Player, phase: int) -> State:
    """The state in which orders may be given."""
    member_of(fight.scene.table, player)
    check_going_on(fight, phase)
    state = state_of(fight)
    if state.pending is not None:
        raise Refused(_("The round is being resolved: somebody is asked first how to meet an attack."))
    return state


def check_going_on(fight: Fight, phase: int) -> None:
    """Raises Refused unless the fight goes on, and Stale unless it still waits for the same thing."""
    check_posting(fight.scene)
    if fight.ended_at:
        raise Refused(_("This fight is over."))
    if fight.phase != phase:
        raise Stale(_("The fight has gone on meanwhile: look at it as it stands now. Nothing was changed."))


def _checked(fight: Fight, state: State, plan: Plan) -> Plan:
    """The plan with what the GM has said of balls, if it can be followed. Raises NotThese."""
    try:
        found = replace(plan, orders=tuple(_with_difficulty(fight, state, order) for order in plan.orders))
        illegal.check_plan(state, found)
    except EngineError as error:
        raise NotThese(plan.fighter, reason(error)) from error
    except Refused as error:
        raise NotThese(plan.fighter, str(error)) from error
    return found


def _with_difficulty(fight: Fight, state: State, order: Order) -> Order:
    if not isinstance(order, Ball):
        return order
    if order.target not in fight.difficulties:
        name = state.fighter(order.target).name
        raise Refused(_("The game master has not said how hard it is to catch {name}.").format(name=name))
    return replace(order, dd=fight.difficulties[order.target])


def possible(fight: Fight, state: State, plan: Plan) -> Plan:
    """What of sealed orders can still be followed, after what the GM has changed since: all, or none."""
    try:
        return _checked(fight, state, plan)
    except NotThese:
        return replace(plan, orders=())


def close_round(*, fight_id: int, player: Player, phase: int, now: datetime) -> Fight:
    """A GM closes the round: who has no orders waits. Raises NotYours, Stale, Refused."""
    with locked_fight(fight_id) as fight:
        check_gm(fight.scene.table, player)
        _resolve(fight, _check_orders(fight, player, phase), player=player, now=now)
    return fight


def _resolve(fight: Fight, state: State, *, player: Player | None, now: datetime) -> None:
    """Carry out what was ordered; who gave no orders waits, and endures."""
    sealed, throwers = balls.fly(fight)
    sealed = {id: possible(fight, state, plan) for id, plan in sealed.items()}
    present = [fighter.id for fighter in state.fighters if fighter.standing]
    absent = {id: Plan(id, (), (Reaction(ABSENT),)) for id in present}
    plans = tuple((absent | sealed)[id] for id in present)
    after = fight_log.advance(fight, Round(plans), player=player, now=now, throwers=throwers)
    fight.orders.all().delete()
    go_on(fight, after, now=now)


def react(*, fight_id: int, player: Player, phase: int, how: str, now: datetime) -> Fight:
    """Answer how an attack is met. Raises NotYours for who is not asked, Stale, Refused, Illegal."""
    with locked_fight(fight_id) as fight:
        is_gm = member_of(fight.scene.table, player).is_gm
        check_going_on(fight, phase)
        question = asked(state_of(fight))
        if question is None:
            raise Stale(_("Nobody is asked any more how to meet an attack."))
        whose = players_of(fight)[question.fighter]
        if not (is_gm if whose is None else whose == player):
            raise NotYours(_("Somebody else is asked how to meet this attack."))
        go_on(fight, fight_log.advance(fight, React(how), player=player, now=now), now=now)
    return fight


def undo(*, fight_id: int, player: Player, phase: int, now: datetime) -> Fight:
    """A GM takes the last round back, or the one that is being resolved: orders are asked for again.

    It is appended to the log, in which everything stays. Raises NotYours, Stale, Refused, and Illegal if there is none.
    """
    with locked_fight(fight_id) as fight:
        check_gm(fight.scene.table, player)
        check_going_on(fight, phase)
        fight.orders.all().delete()
        go_on(fight, take_back(fight, player=player, now=now), now=now)
    return fight


def take_back(fight: Fight, *, player: Player | None, now: datetime) -> State:
    """Undo in a locked fight; who has joined since is in it no more. Raises Illegal if there is no round."""
    after = fight_log.advance(fight, Undo(), player=player, now=now)
    here = {fighter.id for fighter in after.fighters}
    fight.entrants.exclude(fighter__in=here).delete()
    fight.difficulties = {id: dd for id, dd in fight.difficulties.items() if id in here}
    fight.save(update_fields=["difficulties"])
    return after


def run_out(*, fight_id: int, now: datetime) -> bool:
    """Close the round, or answer for who is asked, if under its lock the time of a fight has still run out.

    Where nobody has given orders for two rounds nothing goes on by itself any more, until somebody does.
    """
    with locked_fight(fight_id) as fight:
        table = fight.scene.table
        if fight.ended_at or not table.running or fight.deadline_at is None or fight.deadline_at > now:
            return False
        state = state_of(fight)
        if asked(state):
            go_on(fight, fight_log.advance(fight, React(ABSENT), player=None, now=now), now=now)
        elif fight.orders.exists() or not _idle(fight):
            _resolve(fight, state, player=None, now=now)
        else:
            fight.deadline_at = None
            fight.save(update_fields=["deadline_at"])
    return True


def _idle(fight: Fight) -> bool:
    """Whether the last that happened was a round for which nobody had given orders."""
    last = fight.plies.order_by("ply").last()
    if last is None or last.player_id or not last.did(Round):
        return False
    done: Round = codec.loads(Round, last.action, "action")
    return not any(plan.orders for plan in done.plans)


def _wake(fight: Fight, state: State, *, now: datetime) -> None:
    """The time of a round that rested begins, now that somebody has given orders; the others are reminded of it."""
    wanted = awaited(fight, state)
    if fight.deadline_at is None and wanted and fight.orders.exists():
        fight.deadline_at = now + timedelta(days=fight.scene.table.days_per_post)
        fight.save(update_fields=["deadline_at"])
        _remind(fight, _who(fight, wanted), now=now)


def drop_orders(player: Player, table: Table | None = None) -> None:
    """Of somebody who plays no more at a table (None: at any) no orders stay: their fighters are the GMs' now."""
    orders = Orders.objects.filter(player=player)
    if table is not None:
        orders = orders.filter(fight__scene__table=table)
    fights = Fight.objects.filter(pk__in=orders.values("fight")).order_by("pk")
    for fight in fights.select_for_update(of=("self",)):
        fight.orders.filter(player=player).delete()
        note_awaited(fight, state_of(fight))


# What is waited for next, and who is told


def go_on(fight: Fight, state: State, *, now: datetime) -> None:
    """A new phase: whoever is waited for now has the table's time for it, and is told; so is who sees the round."""
    wait(fight, state, now=now)
    fight.scene.table.active_at = now
    fight.scene.table.save(update_fields=["active_at"])
    if question := asked(state):
        tell(fight, "reaction_asked", _who(fight, [question.fighter]), now=now)
        return
    wanted = _who(fight, awaited(fight, state))
    tell(fight, "order_wanted", wanted, now=now, delay=settings.TURN_MAIL_DELAY)
    _remind(fight, wanted, now=now)
    if fight.log.ply:  # that mail says what has happened, too: whoever gets it gets no second one
        others = everybody(fight) - _reading(wanted, "order_wanted")
        tell(fight, "round_resolved", others, now=now, delay=settings.TURN_MAIL_DELAY)


def wait(fight: Fight, state: State, *, now: datetime) -> None:
    """Begin a new phase, with its deadline if anybody is waited for."""
    fight.phase += 1
    waits = asked(state) or awaited(fight, state)
    days = timedelta(days=fight.scene.table.days_per_post)
    fight.phase_at, fight.left = now, None
    fight.deadline_at = now + days if waits else None
    fight.save(update_fields=["phase", "phase_at", "deadline_at", "left"])
    note_awaited(fight, state)


def note_awaited(fight: Fight, state: State) -> None:
    """Keep of whom something is awaited now, so that lists and counts need not work it out."""
    question = asked(state)
    given = set(fight.orders.values_list("fighter", flat=True))
    ids = [question.fighter] if question else [id for id in awaited(fight, state) if id not in given]
    fight.entrants.filter(awaited=True).exclude(fighter__in=ids).update(awaited=False)
    fight.entrants.filter(awaited=False, fighter__in=ids).update(awaited=True)


def reminder_at(fight: Fight) -> datetime | None:
    """When little of the time for orders is left; None while there is no deadline."""
    if fight.deadline_at is None:
        return None
    return fight.deadline_at - REMINDER_SHARE * timedelta(days=fight.scene.table.days_per_post)


def _remind(fight: Fight, players: set[int], *, now: datetime) -> None:
    """A mail to each of these when little of their time is left, for each time that begins: a round may rest."""
    if run_at := reminder_at(fight):
        tell(fight, "order_reminder", players, now=now, delay=run_at - now, once=f":{fight.deadline_at}")


def _who(fight: Fight, ids: list[str]) -> set[int]:
    """The players who give the orders of these fighters, the GMs for those that are theirs."""
    whose = players_of(fight)
    found = {player.pk for id in ids if (player := whose[id])}
    return found | (_gms(fight) if any(whose[id] is None for id in ids) else set())


def everybody(fight: Fight) -> set[int]:
    """Who has a fighter in the fight, and the GMs."""
    return {player.pk for player in players_of(fight).values() if player} | _gms(fight)


def _gms(fight: Fight) -> set[int]:
    gms = fight.scene.table.members.filter(status=Member.Status.IN, role=Member.Role.GM)
    return set(gms.values_list("player_id", flat=True))


def _reading(players: set[int], kind: str) -> set[int]:
    """Those who have not switched this kind of mail off."""
    return {player.pk for player in Player.objects.filter(pk__in=players) if kind not in player.mail_off}


def tell(
    fight: Fight, kind: str, players: set[int], *, now: datetime, delay: timedelta = timedelta(0), once: str = ""
) -> None:
    """A mail to each of these about the fight as it stands; it says nothing any more once that is past.

    Of a kind there is one for a ply; for each `once` of it, if that is given.
    """
    event, payload = f"fight:{fight.pk}:ply:{fight.log.ply}{once}", {"fight": fight.pk, "phase": fight.phase}
    for player_id in sorted(players):
        outbox.add(kind=kind, event=event, payload=payload, recipient=player_id, run_at=now + delay, now=now)
