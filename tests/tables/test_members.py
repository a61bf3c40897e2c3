"""Coming to a table and leaving it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.play.errors import NotYours, Refused, Stale, TooMany
from games.players import services as players
from games.players.models import Player
from games.tables.models import Member, Scene, Table
from games.tables.services import members
from tests.players.people import make_person
from tests.tables.helpers import joined, opened, written

NOW = timezone.now()


def status(table: Table, player: Player) -> tuple[str, str]:
    found = table.members.get(player=player)
    return found.role, found.status


def test_who_applies_waits_for_a_gm(
    table: Table, charlie: Player, charlie_client: Client, alice_client: Client, bob_client: Client
) -> None:
    charlie_client.post(f"/tables/{table.pk}/apply/", {"words": "I am <b>good</b>"})

    assert status(table, charlie) == ("player", "applied")
    assert "I am &lt;b&gt;good&lt;/b&gt;" in alice_client.get(f"/tables/{table.pk}/").content.decode()
    assert "good" not in bob_client.get(f"/tables/{table.pk}/").content.decode()
    assert bob_client.post(f"/tables/{table.pk}/members/{charlie.pk}/answer/", {"take": "yes"}).status_code == 403

    alice_client.post(f"/tables/{table.pk}/members/{charlie.pk}/answer/", {"take": "yes"})
    assert status(table, charlie) == ("player", "in")
    again = alice_client.post(f"/tables/{table.pk}/members/{charlie.pk}/answer/", {"take": "no"})
    assert again.status_code == 409
    assert status(table, charlie) == ("player", "in")


def test_who_was_declined_may_ask_again(table: Table, alice: Player, charlie: Player) -> None:
    for _ in range(2):
        members.apply(table_id=table.pk, player=charlie, words="", now=NOW)
        members.answer_application(table_id=table.pk, player=alice, applicant_id=charlie.pk, take=False, now=NOW)

    assert status(table, charlie) == ("player", "out")


def test_nobody_applies_twice(table: Table, bob: Player, charlie: Player) -> None:
    members.apply(table_id=table.pk, player=charlie, words="", now=NOW)

    for player in (bob, charlie):
        with pytest.raises(Stale):
            members.apply(table_id=table.pk, player=player, words="", now=NOW)


def test_too_many_words_stay_in_the_field(table: Table, charlie_client: Client) -> None:
    answer = charlie_client.post(f"/tables/{table.pk}/apply/", {"words": "x" * 501})

    assert answer.status_code == 422
    assert "That is 501 characters long: 500 fit." in answer.content.decode()
    assert "x" * 501 in answer.content.decode()


def test_an_application_can_be_taken_back(table: Table, charlie: Player, charlie_client: Client) -> None:
    charlie_client.post(f"/tables/{table.pk}/apply/")
    charlie_client.post(f"/tables/{table.pk}/leave/")

    assert status(table, charlie) == ("player", "out")


def test_a_table_by_invitation_takes_no_applications(alice: Player, charlie: Player, guest: Player) -> None:
    table = opened(alice, admission="invitation")

    with pytest.raises(Refused, match="by invitation only"):
        members.apply(table_id=table.pk, player=charlie, words="", now=NOW)
    with pytest.raises(NotYours, match="account"):
        members.apply(table_id=table.pk, player=guest, words="", now=NOW)
    assert joined(table, alice, charlie).is_in


@pytest.mark.parametrize("name", ["Nobody", "Computer-Beginner", "Guest-00000001", ""])
def test_only_people_are_invited(table: Table, guest: Player, alice_client: Client, name: str) -> None:
    answer = alice_client.post(f"/tables/{table.pk}/invite/", {"name": name})

    assert answer.status_code == 422
    assert "There is nobody of that name to invite." in answer.content.decode()


def test_who_applied_and_is_invited_is_in_and_the_other_way_round(table: Table, alice: Player, charlie: Player) -> None:
    members.apply(table_id=table.pk, player=charlie, words="", now=NOW)
    members.invite(table_id=table.pk, player=alice, name="Charlie", now=NOW)
    eve = make_person("Eve")
    members.invite(table_id=table.pk, player=alice, name="Eve", now=NOW)
    members.apply(table_id=table.pk, player=eve, words="", now=NOW)

    assert status(table, charlie) == status(table, eve) == ("player", "in")


def test_an_invitation_can_be_declined_or_taken_back(table: Table, alice: Player, charlie: Player) -> None:
    members.invite(table_id=table.pk, player=alice, name="Charlie", now=NOW)
    with pytest.raises(Stale):
        members.invite(table_id=table.pk, player=alice, name="Charlie", now=NOW)
    members.answer_invitation(table_id=table.pk, player=charlie, take=False, now=NOW)
    members.invite(table_id=table.pk, player=alice, name="charlie", now=NOW)
    members.put_out(table_id=table.pk, player=alice, member_id=charlie.pk, now=NOW)

    with pytest.raises(Stale):
        members.answer_invitation(table_id=table.pk, player=charlie, take=True, now=NOW)
    assert status(table, charlie) == ("player", "out")


def test_who_blocks_each_other_does_not_meet_at_a_table(table: Table, alice: Player, charlie: Player) -> None:
    players.block(blocker=charlie, blocked=alice, now=NOW)

    with pytest.raises(Refused, match="nothing to do with each other"):
        members.apply(table_id=table.pk, player=charlie, words="", now=NOW)
    with pytest.raises(Refused, match="nobody of that name"):
        members.invite(table_id=table.pk, player=alice, name="Charlie", now=NOW)


def test_a_table_is_full_some_time(table: Table, alice: Player) -> None:
    for number in range(members.MOST_MEMBERS - 3):
        joined(table, alice, make_person(f"Player-{number}"))

    with pytest.raises(Refused, match="no more fit"):
        members.apply(table_id=table.pk, player=make_person("Late"), words="", now=NOW)


def test_who_applies_takes_no_room_from_who_is_invited(
    table: Table, alice: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A few strangers had filled a table, so that its GM could invite nobody."""
    monkeypatch.setattr(members, "MOST_MEMBERS", 4)
    for number in range(4):
        members.apply(table_id=table.pk, player=make_person(f"Stranger-{number}"), words="", now=NOW)
    with pytest.raises(Refused, match="have applied already"):
        members.apply(table_id=table.pk, player=make_person("Late"), words="", now=NOW)

    assert joined(table, alice, charlie).is_in
    waiting = table.members.filter(status="applied").values_list("player_id", flat=True)[0]
    with pytest.raises(Refused, match="around this table"):
        members.answer_application(table_id=table.pk, player=alice, applicant_id=waiting, take=True, now=NOW)


