"""Texts of states and actions that say something impossible: refused, with the place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.protocol import IllegalAction, NotationError
from engine.tabletop.game import GAME
from engine.tabletop.orders import Add, Round
from tests.each import each
from tests.engine.tabletop.fights import dice, fight, fighter, told, use

REQUEST = {"fighter": "x", "text": "!"}
ROUND = {"kind": "round"}


def rolling(*inputs: object) -> dict[str, Any]:
    """A roll of two dice, of which these have come in."""
    return {"pending": {"action": {"kind": "roll", "what": "", "pool": 2}, "inputs": list(inputs)}}


def text_with(**fields: Any) -> str:
    state = fight(fighter("a", initiative=9), fighter("b", seat=2, initiative=5), reactions="asked")
    return json.dumps(json.loads(GAME.state_text(state)) | fields)


@each(
    [
        ({"contacts": [["b", "a"]]}, "fight.contacts: pairs of fighters are wanted, in order"),
        ({"contacts": [["a", "x"]]}, "fight.contacts: pairs"),
        ({"contacts": [["a", "a"]]}, "fight.contacts: pairs"),
        ({"contacts": [["a"]]}, "fight.contacts[0]: 2 things are wanted"),
        ({"requests": [REQUEST]}, "fight.requests: only who is in the fight can ask"),
        ({"before": {"before": {}}}, "fight.before: it has nothing before it"),
        ({"before": {"over": True}}, "fight.before: it has nothing before it"),
        ({"before": {}, "awaits": {"kind": "die", "sides": 6}}, "fight.awaits: a view has nothing else going on"),
        ({"awaits": {"sides": 6}}, "fight.awaits.kind: one of die, asked is wanted"),
        ({"over": True, "pending": {"action": ROUND}}, "fight.pending: this cannot be going on"),
        ({"pending": {"action": {"kind": "undo"}}}, "fight.pending: this cannot be going on"),
        ({"pending": {"action": ROUND}}, "fight.pending: nothing is awaited any more"),
        ({"pending": {"action": {"kind": "settle", "fighter": "a"}}}, "fight.pending: nothing of theirs waits"),
        (rolling(11), "fight.pending: a die shows 1 to 10"),
        (rolling("dodge"), "fight.pending: a die shows 1 to 10"),
        (rolling(1, 2, 3), "fight.pending: the answer"),
        ({"pending": {"action": {"kind": "dance"}}}, "fight.pending.action.kind: one of open, round"),
        ({"round": None}, "fight.round: a whole number is wanted"),
        ({"fighters": [None]}, "fight.fighters[0]: an object is wanted"),
    ]
)
def test_a_state_that_cannot_be_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse_state(text_with(**fields))

    assert str(caught.value).startswith(words)


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(NotationError, match="fighters: each is there once"):
        fight(fighter("a"), fighter("a"))


@pytest.mark.parametrize(
    "written",
    ['{"kind": "end" }', '{"kind":"end"}', ' {"kind": "end"}', '{"kind": "roll", "what": "", "pool": 3, "dd": 6}'],
)
def test_a_text_is_written_in_one_way_alone(written: str) -> None:
    with pytest.raises(NotationError, match="not written as it should be"):
        GAME.parse_action(fight(), written)


def test_a_die_is_one_of_its_sides() -> None:
    state, _ = told(fight(), Add(fighter("a")), [])
    waits = GAME.apply(state, Add(fighter("b", initiative=None)))

    assert GAME.parse_action(waits, "10") == 10
    for text in ("0", "11", "+3", "03", "x", "", '{"kind": "end"}'):
        with pytest.raises(NotationError, match="a die shows 1 to 10"):
            GAME.parse_action(waits, text)
    with pytest.raises(IllegalAction, match="a die shows 1 to 10"):
        GAME.apply(waits, 11)


def test_a_question_is_not_answered_by_a_die() -> None:
    state = fight(fighter("a", initiative=9), fighter("b", initiative=5), reactions="asked")
    waits, _ = told(state, Round((use("a", "tackle", "b"),)), dice(3, 2))

    with pytest.raises(IllegalAction, match="the answer is one of endure, dodge, none"):
        GAME.apply(waits, 3)


def test_a_fight_has_room_for_so_many() -> None:
    full = fight(*(fighter(f"f{number}") for number in range(16)))

    with pytest.raises(IllegalAction, match="a fight has room for 16"):
        GAME.check(full, Add(fighter("one_more")))
