"""Experience: what the GMs give at the end of a scenario (rules §6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from engine.tabletop import experience
from engine.tabletop.numbers import MOST_POINTS
from games.play.errors import Refused, Stale
from games.play.services.talk import clean
from games.players.models import Player
from games.tables.fight_models import Fight
from games.tables.models import KEY_LENGTH, NAME_LENGTH, Award, Sheet
from games.tables.services.door import check_gm, check_not_closed, locked_table
from games.tables.services.sheets import rules, store
from games.tables.services.telling import tell_news

MOST_MORE = 100  # PX at a time beside the awards


@dataclass(frozen=True, slots=True)
class Gain:
    """What one sheet gets: the share of who took part and one PX for each further reason, and so many more."""

    sheet_id: int
    took_part: bool = False
    reasons: tuple[str, ...] = ()
    more: int = 0

    @property
    def awards(self) -> list[str]:
        """The reasons, that of having taken part the first."""
        return [experience.AUTOMATIC, *self.reasons] if self.took_part else []

    @property
    def px(self) -> int:
        """All of it. Raises NotationError for an unknown reason."""
        return self.more + (experience.award(self.reasons) if self.took_part else 0)


def give(
    *, table_id: int, player: Player, title: str, gains: Sequence[Gain], fights: Sequence[int], key: str, now: datetime
) -> Award:
    """Give PX to sheets of the table, all or none, and write into their history what for.

    `fights` are those that this pays for: nothing is proposed for them any more. With a `key` that was used before it
    is the award that was given then. Raises NotYours, Refused, Illegal, and Stale if a fight is paid for already.
    """
    title = clean(title)
    if not title or len(title) > NAME_LENGTH:
        raise Refused(_("Say in at most %d characters which scenario it was.") % NAME_LENGTH)
    with locked_table(table_id) as table, rules():
        check_gm(table, player)
        if given := table.awards.filter(key=key[:KEY_LENGTH]).first():
            return given
        check_not_closed(table)
        wanted = {gain.sheet_id: gain for gain in gains if gain.px}
        sheets = table.sheets.select_for_update().filter(pk__in=wanted).order_by("pk")
        if not wanted or len(sheets) < len(wanted):
            raise Refused(_("Say who gets PX."))
        award = table.awards.create(title=title, key=key[:KEY_LENGTH], given_by=player, given_at=now)
        unpaid = Fight.objects.filter(scene__table=table, ended_at__isnull=False, award=None)
        if unpaid.filter(pk__in=fights).update(award=award) < len(set(fights)):
            raise Stale(_("One of these fights is paid for already: look at the form anew. Nothing was given."))
        for sheet in sheets:
            _add(sheet, wanted[sheet.pk], award, now=now)
        owners = {sheet.owner_id for sheet in sheets if sheet.owner_id and sheet.owner_id != player.pk}
        tell_news(table, owners, now=now)
    return award


def _add(sheet: Sheet, gain: Gain, award: Award, *, now: datetime) -> None:
    if not 0 <= gain.more <= MOST_MORE:
        raise Refused(_("From 0 to %d PX can be given besides.") % MOST_MORE)
    value = sheet.value
    if value.px + gain.px > MOST_POINTS:
        raise Refused(_("{name} cannot have more than {most} PX.").format(name=sheet.name, most=MOST_POINTS))
    sheet.version += 1
    store(
        sheet,
        replace(value, px=value.px + gain.px),
        by=award.given_by,
        what="awarded",
        why=award.title,
        awards=gain.awards,
        px=gain.px,
        now=now,
    )
