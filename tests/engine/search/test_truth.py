"""Computer players measured by perfect play: here in the three-on-three setup with few pieces left."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import registry
from engine.bench import against_solution
from engine.search.truth import losses, positions
from tests.engine.battle_chess import solved

GAME = registry.get("battle_chess")
FEW = "1+t1/3/1+T1/1+M1 1 0/0 - dice 0 1"


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path))
    solved.write()


def test_positions_are_solved_have_a_choice_and_come_again() -> None:
    found = positions(GAME, FEW, 6)

    assert len(found) == 6
    assert all(GAME.solved(state) and len(GAME.legal_actions(state)) > 1 for state in found)
    assert positions(GAME, FEW, 6) == found


def test_who_remembers_loses_nothing_and_a_loss_is_half_the_difference_of_worth() -> None:
    states = positions(GAME, FEW, 12)

    assert losses(GAME, states, 8) == [0.0] * 12
    assert all(
        lost in [(GAME.solved(state)[0][1] - worth) / 2 for _, worth in GAME.solved(state)]
        for state, lost in zip(states, losses(GAME, states, 1), strict=True)
    )


def test_the_benchmark_tells_it_of_what_is_solved_alone() -> None:
    (line,) = against_solution("battle_chess", FEW, 10)

    assert line.startswith(f"{FEW}: level 6 plays a best turn at ")
    assert line.endswith(" each")
    assert "% of 10 positions, loses " in line
    assert against_solution("battle_chess", "bw") == []
    assert against_solution("chakart", "asymmetric") == []
