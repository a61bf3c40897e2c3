"""`python -m engine`: mostly called in this process, where it matters as one without any installed package."""

import io
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import judge
from engine.__main__ import main
from engine.battle_chess import solution_file
from engine.battle_chess.solve import Solver
from engine.record_json import from_json, to_json
from engine.record_text import parse, write
from tests.engine.battle_chess import solved

ROOT = Path(__file__).parents[2]
CASES = json.loads((ROOT / "tests/cases/battle_chess.json").read_text())
BW = "1zs***vaz1/2pep2/7/7/2PEP2/1ZA***VSZ1 1 0/0 KRkr 0.0.20.30.40.70 0 1"
DRAWING = "b2***tc1m/7/7/4+n2/hh+M+C+M+N1/hh1***TB2 1 2/0 HLl 0.0.20.30.40.70 0 33"
AFTER_20 = "b2***tc1m/7/7/2+M1+n2/+h+h1+C+M+N1/+h+h1***TB2 2 2/0 HLl 0.0.30.40.70 0 34"
OVER = "3+s3/3KKS1/3KK2/7/7/3***V3 2 3/3 R 0.0.20.30.40.70 0 56"


@dataclass
class Ran:
    status: int
    out: str
    err: str

    @property
    def lines(self):
        return self.out.splitlines()


@pytest.fixture
def run(capsys, monkeypatch):
    """Runs the command line in this process."""

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code
        return Ran(status, *capsys.readouterr())

    return run


def run_alone(*arguments, stdin=None):
    """Runs it as a process that sees the standard library and nothing that is installed."""
    command = [sys.executable, "-S", "-E", "-s", "-W", "error", "-m", "engine", *arguments]
    done = subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


