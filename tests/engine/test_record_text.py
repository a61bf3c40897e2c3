from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocol import CHANCE, NotationError
from engine.record import Beginner, Entry, Proof, Record
from engine.record_text import WIDTH, parse, write
from engine.replay import replay
from tests.each import each
from tests.engine.matches import recorded
from tests.engine.strategies import records
from tests.engine.toy import GAME

RECORD = Record(
    "battle_chess",
    "bw",
    "1",
    (
        Entry(0, "c2-c3"),
        Entry(1, "c5-c4xc3", ("+40",), datetime(2026, 1, 2, 10, tzinfo=UTC)),
        Entry(0, "K@d3"),
        Entry(0, "d3xc5,d5", ("+0", "+70")),
    ),
    "1-0",
    {"First": 'Ann "Ace" Lee', "Second": "Zoë\n\u202eboB"},
    Proof("m1", "ab" * 32, ("salt one", ""), "cd" * 32),
    Beginner("throws", 1, (("rock", "rock", "rock"), ("rock", "paper", "paper")), drawn=1),
)
TEXT = rf"""[Game "battle_chess"]
[Setup "bw"]
[Rules "1"]
[First "Ann \"Ace\" Lee"]
[Second "Zoë\n\u202eboB"]
[Beginner "throws 2"]
[Throws1 "rock rock rock"]
[Throws2 "rock paper paper drawn"]
[Match "m1"]
[Commitment "{"ab" * 32}"]
[Draws "2"]
[Salt1 "salt one"]
[Salt2 ""]
[Secret "{"cd" * 32}"]
[Result "1-0"]

1. c2-c3 2. c5-c4xc3[+40] {{2026-01-02T10:00:00Z}} 3. K@d3
4. <1> d3xc5,d5[+0][+70] 1-0
"""
HEAD = '[Game "toy"]\n[Setup "short"]\n[Rules "1"]\n'


def test_a_record_is_written_like_this():
    assert write([RECORD]) == TEXT


def test_a_record_is_read_like_this():
    assert parse(TEXT) == [RECORD]


@given(st.lists(records, min_size=1, max_size=2))
def test_what_is_written_is_read_again(several):
    assert parse(write(several)) == several


@given(records)
def test_a_record_is_text_that_can_be_stored_and_seen(record):
    text = write([record])

    text.encode("utf-8")
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize("seed", range(3))
def test_a_match_that_was_read_replays(seed):
    record = recorded(seed)

    [read] = parse(write([record]))

    assert replay(read, GAME) == replay(record, GAME)


def test_draws_before_the_first_decision_stand_at_0():
    start = Entry(CHANCE, "", ("3", "1"))
    record = Record("toy", "short", "1", (start, Entry(0, "roll", ("1",)), Entry(1, "roll", ("5",))))

    text = write([record])

    assert text.endswith("\n0. [3][1] 1. roll[1] 2. roll[5] *\n")
    assert parse(text) == [record]


def test_lines_are_broken_between_decisions():
    record = Record("toy", "short", "1", tuple(Entry(n % 2, "roll", ("2", "5")) for n in range(40)))

    lines = write([record]).splitlines()[5:]

    assert max(map(len, lines)) <= WIDTH
    assert all(line[0].isdigit() for line in lines)
    assert len(lines) == 8


def test_layout_does_not_matter():
    text = TEXT.replace("\n", "\r\n  ").replace(" 3. ", "\n\n3.\t")

    assert parse("\ufeff" + text) == [RECORD]


def test_remarks_are_passed_over():
    first, *others = TEXT.splitlines(keepends=True)

    assert parse("% one\n" + first + '%[Game "none"]\n%\n' + "".join(others) + "% the end") == [RECORD]


def test_nothing_that_is_written_looks_like_a_remark():
    odd = replace(RECORD, entries=(Entry(0, "%"), Entry(1, "%1-0", ("%",)), Entry(0, "a%b")), proof=None)

    assert parse(write([odd])) == parse(write([odd]).replace('. "%', '.\n"%')) == [odd]


def test_the_result_need_not_stand_in_the_headers():
    assert parse(TEXT.replace('[Result "1-0"]\n', "")) == [RECORD]


def test_a_match_without_decisions_is_a_record():
    assert parse(HEAD + "*") == [Record("toy", "short", "1")]


def test_times_of_any_zone_are_read():
    [record] = parse(HEAD + "1. roll[5] {2026-01-02T12:00:00+02:00} *")

    assert record.entries[0].at == datetime(2026, 1, 2, 10, tzinfo=UTC)


