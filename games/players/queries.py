"""Reads about players."""

from __future__ import annotations

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest

from games.players import names
from games.players.models import Block, Player

GUEST_KEY = "guest_player"


def player_of(request: HttpRequest) -> Player | None:
    """The player that a logged-in user or a guest's session stands for; None for a visitor."""
    if request.user.is_authenticated and (player := Player.objects.filter(user=request.user).first()):
        return player
    if guest_id := request.session.get(GUEST_KEY):
        return Player.objects.filter(pk=guest_id, kind=Player.Kind.GUEST).first()
    return None


def blocked(player: Player, other: Player) -> bool:
    """Whether either of the two wants nothing from the other."""
    pair = Q(blocker=player, blocked=other) | Q(blocker=other, blocked=player)
    return Block.objects.filter(pair).exists()


def may_challenge(player: Player | None, other: Player) -> bool:
    """Whether the two are people who play with each other, as far as blocks go."""
    if player is None or player.pk == other.pk or not (player.is_person and other.is_person):
        return False
    return not blocked(player, other)


def blocks(player: Player) -> QuerySet[Block]:
    """Whom the player has blocked, by name."""
    return Block.objects.filter(blocker=player).select_related("blocked").order_by("blocked__name")


def mail_address(player: Player) -> str | None:
    """Where the player reads mail: the confirmed address; None if there is none."""
    if not player.is_person or player.user_id is None:
        return None
    confirmed = EmailAddress.objects.filter(user_id=player.user_id, verified=True).order_by("-primary", "pk")
    address = confirmed.first()
    return address.email if address else None


def named(name: str) -> Player | None:
    """The player of that name, whatever its capitals, or of one that looks like it; None if there is none."""
    called = Player.objects.filter(user__username=name.lower()).first()  # К looks like K, and к like nothing
    if called is not None and _same(called.name, name):
        return called
    return Player.objects.filter(skeleton=names.skeleton(name)).first()


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def computer_shown_as(name: str) -> Player | None:
    """The computer whose name is this one in the language spoken now."""
    computers = Player.objects.filter(kind=Player.Kind.COMPUTER)
    return next((player for player in computers if str(player).casefold() == name.casefold()), None)


def is_taken(name: str, *, by_other_than: User | None = None) -> bool:
    """Whether a player, or another user than one who is no player yet, has this name or one that looks like it."""
    if named(name):
        return True
    looks = names.skeleton(name)
    others = User.objects.exclude(pk=by_other_than.pk if by_other_than else 0)
    players = others.annotate(plays_as=Lower("player__name"))  # with `iexact` SQLite would take _ for any letter
    # few: who was made in the admin, or renamed there
    own_names = players.filter(Q(player=None) | ~Q(plays_as=Lower("username")))
    called = (one for pair in own_names.values_list("username", "player__name") for one in pair if one)
    return any(names.skeleton(one) == looks or _same(one, name) for one in called)


def is_confirmed(email: str) -> bool:
    """Whether somebody has shown that they read mail there."""
    return bool(EmailAddress.objects.filter(email=email.lower(), verified=True).exists())


def language_of(email: str) -> str | None:
    """The language of whoever gave this address; None if nobody did."""
    owners = Player.objects.filter(user__emailaddress__email=email.lower()).order_by("pk")
    return owners.values_list("language", flat=True).first()


def zone(player: Player) -> ZoneInfo:
    """The player's time zone; UTC if the system does not know it (any more)."""
    try:
        return ZoneInfo(player.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
