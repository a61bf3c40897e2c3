"""A fight as its page shows it: who stands where and how, and who is waited for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from engine.tabletop import attack, throwing
from engine.tabletop.capture import chance, dice, difficulty
from engine.tabletop.chart import stab, times
from engine.tabletop.dice import chances, success_chance
from engine.tabletop.fight import Asked
from engine.tabletop.fight import Fight as State
from engine.tabletop.fighter import Fighter
from engine.tabletop.moves import NEVER_MISSES, Move
from engine.tabletop.settings import BY_D100
from engine.tabletop.stage import guard_dd
from engine.tabletop.stats import ATTACK_STAT, ENDURE_STAT
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
                _capture_dd(seen, fighter),
            )
        )
    here = [one for one in shown if not one.fighter.out]
    own = {one.fighter.side for one in here if seen.seat and one.fighter.seat == seen.seat}
    sides = sorted({one.fighter.side for one in here}, key=lambda side: (side not in own, side))
    return Board(
        [[one for one in here if one.fighter.side == side] for side in sides], [one for one in shown if one.fighter.out]
    )


def _capture_dd(seen: FightSight, fighter: Fighter) -> int:
    """The difficulty of a ball as things stand; of a secret sheet only what the GM has said; 0 if it has none."""
    dd: int = seen.fight.difficulties.get(fighter.id, 0)
    if not dd:
        return 0
    if seen.hidden(fighter):
        return difficulty(dd, 0)
    return throwing.throw_dd(seen.state.now, fighter.id, dd)


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
    endures: float = 0.0  # what they take off, on the mean
    dodge: int = 0
    dd: int = 0
    dodges: float = 0.0  # per cent


def question(seen: FightSight) -> Question | None:
    """What the round waits for, if it waits for an answer."""
    found = asked(seen.state)
    if found is None:
        return None
    now = seen.state.now
    defender, attacker = now.fighter(found.fighter), now.fighter(found.attacker)
    shown = Question(found, defender.name, attacker.name, seen.open and seen.commands(found.fighter))
    if not shown.mine:
        return shown
    move = attacker.move(found.move)
    pool, dd = defender.stat("dexterity"), guard_dd(defender)
    dodges = sum(float(one) for points, one in chances(pool, dd).items() if points > found.score)
    endure = defender.stat(ENDURE_STAT[move.category]) if move else 0
    endures = sum(float(points * one) for points, one in chances(endure, dd).items())
    return replace(shown, endure=endure, endures=endures, dodge=pool, dd=dd, dodges=100 * dodges)


@dataclass(frozen=True, slots=True)
class Against:
    """What a move is worth against somebody: its chance to hit, per cent, and what multiplies its damage."""

    name: str
    hits: float
    times: Fraction


@dataclass(frozen=True, slots=True)
class Prospect:
    """A move in the hands of who is to be given orders; of one that is no attack `works` says how likely it does."""

    move: Move
    payable: bool
    works: int
    against: list[Against]


def prospects(view: State, fighter: Fighter) -> list[Prospect]:
    """What each of its moves may do as things stand, of what the viewer knows."""
    foes = [one for one in view.fighters if one.standing and one.side != fighter.side]
    return [
        Prospect(
            move,
            move.energy <= fighter.energy,
            100 if move.precision == NEVER_MISSES else attack.now(fighter, move),
            [_against(view, fighter, move, foe) for foe in foes] if move.attacks else [],
        )
        for move in fighter.moves
    ]


def _against(view: State, fighter: Fighter, move: Move, foe: Fighter) -> Against:
    dd = attack.difficulty(view.settings, fighter, move, contact=view.contact(fighter.id, foe.id))
    hits = success_chance(fighter.stat(ATTACK_STAT[move.category]), dd)
    if view.settings.precision == BY_D100 and move.precision != NEVER_MISSES:
        hits *= Fraction(attack.now(fighter, move), 100)
    factor = stab(move.type, fighter.types) * times(move.type, foe.types, view.settings.types)
    return Against(foe.name, float(100 * hits), factor)


@dataclass(frozen=True, slots=True)
class Catch:
    """What each ball is worth against a Pokémon, exactly: (ball, how many there are, per cent).

    Of one that is `hidden` by what the GM has said alone: what makes it easier is on a sheet that is not shown.
    """

    name: str
    hidden: bool
    dd: int
    balls: list[tuple[str, int, float]]


def catches(seen: FightSight, balls: dict[str, int]) -> list[Catch]:
    """For each Pokémon that may be caught; none without balls."""
    found = []
    for fighter in seen.state.fighters:
        if fighter.standing and fighter.id in seen.fight.difficulties and balls:
            dd = _capture_dd(seen, fighter)
            chances_ = [(ball, count, float(100 * chance(dice(ball), dd))) for ball, count in balls.items()]
            found.append(Catch(fighter.name, seen.hidden(fighter), dd, chances_))
    return found
