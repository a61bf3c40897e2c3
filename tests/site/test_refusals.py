"""What is refused before anything starts, and what the person at the terminal reads then."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from engine.battle_chess import solution_file
from pbchess_site import run
from pbchess_site.local import LocalError
from pbchess_site.run import SERVICES, Site
from tests.outbox.smtp import free_port


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of the test's own and a port that is free."""
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path))
    monkeypatch.setenv("PORT", str(free_port()))
    for name in ("HOST", "DEBUG", "REDIS_URL", "SITE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_a_taken_port_is_named_with_another_to_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        os.environ["PORT"] = str(port)

        with pytest.raises(LocalError) as refusal:
            Site().check_address()

    assert str(refusal.value) == (
        f"cannot listen on 127.0.0.1 port {port} (Address already in use); "
        f"choose another port, as in: PORT={min(port + 1, 65535)} make run"
    )


@pytest.mark.parametrize("host", ["192.0.2.1", "nowhere.invalid"])
def test_an_address_of_another_machine_is_refused(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv("HOST", host)

    with pytest.raises(LocalError) as refusal:
        Site().check_address()

    assert str(refusal.value).startswith(f"cannot listen on {host} port ")
    assert str(refusal.value).endswith("; HOST is an address of this machine, as in: HOST=127.0.0.1 make run")


def test_debug_is_refused_on_an_address_that_others_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setenv("DEBUG", "1")

    with pytest.raises(LocalError) as refusal:
        Site().check_address()

    assert str(refusal.value) == "HOST=0.0.0.0 shows the site to others, and DEBUG its inner workings; add DEBUG=0"


def test_others_may_reach_the_site_without_debug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", "0.0.0.0")

    Site().check_address()


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "http://127.0.0.1:1/0", "redis://127.0.0.1:port/0"])
def test_a_broker_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)

    with pytest.raises(LocalError) as refusal:
        Site().wait_for_broker()

    assert str(refusal.value).startswith("the broker that REDIS_URL names does not answer: ")


@pytest.mark.parametrize("arguments", [["wbe"], ["web", "mail"]])
def test_an_unknown_service_is_answered_with_those_there_are(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path.cwd())

    code = run.main(arguments)

    assert code == 1
    said = f"error: no service {' '.join(arguments)!r}; there are web, default, mail, computer, beat\n"
    assert capsys.readouterr().err == said


def test_every_queue_has_a_worker_of_its_own() -> None:
    queues = {name: SERVICES[name]() for name in ("default", "mail", "computer")}

    assert {name: command[command.index("-Q") + 1] for name, command in queues.items()} == {
        name: name for name in queues
    }


def test_logs_of_the_run_before_are_kept_beside_the_new_ones(tmp_path: Path) -> None:
    site = Site()
    site.turn_logs()
    (tmp_path / "log" / "mail.log").write_text("before")

    site.turn_logs()
    site.turn_logs()

    assert [path.name for path in (tmp_path / "log").iterdir()] == ["mail.log.1"]
    assert (tmp_path / "log" / "mail.log.1").read_text() == "before"


def test_a_solution_that_does_not_fit_is_told_at_the_start() -> None:
    assert run.solution_problem() == ""

    solution_file.path().parent.mkdir()
    solution_file.path().write_bytes(b"{}")

    assert run.solution_problem() == f"{solution_file.path()} is no solution; build it again: make solve"
