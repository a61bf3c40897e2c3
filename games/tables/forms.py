"""What people fill in at a table. Forms read; services decide."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.tabletop import skills
from engine.tabletop.chart import TYPES, TYPES_18
from engine.tabletop.numbers import DD, DDS, MOST_DICE, MOST_NAME
from engine.tabletop.settings import ASKED, BY_D100, BY_DIFFICULTY, CHOSEN
from engine.tabletop.stats import STATS
from games.play.services.draws import SALT_LENGTH
from games.play.services.talk import clean
from games.players.asked import number
from games.tables.chances import Chances, chances_of
from games.tables.models import NAME_LENGTH, Log, Sheet, Table
from games.tables.services.posts import Wording
from games.tables.services.rolls import WHAT_LENGTH, Declared
from games.tables.services.tables import DAYS, DESCRIPTION_LENGTH
from games.tables.words import term

RULES = ("short_fights", "types", "precision", "reactions")


class TableForm(forms.Form):
    """A table as its GM describes it, and the switches of the rules."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    description = forms.CharField(
        label=_("What awaits the players"),
        help_text=_("The story, the tone, whom you look for. Markdown works: **bold**, *italic*, lists, links."),
        max_length=DESCRIPTION_LENGTH,
        required=False,
        widget=forms.Textarea({"rows": 8}),
    )
    language = forms.ChoiceField(label=_("Language of the table"), choices=settings.LANGUAGES)
    days_per_post = forms.IntegerField(
        label=_("Pace: days for a post"),
        help_text=_("What everybody tries to keep. Nobody loses anything by being late."),
        min_value=DAYS[0],
        max_value=DAYS[1],
        initial=3,
    )
    admission = forms.ChoiceField(label=_("Who can join"), choices=Table.Admission, initial=Table.Admission.OPEN)
    public = forms.BooleanField(label=_("Anybody may read the scenes"), required=False, initial=True)
    archive = forms.BooleanField(
        label=_("Once it is closed, anybody may read and download it, except what is secret"),
        help_text=_("You are asked again when you close it."),
        required=False,
        initial=True,
    )
    short_fights = forms.BooleanField(label=_("Short fights: half the Vitality"), required=False)
    types = forms.TypedChoiceField(
        label=_("Types"),
        coerce=int,
        choices=[(len(TYPES), _("17, as in the rules")), (len(TYPES_18), _("18, with fairies"))],
    )
    precision = forms.ChoiceField(
        label=_("Precision of a move"),
        choices=[(BY_DIFFICULTY, _("sets the difficulty of the attack")), (BY_D100, _("is a D100 before the attack"))],
    )
    reactions = forms.ChoiceField(
        label=_("Reactions to an attack"),
        choices=[(CHOSEN, _("chosen with the orders")), (ASKED, _("asked for when it comes"))],
    )

    @classmethod
    def of(cls, table: Table) -> dict[str, Any]:
        """The values of a table's form."""
        own = {name: getattr(table, name) for name in cls.base_fields if name not in RULES}
        return own | {name: getattr(table.switches, name) for name in RULES}

    def told(self) -> dict[str, Any]:
        """As the services take it."""
        told = {name: value for name, value in self.cleaned_data.items() if name not in RULES}
        return told | {"rules": {name: self.cleaned_data[name] for name in RULES}}


class PostForm(forms.Form):
    """What is to be posted. How much may be written the service says: nothing typed is lost here."""

    text = forms.CharField(label=_("Your post"), required=False, widget=forms.Textarea({"rows": 7}))
    to_gm = forms.CharField(
        label=_("For the game masters alone"),
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )
    speaker = forms.TypedChoiceField(label=_("Who speaks"), coerce=int, empty_value=None, required=False)
    aside = forms.BooleanField(label=_("Out of character"), required=False)
    key = forms.CharField(required=False, widget=forms.HiddenInput)
    edits = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, speakers: Sequence[Sheet] | None = None, **kwargs: Any) -> None:
        """Without `speakers` nothing is asked about who speaks."""
        super().__init__(*args, **kwargs)
        if speakers is None:
            del self.fields["speaker"]
        else:
            known = [("", gettext("I, who tell it")), *((one.pk, one.name) for one in speakers)]
            self.fields["speaker"].choices = known  # type: ignore[attr-defined]

    @staticmethod
    def new_key() -> str:
        """What tells a form apart: posted twice, it makes one post."""
        return secrets.token_hex(8)

    def wording(self) -> Wording:
        """As the services take it."""
        data = self.cleaned_data
        return Wording(text=data["text"], to_gm=data["to_gm"], aside=data["aside"])


