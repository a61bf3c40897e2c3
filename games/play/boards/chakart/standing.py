"""What stands on the board, square by square, as the words and the drawings want it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.chakart.pieces import PIECES, QUEEN, THINGS
from engine.chakart.state import State
from engine.chakart.tables import (
    BLACK_ARRAY,
    BOTH_ARRAYS,
    CODES,
    FIRST_THING,
    KIND,
    KINDS,
    NAMES,
    OWNER,
    SQUARES,
    STUCK,
    WHITE_ARRAY,
)
from games.play.words import said

UNKNOWN = "unknown"  # the slug of a piece that is still to be drawn


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece, or with `seat` None a thing that belongs to nobody. `name` is in the reader's language."""

    slug: str
    seat: int | None
    stuck: bool = False
    hidden: bool = False  # a queen that the other side does not see

    @property
    def name(self) -> str:
        """What it is called."""
        names = {kind.slug: kind.name for kind in (*PIECES, *THINGS)}
        return said(names[self.slug]) if self.slug in names else "?"


def of_code(code: int) -> Standing:
    """What a code of the engine's stands for."""
    if code >= FIRST_THING:
        return Standing(THINGS[code - FIRST_THING].slug, None)
    return Standing(PIECES[KIND[code]].slug, OWNER[code], stuck=code > STUCK)


CODED = (None, *(of_code(code) for code in range(1, CODES)))


def standing(state: State) -> dict[str, Standing]:
    """By square, from a1 on; a hidden queen only as far as this state shows her."""
    if state.stage in (WHITE_ARRAY, BLACK_ARRAY, BOTH_ARRAYS):
        return _before_arrays(state)
    found = {NAMES[square]: there for square in range(SQUARES) if (there := CODED[state.board[square]])}
    if state.ghost < SQUARES and not state.veiled:
        found[NAMES[state.ghost]] = Standing(PIECES[QUEEN].slug, 1 - state.seat, hidden=True)
    return found


def _before_arrays(state: State) -> dict[str, Standing]:
    """Toads, and behind them what is drawn so far."""
    rows = {0: (UNKNOWN, 0), 1: (PIECES[0].slug, 0), 6: (PIECES[0].slug, 1), 7: (UNKNOWN, 1)}
    return {
        NAMES[square]: CODED[state.board[square]] or Standing(*rows[square // 8])
        for square in range(SQUARES)
        if square // 8 in rows
    }


def reserve(state: State, seat: int) -> dict[str, int]:
    """How many pieces of each type a side has lost, by slug; none that it has not."""
    lost = state.reserve0 if seat == 0 else state.reserve1
    counts = {PIECES[kind].slug: lost >> 6 * kind & 63 for kind in range(KINDS)}
    return {slug: count for slug, count in counts.items() if count}
