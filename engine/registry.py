"""Finds the games: every folder beside this file with an `info.py` (INFO) and a `game.py` (GAME).

A folder without an `info.py` is no game to be played by itself, but its logs replay: the fights of the tabletop game.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from engine.protocol import AnyGame, AnyReplayable, GameInfo, NotationError
from engine.words import Words


@cache
def slugs() -> tuple[str, ...]:
    """The slugs of all games, sorted."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/info.py")))


@cache
def info(slug: str) -> GameInfo:
    """What can be said of a game without loading its rules. Raises NotationError if there is none of that slug."""
    if slug not in slugs():
        message = Words("no game {slug!r}; there are {known}", slug=slug, known=", ".join(slugs()))
        raise NotationError(message, field="game")
    found: GameInfo = import_module(f"engine.{slug}.info").INFO
    return found


@cache
def get(slug: str) -> AnyGame:
    """The rules of a game. Raises NotationError if there is none of that slug."""
    info(slug)
    game: AnyGame = import_module(f"engine.{slug}.game").GAME
    return game


@cache
def replayable(slug: str) -> AnyReplayable:
    """The rules of a game, or of anything else that has records. Raises NotationError if there is none of that slug."""
    folders = {path.parent.name for path in Path(__file__).parent.glob("*/game.py")}
    if slug not in folders or slug in slugs():
        return get(slug)
    rules: AnyReplayable = import_module(f"engine.{slug}.game").GAME
    return rules


def all_games() -> tuple[GameInfo, ...]:
    """Every game, sorted by slug."""
    return tuple(info(slug) for slug in slugs())
