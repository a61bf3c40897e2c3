"""Signing up, by the pages that people use and the mails that they get."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client, override_settings
from django.utils import timezone

from games.players import queries, services
from games.players.forms import SignupForm
from games.players.models import Player
from tests.players.flows import FORM, Posted, link, log_in, logged_in, sign_up

# Signing up


def test_nobody_can_log_in_before_the_address_is_confirmed(client: Client, posted: Posted) -> None:
    page = sign_up(client)

    assert "Look into your mail" in page
    assert not logged_in(client)
    assert "Look into your mail" in log_in(client, "Dora")
    assert "Look into your mail" in log_in(client, "dora@example.org")
    assert not logged_in(client)
    (message,) = posted()
    assert message.to == ["dora@example.org"]
    assert "Hello Dora" in message.body


def test_confirming_takes_a_post_and_logs_in_the_browser_that_signed_up(client: Client, posted: Posted) -> None:
    sign_up(client)
    (message,) = posted()
    address = link(message, "confirm-email")

    page = client.get(address).content.decode()
    assert "dora@example.org" in page
    assert not EmailAddress.objects.get().verified

    client.post(address)
    assert EmailAddress.objects.get().verified
    assert logged_in(client)
    dora = Player.objects.get(name="Dora")
    assert dora.is_person
    assert queries.mail_address(dora) == "dora@example.org"


def test_confirming_elsewhere_logs_nobody_in(client: Client, posted: Posted) -> None:
    sign_up(client)
    other = Client()

    other.post(link(posted()[0], "confirm-email"))

    assert EmailAddress.objects.get().verified
    assert not logged_in(other)
    log_in(other, "dora")
    assert logged_in(other)


@pytest.mark.parametrize("login", ["Dora", "dora", "DORA", "dora@example.org", "Dora@Example.org"])
def test_one_logs_in_by_name_or_address(client: Client, posted: Posted, login: str) -> None:
    sign_up(Client())
    Client().post(link(posted()[0], "confirm-email"))

    log_in(client, login)

    assert logged_in(client)


def test_capitals_of_any_script_do_not_matter_for_logging_in(client: Client, posted: Posted) -> None:
    sign_up(Client(), username="Дора")
    Client().post(link(posted()[0], "confirm-email"))

    log_in(client, "дОРА")

    assert logged_in(client)
    assert Player.objects.filter(name="Дора").exists()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "required"),
        ("x" * 10_000, "at most 20 characters"),
        ("aIice", "looks too much like"),
        ("ALICE", "looks too much like"),
        ("Аlice", "one script"),
        ("<b>x</b>", "cannot contain “&lt;”"),
        ("al\x00ice", "Null characters"),
        ("admin", "reserved"),
    ],
)
def test_a_bad_name_is_explained_and_nothing_is_lost(client: Client, alice: Player, name: str, reason: str) -> None:
    page = sign_up(client, username=name)

    assert reason in page
    assert 'value="dora@example.org"' in page
    assert User.objects.count() == 1


@pytest.mark.parametrize("email", ["nobody", "a@" + "x" * 10_000 + ".org", "a@b.org\nBcc: c@d.org"])
def test_a_bad_address_is_explained(client: Client, db: None, email: str) -> None:
    page = sign_up(client, email=email)

    assert "valid email address" in page or "at most" in page
    assert not User.objects.exists()


def test_a_bad_password_is_explained(client: Client, db: None) -> None:
    assert "too short" in sign_up(client, password1="x")
    assert "too common" in sign_up(client, password1="password123")
    assert "too similar" in sign_up(client, password1="dora@example.org")
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["D0ra", "Dora"])
def test_a_name_taken_in_the_meantime_is_explained(client: Client, db: None, name: str) -> None:
    client.get("/account/signup/")
    request = client.get("/account/signup/").wsgi_request
    form = SignupForm(FORM)
    assert form.is_valid()
    user = User.objects.create_user(name.lower(), "other@example.org", "x")
    services.create_person(user=user, name=name, now=timezone.now())

    saved, response = form.try_save(request)

    assert saved is None
    assert response is not None
    assert response.status_code == 200
    assert "looks too much like" in response.content.decode()
    assert User.objects.get() == user


def test_signing_up_with_a_confirmed_address_tells_only_its_owner(alice: Player, posted: Posted) -> None:
    fresh, taken = Client(), Client()

    pages = sign_up(fresh), sign_up(taken, username="Eve", email="alice@example.org")

    given = [tokens_out(page).replace(who, "") for page, who in zip(pages, ("dora", "alice"), strict=True)]
    assert given[0] == given[1]  # but for the address that each has typed
    to_dora, to_alice = posted()
    assert to_alice.to == ["alice@example.org"]
    assert "has an account already" in to_alice.body
    assert not Player.objects.filter(name="Eve").exists()
    assert to_dora.to == ["dora@example.org"]


def tokens_out(page: str) -> str:
    return re.sub(r'nonce="[^"]*"|[0-9a-zA-Z]{64}', "", page)


def test_an_unconfirmed_address_belongs_to_the_first_who_confirms_it(posted: Posted) -> None:
    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        sign_up(Client(), username="Mallory")
    sign_up(Client())
    to_mallory, to_dora = posted()
    assert "Hello Mallory" in to_mallory.body

    Client().post(link(to_dora, "confirm-email"))

    assert "belongs to another account" in Client().get(link(to_mallory, "confirm-email")).content.decode()
    Client().post(link(to_mallory, "confirm-email"))
    assert list(EmailAddress.objects.filter(verified=True).values_list("user__username", flat=True)) == ["dora"]
    assert not Player.objects.get(name="Mallory").is_person


def test_an_unconfirmed_address_gets_confirmations_and_nothing_else(client: Client, posted: Posted) -> None:
    long_ago = timezone.now() - timedelta(hours=3)
    with time_machine.travel(long_ago):
        sign_up(Client())
    with time_machine.travel(long_ago + timedelta(minutes=10)):
        sign_up(Client(), username="Dora2")
    with time_machine.travel(long_ago + timedelta(minutes=20)):
        log_in(Client(), "Dora")
    with time_machine.travel(long_ago + timedelta(minutes=30)):
        client.post("/account/password/reset/", {"email": "dora@example.org"})

    messages = posted()

    assert len(messages) == 4
    assert {message.subject for message in messages} == {"Confirm your address at Pbchess"}


def test_an_address_nobody_has_given_gets_nothing(client: Client, posted: Posted) -> None:
    page = client.post("/account/password/reset/", {"email": "nobody@example.org"}, follow=True).content.decode()

    assert "If an account has this address" in page
    assert posted() == []


# Guests who sign up


def test_a_guest_goes_on_playing_until_the_address_is_confirmed(
    guest: Player, guest_client: Client, posted: Posted
) -> None:
    copied = Client()
    copied.cookies["sessionid"] = guest_client.cookies["sessionid"].value
    sign_up(guest_client)
    guest.refresh_from_db()
    assert (guest.name, guest.kind) == ("Dora", Player.Kind.GUEST)
    assert guest_client.get("/preferences/").status_code == 200

    Client().post(link(posted()[0], "confirm-email"))  # on the phone

    guest.refresh_from_db()
    assert guest.is_person
    for client in (guest_client, copied):
        assert client.get("/preferences/").status_code == 302

    log_in(guest_client, "Dora")
    assert "Dora" in guest_client.get("/preferences/").content.decode()


def test_a_guest_s_session_is_a_new_one_after_signing_up_and_after_logging_in(
    guest: Player, guest_client: Client, posted: Posted
) -> None:
    keys = [guest_client.session.session_key]
    sign_up(guest_client)
    keys.append(guest_client.session.session_key)
    guest_client.post(link(posted()[0], "confirm-email"))
    keys.append(guest_client.session.session_key)

    assert logged_in(guest_client)
    assert len(set(keys)) == 3
    for old in keys[:2]:
        stale = Client()
        stale.cookies["sessionid"] = str(old)
        assert stale.get("/preferences/").status_code == 302


def test_a_second_account_from_one_guest_session_is_a_player_of_its_own(guest: Player, guest_client: Client) -> None:
    sign_up(guest_client)

    sign_up(guest_client, username="Emil", email="emil@example.org")

    guest.refresh_from_db()
    assert guest.name == "Dora"
    assert Player.objects.get(name="Emil").pk != guest.pk


def test_a_guest_who_logs_in_to_an_account_is_that_player(guest_client: Client, alice: Player) -> None:
    log_in(guest_client, "alice")

    assert guest_client.get("/preferences/").wsgi_request.player == alice  # type: ignore[attr-defined]
    assert queries.GUEST_KEY not in guest_client.session


def test_the_page_that_sends_one_to_the_mail_names_the_address(client: Client, db: None) -> None:
    assert "We have sent a link to <strong>dora@example.org</strong>" in sign_up(client)

    again = log_in(Client(), "dora")

    assert "We have sent a link to <strong>dora@example.org</strong>" in again
    assert "/dev/mail/" not in again  # of a site that sends its mail


@override_settings(DEBUG=True, EMAIL_BACKEND="django.core.mail.backends.filebased.EmailBackend")
def test_on_one_s_own_machine_it_leads_to_the_mail_that_is_kept(client: Client, db: None) -> None:
    assert 'href="/dev/mail/"' in sign_up(client)


@pytest.mark.parametrize(
    ("said", "kept"), [("Asia/Calcutta", "Asia/Calcutta"), ("", "UTC"), ("Mars/Base", "UTC"), ("../etc/passwd", "UTC")]
)
def test_the_browser_s_time_zone_is_taken_over(client: Client, db: None, said: str, kept: str) -> None:
    sign_up(client, time_zone=said)

    assert Player.objects.get(name="Dora").time_zone == kept
