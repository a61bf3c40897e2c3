"""Whatever happens in a match of Chakart can be told and drawn, for each of those who look."""

from __future__ import annotations

from random import Random

import pytest

from engine.chakart.tables import NAMES, SQUARES
from engine.protocol import CHANCE
from engine.replay import Step
from tests.play.boards.chakart import CHAKART, GAME, WHITE_BLACK

PLIES = 150


def match(seed: int) -> list[Step]:
    """The log of a match that is played at random, stealth and shells more often than not."""
    rng = Random(seed)
    state, steps = _drawn(GAME.initial_state("asymmetric"), rng)
    log = [Step(0, CHANCE, None, steps, GAME.initial_state("asymmetric"), state)]
    while len(log) < PLIES and GAME.current_player(state) >= 0:
        actions = list(GAME.legal_actions(state))
        special = [action for action in actions if ":" in GAME.action_text(state, action)]
        action = rng.choice(special if special and rng.random() < 0.3 else actions)
        after, draws = _drawn(GAME.apply(state, action), rng)
        log.append(Step(len(log), GAME.current_player(state), action, draws, state, after))
        state = after
    return log


def _drawn(state: object, rng: Random) -> tuple[object, tuple[tuple[object, object], ...]]:
    draws = []
    while GAME.current_player(state) == CHANCE:
        outcome = rng.choice([outcome for outcome, _weight in GAME.chance_outcomes(state)])
        draws.append((state, outcome))
        state = GAME.apply(state, outcome)
    return state, tuple(draws)


def seen(step: Step, viewer: int | None) -> Step:
    """As `queries.matches.steps` shows it while the match runs."""
    if step.seat == CHANCE:
        return step
    told = GAME.seen(step.before, step.action, viewer) == GAME.action_text(step.before, step.action)
    draws = tuple((GAME.observation(node, viewer), outcome) for node, outcome in step.draws)
    before, state = (GAME.observation(one, viewer) for one in (step.before, step.state))
    return Step(step.ply, step.seat, step.action if told else None, draws, before, state)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_step_is_told_and_drawn(seed: int, viewer: int | None) -> None:
    whole = match(seed)
    steps = [seen(step, viewer) for step in whole]

    for number in range(1, len(steps)):
        step, state = steps[number], steps[number].state
        assert CHAKART.story(step), GAME.state_text(whole[number].before)
        may_act = viewer is not None and GAME.current_player(state) == viewer
        board = CHAKART.board(
            steps[max(0, number - 8) : number + 1], viewer=viewer, colours=WHITE_BLACK, query={}, may_act=may_act
        )
        assert bool(board.drawing.hits or board.choices) == may_act
        assert len({(token.x, token.y) for token in board.drawing.tokens}) == len(board.drawing.tokens)
        assert CHAKART.board_text(state, viewer)


@pytest.mark.parametrize("seed", range(4))
def test_nobody_but_her_owner_is_drawn_a_hidden_queen(seed: int) -> None:
    hidden = [step for step in match(seed) if step.state.ghost < SQUARES and step.state.parent is None]

    for step in hidden:
        owner, square = 1 - step.state.seat, NAMES[step.state.ghost]
        for viewer in (owner, 1 - owner, None):
            view = GAME.observation(step.state, viewer)
            drawing = CHAKART.still(view, viewer=0, colours=WHITE_BLACK)
            there = [token.hidden for token in drawing.tokens if (token.x, token.y) == _corner(square)]
            assert there == ([True] if viewer == owner else [])
    assert hidden


def _corner(square: str) -> tuple[int, int]:
    return "abcdefgh".index(square[0]), 8 - int(square[1])
