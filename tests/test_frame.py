"""What every page has around it: head, foot, colours, and the pages for what went wrong."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.template.loader import get_template, render_to_string
from django.test import Client, RequestFactory
from django.views.defaults import permission_denied, server_error

from games.players.models import Player

pytestmark = pytest.mark.django_db


def visit(theme_cookie: str = "", player: Player | None = None) -> HttpRequest:
    """A request as the middleware leaves it."""
    request = RequestFactory().get("/")
    if theme_cookie:
        request.COOKIES["theme"] = theme_cookie
    request.player = player  # type: ignore[attr-defined]
    request.user = AnonymousUser()
    return request


def page(request: HttpRequest, **context: object) -> str:
    return get_template("base.html").render(context, request)


def html_tag(text: str) -> str:
    found = re.search(r"<html[^>]*>", text)
    assert found
    return found[0]


def test_it_follows_the_system_if_nobody_chose_colours() -> None:
    assert "data-theme" not in html_tag(page(visit()))


def test_it_takes_the_colours_of_the_player() -> None:
    player = Player(pk=1, name="Hanako", theme="dark")

    assert 'data-theme="dark"' in html_tag(page(visit(player=player)))


@pytest.mark.parametrize(("cookie", "shown"), [("light", 'data-theme="light"'), ("auto", "")])
def test_it_takes_the_colours_of_this_browser_first(cookie: str, shown: str) -> None:
    player = Player(pk=1, name="Hanako", theme="dark")

    tag = html_tag(page(visit(cookie, player)))

    assert shown in tag
    assert "dark" not in tag


def test_it_ignores_colours_that_do_not_exist() -> None:
    assert "data-theme" not in html_tag(page(visit('"><script>')))


def test_it_lets_htmx_show_what_was_stale_illegal_or_too_often_and_run_no_scripts() -> None:
    found = re.search(r"<meta name=\"htmx-config\" content='([^']+)'", page(visit()))
    assert found
    config = json.loads(found[1])

    swapped = {answer["code"] for answer in config["responseHandling"] if answer["swap"]}

    assert swapped == {"[23]..", "409", "422", "429"}
    assert not config["allowEval"]
    assert not config["allowScriptTags"]
    assert config["historyCacheSize"] == 0


def test_it_has_no_inline_script_and_no_inline_style_sheet() -> None:
    text = page(visit())

    assert re.findall(r"<script(?![^>]* src=)", text) == []
    assert "<style" not in text
    assert re.findall(r'\son\w+="', text) == []


@pytest.mark.parametrize(
    ("waiting", "title", "words"), [(0, "<title>Play", ""), (3, "<title>(3) Play", ", 3 wait for you")]
)
def test_it_says_in_the_title_and_the_head_how_many_matches_wait(waiting: int, title: str, words: str) -> None:
    text = page(visit(player=Player(pk=1, name="Hanako")), waiting_count=waiting, waiting_total=waiting)

    assert title in text
    assert words in text
    assert 'id="waiting"' in text


def test_it_offers_a_visitor_to_log_in_and_a_guest_to_keep_the_matches() -> None:
    visitor, guest = page(visit()), page(visit(player=Player(pk=2, name="Guest-1", kind=Player.Kind.GUEST)))

    assert "Sign up" in visitor
    assert "My matches" not in visitor
    assert "Keep my matches" in guest
    assert "Guest-1" in guest


def test_an_unknown_address_answers_404_and_says_so(client: Client) -> None:
    answer = client.get("/nowhere/at/all/")

    assert answer.status_code == 404
    assert "nothing at this address" in answer.text


def test_what_is_forbidden_says_why_without_trusting_the_words() -> None:
    answer = permission_denied(visit(), PermissionDenied("Not <b>your</b> match."))

    assert answer.status_code == 403
    assert "Not &lt;b&gt;your&lt;/b&gt; match." in answer.content.decode()


def test_a_form_without_its_token_is_told_to_try_again() -> None:
    answer = Client(enforce_csrf_checks=True).post("/account/login/")

    assert answer.status_code == 403
    assert "That page had grown old" in answer.text


def test_the_page_for_a_broken_server_needs_nothing_from_it() -> None:
    answer = server_error(visit())

    assert answer.status_code == 500
    assert "Something broke on our side" in answer.content.decode()


@pytest.mark.parametrize(
    ("level", "icon"),
    [("error", "triangle-alert"), ("warning", "triangle-alert"), ("success", "circle-check"), ("info", "info")],
)
def test_a_message_has_an_icon_and_its_words_escaped(level: str, icon: str) -> None:
    class Message(SimpleNamespace):
        def __str__(self) -> str:
            return str(self.text)

    text = render_to_string("_messages.html", {"messages": [Message(level_tag=level, text="<i>Hi</i>")], "oob": True})

    assert f"#{icon}" in text
    assert "&lt;i&gt;Hi&lt;/i&gt;" in text
    assert 'hx-swap-oob="true"' in text


@pytest.mark.parametrize(("debug", "kept"), [(True, False), (False, True)])
def test_only_a_developer_s_error_page_may_bring_its_styles(
    client: Client, settings: Any, debug: bool, kept: bool
) -> None:
    settings.DEBUG = debug

    missing, found = client.get("/nowhere/"), client.get("/draws/")

    assert missing.status_code == 404
    assert ("Content-Security-Policy" in missing) is kept
    assert "Content-Security-Policy" in found
