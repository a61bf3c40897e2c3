"""Puts players and matches into a running site: a process beside it that answers a line of JSON with a line of JSON.

Started as `python -m tests.e2e.arrange` in the site's environment, because a test that drives a browser must leave its
own thread's database alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from pbchess_site.local import ROOT

PASSWORD = "quite a long pass phrase"


class Arranger:
    """The other end of the line: each method calls the function of its name in the process beside the site."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "tests.e2e.arrange"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def person(self, name: str) -> str:
        """A person with a confirmed address, made at the first call; returns the key of a session that is logged in."""
        return str(self._ask("person", name=name))

    def match(self, first: str, second: str | int, **settings: Any) -> int:
        """A match in which `first` begins against a person, or a computer of that level; returns its number."""
        return int(self._ask("match", first=first, second=second, settings=settings))

    def finished_match(self, first: str, second: str, **settings: Any) -> int:
        """Another one, played to its end at random."""
        return int(self._ask("finished_match", first=first, second=second, settings=settings))

    def table(self, gm: str, *players: str) -> int:
        """A table of these with a scene, whose number is returned; its sheets are strong, so that dice seldom matter.

        The first player has Bubbles, of water, and the trainer Aline with a Master Ball; the second Sparks, who can
        paralyse; the GM Rex, of fire.
        """
        return int(self._ask("table", gm=gm, players=players))

    def long_fight(self, gm: str, player: str) -> dict[str, int]:
        """A fight at a table where every name is as long as it may be: its number, its table's, and so on."""
        return dict(self._ask("long_fight", gm=gm, player=player))

    def _ask(self, what: str, **values: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([what, values]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate(timeout=30)


def _functions() -> dict[str, Callable[..., Any]]:
    """What can be asked for; Django must be set up before."""
    from games.play.models import Match
    from games.play.queries.opponents import computer
    from games.players.models import Player
    from tests.play import helpers
    from tests.players import people

    def person(name: str) -> str:
        who = Player.objects.filter(name=name).first() or people.make_person(name)
        return people.client_of(who).cookies["sessionid"].value

    def match(first: str, second: str | int, settings: dict[str, Any]) -> int:
        begins = Player.objects.get(name=first)
        if isinstance(second, str):
            return helpers.started(begins, Player.objects.get(name=second), **settings).pk
        against = {"kind": "computer", "opponent": computer(second), "beginner": "challenger"}
        return helpers.sealed(begins, **against, **settings).match.pk

    def finished_match(first: str, second: str, settings: dict[str, Any]) -> int:
        begun = Match.objects.get(pk=match(first, second, settings))
        return helpers.play_on(begun, 500).pk

    def table(gm: str, players: list[str]) -> int:
        from tests.tables import strong

        found = {one.name: one for one in Player.objects.filter(name__in=[gm, *players])}
        return strong.table(found[gm], *[found[name] for name in players]).pk

    def long_fight(gm: str, player: str) -> dict[str, int]:
        from tests.tables import long

        found = {one.name: one for one in Player.objects.filter(name__in=[gm, player])}
        fight = long.fight(found[gm], found[player])
        table = fight.scene.table
        known = {"table": table.pk, "scene": fight.scene_id, "fight": fight.pk}
        return known | {"sheet": table.sheets.earliest("pk").pk, "post": fight.scene.posts.earliest("pk").pk}

    asked = (person, match, finished_match, table, long_fight)
    return {function.__name__: function for function in asked}


def main() -> None:
    """Answer until there is nothing more to read."""
    import django

    django.setup()
    functions = _functions()
    for line in sys.stdin:
        what, values = json.loads(line)
        print(json.dumps(functions[what](**values)), flush=True)


if __name__ == "__main__":
    main()
