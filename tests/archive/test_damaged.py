"""Matches whose stored log is damaged: nobody is shown an error, nothing else is lost, and the operator is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from engine import record_json, record_text
from games.play.models import Match, Ply
from games.players.models import Player
from tests.archive.finishing import played
from tests.play.helpers import play_on, started, undone

HTMX = {"HX-Request": "true"}
Damage = Callable[[Match], object]

# What makes the log impossible to replay, and what makes it no log at all.
IMPOSSIBLE: dict[str, Damage] = {
    "an illegal turn": lambda match: Ply.objects.filter(match=match, ply=2).update(action="a1-a1"),
    "a turn that is none": lambda match: Ply.objects.filter(match=match, ply=2).update(action="ink blot"),
    "a turn lost": lambda match: Ply.objects.get(match=match, ply=2).delete(),
    "another setup": lambda match: Match.objects.filter(pk=match.pk).update(setup="bw"),
    "an unknown game": lambda match: Match.objects.filter(pk=match.pk).update(setup="huge"),
}
NO_LOG: dict[str, Damage] = {
    "outcomes that are none": lambda match: Ply.objects.filter(match=match, ply=2).update(outcomes=7),
    "a seat that is none": lambda match: Ply.objects.filter(match=match, ply=2).update(seat=-7),
    "a beginner that is none": lambda match: Match.objects.filter(pk=match.pk).update(beginner={"method": "luck"}),
}


def test_a_damaged_match_has_a_page_that_says_so(
    alice: Player,
    bob: Player,
    charlie: Player,
    alice_client: Client,
    caplog: pytest.LogCaptureFixture,
    subtests: pytest.Subtests,
) -> None:
    match, sound = play_on(started(alice, bob), 4), started(alice, charlie)
    for name, damage in (*IMPOSSIBLE.items(), *list(NO_LOG.items())[:2]):
        with subtests.test(name), undone():
            damage(match)
            caplog.clear()

            answers = [alice_client.get(f"/matches/{match.pk}/", headers=headers) for headers in ({}, HTMX)]

            for answer in answers:
                assert answer.status_code == 503
                assert "This match cannot be shown" in answer.content.decode()
                assert "Traceback" not in answer.content.decode()
            assert f"match {match.pk} cannot be replayed: see manage.py check_matches" in caplog.text
            told = {record.levelname for record in caplog.records if "cannot be replayed" in record.message}
            assert told == {"ERROR"}
            assert alice_client.get(f"/matches/{sound.pk}/").status_code == 200
            assert alice_client.get("/").status_code == alice_client.get("/matches/").status_code == 200


def test_the_command_still_finds_a_damaged_match(alice: Player, bob: Player) -> None:
    match = play_on(started(alice, bob), 4)
    IMPOSSIBLE["an illegal turn"](match)
    said = StringIO()

    with pytest.raises(CommandError, match="1 of 1 matches differ"):
        call_command("check_matches", stdout=said)

    assert f"match {match.pk}: the log cannot be replayed: ply 2: " in said.getvalue()


def test_a_match_that_nobody_can_read_can_still_be_given_up(alice: Player, bob: Player, alice_client: Client) -> None:
    match = play_on(started(alice, bob), 4)
    Match.objects.update(state="ink blot")
    IMPOSSIBLE["an illegal turn"](match)

    turn = alice_client.post(f"/matches/{match.pk}/turn/", {"action": "a1-a2", "ply": "4"})
    alice_client.post(f"/matches/{match.pk}/resign/")

    match.refresh_from_db()
    assert turn.status_code == 503
    assert (match.ply, match.ending, match.winner) == (4, "resignation", 1)


@pytest.mark.parametrize("damage", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_the_record_of_an_impossible_log_is_written_as_it_is_and_its_proof_says_what_is_wrong(
    alice: Player, bob: Player, client: Client, damage: Damage
) -> None:
    match = played(alice, bob)
    damage(match)

    record = client.get(f"/matches/{match.pk}/record.txt")
    proof = client.get(f"/matches/{match.pk}/proof/")

    assert len(record_text.parse(record.content.decode())) == 1
    assert proof.status_code == 200
    assert "Something does not fit" in proof.content.decode()


@pytest.mark.parametrize("damage", NO_LOG.values(), ids=NO_LOG)
def test_what_is_no_log_has_no_record(alice: Player, bob: Player, client: Client, damage: Damage) -> None:
    match = played(alice, bob)
    damage(match)

    records = [client.get(f"/matches/{match.pk}/record.{kind}") for kind in ("txt", "json")]
    proof = client.get(f"/matches/{match.pk}/proof/")

    assert [record.status_code for record in records] == [503, 503]
    assert "This match cannot be shown" in records[0].content.decode()
    assert any(words in proof.content.decode() for words in ("This match cannot be shown", "Something does not fit"))
    assert client.get("/archive/").status_code == 200


def test_an_export_goes_on_behind_a_damaged_match(
    alice: Player, bob: Player, client: Client, caplog: pytest.LogCaptureFixture, subtests: pytest.Subtests
) -> None:
    first, damaged, last = (played(alice, bob) for _ in range(3))
    line = (
        f"{settings.SITE_URL}/matches/{damaged.pk}/ is left out: what is stored of it cannot be read. "
        "The operator has been told."
    )
    sites = [f"{settings.SITE_URL}/matches/{match.pk}/" for match in (last, first)]
    for name, damage in NO_LOG.items():
        with subtests.test(name), undone():
            damage(damaged)
            caplog.clear()

            text = client.get("/archive/export.txt").content.decode()
            data = json.loads(client.get("/archive/export.json").content)

            assert f"\n% {line}\n" in text
            assert data[1] == {"left_out": line}
            assert [record.headers["Site"] for record in record_text.parse(text)] == sites
            assert [record.headers["Site"] for record in record_json.many_from_json(data)] == sites
            assert f"match {damaged.pk} cannot be replayed" in caplog.text
