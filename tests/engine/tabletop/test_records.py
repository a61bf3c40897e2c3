"""A fight's log as a record: replayed, verified, and what the command line says. It is in no lobby."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import registry
from engine.__main__ import main
from engine.draws import START_NUMBER, Source, commitment
from engine.play import begin, play
from engine.protocol import CHANCE, NotationError
from engine.record import Entry, Proof, Record
from engine.record_json import from_json, to_json
from engine.record_text import parse, write
from engine.replay import ReplayError, entry, replay, start_entries
from engine.tabletop.changes import Lost
from engine.tabletop.fight import Fight
from engine.tabletop.game import GAME, opened
from engine.tabletop.orders import Action, Add, Counter, End, React, Roll, Round, Rule, Throw, Undo
from engine.tabletop.settings import Settings
from engine.verify import verify
from tests.engine.tabletop.fights import fighter, plan, use

RULES_1 = Path(__file__).parents[2] / "cases" / "tabletop_rules_1.json"
SOURCE = Source(b"s" * 32, "fight-1", ("salt",))


def new() -> Fight:
    return opened(
        Settings(reactions="asked"),
        (fighter("a", initiative=None), fighter("b", seat=2, initiative=None, name="Évoli “x”")),
        [("a", "b")],
    )


@pytest.fixture(scope="module")
def fought() -> tuple[Record, Fight]:
    """Two rounds, one of them undone, with everything else that draws; and how it ended."""
    setup = GAME.state_text(new())
    state, drawn = begin(GAME, setup, SOURCE.at(0))
    entries: list[Entry] = list(start_entries(GAME, setup, drawn))
    decisions: list[Action] = [
        Round((use("a", "tackle", "b", meets="endure"), use("b", "tackle", "a"))),
        Roll("climbing the wall", 5, 7, "a"),
        Rule((Lost("b", 12),), "a rock"),
        Undo(),
        Round((use("a", "tackle", "b"), plan("b", Counter("tackle")))),
        Add(fighter("c", initiative=None)),
        Throw("master_ball", 6, "b"),
        End(),
    ]
    for action in decisions:
        while state.pending is not None:  # somebody is asked
            entries, state = _log(entries, state, React("dodge"))
        entries, state = _log(entries, state, action)
    proof = Proof("fight-1", commitment(SOURCE.secret), ("salt",), SOURCE.secret.hex())
    return Record("tabletop", setup, GAME.rules_version, tuple(entries), proof=proof), state


def _log(entries: list[Entry], state: Fight, action: Action) -> tuple[list[Entry], Fight]:
    ply = len([one for one in entries if one.seat != CHANCE]) + 1
    after, drawn = play(GAME, state, action, SOURCE.at(ply))
    return [*entries, entry(GAME, state, action, drawn)], after


def test_a_log_replays_to_the_same_state(fought: tuple[Record, Fight]) -> None:
    record, end = fought

    assert replay(record)[-1] == end
    assert end.over
    assert end.fighter("b").out == "caught"
    assert len(record.entries) >= 9


def test_a_fight_that_was_opened_under_the_first_rules_replays_as_it_was_played() -> None:
    """Confusion behind a paralysis and a ball alone, a counter of the attracted, what happens at the same time."""
    told = json.loads(RULES_1.read_text())

    states = replay(from_json(told["record"]))

    assert states[0].rules == 1
    assert GAME.state_text(states[-1]) == told["end"]
    assert new().rules == 2


def test_a_record_comes_back_as_text_and_as_json(fought: tuple[Record, Fight]) -> None:
    record, _ = fought

    assert parse(write([record])) == [record]
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


def test_every_die_is_verified(fought: tuple[Record, Fight]) -> None:
    record, _ = fought
    checks = list(verify(record))

    assert all(check.ok for check in checks)
    assert sum("draw" in check.what for check in checks) == sum(len(line.outcomes) for line in record.entries) > 30
    assert f"ply 0 draw {START_NUMBER}" in [check.what for check in checks]


def test_a_die_that_was_changed_is_found(fought: tuple[Record, Fight]) -> None:
    record, _ = fought
    roll = next(place for place, line in enumerate(record.entries) if '"roll"' in line.action)
    line = record.entries[roll]
    other = "3" if line.outcomes[0] == "2" else "2"
    changed = Entry(line.seat, line.action, (other, *line.outcomes[1:]))
    entries = (*record.entries[:roll], changed, *record.entries[roll + 1 :])

    bad = [check.what for check in verify(Record(**(_fields(record) | {"entries": entries}))) if not check.ok]

    assert bad == [f"ply {roll} draw 0"]


def _fields(record: Record) -> dict[str, Any]:
    return {name: getattr(record, name) for name in Record.__dataclass_fields__}


def test_a_log_with_a_die_too_few_does_not_replay(fought: tuple[Record, Fight]) -> None:
    record, _ = fought
    line = record.entries[1]
    cut = (record.entries[0], Entry(line.seat, line.action, line.outcomes[:-1]))

    with pytest.raises(ReplayError, match="ply 1: an outcome is missing"):
        replay(Record(**(_fields(record) | {"entries": cut})))


def test_a_scene_without_a_fight_is_a_record_too() -> None:
    state = opened(Settings())
    assert GAME.current_player(state) == 0
    entries: list[Entry] = []
    for action in (Roll("a secret door", 3, 6), Throw("poke_ball", 8, easier=2)):
        entries, state = _log(entries, state, action)
    proof = Proof("fight-1", commitment(SOURCE.secret), ("salt",), SOURCE.secret.hex())
    record = Record("tabletop", GAME.state_text(opened(Settings())), "1", tuple(entries), proof=proof)

    assert all(check.ok for check in verify(record))


def test_the_registry_knows_it_for_records_alone() -> None:
    assert "tabletop" not in registry.slugs()
    assert "tabletop" not in [info.slug for info in registry.all_games()]
    assert registry.replayable("tabletop") is GAME
    assert registry.replayable("battle_chess") is registry.get("battle_chess")
    for ask in (registry.get, registry.info):
        with pytest.raises(NotationError, match="no game 'tabletop'"):
            ask("tabletop")
    with pytest.raises(NotationError, match="no game 'search'; there are"):
        registry.replayable("search")


def test_the_command_line_verifies_a_fight(
    fought: tuple[Record, Fight], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fight.txt"
    file.write_text(write([fought[0]]))

    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("all ")
