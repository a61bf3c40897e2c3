"""K.O. spaces, legends in reserve, bonuses left; the registry; the rules page's data."""

from __future__ import annotations

import pytest

from engine import registry
from engine.protocol import NotationError
from games.play import boards
from tests.play.boards.positions import BATTLE_CHESS, FIGHT, LEGEND, SUMMON, at, look, on


def test_every_game_has_a_presenter() -> None:
    for game in registry.all_games():
        assert callable(boards.get(game.slug).board)


def test_an_unknown_game_has_none() -> None:
    with pytest.raises(NotationError, match="no game 'os'"):
        boards.get("os")


def test_cards_that_were_drawn_are_gone() -> None:
    beside = look(at(FIGHT.replace("0.0.20.30.40.70", "0.30.70"))).beside

    assert [(card.bonus, card.gone) for card in beside.cards] == [
        (0, False),
        (0, True),
        (20, True),
        (30, False),
        (40, True),
        (70, False),
    ]
    assert (beside.left, beside.dice, beside.drawn) == (3, False, None)


def test_a_die_keeps_its_faces() -> None:
    beside = look(at("w3")).beside

    assert beside.dice
    assert not any(card.gone for card in beside.cards)


def test_the_bonus_of_the_last_turn_lies_face_up() -> None:
    assert look(on(at(FIGHT), "c3-c4xd5", 30)).beside.drawn == 30
    assert look(on(at(FIGHT), "c3-c4")).beside.drawn is None


def test_what_was_knocked_out_lies_in_its_owners_spaces() -> None:
    start = "7/3+p3/2Z4/2z4/2+P4/3***V2***v 1 0/0 - dice 0 9"

    steps = on(on(at(start), "c4xd5"), "c3xc2")

    first, second = look(steps).camps
    assert [token.art if token else None for token in second.spaces] == ["patrat", None, None, None]
    assert [token.art if token else None for token in first.spaces] == ["patrat", None, None, None]
    assert (first.filled, second.filled) == (1, 1)


def test_a_piece_that_is_turned_over_fills_nothing() -> None:
    camps = look(on(at(FIGHT), "c3-c4xd5", 30)).camps

    assert [camp.filled for camp in camps] == [0, 0]
    assert camps[1].spaces == (None,) * 4


def test_shell_lies_there_too_and_a_legend_never_does() -> None:
    shell = look(on(at("7/3***v3/2Z4/7/7/3***V3 1 0/0 - dice 0 9"), "c4xd5")).camps[1]
    legend = look(on(at("3***v3/2+k+k3/2+k+k3/2Z4/7/3***V3 1 0/0 - dice 0 9"), "c3xc4", 40)).camps[1]

    assert [token.art for token in shell.spaces if token] == ["egg-1"]
    assert legend.spaces == (None,) * 4


def test_a_summons_empties_them() -> None:
    filled = on(at("7/7/2z4/2+P4/7/3***V2***v 2 2/0 K dice 0 9"), "c4xc3")

    before, after = look(filled).camps[0], look(on(filled, "K@a1")).camps[0]

    assert (before.filled, [token.art for token in before.spaces if token]) == (3, ["patrat"])
    assert (after.filled, after.spaces, after.legends) == (0, (None,) * 4, ())


def test_a_reserve_says_what_each_legend_still_needs() -> None:
    legends = look(at(LEGEND)).camps[0].legends

    assert [(legend.name, legend.need, legend.missing, legend.query) for legend in legends] == [
        ("Zekrom", 3, 0, "summon=K"),
        ("Reshiram", 4, 1, ""),
    ]


def test_nobody_summons_for_the_other_or_out_of_turn() -> None:
    first, second = look(at(SUMMON)).camps
    watched = look(at(SUMMON), may_act=False).camps[0]

    assert [legend.query for legend in second.legends] == ["", ""]
    assert [legend.missing for legend in second.legends] == [0, 0]
    assert [legend.query for legend in first.legends] == ["summon=K", ""]
    assert [legend.query for legend in watched.legends] == ["", ""]


def test_rules_are_made_of_the_engines_data() -> None:
    rules = BATTLE_CHESS.rules()

    names = [row.piece.name for row in (*rules.small, *rules.targets, *rules.legends)]
    assert len(names) == len(set(names)) == 16
    assert [start.info.slug for start in rules.starts] == ["bw", "rg", "w3", "w5", "w12"]
    assert (rules.cards, rules.ko_spaces, rules.quiet_limit) == ((0, 0, 20, 30, 40, 70), 4, 40)
    assert [egg.name for egg in rules.eggs] == ["Egg 1", "Egg 2", "Egg 3"]


def test_rules_put_moves_into_words() -> None:
    rows = {row.piece.name: row for row in (*BATTLE_CHESS.rules().small, *BATTLE_CHESS.rules().legends)}

    assert rows["Samurott"].sides[0].moves == (
        "any number of squares in the four diagonal directions, one square forward"
    )
    assert rows["Magikarp"].sides[1].name == "Gyarados"
    assert rows["Zekrom"].sides[0].moves == "up to two squares forward and backward, one square to either side"
    assert rows["Patrat"].setups == ("BW Version", "W, both versions mixed")
