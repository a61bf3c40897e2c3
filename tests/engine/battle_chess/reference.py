"""A second reading of the rules, slow and independent of the engine, to compare with.

Works on texts alone. A piece is [letter, seat, damages taken, x, y]; everything is looked up and searched anew.
"""

from __future__ import annotations

from itertools import combinations, product

# letter: power front, arrows front, power back, arrows back. An arrow is two letters and a reach: f b - (forward, back,
# neither), l r - (left, right, neither); both sides are written out by the helper below.
STRAIGHT = "f- b- -l -r"
SLANTED = "fl fr bl br"


def _arrows(text: str) -> dict[str, int]:
    """`"1:f- 2:fl"` -> {"f-": 1, "fl": 2}; `1:+` is straight, `1:x` slanted."""
    found = {}
    for part in text.split():
        reach, way = part.split(":")
        ways = {"+": STRAIGHT, "x": SLANTED}.get(way, way).replace(",", " ").split()
        found.update({name: int(reach) for name in ways})
    return found


SIDES = {
    letter: ((front, _arrows(one)), (back, _arrows(other or one)))
    for letter, front, one, back, other in (
        ("P", 60, "1:+", 50, ""),
        ("Z", 70, "2:f- 1:fl,fr,b-", 50, ""),
        ("S", 90, "9:+", 60, "2:+"),
        ("A", 90, "9:x 1:f-", 60, "2:x 1:f-"),
        ("E", 70, "1:fl,fr,b-", 100, "1:fl,fr,b-,-l,-r"),
        ("V", 40, "1:+ 1:x", 80, "2:fl,fr,b- 1:f-,-l,-r,bl,br"),
        ("R", 120, "1:+", 100, ""),
        ("K", 110, "2:f-,b- 1:-l,-r", 100, "1:+"),
        ("M", 40, "1:f-,bl,br", 90, "2:f-,bl,br 1:-l,-r"),
        ("N", 70, "2:f- 1:fl,fr,b-", 60, "1:f-,b-,fl,fr"),
        ("B", 100, "9:+", 70, "2:+"),
        ("C", 100, "9:x 1:b-", 70, "2:x 1:b-"),
        ("U", 80, "1:fl,fr 1:+", 60, ""),
        ("T", 40, "1:+ 1:x", 70, "2:+ 1:x"),
        ("H", 90, "1:+", 120, ""),
        ("L", 120, "1:f-,b- 1:x", 100, ""),
    )
}
EGGS: list[tuple[int, dict[str, int]]] = [(0, {}), (0, _arrows("1:-l,-r")), (0, _arrows("1:+"))]
NEED = {"K": 3, "H": 3, "R": 4, "L": 4}
Square = tuple[int, int]


class Piece:
    def __init__(self, letter: str, seat: int, hits: int, x: int, y: int) -> None:
        self.letter, self.seat, self.hits, self.x, self.y = letter, seat, hits, x, y

    @property
    def lives(self) -> list[tuple[int, dict[str, int]]]:
        return (EGGS if self.letter in "VT" else []) + list(SIDES[self.letter])

    @property
    def power(self) -> int:
        return self.lives[self.hits][0]

    def squares(self, x: int | None = None, y: int | None = None) -> set[Square]:
        left, low = self.x if x is None else x, self.y if y is None else y
        size = 2 if self.letter in NEED else 1
        return {(left + i, low + j) for i in range(size) for j in range(size)}

    def ways(self) -> list[tuple[int, int, int]]:
        up = 1 if self.seat == 0 else -1
        steps = {"f": up, "b": -up, "l": -up, "r": up, "-": 0}
        return [(steps[name[1]], steps[name[0]], reach) for name, reach in self.lives[self.hits][1].items()]

    def touches(self) -> list[set[Square]]:
        """For each arrow, the squares it touches from where the piece stands."""
        if self.power == 0:
            return []
        own = self.squares()
        found = []
        for dx, dy, _ in self.ways():
            ahead = {(x + dx, y + dy) for x, y in own} - own
            if dx and dy and len(own) == 4:
                ahead = {(self.x + (2 if dx > 0 else -1), self.y + (2 if dy > 0 else -1))}
            found.append(ahead)
        return found