@each(
    [
        ("", "line 1: a record ends with its result"),
        (HEAD, "line 4: a record ends with its result"),
        (HEAD + "1. roll", "line 4: a record ends with its result"),
        (HEAD + "1. roll\n" + HEAD + "*", "line 5: text: the record before this header has no result"),
        ('[Game "toy"]\n*', "line 2: header Setup: it is missing"),
        ("1. roll *", "line 1: header Game: it is missing"),
        ("[Game toy]\n*", "line 1: text: this cannot be read: '.Game toy.'"),
        ('[Game "toy]\n*', "line 1: text: this cannot be read"),
        ('[Game "to\\y"]\n*', 'line 1: Game: "to.y" is no JSON string'),
        (HEAD + '[Game "x"]\n*', "line 4: Game: this header is there twice"),
        (HEAD + '[Result "1-0"]\n\n*', r"line 4: result: the record ends with \*"),
        (HEAD + '[Salt1 "x"]\n\n*', "line 4: salt: Salt1 does not belong to anything here"),
        (HEAD + '[Throws1 "rock"]\n\n*', "line 4: throws: Throws1 does not belong"),
        (HEAD + '[Beginner "random"]\n\n*', "line 4: beginner: a method and a party"),
        (HEAD + '[Beginner "random 3"]\n\n*', "line 4: beginner: a method and a party"),
        (HEAD + '[Beginner "age 1"]\n\n*', "line 4: beginner: one of fixed, random, throws"),
        (HEAD + '[Beginner "throws 1"]\n\n*', "line 6: throws: two lists of throws"),
        (
            HEAD + '[Beginner "throws 1"]\n[Throws1 "rock rock"]\n[Throws2 "rock rock rock"]\n*',
            "line 6: throws: three throws each",
        ),
        (
            HEAD + '[Beginner "throws 1"]\n[Throws1 "drawn"]\n[Throws2 "drawn"]\n*',
            "line 6: throws: one party's throws can be drawn",
        ),
        (HEAD + '[Commitment "xyz"]\n[Match "m"]\n[Draws "2"]\n*', "line 4: commitment: 64 hexadecimal digits"),
        (HEAD + f'[Commitment "{"ab" * 32}"]\n[Draws "2"]\n*', "line 6: header Match: it is missing"),
        (HEAD + f'[Commitment "{"ab" * 32}"]\n[Match "m"]\n*', "line 6: header Draws: it is missing"),
        (HEAD + f'[Commitment "{"ab" * 32}"]\n[Match "m"]\n[Draws "one"]\n*', "line 6: draws: a whole number"),
        (
            HEAD + f'[Commitment "{"ab" * 32}"]\n[Match "m"]\n[Draws "2"]\n[Secret "abc"]\n*',
            "line 7: secret: pairs of hexadecimal digits",
        ),
        (HEAD + "roll *", "line 4: turn: roll has no number before it"),
        (HEAD + "1. *", "line 4: turn: nothing was played after 1."),
        (HEAD + "1. 2. roll *", "line 4: turn: nothing was played after 1."),
        (HEAD + "1. [5] *", "line 4: turn: a number is followed by a decision"),
        (HEAD + "0. roll[5] *", "line 4: turn: a number is followed by a decision"),
        (HEAD + "2. roll *", "line 4: turn: 1. comes next, not 2."),
        (HEAD + "1. roll\n1. roll *", "line 5: turn: 2. comes next, not 1."),
        (HEAD + "1. roll 0. [5] *", "line 4: turn: 2. comes next, not 0."),
        (HEAD + "0. [5] 0. [5] *", "line 4: turn: 1. comes next, not 0."),
        (HEAD + "1. roll[5 *", "line 4: text: this cannot be read: 'roll.5"),
        (HEAD + '1. "roll *', "line 4: text: this cannot be read"),
        (HEAD + r'1. "\q" *', "line 4: turn: .* is no JSON string"),
        (HEAD + r'1. roll["\q"] *', "line 4: bonus: .* is no JSON string"),
        (HEAD + "{2026-01-02T10:00Z} *", "line 4: time: a time follows a decision"),
        (HEAD + "1. roll {2026-01-02T10:00Z} {2026-01-02T10:00Z} *", "line 4: time: a time follows a decision"),
        (HEAD + "1. roll {yesterday} *", "line 4: at: 'yesterday' is no time"),
        (HEAD + "1. roll {2026-01-02T10:00} *", "line 4: at: a time needs its zone"),
    ]
)
def test_what_cannot_be_read_is_located(text, message):
    with pytest.raises(NotationError, match=message):
        parse(text)


@given(st.text(), st.integers(0, len(TEXT)), st.integers(0, 9))
def test_whatever_can_be_read_is_written_again(noise, place, cut):
    with suppress(NotationError):  # and no other error
        found = parse(TEXT[:place] + noise + TEXT[place + cut :])

        assert parse(write(found)) == found


@pytest.mark.parametrize("name", ["", "a b", "1st", "Ärger", "Result", "Salt12", "Game"])
def test_a_header_needs_a_name_of_its_own(name):
    with pytest.raises(NotationError, match="cannot be the name of a header"):
        replace(RECORD, headers={name: "x"})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"result": "2-0"}, "result: one of"),
        ({"entries": (Entry(0, "a"), Entry(CHANCE, "", ("5",)))}, "entries: only the first entry"),
    ],
)
def test_a_record_cannot_be_made_of_nonsense(change, words):
    with pytest.raises(NotationError, match=words):
        replace(RECORD, **change)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ((-2, "roll"), "there is no seat -2"),
        ((CHANCE, "roll", ("5",)), "before the first decision there are outcomes"),
        ((CHANCE, ""), "before the first decision there are outcomes"),
        ((0, "roll", (), datetime(2026, 1, 1)), "a time needs its zone"),  # noqa: DTZ001
    ],
)
def test_an_entry_cannot_be_made_of_nonsense(entry, words):
    with pytest.raises(NotationError, match=words):
        Entry(*entry)
