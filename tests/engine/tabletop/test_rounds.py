"""The phases of a round (rules §3), and what the GM does between rounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.play import decide
from engine.protocol import CHANCE, TERMINAL, IllegalAction, NotationError
from engine.tabletop import capture, throwing
from engine.tabletop.changes import (
    Afflicted,
    Allowed,
    Change,
    Counted,
    Cured,
    Equipped,
    Healed,
    Left,
    Lost,
    Placed,
    Shifted,
    Spent,
    Stood,
    Waited,
)
from engine.tabletop.conditions import CONDITIONS, Status
from engine.tabletop.events import Idled, Joined, Rolled, Ruled, Said, Settled, Threw, Thrown, Undone
from engine.tabletop.fight import Fight
from engine.tabletop.game import GAME, events
from engine.tabletop.items import ITEMS
from engine.tabletop.numbers import BALLS, CAPTURE_CONDITION
from engine.tabletop.orders import (
    Action,
    Add,
    Ball,
    Counter,
    End,
    Open,
    Roll,
    Round,
    Rule,
    Say,
    Settle,
    Throw,
    Undo,
    Use,
    Wait,
)
from engine.tabletop.rewards import Proposal, proposals
from engine.tabletop.stats import Stats
from tests.each import each
from tests.engine.tabletop.fights import EMBER, TACKLE, dice, fight, fighter, of_kind, plan, resolved, told, use


def two(**fields: object) -> Fight:
    return fight(fighter("a", TACKLE, EMBER, initiative=20, **fields), fighter("b", seat=2, initiative=5))


# Initiative


def test_a_fight_opens_with_a_die_and_dexterity_for_each() -> None:
    state = fight(fighter("a", dexterity=2, initiative=None), fighter("b", dexterity=7, initiative=None))
    assert GAME.current_player(state) == CHANCE

    after, happened = told(state, None, [9, 4])

    assert [own.initiative for own in after.fighters] == [11, 11]
    assert happened[0] == Threw("a", "initiative", 10, 9)
    assert GAME.current_player(after) == 0


def test_the_highest_initiative_acts_first() -> None:
    state = fight(fighter("a", initiative=3), fighter("b", initiative=12), fighter("c", initiative=7))
    plans = (use("a", "tackle", "b"), use("b", "tackle", "a"), use("c", "tackle", "a"))

    _, happened = resolved(state, *plans, dice=dice(3, 0) * 3)

    assert [event.fighter for event in of_kind(happened, "used")] == ["b", "c", "a"]


def test_equal_initiatives_act_on_the_state_before_either() -> None:
    state = fight(fighter("a", vitality=3, initiative=8), fighter("b", vitality=3, initiative=8))
    hit = [*dice(3, 1), *dice(4, 4)]

    after, happened = resolved(state, use("a", "tackle", "b"), use("b", "tackle", "a"), dice=hit * 2)

    assert [(own.vitality, own.out) for own in after.fighters] == [(0, "down")] * 2
    assert len(of_kind(happened, "hit")) == 2


def test_what_happens_at_the_same_time_adds_up() -> None:
    state = fight(*(fighter(id, initiative=8) for id in "ac"), fighter("b", initiative=2))
    hit = [*dice(3, 1), *dice(4, 4)]

    after, _ = resolved(state, use("a", "tackle", "b"), use("c", "tackle", "b"), plan("b", Wait()), dice=hit * 2)

    assert after.fighter("b").vitality == 32
    assert [own.energy for own in after.fighters] == [18, 18, 20]


def test_words_at_the_same_time_all_reach_the_gm() -> None:
    state = fight(*(fighter(id, initiative=8) for id in "ab"))

    after, _ = resolved(state, plan("a", Say("one")), plan("b", Say("two")))

    assert [request.text for request in after.requests] == ["one", "two"]


def test_who_joins_draws_initiative() -> None:
    after, happened = told(two(), Add(fighter("c", dexterity=4, initiative=None), ("b",)), [6])

    assert Joined("c") in happened
    assert after.fighter("c").initiative == 10
    assert (after.contact("b", "c"), after.contact("a", "c")) == (True, False)


# The end of a round


@pytest.mark.parametrize(
    ("item", "vitality", "left", "kept"),
    [
        ("leftovers", 30, 33, True),
        ("leftovers", 40, 40, True),
        ("leftovers", 39, 40, True),
        ("oran_berry", 20, 25, False),
        ("oran_berry", 21, 21, True),
        ("sitrus_berry", 5, 20, False),
        ("a stone", 5, 5, True),
    ],
)
def test_items_work_at_the_end_of_a_round(item: str, vitality: int, left: int, kept: bool) -> None:
    after, happened = resolved(two(item=item, vitality=vitality))

    assert after.fighter("a").vitality == left
    assert after.fighter("a").item == (item if kept else "")
    assert of_kind(happened, "healed") == ([Healed("a", left - vitality, item)] if left > vitality else [])


def test_a_berry_cures_and_is_gone() -> None:
    after, happened = resolved(two(item="rawst_berry", statuses=(Status("burn"),)))

    assert Cured("a", "burn") in happened
    assert (after.fighter("a").item, after.fighter("a").vitality) == ("", 35)


def test_an_item_does_not_help_who_has_fallen() -> None:
    after, _ = resolved(two(item="sitrus_berry", statuses=(Status("burn"),), vitality=1))

    assert after.fighter("a").out == "down"


def test_items_are_told_apart_and_named() -> None:
    assert len({item.slug for item in ITEMS}) == len(ITEMS)
    assert all(item.name and item.french and (item.heals or item.share or item.cures) for item in ITEMS)


def test_who_is_out_takes_no_part() -> None:
    down, _ = resolved(two(vitality=1, statuses=(Status("burn"),)))

    with pytest.raises(IllegalAction, match="A is no longer in the fight"):
        resolved(down, use("b", "tackle", "a"))
    again, happened = resolved(down)
    assert again.round == 2
    assert not [event for event in happened if getattr(event, "fighter", "") == "a"]


# Orders that are refused


@each(
    [
        (Round((use("a", "tackle", "b"), use("a", "tackle", "b"))), "two plans for one fighter"),
        (Round((use("x", "tackle", "b"),)), "nobody in this fight is called 'x'"),
        (Round((use("a", "fly", "b"),)), "A does not know the move 'fly'"),
        (Round((use("a", "tackle"),)), "Tackle needs a target"),
        (Round((use("a", "tackle", "a"),)), "somebody else is wanted"),
        (Round((use("a", "tackle", "x"),)), "nobody in this fight is called 'x'"),
        (Round((plan("a", Use("tackle", "b"), Wait()),)), "A can be given 1 a round"),
        (Round((plan("a", Counter("tackle", "a")),)), "somebody else is wanted"),
        (Round((plan("a", x="dodge"),)), "nobody in this fight is called 'x'"),
        (Rule((Lost("x", 3),)), "nobody in this fight is called 'x'"),
        (Rule((Stood("a", "a", True),)), "somebody else is wanted"),
        (Rule((Afflicted("a", Status("burn")), Afflicted("a", Status("sleep")))), "A has such a condition already"),
        (Add(fighter("a")), "somebody in this fight is called 'a' already"),
        (Add(fighter("c"), ("x",)), "nobody in this fight is called 'x'"),
        (Settle("a"), "nothing of theirs waits for the GM"),
        (Roll("", 3, fighter="x"), "nobody in this fight is called 'x'"),
        (Throw("poke_ball", 6, "x"), "nobody in this fight is called 'x'"),
        (Undo(), "there is no round to undo"),
        (Open(), "the fight has begun"),
    ]
)
def test_what_cannot_be_done_is_refused_with_the_reason(action: Action, words: str) -> None:
    with pytest.raises(IllegalAction, match=words):
        GAME.check(two(), action)


def test_a_move_that_cannot_be_paid_is_refused() -> None:
    poor = two(energy=1)

    with pytest.raises(IllegalAction, match="A has 1 Energy, and this costs 2") as caught:
        GAME.check(poor, Round((use("a", "tackle", "b"),)))
    assert (caught.value.code, caught.value.field) == ("energy", "orders")

    with pytest.raises(IllegalAction, match="A has 3 Energy, and this costs 4"):
        GAME.check(two(energy=3, orders=2), Round((plan("a", Use("tackle", "b"), Use("tackle", "b")),)))


def test_the_gm_may_allow_more_orders() -> None:
    state, _ = told(two(), Rule((Allowed("a", 2),)), [])

    after, happened = resolved(state, plan("a", Use("tackle", "b"), Use("tackle", "b")), dice=dice(3, 0) * 2)

    assert len(of_kind(happened, "used")) == 2
    assert after.fighter("a").energy == 16


# The GM


def test_the_gm_changes_things_directly_and_says_why() -> None:
    changes: tuple[Change, ...] = (
        *(Lost("a", 3), Healed("b", 9), Spent("a", 2), Shifted("a", "will", -5), Shifted("b", "precision", 1)),
        *(Afflicted("a", Status("burn")), Afflicted("b", Status("bad_poison", 1)), Counted("b", "bad_poison", 4)),
        *(Waited("a", True), Equipped("a", "oran_berry"), Placed("a", 1), Allowed("b", 0), Stood("a", "b", False)),
        *(Cured("a", "burn"), Left("b", "removed")),
    )

    after, happened = told(two(), Rule(changes, "A rock falls."), [])

    a, b = after.fighters
    assert happened == [Ruled("A rock falls."), *changes]
    assert (a.vitality, a.energy, a.stat("will"), a.waiting, a.item, a.initiative) == (37, 18, 1, True, "oran_berry", 1)
    assert (b.vitality, b.ups, b.statuses, b.orders, b.out) == (40, 1, (Status("bad_poison", 4),), 0, "removed")
    assert (a.statuses, after.contacts) == ((), ())
    assert told(after, Rule((Left("b", ""),)), [])[0].fighter("b").standing


def test_words_are_settled_by_the_gm_with_rolls() -> None:
    state, happened = resolved(two(), plan("a", Say("I throw sand")))
    assert Said("a", "I throw sand") in happened

    rolled, thrown = told(state, Roll("sand", 4, 7, "a"), [7, 1, 6, 8])
    after, ruled = told(rolled, Settle("a", "B blinks."), [])

    assert thrown == [Rolled("a", "declared", (7, 1, 6, 8), 7, 1)]
    assert ruled == [Settled("a", "I throw sand", "B blinks.")]
    assert (rolled.requests, after.requests) == (state.requests, ())


def test_the_last_round_can_be_undone_with_what_came_after_it() -> None:
    first, _ = resolved(two(), use("a", "tackle", "b"), dice=[*dice(3, 1), *dice(4, 4)])
    second, _ = resolved(first, use("a", "tackle", "b"), dice=[*dice(3, 1), *dice(4, 4)])
    ruled, _ = told(second, Rule((Lost("b", 9),)), [])

    back, happened = told(ruled, Undo(), [])

    assert happened == [Undone(1)]
    assert back == replace(first, before=None)
    with pytest.raises(IllegalAction, match="there is no round to undo"):
        GAME.check(back, Undo())


def test_a_round_that_waits_for_an_answer_can_be_taken_back() -> None:
    state = fight(fighter("a", initiative=20), fighter("b"), reactions="asked")
    waits, _ = told(state, Round((use("a", "tackle", "b"),)), dice(3, 2))

    GAME.check(waits, Undo())
    back = GAME.apply(waits, Undo())

    assert back == state
    assert events(waits, Undo()) == [Undone(0)]


def test_the_gm_ends_a_fight() -> None:
    over, _ = told(two(), End(), [])

    assert GAME.current_player(over) == TERMINAL
    with pytest.raises(IllegalAction, match="over"):
        decide(GAME, over, Round())
    with pytest.raises(IllegalAction, match="the fight is over"):
        GAME.check(over, Round())


def test_a_fight_proposes_what_its_pokemon_may_get() -> None:
    state = fight(
        fighter("a", side=0),
        fighter("b", side=0, out="down"),
        fighter("ann", side=0, trainer=True),
        fighter("c", side=1, level=21, out="down"),
        fighter("d", side=1, level=4, out="caught"),
        fighter("e", side=1, level=50, out="removed"),
    )

    assert proposals(state) == [
        Proposal("a", 12, ("c", "d")),
        Proposal("b", 1),
        Proposal("c", 1),
        Proposal("d", 1),
        Proposal("e", 1, ("b",)),
    ]
    assert proposals(two()) == []


def test_who_is_felled_by_the_gm_is_beaten_too() -> None:
    state = fight(fighter("a", side=0), fighter("b", side=1, level=8), fighter("c", side=1, level=8))

    after, _ = told(state, Rule((Lost("b", 40), Lost("c", 40), Left("c", "removed")), "A rock falls."), [])

    assert proposals(after) == [Proposal("a", 4, ("b",)), Proposal("b", 1)]


# Captures (rules §5)


def test_three_rolls_in_a_row_catch() -> None:
    after, happened = told(two(), Throw("poke_ball", 6, "a"), [*dice(3, 1), *dice(3, 2), *dice(3, 3)])

    assert happened[-2:] == [Thrown("a", "poke_ball", 3, 6, True), Left("a", "caught")]
    assert after.fighter("a").out == "caught"


def test_the_first_that_fails_ends_it() -> None:
    after, happened = told(two(), Throw("super_ball", 6, "a"), [*dice(5, 1), *dice(5, 0)])

    assert happened[-1] == Thrown("a", "super_ball", 5, 6, False)
    assert after.fighter("a").out == ""


@each(
    [
        ({}, 0),
        ({"vitality": 21}, 0),
        ({"vitality": 20}, 2),
        ({"vitality": 10}, 4),
        ({"statuses": (Status("confusion", 1), Status("attraction"), Status("burn"))}, 8),
        ({"statuses": (Status("bad_poison"),)}, 4),
        ({"statuses": (Status("sleep"),), "vitality": 1}, 10),
        ({"statuses": (Status("curse"),)}, 0),
        ({"changes": Stats(will=-2, strength=-1, dexterity=1)}, 2),
    ]
)
def test_what_has_weakened_the_target_makes_it_easier(fields: dict[str, object], easier: int) -> None:
    state = two(**fields)

    assert throwing.throw_dd(state, "a", 20) == 20 - easier
    assert throwing.throw_dd(state, "a", 20, 3) == 17 - easier
    assert throwing.throw_dd(state, "a", 3, 3) == 2
    assert throwing.throw_dd(state, "", 20, 3) == 17


def test_a_ball_can_be_the_order() -> None:
    state = fight(fighter("a", TACKLE, initiative=20), fighter("b", seat=0, side=1, initiative=5))
    thrown = Ball("poke_ball", "b", 8, easier=2)

    after, happened = resolved(state, plan("a", thrown), use("b", "tackle", "a"), dice=[*dice(3, 1)] * 3)

    assert happened[-2:] == [Thrown("b", "poke_ball", 3, 6, True, "a"), Left("b", "caught")]
    assert after.fighter("a").vitality == 40  # who is caught does not act any more
    assert GAME.apply(after, Undo()).fighter("b").out == ""


def test_a_ball_is_not_thrown_at_who_has_gone_and_is_thrown_by_who_is_frozen() -> None:
    frozen = {"statuses": (Status("freeze"),), "initiative": 9}
    state = fight(fighter("a", initiative=20), fighter("c", **frozen), fighter("b", side=1, initiative=5))
    plans = (plan("a", Ball("poke_ball", "b", 3)), plan("c", Ball("poke_ball", "b", 3)))

    caught = resolved(state, *plans, dice=[*dice(3, 1)] * 3)[1]
    failed = resolved(state, *plans, dice=[*dice(3, -1), *dice(3, -1)])[1]

    assert Idled("c", "target_gone") in caught
    assert [event.by for event in of_kind(failed, "thrown")] == ["a", "c"]


def test_no_throw_above_10_can_succeed() -> None:
    _, happened = told(two(), Throw("master_ball", 11, "a"), [10] * 15)

    assert happened[-1] == Thrown("a", "master_ball", 15, 11, False)
    assert capture.chance(15, 11) == 0


def test_balls_and_trainers() -> None:
    assert BALLS == {"poke_ball": 3, "super_ball": 5, "hyper_ball": 7, "master_ball": 15}
    assert set(CAPTURE_CONDITION) == {one.name for one in CONDITIONS} - {"curse", "fear"}
    with pytest.raises(NotationError, match="no ball 'net_ball', only poke_ball"):
        Throw("net_ball", 6)
    with pytest.raises(IllegalAction, match="a ball catches Pokémon alone"):
        GAME.check(two(trainer=True), Throw("poke_ball", 6, "a"))
    with pytest.raises(IllegalAction, match="a ball catches Pokémon alone"):
        GAME.check(two(trainer=True), Round((plan("b", Ball("poke_ball", "a", 6)),)))
