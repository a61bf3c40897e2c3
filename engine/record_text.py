r"""Records as text, in the spirit of PGN: headers, numbered decisions with what was drawn, the result.

    [Game "battle_chess"]
    [Setup "bw"]
    [Rules "1"]
    [First "Ann \"Ace\" Lee"]
    [Result "1-0"]

    1. c2-c3 2. c5-c4xc3[+40] {2026-01-02T10:00:00Z} 3. "any text" ... 1-0

Header values are JSON strings. A decision is one word, or a JSON string if it is none; each outcome follows in
brackets, then the time in braces. `0.` without a decision is what was drawn before the first one. Seats 0 and 1 take
turns; where they do not, `<1>` or `<2>` says who decides (counted from 1, as the players are). A file may hold several
records. A line that begins with % is a remark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.protocol import CHANCE, NotationError
from engine.record import RESERVED, RESULTS, Beginner, Entry, Proof, Record, parse_time, time_text

WIDTH = 80  # of the lines of decisions

STRING = r'"(?:[^"\\]|\\.)*"'
WORD = r'[^\s\[\]{}<>"][^\s\[\]{}"]*'
PLAIN_OUTCOME = r'[^\s\[\]{}"]+'
OUTCOME = rf"\[(?:{STRING}|{PLAIN_OUTCOME})\]"
RESULT = "|".join(map(re.escape, RESULTS))
TOKEN = re.compile(
    rf"""\s* (?=\S) (?:
    (?P<header> \[ (?P<name> [A-Za-z][A-Za-z0-9_]* ) [ ] (?P<value> {STRING} ) \] )
    | (?P<number> [0-9]{{1,9}} ) \.
    | (?P<result> {RESULT} )
    | < (?P<seat> [1-9] ) >
    | \{{ (?P<time> [^{{}}]* ) \}}
    | (?P<entry> (?P<action> {STRING} | {WORD} )? (?P<outcomes> (?:{OUTCOME})* ) )
    ) (?= \s | $ )""",
    re.VERBOSE,
)
LIKE_OTHER = re.compile(rf"[0-9]{{1,9}}\.|{RESULT}|%.*")  # words that would be read as something else


def write(records: Iterable[Record]) -> str:
    """The text of one or several records."""
    return "\n".join(_write(record) for record in records)


def parse(text: str) -> list[Record]:
    """Inverse of `write`. Raises NotationError that names the line, and the header if it is about one."""
    records: list[Record] = []
    draft = _Draft()
    for row, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):  # names may hold other line ends
        if line.startswith("%"):
            continue
        try:
            for token in _tokens(line):
                if token["result"]:
                    records.append(draft.finish(token["result"]))
                    draft = _Draft()
                else:
                    draft.take(token, row)
        except NotationError as error:
            raise NotationError(str(error), field=f"line {draft.rows.get(error.field, row)}") from error
    if draft.rows or not records:
        raise NotationError(f"a record ends with its result, one of {' '.join(RESULTS)}", field=f"line {row}")
    return records


# Writing


def _write(record: Record) -> str:
    headers = "".join(f"[{name} {_quote(value)}]\n" for name, value in _headers(record))
    return f"{headers}\n{_wrap([*_units(record.entries), record.result])}\n"


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    yield from (("Game", record.game), ("Setup", record.setup), ("Rules", record.rules_version))
    yield from record.headers.items()
    if record.beginner:
        yield from _beginner_headers(record.beginner)
    if record.proof:
        yield from _proof_headers(record.proof)
    yield "Result", record.result


def _beginner_headers(beginner: Beginner) -> Iterator[tuple[str, str]]:
    yield "Beginner", f"{beginner.method} {beginner.party + 1}"
    for party, throws in enumerate(beginner.throws):
        yield f"Throws{party + 1}", " ".join([*throws, *(["drawn"] if party == beginner.drawn else [])])


def _proof_headers(proof: Proof) -> Iterator[tuple[str, str]]:
    yield from (("Match", proof.match_id), ("Commitment", proof.commitment), ("Draws", str(proof.version)))
    yield from ((f"Salt{party}", salt) for party, salt in enumerate(proof.salts, start=1))
    if proof.secret is not None:
        yield "Secret", proof.secret


def _units(entries: Sequence[Entry]) -> Iterator[str]:
    """What no line break may part: an entry with its number."""
    expected, ply = 0, 1
    for entry in entries:
        outcomes = "".join(f"[{_word(text, PLAIN_OUTCOME)}]" for text in entry.outcomes)
        tail = f"{outcomes} {{{time_text(entry.at)}}}" if entry.at else outcomes
        if entry.seat == CHANCE:
            yield f"0. {tail}"
            continue
        seat = "" if entry.seat == expected else f"<{entry.seat + 1}> "
        yield f"{ply}. {seat}{_word(entry.action, WORD)}{tail}"
        expected, ply = int(entry.seat == 0), ply + 1


def _word(text: str, plain: str) -> str:
    bare = text.isprintable() and re.fullmatch(plain, text) and not LIKE_OTHER.fullmatch(text)
    return text if bare else _quote(text)


def _quote(text: str) -> str:
    """A JSON string in which everything is visible: control, bidirectional and surrogate characters are escaped."""
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in json.dumps(text, ensure_ascii=False))


def _wrap(units: Iterable[str]) -> str:
    lines = [""]
    for unit in units:
        if lines[-1] and len(lines[-1]) + 1 + len(unit) > WIDTH:
            lines.append("")
        lines[-1] += f" {unit}" if lines[-1] else unit
    return "\n".join(lines)


# Parsing


def _tokens(line: str) -> Iterator[re.Match[str]]:
    position, end = 0, len(line.rstrip())
    while position < end:
        token = TOKEN.match(line, position)
        if not token:
            raise NotationError(f"this cannot be read: {line[position:].strip()[:40]!r}", field="text")
        position = token.end()
        yield token


class _Draft:
    """A record while it is read: what `take` has been given up to the result."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.rows: dict[str, int] = {}  # where each header stood, by its name as a field ("salt" for Salt1)
        self.entries: list[Entry] = []
        self.number: int | None = None  # of the entry that comes next
        self.seat: int | None = None  # the same, where it was said

    def take(self, token: re.Match[str], row: int) -> None:
        if token["header"]:
            self._header(token["name"], token["value"], row)
        elif token["number"]:
            self._number(int(token["number"]))
        elif token["seat"]:
            self.seat = int(token["seat"]) - 1
        elif token["time"] is not None:
            self._time(token["time"])
        else:
            self._entry(token["action"], re.findall(OUTCOME, token["outcomes"]))

    def finish(self, result: str) -> Record:
        self._nothing_begun()
        if self.headers.pop("Result", result) != result:
            raise NotationError(f"the record ends with {result}", field="result")
        known = {name: self.headers.pop(name) for name in list(self.headers) if RESERVED.fullmatch(name)}
        record = Record(
            game=_pop(known, "Game"),
            setup=_pop(known, "Setup"),
            rules_version=_pop(known, "Rules"),
            entries=tuple(self.entries),
            result=result,
            headers=self.headers,
            beginner=_beginner(known) if "Beginner" in known else None,
            proof=_proof(known) if "Commitment" in known else None,
        )
        for name in known:
            raise NotationError(f"{name} does not belong to anything here", field=_field(name))
        return record

    def _nothing_begun(self) -> None:
        if self.number is not None:
            raise NotationError(f"nothing was played after {self.number}.", field="turn")

    def _header(self, name: str, value: str, row: int) -> None:
        if self.entries or self.number is not None:
            raise NotationError("the record before this header has no result", field="text")
        if name in self.headers:
            raise NotationError("this header is there twice", field=name)
        self.rows[_field(name)] = row
        self.headers[name] = _unquote(value, name)

    def _number(self, number: int) -> None:
        self._nothing_begun()
        wanted = len(self.entries) + 1 - any(entry.seat == CHANCE for entry in self.entries)
        if number != wanted and (number or self.entries):
            raise NotationError(f"{wanted}. comes next, not {number}.", field="turn")
        self.number = number

    def _entry(self, action: str | None, outcomes: list[str]) -> None:
        if self.number is None:
            raise NotationError(f"{action or ''}{''.join(outcomes)} has no number before it", field="turn")
        if (action is None) != (self.number == 0):
            raise NotationError("a number is followed by a decision, 0. by outcomes alone", field="turn")
        texts = tuple(_unquote(outcome[1:-1], "bonus") for outcome in outcomes)
        self.entries.append(Entry(self._next_seat(), _unquote(action or "", "turn"), texts))
        self.number = self.seat = None

    def _next_seat(self) -> int:
        if self.number == 0:
            return CHANCE
        if self.seat is not None:
            return self.seat
        return int(bool(self.entries) and self.entries[-1].seat == 0)

    def _time(self, text: str) -> None:
        if not self.entries or self.entries[-1].at or self.number is not None:
            raise NotationError("a time follows a decision", field="time")
        self.entries[-1] = replace(self.entries[-1], at=parse_time(text))


