import hashlib
import hmac
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import draws

DECK = [(0, 2), (20, 1), (30, 1), (40, 1), (70, 1)]
CALL = {"version": 2, "context": "m1", "salts": ("ann", "bob"), "ply": 3, "number": 0}


def by_hand(secret: bytes, message: str) -> int:
    return int(hmac.new(secret, message.encode(), hashlib.sha256).hexdigest(), 16)


def test_the_commitment_is_the_sha256_of_the_secret():
    assert draws.commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_draw_is_the_keyed_hash_of_the_written_out_message():
    value = by_hand(b"secret", '[2,"m1",["ann","bob"],3,0,0]')

    drawn = draws.draw(b"secret", **CALL, outcomes=[(n, 1) for n in range(1000)])

    assert drawn == value % 1000


def test_a_draw_counts_along_the_weights_in_order():
    for ply in range(1, 40):
        place = by_hand(b"secret", f'[2,"m1",["ann","bob"],{ply},0,0]') % 6

        drawn = draws.draw(b"secret", **(CALL | {"ply": ply}), outcomes=DECK)

        assert drawn == [0, 0, 20, 30, 40, 70][place]


def test_text_outside_ascii_is_escaped_in_the_message():
    value = by_hand(b"s", '[2,"m",["\\u00e9\\ud83c\\udfb2","\\"\\n"],0,0,0]')

    drawn = draws.draw(b"s", context="m", salts=("é🎲", '"\n'), ply=0, number=0, outcomes=draws.uniform(range(10**5)))

    assert drawn == value % 10**5


@pytest.mark.parametrize(
    "change",
    [
        {"version": 1},
        {"context": "m2"},
        {"salts": ("ann", "bo")},
        {"salts": ("bob", "ann")},
        {"salts": ("annbob",)},
        {"ply": 4},
        {"number": 1},
    ],
    ids=str,
)
def test_every_field_changes_the_value(change):
    wide = [(n, 2**120) for n in range(256)]

    values = [draws.draw(bytes([n]), **CALL, outcomes=wide) for n in range(16)]
    changed = [draws.draw(bytes([n]), **(CALL | change), outcomes=wide) for n in range(16)]

    assert sum(a == b for a, b in zip(values, changed, strict=True)) <= 2


def test_the_secret_changes_the_value():
    wide = [(n, 2**120) for n in range(256)]

    assert len({draws.draw(bytes([n]), **CALL, outcomes=wide) for n in range(100)}) > 70


def chi_square(counts: Counter, weights: list[tuple[int, int]]) -> float:
    total, size = sum(w for _, w in weights), sum(counts.values())
    return sum((counts[o] - size * w / total) ** 2 / (size * w / total) for o, w in weights)


@pytest.mark.parametrize(
    ("outcomes", "limit"),  # limits: the chi-square distribution's 99.9 % point
    [(DECK, 18.47), ([(n, 1) for n in range(3)], 13.82), ([("a", 1), ("b", 9)], 10.83)],
    ids=["deck", "throws", "lopsided"],
)
def test_draws_follow_the_weights(outcomes, limit):
    counts = Counter(
        draws.draw(hashlib.sha256(bytes([n // 256, n % 256])).digest(), **CALL, outcomes=outcomes)
        for n in range(12_000)
    )

    assert chi_square(counts, outcomes) < limit


def test_successive_draws_of_one_match_follow_the_weights_too():
    source = draws.Source(b"k" * 32, "m9", ("x", ""))

    counts = Counter(source.draw(ply, number, DECK) for ply in range(1, 3001) for number in range(4))

    assert chi_square(counts, DECK) < 18.47


def test_a_value_beyond_the_last_whole_stretch_is_drawn_again():
    half = 2**255 + 1  # of the 2**256 values the upper half, nearly, is thrown away
    retries = Counter()
    for n in range(200):
        secret, retry = bytes([n]), 0
        while (value := by_hand(secret, f'[2,"m1",["ann","bob"],3,0,{retry}]')) >= half:
            retry += 1
        retries[retry] += 1

        drawn = draws.draw(secret, **CALL, outcomes=[("low", 2**254), ("high", 2**254 + 1)])

        assert drawn == ("low" if value < 2**254 else "high")
    assert 70 < retries[0] < 130
    assert max(retries) >= 4


def test_a_total_of_two_to_the_256_uses_every_value():
    value = by_hand(b"s", json.dumps([2, "m1", ["ann", "bob"], 3, 0, 0], separators=(",", ":")))

    drawn = draws.draw(b"s", **CALL, outcomes=[(0, 2**255), (1, 2**255)])

    assert drawn == value >> 255


@pytest.mark.parametrize("outcomes", [[], [("a", 0)], [("a", 2), ("b", -1)], [("a", 2**256), ("b", 1)]], ids=str)
def test_impossible_weights_are_refused(outcomes):
    with pytest.raises(ValueError, match="weight"):
        draws.draw(b"s", **CALL, outcomes=outcomes)


@given(st.binary(min_size=1), st.text(), st.lists(st.text()), st.integers(0, 500), st.integers(0, 9))
def test_a_source_draws_what_draw_does(secret, match_id, salts, ply, number):
    source = draws.Source(secret, match_id, tuple(salts))
    shown = draws.commitment(secret)
    expected = draws.draw(secret, context=shown, salts=salts, ply=ply, number=number, outcomes=DECK)

    assert source.draw(ply, number, DECK) == expected
    assert source.at(ply)(number, DECK) == expected


def test_nothing_that_is_settled_after_the_last_salt_counts():
    wide = [(n, 2**120) for n in range(256)]

    values = {draws.Source(b"k" * 32, f"m{n}", ("ann", "bob")).draw(3, 0, wide) for n in range(20)}

    assert values == {by_hand(b"k" * 32, f'[2,"{draws.commitment(b"k" * 32)}",["ann","bob"],3,0,0]') % 2**128 // 2**120}


def test_version_1_named_the_match_by_its_id():
    source = draws.Source(b"secret", "m1", ("ann", "bob"), version=1)

    drawn = source.draw(3, 0, [(n, 1) for n in range(1000)])

    assert drawn == by_hand(b"secret", '[1,"m1",["ann","bob"],3,0,0]') % 1000


def test_who_begins_and_the_throws_have_numbers_of_their_own_at_ply_0():
    source = draws.Source(b"k" * 32, "m1", ("", "bob"))

    assert source.throws("RPS") == tuple(source.draw(0, n, [("R", 1), ("P", 1), ("S", 1)]) for n in (0, 1, 2))
    assert source.beginner() == source.draw(0, 3, [(0, 1), (1, 1)])
    assert draws.START_NUMBER == 4


def test_a_source_does_not_show_its_secret():
    assert "kkk" not in repr(draws.Source(b"k" * 32, "m1", ()))
