"""Whether computers that think slow the pages down: `python benchmarks/pages.py [--matches N] [--level L]`.

Starts the site as `make run` does, on a data folder of its own, and asks for a match page and the lobby again and
again: while nothing else goes on, while the computer players of N matches think, and when they have finished. Prints
the median and the 95th percentile of each in ms, and the ratio of thinking to quiet.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

ASKED = 200  # pages at rest; while they think, as many as fit
PAUSE = 0.02  # s between two pages: readers do not ask without end


def main() -> None:
    """Start, measure, stop."""
    from tests.site.running import RunningSite

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=8, help="matches in which a computer is to move (default: 8)")
    parser.add_argument("--level", type=int, default=8, help="its level (default: 8)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = RunningSite(Path(folder), DEBUG="0")
        try:
            site.wait_until_up()
            _measure(site.port, Path(folder), options.matches, options.level)
        finally:
            site.process.terminate()
            site.process.wait()


def _measure(port: int, folder: Path, matches: int, level: int) -> None:
    os.environ |= {"PBCHESS_VAR": str(folder), "DEBUG": "0", "DJANGO_SETTINGS_MODULE": "pbchess_site.settings"}
    import django

    django.setup()
    from games.play.models import Match

    first = _begin(1, level)[0]
    paths = [f"/matches/{first}/", "/play/"]
    _wait_for_turns([first])
    before = _times(port, paths, lambda number: number < ASKED)

    begun = _begin(matches, level)
    thinking = Match.objects.filter(pk__in=begun, ply=0)
    during = _times(port, paths, lambda number: number % 10 > 0 or thinking.exists())
    _wait_for_turns(begun)
    after = _times(port, paths, lambda number: number < ASKED)

    print(
        f"{os.cpu_count()} cores, {matches} matches, level {level}; ms a page: median, 95th percentile, number of pages"
    )
    for path in range(len(paths)):
        name = ("match page", "lobby")[path]
        quiet = before[path] + after[path]
        for what, times in (("quiet", quiet), ("thinking", during[path])):
            print(f"  {name:10} {what:8} {statistics.median(times):8.2f} {_percentile(times):8.2f} {len(times):6}")
        print(
            f"  {name:10} ratio    {statistics.median(during[path]) / statistics.median(quiet):8.2f} "
            f"{_percentile(during[path]) / _percentile(quiet):8.2f}"
        )


def _begin(number: int, level: int) -> list[int]:
    """So many public matches in which a computer of that level has the first turn."""
    from django.contrib.auth.models import User
    from django.utils import timezone

    from games.play.models import Challenge, Match
    from games.play.queries.opponents import computer
    from games.play.services import challenges
    from games.players import services as players

    now = timezone.now()
    user = User.objects.create_user(
        f"reader{User.objects.count()}", f"r{User.objects.count()}@example.org", "long pass"
    )
    player = players.create_person(user=user, name=user.username.capitalize(), now=now)
    begun = []
    for _ in range(number):
        made = challenges.create(
            challenger=player,
            opponent=computer(level),
            kind=Challenge.Kind.COMPUTER,
            game="battle_chess",
            setup="bw",
            days_per_turn=None,
            beginner="opponent",
            now=now,
        )
        challenges.seal(challenge_id=made.pk, player=player, salt="salt", throws="", now=now)
        begun.append(Match.objects.get(challenge=made).pk)
    return begun


def _wait_for_turns(matches: list[int]) -> None:
    from games.play.models import Match

    while Match.objects.filter(pk__in=matches, ply=0).exists():
        time.sleep(0.2)


def _times(port: int, paths: list[str], go_on: Callable[[int], bool]) -> list[list[float]]:
    """For each path the ms of each answer, one after another for as long as `go_on(number)`."""
    times: list[list[float]] = [[] for _ in paths]
    connection, number = HTTPConnection("127.0.0.1", port), 0
    while go_on(number):
        for which, path in enumerate(paths):
            time.sleep(PAUSE)
            began = time.perf_counter()
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            times[which].append((time.perf_counter() - began) * 1000)
            if answer.status != 200:
                raise SystemExit(f"{path} answered {answer.status}")
        number += 1
    connection.close()
    return times


def _percentile(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main()
