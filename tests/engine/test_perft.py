import pytest

from engine import registry
from engine.testing.perft import perft
from tests.engine.toy import Pig, ToyGame


class Short(ToyGame):
    """Rolls once only: a finite number of lines."""

    def apply(self, state, action):
        after = super().apply(state, action)
        return after if action == "roll" else Pig(after.target, after.cards, after.scores, after.pot, after.seat)


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 3), (2, 2 * 4 + 3)])
def test_each_outcome_makes_a_line_of_its_own(depth, count):
    assert perft(Short(), Pig(20, (1, 1)), depth) == count


def test_lines_that_end_earlier_are_not_counted():
    ahead = Pig(6, (1, 1), pot=6)

    assert [perft(Short(), ahead, depth) for depth in (1, 2)] == [4, 3 + 2 * 4]


def test_the_outcomes_before_the_first_decision_are_counted():
    assert perft(Short(), Pig(6), 0) == 9


def test_a_game_may_count_by_itself():
    battle = registry.get("battle_chess")
    state = battle.initial_state("bw")

    assert [perft(battle, state, depth) for depth in range(4)] == [1, 14, 254, 6477]


def test_counting_by_itself_comes_to_the_same():
    battle = registry.get("battle_chess")

    class Plain(type(battle)):
        perft = None

    state = battle.parse_state("1kk***v3/1kk4/+Z1KK3/2KK2a/6+Z/3**V3 1 3/3 Rr 70 4 49")

    assert [perft(Plain(), state, depth) for depth in (1, 2)] == [15, 190]
