from random import Random

import pytest

from engine.draws import Source
from engine.protocol import IllegalAction, NotationError
from engine.replay import replay
from engine.search.selfplay import computer, play_match
from engine.verify import verify
from tests.engine.toy import GAME, INFO

SOURCE = Source(b"k" * 32, "m1", ("", ""))


def match(setup="short", *, deciders=None):
    deciders = deciders or [computer(1, Random(1)), computer(2, Random(2))]
    return play_match(GAME, INFO, setup, deciders, SOURCE, ("Ann", "Bob"))


def test_a_match_is_played_to_its_end_and_verifies():
    record = match()

    assert record.headers == {"First": "Ann", "Second": "Bob", "Termination": "one has enough"}
    assert record.result != "*"
    assert GAME.current_player(replay(record, GAME)[-1]) < 0
    assert all(check.ok for check in verify(record, GAME))


def test_the_same_secret_and_generators_give_the_same_match():
    assert match() == match()


def test_deciders_see_what_their_seat_may_see():
    views = []

    def watch(game, view, seat):
        views.append((seat, view.cards))
        return "hold" if view.pot else "roll"

    match(deciders=[watch, watch])

    assert {view[1 - seat] for seat, view in views} == {-1}
    assert all(view[seat] > 0 for seat, view in views)


def test_a_decider_can_stop_the_match():
    record = match(deciders=[lambda *_: None] * 2)

    assert (record.result, len(record.entries)) == ("*", 1)
    assert "Termination" not in record.headers


def test_an_illegal_decision_is_refused():
    with pytest.raises(IllegalAction):
        match(deciders=[lambda *_: "hold"] * 2)


def test_an_unknown_setup_is_refused():
    with pytest.raises(NotationError):
        match("huge")
