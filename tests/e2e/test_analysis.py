"""Against the computer: a hint, some turns, giving up, and then what the computer thinks of it all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.arrange import Arranger
from tests.e2e.board import best_turn, play, turns
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e

SETUP = "w3"
OWN_TURNS = 2


def test_a_match_given_up_is_analysed_while_its_player_waits(open_browser: OpenBrowser, arrange: Arranger) -> None:
    page = open_browser("Emil")
    match = arrange.match("Emil", 2, setup=SETUP)
    page.goto(f"/matches/{match}/")

    page.locator("summary", has_text="Hint").click()
    page.get_by_role("button", name="Show the three best turns").click()
    expect(page.locator("#hint li")).to_have_count(3)
    for _ in range(OWN_TURNS):
        expect(page.get_by_text("Your turn.").first).to_be_visible()
        play(page, best_turn(page, SETUP, 0, level=1))
    expect(page.get_by_text("Your turn.").first).to_be_visible()
    expect(page.get_by_role("button", name="Show the three best turns")).to_be_visible()
    plies = turns(page).count()
    page.locator("summary", has_text="Draw, resign and more").click()
    page.locator("#offers").get_by_role("button", name="Resign").click()
    page.get_by_role("main").get_by_role("button", name="Resign").click()

    page.get_by_role("button", name="Analyse this match").click()
    expect(page.locator(".winchart")).to_be_visible()
    expect(page.locator(".judged tbody tr")).to_have_count(plies + 1)
    expect(page.get_by_role("heading", name="Luck and skill")).to_be_visible()
    expect(page.locator(".account")).to_have_count(2)
    page.locator(".winchart a").nth(1).click()
    expect(page).to_have_url(re.compile(rf"/matches/{match}/\?at=1$"))
