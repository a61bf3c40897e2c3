"""The site's settings in tests: a data folder and a database of their own, and what makes tests quick."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

# Each process of pytest-xdist has a folder in the session's; a program that a test starts inherits its test's.
if "PBCHESS_TEST_FOLDER" not in os.environ:
    os.environ["PBCHESS_TEST_FOLDER"] = tempfile.mkdtemp(prefix="pbchess-test-")
    atexit.register(shutil.rmtree, os.environ["PBCHESS_TEST_FOLDER"], ignore_errors=True)
PROCESS = os.environ.get("PYTEST_XDIST_WORKER", "main")
os.environ["PBCHESS_VAR"] = str(Path(os.environ["PBCHESS_TEST_FOLDER"]) / PROCESS)

if given := os.environ.get("REDIS_URL"):
    number = urlsplit(given).path.strip("/") or "0"
    if number == "0":
        raise ValueError("tests empty the Redis database they use: give one that holds nothing else, as in …:6379/9")
    if PROCESS != "main" and "PBCHESS_TEST_REDIS" not in os.environ:
        own = int(number) + int(PROCESS.removeprefix("gw"))
        os.environ["REDIS_URL"] = os.environ["PBCHESS_TEST_REDIS"] = given.replace(f"/{number}", f"/{own}")

from pbchess_site.settings import *  # noqa: E402, F403
from pbchess_site.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE, STORAGES, VAR  # noqa: E402

if "sqlite3" in str(DATABASES["default"]["ENGINE"]):
    DATABASES["default"]["TEST"] = {"NAME": VAR / "test.sqlite3"}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True  # else each client of a test looks through all static files

# A view that asks the database once for each row of a list raises NPlusOneError.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *MIDDLEWARE]
ZEAL_ALLOWLIST = [
    {"model": "outbox.Job", "field": "get()"},  # a turn writes several jobs, always as many
    {"model": "account.*"},  # allauth looks its address up more than once
    {"model": "auth.*"},
    {"model": "sessions.Session"},  # Django looks a session that is over up again to delete it
]
