from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail

from games.notices import board
from games.outbox.models import Job
from games.play.models import ChatLine, DrawSecret, Match, Note, Seat
from games.play.services import clock, offers
from games.players.models import Player
from games.players.services import delete_account
from tests.notices.conftest import Deliver, html_of, job_of
from tests.play.playing import play

MINUTE = timedelta(minutes=1)


def turn_mail(deliver: Deliver, player: Player) -> Any:
    """The mail that tells the player of the turn, sent when it is due."""
    job = job_of("your_turn", player)
    message = deliver(job, job.run_at)
    assert message is not None, (job.status, job.note)
    return message


def test_it_waits_some_minutes(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)

    assert deliver(job, match.started_at + settings.TURN_MAIL_DELAY - MINUTE) is None
    assert job.status == Job.Status.WAITING
    assert deliver(job, match.started_at + settings.TURN_MAIL_DELAY) is not None
    assert job.status == Job.Status.DONE


def test_it_says_what_the_other_did_and_shows_the_board(
    match: Match, alice: Player, bob: Player, deliver: Deliver
) -> None:
    play(match, "b1-b2")

    message = turn_mail(deliver, bob)

    assert message.to == ["bob@example.org"]
    assert message.subject == "Your turn against Alice (W, three-on-three)"
    for words in (message.body, html_of(message)):
        assert "It is your turn against Alice in Battle Chess, W, three-on-three." in words
        assert "What Alice did:" in words
        assert "Togepi moves b1–b2." in words
        assert f"http://127.0.0.1:8000/matches/{match.pk}/" in words
        assert "Plus Power die" in words
    own_side_below = "1    m   .   u\n2    .   t   .\n3    .   .   .\n4    U   T   M\n     c   b   a\n"
    assert own_side_below in message.body


