"""The data: pieces, setups and what is said of them (rules §2, §3)."""

from __future__ import annotations

import pytest

from engine import registry
from engine.battle_chess.game import GAME
from engine.battle_chess.info import INFO
from engine.battle_chess.pieces import BY_LETTER, EGGS, LEGENDS, PIECES
from engine.battle_chess.setups import SETUPS, Setup
from engine.battle_chess.symmetry import rotate
from engine.battle_chess.tables import CODE_OF, FACES
from engine.protocol import IllegalAction

POWERS = {
    "P": (60, 50),
    "Z": (70, 50),
    "S": (90, 60),
    "A": (90, 60),
    "E": (70, 100),
    "V": (40, 80),
    "R": (120, 100),
    "K": (110, 100),
    "M": (40, 90),
    "N": (70, 60),
    "B": (100, 70),
    "C": (100, 70),
    "U": (80, 60),
    "T": (40, 70),
    "H": (90, 120),
    "L": (120, 100),
}


def test_the_powers_are_those_of_the_rules() -> None:
    assert {piece.letter: (piece.front.power, piece.back.power) for piece in PIECES} == POWERS


def test_two_pieces_are_targets_and_four_are_legends() -> None:
    assert {piece.letter for piece in PIECES if piece.target} == {"V", "T"}
    assert {piece.letter: piece.need for piece in LEGENDS} == {"H": 3, "K": 3, "L": 4, "R": 4}


@pytest.mark.parametrize("letter", "RKHL")
def test_legends_move_as_the_rules_say(letter: str) -> None:
    moves = {
        "R": ("1 orthogonal", "1 orthogonal"),
        "K": ("2 vertical, 1 horizontal", "1 orthogonal"),
        "H": ("1 orthogonal", "1 orthogonal"),
        "L": ("1 vertical, 1 diagonal", "1 vertical, 1 diagonal"),
    }

    assert (BY_LETTER[letter].front.moves, BY_LETTER[letter].back.moves) == moves[letter]


def test_names_say_which_side_is_up() -> None:
    magikarp, victini = BY_LETTER["M"], BY_LETTER["V"]

    assert [magikarp.form_name(form) for form in magikarp.forms] == ["Magikarp", "Gyarados"]
    assert [victini.form_name(form) for form in victini.forms] == ["Egg 1", "Egg 2", "Egg 3", "Victini", "Victini"]
    assert [egg.stars for egg in EGGS] == [3, 2, 1]


def test_slugs_are_plain_and_unique() -> None:
    slugs = [piece.slug for piece in PIECES]

    assert len(set(slugs)) == len(PIECES)
    assert all(slug.isalpha() and slug.islower() for slug in slugs)


def test_every_face_has_its_own_token() -> None:
    firsts = [face for face in FACES if face and face.quarter == 0]

    assert len(CODE_OF) == len(firsts) == 2 * (14 * 2 + 2 * 5)
    assert {"P", "+p", "***V", "*t", "+T", "h", "+L"} <= set(CODE_OF)


def test_the_registry_finds_the_game() -> None:
    assert registry.get("battle_chess") is GAME
    assert registry.info("battle_chess") is INFO


def test_a_setup_says_which_colours_may_be_chosen() -> None:
    assert [setup.slug for setup in INFO.setups] == ["bw", "rg", "w3", "w5", "w12"]
    assert (INFO.setup("bw").colours, INFO.setup("bw").colour_choice) == (("yellow", "blue"), ())
    assert INFO.setup("rg").colours == ("red", "green")
    assert set(INFO.setup("w5").colour_choice) == {"blue", "red", "yellow", "green"}


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.slug)
def test_both_sides_can_begin(setup: Setup) -> None:
    state = GAME.initial_state(setup.slug)

    assert GAME.current_player(state) == 0
    assert GAME.current_player(rotate(state)) == 1


def test_pieces_of_both_versions_play_together() -> None:
    state = GAME.parse_state("b1*tpz/5/5/5/U1***VNC 1 3/3 HKRlll dice 0 1")

    assert "K@a2" in {GAME.action_text(state, action) for action in GAME.legal_actions(state)}
    with pytest.raises(IllegalAction):
        GAME.check(state, GAME.parse_action(state, "R@a2"))
