"""What every game offers, and what the site, the command line and the computer players may ask of it.

A state is an immutable value. Whoever owns the match asks `current_player`: a seat acts by a decision, CHANCE by one
of `chance_outcomes`, TERMINAL by nothing. Actions and outcomes are opaque hashable values; text is for borders only.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeVar

from engine.words import Words

CHANCE, TERMINAL = -1, -2
CLAIM_AT = 3  # times that a position must have stood for who is to move to claim a draw

S = TypeVar("S")
A = TypeVar("A", bound=Hashable)


class EngineError(ValueError):
    """Something that came from outside is wrong; `str()` is one line that a user can act on.

    `args[0]` is the same line, as Words where it is meant for other languages too.
    """


class IllegalAction(EngineError):
    """The action cannot be played in this state.

    `code` names the reason for programs ("not_your_piece"), `field` the part of the action that is wrong ("from").
    """

    def __init__(self, message: str, *, code: str, field: str = "action") -> None:
        super().__init__(message)
        self.code = code
        self.field = field


class NotationError(EngineError):
    """A text is not valid notation; `field` names the part that is wrong ("board", "bonus", "turn")."""

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(Words("{field}: {message}", field=field, message=message))
        self.field = field


class Replayable(Protocol[S, A]):
    """A board game, or a fight of the tabletop game: a log of decisions and outcomes that replays exactly."""

    rules_version: str

    def initial_state(self, setup: str) -> S:
        """The first state of a setup's slug or of a position's text; may be a chance node.

        Raises NotationError for what is neither, and for a position so late that what follows it could not be read.
        """
        ...

    def current_player(self, state: S) -> int:
        """The seat to act (0-based), CHANCE or TERMINAL."""
        ...

    def check(self, state: S, action: A) -> None:
        """Raise IllegalAction unless `action` may be played by the seat to act."""
        ...

    def apply(self, state: S, action: A) -> S:
        """The state after a legal decision, or after an outcome at a chance node; `state` stays as it was."""
        ...

    def chance_outcomes(self, state: S) -> Sequence[tuple[A, int]]:
        """At a chance node: each distinct outcome with its whole-number weight (> 0), in a fixed order."""
        ...

    def observation(self, state: S, seat: int | None) -> S:
        """The same type with everything taken out that `seat` (None: a spectator) may not know."""
        ...

    def action_text(self, state: S, action: A) -> str:
        """Notation of a decision or an outcome."""
        ...

    def parse_action(self, state: S, text: str) -> A:
        """Inverse of `action_text`, for a decision or, at a chance node, an outcome.

        Raises NotationError if it is no notation at all and IllegalAction if it names nothing that exists here."""
        ...

    def seen(self, state: S, action: A, seat: int | None) -> str:
        """`action_text` as `seat` (None: a spectator) may know it while the match runs; its own actions in full.

        Actions that lead to states which `observation` shows alike have one text."""
        ...

    def state_text(self, state: S) -> str:
        """All there is to know about a state, as one line."""
        ...

    def parse_state(self, text: str) -> S:
        """Inverse of `state_text`; raises NotationError naming the field that is wrong."""
        ...


class Game(Replayable[S, A], Protocol[S, A]):
    """A board game that can be searched."""

    def legal_actions(self, state: S) -> Sequence[A]:
        """Every decision of the seat to act, in a fixed order; the same on the mover's own observation."""
        ...

    def returns(self, state: S) -> tuple[float, ...]:
        """At a terminal state, per seat: 1.0 won, 0.0 lost, 0.5 drawn."""
        ...

    def ending(self, state: S) -> str:
        """At a terminal state, why it ended, as a key of `GameInfo.endings` ("target", "no_turn", "quiet")."""
        ...

    def alike(self, state: S) -> str:
        """The state's text without what only counts turns: equal for states that look alike."""
        ...

    def repetition(self, state: S) -> str | None:
        """Equal for states that repeat each other; who has the turn in the `CLAIM_AT`th of them may claim a draw.

        None where nothing can be claimed: in the middle of a turn, or in a game without such a rule."""
        ...

    def resample(self, view: S, seat: int, rng: Random) -> S:
        """A full state that fits what `seat` sees in `view`; its observation is `view` again."""
        ...

    def evaluate(self, state: S, seat: int) -> float:
        """How good the state looks for `seat`, as a win-probability-like value in [-1, 1]."""
        ...

    def solved(self, state: S) -> Sequence[tuple[A, float]] | None:
        """If it is known what the state is worth by best play: every decision of the seat to act with its worth to it,
        from -1 lost to 1 won, best first; among equals, first what wins sooner or loses later.

        None where the game is not solved, and at states without decisions."""
        ...


POSITION = "position"  # the slug of what begins from a text instead of a setup of the game's own


@dataclass(frozen=True, slots=True)
class SetupInfo:
    """One way to begin a game: a line of its data, or a position that somebody has written down (slug POSITION)."""

    slug: str
    name: str
    summary: str
    colours: tuple[str, ...] = ()  # the seats' token colours by default, first player first
    colour_choice: tuple[str, ...] = ()  # colours a player may choose instead; empty: none


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What can be said of a game without loading its rules."""

    slug: str
    name: str
    summary: str
    setups: tuple[SetupInfo, ...]
    seats: int = 2
    endings: Mapping[str, str] = field(default_factory=dict)  # key of Game.ending -> words for people

    def setup(self, slug: str) -> SetupInfo:
        """The setup of that slug, or what stands for the text of a position, with the first setup's colours.

        Raises NotationError if there is none. Whether a text is a position is not looked at: the rules know.
        """
        if is_position(slug):
            first = self.setups[0]
            return SetupInfo(POSITION, "From a position", "", first.colours, first.colour_choice)
        for setup in self.setups:
            if setup.slug == slug:
                return setup
        known = ", ".join(s.slug for s in self.setups)
        message = Words("no setup {slug!r} in {game}; there are {known}", slug=slug, game=self.name, known=known)
        raise NotationError(message, field="setup")


def is_position(setup: str) -> bool:
    """Whether it is the text of a position, which unlike a slug has spaces in it."""
    return " " in setup.strip()


AnyGame = Game[Any, Any]
AnyReplayable = Replayable[Any, Any]
