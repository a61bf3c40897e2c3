"""Who comes into a fight, and how it opens, as people fill it in. Forms read; services decide."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.tabletop.numbers import CAPTURE_MOST_DD
from games.play.services.draws import SALT_LENGTH
from games.tables.fight_models import NAME_LENGTH
from games.tables.models import Sheet
from games.tables.services.fights import Creature, Newcomer
from games.tables.sheet_forms import SpeciesForm

CREATURES = 4  # that can be made with one opening
SIDES = ((0, _("side A")), (1, _("side B")), (2, _("side C")), (3, _("side D")))
PLACES = (("", _("far from everybody")), *((one, one.upper()) for one in "abcd"))


class ComingForm(forms.Form):
    """Where somebody who comes into a fight stands, and how hard it is to catch."""

    side = forms.TypedChoiceField(label=_("Fights for"), choices=SIDES, coerce=int, initial=0)
    place = forms.ChoiceField(label=_("In contact at"), choices=PLACES, required=False)
    difficulty = forms.IntegerField(
        label=_("Capture DD"),
        required=False,
        min_value=1,
        max_value=CAPTURE_MOST_DD,
        help_text=_("6 is easy, 10 hard, more hopeless until it is weakened. Empty: cannot be caught."),
    )

    def coming(self, who: int | Creature) -> Newcomer:
        """As the services take it."""
        data = self.cleaned_data
        return Newcomer(who, data["side"], data["place"], data.get("difficulty") or 0)


class EntryForm(ComingForm):
    """A sheet of the table that may come."""

    come = forms.BooleanField(required=False)
    field_order = ("come",)

    def __init__(self, *args: Any, sheet: Sheet, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "prefix": f"s{sheet.pk}"})
        self.sheet = sheet
        self.fields["come"].label = sheet.name
        if sheet.trainer or sheet.owner_id:
            del self.fields["difficulty"]

    def newcomer(self) -> Newcomer | None:
        """Who comes, if they do."""
        return self.coming(self.sheet.pk) if self.cleaned_data["come"] else None


class CreatureForm(SpeciesForm, ComingForm):
    """A Pokémon made for the fight; nothing without a species."""

    use_required_attribute = False

    secret = forms.BooleanField(
        label=_("Players do not see its sheet until the fight is over"), required=False, initial=True
    )

    def __init__(self, *args: Any, number: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "prefix": f"c{number}"})
        self.fields["species"].required = self.fields["level"].required = False
        self.fields["side"].initial = 1

    def clean_species(self) -> str:
        """Its slug, "" for nobody."""
        return super().clean_species() if self.cleaned_data["species"].strip() else ""

    def newcomer(self) -> Newcomer | None:
        """Who comes, if anybody does."""
        data = self.cleaned_data
        if not data["species"]:
            return None
        moves = tuple(dict.fromkeys(data["moves"]))
        return self.coming(Creature(data["species"], data["name"], data["level"] or 1, moves, data["secret"]))


class OpeningForm(forms.Form):
    """What a fight is called, and the salt for its dice."""

    name = forms.CharField(label=_("Name of the fight"), max_length=NAME_LENGTH, required=False)
    salt = forms.CharField(label=_("Your salt"), required=False, max_length=SALT_LENGTH)
    commitment = forms.CharField(required=False, widget=forms.HiddenInput)
