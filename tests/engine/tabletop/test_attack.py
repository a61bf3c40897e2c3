"""Using a move and meeting it (rules §3). A's initiative is the higher one unless a test says otherwise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.protocol import IllegalAction
from engine.tabletop import views
from engine.tabletop.attack import difficulty
from engine.tabletop.changes import Lost, Shifted, Spent, Waited
from engine.tabletop.conditions import Status
from engine.tabletop.events import Countered, Dodged, Hit, Idled, Missed, Named, Rolled
from engine.tabletop.fight import Asked, Fight
from engine.tabletop.game import GAME
from engine.tabletop.moves import STRUGGLE, Effect, Move
from engine.tabletop.orders import Approach, Counter, Plan, React, Round, Wait, Withdraw
from engine.tabletop.settings import Settings
from engine.tabletop.skills import Skill
from tests.each import each
from tests.engine.tabletop.fights import EMBER, SWIFT, TACKLE, dice, fight, fighter, of_kind, plan, resolved, told, use


def two(*moves: Move, b: dict[str, Any] | None = None, contact: bool = True, **fields: Any) -> Fight:
    """A before B, three dice in each stat."""
    first = fighter("a", *moves, **({"initiative": 20} | fields))
    return fight(first, fighter("b", TACKLE, EMBER, **({"initiative": 5} | (b or {}))), contact=contact)


def test_a_hit_adds_its_score_to_the_damage_pool() -> None:
    after, happened = resolved(two(), use("a", "tackle", "b"), dice=[*dice(3, 2), *dice(5, 4)])

    assert of_kind(happened, "rolled") == [
        Rolled("a", "attack", (10, 10, 2), 6, 2),
        Rolled("a", "damage", (10, 10, 10, 10, 2), 6, 4),
    ]
    assert Hit("a", "b", "tackle", 4, Fraction(1), Fraction(1), 0, 4) in happened
    assert (after.fighter("b").vitality, after.fighter("a").energy) == (36, 18)


@pytest.mark.parametrize(("score", "critical"), [(0, False), (-1, True)])
def test_a_miss_costs_its_energy_too(score: int, critical: bool) -> None:
    after, happened = resolved(two(), use("a", "tackle", "b"), dice=dice(3, score))

    assert Missed("a", "b", "tackle", critical) in happened
    assert (after.fighter("b").vitality, after.fighter("a").energy) == (40, 18)


@pytest.mark.parametrize("score", [0, -2])
def test_a_damage_score_of_0_or_less_does_nothing_and_needs_no_enduring(score: int) -> None:
    rolls = [*dice(3, 1), *dice(4, score)]

    after, happened = resolved(two(), use("a", "tackle", "b"), plan("b", Wait(), meets="endure"), dice=rolls)

    assert after.fighter("b").vitality == 40
    assert not [event for event in happened if isinstance(event, Lost)]


@pytest.mark.parametrize(("endured", "lost"), [(2, 5), (-2, 9), (0, 7), (3, 4)])
def test_what_is_endured_comes_off_after_multiplying(endured: int, lost: int) -> None:
    state = two(EMBER, types=("fire",), contact=False)  # 5 × 1½, rounded down, is 7
    rolls = [*dice(3, 3), *dice(6, 5), *dice(3, endured)]

    after, happened = resolved(state, use("a", "ember", "b"), plan("b", Wait(), meets="endure"), dice=rolls)

    assert [event.dd for event in of_kind(happened, "rolled")] == [6, 6, 6]
    assert after.fighter("b").vitality == 40 - lost


def test_physical_attacks_are_endured_with_constitution_and_special_ones_with_will() -> None:
    stats = {"stats": fighter("b", dexterity=7).stats.plus("constitution", 2).plus("will", -2)}

    _, physical = resolved(
        two(b=stats), use("a", "tackle", "b"), plan("b", meets="endure"), dice=[*dice(3, 1), *dice(4, 1), *dice(5, 0)]
    )
    _, special = resolved(
        two(SWIFT, b=stats, contact=False),
        use("a", "swift", "b"),
        plan("b", meets="endure"),
        dice=[*dice(3, 1), *dice(3, 1), *dice(1, 0)],
    )

    assert [len(event.dice) for event in of_kind(physical, "rolled")] == [3, 4, 5]
    assert [len(event.dice) for event in of_kind(special, "rolled")] == [3, 3, 1]


def test_a_dodge_needs_more_than_the_attack_s_score() -> None:
    after, happened = resolved(
        two(), use("a", "tackle", "b"), plan("b", meets="dodge"), dice=[*dice(3, 2), *dice(3, 3)]
    )

    assert Dodged("b", "a") in happened
    assert after.fighter("b").vitality == 40


def test_a_dodge_that_is_only_as_good_takes_the_full_damage() -> None:
    rolls = [*dice(3, 2), *dice(3, 2), *dice(5, 4)]

    after, happened = resolved(two(), use("a", "tackle", "b"), plan("b", meets="dodge"), dice=rolls)

    assert [event.what for event in of_kind(happened, "rolled")] == ["attack", "dodge", "damage"]
    assert after.fighter("b").vitality == 36


def test_nothing_is_lost_by_an_immune_type() -> None:
    after, happened = resolved(
        two(b={"types": ("ghost",)}),
        use("a", "tackle", "b"),
        plan("b", meets="endure"),
        dice=[*dice(3, 3), *dice(6, 6)],
    )

    assert of_kind(happened, "hit") == [Hit("a", "b", "tackle", 6, Fraction(1), Fraction(0), 0, 0)]
    assert after.fighter("b").vitality == 40


def test_types_and_stab_multiply_damage() -> None:
    punch = Move("punch", "Punch", "fighting", "physical", 2, 1)
    state = two(punch, types=("fighting",), b={"types": ("dark", "ice")})

    after, _ = resolved(state, use("a", "punch", "b"), dice=[*dice(3, 1), *dice(2, 2)])

    assert after.fighter("b").vitality == 40 - 12


def test_a_critical_rate_makes_the_damage_roll_easier() -> None:
    slash = Move("slash", "Slash", "normal", "physical", 2, 3, critical=True)

    _, happened = resolved(two(slash), use("a", "slash", "b"), dice=[*dice(3, 1), 5, 5, 4, 2])

    assert of_kind(happened, "rolled")[1] == Rolled("a", "damage", (5, 5, 4, 2), 5, 2)


# Distance and precision


@each(
    [
        (TACKLE, True, "", 6),
        (TACKLE, False, "", 8),
        (TACKLE, False, "Fast Movement", 6),
        (TACKLE, False, "Close Combat", 8),
        (EMBER, False, "", 6),
        (EMBER, True, "", 8),
        (EMBER, True, "Combat rapproché", 6),
        (EMBER, True, "Fast Movement", 8),
    ]
)
def test_the_wrong_distance_makes_an_attack_harder(move: Move, contact: bool, skill: str, dd: int) -> None:
    own = fighter("a", move, skills=(Skill(skill, 1),) if skill else ())

    assert difficulty(Settings(), own, move, contact=contact) == dd
    _, happened = resolved(fight(own, fighter("b"), contact=contact), use("a", move.slug, "b"), dice=dice(3, 0))
    assert of_kind(happened, "rolled") == [Rolled("a", "attack", (2, 2, 2), dd, 0)]


@each([(100, 6), (75, 6), (74, 7), (55, 7), (54, 8), (35, 8), (34, 9), (15, 9), (14, 10), (1, 10), (0, 6)])
def test_precision_sets_the_difficulty_of_an_attack(percent: int, dd: int) -> None:
    move = Move("m", "M", "normal", "physical", 1, 1, percent)

    assert difficulty(Settings(), fighter("a", move), move, contact=True) == dd
    assert difficulty(Settings(), fighter("a", move), move, contact=False) == min(10, dd + 2)
    assert difficulty(Settings(precision="d100"), fighter("a", move), move, contact=True) == 6


def test_lowered_precision_makes_attacks_harder() -> None:
    move = Move("m", "M", "normal", "physical", 1, 1, 85)

    assert difficulty(Settings(), fighter("a", move, downs=2), move, contact=True) == 7  # 85, 75, 60
    assert difficulty(Settings(), fighter("a", move, downs=2, ups=2), move, contact=True) == 6


@pytest.mark.parametrize(("thrown", "rolls"), [(85, 3), (86, 0)])
def test_a_d100_decides_first_where_the_table_wants_that(thrown: int, rolls: int) -> None:
    move = Move("m", "M", "normal", "physical", 1, 1, 85)
    state = fight(fighter("a", move), fighter("b"), precision="d100")

    _, happened = resolved(state, use("a", "m", "b"), dice=[thrown, *dice(rolls, 0)])

    [die] = of_kind(happened, "threw")
    assert (die.what, die.most, die.so) == ("precision", 85, thrown == 85)
    assert len(of_kind(happened, "missed")) == 1


def test_what_never_misses_needs_no_d100() -> None:
    state = fight(fighter("a", SWIFT), fighter("b"), precision="d100", contact=False)

    _, happened = resolved(state, use("a", "swift", "b"), dice=dice(3, 0))

    assert of_kind(happened, "threw") == []


def test_distances_change_by_orders() -> None:
    far, _ = resolved(two(), plan("a", Withdraw("b")))
    near, _ = resolved(far, plan("b", Approach("a")))

    assert (far.contact("a", "b"), near.contact("a", "b")) == (False, True)


# Waiting


def test_waiting_makes_reactions_easier() -> None:
    state = two(b={"waiting": True})

    _, happened = resolved(state, use("a", "tackle", "b"), plan("b", meets="dodge"), dice=[*dice(3, 1), 4, 4, 3])

    assert of_kind(happened, "rolled")[1] == Rolled("b", "dodge", (4, 4, 3), 4, 2)


def test_waiting_lasts_until_the_next_order() -> None:
    state, _ = resolved(two(), plan("b", Wait()))
    rolls = [*dice(3, 1), *dice(4, 4), 4, 2, 2, *dice(3, 0)]

    after, happened = resolved(state, use("a", "tackle", "b"), use("b", "tackle", "a", meets="endure"), dice=rolls)

    assert of_kind(happened, "rolled")[2] == Rolled("b", "endure", (4, 2, 2), 4, 1)
    assert Waited("b", False) in happened
    assert (state.fighter("b").waiting, after.fighter("b").waiting) == (True, False)


def test_who_has_no_plan_waits() -> None:
    after, _ = resolved(two())

    assert after.fighter("a").waiting
    assert after.fighter("b").waiting


# Struggle, moves without damage, effects


def test_struggle_is_left_when_nothing_can_be_paid() -> None:
    after, happened = resolved(two(energy=1), use("a", "struggle", "b"), dice=[*dice(3, 3), *dice(7, 6)])

    assert STRUGGLE.pool == 4
    assert Lost("a", 1, "recoil") in happened  # a quarter of 6, rounded down
    assert (after.fighter("b").vitality, after.fighter("a").vitality, after.fighter("a").energy) == (34, 39, 1)
    with pytest.raises(IllegalAction, match="A has the Energy for another move than Struggle"):
        resolved(two(), use("a", "struggle", "b"))
    with pytest.raises(IllegalAction, match="A does not know the move 'struggle'"):
        resolved(two(energy=0, trainer=True), use("a", "struggle", "b"))


def test_struggle_is_there_with_energy_0_whatever_costs_nothing() -> None:
    free = Move("splash", "Splash", "normal", "other", 0)

    after, _ = resolved(two(free, energy=0), use("a", "struggle", "b"), dice=dice(3, 0))

    assert after.fighter("a").energy == 0
    with pytest.raises(IllegalAction, match="A has the Energy for another move than Struggle"):
        resolved(two(free, energy=1), use("a", "struggle", "b"))


def test_a_move_without_damage_needs_a_d100_and_changes_stats() -> None:
    growl = Move("growl", "Growl", "normal", "other", 2, precision=90, effects=(Effect(stat="strength", by=-1),))

    after, happened = resolved(two(growl), use("a", "growl", "b"), dice=[90])
    missed, _ = resolved(two(growl), use("a", "growl", "b"), dice=[91])

    assert Shifted("b", "strength", -1) in happened
    assert after.fighter("b").stat("strength") == 2
    assert missed.fighter("b").stat("strength") == 3


def test_a_move_on_oneself_needs_no_target() -> None:
    dance = Move(
        "dance", "Dance", "normal", "other", 2, range="self", effects=(Effect(on_user=True, stat="strength", by=2),)
    )

    after, _ = resolved(two(dance), use("a", "dance"))

    assert after.fighter("a").stat("strength") == 5
    with pytest.raises(IllegalAction, match="Dance takes no target"):
        resolved(two(dance), use("a", "dance", "b"))


@pytest.mark.parametrize(("thrown", "value"), [(30, 2), (31, 3)])
def test_an_effect_comes_by_its_chance_with_damage(thrown: int, value: int) -> None:
    bite = Move("bite", "Bite", "normal", "physical", 2, 3, effects=(Effect(chance=30, stat="constitution", by=-1),))

    after, _ = resolved(two(bite), use("a", "bite", "b"), dice=[*dice(3, 1), *dice(4, 1), thrown])
    without, _ = resolved(two(bite), use("a", "bite", "b"), dice=[*dice(3, 1), *dice(4, 0)])

    assert after.fighter("b").stat("constitution") == value
    assert without.fighter("b").stat("constitution") == 3


def test_an_effect_that_nothing_describes_is_named_for_the_gm() -> None:
    bind = Move("bind", "Bind", "normal", "physical", 2, 3, effects=(Effect(note="Bind"),))

    _, happened = resolved(two(bind), use("a", "bind", "b"), dice=[*dice(3, 1), *dice(4, 0)])

    assert Named("a", "b", "bind", "Bind") in happened


def test_precision_is_lowered_by_stages() -> None:
    sand = Move("sand", "Sand", "ground", "other", 1, effects=(Effect(stat="precision", by=-1),))

    after, _ = resolved(two(sand), use("a", "sand", "b"))

    assert (after.fighter("b").downs, after.fighter("b").ups) == (1, 0)


def test_who_has_fallen_neither_acts_nor_is_attacked() -> None:
    state = fight(fighter("a", initiative=20), fighter("c", initiative=15), fighter("b", vitality=1, initiative=5))

    after, happened = resolved(
        state,
        use("a", "tackle", "b"),
        use("c", "tackle", "b"),
        use("b", "tackle", "a"),
        dice=[*dice(3, 1), *dice(4, 4)],
    )

    assert Idled("c", "target_gone") in happened
    assert after.fighter("c").energy == 20
    assert (after.fighter("b").vitality, after.fighter("b").out) == (0, "down")


# Counter


def test_whoever_reaches_the_other_s_stat_first_wins_a_counter() -> None:
    """A needs 3, then B has 3: B strikes, and A can neither dodge nor endure."""
    rolls = [*dice(3, 2), *dice(3, 1), *dice(3, -3), *dice(3, 2), *dice(3, 1), *dice(4, 2)]

    after, happened = resolved(two(), use("a", "tackle", "b", meets="endure"), plan("b", Counter("tackle")), dice=rolls)

    assert [(event.fighter, event.what) for event in of_kind(happened, "rolled")] == [
        *(("a", "counter"), ("b", "counter")) * 2,
        *(("b", "attack"), ("b", "damage")),
    ]
    assert Countered("b", "a", "tackle", "b") in happened
    assert (after.fighter("a").vitality, after.fighter("b").vitality) == (38, 40)
    assert (after.fighter("a").energy, after.fighter("b").energy) == (18, 18)


def test_the_attacker_may_win_a_counter() -> None:
    after, happened = resolved(
        two(),
        use("a", "tackle", "b"),
        plan("b", Counter("tackle"), meets="dodge"),
        dice=[*dice(3, 3), *dice(3, 3), *dice(6, 5)],
    )

    assert [event.what for event in of_kind(happened, "rolled")] == ["counter", "attack", "damage"]
    assert (after.fighter("b").vitality, after.fighter("b").energy) == (35, 18)


def test_a_counter_comes_to_nothing_after_20_exchanges() -> None:
    after, happened = resolved(two(), use("a", "tackle", "b"), plan("b", Counter("tackle")), dice=dice(3, 0) * 40)

    assert Countered("b", "a", "tackle", "") in happened
    assert (after.fighter("a").vitality, after.fighter("b").vitality) == (40, 40)


def test_a_counter_meets_one_attack_of_its_own_category_alone() -> None:
    rolls = [*dice(3, 0)]

    _, happened = resolved(two(EMBER, contact=False), use("a", "ember", "b"), plan("b", Counter("tackle")), dice=rolls)

    assert [event.what for event in of_kind(happened, "rolled")] == ["attack"]
    assert Idled("b", "uncountered") in happened


@pytest.mark.parametrize(("what", "rolls"), [("sleep", [100, *dice(3, 0)]), ("fear", dice(3, 0))])
def test_who_sleeps_or_fears_does_not_come_to_counter_and_others_do_not_learn_of_it(
    what: str, rolls: list[int]
) -> None:
    state = two(b={"statuses": (Status(what, 1),)})

    _, happened = resolved(state, use("a", "tackle", "b"), plan("b", Counter("tackle")), dice=rolls)

    assert [event.why for event in of_kind(happened, "idled")] == ["uncountered"]


def test_a_counter_that_nobody_saw_is_told_to_its_own_side_alone() -> None:
    state = fight(fighter("a", initiative=20), fighter("b", seat=2, initiative=5))

    _, happened = resolved(state, plan("b", Counter("tackle")), dice=[])

    seen = {seat: of_kind(views.events(state, happened, seat), "idled") for seat in (0, 1, 2, None)}

    assert seen == {0: seen[2], 1: [], 2: [Idled("b", "uncountered")], None: []}


def test_the_second_attack_is_not_countered() -> None:
    state = fight(fighter("a", initiative=20), fighter("c", initiative=15), fighter("b", initiative=5))
    first = [*dice(3, 0), *dice(3, 3), *dice(3, 0)]

    _, happened = resolved(
        state,
        use("a", "tackle", "b"),
        use("c", "tackle", "b"),
        plan("b", Counter("tackle")),
        dice=[*first, *dice(3, 0)],
    )

    assert [(event.fighter, event.what) for event in of_kind(happened, "rolled")] == [
        *(("a", "counter"), ("b", "counter"), ("b", "attack")),
        ("c", "attack"),
    ]


def test_a_counter_can_be_kept_for_one_attacker() -> None:
    state = fight(fighter("a", initiative=20), fighter("c", initiative=15), fighter("b", initiative=5))
    rolls = [*dice(3, 0), *dice(3, 3), *dice(3, 0)]

    _, happened = resolved(
        state, use("a", "tackle", "b"), use("c", "tackle", "b"), plan("b", Counter("tackle", "c")), dice=rolls
    )

    assert [event.fighter for event in of_kind(happened, "rolled")] == ["a", "c", "c"]


# Reactions that are asked for


def asked() -> Fight:
    return fight(fighter("a", initiative=20), fighter("b", seat=2, initiative=5), reactions="asked")


def test_who_is_hit_is_asked_how_to_meet_it() -> None:
    waits, happened = told(asked(), Round((use("a", "tackle", "b"),)), dice(3, 2))

    assert waits.pending is not None
    assert waits.pending.ask == Asked("b", "a", "tackle", 2)
    assert GAME.current_player(waits) == 0
    assert happened[-1] == Rolled("a", "attack", (10, 10, 2), 6, 2)

    after, then = told(waits, React("endure"), [*dice(5, 4), *dice(3, 1)])
    assert [event.what for event in of_kind(then, "rolled")] == ["damage", "endure"]
    assert after.fighter("b").vitality == 37
    assert after.round == 1


def test_nobody_is_asked_who_has_chosen_already() -> None:
    after, _ = resolved(
        asked(),
        use("a", "tackle", "b"),
        Plan("b", reactions=plan("b", meets="dodge").reactions),
        dice=[*dice(3, 2), *dice(3, 3)],
    )

    assert after.round == 1


def test_nothing_else_can_be_done_before_the_answer() -> None:
    waits, _ = told(asked(), Round((use("a", "tackle", "b"),)), dice(3, 2))

    with pytest.raises(IllegalAction, match="somebody is asked first"):
        GAME.check(waits, Round())
    with pytest.raises(IllegalAction, match="one of endure, dodge, none"):
        GAME.check(waits, React("run"))
    with pytest.raises(IllegalAction, match="nobody is asked"):
        GAME.check(asked(), React("dodge"))


def test_energy_goes_when_a_move_is_used() -> None:
    _, happened = resolved(two(), use("a", "tackle", "b"), dice=dice(3, 0))

    assert Spent("a", 2) in happened
