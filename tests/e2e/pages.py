"""What people do on pages other than the board."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.arrange import PASSWORD
from tests.e2e.conftest import Mailbox

LINK = re.compile(r"https?://\S+")


def link_in(text: str, part: str) -> str:
    """The first address in a mail that has that part."""
    return next(str(link) for link in LINK.findall(text) if part in link)


def sign_up(page: Page, mailbox: Mailbox, name: str) -> None:
    """From the sign-up page to a confirmed address, by the link in the mail."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("address").fill(f"{name}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    page.goto(link_in(mailbox.wait(f"{name}@example.org", "onfirm"), "confirm"))
    page.get_by_role("button", name="Yes, confirm").click()
    expect(page.get_by_text(name, exact=True).first).to_be_visible()


def choose_throws(page: Page, *throws: str) -> None:
    """One of rock, paper and scissors for each of the three."""
    for number, throw in zip(("First", "Second", "Third"), throws, strict=True):
        page.get_by_role("group", name=f"{number} throw").get_by_text(throw, exact=True).click()
