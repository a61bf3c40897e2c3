"""What people fill in about themselves."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django import forms
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.players import names, queries, services
from games.players.adapter import NAME_TAKEN


def _plain(form: forms.Form) -> None:
    """Labels stand above fields here; a placeholder would say the same again and look like an entry."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignupForm(allauth.SignupForm):  # type: ignore[misc]
    """Name, address, password. A guest who signs up keeps the matches."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        attrs = {"autocomplete": "username", "autocapitalize": "off", "spellcheck": "false", "maxlength": names.LONGEST}
        self.fields["username"] = forms.CharField(
            label=_("Name"),
            help_text=_("What other players call you: %(least)d to %(most)d letters, digits, - or _.")
            % {"least": names.SHORTEST, "most": names.LONGEST},
            widget=forms.TextInput(attrs=attrs),
        )
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("For your turns. Nobody else sees it.")
        self.fields["password1"].help_text = _("At least 8 characters, and not one of the common ones.")
        self.order_fields(["username", "email", "password1"])
        _plain(self)

    def validate_unique_email(self, value: str) -> str:
        """Only who has confirmed an address owns it: before that, anybody may have typed it."""
        self.account_already_exists = queries.is_confirmed(value)
        return value

    def signup(self, request: HttpRequest, user: User) -> None:
        player = queries.player_of(request)
        guest = player if player and player.is_guest else None
        services.sign_up(user=user, name=self.cleaned_data["username"], guest=guest, now=timezone.now())

    def save(self, request: HttpRequest) -> User:
        with transaction.atomic():
            user: User = super().save(request)
        request.session.cycle_key()
        return user

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Somebody else may have taken the name since it was checked."""
        try:
            user, response = super().try_save(request)
        except services.NameTaken:
            self.add_error("username", NAME_TAKEN)
            return None, render(request, "account/signup.html", {"form": self})
        return user, response


class LoginForm(allauth.LoginForm):  # type: ignore[misc]
    """Name or address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "off"}
        _plain(self)


class ResetPasswordForm(allauth.ResetPasswordForm):  # type: ignore[misc]
    """A link to a new password goes to confirmed addresses only; an unconfirmed one is asked to confirm."""

    users: list[User]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")
        _plain(self)

    def clean_email(self) -> str:
        email: str = super().clean_email()
        self.users = [user for user in self.users if user.emailaddress_set.filter(email=email, verified=True).exists()]
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email: str = super().save(request, **kwargs)
        if not self.users:
            for address in EmailAddress.objects.filter(email=email, verified=False).order_by("-pk"):
                send_verification_email_to_address(request, address)
        return email
