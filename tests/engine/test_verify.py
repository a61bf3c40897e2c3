from dataclasses import replace
from pathlib import Path

import pytest

from engine import registry, throws
from engine.draws import Source
from engine.protocol import EngineError, NotationError
from engine.record import Beginner
from engine.record_text import parse
from engine.registry import get
from engine.search.selfplay import play_match
from engine.verify import verify
from tests.engine.matches import SECRET, recorded
from tests.engine.toy import GAME

VERSION_1 = Path(__file__).parents[1] / "cases" / "draws_version_1.txt"


def checked(record):
    return list(verify(record, GAME))


def bad(record, game=GAME):
    return [check.what for check in verify(record, game) if not check.ok]


@pytest.mark.parametrize("seed", range(5))
def test_every_draw_of_an_honest_match_is_found_again(seed):
    record = recorded(seed)

    checks = checked(record)

    drawn = sum(len(entry.outcomes) for entry in record.entries)
    assert all(check.ok for check in checks)
    assert len(checks) == drawn + 2  # the commitment before, the replay after


def test_the_checks_name_ply_and_number():
    record = recorded(plies=1, setup="20 1/1 0/0 0 1 deciding")
    outcomes = record.entries[0].outcomes

    lines = [str(check) for check in checked(record)]

    assert lines[1] == f"ok  ply 1 draw 0: {outcomes[0]}"
    assert lines[-1] == "ok  replay: 1 legal decisions, result *"


def test_a_match_in_which_nothing_was_drawn_says_so():
    game, source = registry.get("battle_chess"), Source(bytes(32), "m", ("a", "b"))
    turns = iter(["a1-a2", "a4-a3"])
    deciders = [lambda game, view, seat: game.parse_action(view, one) if (one := next(turns, None)) else None] * 2
    record = play_match(game, registry.info("battle_chess"), "w3", deciders, source, ("A", "B"))

    assert [str(check) for check in list(verify(record))[1:]] == [
        "ok  draws: nothing was drawn in the course of this match",
        "ok  replay: 2 legal decisions, result *",
    ]


def test_draws_before_the_first_decision_are_checked_from_number_4_on():
    assert [check.what for check in checked(recorded(plies=0))[1:3]] == ["ply 0 draw 4", "ply 0 draw 5"]


def test_a_changed_outcome_is_found():
    record = recorded(plies=0)
    cards = record.entries[0].outcomes
    changed = (*cards[:1], str(int(cards[1]) % 3 + 1))

    entries = (replace(record.entries[0], outcomes=changed),)

    assert bad(replace(record, entries=entries)) == ["ply 0 draw 5"]


def test_an_outcome_that_cannot_be_ends_the_checks():
    record = recorded(3)
    entries = list(record.entries)
    rolls = [i for i, entry in enumerate(entries) if entry.action == "roll"]
    entries[rolls[1]] = replace(entries[rolls[1]], outcomes=("9",))

    checks = checked(replace(record, entries=tuple(entries)))

    assert (checks[-1].ok, checks[-1].what) == (False, f"ply {rolls[1]}")
    assert "'9' cannot be drawn" in checks[-1].found


@pytest.mark.parametrize("field", ["salts", "secret", "version"])
def test_another_salt_secret_or_version_gives_other_draws(field):
    record = recorded(1)
    other = {"salts": ("ann's salt", "x"), "secret": "00" * 32, "version": 1}[field]

    wrong = bad(replace(record, proof=replace(record.proof, **{field: other})))

    assert any(what.startswith("ply") for what in wrong)
    assert ("commitment" in wrong) == (field == "secret")


def test_the_match_of_a_record_of_version_1_cannot_be_exchanged():
    (record,) = parse(VERSION_1.read_text())

    wrong = bad(replace(record, proof=replace(record.proof, match_id="13")), get("battle_chess"))

    assert any(what.startswith("ply") for what in wrong)


def test_records_of_version_1_verify_for_ever():
    (record,) = parse(VERSION_1.read_text())

    checks = list(verify(record))

    assert record.proof.version == 1
    assert sum("draw" in check.what for check in checks) >= 5
    assert [str(check) for check in checks if not check.ok] == []


def test_another_commitment_is_found():
    record = recorded(1)

    assert bad(replace(record, proof=replace(record.proof, commitment="0" * 64))) == ["commitment"]


def test_a_wrong_result_is_found():
    record = recorded(1)

    assert bad(replace(record, result="*")) == [f"ply {len(record.entries) - 1}"]


SOURCE = Source(SECRET, "m0", ("ann's salt", ""))  # that of recorded(0)
DRAWN = SOURCE.throws(throws.THROWS)
LOSING = tuple(next(t for t in throws.THROWS if throws.beats(d, t)) for d in DRAWN)


@pytest.mark.parametrize(
    "beginner",
    [
        Beginner("fixed", 0),
        Beginner("fixed", 1),
        Beginner("random", SOURCE.beginner()),
        Beginner("throws", 1, (LOSING, DRAWN), drawn=1),
        Beginner("throws", 0, (DRAWN, LOSING), drawn=0),
        Beginner("throws", 0, (DRAWN, LOSING)),
        Beginner("throws", SOURCE.beginner(), (DRAWN, DRAWN)),
    ],
    ids=str,
)
def test_who_begins_is_found_again(beginner):
    assert bad(recorded(0, plies=0, beginner=beginner)) == []


@pytest.mark.parametrize(
    ("beginner", "what"),
    [
        (Beginner("random", 1 - SOURCE.beginner()), "ply 0 draw 3"),
        (Beginner("throws", 1 - SOURCE.beginner(), (DRAWN, DRAWN)), "ply 0 draw 3"),
        (Beginner("throws", 0, (LOSING, DRAWN)), "throws"),
        (Beginner("throws", 1, (DRAWN, LOSING), drawn=1), "ply 0 draw 0 1 2"),
    ],
    ids=str,
)
def test_a_wrong_beginner_is_found(beginner, what):
    assert what in bad(recorded(0, plies=0, beginner=beginner))


def test_without_a_proof_there_is_nothing_to_check():
    with pytest.raises(EngineError, match="no commitment"):
        checked(recorded(proof=None))


def test_a_running_match_cannot_be_checked_yet():
    record = recorded()

    with pytest.raises(EngineError, match="published when the match is over"):
        checked(replace(record, proof=replace(record.proof, secret=None)))


def test_draws_of_a_later_version_are_not_guessed_at():
    record = recorded()

    with pytest.raises(EngineError, match="version 3 are not known here, only 1 and 2"):
        checked(replace(record, proof=replace(record.proof, version=3)))


def test_an_unknown_setup_is_an_error_of_the_record():
    with pytest.raises(NotationError, match="huge"):
        checked(replace(recorded(), setup="huge"))
