"""Against the paper's example and the package glicko2.

The package writes the rating where the paper's f (step 5) has the deviation, so its volatilities are wrong; the rest of
it is right. `Oracle` mends that one line.
"""

from math import exp

import pytest
from glicko2 import Player as Package
from hypothesis import given
from hypothesis import strategies as st

from games.players import glicko
from games.players.glicko import Strength

strengths = st.builds(
    Strength,
    st.floats(100, 3000),
    st.floats(30, 350),
    st.floats(0.03, 0.1),
)
results = st.lists(st.tuples(strengths, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=8)


class Oracle(Package):  # type: ignore[misc]
    def _f(self, x: float, delta: float, v: float, a: float) -> float:
        phi = self.rd / 173.7178
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / self._tau**2


def by(package: type[Package], strength: Strength, played: list[tuple[Strength, float]]) -> Strength:
    player = package(strength.rating, strength.deviation, strength.volatility)
    player.update_player(
        [opponent.rating for opponent, _ in played],
        [opponent.deviation for opponent, _ in played],
        [score for _, score in played],
    )
    return Strength(player.rating, player.rd, player.vol)


def test_the_paper_s_example_comes_out() -> None:
    played = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]

    after = glicko.updated(Strength(1500, 200, 0.06), played)

    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(strengths, results)
def test_it_agrees_with_the_package_mended(strength: Strength, played: list[tuple[Strength, float]]) -> None:
    after, expected = glicko.updated(strength, played), by(Oracle, strength, played)

    assert after.rating == pytest.approx(expected.rating, abs=1e-6)
    assert after.deviation == pytest.approx(min(350, expected.deviation), abs=1e-6)
    assert after.volatility == pytest.approx(expected.volatility, abs=1e-9)


@given(strengths, results)
def test_it_is_close_to_the_package_as_it_is(strength: Strength, played: list[tuple[Strength, float]]) -> None:
    after, expected = glicko.updated(strength, played), by(Package, strength, played)

    assert after.rating == pytest.approx(expected.rating, abs=2)
    assert after.deviation == pytest.approx(min(350, expected.deviation), abs=1)


@given(strengths, st.floats(0, 5000))
def test_a_deviation_grows_with_rest_up_to_a_newcomer_s(strength: Strength, periods: float) -> None:
    rested = glicko.rested(strength, periods)

    assert strength.deviation <= rested.deviation + 1e-9
    assert rested.deviation <= 350
    assert (rested.rating, rested.volatility) == (strength.rating, strength.volatility)


def test_a_certain_rating_is_a_newcomer_s_again_after_about_three_years() -> None:
    certain = Strength(1800, 50, 0.06)

    assert glicko.rested(certain, 2 * 365).deviation < 300
    assert glicko.rested(certain, 4 * 365).deviation == 350


@given(strengths, strengths)
def test_winning_raises_and_losing_lowers_a_rating(strength: Strength, opponent: Strength) -> None:
    won = glicko.updated(strength, [(opponent, 1.0)])
    lost = glicko.updated(strength, [(opponent, 0.0)])

    assert lost.rating <= strength.rating <= won.rating


def test_no_time_between_two_matches_adds_no_uncertainty() -> None:
    before = Strength(1500, 80)

    after = glicko.updated(before, [(Strength(1500, 80), 0.5)], periods=0)

    assert after.deviation < before.deviation
