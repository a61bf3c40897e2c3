"""How players stand, and how that came."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice

from games.archive.graph import Point
from games.play.models import Seat
from games.players import glicko
from games.players import queries as players
from games.players.models import Player, Rating

LEADERS = 100
SETTLED = 110.0  # a rating with a greater deviation does not stand in the table of the best
UNSETTLED_SHOWN = 20
LONGEST_NAME = 30


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating as it is today: the deviation grows while its player does not play."""

    rating: Rating
    deviation: float

    @property
    def settled(self) -> bool:
        """Whether it says enough to be compared."""
        return self.deviation <= SETTLED


def player_called(text: str) -> tuple[Player | None, str]:
    """The player of that name, whatever its capitals; or nobody, and the name of one that looks like it ("")."""
    name = unicodedata.normalize("NFKC", text[: LONGEST_NAME + 1])
    if len(name) > LONGEST_NAME or not name.isprintable():
        return None, ""
    alike = players.named(name)
    if alike is None:
        return players.computer_shown_as(name), ""
    return (alike, "") if alike.name.casefold() == name.casefold() else (None, alike.name)


def standings(player: Player, *, now: datetime) -> list[Standing]:
    """A player's ratings, the most played setup first."""
    return [_today(rating, now) for rating in player.ratings.order_by("game", "-matches", "setup")]


def leaders(*, game: str, setup: str, now: datetime) -> list[Standing]:
    """The best settled ratings of people in a setup, the best first."""
    ever_settled = Rating.objects.filter(
        game=game, setup=setup, deviation__lte=SETTLED, player__kind=Player.Kind.PERSON
    ).select_related("player")
    found: list[Standing] = []
    for rating in ever_settled.order_by("-rating", "pk").iterator(chunk_size=LEADERS):
        if (standing := _today(rating, now)).settled:
            found.append(standing)
        if len(found) == LEADERS:
            break
    return found


def unsettled(*, game: str, setup: str, now: datetime) -> list[Standing]:
    """The best of the others, the best first: those who have begun to play rated matches, or have not for long."""
    people = Rating.objects.filter(game=game, setup=setup, player__kind=Player.Kind.PERSON).select_related("player")
    ratings = people.order_by("-rating", "pk").iterator(chunk_size=LEADERS)
    found = (standing for rating in ratings if not (standing := _today(rating, now)).settled)
    return list(islice(found, UNSETTLED_SHOWN))


def _today(rating: Rating, now: datetime) -> Standing:
    strength = glicko.Strength(rating.rating, rating.deviation, rating.volatility)
    periods = max(now - rating.rated_at, timedelta()) / glicko.PERIOD
    return Standing(rating, glicko.rested(strength, periods).deviation)


def rating_history(player: Player) -> dict[tuple[str, str], list[Point]]:
    """For each game and setup the rating after each rated match, oldest first. One query over the player's own."""
    rated = Seat.objects.filter(player=player, rating_after__isnull=False, match__finished_at__isnull=False)
    rows = rated.order_by("match__finished_at", "match_id").values_list(
        "match__game", "match__setup", "match__finished_at", "rating_after"
    )
    history: dict[tuple[str, str], list[Point]] = {}
    for game, setup, finished_at, rating in rows:
        assert finished_at is not None
        assert rating is not None
        history.setdefault((game, setup), []).append(Point(finished_at, rating))
    return history
