"""For two values of a secret, everything that a seat may not know it by is the same, letter by letter."""

from dataclasses import replace
from random import Random

import pytest

from engine.search.players import choose
from engine.testing.conformance import guesses_fit_the_view, walk
from tests.engine.test_conformance import CASES, GAMES, seats, walked
from tests.engine.toy import GAME, ToyGame

QUICK = 2  # a level that does not look far; the levels differ in nothing but their limits


def outputs(game, state, viewer):
    """All that leaves the server for a viewer (None: a spectator) and is made from the state."""
    view = game.observation(state, viewer)
    mine = viewer is not None and game.current_player(view) == viewer
    turns = [game.action_text(view, action) for action in game.legal_actions(view)] if mine else []
    chosen = game.action_text(view, choose(game, view, viewer, Random(5), QUICK)) if mine else ""
    return game.state_text(view), turns, chosen


@pytest.mark.parametrize(("slug", "setup", "seed"), [case for case in CASES if case[2] == 1])
def test_what_a_seat_gets_does_not_depend_on_what_it_cannot_know(slug, setup, seed):
    game, rng = GAMES[slug], Random(seed)
    for state, _ in walked(slug, setup, seed)[::15]:
        for seat in range(seats[slug]):
            other = game.resample(game.observation(state, seat), seat, rng)

            assert outputs(game, other, seat) == outputs(game, state, seat)


def test_a_log_tells_a_card_to_its_owner_alone():
    undealt = GAME.initial_state("long")

    for card, _ in GAME.chance_outcomes(undealt):
        told = [GAME.seen(undealt, card, viewer) for viewer in (0, 1, None)]

        assert told == [GAME.action_text(undealt, card), "a card", "a card"]


def test_the_cards_of_a_match_are_hidden_from_the_other_seat_and_from_spectators():
    for state, step in walked("toy", "long", 1):
        for card in (1, 2, 3):
            if step is None or 0 in state.cards:
                continue  # shown at the end, not dealt before
            other = replace(state, cards=(card, state.cards[1]))

            assert outputs(GAME, other, 1) == outputs(GAME, state, 1)
            assert outputs(GAME, other, None) == outputs(GAME, state, None)
            assert (outputs(GAME, other, 0) == outputs(GAME, state, 0)) == (card == state.cards[0])


class Leaking(ToyGame):
    """A game with a hole: it shows everything to everybody."""

    def observation(self, state, seat):
        return state

    def resample(self, view, seat, rng):
        return super().resample(super().observation(view, seat), seat, rng)


def test_a_leak_is_caught():
    with pytest.raises(AssertionError):
        guesses_fit_the_view(Leaking(), walk(GAME, "long", 1), 2)
