"""One match's record, and the page that proves its draws."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from engine import record_json, record_text
from engine.record import Record
from engine.verify import verify
from games.play.models import DrawSecret, Match, Ply, Seat
from games.play.services import offers
from games.players.models import Player
from pbchess_site.local import ROOT
from tests.archive.finishing import played, resigned, won
from tests.play.helpers import play_on, sealed, started
from tests.players.people import client_of

WRONG = re.compile(r">\s*wrong\s*<")


def records(client: Client, match: Match) -> list[Record]:
    """The match's record as text and as JSON, read again."""
    text = client.get(f"/matches/{match.pk}/record.txt").content.decode()
    data = client.get(f"/matches/{match.pk}/record.json").content.decode()
    return [*record_text.parse(text), record_json.from_json(json.loads(data))]


def test_a_finished_match_has_a_record(alice: Player, bob: Player, client: Client) -> None:
    match = played(alice, bob, rated=True)

    text, data = records(client, match)

    assert text == data
    assert text.result == {0: "1-0", 1: "0-1"}[match.winner or 0]
    assert len(text.entries) == match.ply
    assert dict(text.headers) == {
        "Site": f"{settings.SITE_URL}/matches/{match.pk}/",
        "First": "Alice",
        "Second": "Bob",
        "Started": f"{match.started_at:%Y-%m-%d}",
        "Finished": f"{match.finished_at:%Y-%m-%d}",
        "Termination": "the target was knocked out",
        "Rated": "yes",
        "DaysPerTurn": "3",
        "FirstRating": "1500",
        "SecondRating": "1500",
    }
    assert all(check.ok for check in verify(text))


@pytest.mark.parametrize(("setup", "beginner"), [("bw", "throws"), ("rg", "random"), ("w5", "opponent")])
def test_the_record_tells_how_it_was_settled_who_begins(
    guest: Player, computer: Player, client: Client, setup: str, beginner: str
) -> None:
    made = sealed(guest, kind="computer", opponent=computer, setup=setup, beginner=beginner, days_per_turn=None)
    match = resigned(play_on(Match.objects.get(challenge=made), 12))

    text, data = records(client, match)

    assert text == data
    assert text.beginner is not None
    assert text.beginner.method == {"opponent": "fixed"}.get(beginner, beginner)
    assert all(check.ok for check in verify(text))


def test_the_engine_alone_verifies_the_file(alice: Player, bob: Player, client: Client, tmp_path: Path) -> None:
    match = played(alice, bob, setup="bw", plies=30)
    for kind in ("txt", "json"):
        response = client.get(f"/matches/{match.pk}/record.{kind}")
        name = re.fullmatch(r'attachment; filename="(match-\d+\.\w+)"', response["Content-Disposition"])
        assert name
        (tmp_path / name[1]).write_bytes(response.content)

        done = subprocess.run(
            [sys.executable, "-m", "engine", "verify", tmp_path / name[1]], capture_output=True, text=True, cwd=ROOT
        )

        assert done.returncode == 0, done.stderr
        assert "BAD" not in done.stdout


def test_a_match_that_was_called_off_has_a_record_without_a_result(alice: Player, bob: Player, client: Client) -> None:
    match = offers.abort(match_id=started(alice, bob).pk, player=alice, now=timezone.now())

    text, data = records(client, match)

    assert text == data
    assert text.result == "*"
    assert text.headers["Termination"] == "called off before it had begun"


def test_a_match_begun_under_version_1_goes_on_and_verifies_under_it(
    guest: Player, computer: Player, client: Client
) -> None:
    made = sealed(guest, kind="computer", opponent=computer, setup="bw", beginner="challenger", days_per_turn=None)
    fresh = Match.objects.get(challenge=made)
    Match.objects.update(draws_version=1)
    match = Match.objects.get()
    while sum(len(ply.outcomes) for ply in match.plies.all()) < 2:  # what is drawn depends on the match's number
        match = play_on(match, 1, seed=match.ply)
    match = resigned(match)

    text, data = records(client, match)

    assert fresh.draws_version == 2
    assert text == data
    assert text.proof
    assert text.proof.version == 1
    assert sum(len(entry.outcomes) for entry in text.entries) > 1
    assert all(check.ok for check in verify(text))
    page = client.get(f"/matches/{match.pk}/proof/").content.decode()
    assert "<dd>1</dd>" in page
    assert not WRONG.search(page)


@pytest.mark.parametrize("kind", ["txt", "json"])
def test_a_running_match_has_none_yet(
    alice: Player, bob: Player, alice_client: Client, client: Client, kind: str
) -> None:
    match = started(alice, bob)

    for viewer in (alice_client, client):
        response = viewer.get(f"/matches/{match.pk}/record.{kind}")

        assert response.status_code == 409
        assert "when the match is over" in response.content.decode()


