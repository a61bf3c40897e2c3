"""Where the compiled form of a game lies, and whether it is used; `engine.compile` makes it.

A build belongs to exactly the sources it was made from: its folder is named after their checksum, so that a changed
file is never shadowed by an old build. What a package takes C types from (`cimport`) is among its sources, and is used
compiled only together with it. PBCHESS_PLAIN=1 leaves every build aside.
"""

from __future__ import annotations

import hashlib
import os
import re
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CIMPORT = re.compile(r"^from engine\.(\w+)\S* cimport", re.MULTILINE)


def plain() -> bool:
    """Whether the environment asks for plain Python."""
    return os.environ.get("PBCHESS_PLAIN", "") not in ("", "0")


def data_folder() -> Path:
    """The site's data folder: PBCHESS_VAR, by default `var/` in the checkout."""
    return Path(os.environ.get("PBCHESS_VAR") or ROOT / "var").resolve()


def builds() -> Path:
    """The folder that new builds go to."""
    return data_folder() / "compiled"


def relied_on(package: Path) -> set[Path]:
    """The other packages that a package takes C types from, and those that they do."""
    named = {name for types in package.glob("*.pxd") for name in CIMPORT.findall(types.read_text())}
    direct = {package.with_name(name) for name in named - {package.name}}
    return direct.union(*map(relied_on, direct))


def name(package: Path) -> str:
    """The name of the build of a package's present sources, for this Python."""
    checksum = hashlib.sha256(f"{package.name} {EXTENSION_SUFFIXES[0]}".encode())
    types = sorted(package.glob("*.pxd"))
    for source in (*types, *(path.with_suffix(".py") for path in types), Path(__file__).with_name("compile.py")):
        content = source.read_bytes()
        checksum.update(f"\n{source.name} {len(content)}\n".encode() + content)
    for other in sorted(relied_on(package)):
        checksum.update(name(other).encode())
    return checksum.hexdigest()[:24]


def use(path: list[str]) -> bool:
    """Put the build of a package, whose `__path__` this is, first on it; False if there is none.

    A site with a data folder of its own, as each test has, shares the builds of the checkout.
    """
    package = Path(path[0])
    if plain() or not all(map(_build, relied_on(package))) or not (build := _build(package)):
        return False
    path.insert(0, str(build / package.relative_to(ROOT)))
    return True


def _build(package: Path) -> Path | None:
    """The folder of a package's build, if there is one."""
    build = name(package)
    for place in (builds(), ROOT / "var" / "compiled"):
        if (place / build / "made-by").is_file():
            return place / build
    return None
