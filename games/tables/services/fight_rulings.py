"""What the GMs do in a fight besides orders: changes, rulings on orders in words, rolls, and how hard a capture is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from engine.protocol import EngineError
from engine.tabletop.changes import Change
from engine.tabletop.numbers import CAPTURE_MOST_DD
from engine.tabletop.orders import Action, Roll, Rule, Settle
from games.play.errors import Illegal, Refused
from games.play.services.talk import clean
from games.play.words import reason
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.queries.fights import asked, awaited, catchable, state_of
from games.tables.services import fight_log
from games.tables.services.door import check_gm, locked_fight
from games.tables.services.fight_rounds import check_going_on, go_on, note_awaited, resolve_if_all_in
from games.tables.services.rolls import purpose


def rule(*, fight_id: int, player: Player, phase: int, changes: Sequence[Change], why: str, now: datetime) -> Fight:
    """Change something directly, and say why. Raises NotYours, Stale, Refused, Illegal."""
    why = clean(why)
    if not why:
        raise Refused(_("Say why: it stands in the log."))
    return _act(fight_id, player, phase, lambda: Rule(tuple(changes), why), now=now)


def settle(*, fight_id: int, player: Player, phase: int, fighter: str, ruling: str, now: datetime) -> Fight:
    """Say what came of the oldest order in words of a fighter. Raises NotYours, Stale, Refused, Illegal."""
    ruling = clean(ruling, newlines=True)
    if not ruling:
        raise Refused(_("Say what comes of it."))
    return _act(fight_id, player, phase, lambda: Settle(fighter, ruling), now=now)


def roll(
    *, fight_id: int, player: Player, phase: int, what: str, pool: int, dd: int, fighter: str, now: datetime
) -> Fight:
    """Roll for a ruling, seen by all; `fighter` may be "". Raises NotYours, Stale, Refused, Illegal."""
    what = purpose(what)
    return _act(fight_id, player, phase, lambda: Roll(what, pool, dd, fighter), now=now)


def set_difficulty(*, fight_id: int, player: Player, phase: int, fighter: str, dd: int, now: datetime) -> Fight:
    """Say how hard it is to catch a Pokémon; 0: it cannot be. Raises NotYours, Stale, Refused, Illegal."""
    with locked_fight(fight_id) as fight:
        check_gm(fight.scene.table, player)
        check_going_on(fight, phase)
        state = state_of(fight)
        try:
            found = state.fighter(fighter)
        except EngineError as error:
            raise Illegal(reason(error)) from error
        if found.trainer:
            raise Refused(_("A ball catches Pokémon alone."))
        if not catchable(fight.entrants.select_related("sheet").get(fighter=fighter)):
            raise Refused(_("{name} has a trainer already.").format(name=found.name))
        if not 0 <= dd <= CAPTURE_MOST_DD:
            raise Refused(_("From {least} to {most} is wanted.").format(least=0, most=CAPTURE_MOST_DD))
        fight.difficulties.pop(fighter, None)
        if dd:
            fight.difficulties[fighter] = dd
        fight.save(update_fields=["difficulties"])
    return fight


def _act(fight_id: int, player: Player, phase: int, make: Callable[[], Action], *, now: datetime) -> Fight:
    """One action of a GM between two rounds. If it changes whether anybody is waited for, a new phase begins."""
    with locked_fight(fight_id) as fight:
        check_gm(fight.scene.table, player)
        check_going_on(fight, phase)
        before = state_of(fight)
        if asked(before):
            raise Refused(_("The round is being resolved: somebody is asked first how to meet an attack."))
        try:
            action = make()
        except EngineError as error:
            raise Illegal(reason(error)) from error
        after = fight_log.advance(fight, action, player=player, now=now)
        resolved = resolve_if_all_in(fight, after, now=now)  # whoever was still waited for may be there no more
        if not resolved and bool(awaited(fight, before)) != bool(awaited(fight, after)):
            go_on(fight, after, now=now)
        elif not resolved:
            note_awaited(fight, after)
    return fight
