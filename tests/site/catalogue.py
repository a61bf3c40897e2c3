"""Finds what is marked for translation, as makemessages does, but without gettext's programs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[2]
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "Words"}
STRING = r"""u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
IN_TEMPLATES = re.compile(rf"\b(?:_|n?gettext)\(\s*{STRING}")


@cache
def marked() -> dict[str, Path]:
    """Every message of the site, with a file that it stands in."""
    found: dict[str, Path] = {}
    for folder in ("engine", "games", "pbchess_site"):
        for path in (ROOT / folder).rglob("*.py"):
            found |= dict.fromkeys(in_python(path.read_text()), path)
    for path in (ROOT / "templates").rglob("*.*"):
        found |= dict.fromkeys(in_template(path.read_text()), path)
    return found


def in_python(source: str) -> Iterator[str]:
    """The literal that each call of a mark begins with."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS and node.args:
            match node.args[0]:
                case ast.Constant(value=str(text)):
                    yield text


def in_template(source: str) -> Iterator[str]:
    """What the tags of a template mark."""
    for literal in IN_TEMPLATES.findall(templatize(source)):
        yield ast.literal_eval(literal)
