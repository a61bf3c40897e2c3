from dataclasses import replace

import pytest

from engine.play import begin
from engine.protocol import CHANCE, NotationError
from engine.record import Entry
from engine.replay import ReplayError, entry, replay, start_entries, walk
from engine.testing.scripted import scripted
from tests.each import each
from tests.engine.matches import recorded
from tests.engine.toy import GAME, Pig

START = Entry(CHANCE, "", ("1", "2"))
ROLL = Entry(0, "roll", ("2", "5"))
HOLD = Entry(0, "hold")


def of(*entries, result="*", setup="short", **changes):
    return recorded(plies=0, entries=entries, result=result, setup=setup, **changes)


def test_there_is_one_state_for_each_ply_and_the_start():
    states = replay(of(START, ROLL, HOLD, result="1-0"), GAME)

    assert states == [
        Pig(6, (1, 2)),
        Pig(6, (1, 2), pot=7),
        Pig(6, (1, 2), (7, 0), seat=1),
    ]


def test_a_position_can_be_the_start():
    states = replay(of(HOLD, setup="20 1/2 3/3 4 1 deciding"), GAME)

    assert [state.scores for state in states] == [(3, 3), (7, 3)]


@pytest.mark.parametrize("seed", range(5))
def test_a_match_replays_to_its_end(seed):
    record = recorded(seed)

    states = replay(record, GAME)

    assert len(states) == len(record.entries)  # the first entry is the start
    assert GAME.current_player(states[-1]) < 0


def test_a_step_tells_what_was_drawn_where():
    start, roll = walk(of(START, ROLL), GAME)

    assert (start.ply, start.seat, start.action, start.before) == (0, CHANCE, None, Pig(6))
    assert [outcome for _, outcome in start.draws] == [1, 2]
    assert (roll.ply, roll.seat, roll.action, roll.before) == (1, 0, "roll", Pig(6, (1, 2)))
    assert roll.draws == ((Pig(6, (1, 2), rolling=True), 2), (Pig(6, (1, 2), pot=2, rolling=True), 5))
    assert roll.state == Pig(6, (1, 2), pot=7)


@each(
    [
        ((ROLL,), "ply 0: an outcome is missing"),
        ((Entry(CHANCE, "", ("1",)), ROLL), "ply 0: an outcome is missing"),
        ((Entry(CHANCE, "", ("1", "4")),), "ply 0: '4' cannot be drawn"),
        ((Entry(CHANCE, "", ("1", "2", "3")),), "ply 0: nothing is drawn that could be 3"),
        ((START, HOLD), "ply 1: you cannot 'hold' now"),
        ((START, replace(ROLL, seat=1)), "ply 1: it is not seat 1's turn"),
        ((START, ROLL, replace(ROLL, outcomes=("2",))), "ply 2: an outcome is missing"),
        ((START, replace(ROLL, outcomes=("7",))), "ply 1: '7' cannot be drawn"),
        ((START, ROLL, replace(HOLD, outcomes=("5",))), "ply 2: nothing is drawn that could be 5"),
        ((START, ROLL, HOLD, Entry(1, "roll", ("1",))), "ply 3: it is not seat 1's turn"),
        ((START, ROLL, HOLD), r"ply 2: the match stands 1-0, the record says \*"),
    ]
)
def test_a_record_that_cannot_be_is_refused_with_its_ply(entries, words):
    with pytest.raises(ReplayError, match=words):
        replay(of(*entries), GAME)


def test_the_steps_before_a_wrong_one_are_given():
    steps = walk(of(START, ROLL, ROLL, replace(HOLD, seat=1)), GAME)

    assert [next(steps).ply for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ReplayError) as error:
        next(steps)
    assert error.value.ply == 3


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_a_match_that_is_not_played_out_may_have_any_result(result):
    assert len(replay(of(START, ROLL, result=result), GAME)) == 2


def test_an_error_mentions_that_the_rules_have_changed():
    with pytest.raises(ReplayError, match=r"recorded under rules toy-0, these are toy-1"):
        replay(replace(of(START, HOLD), rules_version="toy-0"), GAME)


def test_an_unknown_setup_is_refused():
    with pytest.raises(ReplayError, match="no setup 'huge'"):
        replay(replace(of(), setup="huge"), GAME)


def test_the_game_is_found_by_its_slug():
    with pytest.raises(NotationError, match="no game 'toy'"):
        replay(of(START))


def test_entries_are_written_from_what_was_played():
    with scripted(1, 2) as choose:
        state, outcomes = begin(GAME, "short", choose)

    assert start_entries(GAME, "short", outcomes) == (START,)
    assert start_entries(GAME, "6 1/2 0/0 0 1 deciding", ()) == ()
    assert entry(GAME, state, "roll", (2, 5)) == ROLL
    assert entry(GAME, replace(state, pot=7), "hold") == HOLD
