"""Sentences for people which remember how they were made, so that a border can say them in another language."""

from __future__ import annotations


class Words(str):
    """`template` with its fields filled in by `values`: to everybody but such a border, a plain text."""

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, **values: object) -> Words:
        """As `template.format(**values)`; the template stands there as it is written, for catalogues to find."""
        words = super().__new__(cls, template.format(**values))
        words.template, words.values = template, values
        return words

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """For copies and pickles: made again the same way."""
        return (self.template,), self.values
