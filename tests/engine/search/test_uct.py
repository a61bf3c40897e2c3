"""The second bot: it finds what there is to find, and its numbers are those of what it has visited."""

from dataclasses import replace
from random import Random

import pytest

from engine import registry
from engine.play import result
from engine.search.limits import STRIDE
from engine.search.tree import Tree
from engine.search.uct import Uct, search
from tests.engine.toy import GAME, HIDDEN, Pig

BATTLE = registry.get("battle_chess")
WINS_AT_ONCE = "2***v2/+A4/5/+Z4/2**V+S+z 1 2/0 K dice 1 25"
DUEL = "1+t1/1u1/+U2/1+TM 1 0/0 - dice 3 20"


def looked(game, state, seat, *, seed=1, **limits):
    return search(game, lambda: state, seat, Random(seed), **limits)


@pytest.mark.parametrize("playouts", [False, True])
def test_it_wins_at_once_if_it_can(playouts):
    state = BATTLE.parse_state(WINS_AT_ONCE)

    best = looked(BATTLE, state, 0, visits=1500, playouts=playouts)[0]

    assert result(BATTLE, BATTLE.apply(state, best.action)) == "1-0"
    assert best.value == 1


def test_it_agrees_with_the_exact_search():
    """About which turn is best, and roughly about what it is worth."""
    state = BATTLE.parse_state(DUEL)
    true = {turn: Tree(BATTLE, 0).value(BATTLE.apply(state, turn), 3) for turn in BATTLE.legal_actions(state)}

    best = looked(BATTLE, state, 0, visits=6000)[0]

    assert true[best.action] > max(true.values()) - 0.1
    assert best.value == pytest.approx(true[best.action], abs=0.25)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_seat_wants_the_opposite(seat):
    """Whoever decides holds and wins; a roll could lose the pot."""
    state = Pig(20, (1, 1), (19, 19), pot=5, seat=seat)

    found = looked(GAME, state, seat, visits=300)

    assert found[0].action == "hold"
    assert found[0].value == 1


@pytest.mark.parametrize("visits", [0, 1, 50])
def test_every_decision_is_visited_and_every_visit_counted(visits):
    state = BATTLE.initial_state("w3")
    turns = BATTLE.legal_actions(state)

    found = looked(BATTLE, state, 0, visits=visits)

    assert {one.action for one in found} == set(turns)
    assert sum(one.visits for one in found) == max(visits, len(turns))
    assert [one.visits for one in found] == sorted((one.visits for one in found), reverse=True)
    assert all(-1 <= one.value <= 1 for one in found)


def test_it_stops_soon_after_it_is_told_to():
    asked = []

    found = looked(BATTLE, BATTLE.initial_state("w3"), 0, stop=lambda: len(asked) == 3 or bool(asked.append(1)))

    assert sum(one.visits for one in found) <= 5 * STRIDE


def test_the_same_generator_gives_the_same_answer():
    state = BATTLE.initial_state("w5")

    assert looked(BATTLE, state, 0, visits=300) == looked(BATTLE, state, 0, visits=300)
    assert looked(BATTLE, state, 0, visits=300) != looked(BATTLE, state, 0, visits=300, seed=2)


def test_what_is_hidden_is_guessed_anew_for_each_visit():
    """To hold ends the match; whether that wins depends on a card that this seat does not see."""
    view = Pig(20, (HIDDEN, 2), (19, 19), pot=1, seat=1)
    guessed = Random(3)
    guesses = []

    def guess():
        guesses.append(GAME.resample(view, 1, guessed))
        return guesses[-1]

    found = {one.action: one for one in search(GAME, guess, 1, Random(1), visits=400)}

    assert {state.cards[0] for state in guesses} == {1, 2, 3}
    assert len(guesses) == 401  # the decisions are asked of one more
    assert -0.7 < found["hold"].value < 0.7  # won, drawn and lost alike


def test_a_chain_of_draws_is_followed():
    tree = Uct(GAME, 0, Random(1))
    for _ in range(50):
        tree.visit(replace(Pig(20, (1, 2)), rolling=True))

    assert set(tree.root.after) == {1, 2, 5}
    assert tree.root.visits == 50
    assert tree.seen >= 50
