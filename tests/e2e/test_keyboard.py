"""A turn without a mouse."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.arrange import Arranger
from tests.e2e.board import square, turns
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e


@pytest.fixture
def page(open_browser: OpenBrowser, arrange: Arranger) -> Page:
    """Greta's page of the first of two matches that wait for her."""
    page = open_browser("Greta")
    arrange.person("Hugo")
    first, _second = (arrange.match("Greta", "Hugo", setup="bw") for _ in range(2))
    page.goto(f"/matches/{first}/")
    return page


def press(page: Page, keys: str, focus: str) -> None:
    """Press keys one after the other, and see where the focus is then."""
    for key in keys.split():
        page.keyboard.press(key)
    expect(square(page, focus)).to_be_focused()


def test_arrows_choose_enter_plays_escape_takes_back_n_goes_on(page: Page) -> None:
    first, undo = page.url, page.get_by_role("button", name="Undo")

    press(page, "ArrowRight ArrowUp", focus="c2")
    press(page, "Enter", focus="c2")
    expect(page.locator("#confirm")).to_contain_text("It can move to c3 and b2.")
    press(page, "ArrowUp Enter", focus="c3")
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(undo).to_have_count(0)
    assert turns(page).count() == 0

    press(page, "ArrowRight ArrowUp Enter", focus="c2")
    expect(undo).to_be_visible()
    press(page, "ArrowUp Enter", focus="c3")
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    page.keyboard.press("Enter")
    expect(turns(page)).to_have_text(["c2-c3"])
    expect(page.locator("#board")).to_be_focused()

    page.keyboard.press("n")
    expect(page).not_to_have_url(first)
    expect(page.get_by_text("Your turn.").first).to_be_visible()


def test_arrows_go_from_turn_to_turn_where_nothing_can_be_chosen_and_the_address_follows(
    page: Page, arrange: Arranger
) -> None:
    page.goto(f"/matches/{arrange.finished_match('Greta', 'Hugo', setup='w3')}/")
    last = turns(page).count()
    shown = page.locator(".turns a[aria-current]")

    for at in (last - 1, last - 2):
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"[?]at={at}$"))
        expect(shown).to_have_text(turns(page).nth(at - 1).inner_text())
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(rf"[?]at={last - 1}$"))
    page.reload()
    expect(shown).to_have_text(turns(page).nth(last - 2).inner_text())


def test_what_is_typed_into_a_field_moves_nothing(page: Page) -> None:
    first = page.url

    page.get_by_text("Chat", exact=True).click()
    page.get_by_role("textbox", name="Say something to Hugo").press_sequentially("None now")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")

    expect(page.get_by_role("listitem").filter(has_text="None now")).to_be_visible()
    assert page.url == first
