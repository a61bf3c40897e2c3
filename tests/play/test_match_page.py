"""Looking at a match: who sees what of it, as a page and as a fragment."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.play import boards
from games.play.models import Match
from games.play.queries import matches
from games.play.services import challenges, clock, offers, talk
from games.players.models import Player
from tests.play.helpers import BEATEN, THROWS, accepted, play_on, sealed, started
from tests.play.playing import FIRST_WINS, play

HTMX = {"HX-Request": "true"}


def text_of(response: HttpResponse) -> str:
    """What a reader sees, its white space evened out."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def poll_of(response: HttpResponse) -> str | None:
    """Where the page asks again by itself."""
    found = re.search(r'data-poll hx-get="([^"]+)" hx-trigger="every (\d+)s, seen"', response.content.decode())
    return found[1].replace("&amp;", "&") if found else None


def seconds_of(response: HttpResponse) -> int:
    """How often it does."""
    found = re.search(r'hx-trigger="every (\d+)s, seen"', response.content.decode())
    assert found
    return int(found[1])


def links_of(response: HttpResponse) -> set[str]:
    """What can be clicked on the board."""
    return set(re.findall(r'<a class="hit" id="hit-(\w+)"', response.content.decode()))


@pytest.fixture
def clients(alice_client: Client, bob_client: Client, charlie_client: Client, client: Client) -> dict[str, Client]:
    return {"alice": alice_client, "bob": bob_client, "charlie": charlie_client, "visitor": client}


# --- pages and fragments ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["alice", "bob", "charlie", "visitor"])
def test_everybody_sees_a_public_match(match: Match, clients: dict[str, Client], who: str) -> None:
    page, fragment = (clients[who].get(f"/matches/{match.pk}/", headers=headers) for headers in ({}, HTMX))

    assert page.status_code == fragment.status_code == 200
    assert b"<!doctype html>" in page.content
    assert b"<!doctype html>" not in fragment.content
    assert fragment.content.count(b'id="match"') == page.content.count(b'id="match"') == 1
    assert "HX-Request" in page["Vary"]
    assert "HX-Request" in fragment["Vary"]


@pytest.mark.parametrize(("who", "status"), [("alice", 200), ("bob", 200), ("charlie", 404), ("visitor", 404)])
def test_a_private_match_is_its_players_own(
    private_match: Match, clients: dict[str, Client], who: str, status: int
) -> None:
    assert clients[who].get(f"/matches/{private_match.pk}/").status_code == status
    assert clients[who].get(f"/matches/{private_match.pk}/", headers=HTMX).status_code == status


@pytest.mark.parametrize("number", ["0", "999", "99999999999999999999999999"])
def test_there_is_no_match_of_that_number(match: Match, client: Client, number: str) -> None:
    assert client.get(f"/matches/{number}/").status_code == 404


def test_only_who_is_to_move_can_click(match: Match, clients: dict[str, Client]) -> None:
    seen = {who: links_of(somebody.get(f"/matches/{match.pk}/")) for who, somebody in clients.items()}

    assert seen == {"alice": {"a1", "b1", "c1"}, "bob": set(), "charlie": set(), "visitor": set()}


def test_each_player_is_told_whose_turn_it_is(match: Match, clients: dict[str, Client]) -> None:
    seen = {who: text_of(somebody.get(f"/matches/{match.pk}/")) for who, somebody in clients.items()}

    assert "Your turn." in seen["alice"]
    assert "3 days left" in seen["alice"]
    assert "Alice is to move." in seen["bob"]
    assert "Alice is to move." in seen["visitor"]


def test_the_computer_is_said_to_think(computer_match: Match, guest_client: Client) -> None:
    play(computer_match, "a1-a2")

    page = guest_client.get(f"/matches/{computer_match.pk}/")

    assert "The computer is thinking…" in text_of(page)
    assert seconds_of(page) == 2


