"""Wrong decisions get a reason that says what to do."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.protocol import CHANCE, TERMINAL, IllegalAction
from engine.testing.conformance import steps
from tests.each import each
from tests.engine.chakart.cases import play
from tests.engine.chakart.positions import states

FEN = "rnbqkbnr/pppppppp/8/8/4d3/8/PPPPPPPP/RNBQKBNR w 0 1111 000000000000"
FREE = "3rk3/P7/8/8/3Q4/8/1o1S4/K7 w 9 1100 000000000000"


@each(
    [
        (FEN, "e3e4", "no_piece", "from", "no piece stands on e3"),
        (FEN, "e4e5", "no_piece", "from", "no piece stands on e4"),
        (FEN, "e7e5", "not_your_piece", "from", "the piece on e7 is not yours"),
        (FREE, "d2d3", "immobilised", "from", "the piece on d2 cannot move this turn"),
        (FEN, "a1a2", "own_piece", "to", "your own piece stands on a2"),
        (FEN, "e2e5", "unreachable", "to", "Toad on e2 cannot go to e5"),
        (FEN, "b1d3", "unreachable", "to", "Yoshi on b1 cannot go to d3"),
        (FREE, "a7a8", "promotion", "promotion", "say what the pawn becomes on a8: one of q r b n k"),
        (FEN, "e2e3=q", "no_promotion", "promotion", "a pawn becomes nothing else on e3"),
        (FREE, "a1b1=q", "no_promotion", "promotion", "only a pawn becomes something else"),
        (FEN, "b1c3:stealth", "no_queen", "from", "only a queen moves in stealth"),
        (FREE.replace("1100", "1000"), "d4d5:stealth", "power_used", "action", "your stealth move is used up"),
        (
            FREE,
            "d4d8:stealth",
            "not_free",
            "to",
            "a stealth move needs a free square",
        ),
        (FEN, "d1d8:shell", "no_king", "from", "only a king throws a shell"),
        (FREE.replace("1100", "0100"), "a1b2:shell", "power_used", "action", "your shell is used up"),
        (FREE, "a1d4:shell", "no_target", "to", "the first thing a shell meets"),
    ]
)
def test_a_wrong_step_is_explained(fen: str, text: str, code: str, field: str, words: str) -> None:
    with pytest.raises(IllegalAction, match=words) as caught:
        play(fen, text)

    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize(
    ("turn", "text", "code", "words"),
    [
        (("7k/8/8/8/8/8/8/K3R3 w 9 0000 000000000000", "e1e3"), "e4", "no_drop", "nothing can be left on e4"),
        (
            ("7k/8/8/8/8/8/4e3/K3R3 w 9 0000 000000000000", "e1e2"),
            "luigi",
            "impossible_outcome",
            "luigi cannot be drawn",
        ),
        (("7k/8/8/8/8/8/8/K3N3 w 9 0000 000000000000",), "h8h7", "not_your_piece", "is not yours"),
        (("p6k/8/8/8/8/8/4e3/K3Q3 w 9 0000 000000000000", "e1e2", "kingboo"), "b8", "no_swap", "cannot change places"),
        (("7k/8/8/8/8/8/4e3/K3Q3 w 9 0000 000000000000", "e1e2", "daisy"), "a1a2", "other_piece", "on e2 moves again"),
        (("7k/8/8/8/8/8/4e3/K3Q3 w 9 0000 100000000000", "e1e2", "toadette"), "q@a5", "no_place", "not in reserve"),
        (
            ("7k/8/8/8/8/8/4e3/K3Q3 w 9 0000 100000000000", "e1e2", "toadette"),
            "p@a1",
            "no_place",
            "its square is taken",
        ),
    ],
)
def test_a_wrong_choice_is_explained(turn: tuple[str, ...], text: str, code: str, words: str) -> None:
    state = play(*turn)

    with pytest.raises(IllegalAction, match=words) as caught:
        play(state, text)

    assert caught.value.code == code


def test_after_the_end_nothing_is_possible() -> None:
    state = GAME.parse_state("7k/8/8/8/8/8/8/8 w 9 0000 000000000000")

    with pytest.raises(IllegalAction):
        play(state, "h8h7")


@given(states, st.integers(0, 2**19))
@example(
    GAME.parse_state("1BK1wdd1/rw1k4/d1d1ddd1/r6w/dd2w1ww/5pd1/w1w1w3/1w6 w 248 0000 523010812310"), 7 << 16 | 6 << 12
)
def test_every_number_is_possible_or_refused_in_one_line(state: State, action: int) -> None:
    if GAME.current_player(state) == TERMINAL:
        return
    possible = action in steps(GAME, state)
    with nullcontext() if possible else pytest.raises(IllegalAction) as caught:
        GAME.check(state, action)

    if not possible:
        assert str(caught.value).isprintable()
        assert GAME.current_player(state) != CHANCE or caught.value.code == "impossible_outcome"
