"""Fights: opening one, following it, giving orders, and leading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from engine.protocol import EngineError
from engine.tabletop.orders import Plan
from games.play.errors import Refused
from games.play.services import draws
from games.play.views.access import to_login
from games.play.words import reason
from games.players.asked import number, read_or_write
from games.players.middleware import PlayerRequest
from games.tables.coming_forms import CREATURES, CreatureForm, EntryForm, OpeningForm
from games.tables.fight_models import Fight
from games.tables.leading_forms import DifficultyForm, FightRollForm, JoiningForm, LeadingForm, RulingForm, SettlingForm
from games.tables.order_forms import OrdersForm
from games.tables.queries import fight_board, fight_log, fights, homebrew, requests, scenes
from games.tables.queries.balls import left
from games.tables.queries.fights import FightSight
from games.tables.queries.homebrew import Known
from games.tables.queries.scenes import SceneSight
from games.tables.services import fight_ends, fight_rounds, fight_rulings
from games.tables.services import fights as opening
from games.tables.story import chapters

ROUNDS, OLD_ROUNDS = 4, 10  # of the log on a page: the last ones, and others that are asked for
NO_PHASE = -1  # no fight is ever in it


def listed(seen: SceneSight) -> dict[str, Any]:
    """The fights of a scene and the rolls that are asked for there, as its page lists them."""
    found, asked = fights.told(seen), requests.wanted(seen)
    parts = [f"w{seen.writable:d}"]
    parts += [f"{one.fight.pk}.{one.fight.phase}.{one.mine:d}" for one in found]
    parts += [f"r{one.request.pk}.{one.mine:d}.{one.request.sheet.version}.{one.takes_salt:d}" for one in asked]
    poll = seen.scene.closed_at is None and seen.of_table.is_in
    return {"asked": asked, "fights": found, "fights_seen": ",".join(parts), "fights_poll": poll}


@require_safe
def scene_fights(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """The list of a scene's fights; 204 while it is as `?seen=` says."""
    seen = scenes.scene_for(request.player, scene_id)
    context = listed(seen)
    if request.GET.get("seen") == context["fights_seen"]:
        return HttpResponse(status=204)
    context |= {"sight": seen.of_table, "scene": seen.scene, "writable": seen.writable}
    return render(request, "tables/_fights.html", context)


