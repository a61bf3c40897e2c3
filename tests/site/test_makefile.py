"""What `make` does before Python runs: find one, make `.venv`, install what was asked for, once."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from pbchess_site.local import ROOT

TOOLS = ("sh", "make", "cat", "cksum", "cut", "rm", "awk", "date", "touch", "printf", "mkdir")
REQUIREMENTS = ("requirements.txt", "requirements-dev.txt")


class Checkout:
    """A checkout of the Makefile and the requirements alone, on a machine whose programs we choose."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        for name in ("Makefile", *REQUIREMENTS):
            shutil.copy(ROOT / name, folder)
        for tool in TOOLS:
            if found := shutil.which(tool):
                (self.bin / tool).symlink_to(found)

    def program(self, path: str, script: str) -> None:
        """Put a shell script in a program's place."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def make(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run `make` with nothing in the environment but these."""
        return subprocess.run(
            ["make", *arguments],
            cwd=self.folder,
            env={"PATH": str(self.bin), **environment},
            capture_output=True,
            text=True,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.fixture
def installed(checkout: Checkout) -> Checkout:
    """One whose `.venv` is there; its Python writes what it is asked to do."""
    checkout.program(".venv/bin/python", 'test "$1" = -c && echo alive || echo python "$@" DEBUG=$DEBUG')
    assert checkout.make("run").returncode == 0
    return checkout


def test_too_old_a_python_is_named(checkout: Checkout) -> None:
    checkout.program("bin/python3", 'test "$1" = --version && echo Python 3.9.2 || exit 1')

    refused = checkout.make("run")

    assert refused.returncode == 2
    assert "error: Python 3.11 or newer is needed; found only Python 3.9.2. " in refused.stderr
    assert not (checkout.folder / ".venv").exists()


def test_a_missing_venv_module_is_named_with_its_cure(checkout: Checkout) -> None:
    checkout.program("bin/python3", 'case "$*" in *ensurepip*) exit 1;; --version) echo Python 3.11.2;; esac')

    refused = checkout.make("test")

    assert refused.returncode == 2
    assert "error: this Python lacks its venv module. On Debian or Ubuntu: apt install python3-venv" in refused.stderr


def test_the_first_python_that_is_new_enough_makes_the_environment(checkout: Checkout) -> None:
    checkout.program("bin/python3", "exit 1")
    checkout.program("bin/python3.12", 'case "$*" in --version) echo Python 3.12.1;; "-m venv"*) echo "$0 $@";; esac')

    made = checkout.make(".venv/bin/python")

    assert made.stdout.splitlines() == [
        "making .venv with Python 3.12.1 …",
        f"{checkout.bin}/python3.12 -m venv .venv",
    ]


def test_what_is_asked_for_is_installed_once(checkout: Checkout) -> None:
    checkout.program(".venv/bin/python", 'test "$1" = -c && echo alive || echo "$@"')

    first, second = (checkout.make("run").stdout for _ in range(2))

    assert "-m pip install -qq --no-compile --disable-pip-version-check -r requirements.txt\n" in first
    assert second == "-m engine.compile\n-m pbchess_site.run\n"


def test_a_changed_requirement_is_installed(installed: Checkout) -> None:
    with (installed.folder / "requirements.txt").open("a") as file:
        file.write("another==1.0\n")

    assert "pip install" in installed.make("run").stdout


def test_tests_need_more_than_the_site_and_cover_it(installed: Checkout) -> None:
    assert "-r requirements-dev.txt" in installed.make("test").stdout
    assert "pip install" not in installed.make("test").stdout
    assert "pip install" not in installed.make("run").stdout


def test_uv_installs_where_it_is_found(installed: Checkout) -> None:
    installed.program("bin/uv", 'echo uv "$@"')

    assert "uv pip install -q --python .venv/bin/python -r requirements-dev.txt" in installed.make("test").stdout


def test_an_installation_that_fails_is_tried_again(checkout: Checkout) -> None:
    checkout.program(".venv/bin/python", 'test "$1" = -c && echo alive || { echo "$@"; exit 1; }')

    first, second = (checkout.make("run") for _ in range(2))

    assert (first.returncode, second.returncode) == (2, 2)
    assert "pip install" in second.stdout


def test_an_environment_whose_python_has_gone_is_made_anew(installed: Checkout) -> None:
    (installed.folder / ".venv/bin/python").unlink()
    (installed.folder / ".venv/bin/python").symlink_to("/nowhere/python")
    installed.program("bin/python3", 'case "$*" in --version) echo Python 3.11.2;; "-m venv"*) echo making "$@";; esac')

    made = installed.make("run")

    assert "making -m venv .venv" in made.stdout
    assert "installing requirements.txt into .venv …" in made.stdout


@pytest.mark.parametrize(
    ("environment", "debug"),
    [
        ({}, "1"),
        ({"DEBUG": "0"}, "0"),
        ({"SITE_URL": "https://example.org"}, "0"),
        ({"SITE_URL": "https://example.org", "DEBUG": "1"}, "1"),
    ],
)
def test_only_a_site_at_this_machine_runs_with_debug(
    installed: Checkout, environment: dict[str, str], debug: str
) -> None:
    said = installed.make("run", **environment).stdout

    assert said.splitlines()[-1] == f"python -m pbchess_site.run DEBUG={debug}"


@pytest.mark.parametrize("command", ["run", "test"])
def test_bytecode_is_kept_whatever_the_shell_says(installed: Checkout, command: str) -> None:
    installed.program(".venv/bin/python", 'test "$1" = -c && echo alive || echo "none kept: $PYTHONDONTWRITEBYTECODE"')

    said = installed.make(command, PYTHONDONTWRITEBYTECODE="1").stdout

    assert set(said.splitlines()) >= {"none kept: "}
    assert "none kept: 1" not in said


def test_help_lists_every_command(checkout: Checkout) -> None:
    makefile = (ROOT / "Makefile").read_text()
    (phony,) = (line for line in makefile.splitlines() if line.startswith(".PHONY: run"))

    listed = [line.split()[1] for line in checkout.make("help").stdout.splitlines()]

    assert sorted(listed) == sorted(phony.split()[1:])
