"""A fight as its page shows it: who stands where and how, and who is waited for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.tabletop import throwing
from engine.tabletop.capture import chance, dice
from engine.tabletop.dice import chances
from engine.tabletop.fight import Asked
from engine.tabletop.fighter import Fighter
from engine.tabletop.numbers import BALLS
from engine.tabletop.orders import Ball
from engine.tabletop.stage import guard_dd
from engine.tabletop.stats import ENDURE_STAT
from games.players.models import Player
from games.tables.queries.fights import FightSight, asked, awaited

LIVELY = timedelta(minutes=2)  # after something has happened the page asks more often
OFTEN, SELDOM = 2, 20  # seconds


@dataclass(frozen=True, slots=True)
class Shown:
    """A fighter as the viewer sees it: `hidden`, its sheet is secret; `wanted`, orders are; `given`, they are there."""

    fighter: Fighter
    player: Player | None
    hidden: bool
    wanted: bool
    given: bool
    contacts: list[str]
    difficulty: int

    @property
    def low(self) -> bool:
        """Whether a quarter of its Vitality or less is left."""
        return not self.hidden and 4 * self.fighter.vitality <= self.fighter.max_vitality


@dataclass(frozen=True, slots=True)
class Board:
    """`sides`: who fights for each, the highest initiative first; `out`: who is in it no more."""

    sides: list[list[Shown]]
    out: list[Shown]

    @property
    def wanted(self) -> list[Shown]:
        """Whose orders are still to come."""
        return [one for side in self.sides for one in side if one.wanted and not one.given]


def given(seen: FightSight) -> set[str]:
    """Whose orders are sealed: who, never what."""
    return set(seen.fight.orders.values_list("fighter", flat=True)) if seen.fight.ended_at is None else set()


def board(seen: FightSight, ordered: set[str]) -> Board:
    """Everybody as the viewer sees them."""
    view, wanted = seen.view, set(awaited(seen.fight, seen.state))
    names = {fighter.id: fighter.name for fighter in view.fighters if not fighter.out}
    shown = []
    for fighter in sorted(view.fighters, key=lambda one: -(one.initiative or 0)):
        pairs = [set(pair) - {fighter.id} for pair in view.contacts if fighter.id in pair]
        contacts = [names[other] for pair in pairs for other in pair if other in names]
        shown.append(
            Shown(
                fighter,
                seen.players[fighter.id],
                seen.hidden(fighter),
                fighter.id in wanted,
                fighter.id in ordered,
                contacts,
                seen.fight.difficulties.get(fighter.id, 0),
            )
        )
    here = [one for one in shown if not one.fighter.out]
    sides = sorted({one.fighter.side for one in here})
    return Board(
        [[one for one in here if one.fighter.side == side] for side in sides], [one for one in shown if one.fighter.out]
    )


def version(seen: FightSight, ordered: Iterable[str]) -> str:
    """What a page shows, in short: it changes whenever the viewer would see something else."""
    fight, table = seen.fight, seen.of_scene.of_table.table
    hard = ",".join(f"{id}:{dd}" for id, dd in sorted(fight.difficulties.items()))
    return f"{fight.log.ply}.{fight.phase}.{seen.open:d}.{table.status}.{','.join(sorted(ordered))}.{hard}"


def seconds(seen: FightSight, now: datetime) -> int:
    """How often the page asks for news."""
    return OFTEN if now - seen.fight.phase_at < LIVELY else SELDOM


@dataclass(frozen=True, slots=True)
class Question:
    """How an attack is to be met, for who is asked: what each answer is worth."""

    asked: Asked
    target: str
    attacker: str
    mine: bool
    endure: int = 0  # dice
    dodge: int = 0
    dd: int = 0
    dodges: float = 0.0  # per cent


def question(seen: FightSight) -> Question | None:
    """What the round waits for, if it waits for an answer."""
    found = asked(seen.state)
    if found is None:
        return None
    pending = seen.state.pending
    now = pending.so_far if pending and pending.so_far else seen.state
    defender, attacker = now.fighter(found.fighter), now.fighter(found.attacker)
    shown = Question(found, defender.name, attacker.name, seen.open and seen.commands(found.fighter))
    if not shown.mine:
        return shown
    move = attacker.move(found.move)
    pool, dd = defender.stat("dexterity"), guard_dd(defender)
    dodges = sum(float(one) for points, one in chances(pool, dd).items() if points > found.score)
    endure = defender.stat(ENDURE_STAT[move.category]) if move else 0
    return replace(shown, endure=endure, dodge=pool, dd=dd, dodges=100 * dodges)


@dataclass(frozen=True, slots=True)
class Catch:
    """What each ball is worth against a Pokémon as it stands, exactly: (ball, how many there are, per cent)."""

    name: str
    dd: int
    balls: list[tuple[str, int, float]]


def catches(seen: FightSight, balls: dict[str, int]) -> list[Catch]:
    """For each Pokémon that may be caught; none without balls."""
    found = []
    for fighter in seen.state.fighters:
        if fighter.standing and fighter.id in seen.fight.difficulties and balls:
            thrown = Ball(next(iter(BALLS)), fighter.id, seen.fight.difficulties[fighter.id])
            dd = throwing.throw_dd(seen.state, thrown)
            chances_ = [(ball, count, float(100 * chance(dice(ball), dd))) for ball, count in balls.items()]
            found.append(Catch(fighter.name, dd, chances_))
    return found
