"""What positions are worth, against the rules themselves."""

from __future__ import annotations

import hashlib
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.battle_chess.game import GAME
from engine.battle_chess.numbering import number, position
from engine.battle_chess.pieces import QUIET_LIMIT
from engine.battle_chess.solution import Solution
from engine.battle_chess.solve import CLOSE, ERROR, Solver
from engine.battle_chess.state import State
from engine.battle_chess.symmetry import rotate, rotate_turn
from engine.protocol import CHANCE, TERMINAL
from engine.search.limits import SOONER
from engine.search.tree import Tree
from tests.engine.battle_chess.solved import COUNT, DUEL, solution, solver
from tests.engine.battle_chess.test_numbering import mirror

NEAR = 2 * (ERROR + CLOSE)
numbers = st.integers(0, COUNT - 1)
quiets = st.integers(0, 10) | st.integers(34, QUIET_LIMIT - 1)  # in between plain Python has to look far


def best(state: State) -> float:
    """What the solution says of a position in which somebody is to move."""
    found = solution().turns(state)
    assert found is not None
    return found[0][1]


def worth(state: State) -> float:
    """The same of any state, to the first player."""
    player = GAME.current_player(state)
    if player == TERMINAL:
        return 2 * GAME.returns(state)[0] - 1
    if player == CHANCE:
        outcomes = GAME.chance_outcomes(state)
        return sum(w * worth(GAME.apply(state, one)) for one, w in outcomes) / sum(w for _, w in outcomes)
    return best(state) * (1 - 2 * player)


def to_the_end(state: State) -> Fraction:
    """The same by playing every line to its end: exact, and slow."""
    player = GAME.current_player(state)
    if player == TERMINAL:
        return Fraction(2 * GAME.returns(state)[0] - 1)
    if player == CHANCE:
        outcomes = GAME.chance_outcomes(state)
        return sum((w * to_the_end(GAME.apply(state, one)) for one, w in outcomes), Fraction(0)) / 6
    values = [to_the_end(GAME.apply(state, turn)) for turn in GAME.legal_actions(state)]
    return max(values) if player == 0 else min(values)


@settings(max_examples=15)
@given(numbers, quiets)
def test_a_position_is_worth_what_its_best_turn_is(one: int, quiet: int) -> None:
    """Bellman's equation, by the rules as the site plays them, near the draw and far from it."""
    state = position(one, quiet)
    known = dict(solution().turns(state) or [])

    turns = {turn: worth(GAME.apply(state, turn)) for turn in GAME.legal_actions(state)}

    assert known.keys() == turns.keys()
    if not turns:
        return
    assert max(known.values()) == pytest.approx(max(turns.values()), abs=NEAR)
    for turn, value in turns.items():
        assert known[turn] == pytest.approx(value, abs=2 * NEAR)
    if quiet == 0:
        assert solver().worth[one] == pytest.approx(max(turns.values()), abs=NEAR)


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_near_the_draw_it_is_worth_what_all_lines_to_the_end_say(left: int) -> None:
    rng = Random(left)
    for _ in range(10 if left < 4 else 3):
        state = position(rng.randrange(DUEL), QUIET_LIMIT - left)
        if GAME.current_player(state) != TERMINAL:
            assert best(state) == pytest.approx(float(to_the_end(state)), abs=NEAR)


@pytest.mark.parametrize("seed", range(6))
def test_the_search_to_the_end_agrees(seed: int) -> None:
    """The pruned search of the computer players, which counts a win a little more the sooner it comes."""
    state = position(Random(seed).randrange(DUEL), QUIET_LIMIT - 6)

    value = Tree(GAME, 0).value(state, 6)

    assert worth(state) == pytest.approx(value, abs=8 * SOONER)


@settings(max_examples=15)
@given(numbers, quiets)
def test_symmetric_positions_are_worth_the_same(one: int, quiet: int) -> None:
    state = position(one, quiet)
    if GAME.current_player(state) == TERMINAL:
        return
    turned = solution().turns(rotate(state))
    assert turned is not None

    assert best(mirror(state)) == pytest.approx(best(state), abs=NEAR)
    assert dict(turned) == pytest.approx(
        {rotate_turn(state, turn): value for turn, value in solution().turns(state) or []}, abs=NEAR
    )


