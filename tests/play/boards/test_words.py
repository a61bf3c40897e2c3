"""What a turn did, and what it may do, in words."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol import CHANCE, TERMINAL
from games.play.boards import Cell
from games.play.boards.battle_chess import words
from tests.play.boards.positions import BATTLE_CHESS, FIGHT, GAME, LEGEND, SUMMON, YELLOW_BLUE, at, look, on


def story(text: str, turn: str, *bonuses: int) -> list[str]:
    """The story of one turn."""
    step = on(at(text), turn, *bonuses)[-1]
    return BATTLE_CHESS.story(step)


def test_a_move_is_one_sentence() -> None:
    assert story("bw", "c2-c3") == ["Patrat moves c2–c3."]


def test_an_attack_tells_bonus_powers_and_damage() -> None:
    assert story(FIGHT, "c3-c4xd5", 40) == [
        "Zoroark moves c3–c4 and attacks Emboar on d5.",
        "Plus Power +40: 110 against 70.",
        "Emboar is turned over.",
    ]


def test_a_lost_attack_tells_who_was_damaged() -> None:
    assert story(FIGHT.replace("Z", "+Z").replace("3e3", "3+e3"), "c3-c4xd5", 20)[1:] == [
        "Plus Power +20: 70 against 100.",
        "Zoroark is K.O.",
    ]


def test_equal_powers_do_nothing() -> None:
    assert story(FIGHT, "c3-c4xd5", 0)[1:] == ["Plus Power +0: 70 against 70.", "Nothing happens."]


def test_the_card_that_shuffles_the_deck_is_told_last() -> None:
    assert story(FIGHT, "c3-c4xd5", 70)[-2:] == ["Emboar is turned over.", "All six cards are shuffled again."]


def test_a_die_is_never_shuffled() -> None:
    dice = FIGHT.replace("0.0.20.30.40.70", "dice")

    assert story(dice, "c3-c4xd5", 70)[-1] == "Emboar is turned over."


@pytest.mark.parametrize(
    ("egg", "told"),
    [
        ("***v", ["70 against an egg.", "Victini's egg cracks. Now it is Egg 2."]),
        ("**v", ["70 against an egg.", "Victini's egg cracks. Now it is Egg 3."]),
        ("*v", ["70 against an egg.", "Victini's egg hatches. Now it is Victini."]),
        ("v", ["70 against 40.", "Victini is turned over."]),
    ],
)
def test_an_egg_cracks_until_it_hatches(egg: str, told: list[str]) -> None:
    assert story(f"7/3{egg}3/2Z4/7/7/3***V3 1 0/0 - dice 0 9", "c4xd5")[1:] == told


def test_the_end_of_a_target_is_the_end_of_the_match() -> None:
    assert (
        story("7/3+v3/2Z4/7/7/3***V3 1 0/0 - dice 0 9", "c4xd5", 40)[-1] == "Victini is K.O., which decides the match."
    )


def test_an_attack_on_two_tells_both() -> None:
    assert story(LEGEND, "c2xc4,d4") == [
        "Zekrom on c2 attacks Zoroark on c4 and Emboar on d4.",
        "110 against 70 and 70.",
        "Zoroark is turned over.",
        "Emboar is turned over.",
    ]


def test_a_summons_says_where() -> None:
    assert story(SUMMON, "K@a2") == ["Zekrom is summoned to a2, and the K.O. spaces are emptied."]


def test_what_is_certain_is_not_a_chance() -> None:
    assert look(at(LEGEND), from_="c2", x="c4").choices[0].odds == "Zoroark is turned over for certain"


def test_chances_follow_the_cards_that_are_left() -> None:
    full, left = FIGHT, FIGHT.replace("0.0.20.30.40.70", "0.20")

    assert look(at(full), from_="c3", to="c4", x="d5").choices[1].odds == (
        "67\u00a0% Emboar is turned over, 33\u00a0% nothing happens"
    )
    assert look(at(left), from_="c3", to="c4", x="d5").choices[1].odds == (
        "50\u00a0% Emboar is turned over, 50\u00a0% nothing happens"
    )


def test_two_of_one_name_are_told_apart() -> None:
    fight = FIGHT.replace("Z", "+Z").replace("3e3", "3z3")

    assert look(at(fight), from_="c3", to="c4", x="d5").odds == (
        "50\u00a0% their Zoroark is turned over",
        "17\u00a0% nothing happens",
        "33\u00a0% your Zoroark is K.O.",
    )


def test_an_attack_on_two_gives_the_chance_of_each_result() -> None:
    legend = "3***v3/7/2+e+e3/2+K+K3/2+K+K3/3***V3 1 0/0 - 0.0.20.30.40.70 0 9"

    assert look(at(legend), from_="c2", x="c4,d4").choices[-1].odds == (
        "67\u00a0% Emboar is K.O. and Emboar is K.O., 33\u00a0% nothing happens"
    )


def test_the_table_names_every_square_and_whose_piece_is_there() -> None:
    first, second, spectator = look(at("w3")), look(at("w3"), 1), look(at("w3"), None)

    assert first.table[0] == (
        "a4: their Magikarp, power 40",
        "b4: their Togepi, power 40, with a heart",
        "c4: their Pikachu, power 80",
    )
    assert first.table[1][0] == "a3: free"
    assert second.table[3][2] == "a4: your Magikarp, power 40"
    assert spectator.table[0][0] == "a4: blue Magikarp, power 40"


def test_the_table_tells_sides_and_eggs() -> None:
    table = look(at("3*v3/7/4+m2/2+K+K3/2+K+K3/3***V3 1 0/0 - dice 0 9")).table

    assert table[0][3] == "d6: their Victini (Egg 3), with a heart"
    assert table[2][4] == "e4: their Gyarados, power 90, turned over"
    assert table[3][2] == "c3: your Zekrom, power 100, turned over"


def test_a_position_is_drawn_for_a_mail() -> None:
    view = GAME.parse_state("3**v3/7/4+m2/2+K+K3/2+K+K3/3***V3 2 0/1 Rk 0.20.70 0 9")

    assert BATTLE_CHESS.board_text(view, 1) == "\n".join(
        [
            "1    .   .   .  3v   .   .   .",
            "2    .   .   .  +k  +k   .   .",
            "3    .   .   .  +k  +k   .   .",
            "4    .   .  +M   .   .   .   .",
            "5    .   .   .   .   .   .   .",
            "6    .   .   .  2V   .   .   .",
            "     g   f   e   d   c   b   a",
            "",
            "Capitals are the side below. + turned over, 1 to 3 an egg with so many hits left.",
            "K Zekrom, M Magikarp, R Reshiram, V Victini",
            "",
            "Below: 1 of 4 K.O. spaces filled, in reserve Zekrom.",
            "Above: 0 of 4 K.O. spaces filled, in reserve Reshiram.",
            "Cards left: +0 +20 +70",
        ]
    )


def test_a_mail_to_nobody_in_particular_shows_the_first_players_side_below() -> None:
    view = GAME.initial_state("w3")

    assert BATTLE_CHESS.board_text(view, None) == BATTLE_CHESS.board_text(view, 0)
    assert "Plus Power die: +0 +0 +20 +30 +40 +70" in BATTLE_CHESS.board_text(view, 0)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=8).filter(any))
def test_shares_are_a_hundred_together_and_each_as_near_as_can_be(weights: list[int]) -> None:
    found = words.shares(weights)

    assert sum(found) == 100
    assert all(abs(share - 100 * weight / sum(weights)) < 1 for share, weight in zip(found, weights, strict=True))


@pytest.mark.parametrize(
    ("weights", "found"),
    [([1, 1, 4], [17, 17, 66]), ([4, 1, 1], [67, 17, 16]), ([1, 1, 1], [34, 33, 33]), ([1, 2], [33, 67]), ([5], [100])],
)
def test_what_is_left_over_goes_where_most_was_lost(weights: list[int], found: list[int]) -> None:
    assert words.shares(weights) == found


@pytest.mark.parametrize("seed", range(2))
def test_the_board_says_the_same_percentages_as_the_words(seed: int) -> None:
    rng, state, seen = Random(seed), GAME.initial_state("bw"), 0
    for _ in range(120):
        player = GAME.current_player(state)
        if player == TERMINAL:
            break
        if player == CHANCE:
            state = GAME.apply(state, rng.choice([outcome for outcome, _weight in GAME.chance_outcomes(state)]))
            continue
        actions = GAME.legal_actions(state)
        for action in actions:
            chances = words.chances(state, action)
            if chances:
                seen += 1
                assert sum(share for _damage, share in chances) == 100
            if len(chances) > 1 and len(GAME.turn(state, action).targets) == 1:
                assert words.odds(state, action)[0].startswith(f"{words.success(state, action)}\u00a0%")
        state = GAME.apply(state, rng.choice(actions))
    assert seen > 20


def test_a_table_for_mails_has_a_legend_as_one_cell_and_one_s_own_side_below() -> None:
    state = at("3***v3/7/2+e+e3/2KK3/2KK3/3***V3 1 3/0 KRkr 0.0.20.30.40.70 0 9")[-1].state

    first, second = (BATTLE_CHESS.cells(state, seat, YELLOW_BLUE) for seat in (0, 1))

    assert [len(row) for row in first] == [7, 7, 7, 6, 5, 7]
    assert first[3][2] == Cell("K", "110", "yellow", size=2)
    assert first[2][2] == Cell("+e", "100", "blue", back=True)
    assert first[5][3] == Cell("3V", "♥", "yellow")
    assert [len(row) for row in second] == [7, 6, 5, 7, 7, 7]
    assert second[5][3] == Cell("3V", "♥", "blue")