def test_a_selection_is_a_link_and_a_fragment(match: Match, alice_client: Client) -> None:
    for headers in ({}, HTMX):
        answer = alice_client.get(f"/matches/{match.pk}/?from=a1&to=a2", headers=headers)

        assert "Pikachu moves a1–a2." in text_of(answer)
        assert 'name="action" value="a1-a2"' in answer.content.decode()
        assert 'name="ply" value="0"' in answer.content.decode()
        assert f'id="undo" href="/matches/{match.pk}/?from=a1"' in answer.content.decode()


def test_a_selection_leaves_everything_but_the_board_alone(match: Match, alice_client: Client) -> None:
    selecting = alice_client.get(f"/matches/{match.pk}/?from=a1", headers=HTMX).content.decode()
    back = alice_client.get(f"/matches/{match.pk}/", headers=HTMX).content.decode()

    assert re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob', selecting) == ["messages", "spoken"]
    assert re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob', back) == [
        "messages",
        "spoken",
        "waiting",
        "chat-lines",
        "unread",
        "offers",
        "squares",
    ]


SENSELESS = [
    "from=zz",
    "from=a4",
    "from=a1&to=z9&x=,,,",
    "from=%00&to=%ff",
    "from=%3Cscript%3Ealert(1)%3C/script%3E",
    "summon=K&to=a1",
    "x=a1",
    "at=-1",
    "at=abc",
    "at=99999999999999999999",
    "at=%C2%B2",
    "ply=abc&seen=%00",
    "from=" + "a1" * 2000,
]


def test_a_query_that_makes_no_sense_shows_the_board_as_it_is(
    match: Match, alice_client: Client, subtests: pytest.Subtests
) -> None:
    for query in SENSELESS:
        with subtests.test(query[:40]):
            for headers in ({}, HTMX):
                answer = alice_client.get(f"/matches/{match.pk}/?{query}", headers=headers)

                assert answer.status_code == 200
                assert links_of(answer) >= {"a1", "b1", "c1"}
                assert b"<script>alert" not in answer.content


def test_the_other_side_is_not_selected_by_hand(match: Match, bob_client: Client) -> None:
    answer = bob_client.get(f"/matches/{match.pk}/?from=a1&to=a2")

    assert "value=&quot;a1-a2" not in answer.content.decode()
    assert 'name="action"' not in answer.content.decode()


def test_without_confirming_the_last_click_plays(match: Match, alice: Player, alice_client: Client) -> None:
    Player.objects.filter(pk=alice.pk).update(confirm_turns=False)

    board = alice_client.get(f"/matches/{match.pk}/?from=a1").content.decode()

    (hit,) = re.findall(r'<a class="hit" id="hit-a2"[^>]*>', board)
    assert f'hx-post="/matches/{match.pk}/turn/"' in hit
    assert '{"action": "a1-a2", "ply": 0}' in hit
    assert f'href="/matches/{match.pk}/?from=a1&amp;to=a2"' in board


def test_without_confirming_a_choice_in_words_is_a_button(alice: Player, bob: Player, alice_client: Client) -> None:
    match = play(started(alice, bob), "a1-b2", "a4-a3")
    Player.objects.filter(pk=alice.pk).update(confirm_turns=False)

    board = alice_client.get(f"/matches/{match.pk}/?from=b2&to=b3").content.decode()

    assert re.findall(r'name="action" value="([^"]+)"', board)[:3] == ["b2-b3", "b2-b3xa3", "b2-b3xb4"]
    assert 'class="choice-link">Attack Pikachu on c4' in board


# --- what has happened, and stepping through it ----------------------------------------------------------------------


def test_the_last_turn_is_told_with_its_bonus(match: Match, alice_client: Client) -> None:
    play(match, *FIRST_WINS[:2])

    page = alice_client.get(f"/matches/{match.pk}/")

    assert "Togepi moves b4–b3 and attacks Pikachu on b2. Plus Power +0: 40 against 80. Togepi is turned over." in (
        text_of(page)
    )
    assert '<span class="plus die" aria-hidden="true">0</span>' in page.content.decode()
    assert 'class="last-path"' in page.content.decode()


