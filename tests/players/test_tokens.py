"""Links in mail: how long they work, for whom, and that they lead to this site; the mails themselves."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import allauth
import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.template.loader import get_template
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.outbox import services
from games.outbox.models import Job
from games.players.models import Player
from pbchess_site.local import ROOT
from tests.each import each
from tests.players.flows import Posted, link, links, log_in, sign_up
from tests.players.people import PASSWORD, client_of

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
    new = {"password1": "another long phrase"}

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
    new = {"oldpassword": PASSWORD, "password1": "another long phrase"}
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


# Mail


def test_the_words_of_a_mail_are_deleted_once_it_is_sent(client: Client, posted: Posted) -> None:
    sign_up(client)
    assert "dora@example.org" in str(Job.objects.get().payload)

    posted()

    assert (Job.objects.get().status, Job.objects.get().payload) == (Job.Status.DONE, {})


def test_a_mail_whose_words_are_gone_is_not_sent_again(client: Client, posted: Posted) -> None:
    sign_up(client)
    posted()
    Job.objects.update(status=Job.Status.UNKNOWN)  # its worker was lost before it could say so

    services.retry(Job.objects.all(), now=timezone.now())

    assert posted() == []
    assert Job.objects.get().status not in (Job.Status.WAITING, Job.Status.FAILED)


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


# Sent only with settings that this site does not use.
NOT_OURS = ("code", "unknown_account", "email_confirm_", "phone", "passkey", "snippets", "t/email.html", "primary")
TEMPLATES = Path(allauth.__file__).parent / "templates"


@each(
    sorted(
        str(path.relative_to(TEMPLATES))
        for path in (TEMPLATES / "account").rglob("*.*")
        if not path.name.startswith("base_") and not any(word in str(path) for word in NOT_OURS)
    )
)
def test_every_page_and_mail_of_allauth_has_our_words(name: str) -> None:
    origin = get_template(name).origin  # type: ignore[attr-defined]

    assert Path(origin.name).is_relative_to(ROOT / "templates"), name
