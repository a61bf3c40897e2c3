"""Who runs the site plays on it too, without signing up."""

from __future__ import annotations

from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from games.players import queries
from games.players.models import Player, Rating
from tests.players.flows import FORM, logged_in
from tests.players.people import PASSWORD, make_person


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


def create_by_command(name: str) -> str:
    said = StringIO()
    call_command("createsuperuser", interactive=False, username=name, email="", stdout=said)
    return said.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Alice", "ALICE", "al1ce", "Аlice"])
def test_the_command_refuses_a_name_that_is_taken_as_signing_up_does(name: str) -> None:
    make_person("Alice")

    with pytest.raises(CommandError, match="This name is taken, or looks too much like another player’s"):
        create_by_command(name)

    assert User.objects.count() == 1


@pytest.mark.django_db
def test_the_command_asks_again_for_a_name_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    make_person("Alice")
    typed = iter(["Alice", "al1ce", "boss", ""])
    monkeypatch.setattr("builtins.input", lambda _question: next(typed))
    monkeypatch.setattr("getpass.getpass", lambda *_question: PASSWORD)
    told = StringIO()

    call_command("createsuperuser", stdin=Terminal(), stdout=StringIO(), stderr=told)

    assert told.getvalue().count("Error: This name is taken") == 2
    assert User.objects.get(is_superuser=True).username == "boss"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.django_db
@pytest.mark.parametrize(("username", "name"), [("Boss", "Boss"), ("root@example.org", "Operator-")])
def test_the_command_says_as_whom_the_operator_plays(username: str, name: str) -> None:
    said = create_by_command(username)

    player = Player.objects.get(user__is_superuser=True)
    assert player.name.startswith(name)
    assert f"plays as {player.name}." in said


@pytest.mark.django_db
def test_no_second_user_of_one_name_is_made_in_the_admin(admin_client: Client) -> None:
    make_person("Alice")
    password = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}

    page = admin_client.post("/admin/auth/user/add/", {"username": "Al1ce", **password}).content.decode()

    assert "looks too much like another player’s" in page
    assert admin_client.post("/admin/auth/user/add/", {"username": "dora", **password}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(("username", "code"), [("bob", 302), ("robert", 302), ("Alice", 200), ("al1ce", 200)])
def test_nor_by_a_change_there(admin_client: Client, username: str, code: int) -> None:
    make_person("Alice")
    bob = make_person("Bob").user
    assert bob is not None
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}

    answer = admin_client.post(f"/admin/auth/user/{bob.pk}/change/", {"username": username, **joined})

    assert answer.status_code == code
    bob.refresh_from_db()
    assert bob.username == (username if code == 302 else "bob")


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["dora", "Dora", "d0ra"])
def test_nobody_signs_up_by_the_name_of_a_user_who_is_no_player_yet(name: str) -> None:
    User.objects.create_user("dora", "dora@example.org", "x")

    page = Client().post("/account/signup/", {**FORM, "username": name, "email": "other@example.org"})

    assert "looks too much like another player’s" in page.content.decode()
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_nor_by_what_a_user_is_called_now() -> None:
    bob = make_person("Bob").user
    assert bob is not None
    User.objects.filter(pk=bob.pk).update(username="b_b")  # "Bob" LIKE "b_b"

    page = Client().post("/account/signup/", {**FORM, "username": "b_b"})

    assert "looks too much like another player’s" in page.content.decode()
