"""Hints for who plays against a computer. Nothing of the engine is there for a match between people that runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.outbox import services as outbox
from games.play.errors import Refused
from games.play.models import Hint
from games.play.queries.matches import state_of
from games.play.services.door import check_turn, locked, seat_of
from games.play.services.terms import check_elsewhere
from games.players.models import Player


def ask(*, match_id: int, player: Player, expected_ply: int, now: datetime) -> Hint:
    """The hint for the position as it stands at `expected_ply`, asked for if nobody has. Raises Refused."""
    with locked(match_id) as match:
        seat = seat_of(match, player)
        check_turn(match, seat.index, expected_ply=expected_ply)
        if not match.vs_computer or match.rated:
            raise Refused(_("Hints are there in unrated matches against the computer alone."))
        check_elsewhere(player, match.game, state_of(match))
        hint, created = Hint.objects.get_or_create(match=match, ply=match.ply, defaults={"asked_at": now})
        if created:
            event = f"match:{match.pk}:ply:{match.ply}"
            outbox.add(kind="hint", event=event, payload={"match": match.pk, "ply": match.ply}, now=now)
    return hint


def keep(hint: Hint, options: Sequence[tuple[str, int]]) -> None:
    """Keep what a worker found."""
    Hint.objects.filter(pk=hint.pk).update(options=[list(option) for option in options])
