"""What is said beside a match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.play.errors import NotYours, Refused, TooMany
from games.play.models import ChatLine, Match, Note
from games.play.services import talk
from games.players import services as players
from games.players.models import Player
from tests.each import each
from tests.play.playing import FIRST_WINS, play

NOW = timezone.now()


def say(match: Match, player: Player, text: str = "hello", now: object = NOW) -> ChatLine:
    return talk.say(match_id=match.pk, player=player, text=text, now=now)  # type: ignore[arg-type]


@each(
    [
        ("  hello ", "hello"),
        ("one\ntwo\tthree", "one two three"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("abc\u202edef\u2066ghi\u200f", "abcdefghi"),
        ("\ufeffhidden\u200b", "hidden"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("a\ue000b\ud800c", "abc"),
        ("<b>bold</b>", "<b>bold</b>"),
    ]
)
def test_control_and_bidirectional_characters_are_taken_out(given: str, kept: str) -> None:
    assert talk.clean(given) == kept


def test_a_note_keeps_its_lines() -> None:
    assert talk.clean("one\r\ntwo\n\x00three\n", newlines=True) == "one\ntwo\nthree"


def test_players_talk_and_go_on_after_the_match(match: Match, alice: Player, bob: Player) -> None:
    say(match, alice)
    play(match, *FIRST_WINS)
    say(match, bob, "well played")

    assert [(line.player.name, line.text) for line in match.chat.all()] == [("Alice", "hello"), ("Bob", "well played")]


@pytest.mark.parametrize("text", ["", "  \n", "\u202e", "\u200d"])
def test_nothing_is_not_said(match: Match, alice: Player, text: str) -> None:
    with pytest.raises(Refused, match="Write something"):
        say(match, alice, text)


def test_a_line_has_500_characters_and_no_more(match: Match, alice: Player) -> None:
    say(match, alice, "x" * 500)

    with pytest.raises(Refused, match="501 characters"):
        say(match, alice, "x" * 501)

    assert match.chat.count() == 1


def test_ten_lines_a_minute_are_enough(match: Match, alice: Player, bob: Player) -> None:
    for _ in range(10):
        say(match, alice)

    with pytest.raises(TooMany):
        say(match, alice, now=NOW + timedelta(seconds=59))

    say(match, bob)
    say(match, alice, now=NOW + timedelta(seconds=61))
    assert match.chat.count() == 12


def test_a_stranger_says_nothing(match: Match, charlie: Player) -> None:
    with pytest.raises(NotYours):
        say(match, charlie)


def test_a_guest_and_a_computer_do_not_talk(computer_match: Match, guest: Player) -> None:
    with pytest.raises(Refused, match="nobody to talk to"):
        say(computer_match, guest)


@pytest.mark.parametrize("blocks", ["alice", "bob"])
def test_who_is_blocked_or_blocks_says_nothing(match: Match, alice: Player, bob: Player, blocks: str) -> None:
    pair = (alice, bob) if blocks == "alice" else (bob, alice)
    players.block(blocker=pair[0], blocked=pair[1], now=NOW)

    with pytest.raises(Refused, match="do not talk"):
        say(match, alice)


def test_a_line_is_reported_once_by_who_it_was_said_to(match: Match, alice: Player, bob: Player) -> None:
    line = say(match, alice)

    talk.report(line_id=line.pk, player=bob, now=NOW)
    talk.report(line_id=line.pk, player=bob, now=NOW + timedelta(days=1))

    line.refresh_from_db()
    assert line.reported_at == NOW


def test_nobody_else_reports_it(match: Match, alice: Player, charlie: Player) -> None:
    line = say(match, alice)

    for player in (alice, charlie):
        with pytest.raises(NotYours):
            talk.report(line_id=line.pk, player=player, now=NOW)

    line.refresh_from_db()
    assert line.reported_at is None


def test_a_note_is_kept_for_its_seat_and_can_be_changed(match: Match, alice: Player, bob: Player) -> None:
    talk.write_note(match=match, player=alice, text="first")
    talk.write_note(match=match, player=alice, text="second")
    talk.write_note(match=match, player=bob, text="mine")

    assert sorted(Note.objects.values_list("seat__player__name", "text")) == [("Alice", "second"), ("Bob", "mine")]


def test_a_note_has_4000_characters_and_no_more(match: Match, alice: Player) -> None:
    talk.write_note(match=match, player=alice, text="x" * 4000)

    with pytest.raises(Refused, match="4001 characters"):
        talk.write_note(match=match, player=alice, text="x" * 4001)

    assert len(Note.objects.get().text) == 4000


def test_a_stranger_keeps_no_note(match: Match, charlie: Player) -> None:
    with pytest.raises(NotYours):
        talk.write_note(match=match, player=charlie, text="spy")
