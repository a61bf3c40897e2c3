"""Having a match analysed: by whom, once, piece by piece, and what becomes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from engine import judge, record_json, record_text, registry
from engine.analysis import VERSION, analysis, from_json
from games.archive import jobs, services
from games.archive.models import Analysis, Entry
from games.outbox import services as outbox
from games.outbox.models import Job
from games.play.errors import Refused
from games.play.models import Match
from games.play.queries.matches import RESULTS, as_record, log
from games.play.services import offers
from games.players.models import Player
from tests.archive.finishing import played, won
from tests.play.helpers import play_on, started
from tests.rows import Rows

NOW = timezone.now()
QUICK = judge.Limits(decision=200, draw=60, ahead=2)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are judged in no time."""
    monkeypatch.setitem(judge.LIMITS, "battle_chess", QUICK)


@pytest.fixture(scope="module")
def match(rows: Rows, alice: Player, bob: Player) -> Match:
    """A finished match of some plies."""
    return rows.keep(played(alice, bob, plies=12, setup="bw"))


def run_all() -> None:
    """What workers do until nothing is left."""
    while waiting := list(Job.objects.filter(kind="analysis", status=Job.Status.WAITING, run_at__lte=timezone.now())):
        for job in waiting:
            outbox.run(job_id=job.pk, now=timezone.now())


def analysed(match: Match) -> Analysis:
    services.ask_for_analysis(match_id=match.pk, now=timezone.now())
    run_all()
    return Analysis.objects.get(match=match)


def test_a_worker_judges_every_position(match: Match) -> None:
    found = analysed(match)

    assert found.done_at is not None
    assert len(found.looks) == found.positions == match.ply + 1
    whole = analysis(services.looks_of(found), RESULTS[match.winner])
    for seat in (0, 1):
        side = whole.side(seat)
        assert side.start + side.luck + side.skill == pytest.approx(side.result, abs=1e-9)


def test_made_anew_it_gives_the_same_numbers(match: Match) -> None:
    first = analysed(match)
    Analysis.objects.all().delete()
    Job.objects.all().delete()

    assert analysed(match).looks == first.looks


def test_asking_twice_is_harmless(match: Match) -> None:
    first = services.ask_for_analysis(match_id=match.pk, now=NOW)
    again = services.ask_for_analysis(match_id=match.pk, now=NOW)

    assert first.pk == again.pk
    assert Job.objects.filter(kind="analysis").count() == 1
    run_all()
    before = Job.objects.count()
    assert services.ask_for_analysis(match_id=match.pk, now=NOW).done_at is not None
    assert Job.objects.count() == before


@pytest.mark.parametrize("half_made", [True, False])
def test_what_was_judged_otherwise_is_judged_anew(match: Match, half_made: bool) -> None:
    looks = analysed(match).looks
    Analysis.objects.update(version=VERSION - 1, looks=["other judgement"] * 3)
    if half_made:
        Analysis.objects.update(done_at=None)
        services.go_on(Analysis.objects.get(), now=NOW)

    found = analysed(match)

    assert (found.version, found.looks, found.done_at is not None) == (VERSION, looks, True)


def test_who_still_holds_what_was_begun_again_changes_nothing(match: Match) -> None:
    looks = analysed(match).looks
    Analysis.objects.update(version=VERSION - 1, looks=looks[:1], done_at=None)
    old = Analysis.objects.get()

    found = analysed(match)
    services.add_look(old, services.looks_of(found)[1], now=NOW)

    services.begin_again(old, now=NOW)

    found.refresh_from_db()
    assert (found.looks, found.tries, found.done_at is not None) == (looks, 2, True)


def test_a_running_match_is_refused(alice: Player, bob: Player) -> None:
    match = play_on(started(alice, bob), 3)

    with pytest.raises(Refused, match="over"):
        services.ask_for_analysis(match_id=match.pk, now=NOW)
    assert not Analysis.objects.exists()


def test_a_match_that_was_called_off_is_refused(alice: Player, bob: Player) -> None:
    match = started(alice, bob)
    offers.abort(match_id=match.pk, player=alice, now=NOW)

    with pytest.raises(Refused, match="over"):
        services.ask_for_analysis(match_id=match.pk, now=NOW)


