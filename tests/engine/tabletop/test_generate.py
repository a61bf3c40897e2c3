"""The script that makes the starting data, on packages in miniature: what it makes of a line stands in the data."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from engine.tabletop.generate import main
from engine.tabletop.species import DATA

COLUMNS = "id identifier generation_id type_id power pp accuracy priority target_id move_class"
COLUMNS += " effect_id effect_chance effect_amt effect_stat"
MOVES = """
12,guillotine,1,normal,,5,-1,0,10,2,20,,,
13,razor-wind,1,normal,80,10,100,0,11,3,21,,,
14,swords-dance,1,normal,,20,,0,7,1,16,,2,1
57,surf,1,water,90,15,100,0,9,3,18,,,
85,thunderbolt,1,electric,90,15,100,0,10,3,5,10,,3
165,struggle,1,normal,50,1,,0,8,2,68,,,
172,flame-wheel,2,fire,60,25,100,0,10,2,75,,10,
213,attract,2,normal,,15,100,0,10,1,93,,,
230,sweet-scent,2,normal,,20,100,0,11,1,17,,-1,7
"""
TABLE = COLUMNS.replace(" ", ",") + MOVES
SPECIES = """ndex,name,type 1,type 2,hp,attack,defense,sp. atk,sp. def,speed,height,weight,base exp.,gen
1,bulbasaur,grass,poison,45,49,49,65,65,45,7,69,64,1
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    wheel, package = tmp_path / "one.whl", tmp_path / "two.tgz"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("poke_battle_sim/data/move_list.csv", TABLE.replace("\n", "\r\n"))
        archive.writestr("poke_battle_sim/data/pokemon_stats.csv", SPECIES)
        archive.writestr("poke_battle_sim-0.1.7.dist-info/LICENSE", "MIT License\n\nby one\n")
    files = {"data/en.json": '["Bulbasaur"]', "data/fr.json": '["Bulbizarre"]', "license": "MIT License\n\nby two\n"}
    with tarfile.open(package, "w:gz") as tar:
        for name, text in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    main(str(wheel), str(package), tmp_path)
    return tmp_path


@pytest.mark.parametrize(("name", "count"), [("moves.json", 8), ("species.json", 1)])
def test_each_line_is_one_of_the_data(made: Path, name: str, count: int) -> None:
    found, kept = (json.loads((folder / name).read_text(encoding="utf-8")) for folder in (made, DATA))

    assert len(found) == count
    assert all(row in kept for row in found)


def test_both_licences_are_kept(made: Path) -> None:
    text = (made / "LICENCES.txt").read_text(encoding="utf-8")

    assert "by one" in text
    assert "by two" in text
