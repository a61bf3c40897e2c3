"""What people fill in about themselves."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any
from zoneinfo import TZPATH, available_timezones

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from games.players import names, queries, services
from games.players.adapter import ASKED_KEY, NAME_TAKEN
from games.players.mail_kinds import MAIL_GROUPS, OPERATOR_GROUPS
from games.players.models import Player

CONTINENTS = {
    **{"Africa": _("Africa"), "America": _("America"), "Antarctica": _("Antarctica"), "Arctic": _("Arctic")},
    **{"Asia": _("Asia"), "Atlantic": _("Atlantic"), "Australia": _("Australia"), "Europe": _("Europe")},
    **{"Indian": _("Indian"), "Pacific": _("Pacific")},
}


# Django has these in French too, but says "vous".
FAMILIAR = (gettext_noop("Enter a valid email address."),)
PASSWORD_HELP = _("At least 8 characters, and not one of the common ones.")


def _plain(fields: dict[str, forms.Field]) -> None:
    """Labels stand above fields here; a placeholder would say the same again and look like an entry."""
    for field in fields.values():
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
        self.fields["time_zone"] = forms.CharField(required=False, widget=forms.HiddenInput({"data-time-zone": ""}))
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _("For your turns. Nobody else sees it.")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.order_fields(["username", "email", "password1"])
        _plain(self.fields)

    def clean_time_zone(self) -> str:
        """What the browser says, if it says anything that is known here."""
        zone: str = self.cleaned_data["time_zone"]
        return zone if zone in available_timezones() else "UTC"

    def validate_unique_email(self, value: str) -> str:
        """Only who has confirmed an address owns it: before that, anybody may have typed it."""
        self.account_already_exists = queries.is_confirmed(value)
        return value

    def signup(self, request: HttpRequest, user: User) -> None:
        player = queries.player_of(request)
        guest = player if player and player.is_guest else None
        name, zone = self.cleaned_data["username"], self.cleaned_data["time_zone"]
        services.sign_up(user=user, name=name, guest=guest, time_zone=zone, now=timezone.now())

    def save(self, request: HttpRequest) -> User:
        try:
            with transaction.atomic():
                user: User = super().save(request)
        except IntegrityError as error:
            if queries.is_taken(name := self.cleaned_data["username"]):
                raise services.NameTaken(name) from error
            raise
        request.session.cycle_key()
        return user

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Somebody else may have taken the name since it was checked."""
        request.session[ASKED_KEY] = self.cleaned_data["email"]
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
        _plain(self.fields)


class NewPassword:
    """One field for the new password: who mistypes it has the link for a forgotten one."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        self.fields["password1"].label = _("New password")
        self.fields["password1"].help_text = PASSWORD_HELP
        _plain(self.fields)


class ChangePasswordForm(NewPassword, allauth.ChangePasswordForm):  # type: ignore[misc]
    """The old password and the new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Password until now")
        self.fields["oldpassword"].help_text = ""


class ResetPasswordKeyForm(NewPassword, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password, by the link in a mail."""


class AddEmailForm(allauth.AddEmailForm):  # type: ignore[misc]
    """The address that is to take the place of the one until now."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New address")
        _plain(self.fields)


class ReauthenticateForm(allauth.ReauthenticateForm):  # type: ignore[misc]
    """The password, once more."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _plain(self.fields)


class ResetPasswordForm(allauth.ResetPasswordForm):  # type: ignore[misc]
    """A link to a new password goes to confirmed addresses only; an unconfirmed one is asked to confirm."""

    users: list[User]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")
        _plain(self.fields)

    def clean_email(self) -> str:
        email: str = super().clean_email()
        owners = set(EmailAddress.objects.filter(email=email, verified=True).values_list("user_id", flat=True))
        self.users = [user for user in self.users if user.pk in owners]
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email: str = super().save(request, **kwargs)
        if not self.users:
            for address in EmailAddress.objects.filter(email=email, verified=False).order_by("-pk"):
                send_verification_email_to_address(request, address)
        return email


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Of a person; a guest gets no mail, and who is no `operator` none of reports."""

    mails = forms.MultipleChoiceField(
        label=_("Send me mail when"), choices=MAIL_GROUPS, required=False, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Player
        fields = ["language", "time_zone", "theme", "confirm_turns"]
        labels = {"theme": _("Colours"), "confirm_turns": _("Ask me to confirm each turn")}

    def __init__(self, *args: Any, operator: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"),
            choices=[*_current(self.instance.time_zone), *time_zones()],
            help_text=_("There it is %s now.") % formats.time_format(timezone.localtime(), "H:i"),
        )
        if self.instance.is_person:
            groups = OPERATOR_GROUPS if operator else MAIL_GROUPS
            self.kinds = [kind for _group, kinds in groups for kind, _label in kinds]
            self.fields["mails"].choices = groups  # type: ignore[attr-defined]
            self.fields["mails"].initial = [kind for kind in self.kinds if kind not in self.instance.mail_off]
        else:
            del self.fields["mails"]

    def save(self, commit: bool = True) -> Player:
        """Store what the form asks and nothing else: the player may have been confirmed, or have left, meanwhile."""
        player: Player = super().save(commit=False)
        chosen = {name: getattr(player, name) for name in ("language", "time_zone", "theme", "confirm_turns")}
        if "mails" in self.cleaned_data:
            wanted = self.cleaned_data["mails"]
            chosen["mail_off"] = [kind for kind in self.kinds if kind not in wanted]
        if commit:
            Player.objects.filter(pk=player.pk).exclude(kind=Player.Kind.DELETED).update(**chosen)
        return player


def _current(zone: str) -> list[tuple[str, str]]:
    """A player's zone, if it is none of those offered: browsers give places by their old names too."""
    offered = {name for name, _label in time_zones()[:1]} | set(_places())
    return [] if zone in offered or zone not in available_timezones() else [(zone, zone.replace("_", " "))]


@cache
def _places() -> frozenset[str]:
    """The places of the IANA list, each by the one name it goes by now; every name where the system does not tell."""
    known = frozenset(zone for zone in available_timezones() if zone.partition("/")[0] in CONTINENTS)
    for table in (Path(folder, "zone.tab") for folder in TZPATH):
        if table.exists():
            lines = (line for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
            return known & {line.split("\t")[2] for line in lines}
    return known


@cache
def time_zones() -> list[tuple[Any, str | list[tuple[str, str]]]]:
    """The places of the IANA list by continent, as choices."""
    places = sorted(_places())
    grouped: list[tuple[Any, str | list[tuple[str, str]]]] = [("UTC", "UTC")]
    for continent, zones in groupby(places, key=lambda zone: zone.partition("/")[0]):
        grouped.append((CONTINENTS[continent], [(zone, zone.partition("/")[2].replace("_", " ")) for zone in zones]))
    return grouped


class BlockForm(forms.Form):
    """Block a player by name."""

    name = forms.CharField(label=_("Name of a player"), max_length=names.LONGEST)
    blocked: Player

    def __init__(self, *args: Any, blocker: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.blocker = blocker

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        found = queries.named(name)
        if found is None or not services.can_block(self.blocker, found):
            raise forms.ValidationError(_("There is nobody of that name to block."))
        self.blocked = found
        return name


class DeleteForm(forms.Form):
    """The password, to show that it is really oneself who leaves."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User | AnonymousUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise get_adapter().validation_error("incorrect_password")
        return password
