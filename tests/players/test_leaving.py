"""Deleting an account and taking one's data along."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import translation

from games.outbox.models import Job
from games.play.models import Seat
from games.players import hooks, names, services
from games.players.models import Block, Player
from tests.players.test_services import NOW, seat_in_a_match


def test_who_has_played_leaves_a_row_without_a_trace_of_themselves(alice: Player, bob: Player) -> None:
    seat = seat_in_a_match(alice)
    alice.language, alice.time_zone, alice.mail_off = "fr", "Europe/Paris", ["reminder"]
    alice.save()
    services.block(blocker=alice, blocked=bob, now=NOW)
    services.block(blocker=bob, blocked=alice, now=NOW)
    services.rate_match(game="battle_chess", setup="bw", first=alice, second=bob, score=1, now=NOW)
    user = alice.user
    assert user is not None

    services.delete_account(player=alice, now=NOW)

    left = Player.objects.get(pk=alice.pk)
    assert left.kind == Player.Kind.DELETED
    assert (left.name, left.skeleton) == (f"deleted-{left.pk}", names.skeleton(f"deleted-{left.pk}"))
    assert (left.user, left.language, left.time_zone, left.mail_off, left.seen_at) == (None, "en", "UTC", [], None)
    assert not left.ratings.exists()
    assert bob.ratings.count() == 1
    assert not Block.objects.exists()
    assert not User.objects.filter(pk=user.pk).exists()
    assert not EmailAddress.objects.filter(email=user.email).exists()
    assert Seat.objects.get(pk=seat.pk).player == left


def test_who_has_never_played_leaves_nothing(alice: Player) -> None:
    services.delete_account(player=alice, now=NOW)

    assert not Player.objects.filter(pk=alice.pk).exists()


def test_deleting_twice_is_harmless(alice: Player) -> None:
    seat_in_a_match(alice)
    services.delete_account(player=alice, now=NOW)

    services.delete_account(player=alice, now=NOW)

    assert Player.objects.get(pk=alice.pk).kind == Player.Kind.DELETED


def test_other_apps_act_before_the_name_is_gone(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, datetime]] = []
    monkeypatch.setattr(hooks, "on_delete", [lambda player, now: seen.append((player.name, now))])

    services.delete_account(player=alice, now=NOW)

    assert seen == [("Alice", NOW)]


def test_nothing_is_deleted_if_another_app_cannot_do_its_part(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(player: Player, now: datetime) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(hooks, "on_delete", [fail])

    with pytest.raises(RuntimeError):
        services.delete_account(player=alice, now=NOW)

    alice.refresh_from_db()
    assert alice.is_person
    assert alice.user is not None


def test_mail_to_who_leaves_is_deleted(alice: Player) -> None:
    Job.objects.create(kind="account_mail", recipient=alice.pk, event="1", run_at=NOW, created_at=NOW)

    services.delete_account(player=alice, now=NOW)

    assert not Job.objects.exists()


# Export


def test_the_export_holds_all_and_other_apps_add_to_it(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.block(blocker=alice, blocked=bob, now=NOW)
    services.rate_match(game="battle_chess", setup="bw", first=alice, second=bob, score=1, now=NOW)
    monkeypatch.setattr(hooks, "on_export", [lambda player: {"matches": [player.name]}])

    data = json.loads(json.dumps(services.export(player=alice), cls=DjangoJSONEncoder))

    assert data["account"]["name"] == "Alice"
    assert data["account"]["addresses"] == [{"email": "alice@example.org", "verified": True, "primary": True}]
    assert data["account"]["blocked"] == ["Bob"]
    assert data["account"]["ratings"][0]["setup"] == "bw"
    assert data["matches"] == ["Alice"]


def test_a_guest_s_export_has_no_address(guest: Player) -> None:
    assert services.export(player=guest)["account"]["addresses"] == []


def test_who_has_left_is_called_so_in_the_reader_s_language(alice: Player, bob: Player) -> None:
    seat_in_a_match(alice)
    services.delete_account(player=alice, now=NOW)
    alice.refresh_from_db()

    with translation.override("fr"):
        french = str(alice)

    assert (str(alice), french) == ("Deleted player", "Joueur supprimé")