def test_a_match_can_be_stepped_through(match: Match, clients: dict[str, Client]) -> None:
    play(match, *FIRST_WINS)

    for somebody in clients.values():
        start, second, last = (somebody.get(f"/matches/{match.pk}/?at={at}") for at in (0, 2, 3))
        assert "Before the first turn." in text_of(start)
        assert "0 / 3" in text_of(start)
        assert "After turn 2 of 3." in text_of(second)
        assert "Plus Power +0" in text_of(second)
        assert "Plus Power +40" in text_of(last)
        assert 'rel="prev"' not in start.content.decode()
        assert 'rel="next"' not in last.content.decode()
        assert f'?at=3" hx-get="/matches/{match.pk}/?at=3" rel="next"' in second.content.decode()


def test_nothing_can_be_chosen_in_the_past(match: Match, alice_client: Client) -> None:
    play(match, "a1-a2", "a4-a3")

    past = alice_client.get(f"/matches/{match.pk}/?at=0&from=a1&to=a2")

    assert links_of(past) == set()
    assert 'name="action"' not in past.content.decode()
    assert poll_of(past) is None


def test_every_turn_is_a_link(match: Match, client: Client) -> None:
    play(match, *FIRST_WINS)

    page = client.get(f"/matches/{match.pk}/").content.decode()

    assert re.findall(r'<li><a href="[^"]*\?at=(\d)"[^>]*>([^<]+)', page) == [
        ("1", "a1-b2"),
        ("2", "b4-b3xb2 "),
        ("3", "b1-a2xb3 "),
    ]


@pytest.mark.parametrize("setup", ["bw", "rg", "w5", "w12"])
def test_every_position_of_a_long_match_can_be_shown(alice: Player, bob: Player, client: Client, setup: str) -> None:
    match = play_on(started(alice, bob, setup=setup), 60, seed=7)
    steps = matches.steps(matches.match_for(None, match.pk), matches.log(match))
    presenter = boards.get(match.game)

    # each position is drawn and told; of twenty pages that differ by a turn one is enough
    for at, step in enumerate(steps):
        presenter.board(steps[: at + 1], viewer=None, colours=("yellow", "blue"), query={}, may_act=False)
        assert at == 0 or presenter.story(step)
        if (match.ply - at) % 20 == 0:
            assert client.get(f"/matches/{match.pk}/?at={at}", headers=HTMX).status_code == 200


# --- looking again by itself -----------------------------------------------------------------------------------------


def test_who_waits_asks_again_and_is_answered_nothing_while_nothing_changes(match: Match, bob_client: Client) -> None:
    address = poll_of(bob_client.get(f"/matches/{match.pk}/"))
    assert address

    answer = bob_client.get(address, headers=HTMX)

    assert (answer.status_code, answer.content) == (204, b"")


def test_who_is_to_move_asks_too_but_seldom(match: Match, alice_client: Client) -> None:
    page = alice_client.get(f"/matches/{match.pk}/")

    answer = alice_client.get(poll_of(page) or "", headers=HTMX)

    assert (seconds_of(page), answer.status_code, answer.content) == (20, 204, b"")


@pytest.mark.parametrize("news", ["draw offer", "chat", "called off", "resignation", "time"])
def test_news_reach_who_is_to_move_and_leave_what_is_selected(
    match: Match, bob: Player, alice_client: Client, news: str
) -> None:
    page = alice_client.get(f"/matches/{match.pk}/?from=a1&to=a2", headers=HTMX)
    address = poll_of(page)
    now = timezone.now()
    assert address

    in_vain = alice_client.get(address, headers=HTMX)
    if news == "draw offer":
        offers.offer_draw(match_id=match.pk, player=bob, now=now)
    elif news == "chat":
        talk.say(match_id=match.pk, player=bob, text="Guten Tag", now=now)
    elif news == "called off":
        offers.abort(match_id=match.pk, player=bob, now=now)
    elif news == "resignation":
        offers.resign(match_id=match.pk, player=bob, now=now)
    else:
        Match.objects.update(deadline_at=now)
        clock.time_out(match_id=match.pk, now=now)
    answer = alice_client.get(address, headers=HTMX)

    shown = {
        "draw offer": "Bob offers a draw.",
        "chat": "Guten Tag",
        "called off": "Called off before it had begun.",
        "resignation": "You won: Bob resigned.",
        "time": "Bob won: your time ran out.",
    }
    goes_on = news in ("draw offer", "chat")
    assert in_vain.status_code == 204
    assert shown[news] in text_of(answer)
    assert ('name="action" value="a1-a2"' in answer.content.decode()) is goes_on
    assert (poll_of(answer) is not None) is goes_on
    assert alice_client.get(poll_of(answer) or address, headers=HTMX).status_code == (204 if goes_on else 200)


