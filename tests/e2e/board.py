"""The match page as a player uses it: reading the position off it, and playing turns by clicks."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Locator, Page, expect

from engine.battle_chess import describe
from engine.battle_chess.game import GAME
from engine.battle_chess.state import State
from engine.battle_chess.turns import Turn
from engine.protocol import CHANCE
from engine.search import players

GREEDY = 2


def turns(page: Page) -> Locator:
    """The turns in the page's list."""
    return page.locator(".turns a")


def position(page: Page, setup: str) -> State:
    """The position that the listed turns lead to, each with what was drawn for it."""
    state: State = GAME.initial_state(setup)
    for line in turns(page).all_inner_texts():
        action, *outcomes = line.split()
        state = GAME.apply(state, GAME.parse_action(state, action))
        for outcome in outcomes:
            assert GAME.current_player(state) == CHANCE
            state = GAME.apply(state, GAME.parse_action(state, outcome))
    return state


def shown(page: Page) -> dict[str, str]:
    """What the page's table says of each square: `{"c2": "your Patrat, power 60", "c3": "free"}`."""
    cells = page.locator("#squares td").all_text_contents()
    return dict(cell.split(": ", 1) for cell in cells)


def stands(state: State) -> dict[str, str]:
    """The name of the piece on each square of a position, as far as there is one."""
    return {square: piece.name for piece in describe.position(state).pieces for square in piece.squares}


def best_turn(page: Page, setup: str, seat: int, level: int = GREEDY) -> Turn:
    """The turn that a computer player of that level would play in the position on the page."""
    state = position(page, setup)
    return GAME.turn(state, players.choose(GAME, state, seat, Random(len(turns(page).all())), level))


def square(page: Page, name: str) -> Locator:
    """What can be clicked on that square."""
    return page.locator(f"#hit-{name}")


def select(page: Page, turn: Turn) -> None:
    """Click the piece, the square it goes to, and what it attacks, each when the one before is seen to be chosen."""
    for name in (turn.start, turn.goes if turn.moves else "", *turn.targets):
        if name:
            square(page, name).click()
            expect(square(page, name)).to_have_attribute("aria-current", "true")


def play(page: Page, turn: Turn) -> None:
    """Play a turn by clicks, and wait until the page lists it."""
    before = turns(page).count()
    select(page, turn)
    page.get_by_role("button", name="Confirm").click()
    expect(turns(page).nth(before)).to_contain_text(turn.text)
