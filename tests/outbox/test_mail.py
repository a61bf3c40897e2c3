from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.mail import EmailMessage

from games.outbox.kinds import Hopeless, NotDone
from games.outbox.mail import deliver
from tests.outbox.smtp import Sink, free_port, running_sink


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    with running_sink() as sink:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", sink.port
        yield sink


def letter() -> EmailMessage:
    return EmailMessage("Hello", "How are you?\n", "site@example.org", ["alice@example.org"])


def test_it_hands_the_mail_over(sink: Sink) -> None:
    deliver(letter())

    (mail,) = sink.mails
    assert (mail["Subject"], mail.get_content()) == ("Hello", "How are you?\n")
    assert sink.recipients == [["alice@example.org"]]


def test_it_knows_that_a_server_that_is_not_there_took_nothing(settings: Any, sink: Sink) -> None:
    settings.EMAIL_PORT = free_port()

    with pytest.raises(NotDone, match="Connection refused"):
        deliver(letter())


def test_it_knows_that_a_host_without_a_name_took_nothing(settings: Any, sink: Sink) -> None:
    settings.EMAIL_HOST = "mail.invalid"

    with pytest.raises(NotDone, match="no connection"):
        deliver(letter())


def test_it_knows_that_a_server_without_our_login_took_nothing(settings: Any, sink: Sink) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "site", "secret"

    with pytest.raises(NotDone, match="no connection"):
        deliver(letter())
    assert sink.mails == []


@pytest.mark.parametrize(
    ("command", "reply"),
    [
        ("MAIL", "451 try later"),
        ("MAIL", "550 not from you"),
        ("RCPT", "450 greylisted"),
        ("DATA", "452 disk full"),
        ("DATA", "554 looks like spam"),
        ("DATA", "421 shutting down"),
    ],
)
def test_it_may_be_tried_again_when_the_server_refuses(sink: Sink, command: str, reply: str) -> None:
    sink.replies[command] = [reply]

    with pytest.raises(NotDone, match=reply[4:]) as caught:
        deliver(letter())
    deliver(letter())

    assert not isinstance(caught.value, Hopeless)
    assert len(sink.mails) == 1


def test_it_is_hopeless_to_write_to_an_address_that_does_not_exist(sink: Sink) -> None:
    sink.replies["RCPT"] = ["550 no such user"]

    with pytest.raises(Hopeless, match="no such user"):
        deliver(letter())


def test_nobody_knows_what_became_of_a_mail_when_the_line_goes_dead(sink: Sink) -> None:
    sink.replies["DATA"] = ["hang up"]

    with pytest.raises(OSError, match=r"closed|reset"):
        deliver(letter())


def test_it_was_sent_even_if_the_server_does_not_say_goodbye(sink: Sink) -> None:
    async def hang_up(server: Any, *_: Any) -> str:
        server.transport.abort()
        return "221 never heard"

    sink.handle_QUIT = hang_up  # type: ignore[attr-defined]

    deliver(letter())

    assert len(sink.mails) == 1
