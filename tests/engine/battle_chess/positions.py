"""Positions for the properties: composed at random, and met in random matches from every setup."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import strategies as st

from engine.battle_chess.bonus import SUPPLIES, supply_text
from engine.battle_chess.game import GAME
from engine.battle_chess.setups import SETUPS
from engine.battle_chess.state import State
from engine.protocol import CHANCE, TERMINAL

SMALL = "PZSAEMNBCU"
LEGENDS = "HKLR"
BOARDS = ((6, 7), (5, 5), (4, 3))


def composed_text(seed: int) -> str:
    """A position with a target on each side and anything else, however unlikely in a match."""
    rng = Random(seed)
    rows, columns = rng.choice(BOARDS)
    grid = [["" for _ in range(columns)] for _ in range(rows)]
    for _ in range(rng.randrange(4)):
        _place(grid, rng, _side(rng, rng.choice(["", "+"]) + rng.choice(LEGENDS)), 2)
    for seat in (0, 1):
        target = rng.choice(["***", "**", "*", "", "+"]) + rng.choice("VT")
        _place(grid, rng, target if seat == 0 else target.lower(), 1, must=True)
    for _ in range(rng.randrange(rows * columns // 3)):
        _place(grid, rng, _side(rng, rng.choice(["", "+"]) + rng.choice(SMALL)), 1)
    board = "/".join(_rank(rank) for rank in reversed(grid))
    mine, others = ("".join(sorted(rng.choices(LEGENDS, k=rng.randrange(4)))) for _ in range(2))
    supply = supply_text(rng.randrange(len(SUPPLIES)))
    ko = f"{rng.randrange(5)}/{rng.randrange(5)}"
    reserves = mine + others.lower() or "-"
    return f"{board} {rng.choice('12')} {ko} {reserves} {supply} {rng.randrange(40)} {rng.randrange(1, 200)}"


def _side(rng: Random, token: str) -> str:
    return rng.choice([token, token.lower()])


def _place(grid: list[list[str]], rng: Random, token: str, size: int, *, must: bool = False) -> None:
    """Write a piece on free squares, if the first try or, if it must, a later one finds some."""
    while True:
        y, x = rng.randrange(len(grid) - size + 1), rng.randrange(len(grid[0]) - size + 1)
        cells = [(y + j, x + i) for i in range(size) for j in range(size)]
        if not any(grid[row][column] for row, column in cells):
            for row, column in cells:
                grid[row][column] = token
            return
        if not must:
            return


def _rank(cells: list[str]) -> str:
    text = "".join(cell or "." for cell in cells)
    for free in range(len(cells), 0, -1):
        text = text.replace("." * free, str(free))
    return text


@cache
def played(seed: int) -> tuple[State, ...]:
    """All positions of a random match of at most 80 turns, chance nodes left out."""
    rng = Random(seed)
    state = GAME.initial_state(SETUPS[seed % len(SETUPS)].slug)
    met = [state]
    while (player := GAME.current_player(state)) != TERMINAL and len(met) < 80:
        if player == CHANCE:
            outcomes = GAME.chance_outcomes(state)
            state = GAME.apply(state, rng.choices([o for o, _ in outcomes], [weight for _, weight in outcomes])[0])
        else:
            state = GAME.apply(state, rng.choice(GAME.legal_actions(state)))
        if GAME.current_player(state) != CHANCE:
            met.append(state)
    return tuple(met)


def _met(seed: int, ply: int) -> State:
    states = played(seed)
    return states[ply % len(states)]


states = st.one_of(
    st.integers(0, 10**9).map(lambda seed: GAME.parse_state(composed_text(seed))),
    st.builds(_met, st.integers(0, 59), st.integers(0, 79)),
)
