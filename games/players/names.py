"""Names of players: what may be chosen, and what looks like what."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import pairwise

from confusable_homoglyphs import categories, confusables
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.search.players import LEVELS

SHORTEST, LONGEST = 2, 20
JOINERS = "-_"
# Written together in ordinary Japanese; every other script stands alone.
JAPANESE = frozenset({"HAN", "HIRAGANA", "KATAKANA"})
PROLONGED = "ー"  # a letter that both kana share

RESERVED = (
    *("admin", "administrator", "anonymous", "api", "bot", "computer", "deleted", "everybody", "guest", "help"),
    *("mail", "moderator", "nobody", "official", "operator", "owner", "pbchess", "player", "postmaster", "root"),
    *("security", "staff", "support", "system", "webmaster"),
    *(name for level in LEVELS for name in (level.slug, level.name)),
)
RESERVED_STARTS = ("computer-", "ordinateur-", "deleted-", "guest-", "operator-")  # the site gives or shows these


def clean(name: str, *, operator: bool = False) -> str:
    """The name as it is kept (NFKC). Raises ValidationError that says what is wrong with it.

    An `operator` may be called what nobody else may pose as: admin, support.
    """
    if len(name) > 4 * LONGEST:  # before any work on it
        raise ValidationError(_("A name has at most %d characters.") % LONGEST)
    name = unicodedata.normalize("NFKC", name.strip())
    if len(name) > LONGEST:
        raise ValidationError(_("A name has at most %d characters.") % LONGEST)
    if len(name) < SHORTEST:
        raise ValidationError(_("A name has at least %d characters.") % SHORTEST)
    _check_characters(name)
    _check_reserved(name, operator=operator)
    return name


def _check_characters(name: str) -> None:
    wrong = dict.fromkeys(char for char in name if not (_is_letter(char) or char in "0123456789" or char in JOINERS))
    if wrong:
        quoted = ", ".join(_("“%s”") % char for char in wrong)
        raise ValidationError(_("A name is made of letters, digits, - and _, so it cannot contain %s.") % quoted)
    if not _is_letter(name[0]) or name[-1] in JOINERS:
        raise ValidationError(_("A name begins with a letter, and ends with a letter or a digit."))
    if any(a in JOINERS and b in JOINERS for a, b in pairwise(name)):
        raise ValidationError(_("In a name, - and _ stand alone."))
    scripts = {categories.alias(char) for char in name if _is_letter(char) and char != PROLONGED}
    if len(scripts) > 1 and not scripts <= JAPANESE:
        raise ValidationError(_("All letters of a name belong to one script."))


def _check_reserved(name: str, *, operator: bool) -> None:
    looks = skeleton(name)
    if (looks in _reserved() and not operator) or looks.startswith(_reserved_starts()):
        raise ValidationError(_("This name is reserved."))


def _is_letter(char: str) -> bool:
    """Of a known script: what Unicode calls common (signs, small capitals used as symbols) is no letter of a name."""
    return char == PROLONGED or (char.isalpha() and categories.alias(char) not in ("COMMON", "INHERITED", "Unknown"))


def skeleton(name: str) -> str:
    """What the name looks like: two names with one skeleton could be taken for each other.

    After Unicode's report 39, and without regard to case. As I looks like l, and i is the small I, i is folded to l.
    """
    text = "".join(_looks(char) for char in unicodedata.normalize("NFD", name)).casefold()
    return text.replace("i", "l").replace("rn", "m").replace("vv", "w").replace("_", "-")


@cache
def _looks(char: str) -> str:
    """One character for all that look like `char`: the plainest of them."""
    others = confusables.confusables_data.get(char, [])
    if len(others) == 1:  # `char` is listed under another one, whose list is the whole class
        centre = _bare(others[0]["c"])
        others = [*others, *confusables.confusables_data.get(centre, [])]
    return min([char, *(_bare(other["c"]) for other in others)], key=_plainness)


def _bare(text: str) -> str:
    return text.replace("\u200e", "")  # the table wraps right-to-left letters in marks


def _plainness(text: str) -> tuple[bool, bool, bool, bool, str]:
    return (len(text) > 1, not text.isascii(), not text.islower(), not text.isupper(), text)


@cache
def _reserved() -> frozenset[str]:
    return frozenset(skeleton(name) for name in RESERVED)


@cache
def _reserved_starts() -> tuple[str, ...]:
    return tuple(skeleton(start) for start in RESERVED_STARTS)
