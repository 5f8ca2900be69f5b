#!/usr/bin/python3
"""Bodies that stand on several contacts with dry friction and are pushed: they hold, slide, turn, tip, lift and land. Prints TAP.

Where there is no closed form the motion was followed by another program too: time stepping with small steps, all contacts
of a step solved together on Coulomb's cones by projected Gauss and Seidel [Moreau1988], steps of 2e-5 s and 1e-5 s
extrapolated. It knows neither modes nor instants of transitions.
"""
import csv
import io
import math
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
G = 9.81


def run(model, *options):
    ran = subprocess.run([PROGRAM, "run", "-", *options], input=model.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=120, check=False)
    rows = [{k: float(v) for k, v in r.items()} for r in csv.DictReader(io.StringIO(ran.stdout.decode()))]
    return ran.returncode, rows, ran.stderr.decode()


def table(mass, inertia, high, legs, push, start="x' = 0, y' = 0, r = 0"):
    """legs: x, y in the table's axes, and the law of friction."""
    points = "".join(f"point P{i} = G + ({x})*B.x + ({y})*B.y - {high}*B.z\n" for i, (x, y, _) in enumerate(legs, 1))
    laws = "".join(f"rolling table on world at P{i}, normal world.z, friction {f}\n" for i, (_, _, f) in enumerate(legs, 1))
    return (f"coordinate x, y, z\nframe B = world free (p, q, r)\npoint G = x*world.x + y*world.y + ({high} + z)*world.z\n{points}"
            f"body table: mass {mass}, centre G, frame B, inertia {inertia}\ngravity -{G}*world.z\n{laws}force {push}\nstart {start}\nrun 3\n")


def sledge(mass, inertia, high, feet, push, speed=0):
    """In the plane; feet: x, and the law of friction."""
    points = "".join(f"point P{i} = G + ({x})*B.x - {high}*B.z\n" for i, (x, _) in enumerate(feet, 1))
    laws = "".join(f"rolling b on world at P{i}, normal world.z, friction {f}\n" for i, (_, f) in enumerate(feet, 1))
    return (f"coordinate x, z, θ\nframe B = world turned θ about y\npoint G = x*world.x + z*world.z\n{points}"
            f"body b: mass {mass}, centre G, frame B, inertia {inertia} about y\ngravity -{G}*world.z\n{laws}"
            f"force {push}\nstart z = {high}, x' = {speed}\nrun 3\n")


def runge(rate, y, until, steps):
    h = until / steps
    for _ in range(steps):
        a = rate(y)
        b = rate([u + h / 2 * v for u, v in zip(y, a)])
        c = rate([u + h / 2 * v for u, v in zip(y, b)])
        d = rate([u + h * v for u, v in zip(y, c)])
        y = [u + h / 6 * (k + 2 * l + 2 * m + n) for u, k, l, m, n in zip(y, a, b, c, d)]
    return y


def tips():
    """Pushed above its centre by a force that grows, a block at rest tips over its front foot where nothing is left on the other one."""
    m, l, h, up, c, I = 2, 0.2, 0.5, 0.1, 5, 0.3
    t0 = m * G * l / (c * (h + up))
    J, arm, first = I + m * (l * l + h * h), math.hypot(l, h), math.atan2(h, l)

    def rate(y):
        """t, θ, θ' about the foot: the centre is at the angle first + θ above the ground, behind it."""
        t, angle, w = y
        lever = (h + up) * math.cos(angle) + l * math.sin(angle)                    # height of the push above the foot
        return [1, w, (c * t * lever - m * G * arm * math.cos(first + angle)) / J]
    want = runge(rate, [t0, 0, 0], 0.25, 4000)
    for law in ("0.9", "0.7 static 1.2"):
        model = sledge(m, I, h, ((-l, law), (l, law)), f"{c}*t*world.x at G + {up}*B.z")
        for method in ("taylor", "rk8", "radau"):
            code, rows, err = run(model, "--every", "3", "--until", repr(t0 + 0.25), "--method", method)
            lifts = [r["time"] for r in rows if r["event"] == -3]
            ok(code == 0 and len(lifts) == 1 and abs(lifts[0] - t0) < 1e-12 and abs(rows[-1]["θ"] - want[1]) < 1e-10 and
               abs(rows[-1]["slip(P2)"]) < 1e-12, f"a block tips over its front foot, friction {law}, by {method}", f"{lifts} {t0} {rows[-1:]} {want}\n{err}")
    # at rest, then pushed beyond what holds it: it slides and tips at once, or tips only
    block = sledge(3.562, 0.3851, 0.516, ((-0.241, "0.697 static 0.855"), (0.239, "0.864")), "40.91*exp(-3.161*t/3)*world.x at G - 0.101*B.x + 0.156*B.z")
    code, rows, err = run(block, "--every", "0.1", "--until", "0.1")
    # θ'' about the foot P2, which holds
    r, at, I = (-0.239, 0.516), (-0.34, 0.672), 0.3851 + 3.562 * (0.239**2 + 0.516**2)
    turn = (at[1] * 40.91 + r[0] * 3.562 * G) / I
    ok(code == 0 and rows[0]["event"] == 0 and abs(rows[0]["N(P2)"] - 3.562 * (G + turn * 0.239)) < 1e-9 and rows[0]["N(P1)"] == 0,
       "one that cannot stand tips from the start on", f"{turn} {rows[:1]}\n{err}")


