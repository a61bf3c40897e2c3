"""Compiles what has a `.pxd` beside it, unchanged: `python -m engine.compile`. Without it, all runs as plain Python.

Needs Cython, a C compiler (CC names one, CFLAGS are added to its flags) and Python's headers, all only here. Exit
status 0 even if one of them is missing, unless `--must` is given: whatever goes wrong is told in one line, and the
games go on in plain Python.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.compiled import ROOT, builds, plain, relied_on
from engine.compiled import name as build_name

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,  # the .pxd alone says what a name is in C
    "boundscheck": True,
    "wraparound": False,  # an index below 0 is an error there; compiled modules use none
    "initializedcheck": False,  # tables are there once their module is imported
}
FLAGS = ["-O2", "-fPIC", "-fwrapv", "-w"]
KEPT = 16  # builds, those of other sources among them
LONGEST = 3600  # s that a build may take


class CannotCompile(Exception):
    """Something is missing, or the compiler refuses; the message is one line."""


def packages() -> list[Path]:
    """The folders with something to compile, after those that they rely on."""
    found = {path.parent for path in (ROOT / "engine").glob("*/*.pxd")}
    return sorted(found, key=lambda package: (len(relied_on(package)), package))


def compile_all() -> Iterator[str]:
    """Compile what is not compiled yet; tells each package when it begins and when it is done. Raises CannotCompile."""
    for package in packages():
        yield from _compile(package)
    _forget_old()


def _compile(package: Path) -> Iterator[str]:
    inside = package.relative_to(ROOT)
    name = ".".join(inside.parts)
    target = builds() / build_name(package)
    stamp, made_by = target / "made-by", _cython()
    if stamp.is_file() and made_by in (None, stamp.read_text()):
        stamp.touch()  # it is in use
        yield f"{name} is compiled"
        return
    if made_by is None:
        raise CannotCompile("Cython is not installed")
    _compiler()
    yield f"compiling {name}, once for each version of it …"
    started = time.monotonic()
    builds().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=builds(), prefix="making-") as scratch:
        built = Path(scratch) / "built"
        (built / inside).mkdir(parents=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # the work is done by processes
            list(pool.map(lambda types: _extension(types, Path(scratch), built / inside), package.glob("*.pxd")))
        _check(name, built / inside)
        (built / "made-by").write_text(made_by)
        shutil.rmtree(target, ignore_errors=True)
        built.replace(target)
    yield f"{name} compiled ({time.monotonic() - started:.0f} s)"


def _forget_old() -> None:
    """Keep only the builds that were made or found last, and nothing of those that were killed while being made."""
    for scratch in builds().glob("making-*"):
        if time.time() - scratch.stat().st_mtime > LONGEST:
            shutil.rmtree(scratch, ignore_errors=True)
    made = sorted(builds().glob("*/made-by"), key=lambda stamp: stamp.stat().st_mtime)
    for stamp in made[:-KEPT]:
        shutil.rmtree(stamp.parent, ignore_errors=True)


def _cython() -> str | None:
    try:
        return f"Cython {metadata.version('Cython')}\n"
    except metadata.PackageNotFoundError:
        return None


def _compiler() -> list[str]:
    """The command that links a module of Python's, as Python itself was built."""
    command = shlex.split(str(sysconfig.get_config_var("LDSHARED") or "cc -shared"))
    if given := os.environ.get("CC"):
        command[:1] = shlex.split(given)
    if not shutil.which(command[0]):
        raise CannotCompile(f"there is no C compiler ({command[0]})")
    return command


def _extension(types: Path, scratch: Path, target: Path) -> None:
    """Translate the module beside a .pxd to C and compile it into the target folder."""
    source = types.with_suffix(".py")
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").is_file():
        raise CannotCompile(f"Python's headers are missing ({include})")
    compiler = _compiler()
    c_file = scratch / f"{source.stem}.c"
    directives = [f"--directive={name}={value}" for name, value in DIRECTIVES.items()]
    _run([sys.executable, "-m", "cython", *directives, str(source), "-o", str(c_file)])
    library = target / f"{source.stem}{EXTENSION_SUFFIXES[0]}"
    flags = [*FLAGS, *shlex.split(os.environ.get("CFLAGS", ""))]
    _run([*compiler, *flags, f"-I{include}", str(c_file), "-o", str(library)])


def _check(name: str, build: Path) -> None:
    """Import what was made, before anybody relies on it."""
    modules = [f"{name}.{path.name.partition('.')[0]}" for path in sorted(build.iterdir())]
    script = "import importlib, sys, engine.compiled as c; use, (_, built, package, *modules) = c.use, sys.argv"
    script += "; c.use = lambda path: path.insert(0, built) or True if path[0] == package else use(path)"
    script += "; assert all(importlib.import_module(m).__file__.startswith(built) for m in modules)"
    _run([sys.executable, "-c", script, str(build), str(ROOT.joinpath(*name.split("."))), *modules])


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotCompile(str(error)) from error
    if done.returncode:
        said = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise CannotCompile(f"{Path(command[0]).name} failed: {' '.join(said[-1:]) or done.returncode}")


def main(arguments: list[str]) -> int:
    """Compile and tell. Returns the exit status."""
    if plain():
        _tell("PBCHESS_PLAIN is set: the games run in plain Python")
        return 0
    try:
        for line in compile_all():
            _tell(line)
    except (CannotCompile, OSError) as error:
        _tell(f"not compiled, the games run in plain Python (slower): {error}")
        return int("--must" in arguments)
    except KeyboardInterrupt:
        return 130
    return 0


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
