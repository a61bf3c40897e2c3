"""Offers to play, from the first click to the match."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from engine import registry
from engine.protocol import EngineError
from engine.throws import parse_throws
from games.outbox import services as outbox
from games.play.errors import NotYours, Refused, Stale, TooMany
from games.play.models import Challenge, Match
from games.play.services import clock, draws
from games.play.services.start import start_match
from games.players import queries as players
from games.players.models import Player

DIRECT_PER_DAY = 20
PENDING_AT_ONCE = 20
LIFETIME = {
    Challenge.Kind.OPEN: timedelta(days=14),
    Challenge.Kind.DIRECT: timedelta(days=7),
    Challenge.Kind.INVITE: timedelta(days=14),
    Challenge.Kind.COMPUTER: timedelta(days=1),
}


def create(
    *,
    challenger: Player,
    kind: str,
    game: str,
    setup: str,
    now: datetime,
    opponent: Player | None = None,
    days_per_turn: int | None = None,
    rated: bool = False,
    private: bool = False,
    beginner: str = Challenge.Beginner.THROWS,
    colour: str = "",
    rematch_of: Match | None = None,
) -> Challenge:
    """A draft: its commitment can be shown, and `seal` publishes it. Raises Refused if it may not be made."""
    challenge = Challenge(
        kind=kind,
        challenger=challenger,
        opponent=opponent,
        game=game,
        setup=setup,
        days_per_turn=days_per_turn,
        rated=rated,
        private=private,
        beginner=beginner,
        colour=colour,
        rematch_of=rematch_of,
        created_at=now,
        expires_at=now + LIFETIME[Challenge.Kind(kind)],
        invite_token=secrets.token_hex(16) if kind == Challenge.Kind.INVITE else None,
    )
    _check_settings(challenge)
    _check_people(challenge, now=now)
    try:
        with transaction.atomic():
            challenge.secret = draws.new_secret(now=now)
            challenge.save()
    except IntegrityError as error:
        raise Refused(
            f"There is a challenge between you and {opponent} already: answer or withdraw it first."
        ) from error
    return challenge


def _check_settings(challenge: Challenge) -> None:
    try:
        setup = registry.info(challenge.game).setup(challenge.setup)
    except EngineError as error:
        raise Refused(str(error)) from error
    if challenge.days_per_turn not in (None, *clock.DAYS):
        raise Refused(f"Days per turn are one of {', '.join(map(str, clock.DAYS))}, or none.")
    if challenge.beginner not in Challenge.Beginner.values:
        raise Refused("Choose who begins.")
    if challenge.colour and challenge.colour not in setup.colour_choice:
        raise Refused(f"In {setup.name} the colours are fixed.")
    if challenge.rated and challenge.kind == Challenge.Kind.COMPUTER:
        raise Refused("Matches against the computer are not rated.")


def _check_people(challenge: Challenge, *, now: datetime) -> None:
    me, you = challenge.challenger, challenge.opponent
    if challenge.kind == Challenge.Kind.COMPUTER:
        if you is None or not you.is_computer:
            raise Refused("Choose one of the computer players.")
        return
    if not me.is_person:
        raise NotYours("Guests play against the computer. Sign up to play with people: your matches stay yours.")
    mine = Challenge.objects.filter(challenger=me)
    if mine.filter(status__in=["draft", "open"]).count() >= PENDING_AT_ONCE:
        raise TooMany(f"You have {PENDING_AT_ONCE} challenges waiting: withdraw one first.")
    if challenge.kind == Challenge.Kind.DIRECT:
        _check_opponent(me, you)
        if mine.filter(kind=challenge.kind, created_at__gt=now - timedelta(days=1)).count() >= DIRECT_PER_DAY:
            raise TooMany(
                f"You can challenge {DIRECT_PER_DAY} players a day. Try again tomorrow, or post an open challenge."
            )


def _check_opponent(me: Player, you: Player | None) -> None:
    if you is None or not you.is_person:
        raise Refused("There is no such player to challenge.")
    if you.pk == me.pk:
        raise Refused("You cannot challenge yourself.")
    if players.blocked(me, you):
        raise Refused(f"{you} does not take challenges from you.")


def _pending(challenge_id: int) -> Challenge:
    """The challenge, locked. Raises Stale if it is not pending any more."""
    challenge = Challenge.objects.select_for_update().get(pk=challenge_id)
    if not challenge.pending:
        raise Stale(f"This challenge is {challenge.get_status_display().lower()} already.")
    return challenge


def _throws(challenge: Challenge, text: str) -> tuple[str, ...]:
    if challenge.beginner != Challenge.Beginner.THROWS:
        return ()
    try:
        return parse_throws(text)
    except EngineError as error:
        raise Refused("Choose three throws: rock, paper or scissors, in order.") from error


def seal(*, challenge_id: int, player: Player, salt: str, throws: str, now: datetime) -> Challenge:
    """The challenger's salt and throws: the challenge is open now; one to the computer starts at once."""
    with transaction.atomic():
        challenge = _pending(challenge_id)
        if challenge.challenger_id != player.pk:
            raise NotYours("This is somebody else's challenge.")
        if challenge.status != Challenge.Status.DRAFT:
            raise Stale("You have sealed this challenge already.")
        challenge.salt = draws.clean_salt(salt)
        challenge.throws = " ".join(_throws(challenge, throws))
        challenge.status = Challenge.Status.OPEN
        challenge.save()
        if challenge.kind == Challenge.Kind.COMPUTER and challenge.opponent:
            _accepted(challenge, by=challenge.opponent, salt="", throws=(), colour="", now=now)
        elif challenge.kind == Challenge.Kind.DIRECT and challenge.opponent_id:
            outbox.add(
                kind="challenge",
                recipient=challenge.opponent_id,
                event=f"challenge:{challenge.pk}",
                payload={"challenge": challenge.pk},
                now=now,
            )
    return challenge


