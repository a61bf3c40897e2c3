"""What a French reader finds on the pages: names of pieces, setups and endings, and reasons for what is refused."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone, translation

from games.play.errors import Illegal, Refused, TooMany
from games.play.models import REMOVED, ChatLine, Match
from games.play.queries import opponents
from games.play.services import challenges, offers, talk, terms, turns
from games.play.words import said
from games.players.models import Player
from tests.french.conftest import words_of
from tests.play.helpers import play_on, quick, started

NOW = timezone.now()
ENGLISH_NAMES = re.compile(r"\b(Patrat|Serperior|Samurott|Emboar|Magikarp|Gyarados|Meowth|Venusaur|Charizard|Egg)\b")


@pytest.fixture
def match(alice: Player, bob: Player) -> Match:
    return started(bob, alice)


def test_the_rules_call_pieces_by_their_french_names(visitor: Client) -> None:
    page = words_of(visitor.get("/rules/battle_chess/"))

    assert "Léviator" in page
    assert "une ou deux cases en diagonale vers l’avant" in page
    assert "Version BW" in page
    assert not ENGLISH_NAMES.search(re.sub("<[^>]*>", " ", page))


def test_the_drawings_keep_their_own_names(visitor: Client) -> None:
    page = visitor.get("/rules/battle_chess/").content.decode()

    assert "battle_chess.svg#magikarp" in page
    assert "battle_chess.svg#egg-1" in page


def test_a_challenge_offers_setups_and_levels_in_french(bob_client: Client) -> None:
    page = words_of(bob_client.get("/challenges/new/"))

    assert "W, trois contre trois" in page
    assert "Trois contre trois sur le plus petit plateau, Togepi déjà éclos, avec un dé Plus Power." in page
    assert "Prend ce qui paraît le mieux après son propre coup." in page


def test_the_match_page_says_what_is_on_the_board(match: Match, bob_client: Client) -> None:
    page = words_of(bob_client.get(f"{match.get_absolute_url()}?from=c1"))

    assert "c1 : Magicarpe, puissance 40. Peut aller en c2." in page
    assert "c1 : Magicarpe, puissance 40, à toi" in page
    assert "À toi de jouer." in page


def test_the_archive_says_how_a_match_ended(match: Match, alice: Player, bob: Player, bob_client: Client) -> None:
    play_on(match, 2)
    offers.resign(match_id=match.pk, player=alice, now=NOW)

    page = words_of(bob_client.get("/archive/"))

    assert "Bob a gagné" in page
    assert "abandon" in page


def test_the_proof_of_draws_is_in_french(match: Match, alice: Player, bob_client: Client) -> None:
    play_on(match, 2)
    offers.resign(match_id=match.pk, player=alice, now=NOW)

    page = words_of(bob_client.get(f"/matches/{match.pk}/proof/"))

    assert "le SHA-256 du secret est " in page
    assert "2 coups permis, résultat 1-0" in page


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("c1-c4", "la pièce en c1 ne peut pas aller en c4"),
        ("K@a2", "il n’y a pas de Zekrom dans ta réserve"),
        ("x", "coup : 'x' n’est pas un coup ; écris c2-c3,"),
    ],
)
def test_an_illegal_turn_is_explained_in_french(match: Match, bob_client: Client, action: str, reason: str) -> None:
    answer = bob_client.post(f"{match.get_absolute_url()}turn/", {"action": action, "ply": "0"})

    assert answer.status_code == 422
    assert reason in words_of(answer)


def test_a_stale_turn_is_explained_in_french(match: Match, bob_client: Client) -> None:
    answer = bob_client.post(f"{match.get_absolute_url()}turn/", {"action": "a1-a2", "ply": "7"})

    assert answer.status_code == 409
    assert "La partie a avancé depuis ton dernier regard" in words_of(answer)


def test_services_refuse_in_the_language_that_is_spoken(match: Match, alice: Player, bob: Player) -> None:
    with translation.override("fr"):
        with pytest.raises(Refused, match="Écris d’abord quelque chose"):
            talk.say(match_id=match.pk, player=bob, text=" ", now=NOW)
        with pytest.raises(Refused, match=r"Ce texte fait 501 caractères\u202f: il y a place pour 500"):
            talk.say(match_id=match.pk, player=bob, text="é" * 501, now=NOW)
        with pytest.raises(Refused, match="Les couleurs sont fixées dans la variante Version BW"):
            challenges.create(challenger=bob, kind="open", game="battle_chess", setup="bw", colour="red", now=NOW)
        with pytest.raises(Illegal, match="la pièce en a4 n’est pas à toi"):
            turns.play_turn(match_id=match.pk, seat=0, text="a4-a3", expected_ply=0, now=NOW)


def test_a_cap_is_explained_in_french(bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terms, "PENDING_AT_ONCE", 0)

    with translation.override("fr"), pytest.raises(TooMany, match="Tu as 0 défis en attente"):
        challenges.create(challenger=bob, kind="open", game="battle_chess", setup="w3", now=NOW)


def test_what_the_operator_took_away_is_said_in_french(
    match: Match, alice: Player, bob: Player, bob_client: Client
) -> None:
    talk.say(match_id=match.pk, player=alice, text="rude", now=NOW)
    ChatLine.objects.update(text=REMOVED)

    assert "(retiré par l’administrateur)" in words_of(bob_client.get(match.get_absolute_url()))


def test_nothing_stays_nothing() -> None:
    """Gettext answers an empty text with the head of the catalogue."""
    with translation.override("fr"):
        assert said("") == ""


def test_an_error_page_speaks_french(visitor: Client) -> None:
    page = visitor.get("/no/such/page/")

    assert page.status_code == 404
    assert "Il n’y a rien à cette adresse" in words_of(page)


def test_months_are_shortened_as_in_french(match: Match, alice: Player, bob: Player, bob_client: Client) -> None:
    play_on(match, 2)
    offers.resign(match_id=match.pk, player=alice, now=NOW)
    Match.objects.update(finished_at="2026-07-14T12:00Z")

    assert ">14 juil. 2026</time>" in words_of(bob_client.get("/matches/"))


def test_computers_are_called_by_their_french_names(bob: Player, bob_client: Client, client: Client) -> None:
    greedy = opponents.computer(2)
    match = quick(bob, greedy)
    pages = [match.get_absolute_url(), "/", "/matches/", "/players/Computer-Greedy/"]

    french = [words_of(bob_client.get(address)) for address in pages]
    english = client.get(match.get_absolute_url()).content.decode()

    for page in french:
        assert "Ordinateur-Gourmand" in page
        assert "Computer" not in re.sub("<[^>]*>", " ", page)
    assert "Computer-Greedy" in english
    assert "Ordinateur" not in english


def test_a_computer_is_found_by_either_name(bob_client: Client, visitor: Client, client: Client) -> None:
    names = ("Ordinateur-Gourmand", "ordinateur-gourmand", "Computer-Greedy")

    led_to = {bob_client.get(f"/players/{name}/", follow=True).request["PATH_INFO"] for name in names}

    assert led_to == {"/players/Computer-Greedy/"}
    assert visitor.get("/archive/?player=Ordinateur-Gourmand").status_code == 200
    assert client.get("/players/Ordinateur-Gourmand/").status_code == 404


def test_a_record_names_computers_the_same_in_every_language(bob: Player, bob_client: Client) -> None:
    match = quick(bob, opponents.computer(2))
    offers.resign(match_id=match.pk, player=bob, now=NOW)

    assert '"Computer-Greedy"]' in bob_client.get(f"{match.get_absolute_url()}record.txt").content.decode()
