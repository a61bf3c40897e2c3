"""Writes about players: how they come, change and go, whom they block, how strong they are."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.search.players import LEVELS
from games.players import glicko, hooks, mails, names, queries, ratelimit
from games.players.models import Block, Player, Rating

GUESTS_PER_HOUR = 20  # of one network address
GUEST_LIFETIME = timedelta(days=60)  # without a visit: as long as a session lasts
CONFIRM_WITHIN = timedelta(days=7)  # then a name that was only asked for is free again
SEEN_EVERY = timedelta(hours=1)


class NameTaken(Exception):
    """Another player has this name, or one that looks like it."""


class CannotBlock(ValueError):
    """Only another person can be blocked."""


def create_guest(*, request: HttpRequest, now: datetime) -> Player:
    """Let a visitor play: the session stands for the guest. Somebody who is a player stays so. Raises TooMany."""
    if player := queries.player_of(request):
        return player
    if not ratelimit.allow(f"guest:{ratelimit.client_ip(request)}", GUESTS_PER_HOUR, 3600):
        raise ratelimit.TooMany(_("Too many guests have come from where you are. Try again in an hour, or sign up."))
    name = _guest_name()
    guest = Player.objects.create(
        kind=Player.Kind.GUEST,
        name=name,
        skeleton=names.skeleton(name),
        language=_language(),
        created_at=now,
        seen_at=now,
    )
    request.session[queries.GUEST_KEY] = guest.pk
    request.player = guest  # type: ignore[attr-defined]
    return guest


def _language() -> str:
    """The one that is spoken now: who comes with a French browser goes on in French."""
    language = get_language()
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _guest_name() -> str:
    while True:
        name = f"Guest-{secrets.randbelow(10**8):08}"
        if not Player.objects.filter(name=name).exists():
            return name


def sign_up(
    *,
    user: User,
    name: str,
    now: datetime,
    guest: Player | None = None,
    time_zone: str = "UTC",
    kind: Player.Kind = Player.Kind.GUEST,
) -> Player:
    """Give a new user a player of that (clean) name: the guest's own, with all its matches, or a new one.

    It stays a guest until `confirm`: the guest's session goes on playing meanwhile, and from then on only somebody
    who is logged in acts for it. Raises NameTaken.
    """
    try:
        with transaction.atomic():
            if guest is not None and adopt_guest(guest=guest, user=user, name=name, time_zone=time_zone):
                return Player.objects.get(user=user)
            return Player.objects.create(
                user=user,
                kind=kind,
                name=name,
                skeleton=names.skeleton(name),
                language=_language(),
                time_zone=time_zone,
                created_at=now,
                seen_at=now,
            )
    except IntegrityError as error:
        raise NameTaken(name) from error


def adopt_guest(*, guest: Player, user: User, name: str, time_zone: str) -> bool:
    """Make the guest's player the user's. False if it is no free guest (any more). Raises IntegrityError."""
    free = Player.objects.filter(pk=guest.pk, kind=Player.Kind.GUEST, user=None)
    return bool(free.update(user=user, name=name, skeleton=names.skeleton(name), time_zone=time_zone))


def confirm(*, user: User) -> None:
    """The user reads mail at the address given: the player is a person now."""
    Player.objects.filter(user=user, kind=Player.Kind.GUEST).update(kind=Player.Kind.PERSON)


def create_person(*, user: User, name: str, now: datetime) -> Player:
    """A person at once, for whom somebody else vouches (the operator, a seed, a test). Raises NameTaken."""
    return sign_up(user=user, name=name, now=now, kind=Player.Kind.PERSON)


def ensure_player(*, user: User, now: datetime) -> None:
    """A player for a user who has none, as an operator: a person, whose address counts as confirmed."""
    if Player.objects.filter(user=user).exists():
        return
    with transaction.atomic():
        create_person(user=user, name=_operator_name(user), now=now)
        if not User.objects.filter(username=user.username.lower()).exists():
            user.username = user.username.lower()  # whatever is typed, logging in asks for this
            user.save(update_fields=["username"])
        if user.email and not queries.is_confirmed(user.email):
            address = {"email": user.email.lower(), "verified": True, "primary": True}
            EmailAddress.objects.get_or_create(user=user, defaults=address)


def ensure_operators(*, now: datetime) -> None:
    """See `ensure_player`: for operators from before there was one for each."""
    for user in User.objects.filter(is_staff=True, player=None):
        ensure_player(user=user, now=now)


def _operator_name(user: User) -> str:
    """The user's own if it can be a player's; even one that nobody else may choose."""
    try:
        name = names.clean(user.username, operator=True)
    except ValidationError:
        return f"Operator-{user.pk}"
    return f"Operator-{user.pk}" if queries.is_taken(name, by_other_than=user) else name


def ensure_computers(*, now: datetime) -> None:
    """One player for each level of the engine's."""
    for level in LEVELS:
        name = f"Computer-{level.name}"
        Player.objects.update_or_create(
            level=level.number,
            defaults={"name": name, "skeleton": names.skeleton(name), "kind": Player.Kind.COMPUTER},
            create_defaults={
                "name": name,
                "skeleton": names.skeleton(name),
                "kind": Player.Kind.COMPUTER,
                "created_at": now,
            },
        )


def saw(*, player: Player, now: datetime) -> None:
    """Note a visit, once an hour at most."""
    if player.seen_at is None or player.seen_at < now - SEEN_EVERY:
        Player.objects.filter(pk=player.pk).update(seen_at=now)


