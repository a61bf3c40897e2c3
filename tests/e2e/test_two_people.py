"""Two people meet by an invitation, play a rated match to its end, and find it again."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine.battle_chess.game import GAME
from engine.protocol import TERMINAL
from pbchess_site.local import ROOT
from tests.e2e.board import best_turn, play, position, shown, stands, turns
from tests.e2e.conftest import Mailbox, OpenBrowser
from tests.e2e.pages import choose_throws, link_in, sign_up

pytestmark = pytest.mark.e2e

SETUP = "w3"


def make_invitation(page: Page) -> str:
    """A rated invitation to three-on-three, sealed; returns its link."""
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("button", name="Invitation link").click()
    page.get_by_label("three-on-three").check()
    page.get_by_role("group", name="Days for each turn").get_by_label("3", exact=True).check()
    page.get_by_label("Rock, paper, scissors").check()
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Continue").click()
    choose_throws(page, "Rock", "Rock", "Rock")
    page.get_by_label("Your salt").fill("a pinch of salt")
    page.get_by_role("button", name="Get the link").click()
    return page.get_by_label("Invitation link").input_value()


def accept(page: Page, link: str) -> None:
    """Tied at first, then won: the accepting side begins."""
    page.goto(link)
    choose_throws(page, "Rock", "Paper", "Scissors")
    page.get_by_label("Your salt").fill("sea salt")
    page.get_by_role("button", name="Accept and begin").click()
    expect(page.locator("#board")).to_be_visible()


def check_squares(page: Page) -> None:
    """What the page says of its squares is the position that its turns lead to."""
    words, pieces = shown(page), stands(position(page, SETUP))
    assert {square for square, said in words.items() if said != "free"} == set(pieces)
    assert all(name in words[square] for square, name in pieces.items())


def play_to_the_end(first: Page, second: Page, mailbox: Mailbox) -> int:
    """Each in turn, with the other's page following by itself; returns the number of turns."""
    pages, played = (first, second), 0
    while GAME.current_player(position(first, SETUP)) != TERMINAL:
        mover, other = pages[played % 2], pages[1 - played % 2]
        play(mover, best_turn(mover, SETUP, played % 2))
        played += 1
        expect(turns(other)).to_have_count(played)
        for page in pages:
            check_squares(page)
        if played == 1:
            expect(other).to_have_title(re.compile(r"^\(1\) "))
            other.goto(link_in(mailbox.wait("Anna@example.org", "Your turn against Berta"), "/matches/"))
    return played


def find_in_archive(page: Page, player: str, result: str) -> None:
    """By player, setup and result."""
    page.get_by_role("link", name="Archive", exact=True).click()
    page.get_by_label("Player").fill(player)
    page.get_by_label("Setup").select_option(label="W, three-on-three")
    page.get_by_role("button", name="Show").click()
    page.get_by_label("Result").select_option(label=result)
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("button", name="Replay")).to_have_count(1)
    page.get_by_role("button", name="Replay").click()


def download_record(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("link", name="Record", exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def rating(page: Page, player: str) -> float:
    """The rating in three-on-three on a player's own page."""
    page.goto(f"/players/{player}/")
    card = page.get_by_role("article").filter(has_text="three-on-three")
    return float(card.get_by_role("strong").inner_text().split("±")[0].replace(",", ""))


def test_they_meet_play_are_mailed_and_find_the_match(
    open_browser: OpenBrowser, mailbox: Mailbox, tmp_path: Path
) -> None:
    anna, berta = open_browser(), open_browser()
    for page, name in ((anna, "Anna"), (berta, "Berta")):
        page.goto("/")
        page.get_by_role("banner").get_by_role("button", name="Sign up").click()
        sign_up(page, mailbox, name)

    accept(berta, make_invitation(anna))
    expect(anna.locator("#board")).to_be_visible()
    played = play_to_the_end(berta, anna, mailbox)

    winner = int(GAME.returns(position(anna, SETUP)).index(1))
    won, lost = ("Berta", "Anna") if winner == 0 else ("Anna", "Berta")
    for page, name in ((anna, "Anna"), (berta, "Berta")):
        result = "won" if name == won else "lost"
        mailbox.wait(f"{name}@example.org", f"You {result} against")
        find_in_archive(page, name, result)
        expect(turns(page)).to_have_count(played)

    record = download_record(anna, tmp_path)
    verified = subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(record)], cwd=ROOT, capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert "checks hold" in verified.stdout

    assert rating(anna, won) > 1500 > rating(berta, lost)
