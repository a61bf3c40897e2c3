"""The board as template data: squares, tokens, marks and links (see `play/board.css` for what each looks like)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine.battle_chess import describe
from engine.battle_chess.describe import PieceOnBoard, Position
from engine.battle_chess.events import Damaged, events
from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.battle_chess.turns import Turn
from engine.replay import Step
from games.play.boards.battle_chess import words
from games.play.boards.battle_chess.choosing import Choosing, Selection, select
from games.play.boards.battle_chess.frame import Frame, Token
from games.play.boards.grid import Box, Coordinate, Hit, Square, coordinates, dark, line


@dataclass(frozen=True, slots=True)
class Reach:
    """Where the selected piece can go: the middle of it, and whether it can attack from there."""

    x: float
    y: float
    attacks: bool


@dataclass(frozen=True, slots=True)
class Contact:
    """An enemy that can be attacked: `odds` "50 %", the chance that it is damaged."""

    box: Box
    odds: str

    @property
    def x(self) -> float:
        """The middle of where the chance is written."""
        return self.box.centre[0]

    @property
    def y(self) -> float:
        """See `x`."""
        return self.box.y + self.box.size - 0.2


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything on the board. Paths are the `d` of an SVG path, "" for none; `dark` has the dark squares."""

    rows: int
    columns: int
    dark: str
    coordinates: tuple[Coordinate, ...]
    tokens: tuple[Token, ...]
    squares: tuple[Square, ...] = ()
    last_path: str = ""
    last_attacks: tuple[str, ...] = ()
    fallen: tuple[Token, ...] = ()  # what the last turn took off the board, where it stood
    selected: Box | None = None
    reach: tuple[Reach, ...] = ()
    contacts: tuple[Contact, ...] = ()
    path: str = ""
    attacks: tuple[str, ...] = ()
    hits: tuple[Hit, ...] = ()


def plain(
    frame: Frame, position: Position, colours: tuple[str, str], ids: Mapping[str, str], last: Step | None = None
) -> Drawing:
    """A position with the turn before it; `ids` names pieces by their square."""
    tokens = (replace(frame.token(p, colours), id=ids.get(p.square, "")) for p in position.pieces)
    drawing = Drawing(frame.rows, frame.columns, dark(frame), coordinates(frame), tuple(tokens))
    return _after(drawing, frame, colours, last) if last and last.ply else drawing


def _after(drawing: Drawing, frame: Frame, colours: tuple[str, str], last: Step) -> Drawing:
    """With the traces of the last turn."""
    turn = GAME.turn(last.before, last.action)
    path, attacks = _traces(frame, last.before, turn)
    start, goes = (_body(frame, last.before, turn, home) for home in (turn.start, turn.goes))
    marks = {**dict.fromkeys(start, "last-from"), **dict.fromkeys(goes, "last-to")}
    squares = tuple(Square(name, *frame.corner(name), mark) for name, mark in marks.items())
    fallen = _fallen(frame, colours, last)
    return replace(drawing, squares=squares, last_path=path, last_attacks=attacks, fallen=fallen)


def _fallen(frame: Frame, colours: tuple[str, str], last: Step) -> tuple[Token, ...]:
    """Ghosts of the pieces that a turn took off the board."""
    found = events(last.before, last.action, last.draws[0][1] if last.draws else None)
    out = [event for event in found if isinstance(event, Damaged) and event.how == "out"]
    pieces = [replace(one.piece, squares=frame.body(one.square, legend=one.piece.legend)) for one in out]
    return tuple(replace(frame.token(piece, colours), ghost=True) for piece in pieces)


def _body(frame: Frame, state: State, turn: Turn, home: str) -> tuple[str, ...]:
    """The squares that the piece of a turn covers when `home` names it, () for no square."""
    if not home:
        return ()
    piece = describe.piece_on(state, turn.start) if turn.start else None
    return frame.body(home, legend=piece.legend if piece else True)


def _traces(frame: Frame, state: State, turn: Turn) -> tuple[str, tuple[str, ...]]:
    """A turn's path from centre to centre, and from its end to each target."""
    way = [frame.box(_body(frame, state, turn, name)).centre for name in describe.path(turn)]
    pieces = [describe.piece_on(state, name) for name in turn.targets]
    attacks = tuple(line(way[-1], frame.box(piece.squares).centre) for piece in pieces if piece)
    return (line(*way) if len(way) > 1 else "", attacks)


