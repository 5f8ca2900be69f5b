#!/usr/bin/python3
"""Three angles near gimbal lock: beside a free frame, in every form and by every method, stopped and resumed. Prints TAP."""
import csv
import io
import math
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
SLOW = 5 if os.environ.get("VV_SANITIZED") else 1
ACCURATE = ("taylor", "rk8", "radau")
LOST = 1e-12  # of the energies
APART = 1e-9  # of directions and positions, which are about 1

# a sphere on a smooth plane, its centre of mass beside its centre; it passes the vertical at about d/10
ANGLES = """coordinate φ, θ, χ
frame A = world turned φ about z
frame E = A turned θ about y
frame S = E turned χ about z
"""
FREE = "frame S = world free (p, q, r)\n"
BODY = """parameter I1 = 131/350*0.02*0.02^2, I3 = 2/5*0.02*0.02^2, g = 9.82, d = 0.0001
coordinate x, y
{frame}point G = x*world.x + y*world.y + {height}*world.z
body top: mass 0.02, centre G, frame S, inertia (I1, {I2}, I3)
gravity -g*world.z
{more}start {start}
run 0.3
show x, y, dot(S.z, world.x), dot(S.z, world.y), dot(S.z, world.z), dot(S.x, world.x), dot(S.x, world.y), dot(S.x, world.z)
"""
HEIGHT = "(0.02 - 0.3*0.02*dot(S.z, world.z))"
START = "θ = 0.1, θ' = -1, φ' = d"
FREE_START = "S = world turned 0.1 about y, p = -d*sin(0.1), q = -1, r = d*cos(0.1)"
SPEEDS = "form: speeds -φ'*sin(θ), χ' + φ'*cos(θ) instead of φ', χ' from t = "


def run(model, *options):
    end = subprocess.run([PROGRAM, "run", "-", *options], input=model.encode(), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=120 * SLOW, check=False)
    return end.returncode, end.stdout.decode(), end.stderr.decode()


def last(out):
    rows = list(csv.reader(io.StringIO(out)))
    return dict(zip(rows[0], map(float, rows[-1]))) if len(rows) > 1 else {}


def apart(out, other):
    """The largest difference of position and directions at the end."""
    one, two = last(out), last(other)
    names = [k for k in two if k in ("x", "y") or k.startswith("dot(")]
    return max(abs(one[k] - two[k]) for k in names) if one and len(names) > 6 and one["time"] == two["time"] else math.inf


def lost(err):
    found = re.search(r"energy balance: within (\S+) of", err)
    return float(found[1]) if found else math.inf


def model(d, frame=ANGLES, start=START, height=HEIGHT, more="", inertia="I1"):
    return BODY.format(frame=frame, start=start, height=height, more=more, I2=inertia).replace("d = 0.0001", f"d = {d}")


def passes():
    for inertia in ("I1", "1.2*I1"):
        for d in ("0.001", "0.0001", "0.00001", "0.000001", "0"):
            _, truth, told = run(model(d, FREE, FREE_START, inertia=inertia))
            for method in ACCURATE:
                code, out, err = run(model(d, inertia=inertia), "--method", method)
                ok(code == 0 and SPEEDS in err and "VV06" not in err and lost(err) < LOST,
                   f"inertia {inertia}, d = {d}, {method}: no digit of the energy is lost", f"{code}\n{err}")
                ok(apart(out, truth) < APART, "and the motion is that of a free frame", f"{apart(out, truth)}\n{err}\n{told}")


def constrained():
    """The same height by a constraint: with multipliers all rates are unknowns."""
    held = {"frame": "coordinate z\n" + ANGLES, "height": "z", "more": "constraint z = 0.02 - 0.3*0.02*cos(θ)\n"}
    _, truth, _ = run(model("0.0001", FREE, FREE_START))
    for method in ACCURATE:
        code, out, err = run(model("0.0001", **held), "--method", method)
        ok(code == 0 and "form: minimal speeds from t = 0, since with multipliers" in err and lost(err) < LOST and apart(out, truth) < APART,
           f"multipliers are left, {method}", f"{code} {apart(out, truth)}\n{err}")
    code, _, err = run(model("0.0001", **held), "--form", "multipliers")
    ok(code == 4 and "VV0604" in err and "gimbal lock" in err and "--form multipliers needs all rates" in err,
       "unless they are asked for: then the run ends and says why", f"{code}\n{err}")


