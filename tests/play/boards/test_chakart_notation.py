"""Steps as players write them, as in the written cases."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.replay import Step
from games.play.boards.chakart.notation import line
from tests.each import each
from tests.engine.chakart.cases import CASES, Case
from tests.play.boards.chakart import CHAIN, START, at, on

NOTED = [case for case in (*CASES["resolutions"], *CASES["disputed"]) if "notation" in case]


def steps_of(case: Case) -> list[Step]:
    """A case's turn, each decision with the draws that followed it."""
    decisions = [case["move"]["m"]]
    for entry in case["script"]:
        if entry["type"] == "choice":
            decisions.append(entry["pick"])
        else:
            decisions[-1] += f" {entry['pick']}"
    steps = at(case["fen"])
    for decision in decisions:
        steps = on(steps, decision)
    return steps[1:]


@each(NOTED, name=lambda case: case["id"])
def test_a_turn_is_written_as_in_the_cases(case: Case) -> None:
    written = ",".join(line(step, "", ())[0] for step in steps_of(case))

    assert re.sub(r"Q[a-h][1-8]\?\?", "Q??", written).replace(",=", "=") == case["notation"]


def test_squares_that_chance_chose_come_behind() -> None:
    assert line(on(at(CHAIN), "h1e4 e5 d6")[-1], "h1e4", ("e5", "d6")) == ("Bxe4", ("e5", "d6"))


def test_a_secret_stays_one() -> None:
    step = on(at(START), "d1h5:stealth")[-1]

    assert line(step, "d1h5:stealth", ()) == ("Qh5??", ())
    assert line(replace(step, action=None), "Q??", ()) == ("Q??", ())
