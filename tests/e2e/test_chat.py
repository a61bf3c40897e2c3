"""What one says is noticed by the other, whose page is open."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.arrange import Arranger
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e


def test_a_new_line_is_counted_until_the_chat_is_opened(open_browser: OpenBrowser, arrange: Arranger) -> None:
    kim, lea = open_browser("Kim"), open_browser("Lea")
    match = arrange.match("Kim", "Lea", setup="w3")
    for page in (kim, lea):
        page.goto(f"/matches/{match}/")
    chat, new = lea.locator("#chat"), lea.locator("#unread")

    kim.get_by_text("Chat", exact=True).click()
    kim.get_by_role("textbox", name="Say something to Lea").fill("Are you there?")
    kim.get_by_role("button", name="Send").click()

    expect(new).to_have_text("1 new")
    expect(chat).not_to_have_attribute("open", "")
    with lea.expect_response("**/chat/read/"):
        chat.locator("summary").click()
    expect(lea.get_by_text("Are you there?")).to_be_visible()
    expect(new).to_have_text("")
    lea.reload()
    expect(chat).not_to_have_attribute("open", "")

    kim.get_by_role("textbox", name="Say something to Lea").fill("Hello?")
    kim.get_by_role("button", name="Send").click()
    expect(new).to_have_text("1 new")
    lea.set_viewport_size({"width": 390, "height": 700})  # the chat is below what is seen
    lea.goto("/matches/")
    expect(lea.get_by_title("New in the chat")).to_be_visible()
    lea.goto(f"/matches/{match}/")
    expect(chat).to_have_attribute("open", "")
    top = lea.locator("#talk a")
    with lea.expect_response("**/chat/read/"):
        top.click()
    expect(lea.get_by_text("Hello?")).to_be_in_viewport()
    expect(top).to_have_count(0)
    lea.goto("/matches/")
    expect(lea.get_by_title("New in the chat")).to_have_count(0)
