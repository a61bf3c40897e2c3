"""A closed table as a whole, as JSON or as one HTML page, piece by piece: however long it is, little is held at a time.

It holds what its reader may see, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.template.loader import render_to_string

from engine import record_json
from games.players.adapter import site_url
from games.tables.fight_models import Fight
from games.tables.markdown import render
from games.tables.models import Post, Scene, Sheet, Version
from games.tables.queries import fight_log, fights, scenes, sheets, tables
from games.tables.queries.scenes import ShownRoll
from games.tables.queries.tables import Sight
from games.tables.records import record_of
from games.tables.story import Chapter, chapters

FORMAT = "pbchess table 1"


def as_json(seen: Sight) -> Iterator[str]:
    """One object. Its "records" are the engine's: `python -m engine verify` checks every roll of the file."""
    yield f'{{"format": {_text(FORMAT)},\n"table": {_text(_table(seen))}'
    yield from _array("members", ({"name": str(one.player), "role": one.role} for one in tables.around(seen.table)))
    yield from _array("homebrew", ({"kind": one.kind, "value": one.data} for one in seen.table.homebrew.all()))
    yield from _array("sheets", map(_sheet, sheets.visible(seen)))
    yield from _array("scenes", map(_scene, seen.table.scenes.all()))
    yield from _array("posts", (_post(seen, post) for post in scenes.posts_of(seen)))
    yield from _array("fights", (_fight(seen, fight) for scene in _scenes(seen) for fight in scene.fights.all()))
    logs = (log for log in scenes.logs_of(seen) if fights.whole(seen, log))
    yield from _array("records", (record_json.to_json(record_of(log)) for log in logs))
    yield "}\n"


def _array(name: str, items: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield f",\n{_text(name)}: ["
    for number, item in enumerate(items):
        yield f"{',' if number else ''}\n{_text(item)}"
    yield "]"


def _text(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, cls=DjangoJSONEncoder)


def _table(seen: Sight) -> dict[str, Any]:
    table = seen.table
    told = ("name", "description", "language", "days_per_post", "rules", "opened_at", "closed_at")
    return {"url": site_url("table", str(table.pk))} | {name: getattr(table, name) for name in told}


def _sheet(sheet: Sheet) -> dict[str, Any]:
    owner = str(sheet.owner) if sheet.owner else None
    return {"id": sheet.pk, "owner": owner, "secret": sheet.secret, "sheet": sheet.data}


def _scene(scene: Scene) -> dict[str, Any]:
    return {"id": scene.pk, "title": scene.title, "opened_at": scene.opened_at, "closed_at": scene.closed_at}


def _post(seen: Sight, post: Post) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": post.pk,
        "scene": post.scene_id,
        "author": str(post.author),
        "speaker": post.speaker.name if post.speaker else None,
        "posted_at": post.posted_at,
        "edited_at": post.edited_at,
        "out_of_character": post.aside,
        "text": post.words,
    }
    if post.to_gm and scenes.knows(seen, post):
        told["to_gm"] = post.words_to_gm
    if before := scenes.earlier(seen, post):
        told["earlier"] = [_version(row, private=scenes.knows(seen, post)) for row in before]
    return told | {"rolls": [_roll(roll) for roll in scenes.rolls_of(post)]}


def _version(row: Version, *, private: bool) -> dict[str, Any]:
    """What stood in a post until then."""
    told = {"until": row.until, "out_of_character": row.aside, "text": row.words}
    return told | {"to_gm": row.words_to_gm} if private and row.to_gm else told


def _roll(roll: ShownRoll) -> dict[str, Any]:
    return {
        "record": str(roll.log_id),
        "ply": roll.ply,
        "what": roll.declared.what,
        "pool": roll.declared.pool,
        "dd": roll.declared.dd,
        "dice": [die.face for die in roll.dice],
        "score": roll.score,
        "outcome": roll.meaning,
        "secret": roll.secret,
        "sheet": roll.sheet.pk if roll.sheet else None,
        "stat": roll.stat,
        "skill": roll.skill,
    }


def _scenes(seen: Sight) -> QuerySet[Scene]:
    """The scenes of the table, with their fights."""
    return seen.table.scenes.prefetch_related("fights__log", "fights__entrants")


def _told(seen: Sight, fight: Fight) -> list[Chapter]:
    """What happened in a fight, as the viewer may read it."""
    return chapters(fight_log.steps(fight), fights.seat_of(seen, fight, fights.state_of(fight)))


def _fight(seen: Sight, fight: Fight) -> dict[str, Any]:
    return {
        "id": fight.pk,
        "scene": fight.scene_id,
        "name": fight.name,
        "opened_at": fight.opened_at,
        "ended_at": fight.ended_at,
        "record": str(fight.log.pk),
        "rounds": [
            {"round": one.number, "taken_back": one.undone, "lines": [line.plain for line in one.lines]}
            for one in _told(seen, fight)
        ],
    }


def as_html(seen: Sight) -> Iterator[str]:
    """A page that needs nothing beside itself, in the language that is active."""
    about = {
        "table": seen.table,
        "url": site_url("table", str(seen.table.pk)),
        "description": render(seen.table.description),
        "members": tables.around(seen.table),
        "sheets": [(sheet, sheet.value) for sheet in sheets.visible(seen)],
    }
    yield render_to_string("tables/export/head.html", about)
    by_scene = groupby(scenes.posts_of(seen), key=lambda post: post.scene_id)
    scene_id, posts = next(by_scene, (0, iter(())))
    for scene in _scenes(seen):
        yield render_to_string("tables/export/scene.html", {"scene": scene})
        begun = list(scene.fights.all())  # each stands where it began
        if scene.pk == scene_id:
            for post in posts:
                while begun and begun[0].opened_at < post.posted_at:
                    yield _fight_html(seen, begun.pop(0))
                before = scenes.shown_versions(seen, post, scenes.earlier(seen, post))
                told = {"shown": scenes.shown(seen, [post])[0], "earlier": before}
                yield render_to_string("tables/export/post.html", told)
            scene_id, posts = next(by_scene, (0, iter(())))
        for fight in begun:
            yield _fight_html(seen, fight)
    yield "</main></body></html>\n"


def _fight_html(seen: Sight, fight: Fight) -> str:
    return render_to_string("tables/export/fight.html", {"fight": fight, "chapters": _told(seen, fight)})
