"""Who runs the site plays on it too, without signing up."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from games.players import queries
from games.players.models import Player, Rating
from tests.players.flows import logged_in
from tests.players.people import make_person


def superuser(name: str = "boss", email: str = "boss@example.org") -> User:
    return User.objects.create_superuser(name, email, "x")


def player_of(user: User) -> Player:
    return Player.objects.get(user=user)


@pytest.mark.django_db
def test_a_superuser_is_a_person_with_a_confirmed_address() -> None:
    player = player_of(superuser())

    assert player.name == "boss"
    assert player.is_person
    assert queries.mail_address(player) == "boss@example.org"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "page", ["/", "/preferences/", "/preferences/data/", "/preferences/delete/", "/matches/", "/challenges/new/"]
)
def test_who_comes_from_the_admin_finds_every_page(page: str) -> None:
    superuser()
    client = Client()
    client.post("/admin/login/", {"username": "boss", "password": "x", "next": "/admin/"})

    answer = client.get(page)

    assert answer.status_code == 200
    if page != "/preferences/data/":
        words = answer.content.decode()
        assert 'href="/admin/"' in words
        assert "Play now as a guest" not in words


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["boss", "Boss"])
def test_both_ways_of_logging_in_are_open(name: str) -> None:
    assert player_of(superuser(name)).name == name
    usual, admin = Client(), Client()

    usual.post("/account/login/", {"login": name, "password": "x"})
    admin.post("/admin/login/", {"username": name, "password": "x"})

    assert logged_in(usual)
    assert logged_in(admin)


@pytest.mark.django_db
def test_without_an_address_the_admin_is_the_way_in() -> None:
    superuser(email="")
    client = Client()

    page = client.post("/account/login/", {"login": "boss", "password": "x"}, follow=True)

    assert page.redirect_chain[-1][0] == "/admin/login/"
    assert "no address yet" in page.content.decode()
    client.post("/admin/login/", {"username": "boss", "password": "x"})
    assert client.get("/preferences/").status_code == 200


@pytest.mark.django_db
def test_operators_from_before_are_healed_when_the_database_is_brought_up_to_date() -> None:
    user = superuser()
    Player.objects.filter(user=user).delete()
    EmailAddress.objects.all().delete()

    call_command("migrate", verbosity=0)

    assert queries.mail_address(player_of(user)) == "boss@example.org"


@pytest.mark.django_db
def test_a_user_whom_the_operator_has_made_is_a_player_once_they_log_in() -> None:
    user = User.objects.create_user("dora", "dora@example.org", "x")
    assert not Player.objects.filter(user=user).exists()

    client = Client()
    client.force_login(user)

    assert client.get("/preferences/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("username", "name"), [("admin", "admin"), ("root@example.org", ""), ("guest-7", ""), ("al1ce", ""), ("a", "")]
)
def test_operators_are_called_what_nobody_else_may_be_but_never_like_somebody_else(username: str, name: str) -> None:
    make_person("Alice")

    user = superuser(username)

    assert player_of(user).name == (name or f"Operator-{user.pk}")


@pytest.mark.django_db
def test_somebody_else_s_address_stays_theirs() -> None:
    alice = make_person("Alice")

    boss = player_of(superuser(email="Alice@example.org"))

    assert queries.mail_address(alice) == "alice@example.org"
    assert queries.mail_address(boss) is None


@pytest.mark.django_db
def test_a_player_who_becomes_an_operator_stays_who_they_are() -> None:
    alice = make_person("Alice")
    assert alice.user is not None

    alice.user.is_staff = alice.user.is_superuser = True
    alice.user.save()

    assert player_of(alice.user) == alice
    assert EmailAddress.objects.filter(user=alice.user).count() == 1


@pytest.mark.django_db
def test_ratings_are_shown_in_whole_numbers_and_made_by_matches_alone(admin_client: Client) -> None:
    alice = make_person("Alice")
    made = {"game": "battle_chess", "setup": "bw", "rating": 1337.788, "deviation": 290.2, "rated_at": alice.created_at}
    rating = Rating.objects.create(player=alice, **made)

    pages = [
        admin_client.get(f"/admin/players/rating/{path}").content.decode() for path in ("", f"{rating.pk}/change/")
    ]

    assert all("1338 ± 290" in page for page in pages)
    assert not any("1337" in page for page in pages)
    assert admin_client.get("/admin/players/rating/add/").status_code == 403
