"""How the dice fell: each viewer's rolls, all that were public, and what was to be expected of them."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.players.models import Player
from games.tables.models import Roll, Scene, Table, Tally
from games.tables.queries import dice
from games.tables.queries.tables import sight
from tests.tables.helpers import joined, opened, opened_scene, rolled, sent

SITE = "/tables/dice/"


def counted(counts: dice.Counts) -> int:
    return sum(times for own in counts.values() for times in own.values())


def test_the_table_s_page_counts_what_its_viewer_sees(
    table: Table, scene: Scene, alice: Player, bob: Player, dora: Player
) -> None:
    rolled(scene, bob)
    rolled(scene, bob, audience="roller")
    rolled(scene, alice, audience="gms")

    seen = {str(player): counted(dice.of_table(sight(table, player))) for player in (alice, bob, dora, None)}

    assert seen == {"Alice": 3, "Bob": 2, "Dora": 1, "None": 1}


def test_the_site_counts_the_public_rolls_of_all_tables_as_they_are_made(
    scene: Scene, alice: Player, bob: Player
) -> None:
    hidden = opened(alice, name="Behind doors", public=False)
    other = opened(alice, name="Elsewhere")
    for table in (hidden, other):
        joined(table, alice, bob)
        rolled(opened_scene(table, alice), bob, pool=3)
    rolled(scene, bob)
    rolled(scene, bob, audience="roller")

    public = Roll.objects.filter(log__audience="all", log__scene__table__public=True)

    assert counted(dice.of_site()) == 2
    assert Counter({(one.pool, one.dd, one.score): one.count for one in Tally.objects.all()}) == Counter(
        public.values_list("pool", "dd", "score")
    )


def test_a_roll_keeps_the_score_of_its_dice(scene: Scene, bob: Player) -> None:
    post = rolled(scene, bob, pool=6, dd=7)

    roll = post.rolls.get()

    faces = [int(face) for face in roll.outcomes]
    assert (roll.pool, roll.dd) == (6, 7)
    assert roll.score == sum(face >= 7 for face in faces) - faces.count(1)


def test_the_page_tells_counts_and_what_was_expected(table: Table, scene: Scene, bob: Player, client: Client) -> None:
    for _ in range(4):
        rolled(scene, bob, pool=1)
    Tally.objects.all().delete()
    Tally.objects.bulk_create(Tally(pool=1, dd=6, score=score, count=n) for score, n in ((1, 40), (0, 45), (-1, 15)))
    Tally.objects.create(pool=2, dd=6, score=0, count=1)

    page = client.get(SITE, {"pool": "1", "dd": "6"}).content.decode()

    for words in ("100 rolls.", "χ² = 5.13 with 2 degrees of freedom", "8 times in a hundred", "50.0", 'M100.00 0V10"'):
        assert words in page
    assert "101 rolls." in client.get(SITE).content.decode()
    assert "4 rolls." in client.get(f"/tables/{table.pk}/dice/").content.decode()


@pytest.mark.parametrize("query", ["pool=x&dd=6", "pool=-1&dd=6", "pool=9999999&dd=6", "pool=77&dd=6", "dd=6"])
def test_pools_that_were_not_rolled_are_passed_over(client: Client, scene: Scene, bob: Player, query: str) -> None:
    rolled(scene, bob)

    assert "1 roll." in client.get(f"{SITE}?{query}").content.decode()


def test_before_anything_is_rolled_the_pages_say_so(table: Table, client: Client) -> None:
    for address in (SITE, f"/tables/{table.pk}/dice/"):
        assert "Nothing has been rolled yet." in client.get(address).content.decode()


def test_a_table_behind_doors_shows_no_rolls(alice: Player, client: Client, alice_client: Client) -> None:
    table = opened(alice, public=False)
    assert client.get(f"/tables/{table.pk}/").status_code == 200  # it takes applications

    assert client.get(f"/tables/{table.pk}/dice/").status_code == 404
    assert alice_client.get(f"/tables/{table.pk}/dice/").status_code == 200


@pytest.mark.usefixtures("standing_clock")
def test_others_are_sent_the_same_whatever_was_rolled_in_secret(
    table: Table, scene: Scene, bob: Player, dora_client: Client
) -> None:
    rolled(scene, bob)
    secret = rolled(scene, bob, audience="roller").rolls.get()
    answers = set()
    for score in (-2, 4):
        Roll.objects.filter(pk=secret.pk).update(score=score, pool=7)
        answers.add(sent(dora_client.get(f"/tables/{table.pk}/dice/")))
        answers.add(sent(dora_client.get(f"/tables/{table.pk}/dice/", {"pool": "5", "dd": "6"})))

    assert len(answers) == 1
    assert len({sent(dora_client.get(SITE)), sent(dora_client.get(SITE, {"pool": "7", "dd": "6"}))}) == 1


@pytest.mark.parametrize("count", [1, 8])
def test_the_pages_ask_as_often_for_many_rolls_as_for_one(
    table: Table,
    scene: Scene,
    bob: Player,
    client: Client,
    count: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(count):
        rolled(scene, bob, pool=number + 1)

    with django_assert_num_queries(2):
        client.get(f"/tables/{table.pk}/dice/")
    with django_assert_num_queries(1):
        client.get(SITE)