ROLLS = """parameter a = 0.1, d = 0.0001
coordinate x, y
{frame}point C = x*world.x + y*world.y + a*world.z
body ball: mass 1, centre C + 0.02*S.z + 0.01*S.x, frame S, inertia (0.004, 0.003, 0.0035)
gravity -9.81*world.z
rolling ball on world at C - a*world.z{friction}
{speed}start {start}
run 1
show x, y, dot(S.z, world.x), dot(S.z, world.y), dot(S.z, world.z), dot(S.x, world.x), dot(S.x, world.y), dot(S.x, world.z)
"""
TILTED = ANGLES.replace("about y", "about x")
ROLLS_FREE = "S = world turned 0.8 about x, p = -6, q = d*sin(0.8), r = d*cos(0.8)"


def rolls():
    """A ball that rolls, its centre of mass beside its centre."""
    _, truth, told = run(ROLLS.format(frame=FREE, friction="", speed="", start=ROLLS_FREE))
    for method in ACCURATE:
        for speed, start in (("", "θ = 0.8, θ' = -6, φ' = d"), ("speed u = φ', v = θ', w = χ'\n", "θ = 0.8, v = -6, u = d")):
            code, out, err = run(ROLLS.format(frame=TILTED, friction="", speed=speed, start=start), "--method", method)
            ok(code == 0 and " instead of " in err and lost(err) < LOST and apart(out, truth) < APART,
               f"a rolling ball, {method}, {speed.strip() or 'no speeds declared'}", f"{code} {apart(out, truth)}\n{err}\n{told}")
    code, _, err = run(ROLLS.format(frame=TILTED, friction="", speed="", start="θ = 0.8, θ' = 0, φ' = 1").replace("run 1\n", "run 0.1\n"))
    ok(code == 0 and " instead of " not in err, "far from it nothing changes", f"{code}\n{err}")


def ends():
    """What needs all rates ends there, and no contact is blamed."""
    slides = model("0.0001", more="rolling top on world at G + 0.3*0.02*S.z - 0.02*world.z, friction 0.3\n")
    for method in ("taylor", "rk8"):
        code, _, err = run(slides, "--method", method)
        ok(code == 4 and "VV0604" in err and "three angles come too close to gimbal lock" in err and
           "contacts with friction need multipliers" in err and "Painlevé" not in err, f"friction, {method}", f"{code}\n{err}")
    code, _, err = run(model("0.0001"), "--sensitivity", "d")
    ok(code == 4 and "derivatives of the motion continue in its first speeds" in err, "derivatives", f"{code}\n{err}")
    code, _, err = run(model("0.0001", start="θ = 0, θ' = -1, φ' = d"))
    ok(code == 4 and "VV0604" in err and "gimbal lock" in err, "a start at gimbal lock", f"{code}\n{err}")


def resumed():
    held = model("0.0001", "coordinate z\n" + ANGLES, "θ = 0.2, θ' = -1.5, φ' = d", "z", "constraint z = 0.02 - 0.3*0.02*cos(θ)\n")
    held = held.replace("run 0.3", "run 20")
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = os.path.join(folder, "whole.csv"), os.path.join(folder, "parts.csv")
        code, _, err = run(held, "-o", whole)
        ok(code == 0 and "form: minimal speeds from t = 0.0" in err, "with multipliers at first", f"{code}\n{err}")
        begun, again, times = time.monotonic(), 5, 0
        run(held, "-o", parts)
        longest = time.monotonic() - begun
        os.remove(parts)
        while again == 5 and times < 40:
            again, _, told = run(held, "-o", parts, "--resume", "--time", f"{longest / 4:.3f}")
            times += "resumed at t" in told
        with open(whole, "rb") as one, open(parts, "rb") as other:
            same = one.read() == other.read()
        ok(again == 0 and same and times > 0, "stopped and resumed, the same bytes", f"resumed {times} times: {again}\n{told}\n{err}")
        ok([line for line in told.splitlines() if not line.startswith("resume")] == err.splitlines(), "and the same summary", f"{told}\n{err}")


passes()
constrained()
rolls()
ends()
resumed()
done()
