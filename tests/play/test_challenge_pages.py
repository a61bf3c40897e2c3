"""The page of a challenge for each who may come: its challenger, its opponent, a stranger, a guest, a visitor."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import quote

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.outbox.models import Job
from games.play.models import Challenge, Match
from games.play.services import challenges
from games.players import services as players
from games.players.models import Player
from tests.play.helpers import SEAL, THROWS, accepted, draft, sealed

HTMX = {"HX-Request": "true"}
ACTIONS = ("seal", "accept", "decline", "withdraw")


def page(challenge: Challenge) -> str:
    return f"/challenges/{challenge.pk}/"


def invite(challenge: Challenge) -> str:
    return f"/invite/{challenge.invite_token}/"


def test_a_draft_shows_its_challenger_the_commitment_and_asks_for_throws_and_salt(
    alice: Player, alice_client: Client
) -> None:
    made = draft(alice)

    answer = alice_client.get(page(made))

    assert answer.status_code == 200
    text = answer.content.decode()
    assert made.secret.commitment in text
    assert text.count('type="radio" name="throw_') == 9
    assert re.search(r'name="salt" value="[0-9a-f]{16}"', text)


def test_a_draft_is_nobody_elses(
    alice: Player, bob: Player, bob_client: Client, guest_client: Client, client: Client
) -> None:
    made = draft(alice, kind="direct", opponent=bob)

    for stranger in (bob_client, guest_client, client):
        assert stranger.get(page(made)).status_code == 404
        for action in ACTIONS:
            assert stranger.post(f"{page(made)}{action}/", SEAL).status_code == 404
    made.refresh_from_db()
    assert made.status == "draft"


def test_no_throws_are_asked_for_where_they_do_not_decide(alice: Player, alice_client: Client) -> None:
    made = draft(alice, beginner="random")

    assert b"throw_1" not in alice_client.get(page(made)).content
    assert alice_client.post(f"{page(made)}seal/", {"salt": ""}).status_code == 302
    assert Challenge.objects.get().status == "open"


def test_sealing_publishes_it_and_comes_back_to_its_page(alice: Player, alice_client: Client) -> None:
    made = draft(alice)

    answer = alice_client.post(f"{page(made)}seal/", SEAL)

    assert (answer.status_code, answer["Location"]) == (302, page(made))
    made.refresh_from_db()
    assert (made.status, made.salt, made.throws) == ("open", "sea salt", THROWS)
    assert "It stands in the lobby" in alice_client.get(page(made)).content.decode()


def test_a_challenge_to_the_computer_leads_to_the_match(alice: Player, alice_client: Client, computer: Player) -> None:
    made = draft(alice, kind="computer", opponent=computer)

    answer = alice_client.post(f"{page(made)}seal/", SEAL)

    assert answer["Location"] == f"/matches/{Match.objects.get().pk}/"


def test_sealing_twice_keeps_the_first(alice: Player, alice_client: Client) -> None:
    made = draft(alice)
    alice_client.post(f"{page(made)}seal/", SEAL)

    again = alice_client.post(f"{page(made)}seal/", SEAL | {"salt": "other"})

    assert again.status_code == 409
    assert "sealed this challenge already" in again.content.decode()
    made.refresh_from_db()
    assert made.salt == "sea salt"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"throw_2": ""}, "Choose one."),
        ({"throw_2": "well"}, "Choose rock, paper or scissors."),
        ({"throw_2": "x" * 10_000}, "Choose rock, paper or scissors."),
        ({"salt": "s" * 10_000}, "at most 64 characters"),
        ({"salt": "a\x00b"}, "Null characters are not allowed"),
    ],
)
def test_a_wrong_seal_says_so_and_loses_nothing(
    alice: Player, alice_client: Client, wrong: dict[str, str], reason: str
) -> None:
    made = draft(alice)

    answer = alice_client.post(f"{page(made)}seal/", SEAL | wrong)

    text = answer.content.decode()
    assert answer.status_code == 422
    assert reason in text
    assert re.search(r'name="throw_1" value="rock"[^>]*checked', text)
    if "salt" not in wrong:
        assert 'name="salt" value="sea salt"' in text
    made.refresh_from_db()
    assert made.status == "draft"


@pytest.mark.parametrize("action", ACTIONS)
def test_looking_changes_nothing(alice: Player, alice_client: Client, bob_client: Client, action: str) -> None:
    made = sealed(alice)

    for somebody in (alice_client, bob_client):
        assert somebody.get(f"{page(made)}{action}/").status_code == 405
        assert somebody.head(f"{page(made)}{action}/").status_code == 405
    made.refresh_from_db()
    assert made.status == "open"


def test_a_form_of_another_site_is_refused(alice: Player) -> None:
    made = sealed(alice)
    careful = Client(enforce_csrf_checks=True)

    assert careful.post(f"{page(made)}accept/", SEAL).status_code == 403


def test_the_other_player_sees_the_same_commitment_and_accepts_by_throws_and_salt(
    alice: Player, bob: Player, bob_client: Client
) -> None:
    made = sealed(alice)

    looked = bob_client.get(page(made)).content.decode()
    answer = bob_client.post(f"{page(made)}accept/", SEAL | {"throw_1": "scissors"})

    assert made.secret.commitment in looked
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert match.seats.get(player=bob).salt == "sea salt"
    assert match.seats.get(index=0).player == alice  # rock beats scissors


def test_accepting_twice_leads_to_the_same_match(alice: Player, bob_client: Client) -> None:
    made = sealed(alice)

    answers = [bob_client.post(f"{page(made)}accept/", SEAL) for _ in range(3)]

    assert len({answer["Location"] for answer in answers}) == 1
    assert Match.objects.count() == 1
    assert bob_client.get(page(made))["Location"] == answers[0]["Location"]


def test_who_comes_second_gets_a_plain_message(alice: Player, bob: Player, charlie_client: Client) -> None:
    made = sealed(alice)
    accepted(made, bob)

    posted = charlie_client.post(f"{page(made)}accept/", SEAL)
    looked = charlie_client.get(page(made))

    assert posted.status_code == 409
    assert "not open any more" in posted.content.decode()
    assert looked.status_code == 410
    assert "Somebody else was faster" in looked.content.decode()


def test_a_wrong_answer_says_so_and_loses_nothing(alice: Player, bob_client: Client) -> None:
    made = sealed(alice)

    answer = bob_client.post(f"{page(made)}accept/", {"throw_1": "rock", "salt": "mine", "colour": "green"})

    text = answer.content.decode()
    assert answer.status_code == 422
    assert text.count("Choose one.") == 2
    assert 'name="salt" value="mine"' in text
    assert re.search(r'name="colour" value="green"[^>]*checked', text)


def test_the_challengers_colour_cannot_be_taken_too(alice: Player, bob_client: Client) -> None:
    made = sealed(alice, colour="blue")

    assert 'name="colour" value="blue"' not in bob_client.get(page(made)).content.decode()
    assert bob_client.post(f"{page(made)}accept/", SEAL | {"colour": "blue"}).status_code == 422
    assert bob_client.post(f"{page(made)}accept/", SEAL | {"colour": "red"}).status_code == 302
    assert set(Match.objects.get().seats.values_list("colour", flat=True)) == {"blue", "red"}


def test_a_visitor_is_sent_to_log_in_and_back(alice: Player, client: Client) -> None:
    made = sealed(alice, kind="invite")

    looked = client.get(invite(made)).content.decode()
    posted = client.post(f"{page(made)}accept/", SEAL | {"token": made.invite_token})

    back = quote(invite(made), safe="")
    assert f'href="/account/login/?next={quote(invite(made))}"' in looked
    assert f'href="/account/signup/?next={quote(invite(made))}"' in looked
    assert posted["Location"] == f"/account/login/?next={back}"
    assert not Match.objects.exists()


def test_a_guest_is_told_to_sign_up(alice: Player, guest_client: Client) -> None:
    made = sealed(alice)

    looked = guest_client.get(page(made)).content.decode()
    posted = guest_client.post(f"{page(made)}accept/", SEAL)

    assert "you need an account" in looked
    assert f"{page(made)}accept/" not in looked
    assert posted.status_code == 403
    assert "Sign up to play with people" in posted.content.decode()


def test_a_direct_challenge_is_between_two(
    alice: Player, bob: Player, bob_client: Client, charlie_client: Client, client: Client
) -> None:
    made = sealed(alice, kind="direct", opponent=bob)

    for stranger in (charlie_client, client):
        assert stranger.get(page(made)).status_code == 404
        assert stranger.post(f"{page(made)}accept/", SEAL).status_code == 404
    text = bob_client.get(page(made)).content.decode()
    assert "Challenge by Alice" in text
    assert "Decline" in text


def test_declining_goes_back_to_the_lobby_and_tells_the_challenger(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client
) -> None:
    made = sealed(alice, kind="direct", opponent=bob)

    answer = bob_client.post(f"{page(made)}decline/", follow=True)

    assert answer.redirect_chain == [("/play/", 302)]
    assert "declined the challenge of Alice" in answer.content.decode()
    assert "Bob has declined it" in alice_client.get(page(made)).content.decode()
    assert bob_client.post(f"{page(made)}decline/").status_code == 409


def test_withdrawing_goes_back_to_the_lobby_and_tells_the_others(
    alice: Player, alice_client: Client, bob_client: Client
) -> None:
    made = sealed(alice)

    answer = alice_client.post(f"{page(made)}withdraw/", follow=True)

    assert answer.redirect_chain == [("/play/", 302)]
    looked = bob_client.get(page(made))
    assert looked.status_code == 410
    assert "Alice has withdrawn it" in looked.content.decode()
    assert bob_client.post(f"{page(made)}accept/", SEAL).status_code == 409
    assert not Match.objects.exists()


def test_nobody_withdraws_or_seals_what_is_anothers(alice: Player, bob_client: Client, client: Client) -> None:
    made = sealed(alice)

    assert bob_client.post(f"{page(made)}withdraw/").status_code == 403
    assert bob_client.post(f"{page(made)}decline/").status_code == 403
    assert bob_client.post(f"{page(made)}seal/", SEAL).status_code == 403
    for action in ("withdraw", "decline"):
        assert client.post(f"{page(made)}{action}/")["Location"].startswith("/account/login/")
    made.refresh_from_db()
    assert (made.status, made.salt) == ("open", "pepper")


def test_an_invitation_shows_its_challenger_a_link_of_the_sites_own(
    alice: Player, alice_client: Client, bob: Player, bob_client: Client
) -> None:
    made = sealed(alice, kind="invite")

    own = alice_client.get(page(made), headers={"host": "localhost"}).content.decode()
    shown = bob_client.get(invite(made), headers={"host": "localhost"}).content.decode()

    assert f'value="{settings.SITE_URL}{invite(made)}"' in own
    assert "Alice invites you" in shown
    assert "//localhost" not in own + shown
    assert alice_client.get(page(made), headers={"host": "evil.example"}).status_code == 400


def test_an_invitation_is_opened_by_its_link_alone(
    alice: Player, alice_client: Client, bob_client: Client, client: Client
) -> None:
    made = sealed(alice, kind="invite")

    assert client.get(invite(made)).status_code == 200
    assert alice_client.get(invite(made))["Location"] == page(made)
    for somebody in (bob_client, client):
        assert somebody.get(page(made)).status_code == 404
        assert somebody.post(f"{page(made)}accept/", SEAL).status_code == 404
        assert somebody.post(f"{page(made)}accept/", SEAL | {"token": "0" * 32}).status_code == 404
    assert bob_client.post(f"{page(made)}accept/", SEAL | {"token": made.invite_token}).status_code == 302


@pytest.mark.parametrize("token", ["0" * 32, "0" * 31, "x" * 32, "a" * 10_000, "%00" * 32, "é"])
def test_a_foreign_token_is_not_found(alice: Player, client: Client, token: str) -> None:
    sealed(alice, kind="invite")

    assert client.get(f"/invite/{token}/").status_code == 404


def test_a_link_that_is_withdrawn_accepted_or_expired_says_so(
    alice: Player, bob: Player, charlie_client: Client
) -> None:
    gone, taken, late = (sealed(alice, kind="invite") for _ in range(3))
    challenges.withdraw(challenge_id=gone.pk, player=alice, now=timezone.now())
    accepted(taken, bob)
    Challenge.objects.filter(pk=late.pk).update(expires_at=timezone.now() - timedelta(seconds=1))

    answers = [charlie_client.get(invite(made)) for made in (gone, taken, late)]

    assert [answer.status_code for answer in answers] == [410, 410, 410]
    words = ("Alice has withdrawn it", "it has been accepted", "Its time ran out")
    assert all(word in answer.content.decode() for word, answer in zip(words, answers, strict=True))
    for made in (gone, taken, late):
        answer = charlie_client.post(f"{page(made)}accept/", SEAL | {"token": made.invite_token})
        assert answer.status_code == 409
    assert Match.objects.count() == 1


def test_an_unsealed_invitation_has_no_link_yet(alice: Player, alice_client: Client, client: Client) -> None:
    made = draft(alice, kind="invite")

    assert made.invite_token not in alice_client.get(page(made)).content.decode()
    assert client.get(invite(made)).status_code == 404


def test_who_signs_up_for_an_invitation_comes_back_to_it(alice: Player, client: Client) -> None:
    made = sealed(alice, kind="invite")
    form = {"username": "Dora", "email": "dora@example.org", "password1": "a long pass phrase", "next": invite(made)}

    client.post("/account/signup/", form)
    link = re.search(r"/account/confirm-email/[^/\s]+/", _letter())
    confirmed = client.post(link[0] if link else "")

    assert confirmed["Location"] == invite(made)
    assert client.post(f"{page(made)}accept/", SEAL | {"token": made.invite_token}).status_code == 302


def _letter() -> str:
    """The confirmation, wherever the site keeps it before it goes out."""
    return str([job.payload for job in Job.objects.all()]) + "".join(str(sent.body) for sent in mail.outbox)


def test_the_challengers_page_asks_by_itself_and_goes_to_the_match(
    alice: Player, bob: Player, alice_client: Client
) -> None:
    made = sealed(alice)
    text = alice_client.get(page(made)).content.decode()
    assert f'hx-get="{page(made)}?status=open"' in text

    waits = alice_client.get(f"{page(made)}?status=open", headers=HTMX)
    match = accepted(made, bob)
    begun = alice_client.get(f"{page(made)}?status=open", headers=HTMX)

    assert (waits.status_code, waits.content) == (204, b"")
    assert begun["HX-Redirect"] == f"/matches/{match.pk}/"


def test_the_fragment_is_the_part_of_the_page_that_changes(
    alice: Player, bob: Player, alice_client: Client, bob_client: Client
) -> None:
    made = sealed(alice, kind="direct", opponent=bob)
    bob_client.post(f"{page(made)}decline/")

    fragment = alice_client.get(f"{page(made)}?status=open", headers=HTMX)

    text = fragment.content.decode()
    assert text.startswith('<div id="challenge"')
    assert "Bob has declined it" in text
    assert "<html" not in text
    assert "data-poll" not in text
    assert "HX-Request" in fragment["Vary"]


@pytest.mark.parametrize("number", ["0", "999999999", "9" * 30])
def test_what_was_never_made_is_not_found(alice_client: Client, number: str) -> None:
    assert alice_client.get(f"/challenges/{number}/").status_code == 404
    for action in ACTIONS:
        assert alice_client.post(f"/challenges/{number}/{action}/", SEAL).status_code == 404


def test_it_asks_the_database_a_fixed_number_of_times(
    alice: Player, bob_client: Client, django_assert_max_num_queries: object
) -> None:
    made = sealed(alice)
    bob_client.get(page(made))

    with django_assert_max_num_queries(6):  # type: ignore[operator]
        bob_client.get(page(made))


@pytest.mark.parametrize("direction", [(0, 1), (1, 0)])
@pytest.mark.parametrize("kind", ["open", "invite", "direct"])
def test_a_challenge_is_not_offered_across_a_block_nor_is_it_told_whose(
    alice: Player, bob: Player, bob_client: Client, kind: str, direction: tuple[int, int]
) -> None:
    made = sealed(alice, kind=kind, **({"opponent": bob} if kind == "direct" else {}))
    blocker, blocked = ((alice, bob)[index] for index in direction)
    players.block(blocker=blocker, blocked=blocked, now=timezone.now())

    answer = bob_client.get(invite(made) if kind == "invite" else page(made))

    text = answer.content.decode()
    assert answer.status_code == 403
    assert "This challenge is not open to you." in text
    assert "Accept and begin" not in text
    assert "block" not in text.casefold().replace("%20", "")[text.index('id="challenge"') :].partition("</main>")[0]
    assert ("Decline" in text) is (kind == "direct")
    if kind == "direct":
        assert bob_client.post(f"{page(made)}decline/").status_code == 302
