"""Chakart's presenter in tests: steps from a position, and the board they lead to."""

from __future__ import annotations

from typing import Any

from engine import registry
from engine.protocol import CHANCE
from engine.replay import Step
from games.play import boards
from games.play.boards import Board

GAME = registry.get("chakart")
CHAKART = boards.get("chakart")
WHITE_BLACK = ("white", "black")

START = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 1111 000000000000"
# the second figure of the rules: banana, mushroom, bomb
CHAIN = "rn1b2qk/pbppwppp/1w2p3/1p1Rm3/3PdnPr/4P1d1/PPP1mP1P/NNB1KRQB w 20 1111 000000000000"
# the third one: an egg that turns the queen
EGG = "erk2rq1/1m2e1m1/mppmne1m/p1BpppPp/mm1P1QbP/1Nmnw1dm/e1mP2d1/1BwR1RKN b 41 1111 000000000000"
TOADETTE = "brN2bk1/Npdwed1m/2mR3m/1Pe1d1P1/P1p2mmp/P3B2Q/m1KPP1Pm/3RNb1R b 71 1001 100100401010 f8e7 toadette e6"
KING_BOO = "rbren1bk/ppppmpmp/2n1p1pq/8/P4eeP/m3N2m/1PPPPPP1/BRKBRNQe b 9 1111 000000000000 h6f4 kingboo"
DAISY = "rbren1bk/ppppmpmp/2n1p1m1/6pq/P4Pe1/m3N1NP/1PPPPPm1/BRKBReQe w 14 1111 000000000000 g3f1 daisy"
THROUGH = "brN2bkQ/Npdwed1m/2mm2Rm/1Pe1d1Pp/P1p2pm1/P3Bm2/m1KPPmPm/3RN2R b 67 1001 100100401010 f4f3"
SHELL = "4k3/8/8/8/4n3/8/8/4K3 w 30 1000 000000000000"
PROMOTES = "4k3/P7/8/8/8/8/8/4K3 w 30 0000 000000000000"


def at(text: str) -> list[Step]:
    """The log of a match that begins with this position."""
    state = GAME.parse_state(text)
    return [Step(0, CHANCE, None, (), state, state)]


def on(steps: list[Step], text: str) -> list[Step]:
    """The steps with one more decision, what is drawn for it behind it: `"h6f4 kingboo"`."""
    words, before = text.split(), steps[-1].state
    action = GAME.parse_action(before, words[0])
    GAME.check(before, action)
    state, draws = GAME.apply(before, action), []
    for word in words[1:]:
        outcome = GAME.parse_action(state, word)
        draws.append((state, outcome))
        state = GAME.apply(state, outcome)
    return [*steps, Step(len(steps), GAME.current_player(before), action, tuple(draws), before, state)]


def look(steps: list[Step], viewer: int | None = None, *, may_act: bool = True, **query: str) -> Board:
    """The board as the mover sees it, or `viewer`; `from_` stands for `from`, `as_` for `as`."""
    seat = GAME.current_player(steps[-1].state) if viewer is None and may_act else viewer
    chosen = {key.rstrip("_"): value for key, value in query.items()}
    return CHAKART.board(steps, viewer=seat, colours=WHITE_BLACK, query=chosen, may_act=may_act)


def hits(board: Board) -> dict[str, Any]:
    """What can be clicked, by its square."""
    return {hit.id.removeprefix("hit-"): hit for hit in board.drawing.hits}
