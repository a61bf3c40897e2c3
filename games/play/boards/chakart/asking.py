"""What a turn asks its player for, in words, and what can be answered beside the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.chakart.actions import SHELL, STEALTH, Action, pack
from engine.chakart.game import GAME
from engine.chakart.pieces import EFFECTS, KING, ROOK
from engine.chakart.tables import AGAIN, BANANA_DRAW, DROP, EGG_DRAW, KIND, NAMES, PLACING, PROMOTION, SWAPPING
from engine.protocol import CHANCE
from games.play.boards import Choice
from games.play.boards.chakart import words
from games.play.boards.chakart.choosing import Choosing, Selection, selection
from games.play.boards.chakart.drawing import Token, alone, foreseen, next_by_chance
from games.play.boards.chakart.happenings import BY_LETTER
from games.play.boards.chakart.standing import CODED, Standing, reserve, standing


def selected_words(choosing: Choosing) -> str:
    """What is selected and what comes of it, or what there is to choose."""
    if choosing.action:
        return f"{_decision_words(choosing, choosing.action)} {_odds_words(choosing)}".strip()
    if choosing.stepping:
        return _step_words(choosing)
    return _asked(choosing)


def _asked(choosing: Choosing) -> str:
    state = choosing.state
    here = NAMES[state.here]
    if state.stage == DROP:
        thing = _("banana") if state.base == ROOK else _("bomb")
        return _("Choose where {piece} on {square} leaves its {thing}.").format(
            piece=_moving(choosing), square=here, thing=thing
        )
    if state.stage == PROMOTION:
        return _("The Toad on {square} has come through: choose what it becomes.").format(square=here)
    if state.stage == SWAPPING:
        return _("King Boo: choose a piece to change places with {piece} on {square}.").format(
            piece=_moving(choosing), square=here
        )
    if choosing.chosen.letter:
        name = Standing(BY_LETTER[choosing.chosen.letter], state.seat).name
        return _("Toadette: choose where {piece} comes back.").format(piece=name)
    return _("Toadette: choose a lost piece that comes back.")


def _moving(choosing: Choosing) -> str:
    there = CODED[choosing.state.board[choosing.state.here]]
    return there.name if there else ""


def _step_words(choosing: Choosing) -> str:
    """A piece to choose, a square, or what a Toad becomes."""
    start, goes = choosing.chosen.start, choosing.chosen.goes
    there = standing(choosing.state)
    if not start:
        return _("Choose a piece.")
    if goes:
        return _("Choose what the Toad becomes on {square}.").format(square=goes)
    where = words.listed(choosing.targets)
    if choosing.state.stage == AGAIN:
        return _("Daisy: {piece} on {square} moves again. It can go to {squares}.").format(
            piece=there[start].name, square=start, squares=where
        )
    return _("{piece} on {square}. It can go to {squares}.").format(
        piece=words.described(there[start]), square=start, squares=where
    )


def _decision_words(choosing: Choosing, action: Action) -> str:
    """A decision before it is made, and where it leads: as the story will tell it afterwards.

    What is left behind is not told, nor what draws come to: see `_odds_words`.
    """
    state = choosing.state
    if state.stage == DROP:
        thing = _("banana") if state.base == ROOK else _("bomb")
        return _("It leaves its {thing} on {square}.").format(thing=thing, square=action.goes)
    return " ".join(words.told(foreseen(choosing, action)))


def _odds_words(choosing: Choosing) -> str:
    """What chance will do next."""
    action = choosing.action
    assert action is not None
    after = GAME.apply(choosing.state, pack(action))
    if GAME.current_player(after) != CHANCE:
        return ""
    squares = next_by_chance(choosing)
    if after.stage == EGG_DRAW:
        names = [GAME.action(outcome).effect for outcome, _weight in GAME.chance_outcomes(after)]
        return _egg_words(names)
    where = words.either(squares)
    thing = _("banana") if after.stage == BANANA_DRAW else _("bomb")
    return ngettext(
        "The {thing} on {here} sends it to {where}.",
        "The {thing} on {here} sends it to {where}, each as likely.",
        len(squares),
    ).format(thing=thing, here=NAMES[after.here], where=where)


def _egg_words(slugs: Sequence[str]) -> str:
    good = sum(effect.bonus for effect in EFFECTS if effect.slug in slugs)
    words_ = _("The egg holds one of {count} surprises, {good} of them good: each as likely.")
    return words_.format(count=len(slugs), good=good)


# --- choices in words ------------------------------------------------------------------------------------------------


def choices(choosing: Choosing, colours: tuple[str, str]) -> tuple[Choice, ...]:
    """What can be chosen beside the board: how to step, what a Toad becomes, which piece comes back."""
    if choosing.stepping:
        ways = choosing.ways(choosing.chosen.goes) if choosing.chosen.goes else []
        return tuple(_way_choice(choosing, action, colours) for action in ways) if len(ways) > 1 else ()
    if choosing.state.stage == PROMOTION:
        return tuple(_letter_choice(choosing, letter, colours, whole=True) for letter in choosing.letters)
    if choosing.state.stage == PLACING and len(choosing.letters) > 1:
        return tuple(_letter_choice(choosing, letter, colours, whole=False) for letter in choosing.letters)
    return ()


def _way_choice(choosing: Choosing, action: Action, colours: tuple[str, str]) -> Choice:
    token = None
    if action.kind == STEALTH:
        label = _("In secret: nobody sees where")
    elif action.kind == SHELL:
        label = _("Throw the shell")
    elif action.letter:
        piece = Standing(BY_LETTER[action.letter], choosing.state.seat)
        label, token = piece.name, _picture(piece, colours)
    else:
        label = _("In the open") if KIND[choosing.state.board[NAMES.index(action.start)]] != KING else _("Step there")
    return Choice(label, selection(action).query, action=action.text, chosen=action == choosing.action, token=token)


def _letter_choice(choosing: Choosing, letter: str, colours: tuple[str, str], *, whole: bool) -> Choice:
    piece = Standing(BY_LETTER[letter], choosing.state.seat)
    count = reserve(choosing.state, choosing.state.seat).get(piece.slug, 0)
    label = piece.name if whole or count < 2 else _("{piece} ({count})").format(piece=piece.name, count=count)
    query, action = Selection(letter=letter).query, letter if whole else ""
    return Choice(label, query, action=action, chosen=letter == choosing.chosen.letter, token=_picture(piece, colours))


def _picture(piece: Standing, colours: tuple[str, str]) -> Token:
    return replace(alone(piece, colours), label="")  # its name stands beside it
