"""Chakart in words: pieces, what may be chosen, and what a step did."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from engine.chakart.pieces import EFFECTS
from engine.replay import Step
from games.play.boards.chakart.happenings import Happening, happenings
from games.play.boards.chakart.standing import Standing
from games.play.words import said


def described(there: Standing) -> str:
    """As a screen reader says it: "Toad, cannot move yet"."""
    parts = [there.name]
    if there.stuck:
        parts.append(_("cannot move yet"))
    if there.hidden:
        parts.append(_("hidden"))
    return ", ".join(parts)


def listed(items: Sequence[str], last: str = "") -> str:
    """ "c2, c3 and d4"; `last` joins the last two in another way."""
    if len(items) < 2:
        return "".join(items)
    return (last or _("{most} and {last}")).format(most=", ".join(items[:-1]), last=items[-1])


def either(items: Sequence[str]) -> str:
    """ "c2, c3 or d4"."""
    return listed(items, _("{most} or {last}"))


def effect_words(slug: str) -> str:
    """What an egg's effect does, with its name."""
    name = said(next(effect.name for effect in EFFECTS if effect.slug == slug))
    return _("{what}: {does}").format(what=name, does=_does(slug))


def _does(slug: str) -> str:
    return {
        "kingboo": _("it changes places with another piece."),
        "koopa": _("it goes back to where it came from."),
        "toadette": _("a lost piece comes back."),
        "chomp": _("it is eaten."),
        "daisy": _("it moves again."),
        "bowser": _("it cannot move in its next turn."),
        "luigi": _("an enemy piece changes sides."),
        "waluigi": _("a piece of one’s own changes sides."),
    }[slug]


# --- what a step did -------------------------------------------------------------------------------------------------


def story(step: Step) -> list[str]:
    """What a step did, in sentences: the decision, then each thing that it led to."""
    found = happenings(step)
    if found and found[0].kind == "arrays":
        return [_("The pieces behind the Toads were drawn: {arrays}.").format(arrays=_arrays(found))]
    return told(found)


def told(found: Sequence[Happening]) -> list[str]:
    """What happened, in sentences."""
    sentences, place = [], 0
    while place < len(found):
        following = found[place + 1] if place + 1 < len(found) else Happening("")
        sentence, used = _sentence(found[place], following)
        sentences += [sentence] if sentence else []
        place += used
    return sentences


def _arrays(found: Sequence[Happening]) -> str:
    return listed([happening.effect for happening in found])


def _sentence(happening: Happening, following: Happening) -> tuple[str, int]:
    """A sentence, and how many of the two happenings it tells."""
    if happening.kind == "moves" and following.kind == "takes" and following.square == happening.square:
        words = _("{piece} {start} takes {target} on {square}.")
        return words.format(**_fields(happening), target=_name(following)), 2
    if happening.kind == "throws":
        words = _("{piece} on {start} throws the shell at {square}: {target}.")
        return words.format(**_fields(happening), target=_name(following)), 2
    if happening.kind == "meets":
        return _meeting(happening, following)
    if happening.kind == "becomes":
        return _("It becomes {piece}.").format(piece=_name(happening)), 1
    return _single(happening), 1


def _meeting(thing: Happening, following: Happening) -> tuple[str, int]:
    """A thing on the way, and what it does."""
    where = _("{thing} on {square}").format(thing=_name(thing), square=thing.square)
    if following.kind == "hatches":
        return f"{where}. {effect_words(following.effect)}", 2
    does = {
        "slides": _("it slides on to {square}."),
        "goes on": _("it goes on to {square}."),
        "jumps": _("it jumps over to {square}."),
        "stays": _("it stays there."),
    }
    if following.kind == "slides" and thing.who and thing.who.slug == "bomb":
        does["slides"] = _("it is blown to {square}.")
    if following.kind not in does:
        return _("{what}: {does}").format(what=where, does=_("nothing happens.")), 1
    return _("{what}: {does}").format(what=where, does=does[following.kind].format(square=following.square)), 2


def _single(happening: Happening) -> str:
    templates: dict[str, Callable[[], str]] = {
        "moves": lambda: _("{piece} {start}–{square}."),
        "hides": lambda: _("{piece} moves in secret from {start} to {square}."),
        "vanishes": lambda: _("{piece} on {start} moves in secret: where to is not known."),
        "takes": lambda: _("It takes {piece} on {square}."),
        "leaves": lambda: _leaving(happening),
        "swaps": lambda: _("It changes places with {piece} on {square}."),
        "puts": lambda: _("{piece} comes back on {square}."),
        "flips": lambda: _("{piece} on {square} changes sides."),
        "shows": lambda: _("The hidden {piece} shows up on {square}."),
        "ran into": lambda: _("It has run into the hidden {piece} and takes it."),
        "freed": lambda: _("{piece} on {square} can move again."),
    }
    make = templates.get(happening.kind)
    return make().format(**_fields(happening)) if make else ""


def _leaving(happening: Happening) -> str:
    return {
        "banana": _("It leaves a banana on {square}."),
        "bomb": _("It leaves a bomb on {square}."),
        "egg": _("It leaves an egg on {square}."),
        "mushroom": _("It leaves a mushroom on {square}."),
    }[happening.who.slug if happening.who else ""]


def _fields(happening: Happening) -> dict[str, str]:
    return {"piece": _name(happening), "start": happening.start, "square": happening.square}


def _name(happening: Happening) -> str:
    return happening.who.name if happening.who else ""
