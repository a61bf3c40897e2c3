"""Carries an action out as far as the dice and answers that have come in take it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.protocol import IllegalAction
from engine.tabletop import rounds, throwing
from engine.tabletop.events import Ended, Event, Joined, Ruled, Settled, Undone
from engine.tabletop.fight import Ask, Die, Fight, Pending
from engine.tabletop.orders import REACTIONS, Action, Add, End, Open, Roll, Round, Rule, Settle, Throw, Undo
from engine.tabletop.stage import Stage, Steps, roll
from engine.words import Words

Input = int | str


@dataclass(slots=True)
class Run:
    """An action on its way: it may be driven on once from where it stands."""

    stage: Stage
    steps: Steps[None]

    def on(self, value: Input | None) -> Ask | None:
        """What is awaited after this came in, None at the end."""
        try:
            return self.steps.send(value)
        except StopIteration:
            return None


def begin(fight: Fight, action: Action) -> Fight:
    """The fight once a legal action has been carried out, or waits for its first die or answer."""
    return _resume(fight, action, ())


def go_on(fight: Fight, value: Input) -> Fight:
    """The fight after the die or the answer that its pending action waits for. Raises IllegalAction for any other."""
    pending = fight.pending
    assert pending is not None
    _check(pending.ask, value)
    try:
        run: Run = pending.running.pop()  # whoever comes second starts again from the beginning
    except IndexError:
        return _resume(fight, pending.action, (*pending.inputs, value))
    return _outcome(fight, pending.action, (*pending.inputs, value), run, run.on(value))


def revived(fight: Fight) -> Fight:
    """A fight whose pending action is known by its inputs alone. Raises IllegalAction if they cannot have come in."""
    pending = fight.pending
    return fight if pending is None else _resume(fight, pending.action, pending.inputs)


def events(fight: Fight, action: Action, inputs: Sequence[Input]) -> list[Event]:
    """All that happened by the time these inputs have come in."""
    stage = _run(replace(fight, pending=None), action, inputs)[0].stage
    return stage.events


def _resume(fight: Fight, action: Action, inputs: tuple[Input, ...]) -> Fight:
    return _outcome(fight, action, inputs, *_run(replace(fight, pending=None), action, inputs))


def _run(fight: Fight, action: Action, inputs: Sequence[Input]) -> tuple[Run, Ask | None]:
    stage = Stage(fight)
    run = Run(stage, _steps(stage, action))
    ask = run.on(None)
    for value in inputs:
        _check(ask, value)
        ask = run.on(value)
    return run, ask


def _check(ask: Ask | None, value: Input) -> None:
    if isinstance(ask, Die):
        if type(value) is int and 1 <= value <= ask.sides:
            return
        raise IllegalAction(Words("a die shows 1 to {sides}", sides=ask.sides), code="die", field="bonus")
    if ask is None or value not in REACTIONS:
        known = ", ".join(REACTIONS)
        raise IllegalAction(Words("the answer is one of {known}", known=known), code="reaction", field="how")


def _outcome(fight: Fight, action: Action, inputs: tuple[Input, ...], run: Run, ask: Ask | None) -> Fight:
    if ask is None:
        return run.stage.fight
    return replace(fight, pending=Pending(action, inputs, ask, run.stage.fight, [run]))


# The actions


def _steps(stage: Stage, action: Action) -> Steps[None]:
    match action:
        case Open():
            yield from rounds.initiative(stage)
        case Round():
            yield from rounds.play(stage, action)
        case Add():
            yield from _add(stage, action)
        case Roll():
            yield from roll(stage, action.fighter, "declared", action.pool, action.dd)
        case Throw():
            yield from throwing.throw(stage, action)
        case _:
            _at_once(stage, action)


def _at_once(stage: Stage, action: Action) -> None:
    match action:
        case Rule():
            stage.tell(Ruled(action.reason))
            for change in action.changes:
                stage.change(change)
        case Settle():
            place = next(k for k, one in enumerate(stage.fight.requests) if one.fighter == action.fighter)
            requests = stage.fight.requests
            stage.tell(Settled(action.fighter, requests[place].text, action.ruling))
            stage.fight = replace(stage.fight, requests=requests[:place] + requests[place + 1 :])
        case Undo():
            assert stage.fight.before is not None
            stage.fight = stage.fight.before
            stage.tell(Undone(stage.fight.round))
        case End():
            stage.fight = replace(stage.fight, over=True)
            stage.tell(Ended())


def _add(stage: Stage, action: Add) -> Steps[None]:
    fighter = action.fighter
    pairs = {(min(fighter.id, other), max(fighter.id, other)) for other in action.contacts}
    stage.fight = replace(
        stage.fight,
        fighters=(*stage.fight.fighters, fighter),
        contacts=tuple(sorted({*stage.fight.contacts, *pairs})),
    )
    stage.tell(Joined(fighter.id))
    yield from rounds.initiative(stage)
