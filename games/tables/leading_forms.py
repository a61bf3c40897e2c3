"""What the GMs do in a fight besides orders, as they fill it in. Forms read; services decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from engine.tabletop.changes import (
    Afflicted,
    Allowed,
    Change,
    Cured,
    Equipped,
    Healed,
    Left,
    Lost,
    Placed,
    Shifted,
    Spent,
    Stood,
)
from engine.tabletop.conditions import CONDITIONS, Status
from engine.tabletop.fight import Fight as State
from engine.tabletop.fighter import REMOVED
from engine.tabletop.moves import PRECISION
from engine.tabletop.numbers import CAPTURE_MOST_DD, DD, DDS, MOST_DICE, MOST_NAME, MOST_POINTS, MOST_TEXT
from engine.tabletop.stats import STATS
from games.play.services.talk import clean
from games.tables.coming_forms import CreatureForm
from games.tables.models import Sheet
from games.tables.services.rolls import WHAT_LENGTH
from games.tables.services.sheets import REASON_LENGTH
from games.tables.words import term

Choices = list[Any]


def _fighters(state: State, *, out: bool = False) -> Choices:
    return [(one.id, one.name) for one in state.fighters if out or not one.out]


class LeadingForm(forms.Form):
    """What a GM does in a fight."""

    def told(self) -> dict[str, Any]:
        """As the service takes it. Raises NotationError for what cannot be."""
        return self.cleaned_data


class RulingForm(LeadingForm):
    """One direct change, and why."""

    fighter = forms.ChoiceField(label=_("Whom"))
    what = forms.ChoiceField(label=_("What changes"))
    number = forms.IntegerField(label=_("How much"), required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS)
    other = forms.ChoiceField(label=_("The other one"), required=False)
    item = forms.CharField(label=_("Item"), required=False, max_length=MOST_NAME)
    why = forms.CharField(label=_("Why"), max_length=REASON_LENGTH)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = _fighters(state, out=True)
        _choose(self, "fighter", [("", "—"), *people])
        _choose(self, "other", [("", "—"), *people])
        stats = [(f"stat:{stat}", term(stat, "stat")) for stat in (*STATS, PRECISION)]
        named = [(one.name, term(one.name, "condition")) for one in CONDITIONS]
        points: Choices = [("lost", _("loses Vitality")), ("healed", _("regains Vitality"))]
        points += [("spent", _("loses Energy")), ("restored", _("regains Energy"))]
        rest: Choices = [("nothing", _("nothing: only say something")), ("contact", _("in contact with the other"))]
        rest += [("far", _("far from the other")), ("item", _("holds the item")), ("orders", _("orders a round"))]
        rest += [("initiative", _("initiative")), ("out", _("leaves the fight")), ("back", _("is back in the fight"))]
        groups: Choices = [("", "—"), (_("Points"), points), (_("Raised or lowered by"), stats)]
        groups += [(_("Gets a condition"), [(f"has:{one}", words) for one, words in named])]
        groups += [(_("Is over with"), [(f"cured:{one}", words) for one, words in named]), (_("Anything else"), rest)]
        _choose(self, "what", groups)

    def told(self) -> dict[str, Any]:
        """As the service takes it. Raises NotationError for a number that cannot be."""
        return {"changes": self._changes(), "why": self.cleaned_data["why"]}

    def _changes(self) -> list[Change]:
        data = self.cleaned_data
        own, other, number = data["fighter"], data["other"], data["number"] or 0
        what, _colon, word = data["what"].partition(":")
        made: dict[str, Any] = {
            "lost": lambda: Lost(own, number),
            "healed": lambda: Healed(own, number),
            "spent": lambda: Spent(own, number),
            "restored": lambda: Spent(own, -number),
            "stat": lambda: Shifted(own, word, number),
            "has": lambda: Afflicted(own, Status(word, number, other)),
            "cured": lambda: Cured(own, word),
            "contact": lambda: Stood(own, other, True),
            "far": lambda: Stood(own, other, False),
            "item": lambda: Equipped(own, clean(data["item"])),
            "orders": lambda: Allowed(own, number),
            "initiative": lambda: Placed(own, number),
            "out": lambda: Left(own, REMOVED),
            "back": lambda: Left(own, ""),
        }
        return [made[what]()] if what in made else []


class SettlingForm(LeadingForm):
    """What comes of an order in words."""

    fighter = forms.ChoiceField(label=_("Whose"))
    ruling = forms.CharField(label=_("What comes of it"), max_length=MOST_TEXT, widget=forms.Textarea({"rows": 2}))

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = {one.id: one.name for one in state.fighters}
        first: dict[str, str] = {}
        for request in state.requests:
            first.setdefault(request.fighter, f"{names[request.fighter]}: {request.text[:60]}")
        _choose(self, "fighter", list(first.items()))


class FightRollForm(LeadingForm):
    """A roll for a ruling, which all see."""

    what = forms.CharField(label=_("What for"), max_length=WHAT_LENGTH)
    fighter = forms.ChoiceField(label=_("Whom"), required=False)
    pool = forms.IntegerField(label=_("Dice"), min_value=0, max_value=MOST_DICE)
    dd = forms.IntegerField(label=_("Difficulty"), min_value=DDS[0], max_value=DDS[1], initial=DD)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "fighter", [("", "—"), *_fighters(state)])


class DifficultyForm(LeadingForm):
    """How hard a Pokémon is to catch."""

    fighter = forms.ChoiceField(label=_("Whom"))
    dd = forms.IntegerField(label=_("Capture DD"), required=False, min_value=0, max_value=CAPTURE_MOST_DD)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "fighter", [(one.id, one.name) for one in state.fighters if not one.out and not one.trainer])

    def told(self) -> dict[str, Any]:
        """As the service takes it."""
        return {"fighter": self.cleaned_data["fighter"], "dd": self.cleaned_data["dd"] or 0}


class JoiningForm(CreatureForm, LeadingForm):
    """Somebody who joins: a sheet of the table, or a creature, not both."""

    sheet = forms.TypedChoiceField(label=_("Sheet"), coerce=int, empty_value=None, required=False)
    close_to = forms.MultipleChoiceField(
        label=_("In contact with"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("sheet", "species", "name", "level", "moves", "secret", "side", "close_to", "difficulty")

    def __init__(self, *args: Any, state: State, sheets: Iterable[Sheet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["place"]
        own = [(sheet.pk, sheet.name) for sheet in sheets]
        _choose(self, "sheet", [("", _("none: a creature, as below")), *own])
        _choose(self, "close_to", _fighters(state))

    def clean(self) -> dict[str, Any]:
        """Somebody has to join, and it has to be clear who."""
        data = super().clean() or {}
        if data.get("sheet") is not None and data.get("species"):
            self.add_error("species", _("Choose a sheet or a species, not both."))
        if data.get("sheet") is None and not data.get("species") and not self.errors:
            self.add_error("species", self.fields["species"].error_messages["required"])
        return data

    def told(self) -> dict[str, Any]:
        """As the service takes it."""
        self.cleaned_data["place"] = ""
        sheet = self.cleaned_data["sheet"]
        newcomer = self.newcomer() if sheet is None else self.coming(sheet)
        return {"newcomer": newcomer, "close_to": self.cleaned_data["close_to"]}


def _choose(form: forms.Form, name: str, choices: Sequence[Any]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
