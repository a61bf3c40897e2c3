"""What a step of Chakart did, one thing after another, and what it may do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.play.boards.chakart import CHAIN, CHAKART, EGG, GAME, PROMOTES, SHELL, START, THROUGH, at, look, on


def story(text: str, *decisions: str) -> list[str]:
    """The story of the last decision."""
    steps = at(text)
    for decision in decisions:
        steps = on(steps, decision)
    return CHAKART.story(steps[-1])


def test_a_plain_step_says_what_it_leaves() -> None:
    assert story(START, "g1f3") == ["Yoshi g1–f3.", "It leaves an egg on g1."]
    assert story(START, "d2d4") == ["Toad d2–d4.", "It leaves a mushroom on d3."]


def test_what_chance_did_is_told_thing_by_thing() -> None:
    assert story(CHAIN, "h1e4 e5 d6") == [
        "Wario h1–e4.",
        "Banana on e4: it slides on to e5.",
        "Mushroom on e5: it jumps over to e7.",
        "Bomb on e7: it is blown to d6.",
        "It leaves a bomb on c6.",
    ]


def test_an_egg_says_what_was_in_it() -> None:
    assert story(EGG, "f8f6 waluigi g8") == [
        "Donkey f8–f6.",
        "Egg on f6. Waluigi: a piece of one’s own changes sides.",
        "Mario on g8 changes sides.",
    ]
    assert story(EGG, "f8f6 waluigi g8", "g7") == ["It leaves a banana on g7."]


def test_captures_shells_and_promotions() -> None:
    assert story(SHELL, "e1e4:shell") == ["Peach on e1 throws the shell at e4: Yoshi."]
    assert story(PROMOTES, "a7a8=q") == ["Toad a7–a8.", "It becomes Mario.", "It leaves a mushroom on a7."]
    assert story(THROUGH, "n") == ["It becomes Yoshi."]
    assert story(START, "d2d4", "e5d4")[0] == "Toad e5 takes Toad on d4."


def test_the_draws_of_the_start_are_told() -> None:
    state = GAME.initial_state("symmetric")
    outcome = GAME.parse_action(state, "RNBQKBNR")
    step = replace(at(START)[0], draws=((state, outcome),), before=state, state=GAME.apply(state, outcome))

    assert CHAKART.story(step) == ["The pieces behind the Toads were drawn: RNBQKBNR."]


def test_a_secret_is_told_to_its_owner_alone() -> None:
    steps = on(at(START), "d1h5:stealth")
    whole = steps[-1]
    seen = replace(whole, action=None, before=GAME.observation(whole.before, 1), state=GAME.observation(whole.state, 1))

    assert CHAKART.story(whole) == ["Mario moves in secret from d1 to h5."]
    assert CHAKART.story(seen) == ["Mario on d1 moves in secret: where to is not known."]


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        ("a7a6", ["Toad a7–a6.", "It leaves a mushroom on a7.", "The hidden Mario shows up on g4."]),
        ("g5g4", ["Toad g5–g4.", "It leaves a mushroom on g5.", "It has run into the hidden Mario and takes it."]),
    ],
)
def test_what_only_a_hidden_queen_explains_is_told_once_it_happens(decision: str, told: list[str]) -> None:
    steps = on(at(START.replace("ppp1ppp/8/4p3", "ppp1pp1/8/4p1p1")), "d1g4:stealth")
    whole = on(steps, decision)[-1]
    seen = replace(whole, before=GAME.observation(whole.before, 1), state=GAME.observation(whole.state, 1))

    assert CHAKART.story(seen) == told


def test_before_a_decision_it_says_what_chance_may_do() -> None:
    assert look(at(CHAIN), from_="h1", to="e4").words == "Wario h1–e4. The banana on e4 sends it to e5."
    assert "each as likely" in look(at(EGG), from_="f8", to="f6").words
    assert look(at(EGG), from_="f8", to="f6").words.startswith("Donkey f8–f6. The egg holds one of 7 surprises, 3 of")


ON_A_MUSHROOM = "rnbqkbnr/pppppppp/8/3m4/3P4/8/PPP1PPPP/RNBQKBNR w 3 1111 000000000000"


def test_before_a_decision_it_says_where_a_mushroom_sends_the_piece_and_draws_the_way() -> None:
    board = look(at(ON_A_MUSHROOM), from_="d4", to="d5")

    assert board.words == "Toad d4–d5. Mushroom on d5: it goes on to d6."
    assert board.drawing.path == "M3.5 4.5L3.5 3.5L3.5 2.5"  # type: ignore[attr-defined]
    there = {(one.x, one.y): one.art for one in board.drawing.tokens if not one.ghost}  # type: ignore[attr-defined]
    assert there[3, 2] == "toad"
    assert (3, 3) not in there


def test_before_a_decision_nothing_is_told_of_a_queen_whom_the_player_does_not_see() -> None:
    steps = on(at(ON_A_MUSHROOM.replace(" w 3 ", " b 3 ").replace("pppppppp", "ppp1pppp")), "d8d6:stealth")
    seen = [replace(steps[-1], action=None, state=GAME.observation(steps[-1].state, 0))]

    assert look(seen, from_="d4", to="d5").words == "Toad d4–d5. Mushroom on d5: it goes on to d6."
    assert on(steps, "d4d5")[-1].state.reserve1 != steps[-1].state.reserve1  # she is taken there


def test_a_board_for_mails_has_the_own_side_below() -> None:
    text = CHAKART.board_text(at(EGG)[0].state, 1)

    lines = text.splitlines()
    assert lines[7] == "8   .  q  r  .  .  k  r  e"
    assert lines[8] == "    h  g  f  e  d  c  b  a"
    assert "Capitals are White, small letters Black: P Toad, R Donkey, N Yoshi, B Wario, Q Mario, K Peach." in lines
    assert "White has lost: nobody." in lines


def test_a_hidden_queen_is_in_the_mail_of_her_owner_alone() -> None:
    state = on(at(START), "d1h5:stealth")[-1].state

    mine, other = (CHAKART.board_text(GAME.observation(state, seat), seat) for seat in (0, 1))

    assert "I is your Mario, whom the other side does not see." in mine
    assert "5   .  .  .  .  p  .  .  I" in mine
    assert "5   .  .  .  p  .  .  .  ." in other


@pytest.mark.parametrize(
    ("position", "hides", "decision", "told"),
    [
        # the Yoshi would leave its egg on g8, where she is
        ("4k2n/8/8/6Q1/8/8/8/4K3 w 30 0111 000000000000", "g5g7:stealth", "h8f7", "It leaves an egg on g8."),
        ("4k2n/8/8/6Q1/8/8/8/4K3 w 30 0111 000000000000", "g5g8:stealth", "h8f7", "It leaves an egg on h8."),
        # one of two squares for the banana is hers, so that the other is the only one
        ("4k3/8/8/8/6Q1/8/8/r3K3 w 30 0111 000000000000", "g4b4:stealth", "a1a3", "It leaves a banana on b2."),
    ],
    ids=["egg as expected", "egg elsewhere", "banana without a choice"],
)
def test_what_is_left_is_told_where_it_lies_whatever_was_hidden(
    position: str, hides: str, decision: str, told: str
) -> None:
    whole = on(on(at(position), hides), decision)[-1]
    seen = replace(whole, before=GAME.observation(whole.before, 1), state=GAME.observation(whole.state, 1))

    assert [one for one in CHAKART.story(seen) if "leaves" in one] == [told]
