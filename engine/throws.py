"""Rock, paper, scissors: who begins. Each side seals three throws; the first pair that is no tie decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.protocol import EngineError

THROWS: Final = ("rock", "paper", "scissors")
ROUNDS: Final = 3


def beats(throw: str, other: str) -> bool:
    """Whether `throw` wins against `other`: each of THROWS beats the one before it in the circle."""
    return (THROWS.index(throw) - THROWS.index(other)) % len(THROWS) == 1


def decide(first: Sequence[str], second: Sequence[str]) -> int | None:
    """0 if `first` wins, 1 if `second` does, None after nothing but ties."""
    for one, other in zip(first, second, strict=True):
        if one != other:
            return 0 if beats(one, other) else 1
    return None


def parse_throws(text: str) -> tuple[str, ...]:
    """Three throws, separated by white space. Raises EngineError for anything else."""
    throws = tuple(text.split())
    if len(throws) != ROUNDS or not set(throws) <= set(THROWS):
        raise EngineError(f"three throws are wanted, each one of {', '.join(THROWS)}; not {text!r}")
    return throws
