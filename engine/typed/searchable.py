"""What a search asks of a game again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Searchable:
    """Part of `engine.protocol.Game`. Searches take games that derive from it; compiled ones call it directly.

    A compiled game gives these methods the types that `searchable.pxd` gives them here.
    """

    __slots__ = ()

    def current_player(self, state: Any) -> int:
        """See `Game`, as with all of them."""
        raise NotImplementedError

    def legal_actions(self, state: Any) -> Sequence[Any]:
        """A list."""
        raise NotImplementedError

    def apply(self, state: Any, action: Any) -> Any:
        """A state."""
        raise NotImplementedError

    def chance_outcomes(self, state: Any) -> Sequence[tuple[Any, int]]:
        """Outcomes and their weights."""
        raise NotImplementedError

    def returns(self, state: Any) -> tuple[float, ...]:
        """A share for each seat."""
        raise NotImplementedError

    def evaluate(self, state: Any, seat: int) -> float:
        """A value in [-1, 1]."""
        raise NotImplementedError
