"""Records as JSON: a dict for each, with the names of `Record`'s fields; seats and parties count from 0."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from engine.protocol import NotationError
from engine.record import Beginner, Entry, Proof, Record, parse_time, time_text

T = TypeVar("T")


def to_json(record: Record) -> dict[str, Any]:
    """What `json.dumps` takes. What is unknown is left out."""
    found: dict[str, Any] = {
        "game": record.game,
        "setup": record.setup,
        "rules_version": record.rules_version,
        "headers": dict(record.headers),
        "entries": [_entry_json(entry) for entry in record.entries],
        "result": record.result,
    }
    if record.beginner:
        found["beginner"] = beginner_to_json(record.beginner)
    if record.proof:
        found["proof"] = _without_none(
            match_id=record.proof.match_id,
            commitment=record.proof.commitment,
            salts=list(record.proof.salts),
            secret=record.proof.secret,
            version=record.proof.version,
        )
    return found


def from_json(data: object) -> Record:
    """Inverse of `to_json`. Raises NotationError whose field says where, as in "entries[3].seat".

    An "analysis" beside it (see `engine.analysis`) says what a computer thinks of the match, and is passed over.
    """
    reader = _Reader(data, "record")
    reader.data.pop("analysis", None)
    headers = reader.get("headers", dict, {})
    record = {
        "game": reader.get("game", str),
        "setup": reader.get("setup", str),
        "rules_version": reader.get("rules_version", str),
        "entries": tuple(_entry(line, f"entries[{i}]") for i, line in enumerate(reader.get("entries", list))),
        "result": reader.get("result", str, "*"),
        "headers": {name: _typed(value, str, f"headers.{name}") for name, value in headers.items()},
        "beginner": beginner_from_json(reader.data.pop("beginner")) if "beginner" in reader.data else None,
        "proof": _proof(reader.data.pop("proof")) if "proof" in reader.data else None,
    }
    return reader.make(Record, record)


def many_from_json(data: object) -> list[Record]:
    """The records of a list, of one dict, or of those under "records" in a dict. Raises NotationError as `from_json`.

    `{"left_out": "why"}` stands in an export for a match that has no record, and is passed over. So is, in an export
    of more than records (of a table), what stands beside "records".
    """
    if isinstance(data, dict) and "records" in data:
        data = _typed(data["records"], list, "records")
    if not isinstance(data, list):
        return [from_json(data)]
    return [from_json(one) for one in data if not (isinstance(one, dict) and one.keys() == {"left_out"})]


def beginner_to_json(beginner: Beginner) -> dict[str, Any]:
    """What `json.dumps` takes. What is unknown is left out."""
    return _without_none(
        method=beginner.method,
        party=beginner.party,
        throws=[list(throws) for throws in beginner.throws],
        drawn=beginner.drawn,
    )


def beginner_from_json(data: object) -> Beginner:
    """Inverse of `beginner_to_json`. Raises NotationError whose field says where."""
    reader = _Reader(data, "beginner")
    throws = enumerate(reader.get("throws", list, []))
    fields = {
        "method": reader.get("method", str),
        "party": reader.get("party", int),
        "throws": tuple(_texts(own, f"beginner.throws[{party}]") for party, own in throws),
        "drawn": reader.get("drawn", int, None),
    }
    return reader.make(Beginner, fields)


def _entry_json(entry: Entry) -> dict[str, Any]:
    line: dict[str, Any] = {"seat": entry.seat, "action": entry.action, "outcomes": list(entry.outcomes)}
    return line | {"at": time_text(entry.at)} if entry.at else line


def _without_none(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _entry(data: object, where: str) -> Entry:
    reader = _Reader(data, where)
    fields = {
        "seat": reader.get("seat", int),
        "action": reader.get("action", str),
        "outcomes": reader.texts("outcomes"),
        "at": reader.time("at"),
    }
    return reader.make(Entry, fields)


def _proof(data: object) -> Proof:
    reader = _Reader(data, "proof")
    fields = {
        "match_id": reader.get("match_id", str),
        "commitment": reader.get("commitment", str),
        "salts": reader.texts("salts"),
        "secret": reader.get("secret", str, None),
        "version": reader.get("version", int),
    }
    return reader.make(Proof, fields)


class _Reader:
    """Takes what is wanted out of a JSON object, then sees to it that nothing is left."""

    def __init__(self, data: object, where: str) -> None:
        self.where = where
        self.data: dict[str, Any] = dict(_typed(data, dict, where))

    def get(self, name: str, kind: type[T], *default: Any) -> T:
        """What is there under a name; the default stands for null too."""
        if default and self.data.get(name) is None:
            self.data.pop(name, None)
            found: T = default[0]
            return found
        if name in self.data:
            return _typed(self.data.pop(name), kind, f"{self.where}.{name}")
        raise NotationError("it is missing", field=f"{self.where}.{name}")

    def texts(self, name: str) -> tuple[str, ...]:
        return _texts(self.get(name, list, []), f"{self.where}.{name}")

    def time(self, name: str) -> datetime | None:
        text = self.get(name, str, None)
        try:
            return None if text is None else parse_time(text)
        except NotationError as error:
            raise NotationError(str(error), field=self.where) from error

    def make(self, kind: type[T], fields: Mapping[str, Any]) -> T:
        """The object, once nothing unknown is left; what it finds wrong itself is located here."""
        for name in self.data:
            raise NotationError("nothing of this name is known", field=f"{self.where}.{name}")
        try:
            return kind(**fields)
        except NotationError as error:
            raise NotationError(str(error), field=self.where) from error


def _texts(data: object, where: str) -> tuple[str, ...]:
    return tuple(_typed(text, str, f"{where}[{i}]") for i, text in enumerate(_typed(data, list, where)))


def _typed(value: object, kind: type[T], where: str) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        words = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}
        raise NotationError(f"{words[kind]} is wanted, not {str(value)[:40]!r}", field=where)
    return value
