"""Takes the README's pictures from a running site that was filled by `manage.py seed`, into docs/.

.venv/bin/python -m tests.e2e.screenshots
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from pbchess_site.local import ROOT
from tests.e2e.conftest import chromium
from tests.site.running import RunningSite

PICTURES = Path(os.environ.get("PICTURES", ROOT / "docs"))
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 880}, "device_scale_factor": 2}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
COLOURS = ("light", "dark")


class Camera:
    """Browsers on one site."""

    def __init__(self, browser: Browser, site: RunningSite) -> None:
        self.browser = browser
        self.site = site

    def page(self, path: str, player: str = "", password: str = "", **options: Any) -> Page:
        """A page as a visitor sees it, or the player of that name."""
        page = self.browser.new_context(base_url=self.site.url, locale="en-GB", **options).new_page()
        if player:
            page.goto("/account/login/")
            page.get_by_label("Name").fill(player)
            page.get_by_label("Password").fill(password)
            page.get_by_role("main").get_by_role("button", name="Log in").click()
            page.wait_for_url("/")
        page.goto(path)
        return page


def take(page: Page, name: str) -> None:
    """What the screen shows of a page, when everything has come to rest."""
    path = PICTURES / f"{name}.png"
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path, animations="disabled")
    page.context.close()
    subprocess.run(["pngquant", "--force", "--strip", "--speed", "1", "--output", path, path], check=True)


def states(page: Page) -> list[str]:
    """The addresses of what can be chosen on the board next."""
    return [str(hit.get_attribute("href")) for hit in page.locator("#board a.hit").all()]


def most_to_see(page: Page) -> str:
    """The address of the state of the board, a piece moved but not confirmed, that shows the most of the game."""

    def shows(address: str) -> tuple[int, ...]:
        page.goto(address)
        odds = page.locator("#board .odds").all_text_contents()
        kinds = (".maybe", ".contact", ".reach")
        return len(set(odds)), len(odds), *(page.locator(f"#board {kind}").count() for kind in kinds)

    found: dict[str, tuple[int, ...]] = {}
    for start in states(page):
        page.goto(start)
        found |= {address: shows(address) for address in states(page) if "&to=" in address}
    return max(found, key=lambda address: found[address])


def match_of(camera: Camera, game: str, player: str, password: str) -> str:
    """The state of a match of that game that waits for the player, with most to see."""
    page = camera.page("/", player, password)
    page.get_by_role("main").locator(".board-card.mine", has_text=game).first.click()
    page.wait_for_url("**/matches/*/")
    address = most_to_see(page)
    page.context.close()
    return address


def all_pictures(camera: Camera, player: str, password: str) -> None:
    """Home, lobby, archive, and a match on a desk and on a phone, in both colours."""
    take(camera.page("/", **DESKTOP), "home")
    take(camera.page("/play/", player, password, **DESKTOP), "lobby")
    take(camera.page("/archive/", **DESKTOP), "archive")
    matches = {"match": "BW Version", "chakart": "Chakart"}
    for name, game in matches.items():
        match = match_of(camera, game, player, password)
        for colours in COLOURS:
            for screen, options in (("desk", DESKTOP), ("phone", PHONE)):
                page = camera.page(match, player, password, color_scheme=colours, **options)
                take(page, f"{name}-{screen}-{colours}")


def main() -> None:
    """Start a site, fill it, take the pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = RunningSite(Path(folder), DEBUG="0")
        try:
            site.wait_until_up()
            found = re.search(r"Log in as (\w+) with the password (\S+)", site.manage("seed"))
            assert found is not None
            browser = playwright.chromium.launch(**chromium())
            all_pictures(Camera(browser, site), found[1], found[2])
            browser.close()
            site.stop()
        finally:
            site.process.kill()


if __name__ == "__main__":
    main()
