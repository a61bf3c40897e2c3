"""What people fill in for a fight. Forms read; services decide."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
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
from engine.tabletop.fighter import REMOVED, Fighter
from engine.tabletop.moves import PRECISION, STRUGGLE, Move
from engine.tabletop.numbers import CAPTURE_MOST_DD, DD, DDS, MOST_DICE, MOST_NAME, MOST_POINTS, MOST_TEXT
from engine.tabletop.orders import (
    DODGE,
    ENDURE,
    NOTHING,
    Approach,
    Ball,
    Counter,
    Order,
    Plan,
    Reaction,
    Say,
    Use,
    Wait,
    Withdraw,
)
from engine.tabletop.settings import ASKED
from engine.tabletop.stats import STATS
from games.play.services.draws import SALT_LENGTH
from games.play.services.talk import clean
from games.tables.fight_models import NAME_LENGTH
from games.tables.models import Sheet
from games.tables.queries.fight_board import Prospect
from games.tables.services.fights import Creature, Newcomer
from games.tables.services.rolls import WHAT_LENGTH
from games.tables.services.sheets import REASON_LENGTH
from games.tables.sheet_forms import SpeciesForm
from games.tables.words import move_name, term

CREATURES = 4  # that can be made with one opening
SIDES = ((0, _("side A")), (1, _("side B")), (2, _("side C")), (3, _("side D")))
PLACES = (("", _("far from everybody")), *((one, one.upper()) for one in "abcd"))

Choices = list[Any]


# Who comes


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


# Orders


def _targets(state: State, fighter: Fighter) -> Choices:
    others = [one for one in state.fighters if not one.out and one.id != fighter.id]
    foes = [(one.id, one.name) for one in others if one.side != fighter.side]
    friends = [(one.id, one.name) for one in others if one.side == fighter.side]
    groups: Choices = [("", "—")]
    if foes:
        groups.append((str(_("Opponents")), foes))
    if any(move.targeted and not move.attacks for move in fighter.moves):
        friends.append((fighter.id, str(_("itself"))))
    return [*groups, (str(_("Own side")), friends)] if friends else groups


def _priced(move: Move) -> str:
    return f"{move_name(move)} ({move.energy} {term('energy', 'stat')})"


def _orders(fighter: Fighter, balls: dict[str, int]) -> Choices:
    payable = [move for move in fighter.moves if move.energy <= fighter.energy]
    known = payable or ([STRUGGLE] if fighter.move(STRUGGLE.slug) else [])
    groups: Choices = [("", _("no orders yet"))]
    if known:
        groups.append((str(_("Moves")), [(f"use:{move.slug}", _priced(move)) for move in known]))
    if attacks := [(f"counter:{move.slug}", _priced(move)) for move in known if move.attacks]:
        groups.append((str(_("Counter an attack with")), attacks))
    if balls:
        named = [(f"ball:{ball}", f"{term(ball, 'ball')} ({count})") for ball, count in balls.items()]
        groups.append((str(_("Throw")), named))
    rest = [(kind, term(kind, "order")) for kind in ("wait", "approach", "withdraw", "say")]
    return [*groups, (str(_("Anything else")), rest)]


REACTIONS = (ENDURE, DODGE, NOTHING)


class OrdersForm(forms.Form):
    """What one fighter is told for a round. It knows its moves, what it can pay, and whom there is."""

    use_required_attribute = False

    def __init__(
        self, *args: Any, state: State, fighter: Fighter, plan: Plan | None, balls: dict[str, int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **{**kwargs, "prefix": fighter.id, "initial": _initial(plan, state, fighter)})
        self.fighter, self.given, self.balls = fighter, plan is not None, balls
        self.dear = [move_name(move) for move in fighter.moves if move.energy > fighter.energy]
        self.prospects: list[Prospect] = []  # what its moves may do, for the page
        self.lost = False  # what was ordered cannot be followed any more
        self.slots = range(fighter.orders)
        for number in self.slots:
            self.fields[f"order{number}"] = forms.ChoiceField(
                label=_("Order"), choices=_orders(fighter, balls), required=False
            )
            self.fields[f"target{number}"] = forms.ChoiceField(
                label=_("Whom"), choices=_targets(state, fighter), required=False
            )
            self.fields[f"text{number}"] = forms.CharField(
                label=_("What it does"), required=False, max_length=MOST_TEXT, widget=forms.Textarea({"rows": 2})
            )
        asks = state.settings.reactions == ASKED
        known = [(how, term(how, "order")) for how in REACTIONS]
        usual = [("", _("ask me when it comes")), *known] if asks else known
        self.fields["reaction"] = forms.ChoiceField(label=_("When it is attacked"), choices=usual, required=False)
        self.attackers = [one for one in state.fighters if not one.out and one.side != fighter.side]
        for one in self.attackers:
            self.fields[f"against-{one.id}"] = forms.ChoiceField(
                label=one.name, choices=[("", _("as above")), *known], required=False
            )

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each order: what, whom, in words."""
        return [[self[f"{name}{number}"] for name in ("order", "target", "text")] for number in self.slots]

    @property
    def against(self) -> list[forms.BoundField]:
        """How single attackers are met."""
        return [self[f"against-{one.id}"] for one in self.attackers]

    def clean(self) -> dict[str, Any]:
        """Some orders have to say whom they are about."""
        data = super().clean() or {}
        for number in self.slots:
            kind = data.get(f"order{number}", "").partition(":")[0]
            if kind in ("approach", "withdraw", "ball") and not data.get(f"target{number}"):
                self.add_error(f"target{number}", gettext("Say whom this order is about."))
            if kind == "say" and not clean(data.get(f"text{number}", ""), newlines=True):
                self.add_error(f"text{number}", gettext("Say what it does."))
        return data

    @property
    def differs(self) -> bool:
        """Whether single attackers are met in another way."""
        return any(field.value() for field in self.against)

    @property
    def summary(self) -> str:
        """The orders that were given, in a few words."""
        said = []
        for order, target, text in self.rows:
            if order.value():
                parts = [_label(order), _label(target) if target.value() else "", text.value() or ""]
                said.append(" · ".join(part for part in parts if part))
        return ", ".join([*said, _label(self["reaction"])])

    def plan(self) -> Plan | None:
        """As the services take it; None: no orders. Raises NotationError for words that are too long or none."""
        data = self.cleaned_data
        orders = [
            self._order(data[f"order{number}"], data[f"target{number}"], data[f"text{number}"])
            for number in self.slots
            if data[f"order{number}"]
        ]
        if not orders:
            return None
        met = [Reaction(data["reaction"])] if data["reaction"] else []
        met += [Reaction(how, one.id) for one in self.attackers if (how := data[f"against-{one.id}"])]
        return Plan(self.fighter.id, tuple(orders), tuple(met))

    def _order(self, what: str, target: str, text: str) -> Order:
        kind, _colon, slug = what.partition(":")
        move = self.fighter.move(slug)
        made: dict[str, Callable[[], Order]] = {
            "use": lambda: Use(slug, target if move is None or move.targeted else ""),
            "counter": lambda: Counter(slug, target),
            "ball": lambda: Ball(slug, target, 1),  # the service knows how hard it is
            "approach": lambda: Approach(target),
            "withdraw": lambda: Withdraw(target),
            "say": lambda: Say(clean(text, newlines=True)),
            "wait": Wait,
        }
        return made[kind]()


