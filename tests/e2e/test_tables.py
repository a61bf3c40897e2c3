"""A game master and a player: a table, a trainer, a scene with a check, PX spent, and every die verified."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pbchess_site.local import ROOT
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e


def open_table(gm: Page, invited: str) -> None:
    gm.goto("/tables/")
    gm.get_by_role("button", name="Open a table").click()
    gm.get_by_label("Name", exact=True).fill("The Old Mill")
    gm.get_by_label("What awaits the players").fill("Something *rustles*.")
    gm.get_by_role("button", name="Open the table").click()
    gm.get_by_label("Name of a player").fill(invited)
    gm.get_by_role("button", name="Invite").click()
    gm.get_by_label("Title of a new scene").fill("At the bridge")
    gm.get_by_role("button", name="Open", exact=True).click()
    expect(gm.get_by_role("heading", name="At the bridge")).to_be_visible()


def join(player: Page) -> None:
    player.goto("/tables/")
    player.get_by_role("link", name="The Old Mill").click()
    player.get_by_role("button", name="Take the place").click()
    player.get_by_role("button", name="My trainer").click()
    player.get_by_label("Name", exact=True).fill("Aline")
    player.get_by_label("Skills").fill("Climbing 3")
    player.get_by_role("button", name="Make").click()
    expect(player.get_by_role("heading", name="Aline")).to_be_visible()


def check(player: Page, what: str, audience: str) -> None:
    """Declare a roll of six dice, look at its chances, and roll."""
    player.get_by_text("Roll dice").click()
    player.get_by_label("What for").fill(what)
    player.get_by_label("Dice: stat + skill").fill("6")
    expect(player.locator("#chances")).to_contain_text("6 dice, DD 6")
    player.get_by_label("Who sees it").select_option(audience)
    player.get_by_role("button", name="Post", exact=True).click()
    expect(player.locator(".roll").last).to_contain_text(what)


def award(gm: Page, px: str) -> None:
    gm.get_by_role("link", name="Aline").click()
    gm.get_by_role("button", name="Change", exact=True).click()
    gm.get_by_label("PX").fill(px)
    gm.get_by_label("Why").fill("End of the scenario")
    gm.get_by_role("button", name="Save").click()


def spend(player: Page) -> None:
    player.get_by_role("link", name="Aline").click()
    player.get_by_label("An EV (10 PX)").select_option("dexterity")
    player.get_by_role("button", name="Buy").first.click()
    expect(player.get_by_text("1 EV")).to_be_visible()


def verified(page: Page, folder: Path) -> int:
    """Downloads each record that the page offers and has the engine check it; returns how many."""
    offers = page.get_by_role("button", name="Record as text").all()
    for number, offer in enumerate(offers):
        with page.expect_download() as download:
            offer.click()
        path = folder / f"{number}.txt"
        download.value.save_as(path)
        command = [sys.executable, "-m", "engine", "verify", str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return len(offers)


def test_a_table_from_its_opening_to_its_end(open_browser: OpenBrowser, tmp_path: Path) -> None:
    gm, player, reader = open_browser("Grace"), open_browser("Petra"), open_browser()
    open_table(gm, "Petra")
    scene = re.sub(r"[?#].*", "", gm.url)
    join(player)

    player.goto(scene)
    player.get_by_label("Your post").fill("Aline *looks* up.")
    expect(player.locator("#draft")).to_contain_text("Draft saved at")
    player.reload()
    expect(player.get_by_label("Your post")).to_have_value("Aline *looks* up.")
    check(player, "to climb the wall", "all")
    check(player, "to hear what is behind it", "roller")

    reader.goto(scene)
    expect(reader.locator(".roll")).to_have_count(1)
    expect(reader.locator(".roll .die")).to_have_count(6)
    gm.goto(scene)
    expect(gm.locator(".roll")).to_have_count(2)

    for page, do in ((gm, lambda: award(gm, "10")), (player, lambda: spend(player))):
        page.get_by_role("link", name="The Old Mill").click()
        do()

    gm.get_by_role("link", name="The Old Mill").click()
    gm.get_by_role("button", name="Close", exact=True).click()
    gm.get_by_role("button", name="Close it for good").click()
    for page, number in ((gm, 2), (player, 2), (reader, 1)):
        page.goto(f"{scene}draws/")
        assert verified(page, tmp_path) == number
