"""How far a match has come: its turns, each of one or several actions, and where among them a page stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.protocol import CHANCE
from games.play.boards import Presenter
from games.play.models import Match, Seat
from games.play.queries.matches import Shown, Sight
from games.players import asked

THROWN = (gettext_noop("rock"), gettext_noop("paper"), gettext_noop("scissors"))  # as they stand in a sentence


@dataclass(frozen=True, slots=True)
class Line:
    """An action in the list of turns, or with ply 0 what was drawn before the first."""

    ply: int
    text: str
    outcomes: Sequence[str]
    shown: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """What one seat did in a row. `number` is 0 for what was drawn before the first turn."""

    number: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """What has led to the position shown: a seat's turn as far as it went, or with None what was drawn at the start."""

    seat: Seat | None
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the match the page stands: at `at` of `ply` actions. `live`: where the match itself stands.

    `turn` is the number of the turn that the last of these actions belongs to, out of `turns`; `part` counts the
    actions within it where it goes on after them, and is 0 where it ends.
    """

    at: int
    ply: int
    live: bool
    turn: int
    turns: int
    part: int

    @property
    def previous(self) -> int:
        """One action back."""
        return self.at - 1

    @property
    def next(self) -> int:
        """One action on."""
        return self.at + 1


def place(match: Match, query: Mapping[str, str], steps: Sequence[Shown]) -> Place:
    """Where `?at=` leads: the match as it stands, unless it names an action before the last."""
    at = asked.number(query.get("at", ""), match.ply, digits=5)
    at_ply = min(at, match.ply)
    turns = _grouped(steps)
    turn = next(index for index, own in enumerate(turns) if own[-1].ply >= at_ply)
    goes_on = at_ply != turns[turn][-1].ply or (at_ply == match.ply and match.running and at_ply > match.turn_ply)
    part = at_ply - turns[turn][0].ply + 1 if goes_on and at_ply else 0
    return Place(at_ply, match.ply, at >= match.ply, turn, len(turns) - 1, part)


def begun(sight: Sight) -> str:
    """How it was settled who begins, for a player: "You threw paper, Bob rock: you begin."; "" where nothing was.

    The throws after the pair that decided are nobody's business; ties before it are told.
    """
    settled = sight.match.beginner
    if sight.seat is None or settled.get("method") not in ("throws", "random"):
        return ""
    begins = _("you begin") if sight.viewer == 0 else _("%s begins") % sight.other.player
    if settled["method"] == "random":
        return _("It was drawn who begins: {begins}.").format(begins=begins)
    mine, theirs = (settled["throws"][seat.joined] for seat in (sight.seat, sight.other))
    pairs = list(zip(mine, theirs, strict=True))
    ties = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    if ties == len(pairs):
        return _("You both threw the same three times, so it was drawn: {begins}.").format(begins=begins)
    words = (
        _("You both threw {ties}; then you threw {mine}, {who} {theirs}: {begins}.")
        if ties
        else _("You threw {mine}, {who} {theirs}: {begins}.")
    )
    same = _(", then ").join(_(throw) for throw in mine[:ties])
    one, other = map(_, pairs[ties])
    return words.format(ties=same, mine=one, who=sight.other.player, theirs=other, begins=begins)


def _grouped(steps: Sequence[Shown]) -> list[list[Shown]]:
    """The start, then the steps of each turn."""
    return [list(own) for _seat, own in groupby(steps, key=lambda step: step.seat)]


def turns(presenter: Presenter, steps: Sequence[Shown], at: int) -> list[Turn]:
    """The list of turns; what was drawn at the start comes first, if anything was."""
    return [
        Turn(number, tuple(_line(presenter, step, shown=step.ply == at) for step in own))
        for number, own in enumerate(_grouped(steps))
        if number or own[0].outcomes
    ]


def _line(presenter: Presenter, step: Shown, *, shown: bool) -> Line:
    if step.seat == CHANCE:
        return Line(step.ply, step.text, step.outcomes, shown)
    return Line(step.ply, *presenter.line(step, step.text, step.outcomes), shown)


def happened(sight: Sight, presenter: Presenter, steps: Sequence[Shown]) -> Happened | None:
    """What led to the position after the last of these steps; None at a start without draws."""
    *_, last = _grouped(steps)
    if last[0].seat == CHANCE and not last[0].draws:
        return None
    seat = None if last[0].seat == CHANCE else sight.seats[last[0].seat]
    return Happened(seat, [sentence for step in last for sentence in presenter.story(step)])