def with_choices(drawing: Drawing, frame: Frame, state: State, choosing: Choosing) -> Drawing:
    """With what is selected and all that can be selected next."""
    chosen = choosing.chosen
    reach = _reach(frame, choosing)
    # own pieces first: what comes later lies on top
    hits = (*_start_hits(frame, choosing), *(hit for _, hit in reach), *_target_hits(frame, choosing))
    marks = tuple(mark for mark, hit in reach if not hit.chosen)
    drawing = replace(drawing, hits=hits, reach=marks, contacts=_contacts(frame, state, choosing))
    if chosen != Selection():
        drawing = replace(drawing, last_path="", last_attacks=(), fallen=())
    piece = choosing.pieces[chosen.start] if chosen.start else None
    legend = piece.legend if piece else True
    if chosen.stands:
        drawing = replace(drawing, selected=frame.box(frame.body(chosen.stands, legend=legend)))
    if piece and chosen.goes:
        tokens = _shifted(drawing.tokens, frame, piece, frame.body(chosen.goes, legend=legend))
        drawing = replace(drawing, tokens=tokens)
    if choosing.turn:
        path, attacks = _traces(frame, state, choosing.turn)
        drawing = replace(drawing, path=path, attacks=attacks)
    return drawing


def _shifted(tokens: Sequence[Token], frame: Frame, piece: PieceOnBoard, squares: Sequence[str]) -> tuple[Token, ...]:
    """The moving piece where it goes, with a ghost of it where it came from."""
    start, goes = frame.box(piece.squares), frame.box(squares)
    moved = [token for token in tokens if (token.x, token.y) == (start.x, start.y)]
    others = [token for token in tokens if token not in moved]
    ghosts = [replace(token, id="", ghost=True) for token in moved]
    return (*others, *ghosts, *(replace(token, x=goes.x, y=goes.y) for token in moved))


def _legend(choosing: Choosing) -> bool:
    """Whether what is selected covers 2 × 2 squares."""
    return not choosing.chosen.start or choosing.pieces[choosing.chosen.start].legend


def _targets(choosing: Choosing) -> dict[PieceOnBoard, Turn]:
    """The enemies in contact, each with the attack on it alone."""
    return {choosing.attacked(turn)[0]: turn for turn in choosing.attacks if len(turn.targets) == 1}


def _contacts(frame: Frame, state: State, choosing: Choosing) -> tuple[Contact, ...]:
    found = []
    for piece, turn in _targets(choosing).items():
        found.append(Contact(frame.box(piece.squares), words.percent(words.success(state, choosing.turns[turn]))))
    return tuple(found)


def _start_hits(frame: Frame, choosing: Choosing) -> list[Hit]:
    chosen, hits = choosing.chosen, []
    for start in choosing.starts:
        piece = choosing.pieces[start]
        again = Selection(start) == chosen
        query = "" if again else Selection(start).query
        label = words.on_square(piece)
        hits.append(Hit(f"hit-{start}", frame.box(piece.squares), query, label, chosen=start == chosen.start))
    return hits


def _reach(frame: Frame, choosing: Choosing) -> list[tuple[Reach, Hit]]:
    """The marks and links of the squares to go to."""
    found, legend = [], _legend(choosing)
    for goes in choosing.reach:
        x, y = frame.box(frame.body(goes, legend=legend)).centre
        chosen = Selection(choosing.chosen.start, goes, summons=choosing.chosen.summons)
        turn = next(turn for turn in choosing.turns if chosen.is_turn(turn))
        more = choosing.open_end(turn)
        hit = Hit(
            f"hit-{goes}",
            Box(x - 0.5, y - 0.5, 1),
            chosen.query,
            _goes_label(turn, more=more),
            "" if more else turn.text,
            goes == choosing.chosen.goes,
        )
        found.append((Reach(x, y, more), hit))
    return found


def _goes_label(turn: Turn, *, more: bool) -> str:
    if turn.summons:
        return _("Summon to {square}").format(square=turn.goes)
    words = _("Move to {square}, where it can attack") if more else _("Move to {square}")
    return words.format(square=turn.goes)


def _target_hits(frame: Frame, choosing: Choosing) -> list[Hit]:
    hits = []
    for piece in _targets(choosing):
        turn = choosing.click(piece)
        assert turn is not None
        label = _("Attack {square}: {target}").format(square=piece.square, target=words.described(piece))
        action = "" if choosing.open_end(turn) else turn.text
        hits.append(
            Hit(
                f"hit-{piece.square}",
                frame.box(piece.squares),
                select(turn).query,
                label,
                action,
                bool(choosing.turn and piece in choosing.attacked(choosing.turn)),
            )
        )
    return hits
