"""What people fill in for a sheet. Forms read; services decide."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.tabletop import skills, terms
from engine.tabletop.moves import Move
from engine.tabletop.numbers import (
    MOST_LEVEL,
    MOST_NAME,
    MOST_POINTS,
    TRAINER_MOST,
    TRAINER_POINTS,
    TRAINER_SKILL_MOST,
    TRAINER_SKILL_POINTS,
)
from engine.tabletop.stats import STATS
from games.play.services.talk import clean
from games.players.asked import number
from games.tables.models import Member, Sheet
from games.tables.queries.homebrew import Known
from games.tables.services.sheets import REASON_LENGTH
from games.tables.words import starting_skills, term

NORMAL = "normal"
POINTS_DIGITS = 3  # more than anybody has points
FILE_BYTES = 200_000  # of a sheet as JSON: many times what the longest has


def _listed(text: str) -> list[str]:
    """What stands between commas or on lines of its own."""
    return [kept for one in text.replace("\n", ",").split(",") if (kept := clean(one))]


def _named(name: str, known: Iterable[Any]) -> str | None:
    """The slug of what is called so, in English or French, or by its slug."""
    wanted = name.strip().casefold()
    if not wanted:
        return None
    names = ((one.slug, {one.slug, *(spelt.casefold() for spelt in _spelt(one))}) for one in known)
    return next((slug for slug, own in names if wanted in own), None)


def _spelt(one: Any) -> set[str]:
    """The names of a species or a move: its own, and the French one if there is one."""
    return {one.name, getattr(one, "french", one.name), *terms.MOVES.get(one.slug, ())}


def _meant(name: str, known: Iterable[Any]) -> str:
    """A question after the names that look like one that is not known; "" if none does."""
    names = {spelt.casefold(): spelt for one in known for spelt in _spelt(one)}
    close = get_close_matches(name.strip().casefold(), names, n=3)
    return " " + gettext("Do you mean %s?") % ", ".join(names[one] for one in close) if close else ""


@dataclass(frozen=True, slots=True)
class Sum:
    """Points that are spent on something, of so many that there are; `over`: too many of them in one thing."""

    name: Promise
    spent: int
    most: int
    over: bool

    @property
    def left(self) -> int:
        """Below 0 if too many are spent."""
        return self.most - self.spent


class TrainerForm(forms.Form):
    """A new trainer: points spread over stats and skills."""

    name = forms.CharField(label=_("Name"), max_length=MOST_NAME)
    skills = forms.CharField(
        label=_("Skills"),
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = gettext(
            "10 points, at most 3 in one: Climbing 2, Singing 1. Tables start with %s; other names will do too."
        )
        self.fields["skills"].help_text = words % ", ".join(starting_skills())
        for stat in STATS:
            self.fields[stat] = forms.IntegerField(
                label=term(stat, "stat"), min_value=0, max_value=TRAINER_MOST, initial=2
            )

    @property
    def stats(self) -> list[forms.BoundField]:
        """The fields of the points."""
        return [self[stat] for stat in STATS]

    @property
    def sums(self) -> list[Sum]:
        """The points spent as the form stands, on stats and on skills; what is no number yet counts nothing."""
        given = [number(field.value(), 0, digits=POINTS_DIGITS) for field in self.stats]
        learnt = [
            number(one.rpartition(" ")[2], 0, digits=POINTS_DIGITS) for one in _listed(self["skills"].value() or "")
        ]
        return [
            Sum(_("Stats"), sum(given), TRAINER_POINTS, max(given, default=0) > TRAINER_MOST),
            Sum(_("Skills"), sum(learnt), TRAINER_SKILL_POINTS, max(learnt, default=0) > TRAINER_SKILL_MOST),
        ]

    def clean_skills(self) -> dict[str, int]:
        """Points by the name of the skill."""
        found: dict[str, int] = {}
        for one in _listed(self.cleaned_data["skills"]):
            name, _space, text = one.rpartition(" ")
            points = number(text, None, digits=POINTS_DIGITS)
            if not name or points is None:
                raise forms.ValidationError(gettext("Write each skill with its points, as in: Climbing 2"))
            if any(skills.same(name, other) for other in found):
                words = gettext("%s is there twice: write each skill once, with all its points.")
                raise forms.ValidationError(words % name.strip()[:MOST_NAME])
            found[name.strip()] = points
        return found

    def points(self) -> dict[str, int]:
        """By stat."""
        return {stat: self.cleaned_data[stat] for stat in STATS}


class OwnedForm(forms.Form):
    """What a GM says of a sheet that is made for somebody."""

    owner_id = forms.TypedChoiceField(label=_("Whose"), coerce=int, empty_value=None, required=False)
    secret = forms.BooleanField(label=_("Only the game masters and its owner see it"), required=False)

    def __init__(self, *args: Any, members: Iterable[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [("", gettext("the GMs")), *((one.player_id, str(one.player)) for one in members if one.is_in)]
        self.fields["owner_id"].choices = own  # type: ignore[attr-defined]


class SpeciesForm(forms.Form):
    """A Pokémon as its species' data have it."""

    species = forms.CharField(label=_("Species"), widget=forms.TextInput({"list": "species", "autocomplete": "off"}))
    name = forms.CharField(label=_("Its own name"), required=False, max_length=MOST_NAME)
    level = forms.IntegerField(label=_("Level"), min_value=1, max_value=MOST_LEVEL, initial=5)
    moves = forms.CharField(
        label=_("Moves"),
        help_text=_("Their names as in the list, with commas between them: Tackle, Water Gun"),
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )

    def __init__(self, *args: Any, known: Known, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = known

    @property
    def chosen(self) -> list[str]:
        """The slugs of the moves that are ticked in the list."""
        name = self.add_prefix("chosen")
        sent = self.data.getlist(name) if self.is_bound else self.initial.get("chosen", ())  # type: ignore[attr-defined]
        return [slug for slug in sent if slug in self.known.moves]

    @property
    def to_choose(self) -> list[tuple[str, list[Move]]]:
        """The moves of the types of the species in the form, then the normal ones: by type, the weakest first."""
        slug = _named(self["species"].value() or "", self.known.species.values())
        if slug is None:
            return []
        types = dict.fromkeys((*self.known.species[slug].types, NORMAL))
        moves = sorted(self.known.moves.values(), key=lambda move: (not move.attacks, move.pool, move.name))
        return [(type, [move for move in moves if move.type == type]) for type in types]

    def clean_species(self) -> str:
        """Its slug."""
        name = self.cleaned_data["species"]
        slug = _named(name, self.known.species.values())
        if slug is None:
            unknown = gettext("There is no such species: %s.") % name[:40]
            raise forms.ValidationError(unknown + _meant(name, self.known.species.values()))
        return slug

    def clean_moves(self) -> list[str]:
        """Their slugs."""
        names = _listed(self.cleaned_data["moves"])
        slugs = [(name, _named(name, self.known.moves.values())) for name in names]
        if unknown := [name for name, slug in slugs if slug is None]:
            message = gettext("There is no such move: %s.") % unknown[0][:40]
            raise forms.ValidationError(message + _meant(unknown[0], self.known.moves.values()))
        typed = [slug for _name, slug in slugs if slug is not None]
        return [*(slug for slug in self.chosen if slug not in typed), *typed]


class PokemonForm(SpeciesForm, OwnedForm):
    """A Pokémon of the table, with its owner."""

    field_order = ("species", "name", "level", "moves", "owner_id", "secret")


class ImportForm(OwnedForm):
    """A sheet as JSON: a file, or what was pasted."""

    file = forms.FileField(
        label=_("A file"),
        required=False,
        widget=forms.ClearableFileInput({"accept": ".json,application/json"}),
        help_text=_("As the page of a sheet gives it under “JSON”."),
    )
    text = forms.CharField(
        label=_("Or the sheet as JSON"),
        required=False,
        widget=forms.Textarea({"rows": 14, "spellcheck": "false"}),
    )
    field_order = ("file", "text", "owner_id", "secret")

    def clean_file(self) -> str:
        """What stands in it; "" without a file."""
        sent: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if sent is None:
            return ""
        if (sent.size or 0) > FILE_BYTES:
            raise forms.ValidationError(gettext("This file is too large for a sheet."))
        try:
            return str(sent.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise forms.ValidationError(gettext("This file is no text: choose the JSON of a sheet.")) from None

    def clean(self) -> dict[str, Any]:
        """A file or a text."""
        data = super().clean() or {}
        if not self.errors and bool(data["file"].strip()) == bool(data["text"].strip()):
            self.add_error("text", gettext("Choose a file, or paste a sheet: one of both."))
        return data

    def told(self) -> dict[str, Any]:
        """As the service takes it."""
        data = dict(self.cleaned_data)
        return data | {"text": data.pop("file") or data["text"]}


class ChangeForm(forms.Form):
    """What a GM changes most, and why."""

    px = forms.IntegerField(label=_("PX"), min_value=0, max_value=MOST_POINTS)
    vitality = forms.IntegerField(label=_("Vitality left"), min_value=0, max_value=MOST_POINTS)
    energy = forms.IntegerField(label=_("Energy left"), min_value=0, max_value=MOST_POINTS)
    items = forms.CharField(label=_("Items"), required=False, widget=forms.Textarea({"rows": 2}))
    why = forms.CharField(label=_("Why"), max_length=REASON_LENGTH)
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, fighting: bool, **kwargs: Any) -> None:
        """`fighting`: what its fight has is shown, but changes there."""
        super().__init__(*args, **kwargs)
        if fighting:
            for name in ("vitality", "energy"):
                self.fields[name].widget.attrs["readonly"] = True

    @classmethod
    def of(cls, sheet: Sheet) -> dict[str, Any]:
        """The values of a sheet's form."""
        value = sheet.value
        kept = {"px": value.px, "vitality": value.vitality, "energy": value.energy, "items": ", ".join(value.items)}
        return {**kept, "version": sheet.version}

    def changed(self) -> dict[str, Any]:
        """As the service takes it."""
        data = self.cleaned_data
        return {name: data[name] for name in ("px", "vitality", "energy")} | {"items": tuple(_listed(data["items"]))}


class RewriteForm(forms.Form):
    """The whole sheet as JSON, and why it changes."""

    text = forms.CharField(label=_("The sheet as JSON"), widget=forms.Textarea({"rows": 14, "spellcheck": "false"}))
    why = forms.CharField(label=_("Why"), max_length=REASON_LENGTH)
    version = forms.IntegerField(widget=forms.HiddenInput)