@read_or_write
def new_fight(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """Open a fight in a scene."""
    seen = scenes.scene_for(request.player, scene_id)
    if request.player is None:
        return to_login(request.path)
    if not (seen.of_table.is_gm and seen.writable):
        return redirect(seen.scene)
    player, sent = request.player, request.POST or None
    form = OpeningForm(sent, initial={"salt": draws.new_salt()})
    entries = [EntryForm(sent, sheet=sheet) for sheet in fights.free_sheets(seen.of_table.table)]
    known = homebrew.known(seen.of_table.table)
    creatures = [CreatureForm(sent, number=number, known=known) for number in range(CREATURES)]
    status = 422 if sent else 200
    people: list[EntryForm | CreatureForm] = [*entries, *creatures]
    valid = [one.is_valid() for one in (form, *people)] if sent else [False]  # each of them: each shows its errors
    if all(valid):
        coming = [newcomer for one in people if (newcomer := one.newcomer())]
        try:
            return redirect(
                opening.open_fight(
                    scene_id=scene_id, player=player, newcomers=coming, now=timezone.now(), **form.cleaned_data
                )
            )
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    context = {
        "scene": seen.scene,
        "form": form,
        "entries": entries,
        "creatures": creatures,
        "species": known.species.values(),
        "commitment": draws.reserve(player, address=""),
    }
    return render(request, "tables/fight_new.html", context, status=status)


@read_or_write
@vary_on_headers("HX-Request")
def fight(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """A fight as its viewer may see it; by htmx what has changed since `?seen=`, and 204 if nothing has.

    `?form=1`: the page shows a form, which is left alone unless it is `untouched`. `?rounds=7`: the log from round 7
    on. By POST, give orders.
    """
    seen = fights.fight_for(request.player, fight_id)
    if request.method == "POST":
        return _give_orders(request, seen)
    if not request.htmx:
        return _answer(request, seen)
    if request.GET.get("seen") == fight_board.version(seen, fight_board.given(seen)):
        return HttpResponse(status=204)
    context = _shown(request, seen) | {
        "fresh": request.GET.get("form") != "1" or "untouched" in request.GET,
        "phase": request.GET.get("phase", ""),
    }
    if context["fresh"]:
        context |= _command(seen, change=False)
    return render(request, "tables/_fight_news.html", context)


def _answer(
    request: PlayerRequest, seen: FightSight, *, status: int = 200, sent: forms.Form | None = None, **command: Any
) -> HttpResponse:
    """The whole page; `sent` is a GM's form that was refused."""
    context = _shown(request, seen) | _command(seen, change="change" in request.GET)
    context |= {"fresh": True} | command
    if seen.is_gm and seen.open:
        known = homebrew.known(seen.of_scene.of_table.table)
        context |= {"leading": _leading(seen, sent, known), "species": known.species.values()}
    return render(request, "tables/fight.html", context, status=status)


def _shown(request: PlayerRequest, seen: FightSight) -> dict[str, Any]:
    """What every viewer sees: the board, a part of the log, who is waited for."""
    ordered, state = fight_board.given(seen), seen.state
    board = fight_board.board(seen, ordered)
    asked = number(request.GET.get("rounds", ""), -1)
    few = OLD_ROUNDS if seen.fight.ended_at else ROUNDS
    part = fight_log.part(seen.fight, asked, OLD_ROUNDS) if asked >= 0 else fight_log.part(seen.fight, -few, few)
    return {
        "seen": seen,
        "fight": seen.fight,
        "scene": seen.of_scene.scene,
        "table": seen.of_scene.of_table.table,
        "mine": [one for one in board.wanted if seen.commands(one.fighter.id)] if seen.open else [],
        "requests": [(state.fighter(one.fighter).name, one.text) for one in state.requests],
        "board": board,
        "question": fight_board.question(seen),
        "decided": not fights.undecided(seen.state),
        "chapters": chapters(part.steps, seen.seat)[::-1],
        "part": part,
        "earlier": max(0, part.first - OLD_ROUNDS),  # where the page before this one begins
        "rounds": asked if asked >= 0 else None,
        "version": fight_board.version(seen, ordered),
        "seconds": fight_board.seconds(seen, timezone.now()),
    }


def _command(seen: FightSight, *, change: bool) -> dict[str, Any]:
    """What the viewer may do: give orders, or see those they gave."""
    own = _own_orders(seen)
    given = [form for form in own if form.given and not form.lost]
    show = bool(own) and (change or len(given) < len(own))
    return {"orders": own if show else [], "given": [] if show else given, **_catches(seen, own)}


def _own_orders(seen: FightSight, sent: Any = None) -> list[OrdersForm]:
    if not seen.open or seen.state.pending is not None:
        return []
    own = [one for one in seen.state.fighters if one.standing and one.orders and seen.commands(one.id)]
    if not own:
        return []
    rows = seen.fight.orders.filter(fighter__in=[one.id for one in own], by_gm=seen.is_gm)
    plans = {row.fighter: row.value for row in rows}
    balls = _balls(seen)
    forms_ = [OrdersForm(sent, state=seen.state, fighter=one, plan=plans.get(one.id), balls=balls) for one in own]
    for form in forms_:
        form.prospects = fight_board.prospects(seen.view, form.fighter)
        plan = plans.get(form.fighter.id)
        form.lost = plan is not None and fight_rounds.possible(seen.fight, seen.state, plan).orders != plan.orders
    return forms_


def _balls(seen: FightSight) -> dict[str, int]:
    """What the viewer can throw, if there is anybody to throw it at."""
    if not seen.fight.difficulties:
        return {}
    player = seen.of_scene.of_table.player
    return dict(left(seen.fight, None if seen.is_gm or player is None else player.pk))


def _catches(seen: FightSight, own: list[OrdersForm]) -> dict[str, Any]:
    return {"catches": fight_board.catches(seen, own[0].balls) if own else []}


def _give_orders(request: PlayerRequest, seen: FightSight) -> HttpResponse:
    if request.player is None:
        return to_login(seen.fight.get_absolute_url())
    own = _own_orders(seen, request.POST)
    status = 422
    valid = [form.is_valid() for form in own]  # each of them, for each shows its errors
    if all(valid):
        try:
            plans = {form.fighter.id: _plan(form) for form in own}
            fight_rounds.give_orders(
                fight_id=seen.fight.pk,
                player=request.player,
                phase=number(request.POST.get("phase", ""), NO_PHASE),
                plans=plans,
                now=timezone.now(),
            )
            if not any(plans.values()):
                messages.info(request, _("Nothing is ordered: choose an order and seal again. Who has none waits."))
            return redirect(seen.fight)
        except fight_rounds.NotThese as error:
            next(form for form in own if form.fighter.id == error.fighter).add_error(None, str(error))
        except Refused as error:
            messages.error(request, str(error))
            status = error.status
    return _answer(request, seen, status=status, orders=own, given=[])


def _plan(form: OrdersForm) -> Plan | None:
    """The plan of a form. Raises NotThese."""
    try:
        return form.plan()
    except EngineError as error:
        raise fight_rounds.NotThese(form.fighter.id, reason(error)) from error


# Answers, and what the GMs do


def _act(request: PlayerRequest, fight_id: int, do: Callable[..., Fight], **told: Any) -> HttpResponse:
    """One service call for a player, as of the phase that their page showed; refused, the fight as it stands."""
    seen = fights.fight_for(request.player, fight_id)
    if request.player is None:
        return to_login(seen.fight.get_absolute_url())
    try:
        return redirect(_done(request, fight_id, do, **told))
    except Refused as error:
        messages.error(request, str(error))
        return _answer(request, fights.fight_for(request.player, fight_id), status=error.status)


def _done(request: PlayerRequest, fight_id: int, do: Callable[..., Fight], **told: Any) -> Fight:
    phase = number(request.POST.get("phase", ""), NO_PHASE)
    return do(fight_id=fight_id, player=request.player, phase=phase, now=timezone.now(), **told)


@require_POST
def react(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Say how an attack is met."""
    return _act(request, fight_id, fight_rounds.react, how=request.POST.get("how", ""))


@require_POST
def close_round(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Close the round."""
    return _act(request, fight_id, fight_rounds.close_round)


@require_POST
def undo(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Take the last round back."""
    return _act(request, fight_id, fight_rounds.undo)


@require_POST
def end(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """End the fight."""
    return _act(request, fight_id, fight_ends.end)


def _lead(
    request: PlayerRequest, fight_id: int, make: Callable[[FightSight], LeadingForm], do: Callable[..., Fight]
) -> HttpResponse:
    """The same by a GM's form; refused, the form says why."""
    seen = fights.fight_for(request.player, fight_id)
    if request.player is None:
        return to_login(seen.fight.get_absolute_url())
    form, status = make(seen), 422
    try:
        if form.is_valid():
            fight = _done(request, fight_id, do, **form.told())
            messages.success(request, _("It is done, and stands in the log."))
            return redirect(fight)
    except EngineError as error:
        form.add_error(None, reason(error))
    except Refused as error:
        form.add_error(None, str(error))
        status = error.status
    return _answer(request, fights.fight_for(request.player, fight_id), status=status, sent=form)


@require_POST
def rule(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Change something directly."""
    return _lead(request, fight_id, lambda seen: RulingForm(request.POST, state=seen.view), fight_rulings.rule)


@require_POST
def settle(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Say what comes of an order in words."""
    return _lead(request, fight_id, lambda seen: SettlingForm(request.POST, state=seen.view), fight_rulings.settle)


@require_POST
def roll(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Roll for a ruling."""
    return _lead(request, fight_id, lambda seen: FightRollForm(request.POST, state=seen.view), fight_rulings.roll)


@require_POST
def set_difficulty(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Say how hard a Pokémon is to catch."""
    do = fight_rulings.set_difficulty
    return _lead(request, fight_id, lambda seen: DifficultyForm(request.POST, state=seen.view), do)


@require_POST
def join(request: PlayerRequest, fight_id: int) -> HttpResponse:
    """Let somebody join."""

    def make(seen: FightSight) -> JoiningForm:
        table = seen.of_scene.of_table.table
        sheets, known = fights.free_sheets(table), homebrew.known(table)
        return JoiningForm(request.POST, state=seen.view, sheets=sheets, known=known)

    return _lead(request, fight_id, make, opening.add_fighter)


def _leading(seen: FightSight, sent: forms.Form | None, known: Known) -> list[dict[str, Any]]:
    """The GM's forms, each with its address; the one that was refused as it was sent."""
    state = seen.state
    sheets = fights.free_sheets(seen.of_scene.of_table.table)
    made: list[tuple[str, forms.Form]] = [
        ("settle_in_fight", SettlingForm(state=state)),
        ("rule_in_fight", RulingForm(state=state)),
        ("roll_in_fight", FightRollForm(state=state)),
        ("capture_difficulty", DifficultyForm(state=state)),
        ("join_fight", JoiningForm(state=state, sheets=sheets, known=known)),
    ]
    return [
        {"url": url, "form": sent if type(sent) is type(form) else form, "sent": type(sent) is type(form)}
        for url, form in made
        if url != "settle_in_fight" or state.requests
    ]
