"""Frozen values as plain data for JSON, and back: strict about every name and kind, errors say where.

A dataclass becomes an object of its fields; those that still have their default are left out. Where a field may hold
one of several dataclasses, each of them has a class variable `kind`, which is written first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from engine.protocol import NotationError
from engine.words import Words

T = TypeVar("T")

LARGEST = 10**9  # of any number


def dumps(value: object) -> str:
    """A value as one printable line of JSON."""
    text = json.dumps(to_data(value), ensure_ascii=False, separators=(", ", ": "))
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def loads(kind: Any, text: str, field: str) -> Any:
    """Inverse of `dumps`; takes only what `dumps` writes. Raises NotationError."""
    value = from_data(kind, parse(text, field), field)
    if dumps(value) != text:
        raise NotationError("it is right, but not written as it should be", field=field)
    return value


def parse(text: str, field: str) -> object:
    """JSON read. Raises NotationError."""
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError(Words("{text!r} is no JSON", text=text[:40]), field=field) from None
    return found


def to_data(value: Any) -> Any:
    """What `json.dumps` takes."""
    if is_dataclass(value) and not isinstance(value, type):
        kind = {"kind": value.kind} if hasattr(value, "kind") else {}
        kept = {one: getattr(value, one.name) for one in _own(type(value))}
        return kind | {one.name: to_data(held) for one, held in kept.items() if held != _default(one)}
    return [to_data(one) for one in value] if isinstance(value, tuple) else value


def from_data(kind: type[T], data: object, where: str) -> T:
    """The value of a type. Raises NotationError whose field says where, as in "fighters[2].stats.will"."""
    found: T = _read(kind, data, where)
    return found


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _read(kind: Any, data: object, where: str) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return _read_union(inner, data, where)
    if origin is tuple:
        items = _plain(list, data, where)
        kinds = inner[:1] * len(items) if inner[-1] is Ellipsis else inner
        if len(items) != len(kinds):
            raise NotationError(Words("{count} things are wanted", count=len(kinds)), field=where)
        return tuple(_read(kinds[number], one, f"{where}[{number}]") for number, one in enumerate(items))
    return _read_object(kind, _plain(dict, data, where), where) if is_dataclass(kind) else _plain(kind, data, where)


def _read_union(kinds: tuple[Any, ...], data: object, where: str) -> Any:
    if NoneType in kinds and data is None:
        return None
    known = {one.kind: one for one in kinds if hasattr(one, "kind")}
    if not known:
        plain = [one for one in kinds if one is not NoneType]
        return _read(next((one for one in plain if type(data) is one), plain[0]), data, where)
    name = _plain(dict, data, where).get("kind")
    if not isinstance(name, str) or name not in known:
        raise NotationError(Words("one of {known} is wanted", known=", ".join(known)), field=f"{where}.kind")
    return _read(known[name], data, where)


def _read_object(kind: Any, data: Mapping[str, object], where: str) -> Any:
    own, hints = {one.name: one for one in _own(kind)}, _hints(kind)
    allowed = {*own, "kind"} if hasattr(kind, "kind") else {*own}
    for name in data:
        if name not in allowed:
            raise NotationError(Words("nothing of this name is known"), field=f"{where}.{_shown(name)}")
    if hasattr(kind, "kind") and data.get("kind") != kind.kind:
        raise NotationError(Words("one of {known} is wanted", known=kind.kind), field=f"{where}.kind")
    for name, one in own.items():
        if name not in data and _default(one) is MISSING:
            raise NotationError(Words("it is missing"), field=f"{where}.{name}")
    values = {name: _read(hints[name], data[name], f"{where}.{name}") for name in own if name in data}
    try:
        return kind(**values)
    except NotationError as error:
        raise _within(error, where) from error


def _shown(name: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in name[:40])


def _within(error: NotationError, where: str) -> NotationError:
    """The same error, found in something that stands there."""
    return NotationError(error.args[0].values["message"], field=f"{where}.{error.field}")


@cache
def _own(kind: type) -> tuple[Field[Any], ...]:
    """The fields that a value consists of; those that only follow from them take no part in comparing it."""
    return tuple(one for one in fields(kind) if one.compare)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


_WANTED: dict[type, str] = {
    str: Words("a text is wanted"),
    int: Words("a whole number is wanted"),
    bool: Words("true or false is wanted"),
    list: Words("a list is wanted"),
    dict: Words("an object is wanted"),
}


def _plain(kind: Any, data: object, where: str) -> Any:
    if type(data) is not kind:
        raise NotationError(_WANTED[kind], field=where)
    if isinstance(data, int) and abs(data) > LARGEST:
        raise NotationError(Words("the number is too large"), field=where)
    if isinstance(data, str) and any("\ud800" <= c <= "\udfff" for c in data):
        raise NotationError(Words("the text has characters that no text can have"), field=where)
    return data
