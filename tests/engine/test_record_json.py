import json
from copy import deepcopy

import pytest
from hypothesis import given

from engine.protocol import NotationError
from engine.record import Record
from engine.record_json import from_json, many_from_json, to_json
from tests.each import each
from tests.engine.strategies import records
from tests.engine.test_record_text import RECORD

DATA = {
    "game": "battle_chess",
    "setup": "bw",
    "rules_version": "1",
    "headers": {"First": 'Ann "Ace" Lee', "Second": "Zoë\n\u202eboB"},
    "entries": [
        {"seat": 0, "action": "c2-c3", "outcomes": []},
        {"seat": 1, "action": "c5-c4xc3", "outcomes": ["+40"], "at": "2026-01-02T10:00:00Z"},
        {"seat": 0, "action": "K@d3", "outcomes": []},
        {"seat": 0, "action": "d3xc5,d5", "outcomes": ["+0", "+70"]},
    ],
    "result": "1-0",
    "beginner": {
        "method": "throws",
        "party": 1,
        "throws": [["rock", "rock", "rock"], ["rock", "paper", "paper"]],
        "drawn": 1,
    },
    "proof": {
        "match_id": "m1",
        "commitment": "ab" * 32,
        "salts": ["salt one", ""],
        "secret": "cd" * 32,
        "version": 2,
    },
}


def test_a_record_is_written_like_this():
    assert to_json(RECORD) == DATA


def test_a_record_is_read_like_this():
    assert from_json(DATA) == RECORD


@given(records)
def test_what_is_written_is_read_again(record):
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


def test_a_list_holds_several():
    other = Record("toy", "short", "1")

    assert many_from_json([DATA, to_json(other)]) == [RECORD, other]
    assert many_from_json([]) == []


def test_a_dict_holds_one():
    assert many_from_json(DATA) == [RECORD]


def test_what_is_unknown_is_left_out():
    data = to_json(Record("toy", "short", "1"))

    assert data == {
        "game": "toy",
        "setup": "short",
        "rules_version": "1",
        "headers": {},
        "entries": [],
        "result": "*",
    }


MISSING = object()


@each(
    [
        (("game",), MISSING, "record.game: it is missing"),
        (("game",), 3, "record.game: a text is wanted, not '3'"),
        (("entries",), MISSING, "record.entries: it is missing"),
        (("entries",), {}, "record.entries: a list is wanted"),
        (("entries", 1), "c2-c3", r"entries\[1\]: an object is wanted"),
        (("entries", 1, "seat"), True, r"entries\[1\].seat: a whole number is wanted"),
        (("entries", 1, "seat"), "0", r"entries\[1\].seat: a whole number is wanted"),
        (("entries", 1, "seat"), -1, r"entries\[1\]: seat: before the first decision"),
        (("entries", 1, "outcomes"), ["+40", 3], r"entries\[1\].outcomes\[1\]: a text is wanted"),
        (("entries", 1, "at"), "soon", r"entries\[1\]: at: 'soon' is no time"),
        (("entries", 1, "when"), "soon", r"entries\[1\].when: nothing of this name"),
        (("headers",), [], "record.headers: an object is wanted"),
        (("headers", "First"), None, "headers.First: a text is wanted"),
        (("headers", "Result"), "1-0", "record: headers: 'Result' cannot be the name"),
        (("result",), "2-0", "record: result: one of"),
        (("beginner",), [], "beginner: an object is wanted"),
        (("beginner", "method"), "age", "beginner: beginner: one of fixed, random, throws"),
        (("beginner", "party"), 2, "beginner: beginner: there are two parties"),
        (("beginner", "throws", 1), "rock", r"beginner.throws\[1\]: a list is wanted"),
        (("beginner", "throws", 1), ["rock"], "beginner: throws: three throws each"),
        (("proof", "commitment"), "AB" * 32, "proof: commitment: 64 hexadecimal digits"),
        (("proof", "salts"), [1], r"proof.salts\[0\]: a text is wanted"),
        (("proof", "version"), "1", "proof.version: a whole number is wanted"),
        (("extra",), 1, "record.extra: nothing of this name is known"),
    ]
)
def test_what_cannot_be_read_is_located(path, value, message):
    data = deepcopy(DATA)
    *way, last = path
    place = data
    for step in way:
        place = place[step]
    if value is MISSING:
        del place[last]
    else:
        place[last] = value

    with pytest.raises(NotationError, match=f"^{message}"):
        from_json(data)


@pytest.mark.parametrize("data", [None, 3, "x", [3], [[]]])
def test_something_else_is_no_record(data):
    with pytest.raises(NotationError, match="record: an object is wanted"):
        many_from_json(data)


def test_records_may_stand_among_other_things() -> None:
    assert many_from_json({"table": {"name": "The Old Mill"}, "records": [DATA]}) == [RECORD]

    with pytest.raises(NotationError) as error:
        many_from_json({"records": {"0": DATA}})

    assert error.value.field == "records"
