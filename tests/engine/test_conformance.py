from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine import registry
from engine.play import play
from engine.protocol import NotationError
from engine.testing import conformance
from engine.testing.conformance import CHECKS, walk
from tests.each import each
from tests.engine import toy

GAMES = {"toy": toy.GAME, **{slug: registry.get(slug) for slug in registry.slugs()}}
INFOS = (toy.INFO, *registry.all_games())
SEEDS = (1,)
CASES = [(info.slug, setup.slug, seed) for info in INFOS for setup in info.setups for seed in SEEDS]

walked = cache(lambda slug, setup, seed: walk(GAMES[slug], setup, seed))
seats = {info.slug: info.seats for info in INFOS}


@pytest.mark.parametrize(("slug", "setup", "seed"), CASES)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_game_keeps_to_the_protocol(check, slug, setup, seed):
    check(GAMES[slug], walked(slug, setup, seed), seats[slug])


@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.slug)
def test_every_ending_has_words(info):
    game = GAMES[info.slug]
    ends = [walked(info.slug, setup.slug, seed)[-1][0] for setup in info.setups for seed in SEEDS]

    assert {game.ending(end) for end in ends} <= set(info.endings)


@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.slug)
def test_an_unknown_setup_is_refused(info):
    with pytest.raises(NotationError):
        GAMES[info.slug].initial_state("no such setup!")


LATE = {
    "battle_chess": GAMES["battle_chess"].state_text(GAMES["battle_chess"].initial_state("w3"))[:-1] + "99999",
    "chakart": "4k3/p7/8/8/8/8/P7/4K3 w 99999 0000 000000000000",
}


@pytest.mark.parametrize("slug", LATE)
def test_what_follows_the_latest_start_can_be_read(slug):
    game = GAMES[slug]
    state, rng = game.initial_state(LATE[slug]), Random(1)

    for _ in range(6):
        state, _drawn = play(game, state, rng.choice(game.legal_actions(state)), lambda _number, found: found[0][0])
        assert game.parse_state(game.state_text(state)) == state
    with pytest.raises(NotationError, match="'100000' is not a whole number"):
        game.initial_state(LATE[slug].replace("99999", "100000"))


@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.slug)
def test_setups_are_told_apart(info):
    assert len({setup.slug for setup in info.setups}) == len(info.setups) > 0
    assert all(setup.slug.isprintable() and " " not in setup.slug for setup in info.setups)


class Endless(toy.ToyGame):
    def apply(self, state, action):
        after = super().apply(state, action)
        return replace(after, scores=(0, 0))


class Repeating(toy.ToyGame):
    def legal_actions(self, state):
        return (*super().legal_actions(state), "roll")


class Shuffling(toy.ToyGame):
    rng = Random(1)

    def legal_actions(self, state):
        return tuple(sorted(super().legal_actions(state), key=lambda _: self.rng.random()))


class Strict(toy.ToyGame):
    def check(self, state, action):
        super().check(state, "hold")


class Fractional(toy.ToyGame):
    def chance_outcomes(self, state):
        return tuple((outcome, weight / 6) for outcome, weight in super().chance_outcomes(state))


class Doubled(toy.ToyGame):
    def chance_outcomes(self, state):
        return tuple(super().chance_outcomes(state)) * 2


class Changing(toy.ToyGame):
    def apply(self, state, action):
        after = super().apply(state, action)
        object.__setattr__(state, "pot", state.pot + 1)
        return after


class Idle(toy.ToyGame):
    def apply(self, state, action):
        return state


class Forgetful(toy.ToyGame):
    def state_text(self, state):
        return super().state_text(replace(state, pot=0))


class Mumbling(toy.ToyGame):
    def action_text(self, state, action):
        return "go"


class Careless(toy.ToyGame):
    def check(self, state, action):
        pass


class Crashing(toy.ToyGame):
    def parse_state(self, text):
        if "x" in text:
            raise KeyError(text)
        return super().parse_state(text)


class Blind(toy.ToyGame):
    def observation(self, state, seat):
        return replace(super().observation(state, seat), pot=0)


class Leaking(toy.ToyGame):
    def observation(self, state, seat):
        return state


class Showing(toy.ToyGame):
    """Its spectators see the first player's card."""

    def observation(self, state, seat):
        return super().observation(state, seat or 0)


class Telling(toy.ToyGame):
    """Its log says which card was dealt."""

    def seen(self, state, action, seat):
        return self.action_text(state, action)


class Guessing(toy.ToyGame):
    """It guesses cards that the seat sees."""

    def resample(self, view, seat, rng):
        return replace(view, cards=tuple(card if card == toy.UNDEALT else rng.randint(1, 3) for card in view.cards))


class Boasting(toy.ToyGame):
    def evaluate(self, state, seat):
        return 20 * super().evaluate(state, seat)


class Generous(toy.ToyGame):
    def returns(self, state):
        return (1.0, 1.0)


@each(
    [
        (Repeating, conformance.decisions_are_in_order),
        (Shuffling, conformance.decisions_are_in_order),
        (Strict, conformance.decisions_are_in_order),
        (Fractional, conformance.weights_are_whole),
        (Doubled, conformance.weights_are_whole),
        (Changing, conformance.apply_keeps_its_input),
        (Idle, conformance.apply_keeps_its_input),
        (Forgetful, conformance.text_comes_back),
        (Mumbling, conformance.text_comes_back),
        (Careless, conformance.noise_is_refused),
        (Crashing, conformance.noise_is_refused),
        (Blind, conformance.views_are_enough_to_play),
        (Showing, conformance.spectators_see_what_all_see),
        (Telling, conformance.secrets_are_told_alike),
        (Guessing, conformance.guesses_fit_the_view),
        (Boasting, conformance.values_are_in_range),
        (Generous, conformance.values_are_in_range),
    ]
)
def test_a_game_that_breaks_the_protocol_is_caught(broken, caught_by):
    fresh = walk(toy.ToyGame(), "long", 1)

    with pytest.raises((AssertionError, KeyError, ValueError)):
        caught_by(broken(), fresh, 2)


def test_a_game_without_end_is_caught():
    with pytest.raises(AssertionError, match="no end after"):
        walk(Endless(), "long", 1)
