"""What holds for any fight: random tables, fighters, orders, GMs and dice."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol import CHANCE, TERMINAL, IllegalAction, NotationError
from engine.tabletop import views
from engine.tabletop.changes import Afflicted, Change, Cured, Healed, Left, Lost, Placed, Shifted, Spent, Stood, Waited
from engine.tabletop.conditions import BY_NAME, Status
from engine.tabletop.fight import Fight
from engine.tabletop.fighter import Fighter, from_sheet
from engine.tabletop.game import GAME, events, opened
from engine.tabletop.items import BY_SLUG
from engine.tabletop.numbers import BALLS
from engine.tabletop.orders import (
    REACTIONS,
    Action,
    Add,
    Approach,
    Ball,
    Counter,
    End,
    Order,
    Plan,
    React,
    Reaction,
    Roll,
    Round,
    Rule,
    Say,
    Settle,
    Throw,
    Undo,
    Use,
    Wait,
    Withdraw,
)
from engine.tabletop.settings import Settings
from engine.tabletop.sheets import pokemon
from engine.tabletop.species import moves, species
from engine.tabletop.stats import STATS

SPECIES, MOVES = list(species().values()), list(moves().values())
CONDITIONS = list(BY_NAME)
CAUSES = [move for move in MOVES if any(effect.condition for effect in move.effects)]
SEEDS = st.integers(0, 2**32)
Log = list[tuple[Action, list[int]]]


def any_settings(rng: Random) -> Settings:
    return Settings(
        rng.random() < 0.5, rng.choice((17, 18)), rng.choice(("difficulty", "d100")), rng.choice(("chosen", "asked"))
    )


def any_fighter(rng: Random, id: str, table: Settings) -> Fighter:
    known = dict.fromkeys((*rng.sample(MOVES, 3), *rng.sample(CAUSES, 2)))
    sheet = pokemon(rng.choice(SPECIES), table, level=rng.randint(1, 100), moves=known)
    if rng.random() < 0.3:
        sheet = replace(sheet, statuses=(Status(rng.choice(CONDITIONS), 2),))
    own = from_sheet(sheet, id, rng.randint(0, 3), side=rng.randint(0, 1), secret=rng.random() < 0.3)
    return replace(own, energy=rng.randint(0, 20), item=rng.choice(("", *BY_SLUG)), orders=rng.choice((0, 1, 1, 2)))


def any_fight(rng: Random) -> Fight:
    table, ids = any_settings(rng), [f"f{number}" for number in range(rng.randint(0, 4))]
    fighters = [any_fighter(rng, id, table) for id in ids]
    return opened(table, fighters, [(one, other) for one in ids for other in ids if one < other and rng.random() < 0.5])


def any_order(rng: Random, state: Fight, own: Fighter) -> Order:
    other = rng.choice(state.fighters).id
    move = rng.choice((*own.moves, MOVES[0])).slug if rng.random() < 0.9 else "struggle"
    known = own.move(move)
    target = "" if known and not known.targeted else other
    return rng.choice(
        (
            *[Use(move, target)] * 6,
            *[Counter(move, rng.choice(("", other)))] * 4,
            Wait(),
            Approach(other),
            Withdraw(other),
            Ball("super_ball", other, rng.randint(1, 12)),
            Say("!"),
        )
    )


def any_round(rng: Random, state: Fight) -> Action:
    plans = []
    for own in state.fighters:
        orders = tuple(any_order(rng, state, own) for _ in range(rng.randint(0, max(1, own.orders))))
        met = tuple(Reaction(how, rng.choice(("", own.id))) for how in rng.sample(REACTIONS, rng.randint(0, 2)))
        plan = Plan(own.id, orders, met)
        if legal(state, Round((plan,))):
            plans.append(plan)
    return Round(tuple(plans))


def any_change(rng: Random, state: Fight) -> Change:
    one, other = rng.choice(state.fighters).id, rng.choice(state.fighters).id
    name = rng.choice(CONDITIONS)
    return rng.choice(
        (
            Lost(one, rng.randint(0, 30)),
            Healed(one, rng.randint(0, 30)),
            Spent(one, rng.randint(-9, 9)),
            Shifted(one, rng.choice((*STATS, "precision")), rng.randint(-9, 9)),
            Afflicted(one, Status(name, rng.randint(0, 7), other)),
            Cured(one, name),
            Waited(one, rng.random() < 0.5),
            Placed(one, rng.randint(1, 12)),
            Left(one, rng.choice(("", "removed"))),
            Stood(one, other, rng.random() < 0.5),
        )
    )


def any_action(rng: Random, state: Fight) -> Action:
    """Something that may be tried; not always legal."""
    if state.pending is not None:
        return rng.choice((*(React(how) for how in REACTIONS), Undo(), Round()))
    joining = Add(any_fighter(rng, f"f{rng.randint(0, 9)}", state.settings))
    if not state.fighters:
        return rng.choice((joining, Roll("", rng.randint(0, 9), rng.randint(1, 10)), Round(), End(), Undo()))
    one = rng.choice(state.fighters).id
    asks = state.requests[0].fighter if state.requests else one
    changes = tuple(any_change(rng, state) for _ in range(rng.randint(0, 4)))
    return rng.choice(
        (
            *[any_round(rng, state)] * 12,
            *(joining, Rule(changes), Rule(changes), Settle(asks), Undo(), End()),
            Roll("", rng.randint(0, 9), rng.randint(1, 10), rng.choice(("", one))),
            Throw(rng.choice(list(BALLS)), rng.randint(1, 20), rng.choice(("", one))),
        )
    )


def legal(state: Fight, action: Action) -> bool:
    try:
        GAME.check(state, action)
    except IllegalAction as error:
        return not str(error).isprintable()  # never: each says in one line what is wrong
    return True


def throw(rng: Random, state: Fight) -> tuple[Fight, list[int]]:
    """All dice that are awaited."""
    drawn: list[int] = []
    while GAME.current_player(state) == CHANCE:
        outcomes = GAME.chance_outcomes(state)
        assert {weight for _, weight in outcomes} == {1}
        drawn.append(int(rng.choice(outcomes)[0]))
        state = GAME.apply(state, drawn[-1])
    return state, drawn


def fought(seed: int, most: int = 12) -> tuple[Fight, list[int], list[tuple[Fight, Action, list[int], Fight]]]:
    """A random fight: its start, the first dice, and each legal action with what was before and after it."""
    rng = Random(seed)
    start = any_fight(rng)
    state, first = throw(rng, start)
    steps = []
    for _ in range(most):
        action = any_action(rng, state)
        if GAME.current_player(state) == TERMINAL:
            break
        if legal(state, action):
            after, drawn = throw(rng, GAME.apply(state, action))
            steps.append((state, action, drawn, after))
            state = after
    return start, first, steps


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_any_sequence_of_legal_actions_replays_from_its_texts(seed: int) -> None:
    start, first, steps = fought(seed)

    state = GAME.parse_state(GAME.state_text(start))
    for die in first:
        state = GAME.apply(state, GAME.parse_action(state, str(die)))
    for before, action, drawn, after in steps:
        assert state == before
        state = GAME.apply(state, GAME.parse_action(state, GAME.action_text(before, action)))
        for die in drawn:
            state = GAME.apply(state, GAME.parse_action(state, str(die)))
        assert state == after


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_any_state_comes_back_from_its_text_and_goes_on_alike(seed: int) -> None:
    _, _, steps = fought(seed, most=6)

    for before, action, drawn, after in steps:
        state = GAME.apply(before, action)
        for die in drawn:
            text = GAME.state_text(state)
            assert text.isprintable()
            again = GAME.parse_state(text)
            assert (again, hash(again), GAME.state_text(again)) == (state, hash(state), text)
            assert GAME.chance_outcomes(again) == GAME.chance_outcomes(state)
            state = GAME.apply(again, die)
        assert GAME.parse_state(GAME.state_text(after)) == after == state


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_a_state_can_be_gone_on_from_twice(seed: int) -> None:
    """A state is a value: going on from it leaves it as it was, however often that is done."""
    _, _, steps = fought(seed, most=6)

    for before, action, drawn, after in steps:
        waits = GAME.apply(before, action)
        for die in drawn:
            text = GAME.state_text(waits)
            copied = pickle.loads(pickle.dumps(waits))
            one, other = GAME.apply(waits, die), GAME.apply(waits, die)
            assert one == other == GAME.apply(copied, die)
            assert GAME.state_text(waits) == text
            waits = one
        assert waits == after


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_vitality_energy_and_stats_stay_within_their_limits(seed: int) -> None:
    for *_, after in fought(seed)[2]:
        for own in after.fighters:
            assert 0 <= own.vitality <= own.max_vitality
            assert 0 <= own.energy <= own.max_energy
            assert all(own.stat(stat) >= 1 for stat in STATS)
            assert sum(status.exclusive for status in own.statuses) <= 1
            assert len({status.name for status in own.statuses}) == len(own.statuses)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_a_fight_s_events_make_its_changes(seed: int) -> None:
    """What is told is what happens: the changes told, applied to the fight before, give the fight after."""
    for before, action, drawn, after in fought(seed)[2]:
        if isinstance(action, Undo | React) or before.pending or after.pending:
            continue
        state = before
        if isinstance(action, Add):
            state = replace(before, fighters=(*before.fighters, action.fighter))
        for event in events(before, action, drawn):
            state = state.changed(event) if hasattr(event, "on") or event.kind == "stood" else state  # type: ignore[arg-type]
        assert state.fighters == after.fighters
        assert state.contacts == after.contacts or isinstance(action, Add)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_an_answer_s_events_follow_those_before_it(seed: int) -> None:
    _, _, steps = fought(seed, most=20)
    begun: tuple[Fight, Action, list[Any]] | None = None
    told: list[Any] = []

    for before, action, drawn, after in steps:
        if before.pending is None:
            begun, told = (before, action, list(drawn)), events(before, action, drawn)
        elif isinstance(action, React):
            assert begun is not None
            begun[2].extend([action.how, *drawn])
            told = [*told, *events(before, action, drawn)]
        if after.pending is not None:
            assert len(told) > 0
            assert after.pending.inputs == tuple(begun[2]) if begun else True


@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_any_fight_can_be_closed(seed: int) -> None:
    start, _, steps = fought(seed)
    state = steps[-1][-1] if steps else throw(Random(seed), start)[0]

    if state.pending is not None:
        state = GAME.apply(state, Undo())
    if GAME.current_player(state) != TERMINAL:
        assert legal(state, End())
        state = GAME.apply(state, End())
    assert GAME.current_player(state) == TERMINAL


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_views_hold_no_secrets_and_come_back(seed: int) -> None:
    for before, action, _, after in fought(seed, most=8)[2]:
        for seat in (None, 1, 2, 3):
            view = GAME.observation(after, seat)
            assert GAME.observation(view, seat) == view
            assert GAME.observation(view, None) == GAME.observation(after, None)
            assert GAME.current_player(view) == GAME.current_player(after)
            assert GAME.parse_state(GAME.state_text(view)) == view
            assert view.pending is None
            assert GAME.seen(before, action, seat).isprintable()
            blurred = replace(after, fighters=tuple(_blurred(own, seat) for own in after.fighters))
            if after.pending is None:
                assert GAME.state_text(GAME.observation(blurred, seat)) == GAME.state_text(view)


def _blurred(own: Fighter, seat: int | None) -> Fighter:
    """With another sheet, if the seat does not see it."""
    if not own.secret or own.seat == seat:
        return own
    standing = {"max_vitality": 9, "vitality": 7 if own.vitality else 0}
    return replace(own, moves=(), energy=0, level=2, item="", ups=0, stats=own.stats.plus("will", 1), **standing)


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_text_is_refused_or_is_one_of_something_else(seed: int) -> None:
    rng = Random(seed)
    _, _, steps = fought(seed, most=3)
    for before, action, *_ in steps:
        for _ in range(10):
            _read(GAME.parse_state, GAME.state_text, _damaged(GAME.state_text(before), rng))
            text = _damaged(GAME.action_text(before, action), rng)
            _read(partial(GAME.parse_action, before), partial(GAME.action_text, before), text)


def _damaged(text: str, rng: Random) -> str:
    place, junk = (
        rng.randrange(len(text) + 1),
        rng.choice(["", "x", "9", "0", "é", " ", "\n", "-", '"', "\ud800", "٣", "]"]),
    )
    return text[:place] + junk + text[place + rng.randrange(3) :]


def _read(parse: Any, write: Any, text: str) -> None:
    try:
        value = parse(text)
    except NotationError as error:
        if not str(error).isprintable():
            raise AssertionError(repr(error)) from error
    else:
        assert write(value) == text


def test_the_random_fights_reach_what_they_should() -> None:
    """The properties above are worth something only if the random fights are about something."""
    missing = _all_kinds()
    for seed in range(150):
        for before, action, drawn, _ in fought(seed, most=14)[2] if missing else ():
            missing -= {action.kind, *(event.kind for event in events(before, action, drawn))}

    assert not missing, missing


def _all_kinds() -> set[str]:
    told = "rolled threw joined began used idled missed dodged hit countered spared named said settled"
    changed = (
        "ruled thrown undone ended lost healed spent shifted afflicted cured counted waited equipped placed left stood"
    )
    done = "round react rule add settle roll throw undo end"
    return {*told.split(), *changed.split(), *done.split()}


def test_views_filter_events_for_every_seat() -> None:
    for before, action, drawn, _ in fought(7)[2]:
        happened: Sequence[Any] = events(before, action, drawn)
        assert views.events(before, happened, 0) == happened
        assert len(views.events(before, happened, None)) <= len(happened)
