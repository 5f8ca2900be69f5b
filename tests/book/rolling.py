#!/usr/bin/python3
"""models/rolling: every claim proved, the methods agree, every run passes its audit, and what the traces
must be in closed form. TAP."""
import csv
import glob
import io
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "e2e"))
from tap import done, ok  # noqa: E402

PROGRAM = os.environ["VISVIVA"]
FEW = ["--by", "appell", "--by", "multipliers", "--by", "newton_euler"]
# every method that applies on these; three of different kinds on the others, whose identities are long
ALL = {"axle", "coin", "disc_on_plane", "hoop", "sphere_on_plane", "sphere_in_cylinder", "spindle", "spindle_turning",
       "torus_on_plane", "unicycle", "plane_on_sphere", "equal_spheres", "sphere_on_cone"}
AUDIT = {"korteweg": "1e-9"}  # energies of 1e-6 in all: rounding of the height counts



def command(*arguments):
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, timeout=250)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def prove(path, name):
    code, out, err = command("prove", path, *([] if name in ALL else FEW))
    told = [line for line in out.splitlines() if line.startswith("summary:")]
    good = code == 0 and told and told[0].endswith("0 refuted, 0 not decided")
    ok(good, f"{name}: {told[0] if told else 'nothing is said'}", out + err)


def runs(path):
    with open(path, encoding="utf-8") as file:
        return any(line.startswith("run ") for line in file)


def audit(path, name):
    code, out, err = command("run", path, "--audit", AUDIT.get(name, "1e-11"))
    ok(code == 0 and len(out.splitlines()) > 50, f"{name}: the run passes its audit", err)


def table(name, *arguments):
    _, out, _ = command("run", f"models/rolling/{name}.vv", *arguments)
    return list(csv.DictReader(io.StringIO(out)))


def points(rows, name, axes="xyz"):
    return [[float(row[f"{name}.{axis}"]) for axis in axes] for row in rows]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def plane_section():
    """The plane of three places of the trace; the farthest of all from it, and the angle gone round."""
    trace = points(table("line_on_ellipsoid", "--every", "0.05"), "trace(globe)")
    third = len(trace) // 3
    normal = cross(minus(trace[third], trace[0]), minus(trace[2 * third], trace[0]))
    length = math.sqrt(dot(normal, normal))
    normal = [x / length for x in normal]
    off = max(abs(dot(normal, minus(p, trace[0]))) for p in trace)
    middle = [sum(p[i] for p in trace) / len(trace) for i in range(3)]
    e = minus(trace[0], middle)
    turn, before = 0.0, 0.0
    for p in trace:
        d = minus(p, middle)
        angle = math.atan2(dot(cross(e, d), normal), dot(e, d))
        turn += (angle - before + math.pi) % (2 * math.pi) - math.pi
        before = angle
    ok(off < 1e-13, f"a line on an ellipsoid rolls on a plane section: {off:.1e} off it", repr(off))
    ok(abs(turn) > 2 * math.pi, f"... over {abs(turn) / 2 / math.pi:.2f} turns", repr(turn))


def circle_in_the_plane():
    """The circle through three places of the trace of an indefinite plane on a sphere."""
    trace = points(table("plane_on_sphere"), "trace(flat)", "xy")
    third = len(trace) // 3
    (ax, ay), (bx, by), (cx, cy) = trace[0], trace[third], trace[2 * third]
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a2, b2, c2 = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    x = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d
    y = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d
    radius = math.hypot(ax - x, ay - y)
    off = max(abs(math.hypot(px - x, py - y) - radius) for px, py in trace)
    ok(off < 1e-13 * max(1, radius), f"a plane on a sphere traces a circle: {off:.1e} off it")


def equal_arcs():
    """Contact curves on both bodies have equal arcs: their speeds along the motion agree."""
    columns = ["--column", "norm(velocity(trace(shell)))", "--column", "norm(velocity(trace(ring)))"]
    rows = table("ellipsoid_on_torus", *columns)
    off = max(abs(float(row[columns[1]]) - float(row[columns[3]])) for row in rows)
    ok(off < 1e-13, f"the traces on both bodies have equal arcs: {off:.1e} apart")


def main():
    for path in sorted(glob.glob("models/rolling/*.vv")):
        name = os.path.basename(path)[:-3]
        prove(path, name)
        if runs(path):
            audit(path, name)
    plane_section()
    circle_in_the_plane()
    equal_arcs()
    done()


if __name__ == "__main__":
    main()
