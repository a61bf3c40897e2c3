"""Mails of fights: who is told of what, once, in their language, and nothing that they may not know."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from engine.tabletop.changes import Left
from games.outbox.models import Job
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import Scene, Sheet, Table
from games.tables.services import fight_rounds, tables
from games.tables.services.fights import Creature
from tests.tables.fighting import WAITS, against, asking, closed, ended, fought, ordered, phase_of, ruled, uses
from tests.tables.test_letters import to, work

LATER = timedelta(hours=1)


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
