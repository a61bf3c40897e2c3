"""Each state of the board is a query string: what it selects, and what can be selected next."""

from __future__ import annotations

import pytest

from games.play.boards.battle_chess import EARLY
from tests.each import each
from tests.play.boards.positions import FIGHT, GAME, LEGEND, SUMMON, at, hits, look, on


def test_with_nothing_selected_every_piece_that_has_a_turn_can_be() -> None:
    board = look(at("bw"))

    assert set(hits(board)) == {"b1", "c1", "c2", "d2", "e2", "f1"}
    assert hits(board)["c2"].query == "from=c2"
    assert (board.query, board.back, board.action, board.choices) == ("", None, "", ())
    assert board.words == ("Choose a piece. Knock out their Victini and protect your Victini: the two with a heart.")


def test_what_the_match_is_about_is_said_at_its_beginning_alone() -> None:
    steps = at("bw")
    told = []
    for turn in range(EARLY + 1):
        told.append("heart" in look(steps, turn % 2).words)
        state = steps[-1].state
        texts = [GAME.action_text(state, action) for action in GAME.legal_actions(state)]
        steps = on(steps, next(text for text in texts if "x" not in text))

    assert told == [True] * EARLY + [False]


def test_who_may_not_act_has_nothing_to_choose() -> None:
    board = look(at("bw"), may_act=False, from_="c2", to="c3")

    assert board.drawing.hits == ()
    assert (board.query, board.words, board.action) == ("", "", "")


def test_a_selected_piece_shows_where_it_can_go_and_what_it_touches() -> None:
    board = look(at(LEGEND), from_="c2")

    assert {(reach.x, reach.y, reach.attacks) for reach in board.drawing.reach} == {(2, 4, True), (4, 4, True)}
    assert [(contact.box.x, contact.box.y, contact.odds) for contact in board.drawing.contacts] == [
        (2, 2, "100\u00a0%"),
        (3, 2, "100\u00a0%"),
    ]
    assert board.words == (
        "c2: Zekrom, power 110. It can move to b2 and d2. It can attack Zoroark on c4 and Emboar on d4."
    )


def test_the_squares_to_go_to_say_whether_the_piece_can_attack_from_there() -> None:
    board = look(at(FIGHT), from_="c3")

    assert hits(board)["c4"].label == "Move to c4, where it can attack"
    assert hits(board)["b4"].label == "Move to b4"
    assert [reach.attacks for reach in board.drawing.reach if (reach.x, reach.y) == (2.5, 2.5)] == [True]


def test_a_move_can_be_played_as_it_is_or_with_an_attack() -> None:
    board = look(at(FIGHT), from_="c3", to="c4")

    assert board.action == "c3-c4"
    assert [(choice.label, choice.action, choice.chosen) for choice in board.choices] == [
        ("Only move to c4", "c3-c4", True),
        ("Attack Emboar on d5", "c3-c4xd5", False),
    ]
    assert board.back == "from=c3"


def test_an_attack_says_the_chance_of_each_result() -> None:
    board = look(at(FIGHT.replace("Z", "+Z")), from_="c3", to="c4", x="d5")

    assert board.action == "c3-c4xd5"
    assert board.words == "Zoroark moves c3–c4 and attacks Emboar on d5."
    assert board.odds == (
        "50\u00a0% Emboar is turned over",
        "17\u00a0% nothing happens",
        "33\u00a0% Zoroark is K.O.",
    )
    assert board.query == "from=c3&to=c4&x=d5"
    assert board.back == "from=c3&to=c4"


def test_clicking_a_second_enemy_beside_the_first_attacks_both() -> None:
    board = look(at(LEGEND), from_="c2", x="c4")

    assert hits(board)["d4"].query == "from=c2&x=c4,d4"
    assert hits(board)["d4"].action == "c2xc4,d4"
    assert hits(board)["c4"].chosen
    assert not hits(board)["d4"].chosen