def test_it_needs_nothing_but_python():
    seen = subprocess.run(
        [sys.executable, "-S", "-E", "-s", "-c", "import engine.__main__, sys; print(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()

    tops = {name.partition(".")[0] for name in seen if "cython" not in name} - {"engine", "__main__"}

    assert tops <= set(sys.stdlib_module_names)


def test_perft_prints_a_count_for_each_number_of_turns():
    ran = run_alone("perft", "bw", "3")

    assert (ran.status, ran.lines, ran.err) == (0, ["14", "254", "6477"], "")


def test_perft_takes_a_position(run):
    assert run("perft", BW, "2").lines == ["14", "254"]


def test_perft_of_no_turns_prints_nothing(run):
    assert run("perft", "w3", "0") == Ran(0, "", "")


def test_turns_are_listed_in_order():
    case = CASES["turns"][0]

    ran = run_alone("turns", case["position"])

    assert (ran.status, ran.lines, ran.err) == (0, case["turns"], "")


def test_a_match_that_is_over_has_no_turns(run):
    assert run("turns", OVER) == Ran(0, "", "")


@pytest.mark.parametrize("case", CASES["apply"][::8], ids=lambda case: f"{case['turn']} {case['bonus']}")
def test_apply_prints_the_position_after_the_turn_and_who_has_won(case, run):
    bonus = [] if case["bonus"] is None else [str(case["bonus"])]

    ran = run("apply", case["position"], case["turn"], *bonus)

    assert ran.status == 0
    assert ran.lines == [case["after"], *([f"winner {case['winner']}"] if case["winner"] else [])]


def test_apply_says_who_has_won(run):
    case = next(case for case in CASES["apply"] if case["winner"])

    assert run("apply", case["position"], case["turn"]).lines == [case["after"], "winner 1"]


def test_apply_says_that_it_is_a_draw(run):
    ran = run("apply", "mtu/3/3/UTM 1 0/0 - dice 39 80", "a1-a2")

    assert ran.lines == ["mtu/3/U2/1TM 2 0/0 - dice 40 81", "draw"]


@pytest.mark.parametrize("bonus", ["20", "+20"])
def test_a_bonus_is_given_with_or_without_its_sign(bonus):
    ran = run_alone("apply", DRAWING, "c2-c3xb2", bonus)

    assert (ran.status, ran.lines) == (0, [AFTER_20])


def test_roll_prints_how_likely_each_score_is():
    assert run_alone("roll", "2").lines == [
        "  -2   1.000%  1/100",
        "  -1   8.000%  2/25",
        "  +0  26.000%  13/50",
        "  +1  40.000%  2/5",
        "  +2  25.000%  1/4",
        "success 65.000%  13/20",
    ]


def test_no_roll_above_10_succeeds(run):
    ran = run("roll", "3", "--dd", "12")

    assert ran.lines[-1] == "success 0.000%  0"
    assert ran.err == "only a capture may be harder than 10, which no die reaches\n"


def test_the_game_may_be_named_before_the_command_or_after_it(run):
    assert run("--game", "chakart", "perft", "orthodox", "1").lines == ["20"]
    assert run("perft", "orthodox", "1", "--game", "chakart").lines == ["20"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "COMMAND"),
        (["dance"], "'dance'"),
        (["perft"], "SETUP_OR_POSITION, N"),
        (["perft", "bw"], "required: N"),
        (["perft", "bw", "x"], "'x' is not a whole number"),
        (["perft", "bw", "1.5"], "'1.5' is not a whole number"),
        (["perft", "bw", "-1"], "'-1' is not a whole number"),
        (["perft", "bw", ""], "'' is not a whole number"),
        (["perft", "bw", "٣"], "is not a whole number"),
        (["perft", "bw", "3", "4"], "unrecognized arguments: 4"),
        (["perft", "nosuch", "1"], "no setup 'nosuch'; there are bw, rg, w3, w5, w12 (Battle Chess); asymmetric, "),
        (["turns", "x y"], "(as Battle Chess); or "),
        (["turns", "x y"], "(as Chakart)"),
        (["perft", "orthodox", "1", "--game", "battle_chess"], "no setup 'orthodox' in Battle Chess"),
        (["--game", "battle_chess", "perft", "orthodox", "1"], "no setup 'orthodox' in Battle Chess"),
        (["perft", "", "1"], "no setup ''"),
        (["perft", BW[:-2], "1"], "error: position: "),
        (["perft", BW.replace("2pep2", "2pepp2"), "1"], "board"),
        (["perft", "bw", "1", "--game", "go"], "no game 'go'; there are"),
        (["turns", "x y"], "position"),
        (["turns", BW.replace(" 1 0/0", " 3 0/0")], "to move"),
        (["turns", "x\ny z"], "position"),
        (["turns", "\udcff" + BW], "error: board: "),
        (["apply", BW], "TURN"),
        (["apply", BW, "c2-c9"], "c9"),
        (["apply", BW, "hello"], "hello"),
        (["apply", BW, ""], "turn"),
        (["apply", BW, "c2-c3", "20"], "choice: the turn is over after c2-c3, so leave out '20'"),
        (["apply", DRAWING, "c2-c3xb2"], "choice: one is drawn here, add one of +0 +20 +30 +40 +70"),
        (["apply", DRAWING, "c2-c3xb2", "50"], "choice: '50' cannot be drawn here, only +0 +20 +30 +40 +70"),
        (["apply", DRAWING, "c2-c3xb2", "20", "20"], "choice: the turn is over after 20, so leave out '20'"),
        (["apply", OVER, "d5-d6"], "over"),
        (["roll"], "required: DICE"),
        (["roll", "many"], "'many' is not a whole number"),
        (["roll", "10000"], "dice: from 0 to 100 dice can be rolled, not 10000"),
        (["roll", "3", "--dd", "0"], "dd: the difficulty is from 1 to 99, not 0"),
        (["turns", "--game", "tabletop", "x y"], "no game 'tabletop'"),
        (["verify"], "FILE"),
        (["verify", "/nowhere/at all"], "/nowhere/at all: No such file"),
        (["verify", "."], ".: Is a directory"),
        (["selfplay", "nosuch"], "no setup 'nosuch'"),
        (["selfplay", "--players", "1", "9"], "no level '9'; there are 1 beginner, 2 greedy, 3 careful"),
        (["selfplay", "--players", "1"], "--players"),
        (["selfplay", "--seed", "one"], "'one' is not a whole number"),
        (["selfplay", "--secret", "abc"], "hexadecimal"),
    ],
)
def test_wrong_input_gets_one_line_that_says_what_is_wrong(arguments, words, run):
    ran = run(*arguments)

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("error: ")
    assert words in ran.err


