#!/usr/bin/python3
"""Nothing that was found is withheld: long formulas have named parts, in JSON every name is defined, and the
formulas of --full, which are written out, have the same values. Prints TAP."""
import json
import math
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

VISVIVA = os.environ["VISVIVA"]
CASES = [
    # of the documents: T of Korteweg's ball, Routh's deviations of a torus, H on Tzénoff's turntable
    ("check", "models/rolling/korteweg.vv"),
    ("study", "models/rolling/torus_on_plane.vv", "steady"),
    ("derive", "models/book/tz_turntable.vv", "--by", "poschl", "--steps"),
    # others
    ("check", "models/reference/gyrostat.vv"),
    ("check", "models/reference/bricard.vv"),
    ("study", "models/friction/tippetop.vv", "steady"),
    ("study", "models/reference/snakeboard.vv", "reactions"),
    ("derive", "models/chain.vv", "--steps"),
]
WITHHELD = re.compile(r"component\d\(|solve\(|too long|too large to|not printed|further entries")
NAME = re.compile(r"[^\W\d]\w*(?:\.\w+)*(?:\[\d+\])*'*")
PART = re.compile(r"z+\d+")
FUNCTIONS = {name: getattr(math, name) for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "atan2", "asin", "acos")}
FUNCTIONS.update(abs=abs, sign=lambda x: (x > 0) - (x < 0), cot=lambda x: 1/math.tan(x), pi=math.pi)


def report(case, *options):
    run = subprocess.run([VISVIVA, *case, *options], capture_output=True, text=True, timeout=120)
    return run.stdout


def sides(text):
    """left = right, or an inequality, or an expression alone"""
    return re.split(r" (?:=|<|>|<=|>=) ", text)


def formulas(node, scope, path=()):
    """(path, text, the parts in force) of every formula, definitions of parts excepted"""
    if isinstance(node, list):
        for i, item in enumerate(node):
            yield from formulas(item, scope, path + (i,))
    elif isinstance(node, dict):
        for item in node.get("definitions", []):
            if PART.fullmatch(item["name"]):
                scope[item["name"]] = item["text"]
        if "text" in node and ("name" in node or "label" in node):
            yield path, node["text"], scope
        for key, item in node.items():
            if key in ("notes", "definitions"):
                continue
            yield from formulas(item, scope, path + (key,))


def value(text, parts, known):
    """at random values of the names, the same whenever a name comes again"""
    def name_value(match):
        name = match.group()
        if name in FUNCTIONS:
            return name
        if name not in known:
            if name in parts:
                known[name] = value(parts[name], parts, known)
            elif PART.fullmatch(name):
                raise KeyError(name)
            else:
                known[name] = random.Random(name).uniform(0.3, 1.2)
        return f"({known[name]!r})"
    return eval(NAME.sub(name_value, text).replace("^", "**"), {"__builtins__": {}}, FUNCTIONS)


def complete(node):
    """no formula of this report is null"""
    if isinstance(node, list):
        return all(map(complete, node))
    if not isinstance(node, dict):
        return True
    return all(node.get(key, "") is not None for key in ("text", "latex", "residual") if "name" in node or "label" in node) \
        and all(complete(item) for item in node.values())


def close(a, b):
    return abs(a - b) <= 1e-6 * max(1, abs(a), abs(b))


def compare(case):
    title = " ".join(case)
    short, long = (json.loads(report(case, *o, "--format", "json")) for o in ((), ("--full",)))
    ok(complete(short) and complete(long), f"{title}: JSON is complete")
    listed = list(formulas(long, {}))
    written = {path: text for path, text, _ in listed}
    compared, wrong = 0, []
    for path, text, parts in formulas(short, {}):
        if path not in written or not any(PART.fullmatch(name) for name in NAME.findall(text)):
            continue
        for a, b in zip(sides(text), sides(written[path])):
            try:
                x, y = value(a, parts, {}), value(b, {}, {})
            except (ValueError, ZeroDivisionError):
                continue  # outside the domain at these values
            compared += 1
            if not close(x, y):
                wrong.append(f"{path}: {a} is {x}, {b} is {y}")
    ok(compared and not wrong, f"{title}: named parts have the values of what --full writes out", *wrong)


for case in [("derive", "models/reference/spatial_fourbar.vv"), ("derive", "models/rolling/disc_in_sphere.vv"),
             ("study", "models/reference/ball_in_cylinder.vv", "reactions")]:
    shown = [line for line in report(case).splitlines() if WITHHELD.search(line)]
    ok(not shown, f"{' '.join(case)}: linear systems are written as equations", *shown)
for case in CASES:
    text, latex, full = report(case), report(case, "--format", "latex"), report(case, "--full")
    found = [line for page in (text, latex, full) for line in page.splitlines() if WITHHELD.search(line)]
    ok(text and not found, f"{' '.join(case)}: nothing is withheld", *found)
    ok("named" in text and "named" not in full, f"{' '.join(case)}: parts are named, with --full written out",
       full[:300])
    compare(case)
done()
