"""The catalogues of translations: whole, compiled, and nothing left in English."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import get_commands

from engine import registry
from engine.battle_chess.pieces import PIECES
from engine.battle_chess.setups import SETUPS
from engine.search.players import LEVELS
from tests.site.catalogue import ROOT, in_python, in_template, marked

CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
FIELDS = re.compile(r"%\(\w+\)[sd]|%[sd]|\{[\w!]*\}|</?\w+[^>]*>")
NEVER = re.compile(r"'|“|”|[ \u00a0][;:!?»]|«[ \u00a0]")

catalogues = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
Texts = dict[tuple[str, int], str]


def texts(entries: polib.POFile | polib.MOFile) -> Texts:
    """Each message with the number of its plural form (0 if it has none), and what it is in the other language."""
    found: Texts = {}
    for entry in entries:
        if entry.msgid:
            found |= {(entry.msgid, form): text for form, text in (entry.msgstr_plural or {0: entry.msgstr}).items()}
    return found


def test_every_language_but_the_source_has_a_catalogue() -> None:
    assert {path.parts[-3] for path in CATALOGUES} == {code for code, _name in settings.LANGUAGES} - {"en"}


@catalogues
def test_it_has_every_message_of_the_site_and_no_other(path: Path) -> None:
    found = marked()

    entries = {entry.msgid for entry in polib.pofile(str(path)) if not entry.obsolete}

    lacking = {text: file.name for text, file in found.items() if text not in entries}
    assert lacking == {}, "run `make messages`, and translate what is new"
    assert entries - set(found) == set(), "run `make messages`: nothing says this any more"


@catalogues
def test_it_leaves_nothing_untranslated_or_unsure(path: Path) -> None:
    catalogue = polib.pofile(str(path))

    assert [entry.msgid for entry in catalogue.untranslated_entries()] == []
    assert [entry.msgid for entry in catalogue.fuzzy_entries()] == []
    assert [entry.msgid for entry in catalogue.obsolete_entries()] == []


@catalogues
def test_it_is_compiled_as_it_stands(path: Path) -> None:
    compiled = polib.mofile(str(path.with_suffix(".mo")))

    assert texts(compiled) == texts(polib.pofile(str(path))), "run `make messages`"


@catalogues
def test_a_translation_keeps_fields_and_tags(path: Path) -> None:
    for entry in polib.pofile(str(path)):
        wanted = [sorted(FIELDS.findall(text)) for text in (entry.msgid, entry.msgid_plural or entry.msgid)]
        for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            assert sorted(FIELDS.findall(text)) in wanted, text


def test_french_is_set_as_french_is() -> None:
    """An apostrophe is ’, quotation marks are « », and a narrow space that does not break stands before ; : ! ? »."""
    found = texts(polib.pofile(str(ROOT / "locale/fr/LC_MESSAGES/django.po")))

    assert [text for text in found.values() if NEVER.search(re.sub("<[^>]*>", "", text))] == []


def test_the_engine_s_data_is_marked() -> None:
    said = {level.name for level in LEVELS} | {level.summary for level in LEVELS}
    for game in registry.all_games():
        said |= {game.name, game.summary, *game.endings.values()}
        for setup in game.setups:
            said |= {setup.name, setup.summary, *setup.colours, *setup.colour_choice}

    assert said - set(marked()) == set()


def test_names_and_moves_of_pieces_are_marked() -> None:
    names = {piece.form_name(form) for piece in PIECES for form in piece.forms} | {piece.name for piece in PIECES}
    ways = {"forward", "backward", "diagonally forward", "diagonally backward"}

    assert {setup.name for setup in SETUPS} | names | ways <= set(marked())


def test_makemessages_finds_the_engine_s_sentences_too() -> None:
    assert get_commands()["makemessages"] == "games.play"


def test_marks_are_found_in_python() -> None:
    source = '_("one") + gettext_lazy("t" "wo") + ngettext("%d day", "%d days", n) + Words("{x}!", x=1) + say("no")'

    assert set(in_python(source)) == {"one", "two", "%d day", "{x}!"}


def test_marks_are_found_in_templates() -> None:
    source = (
        "{% load i18n %}{% translate 'one' %}{% include 'x' with title=_(\"two\") %}"
        "{% blocktranslate count n=k %}{{ n }} day{% plural %}{{ n }} days{% endblocktranslate %}<p>no</p>"
    )

    assert set(in_template(source)) == {"one", "two", "%(n)s day"}
