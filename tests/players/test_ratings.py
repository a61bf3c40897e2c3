from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.players import services
from games.players.models import Player, Rating
from tests.players.test_services import NOW


def rate(first: Player, second: Player, score: float, now: datetime = NOW) -> tuple[services.Change, services.Change]:
    return services.rate_match(game="battle_chess", setup="bw", first=first, second=second, score=score, now=now)


def test_a_first_match_moves_two_newcomers_apart(alice: Player, bob: Player) -> None:
    won, lost = rate(alice, bob, 1)

    assert won.before == lost.before == 1500
    assert won.after - 1500 == pytest.approx(1500 - lost.after)
    assert won.after > 1600
    assert won.deviation == lost.deviation < 350
    row = Rating.objects.get(player=alice)
    assert (row.rating, row.deviation, row.matches, row.rated_at) == (won.after, won.deviation, 1, NOW)


def test_the_score_is_the_first_player_s(alice: Player, bob: Player) -> None:
    lost, won = rate(alice, bob, 0)

    assert lost.after < 1500 < won.after


def test_ratings_of_setups_are_apart(alice: Player, bob: Player) -> None:
    rate(alice, bob, 1)

    services.rate_match(game="battle_chess", setup="rg", first=alice, second=bob, score=0, now=NOW)

    assert alice.ratings.get(setup="bw").rating > 1500 > alice.ratings.get(setup="rg").rating


def test_time_away_makes_a_rating_move_more(alice: Player, bob: Player) -> None:
    for _ in range(20):
        rate(alice, bob, 0.5)
    Rating.objects.update(rating=1500)

    soon = rate(alice, bob, 1)[0]
    Rating.objects.update(rating=1500)
    late = rate(alice, bob, 1, NOW + timedelta(days=700))[0]

    assert late.after - late.before > 2 * (soon.after - soon.before)


def test_a_match_rated_before_the_last_one_does_no_harm(alice: Player, bob: Player) -> None:
    rate(alice, bob, 1)

    change = rate(alice, bob, 1, NOW - timedelta(days=3))[0]

    assert change.after > change.before
