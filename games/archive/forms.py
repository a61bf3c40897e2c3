"""What the archive can be filtered by."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine import registry
from games.archive.models import Entry
from games.archive.queries import Filter
from games.play.models import Match
from games.players.models import Player

ANY = ("", _("any"))
OF_MATCH = [("first", _("the first player won")), ("second", _("the second player won")), ("drawn", _("drawn"))]
OF_PLAYER = [("won", _("won")), ("lost", _("lost")), ("drawn", _("drawn"))]


def _setups() -> list[tuple[str, Any]]:
    return [ANY, *((f"{game.slug}/{s.slug}", s.name) for game in registry.all_games() for s in game.setups)]


class FilterForm(forms.Form):
    """The filter as it stands in the address. `player` decides what a result can be."""

    player = forms.CharField(label=_("Player"), required=False, max_length=40)
    setup = forms.ChoiceField(label=_("Setup"), required=False, choices=_setups)
    result = forms.ChoiceField(label=_("Result"), required=False)
    length = forms.ChoiceField(label=_("Length"), required=False, choices=[ANY, *Match.Length.choices])
    month = forms.DateField(
        label=_("Month"),
        required=False,
        input_formats=["%Y-%m"],
        widget=forms.DateInput(format="%Y-%m", attrs={"type": "month"}),
        error_messages={"invalid": _("Write a month as in 2026-11.")},
    )
    opponents = forms.ChoiceField(
        label=_("Opponents"),
        required=False,
        choices=[ANY, ("people", _("people only")), ("computer", _("with a computer"))],
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        named = bool((data or {}).get("player", "").strip())
        result = self.fields["result"]
        assert isinstance(result, forms.ChoiceField)
        result.choices = [ANY, *(OF_PLAYER if named else OF_MATCH)]
        for name in ("setup", "result", "length", "opponents"):
            self.fields[name].error_messages["invalid_choice"] = _("Choose one of the list.")

    def clean_player(self) -> Player | None:
        """The player of that name, whatever its case."""
        name = self.cleaned_data["player"].strip()
        if not name:
            return None
        player = Player.objects.filter(name__iexact=name).first()
        if player is None:
            raise forms.ValidationError(_("Nobody is called %(name)s here: check the spelling."), params={"name": name})
        return player

    def wanted(self) -> Filter:
        """The filter of a valid form."""
        data = self.cleaned_data
        game, _slash, setup = data["setup"].partition("/")
        month = data["month"]
        return Filter(
            player=data["player"],
            game=game,
            setup=setup,
            result=data["result"],
            length=data["length"],
            month=datetime(month.year, month.month, 1, tzinfo=timezone.get_default_timezone()) if month else None,
            vs_computer={"people": False, "computer": True}.get(data["opponents"]),
        )

    def address(self) -> dict[str, str]:
        """The fields that are filled in, as a query string's."""
        return {name: self.data[name] for name in self.fields if self.data.get(name)}


RESULT_WORDS: dict[str, Any] = {
    Entry.Result.FIRST: _("1–0"),
    Entry.Result.SECOND: _("0–1"),
    Entry.Result.DRAWN: _("½–½"),
    Entry.Result.WON: _("won"),
    Entry.Result.LOST: _("lost"),
}
