"""The page of rules says what the engine does."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from engine.tabletop import chart, numbers
from engine.tabletop.conditions import CONDITIONS
from games.tables import rules

pytestmark = pytest.mark.django_db


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_visitor_reads_them_without_a_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        page = text_of(client.get("/tables/rules/").content.decode())

    assert f"against a difficulty (DD), {numbers.DD} unless the GM says otherwise" in page
    assert "from 75 % DD 6, from 55 % DD 7, from 35 % DD 8, from 15 % DD 9, below that DD 10." in page
    assert "7 PX for its first point, 5 for the second, 10 for the third" in page
    assert "Sleep: 6 easier" in page
    assert "Each round it costs 1/8 of the greatest Vitality. Never on: Fire" in page


def test_the_charts_are_the_engine_s() -> None:
    for shown in rules.rules()["charts"]:
        cells = {
            (attack, kind): mark for attack, row in shown.rows for kind, mark in zip(shown.types, row, strict=True)
        }
        times = {pair: {"2": 2, "½": 0.5, "0": 0}[mark] for pair, mark in cells.items() if mark}
        assert times == chart.CHARTS[len(shown.types)]


def test_chances_are_exact_and_never_rounded_to_certainty() -> None:
    shown = dict(rules.rules()["chances"])
    of_balls = {ball: row for ball, _dice, row in rules.rules()["balls"]}

    assert shown[1] == ["70", "60", "50", "40", "30", "20", "10"]
    assert shown[12][0] == ">99"
    assert of_balls["poke_ball"][2] == str(round(100 * 0.744**3))


def test_every_condition_is_told() -> None:
    assert set(rules.EFFECTS) == {kind.name for kind in CONDITIONS}


@pytest.mark.parametrize("place", ["/", "/rules/", "/tables/"])
def test_the_way_there_is_shown(client: Client, place: str) -> None:
    assert 'href="/tables/rules/"' in client.get(place).content.decode()
