"""What a state is worth: worked out by hand on the toy, and compared with the bare definition on everything else."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import registry
from engine.protocol import CHANCE, TERMINAL
from engine.search.limits import INFINITY, LONGEST_CHAIN, STRIDE, Stopped
from engine.search.tree import Tree
from tests.engine.battle_chess.positions import states
from tests.engine.toy import GAME, Pig, ToyGame

BATTLE = registry.get("battle_chess")
START = Pig(20, (1, 2))
NEAR_THE_END = [
    "s3+v2/5S1/2+E4/2+zKK2/3KK2/3***V3 1 2/1 R 0.0.40.70 0 51",
    "2***v2/+A4/5/+Z4/2**V+S+z 1 2/0 K dice 1 25",
    "1+t1/1u1/+U2/1+TM 1 0/0 - dice 3 20",
    "1+t1/m2/+U2/1+T1 2 1/1 - dice 38 70",
    "3*v3/3S3/7/2s4/3P3/3+T3 2 3/2 HKr 0.20 5 60",
    "+v6/1S5/7/7/7/6+V 1 4/4 KR 70 37 90",
]


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
    return Tree(OneRoll(), seat).value(state, depth)


def defined(game, state, seat, depth, drawn=0):
    """The value by its definition, nothing pruned and nothing kept."""
    player = game.current_player(state)
    if player == TERMINAL:
        return (2 * game.returns(state)[seat] - 1) * (1 + 0.001 * (1 + depth))
    if player == CHANCE and drawn < LONGEST_CHAIN:
        outcomes = game.chance_outcomes(state)
        after = [(weight, defined(game, game.apply(state, one), seat, depth, drawn + 1)) for one, weight in outcomes]
        return sum(weight * worth for weight, worth in after) / sum(weight for weight, _ in after)
    if player == CHANCE or depth == 0:
        return game.evaluate(state, seat)
    after = [defined(game, game.apply(state, one), seat, depth - 1) for one in game.legal_actions(state)]
    return max(after) if player == seat else min(after)


def agrees(game, state, seat, depth):
    """One tree for all depths, as it is used: what it kept from before must not change anything."""
    tree = Tree(game, seat)
    return all(tree.value(state, d) == pytest.approx(defined(game, state, seat, d), abs=1e-9) for d in range(depth + 1))


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

    found = Tree(game, 0).value(replace(START, rolling=True), 0)

    assert -1 < found < 1
    assert game.made == 3 * LONGEST_CHAIN


@settings(deadline=None, max_examples=150)
@given(states, st.integers(0, 1))
def test_pruning_changes_no_value(state, seat):
    depth = 2 if len(BATTLE.legal_actions(state)) < 20 else 1

    assert agrees(BATTLE, state, seat, depth)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.integers(0, 60), st.sampled_from(["w3", "w5"]))
def test_pruning_changes_no_value_on_the_small_boards(seed, plies, setup):
    state, rng = BATTLE.initial_state(setup), Random(seed)
    for _ in range(plies):
        if BATTLE.current_player(state) == TERMINAL:
            break
        steps = BATTLE.legal_actions(state) or [one for one, _ in BATTLE.chance_outcomes(state)]
        state = BATTLE.apply(state, rng.choice(steps))

    assert agrees(BATTLE, state, seed % 2, 3 if setup == "w3" else 2)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("text", NEAR_THE_END)
def test_pruning_changes_no_value_near_the_end(text, seat):
    assert agrees(BATTLE, BATTLE.parse_state(text), seat, 3)


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 19), st.integers(0, 19), st.integers(0, 9), st.integers(0, 1), st.booleans(), st.integers(0, 2))
def test_pruning_changes_no_value_where_a_seat_decides_again_and_draws_follow_draws(
    first, second, pot, seat, rolling, depth
):
    state = Pig(20, (1, 3), (first, second), pot, seat, rolling)

    assert agrees(GAME, state, 0, depth)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_window_gives_the_value_or_a_bound_on_its_own_side(seat):
    for text in NEAR_THE_END:
        state = BATTLE.parse_state(text)
        true = Tree(BATTLE, seat).value(state, 3)
        for low, high in [(true - 0.2, true + 0.2), (true + 0.01, true + 0.2), (true - 0.2, true - 0.01)]:
            found = Tree(BATTLE, seat).average([state], 3, low, high)
            assert found == pytest.approx(true, abs=1e-9) or (
                true - 1e-9 <= found <= low or high <= found <= true + 1e-9
            )


def test_without_pruning_everything_is_looked_at_with_the_same_result():
    state = BATTLE.parse_state(NEAR_THE_END[3])
    pruned, whole = Tree(BATTLE, 0), Tree(BATTLE, 0, prune=False)

    assert pruned.value(state, 3) == pytest.approx(whole.value(state, 3), abs=1e-12)
    assert 3 * pruned.seen < whole.seen


def test_a_third_of_the_states_is_enough_for_whole_matches():
    """Positions of random matches, early, in the middle and late."""
    pruned = whole = 0
    for setup, plies in [("bw", 0), ("rg", 8), ("bw", 40), ("w12", 20), ("w5", 30)]:
        state, rng = BATTLE.initial_state(setup), Random(plies)
        for _ in range(plies):
            state = BATTLE.apply(state, rng.choice(BATTLE.legal_actions(state)))
            while BATTLE.current_player(state) == CHANCE:
                state = BATTLE.apply(state, BATTLE.chance_outcomes(state)[0][0])
        trees = Tree(BATTLE, 0), Tree(BATTLE, 0, prune=False)
        values = [tree.value(state, 2) for tree in trees]
        assert values[0] == pytest.approx(values[1], abs=1e-12)
        pruned, whole = pruned + trees[0].seen, whole + trees[1].seen

    assert 3 * pruned < whole


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000])
def test_the_budget_is_kept(nodes):
    game = Counting()
    tree = Tree(game, 0, nodes)

    with pytest.raises(Stopped):
        tree.value(replace(START, pot=5), 40)

    assert game.made == tree.seen
    assert nodes <= tree.seen < nodes + 3  # all rolls of one draw are made together


def test_a_tree_without_nodes_looks_at_nothing():
    with pytest.raises(Stopped):
        Tree(GAME, 0, 0).value(START, 1)


@pytest.mark.parametrize("asked", [1, 2, 5])
def test_it_stops_soon_after_it_is_told_to(asked):
    answers = iter([False] * (asked - 1) + [True])
    tree = Tree(GAME, 0, stop=lambda: next(answers))

    with pytest.raises(Stopped):
        tree.value(replace(START, pot=5), 40)

    assert tree.seen <= (asked - 1) * (STRIDE + 3)


def test_several_states_count_alike():
    a, b = replace(START, pot=5), replace(START, pot=1)
    tree = Tree(OneRoll(), 0)

    assert tree.average([a, b], 2, -INFINITY, INFINITY) == pytest.approx((value(a, 2) + value(b, 2)) / 2)


def test_a_full_table_is_emptied():
    state = BATTLE.initial_state("w3")

    small, large = Tree(BATTLE, 0, table=10), Tree(BATTLE, 0)

    assert small.value(state, 4) == pytest.approx(large.value(state, 4), abs=1e-12)
    assert small.seen > large.seen
