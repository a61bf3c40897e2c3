"""Compiling what has a .pxd beside it, in a small checkout of its own."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import compiled
from engine.compile import KEPT

SHOW = "import engine.tiny.sums as s; print(s.__file__, s.total(4))"


class Checkout:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = root / "engine" / "tiny"
        self.package.mkdir(parents=True)
        for name in ("__init__.py", "compiled.py", "compile.py"):
            shutil.copy(Path(engine.__file__).with_name(name), root / "engine")
        self.write("__init__.py", "from engine.compiled import use\nCOMPILED = use(__path__)\n")
        self.write("sums.py", "def total(n):\n    return sum(range(n))\n")
        self.write("sums.pxd", "cpdef int total(int n)\n")
        self.write("words.py", "HELLO = 1\n")
        self.told = ""  # by the last time it was compiled

    def rely(self) -> None:
        """Let `tiny` take a type from a package `base`."""
        base = self.root / "engine" / "base"
        base.mkdir()
        (base / "__init__.py").write_text((self.package / "__init__.py").read_text())
        (base / "kinds.py").write_text("class Kind:\n    def least(self):\n        return 0\n")
        (base / "kinds.pxd").write_text("cdef class Kind:\n    cpdef int least(self)\n")
        self.write(
            "sums.pxd", "from engine.base.kinds cimport Kind\n\ncdef class Sum(Kind):\n    cpdef int least(self)\n"
        )
        self.write(
            "sums.py",
            "from engine.base.kinds import Kind\n\nclass Sum(Kind):\n    def least(self):\n        return 6\n\n"
            "def total(n):\n    return Sum().least()\n",
        )

    def write(self, name: str, text: str) -> None:
        (self.package / name).write_text(text)

    def python(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("PBCHESS_")}
        kept["CFLAGS"] = "-O0"  # the compiler takes half as long
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.root, env=kept | environment, capture_output=True, text=True
        )

    def compile(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.python("-m", "engine.compile", *arguments, **environment)

    def runs(self, **environment: str) -> tuple[str, str]:
        """The kind of file that the module comes from, and what it says."""
        file, said = self.python("-c", SHOW, **environment).stdout.split()
        return file.rpartition(".")[2], said


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """Two packages, one of which relies on the other, compiled into the data folder `elsewhere`."""
    pytest.importorskip("Cython")
    checkout = Checkout(tmp_path_factory.mktemp("checkout"))
    checkout.rely()
    done = checkout.compile("--must", PBCHESS_VAR=str(checkout.root / "elsewhere"))
    assert done.returncode == 0
    checkout.told = done.stdout
    return checkout


@pytest.fixture
def built(compiled_once: Checkout, checkout: Checkout) -> Checkout:
    """The same two packages, compiled into the checkout's own folder."""
    checkout.rely()
    shutil.copytree(compiled_once.root / "elsewhere", checkout.root / "var")
    return checkout


def test_a_build_is_used_and_an_edit_is_never_shadowed_by_it(built):
    assert built.runs() == ("so", "6")

    built.write("sums.py", "def total(n):\n    return 7\n")

    assert built.runs() == ("py", "7")


def test_plain_python_can_be_asked_for(built):
    assert built.runs(PBCHESS_PLAIN="1") == ("py", "6")
    assert built.runs(PBCHESS_PLAIN="0") == ("so", "6")


def test_a_data_folder_of_ones_own_shares_the_builds(built, tmp_path):
    assert built.runs(PBCHESS_VAR=str(tmp_path / "elsewhere")) == ("so", "6")


def test_a_build_goes_to_the_data_folder(compiled_once):
    assert compiled_once.runs() == ("py", "6")
    assert compiled_once.runs(PBCHESS_VAR=str(compiled_once.root / "elsewhere")) == ("so", "6")


def test_what_is_compiled_is_not_compiled_again(built):
    assert built.compile("--must").stdout == "engine.base is compiled\nengine.tiny is compiled\n"


