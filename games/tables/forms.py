"""What people fill in at a table. Forms read; services decide."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from engine.tabletop.chart import TYPES, TYPES_18
from engine.tabletop.numbers import DD, DDS, MOST_DICE
from engine.tabletop.settings import ASKED, BY_D100, BY_DIFFICULTY, CHOSEN
from games.play.services.draws import SALT_LENGTH
from games.tables.chances import Chances, chances_of
from games.tables.models import NAME_LENGTH, Log, Table
from games.tables.services.posts import Wording
from games.tables.services.rolls import WHAT_LENGTH, Declared
from games.tables.services.tables import DAYS, DESCRIPTION_LENGTH

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
    aside = forms.BooleanField(label=_("Out of character"), required=False)
    key = forms.CharField(required=False, widget=forms.HiddenInput)
    edits = forms.IntegerField(required=False, widget=forms.HiddenInput)

    @staticmethod
    def new_key() -> str:
        """What tells a form apart: posted twice, it makes one post."""
        return secrets.token_hex(8)

    def wording(self) -> Wording:
        """As the services take it."""
        data = self.cleaned_data
        return Wording(text=data["text"], to_gm=data["to_gm"], aside=data["aside"])


class RollForm(forms.Form):
    """A roll that goes with a post. It is rolled once its chances were `shown`: the field says which."""

    use_required_attribute = False  # most posts go without one

    what = forms.CharField(label=_("What for"), max_length=WHAT_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))
    pool = forms.IntegerField(label=_("Dice: stat + skill"), min_value=0, max_value=MOST_DICE)
    dd = forms.IntegerField(label=_("Difficulty"), min_value=DDS[0], max_value=DDS[1], initial=DD)
    audience = forms.ChoiceField(label=_("Who sees it"))  # choices: see __init__
    salt = forms.CharField(label=_("Your salt"), required=False, max_length=SALT_LENGTH)
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, gm: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        secret = Log.Audience.GMS if gm else Log.Audience.ROLLER
        choices = [(one.value, one.label) for one in (Log.Audience.ALL, secret)]
        self.fields["audience"] = forms.ChoiceField(label=_("Who sees it"), choices=choices)

    @property
    def wanted(self) -> bool:
        """Whether anything of a roll was filled in."""
        return any(self.data.get(name, "").strip() for name in ("what", "pool"))

    @property
    def chances(self) -> Chances | None:
        """Those of the roll as it stands in the form, if it can be made."""
        pool, dd = (_number(self[name].value()) for name in ("pool", "dd"))
        return chances_of(pool, dd)

    def declared(self) -> Declared:
        """As the services take it."""
        data = self.cleaned_data
        return Declared(data["what"], data["pool"], data["dd"], data["audience"], data["salt"])


def _number(text: Any) -> int:
    return int(text) if str(text).isascii() and str(text).isdigit() and len(str(text)) < 6 else -1
