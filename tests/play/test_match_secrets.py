"""Chat, notes and the secret of the draws reach nobody they are not meant for.

For two values of everything that is hidden from a viewer, all that is sent to that viewer is the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import ChatLine, DrawSecret, Match, Note
from games.play.services import talk
from games.players.models import Player
from tests.play.helpers import play_on, stable, started
from tests.play.test_match_page import HTMX, poll_of
from tests.rows import Rows

pytestmark = pytest.mark.usefixtures("standing_clock")

VALUES = ("first secret", "quite another, longer secret")


def pages(match: Match) -> list[str]:
    return [f"/matches/{match.pk}/", f"/matches/{match.pk}/resign/", "/", "/play/", "/matches/"]


def fragments(match: Match) -> list[str]:
    """What is swapped in, and stands in whole pages alike."""
    return [f"/matches/{match.pk}/{query}" for query in ("", "?at=0", "?at=3", "?from=c2")] + ["/play/"]


def answers(match: Match, somebody: Client) -> list[bytes]:
    """Every page and fragment about the match, what a look for news gives, and what wrong turns and texts do."""
    whole = [somebody.get(address) for address in pages(match)]
    got = [stable(answer) for answer in whole]
    got += [stable(somebody.get(address, headers=HTMX)) for address in fragments(match)]
    poll = poll_of(whole[0])
    got.append(stable(somebody.get(poll, headers=HTMX)) if poll else b"")
    for path, data in (("turn", {"action": "a1-z9", "ply": match.ply}), ("chat", {"text": ""})):
        got.append(stable(somebody.post(f"/matches/{match.pk}/{path}/", data, headers=HTMX)))
    return got


@pytest.fixture(scope="module")
def secretive(rows: Rows, alice: Player, bob: Player) -> Match:
    """Somewhere in a match with chat and a note of Alice's."""
    match = play_on(started(alice, bob, setup="bw"), 8)
    talk.say(match_id=match.pk, player=alice, text="hello", now=timezone.now())
    talk.write_note(match=match, player=alice, text="note")
    return rows.keep(match)


def said(match: Match, value: str) -> None:
    ChatLine.objects.filter(match=match).update(text=value)


def noted(match: Match, value: str) -> None:
    Note.objects.filter(seat__match=match).update(text=value)


def hidden(match: Match, value: str) -> None:
    """The commitment is shown to all: it stays."""
    DrawSecret.objects.filter(match=match).update(value=value.encode())


@pytest.fixture
def clients(
    alice_client: Client, bob_client: Client, charlie_client: Client, guest_client: Client, client: Client
) -> dict[str, Client]:
    people = {"alice": alice_client, "bob": bob_client, "charlie": charlie_client, "guest": guest_client}
    return {**people, "visitor": client}


@pytest.mark.parametrize(
    ("who", "kept"),
    [
        ("alice", (hidden,)),
        ("bob", (hidden, noted)),
        *((stranger, (hidden, noted, said)) for stranger in ("charlie", "guest", "visitor")),
    ],
)
def test_a_wrong_viewer_learns_nothing(
    secretive: Match, clients: dict[str, Client], who: str, kept: tuple[Callable[[Match, str], None], ...]
) -> None:
    seen = []
    for value in VALUES:
        for keep in kept:
            keep(secretive, value)
        seen.append(answers(secretive, clients[who]))

    assert seen[0] == seen[1]


@pytest.mark.parametrize(("who", "tell"), [("alice", said), ("bob", said), ("alice", noted)])
def test_who_it_is_meant_for_reads_it(
    secretive: Match, clients: dict[str, Client], who: str, tell: Callable[[Match, str], None]
) -> None:
    for value in VALUES:
        tell(secretive, value)
        assert value in clients[who].get(f"/matches/{secretive.pk}/").content.decode()


def test_that_something_was_said_is_no_news_for_a_stranger(
    secretive: Match, alice: Player, charlie_client: Client
) -> None:
    before = answers(secretive, charlie_client)

    talk.say(match_id=secretive.pk, player=alice, text="psst", now=timezone.now())

    assert answers(secretive, charlie_client) == before
