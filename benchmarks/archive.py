"""How long the archive's pages take with many matches against few: `python benchmarks/archive.py [--rows N]`.

Fills two databases of each kind (SQLite in a temporary folder; PostgreSQL where BENCH_POSTGRES names a server, as in
postgres://postgres@127.0.0.1) with 1,000 and with N matches, and asks for the first page, one in the middle and a late one of each
single filter, with and without a player. Prints, for each filter, the slowest page of both and their ratio.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

FEW, MANY = 1_000, 1_000_000
PLAYERS = 9  # so few, and so few months, that with FEW matches too every filter fills a page
BEGAN, ENDED = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)
REPEATS = 15


def main() -> None:
    """Measure each database in processes of its own, few and many by turns."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=MANY)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(_measure()))
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, urls in _databases(Path(folder)).items():
            for url, rows in zip(urls, (FEW, options.rows), strict=True):
                _child(url, folder, "fill", rows)
            few, many = _by_turns(urls, folder)
            _report(name, options.rows, few, many)


def _databases(folder: Path) -> dict[str, list[str]]:
    found = {"SQLite": [f"sqlite:///{folder / 'few.sqlite3'}", f"sqlite:///{folder / 'many.sqlite3'}"]}
    if server := os.environ.get("BENCH_POSTGRES"):
        names = ["pbchess_bench_few", "pbchess_bench_many"]
        for name in names:
            for command in (f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}"'):
                subprocess.run(["psql", "-q", f"{server}/postgres", "-c", command], check=True)
        found["PostgreSQL"] = [f"{server}/{name}" for name in names]
    return found


