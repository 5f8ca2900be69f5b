#!/usr/bin/python3
"""visviva run --method cvode|ida where constraints are hard on methods that remember the past. Prints TAP."""
import csv
import io
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
SLOW = 5 if os.environ.get("VV_SANITIZED") else 1
# the first car by its driver, the last one bound: a weak damper beside springs, what follows of x1 is 40,000 times x3
TRAIN = ("parameter k = 50, c = 0.5, a = 0.1\ncoordinate x1, x2, x3, x4\nkinetic energy (x1'^2 + x2'^2 + x3'^2 + x4'^2)/2\n"
         "potential k/2*(x2 - x1)^2 + k/2*(x3 - x2)^2 + k/2*(x4 - x3)^2\ndamper c on x4 - x3\nservo x4 = a*cos(t) through x1\n"
         "start x3 = 0.1\nrun 4\n")


def run(model, *options):
    name = os.path.join(ROOT, "models", model) if model.endswith(".vv") else "-"
    r = subprocess.run([PROGRAM, "run", name, "--form", "multipliers", *options], input="" if name != "-" else model,
                       capture_output=True, text=True, timeout=60 * SLOW, check=False)
    rows = list(csv.DictReader(io.StringIO(r.stdout)))
    return r.returncode, {k: float(v) for k, v in rows[-1].items()} if rows else {}, r.stderr


def steps(err):
    return next((int(line.split()[1]) for line in err.splitlines() if line.startswith("steps: ")), -1)


def beside_series(title, model, method, tolerance, until, within, most):
    """within: of the error at the end, by the larger of 1 and the value; most: steps. Rounding decides how long
    steps near the least tolerance are: limits are three to ten times the largest error, and about twice the most steps, that
    tolerances a few percent larger and smaller have (the bicycle: 2e-11, 9700 to 17300 steps)."""
    every = ["--until", until, "--at", until]
    code, end, err = run(model, "--method", method, "--tolerance", tolerance, *every)
    if "VV0630" in err:                                                 # a build without this method
        return
    _, right, _ = run(model, *every)
    off = max((abs(end[k] - v) / max(1, abs(v)) for k, v in right.items() if k in end), default=1)
    ok(code == 0 and end.keys() == right.keys() and off < within and steps(err) < most,
       f"{title} by {method} to {tolerance}: {off:.1e} in {steps(err)} steps", f"{code}\n{err}")


def servos():
    """Relations that make much of small errors: no step is shortened for what they make of them."""
    for tolerance, within, most in (("1e-8", 5e-3, 600), ("1e-11", 5e-6, 2000), ("1e-13", 3e-7, 3000)):
        beside_series("a train with a weak damper", TRAIN, "cvode", tolerance, "4", within, most)
    beside_series("two cars", "twocars.vv", "cvode", "1e-12", "2", 4e-11, 2000)
    beside_series("a crane", "reference/overhead_crane.vv", "cvode", "1e-12", "6", 6e-10, 2000)


def linkages():
    """Small tolerances: multipliers are not held to them, and relations are chosen anew where a linkage folds."""
    for tolerance, within, most in (("1e-8", 1e-4, 4000), ("1e-10", 1e-6, 8000), ("1e-12", 1e-8, 15000)):
        beside_series("Bennett's linkage, folded again and again", "reference/bennett.vv", "ida", tolerance, "5", within, most)
    for tolerance, within in (("1e-11", 1e-8), ("1e-12", 3e-10)):
        beside_series("a chain of particles, from rest", "reference/particle_chain.vv", "ida", tolerance, "0.2", within, 4000)
    beside_series("the squeezing mechanism", "reference/squeezing_mechanism.vv", "ida", "1e-12", "0.005", 1e-10, 2000)
    beside_series("the bicycle", "bicycle.vv", "ida", "1e-12", "0.2", 2e-10, 20000)
    beside_series("a ball on a turntable", "reference/ball_on_turntable.vv", "ida", "1e-12", "0.5", 6e-10, 3000)


def main():
    servos()
    linkages()
    done()


if __name__ == "__main__":
    main()