def _label(field: forms.BoundField) -> str:
    """What the chosen option of a select is called."""
    value, choices = field.value(), field.field.choices  # type: ignore[attr-defined]
    flat = [one for key, label in choices for one in (label if isinstance(label, list) else [(key, label)])]
    return next((str(label) for key, label in flat if key == value), "")


def _initial(plan: Plan | None, state: State, fighter: Fighter) -> dict[str, str]:
    """The values of a form that would give this plan; without one, the target that there is if there is one alone."""
    if plan is None:
        foes = [one.id for one in state.fighters if one.standing and one.side != fighter.side]
        alone = foes[0] if len(foes) == 1 else ""
        return {"reaction": ""} | {f"target{number}": alone for number in range(fighter.orders)}
    found = {"reaction": plan.reaction("")}
    found |= {f"against-{one.against}": one.how for one in plan.reactions if one.against}
    for number, order in enumerate(plan.orders):
        slug = getattr(order, "move", "") or getattr(order, "ball", "")
        found[f"order{number}"] = f"{order.kind}:{slug}" if slug else order.kind
        found[f"target{number}"] = getattr(order, "target", "") or getattr(order, "against", "")
        found[f"text{number}"] = getattr(order, "text", "")
    return found


# What the GMs do besides


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
        _choose(self, "fighter", people)
        _choose(self, "other", [("", "—"), *people])
        stats = [(f"stat:{stat}", term(stat, "stat")) for stat in (*STATS, PRECISION)]
        named = [(one.name, term(one.name, "condition")) for one in CONDITIONS]
        points: Choices = [("lost", _("loses Vitality")), ("healed", _("regains Vitality"))]
        points += [("spent", _("loses Energy")), ("restored", _("regains Energy"))]
        rest: Choices = [("nothing", _("nothing: only say something")), ("contact", _("in contact with the other"))]
        rest += [("far", _("far from the other")), ("item", _("holds the item")), ("orders", _("orders a round"))]
        rest += [("initiative", _("initiative")), ("out", _("leaves the fight")), ("back", _("is back in the fight"))]
        groups: Choices = [(_("Points"), points), (_("Raised or lowered by"), stats)]
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
