"""The lobby, and making a challenge."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import Challenge, Match
from games.play.services import challenges, draws, terms
from games.players import services as players
from games.players.models import Player, Rating
from tests.play.helpers import accepted, draft, play_on, quick, sealed, started
from tests.players.people import make_person

HTMX = {"HX-Request": "true"}
FORM = {"kind": "open", "setup": "battle_chess/w3", "days": "3", "beginner": "throws", "colour": "", "level": "2"}


def lobby(somebody: Client, **more: Any) -> str:
    return somebody.get("/play/", **more).content.decode()


def test_a_visitor_sees_open_challenges_alone(alice: Player, bob: Player, client: Client) -> None:
    shown = sealed(alice, setup="bw", rated=True)
    hidden = [draft(alice), sealed(alice, kind="invite"), sealed(alice, kind="direct", opponent=bob)]

    text = lobby(client)

    assert f'href="/challenges/{shown.pk}/"' in text
    assert all(word in text for word in ("BW Version", "3 days a turn", "rock, paper, scissors", "rated"))
    assert not any(f"/challenges/{challenge.pk}/" in text for challenge in hidden)
    assert "Yours" not in text


def test_ones_own_challenges_stand_apart_from_those_of_others(alice: Player, bob: Player, alice_client: Client) -> None:
    own = [draft(alice, setup="w5"), sealed(alice), sealed(alice, kind="direct", opponent=bob)]
    theirs = sealed(bob)

    open_part, own_part = lobby(alice_client).split("<h2>Yours</h2>")

    assert f"/challenges/{theirs.pk}/" in open_part
    assert all(f'action="/challenges/{challenge.pk}/withdraw/"' in own_part for challenge in own)
    assert not any(f'"/challenges/{challenge.pk}/"' in open_part for challenge in own)
    assert own_part.count("not sealed yet") == 1
    assert "To Bob" in own_part


def test_an_invitation_has_its_link_beside_it(alice: Player, alice_client: Client, settings: Any) -> None:
    made = sealed(alice, kind="invite")

    text = lobby(alice_client, headers={"host": "localhost"})

    assert f'value="{settings.SITE_URL}/invite/{made.invite_token}/"' in text


def test_direct_challenges_to_me_come_first(alice: Player, bob: Player, bob_client: Client) -> None:
    made = sealed(alice, kind="direct", opponent=bob)

    text = lobby(bob_client)

    assert text.index(f"/challenges/{made.pk}/") < text.index("Open challenges")
    assert "challenges you" in text


@pytest.mark.parametrize("end", ["accepted", "withdrawn", "expired", "left"])
def test_what_is_over_is_gone(alice: Player, bob: Player, charlie_client: Client, client: Client, end: str) -> None:
    made = sealed(alice)
    if end == "accepted":
        accepted(made, bob)
    elif end == "withdrawn":
        challenges.withdraw(challenge_id=made.pk, player=alice, now=timezone.now())
    elif end == "expired":
        Challenge.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        Player.objects.filter(pk=alice.pk).update(kind=Player.Kind.DELETED)

    for somebody in (charlie_client, client):
        assert f"/challenges/{made.pk}/" not in lobby(somebody)


def test_blocked_players_do_not_see_each_others_challenges(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client, charlie_client: Client
) -> None:
    by_alice, by_bob = sealed(alice), sealed(bob)
    direct = sealed(bob, kind="direct", opponent=alice)
    assert f"/challenges/{direct.pk}/" in lobby(alice_client)

    players.block(blocker=alice, blocked=bob, now=timezone.now())

    for made in (by_bob, direct):
        assert f"/challenges/{made.pk}/" not in lobby(alice_client)
    assert f"/challenges/{by_alice.pk}/" not in lobby(bob_client)
    assert f"/challenges/{by_bob.pk}/" in lobby(charlie_client)


def test_it_says_who_begins_and_which_colour_is_left_as_the_viewer_sees_it(
    alice: Player, alice_client: Client, bob_client: Client
) -> None:
    sealed(alice, beginner="challenger", colour="blue")

    assert "Alice begins" in lobby(bob_client)
    assert "blue is taken" in lobby(bob_client)
    assert "you begin" in lobby(alice_client)


def test_it_shows_the_challengers_rating_in_that_setup(alice: Player, client: Client) -> None:
    sealed(alice, setup="w3")
    for setup, rating in (("w3", 1612.4), ("bw", 1999.0)):
        Rating.objects.create(player=alice, game="battle_chess", setup=setup, rating=rating, rated_at=timezone.now())

    text = lobby(client)

    assert "1612" in text
    assert "1999" not in text


def test_an_empty_lobby_says_what_to_do(client: Client, db: None) -> None:
    text = lobby(client)

    assert "Nobody waits for an opponent" in text
    assert 'href="/challenges/new/"' in text


def test_public_matches_of_people_can_be_watched(
    alice: Player, bob: Player, charlie: Player, computer: Player, client: Client
) -> None:
    shown = play_on(started(alice, bob), 1)
    private = play_on(started(alice, charlie, private=True), 1)
    fresh = started(bob, charlie)
    alone = quick(alice, computer)

    text = lobby(client)

    assert f'href="/matches/{shown.pk}/"' in text
    assert not any(f'href="/matches/{match.pk}/"' in text for match in (private, fresh, alone))


def test_the_fragment_comes_when_something_has_changed_and_else_not(
    alice: Player, bob: Player, bob_client: Client
) -> None:
    before = lobby(bob_client)
    version = re.search(r"/play/\?v=([0-9a-f]+)", before)
    assert version

    same = bob_client.get(f"/play/?v={version[1]}", headers=HTMX)
    made = sealed(alice)
    changed = bob_client.get(f"/play/?v={version[1]}", headers=HTMX)

    assert (same.status_code, same.content) == (204, b"")
    text = changed.content.decode()
    assert text.startswith('<div id="lobby"')
    assert f"/challenges/{made.pk}/" in text
    assert "<html" not in text
    assert f"v={version[1]}" not in text
    assert "HX-Request" in changed["Vary"]


def test_the_fragment_brings_the_count_in_the_head_along(alice: Player, bob: Player, bob_client: Client) -> None:
    started(bob, alice)

    fragment = bob_client.get("/play/?v=0", headers=HTMX).content.decode()

    assert '<span id="waiting" hx-swap-oob="true" class="count"' in fragment
    assert fragment.count('id="waiting"') == 1
    assert lobby(bob_client).count('id="waiting"') == 1


def test_it_asks_the_database_as_often_for_many_challenges_as_for_few(
    alice: Player, alice_client: Client, django_assert_num_queries: Any
) -> None:
    friends = [make_person(f"Friend-{number}") for number in range(12)]

    def fill(some: list[Player]) -> None:
        for friend in some:
            sealed(friend)
            sealed(friend, kind="direct", opponent=alice)
            sealed(alice, kind="invite")
        play_on(started(some[0], some[1]), 1)

    fill(friends[:2])
    with django_assert_num_queries(9):
        lobby(alice_client)
    fill(friends[2:])
    with django_assert_num_queries(9):
        lobby(alice_client)


def test_a_new_challenge_is_made_and_leads_to_its_page(alice: Player, alice_client: Client) -> None:
    values = FORM | {"setup": "battle_chess/rg", "days": "none", "colour": "blue", "rated": "on", "private": "on"}

    answer = alice_client.post("/challenges/new/", values)

    made = Challenge.objects.get()
    assert answer["Location"] == f"/challenges/{made.pk}/"
    assert (made.challenger, made.kind, made.status) == (alice, "open", "draft")
    assert (made.game, made.setup, made.colour) == ("battle_chess", "rg", "blue")
    assert (made.days_per_turn, made.rated, made.private) == (None, True, True)


def test_sending_the_form_twice_makes_one(alice_client: Client) -> None:
    answers = [alice_client.post("/challenges/new/", FORM) for _ in range(2)]

    assert answers[0]["Location"] == answers[1]["Location"]
    assert Challenge.objects.count() == 1


def test_looking_at_the_form_makes_nothing(alice_client: Client) -> None:
    answer = alice_client.get("/challenges/new/?kind=direct&opponent=Bob&setup=battle_chess/w5")

    text = answer.content.decode()
    assert re.search(r'name="kind" value="direct"[^>]*checked', text)
    assert 'name="opponent" value="Bob"' in text
    assert re.search(r'name="setup" value="battle_chess/w5"[^>]*checked', text)
    assert not Challenge.objects.exists()


@pytest.mark.parametrize("name", ["Bob", "bob", " BOB ", "Ｂｏｂ"])
def test_a_player_is_found_by_name_whatever_its_capitals(bob: Player, alice_client: Client, name: str) -> None:
    alice_client.post("/challenges/new/", FORM | {"kind": "direct", "opponent": name})

    assert Challenge.objects.get().opponent == bob


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "Write the name"),
        ("Nobody-here", "There is no player “Nobody-here”"),
        ("B0b", "There is no player “B0b”. Do you mean Bob?"),
        ("Воb", "Do you mean Bob?"),  # Cyrillic letters
        ("Alice", "You cannot challenge yourself"),
        ("Computer-Greedy", "That is a computer player: choose “The computer”"),
        ("Guest-00000001", "There is no player"),
        ("x" * 10_000, "at most 80 characters"),
        ("a\x00b", "Null characters"),
        ("<script>alert(1)</script>", "There is no player “&lt;script&gt;"),
    ],
)
def test_a_name_that_is_not_a_players_says_so_and_loses_nothing(
    bob: Player, guest: Player, alice_client: Client, name: str, reason: str
) -> None:
    answer = alice_client.post(
        "/challenges/new/", FORM | {"kind": "direct", "opponent": name, "setup": "battle_chess/w12", "days": "7"}
    )

    text = answer.content.decode()
    assert answer.status_code == 422
    assert reason in text
    assert re.search(r'name="setup" value="battle_chess/w12"[^>]*checked', text)
    assert re.search(r'name="days" value="7"[^>]*checked', text)
    assert not Challenge.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("kind", "", "Choose whom you challenge."),
        ("kind", "gift", "Choose one of these."),
        ("setup", "", "Choose a setup."),
        ("setup", "battle_chess/w4", "Choose one of these setups."),
        ("setup", "x" * 10_000, "Choose one of these setups."),
        ("days", "4", "Choose one of these."),
        ("days", "-1", "Choose one of these."),
        ("beginner", "me", "Choose one of these."),
        ("colour", "pink", "Select a valid choice."),
    ],
)
def test_a_malformed_value_says_what_to_do(alice_client: Client, field: str, value: str, reason: str) -> None:
    answer = alice_client.post("/challenges/new/", FORM | {field: value})

    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Challenge.objects.exists()


def test_an_empty_form_says_all_that_is_missing(alice_client: Client) -> None:
    answer = alice_client.post("/challenges/new/", {})

    text = answer.content.decode()
    assert answer.status_code == 422
    assert all(
        words in text
        for words in ("Choose whom you challenge.", "Choose a setup.", "how long a turn", "Choose who begins.")
    )


def test_what_does_not_belong_to_the_kind_is_left_aside(alice_client: Client, computer: Player) -> None:
    values = FORM | {"kind": "computer", "level": "1", "rated": "on", "setup": "battle_chess/bw", "colour": "red"}

    alice_client.post("/challenges/new/", values)

    made = Challenge.objects.get()
    assert (made.opponent, made.rated, made.colour) == (computer, False, "")


def test_the_computer_wants_a_level(alice_client: Client) -> None:
    answer = alice_client.post("/challenges/new/", FORM | {"kind": "computer", "level": ""})

    assert answer.status_code == 422
    assert "Choose a level." in answer.content.decode()


def test_a_guest_is_offered_the_computer_alone(guest_client: Client) -> None:
    text = guest_client.get("/challenges/new/").content.decode()

    assert re.findall(r'name="kind" value="(\w+)"[^>]*checked', text) == ["computer"]
    assert text.count('name="kind"') == 1
    assert guest_client.post("/challenges/new/", FORM).status_code == 422
    assert guest_client.post("/challenges/new/", FORM | {"kind": "computer"}).status_code == 302


def test_a_visitor_logs_in_first_and_comes_back(client: Client, db: None) -> None:
    answer = client.get("/challenges/new/?kind=invite")

    assert answer["Location"] == "/account/login/?next=%2Fchallenges%2Fnew%2F%3Fkind%3Dinvite"


def test_a_cap_is_said_in_the_form(alice: Player, alice_client: Client, bob: Player) -> None:
    for _ in range(terms.PENDING_AT_ONCE):
        sealed(alice)

    answer = alice_client.post("/challenges/new/", FORM)

    assert answer.status_code == 429
    assert "withdraw one first" in answer.content.decode()


def play(somebody: Client, **more: str) -> Any:
    fields = {
        "setup": "battle_chess/w3",
        "level": "1",
        "commitment": draws.reserve(None, address="198.51.100.1"),
        "salt": "sea",
    }
    return somebody.post("/play/computer/", fields | more)


def test_the_draws_of_a_match_at_once_are_sealed_before_it_is_asked_for(client: Client, computer: Player) -> None:
    page = client.get("/").content.decode()
    (shown,) = re.findall('name="commitment" value="([0-9a-f]{64})"', page)

    play(client, commitment=shown, salt="my own word")

    match = Match.objects.get()
    assert f">{shown}</code>" in page
    assert match.secret.commitment == shown
    assert match.seats.exclude(player=computer).get().salt == "my own word"


def seal_on(somebody: Client, path: str = "/", **more: str) -> str:
    """The commitment that a page shows beside the button, "" for none."""
    found = re.search('name="commitment" value="([0-9a-f]{64})"', somebody.get(path, **more).content.decode())
    return found[1] if found else ""


def test_a_player_is_shown_one_seal_until_it_is_used(
    alice_client: Client, bob_client: Client, computer: Player
) -> None:
    shown = {seal_on(alice_client, path) for path in ("/", "/", "/play/")}
    (first,) = shown
    play(alice_client, commitment=first)

    assert Match.objects.get().secret.commitment == first
    assert seal_on(alice_client) not in (first, "", seal_on(bob_client))


def test_visitors_of_one_address_are_given_no_end_of_seals(
    client: Client, computer: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draws, "RESERVED_PER_ADDRESS", 3)
    seals = [seal_on(client, REMOTE_ADDR="203.0.113.9") for _ in range(5)]
    page = client.get("/", REMOTE_ADDR="203.0.113.9").content.decode()

    assert [bool(seal) for seal in seals] == [True, True, True, False, False]
    assert len(set(seals[:3])) == 3
    assert "Its draws are sealed already" not in page
    assert seal_on(client, REMOTE_ADDR="203.0.113.10")
    started = play(client, commitment=seals[4])
    assert started["Location"] == f"/challenges/{Challenge.objects.get().pk}/"  # where the seal is shown


@pytest.mark.parametrize("gone", ["", "0" * 64, "é" * 64])
def test_a_seal_that_is_gone_leads_to_a_fresh_one(guest_client: Client, computer: Player, gone: str) -> None:
    answer = play(guest_client, commitment=gone)

    challenge = Challenge.objects.get()
    assert answer["Location"] == f"/challenges/{challenge.pk}/"
    assert challenge.status == "draft"
    assert challenge.secret.commitment in guest_client.get(answer["Location"]).content.decode()
    assert not Match.objects.exists()


def test_a_visitor_plays_the_computer_at_once_as_a_guest(client: Client, computer: Player) -> None:
    answer = play(client)

    match = Match.objects.get()
    guest = match.seats.exclude(player=computer).get().player
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert guest.kind == "guest"
    assert f'href="/matches/{match.pk}/"' in client.get("/matches/").content.decode()


def test_a_guest_stays_the_same_guest(client: Client, computer: Player) -> None:
    play(client)
    play(client, setup="battle_chess/bw")

    assert Player.objects.filter(kind="guest").count() == 1
    assert Match.objects.count() == 2


def test_a_double_click_starts_one_match(guest_client: Client, computer: Player) -> None:
    assert play(guest_client)["Location"] == play(guest_client)["Location"]
    assert Match.objects.count() == 1


def test_looking_starts_no_match(client: Client, guest_client: Client) -> None:
    for somebody in (client, guest_client):
        assert somebody.get("/play/computer/").status_code == 405
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"setup": ""}, {"setup": "go/19"}, {"setup": "w3"}, {"level": "9"}, {"level": "x" * 10_000}, {"salt": "x" * 65}],
)
def test_a_malformed_start_makes_no_guest(client: Client, db: None, wrong: dict[str, str]) -> None:
    answer = play(client, **wrong)

    assert answer.status_code == 422
    assert re.search("Choose|At most 64", answer.content.decode())
    assert not Player.objects.filter(kind="guest").exists()


def test_guests_of_one_address_are_limited(computer: Player) -> None:
    answers = [play(Client()).status_code for _ in range(players.GUESTS_PER_HOUR + 1)]

    assert answers == [302] * players.GUESTS_PER_HOUR + [429]


def test_an_operator_plays_under_a_name_of_their_own(admin_client: Client, computer: Player) -> None:
    answer = play(admin_client)

    assert answer.status_code == 302
    assert "You play as a guest" not in lobby(admin_client)
    assert not Player.objects.filter(kind="guest").exists()