def test_a_process_ends_with_status_2_and_no_traceback():
    ran = run_alone("apply", BW, "c2-c9")

    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1


# Playing


def test_a_match_of_computer_players_is_printed_and_verifies(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(run_alone("selfplay", "bw", "--players", "greedy", "1").out)

    ran = run_alone("verify", str(file))

    [record] = parse(file.read_text())
    draws = sum(len(entry.outcomes) for entry in record.entries)
    assert record.headers["First"] == "greedy"
    assert record.headers["Second"] == "beginner"
    assert (ran.status, ran.err) == (0, "")
    assert sum(line.startswith("ok  ply") for line in ran.lines) == draws > 0
    assert ran.lines[-1] == f"all {draws + 2} checks hold"


def test_draws_are_new_each_time(run):
    assert run("selfplay", "w3").out != run("selfplay", "w3").out


def test_seed_and_secret_settle_a_match(run):
    arguments = ("selfplay", "w3", "--seed", "5", "--secret", "0A" * 32)

    assert run(*arguments).out == run(*arguments).out
    assert f'[Secret "{"0a" * 32}"]' in run(*arguments).lines


def test_json_and_text_hold_the_same_match(run):
    arguments = ("selfplay", "w3", "--secret", "00")

    text, data = run(*arguments), run(*arguments, "--json")

    assert parse(text.out) == [from_json(json.loads(data.out))]


def test_a_match_may_begin_at_a_position(run):
    [record] = parse(run("selfplay", BW.replace(" 1 0/0", " 2 0/0"), "--players", "2", "2").out)

    assert record.entries[0].seat == 1


def test_a_person_plays_from_the_terminal(run):
    stdin = b"?\nnonsense\na1-a4\n\xff\n a1-a2 \n"

    ran = run("play", "w3", "--players", "human", "1", "--secret", "00", stdin=stdin)

    [record] = parse(ran.out)
    assert (ran.status, record.result) == (0, "*")
    assert record.entries[0].action == "a1-a2"
    assert "a1-a2 a1-b2 b1-a2" in ran.err
    assert "nonsense" in ran.err
    assert ran.err.count("your turn") == 6  # the last one found the end of the input


# Verifying


@pytest.fixture
def match(run):
    return parse(run("selfplay", "w5", "--secret", "42" * 32, "--seed", "3").out)[0]


def test_a_changed_bonus_is_named_with_status_1(match, run):
    text = write([match])
    [ply] = [n for n, entry in enumerate(match.entries, start=1) if entry.outcomes][:1]
    drawn = match.entries[ply - 1]
    other = "+0" if drawn.outcomes != ("+0",) else "+70"
    changed = text.replace(f"{drawn.action}[{drawn.outcomes[0]}]", f"{drawn.action}[{other}]", 1)

    ran = run("verify", "-", stdin=changed.encode())

    assert ran.status == 1
    assert any(line.startswith(f"BAD ply {ply} draw 0: the record says {other}") for line in ran.lines)
    assert f"ply {ply} draw 0" in ran.lines[-1]


def test_a_changed_turn_is_named_with_status_1(match, run):
    changed = write([match]).replace(f"1. {match.entries[0].action}", "1. a1-e5", 1)

    ran = run("verify", "-", stdin=changed.encode())

    assert (ran.status, ran.lines[-1]) == (1, "1 of 2 checks failed: ply 1")


def test_the_records_of_one_file_are_told_apart(match, run):
    wrong = write([match]).replace("42" * 32, "43" * 32)

    ran = run("verify", "-", stdin=(write([match]) + "\n" + wrong).encode())

    assert ran.status == 1
    assert ran.lines[0].startswith("record 1, ok  commitment")
    assert "checks failed: record 2, commitment; record 2, ply" in ran.lines[-1]


@pytest.mark.parametrize("wrapped", [False, True])
def test_json_is_verified_like_text(match, run, wrapped):
    data = [to_json(match)] if wrapped else to_json(match)

    ran = run("verify", "-", stdin=json.dumps(data).encode())

    assert ran.status == 0
    assert ran.out == run("verify", "-", stdin=write([match]).encode()).out


@pytest.mark.parametrize(
    ("stdin", "words"),
    [
        (b"", "line 1: a record ends with its result"),
        (b"hello", "line 1: turn: hello has no number"),
        (b"\n<!doctype html>", "-: this is a web page; a record is wanted, or what a table offers as JSON"),
        (b"\xff\xfe", "-: byte 1 is not UTF-8"),
        (b"{", "-: not valid JSON"),
        (b"{}", "record.game: it is missing"),
        (b"[{}]", "record.game: it is missing"),
        (b'{"game": ' + b"1" * 5000 + b"}", "-: not valid JSON"),
        (b"[{" * 1, "-: not valid JSON"),
        (b'{"a":' * 100_000, "-: not valid JSON"),
        (b'[Game "go"]\n[Setup "x"]\n[Rules "1"]\n*', "no commitment"),
        (b'[Game "battle_chess"]\n[Setup "bw"]\n[Rules "1"]\n*', "no commitment"),
    ],
)
def test_a_file_that_cannot_be_verified_gets_status_2(stdin, words, run):
    ran = run("verify", "-", stdin=stdin)

    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert words in ran.err


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('[Game "battle_chess"]', '[Game "go"]', "no game 'go'"),
        ('[Setup "w5"]', '[Setup "w6"]', "no setup 'w6'"),
        ('[Secret "' + "42" * 32 + '"]\n', "", "no secret; it is published when the match is over"),
        ('[Draws "2"]', '[Draws "9"]', "draws of version 9"),
        ('[Result "', '[Result "*', "line 13: result"),
    ],
)
def test_a_record_that_cannot_be_verified_gets_status_2(match, run, old, new, words):
    text = write([match])
    assert old in text

    ran = run("verify", "-", stdin=text.replace(old, new).encode())

    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert words in ran.err


