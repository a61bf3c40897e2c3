"""Sheets: made, imported, raised by spending PX, and changed by the GMs with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.protocol import EngineError
from engine.tabletop import codec, sheets
from engine.tabletop.stats import Stats
from games.play.errors import Illegal, Refused, Stale
from games.play.services.talk import clean
from games.players.models import Player
from games.tables.models import Member, Sheet, Table
from games.tables.queries import homebrew
from games.tables.queries.homebrew import Known
from games.tables.queries.sheets import fight_of
from games.tables.services.door import check_gm, check_not_closed, check_plays, locked_table, member_of
from games.tables.services.telling import tell_of_asked
from games.tables.where import wrong

SHEETS_AT_ONCE = 100  # at one table
REASON_LENGTH = 200
OF_FIGHT = ("vitality", "energy", "statuses")  # of a sheet, what its fight has while it goes on
SKILL, EV, LEVEL = "skill", "ev", "level"  # what PX buy
BUY: dict[str, Callable[[sheets.Sheet, str], sheets.Sheet]] = {
    SKILL: sheets.buy_skill,
    EV: sheets.buy_ev,
    LEVEL: lambda sheet, _name: sheets.buy_level(sheet),
}


@contextmanager
def rules() -> Iterator[None]:
    """Says in the reader's language what the rules do not allow, and where. Raises Illegal."""
    try:
        yield
    except EngineError as error:
        raise Illegal(wrong(error)) from error


def make_trainer(
    *, table_id: int, player: Player, name: str, points: Mapping[str, int], skills: Mapping[str, int], now: datetime
) -> Sheet:
    """A member's new trainer. Raises NotYours, Refused, Illegal for points that do not fit."""
    with locked_table(table_id) as table, rules():
        member_of(table, player)
        made = sheets.trainer(clean(name), Stats(**points), {clean(skill): spent for skill, spent in skills.items()})
        return _keep(table, made, owner=player, secret=False, by=player, what="made", now=now)


def make_pokemon(
    *,
    table_id: int,
    player: Player,
    owner_id: int | None,
    of: str,
    name: str,
    level: int,
    moves: Iterable[str],
    secret: bool,
    now: datetime,
) -> Sheet:
    """A GM makes a Pokémon of the species `of`, knowing `moves` (slugs both), for a member or for the GMs.

    Raises NotYours, Refused, Illegal.
    """
    with locked_table(table_id) as table, rules():
        check_gm(table, player)
        made = of_species(homebrew.known(table), table, of, name=name, level=level, moves=moves)
        owner = _owner(table, owner_id)
        return _keep(table, made, owner=owner, secret=secret, by=player, what="made", now=now)


def of_species(known: Known, table: Table, of: str, *, name: str, level: int, moves: Iterable[str]) -> sheets.Sheet:
    """A Pokémon of that species at the table, of what it has `known`. Raises Refused for what it has not."""
    if of not in known.species:
        raise Refused(_("There is no such species: %s.") % of[:40])
    slugs = list(moves)
    if unknown := [slug for slug in slugs if slug not in known.moves]:
        raise Refused(_("There is no such move: %s.") % unknown[0][:40])
    kind, own = known.species[of], [known.moves[slug] for slug in slugs]
    name = clean(name) or (kind.french if table.language == "fr" else kind.name)
    return sheets.pokemon(kind, table.switches, name=name, level=level, moves=own)


def _owner(table: Table, owner_id: int | None) -> Player | None:
    if owner_id is None:
        return None
    found = table.members.filter(player_id=owner_id, status=Member.Status.IN).select_related("player").first()
    if found is None:
        raise Refused(_("They do not play at this table."))
    return found.player


def import_sheet(
    *, table_id: int, player: Player, owner_id: int | None, text: str, secret: bool, now: datetime
) -> Sheet:
    """A GM brings a sheet in from JSON. Raises NotYours, Refused, and Illegal for what is no sheet."""
    with locked_table(table_id) as table, rules():
        check_gm(table, player)
        made = parse(text)
        owner = _owner(table, owner_id)
        return _keep(table, made, owner=owner, secret=secret, by=player, what="imported", now=now)


def parse(text: str) -> sheets.Sheet:
    """A sheet from JSON. Raises NotationError that says where, and Refused for characters that nobody sees."""
    data = codec.parse(text, "sheet")
    if odd := next((one for one in _texts(data) if one != clean(one)), None):
        raise Refused(
            _("This cannot be kept as it is, with spaces or characters that nobody sees: %s") % repr(odd[:40])
        )
    return codec.from_data(sheets.Sheet, data, "sheet")


