"""A GM and two players: a fight with a type advantage, a dodge, a condition and a capture; its dice are checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.arrange import Arranger
from tests.e2e.conftest import Mailbox, OpenBrowser
from tests.e2e.test_tables import close, taken_home, verified

pytestmark = pytest.mark.e2e

ROUNDS = 8  # after so many all has happened, unless the dice are very strange


def opened(gm: Page, scene: str) -> None:
    """The GM opens a fight of all three in the scene."""
    gm.goto(scene)
    gm.get_by_role("button", name="Open a fight").click()
    gm.get_by_label("Name of the fight").fill("The ford")
    for name in ("Bubbles", "Sparks", "Rex"):
        gm.get_by_label(name, exact=True).check()
    rex = gm.get_by_role("group", name="Rex")
    rex.get_by_label("Fights for").select_option(label="side B")
    rex.get_by_label("Capture DD").fill("6")
    gm.get_by_role("button", name="Begin: draw initiative").click()
    expect(gm.get_by_role("heading", name="The ford")).to_be_visible()


def order(page: Page, what: str, whom: str = "", reaction: str = "Endure") -> None:
    """Seal orders for one's fighter."""
    page.get_by_label("Order", exact=True).select_option(what)
    if whom:
        page.get_by_label("Whom", exact=True).first.select_option(label=whom)
    page.get_by_label("When it is attacked").select_option(label=reaction)
    page.get_by_role("button", name="Seal the orders").click()


def wait_for_round(page: Page, number: int) -> None:
    """The page finds out by itself that the round has begun."""
    expect(page.get_by_role("heading", name=f"Your orders for round {number}")).to_be_visible()


def test_a_fight_from_its_opening_to_its_end(
    open_browser: OpenBrowser, arrange: Arranger, mailbox: Mailbox, tmp_path: Path
) -> None:
    gm, petra, paul = (open_browser(name) for name in ("Gwen", "Petra2", "Paul2"))
    scene = f"/scenes/{arrange.table('Gwen', 'Petra2', 'Paul2')}/"
    opened(gm, scene)
    for page in (petra, paul):
        page.goto(scene)
        page.get_by_role("link", name="The ford").click()
    assert "fingerprint" in mailbox.wait("petra2@example.org", "Your orders for round 1: The ford")

    told: str = ""
    number = 0
    while number < ROUNDS and (number < 2 or not all(one in told for one in ("Very effective!", "dodges."))):
        number += 1
        wait_for_round(petra, number)
        paul.reload()
        order(petra, "use:water_gun", "Rex", "Dodge")
        expect(petra.get_by_text("Your orders are sealed")).to_be_visible()
        order(paul, "wait")
        order(gm, "use:ember", "Bubbles")
        wait_for_round(petra, number + 1)
        told += petra.locator("#log").text_content() or ""

    paul.reload()
    wait_for_round(paul, number + 1)
    paul.get_by_label("Order", exact=True).select_option("use:glare")
    wait_for_round(gm, number + 1)
    gm.get_by_role("button", name="Close the round").click()
    expect(paul.locator("#gone-on")).to_be_visible()
    expect(paul.get_by_label("Order", exact=True)).to_have_value("use:glare")  # what was begun is still there
    paul.get_by_role("link", name="To the new round").click()
    order(paul, "use:glare", "Rex")
    wait_for_round(petra, number + 2)
    order(petra, "wait")
    wait_for_round(gm, number + 2)
    order(gm, "wait")

    wait_for_round(petra, number + 3)
    expect(petra.locator("#log")).to_contain_text("Rex · Paralysis")
    expect(petra.locator(".catch")).to_contain_text("To catch Rex as it stands (DD 2, three rolls): Master Ball 99.9")
    order(petra, "ball:master_ball", "Rex")
    expect(petra.get_by_text("Your orders are sealed")).to_be_visible()
    wait_for_round(gm, number + 3)
    gm.get_by_role("button", name="Close the round").click()
    expect(gm.locator("#log")).to_contain_text("Rex is caught!")
    gm.get_by_text("End the fight").click()
    gm.get_by_role("button", name="End it").click()
    expect(gm.get_by_text("The fight is over: the sheets have taken over")).to_be_visible()
    assert "Rex is caught!" in mailbox.wait("petra2@example.org", "The fight is over: The ford")

    for words in ("Very effective!", "dodges."):
        assert words in told
    expect(petra.locator("#fighter-rex")).to_contain_text("caught")
    petra.goto(scene)
    petra.get_by_role("link", name="The Old Mill").click()
    petra.locator("#sheets").get_by_role("link", name="Rex").click()
    expect(petra.get_by_role("main")).to_contain_text("Petra2")
    petra.goto(f"{scene}draws/")
    assert verified(petra, tmp_path) == 1

    gm.goto(scene)
    gm.get_by_role("link", name="The Old Mill").click()
    gm.get_by_role("button", name="Give PX").click()
    bubbles = gm.get_by_role("region", name="Bubbles")
    expect(bubbles).to_contain_text("PX proposed: beat Rex (The ford)")
    bubbles.get_by_label("PX").fill("12")
    gm.get_by_label("Scenario").fill("The ford")
    gm.get_by_role("button", name="Give PX").click()
    petra.goto(gm.url)
    petra.locator("#sheets").get_by_role("link", name="Bubbles").click()
    petra.get_by_label("An EV (10 PX)").select_option("will")
    petra.get_by_role("button", name="Buy").first.click()
    expect(petra.get_by_text("1 EV")).to_be_visible()

    close(gm)
    table = taken_home(gm, tmp_path)
    (record,) = table["records"]
    assert table["fights"][0]["record"] == record["proof"]["match_id"]
    assert "Rex is caught!" in str(table["fights"][0]["rounds"])
