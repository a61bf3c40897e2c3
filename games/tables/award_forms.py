"""What a GM fills in at the end of a scenario. Forms read; services decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.tabletop.experience import AUTOMATIC
from engine.tabletop.numbers import AWARDS
from games.tables.models import NAME_LENGTH, Sheet
from games.tables.queries.fights import Proposed
from games.tables.services.awards import MOST_MORE, Gain
from games.tables.words import term


class AwardForm(forms.Form):
    """Which scenario it was. `key` makes two posts of one form one award."""

    title = forms.CharField(
        label=_("Scenario"), help_text=_("It stands in the history of each sheet."), max_length=NAME_LENGTH
    )
    key = forms.CharField(widget=forms.HiddenInput)
    fights = forms.TypedMultipleChoiceField(
        label=_("Fights that this pays for"),
        help_text=_("What they propose stands below; it is not proposed again."),
        required=False,
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Mapping[str, Any] | None, *, key: str, proposed: Iterable[Proposed]) -> None:
        fights = {one.fight.pk: one.fight.name for one in proposed}
        super().__init__(data, initial={"key": key, "fights": list(fights)})
        if fights:
            self.fields["fights"].choices = list(fights.items())  # type: ignore[attr-defined]
        else:
            del self.fields["fights"]


class GainForm(forms.Form):
    """What one sheet gets: the five awards of a character, and more; a Pokémon earns PX in fights and by training."""

    more = forms.IntegerField(label=_("PX"), required=False, min_value=0, max_value=MOST_MORE)

    def __init__(self, data: Mapping[str, Any] | None, *, sheet: Sheet, proposed: Sequence[Proposed]) -> None:
        super().__init__(data, prefix=str(sheet.pk), initial={"more": sum(one.px for one in proposed) or None})
        self.sheet, self.proposed = sheet, proposed
        if sheet.trainer:
            self.fields["more"].label = _("More PX")
            for name in AWARDS:
                self.fields[name] = forms.BooleanField(
                    label=term(name, "award"), required=False, initial=name == AUTOMATIC
                )

    @property
    def awards(self) -> list[forms.BoundField]:
        """The fields of the five awards; none for a Pokémon."""
        return [self[name] for name in AWARDS if name in self.fields]

    def gain(self) -> Gain:
        """As the service takes it."""
        data = self.cleaned_data
        reasons = tuple(name for name in AWARDS if name != AUTOMATIC and data.get(name))
        return Gain(self.sheet.pk, bool(data.get(AUTOMATIC)), reasons, data["more"] or 0)

    def clean(self) -> dict[str, Any]:
        """Who did not take part did nothing heroic either."""
        data = super().clean() or {}
        if not data.get(AUTOMATIC) and any(data.get(name) for name in AWARDS):
            self.add_error(AUTOMATIC, _("Who earns one of the others took part."))
        return data


def gain_forms(data: Mapping[str, Any] | None, sheets: Iterable[Sheet], proposed: Sequence[Proposed]) -> list[GainForm]:
    """A form for each sheet, with what fights propose for it."""
    return [
        GainForm(data, sheet=sheet, proposed=[one for one in proposed if one.sheet_id == sheet.pk]) for sheet in sheets
    ]
