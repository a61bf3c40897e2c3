from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbchess_site import local
from pbchess_site.local import LocalError
from tests.each import each
from tests.site.running import wait_for

LOCKED = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from pbchess_site import local
local.lock(Path({var!r}))
print("locked", flush=True)
time.sleep(600)
"""


def test_the_secret_key_is_made_once_and_for_us_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)

    key = local.secret_key(tmp_path)

    assert len(key) >= 50
    assert local.secret_key(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_secret_key_that_is_just_being_made_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    path = tmp_path / "secret_key"
    path.touch()
    monkeypatch.setattr(local.time, "sleep", lambda seconds: path.write_text("whole"))

    assert local.secret_key(tmp_path) == "whole"


def test_an_empty_secret_key_is_refused_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret_key").touch()

    with pytest.raises(local.LocalError, match="delete it and start again"):
        local.secret_key(tmp_path)


def test_a_given_secret_key_is_used_and_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")

    assert local.secret_key(tmp_path) == "given"
    assert list(tmp_path.iterdir()) == []


def test_the_data_folder_is_made_where_pbchess_var_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBCHESS_VAR", str(tmp_path / "a" / "b"))

    assert local.var_dir() == tmp_path / "a" / "b"
    assert local.var_dir().is_dir()


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "80a", "８０", "8000 "])
def test_a_bad_port_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, port: str) -> None:
    monkeypatch.setenv("PORT", port)

    with pytest.raises(LocalError) as refusal:
        local.address()

    assert str(refusal.value) == f"PORT={port} is no port; give a number from 1 to 65535, as in: PORT=8001 make run"


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"PORT": "8001"}, "http://127.0.0.1:8001"),
        ({"PORT": "8001", "SITE_URL": "https://example.org/"}, "https://example.org"),
    ],
)
def test_the_site_s_address_follows_site_url_or_port(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], url: str
) -> None:
    for name in ("HOST", "PORT", "SITE_URL"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)

    assert local.site_url() == url


@each(
    [
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.0.2.1", False),
        ("example.org", False),
    ]
)
def test_only_loopback_addresses_are_this_machine_s_alone(host: str, ours: bool) -> None:
    assert local.is_loopback(host) is ours


@pytest.mark.parametrize(("value", "on"), [("1", True), ("True", True), ("on", True), ("0", False), ("", False)])
def test_debug_is_off_unless_it_is_set(monkeypatch: pytest.MonkeyPatch, value: str, on: bool) -> None:
    monkeypatch.setenv("DEBUG", value)

    assert local.debug() is on


def test_a_broker_s_socket_is_short_however_long_the_data_folder_s_name() -> None:
    path = local.broker_socket(Path("/" + "very/long/" * 50))

    assert len(os.fsencode(path)) < 100


def test_data_folders_have_different_sockets() -> None:
    assert local.broker_socket(Path("/a")) != local.broker_socket(Path("/b"))


def test_a_private_folder_is_ours_alone(tmp_path: Path) -> None:
    local.make_private(tmp_path / "private")
    local.make_private(tmp_path / "private")

    assert (tmp_path / "private").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["open to others", "link"])
def test_a_folder_that_others_could_have_made_is_refused(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "private"
    if kind == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir()
        folder.chmod(0o755)

    with pytest.raises(LocalError, match="belongs to somebody else or is open to others"):
        local.make_private(folder)


def test_a_lock_is_held_until_its_holder_ends(tmp_path: Path) -> None:
    script = LOCKED.format(root=str(local.ROOT), var=str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"

        with pytest.raises(LocalError, match=rf"running already on {tmp_path} \(process {holder.pid}\)"):
            local.lock(tmp_path)
        holder.kill()

    os.close(local.lock(tmp_path))


def test_a_lock_that_a_killed_run_s_guard_still_holds_is_waited_for(tmp_path: Path) -> None:
    handle = local.lock(tmp_path)
    ended = subprocess.Popen(["true"])
    ended.wait()
    (tmp_path / "run.lock").write_text(f"{ended.pid}\n")
    with subprocess.Popen(["sleep", "0.5"], pass_fds=[handle]) as guard:
        os.close(handle)

        taken = local.lock(tmp_path)

        wait_for(lambda: guard.poll() is not None, "the guard has ended")
    os.close(taken)
    assert (tmp_path / "run.lock").read_text() == f"{os.getpid()}\n"
