"""What is said of a turn or bonus that cannot be played."""

from __future__ import annotations

import pytest

from engine.battle_chess.game import GAME
from engine.protocol import IllegalAction
from tests.each import each
from tests.engine.battle_chess.cases import play

POSITION = "3***v3/2hh3/2hh3/1pRR3/1ERR1P1/***VP5 1 3/0 KL dice 0 1"


@each(
    [
        ("g1-g2", "no_piece", "from"),
        ("b3-b2", "not_your_piece", "from"),
        ("d3-d4", "not_its_first_square", "from"),
        ("f2-f4", "out_of_reach", "to"),
        ("b2-b3", "out_of_reach", "to"),
        ("a1-a2", "out_of_reach", "to"),
        ("f2xf3", "no_enemy", "target"),
        ("b2xb3", "no_contact", "target"),
        ("c2xd4", "not_its_first_square", "target"),
        ("c2xc4,d4", "not_side_by_side", "target"),
        ("c2xb3,c4", "not_side_by_side", "target"),
        ("c2xd4,c4", "not_side_by_side", "target"),
        ("a1xb2", "egg", "target"),
        ("f2-e2xe3", "no_enemy", "target"),
        ("R@e5", "not_in_reserve", "summons"),
        ("L@e5", "too_few_ko", "summons"),
        ("K@g6", "not_free", "to"),
        ("K@e1", "not_free", "to"),
    ]
)
def test_it_says_why_a_turn_cannot_be_played(text: str, code: str, field: str) -> None:
    state = GAME.parse_state(POSITION)
    action = GAME.parse_action(state, text)

    with pytest.raises(IllegalAction) as error:
        GAME.check(state, action)

    assert (error.value.code, error.value.field) == (code, field)


@pytest.mark.parametrize("text", ["f2-e2", "K@f5", "c2xc4", "c2xb3"])
def test_it_lets_a_legal_turn_pass(text: str) -> None:
    state = GAME.parse_state(POSITION)

    GAME.check(state, GAME.parse_action(state, text))


@pytest.mark.parametrize("action", [-1, 1 << 24, 1 << 60, "c2-c3", None, 2.5, 62 | 62 << 6])
def test_what_is_no_turn_at_all_is_refused(action: object) -> None:
    with pytest.raises(IllegalAction, match="no turn on this board") as error:
        GAME.check(GAME.parse_state(POSITION), action)  # type: ignore[arg-type]

    assert error.value.code == "malformed"


def test_a_piece_that_stays_and_attacks_nothing_is_no_turn() -> None:
    state = GAME.parse_state(POSITION)
    stays = GAME.parse_action(state, "f2-f3") & ~(63 << 6) | (GAME.parse_action(state, "f2-f3") & 63) << 6

    with pytest.raises(IllegalAction) as error:
        GAME.check(state, stays)

    assert error.value.code == "nothing"


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("2**v2/5/5/5/P1***V2 1 0/0 - dice 40 80", "40 quiet turns"),
        ("5/5/5/5/P1***V2 1 0/1 - dice 0 80", "a target is K.O."),
    ],
)
def test_a_finished_match_takes_no_turn(position: str, says: str) -> None:
    state = GAME.parse_state(position)

    with pytest.raises(IllegalAction, match=says) as error:
        GAME.check(state, GAME.parse_action(state, "a1-a2"))

    assert error.value.code == "over"


def test_a_bonus_that_cannot_come_is_refused() -> None:
    node = play("4***v/5/2p2/2P2/***V4 1 0/0 - 0.70 0 1", "c2xc3")

    GAME.check(node, 70)
    with pytest.raises(IllegalAction) as error:
        GAME.check(node, 20)
    assert error.value.code == "no_bonus"


def test_every_turn_but_the_legal_ones_is_refused() -> None:
    state = GAME.parse_state("1U1/3/*vp*V/3 1 3/0 - dice 0 1")
    legal = set(GAME.legal_actions(state))
    squares = [*range(12), 63]

    for action in {a | b << 6 | c << 12 | 63 << 18 for a in squares for b in squares for c in squares} - legal:
        with pytest.raises(IllegalAction):
            GAME.check(state, action)
