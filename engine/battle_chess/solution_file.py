"""The solution as a file in the data folder: `python -m engine solve w3` writes it, computer players read it.

The file is a line of JSON (see `Header`), filled up with spaces to HEAD bytes, then for each number of a position its
worth (4 bytes, a float) and after all of these how many turns must be left for that worth (1 byte). It is mapped into
memory, so that all processes of a machine share one copy of what they read. It belongs to exactly the rules it was made
by, whose checksum stands in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from array import array
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from engine.battle_chess.pieces import QUIET_LIMIT
from engine.compiled import data_folder
from engine.protocol import EngineError

if TYPE_CHECKING:
    from engine.battle_chess.solution import Solution

FORMAT = 1
HEAD = 1024  # bytes
SETUP = "w3"
SOURCES = ("pieces", "setups", "bonus", "tables", "state", "numbering", "solve")  # what settles the numbers
REMEDY = "build it again: make solve"
BYTES = 5  # for each position


class SolutionError(EngineError):
    """The file cannot be relied on; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a file is.

    `rules` is the checksum of the rules, `content` that of what follows the header; `positions` says how many have a
    worth, `start` what the setup's first one is worth to the first player (None if it has none), give or take `error`.
    """

    format: int
    setup: str
    rules: str
    byte_order: str
    quiet_limit: int
    positions: int
    start: float | None
    error: float
    content: str


def path() -> Path:
    """Where the solution is looked for: in PBCHESS_VAR, by default `var/` in the checkout."""
    return data_folder() / "solutions" / f"{SETUP}.table"


@cache
def rules() -> str:
    """The checksum of the present rules."""
    checksum = hashlib.sha256()
    for module in SOURCES:
        content = Path(__file__).with_name(f"{module}.py").read_bytes()
        checksum.update(f"{module} {len(content)}\n".encode() + content)
    return checksum.hexdigest()


# Reading


def current() -> Solution | None:
    """The solution there is, None if there is none. Raises SolutionError if it does not fit."""
    found = path()
    try:
        stamp = found.stat()
    except OSError:
        return None
    return _opened(found, stamp.st_ino, stamp.st_mtime_ns)


@lru_cache(maxsize=1)
def _opened(found: Path, _inode: int, _changed: int) -> Solution:
    from engine.battle_chess.solution import Solution

    positions = read_header(found).positions
    with found.open("rb") as file:
        content = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))[HEAD:]
    return Solution(content[: 4 * positions].cast("f"), content[4 * positions :])


def read_header(found: Path) -> Header:
    """What a file says it is. Raises SolutionError unless it is whole and was made by the present rules; OSError."""
    with found.open("rb") as file:
        head, size = file.read(HEAD), os.fstat(file.fileno()).st_size
    try:
        header = Header(**json.loads(head))
    except (ValueError, TypeError):
        raise SolutionError(f"{found} is no solution; {REMEDY}") from None
    if (header.format, header.setup, header.byte_order) != (FORMAT, SETUP, sys.byteorder):
        raise SolutionError(f"{found} was made by another version or kind of machine; {REMEDY}")
    if (header.rules, header.quiet_limit) != (rules(), QUIET_LIMIT):
        raise SolutionError(f"{found} was made by other rules than these; {REMEDY}")
    if size != HEAD + BYTES * header.positions:
        raise SolutionError(f"{found} is not whole; {REMEDY}")
    return header


def check(found: Path) -> Header:
    """The same, having read all of it."""
    header = read_header(found)
    with found.open("rb") as file:
        file.seek(HEAD)
        if hashlib.file_digest(file, "sha256").hexdigest() != header.content:
            raise SolutionError(f"{found} is damaged; {REMEDY}")
    return header


# Writing


def write(target: Path, worth: array[float], settled: array[int], start: float | None, error: float) -> Header:
    """Write a solution, as a whole or not at all; what was there before stays until then. Raises OSError."""
    checksum = hashlib.sha256(worth)
    checksum.update(settled)
    content = checksum.hexdigest()
    header = Header(FORMAT, SETUP, rules(), sys.byteorder, QUIET_LIMIT, len(worth), start, error, content)
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, prefix=f"{target.name}-", delete=False) as file:
        try:
            file.write(json.dumps(asdict(header)).encode().ljust(HEAD - 1) + b"\n")
            worth.tofile(file)
            settled.tofile(file)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, target)
        except BaseException:
            with suppress(OSError):
                os.unlink(file.name)
            raise
    return header
