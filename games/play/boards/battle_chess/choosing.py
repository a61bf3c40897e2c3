"""What is selected on the board and what can be chosen next, as a query string: each state of the board is a link.

`from=c2` a piece, `to=c3` where it goes, `x=d4` or `x=d3,d4` what it attacks from there; `summon=K` a legend of the
reserve, `to=d3` where it comes in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlencode

from engine.battle_chess.describe import PieceOnBoard
from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.battle_chess.turns import Turn
from games.play.boards import Query


@dataclass(frozen=True, slots=True)
class Selection:
    """The part of a turn that is chosen so far; `goes` "" until a square is chosen."""

    start: str = ""
    goes: str = ""
    targets: tuple[str, ...] = ()
    summons: str = ""

    @property
    def query(self) -> str:
        """As a query string, "" for nothing."""
        parts = {"summon": self.summons, "from": self.start, "to": self.goes, "x": ",".join(self.targets)}
        return urlencode({key: value for key, value in parts.items() if value}, safe=",")

    @property
    def back(self) -> Selection | None:
        """One choice less; None if nothing is chosen."""
        if self.targets:
            return replace(self, targets=())
        if self.goes:
            return replace(self, goes="")
        return None if self == Selection() else Selection()

    @property
    def stands(self) -> str:
        """Where the piece stands after what is chosen."""
        return self.goes or self.start

    def begins(self, turn: Turn) -> bool:
        """Whether the turn can still come of what is chosen."""
        return (
            self.start in ("", turn.start)
            and self.summons in ("", turn.summons)
            and self.goes in ("", turn.goes if turn.moves or turn.summons else "")
            and self.targets in ((), turn.targets)
        )

    def is_turn(self, turn: Turn) -> bool:
        """Whether the turn is just what is chosen."""
        return (self.start, self.stands, self.targets, self.summons) == (
            turn.start,
            turn.goes,
            turn.targets,
            turn.summons,
        )


@dataclass(frozen=True)
class Choosing:
    """A position's legal turns, and what is selected of them."""

    turns: Mapping[Turn, int] = field(default_factory=dict)
    chosen: Selection = Selection()
    pieces: Mapping[str, PieceOnBoard] = field(default_factory=dict)  # by each square that they cover

    @cached_property
    def turn(self) -> Turn | None:
        """The whole turn that is chosen, or None."""
        return next((turn for turn in self.turns if self.chosen.is_turn(turn)), None)

    @cached_property
    def starts(self) -> list[str]:
        """The squares of the pieces that can do something."""
        return list(dict.fromkeys(turn.start for turn in self.turns if turn.start))

    @cached_property
    def summons(self) -> list[str]:
        """The letters of the legends that can be summoned."""
        return list(dict.fromkeys(turn.summons for turn in self.turns if turn.summons))

    @cached_property
    def reach(self) -> list[str]:
        """Where the selected piece can go, or the selected legend can come in."""
        chosen = Selection(start=self.chosen.start, summons=self.chosen.summons)
        if chosen == Selection():
            return []
        return [t.goes for t in self.turns if chosen.begins(t) and not t.targets and (t.moves or t.summons)]

    @cached_property
    def attacks(self) -> list[Turn]:
        """The attacks of the selected piece from where it stands now."""
        if not self.chosen.start:
            return []
        place = (self.chosen.start, self.chosen.stands)
        return [turn for turn in self.turns if turn.targets and (turn.start, turn.goes) == place]

    def attacked(self, turn: Turn) -> list[PieceOnBoard]:
        """The pieces that a turn attacks."""
        return [self.pieces[name] for name in turn.targets]

    def open_end(self, turn: Turn) -> bool:
        """Whether there is more to choose: an attack after the move, a second target."""
        same = [t for t in self.turns if (t.start, t.goes) == (turn.start, turn.goes) and turn.start]
        longer = [t for t in same if len(t.targets) > len(turn.targets)]
        return any(set(self._homes(turn)) <= set(self._homes(other)) for other in longer)

    def click(self, piece: PieceOnBoard) -> Turn | None:
        """The attack that a click on an enemy stands for: with what is attacked already, if both can be."""
        here = [turn for turn in self.attacks if piece in self.attacked(turn)]
        if self.turn and len(self.turn.targets) == 1 and piece not in self.attacked(self.turn):
            both = {*self._homes(self.turn), piece.square}
            here.sort(key=lambda turn: set(self._homes(turn)) != both)
            if here and set(self._homes(here[0])) == both:
                return here[0]
        return next((turn for turn in here if len(turn.targets) == 1), None)

    def _homes(self, turn: Turn) -> list[str]:
        return [piece.square for piece in self.attacked(turn)]


def choose(state: State, pieces: Mapping[str, PieceOnBoard], query: Query) -> Choosing:
    """Reads a selection; what no legal turn begins with is left out."""
    turns = {GAME.turn(state, action): action for action in GAME.legal_actions(state)}
    return Choosing(turns, _read(query, turns), pieces)


def _read(query: Query, turns: Collection[Turn]) -> Selection:
    start, goes, summons = (query.get(key, "") for key in ("from", "to", "summon"))
    chosen = Selection(start=start, summons="" if start else summons)
    if chosen == Selection() or not any(chosen.begins(turn) for turn in turns):
        return Selection()
    moved = replace(chosen, goes=goes)
    if any(moved.begins(turn) for turn in turns):
        chosen = moved
    attacking = replace(chosen, targets=tuple(query.get("x", "").split(",")))
    return attacking if any(attacking.is_turn(turn) for turn in turns) else chosen


def select(turn: Turn) -> Selection:
    """The selection that a whole turn stands for."""
    return Selection(turn.start, turn.goes if turn.moves or turn.summons else "", turn.targets, turn.summons)
