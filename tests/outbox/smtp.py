"""A mail server that keeps what it accepts, for tests that send real mail."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope, Session


def free_port() -> int:
    """A port of this machine on which nothing listens."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port: int = closed.getsockname()[1]
    return port


class Sink:
    """`mails` are accepted; `replies` gives another answer to a command ("RCPT", "DATA") than yes, once each."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mails: list[EmailMessage] = []
        self.recipients: list[list[str]] = []
        self.replies: dict[str, list[str]] = {}

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def _reply(self, command: str) -> str | None:
        waiting = self.replies.get(command)
        return waiting.pop(0) if waiting else None

    async def handle_MAIL(self, server: Any, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        if refusal := self._reply("MAIL"):
            return refusal
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Session, envelope: Envelope, address: str, options: Any) -> str:
        if refusal := self._reply("RCPT"):
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        refusal = self._reply("DATA")
        if refusal == "hang up":
            server.transport.abort()
            return "250 never heard"
        if refusal:
            return refusal
        content = envelope.content
        assert isinstance(content, bytes)
        message = message_from_bytes(content.replace(b"\r\n", b"\n"), policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.recipients.append(list(envelope.rcpt_tos))
        return "250 OK"


@contextmanager
def running_sink() -> Iterator[Sink]:
    """A sink that listens on a free port of this machine."""
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()
