"""Fights: opened by a GM, ordered in secret, resolved together, undone and ended, with what stays of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from engine import record_text
from engine.tabletop import fighter as fighters
from engine.tabletop.changes import Afflicted, Left, Lost, Placed, Spent
from engine.tabletop.conditions import Status
from engine.tabletop.orders import Ball, Counter, Say, Use
from engine.verify import verify
from games.play.errors import Illegal, NotYours, Refused, Stale
from games.play.models import Outage, Sweep
from games.play.services import clock, draws
from games.players.models import Player
from games.players.services import delete_account
from games.tables.fight_models import Fight, FightPly, Orders
from games.tables.models import Log, Scene, Sheet, Table
from games.tables.queries import fights as queries
from games.tables.queries.balls import balls_of
from games.tables.queries.fight_log import steps
from games.tables.records import record_of
from games.tables.services import (
    fight_clock,
    fight_rounds,
    fight_rulings,
    fights,
    leaving,
    members,
    scenes,
    sheets,
    tables,
)
from games.tables.services.balls import without
from games.tables.services.fights import Creature, Newcomer
from tests.tables.fighting import (
    NOBODY,
    WAITS,
    WILD,
    against,
    closed,
    ended,
    fought,
    ordered,
    phase_of,
    plan,
    ruled,
    stands,
    uses,
    with_balls,
)
from tests.tables.helpers import TOLD, opened_scene
from tests.tables.test_sheets import pokemon

NOW = timezone.now()
DAYS = timedelta(days=3)  # the table's pace


def undone(fight: Fight, gm: Player) -> Fight:
    return fight_rounds.undo(fight_id=fight.pk, player=gm, phase=phase_of(fight), now=NOW)


# Opening


def test_a_fight_begins_with_initiative_from_a_secret_that_was_shown_before(fight: Fight, bubbles: Sheet) -> None:
    state = stands(fight)

    assert [(one.id, one.seat, one.side) for one in state.fighters] == [("bubbles", 1, 0), ("charmander", 0, 1)]
    assert all(one.initiative for one in state.fighters)
    assert state.contact("bubbles", "charmander")
    assert fight.plies.get().outcomes == [str(one.initiative - one.stat("dexterity")) for one in state.fighters]
    assert fight.log.salt == "pepper"
    assert draws.published(fight.log.secret) is None
    assert fight.deadline_at == fight.opened_at + DAYS
    assert fight.difficulties == {"charmander": 8}


def test_who_stands_at_one_place_is_in_contact(scene: Scene, bubbles: Sheet, alice: Player) -> None:
    places = ("a", "b", "a", "")
    coming = [Newcomer(bubbles.pk, 0, "a"), *(Newcomer(WILD, 1, place) for place in places[1:])]

    state = stands(fought(scene, alice, *coming))

    assert [one.name for one in state.fighters] == ["Bubbles", "Charmander", "Charmander 2", "Charmander 3"]
    assert state.contacts == (("bubbles", "charmander-2"),)


@pytest.mark.parametrize(
    ("wild", "words"),
    [
        (Creature("nobody", "", 5, ("tackle",)), "There is no such species: nobody."),
        (Creature("pikachu", "", 5, ("nothing",)), "There is no such move: nothing."),
        (Creature("pikachu", "", 5, ()), "Say at least one move of each creature."),
        (Creature("pikachu", "", 500, ("tackle",)), "Level: from 1 to 100 is wanted, not 500"),
        (Creature("pikachu", "x" * 90, 5, ("tackle",)), "from 1 to 60 characters are wanted"),
    ],
)
def test_creatures_that_cannot_be_are_refused(
    scene: Scene, bubbles: Sheet, alice: Player, wild: Creature, words: str
) -> None:
    with pytest.raises(Refused, match=words):
        fought(scene, alice, *against(bubbles, wild=wild))

    assert not Fight.objects.exists()


def test_what_cannot_be_opened(scene: Scene, table: Table, bubbles: Sheet, alice: Player, bob: Player) -> None:
    other = pokemon(tables.open_table(gm=alice, now=NOW, **TOLD), alice)
    tired = pokemon(table, alice, name="Tired")
    sheets.adjust(sheet_id=tired.pk, player=alice, version=1, why="a long way", vitality=0, now=NOW)
    for coming, words in (
        (against(bubbles)[:1], "at least two fighters"),
        ([*against(bubbles), Newcomer(bubbles.pk)], "Bubbles is in a fight already"),
        ([*against(bubbles), Newcomer(other.pk)], "no such sheet at this table"),
        ([*against(bubbles), Newcomer(tired.pk)], "Tired has no Vitality left"),
        ([*against(bubbles), *[Newcomer(NOBODY)] * 15], "A fight has room for 16"),
    ):
        with pytest.raises(Refused, match=words):
            fought(scene, alice, *coming)
    with pytest.raises(NotYours):
        fought(scene, bob, *against(bubbles))
    with pytest.raises(Stale, match="the fingerprint is a new one"):
        fought(scene, alice, *against(bubbles), commitment="0" * 64)
    with pytest.raises(Refused, match="at most 80"):
        fought(scene, alice, *against(bubbles), name="x" * 81)
    scenes.close_scene(scene_id=scene.pk, player=alice, now=NOW)
    with pytest.raises(Refused, match="This scene is closed"):
        fought(scene, alice, *against(bubbles))
    assert not Fight.objects.exists()


def test_a_commitment_opens_one_fight(scene: Scene, bubbles: Sheet, alice: Player) -> None:
    shown = draws.reserve(alice, address="")
    fought(scene, alice, *against(bubbles), commitment=shown)

    with pytest.raises(Stale):
        fought(scene, alice, Newcomer(WILD), Newcomer(WILD, 1), commitment=shown)


def test_a_sheet_is_in_one_fight_at_a_time(scene: Scene, fight: Fight, bubbles: Sheet, alice: Player) -> None:
    with pytest.raises(Refused, match="is in a fight already"):
        fought(scene, alice, *against(bubbles))

    ended(fight, alice)
    assert fought(scene, alice, *against(bubbles)).pk


def test_three_fights_go_on_in_a_scene(scene: Scene, fight: Fight, alice: Player) -> None:
    for _ in range(2):
        fought(scene, alice, Newcomer(WILD), Newcomer(WILD, 1))

    with pytest.raises(Refused, match="3 fights go on"):
        fought(scene, alice, Newcomer(WILD), Newcomer(WILD, 1))


# Orders


def test_a_round_is_resolved_when_all_orders_are_in(fight: Fight, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=uses("water_gun", "charmander"))
    assert stands(fight).round == 0
    ordered(fight, bob, bubbles=uses("tackle", "charmander"))  # changed
    ordered(fight, alice, charmander=uses("ember", "bubbles"))

    state = stands(fight)
    assert state.round == 1
    assert [one.energy for one in state.fighters] == [48, 47]
    assert not Orders.objects.exists()
    assert phase_of(fight) == 2


def test_a_round_makes_a_table_active(fight: Fight, table: Table, alice: Player) -> None:
    closed(fight, alice, now=fight.opened_at + timedelta(hours=1))

    assert Table.objects.get(pk=table.pk).active_at == fight.opened_at + timedelta(hours=1)


def test_orders_can_be_taken_back(fight: Fight, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=WAITS)
    ordered(fight, bob, bubbles=None)
    ordered(fight, alice, charmander=WAITS)

    assert stands(fight).round == 0


def test_who_gives_no_orders_waits_and_endures(fight: Fight, alice: Player) -> None:
    ordered(fight, alice, charmander=uses("ember", "bubbles"))
    closed(fight, alice)

    state = stands(fight)
    assert state.fighter("bubbles").waiting
    told = [event for step in steps(fight) for event in step.events]
    hits = [event for event in told if event.kind == "hit"]
    endured = [event for event in told if event.kind == "rolled" and event.what == "endure"]
    assert len(endured) == len([hit for hit in hits if hit.damage > 0])


REFUSED = [
    (uses("flamethrower", "charmander"), "does not know the move 'flamethrower'"),
    (uses("water_gun"), "Water Gun needs a target"),
    (uses("water_gun", "bubbles"), "somebody else is wanted"),
    (uses("water_gun", "nobody"), "nobody in this fight is called 'nobody'"),
    (uses("struggle", "charmander"), "has the Energy for another move than Struggle"),
    (plan(Counter("tail_whip")), "Tail Whip is no attack"),
    (plan(Use("tackle", "charmander"), Use("tackle", "charmander")), "of orders Bubbles can be given 1 a round"),
    (plan(Ball("poke_ball", "bubbles", 1)), "has not said how hard it is to catch Bubbles"),
]


def test_orders_that_cannot_be_followed_are_refused(fight: Fight, bob: Player, subtests: pytest.Subtests) -> None:
    for told, words in REFUSED:
        with subtests.test(words):
            with pytest.raises(Illegal, match=words) as refused:
                ordered(fight, bob, bubbles=told)

            assert refused.value.fighter == "bubbles"
            assert not Orders.objects.exists()


def test_a_move_that_cannot_be_paid_is_refused(fight: Fight, alice: Player, bob: Player) -> None:
    ruled(fight, alice, Spent("bubbles", 48))

    with pytest.raises(Illegal, match="Bubbles has 2 Energy, and this costs 3"):
        ordered(fight, bob, bubbles=uses("water_gun", "charmander"))


def test_orders_of_others_are_refused(fight: Fight, alice: Player, bob: Player, dora: Player, charlie: Player) -> None:
    for who, id in ((dora, "bubbles"), (charlie, "bubbles"), (alice, "bubbles"), (bob, "charmander"), (bob, "nobody")):
        with pytest.raises(NotYours):
            ordered(fight, who, **{id: WAITS})
    with pytest.raises(NotYours):
        closed(fight, bob)


def test_a_form_of_another_round_is_stale(fight: Fight, alice: Player, bob: Player) -> None:
    before = phase_of(fight)
    closed(fight, alice)
    stale = {"fight_id": fight.pk, "phase": before, "now": NOW}

    for do in (
        lambda: fight_rounds.give_orders(player=bob, plans={"bubbles": WAITS}, **stale),
        lambda: fight_rounds.close_round(player=alice, **stale),
        lambda: fight_rounds.undo(player=alice, **stale),
        lambda: fight_rounds.react(player=bob, how="dodge", **stale),
        lambda: fight_rulings.rule(player=alice, changes=(), why="x", **stale),
    ):
        with pytest.raises(Stale):
            do()
    assert stands(fight).round == 1


def test_nothing_is_ordered_where_the_scene_is_closed_or_the_table_pauses(
    fight: Fight, table: Table, scene: Scene, alice: Player, bob: Player
) -> None:
    tables.pause(table_id=table.pk, player=alice, now=NOW)
    with pytest.raises(Refused, match="This table pauses"):
        ordered(fight, bob, bubbles=WAITS)
    tables.resume(table_id=table.pk, player=alice, now=NOW)
    scenes.close_scene(scene_id=scene.pk, player=alice, now=NOW)

    with pytest.raises(Refused, match="This scene is closed"):
        ordered(fight, bob, bubbles=WAITS)
    assert Fight.objects.get().ended_at == NOW


def test_who_leaves_the_table_leaves_their_fighters_to_the_gms(
    fight: Fight, table: Table, alice: Player, bob: Player
) -> None:
    members.leave(table_id=table.pk, player=bob, now=NOW)

    ordered(fight, alice, bubbles=WAITS, charmander=WAITS)

    assert stands(fight).round == 1


@pytest.mark.parametrize("how", ["leaves", "is put out", "leads"])
def test_who_does_not_play_any_more_leaves_no_orders(
    fight: Fight, table: Table, aline: Sheet, alice: Player, bob: Player, how: str
) -> None:
    elsewhere = tables.open_table(gm=bob, now=NOW, **TOLD)
    other = fought(opened_scene(elsewhere, bob), bob, Newcomer(WILD), Newcomer(WILD, 1))
    ordered(other, bob, charmander=WAITS)
    with_balls(aline, alice, "poke_ball")
    ordered(fight, bob, bubbles=plan(Ball("poke_ball", "charmander", 1)))

    if how == "leaves":
        members.leave(table_id=table.pk, player=bob, now=NOW)
    elif how == "is put out":
        members.put_out(table_id=table.pk, player=alice, member_id=bob.pk, now=NOW)
    else:
        members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)

    assert Orders.objects.get().fight == other
    assert fight.entrants.get(fighter="bubbles").awaited
    ordered(fight, alice, charmander=WAITS)
    assert stands(fight).round == 0
    closed(fight, alice)
    ended(fight, alice)
    assert Sheet.objects.get(pk=aline.pk).value.items == ("poke_ball",)


# Reactions that are asked for


@pytest.fixture
def asking(table: Table, scene: Scene, bubbles: Sheet, alice: Player) -> Fight:
    """A fight in which Bubbles is attacked, and Bob is asked about it."""
    Table.objects.filter(pk=table.pk).update(rules={"reactions": "asked"})
    fight = fought(Scene.objects.get(), alice, *against(bubbles, wild=Creature("charmander", "", 9, ("swift",))))
    for _ in range(6):  # until an attack hits
        ordered(fight, Player.objects.get(name="Bob"), bubbles=WAITS)
        ordered(fight, alice, charmander=uses("swift", "bubbles"))
        if queries.asked(stands(fight)):
            return fight
    raise AssertionError("no attack hits")


def test_the_fight_waits_for_the_answer(asking: Fight, alice: Player, bob: Player, dora: Player) -> None:
    question = queries.asked(stands(asking))
    assert question
    assert question.fighter == "bubbles"
    before = asking.plies.count()
    for who in (alice, dora):
        with pytest.raises(NotYours):
            fight_rounds.react(fight_id=asking.pk, player=who, phase=phase_of(asking), how="dodge", now=NOW)
    with pytest.raises(Illegal, match="one of endure, dodge, none"):
        fight_rounds.react(fight_id=asking.pk, player=bob, phase=phase_of(asking), how="fly", now=NOW)
    with pytest.raises(Refused, match="somebody is asked first"):
        closed(asking, alice)
    with pytest.raises(Refused, match="wait for the answer"):
        ended(asking, alice)

    fight_rounds.react(fight_id=asking.pk, player=bob, phase=phase_of(asking), how="dodge", now=NOW)

    assert queries.asked(stands(asking)) is None
    rolled = [event.what for event in steps(asking)[before].events if event.kind == "rolled"]
    assert rolled[0] == "dodge"


def test_who_does_not_answer_in_time_endures(asking: Fight) -> None:
    deadline = Fight.objects.get().deadline_at
    assert deadline

    clock.sweep(now=deadline - timedelta(seconds=1))
    assert queries.asked(stands(asking))
    clock.sweep(now=deadline)

    assert FightPly.objects.last().action == '{"kind": "react", "how": "endure"}'  # type: ignore[union-attr]
    assert queries.asked(stands(asking)) is None


def test_a_round_that_waits_for_an_answer_can_be_undone(asking: Fight, alice: Player) -> None:
    round_ = stands(asking).round

    fight_rounds.undo(fight_id=asking.pk, player=alice, phase=phase_of(asking), now=NOW)

    assert queries.asked(stands(asking)) is None
    assert stands(asking).round == round_


def test_closing_a_scene_takes_back_a_round_that_waits(asking: Fight, scene: Scene, alice: Player) -> None:
    scenes.close_scene(scene_id=scene.pk, player=alice, now=NOW)

    assert [row.action for row in FightPly.objects.order_by("-ply")[:2]] == ['{"kind": "end"}', '{"kind": "undo"}']
    assert stands(asking).over


# Undoing


def test_an_undone_round_is_played_anew_with_other_dice(fight: Fight, alice: Player, bob: Player) -> None:
    before = stands(fight)
    for _ in range(2):
        ordered(fight, bob, bubbles=uses("water_gun", "charmander"))
        ordered(fight, alice, charmander=uses("ember", "bubbles"))
        fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=NOW)

    assert stands(fight) == before
    log = steps(fight)
    assert [step.row.ply for step in log] == [0, 1, 2, 3, 4]
    assert [step.undone for step in log] == [False, True, False, True, False]
    assert log[1].row.outcomes != log[3].row.outcomes
    with pytest.raises(Illegal, match="there is no round to undo"):
        fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=NOW)


def test_undoing_a_round_takes_out_who_joined_after_it(
    fight: Fight, table: Table, alice: Player, dora: Player, dora_client: Client
) -> None:
    rex = pokemon(table, alice, dora, name="Rex")
    closed(fight, alice)
    for _ in range(2):
        for newcomer in (Newcomer(rex.pk), Newcomer(WILD, 1, "", 9)):
            coming = {"fight_id": fight.pk, "player": alice, "phase": phase_of(fight), "now": NOW}
            fights.add_fighter(newcomer=newcomer, close_to=[], **coming)
        assert dora_client.get(fight.get_absolute_url()).status_code == 200
        fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=NOW)
        closed(fight, alice)

    assert Fight.objects.get().difficulties == {"charmander": 8}
    assert "Rex joins the fight." in dora_client.get(fight.get_absolute_url(), {"rounds": "0"}).content.decode()
    scenes.close_scene(scene_id=fight.scene_id, player=alice, now=NOW)
    assert [change.what for change in rex.changes.all()] == ["made"]


# What the GMs do besides


def test_the_gm_changes_things_and_says_why(fight: Fight, alice: Player, bob: Player) -> None:
    ruled(fight, alice, Lost("charmander", 5), Afflicted("charmander", Status("burn")), why="it fell")

    assert stands(fight).fighter("charmander").vitality == 15
    with pytest.raises(NotYours):
        ruled(fight, bob, Lost("charmander", 5))
    with pytest.raises(Refused, match="Say why"):
        ruled(fight, alice, why=" ")
    with pytest.raises(Illegal, match="has such a condition already"):
        ruled(fight, alice, Afflicted("charmander", Status("poison")))


def test_orders_that_a_change_makes_impossible_are_not_followed_and_only_who_gave_them_is_told(
    fight: Fight, alice: Player, bob: Player, bob_client: Client, client: Client
) -> None:
    ordered(fight, bob, bubbles=uses("water_gun", "charmander", "dodge"))
    pages = []
    for spent in (1, 47):
        ruled(fight, alice, Spent("bubbles", spent))
        told = "cannot be followed any more" in bob_client.get(fight.get_absolute_url()).content.decode()
        pages.append((told, "ordered</span>" in client.get(fight.get_absolute_url()).content.decode()))
    assert pages == [(False, True), (True, True)]

    ordered(fight, alice, charmander=WAITS)

    assert stands(fight).round == 1
    assert stands(fight).fighter("bubbles").energy == 2
    assert '"reactions": [{"how": "dodge"}]' in FightPly.objects.latest("ply").action


def test_a_ball_flies_at_the_difficulty_that_the_gm_says_last(
    fight: Fight, aline: Sheet, alice: Player, bob: Player
) -> None:
    with_balls(aline, alice, "poke_ball")
    ordered(fight, bob, bubbles=plan(Ball("poke_ball", "charmander", 1)))
    told = {"fight_id": fight.pk, "player": alice, "phase": phase_of(fight), "now": NOW}
    fight_rulings.set_difficulty(fighter="charmander", dd=30, **told)
    ordered(fight, alice, charmander=WAITS)

    assert '"dd": 30' in FightPly.objects.latest("ply").action
    with pytest.raises(Refused, match="Bubbles has a trainer already"):
        fight_rulings.set_difficulty(fighter="bubbles", dd=5, **told | {"phase": phase_of(fight)})


def test_a_gm_does_not_read_what_a_player_has_sealed_who_was_put_out(
    fight: Fight, table: Table, alice: Player, bob: Player, alice_client: Client
) -> None:
    ordered(fight, bob, bubbles=plan(Say("my own secret plan")))
    members.put_out(table_id=table.pk, player=alice, member_id=bob.pk, now=NOW)

    for asked_ in ({}, {"change": "1"}):
        assert "secret plan" not in alice_client.get(fight.get_absolute_url(), asked_).content.decode()


def test_the_round_is_resolved_when_the_last_who_is_waited_for_leaves(
    scene: Scene, table: Table, bubbles: Sheet, alice: Player, bob: Player, dora: Player
) -> None:
    fight = fought(scene, alice, *against(bubbles, pokemon(table, alice, dora, name="Rex")))
    ordered(fight, bob, bubbles=WAITS)
    ordered(fight, alice, charmander=WAITS)

    ruled(fight, alice, Left("rex", fighters.REMOVED))

    assert stands(fight).round == 1


def test_an_order_in_words_is_settled_by_the_gm(fight: Fight, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=plan(Say("splashes sand")))
    ordered(fight, alice, charmander=WAITS)
    told = {"fight_id": fight.pk, "phase": phase_of(fight), "now": NOW}
    assert stands(fight).requests[0].text == "splashes sand"

    fight_rulings.roll(player=alice, what="is it blinded?", pool=4, dd=7, fighter="bubbles", **told)
    fight_rulings.settle(player=alice, fighter="bubbles", ruling="It blinks.", **told)

    assert stands(fight).requests == ()
    assert len(FightPly.objects.get(ply=2).outcomes) == 4
    with pytest.raises(Illegal, match="nothing of theirs waits"):
        fight_rulings.settle(player=alice, fighter="bubbles", ruling="Again.", **told)
    with pytest.raises(Illegal, match="from 0 to 100 dice"):
        fight_rulings.roll(player=alice, what="x", pool=10_000, dd=7, fighter="", **told)


def test_somebody_joins_later(fight: Fight, table: Table, alice: Player, dora: Player) -> None:
    rex = pokemon(table, alice, dora, name="Rex")
    coming = {"fight_id": fight.pk, "player": alice, "now": NOW}

    fights.add_fighter(phase=phase_of(fight), newcomer=Newcomer(rex.pk), close_to=["charmander"], **coming)
    fights.add_fighter(phase=phase_of(fight), newcomer=Newcomer(WILD, 1, "", 9), close_to=[], **coming)

    state = stands(fight)
    assert [(one.id, one.seat) for one in state.fighters[2:]] == [("rex", 2), ("charmander-2", 0)]
    assert state.fighter("rex").initiative
    assert state.contact("rex", "charmander")
    assert Fight.objects.get().difficulties == {"charmander": 8, "charmander-2": 9}
    ordered(fight, dora, rex=WAITS)


# Balls


def test_a_ball_that_catches_brings_the_pokemon_to_its_trainer(
    fight: Fight, aline: Sheet, alice: Player, bob: Player
) -> None:
    with_balls(aline, alice, "Master Ball", "potion")
    ruled(fight, alice, Lost("charmander", 15))
    ordered(fight, bob, bubbles=plan(Ball("master_ball", "charmander", 1)))
    ordered(fight, alice, charmander=WAITS)
    assert stands(fight).fighter("charmander").out == "caught"
    assert Sheet.objects.count() == 2  # not before the fight is over

    ended(fight, alice)

    caught = Sheet.objects.get(name="Charmander")
    assert (caught.owner, caught.secret, caught.value.vitality, caught.value.level) == (bob, False, 5, 9)
    assert [change.what for change in caught.changes.all()] == ["caught"]
    assert Sheet.objects.get(pk=aline.pk).value.items == ("potion",)


def test_a_ball_that_fails_is_gone_and_no_more_are_thrown_than_there_are(
    fight: Fight, aline: Sheet, alice: Player, bob: Player
) -> None:
    ball = plan(Ball("poke_ball", "charmander", 1))
    with pytest.raises(Refused, match="There is no Poké Ball left to throw"):
        ordered(fight, bob, bubbles=ball)
    with_balls(aline, alice, "poke_ball")
    fight_rulings.set_difficulty(
        fight_id=fight.pk, player=alice, phase=phase_of(fight), fighter="charmander", dd=11, now=NOW
    )
    ordered(fight, bob, bubbles=ball)
    ordered(fight, alice, charmander=WAITS)
    assert stands(fight).fighter("charmander").out == ""
    with pytest.raises(Refused, match="There is no Poké Ball left to throw"):
        ordered(fight, bob, bubbles=ball)

    ended(fight, alice)

    assert Sheet.objects.get(pk=aline.pk).value.items == ()
    assert Sheet.objects.get(pk=aline.pk).changes.first().what == "thrown"  # type: ignore[union-attr]


def test_an_undone_ball_is_there_again(fight: Fight, aline: Sheet, alice: Player, bob: Player) -> None:
    with_balls(aline, alice, "poke_ball")
    for _ in range(2):
        ordered(fight, bob, bubbles=plan(Ball("poke_ball", "charmander", 1)))
        closed(fight, alice)
        fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=NOW)

    ended(fight, alice)

    assert Sheet.objects.get(pk=aline.pk).value.items == ("poke_ball",)
    assert not Sheet.objects.filter(name="Charmander").exists()


def test_balls_are_counted_as_they_are_written() -> None:
    for item, found in (
        ("poke_ball", ("poke_ball", 1)),
        ("Poké Ball 3", ("poke_ball", 3)),
        ("Pokeball 3", ("poke_ball", 3)),
        ("5 POKE BALLS", ("poke_ball", 5)),
        ("3 Poké Balls", ("poke_ball", 3)),
        ("2 x super ball", ("super_ball", 2)),
        ("Master Ball ×2", ("master_ball", 2)),
        ("Ball", None),
        ("", None),
        ("3", None),
        ("Poké Ball 3 4", None),
    ):
        ball = balls_of(item)
        assert (ball and (ball[0], ball[2])) == found, item
    assert without(("potion", "Poké Ball 3"), "poke_ball") == ("potion", "Poké Ball 2")
    assert without(("2 Poké Balls",), "poke_ball") == ("Poké Balls",)
    assert without(("Poké Ball",), "poke_ball") == ()
    assert without(("potion",), "poke_ball") is None


BALL = plan(Ball("poke_ball", "charmander", 1))


def test_a_ball_that_has_gone_meanwhile_hinders_nobody_and_is_not_thrown(
    scene: Scene, table: Table, bubbles: Sheet, aline: Sheet, alice: Player, bob: Player, dora: Player
) -> None:
    with_balls(aline, alice, "poke_ball")
    fight = fought(scene, alice, *against(bubbles, pokemon(table, alice, dora, name="Rex")))
    ordered(fight, bob, bubbles=BALL)
    with_balls(aline, alice)

    ordered(fight, dora, rex=WAITS)
    ordered(fight, alice, charmander=WAITS)

    assert stands(fight).round == 1
    assert '"ball"' not in FightPly.objects.latest("ply").action


def test_one_ball_is_thrown_in_one_fight(
    scene: Scene, table: Table, bubbles: Sheet, aline: Sheet, alice: Player, bob: Player
) -> None:
    with_balls(aline, alice, "poke_ball")
    first = fought(scene, alice, *against(bubbles, difficulty=30))
    second = fought(scene, alice, *against(pokemon(table, alice, bob, name="Rex"), difficulty=30))
    ordered(first, bob, bubbles=BALL)
    for _ in range(2):  # sealed in the first, then thrown there
        with pytest.raises(Refused, match="There is no Poké Ball left to throw"):
            ordered(second, bob, rex=BALL)
        closed(first, alice)
    ended(first, alice)
    with pytest.raises(Refused, match="There is no Poké Ball left to throw"):
        ordered(second, bob, rex=BALL)

    assert Sheet.objects.get(pk=aline.pk).value.items == ()


def test_a_ball_that_flies_after_a_question_is_its_throwers(
    asking: Fight, table: Table, aline: Sheet, bubbles: Sheet, alice: Player, bob: Player, dora: Player
) -> None:
    ended(undone(asking, alice), alice)
    with_balls(aline, alice, "master_ball")
    rex = pokemon(table, alice, dora, name="Rex")
    wild = Creature("charmander", "", 9, ("swift",))
    fight = fought(Scene.objects.get(), alice, *against(bubbles, rex, wild=wild, difficulty=2))
    ruled(fight, alice, Placed("charmander", 99), Placed("bubbles", 1))
    while True:
        ordered(fight, dora, rex=WAITS)
        ordered(fight, alice, charmander=uses("swift", "rex"))
        ordered(fight, bob, bubbles=plan(Ball("master_ball", "charmander", 1)))
        if queries.asked(stands(fight)):
            break
        undone(fight, alice)
    fight_rounds.react(fight_id=fight.pk, player=dora, phase=phase_of(fight), how="endure", now=NOW)

    ended(fight, alice)

    assert Sheet.objects.get(pk=aline.pk).value.items == ()
    assert Sheet.objects.get(name="Charmander").owner == bob


@pytest.mark.parametrize("what", ["leaves", "leaves the site", "leads"])
def test_who_threw_a_ball_has_thrown_it_whatever_they_become(
    fight: Fight, aline: Sheet, table: Table, alice: Player, bob: Player, what: str
) -> None:
    with_balls(aline, alice, "master_ball")
    ruled(fight, alice, Lost("charmander", 15))
    ordered(fight, bob, bubbles=plan(Ball("master_ball", "charmander", 1)))
    closed(fight, alice)
    if what == "leaves":
        members.leave(table_id=table.pk, player=bob, now=NOW)
    elif what == "leaves the site":
        delete_account(player=bob, now=NOW)
    else:
        members.make_gm(table_id=table.pk, player=alice, member_id=bob.pk)

    ended(fight, alice)

    assert Sheet.objects.get(pk=aline.pk).value.items == ()
    assert Sheet.objects.get(name="Charmander").owner == (bob if what == "leads" else None)


# The end


def test_sheets_take_over_what_it_cost(fight: Fight, bubbles: Sheet, alice: Player, bob: Player) -> None:
    ruled(fight, alice, Lost("bubbles", 4), Spent("bubbles", 7), Afflicted("bubbles", Status("poison")))
    ruled(fight, alice, Afflicted("bubbles", Status("confusion", 2)))

    ended(fight, alice)

    after = Sheet.objects.get(pk=bubbles.pk)
    value = after.value
    assert (value.vitality, value.energy) == (value.max_vitality - 4, value.max_energy - 7)
    assert value.statuses == (Status("poison"),)  # what lasts until it is cured
    assert [(change.what, change.reason) for change in after.changes.all()] == [("fight", "The bridge"), ("made", "")]


def test_a_sheet_tells_of_its_fight(fight: Fight, bubbles: Sheet, alice: Player, bob_client: Client) -> None:
    ruled(fight, alice, Lost("bubbles", 4))
    ended(fight, alice)

    assert "after the fight “The bridge”" in bob_client.get(bubbles.get_absolute_url()).content.decode()


def test_who_leaves_the_site_leaves_no_orders(fight: Fight, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=WAITS)
    known = leaving.known(bob)["orders"]
    assert [(one["fight_id"], "wait" in one["plan"]) for one in known] == [(fight.pk, True)]

    delete_account(player=bob, now=fight.opened_at)

    assert not Orders.objects.exists()
    ordered(fight, alice, bubbles=WAITS, charmander=WAITS)
    assert stands(fight).round == 1


def test_what_a_sheet_became_meanwhile_stays(fight: Fight, bubbles: Sheet, alice: Player) -> None:
    sheets.adjust(sheet_id=bubbles.pk, player=alice, version=1, why="found", items=("lum_berry",), px=9, now=NOW)

    ended(fight, alice)

    value = Sheet.objects.get(pk=bubbles.pk).value
    assert (value.px, value.items) == (9, ("lum_berry",))


def test_a_fight_that_is_over_can_be_checked(fight: Fight, table: Table, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=uses("water_gun", "charmander", "dodge"))
    ordered(fight, alice, charmander=uses("ember", "bubbles", "endure"))
    fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=NOW)
    closed(fight, alice)
    ended(fight, alice)

    log = Log.objects.get(fight=fight)
    checks = list(verify(record_text.parse(record_text.write([record_of(log)]))[0]))

    assert all(check.ok for check in checks)
    assert len(checks) > 10
    with pytest.raises(Refused, match="over"):
        ordered(fight, bob, bubbles=WAITS)


def test_fights_won_propose_px(fight: Fight, table: Table, bubbles: Sheet, alice: Player) -> None:
    assert queries.proposals(table) == []
    ruled(fight, alice, Left("charmander", fighters.DOWN))
    assert queries.awaited(fight, stands(fight)) == []
    assert Fight.objects.get().deadline_at is None  # decided: nobody is waited for
    ended(fight, alice)

    proposed = queries.proposals(table)

    assert [(one.fight, one.sheet_id, one.px, one.beaten) for one in proposed] == [
        (fight, bubbles.pk, 4, ["Charmander"])
    ]


# Time


def test_a_round_is_closed_when_its_time_is_up(fight: Fight, bob: Player) -> None:
    ordered(fight, bob, bubbles=uses("water_gun", "charmander"))
    clock.sweep(now=fight.opened_at + DAYS - timedelta(seconds=1))
    assert stands(fight).round == 0

    clock.sweep(now=fight.opened_at + DAYS)

    assert stands(fight).round == 1
    assert Fight.objects.get().deadline_at == fight.opened_at + 2 * DAYS


def test_a_fight_that_nobody_plays_rests_until_somebody_does(fight: Fight, bob: Player) -> None:
    now = fight.opened_at
    for _ in range(5):
        now += DAYS
        fight_clock.sweep(now)

    assert stands(fight).round == 1
    assert Fight.objects.get().deadline_at is None
    ordered(fight, bob, now=now, bubbles=WAITS)
    assert Fight.objects.get().deadline_at == now + DAYS
    fight_clock.sweep(now + DAYS)
    assert stands(fight).round == 2


def test_an_outage_moves_its_deadline(fight: Fight) -> None:
    Sweep.objects.create(pk=1, swept_at=fight.opened_at)

    clock.sweep(now=fight.opened_at + DAYS)

    assert Outage.objects.exists()
    assert stands(fight).round == 0
    assert Fight.objects.get().deadline_at == fight.opened_at + 2 * DAYS


def test_a_pause_stops_its_clock(fight: Fight, table: Table, alice: Player) -> None:
    tables.pause(table_id=table.pk, player=alice, now=fight.opened_at + timedelta(days=1))
    clock.sweep(now=fight.opened_at + DAYS)
    assert stands(fight).round == 0

    for days in (10, 11):  # the second time it runs already
        tables.resume(table_id=table.pk, player=alice, now=fight.opened_at + timedelta(days=days))

    assert Fight.objects.get().deadline_at == fight.opened_at + timedelta(days=12)


def test_one_fight_that_fails_holds_up_no_other(
    fight: Fight, scene: Scene, alice: Player, caplog: pytest.LogCaptureFixture
) -> None:
    other = fought(scene, alice, Newcomer(WILD), Newcomer(WILD, 1), now=fight.opened_at + timedelta(seconds=1))
    Fight.objects.filter(pk=fight.pk).update(state="{")

    clock.sweep(now=fight.opened_at + DAYS + timedelta(seconds=1))

    assert stands(other).round == 1
    assert f"the round of fight {fight.pk} could not be closed by time" in caplog.text
