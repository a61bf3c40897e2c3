"""The ways to begin: data only (rules §3)."""

from __future__ import annotations

from dataclasses import dataclass

BOARDS = ((6, 7), (5, 5), (4, 3))  # rows × columns
FOUR_COLOURS = ("blue", "red", "yellow", "green")


@dataclass(frozen=True, slots=True)
class Setup:
    """A first position. Each side's squares are named as its owner sees them, a1 at the own lower left."""

    slug: str
    name: str
    summary: str
    rows: int
    columns: int
    squares: tuple[str, str]  # "b1 Z, d1 ***V": square and piece; stars before it: still in the egg
    reserves: tuple[str, str]
    dice: bool
    colours: tuple[str, str] = ("red", "green")
    colour_choice: tuple[str, ...] = FOUR_COLOURS


def _both(text: str) -> tuple[str, str]:
    return text, text


SETUPS = (
    Setup(
        "bw",
        "BW Version",
        "Eight against eight around Victini, with Reshiram and Zekrom in reserve and Plus Power cards.",
        6,
        7,
        _both("b1 Z, c1 A, d1 ***V, e1 S, f1 Z, c2 P, d2 E, e2 P"),
        _both("KR"),
        dice=False,
        colours=("yellow", "blue"),
        colour_choice=(),
    ),
    Setup(
        "rg",
        "Red and Green",
        "Eight against eight around Togepi, with Ho-Oh and Lugia in reserve and Plus Power cards.",
        6,
        7,
        _both("b1 N, c1 C, d1 ***T, e1 B, f1 N, c2 M, d2 U, e2 M"),
        _both("HL"),
        dice=False,
    ),
    Setup(
        "w3",
        "W, three-on-three",
        "Three against three on the smallest board, Togepi already hatched, with Plus Power dice.",
        4,
        3,
        _both("a1 U, b1 T, c1 M"),
        _both(""),
        dice=True,
    ),
    Setup(
        "w5",
        "W, five-on-five",
        "Five against five around Victini, with Zekrom in reserve and Plus Power dice.",
        5,
        5,
        _both("a1 Z, b1 A, c1 ***V, d1 S, e1 Z"),
        _both("K"),
        dice=True,
    ),
    Setup(
        "w12",
        "W, both versions mixed",
        "Twelve against twelve: Togepi's side against Victini's, three legends each, with Plus Power dice.",
        6,
        7,
        (
            "a1 N, b1 B, c1 C, d1 ***T, e1 C, f1 B, g1 N, b2 M, c2 U, d2 M, e2 U, f2 M",
            "a1 Z, b1 S, c1 A, d1 ***V, e1 A, f1 S, g1 Z, b2 P, c2 E, d2 P, e2 E, f2 P",
        ),
        ("HLL", "KRR"),
        dice=True,
    ),
)
