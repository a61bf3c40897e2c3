"""Numbers in what a browser sends."""

from __future__ import annotations

import pytest

from games.players.asked import number


@pytest.mark.parametrize(("text", "found"), [("0", 0), ("007", 7), ("123456789", 123_456_789), (12, 12)])
def test_a_number_is_read(text: object, found: int) -> None:
    assert number(text, None) == found


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1.5", "1_0", "\u0663", "²", "1234567890", None])
def test_what_is_no_number_is_something_else(text: object) -> None:
    assert number(text, "none") == "none"
    assert number("1234", -1, digits=3) == -1
