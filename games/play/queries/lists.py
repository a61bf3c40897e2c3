"""Lists of challenges and matches, each in a fixed number of database queries however long it is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import Http404

from games.play import hooks
from games.play.models import Challenge, ChatLine, Match, Seat
from games.players.models import Player, Rating

OPEN_SHOWN = 50
WATCHED_SHOWN = 6
FINISHED_SHOWN = 10
FOREVER = timedelta(days=10_000)  # sorts a match without a clock behind all others


@dataclass(frozen=True, slots=True)
class Row:
    """A match as its player sees it in a list."""

    match: Match
    seat: Seat
    opponent: Seat
    unread: bool = False  # whether the chat has lines that the player has not read

    @property
    def mine(self) -> bool:
        """Whether it waits for this player."""
        return self.match.running and self.match.seat_to_move == self.seat.index

    @property
    def urgency(self) -> tuple[datetime, int]:
        """Earliest deadline first, then, without a clock, who has waited longest."""
        return self.match.deadline_at or self.match.turn_started_at + FOREVER, self.match.pk


def _rows(seats: QuerySet[Seat]) -> list[Row]:
    """Two queries."""
    both = Prefetch("match__seats", queryset=Seat.objects.select_related("player"))
    lines = ChatLine.objects.filter(match=OuterRef("match"), pk__gt=OuterRef("chat_read"))
    seats = seats.annotate(unread=Exists(lines.exclude(player=OuterRef("player"))))
    return [
        Row(seat.match, seat, next(other for other in seat.match.seats.all() if other.pk != seat.pk), seat.unread)
        for seat in seats.select_related("match").prefetch_related(both)
    ]


def running(player: Player) -> tuple[list[Row], list[Row]]:
    """All running matches of a player: those that wait for them, by deadline, and those that wait for others."""
    rows = sorted(_rows(_running_seats(player)), key=lambda row: row.urgency)
    return [row for row in rows if row.mine], [row for row in rows if not row.mine]


def _running_seats(player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player, result="", match__status=Match.Status.RUNNING)


def finished(player: Player) -> list[Row]:
    """The matches that a player finished last."""
    seats = Seat.objects.filter(player=player, match__status=Match.Status.FINISHED)
    return _rows(seats.order_by("-match__finished_at", "-match_id")[:FINISHED_SHOWN])


def _waiting_seats(player: Player) -> QuerySet[Seat]:
    return _running_seats(player).filter(match__seat_to_move=F("index"))


# The same as `_waiting_seats` and `challenges_to`, on every page of who is logged in: put together by the ORM each
# time, it took fifty times as long as the database needs.
WAITING_COUNTS = """
SELECT {others}, (SELECT COUNT(*) FROM play_seat JOIN play_match ON play_match.id = play_seat.match_id
        WHERE play_seat.player_id = %(player)s AND play_seat.result = ''
        AND play_match.status = 'running' AND play_match.seat_to_move = play_seat."index"),
       (SELECT COUNT(*) FROM play_challenge JOIN players_player ON players_player.id = play_challenge.challenger_id
        WHERE play_challenge.opponent_id = %(player)s AND play_challenge.kind = 'direct'
        AND play_challenge.status = 'open' AND play_challenge.expires_at > %(now)s AND players_player.kind = 'person'
        AND NOT EXISTS (SELECT 1 FROM players_block
                        WHERE blocker_id = %(player)s AND blocked_id = play_challenge.challenger_id
                        OR blocked_id = %(player)s AND blocker_id = play_challenge.challenger_id))