def test_a_selection_says_nothing_of_what_lies_beside_the_board(match: Match, alice_client: Client) -> None:
    answer = alice_client.get(f"/matches/{match.pk}/?from=a1", headers=HTMX).content.decode()

    assert 'id="chat-lines"' not in answer
    assert 'id="offers"' not in answer


def test_a_finished_match_asks_no_more(match: Match, clients: dict[str, Client]) -> None:
    play(match, *FIRST_WINS)

    assert {poll_of(somebody.get(f"/matches/{match.pk}/")) for somebody in clients.values()} == {None}


@pytest.mark.parametrize("news", ["turn", "resignation", "draw offer", "chat"])
def test_news_are_shown_at_the_next_look(match: Match, alice: Player, bob_client: Client, news: str) -> None:
    address = poll_of(bob_client.get(f"/matches/{match.pk}/"))
    assert address
    now = timezone.now()

    if news == "turn":
        play(match, "a1-a2")
    elif news == "resignation":
        offers.resign(match_id=match.pk, player=alice, now=now)
    elif news == "draw offer":
        offers.offer_draw(match_id=match.pk, player=alice, now=now)
    else:
        talk.say(match_id=match.pk, player=alice, text="Guten Tag", now=now)

    answer = bob_client.get(address, headers=HTMX)
    shown = {
        "turn": "Your turn.",
        "resignation": "You won: Alice resigned.",
        "draw offer": "Alice offers a draw.",
        "chat": "Guten Tag",
    }
    assert answer.status_code == 200
    assert shown[news] in text_of(answer)


def test_a_spectator_hears_nothing_of_the_chat(match: Match, alice: Player, charlie_client: Client) -> None:
    address = poll_of(charlie_client.get(f"/matches/{match.pk}/"))
    assert address

    talk.say(match_id=match.pk, player=alice, text="Guten Tag", now=timezone.now())

    assert charlie_client.get(address, headers=HTMX).status_code == 204


def test_a_spectator_learns_of_no_offer_from_where_the_page_asks(
    match: Match, alice: Player, charlie_client: Client, client: Client
) -> None:
    before = [poll_of(somebody.get(f"/matches/{match.pk}/")) for somebody in (charlie_client, client)]
    offers.offer_draw(match_id=match.pk, player=alice, now=timezone.now())

    after = [poll_of(somebody.get(f"/matches/{match.pk}/")) for somebody in (charlie_client, client)]

    assert before == after
    assert charlie_client.get(before[0] or "", headers=HTMX).status_code == 204


def test_players_look_often_at_first_then_seldom(match: Match, bob_client: Client, charlie_client: Client) -> None:
    soon = bob_client.get(f"/matches/{match.pk}/")
    Match.objects.update(turn_started_at=timezone.now() - timedelta(minutes=2))

    later = bob_client.get(poll_of(soon) or "", headers=HTMX)

    assert (seconds_of(soon), later.status_code, seconds_of(later)) == (3, 200, 20)
    assert seconds_of(charlie_client.get(f"/matches/{match.pk}/")) == 20


def test_the_title_says_how_many_matches_wait(match: Match, alice: Player, bob: Player, alice_client: Client) -> None:
    started(alice, bob, days_per_turn=5)

    for headers in ({}, HTMX):
        assert (
            "<title>(2) Alice – Bob · " in alice_client.get(f"/matches/{match.pk}/", headers=headers).content.decode()
        )


# --- a match that is over --------------------------------------------------------------------------------------------


