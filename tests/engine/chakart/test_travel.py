"""What a turn tells about itself, step by step."""

from __future__ import annotations

from engine.chakart.game import GAME
from engine.chakart.tables import (
    BANANA,
    BLOCKED,
    BOMB,
    CAUGHT,
    CODE_OF,
    FREED,
    JAMMED,
    JUMPED,
    LEFT_ON,
    MET,
    NAMES,
    REVEALED,
    STAYED,
    STEPPED,
)
from tests.each import each
from tests.engine.chakart.cases import CASES, Case, play

WORDS = {
    STEPPED: "mushroom_step",
    BLOCKED: "mushroom_blocked",
    JUMPED: "mushroom_jump",
    STAYED: "mushroom_nojump",
    JAMMED: "stuck",
}
HARD = {BANANA: "banana", BOMB: "bomb"}


def traced(position: str, *texts: str) -> list[tuple[int, str, int]]:
    """All that the decisions and draws tell, squares by name."""
    state, told = GAME.parse_state(position), []
    for text in texts:
        state, trace = state.told(GAME.parse_action(state, text))
        told += [(what, NAMES[square], code) for what, square, code in trace]
    return told


@each([*CASES["resolutions"], *CASES["disputed"]], name=lambda case: case["id"])
def test_objects_act_as_written(case: Case) -> None:
    told = traced(case["fen"], case["move"]["m"], *(entry["pick"] for entry in case["script"]))

    words = [HARD.get(code, "") if what == MET else WORDS.get(what, "") for what, _, code in told]
    assert [word for word in words if word] == case["trace"]


def test_telling_changes_nothing() -> None:
    for case in CASES["resolutions"]:
        state = GAME.parse_state(case["fen"])
        for text in (case["move"]["m"], *(entry["pick"] for entry in case["script"])):
            action = GAME.parse_action(state, text)
            after, _ = state.told(action)
            state = GAME.apply(state, action)
            assert after == state


def test_the_second_figure_is_told_step_by_step() -> None:
    case = CASES["seed_figures"][3]
    told = traced(case["fen"], case["move"]["m"], *(entry["pick"] for entry in case["script"]))

    squares = [(what, square) for what, square, _ in told]
    assert squares == [
        (MET, "e4"),
        (MET, "e5"),
        (JUMPED, "e7"),
        (MET, "e7"),
        (LEFT_ON, "c6"),
    ]


def test_captures_reveals_and_freed_pieces_are_told() -> None:
    fen = "3k4/8/8/8/3I4/8/3r1o2/K7 b 9 1011 000000000000"

    told = traced(fen, "d2d1", "c2")

    assert told == [
        (LEFT_ON, "c2", CODE_OF["d"]),
        (REVEALED, "d4", CODE_OF["Q"]),
        (FREED, "f2", CODE_OF["n"]),
    ]
    assert traced(fen, "d2d4", "c3")[0] == (CAUGHT, "d4", CODE_OF["Q"])
    assert play(fen, "d2d4", "c3").reserve0 == 1 << 6 * 4


def test_an_immobilised_piece_that_is_taken_waits_no_longer() -> None:
    state = play("7k/8/8/8/8/8/4u3/K3Q3 w 9 0000 000000000000", "e1e2")

    assert (state.stuck, state.reserve1) == (0, 1 << 6)
    assert GAME.state_text(state) == "7k/8/8/8/8/8/4Q3/K7 b 10 0000 000000010000"