def _beginner(headers: dict[str, str]) -> Beginner:
    method, _, party = headers.pop("Beginner").partition(" ")
    throws = [headers.pop(name).split() for name in ("Throws1", "Throws2") if name in headers]
    drawn = [party for party, own in enumerate(throws) if own[-1:] == ["drawn"]]
    if party not in ("1", "2"):
        raise NotationError("a method and a party, 1 or 2, are wanted", field="beginner")
    if len(drawn) > 1:
        raise NotationError("one party's throws can be drawn, not both", field="throws")
    kept = tuple(tuple(own[: -1 if number in drawn else None]) for number, own in enumerate(throws))
    return Beginner(method, int(party) - 1, kept, drawn[0] if drawn else None)


def _proof(headers: dict[str, str]) -> Proof:
    salts: list[str] = []
    while f"Salt{len(salts) + 1}" in headers:
        salts.append(headers.pop(f"Salt{len(salts) + 1}"))
    version = _pop(headers, "Draws")
    if not re.fullmatch("[0-9]{1,9}", version):
        raise NotationError(f"a whole number is wanted, not {version!r}", field="draws")
    return Proof(
        _pop(headers, "Match"), _pop(headers, "Commitment"), tuple(salts), headers.pop("Secret", None), int(version)
    )


def _pop(headers: dict[str, str], name: str) -> str:
    if name not in headers:
        raise NotationError("it is missing", field=f"header {name}")
    return headers.pop(name)


def _field(header: str) -> str:
    return header.rstrip("0123456789").lower()


def _unquote(text: str, name: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        value: str = json.loads(text)
    except ValueError:
        raise NotationError(f"{text[:40]} is no JSON string", field=name) from None
    return value
