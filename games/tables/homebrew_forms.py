"""What GMs fill in for a species or a move of their own. Forms read; services decide."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.tabletop.chart import TYPES_18
from engine.tabletop.moves import CATEGORIES, Effect
from engine.tabletop.numbers import MOST_DICE, MOST_NAME, MOST_SPECIES_BASE, MOST_TEXT, PERCENT
from engine.tabletop.stats import BaseValues
from games.tables.words import term

MOST_ENERGY = 50
BASE = {
    "hp": _("HP"),
    "attack": _("Attack"),
    "defence": _("Defence"),
    "special_attack": _("Special attack"),
    "special_defence": _("Special defence"),
    "speed": _("Speed"),
}


def _types() -> list[tuple[str, str]]:
    return [(slug, term(slug, "type")) for slug in TYPES_18]


class SpeciesDataForm(forms.Form):
    """A species: its name, types and base values."""

    name = forms.CharField(label=_("Name"), max_length=MOST_NAME)
    french = forms.CharField(label=_("French name"), max_length=MOST_NAME, required=False)
    type = forms.ChoiceField(label=_("Type"), choices=_types)
    second = forms.ChoiceField(label=_("Second type"), choices=lambda: [("", "–"), *_types()], required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in fields(BaseValues):
            self.fields[field.name] = forms.IntegerField(
                label=BASE[field.name], min_value=1, max_value=MOST_SPECIES_BASE, initial=50
            )

    @property
    def base(self) -> list[forms.BoundField]:
        """The fields of the base values."""
        return [self[field.name] for field in fields(BaseValues)]

    def told(self) -> dict[str, Any]:
        """As the service takes it."""
        data = self.cleaned_data
        types = tuple(dict.fromkeys(one for one in (data["type"], data["second"]) if one))
        base = {field.name: data[field.name] for field in fields(BaseValues)}
        return {"name": data["name"], "french": data["french"], "types": types, "base": base}


class MoveDataForm(forms.Form):
    """A move, with at most a note of what else it does."""

    name = forms.CharField(label=_("Name"), max_length=MOST_NAME)
    type = forms.ChoiceField(label=_("Type"), choices=_types)
    category = forms.ChoiceField(
        label=_("Category"), choices=lambda: [(slug, term(slug, "category")) for slug in CATEGORIES]
    )
    energy = forms.IntegerField(min_value=0, max_value=MOST_ENERGY, initial=3)
    pool = forms.IntegerField(label=_("Dice of damage"), min_value=0, max_value=MOST_DICE, initial=4)
    precision = forms.IntegerField(
        help_text=_("In per cent; 0: it never misses."), min_value=0, max_value=PERCENT, initial=100
    )
    critical = forms.BooleanField(label=_("High critical rate"), required=False)
    note = forms.CharField(
        label=_("What else it does"),
        help_text=_("The game master says it in a fight."),
        max_length=MOST_TEXT,
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("energy", "precision"):
            self.fields[name].label = term(name, "stat")

    def told(self) -> dict[str, Any]:
        """As the service takes it."""
        data = dict(self.cleaned_data)
        note = data.pop("note")
        return data | {"effects": (Effect(note=note),) if note else ()}
