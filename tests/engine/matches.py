"""Matches of the toy game, played out and recorded."""

from random import Random

from engine.draws import Source, commitment
from engine.play import begin, play, result
from engine.record import Proof, Record
from engine.replay import entry, start_entries
from tests.engine.toy import GAME

SECRET = bytes(range(32))


def recorded(seed: int = 0, *, setup: str = "long", plies: int = 1000, **changes) -> Record:
    """A match of the toy game with provable draws, random decisions, its secret published."""
    rng, source = Random(seed), Source(SECRET, f"m{seed}", ("ann's salt", ""))
    state, outcomes = begin(GAME, setup, source.at(0))
    entries = [*start_entries(GAME, setup, outcomes)]
    for ply in range(1, plies + 1):
        if GAME.current_player(state) < 0:
            break
        action = rng.choice(GAME.legal_actions(state))
        before, (state, outcomes) = state, play(GAME, state, action, source.at(ply))
        entries.append(entry(GAME, before, action, outcomes))
    proof = Proof(source.match_id, commitment(SECRET), source.salts, SECRET.hex())
    fields = {"entries": tuple(entries), "result": result(GAME, state), "proof": proof}
    return Record("toy", setup, GAME.rules_version, **(fields | changes))
