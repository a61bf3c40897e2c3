"""The cache as every page asks it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import redis
from django.core.cache import cache


def test_all_questions_go_through_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    begin = redis.Redis.__init__

    def counted(self: redis.Redis, *args: Any, **options: Any) -> None:
        made.append(self)
        begin(self, *args, **options)

    cache.get("before")
    monkeypatch.setattr(redis.Redis, "__init__", counted)

    cache.set("a", 1)

    assert (cache.get("a"), cache.incr("a"), cache.add("a", 5), cache.delete("a")) == (1, 2, False, True)
    assert made == []


def test_threads_share_what_is_in_it() -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda number: cache.set(f"number-{number}", number), range(20)))

    assert cache.get_many([f"number-{number}" for number in range(20)]) == {f"number-{n}": n for n in range(20)}
