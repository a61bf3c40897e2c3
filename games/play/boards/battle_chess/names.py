"""What Battle Chess calls things, for makemessages to find: the engine's words are data there and English only."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

GAME: Final = (
    _("Battle Chess"),
    _("Two-sided Pokémon on a small board: push, gamble on a bonus, and knock out the other side's target."),
)
SETUPS: Final = (
    _("BW Version"),
    _("Eight against eight around Victini, with Reshiram and Zekrom in reserve and Plus Power cards."),
    _("Red and Green"),
    _("Eight against eight around Togepi, with Ho-Oh and Lugia in reserve and Plus Power cards."),
    _("W, three-on-three"),
    _("Three against three on the smallest board, Togepi already hatched, with Plus Power dice."),
    _("W, five-on-five"),
    _("Five against five around Victini, with Zekrom in reserve and Plus Power dice."),
    _("W, both versions mixed"),
    _("Twelve against twelve: Togepi's side against Victini's, three legends each, with Plus Power dice."),
)
COLOURS: Final = (_("yellow"), _("blue"), _("red"), _("green"))
ENDINGS: Final = (
    _("the target was knocked out"),
    _("no legal turn was left"),
    _("40 turns in a row without damage or summons"),
)
PIECES: Final = (
    *(_("Patrat"), _("Zoroark"), _("Serperior"), _("Samurott"), _("Emboar"), _("Victini"), _("Reshiram"), _("Zekrom")),
    *(_("Magikarp"), _("Gyarados"), _("Meowth"), _("Venusaur"), _("Charizard"), _("Pikachu"), _("Togepi")),
    *(_("Ho-Oh"), _("Lugia"), _("Egg 1"), _("Egg 2"), _("Egg 3")),
)
DIRECTIONS: Final = (_("forward"), _("backward"), _("diagonally forward"), _("diagonally backward"))
