"""Every number of the rules, by its section. Tables of words (types, conditions, items) are modules of their own."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

# §1 Rolls
SIDES: Final = 10  # of a die; a 0 is a 10
FAILURE: Final = 1  # the face that fails
DD: Final = 6  # the difficulty unless another is said
DDS: Final = (1, 10)  # lowest and highest; a capture's may be higher
MOST_DICE: Final = 100  # of one declared roll, so that a page can show them (the site's own)

# §2 Stats, characters, Pokémon
LEAST_STAT: Final = 1
BASE_PER_STAT: Final = 10  # points of a species' base value for each point of a stat, rounded up
BASE_PER_VITALITY: Final = 2
SHORT_FIGHTS: Final = 2  # divides Vitality again where the table wants it
POKEMON_ENERGY: Final = 50
EV_STAT, EV_VITALITY, EV_ENERGY = 1, 2, 3  # what one EV adds
TRAINER_POINTS: Final = 10  # to spread over the stats, at most TRAINER_MOST each
TRAINER_MOST: Final = 5
TRAINER_VITALITY: Final = 10
TRAINER_ENERGY: Final = 0  # trainers know no moves
TRAINER_SKILL_POINTS: Final = 10  # to spread over skills, at most TRAINER_SKILL_MOST each
TRAINER_SKILL_MOST: Final = 3

# §3 Combat
DISTANCE_DD: Final = 2  # harder at the wrong distance
WAIT_DD: Final = 2  # easier after waiting
WAIT_LEAST_DD: Final = 2
EXCHANGES: Final = 20  # of a counter before it comes to nothing
ORDERS: Final = 1  # for each fighter and round, unless the GM allows more
STAB: Final = Fraction(3, 2)
TIMES_STRONG, TIMES_WEAK, TIMES_NONE = Fraction(2), Fraction(1, 2), Fraction(0)
CRITICAL_DD: Final = 1  # easier damage of a critical-rate move
PRECISION_DDS: Final = ((75, 6), (55, 7), (35, 8), (15, 9), (0, 10))  # from so many per cent: the attack's DD
PERCENT: Final = 100
PRECISION_STAGES: Final = (33, 38, 43, 50, 60, 75, 100, 133, 166, 200, 233, 266, 300)  # −6 … 6
MOST_LOWERINGS: Final = 6
CHANGE, GREAT_CHANGE = 1, 2  # of a stat; the second "greatly"

# §4 Conditions
HALF_CHANCE: Final = 50  # per cent: confusion, attraction, paralysis
CONFUSION_POOL: Final = 4
CONFUSION_ROUNDS: Final = 4  # at most; drawn, each as likely
CURSE_LOSS: Final = Fraction(1, 4)  # of maximum Vitality a round
BURN_LOSS: Final = Fraction(1, 8)
POISON_LOSS: Final = Fraction(1, 16)  # bad poison: once, twice, three times …
BURN_STRENGTH: Final = 2  # divides
PARALYSIS_DEXTERITY: Final = 4  # divides
THAW_CHANCE: Final = 10  # per cent
WAKE_CHANCE: Final = 20  # per cent
WAKE_CERTAIN: Final = 7  # the action before which it wakes at the latest

# §5 Capture
CAPTURE_ROLLS: Final = 3
BALLS: Final = {"poke_ball": 3, "super_ball": 5, "hyper_ball": 7, "master_ball": 15}  # dice
CAPTURE_LEAST_DD: Final = 2
CAPTURE_MOST_DD: Final = 99  # that a GM can set (the site's own)
CAPTURE_LOST: Final = (
    (Fraction(3, 4), 4),
    (Fraction(1, 2), 2),
)  # of maximum Vitality lost: easier by; the first that fits
CAPTURE_CONDITION: Final = {
    **dict.fromkeys(("confusion", "attraction"), 2),
    **dict.fromkeys(("poison", "bad_poison", "paralysis", "burn"), 4),
    **dict.fromkeys(("freeze", "sleep"), 6),
}
CAPTURE_LOWERED: Final = 1  # for each lowered stat

# §6 Experience
AWARDS: Final = {"automatic": 1, "information": 1, "role_play": 1, "heroic": 1, "failure": 1}  # PX
LEVELS_PER_PX: Final = 2  # of the Pokémon that was beaten
LEAST_BEATEN_PX: Final = 1
LOSER_PX: Final = 1  # "a few", to begin with (the site's own)
SKILL_OPEN: Final = 7
SKILL_STEP: Final = 5  # times the points in it
EV_COST: Final = 10  # plus the EV bought so far
LEVEL_COST: Final = 1  # plus the level
MOST_EV_STAT: Final = 6
MOST_EV: Final = 18
SKILL_EV: Final = 1  # that a Pokémon's skill point costs besides

# §8 Species and moves
POWER_PER_DIE: Final = 10
ENERGY_BY_PP: Final = ((5, 5), (15, 4), (25, 3), (35, 2), (40, 1))  # up to so many PP: Energy
STRUGGLE_POOL: Final = 4
STRUGGLE_RECOIL: Final = 4  # divides the damage dealt

# Limits that keep what comes from outside within reason (the site's own)
MOST_SPECIES_BASE: Final = 255  # of each of a species' values
MOST_BASE_STAT: Final = 40  # of a sheet, before EV
MOST_BASE_POINTS: Final = 999  # of a sheet's Vitality and Energy, before EV
MOST_STAT: Final = 50  # and points in a skill: both together make a roll of MOST_DICE
MOST_TYPES: Final = 2
MOST_LISTED: Final = 50  # moves, skills, items, effects, changes at once
MOST_SEATS: Final = 99
MOST_POINTS: Final = 9999  # of Vitality, Energy, PX
MOST_LEVEL: Final = 100
MOST_FIGHTERS: Final = 16
MOST_ORDERS: Final = 4
MOST_TEXT: Final = 2000  # characters
MOST_NAME: Final = 60
