"""Conditions (rules §4). A's initiative is the higher one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tabletop.changes import Afflicted, Counted, Cured, Lost
from engine.tabletop.conditions import CONDITIONS, Status, immune, loss
from engine.tabletop.events import Idled, Spared
from engine.tabletop.fight import Fight
from engine.tabletop.moves import Effect, Move
from engine.tabletop.orders import Ball, Counter, Order, Say, Use, Wait, Withdraw
from engine.tabletop.terms import CONDITIONS as TERMS
from tests.engine.tabletop.fights import EMBER, TACKLE, dice, fight, fighter, of_kind, plan, resolved, use

HIT, MISS = [*dice(3, 1), *dice(4, 1)], dice(3, 0)


def by(name: str, category: str = "other", **effect: Any) -> Move:
    """A move that causes a condition."""
    return Move(name, name.title(), "normal", category, 1, 3, effects=(Effect(condition=name, **effect),))


def two(
    *statuses: Status, moves: tuple[Move, ...] = (TACKLE, EMBER), b: dict[str, Any] | None = None, **fields: Any
) -> Fight:
    """A, who has these conditions, and B."""
    first = fighter("a", *moves, statuses=statuses, initiative=20, **fields)
    return fight(first, fighter("b", TACKLE, EMBER, initiative=5, **(b or {})))


# What they cost


@pytest.mark.parametrize(
    ("name", "maximum", "amount"),
    [
        ("burn", 40, 5),
        ("burn", 12, 2),
        ("burn", 3, 1),
        ("poison", 40, 3),
        ("poison", 23, 1),
        ("curse", 40, 10),
        ("sleep", 40, 0),
    ],
)
def test_a_share_of_vitality_goes_each_round(name: str, maximum: int, amount: int) -> None:
    assert loss(Status(name), maximum) == amount
    after, happened = resolved(
        two(Status(name), max_vitality=maximum, vitality=maximum), dice=[100] if name == "sleep" else []
    )
    assert after.fighter("a").vitality == maximum - amount
    assert (Lost("a", amount, name) in happened) == bool(amount)


def test_bad_poison_costs_more_each_round() -> None:
    state = two(Status("bad_poison"), max_vitality=32, vitality=32)

    left = [(state := resolved(state)[0]).fighter("a").vitality for _ in range(3)]

    assert left == [30, 26, 20]


def test_a_condition_can_fell() -> None:
    after, happened = resolved(two(Status("burn"), vitality=2))

    assert (after.fighter("a").vitality, after.fighter("a").out) == (0, "down")
    assert happened[-1].kind == "left"


# How they set in


@pytest.mark.parametrize(
    ("name", "types", "spared"),
    [
        ("burn", ("fire",), True),
        ("burn", ("water",), False),
        ("poison", ("steel", "rock"), True),
        ("bad_poison", ("poison",), True),
        ("paralysis", ("electric",), False),
    ],
)
def test_some_types_are_immune(name: str, types: tuple[str, ...], spared: bool) -> None:
    state = two(moves=(by(name),), b={"types": types})

    after, happened = resolved(state, use("a", name, "b"), dice=[100] if name == "paralysis" else [])

    assert (Spared("b", name) in happened) == spared
    assert (after.fighter("b").status(name) is None) == spared


def test_tri_attack_burns_fire_types_too() -> None:
    move = Move("tri_attack", "Tri Attack", "normal", "other", 1, effects=(Effect(condition="burn"),))

    after, _ = resolved(two(moves=(move,), b={"types": ("fire",)}), use("a", "tri_attack", "b"))

    assert after.fighter("b").status("burn")
    assert immune("burn", ("fire",))
    assert not immune("burn", ("fire",), ignore=True)


def test_of_the_exclusive_ones_only_one_at_a_time() -> None:
    _, happened = resolved(two(moves=(by("poison"),), b={"statuses": (Status("burn"),)}), use("a", "poison", "b"))
    after, _ = resolved(two(moves=(by("attraction"),), b={"statuses": (Status("burn"),)}), use("a", "attraction", "b"))

    assert Spared("b", "poison") in happened
    assert [status.name for status in after.fighter("b").statuses] == ["burn", "attraction"]
    assert [one.name for one in CONDITIONS if one.exclusive] == [
        "burn",
        "poison",
        "bad_poison",
        "paralysis",
        "freeze",
        "sleep",
    ]


def test_confusion_lasts_as_many_rounds_as_are_drawn() -> None:
    after, happened = resolved(two(moves=(by("confusion"),)), use("a", "confusion", "b"), dice=[2, 51])

    [rounds, _] = of_kind(happened, "threw")
    assert (rounds.what, rounds.sides, rounds.value) == ("confusion_rounds", 4, 2)
    assert after.fighter("b").status("confusion") == Status("confusion", 1, "a")  # its action came in this round

    after, happened = resolved(after, dice=[51])
    assert Cured("b", "confusion") in happened


def test_confusion_loses_a_round_whatever_else_keeps_it_from_acting() -> None:
    def left(status: Status, *orders: Order, dice: list[int]) -> Status | None:
        state = two(status, Status("confusion", 3), b={"side": 1})
        return resolved(state, plan("a", *orders), dice=dice)[0].fighter("a").status("confusion")

    ball = Ball("poke_ball", "b", 6)

    assert left(Status("paralysis"), Use("tackle", "b"), dice=[50]) == Status("confusion", 2)
    assert left(Status("freeze"), Use("tackle", "b"), dice=[11]) == Status("confusion", 2)
    assert left(Status("burn"), ball, dice=dice(3, 0)) == Status("confusion", 2)
    assert left(Status("burn"), dice=[51]) == Status("confusion", 2)


def test_confusion_has_all_its_rounds_if_it_sets_in_after_the_action_came() -> None:
    slow = fight(fighter("a", by("confusion"), initiative=4), fighter("b", initiative=5))
    after, _ = resolved(slow, use("a", "confusion", "b"), dice=[1])
    assert after.fighter("b").status("confusion") == Status("confusion", 1, "a")

    after, happened = resolved(after, dice=[51])
    assert happened[-1] == Cured("b", "confusion")

    same = fight(fighter("a", by("confusion"), initiative=5), fighter("b", initiative=5))
    after, _ = resolved(same, use("a", "confusion", "b"), dice=[1])
    assert after.fighter("b").status("confusion") == Status("confusion", 1, "a")

    counters = two(moves=(by("confusion", "physical"),))  # its action came with the counter, before it was hit
    after, _ = resolved(
        counters, use("a", "confusion", "b"), plan("b", Counter("tackle")), dice=[*dice(3, 3), *HIT[:3], *dice(4, 1), 1]
    )
    assert after.fighter("b").status("confusion") == Status("confusion", 1, "a")


def test_confusion_of_who_falls_is_told_of_no_more() -> None:
    after, happened = resolved(two(Status("confusion", 1), Status("burn"), vitality=2), dice=[51])

    assert after.fighter("a").out == "down"
    assert not of_kind(happened, "cured", "counted")


def test_confusion_that_wears_off_spares_the_berry() -> None:
    after, _ = resolved(two(Status("confusion", 1), item="persim_berry"), dice=[51])

    assert (after.fighter("a").statuses, after.fighter("a").item) == ((), "persim_berry")


def test_only_a_ghost_s_curse_is_a_curse() -> None:
    curse = by("curse")

    after, _ = resolved(two(moves=(curse,), types=("ghost",)), use("a", "curse", "b"))
    other, happened = resolved(two(moves=(curse,), types=("dark",)), use("a", "curse", "b"))

    assert after.fighter("b").vitality == 30
    assert other.fighter("b").statuses == ()
    assert [event.note for event in of_kind(happened, "named")] == ["curse"]


def test_fear_comes_only_from_one_who_acted_first() -> None:
    roar = by("fear", "physical")

    after, happened = resolved(two(moves=(roar,)), use("a", "fear", "b"), use("b", "tackle", "a"), dice=HIT)
    assert Idled("b", "afraid") in happened
    assert (after.fighter("b").energy, after.fighter("b").statuses) == (20, ())

    slow = fight(fighter("a", roar, initiative=4), fighter("b", initiative=5))
    _, happened = resolved(slow, use("a", "fear", "b"), use("b", "tackle", "a"), dice=[*MISS, *HIT])
    assert Spared("b", "fear") in happened

    same = fight(fighter("a", roar, initiative=5), fighter("b", initiative=5))
    _, happened = resolved(same, use("a", "fear", "b"), use("b", "tackle", "a"), dice=[*HIT, *MISS])
    assert Spared("b", "fear") in happened


def test_the_afraid_and_the_asleep_use_no_moves_at_all() -> None:
    growl = Move("growl", "Growl", "normal", "other", 1, effects=(Effect(stat="strength", by=-1),))

    for status, why, roll in ((Status("fear"), "afraid", []), (Status("sleep"), "asleep", [21])):
        after, happened = resolved(two(status, moves=(growl,)), use("a", "growl", "b"), dice=roll)
        moved, _ = resolved(two(status), plan("a", Withdraw("b")), dice=roll)

        assert Idled("a", why) in happened
        assert after.fighter("a").energy == 20
        assert not moved.contact("a", "b")


def test_the_afraid_may_do_something_else() -> None:
    after, _ = resolved(two(moves=(by("fear", "physical"),)), use("a", "fear", "b"), plan("b", Say("I run")), dice=HIT)

    assert [request.text for request in after.requests] == ["I run"]


# What they do


def test_a_burn_halves_strength() -> None:
    _, happened = resolved(two(Status("burn")), use("a", "tackle", "b"), dice=[2])

    assert [len(event.dice) for event in of_kind(happened, "rolled")] == [1]


def test_paralysis_quarters_dexterity() -> None:
    assert fighter("a", dexterity=9, statuses=(Status("paralysis"),)).stat("dexterity") == 2
    assert fighter("a", dexterity=3, statuses=(Status("paralysis"),)).stat("dexterity") == 1


def test_the_paralysed_do_nothing_half_of_the_time_and_then_cannot_react() -> None:
    state = two(Status("paralysis"))
    plans = (use("a", "tackle", "b", meets="dodge"), use("b", "tackle", "a"))

    after, happened = resolved(state, *plans, dice=[50, *HIT])
    assert Idled("a", "paralysed") in happened
    assert [event.what for event in of_kind(happened, "rolled")] == ["attack", "damage"]
    assert after.fighter("a").energy == 20

    _, happened = resolved(state, *plans, dice=[51, *MISS, *dice(3, 1), *dice(1, 1), *dice(4, 1)])
    assert [event.what for event in of_kind(happened, "rolled")] == ["attack", "attack", "dodge", "damage"]


def test_the_paralysed_can_react_before_their_action_comes() -> None:
    state = two(b={"statuses": (Status("paralysis"),)})

    _, happened = resolved(
        state, use("a", "tackle", "b"), plan("b", Wait(), meets="endure"), dice=[*HIT, *dice(3, 0), 50]
    )

    assert [event.kind for event in of_kind(happened, "rolled", "threw")] == ["rolled", "rolled", "rolled", "threw"]


def test_a_counter_looks_at_once_whether_one_is_able() -> None:
    state = two(b={"statuses": (Status("paralysis"),)})
    counter = plan("b", Counter("tackle"))

    _, able = resolved(state, use("a", "tackle", "b"), counter, dice=[51, *dice(3, 3), *MISS])
    _, stunned = resolved(state, use("a", "tackle", "b"), counter, dice=[50, *MISS])

    assert [event.what for event in of_kind(able, "rolled")] == ["counter", "attack"]
    assert [event.what for event in of_kind(stunned, "rolled")] == ["attack"]
    assert len(of_kind(stunned, "threw")) == 1  # not again when its action comes


def test_the_frozen_can_do_nothing_and_may_thaw() -> None:
    state = two(Status("freeze"))
    plans = (use("a", "tackle", "b", meets="endure"), use("b", "tackle", "a"))

    _, frozen = resolved(state, *plans, dice=[11, *HIT])
    after, thawed = resolved(state, *plans, dice=[10, *MISS, *MISS])

    assert Idled("a", "frozen") in frozen
    assert [event.what for event in of_kind(frozen, "rolled")] == ["attack", "damage"]
    assert Cured("a", "freeze") in thawed
    assert after.fighter("a").energy == 18


def test_fire_thaws() -> None:
    state = two(b={"statuses": (Status("freeze"),)})
    rolls = [*dice(3, 1), *dice(4, 0), *MISS]

    _, happened = resolved(state, use("a", "ember", "b"), use("b", "tackle", "a"), dice=rolls)

    assert Cured("b", "freeze") in happened


@pytest.mark.parametrize("slug", ["sacred_fire", "flame_wheel"])
def test_two_moves_thaw_their_user(slug: str) -> None:
    wheel = Move(slug, slug, "fire", "physical", 2, 3)

    _, happened = resolved(two(Status("freeze"), moves=(wheel,)), use("a", slug, "b"), dice=MISS)

    assert Cured("a", "freeze") in happened


def test_the_asleep_wake_by_chance_and_at_the_seventh_action_for_certain() -> None:
    asleep, happened = resolved(two(Status("sleep", 2)), use("a", "tackle", "b"), dice=[21])
    awake, _ = resolved(two(Status("sleep", 2)), use("a", "tackle", "b"), dice=[20, *MISS])
    at_last, _ = resolved(two(Status("sleep", 6)), use("a", "tackle", "b"), dice=MISS)

    assert Idled("a", "asleep") in happened
    assert Counted("a", "sleep", 3) in happened
    assert asleep.fighter("a").energy == 20
    assert awake.fighter("a").statuses == at_last.fighter("a").statuses == ()


@pytest.mark.parametrize("slug", ["snore", "sleep_talk"])
def test_two_moves_can_be_used_asleep(slug: str) -> None:
    snore = Move(slug, slug, "normal", "special", 2, 3)

    after, _ = resolved(two(Status("sleep"), moves=(snore,)), use("a", slug, "b"), dice=[21, *MISS])

    assert after.fighter("a").energy == 18


def test_the_asleep_do_not_counter_but_react() -> None:
    state = two(b={"statuses": (Status("sleep"),)})

    _, happened = resolved(
        state, use("a", "tackle", "b"), plan("b", Counter("tackle"), meets="dodge"), dice=[21, *dice(3, 1), *dice(3, 2)]
    )

    assert [event.what for event in of_kind(happened, "rolled")] == ["attack", "dodge"]


def test_the_confused_hurt_themselves_half_of_the_time() -> None:
    after, happened = resolved(two(Status("confusion", 2)), use("a", "tackle", "b"), dice=[50, *dice(4, 3)])
    clear, _ = resolved(two(Status("confusion", 1)), use("a", "tackle", "b"), dice=[51, *MISS])

    assert Lost("a", 3, "confusion") in happened
    assert (after.fighter("a").vitality, after.fighter("a").energy) == (37, 20)
    assert after.fighter("a").status("confusion") == Status("confusion", 1)
    assert (clear.fighter("a").energy, clear.fighter("a").statuses) == (18, ())


def test_the_attracted_do_not_attack_that_one_half_of_the_time() -> None:
    state = fight(
        fighter("a", statuses=(Status("attraction", by="b"),), initiative=20),
        fighter("b", initiative=5),
        fighter("c", initiative=4),
    )

    kept, happened = resolved(state, use("a", "tackle", "b"), dice=[50])
    _, attacked = resolved(state, use("a", "tackle", "b"), dice=[51, *MISS])
    _, other = resolved(state, use("a", "tackle", "c"), dice=MISS)

    assert Idled("a", "attracted") in happened
    assert kept.fighter("a").energy == 20
    assert len(of_kind(attacked, "missed")) == len(of_kind(other, "missed")) == 1


def test_who_is_attracted_to_nobody_in_particular_does_all_things() -> None:
    focus = Move("focus", "Focus", "normal", "other", 1, range="self")

    after, _ = resolved(two(Status("attraction"), moves=(focus,)), use("a", "focus"))

    assert after.fighter("a").energy == 19


def test_the_attracted_do_not_counter_that_one_half_of_the_time() -> None:
    status = Status("attraction", by="a")
    state = fight(
        fighter("a", initiative=20), fighter("c", initiative=9), fighter("b", statuses=(status,), initiative=5)
    )
    first, counter = use("a", "tackle", "b"), plan("b", Counter("tackle"))

    kept, happened = resolved(state, first, counter, dice=[50, *MISS])
    _, attacked = resolved(state, first, counter, dice=[51, *dice(3, 3), *MISS])
    _, other = resolved(state, use("c", "tackle", "b"), counter, dice=[*dice(3, 3), *MISS])
    _, later = resolved(state, first, use("c", "tackle", "b"), counter, dice=[50, *MISS, *dice(3, 3), *MISS])

    assert Idled("b", "attracted") in happened
    assert kept.fighter("b").energy == 20
    assert [event.what for event in of_kind(happened, "rolled")] == ["attack"]
    assert [event.what for event in of_kind(attacked, "rolled")] == ["counter", "attack"]
    assert [event.what for event in of_kind(other, "rolled")] == ["counter", "attack"]
    assert [event.what for event in of_kind(later, "rolled")] == ["attack", "counter", "attack"]


def test_who_wakes_for_a_counter_is_awake_for_what_else_it_does_at_that_time() -> None:
    state = fight(fighter("a", initiative=9), fighter("b", statuses=(Status("sleep"),), initiative=9, orders=2))
    orders = plan("b", Counter("tackle"), Use("tackle", "a"))

    after, happened = resolved(state, use("a", "tackle", "b"), orders, dice=[20, *dice(3, 3), *MISS, *MISS])

    assert [event.fighter for event in of_kind(happened, "used")] == ["a", "b"]
    assert (after.fighter("b").statuses, after.fighter("b").energy) == ((), 16)


def test_who_wakes_for_a_counter_can_be_put_to_sleep_again() -> None:
    state = fight(
        fighter("a", initiative=9),
        fighter("c", by("sleep"), initiative=8),
        fighter("b", statuses=(Status("sleep"),), initiative=7, orders=2),
    )
    plans = (use("a", "tackle", "b"), use("c", "sleep", "b"), plan("b", Counter("tackle"), Use("tackle", "a")))

    after, happened = resolved(state, *plans, dice=[20, *dice(3, 3), *MISS])

    assert Idled("b", "asleep") in happened
    assert after.fighter("b").statuses == (Status("sleep", by="c"),)


def test_who_woke_for_what_it_does_may_counter_at_that_time() -> None:
    state = fight(fighter("b", statuses=(Status("sleep"),), initiative=9, orders=2), fighter("a", initiative=9))
    orders = plan("b", Counter("tackle"), Use("tackle", "a"))

    after, happened = resolved(state, use("a", "tackle", "b"), orders, dice=[20, *MISS, *dice(3, 3), *MISS])

    assert [event.what for event in of_kind(happened, "rolled")] == ["attack", "counter", "attack"]
    assert (after.fighter("b").statuses, after.fighter("b").energy) == ((), 16)


def test_two_that_set_in_at_the_same_time_do_not_both_stay() -> None:
    state = fight(
        fighter("a", by("burn"), initiative=9), fighter("c", by("poison"), initiative=9), fighter("b", initiative=5)
    )

    after, happened = resolved(state, use("a", "burn", "b"), use("c", "poison", "b"))

    assert of_kind(happened, "afflicted", "spared") == [Afflicted("b", Status("burn", by="a")), Spared("b", "poison")]
    assert [status.name for status in after.fighter("b").statuses] == ["burn"]


def test_one_who_acts_at_the_same_time_sees_what_it_did_itself() -> None:
    twice = fighter("c", by("confusion"), initiative=9, orders=2)
    state = fight(fighter("a", by("confusion"), initiative=9), twice, fighter("b", initiative=5))
    plans = (use("a", "confusion", "b"), plan("c", Use("confusion", "b"), Use("confusion", "b")))

    after, happened = resolved(state, *plans, dice=[2, 3, 51])

    assert [event.kind for event in of_kind(happened, "afflicted", "spared")] == ["afflicted", "spared", "spared"]
    assert after.fighter("b").statuses == (Status("confusion", 1, "a"),)


def test_every_condition_has_a_name_in_both_languages() -> None:
    assert set(TERMS) == {one.name for one in CONDITIONS}
