"""The board as template data: what stands on it, marks and links (see `play/board.css` for what each looks like)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from django.utils.translation import gettext as _

from engine.chakart.actions import MOVE, SHELL, Action, pack
from engine.chakart.game import GAME
from engine.chakart.state import State
from engine.chakart.tables import NAMES, PLACING, SQUARES
from engine.protocol import CHANCE
from engine.replay import Step
from games.play.boards.chakart import words
from games.play.boards.chakart.choosing import Choosing, Selection
from games.play.boards.chakart.happenings import Happening, happenings
from games.play.boards.chakart.standing import Standing, standing
from games.play.boards.grid import Box, Coordinate, Grid, Hit, Square, coordinates, dark, line

SIZE = 8
WAY = ("moves", "slides", "goes on", "jumps", "puts")  # what brings a piece to a square


@dataclass(frozen=True, slots=True)
class Token:
    """A piece or thing as `_token.html` draws it; `x` and `y` None where it stands alone."""

    template: ClassVar[str] = "play/chakart/_token.html"

    art: str
    colour: str  # "" for a thing
    x: int | None = None
    y: int | None = None
    id: str = ""
    label: str = ""
    stuck: bool = False
    hidden: bool = False
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything on the board. Paths are the `d` of an SVG path, "" for none; `dark` has the dark squares.

    `reach` are the middles of free squares that can be chosen, `contacts` squares on which something stands, `maybe`
    the middles of those that chance may choose next.
    """

    rows: int
    columns: int
    dark: str
    coordinates: tuple[Coordinate, ...]
    tokens: tuple[Token, ...]
    squares: tuple[Square, ...] = ()
    last_paths: tuple[str, ...] = ()
    selected: Box | None = None
    reach: tuple[tuple[float, float], ...] = ()
    contacts: tuple[Box, ...] = ()
    maybe: tuple[tuple[float, float], ...] = ()
    path: str = ""
    hits: tuple[Hit, ...] = ()


def plain(grid: Grid, state: State, colours: tuple[str, str], ids: Mapping[str, str]) -> Drawing:
    """A position; `ids` names pieces by their square."""
    tokens = tuple(_token(grid, name, there, colours, ids.get(name, "")) for name, there in standing(state).items())
    return Drawing(SIZE, SIZE, dark(grid), coordinates(grid), tokens)


def alone(there: Standing, colours: tuple[str, str]) -> Token:
    """A piece or thing that stands nowhere."""
    colour = "" if there.seat is None else colours[there.seat]
    return Token(there.slug, colour, label=there.name, stuck=there.stuck, hidden=there.hidden)


def _token(grid: Grid, name: str, there: Standing, colours: tuple[str, str], glides_by: str) -> Token:
    x, y = grid.corner(name)
    return replace(alone(there, colours), x=x, y=y, id=glides_by, label="")


def centre(grid: Grid, name: str) -> tuple[float, float]:
    """The middle of a square."""
    x, y = grid.corner(name)
    return x + 0.5, y + 0.5


def ids(steps: Sequence[Step]) -> dict[str, str]:
    """A name for each piece, by its square, that stays the same as long as it can be followed."""
    known = {square: square for square, there in standing(steps[0].state).items() if there.seat is not None}
    for step in steps[1:]:
        before, after = standing(step.before), standing(step.state)
        gone = {name: there for name, there in before.items() if there.seat is not None and after.get(name) != there}
        kept = {name: known[name] for name in known if name not in gone and name in after}
        for name, there in after.items():
            if there.seat is not None and name not in kept:
                came = _same(there, gone)
                kept[name] = known.get(came, f"{name}-{step.ply}") if came else f"{name}-{step.ply}"
                gone.pop(came, None)
        known = kept
    return known


def _same(there: Standing, gone: Mapping[str, Standing]) -> str:
    """The square that a piece has come from: of one just like it, else of one of its side."""
    alike = [name for name, other in gone.items() if (other.slug, other.seat) == (there.slug, there.seat)]
    own = [name for name, other in gone.items() if other.seat == there.seat]
    return next(iter([*alike, *own]), "")


# --- the turn before -------------------------------------------------------------------------------------------------


def with_last(drawing: Drawing, grid: Grid, turn: Sequence[Step]) -> Drawing:
    """With the traces of the turn that these steps are."""
    if not turn or turn[0].seat == CHANCE:
        return drawing
    found = [happening for step in turn for happening in happenings(step)]
    ways = _ways(found)
    marks = {way[0]: "last-from" for way in ways} | {way[-1]: "last-to" for way in ways}
    marks |= {happening.start: "last-from" for happening in found if happening.kind in ("vanishes", "hides", "throws")}
    marks |= {one.square: "last-to" for one in found if one.kind in ("hides", "throws", "swaps", "flips", "shows")}
    squares = tuple(Square(name, *grid.corner(name), mark) for name, mark in marks.items() if name)
    paths = tuple(line(*(centre(grid, name) for name in way)) for way in ways if len(way) > 1)
    return replace(drawing, squares=squares, last_paths=paths)


