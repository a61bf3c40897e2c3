"""Chakart from the command line: `python -m engine`."""

from __future__ import annotations

from random import Random

import pytest

from engine.__main__ import main
from engine.chakart.game import GAME
from engine.chakart.info import INFO
from engine.draws import Source
from engine.record_text import write
from engine.search.selfplay import play_match
from engine.testing.conformance import steps
from tests.engine.chakart.cases import CASES, TURNS, Case

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 1111 000000000000"
EGG = "7k/8/8/8/8/8/e7/K1R5 w 9 1010 000000000000"  # the king steps onto an egg
SHORT = "4k3/p7/8/8/8/8/7Q/R3K3 w 9 0000 000000000000"
BANANA = "7k/8/8/8/8/3d4/8/K2R4 w 9 1010 000000000000"


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, list[str], str]:
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = ended.code
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return run


@pytest.mark.parametrize("case", CASES["positions"][::10], ids=lambda case: case["id"])
def test_turns_are_first_steps_in_order(case: Case, run) -> None:
    assert run("turns", case["fen"]) == (0, case["legal"], "")


@pytest.mark.parametrize("case", TURNS[::6], ids=lambda case: case["id"])
def test_apply_takes_draws_and_choices_in_order(case: Case, run) -> None:
    picks = [entry["pick"] for entry in case["script"]]

    status, lines, err = run("apply", case["fen"], case["move"]["m"], *picks)

    winner = {"1-0": ["winner 1"], "0-1": ["winner 2"], "*": []}[case["result"]]
    assert (status, lines, err) == (0, [case["fen_after"], *winner], "")


def test_perft_counts_complete_turns_with_everything_that_can_happen(run) -> None:
    status, lines, _ = run("perft", "orthodox", "3")

    assert (status, lines) == (0, ["20", "400", "19258"])
    assert run("perft", BANANA, "1")[1] == [str(_turns(GAME.parse_state(BANANA)))]


def _turns(state) -> int:
    """Counted by hand: every way in which this turn may end."""
    afters = [GAME.apply(state, step) for step in steps(GAME, state)]
    return sum(1 if after.parent is None else _turns(after) for after in afters)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["apply", BANANA, "d1d3"], "choice: one is drawn here, add one of d4 e3 d2 c3"),
        (["apply", BANANA, "d1d3", "d2"], "choice: the same player goes on here, add one of c1 c3 e1 e3"),
        (["apply", BANANA, "d1d3", "h1"], "choice: 'h1' cannot be drawn here, only d4 e3 d2 c3"),
        (["apply", BANANA, "d1d3", "d2", "c3", "e3"], "choice: the turn is over after c3, so leave out 'e3'"),
        (["apply", BANANA, "d1d3", "d2", "h8"], "nothing can be left on h8"),
        (["apply", BANANA, "d1d4"], "Donkey on d1 cannot go to d4"),
        (["apply", BANANA, "hello"], "turn: 'hello' is no step"),
        (["apply", EGG, "a1a2", "koopa", "x"], "choice: the turn is over after koopa, so leave out 'x'"),
        (["apply", EGG, "a1a2", "Koopa"], "choice: 'Koopa' cannot be drawn here, only kingboo koopa chomp"),
        (["perft", "asymmetric", "1"], "position: lines are counted from a position"),
        (["perft", "asymmetric", "x"], "'x' is not a whole number"),
        (["turns", START.replace("0000", "000"), "--game", "chakart"], "reserve: '000000000' is not twelve counts"),
        (["turns", START.replace("w", "x"), "--game", "chakart"], "turn: 'x' is neither w nor b"),
        (["turns", START.replace("1111", "11112"), "--game", "chakart"], "powers: '11112' is not four digits"),
        (["turns", START.replace(" 0 ", " -1 "), "--game", "chakart"], "ply: '-1' is not a whole number"),
        (["turns", START.replace("KBNR", "KBNRR"), "--game", "chakart"], "placement: it is not eight ranks of eight"),
        (["turns", START.replace("RNB", "XNB"), "--game", "chakart"], "placement: 'X' stands for no piece"),
        (["turns", "x y", "--game", "chakart"], "position: it has five fields"),
        (["turns", "array x", "--game", "chakart"], "position: after array comes one of asymmetric, symmetric"),
        (["selfplay", "nosuch", "--game", "chakart"], "no setup 'nosuch'; there are asymmetric, symmetric, orthodox"),
    ],
)
def test_wrong_input_is_told_in_one_line_with_status_2(arguments: list[str], words: str, run) -> None:
    status, lines, err = run(*arguments)

    assert (status, lines) == (2, [])
    assert words in err
    assert err.startswith("error: ")
    assert err.count("\n") == 1


def test_a_match_that_is_over_has_no_turns(run) -> None:
    assert run("turns", START.replace("K", "Q")) == (0, [], "")


def test_computers_play_a_match(run) -> None:
    status, lines, _ = run("selfplay", SHORT, "--players", "2", "2", "--seed", "3", "--secret", "07" * 32)

    assert status == 0
    assert lines[:2] == ['[Game "chakart"]', f'[Setup "{SHORT}"]']
    assert lines[-1].endswith(("1-0", "0-1"))


def recorded(setup: str) -> str:
    """A match of two players who play anything, as text."""
    rng = Random(3)
    source = Source(bytes([7]) * 32, "m", ("a", "b"))
    deciders = [lambda game, view, seat: rng.choice(game.legal_actions(view))] * 2
    return write([play_match(GAME, INFO, setup, deciders, source, ("A", "B"))])


def test_the_draws_of_a_match_can_be_checked_those_of_its_arrays_too(run, tmp_path) -> None:
    record = tmp_path / "match.txt"
    record.write_text(recorded("asymmetric"))

    status, told, _ = run("verify", str(record))

    assert status == 0
    assert told[-1].startswith("all ")
    assert sum("ply 0 draw" in line for line in told) == 2
    assert len(told) > 6


def test_a_changed_array_is_found_out(run, tmp_path) -> None:
    text = recorded("symmetric")
    array = text.split("0. [")[1][:8]
    record = tmp_path / "match.txt"
    record.write_text(text.replace(array, "RNBQKBNR" if array != "RNBQKBNR" else "BBNQKRNR"))

    status, told, _ = run("verify", str(record))

    assert status == 1
    assert any("BAD ply 0 draw 4" in line for line in told)
