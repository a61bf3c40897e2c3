"""Pages of the archive as the database is asked for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.archive.models import Entry
from games.archive.queries.entries import EPOCH, ORDERS, Cursor, Filter, Ranked, matches_to_export, page, parse_cursor
from games.players.models import Player
from tests.archive.finishing import DAY, NOVEMBER, archived
from tests.each import each

# Each single filter of all matches, and of a player's, with the index it walks along.
OF_ALL: list[tuple[dict[str, Any], str]] = [
    ({}, "archive_all"),
    ({"game": "battle_chess", "setup": "bw"}, "archive_all_setup"),
    ({"result": "first"}, "archive_all_result"),
    ({"length": "short"}, "archive_all_length"),
    ({"month": NOVEMBER.replace(day=1, hour=0)}, "archive_all"),
    ({"vs_computer": False}, "archive_all_computer"),
    ({"vs_computer": True}, "archive_all_computer"),
    ({"order": "closeness"}, "archive_all_closeness"),
    ({"order": "luck"}, "archive_all_luck"),
    ({"order": "play"}, "archive_all_play"),
]
OF_A_PLAYER: list[tuple[dict[str, Any], str]] = [
    ({}, "archive_player"),
    ({"game": "battle_chess", "setup": "bw"}, "archive_player_setup"),
    ({"result": "won"}, "archive_player_result"),
    ({"length": "short"}, "archive_player_length"),
    ({"month": NOVEMBER.replace(day=1, hour=0)}, "archive_player"),
    ({"vs_computer": False}, "archive_player_computer"),
    ({"vs_computer": True}, "archive_player_computer"),
    ({"order": "closeness"}, "archive_player_closeness"),
    ({"order": "luck"}, "archive_player_luck"),
    ({"order": "play"}, "archive_player_play"),
]


def numbers(wanted: Filter, **more: Any) -> list[int]:
    return [entry.match_id for entry in page(wanted, **more).entries]


# What fits


@pytest.fixture
def two_kinds(alice: Player, bob: Player) -> tuple[int, int]:
    """Two matches that differ in all that can be filtered by: a short one of November, a long one of October."""
    (short,) = archived(alice, bob, [NOVEMBER])
    october = {"setup": "w3", "winner": 1, "length": "long", "vs_computer": True}
    (long,) = archived(alice, bob, [NOVEMBER - 20 * DAY], **october)
    return short.pk, long.pk


@pytest.mark.parametrize(
    ("of_short", "of_long"),
    [
        ({"setup": "bw"}, {"setup": "w3"}),
        ({"game": "battle_chess", "setup": "bw"}, {"game": "battle_chess", "setup": "w3"}),
        ({"result": "first"}, {"result": "second"}),
        ({"length": "short"}, {"length": "long"}),
        (
            {"month": datetime(2026, 11, 1, tzinfo=NOVEMBER.tzinfo)},
            {"month": datetime(2026, 10, 1, tzinfo=NOVEMBER.tzinfo)},
        ),
        ({"vs_computer": False}, {"vs_computer": True}),
    ],
)
def test_each_filter_finds_what_fits_and_nothing_else(
    two_kinds: tuple[int, int], alice: Player, of_short: dict[str, Any], of_long: dict[str, Any]
) -> None:
    short, long = two_kinds
    how_alice_did = {"first": "won", "second": "lost"}

    assert numbers(Filter(**of_short)) == [short]
    assert numbers(Filter(**of_long)) == [long]
    for fields, found in ((of_short, short), (of_long, long)):
        if "result" in fields:
            fields = {"result": how_alice_did[fields["result"]]}
        assert numbers(Filter(player=alice, **fields)) == [found]


def test_filters_are_combined(two_kinds: tuple[int, int], alice: Player) -> None:
    short, _long = two_kinds

    assert numbers(Filter(player=alice, setup="bw", result="won", length="short")) == [short]
    assert numbers(Filter(player=alice, setup="bw", result="lost")) == []
    assert numbers(Filter(setup="bw", length="long")) == []


def test_a_setup_of_another_game_does_not_fit(two_kinds: tuple[int, int]) -> None:
    assert numbers(Filter(game="chakart", setup="bw")) == []


def test_a_player_has_their_own_matches_alone(alice: Player, bob: Player, charlie: Player) -> None:
    (one,) = archived(alice, bob, [NOVEMBER])
    (other,) = archived(charlie, bob, [NOVEMBER])

    assert numbers(Filter(player=alice)) == [one.pk]
    assert numbers(Filter(player=bob)) == [other.pk, one.pk]
    assert numbers(Filter()) == [other.pk, one.pk]


def test_private_matches_are_shown_to_their_own_players_when_they_ask_for_themselves(
    alice: Player, bob: Player
) -> None:
    (match,) = archived(alice, bob, [NOVEMBER], private=True)

    assert numbers(Filter()) == []
    assert numbers(Filter(player=alice)) == []
    assert numbers(Filter(player=alice, own=True)) == [match.pk]


@pytest.mark.parametrize("month", [1, 2, 11, 12])
def test_a_month_has_its_first_and_its_last_moment(alice: Player, bob: Player, month: int) -> None:
    begins = datetime(2025, month, 1, tzinfo=NOVEMBER.tzinfo)
    ends = datetime(2025 + month // 12, month % 12 + 1, 1, tzinfo=NOVEMBER.tzinfo)
    moment = timedelta(microseconds=1)
    matches = archived(alice, bob, [begins - moment, begins, ends - moment, ends])

    assert numbers(Filter(month=begins)) == [matches[2].pk, matches[1].pk]


# The order


def test_the_newest_comes_first_whatever_was_entered_first(alice: Player, bob: Player) -> None:
    matches = archived(alice, bob, [NOVEMBER, NOVEMBER + 2 * DAY, NOVEMBER + DAY])

    assert numbers(Filter()) == [matches[1].pk, matches[2].pk, matches[0].pk]


@given(
    seconds=st.lists(st.integers(0, 3), max_size=25),
    size=st.integers(1, 7),
    of_player=st.booleans(),
    entered_later=st.integers(0, 3),
)
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_have_no_gaps_and_no_repeats_also_where_matches_end_at_one_moment(
    alice: Player, bob: Player, seconds: list[int], size: int, of_player: bool, entered_later: int
) -> None:
    with transaction.atomic():
        matches = archived(alice, bob, [NOVEMBER + timedelta(seconds=second) for second in seconds])
        wanted = Filter(player=alice) if of_player else Filter()
        whole = [(match.finished_at, match.pk) for match in matches]

        walked = list(_walk(wanted, size, lambda: archived(alice, bob, [NOVEMBER + DAY] * entered_later)))

        assert walked == [number for _at, number in sorted(whole, reverse=True)]
        transaction.set_rollback(True)


def _walk(wanted: Filter, size: int, after_each: Any) -> Iterator[int]:
    """The matches of all pages; what finishes while somebody reads is newer than where they are."""
    cursor = None
    while True:
        found = page(wanted, after=cursor, size=size)
        assert len(found.entries) == size or found.next is None
        yield from (entry.match_id for entry in found.entries)
        after_each()
        if found.next is None:
            return
        cursor = parse_cursor(found.next.text())


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("of_player", [False, True])
def test_the_greatest_comes_first_and_what_is_not_known_has_no_place(
    alice: Player, bob: Player, order: str, of_player: bool
) -> None:
    values = [5, None, -3, 5, 9, 0, None, 5]
    matches = archived(alice, bob, [NOVEMBER] * len(values))
    for match, value in zip(matches, values, strict=True):
        Entry.objects.filter(match=match).update(**{order: value})
    wanted = Filter(player=alice if of_player else None, order=order)

    walked = list(_walk(wanted, 2, lambda: None))

    places = [(value, match.pk) for match, value in zip(matches, values, strict=True) if value is not None]
    assert walked == [number for _value, number in sorted(places, reverse=True)]


def test_an_order_is_combined_with_filters(two_kinds: tuple[int, int]) -> None:
    short, long = two_kinds
    Entry.objects.filter(match=short).update(luck=5)
    Entry.objects.filter(match=long).update(luck=9)

    assert numbers(Filter(order="luck")) == [long, short]
    assert numbers(Filter(order="luck", setup="bw")) == [short]
    assert numbers(Filter(order="luck", month=NOVEMBER.replace(day=1, hour=0))) == [short]


@pytest.mark.django_db
def test_a_cursor_of_another_order_is_refused() -> None:
    for wanted, after in ((Filter(), Ranked(1, 1)), (Filter(order="luck"), Cursor(NOVEMBER, 1))):
        with pytest.raises(ValueError, match="another order"):
            page(wanted, after=after)


@given(st.integers(-(10**9) + 1, 10**9 - 1), st.integers(0, 10**18 - 1))
def test_a_place_in_an_order_survives_its_text(value: int, match_id: int) -> None:
    assert parse_cursor(Ranked(value, match_id).text()) == Ranked(value, match_id)


@given(st.integers(0, 10**16 - 1), st.integers(0, 10**18 - 1))
def test_a_cursor_survives_its_text(microseconds: int, match_id: int) -> None:
    cursor = Cursor(EPOCH + timedelta(microseconds=microseconds), match_id)

    assert parse_cursor(cursor.text()) == cursor


@each(
    [
        "",
        "-",
        "1-",
        "-1",
        "x-1",
        "1-x",
        "1-1-1",
        "1.5-1",
        "-1-1",
        "1--1",
        " 1-1",
        "1-1\n",
        "nan-1",
        "inf-1",
        "1e9-1",
        "1_0-1",
        "١-١",
        "1\0-1",
        "r1",
        "r--1-1",
        "r1--1",
        f"r{10**9}-1",
        f"{10**16}-1",
        f"1-{10**18}",
        "9" * 10_000,
    ]
)
def test_any_other_text_is_no_cursor(text: str) -> None:
    with pytest.raises(ValueError, match="is no cursor"):
        parse_cursor(text)


@pytest.mark.django_db
def test_the_farthest_cursors_are_no_error() -> None:
    for text in (f"{10**16 - 1}-{10**18 - 1}", "0-0"):
        assert page(Filter(), after=parse_cursor(text)).entries == []


# What it costs


def queries_of(wanted: Filter, after: Cursor | Ranked | None) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        page(wanted, after=after)
    return [query["sql"] for query in captured]


def single_filters(player: Player) -> Iterator[tuple[Filter, str]]:
    for fields, index in OF_ALL:
        yield Filter(**fields), index
    for own in (False, True):
        for fields, index in OF_A_PLAYER:
            yield Filter(player=player, own=own, **fields), index


def test_a_page_takes_two_queries_and_never_counts(alice: Player, bob: Player) -> None:
    archived(alice, bob, [NOVEMBER + timedelta(seconds=n) for n in range(40)])
    archived(alice, bob, [NOVEMBER], vs_computer=True)
    Entry.objects.update(**dict.fromkeys(ORDERS, 3))

    for wanted, _index in single_filters(alice):
        for after in (None, Ranked(5, 0) if wanted.order else Cursor(NOVEMBER + timedelta(seconds=35), 0)):
            asked = queries_of(wanted, after)

            assert len(asked) == 2
            assert not any("COUNT(" in sql.upper() for sql in asked)
            assert "LIMIT 31" in asked[0]


def test_each_single_filter_is_a_walk_along_one_index(alice: Player, bob: Player) -> None:
    archived(alice, bob, [NOVEMBER])
    archived(alice, bob, [NOVEMBER], vs_computer=True)

    for wanted, index in single_filters(alice):
        for after in (None, Ranked(5, 0) if wanted.order else Cursor(NOVEMBER + DAY, 5)):
            plan = plan_of(queries_of(wanted, after)[0])

            if connection.vendor == "postgresql":
                assert re.search(r"Index Scan using archive_\w+ on archive_entry", plan), plan
                assert "Sort" not in plan, plan
            else:
                assert re.search(rf"archive_entry USING INDEX {index}\b", plan), plan
                assert "TEMP B-TREE" not in plan, plan
                assert "SCAN" not in plan.replace("SCAN archive_entry USING INDEX archive_all\n", ""), plan


def test_a_walk_is_entered_at_one_place(alice: Player) -> None:
    """Of two upper bounds SQLite would take either to enter the index, and walk to the other."""
    month = NOVEMBER.replace(day=1, hour=0)

    for after in (None, Cursor(NOVEMBER - DAY, 5), Cursor(NOVEMBER, 5), Cursor(NOVEMBER + 40 * DAY, 5)):
        for wanted in (Filter(month=month), Filter(player=alice, month=month)):
            (asked,) = queries_of(wanted, after)

            assert len(re.findall('"finished_at" <', asked)) == 1


@pytest.mark.parametrize("days", [-40, -1, 0, 10, 40])
def test_a_cursor_from_elsewhere_does_not_leave_the_month(alice: Player, bob: Player, days: int) -> None:
    (match,) = archived(alice, bob, [NOVEMBER])
    archived(alice, bob, [NOVEMBER - 30 * DAY, NOVEMBER + 30 * DAY])

    found = numbers(Filter(month=NOVEMBER.replace(day=1, hour=0)), after=Cursor(NOVEMBER + days * DAY, 0))

    assert found == ([match.pk] if days > 0 else [])


def plan_of(sql: str) -> str:
    """How the database would go about it; PostgreSQL as it does with many rows, when nothing else is cheaper."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for way in ("seqscan", "sort", "bitmapscan", "hashjoin", "mergejoin"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
            cursor.execute(f"EXPLAIN {sql}")
        else:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        return "".join(f"{row[-1]}\n" for row in cursor.fetchall())


