"""The pages about oneself: who sees them, what they change, what they cost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.players import queries, services, tasks
from games.players.forms import PreferencesForm
from games.players.mail_kinds import MAIL_GROUPS
from games.players.models import Block, Player
from tests.players.people import PASSWORD, client_of, make_person

PERSONS_PAGES = ["/preferences/blocks/", "/preferences/delete/"]
PLAYERS_PAGES = ["/preferences/", "/preferences/data/"]


@pytest.mark.parametrize("path", PERSONS_PAGES + PLAYERS_PAGES)
def test_a_visitor_is_asked_to_log_in(client: Client, db: None, path: str) -> None:
    for answer in (client.get(path), client.post(path)):
        if answer.status_code != 405:
            assert answer.status_code == 302
            assert answer.headers["Location"] == f"/account/login/?next={path}"


@pytest.mark.parametrize("path", PERSONS_PAGES)
def test_a_guest_has_no_account_to_manage(guest_client: Client, path: str) -> None:
    assert guest_client.get(path).status_code == 302


@pytest.mark.parametrize("path", ["/guest/", "/preferences/blocks/1/remove/"])
def test_what_changes_something_takes_a_post(alice_client: Client, path: str) -> None:
    assert alice_client.get(path).status_code == 405


@pytest.mark.parametrize("path", ["/preferences/data/", "/privacy/"])
def test_what_only_reads_takes_no_post(alice_client: Client, path: str) -> None:
    assert alice_client.post(path).status_code == 405


def test_a_forged_form_is_refused(alice: Player, bob: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = client_of(alice).cookies

    for page, form in (
        ("/preferences/", {"theme": "dark"}),
        ("/preferences/blocks/", {"name": "Bob"}),
        ("/preferences/delete/", {"password": PASSWORD}),
        ("/account/logout/", {}),
        ("/guest/", {}),
    ):
        assert client.post(page, form).status_code == 403
    assert client.get("/preferences/").status_code == 200


@pytest.mark.parametrize(
    ("path", "cost"), [("/preferences/", 4), ("/preferences/blocks/", 5), ("/preferences/delete/", 4), ("/privacy/", 4)]
)
def test_a_page_asks_the_database_so_often(
    alice: Player, alice_client: Client, path: str, cost: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Dora", "Emil", "Fred"):
        services.block(blocker=alice, blocked=make_person(name), now=timezone.now())

    with django_assert_num_queries(cost):  # session, user, player, matches that wait, and what it lists
        alice_client.get(path)


# Preferences

OFFERED = [one for _group, kinds in MAIL_GROUPS for one in kinds]  # to who is no operator
CHOICES = {"language": "en", "time_zone": "Asia/Tokyo", "theme": "dark", "mails": ["your_turn", "challenge"]}


def test_preferences_are_kept(alice: Player, alice_client: Client) -> None:
    alice_client.cookies["theme"] = "light"

    response = alice_client.post("/preferences/", CHOICES)

    assert response.status_code == 302
    alice.refresh_from_db()
    assert (alice.language, alice.time_zone, alice.theme, alice.confirm_turns) == ("en", "Asia/Tokyo", "dark", False)
    assert alice.mail_off == [kind for kind, _ in OFFERED if kind not in CHOICES["mails"]]
    assert response.cookies["theme"]["max-age"] == 0
    assert 'data-theme="dark"' in alice_client.get("/privacy/").content.decode()


def test_the_form_shows_what_is_in_force(alice: Player, alice_client: Client) -> None:
    alice.mail_off = ["reminder"]
    alice.time_zone = "Asia/Tokyo"
    alice.save()

    page = alice_client.get("/preferences/").content.decode()

    assert page.count('name="mails"') == len(OFFERED)
    assert page.count("checked") == len(OFFERED)  # all kinds of mail but one, and that turns are confirmed
    assert '<option value="Asia/Tokyo" selected>Tokyo</option>' in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"time_zone": "Mars/Base"},
        {"time_zone": "../../etc/passwd"},
        {"language": "xx"},
        {"theme": "x" * 10_000},
        {"mails": ["spam"]},
    ],
)
def test_what_cannot_be_chosen_is_refused_and_nothing_changes(
    alice: Player, alice_client: Client, wrong: dict[str, object]
) -> None:
    response = alice_client.post("/preferences/", CHOICES | wrong)

    assert response.status_code == 422
    assert "Select a valid choice" in response.content.decode()
    alice.refresh_from_db()
    assert (alice.time_zone, alice.theme, alice.mail_off) == ("UTC", "auto", [])


def test_preferences_leave_alone_what_has_happened_meanwhile(alice: Player, guest: Player) -> None:
    unconfirmed, gone = Player.objects.get(pk=guest.pk), Player.objects.get(pk=alice.pk)
    Player.objects.filter(pk=guest.pk).update(kind=Player.Kind.PERSON, name="Dora")
    Player.objects.filter(pk=alice.pk).update(kind=Player.Kind.DELETED, name="deleted-1")

    for stale in (unconfirmed, gone):
        form = PreferencesForm(CHOICES, instance=stale)
        assert form.is_valid()
        form.save()

    guest.refresh_from_db()
    alice.refresh_from_db()
    assert (guest.kind, guest.name, guest.theme) == ("person", "Dora", "dark")
    assert (alice.kind, alice.name, alice.theme) == ("deleted", "deleted-1", "auto")


def test_a_guest_has_preferences_but_no_mail(guest: Player, guest_client: Client) -> None:
    assert 'name="mails"' not in guest_client.get("/preferences/").content.decode()

    guest_client.post("/preferences/", CHOICES)

    guest.refresh_from_db()
    assert (guest.theme, guest.mail_off) == ("dark", [])


def test_times_are_shown_in_one_s_own_zone_and_language(alice: Player, bob: Player, alice_client: Client) -> None:
    Block.objects.create(
        blocker=alice, blocked=bob, created_at=timezone.datetime.fromisoformat("2026-03-01T23:30:00+00:00")
    )
    Player.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo", language="fr")

    page = alice_client.get("/preferences/blocks/").content.decode()

    assert "2 mars 2026" in page
    assert '<html lang="fr"' in page
    assert '<html lang="en"' in Client().get("/privacy/").content.decode()


def test_each_place_is_offered_by_one_name_and_an_older_name_is_kept(alice: Player, alice_client: Client) -> None:
    offered = alice_client.get("/preferences/").content.decode()
    Player.objects.filter(pk=alice.pk).update(time_zone="Asia/Calcutta")

    kept = alice_client.get("/preferences/").content.decode()

    assert ">Kolkata<" in offered
    assert "Calcutta" not in offered
    assert "Knox IN" not in offered
    assert '<option value="Asia/Calcutta" selected>' in kept


def test_a_time_zone_that_is_no_more_breaks_nothing(alice: Player, alice_client: Client) -> None:
    Player.objects.filter(pk=alice.pk).update(time_zone="Mars/Base")

    assert alice_client.get("/preferences/blocks/").status_code == 200


# Blocks


def test_one_blocks_by_name_and_takes_it_back(alice: Player, bob: Player, alice_client: Client) -> None:
    alice_client.post("/preferences/blocks/", {"name": "bob"})
    assert queries.blocked(alice, bob)
    assert "Bob" in alice_client.get("/preferences/blocks/").content.decode()

    alice_client.post(f"/preferences/blocks/{bob.pk}/remove/")
    assert not queries.blocked(alice, bob)


@pytest.mark.parametrize("name", ["nobody", "Alice", "Computer-Beginner", "Guest-00000001", "", "x" * 10_000])
def test_who_cannot_be_blocked_is_explained(alice_client: Client, guest: Player, name: str) -> None:
    response = alice_client.post("/preferences/blocks/", {"name": name})

    assert response.status_code == 422
    assert any(text in response.content.decode() for text in ("nobody of that name", "required", "at most 20"))
    assert not Block.objects.exists()


def test_nobody_takes_back_another_s_block(alice: Player, bob: Player, charlie_client: Client) -> None:
    services.block(blocker=alice, blocked=bob, now=timezone.now())

    charlie_client.post(f"/preferences/blocks/{bob.pk}/remove/")

    assert queries.blocked(alice, bob)


# Data and leaving


def test_the_download_is_a_file_of_one_s_own_data(alice: Player, bob: Player, alice_client: Client) -> None:
    response = alice_client.get("/preferences/data/")

    assert response.headers["Content-Disposition"] == 'attachment; filename="pbchess-Alice.json"'
    assert "no-store" in response.headers["Cache-Control"]
    data = json.loads(response.content)
    assert data["account"]["addresses"][0]["email"] == "alice@example.org"
    assert "Bob" not in response.content.decode()
    assert "bob@example.org" not in response.content.decode()
    assert alice.user is not None
    assert alice.user.password not in response.content.decode()


def test_a_guest_downloads_what_there_is(guest_client: Client) -> None:
    assert json.loads(guest_client.get("/preferences/data/").content)["account"]["name"] == "Guest-00000001"


def test_deleting_takes_the_password(alice: Player, alice_client: Client) -> None:
    response = alice_client.post("/preferences/delete/", {"password": "wrong"})

    assert response.status_code == 422
    assert "This is not your password" in response.content.decode()
    assert Player.objects.filter(pk=alice.pk, kind=Player.Kind.PERSON).exists()


def test_guessing_the_password_there_is_limited(alice: Player, alice_client: Client) -> None:
    for _ in range(6):
        response = alice_client.post("/preferences/delete/", {"password": "wrong"})

    assert "Too many attempts" in response.content.decode()
    assert "Too many" in alice_client.post("/preferences/delete/", {"password": PASSWORD}).content.decode()
    assert User.objects.exists()


def test_deleting_logs_out_everywhere_and_frees_the_name(alice: Player, alice_client: Client) -> None:
    elsewhere = client_of(alice)

    response = alice_client.post("/preferences/delete/", {"password": PASSWORD})

    assert response.headers["Location"] == "/"
    for client in (alice_client, elsewhere):
        assert client.get("/preferences/").status_code == 302
    assert not User.objects.exists()
    assert make_person("Alice").name == "Alice"


def test_the_privacy_page_is_for_everybody(client: Client, db: None) -> None:
    page = client.get("/privacy/").content.decode()

    for word in ("sessionid", "csrftoken", "theme", "60 days", "7 days", "/preferences/data/", "/preferences/delete/"):
        assert word in page


def test_no_page_sets_another_cookie_than_it_says(client: Client, alice: Player) -> None:
    client.get("/account/login/")
    client.post("/account/login/", {"login": "alice", "password": PASSWORD})
    client.post("/preferences/", CHOICES)

    assert {name for name, cookie in client.cookies.items() if cookie.value} <= {"sessionid", "csrftoken", "theme"}


# Guests


def test_a_guest_comes_by_one_click_and_goes_on_where_they_were(client: Client, db: None) -> None:
    response = client.post("/guest/", {"next": "/privacy/"})

    assert response.headers["Location"] == "/privacy/"
    assert client.get("/privacy/").wsgi_request.player.is_guest  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "preferences", "", "\x00"]
)
def test_a_guest_is_sent_nowhere_else(client: Client, db: None, target: str) -> None:
    assert client.post("/guest/", {"next": target}).headers["Location"] == "/"


def test_too_many_guests_are_told_so(client: Client, db: None) -> None:
    for _ in range(services.GUESTS_PER_HOUR):
        Client().post("/guest/")

    response = client.post("/guest/")

    assert response.status_code == 429
    assert "Too many guests" in response.content.decode()


def test_a_session_whose_guest_has_gone_is_a_visitor_s(guest: Player, guest_client: Client) -> None:
    guest.delete()

    assert guest_client.get("/preferences/").status_code == 302


# The operator


def test_the_operator_finds_people_and_deletes_accounts(alice: Player, bob: Player, computer: Player) -> None:
    operator = Client()
    operator.force_login(User.objects.create_superuser("operator", "o@example.org", "x"))

    for page in ("player", "rating", "block"):
        assert operator.get(f"/admin/players/{page}/").status_code == 200
    found = operator.get("/admin/players/player/", {"q": "alice@example"}).content.decode()
    assert "Alice" in found
    assert "Bob" not in found

    chosen = {"action": "delete_accounts", "_selected_action": [alice.pk, computer.pk]}
    operator.post("/admin/players/player/", chosen)

    assert not Player.objects.filter(pk=alice.pk).exists()
    assert Player.objects.filter(pk=computer.pk, kind=Player.Kind.COMPUTER).exists()


def test_tidying_needs_nobody(guest: Player) -> None:
    Player.objects.filter(pk=guest.pk).update(seen_at=timezone.now() - services.GUEST_LIFETIME * 2)

    tasks.tidy()

    assert not Player.objects.filter(pk=guest.pk).exists()


@pytest.mark.parametrize("page", ["/account/confirm-email/", "/account/password/reset/done/"])
@pytest.mark.parametrize("kept", [True, False])
def test_where_mail_is_kept_the_pages_about_it_lead_there(
    client: Client, db: None, settings: Any, page: str, kept: bool
) -> None:
    settings.DEBUG = kept
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"

    assert ('href="/dev/mail/"' in client.get(page).content.decode()) is kept
