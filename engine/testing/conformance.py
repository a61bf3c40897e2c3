"""What holds for every game. Each check looks at every state of a walk, which is a match played at random.

A check raises AssertionError that mostly says the state. `Random` is the plain generator: nothing here is a draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.protocol import CHANCE, TERMINAL, AnyGame, IllegalAction, NotationError

MOST_STEPS = 20_000  # decisions and outcomes; no game may go on longer at random

Walk = Sequence[tuple[Any, Any]]  # states, each with what is applied to it next; None at the end
Check = Callable[[AnyGame, Walk, int], None]  # (game, walk, number of seats)


def walk(game: AnyGame, setup: str, seed: int) -> Walk:
    """A random match from a setup. AssertionError if it does not end."""
    rng = Random(seed)  # noqa: S311
    state = game.initial_state(setup)
    walked: list[tuple[Any, Any]] = []
    while game.current_player(state) != TERMINAL:
        assert len(walked) < MOST_STEPS, f"no end after {MOST_STEPS} steps: {game.state_text(state)}"
        step = _any_step(game, state, rng)
        walked.append((state, step))
        state = game.apply(state, step)
    return [*walked, (state, None)]


def _any_step(game: AnyGame, state: Any, rng: Random) -> Any:
    if game.current_player(state) != CHANCE:
        return rng.choice(game.legal_actions(state))
    outcomes, weights = zip(*game.chance_outcomes(state), strict=True)
    return rng.choices(outcomes, weights)[0]


def steps(game: AnyGame, state: Any) -> list[Any]:
    """All that can be applied to a state: its legal decisions or its outcomes."""
    if game.current_player(state) == CHANCE:
        return [outcome for outcome, _ in game.chance_outcomes(state)]
    return list(game.legal_actions(state))


def decisions_are_in_order(game: AnyGame, walked: Walk, seats: int) -> None:
    """Decisions are distinct, always in the same order, and pass the check; where nobody decides there are none."""
    for state, _ in walked:
        actions, where = list(game.legal_actions(state)), game.state_text(state)
        assert len(set(actions)) == len(actions), where
        assert list(game.legal_actions(game.parse_state(where))) == actions, where
        assert game.current_player(state) in (CHANCE, TERMINAL, *range(seats)), where
        assert bool(actions) == (game.current_player(state) >= 0), where
        for action in actions:
            game.check(state, action)


def weights_are_whole(game: AnyGame, walked: Walk, seats: int) -> None:
    """Outcomes are distinct, their weights whole and positive."""
    for state, _ in walked:
        if game.current_player(state) == CHANCE:
            outcomes, where = game.chance_outcomes(state), game.state_text(state)
            assert outcomes, where
            assert all(type(weight) is int and weight > 0 for _, weight in outcomes), where
            assert len({outcome for outcome, _ in outcomes}) == len(outcomes), where


def apply_keeps_its_input(game: AnyGame, walked: Walk, seats: int) -> None:
    """Applying makes a new state, the same one each time, and leaves the old one as it was."""
    for state, step in walked[:-1]:
        before = game.state_text(state)
        after = game.state_text(game.apply(state, step))
        assert game.state_text(state) == before != after
        assert game.state_text(game.apply(state, step)) == after, before


def text_comes_back(game: AnyGame, walked: Walk, seats: int) -> None:
    """States, decisions and outcomes survive being written and read; each is one line."""
    for state, _ in walked:
        text = game.state_text(state)
        assert text.isprintable(), text
        assert " " in text, "without a space a position looks like the slug of a setup"
        assert game.parse_state(text) == state, text
        assert game.state_text(game.parse_state(text)) == text
        possible = steps(game, state)
        texts = [game.action_text(state, step) for step in possible]
        assert all(one.isprintable() for one in texts), text
        assert [game.parse_action(state, one) for one in texts] == possible, text


def noise_is_refused(game: AnyGame, walked: Walk, seats: int) -> None:
    """A damaged text is refused in one line, or is a text of something else: never an unexpected error or meaning."""
    rng = Random(len(walked))  # noqa: S311
    for state, step in walked[:-1]:
        _read_state(game, _damaged(game.state_text(state), rng))
        _read_action(game, state, _damaged(game.action_text(state, step), rng))


def _damaged(text: str, rng: Random) -> str:
    place, junk = rng.randrange(len(text) + 1), rng.choice(["", "x", "9", "0", "é", " ", "\n", "-", "+", "\ud800", "٣"])
    return text[:place] + junk + text[place + rng.randrange(3) :]


def _read_state(game: AnyGame, text: str) -> None:
    try:
        state = game.parse_state(text)
    except NotationError as error:
        _one_line(error)
    else:
        assert game.state_text(state) == text


def _read_action(game: AnyGame, state: Any, text: str) -> None:
    try:
        action = game.parse_action(state, text)
        game.check(state, action)
    except (NotationError, IllegalAction) as error:
        _one_line(error)
    else:
        assert action in steps(game, state), f"{text!r} passes the check in {game.state_text(state)}"
        assert game.action_text(state, action) == text


def _one_line(error: Exception) -> None:
    assert str(error).strip()
    assert "\n" not in str(error), str(error)


def views_are_enough_to_play(game: AnyGame, walked: Walk, seats: int) -> None:
    """Everybody sees whose go it is, the one to decide all its decisions; looking at a view shows that view."""
    for state, _ in walked:
        mover, where = game.current_player(state), game.state_text(state)
        for seat in (None, *range(seats)):
            view = game.observation(state, seat)
            assert game.current_player(view) == mover, where
            assert game.observation(view, seat) == view, where
            if seat == mover:
                assert list(game.legal_actions(view)) == list(game.legal_actions(state)), where
        assert game.state_text(state) == where


def spectators_see_what_all_see(game: AnyGame, walked: Walk, seats: int) -> None:
    """A spectator's view can be made from the view of any seat, so it holds no secret."""
    for state, _ in walked:
        for seat in range(seats):
            view = game.observation(game.observation(state, seat), None)
            assert view == game.observation(state, None), f"{seat}: {game.state_text(state)}"