def test_an_index_serves_the_entries_of_its_kind_alone() -> None:
    """With and without a player are apart, so that no row stands in more indexes than it needs."""
    conditions = {index.name: str(index.condition) for index in Entry._meta.indexes}

    for name, condition in conditions.items():
        wanted = "('player', None)" if name.startswith("archive_all") else "('player__isnull', False)"
        assert wanted in condition


def test_an_export_takes_as_many_queries_for_many_as_for_few(alice: Player, bob: Player) -> None:
    archived(alice, bob, [NOVEMBER])
    with CaptureQueriesContext(connection) as few:
        matches_to_export(Filter(), after=None, size=10)
    archived(alice, bob, [NOVEMBER + timedelta(seconds=n) for n in range(9)])
    with CaptureQueriesContext(connection) as many:
        matches, after = matches_to_export(Filter(), after=None, size=10)

    assert len(matches) == 10
    assert after is None
    assert len(many) == len(few) == 4


def test_what_is_exported_comes_in_the_order_of_the_pages(alice: Player, bob: Player) -> None:
    archived(alice, bob, [NOVEMBER + timedelta(seconds=n % 3) for n in range(10)])

    matches, after = matches_to_export(Filter(), after=None, size=6)
    rest, end = matches_to_export(Filter(), after=after, size=6)

    ends = [(match.finished_at, match.pk) for match in [*matches, *rest]]
    assert len(ends) == 10
    assert all(newer > older for newer, older in pairwise(ends))
    assert end is None
