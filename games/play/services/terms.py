"""What may be offered, and by whom to whom."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine import registry
from engine.protocol import CHANCE, POSITION, TERMINAL, EngineError, is_position
from games.play.errors import NotYours, Refused, TooMany
from games.play.models import SETUP_LENGTH, Challenge
from games.play.queries.matches import stands_against_a_person
from games.play.services import clock
from games.play.words import reason, said
from games.players import queries as players
from games.players.models import Player

PER_DAY = {Challenge.Kind.OPEN: 30, Challenge.Kind.DIRECT: 20, Challenge.Kind.INVITE: 30, Challenge.Kind.COMPUTER: 50}
ENOUGH = {  # what is said after so many
    Challenge.Kind.OPEN: gettext_lazy("You can post %d open challenges a day. Try again tomorrow."),
    Challenge.Kind.DIRECT: gettext_lazy(
        "You can challenge %d players a day. Try again tomorrow, or post an open challenge."
    ),
    Challenge.Kind.INVITE: gettext_lazy("You can make %d links a day. Try again tomorrow, or post an open challenge."),
    Challenge.Kind.COMPUTER: gettext_lazy("%d matches against the computer a day are enough: finish some first."),
}
PENDING_AT_ONCE = 20


def check_settings(challenge: Challenge) -> None:
    """Raises Refused unless such a match can be played, whoever plays it."""
    try:
        setup = registry.info(challenge.game).setup(challenge.setup)
        if setup.slug == POSITION:
            _check_position(challenge)
    except EngineError as error:
        raise Refused(reason(error)) from error
    if challenge.kind not in Challenge.Kind.values:
        raise Refused(_("Choose whom you challenge: anybody, a player, who has the link, or the computer."))
    if challenge.days_per_turn not in (None, *clock.DAYS):
        raise Refused(_("Days per turn are one of %s, or none.") % ", ".join(map(str, clock.DAYS)))
    if challenge.beginner not in Challenge.Beginner.values:
        raise Refused(_("Choose who begins."))
    if challenge.colour and challenge.colour not in setup.colour_choice:
        raise Refused(_("In %s the colours are fixed.") % said(setup.name))
    if challenge.rated and challenge.kind == Challenge.Kind.COMPUTER:
        raise Refused(_("Matches against the computer are not rated."))


def _check_position(challenge: Challenge) -> None:
    """Raises EngineError for what is no position, Refused for one that cannot be played or does not count."""
    game = registry.get(challenge.game)
    if len(challenge.setup) > SETUP_LENGTH:
        raise Refused(_("That is too long for a position: look for what does not belong to it."))
    state = game.initial_state(challenge.setup)
    if game.current_player(state) == TERMINAL:
        raise Refused(_("In this position the match is over already: take one in which somebody can move."))
    if game.current_player(state) == CHANCE:  # what is drawn could end the match before anybody has moved
        raise Refused(_("In this position something is still to be drawn: take one in which somebody can move."))
    if challenge.kind != Challenge.Kind.COMPUTER and any(game.observation(state, seat) != state for seat in (0, 1)):
        # a setup is stored, sent and looked at as it is
        raise Refused(_("In this position one side hides something that you know: play it against the computer."))
    if challenge.rated:
        raise Refused(_("A match from a position of your own is for practice: it cannot be rated."))


def check_people(challenge: Challenge, *, now: datetime) -> None:
    """Raises Refused, NotYours or TooMany unless its challenger, who is locked, may make it to whom it is for."""
    mine = Challenge.objects.filter(challenger=challenge.challenger)
    if challenge.kind == Challenge.Kind.COMPUTER:
        if challenge.opponent is None or not challenge.opponent.is_computer:
            raise Refused(_("Choose one of the computer players."))
        check_not_elsewhere(challenge)
    else:
        _check_person(challenge, mine.filter(status__in=["draft", "open"], expires_at__gt=now).count())
    kind = Challenge.Kind(challenge.kind)
    if mine.filter(kind=kind, created_at__gt=now - timedelta(days=1)).count() >= PER_DAY[kind]:
        raise TooMany(ENOUGH[kind] % PER_DAY[kind])


def check_not_elsewhere(challenge: Challenge) -> None:
    """Raises Refused if a challenge to the computer begins where a match of its challenger against a person stands."""
    if is_position(challenge.setup):
        state = registry.get(challenge.game).initial_state(challenge.setup)
        check_elsewhere(challenge.challenger, challenge.game, state)


def check_elsewhere(player: Player, game: str, state: Any) -> None:
    """Raises Refused where the computer would tell the player something about a match against a person."""
    if stands_against_a_person(player, game, state):
        words = _("This position stands in a match of yours against a person: the computer is there when that is over.")
        raise Refused(words)


def _check_person(challenge: Challenge, pending: int) -> None:
    if not challenge.challenger.is_person:
        raise NotYours(_("Guests play against the computer. Sign up to play with people: your matches stay yours."))
    if pending >= PENDING_AT_ONCE:
        raise TooMany(_("You have %d challenges waiting: withdraw one first.") % PENDING_AT_ONCE)
    if challenge.kind == Challenge.Kind.DIRECT:
        check_opponent(challenge.challenger, challenge.opponent)


def check_opponent(me: Player, you: Player | None) -> None:
    """Raises Refused unless `me` can challenge `you` directly."""
    if you is None or not you.is_person:
        raise Refused(_("There is no such player to challenge."))
    if you.pk == me.pk:
        raise Refused(_("You cannot challenge yourself."))
    if players.blocked(me, you):
        raise Refused(_("%s and you do not play with each other.") % you)
    between = Challenge.objects.filter(kind=Challenge.Kind.DIRECT, status=Challenge.Status.OPEN)
    if between.filter(Q(challenger=me, opponent=you) | Q(challenger=you, opponent=me)).exists():
        raise Refused(pending_between(you))


def pending_between(you: Player | None) -> str:
    """Why a second direct challenge between the same two cannot be made."""
    return _("There is a challenge between you and %s already: answer or withdraw it first.") % you