def test_nobody_applies_all_day(table: Table, alice: Player, charlie: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "APPLICATIONS_PER_DAY", 1)
    members.apply(table_id=table.pk, player=charlie, words="", now=NOW)
    members.leave(table_id=table.pk, player=charlie, now=NOW)

    with pytest.raises(TooMany):
        members.apply(table_id=table.pk, player=charlie, words="", now=NOW)


def test_the_only_gm_stays_until_there_is_another(table: Table, alice: Player, bob: Player) -> None:
    with pytest.raises(Refused, match="A table needs a game master"):
        members.leave(table_id=table.pk, player=alice, now=NOW)

    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)
    members.leave(table_id=table.pk, player=alice, now=NOW)

    assert status(table, bob) == ("gm", "in")
    assert status(table, alice) == ("player", "out")


def test_a_gm_cannot_be_put_out(table: Table, alice: Player, bob: Player) -> None:
    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)

    with pytest.raises(Refused, match="of their own accord"):
        members.put_out(table_id=table.pk, player=alice, member_id=bob.pk, now=NOW)


def test_who_is_put_out_posts_no_more_and_their_posts_stay(
    table: Table, scene: Scene, bob: Player, alice_client: Client, client: Client
) -> None:
    written(scene, bob, "I was here.")

    alice_client.post(f"/tables/{table.pk}/members/{bob.pk}/out/")

    with pytest.raises(NotYours):
        written(scene, bob, "Let me in!")
    assert "I was here." in client.get(scene.get_absolute_url()).content.decode()
    assert Member.objects.get(player=bob).status == "out"


def test_leaving_is_asked_once_more_and_not_offered_to_who_leads_alone(
    table: Table, alice_client: Client, bob: Player, bob_client: Client, alice: Player
) -> None:
    button = f'action="/tables/{table.pk}/leave/"'

    assert "Your posts and sheets stay at the table." in bob_client.get(f"/tables/{table.pk}/").content.decode()
    assert button in bob_client.get(f"/tables/{table.pk}/").content.decode()
    alone = alice_client.get(f"/tables/{table.pk}/").content.decode()
    assert button not in alone
    assert "A table needs a game master" in alone

    members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)
    assert button in alice_client.get(f"/tables/{table.pk}/").content.decode()
