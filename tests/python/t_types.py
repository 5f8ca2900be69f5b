"""Types: the package by `mypy --strict`, its extension module against _core.pyi by stubtest, and what a type checker finds in
a program of a user."""
import os
import re
import subprocess
import sys
import tempfile

import visviva
from tap import done, ok, skip

BUILT = os.path.dirname(os.path.abspath(visviva.__file__))
CACHE = os.path.join(BUILT, "..", ".mypy_cache")  # seconds instead of half a minute
ENVIRONMENT = {**os.environ, "MYPYPATH": os.path.dirname(BUILT)}
USER = '''import numpy as np

import visviva as vv

m = vv.load("model.vv")
run = m.simulate(2, events=[vv.Event("x")])
total: float = float(run["x"].sum() + run.q[-1, 0])
known: bool = "x" in m.coordinates
a: str = m.equations().mass_matrix[0, 0].text
f = m.function("accelerations")
g: float = f(x=np.zeros(4))[0]
law = vv.normal(0.5, 0.01)
b = vv.Builder("x")
try:
    m.prove().raise_if_refuted()
except vv.Undecided as e:
    print(e.diagnostics[0].code, vv.sin(b.world.x), vv.pi)
'''
# a line, and what is wrong with it
WRONG = (("m.simulat(3)", 'has no attribute "simulat"'), ("run.plot(3)", 'expected "str"'),
         ('vv.normal("a", 1)', 'expected "float"'), ("x: int = m.text", "Incompatible types"), ("vv.nothing_like_it", "no attribute"),
         ('m.coordinates["x"].name + 1', "Unsupported operand"))


def checked(*arguments):
    made = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", CACHE, *arguments], capture_output=True, text=True,
                          env=ENVIRONMENT)
    return made.returncode, made.stdout + made.stderr


def package():
    code, said = checked("--config-file", "pyproject.toml", "python/visviva")
    ok(code == 0 and "no issues found in" in said, "mypy --strict: the package", said)
    made = subprocess.run([sys.executable, "-m", "mypy.stubtest", "visviva._core", "--mypy-config-file", "pyproject.toml"],
                          capture_output=True, text=True, env=ENVIRONMENT)
    ok(made.returncode == 0, "stubtest: _core.pyi names what the extension module has", made.stdout[-2000:], made.stderr[-2000:])
    ok(os.path.exists(os.path.join(BUILT, "py.typed")), "py.typed")


def user():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        with open(path, "w", encoding="utf-8") as f:
            f.write(USER + "".join(line + "\n" for line, _ in WRONG))
        _, said = checked("--strict", path)
    first = USER.count("\n") + 1
    found = {int(at): what for at, what in re.findall(r"program\.py:(\d+): error: (.*)", said)}
    ok(not [at for at in found if at < first], "a program that is right", said)
    for i, (line, what) in enumerate(WRONG):
        ok(what in found.get(first + i, ""), f"found: {line}", said)


def names():
    with open(os.path.join(BUILT, "__init__.py"), encoding="utf-8") as f:
        text = f.read()
    block = re.search(r"^if TYPE_CHECKING:.*?\n\n", text, re.M | re.S)[0]
    said = {name: module for module, listed in re.findall(r"from \.(\w+) import \(?([^)]*?)\)?\n(?=    from|\n)", block)
            for name in re.findall(r"\w+", listed)}
    ok(said == visviva._LATER, "names that are imported later are there for type checkers", set(said.items()) ^ set(visviva._LATER.items()))
    ok(set(visviva._LATER) < set(visviva.__all__) and len(set(visviva.__all__)) == len(visviva.__all__), "and in __all__")


names()
try:
    import mypy.stubtest  # noqa: F401
    package(), user()
except ImportError as e:
    skip("mypy and stubtest", f"{e.name} is missing")
done()
