"""Who does not want to be asked plays a turn by its last click."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.arrange import Arranger
from tests.e2e.board import square, turns
from tests.e2e.conftest import OpenBrowser

pytestmark = pytest.mark.e2e


def test_the_last_click_plays_the_turn_once(open_browser: OpenBrowser, arrange: Arranger) -> None:
    page = open_browser("Tilda")
    arrange.person("Urs")
    page.goto("/preferences/")
    page.get_by_label("Ask me to confirm each turn").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).not_to_be_empty()
    page.goto(f"/matches/{arrange.match('Tilda', 'Urs', setup='bw')}/")

    square(page, "c2").click()
    square(page, "c3").dblclick()

    expect(turns(page)).to_have_text(["c2-c3"])
    expect(page.get_by_text("Urs is to move.").first).to_be_visible()
    expect(page.locator("#messages")).to_be_empty()
