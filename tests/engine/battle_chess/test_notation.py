"""Positions and turns as text (rules §9), and what is said of texts that are none."""

from __future__ import annotations

import pytest

from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.battle_chess.turns import Turn
from engine.protocol import CHANCE, IllegalAction, NotationError
from tests.each import each
from tests.engine.battle_chess.cases import legal, play

BW = "1zs***vaz1/2pep2/7/7/2PEP2/1ZA***VSZ1 1 0/0 KRkr 0.0.20.30.40.70 0 1"
BOARD, *_ = BW.split(" ")
WAITING = "4***v/5/2p2/2P2/***V4 1 0/0 - dice 0 1 ?c2xc3"


def _with(field: int, text: str) -> str:
    fields = BW.split(" ")
    fields[field] = text
    return " ".join(fields)


def test_a_setup_and_its_text_are_the_same_position() -> None:
    assert GAME.initial_state(BW) == GAME.initial_state("bw")
    assert GAME.state_text(GAME.initial_state("bw")) == BW


def test_a_position_whose_turn_waits_carries_the_turn() -> None:
    node = play("4***v/5/2p2/2P2/***V4 1 0/0 - dice 0 1", "c2xc3")

    assert GAME.state_text(node) == WAITING
    assert GAME.parse_state(WAITING) == node
    assert GAME.current_player(GAME.parse_state(WAITING)) == CHANCE


def test_a_position_without_a_target_is_a_lost_one() -> None:
    state = GAME.parse_state("7/2pep2/7/7/2PEP2/1ZA***VSZ1 2 0/1 KRkr 0.70 0 9")

    assert GAME.returns(state) == (1.0, 0.0)
    assert GAME.ending(state) == "target"


@each(
    [
        ("", "seven fields"),
        ("7", "the ranks have 7 squares"),
        ("7/7/7/7/7", "the ranks have 7, 7, 7, 7, 7 squares"),
        ("5/5/5/5/5", "neither"),
        ("1zs***vaz1/2pep2/7/7/2PEP2/1ZA***VSZ2", "7, 7, 7, 7, 7, 8"),
        ("1zs***vaz1/2pep2/7/8/2PEP2/1ZA***VSZ1", "8"),
        ("1zs***vaz1/2pep2/7/43/2PEP2/1ZA***VSZ1", "side by side"),
        ("1zs***vaz1/2pep2/7/0/2PEP2/1ZA***VSZ1", "'0' is no piece"),
        ("1zs***vaz1/2pep2/7/²/2PEP2/1ZA***VSZ1", "'²' is no piece"),
        ("1xs***vaz1/2pep2/7/7/2PEP2/1ZA***VSZ1", "'x' is no piece"),
        ("1zs****vaz1/2pep2/7/7/2PEP2/1ZA***VSZ1", "'*' is no piece"),
        ("1zs*+vaz1/2pep2/7/7/2PEP2/1ZA***VSZ1", "'*+v' is no piece"),
        ("1z*svaz1/2pep2/7/7/2PEP2/1ZA***VSZ1", "'*s' is no piece"),
        ("1z++svaz1/2pep2/7/7/2PEP2/1ZA***VSZ1", "'+' is no piece"),
        ("1zs***vaz+/2pep2/7/7/2PEP2/1ZA***VSZ1", "'+' is no piece"),
        ("1zs***vaz1/2pep2/3v3/7/2PEP2/1ZA***VSZ1", "player 2 has 2 targets"),
        ("1zs***vaz1/2pep2/7/7/2PTP2/1ZA***VSZ1", "player 1 has 2 targets"),
        ("1zs4/2pep2/7/7/2PEP2/1ZA4", "neither player has a target"),
        ("1zs***vaz1/2pep2/7/7/RR5/1ZA***VSZ1", "R on a2 is not the lowest-left"),
        ("1zs***vaz1/2pep2/R6/R6/2PEP2/1ZA***VSZ1", "R on a3 is not the lowest-left"),
        ("RR1***v3/7/7/7/7/3***V3", "R on a6 is not the lowest-left"),
        ("3***v3/RR5/+RR5/7/7/3***V3", "+R on a4 is not the lowest-left"),
        ("3***v3/RR5/RK5/7/7/3***V3", "R on a4 is not the lowest-left"),
        ("3***v3/rr5/Rr5/7/7/3***V3", "R on a4 is not the lowest-left"),
        ("3***v3/RRR4/RRR4/7/7/3***V3", "R on c4 is not the lowest-left"),
        ("3***v2r/7/7/7/7/3***V3", "r on g6 is not the lowest-left"),
        ("/".join(["7"] * 5000), "the ranks have"),
        ("7" * 9000, "side by side"),
    ]
)
def test_it_says_what_is_wrong_with_a_board(board: str, says: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse_state(_with(0, board))

    assert error.value.field in ("board", "position")
    assert says in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize(
    ("field", "name", "texts"),
    [
        (1, "to move", ["0", "3", "w", "12", "١"]),
        (2, "K.O. counts", ["0", "0/5", "-1/0", "0/0/0", "a/b", "00/0", "0/٣"]),
        (3, "reserves", ["kK", "RK", "KRrk", "P", "KKKK", "kkkk", "--", "K-", "RKKR"]),
        (4, "bonus", ["cards", "70.0", "0.0.0", "10", "0.0.20.30.40.70.70", "dices", "0..70", "0.70.", "-"]),
        (5, "quiet turns", ["-1", "41", "x", "01", "1.0", "³", "9" * 5000]),
        (6, "turn number", ["0", "-1", "x", "01", "+1", "1e3", "9" * 5000]),
    ],
)
def test_it_names_the_field_that_is_wrong(field: int, name: str, texts: list[str]) -> None:
    for text in texts:
        with pytest.raises(NotationError) as error:
            GAME.parse_state(_with(field, text))

        assert error.value.field == name
        assert str(error.value).startswith(f"{name}: ")
        assert len(str(error.value)) < 250


@each(["", " ", BOARD, BW + " ", " " + BW, BW.replace(" 1 ", "  1 "), BW + " ?a1-a2 more", BW[:-2], BW + "\n2 3 4"])
def test_a_position_has_seven_fields_and_one_space_between(text: str) -> None:
    with pytest.raises(NotationError, match="it has seven fields") as error:
        GAME.parse_state(text)

    assert error.value.field == "position"


@each(["c2xc3", "?", "?c2-c2", "?c2-b2", "?c1xc3", "?z9xc3", "?c2xb1", "?+20", "?K@a1"])
def test_only_a_legal_turn_that_needs_a_bonus_waits(turn: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse_state(WAITING.replace("?c2xc3", turn))

    assert error.value.field == "pending turn"


@pytest.mark.parametrize("text", ["nothing", "", "BW", "custom"])
def test_an_unknown_setup_is_answered_with_the_known_ones(text: str) -> None:
    with pytest.raises(NotationError, match="bw, rg, w3, w5, w12") as error:
        GAME.initial_state(text)

    assert error.value.field == "setup"


@each(
    [
        *("", "c2", "c2-", "c2-c2", "c2-c2xd3", "c2xd3,", "c2xd3,d4,d5", "c2 c3", "C2-c3", "c2-c3 ", "c2-c3xd4[+40]"),
        *("K@", "K@d33", "k@d3", "KR@d3", "c2-c3\n", "c22-c3", "-", "pass", "+40", "c²-c3", "x" * 9000),
    ]
)
def test_what_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse_action(GAME.initial_state("bw"), text)

    assert error.value.field == "turn"
    assert len(str(error.value)) < 150


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("h1-g1", "from"),
        ("z9-a1", "from"),
        ("c2-c7", "to"),
        ("K@g9", "to"),
        ("c2xc0", "target"),
        ("c2-c3xd4,d9", "target"),
        ("P@c3", "summons"),
    ],
)
def test_a_square_or_legend_that_there_is_not_is_refused(text: str, field: str) -> None:
    with pytest.raises(IllegalAction) as error:
        GAME.parse_action(GAME.initial_state("bw"), text)

    assert error.value.field == field