def test_so_many_turns_must_be_left_and_no_fewer() -> None:
    """With one less the worth is another; from there on it is always the same."""
    seen = 0
    for one in Random(3).sample(range(COUNT), COUNT):
        least = solver().settled[one]
        if not 2 <= least <= 7 or not solution().knows(position(one)):
            continue
        seen += 1
        if seen > 20:
            return
        assert abs(best(position(one, QUIET_LIMIT - least + 1)) - solver().worth[one]) > CLOSE / 2
        for left in (least, QUIET_LIMIT):
            assert best(position(one, QUIET_LIMIT - left)) == pytest.approx(solver().worth[one], abs=NEAR)
    pytest.fail(f"only {seen} such positions")


def test_of_equally_good_turns_the_one_that_wins_soonest_or_loses_latest_is_first() -> None:
    choices = 0
    for one in range(0, COUNT, 5):
        state = position(one)
        turns = solution().turns(state) or []
        alike = [turn for turn, value in turns if value == turns[0][1]]
        nodes = [GAME.apply(state, turn) for turn in alike]
        if len(alike) > 1 and all(GAME.current_player(node) == 1 for node in nodes):
            left = [solver().settled[number(node)] if node.quiet else 0 for node in nodes]
            assert left == sorted(left, reverse=turns[0][1] <= 0)
            choices += len(set(left)) > 1
    assert choices > 5


def test_a_turn_that_is_best_has_the_worth_of_the_position() -> None:
    for one in range(0, COUNT, 97):
        turns = solution().turns(position(one)) or []
        assert [value for _, value in turns] == sorted((value for _, value in turns), reverse=True)
        if turns:
            assert turns[0][1] == pytest.approx(solver().worth[one], abs=NEAR)


def test_plain_and_compiled_python_find_the_same_numbers() -> None:
    content = hashlib.sha256(solver().worth.tobytes() + solver().settled.tobytes()).hexdigest()

    assert content[:16] == "6a057a593068d137"


def test_a_longer_limit_changes_only_what_was_not_settled() -> None:
    longer = Solver(5, limit=120)
    for _ in longer.run():
        pass

    settled = [one for one in range(len(longer.worth)) if solver().settled[one] < 30]
    assert len(settled) > 0.9 * len(longer.worth)
    for one in settled:
        assert longer.worth[one] == pytest.approx(solver().worth[one], abs=1e-4)


def test_layers_that_belong_together_are_solved_together() -> None:
    with pytest.raises(ValueError, match="together"):
        Solver(2)


def test_a_limit_is_a_byte() -> None:
    with pytest.raises(ValueError, match="byte"):
        Solver(1, limit=256)


def test_what_takes_too_long_to_look_at_is_solved_again() -> None:
    few = Solution(memoryview(solver().worth), memoryview(solver().settled), most_looks=3)
    rng = Random(8)
    for left in (2, 4, 3):
        late = [
            one for one in range(DUEL, 2 * DUEL) if solver().settled[one] > left and solution().knows(position(one))
        ]
        for one in rng.sample(late, 3):
            state = position(one, QUIET_LIMIT - left)
            again = few.turns(state) or []
            assert [turn for turn, _ in again] == [turn for turn, _ in solution().turns(state) or []]
            assert dict(again) == pytest.approx(dict(solution().turns(state) or []), abs=NEAR)


def test_what_is_too_large_to_be_solved_again_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.battle_chess.solution.MOST_AGAIN", 100)
    few = Solution(memoryview(solver().worth), memoryview(solver().settled), most_looks=3)
    far = next(one for one in range(DUEL, COUNT) if solver().settled[one] > 9 and solution().knows(position(one)))

    assert few.turns(position(far, QUIET_LIMIT - 9)) is None
    assert few.turns(position(far)) is not None


def test_it_knows_its_own_positions_alone() -> None:
    assert solution().knows(position(0))
    assert not solution().knows(position(0, QUIET_LIMIT))
    assert not solution().knows(GAME.initial_state("w3"))  # not in so small a game
    assert not solution().knows(GAME.initial_state("bw"))
    assert number(GAME.initial_state("w3")) > COUNT
