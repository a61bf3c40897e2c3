"""Sheets of trainers and Pokémon (rules §2, §6): what they have, and what their PX may buy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.protocol import IllegalAction, NotationError
from engine.tabletop import skills
from engine.tabletop.bounds import bounded, bounded_text
from engine.tabletop.chart import TYPES_18
from engine.tabletop.conditions import Status
from engine.tabletop.experience import ev_cost, level_cost, skill_cost
from engine.tabletop.moves import Move
from engine.tabletop.numbers import (
    LEAST_STAT,
    MOST_BASE_POINTS,
    MOST_BASE_STAT,
    MOST_EV,
    MOST_EV_STAT,
    MOST_LEVEL,
    MOST_LISTED,
    MOST_NAME,
    MOST_POINTS,
    MOST_TYPES,
    POKEMON_ENERGY,
    SKILL_EV,
    TRAINER_ENERGY,
    TRAINER_MOST,
    TRAINER_POINTS,
    TRAINER_SKILL_MOST,
    TRAINER_SKILL_POINTS,
    TRAINER_VITALITY,
)
from engine.tabletop.settings import Settings
from engine.tabletop.skills import Skill
from engine.tabletop.species import Species
from engine.tabletop.stats import ENERGY, RAISED_BY_EV, STATS, VITALITY, Stats, from_base
from engine.words import Words


@dataclass(frozen=True, slots=True)
class Raised:
    """EV by what they raise: a count for each stat, Vitality and Energy."""

    strength: int = 0
    concentration: int = 0
    constitution: int = 0
    will: int = 0
    dexterity: int = 0
    vitality: int = 0
    energy: int = 0

    def __post_init__(self) -> None:
        for name in RAISED_BY_EV:
            if not 0 <= getattr(self, name) <= MOST_EV_STAT:
                raise NotationError(Words("at most {most} EV can go into one stat", most=MOST_EV_STAT), field=name)
        if self.total > MOST_EV:
            raise NotationError(Words("at most {most} EV can go into stats altogether", most=MOST_EV), field="total")

    @property
    def total(self) -> int:
        """All of them."""
        return sum(getattr(self, name) for name in RAISED_BY_EV)


NO_EV = Raised()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A trainer or a Pokémon. `base` and the maxima are without EV; `skill_ev` counts the EV that went into skills.

    `vitality` and `energy` are what is left, `px` what can be spent; `items` are slugs of `items` or free names.
    """

    name: str
    trainer: bool
    base: Stats
    base_vitality: int
    base_energy: int
    vitality: int
    energy: int
    species: str = ""
    types: tuple[str, ...] = ()
    level: int = 1
    ev: Raised = NO_EV
    skill_ev: int = 0
    px: int = 0
    skills: tuple[Skill, ...] = ()
    moves: tuple[Move, ...] = ()
    items: tuple[str, ...] = ()
    statuses: tuple[Status, ...] = ()

    def __post_init__(self) -> None:
        bounded_text("name", self.name, MOST_NAME, least=1)
        bounded_text("species", self.species, MOST_NAME)
        for stat in STATS:
            bounded(f"base.{stat}", self.base.get(stat), LEAST_STAT, MOST_BASE_STAT)
        bounded("base_vitality", self.base_vitality, 1, MOST_BASE_POINTS)
        bounded("base_energy", self.base_energy, 0, MOST_BASE_POINTS)
        bounded("vitality", self.vitality, 0, self.max_vitality)
        bounded("energy", self.energy, 0, self.max_energy)
        bounded("level", self.level, 1, MOST_LEVEL)
        bounded("skill_ev", self.skill_ev, 0, MOST_POINTS)
        bounded("px", self.px, 0, MOST_POINTS)
        bounded("items", len(self.items), 0, MOST_LISTED)
        for item in self.items:
            bounded_text("items", item, MOST_NAME, least=1)
        check_lists(self.types, self.skills, self.moves, self.statuses)

    @property
    def stats(self) -> Stats:
        """With EV."""
        found = self.base
        for stat in STATS:
            found = found.plus(stat, RAISED_BY_EV[stat] * getattr(self.ev, stat))
        return found

    @property
    def max_vitality(self) -> int:
        """With EV."""
        return self.base_vitality + RAISED_BY_EV[VITALITY] * self.ev.vitality

    @property
    def max_energy(self) -> int:
        """With EV."""
        return self.base_energy + RAISED_BY_EV[ENERGY] * self.ev.energy

    def pool(self, stat: str, skill: str = "") -> int:
        """The dice of an action: a stat and, where there is one, a skill (rules §1)."""
        return self.stats.get(stat) + (skills.points(self.skills, skill) if skill else 0)

    @property
    def ev_bought(self) -> int:
        """The n of their cost: those in stats and those that went into skills."""
        return self.ev.total + self.skill_ev


