"""What the archive can be filtered by."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine import registry
from engine.protocol import POSITION
from games.archive.models import Entry
from games.archive.queries.entries import Cursor, Filter, Ranked, parse_cursor
from games.archive.queries.players import player_called
from games.play.models import Match
from games.play.words import said
from games.players.models import Player

ANY = ("", _("any"))
OF_MATCH = [
    (Entry.Result.FIRST, _("the first player won")),
    (Entry.Result.SECOND, _("the second player won")),
    (Entry.Result.DRAWN, _("drawn")),
]
OF_PLAYER = [(Entry.Result.WON, _("won")), (Entry.Result.LOST, _("lost")), (Entry.Result.DRAWN, _("drawn"))]
DAMAGED = _("This link is damaged: begin with the newest matches.")
ORDERS = [("", _("newest first")), ("closeness", _("closest")), ("luck", _("luckiest")), ("play", _("best played"))]
YEARS = range(2000, 3000)


def _setups() -> list[Any]:
    return [
        ANY,
        *(
            (
                said(game.name),
                [
                    *((f"{game.slug}/{s.slug}", said(s.name)) for s in game.setups),
                    (f"{game.slug}/{POSITION}", said("From a position")),
                ],
            )
            for game in registry.all_games()
        ),
    ]


class FilterForm(forms.Form):
    """The filter as it stands in the address; whether `player` is filled in decides what a result can be.

    `after` is where a page begins. `viewer` is who asks: their own private matches are shown to them.
    """

    player = forms.CharField(label=_("Player"), required=False, max_length=40)
    setup = forms.ChoiceField(label=_("Setup"), required=False, choices=_setups)
    result = forms.ChoiceField(label=_("Result"), required=False)
    length = forms.ChoiceField(label=_("Length"), required=False, choices=[ANY, *Match.Length.choices])
    month = forms.DateField(
        label=_("Month"),
        required=False,
        input_formats=["%Y-%m"],
        widget=forms.DateInput(format="%Y-%m", attrs={"type": "month", "placeholder": "2026-11"}),
        error_messages={"invalid": _("Write a month as in 2026-11.")},
    )
    opponents = forms.ChoiceField(
        label=_("Opponents"),
        required=False,
        choices=[ANY, ("people", _("people only")), ("computer", _("with a computer"))],
    )
    order = forms.ChoiceField(label=_("Order"), required=False, choices=ORDERS)
    after = forms.CharField(label=_("Page"), required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any], *, viewer: Player | None) -> None:
        super().__init__(data)
        self.viewer = viewer
        for name in ("setup", "length", "opponents", "order"):
            self.fields[name].error_messages["invalid_choice"] = _("Choose one of the list.")
        result = self.fields["result"]
        assert isinstance(result, forms.ChoiceField)
        if data.get("player", "").strip():
            result.choices = [ANY, *OF_PLAYER]
            result.error_messages["invalid_choice"] = _("Of a player’s matches choose won, lost or drawn.")
        else:
            result.choices = [ANY, *OF_MATCH]
            result.error_messages["invalid_choice"] = _("Choose which player won, or name a player to see theirs.")

    def clean_player(self) -> Player | None:
        """The player of that name, whatever its capitals."""
        name = self.cleaned_data["player"]
        if not name:
            return None
        player, alike = player_called(name)
        if player is None and alike:
            raise forms.ValidationError(_("Nobody has this name. Did you mean %(name)s?"), params={"name": alike})
        if player is None:
            raise forms.ValidationError(_("Nobody has this name: check the spelling."))
        return player

    def clean_month(self) -> date | None:
        """A month that there is a calendar for."""
        month: date | None = self.cleaned_data["month"]
        if month and month.year not in YEARS:
            raise forms.ValidationError(self.fields["month"].error_messages["invalid"])
        return month

    def clean_after(self) -> Cursor | Ranked | None:
        """Where the page begins."""
        text = self.cleaned_data["after"]
        try:
            found = parse_cursor(text) if text else None
        except ValueError as error:
            raise forms.ValidationError(DAMAGED) from error
        if found and isinstance(found, Ranked) != bool(self.cleaned_data.get("order")):
            raise forms.ValidationError(DAMAGED)
        return found

    def wanted(self) -> Filter:
        """The filter of a valid form. Its month is one of the viewer's time zone, as the days in the list are."""
        data = self.cleaned_data
        game, _slash, setup = data["setup"].partition("/")
        month = data["month"]
        return Filter(
            player=data["player"],
            own=data["player"] is not None and data["player"] == self.viewer,
            game=game,
            setup=setup,
            result=data["result"],
            length=data["length"],
            month=datetime(month.year, month.month, 1, tzinfo=timezone.get_current_timezone()) if month else None,
            vs_computer={"people": False, "computer": True}.get(data["opponents"]),
            order=data["order"],
        )

    def address(self) -> dict[str, str]:
        """What is filtered by, as a query string's; without the place of a page."""
        return {name: self.data[name] for name in self.fields if name != "after" and self.data.get(name)}
