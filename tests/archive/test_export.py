"""Many matches in one file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from engine import record_json, record_text
from engine.record import Record
from engine.replay import replay
from engine.verify import verify
from games.archive.records import record_of
from games.archive.views import browse
from games.play.models import Match
from games.players.models import Player
from tests.archive.finishing import NOVEMBER, archived, drawn, played, resigned, won
from tests.play.helpers import sealed, started

READ: dict[str, Callable[[str], list[Record]]] = {
    "txt": record_text.parse,
    "json": lambda text: record_json.many_from_json(json.loads(text)),
}


@pytest.fixture
def over(alice: Player, bob: Player, guest: Player, computer: Player) -> list[Match]:
    """One match of each kind, the oldest first."""
    made = sealed(guest, kind="computer", opponent=computer, beginner="random", days_per_turn=None)
    return [
        resigned(Match.objects.get(challenge=made)),
        drawn(alice, bob),
        won(alice, bob, rated=True),
        played(alice, bob),
    ]


@pytest.fixture
def one_over(alice: Player, bob: Player) -> Match:
    """A match to export, whichever."""
    return won(alice, bob)


def exported(client: Client, kind: str, query: str = "") -> list[Record]:
    response = client.get(f"/archive/export.{kind}?{query}")
    assert response.status_code == 200
    return READ[kind](response.content.decode())


@pytest.mark.parametrize("kind", READ)
def test_everything_exported_can_be_read_and_verified(over: list[Match], client: Client, kind: str) -> None:
    records = exported(client, kind)

    assert [record.headers["Site"] for record in records] == [
        f"{settings.SITE_URL}/matches/{match.pk}/" for match in reversed(over)
    ]
    for record in records:
        replay(record)
        assert all(check.ok for check in verify(record))


@pytest.mark.parametrize("kind", READ)
def test_nothing_is_lost_on_the_way(over: list[Match], client: Client, kind: str) -> None:
    fresh = Match.objects.prefetch_related("seats__player", "plies").select_related("secret").order_by("-finished_at")

    assert exported(client, kind) == [record_of(match) for match in fresh]


@pytest.mark.parametrize("kind", READ)
def test_the_filter_holds(over: list[Match], alice: Player, client: Client, kind: str) -> None:
    sites = [record.headers["Site"] for record in exported(client, kind, "player=alice&result=drawn")]

    assert sites == [f"{settings.SITE_URL}/matches/{over[1].pk}/"]


def test_what_nobody_may_see_yet_or_ever_is_not_exported(alice: Player, bob: Player, client: Client) -> None:
    started(alice, bob)
    won(alice, bob, private=True)

    for query in ("", "?player=Alice", "?player=Bob&opponents=people"):
        assert client.get(f"/archive/export.txt{query}").content == b""
        assert client.get(f"/archive/export.json{query}").content == b"[]"


def test_files_say_what_they_are(one_over: Match, client: Client) -> None:
    text, data = client.get("/archive/export.txt"), client.get("/archive/export.json")

    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert text["Content-Disposition"] == 'attachment; filename="matches.txt"'
    assert data["Content-Type"] == "application/json"
    assert data["Content-Disposition"] == 'attachment; filename="matches.json"'


@pytest.mark.parametrize("kind", READ)
def test_long_exports_come_in_parts_that_lead_to_each_other(
    alice: Player, bob: Player, client: Client, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    matches = archived(alice, bob, [NOVEMBER + timedelta(seconds=n // 3) for n in range(8)])
    monkeypatch.setattr(browse, "EXPORT_AT_MOST", 3)
    address, sites, sizes = f"/archive/export.{kind}?player=alice&result=won", [], []

    while address:
        response = client.get(address)
        records = READ[kind](response.content.decode())
        sites += [record.headers["Site"] for record in records]
        sizes.append(len(records))
        following = re.fullmatch(rf'<{settings.SITE_URL}(/.*)>; rel="next"', response.get("Link", ""))
        address = following[1] if following else ""

    assert sizes == [3, 3, 2]
    newest_first = sorted(matches, key=lambda match: (match.finished_at, match.pk), reverse=True)
    assert sites == [f"{settings.SITE_URL}/matches/{match.pk}/" for match in newest_first]


def test_the_site_names_itself_whatever_host_was_asked(one_over: Match, client: Client) -> None:
    response = client.get("/archive/export.txt", headers={"Host": "127.0.0.1"})

    assert f'[Site "{settings.SITE_URL}/' in response.content.decode()


def during_an_export(client: Client, ask: Callable[[], Any]) -> tuple[Any, Any]:
    """The answers to an export and to what is asked while the export reads."""
    meanwhile: list[Any] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "archive_entry" in sql and not meanwhile:
            meanwhile.append(None)
            meanwhile[0] = ask()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        response = client.get("/archive/export.txt")
    return response, meanwhile[0]


def test_a_client_has_one_export_at_a_time(one_over: Match, client: Client) -> None:
    first, second = during_an_export(client, lambda: client.get("/archive/export.json"))

    assert first.status_code == 200
    assert second.status_code == 429
    assert second["Retry-After"] == "5"
    assert "wait until it is done" in second.content.decode()
    assert client.get("/archive/export.json").status_code == 200


def test_another_client_need_not_wait(
    one_over: Match, client: Client, alice_client: Client, bob_client: Client
) -> None:
    for other in (bob_client, Client(REMOTE_ADDR="192.0.2.7")):
        first, second = during_an_export(alice_client, lambda: other.get("/archive/export.json"))  # noqa: B023

        assert first.status_code == second.status_code == 200


def test_a_visitor_is_known_by_the_address(one_over: Match, client: Client) -> None:
    _first, second = during_an_export(client, lambda: Client().get("/archive/export.json"))

    assert second.status_code == 429


def test_an_export_that_failed_does_not_block_the_next(one_over: Match, client: Client) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        during_an_export(client, fail)

    assert client.get("/archive/export.txt").status_code == 200


def test_a_wrong_filter_is_refused_with_the_reason(client: Client, alice: Player) -> None:
    response = client.get("/archive/export.json?result=won&month=x&after=y")

    assert response.status_code == 422
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert re.findall(r"^(\w+): ", response.content.decode(), re.M) == ["result", "month", "after"]


@pytest.mark.parametrize("kind", ["xml", "", "txt/", "TXT"])
def test_other_formats_are_not_there(client: Client, kind: str) -> None:
    assert client.get(f"/archive/export.{kind}").status_code == 404
