"""Parts of a fight's log: the same steps as of the whole, without all that was before them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from engine.tabletop.changes import Healed
from games.players.models import Player
from games.tables.fight_models import Fight, FightPly
from games.tables.models import Scene, Sheet, Table
from games.tables.queries.fight_log import part, steps
from games.tables.queries.fights import asked
from games.tables.services import fight_rounds
from games.tables.services.fights import Creature
from tests.rows import Rows
from tests.tables.fighting import WAITS, against, closed, ended, fought, ordered, phase_of, ruled, stands, uses


@pytest.fixture(scope="module")
def long(rows: Rows, table: Table, scene: Scene, bubbles: Sheet, alice: Player, bob: Player) -> Fight:
    """Rounds with questions, changes between them, and some taken back, the last of them while it was resolved."""
    Table.objects.filter(pk=table.pk).update(rules={"reactions": "asked"})
    fight = fought(Scene.objects.get(), alice, *against(bubbles, wild=Creature("charmander", "", 9, ("swift",))))
    for number in range(8):
        ordered(fight, alice, charmander=uses("swift", "bubbles"))
        ordered(fight, bob, bubbles=WAITS)
        if asked(stands(fight)) and number != 7:
            fight_rounds.react(fight_id=fight.pk, player=bob, phase=phase_of(fight), how="dodge", now=timezone.now())
        if number in (3, 7):
            fight_rounds.undo(fight_id=fight.pk, player=alice, phase=phase_of(fight), now=timezone.now())
        ruled(fight, alice, Healed("bubbles", 30))
    closed(fight, alice)
    ruled(fight, alice, why="it is late")
    return rows.keep(fight)


def test_parts_together_are_the_whole(long: Fight) -> None:
    whole = steps(long)
    rounds = part(long, 0, 1).rounds
    assert rounds == 9
    assert sum(step.undone for step in whole) >= 2

    for size in (1, 2, 3):
        parts = [part(long, first, size) for first in range(0, rounds + 1, size)]
        assert [step for one in parts for step in one.steps] == whole
        assert [one.first for one in parts] == list(range(0, rounds + 1, size))
    assert part(long, 0, 99).steps == whole
    assert part(long, -99, 99).steps == whole

    for count in (1, 2, 4):
        found = part(long, -count, count)
        assert found.steps == whole[-len(found.steps) :]
        assert (found.first, found.last) == (rounds - count + 1, rounds)
        assert found.steps[-1].row.action.startswith('{"kind": "rule"')


def test_without_snapshots_it_costs_more_and_is_the_same(long: Fight) -> None:
    before = part(long, -2, 2)

    FightPly.objects.update(snapshot="")

    assert part(long, -2, 2) == before


def test_a_number_beyond_the_log_is_its_end(long: Fight, alice: Player) -> None:
    ended(long, alice)

    assert part(long, 500, 10) == part(long, -1, 1)
    assert part(long, 500, 10).steps[-1] == steps(long)[-1]
