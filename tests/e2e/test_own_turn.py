"""What the other side does while it is one's own turn is seen, and is in nobody's way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from engine.battle_chess.turns import Turn
from tests.e2e.arrange import Arranger
from tests.e2e.board import select, square, turns
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e

LOOK = re.compile(r"[?&]ply=\d+&seen=")


def look(page: Page) -> None:
    """Ask for news now, as the page does each 20 seconds and when it comes to the front again."""
    expect(page.locator(".htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)  # before, htmx hears nothing
    page.evaluate("htmx.trigger(document.querySelector('[data-poll]'), 'seen')")


def test_an_offer_and_a_word_come_beside_a_half_made_turn(open_browser: OpenBrowser, arrange: Arranger) -> None:
    mine, theirs = open_browser("Tara"), open_browser("Ulf")
    address = f"/matches/{arrange.match('Tara', 'Ulf', setup='bw')}/"
    mine.goto(address)
    theirs.goto(address)
    select(mine, Turn("c2", "c3"))
    mine.get_by_text("Chat", exact=True).click()
    mine.get_by_label("Say something to Ulf").fill("half a wo")
    with mine.expect_response(LOOK) as in_vain:
        look(mine)

    theirs.get_by_text("Chat", exact=True).click()
    theirs.get_by_label("Say something to Tara").fill("Good luck!")
    theirs.get_by_role("button", name="Send").click()
    expect(theirs.locator("#chat-lines")).to_contain_text("Good luck!")
    theirs.get_by_text("Draw, resign and more").click()
    theirs.get_by_role("button", name="Offer a draw").click()
    expect(theirs.get_by_text("You offer Tara a draw.")).to_be_visible()
    look(mine)

    expect(mine.get_by_text("Ulf offers a draw.")).to_be_visible()
    expect(mine.locator("#chat-lines")).to_contain_text("Good luck!")
    expect(mine.get_by_label("Say something to Ulf")).to_have_value("half a wo")
    expect(square(mine, "c3")).to_have_attribute("aria-current", "true")
    assert in_vain.value.status == 204
    mine.get_by_role("button", name="Confirm").click()
    expect(turns(mine)).to_have_text(["c2-c3"])


def test_a_look_that_takes_its_time_is_in_no_turns_way(open_browser: OpenBrowser, arrange: Arranger) -> None:
    page = open_browser("Vera")
    arrange.person("Wim")
    page.goto(f"/matches/{arrange.match('Vera', 'Wim', setup='bw')}/")
    held: list[Route] = []
    page.route(LOOK, lambda route: held.append(route))

    look(page)
    select(page, Turn("c2", "c3"))
    expect(page.locator(".htmx-request")).to_have_count(0)
    look(page)
    page.get_by_role("button", name="Confirm").click()

    expect(turns(page)).to_have_text(["c2-c3"])
    assert len(held) >= 2  # the page looks by itself too
