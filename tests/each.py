"""One test for many cheap cases: as tests of their own they would take ten times what they check."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

import pytest

NAMED = 100  # characters of a case's name
SHOWN = 20  # failures that are shown whole
# What `pytest.raises` and `pytest.skip` raise is no Exception. A skipped case would hide what failed before it.
FAILURES = (Exception, pytest.fail.Exception, pytest.skip.Exception)


def each(cases: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Run the test with each of the cases, then fail once, naming all that failed.

    A test with several parameters is given what is in the case.
    """
    given = list(cases)
    assert given, "there is nothing to check"

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        several = len(signature(test).parameters) > 1

        @wraps(test)
        def of_all() -> None:
            failed: list[tuple[str, BaseException]] = []
            for case in given:
                try:
                    test(*case) if several else test(case)
                except FAILURES as error:
                    called = name(case)[:NAMED]
                    error.add_note(f"in the case {called}")
                    failed.append((called, error))
            if failed:
                told = "; ".join(called for called, _ in failed)
                errors = [error for _, error in failed]
                raise BaseExceptionGroup(f"{len(failed)} of {len(given)} cases: {told}", errors[:SHOWN])

        del of_all.__wrapped__  # type: ignore[attr-defined]  # pytest would ask for the arguments of the test inside
        return of_all

    return decorate
