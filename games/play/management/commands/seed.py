"""Fills a new site with a few players and matches, so that it can be seen as it is when people use it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from engine import registry
from engine.protocol import CLAIM_AT
from engine.search import players as engines
from games.outbox.models import Job
from games.play import hooks
from games.play.models import Challenge, Match
from games.play.queries.matches import stood
from games.play.queries.opponents import computer
from games.play.services import challenges, offers, talk, turns
from games.play.services.door import mover
from games.players import services as players
from games.players.models import Player

NAMES = ("Mika", "Noor", "Tomas", "Yuki", "Ada")


@dataclass(frozen=True, slots=True)
class Plan:
    """A match to make. `by` begins against `to`; `turns` None: to its end; the last turn was `ago`."""

    by: str
    to: str
    setup: str
    turns: int | None
    ago: timedelta
    game: str = "battle_chess"
    rated: bool = True
    days: int | None = 3
    ending: str = ""  # resigned, agreed: instead of playing on
    chat: tuple[str, ...] = ()


def _days(days: float) -> timedelta:
    return timedelta(days=days)


FINISHED = (
    Plan("Mika", "Noor", "w3", None, _days(40), chat=("Hello, have fun!", "You too. I never know when to attack.")),
    Plan("Yuki", "Mika", "w3", None, _days(33), rated=False),
    Plan("Ada", "Tomas", "w5", None, _days(26)),
    Plan("Noor", "Yuki", "rg", None, _days(21), chat=("That egg took its time.",)),
    Plan("Tomas", "Mika", "bw", None, _days(12)),
    Plan("Mika", "Ada", "w12", None, _days(6)),
    Plan("Noor", "Ada", "bw", 10, _days(4), ending="agreed"),
    Plan("Tomas", "Yuki", "w5", 7, _days(3), ending="resigned"),
    Plan("Ada", "2", "w3", None, _days(2), rated=False, days=None),
    Plan("Mika", "Yuki", "asymmetric", None, _days(9), game="chakart", chat=("Beware of the eggs.", "Too late!")),
    Plan("Noor", "Tomas", "orthodox", 14, _days(5), game="chakart", ending="resigned"),
)
RUNNING = (
    Plan("Mika", "Noor", "bw", 12, _days(2.6), chat=("Nice summons.", "It was the only square left…")),
    Plan("Tomas", "Mika", "rg", 9, _days(0.2), days=7),
    Plan("Mika", "Yuki", "w5", 4, _days(1), days=5),
    Plan("Mika", "Ada", "w12", 20, _days(1.5), days=2),
    Plan("Noor", "Mika", "w3", 0, _days(0.1), days=1),
    Plan("Yuki", "Ada", "bw", 13, _days(0.5), days=14, chat=("No hurry, I am travelling.",)),
    Plan("Noor", "Tomas", "w5", 6, _days(0.7), rated=False),
    Plan("Mika", "3", "w3", 0, _days(0.01), rated=False, days=None),
    Plan("Mika", "Tomas", "asymmetric", 12, _days(0.4), game="chakart", chat=("Where has your Mario gone?",)),
    Plan("Ada", "Noor", "symmetric", 9, _days(0.8), game="chakart", days=5),
)
OFFERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Noor", {"kind": "open", "setup": "bw", "days_per_turn": 3, "rated": True}),
    ("Ada", {"kind": "open", "setup": "rg", "days_per_turn": 7, "beginner": "random", "colour": "blue"}),
    ("Yuki", {"kind": "open", "setup": "w3", "days_per_turn": None, "beginner": "opponent"}),
    ("Tomas", {"kind": "direct", "to": "Mika", "setup": "w5", "days_per_turn": 5}),
    ("Yuki", {"kind": "open", "game": "chakart", "setup": "asymmetric", "days_per_turn": 3, "rated": True}),
    ("Mika", {"kind": "invite", "setup": "bw", "days_per_turn": 3, "private": True}),
)


class Command(BaseCommand):
    help = "Add a few players, running and finished matches, challenges and some chat. A second run adds nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        if User.objects.filter(username=NAMES[0].lower()).exists():
            self.stdout.write("There are seeded players already: nothing was added.")
            self.stdout.write(f"A forgotten password is changed by `manage.py changepassword {NAMES[0].lower()}`.")
            return
        password, now = secrets.token_urlsafe(9), timezone.now()
        before = Job.objects.aggregate(last=Max("pk"))["last"] or 0
        # no worker needs to be there to be woken, no broker either
        with errors_alone("games.outbox", "pbchess_site.cache"), transaction.atomic():
            people = {name: _person(name, password, now) for name in NAMES}
            for number, plan in enumerate(FINISHED + RUNNING):
                _make(plan, people, seed=number, now=now)
                self.stdout.write(f"match {number + 1} of {len(FINISHED + RUNNING)}")
            for name, settings in OFFERS:
                _offer(people[name], people, now=now, **settings)
            for add in hooks.on_seed:
                add(people, now)
            _forget_old_jobs(Job.objects.filter(pk__gt=before), now)
        self.stdout.write(f"Players: {', '.join(NAMES)}; one password for all of them.")
        self.stdout.write(f"Log in as {NAMES[0]} with the password {password}")


@contextmanager
def errors_alone(*names: str) -> Iterator[None]:
    """In the block these loggers tell nothing less."""
    loggers = [logging.getLogger(name) for name in names]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def _person(name: str, password: str, now: datetime) -> Player:
    user = User.objects.create_user(name.lower(), f"{name.lower()}@example.org", password)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return players.create_person(user=user, name=name, now=now)


def _offer(challenger: Player, people: dict[str, Player], *, to: str = "", now: datetime, **settings: Any) -> Challenge:
    """A sealed challenge; `to` names a person or the level of a computer."""
    opponent = computer(int(to)) if to.isdigit() else people.get(to)
    made = challenges.create(**{"game": "battle_chess"} | settings, challenger=challenger, opponent=opponent, now=now)
    throws = "rock paper scissors" if made.beginner == Challenge.Beginner.THROWS else ""
    return challenges.seal(challenge_id=made.pk, player=challenger, salt="seed", throws=throws, now=now)


def _make(plan: Plan, people: dict[str, Player], *, seed: int, now: datetime) -> None:
    """Start the match so long ago that its last turn was when the plan says, and play it."""
    rng = Random(seed)  # noqa: S311
    pause = timedelta(minutes=rng.randint(70, 600))
    longest = 60 if plan.turns is None else plan.turns
    clock = now - plan.ago - longest * pause
    match = _start(plan, people, now=clock)
    while match.running and (plan.turns is None or match.turn <= plan.turns):
        clock = min(clock + pause, now - plan.ago)
        if stood(match) >= CLAIM_AT:  # two such players could go on for ever
            match = offers.claim_draw(match_id=match.pk, seat=mover(match).index, expected_ply=match.ply, now=clock)
        else:
            match = _turn(match, rng, now=clock)
    for index, text in enumerate(plan.chat):
        talk.say(match_id=match.pk, player=people[(plan.by, plan.to)[index % 2]], text=text, now=clock)
    if not match.running:
        return
    if plan.ending == "resigned":
        offers.resign(match_id=match.pk, player=people[plan.to], now=clock)
    elif plan.ending == "agreed":
        for name in (plan.by, plan.to):
            offers.offer_draw(match_id=match.pk, player=people[name], now=clock)


def _start(plan: Plan, people: dict[str, Player], *, now: datetime) -> Match:
    kind = Challenge.Kind.COMPUTER if plan.to.isdigit() else Challenge.Kind.DIRECT
    settings = {"game": plan.game, "setup": plan.setup, "rated": plan.rated, "days_per_turn": plan.days}
    settings["beginner"] = Challenge.Beginner.CHALLENGER
    made = _offer(people[plan.by], people, kind=kind, to=plan.to, now=now, **settings)
    if kind == Challenge.Kind.COMPUTER:
        return Match.objects.get(challenge=made)
    return challenges.accept(challenge_id=made.pk, player=people[plan.to], salt="pepper", throws="", now=now)


def _turn(match: Match, rng: Random, *, now: datetime) -> Match:
    """One action, chosen as the second computer player would."""
    game = registry.get(match.game)
    state = game.parse_state(match.state)
    seat = game.current_player(state)
    action = engines.choose(game, game.observation(state, seat), seat, rng, 2)
    text = game.action_text(state, action)
    return turns.play_turn(match_id=match.pk, seat=seat, text=text, expected_ply=match.ply, now=now)


def _forget_old_jobs(jobs: QuerySet[Job], now: datetime) -> None:
    """Nobody has to hear of turns that were played weeks ago."""
    current = [f"match:{pk}:ply:{ply}" for pk, ply in Match.objects.filter(status="running").values_list("pk", "ply")]
    jobs.exclude(event__in=current).exclude(kind="challenge").delete()
    jobs.filter(run_at__lt=now).update(run_at=now)  # nobody has kept anybody waiting