def secrets_are_told_alike(game: AnyGame, walked: Walk, seats: int) -> None:
    """Who decides reads its own action; what looks the same to somebody afterwards has one text for them."""
    for state, _ in walked:
        where, player = game.state_text(state), game.current_player(state)
        possible = [(step, game.apply(state, step)) for step in steps(game, state)]
        for seat in (None, *range(seats)):
            told: dict[Any, tuple[Any, str]] = {}
            for step, after in possible:
                text = game.seen(state, step, seat)
                assert text.isprintable(), where
                assert seat != player or text == game.action_text(state, step), where
                twin, known = told.setdefault(game.observation(after, seat), (after, text))
                assert twin == after or text == known, f"{where}: {seat} can tell {text} from {known}"


def guesses_fit_the_view(game: AnyGame, walked: Walk, seats: int) -> None:
    """Whatever a seat cannot know may be otherwise without any difference in what it gets: view, text, decisions."""
    rng = Random(len(walked))  # noqa: S311
    for state, _ in walked:
        for seat in range(seats):
            view = game.observation(state, seat)
            guess = game.resample(view, seat, rng)
            seen = game.observation(guess, seat)
            assert seen == view, game.state_text(state)
            assert game.state_text(seen) == game.state_text(view)
            assert game.current_player(guess) == game.current_player(state), game.state_text(state)
            if game.current_player(state) == seat:
                assert list(game.legal_actions(guess)) == list(game.legal_actions(state)), game.state_text(state)


def values_are_in_range(game: AnyGame, walked: Walk, seats: int) -> None:
    """Evaluations lie in [-1, 1], and the end shares out half a point for each seat."""
    for state, _ in walked:
        where = game.state_text(state)
        if game.current_player(state) >= 0:
            assert all(-1 <= game.evaluate(state, seat) <= 1 for seat in range(seats)), where
    end, _ = walked[-1]
    returns = game.returns(end)
    assert len(returns) == seats
    assert all(0 <= share <= 1 for share in returns), returns
    assert sum(returns) == seats / 2, returns


CHECKS: tuple[Check, ...] = (
    decisions_are_in_order,
    weights_are_whole,
    apply_keeps_its_input,
    text_comes_back,
    noise_is_refused,
    views_are_enough_to_play,
    spectators_see_what_all_see,
    secrets_are_told_alike,
    guesses_fit_the_view,
    values_are_in_range,
)
