import pytest

from engine import registry
from engine.play import begin, play, result
from engine.protocol import POSITION, IllegalAction, NotationError
from engine.testing.scripted import played, scripted
from tests.engine.toy import GAME, Pig

DEALT = Pig(target=6, cards=(1, 2))


def test_a_slug_and_a_position_both_give_a_start():
    assert GAME.initial_state("short") == Pig(target=6)
    assert GAME.initial_state("6 1/2 3/0 0 2 deciding") == Pig(6, (1, 2), (3, 0), 0, 1)


@pytest.mark.parametrize("text", ["tiny", "", "6 1/2"])
def test_any_other_text_gives_none(text):
    with pytest.raises(NotationError):
        GAME.initial_state(text)


def test_what_begins_from_a_position_has_the_colours_of_the_first_setup():
    info = registry.info("battle_chess")

    own = info.setup("any text with spaces")

    assert (own.slug, own.colours, own.colour_choice) == (
        POSITION,
        info.setups[0].colours,
        info.setups[0].colour_choice,
    )


def test_a_match_begins_once_chance_is_done():
    with scripted(3, 1) as choose:
        state, outcomes = begin(GAME, "short", choose)

    assert (state, outcomes) == (Pig(6, (3, 1)), (3, 1))


def test_draws_before_the_first_decision_are_numbered_from_4():
    asked = []

    begin(GAME, "short", lambda number, outcomes: asked.append((number, outcomes)) or 1)

    assert asked == [(4, ((1, 3), (2, 2), (3, 1))), (5, ((1, 3), (2, 2), (3, 1)))]


def test_a_decision_takes_along_everything_that_chance_adds():
    asked = []

    def choose(number, outcomes):
        asked.append((number, dict(outcomes)))
        return 2 if number < 2 else 5

    state, outcomes = play(GAME, DEALT, "roll", choose)

    assert (state.pot, outcomes) == (9, (2, 2, 5))
    assert asked == [(number, {1: 1, 2: 3, 5: 1}) for number in range(3)]


def test_a_decision_without_chance_draws_nothing():
    state, outcomes = play(GAME, Pig(6, (1, 2), pot=5), "hold", None)

    assert (state.scores, outcomes) == ((5, 0), ())


def test_an_illegal_decision_is_refused():
    with pytest.raises(IllegalAction, match="cannot 'hold'"):
        play(GAME, DEALT, "hold", None)


@pytest.mark.parametrize(
    ("state", "code"), [(Pig(6, (1, 2), (6, 0)), "over"), (Pig(6), "draw_first"), (Pig(6, rolling=True), "draw_first")]
)
def test_nothing_can_be_decided_when_nobody_is_to_move(state, code):
    with pytest.raises(IllegalAction) as error:
        play(GAME, state, "roll", None)

    assert error.value.code == code


def test_an_outcome_that_cannot_come_is_refused():
    with pytest.raises(IllegalAction) as error:
        play(GAME, DEALT, "roll", lambda number, outcomes: 4)

    assert error.value.code == "impossible_outcome"


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (Pig(6, (1, 1), (6, 0)), "1-0"),
        (Pig(6, (1, 1), (0, 6)), "0-1"),
        (Pig(6, (1, 3), (7, 5)), "1/2-1/2"),
        (DEALT, "*"),
        (Pig(6), "*"),
    ],
)
def test_the_result_says_how_a_match_stands(state, text):
    assert result(GAME, state) == text


def test_a_script_must_be_long_enough():
    with pytest.raises(AssertionError, match="draw 1 is not in the script"), scripted(2) as choose:
        play(GAME, DEALT, "roll", choose)


def test_a_script_must_be_used_up():
    with pytest.raises(AssertionError, match=r"never drawn: \[5\]"), scripted(1, 5) as choose:
        play(GAME, DEALT, "roll", choose)


def test_turns_can_be_played_from_text():
    state = played(GAME, Pig(20, (1, 2)), "roll 2 5", "hold", "roll 1")

    assert state == Pig(20, (1, 2), (7, 0))


@pytest.mark.parametrize(("turn", "words"), [("roll 2", "draw 1 is not"), ("roll 5 5", "never drawn: .'5'")])
def test_turns_from_text_want_exactly_their_outcomes(turn, words):
    with pytest.raises(AssertionError, match=words):
        played(GAME, DEALT, turn)