def _texts(data: object) -> Iterator[str]:
    """Every text in what JSON can hold."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from (key, *_texts(value))
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)


def _keep(
    table: Table, made: sheets.Sheet, *, owner: Player | None, secret: bool, by: Player, what: str, now: datetime
) -> Sheet:
    check_not_closed(table)
    if table.sheets.count() >= SHEETS_AT_ONCE:
        raise Refused(_("%d sheets are enough for one table.") % SHEETS_AT_ONCE)
    sheet = Sheet(table=table, owner=owner, secret=secret)
    store(sheet, made, by=by, what=what, why="", now=now)
    return sheet


def store(
    sheet: Sheet,
    value: sheets.Sheet,
    *,
    by: Player,
    what: str,
    why: str,
    now: datetime,
    awards: Sequence[str] = (),
    px: int = 0,
) -> None:
    """Keep another value of a locked sheet, as its version says, and what was done to it."""
    sheet.data, sheet.name, sheet.trainer = codec.to_data(value), value.name, value.trainer
    sheet.save()
    done = {"player": by, "what": what, "reason": why, "awards": list(awards), "px": px}
    sheet.changes.create(version=sheet.version, data=sheet.data, at=now, **done)


@contextmanager
def _locked(sheet_id: int, version: int) -> Iterator[Sheet]:
    with transaction.atomic():
        table_id = Sheet.objects.values_list("table_id", flat=True).get(pk=sheet_id)
        with locked_table(table_id) as table, rules():
            check_not_closed(table)
            sheet = Sheet.objects.select_for_update().get(pk=sheet_id)
            sheet.table = table
            if sheet.version != version:
                raise Stale(_("The sheet has changed meanwhile: here it is as it stands. Nothing was changed."))
            yield sheet


def spend(*, sheet_id: int, player: Player, what: str, name: str, version: int, now: datetime) -> Sheet:
    """Buy a point of the skill `name`, an EV for the stat `name`, or a level. By its owner or a GM.

    Raises NotYours, Stale, and Illegal beyond a limit or without the PX.
    """
    with _locked(sheet_id, version) as sheet:
        check_plays(member_of(sheet.table, player), sheet)
        if what not in BUY:
            raise Refused(_("There is nothing of that name to buy."))
        bought = BUY[what](sheet.value, clean(name))
        sheet.version += 1
        store(sheet, bought, by=player, what=what, why=clean(name)[:REASON_LENGTH], now=now)
    return sheet


def hand_over(*, sheet_id: int, player: Player, owner_id: int | None, version: int, now: datetime) -> Sheet:
    """A GM gives a sheet to another member, None: to the GMs. Raises NotYours, Stale, Refused.

    The rolls that are asked of it are the new player's to make; of the GMs nobody asks any.
    """
    with _locked(sheet_id, version) as sheet:
        check_gm(sheet.table, player)
        sheet.owner = _owner(sheet.table, owner_id)
        sheet.version += 1
        to = sheet.owner.name if sheet.owner else ""
        store(sheet, sheet.value, by=player, what="owner", why=to, now=now)
        asked = sheet.requests.filter(post=None)
        if sheet.owner is None:
            asked.delete()
        for request in asked.filter(scene__closed_at=None).select_related("sheet"):
            tell_of_asked(request, now=now)
    return sheet


def adjust(*, sheet_id: int, player: Player, version: int, why: str, now: datetime, **changed: Any) -> Sheet:
    """A GM changes fields of the sheet, and says why. Raises NotYours, Stale, Refused, Illegal."""
    return _change(sheet_id, player, version, why, lambda value: replace(value, **changed), now=now)


def rewrite(*, sheet_id: int, player: Player, version: int, why: str, text: str, now: datetime) -> Sheet:
    """A GM puts another sheet, as JSON, in its place, and says why. Raises as `adjust` does."""
    return _change(sheet_id, player, version, why, lambda _value: parse(text), now=now)


def _change(
    sheet_id: int,
    player: Player,
    version: int,
    why: str,
    change: Callable[[sheets.Sheet], sheets.Sheet],
    *,
    now: datetime,
) -> Sheet:
    why = clean(why)
    if not why or len(why) > REASON_LENGTH:
        raise Refused(_("Say in at most %d characters why the sheet changes.") % REASON_LENGTH)
    with _locked(sheet_id, version) as sheet:
        check_gm(sheet.table, player)
        value = change(sheet.value)
        _check_left_to_fight(sheet, value)
        sheet.version += 1
        store(sheet, value, by=player, what="changed", why=why, now=now)
    return sheet


def _check_left_to_fight(sheet: Sheet, value: sheets.Sheet) -> None:
    """Raises Refused if this changes what a fight that goes on will write anew: it would be lost."""
    before = sheet.value
    if all(getattr(value, name) == getattr(before, name) for name in OF_FIGHT):
        return
    if fight := fight_of(sheet):
        words = _("{name} is in the fight “{fight}”: its Vitality, Energy and conditions change there, not here.")
        raise Refused(words.format(name=sheet.name, fight=fight.name))