def _child(url: str, folder: str, *arguments: object) -> str:
    environment = os.environ | {"DATABASE_URL": url, "PBCHESS_VAR": folder}
    command = [sys.executable, __file__, *(["--measure"] if arguments[0] == "measure" else [])]
    if arguments[0] == "fill":
        environment["BENCH_FILL"] = str(arguments[1])
    done = subprocess.run(
        [*command, *([] if "--measure" in command else ["--measure"])],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def _by_turns(urls: list[str], folder: str) -> tuple[dict[str, float], dict[str, float]]:
    """The least of three runs each, so that a busy moment of the machine does not count."""
    runs: list[list[dict[str, float]]] = [[], []]
    for _ in range(3):
        for number, url in enumerate(urls):
            runs[number].append(json.loads(_child(url, folder, "measure")))
    few, many = ({key: min(run[key] for run in own) for key in own[0]} for own in runs)
    return few, many


def _report(name: str, rows: int, few: dict[str, float], many: dict[str, float]) -> None:
    print(f"\n{name}: slowest page in ms, with {FEW:,} and with {rows:,} matches")
    for key in few:
        print(f"  {key:34} {few[key]:8.2f} {many[key]:8.2f}   ratio {many[key] / few[key]:.2f}")
    slowest = max(many[key] / few[key] for key in few)
    print(f"  greatest ratio {slowest:.2f}")


# --- in a child process ----------------------------------------------------------------------------------------------


def _measure() -> dict[str, float]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pbchess_site.settings")
    import django

    django.setup()
    if rows := int(os.environ.get("BENCH_FILL", "0")):
        _fill(rows)
        return {}
    return {name: _slowest_page(wanted) for name, wanted in _filters().items()}


def _filters() -> dict[str, Any]:
    """Each single filter, alone and with a player."""
    from games.archive.queries import Filter
    from games.players.models import Player

    month = datetime(2026, 7, 1, tzinfo=UTC)
    people = {"all": None, "a player": Player.objects.get(name="p6")}
    found = {}
    for who, player in people.items():
        results = ("won", "lost", "drawn") if player else ("first", "second", "drawn")
        single: list[dict[str, Any]] = [
            {},
            {"setup": "bw"},
            {"setup": "w12"},
            *({"result": result} for result in results),
            {"length": "short"},
            {"length": "long"},
            {"month": month},
            {"vs_computer": True},
            {"vs_computer": False},
        ]
        for fields in single:
            words = ", ".join(
                f"{key} {value:%Y-%m}" if key == "month" else f"{key} {value}" for key, value in fields.items()
            )
            found[f"{who}: {words or 'no filter'}"] = Filter(player=player, **fields)
    return found


def _slowest_page(wanted: Any) -> float:
    """In milliseconds: the slowest, by the least of REPEATS, of the first page, one in the middle and a late one."""
    from games.archive import queries

    def timed(after: Any) -> float:
        times = []
        for _ in range(REPEATS):
            began = time.perf_counter()
            queries.page(wanted, after=after)
            times.append(time.perf_counter() - began)
        return min(times) * 1000

    middle = queries.Cursor(BEGAN + (ENDED - BEGAN) / 2, 0)
    last = queries.Cursor(BEGAN + (ENDED - BEGAN) / 3, 0)
    return max(timed(after) for after in (None, middle, last))


def _fill(rows: int) -> None:
    """Matches with plausible spreads, by one INSERT … SELECT a table; numbers scattered by multiplication."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    postgres = connection.vendor == "postgresql"
    seconds = int((ENDED - BEGAN).total_seconds())
    at = f"{int(BEGAN.timestamp())} + CAST(i AS bigint) * {seconds} / {rows}"
    when = f"to_timestamp({at})" if postgres else f"strftime('%Y-%m-%d %H:%M:%S', {at}, 'unixepoch')"
    true, false = ("true", "false") if postgres else ("1", "0")
    series = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) "
    scatter = "(CAST(i AS bigint) * 2654435761 / 65536 % 1000)"
    one = f"(CASE WHEN i % 2 = 0 THEN 1 + {scatter} % 2 ELSE 6 + {scatter} % 2 END)"
    two = f"(CASE WHEN i % 2 = 0 THEN 3 + {scatter} % 3 ELSE 8 + {scatter} % 2 END)"
    setup = f"(CASE WHEN {scatter} % 10 < 6 THEN 'bw' WHEN {scatter} % 10 < 8 THEN 'rg' ELSE 'w12' END)"
    length = f"(CASE WHEN {scatter} % 7 < 2 THEN 'short' WHEN {scatter} % 7 < 6 THEN 'medium' ELSE 'long' END)"
    winner = f"({scatter} % 20)"  # below 9 the first, below 17 the second, else drawn
    computer = f"CASE WHEN {scatter} % 4 = 0 THEN {true} ELSE {false} END"

    def insert(table: str, columns: dict[str, str]) -> None:
        names, values = ", ".join(columns), ", ".join(columns.values())
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {table} ({names}) {series} SELECT {values} FROM n")

    _players()
    blob = "'\\x00'::bytea" if postgres else "x'00'"
    hexed = "lpad(to_hex(i), 64, '0')" if postgres else "printf('%064x', i)"
    insert("play_drawsecret", {"id": "i", "value": blob, "commitment": hexed, "created_at": when})
    insert(
        "play_match",
        {
            "id": "i",
            "game": "'battle_chess'",
            "setup": setup,
            "rules_version": "'1'",
            "status": "'finished'",
            "state": "''",
            "ply": f"10 + {scatter} % 80",
            "turn_started_at": when,
            "rated": false,
            "private": false,
            "vs_computer": computer,
            "winner": f"CASE WHEN {winner} < 9 THEN 0 WHEN {winner} < 17 THEN 1 ELSE NULL END",
            "ending": "'target'",
            "length": length,
            "secret_id": "i",
            "beginner": "'{}'",
            "started_at": when,
            "finished_at": when,
        },
    )
    for index, who, won in ((0, one, f"{winner} < 9"), (1, two, f"{winner} BETWEEN 9 AND 16")):
        result = f"CASE WHEN {winner} > 16 THEN 'drawn' WHEN {won} THEN 'won' ELSE 'lost' END"
        seat = {"match_id": "i", "index": str(index), "player_id": who, "colour": "'red'", "salt": "''"}
        insert(
            "play_seat",
            {(f'"{key}"' if key == "index" else key): value for key, value in seat.items()}
            | {"joined": str(index), "result": result},
        )
        insert("archive_entry", _entry(who, result, setup, length, computer, when))
    result = f"CASE WHEN {winner} < 9 THEN 'first' WHEN {winner} < 17 THEN 'second' ELSE 'drawn' END"
    insert("archive_entry", _entry("NULL", result, setup, length, computer, when))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _entry(player: str, result: str, setup: str, length: str, computer: str, when: str) -> dict[str, str]:
    return {
        "match_id": "i",
        "player_id": f"CAST({player} AS bigint)",
        "game": "'battle_chess'",
        "setup": setup,
        "result": result,
        "length": length,
        "vs_computer": computer,
        "finished_at": when,
    }


def _players() -> None:
    from django.utils import timezone

    from games.players.models import Player

    Player.objects.all().delete()
    now = timezone.now()
    Player.objects.bulk_create(
        Player(pk=number, name=f"p{number}", skeleton=f"p{number}", created_at=now) for number in range(1, PLAYERS + 1)
    )


if __name__ == "__main__":
    main()
