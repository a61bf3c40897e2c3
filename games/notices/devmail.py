"""The mails that the file backend wrote, for a developer to read."""

from __future__ import annotations

from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings

NEWEST = 100  # files that are looked at
RULE = b"\n" + b"-" * 79 + b"\n"  # what the backend writes after each message


@dataclass(frozen=True, slots=True)
class DevMail:
    """One message. `file` and `number` (0-based place in the file) name it."""

    file: str
    number: int
    message: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def to(self) -> str:
        return str(self.message["To"])

    @property
    def date(self) -> str:
        return str(self.message["Date"])

    @property
    def headers(self) -> list[tuple[str, str]]:
        return self.message.items()

    @property
    def text(self) -> str:
        return self._part("plain")

    @property
    def html(self) -> str:
        return self._part("html")

    def _part(self, subtype: str) -> str:
        part = self.message.get_body((subtype,))
        return part.get_content() if part else ""


def newest() -> list[DevMail]:
    """The newest mails first."""
    files = sorted(_folder().glob("*.log"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return [mail for path in files[:NEWEST] for mail in reversed(_read(path))]


def find(file: str, number: int) -> DevMail | None:
    """A mail by its name."""
    return next((mail for mail in newest() if (mail.file, mail.number) == (file, number)), None)


def _folder() -> Path:
    return Path(settings.EMAIL_FILE_PATH)


def _read(path: Path) -> list[DevMail]:
    messages = path.read_bytes().split(RULE)[:-1]
    return [
        DevMail(path.name, number, message_from_bytes(raw, policy=policy.default))
        for number, raw in enumerate(messages)
    ]