class Table:
    """A position, read from its text."""

    def __init__(self, text: str) -> None:
        board, seat, ko, reserve, self.bonus, self.quiet, self.number = text.split(" ")
        self.seat, self.ko = int(seat) - 1, [int(count) for count in ko.split("/")]
        self.reserve = [c for c in reserve if c != "-"]
        ranks = board.split("/")
        self.height, self.width = len(ranks), 0
        self.pieces: list[Piece] = []
        for row, rank in enumerate(ranks):
            self.width = max(self.width, self._read(rank, self.height - 1 - row))

    def _read(self, rank: str, y: int) -> int:
        x, hits, stars = 0, 0, 0
        for c in rank:
            if c.isdigit():
                x += int(c)
            elif c == "+":
                hits = 1
            elif c == "*":
                stars += 1
            else:
                letter, seat = c.upper(), int(c.islower())
                taken = (3 - stars + hits) if letter in "VT" else hits
                self._put(Piece(letter, seat, taken, x, y))
                x, hits, stars = x + 1, 0, 0
        return x

    def _put(self, piece: Piece) -> None:
        """Ranks come from the top, so a legend's upper two squares come first; its lower two complete it."""
        if piece.letter in NEED:
            for other in self.pieces:
                same = (other.letter, other.seat, other.hits) == (piece.letter, piece.seat, piece.hits)
                if same and (piece.x, piece.y) in other.squares():
                    return
            piece.y -= 1
        self.pieces.append(piece)

    def text(self) -> str:
        rows = []
        for y in reversed(range(self.height)):
            row = ""
            for x in range(self.width):
                piece = self.at(x, y)
                row += self._token(piece) if piece else "."
            for free in range(self.width, 0, -1):
                row = row.replace("." * free, str(free))
            rows.append(row)
        ko = f"{self.ko[0]}/{self.ko[1]}"
        reserve = "".join(sorted(self.reserve)) or "-"  # upper case sorts before lower
        return " ".join(
            ["/".join(rows), str(self.seat + 1), ko, reserve, self.bonus, str(self.quiet), str(self.number)]
        )

    @staticmethod
    def _token(piece: Piece) -> str:
        hits = piece.hits - (3 if piece.letter in "VT" else 0)
        mark = "*" * -hits if hits < 0 else "+" * hits
        return mark + (piece.letter.lower() if piece.seat else piece.letter)

    def at(self, x: int, y: int) -> Piece | None:
        return next((piece for piece in self.pieces if (x, y) in piece.squares()), None)

    def on_board(self, squares: set[Square]) -> bool:
        return all(0 <= x < self.width and 0 <= y < self.height for x, y in squares)

    def lost(self) -> bool:
        return len([piece for piece in self.pieces if piece.letter in "VT"]) < 2


def _name(square: Square) -> str:
    return "abcdefg"[square[0]] + str(square[1] + 1)


def _destinations(table: Table, piece: Piece) -> list[Square]:
    found = []
    others = [other.squares() for other in table.pieces if other is not piece]
    for dx, dy, reach in piece.ways():
        for step in range(1, reach + 1):
            x, y = piece.x + dx * step, piece.y + dy * step
            body = piece.squares(x, y)
            if not table.on_board(body) or any(body & other for other in others):
                break
            found.append((x, y))
    return found


def _attacks(table: Table, piece: Piece) -> list[str]:
    """The target texts of a piece that stands where it stands now."""
    enemies = [other for other in table.pieces if other.seat != piece.seat]
    touched = set().union(*piece.touches())
    found = [min(_name(s) for s in other.squares() & touched) for other in enemies if other.squares() & touched]
    for side in piece.touches():
        for one, two in combinations(enemies, 2):
            if len(side) == 2 and one.squares() & side and two.squares() & side:
                found.append(",".join(sorted(min(_name(s) for s in other.squares() & side) for other in (one, two))))
    return found


