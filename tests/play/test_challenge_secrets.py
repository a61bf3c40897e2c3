"""What a challenger has sealed and the secret of the draws reach nobody.

For two values of all of it, every answer is the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.utils import timezone

from games.play.models import Challenge, DrawSecret
from games.play.services import challenges
from games.players.models import Player
from tests.play.helpers import SEAL, accepted, draft, sealed, stable

pytestmark = pytest.mark.usefixtures("standing_clock")

SEALED = (
    {"throws": "rock rock rock", "salt": "first salt"},
    {"throws": "paper scissors paper", "salt": "quite another salt"},
)
SECRETS = (bytes(32), bytes(range(32)))
HTMX = {"HX-Request": "true"}


def addresses(challenge: Challenge) -> Iterator[str]:
    yield f"/challenges/{challenge.pk}/"
    yield "/play/"
    yield "/"
    yield "/matches/"
    if challenge.invite_token:
        yield f"/invite/{challenge.invite_token}/"


def answers(challenge: Challenge, somebody: Client) -> list[bytes]:
    """Every page that has to do with the challenge, the fragments of those that have one, what a wrong answer gives."""
    pages = [stable(somebody.get(address)) for address in addresses(challenge)]
    fragments = [stable(somebody.get(address, headers=HTMX)) for address in (f"/challenges/{challenge.pk}/", "/play/")]
    token = {"token": challenge.invite_token or ""}
    wrong = [
        stable(somebody.post(f"/challenges/{challenge.pk}/accept/", SEAL | token | {"throw_1": "well"})),
        stable(somebody.post(f"/challenges/{challenge.pk}/seal/", SEAL | {"throw_1": "well"})),
    ]
    return pages + fragments + wrong


def seen(challenge: Challenge, somebody: Client) -> list[list[bytes]]:
    """The answers for either value of the secret and, of a sealed challenge, of what is sealed."""
    found = []
    for secret, values in zip(SECRETS, SEALED, strict=True):
        DrawSecret.objects.filter(pk=challenge.secret_id).update(value=secret)
        if challenge.status != Challenge.Status.DRAFT:
            Challenge.objects.filter(pk=challenge.pk).update(**values)
        found.append(answers(challenge, somebody))
    return found


@pytest.mark.parametrize("kind", ["open", "direct", "invite"])
def test_neither_what_is_sealed_nor_the_secret_is_on_any_page(
    alice: Player,
    bob: Player,
    alice_client: Client,
    bob_client: Client,
    charlie_client: Client,
    guest_client: Client,
    client: Client,
    kind: str,
) -> None:
    challenge = sealed(alice, kind=kind, opponent=bob if kind == "direct" else None)

    others = {"open": [bob_client], "direct": [bob_client, charlie_client], "invite": [guest_client]}[kind]
    for viewer in (alice_client, *others, client):
        first, second = seen(challenge, viewer)
        assert first == second


def end_by_withdrawing(challenge: Challenge) -> None:
    challenges.withdraw(challenge_id=challenge.pk, player=challenge.challenger, now=timezone.now())


def end_by_expiry(challenge: Challenge) -> None:
    challenges.expire(now=challenge.expires_at)


@pytest.mark.parametrize("end", [end_by_withdrawing, end_by_expiry])
def test_they_stay_sealed_when_it_came_to_nothing(
    alice: Player, alice_client: Client, bob_client: Client, end: Callable[[Challenge], None]
) -> None:
    challenge = sealed(alice)
    end(challenge)

    for viewer in (alice_client, bob_client):
        first, second = seen(challenge, viewer)
        assert first == second


def test_the_secret_of_a_draft_is_on_no_page(
    alice: Player, alice_client: Client, bob_client: Client, client: Client
) -> None:
    unsealed = draft(alice, setup="bw")

    for viewer in (alice_client, bob_client, client):
        first, second = seen(unsealed, viewer)
        assert first == second


def test_a_hidden_draft_does_not_show_in_what_others_are_answered(
    alice: Player, bob: Player, bob_client: Client, client: Client
) -> None:
    before = [stable(bob_client.get(address)) for address in ("/play/", "/", "/matches/")]

    hidden = draft(alice, kind="direct", opponent=bob)

    assert [stable(bob_client.get(address)) for address in ("/play/", "/", "/matches/")] == before
    assert bob_client.get(f"/challenges/{hidden.pk}/").status_code == 404
    assert stable(bob_client.get(f"/challenges/{hidden.pk}/")) == stable(
        bob_client.get(f"/challenges/{hidden.pk + 1000}/")
    ).replace(str(hidden.pk + 1000).encode(), str(hidden.pk).encode())


def test_throws_are_shown_to_the_players_once_the_match_has_begun(
    alice: Player, bob: Player, alice_client: Client
) -> None:
    match = accepted(sealed(alice), bob)

    assert match.beginner["throws"] == [["rock", "paper", "scissors"], ["scissors", "rock", "paper"]]
