#!/usr/bin/python3
"""Motions run by the command against values from outside (tests/reference/motions.json), by every
method of integration. TAP."""
import csv
import io
import json
import os
import subprocess
import sys

PROGRAM = os.environ["VISVIVA"]
# What the other methods reach with their own tolerances, of motions that series give to 1e-10; a case
# with a larger tolerance has errors that grow, as many times larger.
METHODS = {"rk8": 2e-9, "radau": 1e-11, "cvode": 3e-6, "ida": 1.5e-3}
SERIES_ONLY = "reference/fourbar_windows.vv"  # passes singular configurations


def run(case, form, method=None):
    """The table of a case by its instants, and what was said."""
    command = [PROGRAM, "run", "models/" + case["model"], *case.get("arguments", [])]
    if method:
        command += ["--method", method]
    if form:
        command += ["--form", form]
    names = []
    for instant, values in case["rows"].items():
        command += ["--at", instant]
        names += [name for name in values if name not in names]
    for name in names:
        command += ["--column", name]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                          timeout=250)
    said = done.stderr.decode()
    if done.returncode != case.get("exit", 0):
        return None, f"exit code {done.returncode}\n{said}"
    table = {}
    for row in csv.DictReader(io.StringIO(done.stdout.decode())):
        table[float(row["time"])] = row
    return table, said


def error(case, table):
    """Largest error and its place; a missing value is not a number."""
    worst, place = 0.0, ""
    for instant, values in case["rows"].items():
        for name, value in values.items():
            want = float(value)
            got = float(table.get(float(instant), {}).get(name, "nan"))
            here = abs(got - want) / max(1.0, abs(want))
            if not here <= worst:
                worst, place = here, f"{name} at t = {instant}"
    return worst, place


def has_sundials():
    done = subprocess.run([PROGRAM, "--version"], stdout=subprocess.PIPE, check=True)
    return b"no SUNDIALS" not in done.stdout


def by_method(case, method):
    """By another method: error, what it may be, and what was said."""
    table, said = run(case, None, method)
    worst = error(case, table)[0] if table is not None else float("nan")
    return worst, METHODS[method] * max(1.0, case["tolerance"] / 1e-10), said


def main():
    with open("tests/reference/motions.json", encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    count = failed = 0
    for case in cases:
        for form in case.get("forms", [None]):
            table, said = run(case, form)
            worst, place = error(case, table) if table is not None else (float("nan"), "no table")
            good = worst <= case["tolerance"]
            count += 1
            failed += not good
            by = f" ({form})" if form else ""
            print(f"{'' if good else 'not '}ok {count} - {case['name']}{by}: error {worst:.1e}, "
                  f"{place}")
            if not good:
                print("".join("#   " + line + "\n" for line in said.splitlines()[:20]), end="")
            sys.stdout.flush()
    for method in METHODS if has_sundials() else ["rk8", "radau"]:
        for case in cases:
            if case["model"] == SERIES_ONLY:
                continue
            worst, within, said = by_method(case, method)
            count += 1
            failed += not worst <= within
            print(f"{'' if worst <= within else 'not '}ok {count} - {case['name']} by {method}: "
                  f"error {worst:.1e}")
            if not worst <= within:
                print("".join("#   " + line + "\n" for line in said.splitlines()[:20]), end="")
            sys.stdout.flush()
    print(f"1..{count}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
