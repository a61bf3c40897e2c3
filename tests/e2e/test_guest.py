"""A visitor plays the computer without an account, then signs up and keeps the match."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from engine.battle_chess.game import GAME
from engine.protocol import TERMINAL
from tests.e2e.board import best_turn, play, position, turns
from tests.e2e.conftest import Mailbox, OpenBrowser
from tests.e2e.pages import sign_up

pytestmark = pytest.mark.e2e

SETUP = "w3"


def session(page: Page) -> str:
    """The key of the browser's session."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "sessionid")


def play_to_the_end(page: Page) -> int:
    """Against the computer, whoever begins; returns the number of turns."""
    for _ in range(3000):
        state = position(page, SETUP)
        if GAME.current_player(state) == TERMINAL:
            return turns(page).count()
        if page.get_by_text("Your turn.").first.is_visible():
            play(page, best_turn(page, SETUP, GAME.current_player(state)))
        else:
            page.wait_for_timeout(100)  # the computer thinks, or the page is being swapped
    raise AssertionError("the match does not end")


def test_a_guest_keeps_the_match_after_signing_up(open_browser: OpenBrowser, mailbox: Mailbox) -> None:
    page = open_browser()
    page.goto("/")
    page.get_by_label("Setup").select_option(label="W, three-on-three")
    page.get_by_label("How strong").select_option(label="Beginner")
    page.get_by_role("button", name="Play now as a guest").click()
    expect(page.locator("#board")).to_be_visible()
    match = page.url

    played = play_to_the_end(page)
    expect(page.get_by_role("heading", name="Result")).to_be_visible()
    as_guest = session(page)
    page.get_by_role("button", name="Keep my matches").click()
    sign_up(page, mailbox, "Carla")

    assert session(page) != as_guest
    page.get_by_role("link", name="My matches").click()
    page.get_by_role("button", name="Replay").click()
    expect(page).to_have_url(f"{match}?at=0")
    expect(turns(page)).to_have_count(played)
    expect(page.get_by_role("region", name="Carla")).to_be_visible()


def test_the_session_of_the_guest_is_nobodys_after_the_sign_up(open_browser: OpenBrowser, mailbox: Mailbox) -> None:
    page, thief = open_browser(), open_browser()
    page.goto("/")
    page.get_by_role("button", name="Play now as a guest").click()
    expect(page.locator("#board")).to_be_visible()
    stolen = session(page)
    page.get_by_role("button", name="Keep my matches").click()
    sign_up(page, mailbox, "Dora")

    thief.context.add_cookies([{"name": "sessionid", "value": stolen, "url": page.url}])
    thief.goto("/")

    expect(thief.get_by_role("button", name="Play now as a guest")).to_be_visible()
