"""Plus Power cards and dice (rules §6)."""

from __future__ import annotations

from collections import Counter

from engine.battle_chess.bonus import DECKS, DICE_SUPPLY, FULL_DECK, SUPPLIES, supply_text
from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from tests.each import each
from tests.engine.battle_chess.cases import after, play

EQUALS = "4***v/5/2p2/2P2/***V4 1 0/0 - {} 0 1"


def _waiting(supply: str) -> State:
    return play(EQUALS.format(supply), "c2xc3")


def test_there_is_every_deck_that_six_cards_can_leave() -> None:
    assert len(DECKS) == len(set(DECKS)) == 3 * 2**4 - 1
    assert supply_text(FULL_DECK) == "0.0.20.30.40.70"
    assert supply_text(DICE_SUPPLY) == "dice"


@each(DECKS, name=lambda deck: ".".join(map(str, deck)))
def test_each_bonus_weighs_as_many_cards_as_show_it(deck: tuple[int, ...]) -> None:
    outcomes = GAME.chance_outcomes(_waiting(".".join(map(str, deck))))

    assert dict(outcomes) == Counter(deck)
    assert [bonus for bonus, _ in outcomes] == sorted(set(deck))


@each(DECKS, name=lambda deck: ".".join(map(str, deck)))
def test_a_drawn_card_stays_out_until_all_are_shuffled(deck: tuple[int, ...]) -> None:
    node = _waiting(".".join(map(str, deck)))

    for bonus in set(deck):
        left = list(SUPPLIES[GAME.apply(node, bonus).supply])
        rest = list(deck)
        rest.remove(bonus)
        assert left == ([0, 0, 20, 30, 40, 70] if bonus == 70 or not rest else rest)


def test_seventy_shuffles_all_cards_back() -> None:
    assert " 0.0.20.30.40.70 " in after(EQUALS.format("0.70"), "c2xc3", "+70")


def test_the_sixth_card_shuffles_all_cards_back() -> None:
    assert " 0.0.20.30.40.70 " in after(EQUALS.format("20"), "c2xc3", "+20")


def test_the_dice_have_no_memory() -> None:
    node = _waiting("dice")

    assert GAME.chance_outcomes(node) == ((0, 2), (20, 1), (30, 1), (40, 1), (70, 1))
    assert {GAME.apply(node, bonus).supply for bonus in (0, 20, 30, 40, 70)} == {DICE_SUPPLY}


def test_a_sure_attack_draws_nothing() -> None:
    assert after("4***v/5/2p2/2S2/***V4 1 0/0 - 0.70 0 1", "c2xc3").split()[4] == "0.70"


def test_the_deck_is_shared() -> None:
    first = after(EQUALS.format("0.20.70"), "c2xc3", "+0")
    second = after(first, "c3xc2", "+20")

    assert second.split()[4] == "70"
