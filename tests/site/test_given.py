"""Settings that are wrong are refused by name, with what would be right."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from pbchess_site import given, local, run
from pbchess_site.local import LocalError
from tests.each import each
from tests.site.running import PATIENCE, environment

WRONG = (
    ("TURN_MAIL_DELAY", "abc"),
    ("TURN_MAIL_DELAY", "-1"),
    ("POST_MAIL_DELAY", "nan"),
    ("POST_MAIL_DELAY", "1e300"),
    ("DATABASE_URL", "nonsense"),
    ("DATABASE_URL", "mysql://user:password@host/name"),
    ("DATABASE_URL", "postgres://host"),
    ("DATABASE_URL", "postgres://host:port/name"),
    ("EMAIL_URL", "foo"),
    ("EMAIL_URL", "smtp+tls:mail.example.org"),
    ("EMAIL_URL", "smtp://mail.example.org:port"),
    ("REDIS_URL", "foo"),
    ("SITE_URL", "chess.example.org"),
    ("SITE_URL", "https://"),
    ("SITE_URL", "https://example.org/chess"),
    ("SITE_URL", "https://example.org:port"),
    ("SITE_URL", "ftp://example.org"),
    ("BEHIND_PROXY", "maybe"),
    ("DEBUG", "maybe"),
    ("PBCHESS_VAR", "/proc/nope"),
)


def read_all() -> None:
    local.var_dir()
    local.debug()
    local.site_url()
    local.switch("BEHIND_PROXY")
    given.minutes("TURN_MAIL_DELAY", 5)
    given.minutes("POST_MAIL_DELAY", 10)
    given.database("sqlite:////tmp/none")
    given.mail_server()
    given.redis_url()


@each(list(WRONG))
def test_what_is_wrong_is_named_in_one_line_with_an_example(name: str, value: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBCHESS_VAR", os.environ["PBCHESS_VAR"])
        for other in ("SITE_URL", "DATABASE_URL", "EMAIL_URL", "REDIS_URL"):
            patch.delenv(other, raising=False)
        patch.setenv(name, value)

        with pytest.raises(LocalError) as refusal:
            read_all()

    assert f"as in: {name}=" in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert "password@host/name;" not in str(refusal.value)  # what was given is no example


def test_minutes_may_have_a_decimal_comma(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURN_MAIL_DELAY", "0,5")

    assert given.minutes("TURN_MAIL_DELAY", 5) == timedelta(seconds=30)


@pytest.mark.parametrize("command", [["-m", "pbchess_site.run"], ["manage.py", "check"]])
def test_the_one_command_and_django_s_say_the_same(command: list[str], tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=local.ROOT,
        env=environment(tmp_path, 8001, TURN_MAIL_DELAY="abc"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )

    assert ended.returncode == 1
    said = "TURN_MAIL_DELAY=abc is no number of minutes; give 0 or more, as in: TURN_MAIL_DELAY=5"
    assert ended.stderr == f"error: {said}\n"


def test_a_site_whose_mail_is_only_kept_is_warned(tmp_path: Path) -> None:
    def check(**more: str) -> str:
        command = [sys.executable, "manage.py", "check"]
        env = environment(tmp_path, 8001, **{"DEBUG": "0", **more})
        return subprocess.run(command, cwd=local.ROOT, env=env, capture_output=True, text=True, check=True).stderr

    assert "EMAIL_URL is not set" in check(SITE_URL="https://example.org")
    assert "EMAIL_URL" not in check(SITE_URL="https://example.org", EMAIL_URL="smtp://mail.example.org")


def test_mail_that_is_shown_or_sent_is_no_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMAIL_URL", raising=False)
    monkeypatch.setenv("DEBUG", "1")
    assert local.kept_mail_problem() == ""

    monkeypatch.setenv("DEBUG", "0")
    assert local.kept_mail_problem().startswith("EMAIL_URL is not set, so no mail is sent")

    monkeypatch.setenv("EMAIL_URL", "smtp://mail.example.org")
    assert local.kept_mail_problem() == ""


def test_help_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main(["--help"]) == 0

    assert "NAME is one of web, default, mail, computer, beat." in capsys.readouterr().out