def test_old_builds_are_forgotten_but_never_those_in_use(built):
    builds = built.root / "var" / "compiled"
    for number in range(KEPT + 3):
        (builds / f"other-{number}").mkdir()
        (builds / f"other-{number}" / "made-by").touch()
    killed = builds / "making-killed"
    killed.mkdir()
    os.utime(killed, (0, 0))

    assert built.compile("--must").returncode == 0

    assert built.runs() == ("so", "6")
    assert len(list(builds.iterdir())) == KEPT
    assert not killed.exists()


def test_a_module_without_types_is_left_alone(built):
    built.write("words.py", "HELLO = 2\n")

    assert built.runs() == ("so", "6")


@pytest.mark.parametrize(
    ("source", "types"),
    [
        ("def total(n):\n    return 1 +\n", "cpdef int total(int n)\n"),
        ("def total(n):\n    return 1\n", "cpdef int missing(int n)\n"),
        ("raise ValueError('on import')\n\ndef total(n):\n    return 1\n", "cpdef int total(int n)\n"),
    ],
)
def test_what_cannot_be_compiled_is_told_in_one_line(checkout, source, types):
    pytest.importorskip("Cython")
    checkout.write("sums.py", source)
    checkout.write("sums.pxd", types)

    done = checkout.compile("--must")

    began, *told = done.stdout.splitlines()
    assert began == "compiling engine.tiny, once for each version of it …"
    assert [line.partition(": ")[0] for line in told] == ["not compiled, the games run in plain Python (slower)"]
    assert done.stderr == ""
    assert done.returncode == 1
    assert not list((checkout.root / "var" / "compiled").iterdir())


@pytest.mark.parametrize(
    ("environment", "reason"),
    [({"CC": "no-such-compiler"}, "there is no C compiler (no-such-compiler)"), ({"CC": "false"}, "false failed: 1")],
)
def test_without_a_compiler_it_goes_on_in_plain_python(checkout, environment, reason):
    pytest.importorskip("Cython")

    done = checkout.compile(**environment)

    assert done.stdout.endswith(f"not compiled, the games run in plain Python (slower): {reason}\n")
    assert (done.returncode, checkout.runs()) == (0, ("py", "6"))


def test_without_cython_it_goes_on_in_plain_python(checkout):
    done = checkout.python("-S", "-m", "engine.compile")  # no site-packages

    assert done.stdout == "not compiled, the games run in plain Python (slower): Cython is not installed\n"
    assert (done.returncode, checkout.runs()) == (0, ("py", "6"))


def test_asked_for_plain_python_it_compiles_nothing(checkout):
    done = checkout.compile("--must", PBCHESS_PLAIN="1")

    assert (done.returncode, done.stdout) == (0, "PBCHESS_PLAIN is set: the games run in plain Python\n")


def test_the_name_of_a_build_follows_every_source(checkout):
    names = {compiled.name(checkout.package)}

    for file in ("sums.py", "sums.pxd"):
        checkout.write(file, f"# {file}\n")
        names.add(compiled.name(checkout.package))

    assert len(names) == 3


def test_the_name_of_a_build_follows_what_it_takes_types_from(checkout):
    checkout.rely()
    base = checkout.root / "engine" / "base"
    before = compiled.name(checkout.package)

    assert compiled.relied_on(checkout.package) == {base}
    (base / "kinds.py").write_text("class Kind:\n    def least(self):\n        return 1\n")

    assert compiled.name(checkout.package) != before


def test_what_takes_types_from_another_package_is_compiled_after_it(compiled_once):
    assert re.findall(r"(\S+) compiled", compiled_once.told) == ["engine.base", "engine.tiny"]


def test_what_takes_types_from_another_package_is_used_with_it_alone(built):
    assert built.runs() == ("so", "6")

    shutil.rmtree(built.root / "var" / "compiled" / compiled.name(built.root / "engine" / "base"))

    assert built.runs() == ("py", "6")
