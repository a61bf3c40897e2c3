"""The words of a fight's story that do not depend on who is in it."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.tabletop import events
from engine.tabletop.fighter import CAUGHT, DOWN, REMOVED
from engine.tabletop.moves import Effect
from engine.tabletop.numbers import PERCENT
from games.tables.words import term

ROLLS = {
    "attack": gettext_lazy("attack"),
    "damage": gettext_lazy("damage"),
    "endure": gettext_lazy("endures"),
    "dodge": gettext_lazy("tries to dodge"),
    "counter": gettext_lazy("counter"),
    "confusion": gettext_lazy("hurts itself"),
    "capture": gettext_lazy("capture"),
}
THROWS = {
    "initiative": gettext_lazy("initiative"),
    "confusion_rounds": gettext_lazy("confused for so many rounds"),
    "precision": gettext_lazy("precision"),
    "effect": gettext_lazy("effect"),
    "confusion": gettext_lazy("confusion"),
    "attraction": gettext_lazy("attraction"),
    "paralysis": gettext_lazy("paralysis"),
    "thaw": gettext_lazy("thawing"),
    "wake": gettext_lazy("waking"),
}
IDLED = {
    "asleep": gettext_lazy("{name} sleeps."),
    "frozen": gettext_lazy("{name} is frozen and can do nothing."),
    "paralysed": gettext_lazy("{name} is paralysed and can do nothing."),
    "confused": gettext_lazy("{name} is confused and hurts itself."),
    "attracted": gettext_lazy("{name} cannot bring itself to attack."),
    "afraid": gettext_lazy("{name} is too afraid to attack."),
    "target_gone": gettext_lazy("{name} does nothing: its target is gone."),
    events.UNCOUNTERED: gettext_lazy("{name} waits for an attack to counter, and does not come to it."),
}
LOST = {
    "confusion": gettext_lazy("confusion"),
    "recoil": gettext_lazy("recoil"),
}
LEFT = {
    DOWN: gettext_lazy("{name} has no Vitality left and leaves the fight."),
    REMOVED: gettext_lazy("{name} leaves the fight."),
    CAUGHT: gettext_lazy("{name} is caught and leaves the fight."),
    "": gettext_lazy("{name} is back in the fight."),
}
FACTORS = {
    Fraction(3, 8): "⅜",
    Fraction(1, 4): "¼",
    Fraction(1, 2): "½",
    Fraction(3, 4): "¾",
    Fraction(3, 2): "1½",
}


def effect_name(effect: Effect, *, sure: bool = False) -> str:
    """What a move does besides damage, in a few words; with its chance unless that is `sure` to be told elsewhere."""
    if effect.condition:
        what = str(term(effect.condition, "condition"))
    elif effect.stat:
        what = f"{term(effect.stat, 'stat')} {signed(effect.by)}"
    elif effect.recoil:
        what = str(LOST["recoil"])
    else:
        what = effect.note
    itself = _("itself")
    whose = f" ({itself})" if effect.on_user and not effect.recoil else ""
    return f"{what}{whose}" if sure or effect.chance == PERCENT else f"{what}{whose} {effect.chance} %"


def number(factor: Fraction) -> str:
    """A factor as people write it."""
    return FACTORS.get(factor, str(factor))


def signed(number: int) -> str:
    """A change of a stat or of points, with its sign."""
    return f"+{number}" if number > 0 else f"−{-number}"