def accept(
    *, challenge_id: int, player: Player, salt: str, throws: str, now: datetime, colour: str = "", token: str = ""
) -> Match:
    """Accept an open challenge; the match starts. Clicking again gives the same match.

    `token` is what the link of an invitation carried. Raises Stale if somebody else was faster, Refused or NotYours.
    """
    with transaction.atomic():
        challenge = Challenge.objects.select_for_update().get(pk=challenge_id)
        if challenge.status == Challenge.Status.ACCEPTED and challenge.opponent_id == player.pk:
            return Match.objects.get(challenge=challenge)
        if challenge.status != Challenge.Status.OPEN or challenge.expires_at <= now:
            raise Stale("This challenge is not open any more.")
        _check_accepter(challenge, player, token)
        colours = registry.info(challenge.game).setup(challenge.setup).colour_choice
        if colour and (colour not in colours or colour == challenge.colour):
            raise Refused("That colour cannot be chosen here: take another.")
        return _accepted(
            challenge, by=player, salt=draws.clean_salt(salt), throws=_throws(challenge, throws), colour=colour, now=now
        )


def _check_accepter(challenge: Challenge, player: Player, token: str) -> None:
    if not player.is_person:
        raise NotYours("Sign up to play with people: the matches you have stay yours.")
    if challenge.challenger_id == player.pk:
        raise Refused("This is your own challenge.")
    if challenge.kind == Challenge.Kind.DIRECT and challenge.opponent_id != player.pk:
        raise NotYours("This challenge is for somebody else.")
    if challenge.kind == Challenge.Kind.INVITE and not secrets.compare_digest(
        token.encode(), (challenge.invite_token or "").encode()
    ):
        raise NotYours("This link is not valid: ask for a new one.")
    if players.blocked(player, challenge.challenger):
        raise Refused(f"{challenge.challenger} and you do not play with each other.")


def _accepted(
    challenge: Challenge, *, by: Player, salt: str, throws: tuple[str, ...], colour: str, now: datetime
) -> Match:
    challenge.status = Challenge.Status.ACCEPTED
    challenge.opponent = by
    challenge.closed_at = now
    challenge.save()
    return start_match(challenge, opponent=by, salt=salt, throws=throws, colour=colour, now=now)


def _end(challenge: Challenge, status: Challenge.Status, *, now: datetime) -> None:
    challenge.status = status
    challenge.closed_at = now
    challenge.save()
    draws.publish(challenge.secret, now=now)


def decline(*, challenge_id: int, player: Player, now: datetime) -> Challenge:
    """Say no to a direct challenge."""
    with transaction.atomic():
        challenge = _pending(challenge_id)
        if challenge.kind != Challenge.Kind.DIRECT or challenge.opponent_id != player.pk:
            raise NotYours("This challenge is for somebody else.")
        _end(challenge, Challenge.Status.DECLINED, now=now)
    return challenge


def withdraw(*, challenge_id: int, player: Player, now: datetime) -> Challenge:
    """Take one's own challenge back; its link stops working."""
    with transaction.atomic():
        challenge = _pending(challenge_id)
        if challenge.challenger_id != player.pk:
            raise NotYours("This is somebody else's challenge.")
        _end(challenge, Challenge.Status.WITHDRAWN, now=now)
    return challenge


def expire(*, now: datetime) -> int:
    """Cancel what was not sealed or accepted in time; returns how many."""
    due = Challenge.objects.filter(status__in=["draft", "open"], expires_at__lte=now)
    ended = 0
    for pk in list(due.values_list("pk", flat=True)[:500]):
        with transaction.atomic():
            challenge = Challenge.objects.select_for_update().get(pk=pk)
            if challenge.pending:
                _end(challenge, Challenge.Status.EXPIRED, now=now)
                ended += 1
    return ended


def rematch(*, match: Match, player: Player, now: datetime) -> Challenge:
    """A challenge to the same opponent with the sides swapped; the one they made already, if they did."""
    if match.running:
        raise Refused("This match is still running.")
    seats = {seat.player_id: seat for seat in match.seats.select_related("player")}
    if player.pk not in seats:
        raise NotYours("You did not play in this match.")
    if waiting := match.rematch_offers.filter(status__in=["draft", "open"]).first():
        return waiting
    mine = seats.pop(player.pk)
    (yours,) = seats.values()
    return create(
        challenger=player,
        opponent=yours.player,
        game=match.game,
        setup=match.setup,
        rated=match.rated,
        kind=Challenge.Kind.COMPUTER if yours.player.is_computer else Challenge.Kind.DIRECT,
        days_per_turn=match.days_per_turn,
        private=match.private,
        rematch_of=match,
        now=now,
        beginner=Challenge.Beginner.CHALLENGER if mine.index == 1 else Challenge.Beginner.OPPONENT,
    )
