"""Secrets: made at random, shown as a commitment, published at the end."""

from __future__ import annotations

import hashlib
import re

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.play.models import DrawSecret, Match
from games.play.services import draws
from games.players.models import Player
from pbchess_site.local import ROOT

NOW = timezone.now()


def test_a_secret_is_32_bytes_and_its_commitment_their_hash(db: None) -> None:
    one, other = draws.new_secret(now=NOW), draws.new_secret(now=NOW)

    assert len(one.value) == 32
    assert one.value != other.value
    assert one.commitment == hashlib.sha256(one.value).hexdigest()


def test_a_secret_is_shown_by_no_text_of_its_own(match: Match) -> None:
    hexadecimal = bytes(match.secret.value).hex()

    assert hexadecimal not in f"{match.secret} {match.secret!r} {draws.source(match)!r}"
    assert repr(bytes(match.secret.value)) not in repr(draws.source(match))


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("salt", "salt"),
        ("  sea salt ", "sea salt"),
        ("a\x00b\nc\u202ed", "abcd"),
        ("é😀", "é😀"),
        ("x" * 10_000, "x" * draws.SALT_LENGTH),
    ],
)
def test_a_salt_is_one_printable_line(given: str, kept: str) -> None:
    assert draws.clean_salt(given) == kept


def test_who_gives_no_salt_gets_one() -> None:
    made, other = draws.clean_salt(" \x00"), draws.clean_salt("")

    assert len(made) == 16
    assert made != other


def test_a_secret_is_published_once_it_is_told_to(match: Match) -> None:
    hidden = draws.published(match.secret)

    draws.publish(match.secret, now=NOW)

    match.secret.refresh_from_db()
    assert hidden is None
    assert draws.published(match.secret) == bytes(match.secret.value).hex()
    assert match.secret.published_at == NOW


def test_nothing_else_reads_a_secret() -> None:
    files = [path for path in ROOT.glob("games/**/*.py") if "migrations" not in path.parts]

    assert [path.name for path in files if re.search(r"secret\.value|\.value\b.*[Ss]ecret", path.read_text())] == [
        "draws.py"
    ]


HERE = {"address": "198.51.100.1"}


def test_a_reserved_secret_is_taken_once(db: None) -> None:
    shown = draws.reserve(None, **HERE)

    taken = draws.redeem(shown, now=NOW)

    assert taken is not None
    assert taken.commitment == shown == hashlib.sha256(bytes(taken.value)).hexdigest()
    assert draws.redeem(shown, now=NOW) is None


def test_reserving_writes_no_row(db: None) -> None:
    before = DrawSecret.objects.count()

    assert draws.reserve(None, **HERE) != draws.reserve(None, **HERE)
    assert DrawSecret.objects.count() == before


def test_a_player_keeps_a_reserved_secret_until_it_is_used(alice: Player, bob: Player) -> None:
    shown = [draws.reserve(alice, **HERE) for _ in range(50)]
    others = draws.reserve(bob, **HERE)
    draws.redeem(shown[0], now=NOW)

    assert set(shown) == {shown[0]}
    assert len({shown[0], others, draws.reserve(alice, **HERE)}) == 3


def test_what_is_shown_again_still_lives_an_hour(alice: Player) -> None:
    shown = draws.reserve(alice, **HERE)
    client = cache._cache.get_client()

    again, secret = (client.ttl(cache.make_key(name)) for name in (f"reserved:{alice.pk}", f"secret:{shown}"))

    assert 0 < again <= draws.RESERVED_SECONDS / 2
    assert secret - again >= draws.RESERVED_SECONDS / 2 - 1
