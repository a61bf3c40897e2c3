"""A scene: reading it, posting in it, and changing what one has posted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.play.errors import Refused
from games.play.services import draws
from games.play.views.access import to_login
from games.players.asked import number, read_or_write
from games.players.middleware import PlayerRequest
from games.tables.forms import AskForm, PostForm, RollForm
from games.tables.models import Draft, Post, Sheet
from games.tables.queries import scenes as queries
from games.tables.queries import tables
from games.tables.queries.fights import Told
from games.tables.queries.requests import askable
from games.tables.queries.scenes import SceneSight, Shown
from games.tables.queries.sheets import rollable, speakers
from games.tables.services import posts, scenes
from games.tables.services.telling import note_read
from games.tables.views import fights


@read_or_write
def scene(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """A page of a scene, the last one unless `?page=` names another; by POST, post something in it."""
    seen = queries.scene_for(request.player, scene_id)
    if request.method != "POST":
        return answer(request, seen)
    if request.player is None:
        return to_login(seen.scene.get_absolute_url())
    sheets = rollable(seen.of_table)
    form = PostForm(request.POST, speakers=speakers(seen.of_table, sheets))
    roll = RollForm(request.POST, gm=seen.of_table.is_gm, sheets=sheets)
    if not (form.is_valid() and (not roll.wanted or roll.is_valid())):
        return answer(request, seen, form=form, roll=roll, status=422)
    if roll.wanted and roll.chances and roll.cleaned_data["shown"] != roll.chances.key:
        return answer(request, seen, form=form, roll=roll)  # with the chances; nothing is stored yet
    try:
        made = posts.write(
            scene_id=scene_id,
            player=request.player,
            wording=form.wording(),
            key=form.cleaned_data["key"] or PostForm.new_key(),
            now=timezone.now(),
            roll=roll.declared() if roll.wanted else None,
            speaker_id=form.cleaned_data["speaker"],
        )
    except Refused as error:
        form.add_error(None, str(error))
        return answer(request, seen, form=form, roll=roll, status=error.status)
    return _to(seen, made)


def answer(
    request: PlayerRequest,
    seen: SceneSight,
    *,
    form: PostForm | None = None,
    roll: RollForm | None = None,
    asking: AskForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The scene's page; forms as they were sent if they were refused."""
    page = queries.page(seen, _page_asked(request))
    if request.player and seen.of_table.is_in and page.posts:
        note_read(seen.scene, request.player, page.posts[-1].post.pk)
    draft = queries.draft(seen) if form is None else None
    roll = roll if roll and roll.wanted else _no_roll(seen, roll)
    listed = fights.listed(seen)
    context: dict[str, Any] = {
        "sight": seen.of_table,
        "scene": seen.scene,
        "table": seen.of_table.table,
        "writable": seen.writable,
        "draftable": seen.draftable,
        "page": page,
        "gms": tables.gms(seen.of_table.table),
        "draft": draft,
        "form": form or _empty(seen, draft, list(roll.sheets.values())),
        "roll": roll,
        "unsalted": queries.unsalted(seen) if seen.writable else [],
        "asking": asking or (AskForm(sheets=askable(seen)) if seen.of_table.is_gm else None),
        "story": _story(page, listed["fights"]),
        **listed,
    }
    return render(request, "tables/scene.html", context, status=status)


def _story(page: queries.Page, found: list[Told]) -> list[tuple[Shown | None, list[Told]]]:
    """The posts of a page, each with the fights that began between it and the next; first those before all posts."""
    told = found[::-1]
    numbers = [0 if page.number == 1 else None, *(shown.post.pk for shown in page.posts)]
    ends = [*numbers[1:], page.end]
    return [
        (shown, [one for one in told if begin is not None and begin <= one.after and (end is None or one.after < end)])
        for shown, begin, end in zip([None, *page.posts], numbers, ends, strict=True)
    ]


def _page_asked(request: PlayerRequest) -> int | None:
    return number(request.GET.get("page", ""), None)


def _no_roll(seen: SceneSight, sent: RollForm | None) -> RollForm:
    sheets = list(sent.sheets.values()) if sent else rollable(seen.of_table) if seen.writable else []
    return RollForm(initial={"salt": draws.new_salt()}, gm=seen.of_table.is_gm, sheets=sheets)


