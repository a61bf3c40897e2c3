"""The regression finds the weights that made its data."""

from math import log
from random import Random

import pytest

from engine.search.fit import bins, chance, fit, loss

TRUE = {"egg": 1.5, "man": 0.4, "tempo": -0.2}


def made(count, seed=1):
    rng = Random(seed)
    for _ in range(count):
        features = {name: rng.randint(-2, 2) for name in TRUE}
        yield features, float(rng.random() < chance(TRUE, features))


def test_the_weights_that_made_the_data_are_found():
    found = fit(list(made(6000)), {}, 1.0)

    assert found == {name: pytest.approx(weight, abs=0.1) for name, weight in TRUE.items()}


def test_they_are_the_same_where_only_some_examples_tell_how_the_slope_changes(monkeypatch):
    examples = list(made(3000))
    exact = fit(examples, {}, 1.0)

    monkeypatch.setattr("engine.search.fit.BENDS", 500)

    assert fit(examples, {}, 1.0) == pytest.approx(exact, abs=1e-5)


def test_what_never_occurs_keeps_its_weight():
    found = fit(list(made(100)), {"legend": 0.7}, 1.0)

    assert found["legend"] == pytest.approx(0.7)


def test_few_examples_change_little():
    prior = {"egg": 1.0, "man": 1.0, "tempo": 1.0}

    near, far = fit(list(made(20)), prior, 1000.0), fit(list(made(20)), prior, 0.1)

    assert max(abs(near[name] - 1) for name in TRUE) < 0.1 < max(abs(far[name] - 1) for name in TRUE)


def test_draws_are_half_a_win():
    found = fit([({"man": 1}, 0.5)] * 50, {"man": 1.0}, 0.001)

    assert found["man"] == pytest.approx(0, abs=0.01)


def test_the_loss_is_that_of_a_coin_without_weights_and_less_with_the_true_ones():
    examples = list(made(2000))

    assert loss({}, examples) == pytest.approx(log(2))
    assert loss(TRUE, examples) < loss({"egg": 1.5}, examples) < log(2)


def test_true_weights_are_calibrated():
    found = bins(TRUE, list(made(20_000)))

    assert len(found) == 10
    assert sum(one.count for one in found) == 20_000
    for one in found:
        assert one.result == pytest.approx(one.predicted, abs=4 * (0.25 / one.count) ** 0.5)


def test_chances_stay_chances_whatever_the_weights():
    assert 0 < chance({"man": 1e6}, {"man": -3}) < chance({"man": 1e6}, {"man": 3}) < 1
