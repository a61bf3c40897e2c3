"""Sheets and what PX buy (rules §2, §6)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.protocol import EngineError, IllegalAction, NotationError
from engine.tabletop import codec, experience
from engine.tabletop.chart import TYPES_18
from engine.tabletop.conditions import Status
from engine.tabletop.fighter import from_sheet, to_sheet
from engine.tabletop.numbers import MOST_LISTED
from engine.tabletop.settings import Settings
from engine.tabletop.sheets import Raised, Sheet, buy_ev, buy_level, buy_skill, pokemon, skill_price, trainer
from engine.tabletop.skills import STARTING, Skill, points, same
from engine.tabletop.species import moves, species
from engine.tabletop.stats import STATS, Stats, divided, shifted
from tests.each import each

PIKACHU = species()["pikachu"]  # 35 HP, 55 attack, 40 defence, 50 and 50 special, 90 speed


def pika(**fields: Any) -> Sheet:
    return replace(pokemon(PIKACHU, Settings(), moves=(moves()["thunderbolt"],)), **fields)


def test_species_data_make_a_sheet() -> None:
    sheet = pika()

    assert sheet.base == Stats(strength=6, concentration=5, constitution=4, will=5, dexterity=9)
    assert (sheet.max_vitality, sheet.vitality) == (18, 18)
    assert (sheet.max_energy, sheet.energy) == (50, 50)
    assert (sheet.name, sheet.types, sheet.level) == ("Pikachu", ("electric",), 1)


def test_short_fights_halve_vitality_again() -> None:
    assert pokemon(PIKACHU, Settings(short_fights=True)).max_vitality == 9


def test_an_ev_adds_to_a_stat_to_vitality_or_to_energy() -> None:
    sheet = pika(ev=Raised(strength=2, vitality=3, energy=1))

    assert sheet.stats == replace(sheet.base, strength=8)
    assert (sheet.max_vitality, sheet.max_energy) == (18 + 6, 50 + 3)


def test_a_trainer_spreads_points() -> None:
    sheet = trainer("Ann", Stats(strength=5, dexterity=5), {"Athletics": 3, "Climbing": 3, "Cooking": 3, "Singing": 1})

    assert sheet.stats == Stats(strength=6, concentration=1, constitution=1, will=1, dexterity=6)
    assert (sheet.vitality, sheet.trainer, sheet.moves) == (10, True, ())
    assert sheet.pool("strength", "Athletics") == 9
    assert sheet.pool("strength", "Swimming") == 6


@pytest.mark.parametrize(
    ("given", "skills", "field"),
    [
        (Stats(strength=6), {}, "strength"),
        (Stats(strength=5, will=5, dexterity=1), {}, "stats"),
        (Stats(will=-1), {}, "will"),
        (Stats(), {"Climbing": 4}, "Climbing"),
        (Stats(), {"A": 3, "B": 3, "C": 3, "D": 2}, "skills"),
        (Stats(), {"A": 1, "a ": 1}, "skills"),
    ],
)
def test_a_trainer_with_too_many_points_is_refused(given: Stats, skills: dict[str, int], field: str) -> None:
    with pytest.raises(NotationError) as caught:
        trainer("Ann", given, skills)

    assert caught.value.field == field


def test_a_skill_is_known_by_either_name() -> None:
    own = (Skill("combat  Rapproché", 2),)

    assert points(own, "Close Combat") == 2
    assert points(own, "Fast Movement") == 0
    assert same("Déplacements rapides", "fast movement")
    assert len(STARTING) == 4


def test_a_trainer_buys_a_skill() -> None:
    sheet = replace(trainer("Ann", Stats(), {}), px=12)

    opened = buy_skill(sheet, "Escalade")
    more = buy_skill(opened, "climbing")

    assert (opened.skills, opened.px) == ((Skill("Escalade", 1),), 5)
    assert (more.skills, more.px) == ((Skill("Escalade", 2),), 0)
    with pytest.raises(IllegalAction, match="this costs 10 PX; left to spend: 0"):
        buy_skill(more, "Escalade")


def test_a_pokemon_s_skill_costs_an_ev_besides_that_is_not_in_the_18() -> None:
    sheet = pika(px=100, ev=Raised(6, 6, 6))

    assert skill_price(sheet, "Climbing") == 7 + 10 + 18
    bought = buy_skill(sheet, "Climbing")
    assert (bought.px, bought.skill_ev, bought.ev_bought, bought.ev.total) == (65, 1, 19, 18)
    assert skill_price(bought, "Climbing") == 5 + 10 + 19


def test_ev_grow_dearer() -> None:
    sheet = pika(px=31)

    twice = buy_ev(buy_ev(sheet, "will"), "vitality")

    assert (twice.px, twice.ev) == (10, Raised(will=1, vitality=1))
    assert (twice.max_vitality, twice.vitality) == (20, 20)


@pytest.mark.parametrize(
    ("ev", "what", "words"),
    [
        (Raised(will=6), "will", "at most 6 EV can go into one stat"),
        (Raised(6, 6, 6), "will", "at most 18 EV can go into stats altogether"),
        (Raised(6, 6, 6), "energy", "at most 18"),
    ],
)
def test_ev_have_limits(ev: Raised, what: str, words: str) -> None:
    with pytest.raises(IllegalAction, match=words) as caught:
        buy_ev(pika(px=99, ev=ev), what)

    assert caught.value.code == "ev_limit"


def test_a_sheet_over_its_limits_is_refused() -> None:
    with pytest.raises(NotationError, match="strength: at most 6 EV"):
        Raised(strength=7)
    with pytest.raises(NotationError, match="total: at most 18 EV"):
        Raised(6, 6, 6, 1)
    with pytest.raises(NotationError, match="no stat 'luck'"):
        buy_ev(pika(px=99), "luck")


def test_a_level_costs_one_more_than_the_last() -> None:
    assert (buy_level(pika(px=9, level=8)).level, buy_level(pika(px=9, level=8)).px) == (9, 0)
    with pytest.raises(IllegalAction, match="9 PX; left to spend: 8"):
        buy_level(pika(px=8, level=8))
    with pytest.raises(IllegalAction, match="trainers have no level"):
        buy_level(replace(trainer("Ann", Stats(), {}), px=9))
    with pytest.raises(IllegalAction, match="level 100 is the highest"):
        buy_level(pika(px=999, level=100))


def test_awards() -> None:
    assert experience.award([]) == 1
    assert experience.award(["heroic", "failure", "automatic"]) == 3
    assert experience.award(["information", "role_play", "heroic", "failure"]) == 5
    with pytest.raises(NotationError, match="no award 'luck', only automatic, information"):
        experience.award(["luck"])


@pytest.mark.parametrize(("level", "px"), [(1, 1), (2, 1), (3, 1), (4, 2), (21, 10)])
def test_a_pokemon_gets_half_the_level_of_the_one_it_beat(level: int, px: int) -> None:
    assert experience.beaten(level) == px


def test_a_stat_never_falls_below_1() -> None:
    assert [shifted(3, 0, by) for by in (-1, -2, -3, 2)] == [-1, -2, -2, 2]
    assert shifted(3, -2, 1) == -1
    assert [divided(value, 4) for value in (9, 4, 3)] == [2, 1, 1]


# Written and read


def test_a_sheet_comes_back_from_json() -> None:
    sheet = pika(ev=Raised(will=1), px=3, skills=(Skill("Climbing", 2),), items=("leftovers",))

    assert codec.from_data(Sheet, json.loads(codec.dumps(sheet)), "sheet") == sheet


def _changed(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    *way, last = (int(name) if name.isdigit() else name for name in path.split("."))
    inner: Any = data
    for name in way:
        inner = inner[name]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return data


@each(
    [
        ("luck", 3, "sheet.luck: nothing of this name is known"),
        ("base", ..., "sheet.base: it is missing"),
        ("base.will", "3", "sheet.base.will: a whole number is wanted"),
        ("base.will", True, "sheet.base.will: a whole number is wanted"),
        ("base.will", 0, "sheet.base.will: from 1 to 40 is wanted, not 0"),
        ("base.will", 10**30, "sheet.base.will: the number is too large"),
        ("ev", {"will": 7}, "sheet.ev.will: at most 6 EV can go into one stat"),
        ("vitality", 19, "sheet.vitality: from 0 to 18 is wanted, not 19"),
        ("name", "", "sheet.name: from 1 to 60 characters are wanted"),
        ("name", "\ud800", "sheet.name: the text has characters"),
        ("trainer", 1, "sheet.trainer: true or false is wanted"),
        ("types", ["fire", "fire"], "sheet.types: one or two types are wanted"),
        ("types", ["sound"], "sheet.types: one or two types"),
        ("types", "fire", "sheet.types: a list is wanted"),
        ("moves.0", 3, "sheet.moves[0]: an object is wanted"),
        ("moves.0.type", "sound", f"sheet.moves[0].type: one of {', '.join(TYPES_18)} is wanted"),
        ("moves.0.effects.0.chance", 0, "sheet.moves[0].effects[0].chance: from 1 to 100"),
        ("skills", [{"name": "a", "points": 1}, {"name": "A", "points": 2}], "sheet.skills: each is there once"),
        ("statuses", [{"name": "burn"}, {"name": "sleep"}], "sheet.statuses: only one of these conditions"),
        ("statuses", [{"name": "joy"}], r"sheet.statuses[0].name: there is no condition 'joy'"),
    ]
)
def test_an_import_with_something_wrong_says_where(path: str, value: Any, words: str) -> None:
    data = _changed(json.loads(codec.dumps(pika())), path, value)

    with pytest.raises(EngineError) as caught:
        codec.from_data(Sheet, data, "sheet")

    assert str(caught.value).startswith(words)


@pytest.mark.parametrize("data", [None, [], 3, "x", {}])
def test_what_is_no_sheet_is_refused(data: object) -> None:
    with pytest.raises(NotationError):
        codec.from_data(Sheet, data, "sheet")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "1" * 5000, '{"a": NaN}'])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        codec.from_data(Sheet, codec.parse(text, "sheet"), "sheet")


def test_every_stat_stands_in_its_place() -> None:
    assert tuple(Stats.__dataclass_fields__) == STATS


# Into a fight and back


def test_a_sheet_goes_into_a_fight() -> None:
    sheet = pika(level=7, ev=Raised(will=1, vitality=2), skills=(Skill("Climbing", 2),), items=("oran_berry", "rope"))

    own = from_sheet(sheet, "pika", 2, side=1, secret=True)

    assert (own.id, own.seat, own.side, own.secret, own.level, own.item) == ("pika", 2, 1, True, 7, "oran_berry")
    assert (own.stat("will"), own.max_vitality, own.energy, own.moves) == (6, 22, 50, sheet.moves)
    assert (own.pool("dexterity", "Escalade"), own.pool("dexterity")) == (11, 9)


def test_what_a_fight_has_cost_goes_back_to_the_sheet() -> None:
    sheet = pika(items=("oran_berry", "rope"))
    own = replace(
        from_sheet(sheet, "pika", 2),
        vitality=3,
        energy=11,
        item="",
        changes=Stats(will=-2),
        statuses=(Status("burn"), Status("curse"), Status("confusion", 2)),
    )

    after = to_sheet(own, sheet, sheet)
    assert after == replace(sheet, vitality=3, energy=11, items=("rope",), statuses=(Status("burn"),))
    assert to_sheet(from_sheet(sheet, "pika", 2), sheet, sheet) == sheet


def test_what_changed_on_a_sheet_during_a_fight_stays() -> None:
    came = pika(items=("oran_berry", "rope"), energy=20)
    bought = replace(came, ev=Raised(vitality=1), vitality=20, energy=25, items=("map", "oran_berry", "rope"))
    less = replace(came, base_vitality=10, vitality=10, base_energy=6, energy=6)
    own = from_sheet(came, "pika", 2)

    assert to_sheet(own, bought, came) == bought
    assert to_sheet(replace(own, vitality=3, energy=2), bought, came) == replace(bought, vitality=5, energy=7)
    assert to_sheet(own, less, came) == less
    assert to_sheet(replace(own, vitality=3, energy=2), less, came) == replace(less, vitality=3, energy=2)
    assert to_sheet(replace(own, item=""), bought, came).items == ("map", "rope")
    assert to_sheet(replace(own, item="lum_berry"), bought, came).items == ("lum_berry", "map", "rope")
    assert to_sheet(own, replace(bought, items=("map",)), came).items == ("map",)


def test_a_sheet_has_room_for_what_is_held_after_a_fight() -> None:
    came = pika(items=tuple(f"thing {number}" for number in range(MOST_LISTED)))
    full = replace(came, items=tuple(f"other {number}" for number in range(MOST_LISTED)))

    after = to_sheet(replace(from_sheet(came, "pika", 2), item="lum_berry"), full, came)

    assert after.items == ("lum_berry", *full.items[:-1])
