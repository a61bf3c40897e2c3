"""What the tests of this folder share: short ways to make fighters and to play a fight with the dice told."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.play import decide, settle
from engine.protocol import CHANCE
from engine.tabletop.events import Event
from engine.tabletop.fight import Fight
from engine.tabletop.fighter import Fighter
from engine.tabletop.game import GAME, events, opened
from engine.tabletop.moves import Move
from engine.tabletop.orders import Action, Order, Plan, Reaction, Round, Use
from engine.tabletop.settings import Settings
from engine.tabletop.stats import STATS, Stats

Case = dict[str, Any]
CASES: dict[str, list[Case]] = json.loads((Path(__file__).parents[2] / "cases" / "tabletop.json").read_text())

TACKLE = Move("tackle", "Tackle", "normal", "physical", 2, 3, 100)
EMBER = Move("ember", "Ember", "fire", "special", 2, 3, 100)
SWIFT = Move("swift", "Swift", "normal", "special", 3, 2)


def stats(value: int = 3, **others: int) -> Stats:
    """The same value for each stat but the others."""
    return Stats(**(dict.fromkeys(STATS, value) | others))


def fighter(id: str, *moves: Move, value: int = 3, dexterity: int = 3, **fields: Any) -> Fighter:
    """A fighter of seat 1 with 40 Vitality, 20 Energy and initiative 10."""
    usual: dict[str, Any] = {
        "name": id.title(),
        "seat": 1,
        "stats": stats(value, dexterity=dexterity),
        "max_vitality": 40,
        "vitality": 40,
        "max_energy": 20,
        "energy": 20,
        "initiative": 10,
        "moves": moves or (TACKLE,),
    }
    return Fighter(id=id, **(usual | fields))


def fight(*fighters: Fighter, contact: bool = True, **settings: Any) -> Fight:
    """A fight between these, all of them in contact or far from each other."""
    ids = [own.id for own in fighters]
    pairs = [(one, other) for place, one in enumerate(ids) for other in ids[:place]] if contact else []
    return opened(Settings(**settings), fighters, pairs)


def plan(id: str, *orders: Order, **reactions: str) -> Plan:
    """Orders and reactions; `meets="dodge"` to all, `b="endure"` to b."""
    found = tuple(Reaction(how, "" if against == "meets" else against) for against, how in reactions.items())
    return Plan(id, orders, found)


def use(id: str, move: str, target: str = "", **reactions: str) -> Plan:
    """One move as the order."""
    return plan(id, Use(move, target), **reactions)


def told(state: Fight, action: Action | None, dice: Iterable[int]) -> tuple[Fight, list[Event]]:
    """The fight after an action (None: after what is awaited at its start) with exactly these dice, and its events."""
    left = list(dice)

    def pick(number: int, node: Fight) -> int:
        assert left, f"die {number} is not told; it could be {GAME.chance_outcomes(node)[-1]} in {node.pending}"
        return left.pop(0)

    begun = state if action is None else decide(GAME, state, action)
    after, drawn = settle(GAME, begun, pick)
    assert not left, f"never thrown: {left}"
    return after, events(state, action, [int(one) for one in drawn])


def resolved(state: Fight, *plans: Plan, dice: Iterable[int] = ()) -> tuple[Fight, list[Event]]:
    """The fight after a round."""
    return told(state, Round(plans), dice)


def dice(pool: int, score: int) -> list[int]:
    """A roll of so many dice with that score, at any difficulty from 3 to 10."""
    sure = [10] * score if score >= 0 else [1] * -score
    return [*sure, *[2] * (pool - len(sure))]


def of_kind(happened: Iterable[Event], *kinds: str) -> list[Event]:
    """The events of these kinds."""
    return [event for event in happened if event.kind in kinds]


def awaits_die(state: Fight) -> bool:
    """Whether a die is to be thrown."""
    return GAME.current_player(state) == CHANCE
