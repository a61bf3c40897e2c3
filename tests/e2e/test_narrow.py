"""On a phone: a turn by touch, and nothing wider than the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.arrange import Arranger
from tests.e2e.board import best_turn, square, turns
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PLACES = (
    "/",
    "/play/",
    "/challenges/new/",
    "/matches/",
    "/archive/",
    "/players/Ivan/",
    "/leaderboard/",
    "/rules/battle_chess/",
    "/draws/",
    "/preferences/",
    "/privacy/",
)


@pytest.fixture
def page(open_browser: OpenBrowser, arrange: Arranger) -> Page:
    """Ivan's phone, on the page of a match that waits for him; another is running and one is over."""
    page = open_browser("Ivan", **PHONE)
    arrange.person("Jana")
    arrange.finished_match("Ivan", "Jana", setup="w3", rated=True)
    arrange.match("Jana", "Ivan", setup="w12", rated=True)
    page.goto(f"/matches/{arrange.match('Ivan', 'Jana', setup='bw')}/")
    return page


def overhang(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(page.evaluate("document.scrollingElement.scrollWidth - window.innerWidth"))


def test_a_turn_by_touch(page: Page) -> None:
    turn = best_turn(page, "bw", seat=0)

    for name in (turn.start, turn.goes):
        square(page, name).tap()
        expect(square(page, name)).to_have_attribute("aria-current", "true")
        assert overhang(page) <= 0
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_in_viewport(ratio=1)
    confirm.tap()

    expect(turns(page)).to_have_text([turn.text])
    assert overhang(page) <= 0


def test_no_page_scrolls_sideways(page: Page) -> None:
    too_wide = {}
    page.goto("/matches/")
    boards = [str(link.get_attribute("href")) for link in page.get_by_role("button", name="match with").all()]
    proofs = [f"{boards[-1].partition('?')[0]}proof/"]
    assert len(boards) >= 3

    for place in (*PLACES, *boards, *proofs):
        response = page.goto(place)
        assert response is not None
        assert response.status == 200, place
        if overhang(page) > 0:
            too_wide[place] = overhang(page)

    assert too_wide == {}