def turns(text: str) -> set[str]:
    """Every legal turn of a position, quiet draws ignored."""
    table = Table(text)
    found: set[str] = set()
    if table.lost():
        return found
    for piece in [piece for piece in table.pieces if piece.seat == table.seat]:
        start = _name((piece.x, piece.y))
        found |= {f"{start}x{target}" for target in _attacks(table, piece)}
        home = piece.x, piece.y
        for to in _destinations(table, piece):
            piece.x, piece.y = to
            found |= {f"{start}-{_name(to)}"} | {f"{start}-{_name(to)}x{target}" for target in _attacks(table, piece)}
            piece.x, piece.y = home
    return found | _summons(table)


def _summons(table: Table) -> set[str]:
    found = set()
    mine = {c.upper() for c in table.reserve if c.islower() == bool(table.seat)}
    taken = set().union(*(piece.squares() for piece in table.pieces))
    for letter, x, y in product(mine, range(table.width), range(table.height)):
        body = Piece(letter, table.seat, 0, x, y).squares()
        if NEED[letter] <= table.ko[table.seat] and table.on_board(body) and not body & taken:
            found.add(f"{letter}@{_name((x, y))}")
    return found


def _find(table: Table, name: str) -> Piece:
    piece = table.at("abcdefg".index(name[0]), int(name[1]) - 1)
    assert piece
    return piece


def _hit(table: Table, piece: Piece) -> None:
    piece.hits += 1
    egg = piece.letter in "VT" and piece.hits <= 3
    out = piece.hits == len(piece.lives)
    if out:
        table.pieces.remove(piece)
    if (egg or out) and piece.letter not in NEED:
        table.ko[piece.seat] = min(4, table.ko[piece.seat] + 1)
    table.quiet = "-1"


def after(text: str, turn: str) -> dict[int | None, str]:
    """The positions after a legal turn by the bonus drawn, None if none is."""
    if _plain(text, turn)[1]:
        cards = Table(text).bonus.replace("dice", "0.20.30.40.70").split(".")
        return {int(card): _plain(text, turn, int(card))[0] for card in cards}
    return {None: _plain(text, turn)[0]}


def _plain(text: str, turn: str, bonus: int | None = None) -> tuple[str, bool]:
    """The position after a turn, and whether it needed a bonus."""
    table = Table(text)
    unsure = False
    if "@" in turn:
        x, y = "abcdefg".index(turn[2]), int(turn[3]) - 1
        table.pieces.append(Piece(turn[0], table.seat, 0, x, y))
        table.reserve.remove(turn[0].lower() if table.seat else turn[0])
        table.ko[table.seat], table.quiet = 0, "-1"
    else:
        move, _, attack = turn.partition("x")
        piece = _find(table, move[:2])
        if "-" in move:
            piece.x, piece.y = "abcdefg".index(move[3]), int(move[4]) - 1
        targets = [_find(table, name) for name in attack.split(",") if name]
        unsure = any(target.power >= piece.power for target in targets)
        _battle(table, piece, targets, bonus or 0)
        _take_card(table, bonus)
    table.seat, table.quiet, table.number = 1 - table.seat, str(int(table.quiet) + 1), str(int(table.number) + 1)
    return table.text(), unsure


def _battle(table: Table, piece: Piece, targets: list[Piece], bonus: int) -> None:
    total = piece.power + bonus
    weaker = [target for target in targets if target.power < total]
    stronger = [target for target in targets if target.power > total]
    for target in weaker:
        _hit(table, target)
    if stronger:
        _hit(table, piece)


def _take_card(table: Table, bonus: int | None) -> None:
    if bonus is None or table.bonus == "dice":
        return
    cards = table.bonus.split(".")
    cards.remove(str(bonus))
    table.bonus = "0.0.20.30.40.70" if bonus == 70 or not cards else ".".join(cards)
