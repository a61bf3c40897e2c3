"""Playing a turn: check, draw, append to the log, pass the turn on."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from engine import registry
from engine.play import play
from engine.protocol import TERMINAL, AnyGame, EngineError
from engine.replay import entry
from games.play.errors import Illegal
from games.play.models import Match, Ply
from games.play.queries.matches import state_of
from games.play.services import clock, draws, ending
from games.play.services.door import check_turn, locked
from games.play.words import reason


def play_turn(*, match_id: int, seat: int, text: str, expected_ply: int, now: datetime) -> Match:
    """Play the action that `text` notes, for `seat`, if the match still stands at `expected_ply`.

    Draws are made in the transaction that stores the decision. Raises Stale, Illegal or Refused; then nothing changed.
    """
    with locked(match_id) as match:
        check_turn(match, seat, expected_ply=expected_ply)
        game = registry.get(match.game)
        state = state_of(match)
        try:
            action = game.parse_action(state, text)
            game.check(state, action)
        except EngineError as error:
            raise Illegal(reason(error)) from error
        _append(match, game, state, seat, action, now=now)
    return match


def _append(match: Match, game: AnyGame, state: Any, seat: int, action: Any, *, now: datetime) -> None:
    ply = match.ply + 1
    after, outcomes = play(game, state, action, draws.choose_at(match, ply))
    line = entry(game, state, action, outcomes)
    Ply.objects.create(match=match, ply=ply, seat=seat, action=line.action, outcomes=list(line.outcomes), played_at=now)
    match.turns = match.turn  # the first action since the turn passed begins another
    match.ply = ply
    match.state = game.state_text(after)
    if match.draw_offer not in (None, seat):
        match.draw_offer, match.draw_declined = None, match.draw_offer  # playing on declines
    elif match.draw_declined == seat:
        match.draw_declined = None
    if game.current_player(after) == TERMINAL:
        ending.finish(match, winner=_winner(game.returns(after)), reason=game.ending(after), now=now)
    else:
        clock.pass_turn(match, to=game.current_player(after), now=now)


def _winner(returns: tuple[float, ...]) -> int | None:
    best = max(returns)
    return returns.index(best) if returns.count(best) == 1 else None
