"""A mail is in the language of who gets it, whoever caused it."""

from __future__ import annotations

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone

from games.play.models import Match
from games.play.services import challenges, offers
from games.players.models import Player
from tests.notices.conftest import Deliver, deliver, html_of, job_of  # noqa: F401
from tests.play.helpers import sealed, started
from tests.play.playing import play

NOW = timezone.now()


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return started(alice, bob)


def sent(deliver: Deliver, kind: str, player: Player) -> EmailMultiAlternatives:  # noqa: F811
    """The player's last mail of that kind, its spaces all alike."""
    job = job_of(kind, player)
    message = deliver(job, job.run_at)
    assert message is not None
    message.body = str(message.body).replace("\u202f", " ").replace("\xa0", " ")
    return message


def test_a_turn_is_told_to_each_in_their_language(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:  # noqa: F811
    english = sent(deliver, "your_turn", alice)
    play(match, "c1-c2")
    french = sent(deliver, "your_turn", bob)

    assert english.subject == "Your turn against Bob (W, three-on-three)"
    assert french.subject == "À toi de jouer contre Alice (W, trois contre trois)"
    assert "Ce qu’a fait Alice :\n- Magicarpe va de c1 en c2." in french.body
    assert "M Magicarpe, T Togepi, U Pikachu" in french.body
    assert "Dé Plus Power : +0 +0 +20 +30 +40 +70" in french.body
    assert '<html lang="fr">' in html_of(french)
    assert "Toutes les préférences d’e-mail" in html_of(french)


def test_a_challenge_is_told_in_french(alice: Player, bob: Player, deliver: Deliver) -> None:  # noqa: F811
    sealed(alice, kind="direct", opponent=bob, setup="bw")

    message = sent(deliver, "challenge", bob)

    assert message.subject == "Alice veut jouer avec toi (Version BW)"
    assert "- 3 jours par coup\n- Non classée\n- Qui commence : Pierre, feuille, ciseaux\n" in message.body


def test_a_declined_challenge_is_told_in_french(alice: Player, bob: Player, deliver: Deliver) -> None:  # noqa: F811
    offer = sealed(bob, kind="direct", opponent=alice, setup="bw")
    challenges.decline(challenge_id=offer.pk, player=alice, now=NOW)

    message = sent(deliver, "challenge", bob)

    assert message.subject == "Alice a refusé ton défi (Version BW)"
    assert "Alice a refusé ton défi pour une partie de Battle Chess, Version BW." in message.body


def test_a_result_is_told_in_french(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:  # noqa: F811
    play(match, "c1-c2", "a4-a3")
    offers.resign(match_id=match.pk, player=alice, now=NOW)

    message = sent(deliver, "match_over", bob)

    assert message.subject == "Tu as gagné contre Alice (W, trois contre trois)"
    assert "Tu as gagné contre Alice à Battle Chess, W, trois contre trois : abandon par Alice." in message.body


def test_time_left_is_counted_in_french(match: Match, alice: Player, bob: Player, deliver: Deliver) -> None:  # noqa: F811
    play(match, "c1-c2")

    message = sent(deliver, "reminder", bob)

    assert message.subject.replace("\xa0", " ").startswith("Encore 14 heures, 2")
    assert "Qui n’a plus de temps perd." in message.body
