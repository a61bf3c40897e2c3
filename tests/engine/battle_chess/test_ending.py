"""The end of a match (rules §8)."""

from __future__ import annotations

from engine.battle_chess.game import GAME
from engine.battle_chess.info import INFO
from engine.protocol import TERMINAL
from tests.engine.battle_chess.cases import legal, play, winner

LONE_EGG = "2***v2/5/5/5/P1***V2 1 0/{} {} dice {} 1"


def test_who_has_no_legal_turn_loses() -> None:
    state = play(LONE_EGG.format(0, "-", 0), "a1-a2")

    assert GAME.current_player(state) == TERMINAL
    assert winner(state) == 1
    assert GAME.ending(state) == "no_turn"
    assert GAME.legal_actions(state) == []


def test_with_only_an_egg_left_a_player_must_summon() -> None:
    state = play(LONE_EGG.format(3, "k", 0), "a1-a2")

    assert GAME.current_player(state) == 1
    assert all(turn.startswith("K@") for turn in legal(state))


def test_a_legend_that_costs_too_much_does_not_save() -> None:
    state = play(LONE_EGG.format(3, "r", 0), "a1-a2")

    assert winner(state) == 1
    assert GAME.ending(state) == "no_turn"


def test_a_lone_egg_that_can_move_plays_on() -> None:
    state = play("2**v2/5/5/5/P1***V2 1 0/0 - dice 0 1", "a1-a2")

    assert GAME.current_player(state) == 1
    assert legal(state) == ["c5-b5", "c5-d5"]


def test_forty_quiet_turns_in_a_row_draw() -> None:
    state = play("2**v2/5/5/5/P1***V2 1 0/0 - dice 39 80", "a1-a2")

    assert GAME.current_player(state) == TERMINAL
    assert GAME.returns(state) == (0.5, 0.5)
    assert GAME.ending(state) == "quiet"
    assert GAME.legal_actions(state) == []


def test_thirty_nine_quiet_turns_do_not_draw() -> None:
    state = play("2**v2/5/5/5/P1***V2 1 0/0 - dice 38 80", "a1-a2")

    assert GAME.current_player(state) == 1


def test_having_no_legal_turn_comes_before_the_draw() -> None:
    state = play(LONE_EGG.format(0, "-", 39), "a1-a2")

    assert winner(state) == 1
    assert GAME.ending(state) == "no_turn"


def test_damage_and_summons_begin_the_count_anew() -> None:
    damage = play("2**v2/5/1p3/1S3/2***V2 1 0/0 - dice 39 80", "b2xb3")
    summons = play("2**v2/5/5/5/P1***V2 1 3/0 K dice 39 80", "K@a2")

    assert (damage.quiet, summons.quiet) == (0, 0)
    assert GAME.current_player(damage) == GAME.current_player(summons) == 1


def test_an_attack_that_damages_nobody_is_quiet() -> None:
    state = play("2**v2/5/1p3/1P3/2***V2 1 0/0 - dice 39 80", "b2xb3", "+0")

    assert GAME.ending(state) == "quiet"


def test_every_ending_has_words() -> None:
    assert set(INFO.endings) == {"target", "no_turn", "quiet"}


def test_quiet_draws_do_not_stop_the_count_of_lines() -> None:
    quiet = GAME.parse_state("2**v2/5/5/5/P1***V2 1 0/0 - dice 39 80")
    fresh = GAME.parse_state("2**v2/5/5/5/P1***V2 1 0/0 - dice 0 80")

    assert GAME.perft(quiet, 3) == GAME.perft(fresh, 3)
    assert GAME.perft(quiet, 0) == []


def test_a_line_that_ends_early_is_not_counted() -> None:
    # two turns for the pawn-like piece, after each of which the lone egg has none
    assert GAME.perft(GAME.parse_state(LONE_EGG.format(0, "-", 0)), 2) == [2, 0]


def test_the_lines_of_a_turn_that_waits_are_its_bonuses() -> None:
    node = play("2**v2/5/1p3/1P3/2***V2 1 0/0 - 0.0.70 0 1", "b2xb3")

    assert GAME.perft(node, 1) == [2]
