"""Experience at the end of a scenario."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.play.errors import Refused
from games.play.views.access import to_login
from games.players.asked import read_or_write
from games.players.middleware import PlayerRequest
from games.tables.award_forms import AwardForm, gain_forms
from games.tables.forms import PostForm
from games.tables.queries import fights, sheets, tables
from games.tables.services import awards


@read_or_write
def give(request: PlayerRequest, table_id: int) -> HttpResponse:
    """A form for every sheet of the table, for its GMs; by POST, give what it says."""
    seen = tables.table_for(request.player, table_id)
    if request.player is None:
        return to_login(request.path)
    if not seen.is_gm or seen.table.closed:
        return redirect(seen.table)
    sent = request.POST or None
    proposed = fights.proposals(seen.table)
    form = AwardForm(sent, key=PostForm.new_key(), proposed=proposed)
    gains = gain_forms(sent, sheets.visible(seen), proposed)
    status = 422 if form.is_bound else 200
    if form.is_valid() and all(gain.is_valid() for gain in gains):
        try:
            awards.give(
                table_id=table_id,
                player=request.player,
                gains=[gain.gain() for gain in gains],
                now=timezone.now(),
                **{"fights": []} | form.cleaned_data,
            )
            messages.success(request, _("The PX are given: they stand on the sheets."))
            return redirect(f"{seen.table.get_absolute_url()}#sheets")
        except Refused as error:
            form.add_error(None, str(error))
            status = error.status
    context = {"table": seen.table, "form": form, "gains": gains}
    return render(request, "tables/awards.html", context, status=status)