@pytest.mark.parametrize("page", ["record.txt", "record.json", "proof/"])
def test_a_private_match_is_there_for_its_players_alone(
    alice: Player, bob: Player, bob_client: Client, charlie_client: Client, client: Client, page: str
) -> None:
    running = started(alice, bob, private=True)
    match = won(alice, bob, private=True)

    assert bob_client.get(f"/matches/{match.pk}/{page}").status_code == 200
    for viewer in (charlie_client, client):
        assert viewer.get(f"/matches/{match.pk}/{page}").status_code == 404
        assert viewer.get(f"/matches/{running.pk}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["record.txt", "record.json", "proof/"])
@pytest.mark.parametrize("number", [0, 10**9, 10**30])
def test_a_match_that_was_never_played_is_not_found(client: Client, db: None, page: str, number: int) -> None:
    assert client.get(f"/matches/{number}/{page}").status_code == 404


@pytest.mark.parametrize("page", ["record.txt", "record.json", "proof/"])
def test_records_are_there_to_be_read_only(alice: Player, bob: Player, client: Client, page: str) -> None:
    match = won(alice, bob)

    assert client.post(f"/matches/{match.pk}/{page}").status_code == 405
    assert client.head(f"/matches/{match.pk}/{page}").status_code == 200


# The proof


def proof(client: Client, match: Match) -> Any:
    response: Any = client.get(f"/matches/{match.pk}/proof/")
    assert response.status_code == 200
    return response


def test_a_running_match_shows_its_fingerprint_and_neither_secret_nor_salts(
    alice: Player, bob: Player, alice_client: Client
) -> None:
    match = started(alice, bob)

    html = proof(alice_client, match).content.decode()

    assert match.secret.commitment in html
    assert "when the match is over" in html
    assert bytes(match.secret.value).hex() not in html
    assert "pepper" not in html
    assert "sea salt" not in html


def test_a_finished_match_proves_each_of_its_draws(alice: Player, bob: Player, client: Client) -> None:
    match = played(alice, bob, setup="bw", plies=40)
    drawn = Ply.objects.filter(match=match).exclude(outcomes=[]).count()

    response = proof(client, match)

    html = response.content.decode()
    assert bytes(match.secret.value).hex() in html
    assert [html.index("Salt of Alice") < html.index("pepper") < html.index("Salt of Bob") < html.index("sea salt")]
    assert "each is the one that was played" in html
    assert drawn > 3
    assert sum("draw" in check.what for check in response.context["checks"]) >= drawn
    assert "wrong" not in html


def test_salts_stand_in_the_order_in_which_they_are_drawn_from(alice: Player, bob: Player, client: Client) -> None:
    match = won(alice, bob)  # who joined first, Alice, sits second

    html = proof(client, match).content.decode()

    assert html.index("Salt of Alice") < html.index("pepper") < html.index("Salt of Bob") < html.index("sea salt")


def test_a_computer_gives_no_salt(guest: Player, computer: Player, client: Client) -> None:
    made = sealed(guest, kind="computer", opponent=computer, beginner="challenger", days_per_turn=None)

    html = proof(client, resigned(Match.objects.get(challenge=made))).content.decode()

    assert "a computer gives none" in html


def test_a_changed_draw_is_called_wrong(alice: Player, bob: Player, client: Client) -> None:
    match = played(alice, bob, setup="bw", plies=40)
    ply = Ply.objects.filter(match=match).exclude(outcomes=[]).latest("ply")
    other = next(card for card in ("+0", "+20", "+30", "+40", "+70") if card not in ply.outcomes)
    Ply.objects.filter(pk=ply.pk).update(outcomes=[other])

    response = proof(client, match)

    html = response.content.decode()
    assert "Something does not fit" in html
    assert any(f"ply {ply.ply}" in check.what for check in response.context["wrong"])
    assert len(WRONG.findall(html)) == 2 * len(response.context["wrong"])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda match: DrawSecret.objects.filter(pk=match.secret_id).update(value=bytes(32)),
        lambda match: Ply.objects.filter(match=match, ply=2).delete(),
        lambda match: Ply.objects.filter(match=match, ply=2).update(action="no turn"),
        lambda match: Ply.objects.filter(match=match, ply=2).update(seat=-7),
        lambda match: Ply.objects.filter(match=match, ply=1).update(outcomes=["+0"]),
        lambda match: Match.objects.filter(pk=match.pk).update(setup="no such setup"),
    ],
    ids=["secret", "lost turn", "turn", "seat", "outcome", "setup"],
)
def test_whatever_was_tampered_with_is_called_wrong(alice: Player, bob: Player, client: Client, spoil: Any) -> None:
    match = played(alice, bob)

    spoil(match)

    html = proof(client, match).content.decode()
    assert "Something does not fit" in html
    assert WRONG.search(html)


def test_salts_are_escaped(alice: Player, bob: Player, client: Client) -> None:
    match = won(alice, bob)
    Seat.objects.filter(match=match).update(salt="<script>go()</script>")

    html = proof(client, match).content.decode()

    assert "<script>go()" not in html
    assert "&lt;script&gt;go()&lt;/script&gt;" in html


def test_a_proof_takes_a_fixed_number_of_queries(
    alice: Player, bob: Player, client: Client, django_assert_num_queries: Any
) -> None:
    short, long = won(alice, bob), played(alice, bob)

    for match in (short, long):
        with django_assert_num_queries(5):
            proof(client, match)


# The engine to check with


def test_the_engine_that_is_offered_verifies_a_record_with_python_alone(
    alice: Player, bob: Player, client: Client, tmp_path: Path
) -> None:
    match = won(alice, bob)
    offered = client.get(address(client, match))
    ZipFile(BytesIO(offered.content)).extractall(tmp_path)
    (tmp_path / "match.txt").write_bytes(client.get(f"/matches/{match.pk}/record.txt").content)

    command = [sys.executable, "-S", "-E", "-m", "engine", "verify", "match.txt"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stderr) == (0, "")
    assert "ok" in ran.stdout


def address(client: Client, match: Match) -> str:
    """Where the proof says the engine is."""
    found = re.search(r'href="(/[^"]*engine[^"]*)"', proof(client, match).content.decode())
    assert found is not None
    return found[1]


def test_a_match_that_was_called_off_leaves_neither_record_nor_rematch_on_its_page(
    alice: Player, bob: Player, client: Client
) -> None:
    match = started(alice, bob)
    offers.abort(match_id=match.pk, player=alice, now=timezone.now())

    page = client_of(alice).get(f"/matches/{match.pk}/").content.decode()

    assert "Called off before it had begun." in page
    assert "record.txt" not in page
    assert "rematch" not in page