class SheetRollForm(forms.Form):
    """A roll for a sheet: what for, its stat and skill, how hard it is, and who sees it."""

    what = forms.CharField(label=_("What for"), max_length=WHAT_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    sheet = forms.ChoiceField(label=_("Whose sheet"), required=False)
    stat = forms.ChoiceField(label=_("Stat"), required=False)
    skill = forms.CharField(
        label=_("Skill, if any"),
        required=False,
        max_length=MOST_NAME,
        widget=forms.TextInput({"list": "known-skills", "autocomplete": "off"}),
    )
    dd = forms.IntegerField(label=_("Difficulty"), min_value=DDS[0], max_value=DDS[1], initial=DD)
    audience = forms.ChoiceField(label=_("Who sees it"))  # choices: see __init__

    def __init__(self, *args: Any, sheets: Sequence[Sheet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sheets = {str(sheet.pk): sheet for sheet in sheets}
        self._choose("sheet", [(pk, one.name) for pk, one in self.sheets.items()])
        self._choose("stat", [(stat, term(stat, "stat")) for stat in STATS])

    def _choose(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _lacks_skill(self, sheet: Sheet) -> bool:
        """Whether the form names a skill that the sheet has no points in: a slip of the pen would cost dice."""
        skill = clean(self["skill"].value() or "")
        return bool(skill) and not skills.points(sheet.value.skills, skill)

    @property
    def known_skills(self) -> list[str]:
        """Those of all sheets that can be rolled for, each as it is called."""
        return sorted({term(skill.name, "skill") for sheet in self.sheets.values() for skill in sheet.value.skills})

    def clean(self) -> dict[str, Any]:
        """A skill is one that the sheet has, or one of the sheets: the others roll the stat alone."""
        data = super().clean() or {}
        chosen = data.get("sheet") or ()
        sheets = [self.sheets[pk] for pk in ([chosen] if isinstance(chosen, str) else chosen)]
        if sheets and all(self._lacks_skill(sheet) for sheet in sheets):
            own = ", ".join(dict.fromkeys(term(one.name, "skill") for sheet in sheets for one in sheet.value.skills))
            words = gettext("%(name)s has no such skill, only: %(own)s. Leave it empty to roll the stat alone.")
            self.add_error("skill", words % {"name": ", ".join(one.name for one in sheets), "own": own or "–"})
        return data


class AskForm(SheetRollForm):
    """A roll that a GM asks the players of some sheets for."""

    sheet = forms.MultipleChoiceField(label=_("Whose sheets"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs, auto_id="ask_%s")
        self.fields["stat"].required = True
        both = (Log.Audience.ROLLER.value, _("Only they and the game masters"))
        self._choose("audience", [(Log.Audience.ALL.value, Log.Audience.ALL.label), both])
        self._choose("sheet", [(pk, f"{one.name} ({one.owner})") for pk, one in self.sheets.items()])

    def told(self) -> dict[str, Any]:
        """As the service takes it."""
        data = dict(self.cleaned_data)
        return data | {"sheet_ids": [int(pk) for pk in data.pop("sheet")]}


class RollForm(SheetRollForm):
    """A roll that goes with a post. It is rolled once its chances were `shown`: the field says which."""

    use_required_attribute = False  # most posts go without one

    pool = forms.IntegerField(label=_("Dice: stat + skill"), required=False, min_value=0, max_value=MOST_DICE)
    salt = forms.CharField(label=_("Your salt"), required=False, max_length=SALT_LENGTH)
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, gm: bool, sheets: Sequence[Sheet] = (), **kwargs: Any) -> None:
        super().__init__(*args, sheets=sheets, **kwargs)
        few = Log.Audience.GMS if gm else Log.Audience.ROLLER
        self._choose("audience", [(one.value, one.label) for one in (Log.Audience.ALL, few)])
        self._choose(
            "sheet", [("", _("none: I say how many dice")), *((pk, one.name) for pk, one in self.sheets.items())]
        )

    @property
    def wanted(self) -> bool:
        """Whether anything of a roll was filled in."""
        return any(self.data.get(name, "").strip() for name in ("what", "pool", "sheet"))

    @property
    def dice(self) -> int:
        """How many there are as the form stands: the sheet's, else as many as it says; -1 if that is no number."""
        sheet, stat = self.sheets.get(str(self["sheet"].value())), self["stat"].value()
        if sheet is None:
            return number(self["pool"].value(), -1)
        known = stat in STATS and not self._lacks_skill(sheet)
        return sheet.value.pool(stat, clean(self["skill"].value() or "")) if known else -1

    @property
    def chances(self) -> Chances | None:
        """Those of the roll as it stands in the form, if it can be made."""
        return chances_of(self.dice, number(self["dd"].value(), -1))

    @property
    def too_many(self) -> int:
        """The most dice that can be rolled, if the form asks for more; else 0."""
        return MOST_DICE if self.dice > MOST_DICE else 0

    def clean(self) -> dict[str, Any]:
        """Without a sheet somebody has to say how many dice."""
        data = super().clean()
        if self.dice < 0 and not {"pool", "skill"} & set(self.errors):
            self.add_error("pool", self.fields["what"].error_messages["required"])
        return data

    def declared(self) -> Declared:
        """As the services take it."""
        data = self.cleaned_data
        sheet = int(data["sheet"]) if data["sheet"] else None
        return Declared(
            data["what"], self.dice, data["dd"], data["audience"], data["salt"], sheet, data["stat"], data["skill"]
        )
