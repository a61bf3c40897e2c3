"""Which language a page is in."""

from __future__ import annotations

import pytest
from django.test import Client

from games.players.models import Player
from tests.french.conftest import IN_FRENCH, words_of
from tests.players.flows import FORM, Posted, sign_up


def test_a_visitor_reads_what_the_browser_asks_for(visitor: Client) -> None:
    french, english = visitor.get("/"), visitor.get("/", headers={"accept-language": "de, en;q=0.5"})

    assert "Des jeux méconnus, par correspondance : un coup quand tu veux." in words_of(french)
    assert '<html lang="fr"' in french.content.decode()
    assert "played by post: one turn whenever you like." in words_of(english)
    assert [french["Content-Language"], english["Content-Language"]] == ["fr", "en"]


def test_no_cache_mixes_the_languages_up(visitor: Client) -> None:
    for path in ("/", "/play/", "/rules/battle_chess/", "/archive/", "/no/such/page/"):
        assert "Accept-Language" in visitor.get(path)["Vary"], path


def test_what_a_player_has_chosen_counts_for_more(alice_client: Client, bob_client: Client) -> None:
    chosen, usual = bob_client.get("/matches/"), alice_client.get("/matches/", headers=IN_FRENCH)

    assert "<h1>Mes parties</h1>" in words_of(chosen)
    assert chosen["Content-Language"] == "fr"
    assert "<h1>My matches</h1>" in words_of(usual)
    assert usual["Content-Language"] == "en"


def test_the_next_visitor_is_not_spoken_to_in_the_last_player_s_language(bob_client: Client) -> None:
    bob_client.get("/matches/")

    assert Client().get("/privacy/")["Content-Language"] == "en"


def test_choosing_a_language_changes_the_site_at_once(alice: Player, alice_client: Client) -> None:
    form = {"language": "fr", "time_zone": "UTC", "theme": "auto"}

    page = alice_client.post("/preferences/", form, follow=True)

    assert "Enregistré." in words_of(page)
    assert "<h1>Préférences</h1>" in words_of(page)


def test_a_guest_goes_on_in_the_language_of_the_browser(visitor: Client) -> None:
    form = {"setup": "battle_chess/w3", "level": "1", "commitment": "", "salt": "sel"}

    page = visitor.post("/play/computer/", form, follow=True)

    assert Player.objects.get(kind=Player.Kind.GUEST).language == "fr"
    assert page["Content-Language"] == "fr"


@pytest.mark.parametrize(("asked", "kept"), [("fr-CA,fr;q=0.9", "fr"), ("de", "en"), ("", "en")])
def test_who_signs_up_keeps_the_language(visitor: Client, asked: str, kept: str) -> None:
    visitor.post("/account/signup/", FORM, headers={"accept-language": asked})

    assert Player.objects.get(name="Dora").language == kept


def test_the_mail_that_confirms_an_address_is_in_it(visitor: Client, posted: Posted) -> None:
    sign_up(visitor)

    (message,) = posted()

    assert message.subject.startswith("Confirme ton adresse sur ")
    assert "Bonjour Dora,\n\nconfirme que cette adresse est la tienne." in message.body


def test_a_mail_about_an_account_is_in_its_owner_s_language(bob: Player, posted: Posted) -> None:
    sign_up(Client(headers={"accept-language": "en"}), email="bob@example.org")

    (message,) = posted()

    assert message.to == ["bob@example.org"]
    assert message.subject.startswith("Tu as un compte sur ")


def test_the_site_says_tu_where_django_says_vous(visitor: Client) -> None:
    page = words_of(visitor.post("/account/signup/", FORM | {"email": "nowhere"}))

    assert "Écris une adresse e-mail valable." in page
