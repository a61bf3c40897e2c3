"""The cache. Everything in it can be done without: with its server away, reads miss and counters count nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property
from time import monotonic
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSE = 10.0  # seconds without asking a server that did not answer: a page asks many times, each takes seconds to fail

INCREMENT = "return redis.call('exists', KEYS[1]) == 1 and redis.call('incrby', KEYS[1], ARGV[1]) or nil"


class OneClient(RedisCacheClient):
    """Django makes a client for each question, which takes longer than to ask it. There is one server here."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        return self._only

    @cached_property
    def _only(self) -> Any:
        return super().get_client()


class ForgivingCache(RedisCache):
    """Redis, but logging in does not depend on it: rate limits let everybody through while it is away."""

    _away_until = 0.0

    def __init__(self, server: Any, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OneClient

    def _attempt(self, otherwise: T, ask: Callable[..., T], *args: Any) -> T:
        if monotonic() < self._away_until:
            return otherwise
        try:
            return ask(*args)
        except RedisError as error:
            self._away_until = monotonic() + PAUSE
            log.warning("the cache is out of reach: %s", error)
            return otherwise

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return self._attempt(True, super().add, key, value, timeout, version)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._attempt(default, super().get, key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> None:
        self._attempt(None, super().set, key, value, timeout, version)

    def delete(self, key: Any, version: Any = None) -> bool:
        return self._attempt(False, super().delete, key, version)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        return self._attempt(delta, self._incr, key, delta, version)

    def _incr(self, key: Any, delta: int, version: Any) -> int:
        """In one step. Django asks first whether there is a counter: if it runs out then, another begins for ever."""
        name = self.make_and_validate_key(key, version=version)
        found = self._cache.get_client(name, write=True).eval(INCREMENT, 1, name, delta)
        if found is None:
            raise ValueError(f"Key '{name}' not found.")
        return int(found)