def check_lists(
    types: tuple[str, ...], own: tuple[Skill, ...], moves: tuple[Move, ...], statuses: tuple[Status, ...]
) -> None:
    """Raise NotationError unless these can be somebody's: nothing twice, and not too much."""
    check_types(types)
    for field, count in (("skills", len(own)), ("moves", len(moves))):
        bounded(field, count, 0, MOST_LISTED)
    names = [skill.name for skill in own]
    skills_twice = any(skills.same(one, other) for place, one in enumerate(names) for other in names[:place])
    for field, twice in (
        ("skills", skills_twice),
        ("moves", len({move.slug for move in moves}) < len(moves)),
        ("statuses", len({status.name for status in statuses}) < len(statuses)),
    ):
        if twice:
            raise NotationError(Words("each is there once"), field=field)
    if sum(status.exclusive for status in statuses) > 1:
        raise NotationError(Words("only one of these conditions at a time"), field="statuses")


def check_types(types: tuple[str, ...]) -> None:
    """Raise NotationError unless these are none, one or two types."""
    if len(set(types)) < len(types) or len(types) > MOST_TYPES or not set(types) <= set(TYPES_18):
        raise NotationError(Words("one or two types are wanted, of {known}", known=", ".join(TYPES_18)), field="types")


# Making


def pokemon(
    species: Species, settings: Settings, *, name: str = "", level: int = 1, moves: Iterable[Move] = ()
) -> Sheet:
    """A Pokémon as its species' data have it, in full strength."""
    stats, vitality = from_base(species.base, short_fights=settings.short_fights)
    return Sheet(
        name=name or species.name,
        trainer=False,
        species=species.slug,
        types=species.types,
        level=level,
        base=stats,
        base_vitality=vitality,
        base_energy=POKEMON_ENERGY,
        vitality=vitality,
        energy=POKEMON_ENERGY,
        moves=tuple(moves),
    )


def trainer(name: str, points: Stats, skills: Mapping[str, int]) -> Sheet:
    """A new trainer, with points spread over stats and skills. Raises NotationError if they are too many."""
    for stat in STATS:
        bounded(stat, points.get(stat), 0, TRAINER_MOST)
    bounded("stats", sum(points.get(stat) for stat in STATS), 0, TRAINER_POINTS)
    for skill, spent in skills.items():
        bounded(skill, spent, 1, TRAINER_SKILL_MOST)
    bounded("skills", sum(skills.values()), 0, TRAINER_SKILL_POINTS)
    base = points
    for stat in STATS:
        base = base.plus(stat, LEAST_STAT)
    return Sheet(
        name=name,
        trainer=True,
        base=base,
        base_vitality=TRAINER_VITALITY,
        base_energy=TRAINER_ENERGY,
        vitality=TRAINER_VITALITY,
        energy=TRAINER_ENERGY,
        skills=tuple(Skill(skill, spent) for skill, spent in skills.items()),
    )


# Spending


def buy_skill(sheet: Sheet, name: str) -> Sheet:
    """One more point of a skill; a Pokémon's costs an EV besides. Raises IllegalAction without the PX."""
    own = skills.points(sheet.skills, name)
    price = skill_price(sheet, name)
    kept = tuple(skill for skill in sheet.skills if not skills.same(skill.name, name))
    known = next((skill.name for skill in sheet.skills if skills.same(skill.name, name)), name)
    paid = _paid(sheet, price)
    more = 0 if sheet.trainer else SKILL_EV
    return replace(paid, skills=(*kept, Skill(known, own + 1)), skill_ev=paid.skill_ev + more)


def skill_price(sheet: Sheet, name: str) -> int:
    """The PX that the next point of a skill costs."""
    price = skill_cost(skills.points(sheet.skills, name))
    return price if sheet.trainer else price + ev_cost(sheet.ev_bought)


def buy_ev(sheet: Sheet, what: str) -> Sheet:
    """One EV for a stat, "vitality" or "energy"; what is left of those two grows too.

    Raises IllegalAction beyond a limit or without the PX, NotationError for an unknown stat.
    """
    if what not in RAISED_BY_EV:
        message = Words("there is no stat {name!r}, only {known}", name=what[:40], known=", ".join(RAISED_BY_EV))
        raise NotationError(message, field="stat")
    try:
        raised = replace(sheet.ev, **{what: getattr(sheet.ev, what) + 1})
    except NotationError as error:
        raise IllegalAction(error.args[0].values["message"], code="ev_limit", field="stat") from error
    paid = replace(_paid(sheet, ev_cost(sheet.ev_bought)), ev=raised)
    return replace(paid, **{what: getattr(paid, what) + RAISED_BY_EV[what]}) if what in (VITALITY, ENERGY) else paid


def buy_level(sheet: Sheet) -> Sheet:
    """The next level of a Pokémon. Raises IllegalAction for a trainer, at the highest level, or without the PX."""
    if sheet.trainer:
        raise IllegalAction(Words("trainers have no level"), code="trainer", field="level")
    if sheet.level >= MOST_LEVEL:
        raise IllegalAction(Words("level {level} is the highest", level=MOST_LEVEL), code="level_limit", field="level")
    return replace(_paid(sheet, level_cost(sheet.level)), level=sheet.level + 1)


def _paid(sheet: Sheet, price: int) -> Sheet:
    if price > sheet.px:
        raise IllegalAction(Words("this costs {price} PX; left to spend: {px}", price=price, px=sheet.px), code="px")
    return replace(sheet, px=sheet.px - price)
