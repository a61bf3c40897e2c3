"""Signing up, in and out, by the pages that people use and the mails that they get."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.outbox.models import Job
from games.players import queries, services
from games.players.forms import SignupForm
from games.players.models import Player
from tests.players.people import PASSWORD, client_of

Posted = Callable[[], list[EmailMessage]]

FORM = {"username": "Dora", "email": "dora@example.org", "password1": PASSWORD}


def sign_up(client: Client, **changed: str) -> str:
    response = client.post("/account/signup/", FORM | changed, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def log_in(client: Client, login: str, password: str = PASSWORD) -> str:
    return client.post("/account/login/", {"login": login, "password": password}, follow=True).content.decode()


def links(message: EmailMessage) -> list[str]:
    return re.findall(r"https?://\S+", str(message.body))


def link(message: EmailMessage, about: str) -> str:
    (found,) = [link for link in links(message) if about in link]
    return urlsplit(found).path


def logged_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


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


def test_a_name_taken_in_the_meantime_is_explained(client: Client, rf: object, db: None) -> None:
    client.get("/account/signup/")
    request = client.get("/account/signup/").wsgi_request
    form = SignupForm(FORM)
    assert form.is_valid()
    user = User.objects.create_user("d0ra", "other@example.org", "x")
    services.create_person(user=user, name="D0ra", now=timezone.now())

    saved, response = form.try_save(request)

    assert saved is None
    assert response is not None
    assert response.status_code == 200
    assert "looks too much like" in response.content.decode()
    assert User.objects.get() == user


def test_signing_up_with_a_confirmed_address_tells_only_its_owner(alice: Player, posted: Posted) -> None:
    fresh, taken = Client(), Client()

    pages = sign_up(fresh), sign_up(taken, username="Eve", email="alice@example.org")

    assert tokens_out(pages[0]) == tokens_out(pages[1])
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


# Tokens


def test_a_confirmation_works_once_and_for_three_days(client: Client, posted: Posted) -> None:
    sign_up(Client())
    address = link(posted()[0], "confirm-email")

    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert "not valid any more" in client.get(address).content.decode()
        assert client.post(address).status_code == 404
    assert not EmailAddress.objects.get().verified

    client.post(address)
    assert "not valid any more" in client.get(address).content.decode()


@pytest.mark.parametrize("key", ["x", "MQ:1abc:def", "0" * 5000])
def test_a_foreign_confirmation_confirms_nothing(client: Client, db: None, key: str) -> None:
    assert "not valid any more" in client.get(f"/account/confirm-email/{key}/").content.decode()
    assert client.post(f"/account/confirm-email/{key}/").status_code == 404


def test_a_token_for_one_purpose_is_none_for_another(client: Client, alice: Player, posted: Posted) -> None:
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    token = link(posted()[0], "/reset/key/").split("/")[-2]

    assert "not valid any more" in client.get(f"/account/confirm-email/{token}/").content.decode()


def reset_link(client: Client, posted: Posted) -> str:
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    return link(posted()[0], "/reset/key/")


def test_a_new_password_is_set_by_the_link_once(client: Client, alice: Player, posted: Posted) -> None:
    address = reset_link(client, posted)
    page = client.get(address, follow=True)
    new = {"password1": "another long phrase", "password2": "another long phrase"}

    client.post(page.redirect_chain[-1][0], new)

    assert alice.user is not None
    alice.user.refresh_from_db()
    assert alice.user.check_password("another long phrase")
    assert "not valid any more" in Client().get(address, follow=True).content.decode()
    (told,) = posted()
    assert told.to == ["alice@example.org"]
    assert "has been changed" in told.subject


def test_a_reset_link_works_for_one_day(client: Client, alice: Player, posted: Posted) -> None:
    address = reset_link(client, posted)

    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=1)):
        assert "not valid any more" in client.get(address, follow=True).content.decode()


def test_a_reset_link_of_another_user_or_age_is_refused(client: Client, alice: Player, bob: Player) -> None:
    for key in ("1-abc-def", "zz-cxyz-" + "0" * 32, "1-" + "x" * 3000):
        assert "not valid any more" in client.get(f"/account/password/reset/key/{key}/", follow=True).content.decode()


# The site's own address


def test_no_mail_takes_a_link_from_the_host_header(alice: Player, settings: Settings, posted: Posted) -> None:
    settings.SITE_URL = "https://play.example"
    settings.ALLOWED_HOSTS = ["*"]
    evil = Client(headers={"host": "evil.example", "x-forwarded-host": "evil.example"})
    sign_up(evil)
    sign_up(evil, username="Eve", email="alice@example.org")
    evil.post("/account/password/reset/", {"email": "alice@example.org"})
    evil.force_login(alice.user, backend="allauth.account.auth_backends.AuthenticationBackend")  # type: ignore[arg-type]
    evil.post("/account/reauthenticate/", {"password": PASSWORD})
    evil.post("/account/email/", {"action_add": "", "email": "new@example.org"})
    new = {"oldpassword": PASSWORD, "password1": "another long phrase", "password2": "another long phrase"}
    evil.post("/account/password/change/", new)

    messages = posted()
    confirm = next(message for message in messages if message.to == ["new@example.org"])
    evil.post(link(confirm, "confirm-email"))
    messages += posted()

    assert len(messages) == 6
    for message in messages:
        assert "evil" not in message.message().as_string()
        assert links(message), message.body
        assert all(link.startswith("https://play.example/") for link in links(message))


def test_an_unknown_host_gets_no_answer(client: Client, db: None) -> None:
    assert client.get("/account/login/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_logging_in_leads_nowhere_else(client: Client, alice: Player, target: str) -> None:
    response = client.post("/account/login/", {"login": "alice", "password": PASSWORD, "next": target})

    assert response.headers["Location"] == "/"


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


# Mail


def test_the_words_of_a_mail_are_deleted_once_it_is_sent(client: Client, posted: Posted) -> None:
    sign_up(client)
    assert "dora@example.org" in str(Job.objects.get().payload)

    posted()

    assert (Job.objects.get().status, Job.objects.get().payload) == (Job.Status.DONE, {})


def test_a_mail_server_that_is_away_loses_no_mail(client: Client, settings: Settings, posted: Posted) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert "Look into your mail" in sign_up(client)

    assert posted() == []

    job = Job.objects.get()
    assert job.status == Job.Status.WAITING
    assert job.payload["to"] == "dora@example.org"


def test_a_closed_account_is_told_so(client: Client, alice: Player) -> None:
    User.objects.update(is_active=False)

    assert "has closed this account" in log_in(client, "alice")
    assert client_of(alice).get("/preferences/").status_code == 302


def test_every_account_page_is_ours(alice_client: Client, db: None) -> None:
    visitor = Client()
    for name in ("login", "signup", "password/reset", "password/reset/done", "confirm-email", "inactive"):
        page = visitor.get(f"/account/{name}/")
        assert page.status_code == 200
        assert 'id="main"' in page.content.decode(), name
    for name in ("logout", "email", "password/change", "reauthenticate"):
        assert 'id="main"' in alice_client.get(f"/account/{name}/").content.decode(), name
