"""What this site does differently from allauth: links from SITE_URL, names without look-alikes, mail by the outbox."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from games.players import mails, names, queries, ratelimit

ASKED_KEY = "asked_address"  # where the last link to confirm an address went
NAME_TAKEN = _("This name is taken, or looks too much like another player’s. Choose another.")


def site_url(name: str, *args: str) -> str:
    """The full address of a page, from the site's own setting: the Host header can be anything."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def check_username(username: str) -> None:
    """Raises ValidationError if the user would be taken for another; for whatever makes users without signing up.

    What a user is called already stays: a form has it in it.
    """
    name = User.normalize_username(username)
    if not User.objects.filter(username=name).exists() and queries.is_taken(name):
        raise ValidationError(NAME_TAKEN)


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Named in the settings (ACCOUNT_ADAPTER)."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("No account has this address and this password."),
        "username_password_mismatch": _("No account has this name and this password."),
        "too_many_login_attempts": _("Too many attempts. Wait some minutes, then try again."),
        "enter_current_password": _("This is not your password."),
        "incorrect_password": _("This is not your password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name = names.clean(username)
        if not shallow and queries.is_taken(name):
            raise ValidationError(NAME_TAKEN)
        return name

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """A new one that is not confirmed yet; never the one that is in force."""
        return not email_address.verified

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)  # with a new session key
        request.session.pop(queries.GUEST_KEY, None)

    def respond_email_verification_sent(self, request: HttpRequest, user: User | None) -> HttpResponse:
        """An operator may have no address to confirm; the admin asks for none."""
        if user and user.email:
            request.session[ASKED_KEY] = user.email
        if user and user.is_staff and not user.email:
            messages.warning(
                request, _("Your account has no address yet. Log in here, then give one in the preferences.")
            )
            return redirect("admin:login")
        return super().respond_email_verification_sent(request, user)  # type: ignore[no-any-return]

    def logout(self, request: HttpRequest) -> None:
        """allauth would log out who looks at the link to somebody else's confirmation; a GET changes nothing here."""
        if request.method == "POST":
            super().logout(request)

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return site_url("account_confirm_email", emailconfirmation.key)

    def get_reset_password_from_key_url(self, key: str) -> str:
        user, _dash, token = key.partition("-")
        return site_url("account_reset_password_from_key", user, token)

    def send_account_already_exists_mail(self, email: str) -> None:
        context = {"password_reset_url": site_url("account_reset_password"), "login_url": site_url("account_login")}
        self.send_mail("account/email/account_already_exists", email, context)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        site = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL, "email": email}
        with translation.override(queries.language_of(email) or translation.get_language()):
            message = self.render_mail(template_prefix, email, site | context)
        mails.post(message, now=timezone.now())

    def get_client_ip(self, request: HttpRequest) -> str:
        return ratelimit.client_ip(request)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """allauth's own takes the Host header in, so that whoever varies it has more attempts."""
        login: str = credentials.get("email", credentials.get("username", ""))
        return login.lower()