def test_a_match_without_a_turn_is_refused(alice: Player, bob: Player) -> None:
    with pytest.raises(Refused, match="Nothing was played"):
        services.ask_for_analysis(match_id=won(alice, bob).pk, now=NOW)


def test_a_worker_stops_after_a_while_and_leaves_the_rest_to_another_job(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SLICE", 0.0)
    services.ask_for_analysis(match_id=match.pk, now=NOW)
    (job,) = Job.objects.filter(kind="analysis")

    outbox.run(job_id=job.pk, now=NOW)

    found = Analysis.objects.get()
    assert (len(found.looks), found.done_at) == (1, None)
    run_all()
    found.refresh_from_db()
    assert found.done_at is not None
    assert Job.objects.filter(kind="analysis", status="done").count() == found.positions


def test_what_was_judged_is_not_judged_again(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    found = services.ask_for_analysis(match_id=match.pk, now=NOW)
    looks = list(judge.looks(as_record(match, log(match))))
    for look in looks[:5]:
        services.add_look(found, look, now=NOW)
    asked: list[int] = []
    real = judge.looks

    def counted(*args: Any, done: int) -> Any:
        asked.append(done)
        return real(*args, done=done)

    monkeypatch.setattr(judge, "looks", counted)
    run_all()

    assert asked == [5]
    assert services.looks_of(Analysis.objects.get()) == looks


def test_what_fails_again_and_again_is_given_up_and_can_be_asked_for_again(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any, **more: Any) -> Any:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(judge, "look", broken)
        services.ask_for_analysis(match_id=match.pk, now=NOW)
        for _ in range(3):
            Job.objects.filter(status="waiting").update(run_at=NOW)
            run_all()
    found = Analysis.objects.get()
    assert found.failed_at is not None

    assert analysed(match).done_at is not None


# What the archive is ordered by


def test_a_done_analysis_ranks_the_match(match: Match, alice: Player, bob: Player) -> None:
    found = analysed(match)
    whole = analysis(services.looks_of(found), RESULTS[match.winner])

    own = Entry.objects.get(match=match, player=None)
    of_alice = Entry.objects.get(match=match, player=alice)
    of_bob = Entry.objects.get(match=match, player=bob)
    assert own.closeness == of_alice.closeness == round(10_000 * whole.closeness)
    assert own.luck == round(10_000 * abs(whole.luck)) == abs(of_alice.luck or 0)
    assert of_alice.luck == -(of_bob.luck or 0)
    assert of_bob.play == round(10_000 * (1 - whole.side(1).lost))


def test_a_short_match_is_not_ranked(alice: Player, bob: Player) -> None:
    match = played(alice, bob, plies=4, setup="bw")
    analysed(match)

    assert set(Entry.objects.values_list("closeness", "luck", "play")) == {(None, None, None)}


def test_a_match_from_a_position_is_not_ranked(alice: Player, bob: Player) -> None:
    game = registry.get("battle_chess")
    match = played(alice, bob, plies=12, setup=game.state_text(game.initial_state("bw")))

    assert analysed(match).done_at
    assert set(Entry.objects.values_list("closeness", "luck", "play")) == {(None, None, None)}


def test_rebuilding_the_archive_keeps_the_ranks(match: Match) -> None:
    analysed(match)
    columns = ("player", "closeness", "luck", "play")
    before = sorted(Entry.objects.values_list(*columns), key=str)

    call_command("rebuild_archive", verbosity=0)

    assert sorted(Entry.objects.values_list(*columns), key=str) == before
    assert None not in before[0][1:]


# In records


def test_records_carry_the_analysis_and_read_as_before(match: Match, client: Client) -> None:
    address = f"/matches/{match.pk}/record"
    before = record_text.parse(client.get(f"{address}.txt").content.decode())
    found = analysed(match)

    text = client.get(f"{address}.txt").content.decode()
    data = json.loads(client.get(f"{address}.json").content)
    export = client.get("/archive/export.json").json()

    assert "without luck" in text
    assert record_text.parse(text) == before == [record_json.from_json(data)]
    assert from_json(data["analysis"]) == services.looks_of(found)
    assert export == [data]
    assert text in client.get("/archive/export.txt").content.decode()
