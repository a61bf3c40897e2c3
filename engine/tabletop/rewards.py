"""What a fight may earn its Pokémon (rules §6): proposals, which the GM adjusts to how hard it was."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tabletop.experience import beaten
from engine.tabletop.fight import Fight
from engine.tabletop.fighter import REMOVED
from engine.tabletop.numbers import LOSER_PX


@dataclass(frozen=True, slots=True)
class Proposal:
    """PX for a fighter, for those of other sides that were beaten: none of them if it was itself."""

    fighter: str
    px: int
    beaten: tuple[str, ...] = ()


def proposals(fight: Fight) -> list[Proposal]:
    """One for each Pokémon that beat somebody or was beaten; trainers get theirs at the end of a scenario."""
    pokemon = [fighter for fighter in fight.fighters if not fighter.trainer]
    fallen = [fighter for fighter in pokemon if not fighter.standing and fighter.out != REMOVED]
    found = []
    for fighter in pokemon:
        foes = [other for other in fallen if other.side != fighter.side]
        if fighter in fallen:
            found.append(Proposal(fighter.id, LOSER_PX))
        elif foes:
            found.append(Proposal(fighter.id, sum(beaten(foe.level) for foe in foes), tuple(foe.id for foe in foes)))
    return found
