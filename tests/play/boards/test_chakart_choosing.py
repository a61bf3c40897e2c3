"""Choosing a decision of Chakart: which squares are lit, what is asked beside the board, what can be taken back."""

from __future__ import annotations

from engine.replay import Step
from tests.play.boards.chakart import (
    CHAIN,
    DAISY,
    EGG,
    GAME,
    KING_BOO,
    PROMOTES,
    SHELL,
    START,
    THROUGH,
    TOADETTE,
    at,
    hits,
    look,
    on,
)

SQUARES = {f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9)}


def test_first_every_piece_that_can_step_is_lit() -> None:
    board = look(at(START))

    assert set(hits(board)) == {GAME.action(action).start for action in GAME.legal_actions(at(START)[0].state)}
    assert (board.words, board.action, board.back, board.choices) == ("Choose a piece.", "", None, ())


def test_then_every_square_it_can_go_to() -> None:
    board = look(at(START), from_="d1")

    assert {name for name, hit in hits(board).items() if "to=" in hit.query} == {"e2", "f3", "g4", "h5"}
    assert hits(board)["d1"].chosen
    assert hits(board)["d1"].query == ""
    assert (board.query, board.back) == ("from=d1", "")
    assert hits(board)["f1"].query == "from=f1"


def test_a_square_that_is_chosen_is_a_whole_decision() -> None:
    board = look(at(START), from_="f1", to="c4")

    assert (board.action, board.query, board.back) == ("f1c4", "from=f1&to=c4", "from=f1")
    assert hits(board)["c4"].action == "f1c4"
    assert board.choices == ()


def test_of_several_ways_the_plain_one_comes_first() -> None:
    board = look(at(START), from_="d1", to="h5")

    assert board.action == "d1h5"
    assert [(choice.label, choice.action, choice.chosen) for choice in board.choices] == [
        ("In the open", "d1h5", True),
        ("In secret: nobody sees where", "d1h5:stealth", False),
    ]
    assert hits(board)["h5"].action == ""
    secret = look(at(START), from_="d1", to="h5", as_="stealth")
    assert (secret.action, secret.back) == ("d1h5:stealth", "from=d1&to=h5")


def test_a_shell_is_thrown_by_choosing_what_it_hits() -> None:
    board = look(at(SHELL), from_="e1", to="e4")

    assert (board.action, board.choices) == ("e1e4:shell", ())
    assert board.words == "Peach on e1 throws the shell at e4: Yoshi."
    assert [token.art for token in board.drawing.tokens if (token.x, token.y) == (4, 7)] == ["peach"]


def test_a_toad_that_gets_through_is_asked_what_it_becomes() -> None:
    board = look(at(PROMOTES), from_="a7", to="a8")

    assert board.action == ""
    assert [choice.label for choice in board.choices] == ["Mario", "Donkey", "Wario", "Yoshi", "Peach"]
    assert [choice.token.art for choice in board.choices] == ["mario", "donkey", "wario", "yoshi", "peach"]
    assert {choice.token.colour for choice in (*board.choices, *look(at(THROUGH)).choices)} == {"white", "black"}
    assert [choice.token for choice in look(at(START), from_="d1", to="h5").choices] == [None, None]
    assert look(at(PROMOTES), from_="a7", to="a8", piece="k").action == "a7a8=k"
    later = look(at(THROUGH))
    assert "has come through" in later.words
    assert [choice.action for choice in later.choices] == ["q", "r", "b", "n", "k"]
    assert look(at(THROUGH), piece="q").action == "q"


def test_a_donkey_asks_where_its_banana_goes() -> None:
    steps = on(at(EGG), "f8f6 waluigi g8")

    board = look(steps)

    assert board.words == "Choose where Donkey on f6 leaves its banana."
    assert {name: hit.action for name, hit in hits(board).items()} == {"e7": "e7", "g7": "g7"}
    assert look(steps, to="g7").action == "g7"
    assert look(steps, to="g7").words == "It leaves its banana on g7."


def test_king_boo_asks_for_another_piece() -> None:
    board = look(at(KING_BOO))

    assert "King Boo" in board.words
    assert "f4" not in hits(board)
    assert look(at(KING_BOO), to="h4").action == "h4"


def test_toadette_asks_for_a_piece_and_then_for_a_square() -> None:
    board = look(at(TOADETTE))

    assert hits(board) == {}
    assert [(choice.label, choice.query) for choice in board.choices] == [
        ("Toad (4)", "piece=p"),
        ("Yoshi", "piece=n"),
        ("Mario", "piece=q"),
    ]
    assert {lost.name: lost.query for lost in board.camps[1].lost} == {
        "Toad": "piece=p",
        "Yoshi": "piece=n",
        "Mario": "piece=q",
    }
    chosen = look(at(TOADETTE), piece="n")
    assert hits(chosen)["e5"].action == "n@e5"
    placed = look(at(TOADETTE), piece="n", to="e5")
    assert (placed.action, placed.back) == ("n@e5", "piece=n")


def test_daisy_moves_the_same_piece_and_no_other() -> None:
    board = look(at(DAISY))

    assert board.words.startswith("Daisy: Yoshi on f1 moves again.")
    assert set(hits(board)) == {GAME.action(action).goes for action in GAME.legal_actions(at(DAISY)[0].state)}
    assert (board.query, board.back) == ("", None)


def test_every_decision_can_be_chosen_click_by_click() -> None:
    for text in (START, CHAIN, EGG, SHELL, PROMOTES, KING_BOO, TOADETTE, DAISY, THROUGH):
        assert reached(at(text)) == {
            GAME.action_text(state, action) for state in [at(text)[0].state] for action in GAME.legal_actions(state)
        }


def reached(steps: list[Step]) -> set[str]:
    """All decisions that clicks and choices lead to."""
    queries, seen, found = [""], {""}, set()
    while queries:
        parts = dict(part.split("=") for part in queries.pop().split("&") if part)
        board = look(steps, **{f"{key}_": value for key, value in parts.items()})
        found |= {board.action} - {""}
        for query in [hit.query for hit in board.drawing.hits] + [choice.query for choice in board.choices]:
            if query not in seen:
                seen.add(query)
                queries.append(query)
    return found


def test_nonsense_selects_nothing() -> None:
    for query in ({"from_": "e9"}, {"from_": "e8"}, {"to": "e4"}, {"as_": "stealth"}, {"piece": "q"}, {"from_": "d1'"}):
        assert look(at(START), **query).query == ""
    assert look(at(START), from_="d1", to="a8", as_="shell", piece="z").query == "from=d1"


def test_who_may_not_act_has_nothing_to_click() -> None:
    board = look(at(START), 1, may_act=False, from_="d1")

    assert (board.drawing.hits, board.words, board.action, board.choices) == ((), "", "", ())
