"""Whatever is sent to a table, it answers."""

from __future__ import annotations

import pytest
from django.test import Client

from games.players.models import Player
from games.tables.models import Scene, Table
from games.tables.urls import urlpatterns
from tests.tables.fighting import against, fought
from tests.tables.helpers import rolled
from tests.tables.test_requests import asked
from tests.tables.test_sheets import pokemon

HOSTILE = ["a\x00b", "²", "9" * 5000, "\u202e%00", "-1", "\ud7ff", "[" * 4000, "{}"]
ASKED = (
    *("seen", "form", "phase", "change", "page", "whole", "what", "sheet"),
    *("stat", "skill", "pool", "dd", "audience", "salt", "shown", "after"),
)
FIELDS = (
    *("text", "to_gm", "aside", "key", "edits", *ASKED),
    *("name", "description", "language", "days_per_post", "admission", "public", "types", "precision", "reactions"),
    *("title", "words", "take", "skills", "species", "level", "moves", "owner_id", "secret", "why", "version", "px"),
    *("phase", "how", "fighter", "number", "other", "item", "ruling", "sheet", "close_to", "difficulty", "commitment"),
    *("bubbles-order0", "bubbles-target0", "bubbles-text0", "bubbles-reaction", "s1-come", "s1-side", "s1-place"),
    *(f"c0-{name}" for name in ("species", "name", "level", "moves", "side", "place", "difficulty", "secret", "sheet")),
    *("prefix", "chosen", "c0-chosen", "look", "add", "rounds", "pool", "salt"),
    *("archive", "fights", "kind", "species-name", "species-type", "species-hp", "move-name", "move-pool"),
    *("vitality", "energy", "items", "strength", "concentration", "constitution", "will", "dexterity"),
)


REFUSED: set[tuple[str, str]] = set()  # methods that a path has answered with 405, which need not be tried again


def paths() -> list[str]:
    """Every path of the app, with names where it has numbers."""
    found = [str(pattern.pattern) for pattern in urlpatterns]
    return ["/" + path.replace("<int:", "{").replace(">", "}") for path in found if "?P<" not in path]


def tried(path: str, numbers: dict[str, int], somebody: Client, **data: dict[str, str]) -> list[int]:
    """The statuses of the methods that the path may take."""
    found = []
    for method in ("get", "post"):
        if (method, path) not in REFUSED:
            found.append(getattr(somebody, method)(path.format(**numbers), data.get(method, {})).status_code)
            if found[-1] == 405:
                REFUSED.add((method, path))
    return found


@pytest.fixture(scope="module")
def numbers(table: Table, scene: Scene, alice: Player, bob: Player) -> dict[str, int]:
    post = rolled(scene, alice, text="x")
    sheet = pokemon(table, alice)
    fight = fought(scene, alice, *against(pokemon(table, alice, bob, moves=["tackle"])))
    return {
        "fight_id": fight.pk,
        "table_id": table.pk,
        "scene_id": scene.pk,
        "post_id": post.pk,
        "sheet_id": sheet.pk,
        "player_id": bob.pk,
        "homebrew_id": 1,
        "request_id": asked(scene, alice, pokemon(table, alice, bob)).pk,
    }


def answers(numbers: dict[str, int], somebody: Client, shift: int) -> None:
    """Every address answers somebody who sends something strange in every field, each field the next such value."""
    anything = {field: HOSTILE[(shift + at) % len(HOSTILE)] for at, field in enumerate(FIELDS)}
    asked = {field: anything[field] for field in ASKED}
    last = ("/close/", "/end/", "/out/", "/leave/")  # after these there is less to try
    for path in sorted(paths(), key=lambda one: one.endswith(last)):
        statuses = tried(path, numbers, somebody, get=asked, post=anything)
        assert max(statuses) < 500, path


@pytest.mark.parametrize("shift", [0, 3, 6])
def test_no_value_of_a_field_is_too_strange(numbers: dict[str, int], alice_client: Client, shift: int) -> None:
    answers(numbers, alice_client, shift)


def test_nor_from_a_player_or_a_visitor(numbers: dict[str, int], bob_client: Client, client: Client) -> None:
    answers(numbers, client, 1)
    answers(numbers, bob_client, 4)


@pytest.mark.parametrize("number", [0, int("9" * 20), int("9" * 400)])
def test_a_number_that_no_row_has_is_not_found(numbers: dict[str, int], alice_client: Client, number: int) -> None:
    for path in paths():
        if "{" in path:
            statuses = tried(path, dict.fromkeys(numbers, number), alice_client)
            assert set(statuses) <= {404, 405}, path
    for kind in ("txt", "json"):
        assert alice_client.get(f"/draws/{number}.{kind}").status_code == 404