def test_the_smaller_boards_have_fewer_squares() -> None:
    with pytest.raises(IllegalAction, match="from a1 to c4"):
        GAME.parse_action(GAME.initial_state("w3"), "c1-d1")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("c2-c3", Turn("c2", "c3")),
        ("c2xd3", Turn("c2", "c2", ("d3",))),
        ("c2-c3xd4", Turn("c2", "c3", ("d4",))),
        ("d3xc5,d5", Turn("d3", "d3", ("c5", "d5"))),
        ("a1-g6xf5,f6", Turn("a1", "g6", ("f5", "f6"))),
        ("K@d3", Turn("", "d3", (), "K")),
        ("L@a1", Turn("", "a1", (), "L")),
    ],
)
def test_a_turn_comes_apart_and_together(text: str, parts: Turn) -> None:
    state = GAME.initial_state("bw")

    action = GAME.parse_action(state, text)
    turn = GAME.turn(state, action)

    assert turn == parts
    assert turn.moves == ("-" in text)
    assert turn.text == GAME.action_text(state, action) == text


def _waiting() -> State:
    return GAME.parse_state(WAITING.replace("dice", "0.40.70"))


def test_a_bonus_is_written_with_a_plus() -> None:
    node = _waiting()

    assert [GAME.action_text(node, bonus) for bonus, _ in GAME.chance_outcomes(node)] == ["+0", "+40", "+70"]
    assert GAME.parse_action(node, "+40") == 40


@each(["40", "+", "", "+040", "+4 0", "c2-c3", "+٤", "++40", "-40", "+99999"])
def test_what_is_no_bonus_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as error:
        GAME.parse_action(_waiting(), text)

    assert error.value.field == "bonus"


@pytest.mark.parametrize("text", ["+20", "+50", "+999"])
def test_a_bonus_that_cannot_come_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction, match=r"there is 0\.40\.70") as error:
        GAME.parse_action(_waiting(), text)

    assert error.value.field == "bonus"


def test_turns_are_read_in_every_position_as_they_are_written() -> None:
    state = GAME.parse_state("3***v3/1hhhh2/1hhhh2/2RR3/2RR3/***V6 1 4/0 KL dice 0 1")

    texts = legal(state)

    assert [GAME.action_text(state, GAME.parse_action(state, text)) for text in texts] == texts
    assert {"c2xc4,d4", "K@e1", "L@f4"} <= set(texts)