def can_block(blocker: Player, blocked: Player) -> bool:
    """Only another person can be blocked."""
    return blocked.is_person and blocked.pk != blocker.pk


def block(*, blocker: Player, blocked: Player, now: datetime) -> None:
    """No more challenges and no chat between the two. Raises CannotBlock."""
    if not can_block(blocker, blocked):
        raise CannotBlock(_("You can block other people, not %s.") % blocked)
    Block.objects.get_or_create(blocker=blocker, blocked=blocked, defaults={"created_at": now})


def unblock(*, blocker: Player, blocked_id: int) -> None:
    """Take a block back, if there is one."""
    Block.objects.filter(blocker=blocker, blocked__id=blocked_id).delete()  # `blocked_id=` knows no number too big


def delete_account(*, player: Player, now: datetime) -> None:
    """Forget somebody. Their finished matches stay under the name `deleted-<id>`; running ones are given up by hooks.

    A deleted user's sessions stand for nobody. A player with no match leaves no row.
    """
    with transaction.atomic():
        if not Player.objects.filter(pk=player.pk).exclude(kind=Player.Kind.DELETED).update(kind=Player.Kind.DELETED):
            return
        for hook in hooks.on_delete:
            hook(player, now)
        _anonymise(player)
        try:
            with transaction.atomic():
                player.delete()
        except ProtectedError:
            pass  # it stands in matches


def _anonymise(player: Player) -> None:
    user = player.user
    left = Player(pk=player.pk, kind=Player.Kind.DELETED, created_at=player.created_at, name=f"deleted-{player.pk}")
    left.skeleton = names.skeleton(left.name)
    left.save(force_update=True)  # with everything else as if new
    player.ratings.all().delete()
    Block.objects.filter(Q(blocker=player) | Q(blocked=player)).delete()
    mails.forget(player)
    if user is not None:
        user.delete()
    player.refresh_from_db()


def forget_guests(*, now: datetime) -> None:
    """Guests whom no session can stand for any more leave as others do."""
    for guest in Player.objects.filter(kind=Player.Kind.GUEST, user=None, seen_at__lt=now - GUEST_LIFETIME):
        delete_account(player=guest, now=now)


def release_unconfirmed(*, now: datetime) -> None:
    """Forget users who have never confirmed an address. A guest who tried to sign up is a mere guest again."""
    late = Player.objects.filter(kind=Player.Kind.GUEST, user__date_joined__lt=now - CONFIRM_WITHIN)
    for player in late.select_related("user"):
        with transaction.atomic():
            name = _guest_name()
            asked = Player.objects.filter(pk=player.pk, kind=Player.Kind.GUEST, user=player.user)
            if player.user and asked.update(user=None, name=name, skeleton=names.skeleton(name)):
                player.user.delete()


def export(*, player: Player) -> dict[str, Any]:
    """Everything the site keeps about a player, fit for JSON."""
    data: dict[str, Any] = {"account": _account(player)}
    for hook in hooks.on_export:
        data |= hook(player)
    return data


def _account(player: Player) -> dict[str, Any]:
    addresses = EmailAddress.objects.filter(user_id=player.user_id) if player.user_id else EmailAddress.objects.none()
    return {
        "name": player.name,
        "kind": player.kind,
        "addresses": list(addresses.order_by("pk").values("email", "verified", "primary")),
        "created_at": player.created_at,
        "seen_at": player.seen_at,
        "last_login": player.user.last_login if player.user else None,
        "preferences": {
            "language": player.language,
            "time_zone": player.time_zone,
            "theme": player.theme,
            "confirm_turns": player.confirm_turns,
            "mail_off": player.mail_off,
        },
        "blocked": [block.blocked.name for block in queries.blocks(player)],
        "ratings": list(
            player.ratings.order_by("game", "setup").values(
                "game", "setup", "rating", "deviation", "volatility", "matches", "rated_at"
            )
        ),
    }


@dataclass(frozen=True, slots=True)
class Change:
    """What a match did to a rating; `deviation` is the one after it."""

    before: float
    after: float
    deviation: float


def rate_match(
    *, game: str, setup: str, first: Player, second: Player, score: float, now: datetime
) -> tuple[Change, Change]:
    """Rate a match; `score` is the first player's: 1, 0.5 or 0. Both rows are locked, the older player's first."""
    with transaction.atomic():
        rows = Rating.objects.select_for_update()
        found = {
            player.pk: rows.get_or_create(player=player, game=game, setup=setup, defaults={"rated_at": now})[0]
            for player in sorted((first, second), key=lambda one: one.pk)
        }
        one, other = found[first.pk], found[second.pk]
        before = _rested(one, now), _rested(other, now)
        return (
            _rate(one, before[1], score, now),
            _rate(other, before[0], 1 - score, now),
        )


def _strength(row: Rating) -> glicko.Strength:
    return glicko.Strength(row.rating, row.deviation, row.volatility)


def _periods(row: Rating, now: datetime) -> float:
    return max(now - row.rated_at, timedelta()) / glicko.PERIOD


def _rested(row: Rating, now: datetime) -> glicko.Strength:
    return glicko.rested(_strength(row), _periods(row, now))


def _rate(row: Rating, opponent: glicko.Strength, score: float, now: datetime) -> Change:
    before = row.rating
    after = glicko.updated(_strength(row), [(opponent, score)], _periods(row, now))
    row.rating, row.deviation, row.volatility = after.rating, after.deviation, after.volatility
    row.matches += 1
    row.rated_at = now
    row.save(update_fields=["rating", "deviation", "volatility", "matches", "rated_at"])
    return Change(before, row.rating, row.deviation)
