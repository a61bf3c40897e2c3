"""Records of every shape; whether they could be played does not matter here."""

from datetime import datetime, timedelta, timezone

from hypothesis import strategies as st

from engine.protocol import CHANCE
from engine.record import RESULTS, Beginner, Entry, Proof, Record
from engine.throws import THROWS

TRICKY = [
    "",
    '"',
    "\\",
    '\\"',
    "\n",
    "\r\n",
    "]",
    "[+40]",
    '"]\n[Game "x"]',
    "1.",
    "1-0",
    "*",
    "{}",
    "<2>",
    "\u202e",
    "\x85",
]
texts = st.sampled_from(TRICKY) | st.text(st.characters(), max_size=8)  # lone surrogates, too
names = st.sampled_from(["First", "Termination", "Played_at", "X"])
zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.none() | st.builds(datetime.fromtimestamp, st.floats(0, 2e9), zones)
outcomes = st.lists(texts, max_size=3).map(tuple)
entries = st.builds(Entry, st.integers(0, 1), texts, outcomes, times)
starts = st.builds(Entry, st.just(CHANCE), st.just(""), st.lists(texts, min_size=1, max_size=3).map(tuple), times)
logs = st.builds(lambda start, rest: tuple(start + rest), st.lists(starts, max_size=1), st.lists(entries, max_size=4))
hashes = st.binary(min_size=32, max_size=32).map(bytes.hex)
proofs = st.builds(Proof, texts, hashes, st.lists(texts, max_size=3).map(tuple), st.none() | hashes, st.integers(0, 99))
throws = st.tuples(*[st.sampled_from(THROWS)] * 3)
beginners = st.one_of(
    st.builds(Beginner, st.sampled_from(["fixed", "random"]), st.integers(0, 1)),
    st.builds(Beginner, st.just("throws"), st.integers(0, 1), st.tuples(throws, throws), st.sampled_from([None, 0, 1])),
)
records = st.builds(
    Record,
    game=texts,
    setup=texts,
    rules_version=texts,
    entries=logs,
    result=st.sampled_from(RESULTS),
    headers=st.dictionaries(names, texts, max_size=4),
    proof=st.none() | proofs,
    beginner=st.none() | beginners,
)
