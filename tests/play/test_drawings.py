"""Nothing is drawn from a symbol that does not exist, and text can be read on every ground."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.battle_chess.pieces import PIECES
from engine.chakart.pieces import PIECES as MEN
from engine.chakart.pieces import THINGS
from tests.each import each

ROOT = Path(__file__).parents[2]
SITE, PLAY = ROOT / "pbchess_site/static", ROOT / "games/play/static/play"
AA_TEXT, AA_SHAPES = 4.5, 3.0


def symbols(sprite: Path) -> set[str]:
    """The ids that a sprite offers."""
    root = ElementTree.parse(sprite).getroot()
    return {symbol.attrib["id"] for symbol in root.iter("{http://www.w3.org/2000/svg}symbol")}


@each(sorted({piece.form_name(form) for piece in PIECES for form in piece.forms}))
def test_it_draws_every_form_of_every_piece(name: str) -> None:
    assert name.lower().replace(" ", "-") in symbols(PLAY / "battle_chess.svg")


@each([*(kind.slug for kind in (*MEN, *THINGS)), "unknown", "stuck", "hidden", "shell"])
def test_it_draws_every_piece_and_thing_of_chakart(name: str) -> None:
    assert name in symbols(PLAY / "chakart.svg")


def test_it_draws_every_icon_that_a_template_names() -> None:
    used = {
        name
        for template in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'_icon\.html" with name="([^"]+)"', template.read_text())
    }

    assert used
    assert used <= symbols(SITE / "icons.svg")


def colours(theme: int) -> dict[str, str]:
    """The custom properties that are plain colours; theme 0 is light, 1 dark."""
    css = (SITE / "css/page.css").read_text() + (PLAY / "board.css").read_text()
    found = dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{3,6})\s*;", css))
    pairs = re.findall(r"--([\w-]+):\s*light-dark\((#[0-9a-f]{3,6}), (#[0-9a-f]{3,6})\)", css)
    return {"white": "#ffffff", **found, **{name: values[theme] for name, *values in pairs}}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(digit * 2 for digit in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


PLAYERS = ("yellow", "blue", "red", "green")
WORDS = ("ink", "muted", "accent", "accent-deep", "danger", "good", *(f"{player}-ink" for player in PLAYERS))
TEXTS = [
    *product(WORDS, ("ground", "surface")),
    *product(("ink", "muted"), ("sunk", "accent-soft")),
    *product(("ink",), ("good-soft", "warn-soft", "danger-soft")),
    *(("on-accent", ground) for ground in ("accent", "accent-deep")),
    *((name, f"{name}-soft") for name in ("good", "danger", "accent")),
    *(("tile-ink", f"{player}{side}") for player in PLAYERS for side in ("", "-back")),
    ("accent-deep", "accent-soft"),
    ("yellow-ink", "warn-soft"),
    ("white", "mark-deep"),
]
SHAPES = [
    *product(("edge",), ("surface", "ground")),
    *(("mark", f"{player}{side}") for player in PLAYERS for side in ("", "-back")),
    *((f"{player}-edge", f"{player}-back") for player in PLAYERS),
    *product(("mark-line",), ("square", "square-dark")),
    *product(("chess-mark", "man-white-ink", "man-black-ink"), ("chess", "chess-dark")),
    *((f"man-{side}-ink", f"man-{side}{state}") for side, state in (("white", ""), ("white", "-stuck"))),
    *product(("man-black-ink",), ("man-black-mark",)),
]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_it_can_be_read_in_both_themes(theme: int) -> None:
    palette = colours(theme)

    poor = {
        f"{front} on {ground}": round(ratio, 2)
        for pairs, least in ((TEXTS, AA_TEXT), (SHAPES, AA_SHAPES))
        for front, ground in pairs
        if (ratio := contrast(palette[front], palette[ground])) < least
    }

    assert poor == {}


@each(product([0, 1], PLAYERS, ["square", "square-dark"]))
def test_a_token_stands_out_from_its_square_by_its_ground_or_its_edge(theme: int, player: str, square: str) -> None:
    palette = colours(theme)

    best = max(contrast(palette[name], palette[square]) for name in (player, f"{player}-edge"))

    assert best >= AA_SHAPES


def test_it_measures_contrast_as_the_standard_does() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)
