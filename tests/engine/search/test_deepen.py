"""What a search tells of each decision, and where it ends."""

from dataclasses import replace

import pytest

from engine import registry
from engine.protocol import CHANCE, TERMINAL
from engine.search.deepen import Step, deepen
from engine.search.limits import INFINITY, LONGEST_CHAIN, STRIDE
from engine.search.tree import Tree
from tests.engine.toy import GAME, Pig, ToyGame

BATTLE = registry.get("battle_chess")
START = Pig(20, (1, 2))
DUEL = BATTLE.parse_state("1+t1/1u1/+U2/1+TM 1 0/0 - dice 3 20")


def best(game, state, actions, **limits):
    return deepen(game, [state], 0, actions, **limits).options[0].action


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_every_turn_has_its_expected_value(depth):
    turns = BATTLE.legal_actions(DUEL)

    found = deepen(BATTLE, [DUEL], 0, turns, depth=depth, margin=INFINITY)

    assert found.depth == depth
    assert {option.action for option in found.options} == set(turns)
    for option in found.options:
        true = Tree(BATTLE, 0, prune=False).value(BATTLE.apply(DUEL, option.action), depth - 1)
        assert option.value == pytest.approx(true, abs=1e-9)
        assert (option.exact, option.depth) == (True, depth)
    assert [option.value for option in found.options] == sorted((o.value for o in found.options), reverse=True)


@pytest.mark.parametrize("margin", [0.0, 0.1])
def test_what_is_less_than_the_margin_behind_is_exact_and_the_rest_bounded(margin):
    whole = deepen(BATTLE, [DUEL], 0, BATTLE.legal_actions(DUEL), depth=3, margin=INFINITY)
    true = {option.action: option.value for option in whole.options}

    found = deepen(BATTLE, [DUEL], 0, BATTLE.legal_actions(DUEL), depth=3, margin=margin)

    assert found.seen < whole.seen
    assert found.options[0].value == pytest.approx(whole.options[0].value)
    for option in found.options:
        if option.exact:
            assert option.value == pytest.approx(true[option.action], abs=1e-9)
        else:
            assert true[option.action] - 1e-9 <= option.value <= whole.options[0].value - margin + 1e-9


def test_a_line_begins_with_the_turn_and_can_be_played():
    found = deepen(BATTLE, [DUEL], 0, BATTLE.legal_actions(DUEL), depth=4, margin=INFINITY)

    draws = 0
    for option in found.options:
        assert option.line[0] == Step(0, option.action)
        state = DUEL
        for step in option.line:
            assert BATTLE.current_player(state) == step.seat
            BATTLE.check(state, step.action)
            if step.seat == CHANCE:
                draws += 1
                outcomes = dict(BATTLE.chance_outcomes(state))
                assert (step.weight, step.total) == (max(outcomes.values()), sum(outcomes.values()))
                assert outcomes[step.action] == step.weight
            state = BATTLE.apply(state, step.action)
        decisions = sum(step.seat != CHANCE for step in option.line)
        assert decisions == 4 or BATTLE.current_player(state) == TERMINAL
    assert draws > 3


def test_the_value_is_that_of_the_line_where_nothing_is_drawn():
    state = BATTLE.parse_state("2***v2/5/5/4s/2V2 1 0/0 - dice 0 1")

    option = deepen(BATTLE, [state], 0, BATTLE.legal_actions(state), depth=2).options[0]
    for step in option.line:
        assert step.seat != CHANCE
        state = BATTLE.apply(state, step.action)

    assert option.value == pytest.approx(BATTLE.evaluate(state, 0))


@pytest.mark.parametrize(("value", "chance"), [(1.002, 1.0), (0.0, 0.5), (-0.5, 0.25), (-1.001, 0.0)])
def test_a_value_is_told_as_a_chance(value, chance):
    option = deepen(BATTLE, [DUEL], 0, BATTLE.legal_actions(DUEL), depth=1).options[0]

    assert replace(option, value=value).chance == chance


def test_a_won_match_is_looked_at_no_farther():
    state = BATTLE.parse_state("2***v2/+A4/5/+Z4/2**V+S+z 1 2/0 K dice 1 25")

    found = deepen(BATTLE, [state], 0, BATTLE.legal_actions(state))

    assert found.options[0].chance == 1.0
    assert found.depth <= 3


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000])
def test_the_budget_is_kept(nodes):
    found = deepen(GAME, [replace(START, pot=5)], 0, ["hold", "roll"], nodes=nodes)

    assert nodes <= found.seen <= nodes + 3


@pytest.mark.parametrize("asked", [1, 2, 3, 20])
def test_it_stops_when_it_is_told_to_with_the_best_it_knows(asked):
    answers = iter([False] * (asked - 1) + [True])

    found = deepen(GAME, [replace(START, pot=19)], 0, ["roll", "hold"], stop=lambda: next(answers))

    assert found.seen <= asked * (STRIDE + 3)
    assert bool(found.options) == (asked > 1)


def test_without_any_nodes_nothing_is_found():
    assert deepen(GAME, [replace(START, pot=19)], 0, ["roll", "hold"], nodes=0).options == ()


def test_an_unfinished_look_takes_the_best_of_what_it_has_looked_at_farthest():
    state = replace(START, pot=19)  # to hold wins nothing yet, but is better than to roll
    first = 1 + 3 * LONGEST_CHAIN + 1  # states for one decision ahead: roll with its draws, then hold

    found = [deepen(GAME, [state], 0, ["roll", "hold"], nodes=nodes) for nodes in range(first + 1, first + 30)]

    assert {one.options[0].action for one in found} == {"hold"}
    assert {len(one.options) for one in found} == {2}


def test_among_equal_decisions_the_first_wins():
    class Flat(ToyGame):
        def evaluate(self, state, seat):
            return 0.0

    state = Pig(200, (1, 2), pot=5)

    assert best(Flat(), state, ["hold", "roll"], depth=2) == "hold"
    assert best(Flat(), state, ["roll", "hold"], depth=2) == "roll"


@pytest.mark.parametrize(
    ("cards", "wanted"), [((1,), "hold"), ((3,), "roll"), ((1, 2, 3), "roll"), ((1, 1, 3), "hold")]
)
def test_several_guesses_are_averaged(cards, wanted):
    """To hold ends the match; the guessed card of the other seat settles who wins."""
    states = [Pig(20, (card, 1), (19, 19), pot=1, seat=1) for card in cards]

    assert deepen(GAME, states, 1, ["hold", "roll"], depth=1).options[0].action == wanted


def test_the_same_question_has_the_same_answer():
    answers = [deepen(BATTLE, [DUEL], 0, BATTLE.legal_actions(DUEL), nodes=5000, margin=0.1) for _ in range(2)]

    assert answers[0] == answers[1]