def test_a_reader_that_leaves_early_is_no_error():
    command = f"{sys.executable} -S -E -m engine perft w5 4 | head -1"

    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "25\n", "")


def test_names_that_the_terminal_cannot_show_are_escaped():
    command = [sys.executable, "-S", "-m", "engine", "turns", "w3"]
    env = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=env)

    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "a1-a2")


def test_analyse_prints_the_record_after_what_is_thought_of_it(run, monkeypatch):
    monkeypatch.setitem(judge.LIMITS, "battle_chess", judge.Limits(decision=100, draw=50, ahead=2))
    text = run("selfplay", "w3", "--players", "greedy", "greedy").out

    ran = run("analyse", "-", stdin=text.encode())

    assert ran.status == 0
    assert parse(ran.out) == parse(text)
    assert len(re.findall(r"(?m)^% [0-9]+\. ", ran.out)) == len(parse(text)[0].entries)
    assert "% seat 2: start " in ran.out


def test_a_match_without_a_result_is_not_analysed(run):
    text = run("selfplay", "w3").out
    running = re.sub(r"(?:1-0|0-1|1/2-1/2)", "*", text)

    ran = run("analyse", "-", stdin=running.encode())

    assert (ran.status, ran.out) == (2, "")
    assert "result" in ran.err


def test_solve_writes_what_check_finds_whole(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path))
    solved.solver()  # others rely on it: it is solved before it is pretended to be
    monkeypatch.setattr("engine.__main__.Solver", solved.solver)
    monkeypatch.setattr(Solver, "run", lambda _self: iter([100, solved.COUNT]))

    made, checked = run("solve", "w3"), run("solve", "w3", "--check")

    where = tmp_path / "solutions" / "w3.table"
    assert (made.status, made.out) == (0, checked.out)
    assert checked.out == f"{solved.COUNT:,} positions in {where} ({where.stat().st_size:,} bytes)\n"
    assert made.err.endswith("100%\n")


def test_a_solution_that_is_missing_or_does_not_fit_is_told_in_one_line(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path))
    missing = run("solve", "w3", "--check")
    solved.write()
    monkeypatch.setattr(solution_file, "rules", lambda: "others")
    other = run("solve", "w3", "--check")

    assert (missing.status, missing.err.count("\n")) == (2, 1)
    assert "make solve" in missing.err
    assert "w3.table: No such file" in missing.err
    assert (other.status, other.err.count("\n")) == (2, 1)
    assert "made by other rules than these; build it again: make solve" in other.err


def test_other_setups_are_not_solved(run):
    ran = run("solve", "bw")

    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "'bw'" in ran.err
