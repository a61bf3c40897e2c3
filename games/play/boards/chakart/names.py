"""What Chakart calls things, for makemessages to find: the engine's words are data there and English only."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

GAME: Final = (
    _("Chakart"),
    _("Chess on a race track: bananas, bombs and mushrooms, eggs that hold anything, and a Mario who hides."),
)
SETUPS: Final = (
    *(_("Shuffled"), _("The pieces behind the Toads stand at random, each side's differently.")),
    *(_("Shuffled alike"), _("The pieces behind the Toads stand at random, both sides' alike.")),
    *(_("Orthodox"), _("The pieces stand as they do in chess.")),
)
COLOURS: Final = (_("white"), _("black"))
ENDINGS: Final = (_("the last Peach was lost"), _("no legal step was left"))
PIECES: Final = (_("Toad"), _("Donkey"), _("Yoshi"), _("Wario"), _("Mario"), _("Peach"))
THINGS: Final = (_("Banana"), _("Bomb"), _("Egg"), _("Mushroom"))
EFFECTS: Final = (
    *(_("King Boo"), _("Koopa"), _("Toadette"), _("Chomp"), _("Daisy"), _("Bowser"), _("Luigi"), _("Waluigi")),
)
