"""What people do on the account pages, and what they find in their mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

from django.core.mail import EmailMessage
from django.test import Client

from tests.players.people import PASSWORD

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
