"""Who plays at a table: asking, inviting, answering, leaving."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.players.middleware import PlayerRequest
from games.tables.services import members
from games.tables.views.tables import act


@require_POST
def apply(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Ask for a place, with some `words`."""
    words = request.POST.get("words", "")
    return act(
        request,
        table_id,
        lambda me: members.apply(table_id=table_id, player=me, words=words, now=timezone.now()),
        words=words,
    )


@require_POST
def invite(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Offer a place to the player called `name`."""
    name = request.POST.get("name", "")
    return act(
        request,
        table_id,
        lambda me: members.invite(table_id=table_id, player=me, name=name, now=timezone.now()),
        name=name,
    )


@require_POST
def answer_invitation(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Take the place that one was offered if `take` is yes."""
    take = request.POST.get("take") == "yes"
    return act(
        request,
        table_id,
        lambda me: members.answer_invitation(table_id=table_id, player=me, take=take, now=timezone.now()),
    )


@require_POST
def answer(request: PlayerRequest, table_id: int, player_id: int) -> HttpResponse:
    """Give an applicant the place if `take` is yes."""
    take = request.POST.get("take") == "yes"
    return act(
        request,
        table_id,
        lambda me: members.answer_application(
            table_id=table_id, player=me, applicant_id=player_id, take=take, now=timezone.now()
        ),
    )


@require_POST
def leave(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Give one's place back."""
    return act(request, table_id, lambda me: members.leave(table_id=table_id, player=me, now=timezone.now()))


@require_POST
def put_out(request: PlayerRequest, table_id: int, player_id: int) -> HttpResponse:
    """Take somebody's place away."""
    return act(
        request,
        table_id,
        lambda me: members.put_out(table_id=table_id, player=me, member_id=player_id, now=timezone.now()),
    )


@require_POST
def make_gm(request: PlayerRequest, table_id: int, player_id: int) -> HttpResponse:
    """Let somebody lead the table too."""
    return act(request, table_id, lambda me: members.make_gm(table_id=table_id, player=me, member_id=player_id))
