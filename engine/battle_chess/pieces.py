"""The pieces, the Plus Power bonuses and the limits: data only (rules §2, §6, §7, §8)."""

from __future__ import annotations

from dataclasses import dataclass

KO_SPACES = 4
QUIET_LIMIT = 40
CARDS = (0, 0, 20, 30, 40, 70)
DICE = (0, 0, 20, 30, 40, 70)
SHUFFLING_CARD = 70

# (to the right, forward) as the piece's owner sees it
_DIRECTIONS = {
    "forward": ((0, 1),),
    "backward": ((0, -1),),
    "vertical": ((0, 1), (0, -1)),
    "horizontal": ((-1, 0), (1, 0)),
    "orthogonal": ((0, 1), (0, -1), (-1, 0), (1, 0)),
    "diagonally forward": ((-1, 1), (1, 1)),
    "diagonally backward": ((-1, -1), (1, -1)),
    "diagonal": ((-1, 1), (1, 1), (-1, -1), (1, -1)),
}
_REACHES = {"1": 1, "2": 2, "*": 0}


@dataclass(frozen=True, slots=True)
class Arrow:
    """A direction, in squares to the right and forward, and a reach in squares, 0 for any number."""

    dx: int
    dy: int
    reach: int


@dataclass(frozen=True, slots=True)
class Form:
    """A piece as it lies on the board: one side of it, or an egg with `stars` hits left. Eggs have power 0."""

    power: int
    moves: str
    stars: int = 0
    back: bool = False

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """`moves` ("2 forward, 1 diagonal") one direction at a time, as the owner sees the board."""
        return tuple(
            Arrow(dx, dy, _REACHES[reach])
            for reach, way in (part.split(" ", 1) for part in self.moves.split(", ") if part)
            for dx, dy in _DIRECTIONS[way]
        )


EGGS = (Form(0, "", 3), Form(0, "1 horizontal", 2), Form(0, "1 orthogonal", 1))


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece. `need` is the number of K.O. spaces that summon it: 0 for all but the legends."""

    letter: str
    slug: str
    name: str
    front: Form
    back: Form
    target: bool = False
    need: int = 0
    back_name: str = ""  # where the back shows another Pokémon

    @property
    def legend(self) -> bool:
        """Whether it covers 2 × 2 squares and starts in the reserve."""
        return self.need > 0

    @property
    def forms(self) -> tuple[Form, ...]:
        """What it looks like before each damage, in order; the damage after the last one takes it off the board."""
        return (*(EGGS if self.target else ()), self.front, self.back)

    def form_name(self, form: Form) -> str:
        """What people call the piece when it lies so: "Gyarados", "Egg 2"."""
        if form.stars:
            return f"Egg {len(EGGS) + 1 - form.stars}"
        return self.back_name if form.back and self.back_name else self.name


def _piece(
    letter: str,
    name: str,
    front: tuple[int, str],
    back: tuple[int, str],
    *,
    target: bool = False,
    need: int = 0,
    back_name: str = "",
) -> Piece:
    slug = name.lower().replace("-", "")
    return Piece(letter, slug, name, Form(*front), Form(*back, back=True), target, need, back_name)


_ZOROARK = "2 forward, 1 diagonally forward, 1 backward"
_PIKACHU = "1 diagonally forward, 1 orthogonal"
_LUGIA = "1 vertical, 1 diagonal"

PIECES = (
    _piece("P", "Patrat", (60, "1 orthogonal"), (50, "1 orthogonal")),
    _piece("Z", "Zoroark", (70, _ZOROARK), (50, _ZOROARK)),
    _piece("S", "Serperior", (90, "* orthogonal"), (60, "2 orthogonal")),
    _piece("A", "Samurott", (90, "* diagonal, 1 forward"), (60, "2 diagonal, 1 forward")),
    _piece(
        "E",
        "Emboar",
        (70, "1 diagonally forward, 1 backward"),
        (100, "1 diagonally forward, 1 backward, 1 horizontal"),
    ),
    _piece(
        "V",
        "Victini",
        (40, "1 orthogonal, 1 diagonal"),
        (80, "2 diagonally forward, 2 backward, 1 forward, 1 horizontal, 1 diagonally backward"),
        target=True,
    ),
    _piece("R", "Reshiram", (120, "1 orthogonal"), (100, "1 orthogonal"), need=4),
    _piece("K", "Zekrom", (110, "2 vertical, 1 horizontal"), (100, "1 orthogonal"), need=3),
    _piece(
        "M",
        "Magikarp",
        (40, "1 forward, 1 diagonally backward"),
        (90, "2 forward, 2 diagonally backward, 1 horizontal"),
        back_name="Gyarados",
    ),
    _piece("N", "Meowth", (70, _ZOROARK), (60, "1 vertical, 1 diagonally forward")),
    _piece("B", "Venusaur", (100, "* orthogonal"), (70, "2 orthogonal")),
    _piece("C", "Charizard", (100, "* diagonal, 1 backward"), (70, "2 diagonal, 1 backward")),
    _piece("U", "Pikachu", (80, _PIKACHU), (60, _PIKACHU)),
    _piece("T", "Togepi", (40, "1 orthogonal, 1 diagonal"), (70, "2 orthogonal, 1 diagonal"), target=True),
    _piece("H", "Ho-Oh", (90, "1 orthogonal"), (120, "1 orthogonal"), need=3),
    _piece("L", "Lugia", (120, _LUGIA), (100, _LUGIA), need=4),
)
BY_LETTER = {piece.letter: piece for piece in PIECES}
LEGENDS = tuple(sorted((piece for piece in PIECES if piece.legend), key=lambda piece: (piece.need, piece.letter)))
