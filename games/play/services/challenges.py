"""Offers to play, from the first click to the match."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import registry
from engine.protocol import EngineError
from engine.throws import parse_throws
from games.outbox import services as outbox
from games.play.errors import NotYours, Refused, Stale
from games.play.models import Challenge, DrawSecret, Match
from games.play.services import clock, draws, terms
from games.play.services.door import lock_players
from games.play.services.start import start_match
from games.players import queries as players
from games.players.models import Player

SAME_CLICK = timedelta(seconds=10)
TO_SEAL = timedelta(days=1)
LIFETIME = {  # once it is sealed
    Challenge.Kind.OPEN: timedelta(days=14),
    Challenge.Kind.DIRECT: timedelta(days=7),
    Challenge.Kind.INVITE: timedelta(days=14),
    Challenge.Kind.COMPUTER: timedelta(days=1),
}
CLOSED = {
    Challenge.Status.ACCEPTED: gettext_lazy("This challenge is accepted already."),
    Challenge.Status.DECLINED: gettext_lazy("This challenge is declined already."),
    Challenge.Status.WITHDRAWN: gettext_lazy("This challenge is withdrawn already."),
    Challenge.Status.EXPIRED: gettext_lazy("This challenge is expired already."),
}
# What makes two challenges of a player the same.
SETTINGS = (
    "kind",
    "opponent",
    "game",
    "setup",
    "days_per_turn",
    "rated",
    "private",
    "beginner",
    "colour",
    "rematch_of",
)


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
    """A draft whose commitment can be shown; asked for twice, the same one. Raises Refused if it may not be made."""
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
    )
    with transaction.atomic():
        challenge.challenger = lock_players(challenger)
        return _drafted(challenge, now=now)


def _drafted(challenge: Challenge, *, now: datetime) -> Challenge:
    """The challenge, checked and stored; its challenger is locked."""
    terms.check_settings(challenge)
    if draft := _same_draft(challenge, now=now):
        return draft
    terms.check_people(challenge, now=now)
    if challenge.kind == Challenge.Kind.INVITE:
        challenge.invite_token = secrets.token_hex(16)
    return _stored(challenge, draws.new_secret(now=now), now=now)


def _stored(challenge: Challenge, secret: DrawSecret, *, now: datetime) -> Challenge:
    challenge.created_at, challenge.expires_at = now, now + TO_SEAL
    challenge.secret = secret
    challenge.save()
    return challenge


def _same_draft(challenge: Challenge, *, now: datetime) -> Challenge | None:
    same = {field: getattr(challenge, field) for field in SETTINGS}
    drafts = Challenge.objects.filter(challenger=challenge.challenger, status=Challenge.Status.DRAFT)
    return drafts.filter(expires_at__gt=now, **same).first()


def _locked(challenge_id: int) -> Challenge:
    """The challenge, locked. Raises Stale if it is deleted meanwhile: who made it, or was to answer, has left."""
    if challenge := Challenge.objects.select_for_update().filter(pk=challenge_id).first():
        return challenge
    raise Stale(_("This challenge is not open any more."))


def _pending(challenge_id: int) -> Challenge:
    """The challenge, locked. Raises Stale if it is not pending any more."""
    challenge = _locked(challenge_id)
    if not challenge.pending:
        raise Stale(str(CLOSED[Challenge.Status(challenge.status)]))
    return challenge


def _throws(challenge: Challenge, text: str) -> tuple[str, ...]:
    if challenge.beginner != Challenge.Beginner.THROWS:
        return ()
    try:
        return parse_throws(text)
    except EngineError as error:
        raise Refused(_("Choose three throws: rock, paper or scissors, in order.")) from error


def seal(*, challenge_id: int, player: Player, salt: str, throws: str, now: datetime) -> Challenge:
    """The challenger's salt and throws: the challenge is open now; one to the computer starts at once.

    Raises Stale if it is too late or done already, Refused, NotYours.
    """
    with transaction.atomic():
        lock_players(player)
        challenge = _pending(challenge_id)
        if challenge.challenger_id != player.pk:
            raise NotYours(_("This is somebody else's challenge."))
        if challenge.status != Challenge.Status.DRAFT:
            raise Stale(_("You have sealed this challenge already."))
        if challenge.expires_at <= now:
            raise Stale(_("This challenge was not sealed in time: make a new one."))
        if challenge.kind == Challenge.Kind.DIRECT:
            terms.check_opponent(challenge.challenger, challenge.opponent)  # they may have blocked, or left, meanwhile
        elif challenge.kind == Challenge.Kind.COMPUTER:
            terms.check_not_elsewhere(challenge)  # a match may have come there meanwhile
        challenge.salt = draws.clean_salt(salt)
        challenge.throws = " ".join(_throws(challenge, throws))
        _publish(challenge, now=now)
        if challenge.kind == Challenge.Kind.COMPUTER and challenge.opponent:
            _accepted(challenge, by=challenge.opponent, salt="", throws=(), colour="", now=now)
        elif challenge.kind == Challenge.Kind.DIRECT and challenge.opponent_id:
            _write_to(challenge.opponent_id, f"challenge:{challenge.pk}", challenge, now=now)
    return challenge


def _write_to(recipient: int, event: str, challenge: Challenge, *, now: datetime) -> None:
    """A mail about the challenge as it stands."""
    payload = {"challenge": challenge.pk}
    outbox.add(kind="challenge", recipient=recipient, event=event, payload=payload, now=now)


def _publish(challenge: Challenge, *, now: datetime) -> None:
    challenge.status = Challenge.Status.OPEN
    challenge.expires_at = now + LIFETIME[Challenge.Kind(challenge.kind)]
    try:
        with transaction.atomic():
            challenge.save()
    except IntegrityError as error:  # the other one's draft between the same two was sealed first
        raise Refused(terms.pending_between(challenge.opponent)) from error


def play_computer(
    *, player: Player, computer: Player, game: str, setup: str, commitment: str, salt: str, now: datetime
) -> Match | Challenge:
    """Start a match against a computer at once; chance says who begins. A double click gives one.

    `commitment` is the one that `draws.reserve` gave the page. If its secret is gone, the answer is a draft that shows
    another one and waits to be sealed. Raises as `create` does.
    """
    offer = Challenge(
        challenger=player,
        kind=Challenge.Kind.COMPUTER,
        opponent=computer,
        game=game,
        setup=setup,
        days_per_turn=max(clock.DAYS),
        beginner=Challenge.Beginner.RANDOM,
    )
    with transaction.atomic():
        offer.challenger = lock_players(player)
        just_now = Match.objects.filter(challenge__challenger=player, challenge__opponent=computer, game=game)
        if match := just_now.filter(setup=setup, status=Match.Status.RUNNING, started_at__gt=now - SAME_CLICK).first():
            return match
        terms.check_settings(offer)
        terms.check_people(offer, now=now)
        secret = draws.redeem(commitment, now=now)
        if secret is None:
            return _drafted(offer, now=now)
        challenge = _stored(offer, secret, now=now)
        seal(challenge_id=challenge.pk, player=player, salt=salt, throws="", now=now)
        return Match.objects.get(challenge=challenge)


def accept(
    *, challenge_id: int, player: Player, salt: str, throws: str, now: datetime, colour: str = "", token: str = ""
) -> Match:
    """Accept an open challenge; the match starts. Clicking again gives the same match.

    `token` is what the link of an invitation carried. Raises Stale if somebody else was faster, Refused or NotYours.
    """
    with transaction.atomic():
        player = lock_players(player, *Challenge.objects.filter(pk=challenge_id).values_list("challenger", flat=True))
        challenge = _locked(challenge_id)
        if challenge.status == Challenge.Status.ACCEPTED and challenge.opponent_id == player.pk:
            return Match.objects.get(challenge=challenge)
        if challenge.status != Challenge.Status.OPEN or challenge.expires_at <= now:
            raise Stale(_("This challenge is not open any more."))
        _check_accepter(challenge, player, token)
        colours = registry.info(challenge.game).setup(challenge.setup).colour_choice
        if colour and (colour not in colours or colour == challenge.colour):
            raise Refused(_("That colour cannot be chosen here: take another."))
        return _accepted(
            challenge, by=player, salt=draws.clean_salt(salt), throws=_throws(challenge, throws), colour=colour, now=now
        )


def _check_accepter(challenge: Challenge, player: Player, token: str) -> None:
    if not player.is_person:
        raise NotYours(_("Sign up to play with people: the matches you have stay yours."))
    if challenge.challenger_id == player.pk:
        raise Refused(_("This is your own challenge."))
    if not challenge.challenger.is_person:
        raise Stale(_("Who made this challenge has left."))
    if challenge.kind == Challenge.Kind.DIRECT and challenge.opponent_id != player.pk:
        raise NotYours(_("This challenge is for somebody else."))
    if challenge.kind == Challenge.Kind.INVITE and not secrets.compare_digest(
        token.encode(), (challenge.invite_token or "").encode()
    ):
        raise NotYours(_("This link is not valid: ask for a new one."))
    if players.blocked(player, challenge.challenger):
        raise Refused(_("%s and you do not play with each other.") % challenge.challenger)


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
    """Say no to a direct challenge; a mail tells its challenger."""
    with transaction.atomic():
        challenge = _pending(challenge_id)
        if challenge.kind != Challenge.Kind.DIRECT or challenge.opponent_id != player.pk:
            raise NotYours(_("This challenge is for somebody else."))
        was_open = challenge.status == Challenge.Status.OPEN
        _end(challenge, Challenge.Status.DECLINED, now=now)
        if was_open:
            _write_to(challenge.challenger_id, f"declined:{challenge.pk}", challenge, now=now)
    return challenge


def withdraw(*, challenge_id: int, player: Player, now: datetime) -> Challenge:
    """Take one's own challenge back; its link stops working."""
    with transaction.atomic():
        challenge = _pending(challenge_id)
        if challenge.challenger_id != player.pk:
            raise NotYours(_("This is somebody else's challenge."))
        _end(challenge, Challenge.Status.WITHDRAWN, now=now)
    return challenge


def expire(*, now: datetime) -> int:
    """Cancel what was not sealed or accepted in time; returns how many."""
    due = Challenge.objects.filter(status__in=["draft", "open"], expires_at__lte=now)
    ended = 0
    for pk in list(due.values_list("pk", flat=True)[:500]):
        with transaction.atomic():
            challenge = Challenge.objects.select_for_update().filter(pk=pk).first()
            if challenge and challenge.pending and challenge.expires_at <= now:  # it may have been sealed meanwhile
                _end(challenge, Challenge.Status.EXPIRED, now=now)
                ended += 1
    return ended


def rematch(*, match: Match, player: Player, now: datetime) -> Challenge:
    """A challenge to the same opponent with the sides swapped; the one that was sealed or accepted, if there is one."""
    if match.running:
        raise Refused(_("This match is still running."))
    seats = {seat.player_id: seat for seat in match.seats.select_related("player")}
    if player.pk not in seats:
        raise NotYours(_("You did not play in this match."))
    made = match.rematch_offers.filter(status__in=[Challenge.Status.OPEN, Challenge.Status.ACCEPTED])
    if offer := made.exclude(match__status=Match.Status.ABORTED).first():
        return offer
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
