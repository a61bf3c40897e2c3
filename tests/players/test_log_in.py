"""Logging in and out, changing the address, closed accounts."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from games.players import queries
from games.players.models import Player
from tests.players.flows import FORM, Posted, link, log_in, logged_in, sign_up
from tests.players.people import PASSWORD, client_of

# Logging in and out


def test_logging_out_takes_a_post(alice_client: Client) -> None:
    assert alice_client.get("/account/logout/").status_code == 200
    assert logged_in(alice_client)

    alice_client.post("/account/logout/")
    assert not logged_in(alice_client)


def test_wrong_passwords_are_limited_whatever_the_host(client: Client, alice: Player, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]

    pages = [
        client.post("/account/login/", {"login": "alice", "password": "wrong"}, headers={"host": f"h{n}.example"})
        for n in range(6)
    ]

    assert "No account has this name" in pages[0].content.decode()
    assert "Too many attempts" in pages[5].content.decode()
    assert "Too many attempts" in log_in(client, "alice")
    assert not logged_in(client)


def test_sign_ups_of_one_address_are_limited(client: Client, db: None) -> None:
    for _ in range(20):
        client.post("/account/signup/", FORM | {"username": ""})

    response = client.post("/account/signup/", FORM)

    assert response.status_code == 429
    assert "a lot at once" in response.content.decode()
    assert not User.objects.exists()


def test_logging_in_works_with_the_cache_away(client: Client, alice: Player, settings: Settings) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1/0"}}

    log_in(client, "alice")

    assert logged_in(client)


# Changing the address


def confirmed_again(client: Client) -> None:
    client.post("/account/reauthenticate/", {"password": PASSWORD})


def test_a_new_address_takes_effect_when_it_is_confirmed(alice: Player, alice_client: Client, posted: Posted) -> None:
    confirmed_again(alice_client)

    alice_client.post("/account/email/", {"action_add": "", "email": "o'new&co@example.org"})

    assert queries.mail_address(alice) == "alice@example.org"
    (message,) = posted()
    assert message.to == ["o'new&co@example.org"]

    alice_client.post(link(message, "confirm-email"))
    assert queries.mail_address(alice) == "o'new&co@example.org"
    assert EmailAddress.objects.filter(user=alice.user).count() == 1
    (told,) = posted()
    assert told.to == ["alice@example.org"]
    assert "goes to o'new&co@example.org" in told.body


def test_changing_the_address_asks_the_password_first(alice_client: Client, posted: Posted) -> None:
    response = alice_client.post("/account/email/", {"action_add": "", "email": "new@example.org"})

    assert response.headers["Location"].startswith("/account/reauthenticate/")
    assert posted() == []
    assert not EmailAddress.objects.filter(email="new@example.org").exists()


def test_another_account_s_address_cannot_be_taken_over(
    alice: Player, bob: Player, alice_client: Client, posted: Posted
) -> None:
    confirmed_again(alice_client)
    alice_client.post("/account/email/", {"action_add": "", "email": "bob@example.org"})

    (message,) = posted()
    alice_client.post(link(message, "confirm-email"))

    assert queries.mail_address(alice) == "alice@example.org"
    assert queries.mail_address(bob) == "bob@example.org"


def test_looking_at_somebody_else_s_confirmation_logs_nobody_out(alice_client: Client, posted: Posted) -> None:
    sign_up(Client())
    address = link(posted()[0], "confirm-email")

    alice_client.get(address)
    assert logged_in(alice_client)

    alice_client.post(address)
    assert not logged_in(alice_client)


def test_a_new_address_can_be_given_up_again(alice: Player, alice_client: Client, posted: Posted) -> None:
    confirmed_again(alice_client)
    alice_client.post("/account/email/", {"action_add": "", "email": "new@example.org"})
    (message,) = posted()

    page = alice_client.post("/account/email/", {"action_remove": "", "email": "new@example.org"}, follow=True)

    assert "your address stays as it was" in page.content.decode()
    assert "not valid any more" in alice_client.get(link(message, "confirm-email")).content.decode()
    assert queries.mail_address(alice) == "alice@example.org"
    assert [told.to for told in posted()] == [["alice@example.org"]]


def test_the_only_address_cannot_be_given_up(alice: Player, alice_client: Client) -> None:
    confirmed_again(alice_client)

    alice_client.post("/account/email/", {"action_remove": "", "email": "alice@example.org"})

    assert queries.mail_address(alice) == "alice@example.org"


# The password


def test_a_new_password_logs_out_everybody_else(alice: Player, alice_client: Client, posted: Posted) -> None:
    elsewhere = client_of(alice)

    alice_client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": "another long phrase"})

    assert alice_client.get("/preferences/").status_code == 200
    assert elsewhere.get("/preferences/").status_code == 302
    assert "has been changed" in posted()[0].subject


def test_a_new_password_takes_the_old_one(alice_client: Client) -> None:
    form = {"oldpassword": "wrong", "password1": "another long phrase"}

    assert "This is not your password" in alice_client.post("/account/password/change/", form).content.decode()
