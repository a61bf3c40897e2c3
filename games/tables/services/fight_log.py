"""How a fight goes on: an action is carried out, its dice are drawn, and both are appended to the log, all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from engine import registry
from engine.draws import Source
from engine.play import begin as drawn
from engine.play import play
from engine.protocol import EngineError
from engine.tabletop.fight import Fight as State
from engine.tabletop.orders import Action, Round
from games.play.errors import Illegal
from games.play.models import DrawSecret
from games.play.services import draws
from games.play.words import reason
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Log
from games.tables.queries.fights import GAME, state_of


def begin(fight: Fight, secret: DrawSecret, salt: str, *, player: Player, now: datetime) -> State:
    """Draw the initiative of a fight that has its setup, and store it with its log."""
    game = registry.replayable(GAME)
    fight.save()
    fight.log = Log.objects.create(
        scene=fight.scene,
        audience=Log.Audience.ALL,
        fight=fight,
        secret=secret,
        salt=draws.clean_salt(salt),
        rules_version=game.rules_version,
    )
    state, dice = cast("tuple[State, Sequence[int]]", drawn(game, fight.setup, _source(fight.log).at(0)))
    fight.plies.create(ply=0, player=player, outcomes=[str(die) for die in dice], at=now)
    fight.state = game.state_text(state)
    fight.save(update_fields=["state"])
    return state


def advance(
    fight: Fight,
    action: Action,
    *,
    player: Player | None,
    now: datetime,
    throwers: Mapping[str, int | None] | None = None,
) -> State:
    """Carry an action out in a locked fight; what else of the row changes is the caller's to save.

    Raises Illegal if it may not be taken now.
    """
    game, log = registry.replayable(GAME), fight.log
    state = state_of(fight)
    log.ply += 1
    try:
        played = play(game, state, action, _source(log).at(log.ply))
    except EngineError as error:
        raise Illegal(reason(error)) from error
    after, dice = cast("tuple[State, Sequence[int]]", played)
    text = game.action_text(state, action)
    fight.plies.create(
        ply=log.ply,
        player=player,
        action=text,
        outcomes=[str(die) for die in dice],
        throwers=dict(throwers or {}),
        snapshot=fight.state if isinstance(action, Round) else "",
        at=now,
    )
    log.save(update_fields=["ply"])
    fight.state, fight.round = game.state_text(after), after.round
    fight.save(update_fields=["state", "round"])
    return after


def _source(log: Log) -> Source:
    return draws.source_of(log.secret, str(log.pk), (log.salt,), version=log.draws_version)