def leaves_wall():
    """A disc on the ground, pressed against a wall and turned ever more: it leaves the wall where the ground's friction is the push, and rolls."""
    m, a, I, push, grows = 2.82, 0.384, 0.32895, 13.102, 2.981
    model = (f"coordinate x, z, φ\nframe B = world turned φ about y\npoint C = x*world.x + z*world.z, P = C - {a}*world.z, Q = C - {a}*world.x\n"
             f"body d: mass {m}, centre C, frame B, inertia {I} about y\ngravity -{G}*world.z\nrolling d on world at P, normal world.z, friction 0.514\n"
             f"rolling d on world at Q, normal world.x, friction 0.711\nforce -{push}*world.x at C\ntorque {grows}*t*world.y on d\n"
             f"start x = {a}, z = {a}, φ' = 0\nrun 2\n")
    t0 = push * a / grows
    want = grows * (1.9 - t0)**3 / 6 / (I + m * a * a)
    for method in ("taylor", "rk8", "radau"):
        code, rows, err = run(model, "--every", "2", "--until", "1.9", "--method", method)
        lifts = [r["time"] for r in rows if r["event"] == -3]
        ok(code == 0 and len(lifts) == 1 and abs(lifts[0] - t0) < 1e-12 and abs(rows[-1]["φ"] - want) < 1e-12 and abs(rows[-1]["x"] - a - a * want) < 1e-12,
           f"a disc leaves a wall and rolls, by {method}", f"{lifts} {t0} {rows[-1:]} {want}\n{err}")


def by_time_stepping():
    """Motions that begin, stop and begin again, lift and land, against time stepping."""
    slow = table(2.385, "(0.1399, 0.1846, 0.2982)", 0.464, ((0.442, 0.041, 0.833), (-0.289, 0.447, 0.607), (-0.259, -0.385, 0.204)),
                 "11.539*sin(5.644*t + 4.036)*(-0.292*world.x - 0.957*world.y) at G")
    turning = table(1.064, "(0.1436, 0.1652, 0.202)", 0.643, ((0.63, 0.18, 0.353), (-0.214, 0.688, 0.655), (-0.398, -0.766, 0.068)),
                    "5.616*sin(4.032*t)*(0.425*world.x + 0.905*world.y) at G", "x' = 0.435, y' = -1.327, r = -3.38")
    tall = table(1.239, "(0.0529, 0.0605, 0.1017)", 0.773, ((0.459, 0.021, 0.531), (-0.15, 0.308, 0.39), (-0.256, -0.364, 0.458)),
                 "5.028*(0.719*world.x - 0.695*world.y) at G + 0.025*B.x - 0.033*B.y + 0.114*B.z")
    feet = sledge(2.285, 0.7637, 0.717, tuple((x, "0.533, restitution 0") for x in (-0.699, 0.654, -0.035)),
                  "23.895*(1 - cos(3.759*t))/2*(world.x - 0.4*world.z) at G + 0.517*B.x + 0.018*B.z")
    for title, model, until, names, want, within in (
            ("a table whose legs give way together near one of them", slow, 3, ("x", "y", "B.e3"), (-0.0106423, -0.0679772, 0.0466248), 1e-6),
            ("one that is thrown, stops and starts again", turning, 3, ("x", "y", "B.e3"), (0.0585563, -0.6918338, -0.1047764), 1e-6),
            ("a tall one that tips over two legs, then one", tall, 0.8, ("x", "y", "z", "B.e1", "B.e2"), (0.4319549, -0.7699542, 0.4795373 - 0.773, 0.4857314, 0.2711266), 1e-5),
            ("a sledge on three feet that rocks and lands", feet, 3, ("x", "z", "θ"), (1.4945289, 0.717, 0), 1e-6)):
        ends = []
        for method in ("taylor", "rk8", "radau"):
            code, rows, err = run(model, "--every", repr(until), "--until", repr(until), "--method", method, "--audit", "1e-9")
            ends.append([rows[-1][n] for n in names] if rows else [math.inf])
            ok(code == 0 and max(abs(a - b) for a, b in zip(ends[-1], want)) < within, f"{title}, by {method}", f"{ends[-1]} {want}\n{err}")
        ok(max(abs(a - b) for e in ends[1:] for a, b in zip(ends[0], e)) < 1e-8, "all methods alike", ends)


