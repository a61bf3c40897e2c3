"""Chakart in real browsers: a stealth move and a match to its end, a guest against the computer, no scripts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from pbchess_site.local import ROOT
from tests.e2e.arrange import Arranger
from tests.e2e.board import square, turns
from tests.e2e.conftest import Mailbox, OpenBrowser
from tests.e2e.test_keyboard import press
from tests.e2e.test_narrow import PHONE, overhang
from tests.play.boards.chakart import EGG, START

pytestmark = pytest.mark.e2e

HIDDEN = "h5"  # where Greta's Mario goes in secret


def decide(page: Page, *squares: str, way: str = "") -> None:
    """Choose squares one after the other, then how, and confirm."""
    for name in squares:
        square(page, name).click()
        expect(square(page, name)).to_have_attribute("aria-current", "true")
    if way:
        page.get_by_role("link", name=way).click()
        expect(page.get_by_role("link", name=way)).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Confirm").click()


def texts_that_leave_the_site(page: Page, match: str, mail: str) -> list[str]:
    """Everything that Helga can lay her hands on: her page, what it links to, exports, proof, and her mail."""
    pages = ["", "?at=0", "?at=1", "proof/", "record.txt", "record.json"]
    answers = [page.request.get(f"{match}{part}").text() for part in pages]
    lists = [page.request.get(address).text() for address in ("/", "/matches/", "/archive/export.json")]
    return [page.content(), *answers, *lists, mail]


def test_a_match_with_a_stealth_move_to_its_end(
    open_browser: OpenBrowser, arrange: Arranger, mailbox: Mailbox, tmp_path: Path
) -> None:
    greta, helga = open_browser("Greta"), open_browser("Helga")
    match = f"/matches/{arrange.match('Greta', 'Helga', game='chakart', setup=START)}/"
    for page in (greta, helga):
        page.goto(match)

    decide(greta, "d1", HIDDEN, way="In secret")
    expect(helga.get_by_text("Mario on d1 moves in secret: where to is not known.").first).to_be_visible()
    expect(greta.locator(".token.unseen")).to_have_count(1)
    mail = mailbox.wait("Helga@example.org", "Your turn against Greta")
    for text in texts_that_leave_the_site(helga, match, mail):
        assert f"{HIDDEN}:stealth" not in text
        assert f"Q{HIDDEN}" not in text
        assert "unseen" not in text
    assert "Mario on d1 moves in secret" in mail

    decide(helga, "f8", "c5")
    expect(helga.get_by_text("Choose where Wario on c5 leaves its bomb.", exact=True)).to_be_visible()
    helga.close()
    helga = helga.context.new_page()
    helga.goto(match)
    expect(helga.get_by_text("Choose where Wario on c5 leaves its bomb.", exact=True)).to_be_visible()
    decide(helga, "b5")

    expect(greta.get_by_text("The hidden Mario shows up on h5.").first).to_be_visible()
    decide(greta, "h5", "e5")
    expect(helga.get_by_text("Mario h5 takes Toad on e5.").first).to_be_visible()
    decide(helga, "a7", "a6")
    expect(greta.get_by_text("Your turn.").first).to_be_visible()
    decide(greta, "e5", "e8")

    expect(greta.get_by_text("You won: the last Peach was lost.").first).to_be_visible()
    expect(helga.get_by_text("Greta won: the last Peach was lost.").first).to_be_visible()
    expect(turns(helga).first).to_contain_text(f"Q{HIDDEN}??")
    check_record(helga, tmp_path)


def check_record(page: Page, folder: Path) -> None:
    """The record can be checked away from the site."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Record", exact=True).click()
    path = folder / "match.txt"
    download.value.save_as(path)
    command = [sys.executable, "-m", "engine", "verify", str(path)]
    verified = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def next_click(page: Page) -> Locator:
    """Confirm, or else a square to go to, something to choose beside the board, or a piece."""
    options = (
        page.locator("#play"),
        page.locator("#board a.hit:not([aria-current])[href*='to=']"),
        page.locator(".choices a:not([aria-current])"),
        page.locator("#board a.hit:not([aria-current])"),
    )
    return next(found for found in options if found.count()).last


def play_a_turn(page: Page) -> None:
    """Whatever comes last of what the page lights and asks, until the turn has passed or all is over."""
    for _ in range(40):
        with page.expect_response(lambda response: "/matches/" in response.url and response.status == 200):
            next_click(page).click()
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)  # the pieces glide
        if not page.locator(".now").get_by_text("Your turn.").is_visible():
            return
    raise AssertionError("the turn does not pass")


def test_a_guest_plays_the_computer_and_gives_up(open_browser: OpenBrowser) -> None:
    page = open_browser()
    page.goto("/?setup=chakart/asymmetric")
    page.get_by_role("button", name="Play now as a guest").click()
    expect(page.locator("#board")).to_be_visible()

    for _ in range(3):
        expect(page.locator(".now.yours")).to_be_visible()
        play_a_turn(page)
    expect(page.locator(".now.yours")).to_be_visible()
    page.get_by_text("Resign and more").or_(page.get_by_text("Draw, resign and more")).first.click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").click()

    expect(page.get_by_text("you resigned").first).to_be_visible()
    assert turns(page).count() >= 6


def test_a_choice_in_the_middle_of_a_turn_by_links_and_forms(open_browser: OpenBrowser, arrange: Arranger) -> None:
    open_browser("Ida")
    page = open_browser("Jutta", java_script_enabled=False)
    match = arrange.match("Ida", "Jutta", game="chakart", setup=f"{EGG} f8f6 waluigi g8")
    page.goto(f"/matches/{match}/")

    square(page, "e7").click()
    page.get_by_role("button", name="Undo").click()
    square(page, "g7").click()
    page.get_by_role("button", name="Confirm").click()

    expect(page.get_by_text("It leaves a banana on g7.", exact=True)).to_be_visible()
    expect(page.get_by_text("Ida is to move.").first).to_be_visible()


def test_a_stealth_move_by_touch(open_browser: OpenBrowser, arrange: Arranger) -> None:
    page = open_browser("Karla", **PHONE)
    arrange.person("Luise")
    page.goto(f"/matches/{arrange.match('Karla', 'Luise', game='chakart', setup=START)}/")

    for name in ("d1", HIDDEN):
        square(page, name).tap()
        expect(square(page, name)).to_have_attribute("aria-current", "true")
    page.get_by_role("link", name="In secret").tap()
    expect(page.locator(".token.unseen")).to_have_count(1)
    assert overhang(page) <= 0
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_in_viewport(ratio=1)
    confirm.tap()

    expect(turns(page)).to_have_text([f"Q{HIDDEN}??"])


def test_a_turn_by_keys(open_browser: OpenBrowser, arrange: Arranger) -> None:
    page = open_browser("Karla")
    arrange.person("Luise")
    page.goto(f"/matches/{arrange.match('Karla', 'Luise', game='chakart', setup=START)}/")

    press(page, "ArrowRight Enter", "b1")
    expect(square(page, "b1")).to_have_attribute("aria-current", "true")
    press(page, "ArrowUp ArrowUp Enter", "c3")
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    page.keyboard.press("Enter")

    expect(turns(page)).to_have_text(["Nc3"])
