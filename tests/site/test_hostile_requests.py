"""Whatever is sent, there is an answer: never an error of the site's own."""

from __future__ import annotations

import io

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.play.models import Challenge, Match
from games.players.models import Player
from tests.play.helpers import sealed, started
from tests.players.people import *  # noqa: F403

NUMBERED = (
    *("matches/%s/", "matches/%s/turn/", "matches/%s/rematch/", "matches/%s/chat/", "matches/%s/note/"),
    *("matches/%s/draw/accept/", "matches/1/chat/%s/report/", "matches/%s/proof/", "matches/%s/record.txt"),
    *("challenges/%s/", "challenges/%s/seal/", "challenges/%s/accept/", "preferences/blocks/%s/remove/"),
)
HOSTILE = ["a\x00b", "²", "9" * 5000, "\u202e%00"]
FIELDS = (
    *("action", "after", "at", "beginner", "colour", "commitment", "days", "email", "from", "kind", "language"),
    *("length", "level", "login", "mails", "month", "name", "next", "opponent", "opponents", "password", "password1"),
    *("player", "ply", "result", "salt", "seen", "setup", "status", "summon", "text", "throw_1", "time_zone", "to"),
    *("token", "username", "v", "x"),
)
READ = ("", "play/", "challenges/new/", "matches/next/", "archive/", "archive/export.json", "leaderboard/")
FORMS = ("play/computer/", "challenges/new/", "guest/", "preferences/", "preferences/blocks/")
VISITORS_FORMS = ("account/signup/", "account/login/", "account/password/reset/")
PRIVATE = ("", "play/", "matches/", "matches/1/", "archive/", "privacy/", "account/login/", "nowhere/")


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return started(alice, bob)


@pytest.fixture
def challenge(charlie: Player) -> Challenge:
    return sealed(charlie)


@pytest.mark.parametrize("number", ["0", "9" * 20, "9" * 5000])
def test_a_number_that_no_row_has_is_not_found(match: Match, alice_client: Client, number: str) -> None:
    for path in NUMBERED:
        place = "/" + (path % number).replace("matches/1/", f"matches/{match.pk}/")

        assert alice_client.post(place).status_code in (302, 404, 405), place[:80]
        assert alice_client.get(place).status_code in (404, 405), place[:80]


@pytest.mark.parametrize("shift", [0, 2])
def test_no_value_of_a_field_is_too_strange(
    match: Match, challenge: Challenge, alice_client: Client, client: Client, shift: int
) -> None:
    anything = {field: HOSTILE[(shift + at) % len(HOSTILE)] for at, field in enumerate(FIELDS)}
    here, there = f"matches/{match.pk}/", f"challenges/{challenge.pk}/"

    for path in (*READ, here, there):
        for somebody in (alice_client, client):
            assert somebody.get(f"/{path}", anything).status_code < 500
    for path in (*FORMS, f"{here}turn/", f"{here}chat/", f"{here}note/", f"{there}accept/"):
        assert alice_client.post(f"/{path}", anything).status_code < 500
    for path in (*VISITORS_FORMS, f"{there}accept/"):
        assert client.post(f"/{path}", anything).status_code < 500


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "%0d%0a", "%2e%2e", "x" * 5000, "%F0%9F"])
def test_a_player_of_no_possible_name_is_not_found(client: Client, db: None, name: str) -> None:
    assert client.get(f"/players/{name}/").status_code == 404


def test_a_visitor_with_a_false_token_is_sent_back_to_the_challenge(challenge: Challenge, client: Client) -> None:
    answer = client.post(f"/challenges/{challenge.pk}/accept/", {"token": "not a token"})

    assert answer.headers["Location"] == f"/account/login/?next=%2Fchallenges%2F{challenge.pk}%2F"


def test_more_than_a_form_can_hold_is_refused(match: Match, alice_client: Client) -> None:
    chatter = "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)

    answer = alice_client.post(f"/matches/{match.pk}/chat/", {"text": chatter})

    assert answer.status_code == 413
    assert "larger than 256 KB" in answer.content.decode()
    assert not match.chat.exists()


class Unread(io.RawIOBase):
    """A body that nobody may read."""

    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the body was read")


@pytest.mark.parametrize("length", [str(256 * 1024 + 1), "9" * 5000, "-1", "many", "²"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"])
@pytest.mark.parametrize("path", ["/", "/account/login/", "/admin/login/", "/unsubscribe/x/"])
def test_a_large_body_is_refused_before_any_of_it_is_read(db: None, length: str, kind: str, path: str) -> None:
    strict = Client(enforce_csrf_checks=True)

    answer = strict.generic("POST", path, CONTENT_TYPE=kind, CONTENT_LENGTH=length, **{"wsgi.input": Unread()})

    assert answer.status_code == 413


def test_files_in_a_form_count_too(match: Match, alice_client: Client) -> None:
    large = SimpleUploadedFile("large.bin", b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))

    assert alice_client.post(f"/matches/{match.pk}/chat/", {"text": "hello", "file": large}).status_code == 413
    assert not match.chat.exists()
    assert not match.chat.exists()


@pytest.mark.parametrize("path", ["", "play/", "matches/", "draws/", "privacy/", "preferences/data/"])
def test_a_page_can_be_asked_for_its_headers_alone(alice_client: Client, path: str) -> None:
    answer = alice_client.head(f"/{path}")

    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("path", PRIVATE)
def test_no_shared_cache_keeps_a_page(alice_client: Client, path: str) -> None:
    said = alice_client.get(f"/{path}").headers["Cache-Control"]

    assert "private" in said
    assert "no-cache" in said