def test_a_finished_match_says_who_won_and_why(match: Match, clients: dict[str, Client]) -> None:
    play(match, *FIRST_WINS)

    seen = {who: text_of(somebody.get(f"/matches/{match.pk}/")) for who, somebody in clients.items()}

    assert "You won: the target was knocked out." in seen["alice"]
    assert "Alice won: the target was knocked out." in seen["bob"]
    assert "Alice won: the target was knocked out." in seen["visitor"]
    assert "Rematch" in seen["alice"]
    assert "Rematch" not in seen["charlie"]


def test_a_finished_match_links_its_proof_and_record(match: Match, client: Client) -> None:
    play(match, *FIRST_WINS)

    page = client.get(f"/matches/{match.pk}/").content.decode()

    for address in ("proof/", "record.txt", "record.json"):
        assert f'href="/matches/{match.pk}/{address}"' in page


def test_a_rated_match_shows_how_the_ratings_changed(alice: Player, bob: Player, client: Client) -> None:
    match = play(started(alice, bob, rated=True), *FIRST_WINS)

    assert re.search(r"Alice 1500 → 1\d{3}", text_of(client.get(f"/matches/{match.pk}/")))


def test_a_drawn_and_an_aborted_match_say_so(alice: Player, bob: Player, client: Client) -> None:
    now = timezone.now()
    drawn, off = started(alice, bob), started(alice, bob, days_per_turn=5)
    offers.offer_draw(match_id=drawn.pk, player=alice, now=now)
    offers.accept_draw(match_id=drawn.pk, player=bob, now=now)
    offers.abort(match_id=off.pk, player=alice, now=now)

    assert "Drawn: a draw was agreed." in text_of(client.get(f"/matches/{drawn.pk}/"))
    assert "Called off before it had begun." in text_of(client.get(f"/matches/{off.pk}/"))


# --- limits ----------------------------------------------------------------------------------------------------------


LOOKS: list[tuple[str, dict[str, str], str, int]] = [
    ("alice", {}, "", 11),
    ("alice", HTMX, "", 10),
    ("bob", {}, "", 11),
    ("charlie", {}, "", 7),
    ("visitor", {}, "", 3),
    ("visitor", HTMX, "?at=1", 3),
]


