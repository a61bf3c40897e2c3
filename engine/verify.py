"""Checks a record's draws: makes each of them again from the published secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine import draws, registry, throws
from engine.protocol import AnyReplayable, EngineError
from engine.record import Beginner, Proof, Record
from engine.replay import ReplayError, Step, walk
from engine.words import Words


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked: what, and what was found, as Words; `ok` False if the record does not stand up."""

    ok: bool
    what: str
    found: str

    def __str__(self) -> str:
        return f"{'ok ' if self.ok else 'BAD'} {self.what}: {self.found}"


def verify(record: Record, game: AnyReplayable | None = None) -> Iterator[Check]:
    """Checks the commitment, who begins, every draw in its order or that there is none, that all was legal, the result.

    The draws are numbered as `draws` says. The first ply that does not replay ends the checks with a bad one.
    Raises EngineError if there is nothing to check with (no proof in the record, or its secret not published), and
    NotationError for an unknown game or setup.
    """
    proof, source = _source(record)
    game = game or registry.replayable(record.game)
    game.initial_state(record.setup)
    found = draws.commitment(source.secret)
    yield Check(found == proof.commitment, Words("commitment"), Words("the secret's SHA-256 is {found}", found=found))
    if record.beginner:
        yield from _beginner_checks(record.beginner, source)
    ply = drawn = 0
    try:
        for step in walk(record, game):
            ply = step.ply
            drawn += len(step.draws)
            yield from _step_checks(game, step, source)
    except ReplayError as error:
        yield Check(False, Words("ply {ply}", ply=error.ply), str(error).removeprefix(f"ply {error.ply}: "))
    else:
        if not drawn:
            yield Check(True, Words("draws"), Words("nothing was drawn in the course of this match"))
        found = Words("{count} legal decisions, result {result}", count=ply, result=record.result)
        yield Check(True, Words("replay"), found)


def _source(record: Record) -> tuple[Proof, draws.Source]:
    proof = record.proof
    if proof is None:
        raise EngineError("the record has no commitment, so there is nothing to check its draws with")
    if proof.secret is None:
        raise EngineError("the record has no secret; it is published when the match is over")
    if proof.version not in draws.VERSIONS:
        known = " and ".join(map(str, draws.VERSIONS))
        raise EngineError(f"draws of version {proof.version} are not known here, only {known}")
    return proof, draws.Source(bytes.fromhex(proof.secret), proof.match_id, proof.salts, proof.version)


def _beginner_checks(beginner: Beginner, source: draws.Source) -> Iterator[Check]:
    if beginner.drawn is not None:
        drawn = source.throws(throws.THROWS)
        yield _draw_check(0, draws.THROW_NUMBERS, " ".join(beginner.throws[beginner.drawn]), " ".join(drawn))
    if beginner.method == "fixed":
        return
    decided = throws.decide(*beginner.throws) if beginner.method == "throws" else None
    if decided is None:
        decided = source.beginner()
        yield _draw_check(0, (draws.BEGINNER_NUMBER,), _begins(beginner.party), _begins(decided))
    else:
        found = Words("party {number} wins them and begins", number=decided + 1)
        yield Check(decided == beginner.party, Words("throws"), found)


def _begins(party: int) -> Words:
    return Words("party {number} begins", number=party + 1)


def _step_checks(game: AnyReplayable, step: Step, source: draws.Source) -> Iterator[Check]:
    first = 0 if step.ply else draws.START_NUMBER
    for number, (state, outcome) in enumerate(step.draws, start=first):
        drawn: Any = source.draw(step.ply, number, game.chance_outcomes(state))
        yield _draw_check(step.ply, (number,), game.action_text(state, outcome), game.action_text(state, drawn))


def _draw_check(ply: int, numbers: tuple[int, ...], recorded: str, drawn: str) -> Check:
    what = Words("ply {ply} draw {numbers}", ply=ply, numbers=" ".join(map(str, numbers)))
    if recorded == drawn:
        return Check(True, what, drawn)
    found = Words("the record says {recorded}, the secret gives {drawn}", recorded=recorded, drawn=drawn)
    return Check(False, what, found)
