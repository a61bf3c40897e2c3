"""Everything works by plain links and forms."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.arrange import Arranger
from tests.e2e.board import best_turn, play, square, turns
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e

SETUP = "bw"


@pytest.fixture
def pages(open_browser: OpenBrowser, arrange: Arranger) -> tuple[Page, Page]:
    """Emma, who is to move, and Franz, both on the page of their match and without JavaScript."""
    names = ("Emma", "Franz")
    both = [open_browser(name, java_script_enabled=False) for name in names]
    match = arrange.match(*names, setup=SETUP)
    for page in both:
        page.goto(f"/matches/{match}/")
    return both[0], both[1]


def test_a_turn_a_word_and_the_end_by_links_and_forms(pages: tuple[Page, Page]) -> None:
    emma, franz = pages

    square(emma, "c2").click()
    expect(emma).to_have_url(re.compile(r"\?from=c2$"))
    square(emma, "c3").click()
    emma.get_by_role("button", name="Undo").click()
    play(emma, best_turn(emma, SETUP, seat=0))
    franz.reload()
    play(franz, best_turn(franz, SETUP, seat=1))

    emma.get_by_text("Chat", exact=True).click()
    emma.get_by_role("textbox", name="Say something to Franz").fill("<b>Well</b> played")
    emma.get_by_role("button", name="Send").click()
    franz.reload()
    expect(franz.get_by_text("<b>Well</b> played")).to_be_visible()

    franz.get_by_text("Draw, resign and more").click()
    franz.get_by_role("button", name="Resign").click()
    expect(franz.get_by_text("Emma wins the match")).to_be_visible()
    franz.get_by_role("button", name="Resign").click()
    expect(franz.get_by_text("Emma won: you resigned.").first).to_be_visible()
    expect(turns(franz)).to_have_count(2)
