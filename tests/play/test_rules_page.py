"""The rules of a game, made of the engine's data."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from engine.battle_chess.pieces import PIECES, Arrow
from engine.battle_chess.setups import SETUPS
from tests.play.test_match_page import text_of


@pytest.fixture
def page(client: Client, db: None) -> str:
    answer = client.get("/rules/battle_chess/")
    assert answer.status_code == 200
    return answer.content.decode()


def outlines(arrow: Arrow) -> int:
    """How many shapes show an arrow: two chevrons for up to two squares, else one."""
    return 2 if arrow.reach == 2 else 1


def test_every_piece_is_there_with_both_sides(page: str) -> None:
    for piece in PIECES:
        row = re.search(rf'<tr id="{piece.slug}">.*?</tr>', page, re.DOTALL)
        assert row
        assert row[0].count('<svg class="token ') == 2
        assert f"<strong>{piece.front.power}</strong>" in row[0]
        assert f"<strong>{piece.back.power}</strong>" in row[0]
        arrows = "".join(re.findall(r'class="arrow" d="([^"]+)"', row[0]))
        assert arrows.count("M") == sum(outlines(arrow) for form in (piece.front, piece.back) for arrow in form.arrows)


def test_every_setup_is_there_with_its_first_position(page: str) -> None:
    assert page.count('class="board mini"') == len(SETUPS)
    for setup in SETUPS:
        assert f"<h3>{setup.name}</h3>" in page


def test_numbers_come_from_the_engine(client: Client, db: None) -> None:
    text = text_of(client.get("/rules/battle_chess/"))

    assert "Each player has 4 K.O. spaces" in text
    assert "after 40 turns in a row without damage or a summons" in text
    assert "Zekrom needs 3 full K.O. spaces" in text
    assert "Reshiram needs 4 full K.O. spaces" in text


def test_a_visitor_reads_them_without_a_query(client: Client, db: None, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get("/rules/battle_chess/")


@pytest.mark.parametrize("slug", ["go", "os", "battle_chess.info", "x" * 10_000])
def test_there_are_no_rules_of_an_unknown_game(client: Client, db: None, slug: str) -> None:
    assert client.get(f"/rules/{slug}/").status_code == 404


def test_rules_are_only_read(client: Client, db: None) -> None:
    assert client.post("/rules/battle_chess/").status_code == 405
    assert client.head("/rules/battle_chess/").status_code == 200
