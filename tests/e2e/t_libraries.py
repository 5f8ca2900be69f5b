#!/usr/bin/python3
"""Libraries that are loaded when first needed: none before, and a sentence where one is missing. Prints TAP.

A file of no bytes with the library's name, found first, is a library that cannot be loaded.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
PENDULUM = ("parameter m = 1, l = 1, g = 9.81\ncoordinate θ\nmass m at l*sin(θ)*world.x - l*cos(θ)*world.z\n"
            "gravity -g*world.z\nwork -0.1*θ'*δ(θ)\nstart θ = 1\n")
NINE = range(9)  # masses with dampers: more than symbols are made for
TEXTS = {"lapacke": "coordinate " + ", ".join(f"x{i}" for i in NINE) + "\nkinetic energy " + " + ".join(f"x{i}'^2/2" for i in NINE)
         + "\npotential x0^2/2" + "".join(f" + (x{i} - x{i - 1})^2/2" for i in NINE[1:])
         + "\nwork " + "".join(f" - 0.{i + 1}*x{i}'*δ(x{i})" for i in NINE) + "\n"}
THREE = ("coordinate x, y, z\nkinetic energy x'^2/2 + y'^2 + 3*z'^2/2\npotential (x^2 + 2*(y - x)^2 + 5*(z - y)^2)/2\n"
         "work -0.1*x'*δ(x) - 0.3*y'*δ(y) - 0.7*z'*δ(z)\n")
HOOP = os.path.join(ROOT, "models", "book", "hoop.vv")


def run(folder, *words, text=PENDULUM, **more):
    made = subprocess.run([PROGRAM, *words], input=text.encode(), cwd=folder, capture_output=True, timeout=60,
                          check=False, env={**os.environ, **more})
    return made.returncode, made.stdout.decode(errors="replace"), made.stderr.decode()


def loaded(folder, *words):
    _, _, said = run(folder, *words, LD_DEBUG="files")
    return set(re.findall(r"calling init: \S*/(lib[\w+-]+?)\.so", re.sub(r"-[\d.]+\.so", ".so", said)))


def names_loaded_by_need(folder):
    """The names under which this build looks for them, as the loader is asked for them."""
    found = {}
    for title, words in {"flint": ["derive", HOOP], "cairo": ["plot", "-", "--until", "1", "--y", "θ", "-o", "a.png"],
                         "hdf5": ["run", "-", "--until", "1", "-o", "a.h5"],
                         "lapacke": ["study", "-", "modes"]}.items():
        _, _, said = run(folder, *words, text=TEXTS.get(title, PENDULUM), LD_DEBUG="files")
        match = re.search(rf"file=(lib\S*{title}\S*\.so[\d.]*) \[0\];\s+dynamically loaded", said)
        if match:
            found[title] = match[1]
    return found


def missing(folder, name, *words, text=PENDULUM):
    """The command where that library is no library."""
    hidden = os.path.join(folder, "hidden-" + name)
    os.makedirs(hidden, exist_ok=True)
    with open(os.path.join(hidden, name), "w"):
        pass
    return run(folder, *words, text=text, LD_LIBRARY_PATH=hidden)


if os.environ.get("VV_SANITIZED"):
    print("1..0 # skip libraries are linked under sanitizers")
    sys.exit(0)

with tempfile.TemporaryDirectory() as place:
    most = {"libc", "libm", "libgmp", "libunistring", "libpthread", "ld-linux-x86-64"}
    names = names_loaded_by_need(place)
    ok("flint" in names, "FLINT is loaded by need", names)
    for what in (["--version"], ["run", "-", "--until", "1"], ["run", HOOP, "--until", "1"]):
        extra = {name for name in loaded(place, *what) - most if not re.match(r"lib(asan|ubsan|tsan|gcc_s|stdc|rt|dl)", name)}
        ok(not extra, " ".join(os.path.basename(w) for w in what) + " loads nothing else", extra)
    trials = {"flint": (["derive", HOOP], 4, "VV1001"),
              "cairo": (["plot", "-", "--until", "1", "--y", "θ", "-o", "b.png"], 4, "needs cairo, which is missing"),
              "hdf5": (["run", "-", "--until", "1", "-o", "b.h5"], 4, "hdf5: the library for this table format is missing"),
              "lapacke": (["study", "-", "modes"], 4, "numerical results need LAPACK, which is missing")}
    for title, (words, code, sentence) in trials.items():
        if title not in names:
            ok(True, f"{title}: not in this build # SKIP")
            continue
        status, out, err = missing(place, names[title], *words, text=TEXTS.get(title, PENDULUM))
        ok(status == code, f"without {title}: exit status", (status, err))
        ok(sentence in out + err, f"without {title}: a sentence says so", out + err)
    if "lapacke" in names:
        status, out, err = missing(place, names["lapacke"], "study", "-", "modes", text=THREE)
        ok(status == 0 and "λ^6" in out and "numerical results need LAPACK, which is missing" in out,
           "an equation in symbols needs none, its roots do", out + err)
    ok(not os.path.exists(os.path.join(place, "b.png")) and not os.path.exists(os.path.join(place, "b.h5")),
       "no file is left of what could not be written")
    if "flint" in names:
        status, out, err = missing(place, names["flint"], "run", "-", "--until", "1")
        ok(status == 0 and out.count("\n") > 2, "a run that needs none of them goes on", err)
done()
