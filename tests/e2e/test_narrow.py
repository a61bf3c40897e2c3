"""On a phone: a turn by touch, and nothing wider than the screen, however long the names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.arrange import Arranger
from tests.e2e.board import best_turn, square, turns
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 768, "height": 1024}}
DESK = {"viewport": {"width": 1280, "height": 900}}
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
LONG = ("Wm" * 10, "Mw" * 10)  # as long and as wide as a player's name can be
LONG_PLACES = (
    "/",
    "/play/",
    "/challenges/new/",
    "/matches/",
    "/archive/",
    "/leaderboard/",
    f"/players/{LONG[0]}/",
    "/tables/",
    "/tables/{table}/",
    "/tables/{table}/change/",
    "/tables/{table}/dice/",
    "/tables/{table}/homebrew/",
    "/tables/{table}/experience/",
    "/tables/{table}/trainers/new/",
    "/tables/{table}/pokemon/new/",
    "/tables/{table}/sheets/import/",
    "/tables/{table}/close/",
    "/sheets/{sheet}/",
    "/sheets/{sheet}/change/",
    "/scenes/{scene}/",
    "/scenes/{scene}/draws/",
    "/scenes/{scene}/fights/new/",
    "/posts/{post}/versions/",
    "/fights/{fight}/",
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
    # Not from `innerWidth`: on a phone that grows with what is too wide.
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def too_wide(page: Page, places: Iterable[str]) -> dict[str, int]:
    """The pages that are wider than the screen, and by how much."""
    found = {}
    for place in places:
        response = page.goto(place)
        assert response is not None
        assert response.status == 200, place
        if overhang(page) > 0:
            found[place] = overhang(page)
    return found


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


def test_a_small_phone_shows_the_whole_board_beside_what_confirms_a_turn(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    turn = best_turn(page, "bw", seat=0)

    for name in (turn.start, turn.goes):
        square(page, name).tap()
        expect(square(page, name)).to_have_attribute("aria-current", "true")

    board, sheet = page.locator(".board").bounding_box(), page.locator("#confirm").bounding_box()
    assert board is not None
    assert sheet is not None
    assert 0 <= board["y"] < board["y"] + board["height"] <= sheet["y"]
    assert sheet["y"] + sheet["height"] <= 640


def test_no_page_scrolls_sideways(page: Page) -> None:
    page.goto("/matches/")
    boards = [str(link.get_attribute("href")) for link in page.get_by_role("button", name="match with").all()]
    proofs = [f"{boards[-1].partition('?')[0]}proof/"]
    assert len(boards) >= 3

    assert too_wide(page, (*PLACES, *boards, *proofs)) == {}


@pytest.mark.parametrize("options", [PHONE, TABLET, DESK], ids=["phone", "tablet", "desk"])
def test_long_names_are_broken(open_browser: OpenBrowser, arrange: Arranger, options: dict[str, Any]) -> None:
    gm = open_browser(LONG[0], **options)
    player = open_browser(LONG[1], **options)
    known = arrange.long_fight(*LONG)
    over = arrange.finished_match(*LONG, setup="w3", rated=True)
    running = [
        arrange.match(*LONG, setup=setup, game=game)
        for game, setup in (("battle_chess", "bw"), ("chakart", "orthodox"))
    ]
    boards = [f"/matches/{number}/" for number in (over, *running)]

    assert too_wide(gm, [place.format(**known) for place in (*LONG_PLACES, *boards)]) == {}
    assert (
        too_wide(
            player, [place.format(**known) for place in ("/tables/{table}/", "/scenes/{scene}/", "/fights/{fight}/")]
        )
        == {}
    )
