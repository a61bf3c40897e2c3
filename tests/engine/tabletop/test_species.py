"""The starting data (rules §8)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

from engine.tabletop.chart import TYPES
from engine.tabletop.moves import ASLEEP, CATEGORIES, CURSE, STRUGGLE, THAWING, UNSHIELDED, Effect, Move
from engine.tabletop.species import DATA, moves, species
from engine.tabletop.stats import BaseValues
from engine.tabletop.terms import MOVES as TERMS


def test_there_are_493_species_and_466_moves() -> None:
    assert [one.number for one in species().values()] == list(range(1, 494))
    assert len(moves()) == 466


def test_a_species_has_its_values_and_both_names() -> None:
    bulbasaur = species()["bulbasaur"]

    assert (bulbasaur.name, bulbasaur.french, bulbasaur.types) == ("Bulbasaur", "Bulbizarre", ("grass", "poison"))
    assert bulbasaur.base == BaseValues(45, 49, 49, 65, 65, 45)
    assert [species()[slug].name for slug in ("nidoran_f", "nidoran_m", "mr_mime", "farfetch_d", "ho_oh")] == [
        *("Nidoran♀", "Nidoran♂", "Mr. Mime", "Farfetch'd", "Ho-Oh")
    ]


def test_species_are_of_known_types() -> None:
    for one in species().values():
        assert 1 <= len(one.types) <= 2
        assert set(one.types) <= set(TYPES)
        assert one.name.strip()
        assert one.french.strip()


def test_moves_are_as_the_rules_make_them() -> None:
    found = moves()

    assert found["thunderbolt"] == Move(
        *("thunderbolt", "Thunderbolt", "electric", "special"), 4, 9, 100, effects=(Effect(10, condition="paralysis"),)
    )
    assert found["karate_chop"].critical
    assert found["swift"].precision == 0  # never misses
    assert found["fire_blast"].energy == 5  # 5 PP
    assert found["tackle"].energy == 2  # 35 PP
    assert found["growl"].energy == 1  # 40 PP
    assert found["double_slap"].pool == 2  # 15 power
    assert found["u_turn"].name == "U-turn"


def test_an_attack_without_a_power_is_for_the_gm() -> None:
    without = [move for move in moves().values() if move.attacks and not move.pool]

    assert len(without) == 32
    assert all(Effect(note="the GM says") in move.effects for move in without)
    assert found_notes("guillotine") == ["the GM says", "Guillotine"]


def found_notes(slug: str) -> list[str]:
    return [effect.note for effect in moves()[slug].effects if effect.note]


def test_what_the_data_do_not_describe_keeps_its_name() -> None:
    assert found_notes("bind") == found_notes("wrap") == ["Bind"]
    assert found_notes("double_team") == ["Double Team"]  # evasion is nothing in these rules
    assert found_notes("tackle") == []


def test_effects_on_their_user_are_told_from_those_on_the_target() -> None:
    effects = {
        slug: moves()[slug].effects for slug in ("swords_dance", "growl", "overheat", "rock_polish", "flame_wheel")
    }

    assert effects == {
        "swords_dance": (Effect(on_user=True, stat="strength", by=2),),
        "growl": (Effect(stat="strength", by=-1),),
        "overheat": (Effect(on_user=True, stat="concentration", by=-2),),
        "rock_polish": (Effect(on_user=True, stat="dexterity", by=2),),
        "flame_wheel": (Effect(10, condition="burn"),),
    }


def test_the_moves_that_the_rules_name_are_there() -> None:
    assert {*THAWING, *ASLEEP, *UNSHIELDED, CURSE} | {STRUGGLE.slug} == set(TERMS)
    assert set(TERMS) - {STRUGGLE.slug} <= set(moves())
    assert STRUGGLE.slug not in moves()
    assert moves()["curse"].effects == (Effect(condition="curse"),)
    assert moves()["attract"].effects == (Effect(condition="attraction"),)


def test_every_category_and_most_types_have_moves() -> None:
    assert Counter(move.category for move in moves().values()) == {"physical": 190, "other": 170, "special": 106}
    assert {move.type for move in moves().values()} == set(TYPES)
    assert set(CATEGORIES) == {move.category for move in moves().values()}


def test_the_licences_stand_beside_the_data() -> None:
    text = (DATA / "LICENCES.txt").read_text()

    assert text.count("MIT License") == 2
    assert "Copyright (c) 2022 hiimvincent" in text
    assert "Copyright (c) Sindre Sorhus" in text


def test_data_are_read_only_when_they_are_asked_for() -> None:
    code = "import engine.tabletop.game as g, engine.tabletop.species as s; print(s.moves.cache_info().currsize)"

    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "0\n"