def lands():
    """Feet that land together, to rounding, are one shock."""
    model = sledge(3.337, 0.8024, 0.765, ((-0.369, "0.254, restitution 0.3"), (0.208, "0.254, restitution 0.3")),
                   "16.63*sin(4.951*t + 2.573)*world.x at G + 0.356*B.x + 0.028*B.z")
    code, rows, err = run(model, "--every", "3", "--audit", "1e-9")
    ok(code == 0 and min(r["z"] for r in rows) > 0.7649 and "impact" in err, "a block that rocks and bounces comes to rest on both feet", err)
    flat = sledge(1, 0.2, 0.4, ((-0.3, "0, restitution 0.5"), (0.2, "0, restitution 0.5")), "0*world.x at G").replace("x' = 0", "x' = 0, z' = 2, θ' = 0")
    code, rows, err = run(flat, "--every", "3")
    first = next((r["time"] for r in rows if r["event"] == -4), math.inf)
    ok(code == 0 and abs(first - 4 / G) < 1e-12 and abs(rows[-1]["z"] - 0.4) < 1e-12 and abs(rows[-1]["θ"]) < 1e-12,
       "one that falls flat bounces flat", f"{first} {rows[-1:]}\n{err}")


def paradoxes():
    """Where rigid bodies cannot go on it is said of which contacts, and how to mend it."""
    cart = ("coordinate x, z, θ, φ\nframe B = world turned θ about y\nframe W = world turned φ about y\npoint G = x*world.x + z*world.z\n"
            "point A = G + 0.26*B.x - 0.157*B.z, P = A - 0.263*world.z, Q = G - 0.208*B.x - 0.42*B.z\n"
            "body cart: mass 3.921, centre G, frame B, inertia 0.0884 about y\nbody wheel: mass 0.316, centre A, frame W, inertia 0.010929 about y\n"
            "gravity -9.81*world.z\nrolling wheel on world at P, normal world.z, friction 0.538\nrolling cart on world at Q, normal world.z, friction f\n"
            "start z = 0.42, x' = -0.132\nrun 0.01\n")
    code, _, err = run("parameter f = 0.896\n" + cart)
    ok(code == 4 and "VV0643" in err and "of P and Q is consistent with the forces (Painlevé's paradox)" in err and "smaller friction" in err,
       "a cart pushed back on a leg that digs in", err)
    code, _, err = run("parameter f = 0.4\n" + cart)
    ok(code == 0, "with less friction it slides", err)
    jam = table(4.582, "(0.141, 0.2064, 0.249)", 0.744, tuple((x, y, 0.652) for x, y in ((0.404, 0.049), (0.043, 0.337), (-0.333, 0.17), (-0.323, -0.265), (0.104, -0.349))),
                "29.307*t*(0.024*world.x + world.y) at G", "x' = 0.747, y' = 0.06, r = 2.736")
    code, rows, err = run(jam)
    said = re.search(r"error VV0643: N\((P\d)\) grows without bound towards t = (\S+): the contact jams", err)
    ok(code == 4 and said and said[1] == "P2", "a leg of a tall table that slides jams", err)
    # N grows as the root of 1/(t - t0)
    t0 = float(said[2]) if said else 1
    _, rows, _ = run(jam, "--at", repr(t0 - 1e-6), "--at", repr(t0 - 1e-8))
    N = [r["N(P2)"] for r in rows if r["time"] in (t0 - 1e-6, t0 - 1e-8)]
    ok(len(N) == 2 and abs(N[1] / N[0] - 10) < 0.3, "its pressure grows as the root of what is left of the time", N)
    # a tall table that slides fast with much friction: every set of its legs is pulled or falls
    fast = table(3.877, "(0.1846, 0.2209, 0.2591)", 0.705, tuple((x, y, 0.792) for x, y in ((0.387, 0.148), (-0.173, 0.407), (-0.237, -0.315))),
                 "36.147*(-0.955*world.x + 0.298*world.y) at G + 0.117*B.x - 0.028*B.y - 0.34*B.z", "x' = 1.295, y' = 1.615, r = -1.466")
    code, _, err = run(fast)
    ok(code == 4 and "of P1, P2 and P3 is consistent with the forces (Painlevé's paradox)" in err, "a tall table that is thrown against its push", err)


tips()
leaves_wall()
by_time_stepping()
lands()
paradoxes()
done()
