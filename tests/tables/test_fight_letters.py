"""Mails of fights: who is told of what, once, in their language, and nothing that they may not know."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from engine.tabletop.changes import Left
from games.outbox.models import Job
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Scene, Sheet, Table
from games.tables.services import fight_clock, fight_rounds, tables
from games.tables.services.fights import Creature
from tests.tables.fighting import WAITS, against, asking, closed, ended, fought, ordered, phase_of, ruled, uses
from tests.tables.test_letters import to, work

LATER = timedelta(hours=1)
DAYS = timedelta(days=3)  # the table's pace


def kinds(player: Player, fight: Fight) -> list[str]:
    """What waits to be mailed to somebody about the fight as it stands."""
    waiting = Job.objects.filter(recipient=player.pk, status=Job.Status.WAITING, event__startswith=f"fight:{fight.pk}:")
    phase = phase_of(fight)
    return sorted(job.kind for job in waiting if job.payload["phase"] == phase)


def test_whose_orders_are_wanted_is_told_and_reminded(fight: Fight, alice: Player, bob: Player, dora: Player) -> None:
    assert kinds(bob, fight) == kinds(alice, fight) == ["order_reminder", "order_wanted"]
    assert kinds(dora, fight) == []

    found = to(work(fight.opened_at + LATER), bob)

    assert found.subject == "Your orders for round 1: The bridge (The Old Mill)"
    assert fight.log.secret.commitment in found.body
    assert f"/fights/{fight.pk}/" in found.body
    assert "Bubbles: Vitality 22/22, Energy 50/50" in found.body
    reminder = to(work(fight.opened_at + timedelta(days=2, hours=12)), bob)
    assert reminder.subject == "12 hours left for your orders: The bridge (The Old Mill)"


def test_who_has_ordered_gets_no_mail(fight: Fight, bob: Player, alice: Player) -> None:
    ordered(fight, bob, bubbles=WAITS)

    assert {message.to[0] for message in work(fight.opened_at + LATER) if "orders" in message.subject} == {
        alice.user.email  # type: ignore[union-attr]
    }
    assert not [one for one in work(fight.opened_at + timedelta(days=2, hours=12)) if one.to == [bob.user.email]]  # type: ignore[union-attr]


def test_a_reminder_waits_if_the_deadline_was_moved(fight: Fight, table: Table, alice: Player, bob: Player) -> None:
    tables.pause(table_id=table.pk, player=alice, now=fight.opened_at)
    tables.resume(table_id=table.pk, player=alice, now=fight.opened_at + timedelta(days=1))
    work(fight.opened_at + LATER)

    assert work(fight.opened_at + timedelta(days=2, hours=12)) == []
    assert to(work(fight.opened_at + timedelta(days=3, hours=12)), bob).subject.startswith("12 hours left")


def told(now: datetime, player: Player) -> list[str]:
    """What somebody is mailed of fights by then, the subjects."""
    return [one.subject for one in work(now) if one.to == [player.user.email] and "The Old Mill)" in one.subject]  # type: ignore[union-attr]


def test_a_pause_swallows_no_mail(fight: Fight, table: Table, alice: Player, bob: Player) -> None:
    begun = fight.opened_at
    for pause, resume in ((timedelta(minutes=1), timedelta(hours=5)), (timedelta(days=1), timedelta(days=5))):
        tables.pause(table_id=table.pk, player=alice, now=begun + pause)
        assert told(begun + resume - LATER, bob) == []  # the reminder is due in the second
        tables.resume(table_id=table.pk, player=alice, now=begun + resume)
        if resume < timedelta(days=1):
            assert told(begun + resume + LATER, bob) == ["Your orders for round 1: The bridge (The Old Mill)"]

    deadline = Fight.objects.get().deadline_at
    assert deadline
    for hours, subjects in ((24, []), (12, ["12 hours left for your orders: The bridge (The Old Mill)"]), (10, [])):
        assert told(deadline - timedelta(hours=hours), bob) == subjects


def test_a_pause_does_not_swallow_that_somebody_is_asked(
    scene: Scene, bubbles: Sheet, table: Table, alice: Player, bob: Player
) -> None:
    now = asking(scene, alice, bob, bubbles).opened_at
    tables.pause(table_id=table.pk, player=alice, now=now)
    assert told(now + LATER, bob) == []

    tables.resume(table_id=table.pk, player=alice, now=now + timedelta(days=1))

    assert "Charmander attacks Bubbles: what do you do? (The Old Mill)" in told(now + timedelta(days=1, hours=1), bob)


@pytest.mark.parametrize("late", [False, True])
def test_whoever_is_waited_for_is_reminded_when_a_fight_wakes(
    fight: Fight, alice: Player, bob: Player, late: bool
) -> None:
    now = fight.opened_at
    for _ in range(2):
        now += DAYS
        fight_clock.sweep(now)
    assert Fight.objects.get().deadline_at is None
    if not late:  # else no worker was there when the reminder of the round that rested was due
        work(now)
    for told_ in (WAITS, None):
        ordered(fight, bob, now=now, bubbles=told_)
    ordered(fight, bob, now=now, bubbles=WAITS)
    work(now)
    work(now + timedelta(hours=1))

    found = [one for one in work(now + DAYS - timedelta(hours=12)) if "left for your orders" in one.subject]

    assert to(found, alice).subject == "12 hours left for your orders: The bridge (The Old Mill)"
    assert len(found) == 1  # Bob has given his
    assert Job.objects.filter(kind="order_reminder", recipient=alice.pk, status=Job.Status.DONE).count() == 1


def test_the_next_orders_come_with_what_happened(fight: Fight, alice: Player, bob: Player) -> None:
    ordered(fight, bob, bubbles=uses("water_gun", "charmander"))
    closed(fight, alice)

    found = to(work(timezone.now() + LATER), bob)

    assert found.subject == "Your orders for round 2: The bridge (The Old Mill)"
    assert "Bubbles uses Water Gun on Charmander." in found.body
    assert "initiative" not in found.body


def test_who_wants_no_such_mail_hears_of_the_round_all_the_same(fight: Fight, alice: Player, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(mail_off=["order_wanted", "order_reminder"])

    closed(fight, alice)

    assert "round_resolved" in kinds(bob, fight)
    found = to(work(timezone.now() + LATER), bob)
    assert found.subject == "What the last round has brought: The bridge (The Old Mill)"


def test_all_are_told_when_it_is_over(fight: Fight, alice: Player, bob: Player) -> None:
    ruled(fight, alice, Left("charmander", "down"), why="it faints")
    ended(fight, alice)

    messages = work(timezone.now() + LATER)

    assert to(messages, bob).subject == "The fight is over: The bridge (The Old Mill)"
    assert "it faints" in to(messages, bob).body


def test_who_is_asked_how_to_meet_an_attack_is_told(scene: Scene, bubbles: Sheet, alice: Player, bob: Player) -> None:
    fight = asking(scene, alice, bob, bubbles)

    assert kinds(bob, fight) == ["reaction_asked"]
    found = to([one for one in work(timezone.now() + LATER) if "attacks" in one.subject], bob)
    assert found.subject == "Charmander attacks Bubbles: what do you do? (The Old Mill)"
    lines = found.body.splitlines()
    assert re.fullmatch(r"Charmander attacks Bubbles with a score of \d+: what does Bubbles do\?", lines[0])
    assert [line.partition(" (")[0] for line in lines[2:5]] == ["- Endure", "- Dodge", "- No reaction"]
    assert lines[6].endswith(f"/fights/{fight.pk}/")
    assert found.body.index("If no answer comes, Bubbles endures.") < found.body.index("uses Swift")
    Job.objects.filter(kind="reaction_asked").update(status=Job.Status.WAITING, locked_until=None, attempts=0)
    fight_rounds.react(fight_id=fight.pk, player=bob, phase=phase_of(fight), how="dodge", now=timezone.now())
    assert not [one for one in work(timezone.now() + LATER) if "attacks Bubbles" in one.subject]


@pytest.mark.parametrize("secret", [False, True])
def test_a_secret_sheet_is_in_no_mail(scene: Scene, fight: Fight, alice: Player, bob: Player, secret: bool) -> None:
    ended(fight, alice)
    sheet = fight.entrants.get(fighter="bubbles").sheet
    assert sheet
    fought(scene, alice, *against(sheet, wild=Creature("charmander", "", 9, ("scratch",), secret=secret)))

    found = [one for one in work(timezone.now() + LATER) if "round 1" in one.subject and one.to == [bob.user.email]]  # type: ignore[union-attr]

    assert ("Charmander: Vitality 20/20" in found[0].body) != secret
