"""A fight as the rest of the house sees it: GAME.

Every decision is logged for the seat of the GM: sealed orders lie elsewhere until the action that closes the round
brings them all. A fight without fighters is a scene: rolls and throws can be declared in it. It is no board game, so it
has no `info.py` and stands in no lobby. Its setups are the texts of first states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from engine.protocol import CHANCE, TERMINAL, IllegalAction, NotationError, Replayable
from engine.tabletop import codec, illegal, resolve, views
from engine.tabletop.events import Event, Undone
from engine.tabletop.fight import RULES, Ask, Die, Fight
from engine.tabletop.fighter import GM, Fighter
from engine.tabletop.orders import Action, Open, React, Undo
from engine.tabletop.settings import Settings
from engine.words import Words


class TabletopFight:
    """`engine.protocol.Replayable`; decisions are `orders.Action`, outcomes the sides of dice as whole numbers."""

    rules_version = "1"

    def initial_state(self, setup: str) -> Fight:
        """The state of a text. Raises NotationError."""
        return self.parse_state(setup)

    def current_player(self, state: Fight) -> int:
        """CHANCE while a die is awaited, TERMINAL once it is over, else the GM's seat."""
        if isinstance(_ask(state), Die):
            return CHANCE
        return TERMINAL if state.over else GM

    def check(self, state: Fight, action: Action | int) -> None:
        """Raise IllegalAction, with what is wrong, unless the action may be taken now."""
        if not isinstance(action, int):
            illegal.check(state, action)

    def apply(self, state: Fight, action: Action | int) -> Fight:
        """The fight after a legal action or a die."""
        if isinstance(action, int):
            return resolve.go_on(state, action)
        if state.pending is None:
            return resolve.begin(state, action)
        return resolve.go_on(state, action.how) if isinstance(action, React) else replace(state, pending=None)

    def chance_outcomes(self, state: Fight) -> Sequence[tuple[int, int]]:
        """The sides of the die that is awaited."""
        ask = _ask(state)
        assert isinstance(ask, Die)
        return _sides(ask.sides)

    def observation(self, state: Fight, seat: int | None) -> Fight:
        """What a seat may know: no sheets that are secret from it, no orders that are still to come."""
        return views.fight(state, seat)

    def action_text(self, state: Fight, action: Action | int) -> str:
        """One line of JSON; a die as its number."""
        return str(action) if isinstance(action, int) else codec.dumps(action)

    def parse_action(self, state: Fight, text: str) -> Action | int:
        """Inverse of `action_text`. Raises NotationError."""
        if self.current_player(state) != CHANCE:
            action: Action = codec.loads(Action, text, "action")
            return action
        sides = {str(side): side for side, _ in self.chance_outcomes(state)}
        if text not in sides:
            raise NotationError(Words("a die shows 1 to {sides}", sides=len(sides)), field="bonus")
        return sides[text]

    def seen(self, state: Fight, action: Action | int, seat: int | None) -> str:
        """`action_text` without others' orders and without what would tell of a secret sheet."""
        return self.action_text(state, action if isinstance(action, int) else views.action(state, action, seat))

    def state_text(self, state: Fight) -> str:
        """One line of JSON, without what follows from the rest."""
        return codec.dumps(state)

    def parse_state(self, text: str) -> Fight:
        """Inverse of `state_text`. Raises NotationError."""
        state: Fight = codec.loads(Fight, text, "fight")
        try:
            _check_whole(state)
            revived = resolve.revived(state)
        except IllegalAction as error:
            raise NotationError(error.args[0], field="fight.pending") from error
        if (state.pending is None) != (revived.pending is None):
            raise NotationError(Words("nothing is awaited any more"), field="fight.pending")
        return revived


GAME: Replayable[Fight, Action | int] = TabletopFight()


def opened(settings: Settings, fighters: Iterable[Fighter] = (), contacts: Iterable[tuple[str, str]] = ()) -> Fight:
    """The first state of a fight between these: initiative comes first. Raises NotationError if they do not fit."""
    pairs = tuple(sorted((min(pair), max(pair)) for pair in contacts))
    return resolve.begin(Fight(settings, tuple(fighters), pairs, rules=RULES), Open())


def events(before: Fight, action: Any, outcomes: Sequence[int] = ()) -> list[Event]:
    """What a legal action and the dice after it did, one thing after another. `before` may be an opening fight:
    then `action` is None."""
    pending = before.pending
    if pending is None:
        return resolve.events(before, action, outcomes)
    if isinstance(action, Undo):
        return [Undone(before.round)]
    told = len(resolve.events(before, pending.action, pending.inputs))
    answer = (action.how,) if isinstance(action, React) else ()
    return resolve.events(before, pending.action, (*pending.inputs, *answer, *outcomes))[told:]


def _ask(state: Fight) -> Ask | None:
    return state.pending.ask if state.pending else state.awaits


@cache
def _sides(sides: int) -> tuple[tuple[int, int], ...]:
    return tuple((side, 1) for side in range(1, sides + 1))


def _check_whole(state: Fight) -> None:
    """What no single value can know. Raises IllegalAction or NotationError."""
    before, pending = state.before, state.pending
    if before is not None and (before.before is not None or before.pending or before.awaits or before.over):
        raise NotationError(Words("it has nothing before it and nothing going on"), field="fight.before")
    if state.awaits is not None and (pending or before):
        raise NotationError(Words("a view has nothing else going on"), field="fight.awaits")
    if pending is None:
        return
    if state.over or isinstance(pending.action, React | Undo):
        raise NotationError(Words("this cannot be going on"), field="fight.pending")
    if not isinstance(pending.action, Open):
        illegal.check(replace(state, pending=None), pending.action)
