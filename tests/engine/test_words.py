"""Sentences that remember how they were made."""

from __future__ import annotations

import pickle
from copy import deepcopy

import pytest

from engine import registry
from engine.protocol import NotationError
from engine.words import Words


def test_words_are_the_text_for_everybody_else() -> None:
    words = Words("the piece on {square} is not yours", square="a4")

    assert words == "the piece on a4 is not yours"
    assert f"{words}!" == "the piece on a4 is not yours!"


def test_words_remember_how_they_were_made() -> None:
    words = Words("{name} needs {need}", name="Zekrom", need=3)

    assert (words.template, words.values) == ("{name} needs {need}", {"name": "Zekrom", "need": 3})


def test_what_a_value_contains_is_no_template() -> None:
    assert Words("{text!r} is no turn", text="{square}") == "'{square}' is no turn"


def test_an_error_keeps_its_words() -> None:
    with pytest.raises(NotationError, match=r"^setup: no setup 'w4' in Battle Chess; there are bw") as caught:
        registry.info("battle_chess").setup("w4")

    (words,) = caught.value.args
    assert isinstance(words, Words)
    assert words.template == "{field}: {message}"
    assert isinstance(words.values["message"], Words)


def test_a_copy_remembers_too() -> None:
    words = Words("{text} is no turn", text="{square}")

    for copy in (deepcopy(words), pickle.loads(pickle.dumps(words))):
        assert (copy, copy.template, copy.values) == (words, words.template, words.values)
