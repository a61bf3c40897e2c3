from dataclasses import replace

import pytest

from engine.search.tree import LONGEST_CHAIN, OutOfNodes, Tree, deepen
from tests.engine.toy import GAME, Pig, ToyGame

START = Pig(20, (1, 2))


class OneRoll(ToyGame):
    """Never more than one draw after a decision, so that values can be worked out by hand."""

    def apply(self, state, action):
        return replace(super().apply(state, action), rolling=action == "roll")


class Counting(ToyGame):
    """Counts the states that are made."""

    made = 0

    def apply(self, state, action):
        self.made += 1
        return super().apply(state, action)


def value(state, depth, seat=0):
    return Tree(OneRoll(), seat, 10_000).value(state, depth)


def test_a_leaf_is_worth_what_the_game_says():
    assert value(replace(START, pot=5), 0) == 5 / 20
    assert value(replace(START, pot=5), 0, seat=1) == -5 / 20


def test_a_draw_is_worth_the_average_of_what_may_come():
    rolling = replace(START, pot=5, rolling=True)

    assert value(rolling, 0) == pytest.approx((1 * 0 + 3 * 7 + 1 * 10) / 5 / 20)


def test_the_seat_takes_its_best_decision():
    hold, roll = 5 / 20, (3 * 7 + 10) / 5 / 20

    assert value(replace(START, pot=5), 1) == pytest.approx(max(hold, roll))


def test_the_other_seat_takes_what_is_worst_for_the_first():
    assert value(replace(START, pot=5, seat=1), 1) == pytest.approx(-(3 * 7 + 10) / 5 / 20)
    assert value(replace(START, pot=20, seat=1), 1) < -1 < value(replace(START, pot=19, seat=1), 1)


@pytest.mark.parametrize(("scores", "worth"), [((20, 0), 1), ((0, 20), -1), ((21, 20), 0)])
def test_an_end_is_worth_more_than_any_guess(scores, worth):
    found = value(replace(START, scores=scores), 0)

    assert round(found, 2) == worth
    assert abs(found) > 1 or worth == 0


def test_a_win_is_worth_more_the_sooner_it_comes():
    won = replace(START, scores=(20, 0))
    lost = replace(START, scores=(0, 20))

    assert value(won, 2) > value(won, 1) > value(won, 0)
    assert value(lost, 2) < value(lost, 1) < value(lost, 0)


def test_draws_that_could_go_on_for_ever_are_cut_off():
    game = Counting()

    found = Tree(game, 0, 10_000).value(replace(START, rolling=True), 0)

    assert -1 < found < 1
    assert game.made == 3 * LONGEST_CHAIN


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000])
def test_the_budget_is_kept(nodes):
    game = Counting()

    chosen = deepen(game, [replace(START, pot=5)], 0, ["hold", "roll"], depth=9, nodes=nodes)

    assert game.made == nodes + 1  # the one too many was not looked at
    assert chosen in ("hold", "roll")


def test_a_tree_without_nodes_says_so():
    with pytest.raises(OutOfNodes):
        Tree(GAME, 0, 0).value(START, 1)


def test_without_any_nodes_the_first_decision_is_taken():
    assert deepen(GAME, [replace(START, pot=19)], 0, ["roll", "hold"], depth=1, nodes=0) == "roll"


def test_an_unfinished_look_ahead_takes_the_best_of_what_is_finished():
    state = replace(START, pot=19)  # to hold wins nothing yet, but is better than to roll
    first = 1 + 1 + 3 * LONGEST_CHAIN  # states for one decision ahead: hold, then roll with its draws

    finished = [deepen(GAME, [state], 0, ["roll", "hold"], depth=2, nodes=nodes) for nodes in range(first, first + 30)]

    assert set(finished) == {"hold"}


def test_among_equal_decisions_the_first_wins():
    class Flat(ToyGame):
        def evaluate(self, state, seat):
            return 0.0

    state = Pig(200, (1, 2), pot=5)

    assert deepen(Flat(), [state], 0, ["hold", "roll"], depth=2, nodes=9999) == "hold"
    assert deepen(Flat(), [state], 0, ["roll", "hold"], depth=2, nodes=9999) == "roll"


@pytest.mark.parametrize(("cards", "best"), [((1,), "hold"), ((3,), "roll"), ((1, 2, 3), "roll"), ((1, 1, 3), "hold")])
def test_several_guesses_are_averaged(cards, best):
    """To hold ends the match; the guessed card of the other seat settles who wins."""
    states = [Pig(20, (card, 1), (19, 19), pot=1, seat=1) for card in cards]

    assert deepen(GAME, states, 1, ["hold", "roll"], depth=1, nodes=999) == best