def test_one_of_two_possible_targets_is_not_yet_a_whole_turn() -> None:
    board = look(at(LEGEND), from_="c2")

    assert hits(board)["c4"].query == "from=c2&x=c4"
    assert hits(board)["c4"].action == ""


def test_an_attack_on_both_is_a_choice_in_words_too() -> None:
    board = look(at(LEGEND), from_="c2", x="c4,d4")

    assert [choice.label for choice in board.choices if choice.chosen] == ["Attack Zoroark on c4 and Emboar on d4"]
    assert len(board.drawing.attacks) == 2
    assert hits(board)["c4"].chosen
    assert hits(board)["d4"].chosen


def test_a_legend_that_can_come_in_is_offered_and_then_its_places() -> None:
    nothing, summoning, placed = look(at(SUMMON)), look(at(SUMMON), summon="K"), look(at(SUMMON), summon="K", to="a2")

    assert [(choice.label, choice.query) for choice in nothing.choices] == [("Summon Zekrom", "summon=K")]
    assert hits(summoning)["a2"].query == "summon=K&to=a2"
    assert hits(summoning)["a2"].action == "K@a2"
    assert summoning.action == ""
    assert placed.action == "K@a2"
    assert placed.words == "Zekrom is summoned to a2, and the K.O. spaces are emptied."
    assert (placed.back, summoning.back) == ("summon=K", "")


def test_clicking_a_selected_piece_again_lets_go_of_it() -> None:
    assert hits(look(at(FIGHT), from_="c3"))["c3"].query == ""
    assert hits(look(at(FIGHT), from_="c3", to="c4"))["c3"].query == "from=c3"


@each(
    [
        ({"from": "c5"}, ""),  # the enemy's
        ({"from": "a1"}, ""),
        ({"from": "z99"}, ""),
        ({"from": "'\"><script>"}, ""),
        ({"from": "c2", "to": "c9"}, "from=c2"),
        ({"from": "c2", "to": "c3", "x": "d5"}, "from=c2&to=c3"),
        ({"from": "c2", "x": "d5"}, "from=c2"),
        ({"from": "c2", "x": ",,,"}, "from=c2"),
        ({"from": "c2" * 5000}, ""),
        ({"to": "c3"}, ""),
        ({"x": "d5"}, ""),
        ({"summon": "K"}, ""),
        ({"summon": "K", "to": "c3"}, ""),
        ({"from": "c2", "summon": "K"}, "from=c2"),
        ({"from": "\x00"}, ""),
    ]
)
def test_what_no_turn_begins_with_is_left_out(query: dict[str, str], kept: str) -> None:
    board = look(at("bw"), **{"from_" if key == "from" else key: value for key, value in query.items()})

    assert board.query == kept


@pytest.mark.parametrize("text", ["bw", "rg", "w3", "w5", "w12", FIGHT, LEGEND, SUMMON])
def test_every_legal_turn_can_be_clicked_together(text: str) -> None:
    steps = at(text)
    state = steps[-1].state
    wanted = {GAME.action_text(state, action) for action in GAME.legal_actions(state)}

    found, queries, seen = set(), [""], set()
    while queries:
        query = queries.pop()
        if query in seen:
            continue
        seen.add(query)
        parts = dict(part.split("=") for part in query.split("&")) if query else {}
        board = look(steps, **{"from_" if key == "from" else key: value for key, value in parts.items()})
        assert board.query == query
        found.add(board.action)
        queries += [hit.query for hit in board.drawing.hits] + [choice.query for choice in board.choices]

    assert found - {""} == wanted


@pytest.mark.parametrize("text", ["bw", "w12", LEGEND, SUMMON])
def test_what_one_click_plays_is_what_its_link_shows(text: str) -> None:
    steps = at(text)

    for start in hits(look(steps)):
        for hit in look(steps, from_=start).drawing.hits:
            if hit.action:
                parts = dict(part.split("=") for part in hit.query.split("&"))
                assert look(steps, **{key.replace("from", "from_"): v for key, v in parts.items()}).action == hit.action
