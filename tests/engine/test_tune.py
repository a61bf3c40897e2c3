"""Tuning a setup from the command line, on few matches and a folder of its own."""

import json
from xml.etree import ElementTree

import pytest

from engine.__main__ import main
from engine.battle_chess import weights
from engine.search.fit import Bin
from engine.svg import calibration


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "hand.json").write_text((weights.FOLDER / "hand.json").read_text())
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    return tmp_path


def tuned(*arguments):
    return main(["tune", "w3", "--matches", "5", "--rounds", "1", *arguments])


def test_weights_are_fitted_and_kept(folder, capsys):
    assert tuned() == 0

    found = json.loads((folder / "w3.json").read_text())
    assert {"T", "+T", "U", "+U", "M", "+M", "tempo"} >= {name for name in found if " " not in name}
    assert {"T", "U"} <= set(found)
    assert found != {name: weights.read("hand")[name] for name in found if name in weights.read("hand")}
    said = capsys.readouterr().out
    assert said.startswith("round 1: 5 matches, ")
    assert "positions" in said.splitlines()[3]


def test_the_same_seed_gives_the_same_weights(folder):
    tuned("--seed", "3")
    first = (folder / "w3.json").read_text()
    tuned("--seed", "3")

    assert (folder / "w3.json").read_text() == first


def test_a_plot_is_drawn(folder, tmp_path):
    tuned("--plot", str(tmp_path / "plot.svg"))

    assert ElementTree.parse(tmp_path / "plot.svg").getroot().tag.endswith("svg")


def test_a_point_lies_where_its_prediction_and_result_are():
    plot = ElementTree.fromstring(calibration([Bin(75, 0.25, 0.25), Bin(25, 0.8, 0.7)], "A & B"))

    first, second = [one.attrib for one in plot.iter() if one.tag.endswith("circle")]
    assert float(first["cx"]) < float(second["cx"])
    assert float(first["cy"]) > float(second["cy"])  # y counts down
    assert float(first["r"]) > float(second["r"])
    assert "A & B" in [one.text for one in plot.iter()]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tune", "w99"], "setup: no setup 'w99'"),
        (["tune", "w3", "--matches", "0"], "1 or more, please"),
        (["tune", "w3", "--game", "ludo"], "game: no game 'ludo'"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments, said, capsys):
    try:
        status = main(arguments)
    except SystemExit as error:
        status = error.code

    assert status == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
