"""Whoever may not know something gets the same, letter by letter, whatever it is."""

from __future__ import annotations

from itertools import product

import pytest

from engine.protocol import IllegalAction
from engine.tabletop import views
from engine.tabletop.changes import Afflicted, Counted, Equipped, Healed, Left, Lost, Shifted, Spent
from engine.tabletop.conditions import Status
from engine.tabletop.events import Event
from engine.tabletop.fight import Asked, Fight
from engine.tabletop.fighter import Fighter
from engine.tabletop.game import GAME, events
from engine.tabletop.orders import Action, Add, Round, Rule, Wait
from tests.each import each
from tests.engine.tabletop.fights import EMBER, TACKLE, dice, fight, fighter, plan, stats, told, use

SEATS = (None, 1, 2)


def wild(id: str = "wild", **fields: object) -> Fighter:
    """The GM's, whose sheet is secret."""
    return fighter(id, TACKLE, **({"seat": 0, "secret": True, "initiative": 5} | fields))


def with_wild(**fields: object) -> Fight:
    return fight(fighter("a", initiative=20), fighter("b", seat=2, initiative=9), wild(**fields))


OTHERS = [
    {"stats": stats(9)},
    {"vitality": 3, "max_vitality": 90},
    {"energy": 1, "max_energy": 70},
    {"moves": (EMBER,), "item": "oran_berry", "level": 50},
    {"changes": stats(0, will=2), "ups": 2, "downs": 3},
]


@each(product(SEATS, OTHERS))
def test_a_secret_sheet_shows_nothing_of_itself(seat: int | None, fields: dict[str, object]) -> None:
    one, other = (GAME.observation(with_wild(**own), seat) for own in ({}, fields))

    assert GAME.state_text(one) == GAME.state_text(other)
    assert GAME.state_text(with_wild()) != GAME.state_text(with_wild(**fields))


def test_what_shows_in_a_fight_shows() -> None:
    state = with_wild(statuses=(Status("bad_poison", 3),), types=("water",), waiting=True)

    seen = GAME.observation(state, 1).fighter("wild")

    assert (seen.name, seen.types, seen.waiting, seen.standing) == ("Wild", ("water",), True, True)
    assert seen.statuses == (Status("bad_poison"),)


def test_the_gm_and_its_own_seat_see_a_secret_sheet() -> None:
    state = with_wild(seat=2)

    assert GAME.observation(state, 0) == state
    assert GAME.observation(state, 2).fighter("wild") == state.fighter("wild")
    assert GAME.observation(state, 1).fighter("wild") != state.fighter("wild")


def asked(*b: str) -> Fight:
    """In the middle of a round: B is asked, and what B and the GM ordered is still to come."""
    state = fight(
        fighter("a", initiative=20), fighter("b", TACKLE, EMBER, seat=2, initiative=9), wild(), reactions="asked"
    )
    plans = (use("a", "tackle", "b"), use("b", *b) if b else plan("b", Wait()))
    return told(state, Round(plans), dice(3, 2))[0]


@pytest.mark.parametrize("seat", SEATS)
def test_orders_that_are_still_to_come_are_hidden(seat: int | None) -> None:
    views = {GAME.state_text(GAME.observation(asked(*b), seat)) for b in ((), ("tackle", "a"), ("ember", "wild"))}

    assert len(views) == 1


def test_in_a_round_a_fight_is_as_it_stands_by_then() -> None:
    waits = asked()
    assert waits.pending is not None

    assert (waits.fighter("a").energy, waits.now.fighter("a").energy) == (20, 18)
    assert (waits.now.awaits, waits.now.pending) == (waits.pending.ask, None)
    assert with_wild().now == with_wild()


def test_in_the_middle_of_a_round_everybody_sees_how_it_stands() -> None:
    view = GAME.observation(asked(), 1)

    assert view.awaits == Asked("b", "a", "tackle", 2)
    assert view.fighter("a").energy == 18
    assert GAME.parse_state(GAME.state_text(view)) == view
    assert GAME.current_player(view) == 0
    with pytest.raises(IllegalAction, match="hidden here"):
        GAME.check(view, Round())


def test_others_orders_are_never_told() -> None:
    state = with_wild()
    own, other = use("a", "tackle", "b"), use("b", "tackle", "a", meets="dodge")

    assert GAME.seen(state, Round((own, other)), 1) == GAME.action_text(state, Round((own,)))
    assert GAME.seen(state, Round((own, other)), None) == GAME.action_text(state, Round())
    assert GAME.seen(state, Round((own, other)), 0) == GAME.action_text(state, Round((own, other)))
    assert GAME.seen(asked(), 7, 1) == "7"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Rule((Lost("wild", 3), Lost("a", 1)), "why"), Rule((Shifted("wild", "will", 1), Lost("a", 1)), "why")),
        (Add(wild(id="w")), Add(wild(id="w", stats=stats(9)))),
    ],
)
def test_the_gm_s_doings_tell_nothing_of_a_secret_sheet(one: Action, other: Action) -> None:
    state = with_wild()

    assert GAME.seen(state, one, 1) == GAME.seen(state, other, 1)
    assert GAME.seen(state, one, 0) != GAME.seen(state, other, 0)


def test_events_tell_nothing_of_a_secret_sheet() -> None:
    of_sheet: list[Event] = [
        *(Spent("wild", 2), Shifted("wild", "will", 1), Counted("wild", "sleep", 2), Equipped("wild", "")),
        *(Healed("wild", 5), Lost("wild", 5, "burn")),
    ]
    shown: list[Event] = [
        *(Lost("wild", 5, "hit"), Afflicted("wild", Status("burn")), Left("wild", "down"), Spent("a", 2)),
    ]

    assert views.events(with_wild(), [*of_sheet, *shown], 1) == shown
    assert views.events(with_wild(), [*of_sheet, *shown], 0) == [*of_sheet, *shown]


def test_what_was_before_is_not_shown() -> None:
    state, _ = told(with_wild(), Round((use("a", "tackle", "b"),)), dice(3, 0))

    assert state.before is not None
    assert GAME.observation(state, 1).before is None
    assert len(events(with_wild(), Round((use("a", "tackle", "b"),)), dice(3, 0))) > 3
