"""How Battle Chess looks: see `games.play.boards.Presenter`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from engine.battle_chess import describe
from engine.battle_chess.describe import PieceOnBoard, Position
from engine.battle_chess.game import GAME
from engine.battle_chess.pieces import BY_LETTER
from engine.battle_chess.state import State
from engine.battle_chess.turns import Turn
from engine.replay import Step
from games.play.boards import Board, Cell, Choice, Query
from games.play.boards.battle_chess import drawing, text, words
from games.play.boards.battle_chess.beside import beside, camps, table
from games.play.boards.battle_chess.choosing import Choosing, Selection, choose, select
from games.play.boards.battle_chess.frame import Frame
from games.play.boards.battle_chess.rules import rules
from games.play.words import said

__all__ = ["board", "board_text", "cells", "line", "rules", "still", "story"]

EARLY = 6  # turns, in which it is said what the match is about


def board(steps: Sequence[Step], *, viewer: int | None, colours: tuple[str, str], query: Query, may_act: bool) -> Board:
    """See `Presenter.board`."""
    last = steps[-1]
    state: State = last.state
    position = describe.position(state)
    frame = _frame(position, viewer)
    pieces = {square: piece for piece in position.pieces for square in piece.squares}
    choosing = choose(state, pieces, query) if may_act else Choosing()
    picture = drawing.plain(frame, position, colours, _ids(steps), last)
    if may_act:
        picture = drawing.with_choices(picture, frame, state, choosing)
    chosen = choosing.chosen
    whole = choosing.turns[choosing.turn] if choosing.turn else None
    return Board(
        drawing=picture,
        camps=camps(position, steps, colours, choosing),
        beside=beside(position, last),
        table=table(frame, position, _owner(viewer, colours)),
        words=_selected_words(state, choosing, early=len(steps) <= EARLY) if may_act else "",
        odds=tuple(words.odds(state, whole)) if whole is not None else (),
        query=chosen.query,
        back=chosen.back.query if chosen.back else None,
        action=choosing.turn.text if choosing.turn else "",
        choices=tuple(_choices(state, choosing)),
    )


def still(view: State, *, viewer: int | None, colours: tuple[str, str]) -> drawing.Drawing:
    """See `Presenter.still`."""
    position = describe.position(view)
    return drawing.plain(_frame(position, viewer), position, colours, {})


def story(step: Step) -> list[str]:
    """See `Presenter.story`."""
    return words.story(step.before, step.action, [outcome for _node, outcome in step.draws])


def line(step: Step, text: str, outcomes: Sequence[str]) -> tuple[str, Sequence[str]]:
    """See `Presenter.line`."""
    return text, outcomes


def board_text(view: State, seat: int | None) -> str:
    """See `Presenter.board_text`."""
    position = describe.position(view)
    return text.board_text(position, _frame(position, seat), seat or 0)


def cells(view: State, seat: int | None, colours: tuple[str, str]) -> list[list[Cell]]:
    """See `Presenter.cells`."""
    position = describe.position(view)
    return text.cells(position, _frame(position, seat), seat or 0, colours)


def _frame(position: Position, viewer: int | None) -> Frame:
    return Frame(position.rows, position.columns, flipped=viewer == 1)


def _owner(viewer: int | None, colours: tuple[str, str]) -> dict[int, str]:
    if viewer is None:
        return {seat: _(colour) for seat, colour in enumerate(colours)}
    return {viewer: _("your"), 1 - viewer: _("their")}


def _ids(steps: Sequence[Step]) -> Mapping[str, str]:
    """A name for each piece, by its square, that stays the same from turn to turn."""
    ids = {piece.square: piece.square for piece in describe.position(steps[0].state).pieces}
    for step in steps[1:]:
        turn = GAME.turn(step.before, step.action)
        if turn.summons:
            ids[turn.goes] = f"{turn.summons}{step.ply}"
        elif turn.moves:
            ids[turn.goes] = ids.pop(turn.start)
    return ids


def _selected_words(state: State, choosing: Choosing, *, early: bool) -> str:
    """What is selected and what it can do now; with nothing selected, `early` in a match, what it is all about."""
    chosen = choosing.chosen
    if choosing.turn:
        return words.sentence(words.turn_words(state, choosing.turns[choosing.turn]))
    if chosen.summons:
        name = said(BY_LETTER[chosen.summons].name)
        return _("Choose where {name} comes in: a dot is the middle of its four squares.").format(name=name)
    if not chosen.start:
        return _("Choose a piece.") + (f" {_goal_words(describe.position(state))}" if early else "")
    return _can_words(choosing, choosing.pieces[chosen.start])


def _goal_words(position: Position) -> str:
    target = {piece.seat: said(BY_LETTER[piece.letter].name) for piece in position.pieces if piece.target}
    words = _("Knock out their {theirs} and protect your {mine}: the two with a heart.")
    return words.format(theirs=target[1 - position.seat], mine=target[position.seat])


def _can_words(choosing: Choosing, piece: PieceOnBoard) -> str:
    what = [f"{words.on_square(piece)}."]
    if choosing.reach:
        what.append(_("It can move to {squares}.").format(squares=words.listed(choosing.reach)))
    targets = dict.fromkeys(target for turn in choosing.attacks for target in choosing.attacked(turn))
    if targets:
        names = words.listed([words.standing(target, target.square) for target in targets])
        what.append(_("It can attack {targets}.").format(targets=names))
    return " ".join(what)


def _choices(state: State, choosing: Choosing) -> list[Choice]:
    if not choosing.chosen.start and not choosing.chosen.summons:
        return [_summon_choice(letter) for letter in choosing.summons]
    return [*_move_only(choosing), *(_attack_choice(state, choosing, turn) for turn in choosing.attacks)]


def _summon_choice(letter: str) -> Choice:
    return Choice(_("Summon {name}").format(name=said(BY_LETTER[letter].name)), Selection(summons=letter).query)


def _move_only(choosing: Choosing) -> list[Choice]:
    """To move without attacking, where there is something to attack."""
    chosen = choosing.chosen
    if not (chosen.goes and choosing.attacks):
        return []
    turn = Turn(chosen.start, chosen.goes)
    label = _("Only move to {square}").format(square=turn.goes)
    return [Choice(label, select(turn).query, action=turn.text, chosen=turn == choosing.turn)]


def _attack_choice(state: State, choosing: Choosing, turn: Turn) -> Choice:
    pieces = zip(choosing.attacked(turn), turn.targets, strict=True)
    names = [words.standing(piece, name) for piece, name in pieces]
    return Choice(
        _("Attack {targets}").format(targets=words.listed(names)),
        select(turn).query,
        odds=", ".join(words.odds(state, choosing.turns[turn])),
        action=turn.text,
        chosen=turn == choosing.turn,
    )
