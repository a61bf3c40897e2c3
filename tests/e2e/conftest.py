"""A real browser against the real site: supervisor, web server, workers, beat, broker and a mail server of its own."""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Response, expect

from tests.e2e.arrange import Arranger
from tests.outbox.smtp import Sink, running_sink
from tests.site.running import RunningSite, wait_for

PATIENCE = 30_000  # milliseconds for anything on a page; a busy machine is slow
TURN_MAIL_DELAY = POST_MAIL_DELAY = "0.05"  # minutes

REPLACED = re.compile("htmx:(sendAbort|afterRequest)")  # a request that another took the place of is no mistake

expect.set_options(timeout=PATIENCE)
logging.getLogger("mail.log").setLevel(logging.WARNING)  # the mail server tells every word it hears


@dataclass
class Complaints:
    """What the browser says is wrong: scripts, the content security policy, files that are missing, server errors."""

    heard: list[str] = field(default_factory=list)
    expected: str = "$^"  # a pattern

    def listen(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self.heard.append(f"script: {error.error}"))
        context.on("response", self._response)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not REPLACED.match(message.text):
            self.heard.append(f"console on {message.page.url if message.page else '?'}: {message.text}")

    def _response(self, response: Response) -> None:
        if response.status >= 500:
            self.heard.append(f"{response.status} {response.request.method} {response.url}")

    def unexpected(self) -> list[str]:
        return [line for line in self.heard if not re.search(self.expected, line)]


class Mailbox:
    """What the mail server has accepted, by recipient."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink

    def all(self, address: str, subject: str) -> list[EmailMessage]:
        """The mails to an address with that in their subject."""
        return [mail for mail in self.sink.mails if mail["To"] == address.lower() and subject in mail["Subject"]]

    def wait(self, address: str, subject: str) -> str:
        """The text of the first such mail, as soon as it has come."""
        wait_for(lambda: bool(self.all(address, subject)), f"a mail to {address} about {subject!r}")
        return self.texts(address, subject)[0]

    def texts(self, address: str, subject: str) -> list[str]:
        """The texts of such mails so far."""
        return [_text(mail) for mail in self.all(address, subject)]


def _text(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def chromium() -> dict[str, Any]:
    """How to launch the machine's own Chromium, if there is one; else Playwright's."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return {"executable_path": found} if found else {}


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, **chromium()}


@pytest.fixture(scope="session")
def sink() -> Iterator[Sink]:
    with running_sink() as sink:
        yield sink


@pytest.fixture(scope="session")
def mailbox(sink: Sink) -> Mailbox:
    return Mailbox(sink)


@pytest.fixture(scope="session")
def site(sink: Sink, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    soon = {"TURN_MAIL_DELAY": TURN_MAIL_DELAY, "POST_MAIL_DELAY": POST_MAIL_DELAY}
    site = RunningSite(tmp_path_factory.mktemp("e2e"), EMAIL_URL=sink.url, **soon)
    try:
        site.wait_until_up()
        yield site
        site.stop()
    finally:
        site.process.kill()


@pytest.fixture(scope="session")
def base_url(site: RunningSite) -> str:
    return site.url


@pytest.fixture(scope="session")
def arrange(site: RunningSite) -> Iterator[Arranger]:
    """Puts players and matches into the site."""
    arranger = Arranger(site.environment)
    yield arranger
    arranger.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    complaints = Complaints()
    yield complaints
    assert not complaints.unexpected(), "\n".join(complaints.unexpected())


OpenBrowser = Callable[..., Page]


@pytest.fixture
def open_browser(
    complaints: Complaints, new_context: Callable[..., BrowserContext], site: RunningSite, arrange: Arranger
) -> OpenBrowser:
    """Opens a browser of its own and returns its page: a visitor's, or that of the new person `name`."""

    def open_browser(name: str = "", **options: Any) -> Page:
        context = new_context(locale="en-GB", **options)
        context.set_default_timeout(PATIENCE)
        complaints.listen(context)
        if name:
            context.add_cookies([{"name": "sessionid", "value": arrange.person(name), "url": site.url}])
        return context.new_page()

    return open_browser
