"""The file with the solution: written whole, and read only if it fits."""

from __future__ import annotations

import json
import os
from array import array
from pathlib import Path

import pytest

from engine.battle_chess import solution_file
from engine.battle_chess.game import GAME
from engine.battle_chess.numbering import position
from engine.battle_chess.solution_file import HEAD, SolutionError, check, current, read_header
from tests.engine.battle_chess import solved

STATE = position(solved.COUNT - 1)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path))
    return tmp_path


def change(**values: object) -> None:
    """Say something else in the header."""
    data = bytearray(solution_file.path().read_bytes())
    header = json.loads(data[:HEAD]) | values
    data[:HEAD] = json.dumps(header).encode().ljust(HEAD)
    solution_file.path().write_bytes(data)


def test_without_a_file_nothing_is_solved() -> None:
    assert current() is None
    assert GAME.solved(STATE) is None


def test_what_was_written_is_read_again(folder: Path) -> None:
    header = solved.write()

    assert solution_file.path() == folder / "solutions" / "w3.table"
    assert check(solution_file.path()) == header
    assert (header.positions, header.start, header.quiet_limit) == (solved.COUNT, None, 40)
    assert GAME.solved(STATE) == solved.solution().turns(STATE)
    assert os.listdir(folder / "solutions") == ["w3.table"]


def test_a_file_that_comes_later_or_anew_is_noticed() -> None:
    assert GAME.solved(STATE) is None
    solved.write()
    before = GAME.solved(STATE)
    nothing = array("f", bytes(4 * solved.COUNT))
    solution_file.write(solution_file.path(), nothing, solved.solver().settled, None, 0.0)

    assert before
    assert GAME.solved(STATE) != before


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"rules": "0" * 64}, "other rules"),
        ({"quiet_limit": 50}, "other rules"),
        ({"format": 0}, "another version"),
        ({"byte_order": "middle"}, "another version"),
        ({"setup": "w5"}, "another version"),
        ({"positions": 7}, "not whole"),
        ({"surprise": 1}, "no solution"),
    ],
)
def test_one_that_does_not_fit_is_refused_and_not_used(values: dict[str, object], why: str) -> None:
    solved.write()
    change(**values)

    with pytest.raises(SolutionError, match=f"{why}.*make solve"):
        current()
    assert GAME.solved(STATE) is None


def test_one_that_is_cut_short_or_empty_is_refused() -> None:
    solved.write()
    whole = solution_file.path().read_bytes()
    for length in (0, 10, HEAD, len(whole) - 1):
        solution_file.path().write_bytes(whole[:length])
        with pytest.raises(SolutionError):
            current()


def test_a_changed_byte_is_found_by_reading_all_of_it() -> None:
    solved.write()
    data = bytearray(solution_file.path().read_bytes())
    data[-1] ^= 1
    solution_file.path().write_bytes(data)

    read_header(solution_file.path())
    with pytest.raises(SolutionError, match="damaged"):
        check(solution_file.path())


def test_what_cannot_be_written_leaves_what_was_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solved.write()
    before = solution_file.path().read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        solved.write()

    assert solution_file.path().read_bytes() == before
    assert os.listdir(folder / "solutions") == ["w3.table"]


def test_the_checksum_of_the_rules_covers_every_module_that_settles_the_numbers() -> None:
    """What `solve` imports of the game, directly or not, save what only tells texts."""
    folder = Path(solution_file.__file__).parent
    assert all((folder / f"{module}.py").is_file() for module in solution_file.SOURCES)
    texts = {"first", "info", "notation", "board_text", "turns"}
    found: set[str] = set()
    waiting = ["solve"]
    while waiting:
        module = waiting.pop()
        found.add(module)
        for line in (folder / f"{module}.py").read_text().splitlines():
            if line.startswith("from engine.battle_chess import "):
                names = line.split(" import ")[1].split(", ")
            elif line.startswith("from engine.battle_chess."):
                names = [line.split(".")[2].split(" ")[0]]
            else:
                continue
            waiting += [name for name in names if name.islower() and name not in found | texts]
    assert found == set(solution_file.SOURCES)
