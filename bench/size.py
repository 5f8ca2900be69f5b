#!/usr/bin/python3
"""Mechanisms of growing size: called by ./do bench --size.

    bench/size.py VISVIVA BENCH [--quick] [MODEL]...

VISVIVA is the command, BENCH the binary of bench/bench.c. For each model of bench/size and each size: the
operations of one evaluation of the accelerations and its time (where the model has no multipliers), seconds
from text to the first step, time of a Taylor step at full accuracy, memory. Times are CPU times; a step is
the difference of two runs over the difference of their steps. In brackets the exponent of growth since the
row before: 1 is linear. --quick: the smaller sizes.
"""
import json
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WINDOWS = "../models/reference/fourbar_windows.vv"

# model, what n counts, unknowns for n, seconds of motion, has accelerations without multipliers, sizes (--quick: the first three)
MODELS = {
    "spatial chain": ("size/spatial_chain.vv", "pairs of links", lambda n: 2 * n, 2, True, [5, 10, 25, 50, 100]),
    "plane chain": ("size/plane_chain.vv", "links, angles between them", lambda n: n, 2, True, [10, 25, 50, 100]),
    "hanging chain": ("../models/chain.vv", "links, angles from the vertical", lambda n: n, 2, True,
                      [10, 50, 100, 200, 400]),
    "particles and rods": ("size/particles.vv", "particles", lambda n: 3 * n, 10, False, [20, 50, 100, 200]),
    "springs in a line": ("size/springs.vv", "masses", lambda n: n, 40, False, [30, 100, 300, 1000]),
    "net of springs": ("size/net.vv", "particles on a side", lambda n: 3 * n * n, 1, False, [4, 8, 12, 20]),
    "four-bar windows": (WINDOWS, "windows", lambda n: 4 * n + 1, 10, False, [10, 25, 50, 100]),
}


def run(command):
    """Standard error, CPU seconds and megabytes of a process; None: it failed."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=told)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        text = told.read()
    return None if child.returncode else (text, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def motion(visviva, model, n, until):
    """Seconds to the first step, of a step, megabytes."""
    command = [visviva, "run", model, "--set", f"n={n}", "--memory", "12000"]
    short = run([*command, "--until", "1e-3", "--every", "1"])
    whole = run([*command, "--until", str(until), "--every", str(until)])
    if not short or not whole:
        return None
    steps = [int(re.search(r"(?m)^steps: (\d+)", told[0]).group(1)) for told in (short, whole)]
    step = (whole[1] - short[1]) / (steps[1] - steps[0]) if steps[1] > steps[0] else math.nan
    return short[1], max(step, 0), whole[2]


def accelerations(bench, model, n):
    """Operations and seconds of one evaluation in machine code."""
    done = subprocess.run([bench, "time", "machine", model, "--set", f"n={n}", "--once"], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if done.returncode:
        return None
    found = json.loads(done.stdout)
    return found["operations"], found["best"]


def slope(before, now, which):
    """How a quantity grows from one size to the next."""
    if not before or not (before[which] > 0 and now[which] > 0):
        return ""
    return f" ({math.log(now[which] / before[which]) / math.log(now[0] / before[0]):.1f})"


def table(visviva, bench, name, quick):
    """One model, a row for each size; the numbers in brackets are slopes."""
    file, what, unknowns, until, minimal, sizes = MODELS[name]
    model = os.path.join(HERE, file)
    print(f"\n{name.capitalize()}, n {what}\n")
    print("| n | unknowns | operations | accelerations | text to first step | a step | memory |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    before = None
    for n in sizes[:3] if quick else sizes:
        found = motion(visviva, model, n, until)
        if not found:
            print(f"| {n} | {unknowns(n)} | does not run | | | | |", flush=True)
            continue
        count = accelerations(bench, model, n) if minimal else None
        now = (unknowns(n), count[0] if count else 0, count[1] if count else 0, *found)
        own = f"{count[0]}{slope(before, now, 1)} | {1e6 * count[1]:.3g} µs{slope(before, now, 2)}" if count else " | "
        print(f"| {n} | {now[0]} | {own} | {now[3]:.3g} s{slope(before, now, 3)} | "
              f"{1e3 * now[4]:.3g} ms{slope(before, now, 4)} | {now[5]:.0f} MB{slope(before, now, 5)} |", flush=True)
        before = now


def main():
    names = [a for a in sys.argv[3:] if not a.startswith("-")]
    unknown = [a for a in sys.argv[3:] if a != "--quick" and a not in MODELS]
    if len(sys.argv) < 3 or unknown:
        sys.exit(f"size.py: {' '.join(unknown) or 'usage: size.py VISVIVA BENCH [--quick] [MODEL]...'}; "
                 f"models: {', '.join(MODELS)}")
    print("## Size\n\nCPU times of this machine; in brackets the exponent of growth since the row before.")
    for name in names or MODELS:
        table(sys.argv[1], sys.argv[2], name, "--quick" in sys.argv)


if __name__ == "__main__":
    main()