"""


def waiting_counts(player: Player, *, now: datetime) -> tuple[int, int, int]:
    """How many matches, challenges, and things of the apps above wait for a player: one query along indexes."""
    with connection.cursor() as cursor:
        values = {"player": player.pk, "now": connection.ops.adapt_datetimefield_value(now)}
        cursor.execute(WAITING_COUNTS.format(others=" + ".join(["0", *hooks.on_count])), values)
        others, matches, challenges = cursor.fetchone()
    return matches, challenges, others


def next_waiting(player: Player, *, after: str = "") -> Match | None:
    """The match that waits for a player: the one behind number `after` in the order of the list, else the first."""
    seats = _waiting_seats(player).select_related("match")
    matches = sorted((Row(seat.match, seat, seat) for seat in seats), key=lambda row: row.urgency)
    ids = [str(row.match.pk) for row in matches]
    if not ids:
        return None
    place = ids.index(after) + 1 if after in ids else 0
    return matches[place % len(ids)].match


def watched() -> list[Match]:
    """Public running matches between people, with what happened last first; `seats` and players come with them."""
    matches = Match.objects.filter(status=Match.Status.RUNNING, private=False, vs_computer=False, ply__gt=0)
    both = Prefetch("seats", queryset=Seat.objects.select_related("player").order_by("index"))
    return list(matches.order_by("-turn_started_at").prefetch_related(both)[:WATCHED_SHOWN])


def _pending(now: datetime) -> QuerySet[Challenge]:
    challenges = Challenge.objects.select_related("challenger", "opponent").defer("salt", "throws")
    return challenges.filter(expires_at__gt=now).order_by("-created_at", "-pk")


def _with_a_block(viewer: Player) -> Q:
    return Q(challenger__blocks__blocked=viewer) | Q(challenger__blocked_by__blocker=viewer)


def open_challenges(viewer: Player | None, *, now: datetime) -> list[Challenge]:
    """What a viewer may accept in the lobby, the newest first; not their own, and nobody's they have a block with."""
    found = _pending(now).filter(
        kind=Challenge.Kind.OPEN, status=Challenge.Status.OPEN, challenger__kind=Player.Kind.PERSON
    )
    strength = Rating.objects.filter(player=OuterRef("challenger"), game=OuterRef("game"), setup=OuterRef("setup"))
    found = found.annotate(strength=Subquery(strength.values("rating")[:1]))
    if viewer is not None:
        found = found.exclude(challenger=viewer).exclude(_with_a_block(viewer))
    return list(found[:OPEN_SHOWN])


def challenges_to(player: Player, *, now: datetime) -> list[Challenge]:
    """Direct challenges that wait for a player's answer; none of who has a block with them."""
    found = _pending(now).filter(kind=Challenge.Kind.DIRECT, status=Challenge.Status.OPEN, opponent=player)
    return list(found.filter(challenger__kind=Player.Kind.PERSON).exclude(_with_a_block(player)))


def challenges_by(player: Player, *, now: datetime) -> list[Challenge]:
    """A player's own drafts, open challenges and invitations."""
    pending = [Challenge.Status.DRAFT, Challenge.Status.OPEN]
    return list(_pending(now).filter(challenger=player, status__in=pending))


def challenge_for(viewer: Player | None, challenge_id: int, *, token: str = "") -> Challenge:
    """A challenge that the viewer may know of; `token` is what an invitation's link carries.

    What was never sealed is its challenger's alone. Raises Http404.
    """
    found = Challenge.objects.select_related("challenger", "opponent", "secret", "match")
    challenge = found.defer("secret__value").filter(pk=challenge_id).first()
    if challenge is None or not _may_see(viewer, challenge, token):
        raise Http404("There is no such challenge.")
    return challenge


def _may_see(viewer: Player | None, challenge: Challenge, token: str) -> bool:
    if viewer is not None and viewer.pk == challenge.challenger_id:
        return True
    if not challenge.salt:
        return False
    if viewer is not None and viewer.pk == challenge.opponent_id:
        return True
    if challenge.kind == Challenge.Kind.INVITE:
        return bool(token) and token == challenge.invite_token
    return challenge.kind == Challenge.Kind.OPEN


def invitation(token: str) -> int:
    """The challenge that a link stands for. Raises Http404 if it stands for none."""
    found = Challenge.objects.filter(invite_token=token).values_list("pk", flat=True).first()
    if found is None:
        raise Http404("There is no such invitation.")
    return found
