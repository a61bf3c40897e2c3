from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.play.models import Match, Ply, Seat
from games.play.services import offers
from games.players.models import Player
from tests.play.helpers import play_on, started, undone


def check(*numbers: int) -> str:
    """What the command says of matches that stand as their logs say."""
    out = StringIO()
    call_command("check_matches", *numbers, stdout=out)
    return out.getvalue()


def differences(*numbers: int) -> tuple[list[str], str]:
    """What it says of others, line by line, and how it ends."""
    out = StringIO()
    with pytest.raises(CommandError) as raised:
        call_command("check_matches", *numbers, stdout=out)
    assert raised.value.returncode == 1
    return out.getvalue().splitlines(), str(raised.value)


@pytest.fixture
def matches(alice: Player, bob: Player) -> list[Match]:
    """New, running, finished by the rules, given up, drawn, and called off."""
    now = timezone.now()
    running = play_on(started(alice, bob, setup="bw"), 12)
    resigned = play_on(started(alice, bob), 3)
    drawn = play_on(started(alice, bob, setup="rg"), 2)
    called_off = started(alice, bob)
    offers.resign(match_id=resigned.pk, player=alice, now=now)
    offers.offer_draw(match_id=drawn.pk, player=alice, now=now)
    offers.accept_draw(match_id=drawn.pk, player=bob, now=now)
    offers.abort(match_id=called_off.pk, player=alice, now=now)
    return [started(alice, bob), running, play_on(started(alice, bob), 1000), resigned, drawn, called_off]


@pytest.fixture
def two(alice: Player, bob: Player) -> tuple[Match, Match]:
    """One that runs, one that was finished by the rules."""
    return play_on(started(alice, bob, setup="bw"), 8), play_on(started(alice, bob), 1000)


def test_it_finds_nothing_where_all_is_well_and_looks_at_all_batch_by_batch(
    matches: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check() == "matches checked: 6; each stands as its log says\n"

    monkeypatch.setattr("games.play.management.commands.check_matches.BATCH", 2)

    assert check() == "matches checked: 6; each stands as its log says\n"


def spoiled(match: Match, **fields: Any) -> int:
    Match.objects.filter(pk=match.pk).update(**fields)
    return match.pk


CORRUPTED: list[tuple[str, Callable[[Match, Match], object], str]] = [
    ("position", lambda running, _: spoiled(running, state=running.state.replace(" 0 ", " 1 ")), "the position"),
    ("garbage", lambda running, _: spoiled(running, state=""), "the position"),
    ("ply", lambda running, _: spoiled(running, ply=99), "the number of actions"),
    ("mover", lambda running, _: spoiled(running, seat_to_move=1 - (running.seat_to_move or 0)), "the seat to move"),
    ("over", lambda running, _: spoiled(running, status="aborted"), "the seat to move"),
    ("setup", lambda running, _: spoiled(running, setup="none"), "the log cannot be replayed"),
    ("game", lambda running, _: spoiled(running, game="none"), "the log cannot be replayed"),
    ("winner", lambda _, over: spoiled(over, winner=1 - (over.winner or 0)), "the match stands"),
    ("undead", lambda _, over: spoiled(over, status="running"), "the match stands"),
    ("length", lambda _, over: spoiled(over, length="huge"), "the length is stored as 'huge'"),
    ("result", lambda _, over: Seat.objects.filter(match=over).update(result="drawn"), "the result of seat 0"),
    ("lost turn", lambda running, _: Ply.objects.get(match=running, ply=3).delete(), "the log cannot be replayed"),
    ("last turn", lambda running, _: Ply.objects.get(match=running, ply=8).delete(), "the number of actions"),
    ("numbering", lambda running, _: Ply.objects.filter(match=running, ply=8).update(ply=20), "the numbering"),
    ("turn", lambda running, _: Ply.objects.filter(match=running, ply=5).update(action="z9"), "ply 5"),
    ("seat", lambda running, _: Ply.objects.filter(match=running, ply=5).update(seat=1), "ply 5"),
    ("outcome", lambda running, _: Ply.objects.filter(match=running, ply=5).update(outcomes=["+99"]), "ply 5"),
    ("no list", lambda running, _: Ply.objects.filter(match=running, ply=5).update(outcomes=7), "cannot be replayed"),
]


def test_it_says_what_differs(two: tuple[Match, Match], subtests: pytest.Subtests) -> None:
    running, over = two
    for name, spoil, said in CORRUPTED:
        with subtests.test(name), undone():
            spoil(running, over)

            lines, end = differences()
            assert any(said in line for line in lines), lines
            assert len({line.split(":")[0] for line in lines} & {f"match {running.pk}", f"match {over.pk}"}) == 1
            assert end == "1 of 2 matches differ from their logs"


def test_one_broken_match_does_not_hide_another(matches: list[Match]) -> None:
    spoiled(matches[0], setup="none")
    spoiled(matches[5], ply=1)

    lines, end = differences()

    assert {line.split(":")[0] for line in lines} == {f"match {matches[0].pk}", f"match {matches[5].pk}"}
    assert end == "2 of 6 matches differ from their logs"


def test_it_can_look_at_some_alone(two: tuple[Match, Match]) -> None:
    spoiled(two[0], setup="none")

    assert check(two[1].pk) == "matches checked: 1; each stands as its log says\n"


@pytest.mark.parametrize("number", [0, 10**6, 10**30])
def test_it_says_if_a_match_does_not_exist(two: tuple[Match, Match], number: int) -> None:
    _lines, end = differences(two[0].pk, number)

    assert end == "only 1 of these 2 matches exist"


def test_rules_that_changed_meanwhile_are_named(two: tuple[Match, Match]) -> None:
    spoiled(two[0], rules_version="0")
    Ply.objects.filter(match=two[0], ply=5).update(action="a1-a1")

    lines, _end = differences()

    assert "recorded under rules 0" in lines[0]
