"""Orders for a round of a fight, as people fill them in. Forms read; services decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.tabletop.fight import Fight as State
from engine.tabletop.fighter import Fighter
from engine.tabletop.moves import STRUGGLE, Move
from engine.tabletop.numbers import MOST_TEXT
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
from games.play.services.talk import clean
from games.tables.queries.fight_board import Prospect
from games.tables.words import move_name, term

Choices = list[Any]


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
    known = [*payable, STRUGGLE] if fighter.move(STRUGGLE.slug) else payable
    groups: Choices = [("", _("no orders yet"))]
    if known:
        groups.append((str(_("Moves")), [(f"use:{move.slug}", _priced(move)) for move in known]))
    counter, throw = gettext("Counter with {move}"), gettext("Throw {ball} ({count} left)")
    if attacks := [(f"counter:{move.slug}", counter.format(move=_priced(move))) for move in known if move.attacks]:
        groups.append((str(_("Counter an attack")), attacks))
    if balls:
        named = [(f"ball:{one}", throw.format(ball=term(one, "ball"), count=count)) for one, count in balls.items()]
        groups.append((str(_("Throw a ball")), named))
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
