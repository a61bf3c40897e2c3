"""Boards that are out of date, and clicks that come twice."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from engine.battle_chess.turns import Turn
from tests.e2e.arrange import Arranger
from tests.e2e.board import best_turn, play, select, square, turns
from tests.e2e.conftest import Complaints, OpenBrowser

pytestmark = pytest.mark.e2e

SETUP = "bw"


def test_a_second_tab_gets_the_fresh_board_and_the_reason(
    open_browser: OpenBrowser, arrange: Arranger, complaints: Complaints
) -> None:
    complaints.expected = "status of 409"
    tab = open_browser("Kira")
    arrange.person("Lars")
    address = f"/matches/{arrange.match('Kira', 'Lars', setup=SETUP)}/"
    second = tab.context.new_page()
    for page in (tab, second):
        page.goto(address)
    turn = best_turn(second, SETUP, seat=0)
    select(second, turn)
    confirm = second.get_by_role("button", name="Confirm")
    expect(confirm).to_be_visible()

    play(tab, turn)
    confirm.click()

    expect(second.get_by_text("The match has moved on since you looked")).to_be_visible()
    expect(turns(second)).to_have_text([turn.text])
    expect(confirm).to_have_count(0)
    expect(second.get_by_text("Lars is to move.").first).to_be_visible()


def test_what_is_being_replaced_cannot_be_confirmed(open_browser: OpenBrowser, arrange: Arranger) -> None:
    page = open_browser("Rosa")
    arrange.person("Sven")
    page.goto(f"/matches/{arrange.match('Rosa', 'Sven', setup=SETUP)}/")
    select(page, Turn("c2", "c3"))
    held: list[Route] = []
    page.route(re.compile("to=b2"), lambda route: held.append(route))
    confirm = page.get_by_role("button", name="Confirm")

    square(page, "b2").click()
    confirm.click()  # still the one of c2-c3
    held[0].continue_()
    expect(page.locator("#confirm")).to_contain_text("Patrat moves c2–b2.")
    confirm.click()

    expect(turns(page)).to_have_text(["c2-b2"])


@pytest.mark.parametrize("script", [True, False])
def test_a_double_click_makes_one_turn(
    open_browser: OpenBrowser, arrange: Arranger, complaints: Complaints, script: bool
) -> None:
    complaints.expected = "status of 409"
    names = ("Mara", "Nils") if script else ("Olga", "Paul")
    page = open_browser(names[0], java_script_enabled=script)
    arrange.person(names[1])
    page.goto(f"/matches/{arrange.match(*names, setup=SETUP)}/")
    turn = best_turn(page, SETUP, seat=0)
    select(page, turn)

    page.get_by_role("button", name="Confirm").dblclick()

    expect(turns(page)).to_have_text([turn.text])
    page.reload()
    expect(turns(page)).to_have_text([turn.text])
    expect(page.get_by_text(f"{names[1]} is to move.").first).to_be_visible()
