from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """A development site that keeps its mails here."""
    settings.DEBUG = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    return tmp_path / "mail"


def send(*subjects: str) -> None:
    """Each call makes a file, with one mail for each subject."""
    messages = []
    for subject in subjects:
        message = EmailMultiAlternatives(subject, f"{subject}: https://example.org/a?b=1&c=2", to=["alice@example.org"])
        message.attach_alternative(f"<p onclick='x()'>{subject}</p><script>x()</script>", "text/html")
        messages.append(message)
    get_connection().send_messages(messages)


def links(client: Client) -> list[str]:
    page = client.get("/dev/mail/").content.decode()
    return [part.split('"')[0] for part in page.split('href="') if part.startswith("/dev/mail/") and part[10] != '"']


def test_it_lists_the_newest_first(folder: Path, client: Client) -> None:
    send("one", "two")
    send("three")

    page = client.get("/dev/mail/").content.decode()

    places = [page.index(f">{subject}</a>") for subject in ("three", "two", "one")]
    assert places == sorted(places)
    assert len(links(client)) == 3


def test_it_is_empty_before_the_first_mail(folder: Path, client: Client) -> None:
    page = client.get("/dev/mail/")

    assert page.status_code == 200
    assert b"None yet" in page.content


def test_it_shows_text_and_headers_and_lets_links_be_followed(folder: Path, client: Client) -> None:
    send("<i>one</i>")
    (link,) = links(client)

    page = client.get(link).content.decode()

    assert "<h1>&lt;i&gt;one&lt;/i&gt;</h1>" in page
    assert "<dd>alice@example.org</dd>" in page
    assert 'href="https://example.org/a?b=1&amp;c=2"' in page
    assert "<script>x()" not in page
    assert f'<iframe sandbox title="HTML" src="{link}html/"' in page


def test_the_html_of_a_mail_may_run_nothing_and_is_framed_by_this_site_alone(folder: Path, client: Client) -> None:
    send("one")
    (link,) = links(client)

    answer = client.get(f"{link}html/")

    assert answer.content == b"<p onclick='x()'>one</p><script>x()</script>"
    policy = answer["Content-Security-Policy"]
    assert policy.startswith("sandbox; default-src 'none'")
    assert "frame-ancestors 'self'" in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize(
    "path", ["/dev/mail/nothing.log/0/", "/dev/mail/..%2Fsecret_key/0/", "/dev/mail/nothing.log/99/html/"]
)
def test_what_is_no_mail_is_not_found(folder: Path, client: Client, path: str) -> None:
    folder.mkdir()
    (folder.parent / "secret_key").write_text("secret\n" + "-" * 79 + "\n")

    assert client.get(path).status_code == 404


@pytest.mark.parametrize("part", ["", "html/"])
def test_it_is_there_for_developers_alone(folder: Path, client: Client, settings: Any, part: str) -> None:
    send("one")
    (link,) = links(client)
    addresses = ["/dev/mail/", link + part]

    for remote in ("192.0.2.1", "::ffff:192.0.2.1", "", "unix"):
        assert [client.get(path, REMOTE_ADDR=remote).status_code for path in addresses] == [404, 404]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert [client.get(path).status_code for path in addresses] == [404, 404]
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.DEBUG = False
    assert [client.get(path).status_code for path in addresses] == [404, 404]


def test_it_is_there_on_ipv6_too(folder: Path, client: Client) -> None:
    assert client.get("/dev/mail/", REMOTE_ADDR="::1").status_code == 200


def test_it_only_shows(folder: Path, client: Client) -> None:
    assert client.post("/dev/mail/").status_code == 405
