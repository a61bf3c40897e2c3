"""Mail of tables: who is told of what, once, and nothing that they may not know."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from games.outbox import kinds, services
from games.outbox.kinds import NotDone
from games.outbox.models import Job
from games.players.models import Player
from games.tables.models import Member, Post, Reading, Roll, Scene, Table
from games.tables.services import members
from tests.tables.helpers import opened, rolled, written

LATER = timedelta(minutes=11)


def work(now: datetime | None = None) -> list[EmailMultiAlternatives]:
    """Does what is due in a quarter of an hour, and returns the mails."""
    mail.outbox.clear()
    for pk in Job.objects.filter(status=Job.Status.WAITING).order_by("pk").values_list("pk", flat=True):
        services.run(job_id=pk, now=now or timezone.now() + LATER)
    return [message for message in mail.outbox if isinstance(message, EmailMultiAlternatives)]


def to(messages: list[EmailMultiAlternatives], player: Player) -> EmailMultiAlternatives:
    (found,) = [message for message in messages if message.to == [player.user.email]]  # type: ignore[union-attr]
    return found


def whole(message: EmailMultiAlternatives) -> tuple[Any, ...]:
    """All that is sent, but what parts of a mail are parted by."""
    return message.subject, message.body, message.alternatives, message.extra_headers, message.to


@pytest.fixture
def quiet(scene: Scene) -> Scene:
    """The scene, when everybody has heard how they came to the table."""
    work()
    return scene


# New posts


def test_one_mail_tells_of_all_posts_since_the_reader_was_there(
    quiet: Scene, alice: Player, bob: Player, dora: Player, dora_client: Client
) -> None:
    written(quiet, alice, "It is dark.")
    dora_client.get(quiet.get_absolute_url())
    written(quiet, bob, "I *light* a torch.")
    rolled(quiet, bob, "to find the door")
    assert work(timezone.now() + timedelta(minutes=5)) == []  # more may come

    found = work()

    assert len(found) == 3
    text, html = to(found, dora).body, str(to(found, dora).alternatives[0][0])
    assert "I *light* a torch." in text
    assert "I <em>light</em> a torch." in html
    assert "to find the door" in text
    assert "dark" not in text  # she has read it
    assert to(found, dora).subject == "2 new posts in “At the mill” (The Old Mill)"
    assert "dark" in to(found, bob).body
    assert "torch" not in to(found, bob).body  # his own
    assert work() == []


def test_what_is_posted_after_a_mail_comes_with_the_next(quiet: Scene, alice: Player, bob: Player) -> None:
    written(quiet, alice, "First.")
    assert "First." in to(work(), bob).body
    written(quiet, alice, "Second.")

    found = to(work(), bob)

    assert "Second." in found.body
    assert "First." not in found.body
    assert found.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_reader_who_was_there_gets_no_mail(quiet: Scene, alice: Player, bob: Player, bob_client: Client) -> None:
    written(quiet, alice, "It is dark.")
    bob_client.get(quiet.get_absolute_url())

    assert [message.to for message in work()] == [["dora@example.org"]]


@pytest.mark.parametrize("why", ["switched off", "gone"])
def test_who_wants_none_or_has_left_gets_none(quiet: Scene, alice: Player, bob: Player, dora: Player, why: str) -> None:
    written(quiet, alice, "It is dark.")
    if why == "gone":
        members.leave(table_id=quiet.table_id, player=dora, now=timezone.now())
    else:
        Player.objects.filter(pk=dora.pk).update(mail_off=["scene_posts"])

    assert [message.to for message in work()] == [["bob@example.org"]]


def test_a_mail_that_was_not_accepted_is_tried_again_whole(
    quiet: Scene, alice: Player, bob: Player, dora: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora_off = Player.objects.filter(pk=dora.pk)
    dora_off.update(mail_off=["scene_posts"])
    written(quiet, alice, "It is dark.")

    def refuse(message: object) -> None:
        raise NotDone("the mail server is away")

    with monkeypatch.context() as away:
        away.setattr("games.notices.kinds.deliver", refuse)
        assert work() == []
    written(quiet, alice, "It is darker.")

    found = work()

    assert len(found) == 1
    assert "dark." in found[0].body
    assert "darker." in found[0].body


def test_two_workers_do_not_tell_of_one_post_twice(quiet: Scene, alice: Player, bob: Player) -> None:
    written(quiet, alice, "It is dark.")
    written(quiet, alice, "It is darker.")
    now = timezone.now() + LATER
    jobs = Job.objects.filter(kind="scene_posts", recipient=bob.pk, status=Job.Status.WAITING)
    first, second = [kinds.get("scene_posts").prepare(job, now) for job in jobs]
    assert first
    assert second
    mail.outbox.clear()
    first()

    with pytest.raises(NotDone):
        second()

    assert len(mail.outbox) == 1
    assert kinds.get("scene_posts").prepare(jobs[1], now) is None  # when it is tried again


def test_secrets_are_mailed_to_who_may_know_them(quiet: Scene, alice: Player, bob: Player, dora: Player) -> None:
    written(quiet, bob, "I wait.", to_gm="I steal the *purse*.")
    rolled(quiet, bob, "to steal it", text="Hm.", audience="roller")
    written(quiet, bob, "", to_gm="And I run.")

    found = work()

    for secret in ("I steal the *purse*.", "to steal it", "And I run."):
        assert secret in to(found, alice).body
        assert secret not in to(found, dora).body
    assert "I steal the <em>purse</em>." in str(to(found, alice).alternatives[0][0])
    assert "I wait." in to(found, dora).body


@pytest.mark.usefixtures("standing_clock")
def test_mails_are_the_same_whatever_the_secret_is(quiet: Scene, bob: Player, dora: Player) -> None:
    post = written(quiet, bob, "I wait.", to_gm="one")
    rolled(quiet, bob, "to steal", text="Hm.", audience="roller")
    hidden = written(quiet, bob, "", to_gm="one")

    def mails() -> tuple[Any, ...]:
        Job.objects.exclude(kind="scene_posts", recipient=dora.pk).delete()
        return whole(to(work(), dora))

    before = mails()
    Post.objects.filter(pk__in=[post.pk, hidden.pk]).update(to_gm="two\n\n# other words")
    Roll.objects.update(action='{"kind": "roll", "what": "to give", "pool": 2}', outcomes=["1", "1"], pool=2, score=-2)
    Reading.objects.update(mailed=0)
    Job.objects.update(status=Job.Status.WAITING, locked_until=None, ended_at=None)

    assert mails() == before


def test_a_long_post_is_told_by_its_beginning(quiet: Scene, alice: Player, bob: Player) -> None:
    written(quiet, alice, "word " * 2000)

    found = to(work(), bob)

    assert "word …" in found.body
    assert len(found.body) < 3000


def test_a_mail_is_written_in_the_language_of_its_reader(quiet: Scene, alice: Player, bob: Player) -> None:
    Player.objects.filter(pk=bob.pk).update(language="fr")
    rolled(quiet, alice, "pour voir", text="Il fait nuit.")

    found = to(work(), bob)

    assert found.subject == "Un nouveau message dans « At the mill » (The Old Mill)"
    assert "Lancer «\u202fpour voir\u202f», 5 dés, DD 6" in found.body


# Places


def applied(table: Table, player: Player) -> Member:
    return members.apply(table_id=table.pk, player=player, words="I play a monk.", now=timezone.now())


def test_an_application_and_its_answer_are_told(alice: Player, charlie: Player) -> None:
    table = opened(alice)
    applied(table, charlie)

    (asked,) = work()

    assert asked.to == ["alice@example.org"]
    assert asked.subject == "Charlie would like to play at The Old Mill"
    assert "I play a monk." in asked.body
    members.answer_application(table_id=table.pk, player=alice, applicant_id=charlie.pk, take=True, now=timezone.now())
    (answer,) = work()
    assert (answer.to, answer.subject) == (["charlie@example.org"], "You have a place at The Old Mill")


def test_an_invitation_and_who_comes_are_told(alice: Player, charlie: Player) -> None:
    table = opened(alice)
    members.invite(table_id=table.pk, player=alice, name="Charlie", now=timezone.now())

    (invited,) = work()

    assert (invited.to, invited.subject) == (["charlie@example.org"], "You are invited to the table The Old Mill")
    members.answer_invitation(table_id=table.pk, player=charlie, take=True, now=timezone.now())
    (came,) = work()
    assert (came.to, came.subject) == (["alice@example.org"], "Charlie plays at The Old Mill now")


def test_what_was_taken_back_is_not_told(alice: Player, charlie: Player) -> None:
    table = opened(alice)
    applied(table, charlie)
    members.leave(table_id=table.pk, player=charlie, now=timezone.now())

    assert work() == []


def test_who_was_declined_and_applies_again_is_told_again(alice: Player, charlie: Player) -> None:
    table = opened(alice)
    for _ in range(2):
        applied(table, charlie)
        members.answer_application(
            table_id=table.pk, player=alice, applicant_id=charlie.pk, take=False, now=timezone.now()
        )

        assert [message.subject for message in work()] == ["There is no place for you at The Old Mill"]
