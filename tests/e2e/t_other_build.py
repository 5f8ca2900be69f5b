#!/usr/bin/python3
"""Another build of the command says the same. Prints TAP.

VISVIVA_OTHER is a command line: a build of another compiler, whose derivations are the same to the
byte for every model; or, where VISVIVA_OTHER_PROCESSOR is set, one for another processor under an
emulator: the same texts of a few models, the same tables up to rounding.
"""
import concurrent.futures
import csv
import glob
import io
import os
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok, skip  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = [os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))]
OTHER = shlex.split(os.environ.get("VISVIVA_OTHER") or "")
WITHIN = 1e-12  # of the largest number of a column


def run(program, *words):
    made = subprocess.run([*program, *words], cwd=ROOT, capture_output=True, timeout=240, check=False)
    return made.returncode, made.stdout.decode()


def first_difference(a, b):
    for x, y in zip(a.splitlines(), b.splitlines()):
        if x != y:
            return f"{x}\n{y}"
    return f"{len(a.splitlines())} and {len(b.splitlines())} lines"


def same_text(command, model):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        (code, text), (other_code, other_text) = pool.map(lambda p: run(p, command, model), (PROGRAM, OTHER))
    ok(code == other_code and text == other_text, f"{command} {model}", first_difference(text, other_text))


def same_table(model):
    tables = [list(csv.reader(io.StringIO(run(program, "run", model)[1]))) for program in (PROGRAM, OTHER)]
    (head, *rows), (other_head, *other_rows) = tables
    ok(head == other_head and len(rows) == len(other_rows) > 1, f"run {model}: columns and rows", head, other_head)
    for name, a, b in zip(head, zip(*rows), zip(*other_rows)):
        a, b = [float(x) for x in a], [float(x) for x in b]
        size = max(1, *map(abs, a))
        off = max(abs(x - y) for x, y in zip(a, b)) / size
        ok(off <= WITHIN, f"run {model}: {name} within {WITHIN:g}, {off:.1e}")


if not OTHER:
    skip("another build", "VISVIVA_OTHER names none")
elif os.environ.get("VISVIVA_OTHER_PROCESSOR"):
    same_text("derive", "models/book/hoop.vv")
    same_text("prove", "models/book/hoop.vv")
    same_table("models/rolling_hoop.vv")
else:
    for path in sorted(glob.glob(os.path.join(ROOT, "models", "**", "*.vv"), recursive=True)):
        same_text("derive", os.path.relpath(path, ROOT))
done()
