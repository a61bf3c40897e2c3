"""Plays a whole match of two deciders and records it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.draws import Source, commitment
from engine.play import begin, play, result
from engine.protocol import CLAIM_AT, TERMINAL, AnyGame, GameInfo
from engine.record import Proof, Record
from engine.replay import entry, start_entries
from engine.search.players import choose

Decider = Callable[[AnyGame, Any, int], Any]  # (game, what the seat sees, the seat) -> its decision, None to stop

DRAWN, REPETITION = "1/2-1/2", "the same position for the third time"


def computer(level: int, rng: Random) -> Decider:
    """A computer player of that level."""
    return lambda game, view, seat: choose(game, view, seat, rng, level)


def play_match(
    game: AnyGame, info: GameInfo, setup: str, deciders: Sequence[Decider], source: Source, names: Sequence[str]
) -> Record:
    """A match from its start to its end, or until a decider stops; its secret published, so that its draws verify.

    A draw that can be claimed is claimed: two computer players can repeat themselves for ever.
    Raises NotationError for an unknown setup, IllegalAction for a decision that is none.
    """
    state, outcomes = begin(game, setup, source.at(0))
    entries = [*start_entries(game, setup, outcomes)]
    ply, claimed = 0, False
    stood: Counter[str] = Counter()
    while (seat := game.current_player(state)) != TERMINAL and not (claimed := _stands_again(game, state, stood)):
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
        DRAWN if claimed else result(game, state),
        _headers(game, info, state, names) | ({"Termination": REPETITION} if claimed else {}),
        Proof(source.match_id, commitment(source.secret), source.salts, source.secret.hex(), source.version),
    )


def _stands_again(game: AnyGame, state: Any, stood: Counter[str]) -> bool:
    """Counts the position; whether a draw can be claimed in it."""
    if (position := game.repetition(state)) is None:
        return False
    stood[position] += 1
    return stood[position] >= CLAIM_AT


def _headers(game: AnyGame, info: GameInfo, state: Any, names: Sequence[str]) -> dict[str, str]:
    headers = dict(zip(("First", "Second"), names, strict=True))
    if game.current_player(state) == TERMINAL:
        headers["Termination"] = info.endings[game.ending(state)]
    return headers
