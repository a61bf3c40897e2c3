"""How long the archive's pages take with many matches against few: `python benchmarks/archive.py [--rows N]`.

Fills two databases with 1,000 and with N matches, SQLite files in a temporary folder, and two of PostgreSQL's where
BENCH_POSTGRES names a server (as in postgres://postgres@127.0.0.1; pbchess_bench_few and _many are made and dropped).
Asks each for a page at the end, in the middle and early on of every single filter, with and without a player, and
prints the slowest full page of both, the ratio, and what the archive takes on disk.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FEW, MANY = 1_000, 1_000_000
PLAYERS = 9  # so few, and so few months, that with FEW matches too every filter fills a page
BEGAN, ENDED = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
RUNS, REPEATS = 3, 15  # the least of them counts, so that a busy moment of the machine does not

Times = dict[str, list[float | None]]  # for each filter, in ms: its pages, None for one that is not full


def main() -> None:
    """Compare, or be a process that works on the one database that DATABASE_URL names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=MANY, help=f"how many are many (default: {MANY:,})")
    parser.add_argument("--fill", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fill:
        _fill(options.fill)
    elif options.measure:
        print(json.dumps(_measure()))
    else:
        _compare(options.rows)


def _compare(rows: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = [f"sqlite:///{folder}/{name}.sqlite3" for name in ("few", "many")]
        _compare_in("SQLite", files, folder, rows)
        if server := os.environ.get("BENCH_POSTGRES"):
            with _postgres(server) as urls:
                _compare_in("PostgreSQL", urls, folder, rows)


@contextmanager
def _postgres(server: str) -> Iterator[list[str]]:
    import psycopg

    names = ["pbchess_bench_few", "pbchess_bench_many"]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        for name in names:
            connection.execute(f"DROP DATABASE IF EXISTS {name}")
            connection.execute(f"CREATE DATABASE {name}")
        yield [f"{server}/{name}" for name in names]
        for name in names:
            connection.execute(f"DROP DATABASE {name}")


def _compare_in(name: str, urls: list[str], folder: str, rows: int) -> None:
    began = time.monotonic()
    sizes = [_child(url, folder, "--fill", str(number)) for url, number in zip(urls, (FEW, rows), strict=True)]
    print(f"\n{name}, filled in {time.monotonic() - began:.0f} s: {sizes[1].strip()}", flush=True)
    runs: list[list[Times]] = [[], []]
    for _ in range(RUNS):
        for number, url in enumerate(urls):
            runs[number].append(json.loads(_child(url, folder, "--measure")))
    _report(rows, *(_slowest(times) for times in runs))


def _child(url: str, folder: str, *arguments: str) -> str:
    environment = os.environ | {"DATABASE_URL": url, "PBCHESS_VAR": folder}
    command = [sys.executable, __file__, *arguments]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def _slowest(runs: list[Times]) -> dict[str, float]:
    """For each filter the slowest of its full pages, each of which took the least of its runs."""
    return {
        name: max(min(times) for times in zip(*(run[name] for run in runs), strict=True) if None not in times)
        for name in runs[0]
    }


def _report(rows: int, few: dict[str, float], many: dict[str, float]) -> None:
    print(f"slowest page in ms of {FEW:,} and of {rows:,} matches, and their ratio")
    for name in few:
        print(f"  {name:34} {few[name]:8.2f} {many[name]:8.2f} {many[name] / few[name]:8.2f}")
    print(f"  the greatest ratio is {max(many[name] / few[name] for name in few):.2f}", flush=True)


# --- Measuring, in a process of its own ------------------------------------------------------------------------------


def _django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbchess_site.settings")
    import django

    django.setup()


def _measure() -> Times:
    _django()
    return {name: [_time(wanted, part) for part in (1, 1 / 2, 1 / 3)] for name, wanted in _filters()}


def _filters() -> Iterator[tuple[str, Any]]:
    """Each single filter, alone and with a player."""
    from games.archive.queries.entries import Filter
    from games.players.models import Player

    for who, player in (("all", None), ("a player", Player.objects.get(name="p6"))):
        single: list[dict[str, Any]] = [
            {},
            {"game": "battle_chess", "setup": "bw"},
            {"game": "battle_chess", "setup": "w12"},
            *({"result": result} for result in (("won", "lost") if player else ("first", "second"))),
            {"result": "drawn"},
            {"length": "short"},
            {"length": "long"},
            {"month": datetime(2026, 7, 1, tzinfo=UTC)},
            {"vs_computer": True},
            {"vs_computer": False},
        ]
        for fields in single:
            words = " ".join(f"{key} {str(value)[:7]}" for key, value in fields.items() if key != "game")
            yield f"{who}, {words or 'no filter'}", Filter(player=player, **fields)


def _time(wanted: Any, part: float) -> float | None:
    """The least of REPEATS, in ms, for the page that begins where `part` of the time had passed; None if not full."""
    from games.archive.queries.entries import Cursor, page

    after = None if part == 1 else Cursor(BEGAN + (ENDED - BEGAN) * part, 0)
    if wanted.month and after:  # within the month
        after = Cursor(wanted.month + (ENDED - BEGAN) / 6 * part, 0)
    times = []
    for _ in range(REPEATS):
        time.sleep(0.01)  # on a busy machine, who has waited is then let run for a while
        began = time.perf_counter()
        found = page(wanted, after=after)
        times.append((time.perf_counter() - began) * 1000)
    return min(times) if found.next else None


# --- Filling, in a process of its own --------------------------------------------------------------------------------

WINNER = "(scatter % 20)"  # below 8 the first, from 8 to 15 the second, else nobody
SETUP = "CASE WHEN scatter % 10 < 6 THEN 'bw' WHEN scatter % 10 < 8 THEN 'rg' ELSE 'w12' END"
LENGTH = "CASE WHEN scatter % 7 < 2 THEN 'short' WHEN scatter % 7 < 6 THEN 'medium' ELSE 'long' END"
ONE = "CASE WHEN i % 2 = 0 THEN 1 + scatter % 2 ELSE 6 + scatter % 2 END"
OTHER = "CASE WHEN i % 2 = 0 THEN 3 + scatter % 3 ELSE 8 + scatter % 2 END"

WITHOUT_FOREIGN_KEYS = {
    "sqlite": "PRAGMA foreign_keys = OFF",
    "postgresql": "SET session_replication_role = replica",
}


def _fill(rows: int) -> None:
    """Matches with plausible spreads, by one INSERT … SELECT a table; the archive's indexes are made afterwards."""
    _django()
    from django.core.management import call_command
    from django.db import connection

    from games.archive.models import Entry

    call_command("migrate", verbosity=0)
    _players()
    with connection.cursor() as cursor:
        cursor.execute(WITHOUT_FOREIGN_KEYS[connection.vendor])
        for index in Entry._meta.indexes:
            cursor.execute(f"DROP INDEX {index.name}")
        for model, columns in _tables(rows):
            cursor.execute(*_insert(model, columns, rows))
    with connection.schema_editor() as editor:
        for index in Entry._meta.indexes:
            editor.add_index(Entry, index)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("VACUUM ANALYZE")  # as the server does by itself; SQLite never does
        print(_size(cursor, rows))


def _players() -> None:
    from games.players.models import Player

    Player.objects.all().delete()
    Player.objects.bulk_create(
        Player(pk=number, name=f"p{number}", skeleton=f"p{number}", created_at=BEGAN)
        for number in range(1, PLAYERS + 1)
    )


def _insert(model: Any, columns: dict[str, str], rows: int) -> tuple[str, list[Any]]:
    """The statement for i from 1 to `rows`, each with a `scatter` of 0 to 999; other columns have their defaults."""
    from django.db import connection

    usual = [field for field in model._meta.concrete_fields if field.has_default() and field.column not in columns]
    names = ", ".join(f'"{name}"' for name in [*columns, *(field.column for field in usual)])
    series = (
        f"WITH RECURSIVE m(i) AS (SELECT CAST(1 AS bigint) UNION ALL SELECT i + 1 FROM m WHERE i < {rows}),"
        " n(i, scatter) AS (SELECT i, i * 2654435761 / 65536 % 1000 FROM m)"
    )
    select = f"{series} SELECT {', '.join(columns.values())}".replace("%", "%%")
    values = [field.get_db_prep_save(field.get_default(), connection) for field in usual]
    return f"INSERT INTO {model._meta.db_table} ({names}) {select}{', %s' * len(usual)} FROM n", values


def _tables(rows: int) -> Iterator[tuple[Any, dict[str, str]]]:
    """For each insert its model, and for columns without a default an expression of i and scatter."""
    from django.db import connection

    from games.archive.models import Entry
    from games.play.models import DrawSecret, Match, Seat

    postgres = connection.vendor == "postgresql"
    at = f"{int(BEGAN.timestamp())} + i * {int((ENDED - BEGAN).total_seconds())} / {rows}"
    when = f"to_timestamp({at})" if postgres else f"strftime('%Y-%m-%d %H:%M:%S', {at}, 'unixepoch')"
    secret = "lpad(to_hex(i), 64, '0')" if postgres else "printf('%064x', i)"
    blob = "'\\x00'::bytea" if postgres else "x'00'"
    same = {"game": "'battle_chess'", "setup": SETUP, "length": LENGTH, "finished_at": when}
    same |= {"vs_computer": "CAST(scatter % 4 = 0 AS boolean)"}
    yield DrawSecret, {"id": "i", "value": blob, "commitment": secret, "created_at": when}
    yield Match, same | _match(when)
    entry = same | {"match_id": "i"}
    won = f"CASE WHEN {WINNER} < 8 THEN 'first' WHEN {WINNER} < 16 THEN 'second' ELSE 'drawn' END"
    yield Entry, entry | {"result": won}
    for seat, (who, wins) in enumerate(((ONE, f"{WINNER} < 8"), (OTHER, f"{WINNER} BETWEEN 8 AND 15"))):
        result = f"CASE WHEN {WINNER} > 15 THEN 'drawn' WHEN {wins} THEN 'won' ELSE 'lost' END"
        own = {"match_id": "i", "player_id": who, "result": result}
        yield Seat, own | {"index": str(seat), "joined": str(seat), "colour": "'red'"}
        yield Entry, entry | own


def _match(when: str) -> dict[str, str]:
    """What a row of play_match has besides what the archive has too."""
    return {
        "id": "i",
        "rules_version": "'1'",
        "status": "'finished'",
        "state": "''",
        "ply": "10 + scatter % 80",
        "turn_started_at": when,
        "winner": f"CASE WHEN {WINNER} < 8 THEN 0 WHEN {WINNER} < 16 THEN 1 ELSE NULL END",
        "ending": "'target'",
        "secret_id": "i",
        "started_at": when,
    }


def _size(cursor: Any, rows: int) -> str:
    """What the archive's table and its indexes take on disk for each match."""
    if cursor.db.vendor == "postgresql":
        cursor.execute("SELECT pg_table_size('archive_entry'), pg_indexes_size('archive_entry')")
        table, indexes = cursor.fetchone()
    else:
        cursor.execute(
            "SELECT SUM(pgsize * (s.type = 'table')), SUM(pgsize * (s.type = 'index'))"
            " FROM dbstat JOIN sqlite_schema s USING (name) WHERE s.tbl_name = 'archive_entry'"
        )
        table, indexes = cursor.fetchone()
    return f"{table / rows:.0f} bytes a match, and {indexes / rows:.0f} in indexes"


if __name__ == "__main__":
    main()