@pytest.mark.parametrize("plies", [2, 30])
def test_a_match_is_looked_up_in_a_fixed_number_of_queries(
    alice: Player,
    bob: Player,
    clients: dict[str, Client],
    django_assert_num_queries: Any,
    subtests: pytest.Subtests,
    plies: int,
) -> None:
    match = play_on(started(alice, bob, setup="bw"), plies, seed=3)
    for line in range(plies // 4):
        talk.say(match_id=match.pk, player=(alice, bob)[line % 2], text="hello", now=timezone.now())

    for who, headers, query, number in LOOKS:
        with subtests.test(who=who, headers=headers, query=query), django_assert_num_queries(number):
            clients[who].get(f"/matches/{match.pk}/{query}", headers=headers)


def test_selecting_asks_for_nothing_but_the_board(
    match: Match, alice_client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(9):
        alice_client.get(f"/matches/{match.pk}/?from=a1", headers=HTMX)


def test_asking_in_vain_costs_few_queries(match: Match, bob_client: Client, django_assert_num_queries: Any) -> None:
    address = poll_of(bob_client.get(f"/matches/{match.pk}/"))

    with django_assert_num_queries(6):
        bob_client.get(address, headers=HTMX)


# --- how it began, and what is left of it ----------------------------------------------------------------------------


def begun(client: Client, match: Match, query: str = "") -> str:
    """What the page says about who begins."""
    found = re.search("<h2>Who begins</h2><p>(.*?)</p>", client.get(f"/matches/{match.pk}/{query}").content.decode())
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("throws", "alice_reads", "bob_reads"),
    [
        (BEATEN, "You threw rock, Bob scissors: you begin.", "You threw scissors, Alice rock: Alice begins."),
        (
            "paper scissors rock",
            "You threw rock, Bob paper: Bob begins.",
            "You threw paper, Alice rock: you begin.",
        ),
        (
            "rock scissors scissors",
            "You both threw rock; then you threw paper, Bob scissors: Bob begins.",
            "You both threw rock; then you threw scissors, Alice paper: you begin.",
        ),
        (
            "rock paper rock",
            "You both threw rock, then paper; then you threw scissors, Bob rock: Bob begins.",
            "You both threw rock, then paper; then you threw rock, Alice scissors: you begin.",
        ),
    ],
)
def test_both_read_who_threw_what_and_who_begins(
    alice: Player, bob: Player, clients: dict[str, Client], throws: str, alice_reads: str, bob_reads: str
) -> None:
    match = accepted(sealed(alice, beginner="throws"), bob, throws=throws)

    assert begun(clients["alice"], match) == alice_reads
    assert begun(clients["bob"], match) == bob_reads
    assert begun(clients["visitor"], match) == ""


def test_after_three_ties_they_read_that_it_was_drawn(alice: Player, bob: Player, alice_client: Client) -> None:
    match = accepted(sealed(alice, beginner="throws"), bob, throws=THROWS)

    begins = "you begin" if match.seats.get(player=alice).index == 0 else "Bob begins"
    assert begun(alice_client, match) == f"You both threw the same three times, so it was drawn: {begins}."


def test_who_begins_is_of_interest_at_the_start_alone(alice: Player, bob: Player, alice_client: Client) -> None:
    match = play_on(accepted(sealed(alice, beginner="random"), bob, throws=""), 3)

    assert begun(alice_client, match) == ""
    assert begun(alice_client, match, "?at=1").startswith("It was drawn who begins:")
    assert begun(alice_client, started(alice, bob)) == ""  # it was agreed


def test_a_match_that_is_over_offers_nothing_that_ends_it(
    computer_match: Match, guest: Player, guest_client: Client
) -> None:
    offers.resign(match_id=computer_match.pk, player=guest, now=timezone.now())

    page = guest_client.get(f"/matches/{computer_match.pk}/").content.decode()

    assert "Draw, resign" not in page
    assert re.search(r'<div id="offers" class="stack">\s*</div>', page)  # its panel is hidden: match.css


def test_a_visitor_is_sent_no_count_of_matches(alice: Player, bob: Player, client: Client) -> None:
    match = play_on(started(alice, bob), 4)

    assert 'id="waiting"' not in client.get(f"/matches/{match.pk}/?at=2", headers=HTMX).content.decode()


def test_a_rematch_that_is_asked_for_is_accepted_from_the_match(
    match: Match, alice: Player, bob: Player, clients: dict[str, Client]
) -> None:
    match = offers.resign(match_id=match.pk, player=bob, now=timezone.now())
    asked = challenges.rematch(match=match, player=bob, now=timezone.now())
    before = text_of(clients["alice"].get(f"/matches/{match.pk}/"))
    challenges.seal(challenge_id=asked.pk, player=bob, salt="pepper", throws="", now=timezone.now())

    pages = {who: clients[who].get(f"/matches/{match.pk}/") for who in ("alice", "bob", "visitor")}

    assert "Bob asks for a rematch" not in before
    assert "Bob asks for a rematch. Accept the rematch" in text_of(pages["alice"])
    assert f'href="/challenges/{asked.pk}/"' in pages["alice"].content.decode()
    assert not any("Accept the rematch" in text_of(pages[who]) for who in ("bob", "visitor"))


def test_a_match_that_is_over_can_be_played_on_for_practice_wherever_it_was_not_decided(
    alice: Player, bob: Player, alice_client: Client
) -> None:
    match = started(alice, bob)
    link = "/play/position/?position="
    assert link not in alice_client.get(f"/matches/{match.pk}/").content.decode()

    match = play(match, *FIRST_WINS)

    assert link not in alice_client.get(f"/matches/{match.pk}/").content.decode()  # nothing is left to play
    page = alice_client.get(f"/matches/{match.pk}/?at={match.ply - 1}").content.decode()
    before = html.unescape(re.search(f'href="({re.escape(link)}[^"]*)"', page)[1])  # type: ignore[index]
    assert "Play on from here" in page
    assert 'name="position"' in alice_client.get(before).content.decode()