def _ways(found: Sequence[Happening]) -> list[list[str]]:
    """Each piece's way over the board, square by square."""
    ways: list[list[str]] = []
    for happening in found:
        if happening.kind in ("moves", "puts"):
            ways.append([name for name in (happening.start, happening.square) if name])
        elif happening.kind in WAY and ways:
            ways[-1].append(happening.square)
        elif happening.kind == "hatches" and happening.effect == "koopa" and ways:
            ways[-1].append(ways[-1][0])
    return ways


# --- what can be chosen ----------------------------------------------------------------------------------------------


def with_choices(drawing: Drawing, grid: Grid, choosing: Choosing, colours: tuple[str, str]) -> Drawing:
    """With what is selected and all that can be selected next."""
    there, chosen = standing(choosing.state), choosing.chosen
    starts = [] if choosing.least.start else choosing.starts  # with Daisy there is nothing to choose there
    own = (_start_hit(grid, choosing, name, there[name]) for name in starts)
    hits = (*own, *(_target_hit(grid, choosing, name, there.get(name)) for name in choosing.targets))
    drawing = replace(drawing, hits=hits)
    if chosen.goes or chosen.start != choosing.least.start:
        drawing = replace(drawing, squares=(), last_paths=())
    maybe = next_by_chance(choosing)
    targets = [name for name in choosing.targets if name != chosen.goes and name not in maybe]
    moving = chosen.start or (NAMES[choosing.state.here] if choosing.state.here < SQUARES else "")
    return replace(
        _shifted(drawing, grid, choosing, colours),
        selected=Box(*grid.corner(moving), 1) if moving else None,
        reach=tuple(centre(grid, name) for name in targets if name not in there),
        contacts=tuple(Box(*grid.corner(name), 1) for name in targets if name in there),
        maybe=tuple(centre(grid, name) for name in maybe),
    )


def _start_hit(grid: Grid, choosing: Choosing, name: str, there: Standing) -> Hit:
    again = Selection(name) == choosing.chosen
    label = _("{square}: {piece}").format(square=name, piece=words.described(there))
    query = "" if again else Selection(name).query
    return Hit(f"hit-{name}", Box(*grid.corner(name), 1), query, label, chosen=name == choosing.chosen.start)


def _target_hit(grid: Grid, choosing: Choosing, name: str, there: Standing | None) -> Hit:
    ways = choosing.ways(name)
    letter = choosing.chosen.letter if choosing.state.stage == PLACING else ""
    query = Selection(choosing.chosen.start, name, letter=letter).query
    what = _("{square}: free") if there is None else _("{square}: {piece}")
    label = what.format(square=name, piece=words.described(there) if there else "")
    action = ways[0].text if len(ways) == 1 else ""
    return Hit(f"hit-{name}", Box(*grid.corner(name), 1), query, label, action, name == choosing.chosen.goes)


def _shifted(drawing: Drawing, grid: Grid, choosing: Choosing, colours: tuple[str, str]) -> Drawing:
    """The moving piece where it goes, with a ghost of it where it came from."""
    start, goes, action = choosing.chosen.start, choosing.chosen.goes, choosing.action
    if not start or not goes:
        return drawing
    way = [start, goes]
    if action is not None and action.kind == MOVE:  # a thing on the square may send it on
        (way,) = _ways(foreseen(choosing, action))
    path = line(*(centre(grid, name) for name in way))
    if action is not None and action.kind == SHELL:
        return replace(drawing, path=path)
    place, *passed = (grid.corner(name) for name in way)
    moving = [token for token in drawing.tokens if (token.x, token.y) == place]
    others = [token for token in drawing.tokens if (token.x, token.y) not in (place, *passed)]
    ghosts = [replace(token, ghost=True, id="") for token in moving]
    hidden = bool(choosing.chosen.way)
    moved = [replace(token, x=passed[-1][0], y=passed[-1][1], hidden=hidden) for token in moving]
    return replace(drawing, tokens=(*others, *ghosts, *moved), path=path)


def foreseen(choosing: Choosing, action: Action) -> list[Happening]:
    """What is sure to come of a decision up to the next draw, what it leaves behind apart."""
    state = choosing.state
    after = GAME.apply(state, pack(action))
    found = happenings(Step(1, state.seat, pack(action), (), state, after))
    if GAME.current_player(after) == CHANCE and found[-1].kind == "meets":
        found.pop()
    return [happening for happening in found if happening.kind not in ("leaves", "freed")]


def next_by_chance(choosing: Choosing) -> list[str]:
    """The squares among which chance will choose right after the decision that is selected."""
    if choosing.action is None:
        return []
    after = GAME.apply(choosing.state, pack(choosing.action))
    if GAME.current_player(after) != CHANCE:
        return []
    outcomes = [GAME.action(outcome) for outcome, _weight in GAME.chance_outcomes(after)]
    return [outcome.goes for outcome in outcomes if outcome.goes]
