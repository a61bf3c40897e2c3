"""What the operator sees and may do: look at everything that is no secret, answer reports, change no match."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import REMOVED, Challenge, ChatLine, DrawSecret, Match, Note, Outage
from games.play.services import offers, talk
from games.players.models import Player
from tests.play.helpers import play_on, sealed, stable, started

NOW = timezone.now()
MODELS = ("match", "seat", "challenge", "chatline", "outage")


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return play_on(started(alice, bob), 2)


def test_every_list_and_page_opens(
    match: Match, alice: Player, bob: Player, charlie: Player, admin_client: Client, subtests: pytest.Subtests
) -> None:
    sealed(charlie)
    line = talk.say(match_id=match.pk, player=alice, text="hello", now=NOW)
    talk.report(line_id=line.pk, player=bob, now=NOW)
    Outage.objects.create(began_at=NOW, ended_at=NOW)
    first = {"match": match, "seat": match.seats.first(), "challenge": Challenge.objects.first()}
    first |= {"chatline": ChatLine.objects.first(), "outage": Outage.objects.first()}

    for model in MODELS:
        with subtests.test(model):
            listed = admin_client.get(f"/admin/play/{model}/")
            found = admin_client.get(f"/admin/play/{model}/?q=1")
            page = admin_client.get(f"/admin/play/{model}/{first[model].pk}/change/")  # type: ignore[union-attr]

            assert [answer.status_code for answer in (listed, found, page)] == [200, 200, 200]
            assert b'type="submit" value="Save"' not in page.content


def test_a_match_is_found_by_its_players_and_shows_its_seats_and_plies(
    match: Match, bob: Player, charlie: Player, admin_client: Client
) -> None:
    other = started(bob, charlie)

    listed = admin_client.get("/admin/play/match/?q=alice").content.decode()
    offers.resign(match_id=match.pk, player=bob, now=NOW)
    page = admin_client.get(f"/admin/play/match/{match.pk}/change/").content.decode()

    assert f"/admin/play/match/{match.pk}/change/" in listed
    assert f"/admin/play/match/{other.pk}/change/" not in listed
    assert "Alice – Bob" in listed
    assert all(ply.action in page for ply in match.plies.all())
    assert match.secret.commitment in page


def test_what_is_played_in_a_running_match_is_shown_to_no_operator(match: Match, admin_client: Client) -> None:
    page = admin_client.get(f"/admin/play/match/{match.pk}/change/").content.decode()

    assert match.state not in page
    assert not any(ply.action in page for ply in match.plies.all())


def test_nor_is_a_draw_that_is_offered_or_declined(
    match: Match, alice: Player, bob: Player, admin_client: Client
) -> None:
    address = f"/admin/play/match/{match.pk}/change/"
    seen = [stable(admin_client.get(address))]

    offers.offer_draw(match_id=match.pk, player=alice, now=NOW)
    seen.append(stable(admin_client.get(address)))
    offers.withdraw_draw(match_id=match.pk, player=bob)
    seen.append(stable(admin_client.get(address)))

    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_added_there(admin_client: Client, model: str) -> None:
    assert admin_client.get(f"/admin/play/{model}/add/").status_code == 403


@pytest.mark.parametrize("model", ["drawsecret", "note", "ply", "sweep"])
def test_what_is_secret_or_private_has_no_page(admin_client: Client, model: str) -> None:
    assert admin_client.get(f"/admin/play/{model}/").status_code == 404


def test_secrets_throws_salts_and_notes_are_on_no_page(
    match: Match, alice: Player, charlie: Player, admin_client: Client
) -> None:
    challenge = sealed(charlie)
    talk.write_note(match=match, player=alice, text="first note")
    addresses = [f"/admin/play/{model}/" for model in MODELS]
    addresses += [f"/admin/play/match/{match.pk}/change/", f"/admin/play/challenge/{challenge.pk}/change/"]
    seen = []

    for value, throws, salt in ((bytes(32), "rock rock rock", "one"), (bytes(range(32)), "paper paper rock", "other")):
        DrawSecret.objects.update(value=value)
        Challenge.objects.filter(pk=challenge.pk).update(throws=throws, salt=salt)
        Note.objects.update(text=salt)
        seen.append([stable(admin_client.get(address)) for address in addresses])

    assert seen[0] == seen[1]


def act(admin: Client, action: str, *lines: ChatLine) -> str:
    values = {"action": action, "_selected_action": [line.pk for line in lines]}
    return admin.post("/admin/play/chatline/", values, follow=True).content.decode()


def test_reported_lines_alone_are_shown_and_their_text_can_be_removed(
    match: Match, alice: Player, bob: Player, admin_client: Client
) -> None:
    rude, harmless = (talk.say(match_id=match.pk, player=alice, text=text, now=NOW) for text in ("rude", "fine"))
    talk.report(line_id=rude.pk, player=bob, now=NOW)

    listed = admin_client.get("/admin/play/chatline/").content.decode()
    answer = act(admin_client, "remove_text", rude)

    assert "rude" in listed
    assert "fine" not in listed
    assert admin_client.get(f"/admin/play/chatline/{harmless.pk}/change/").status_code == 302
    assert "The text of 1 lines is removed" in answer
    rude.refresh_from_db()
    harmless.refresh_from_db()
    assert (rude.text, rude.reported_at, harmless.text) == (REMOVED, None, "fine")


def test_a_report_can_be_settled_without_removing_the_text(
    match: Match, alice: Player, bob: Player, admin_client: Client
) -> None:
    line = talk.say(match_id=match.pk, player=alice, text="cheeky", now=NOW)
    talk.report(line_id=line.pk, player=bob, now=NOW)

    act(admin_client, "leave", line)

    line.refresh_from_db()
    assert (line.text, line.reported_at) == ("cheeky", None)


def test_players_have_no_way_in(alice_client: Client, match: Match) -> None:
    assert alice_client.get("/admin/play/match/").status_code == 302