def _empty(seen: SceneSight, draft: Draft | None, sheets: list[Sheet]) -> PostForm:
    """A form with what was begun; a player speaks as their trainer unless they say otherwise."""
    own = speakers(seen.of_table, sheets)
    begun: dict[str, Any] = {"key": PostForm.new_key()}
    if own and not seen.of_table.is_gm:
        begun["speaker"] = own[0].pk
    if draft:
        begun |= {"text": draft.text, "to_gm": draft.to_gm, "aside": draft.aside}
    return PostForm(initial=begun, speakers=own)


def _to(seen: SceneSight, post: Post) -> HttpResponseRedirect:
    """To a post in its scene."""
    query = f"?page={queries.page_of(seen, post)}"
    return HttpResponseRedirect(f"{seen.scene.get_absolute_url()}{query}#post-{post.pk}")


@require_POST
@vary_on_headers("HX-Request")
def save_draft(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """Keep what is begun; by htmx, only say so."""
    seen = queries.scene_for(request.player, scene_id)
    if request.player is None:
        return to_login(seen.scene.get_absolute_url())
    form = PostForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(next(iter(form.errors.values()))[0])
        draft = posts.save_draft(scene=seen.scene, player=request.player, wording=form.wording(), now=timezone.now())
    except Refused as error:
        if request.htmx:
            return render(request, "tables/_draft.html", {"error": error}, status=error.status)
        form.add_error(None, str(error))
        return answer(request, seen, form=form, status=error.status)
    if request.htmx:
        return render(request, "tables/_draft.html", {"draft": draft})
    return redirect(f"{seen.scene.get_absolute_url()}#write")


@read_or_write
def close(request: PlayerRequest, scene_id: int) -> HttpResponse:
    """Asks a GM whether it is meant, then closes the scene for good."""
    seen = queries.scene_for(request.player, scene_id)
    if request.player is None:
        return to_login(seen.scene.get_absolute_url())
    if request.method != "POST":
        if not seen.of_table.is_gm or seen.scene.closed_at:
            return redirect(seen.scene)
        return render(request, "tables/scene_close.html", {"scene": seen.scene})
    try:
        scenes.close_scene(scene_id=scene_id, player=request.player, now=timezone.now())
    except Refused as error:
        messages.error(request, str(error))
        return answer(request, seen, status=error.status)
    return redirect(seen.scene)


@require_safe
def post(request: PlayerRequest, post_id: int) -> HttpResponse:
    """Where a post stands."""
    return _to(*queries.post_for(request.player, post_id))


@read_or_write
def edit(request: PlayerRequest, post_id: int) -> HttpResponse:
    """Word one's post anew."""
    seen, found = queries.post_for(request.player, post_id)
    if request.player is None:
        return to_login(request.path)
    if found.author_id != request.player.pk:
        return _to(seen, found)
    stands = {"text": found.text, "to_gm": found.to_gm, "aside": found.aside, "edits": found.edits}
    form = PostForm(request.POST or None, initial=stands)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        edits = form.cleaned_data["edits"]
        try:
            posts.edit(
                post_id=post_id,
                player=request.player,
                wording=form.wording(),
                edits=-1 if edits is None else edits,
                now=timezone.now(),
            )
            return _to(seen, found)
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    context = {"form": form, "post": found, "scene": seen.scene, "stands": queries.shown(seen.of_table, [found])[0]}
    return render(request, "tables/post_edit.html", context, status=status)


@require_safe
def versions(request: PlayerRequest, post_id: int) -> HttpResponse:
    """What stood in a post before."""
    seen, found = queries.post_for(request.player, post_id)
    context = {
        "scene": seen.scene,
        "post": queries.shown(seen.of_table, [found])[0],
        "page": queries.versions(seen.of_table, found, _page_asked(request) or 1),
        "back": reverse("post", args=[found.pk]),
    }
    return render(request, "tables/post_versions.html", context)


@read_or_write
def report(request: PlayerRequest, post_id: int) -> HttpResponse:
    """Asks whether it is meant, then shows another's post to the operator."""
    seen, found = queries.post_for(request.player, post_id)
    if request.player is None:
        return to_login(request.path)
    if request.method == "POST":
        try:
            posts.report(post_id=post_id, player=request.player, now=timezone.now())
            messages.success(request, _("Thank you: the operator will look at this post."))
        except Refused as error:
            messages.error(request, str(error))
        return _to(seen, found)
    context = {"scene": seen.scene, "shown": queries.shown(seen.of_table, [found])[0], "back": found.get_absolute_url()}
    return render(request, "tables/post_report.html", context)