def test_it_says_what_was_drawn(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    play(match, "b1-b2", "b4-b3", "b2xb3")
    (bonus,) = match.plies.get(ply=3).outcomes

    message = turn_mail(deliver, bob)

    assert "- Togepi on b2 attacks Togepi on b3." in message.body
    assert f"Plus Power {bonus}: " in message.body


def test_it_says_only_what_is_new(match: Match, alice: Player, deliver: Deliver) -> None:
    first = turn_mail(deliver, alice)
    play(match, "b1-b2", "b4-b3")

    second = turn_mail(deliver, alice)

    assert "did:" not in first.body
    assert "- Togepi moves b4–b3.\n" in second.body
    assert "b1–b2" not in second.body


def test_it_tells_the_time_left_as_the_readers_clock_shows_it(match: Match, alice: Player, deliver: Deliver) -> None:
    Player.objects.update(time_zone="Pacific/Auckland")
    Match.objects.update(deadline_at="2031-01-05T11:30Z")
    job = job_of("your_turn", alice)
    Job.objects.update(run_at="2031-01-03T09:30Z")
    job.refresh_from_db()

    message = deliver(job, job.run_at)

    assert message is not None
    words = "You have 2 days, 2 hours: until Monday 6 January 2031, 00:30 (Pacific/Auckland)."
    assert words in message.body.replace("\xa0", " ")
    assert words in html_of(message).replace("\xa0", " ")


def test_it_knows_matches_without_a_clock(match: Match, alice: Player, deliver: Deliver) -> None:
    Match.objects.update(deadline_at=None, days_per_turn=None)

    assert "There is no time limit." in turn_mail(deliver, alice).body


def test_it_is_written_in_the_readers_language(match: Match, alice: Player, deliver: Deliver) -> None:
    Player.objects.update(language="fr")
    Match.objects.update(deadline_at="2031-01-05T11:30Z")

    message = turn_mail(deliver, alice)

    assert "dimanche 5 janvier 2031" in message.body
    assert '<html lang="fr">' in html_of(message)


def test_a_time_zone_that_is_gone_is_read_as_utc(match: Match, alice: Player, deliver: Deliver) -> None:
    Player.objects.update(time_zone="Mars/Olympus")
    Match.objects.update(deadline_at="2031-01-05T11:30Z")

    assert "Sunday 5 January 2031, 11:30" in turn_mail(deliver, alice).body


def test_the_commitment_stands_in_it_until_the_reader_has_played(
    match: Match, alice: Player, bob: Player, deliver: Deliver
) -> None:
    commitment = match.secret.commitment
    first = turn_mail(deliver, alice)
    play(match, "b1-b2")
    answer = turn_mail(deliver, bob)
    play(match, "b4-b3")

    later = turn_mail(deliver, alice)

    for message in (first, answer):
        assert commitment in message.body
        assert commitment in html_of(message)
        assert re.search(f'<code style="overflow-wrap:anywhere[^>]*>{commitment}', html_of(message))  # also on a phone
    assert commitment not in later.body + html_of(later)


def test_it_is_dropped_when_the_turn_has_been_played(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)
    play(match, "b1-b2", "b4-b3")

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_it_is_dropped_when_the_match_is_over(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)
    offers.resign(match_id=match.pk, player=bob, now=match.started_at)

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_there_is_one_for_each_turn(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)

    deliver(job, job.run_at)
    deliver(job, job.run_at + timedelta(days=1))
    clock.pass_turn(match, to=0, now=match.started_at)

    assert Job.objects.filter(kind="your_turn").count() == 1
    assert len(mail.outbox) == 1


def test_a_turn_of_several_plies_is_one_turn(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)
    match.ply = 2  # she has begun, and is still to move
    clock.pass_turn(match, to=0, now=match.started_at)

    deliver(job, job.run_at)

    assert Job.objects.filter(kind="your_turn").count() == 1
    assert len(mail.outbox) == 1


def switch_off(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(mail_off=["reminder", "your_turn"])


def unconfirm(player: Player) -> None:
    EmailAddress.objects.filter(user=player.user).update(verified=False)


def deactivate(player: Player) -> None:
    assert player.user is not None
    player.user.is_active = False
    player.user.save()


def become_a_guest(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(kind=Player.Kind.GUEST)


@pytest.mark.parametrize("change", [switch_off, unconfirm, deactivate, become_a_guest])
def test_it_goes_only_to_who_can_and_wants_to_read_it(
    match: Match, alice: Player, deliver: Deliver, change: Callable[[Player], None]
) -> None:
    change(alice)
    job = job_of("your_turn", alice)

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_it_goes_to_nobody_who_has_left(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)
    delete_account(player=alice, now=match.started_at)
    Match.objects.update(status=Match.Status.RUNNING, seat_to_move=0)  # as if nobody had resigned for her

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_a_stranger_gets_nothing(match: Match, alice: Player, charlie: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)
    Job.objects.filter(pk=job.pk).update(recipient=charlie.pk)

    assert deliver(job, job.run_at) is None
    assert job.status == Job.Status.DROPPED


def test_its_headers_say_what_it_is(match: Match, alice: Player, deliver: Deliver) -> None:
    job = job_of("your_turn", alice)

    headers = turn_mail(deliver, alice).message()

    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["Message-ID"] == f"<{job.created_at:%Y%m%d%H%M%S}.{job.pk}@127.0.0.1>"
    assert headers["Date"] == f"{job.run_at:%a, %d %b %Y %H:%M:%S} +0000"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["From"] == "Pbchess <noreply@localhost>"


def test_mails_about_one_match_make_a_thread(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    first = turn_mail(deliver, alice).message()
    play(match, "b1-b2", "b4-b3")
    second = turn_mail(deliver, alice).message()

    assert first["References"] == second["References"] == first["In-Reply-To"]
    assert first["References"] == f"<challenge.{match.challenge_id}@127.0.0.1>"
    assert first["Message-ID"] != second["Message-ID"]


def test_links_begin_with_the_sites_own_address(match: Match, alice: Player, deliver: Deliver, settings: Any) -> None:
    settings.SITE_URL = "https://play.example.org"

    message = turn_mail(deliver, alice)

    assert "127.0.0.1" not in message.body + html_of(message) + message.message().as_string()
    assert f"https://play.example.org/matches/{match.pk}/" in message.body
    assert message.message()["Message-ID"].endswith("@play.example.org>")


def test_a_name_is_text_and_nothing_else(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    Player.objects.filter(pk=bob.pk).update(name="<b>B&b\r\nBcc: eve@x.org\u202e")

    message = turn_mail(deliver, alice)

    assert message.subject == "Your turn against <b>B&b Bcc: eve@x.org (W, three-on-three)"
    assert message.message()["Bcc"] is None
    assert "against <b>B&b Bcc: eve@x.org in Battle Chess" in message.body
    assert "against &lt;b&gt;B&amp;b Bcc: eve@x.org in Battle Chess" in html_of(message)
    assert "<b>" not in html_of(message)


def test_it_tells_no_secret(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:
    """For two values of each secret the mail is the same."""
    bobs = Seat.objects.get(match=match, player=bob)
    note = Note.objects.create(seat=bobs, text="one")
    line = ChatLine.objects.create(match=match, player=bob, text="one", said_at=match.started_at)
    before = turn_mail(deliver, alice)

    DrawSecret.objects.update(value=b"\x01" * 32)
    Seat.objects.filter(pk=bobs.pk).update(salt="another")
    assert match.challenge is not None
    match.challenge.salt, match.challenge.throws = "another", "paper paper paper"
    match.challenge.save()
    note.text = line.text = "two"
    note.save()
    line.save()
    Job.objects.filter(kind="your_turn").update(status=Job.Status.WAITING, locked_until=None, attempts=0)
    after = turn_mail(deliver, alice)

    assert (before.subject, before.body, before.extra_headers) == (after.subject, after.body, after.extra_headers)
    assert html_of(before) == html_of(after)


def test_html_has_the_board_as_a_table_in_the_players_colours_and_a_button(
    match: Match, bob: Player, deliver: Deliver
) -> None:
    play(match, "b1-b2")
    message = turn_mail(deliver, bob)
    theirs, own = (board.TILES[seat.colour][0] for seat in match.seats.order_by("index"))

    html = html_of(message)

    cells = re.findall(r'<td[^>]* bgcolor="([^"]+)"[^>]*>(?:&nbsp;|([^<&]+))', html)
    assert len(cells) == 12
    assert [text for ground, text in cells if ground == own] == ["U", "T", "M"]
    assert sorted(text for ground, text in cells if ground == theirs) == ["m", "t", "u"]
    assert re.search(
        rf'<a href="[^"]*/matches/{match.pk}/" style="[^"]*background:#5a3fc0[^"]*">Play your turn</a>', html
    )
    assert "style=" not in message.body
