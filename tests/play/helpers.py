"""Shared by the tests of play: challenges at every stage, matches played on, answers that can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from random import Random
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from engine import registry
from games.play.models import Challenge, Match
from games.play.services import challenges, draws, turns
from games.players.models import Player

THROWS = "rock paper scissors"
BEATEN = "scissors rock paper"  # by THROWS, in each pair
SEAL = {"throw_1": "rock", "throw_2": "paper", "throw_3": "scissors", "salt": "sea salt"}

# What differs from one answer to the next whatever the page says.
ONE_TIME = re.compile(
    r'nonce="[^"]*"|csrfmiddlewaretoken" value="[^"]*"|"x-csrftoken": "[^"]*"|name="salt" value="[0-9a-f]{16}"'
    r'|name="commitment" value="[0-9a-f]{64}"|Fingerprint <code class="digits">[0-9a-f]{64}'
)


def draft(challenger: Player, **settings: Any) -> Challenge:
    """A challenge that is not sealed yet: open to all, three-on-three, unless `settings` say otherwise."""
    usual: dict[str, Any] = {"kind": "open", "game": "battle_chess", "setup": "w3", "days_per_turn": 3}
    return challenges.create(challenger=challenger, now=settings.pop("now", timezone.now()), **usual | settings)


def sealed(challenger: Player, **settings: Any) -> Challenge:
    """A challenge that waits for somebody."""
    now = settings.get("now", timezone.now())
    made = draft(challenger, **settings)
    throws = THROWS if made.beginner == "throws" else ""
    return challenges.seal(challenge_id=made.pk, player=challenger, salt="pepper", throws=throws, now=now)


def accepted(challenge: Challenge, by: Player, **more: Any) -> Match:
    """The match that begins when `by` accepts."""
    usual: dict[str, Any] = {"salt": "sea salt", "throws": BEATEN, "token": challenge.invite_token or ""}
    usual["now"] = timezone.now()
    return challenges.accept(challenge_id=challenge.pk, player=by, **usual | more)


def started(first: Player, second: Player, **settings: Any) -> Match:
    """A match in which `first` begins."""
    return accepted(sealed(first, beginner="challenger", **settings), second)


def quick(
    player: Player, computer: Player, setup: str = "w3", now: datetime | None = None, game: str = "battle_chess"
) -> Match:
    """A match against the computer as the home page starts one."""
    made = challenges.play_computer(
        player=player,
        computer=computer,
        game=game,
        setup=setup,
        commitment=draws.reserve(None, address="198.51.100.1"),
        salt="pinch of salt",
        now=now or timezone.now(),
    )
    assert isinstance(made, Match)
    return made


def play_on(match: Match, plies: int, *, seed: int = 1, now: datetime | None = None) -> Match:
    """Play up to so many legal turns at random."""
    game, rng = registry.get(match.game), Random(seed)
    for _ in range(plies):
        if not match.running:
            break
        state = game.parse_state(match.state)
        match = turns.play_turn(
            match_id=match.pk,
            seat=game.current_player(state),
            text=game.action_text(state, rng.choice(list(game.legal_actions(state)))),
            expected_ply=match.ply,
            now=now or timezone.now(),
        )
    return match


@contextmanager
def undone() -> Iterator[None]:
    """What is stored inside is gone at the end: many cases begin with one arrangement, which need not be made again."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def stable(response: HttpResponse) -> bytes:
    """Everything that a viewer is sent, without what is new in every answer."""
    body = ONE_TIME.sub("", response.content.decode())
    headers = {name: value for name, value in response.items() if name not in ("Content-Security-Policy", "Expires")}
    return f"{response.status_code}\n{headers}\n{body}".encode()
