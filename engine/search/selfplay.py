"""Plays a whole match of two deciders and records it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.draws import Source, commitment
from engine.play import begin, play, result
from engine.protocol import TERMINAL, AnyGame, GameInfo
from engine.record import Proof, Record
from engine.replay import entry, start_entries
from engine.search.players import choose

Decider = Callable[[AnyGame, Any, int], Any]  # (game, what the seat sees, the seat) -> its decision, None to stop


def computer(level: int, rng: Random) -> Decider:
    """A computer player of that level."""
    return lambda game, view, seat: choose(game, view, seat, rng, level)


def play_match(
    game: AnyGame, info: GameInfo, setup: str, deciders: Sequence[Decider], source: Source, names: Sequence[str]
) -> Record:
    """A match from its start to its end, or until a decider stops; its secret published, so that its draws verify.

    Raises NotationError for an unknown setup, IllegalAction for a decision that is none.
    """
    state, outcomes = begin(game, setup, source.at(0))
    entries = [*start_entries(game, setup, outcomes)]
    ply = 0
    while (seat := game.current_player(state)) != TERMINAL:
        action = deciders[seat](game, game.observation(state, seat), seat)
        if action is None:
            break
        ply += 1
        before, (state, outcomes) = state, play(game, state, action, source.at(ply))
        entries.append(entry(game, before, action, outcomes))
    return Record(
        info.slug,
        setup,
        game.rules_version,
        tuple(entries),
        result(game, state),
        _headers(game, info, state, names),
        Proof(source.match_id, commitment(source.secret), source.salts, source.secret.hex(), source.version),
    )


def _headers(game: AnyGame, info: GameInfo, state: Any, names: Sequence[str]) -> dict[str, str]:
    headers = dict(zip(("First", "Second"), names, strict=True))
    if game.current_player(state) == TERMINAL:
        headers["Termination"] = info.endings[game.ending(state)]
    return headers
