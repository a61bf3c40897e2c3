"""Many cases in one test: none is left out, and each that fails is named."""

from __future__ import annotations

import pytest

from tests.each import each


def test_every_case_that_fails_is_named_with_its_reason() -> None:
    seen = []

    @each([1, 2, 3, 4], name=lambda number: f"number {number}")
    def test(number: int) -> None:
        seen.append(number)
        assert number % 2, f"{number} is even"

    with pytest.raises(ExceptionGroup, match="2 of 4 cases: number 2; number 4") as caught:
        test()

    assert [str(error).splitlines()[0] for error in caught.value.exceptions] == ["2 is even", "4 is even"]
    assert caught.value.exceptions[1].__notes__ == ["in the case number 4"]
    assert seen == [1, 2, 3, 4]


def test_what_goes_wrong_before_the_comparison_is_a_failure_too() -> None:
    @each([(1, 1), (1, 0)])
    def test(one: int, other: int) -> None:
        assert one / other == 1

    with pytest.raises(ExceptionGroup, match=r"1 of 2 cases: \(1, 0\)"):
        test()


def test_what_is_not_raised_or_is_skipped_is_named_as_well() -> None:
    @each(["x", "1", "skip"])
    def test(case: str) -> None:
        if case == "skip":
            pytest.skip("this one")
        with pytest.raises(ValueError, match="invalid"):
            int(case)

    with pytest.raises(BaseExceptionGroup, match="2 of 3 cases: 1; skip") as caught:
        test()

    assert [str(error) for error in caught.value.exceptions] == ["DID NOT RAISE ValueError", "this one"]


def test_nothing_to_check_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="nothing to check"):
        each([])
