"""Making a match out of an accepted challenge: who begins, which colours, the first position."""

from __future__ import annotations

from datetime import datetime

from engine import registry
from engine.draws import Source
from engine.play import begin
from engine.protocol import CHANCE, SetupInfo
from engine.record import Beginner
from engine.record_json import beginner_to_json
from engine.replay import start_entries
from engine.throws import THROWS, decide
from games.play.models import Challenge, Match, Ply, Seat
from games.play.services import clock, draws
from games.players.models import Player


def start_match(
    challenge: Challenge, *, opponent: Player, salt: str, throws: tuple[str, ...], colour: str, now: datetime
) -> Match:
    """Start the match of a locked challenge that `opponent` has just accepted.

    `throws` are the opponent's three, () where none are needed or a computer's are drawn.
    """
    info = registry.info(challenge.game)
    game = registry.get(challenge.game)
    match = Match.objects.create(
        game=challenge.game,
        setup=challenge.setup,
        rules_version=game.rules_version,
        state="",
        rated=challenge.rated,
        private=challenge.private,
        vs_computer=opponent.is_computer,
        days_per_turn=challenge.days_per_turn,
        challenge=challenge,
        secret=challenge.secret,
        started_at=now,
        turn_started_at=now,
    )
    source = draws.source(match, (challenge.salt, salt))
    settled = _beginner(challenge, source, throws, computer=opponent.is_computer)
    match.beginner = beginner_to_json(settled)
    _seat_players(match, challenge, settled.party, info.setup(challenge.setup), opponent, salt, colour)
    state, outcomes = begin(game, challenge.setup, source.at(0))
    for line in start_entries(game, challenge.setup, outcomes):
        Ply.objects.create(match=match, ply=0, seat=CHANCE, action="", outcomes=list(line.outcomes), played_at=now)
    match.state = game.state_text(state)
    clock.pass_turn(match, to=game.current_player(state), now=now)
    return match


def _beginner(challenge: Challenge, source: Source, throws: tuple[str, ...], *, computer: bool) -> Beginner:
    """Party 0 is the challenger. Fixed, drawn, or by three sealed throws each, after three ties drawn too."""
    if challenge.beginner == Challenge.Beginner.CHALLENGER:
        return Beginner("fixed", 0)
    if challenge.beginner == Challenge.Beginner.OPPONENT:
        return Beginner("fixed", 1)
    if challenge.beginner == Challenge.Beginner.RANDOM:
        return Beginner("random", source.beginner())
    both = (tuple(challenge.throws.split()), source.throws(THROWS) if computer else throws)
    winner = decide(*both)
    return Beginner("throws", source.beginner() if winner is None else winner, both, 1 if computer else None)


def _seat_players(
    match: Match, challenge: Challenge, party: int, setup: SetupInfo, opponent: Player, salt: str, colour: str
) -> None:
    """Two seats: party `party` gets the first. A chosen colour is kept, the challenger's before the opponent's."""
    index = (party, 1 - party)  # the seat of each party
    wanted = [challenge.colour, colour if colour != challenge.colour else ""]
    given = [want or "" for want in wanted]
    for who in (0, 1):
        if not given[who]:
            own = setup.colours[index[who]]
            given[who] = own if own != given[1 - who] else setup.colours[1 - index[who]]
    Seat.objects.create(
        match=match, index=index[0], player=challenge.challenger, colour=given[0], salt=challenge.salt, joined=0
    )
    Seat.objects.create(match=match, index=index[1], player=opponent, colour=given[1], salt=salt, joined=1)
