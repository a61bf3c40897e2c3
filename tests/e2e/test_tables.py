"""A game master and a player: a table, a trainer, a scene with a check, PX spent, and every die verified."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pbchess_site.local import ROOT
from tests.e2e.conftest import Mailbox, OpenBrowser
from tests.site.running import wait_for

pytestmark = pytest.mark.e2e


def open_table(gm: Page, invited: str) -> None:
    gm.goto("/tables/")
    gm.get_by_role("button", name="Open a table").click()
    gm.get_by_label("Name", exact=True).fill("The Water Wheel")
    gm.get_by_label("What awaits the players").fill("Something *rustles*.")
    gm.get_by_role("button", name="Open the table").click()
    gm.get_by_label("Name of a player").fill(invited)
    gm.get_by_role("button", name="Invite").click()
    gm.get_by_label("Title of a new scene").fill("At the bridge")
    gm.get_by_role("button", name="Open", exact=True).click()
    expect(gm.get_by_role("heading", name="At the bridge")).to_be_visible()


def join(player: Page) -> None:
    player.goto("/tables/")
    player.get_by_role("link", name="The Water Wheel").click()
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


def ask(gm: Page, what: str) -> None:
    """The GM, in the scene, asks the only trainer for a roll."""
    gm.get_by_text("Ask players for a roll").click()
    asking = gm.locator("#ask")
    asking.get_by_label("What for").fill(what)
    asking.get_by_label("Aline").check()
    asking.get_by_role("button", name="Ask for it").click()
    expect(gm.locator("#asked")).to_contain_text(what)


def answer_two(gm: Page, player: Page, scene: str) -> None:
    """Two rolls are asked for, the second while the player types a salt for the first; both are rolled by a click."""
    gm.goto(scene)
    ask(gm, "to keep hold")
    player.goto(scene)
    first = player.locator(".asked").filter(has_text="to keep hold")
    first.get_by_text("How the dice are drawn").click()
    first.get_by_label("Your salt").fill("sea salt")
    ask(gm, "to look down")
    player.evaluate("htmx.trigger(document.querySelector('#fights'), 'seen')")
    second = player.locator(".asked").filter(has_text="to look down")
    expect(second).to_be_visible()
    expect(first.get_by_label("Your salt")).to_have_value("sea salt")
    first.get_by_role("button", name="Roll").click()
    second.get_by_role("button", name="Roll").click()
    expect(player.locator(".asked")).to_have_count(0)
    expect(player.locator(".roll")).to_have_count(2)


def award(gm: Page, scenario: str, name: str, px: str) -> None:
    """At the end of a scenario, on the table's page: one PX for having taken part, one for a heroic act, and more."""
    gm.get_by_role("button", name="Give PX").click()
    gm.get_by_label("Scenario").fill(scenario)
    sheet = gm.get_by_role("region", name=name)
    sheet.get_by_label("Heroic act").check()
    sheet.get_by_label("More PX").fill(px)
    gm.get_by_role("button", name="Give PX").click()
    expect(gm.get_by_text("The PX are given")).to_be_visible()


def spend(player: Page) -> None:
    player.get_by_role("link", name="Aline").click()
    player.get_by_label("An EV (10 PX)").select_option("dexterity")
    player.get_by_role("button", name="Buy").first.click()
    expect(player.get_by_text("1 EV")).to_be_visible()


def close(gm: Page) -> None:
    """The GM closes the table, which is the page's, and lets anybody read it."""
    gm.get_by_role("button", name="Close", exact=True).click()
    expect(gm.get_by_label("Anybody may read and download it then")).to_be_checked()
    gm.get_by_role("button", name="Close it for good").click()
    expect(gm.get_by_text("Take it home")).to_be_visible()


def taken_home(page: Page, folder: Path) -> dict[str, Any]:
    """The table, which is the page's, downloaded as HTML and as JSON, every roll of it checked by the engine."""
    for kind in ("HTML", "JSON"):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind).click()
        download.value.save_as(folder / f"table.{kind.lower()}")
    check_by_engine(folder / "table.json")
    table: dict[str, Any] = json.loads((folder / "table.json").read_text())
    html = (folder / "table.html").read_text()
    assert all(post["author"] in html for post in table["posts"])
    assert all(fight["name"] in html for fight in table["fights"])
    return table


def check_by_engine(path: Path) -> None:
    """`python -m engine verify` finds nothing wrong."""
    command = [sys.executable, "-m", "engine", "verify", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def verified(page: Page, folder: Path) -> int:
    """Downloads each record that the page offers and has the engine check it; returns how many."""
    offers = page.get_by_role("button", name="Record as text").all()
    for number, offer in enumerate(offers):
        with page.expect_download() as download:
            offer.click()
        path = folder / f"{number}.txt"
        download.value.save_as(path)
        check_by_engine(path)
    return len(offers)


def test_a_table_from_its_opening_to_its_end(open_browser: OpenBrowser, mailbox: Mailbox, tmp_path: Path) -> None:
    gm, player, reader = open_browser("Grace"), open_browser("Petra"), open_browser()
    open_table(gm, "Petra")
    scene = re.sub(r"[?#].*", "", gm.url)
    assert "Grace" not in mailbox.wait("petra@example.org", "You are invited to the table The Water Wheel")
    join(player)
    answer_two(gm, player, scene)

    player.goto(scene)
    player.get_by_label("Your post").fill("Aline *looks* up.")
    expect(player.locator("#draft")).to_contain_text("Draft saved at")
    player.reload()
    expect(player.get_by_label("Your post")).to_have_value("Aline *looks* up.")
    check(player, "to climb the wall", "all")
    check(player, "to hear what is behind it", "roller")

    told = "to climb the wall"
    wait_for(lambda: any(told in text for text in mailbox.texts("grace@example.org", "At the bridge")), "a mail of it")
    reader.goto(scene)
    expect(reader.locator(".roll")).to_have_count(3)
    expect(reader.locator(".roll").last.locator(".die")).to_have_count(6)
    gm.goto(scene)
    expect(gm.locator(".roll")).to_have_count(4)

    gm.get_by_role("link", name="The Water Wheel").click()
    award(gm, "The bridge", "Aline", "8")
    player.get_by_role("link", name="The Water Wheel").click()
    spend(player)
    player.get_by_text("What was done to it").click()
    expect(player.get_by_text("+10 PX for The bridge: Took part, Heroic act")).to_be_visible()

    close(gm)
    assert len(taken_home(gm, tmp_path)["records"]) == 2
    reader.goto("/tables/archive/")
    reader.get_by_role("link", name="The Water Wheel").click()
    (record,) = taken_home(reader, tmp_path)["records"]
    assert len(record["entries"]) == 3
    assert record["proof"]["salts"] == ["sea salt"]
    for page, number in ((gm, 2), (player, 2), (reader, 1)):
        page.goto(f"{scene}draws/")
        assert verified(page, tmp_path) == number
