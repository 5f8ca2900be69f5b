#!/usr/bin/python3
"""Sliding motions against ordinary differential equations written out by hand and integrated by extrapolation. Prints TAP.

The engine's modes, laws and directions have no part in these: Newton and Euler for the hoop and the tippe top,
friction f N against the slip, explicitly solved for N.
"""
import csv
import io
import math
import os
import re
import subprocess
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # small matrices: threads only wait for each other
import numpy as np  # noqa: E402

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
G = 9.81


def run(model, *options):
    """A model by its file in models/friction, or its text."""
    text = "\n" in model
    done = subprocess.run([PROGRAM, "run", "-" if text else os.path.join("models", "friction", model), *options], cwd=ROOT,
                          input=model.encode() if text else b"", stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, check=False)
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    return done.returncode, [{k: float(v) for k, v in r.items()} for r in rows], done.stderr.decode()


class Solid:
    """A body of revolution on the plane z = 0 touching it at P, by Newton and Euler.

    State: x, y of a point O above P at a height that depends on θ alone, ψ, θ, φ and their rates. The body turns by
    ψ about z, θ about the node line, φ about its axis; A, A, C at the centre of mass."""

    def __init__(self, m, A, C, f):
        self.m, self.A, self.C, self.f = m, A, C, f

    def axes(self, psi, th):
        e1 = np.array([math.cos(psi), math.sin(psi), 0])                        # node line
        e2 = np.array([-math.sin(psi) * math.cos(th), math.cos(psi) * math.cos(th), math.sin(th)])
        e3 = np.array([math.sin(psi) * math.sin(th), -math.cos(psi) * math.sin(th), math.cos(th)])
        return e1, e2, e3

    def rate(self, _, s):
        """d/dt of x, y, ψ, θ, φ, x', y', ψ', θ', φ': six equations for x'', y'', ψ'', θ'', φ'' and N."""
        _, _, psi, th, _, _, _, dpsi, dth, dphi = s
        e1, e2, e3 = self.axes(psi, th)
        w = np.array([dth, dpsi * math.sin(th), dpsi * math.cos(th) + dphi])      # along e1, e2, e3
        frame = np.array([dth, dpsi * math.sin(th), dpsi * math.cos(th)])
        spin = w[0] * e1 + w[1] * e2 + w[2] * e3
        arm = self.arm(psi, th)                                                    # P - centre of mass
        u = self.centre_velocity(s) + np.cross(spin, arm)
        d = u / np.linalg.norm(u)
        reaction = np.array([0, 0, 1.0]) - self.f * d * np.array([1, 1, 0])       # for N = 1
        L = np.array([self.A, self.A, self.C]) * w
        E = np.column_stack((e1, e2, e3))
        M = np.zeros((6, 6))
        b = np.zeros(6)
        a0, a_th, a_psi = self.centre_acceleration(s)
        # m a = N reaction - m g
        M[0:3, 0] = [self.m, 0, 0]
        M[0:3, 1] = [0, self.m, 0]
        M[0:3, 2] = self.m * a_psi
        M[0:3, 3] = self.m * a_th
        M[0:3, 5] = -reaction
        b[0:3] = -self.m * a0 - np.array([0, 0, self.m * G])
        # I w' + frame x I w = moment, along e1, e2, e3
        wd = np.zeros((3, 3))                                                      # by ψ'', θ'', φ''
        wd[:, 0] = [0, math.sin(th), math.cos(th)]
        wd[:, 1] = [1, 0, 0]
        wd[:, 2] = [0, 0, 1]
        rest = np.array([0, dpsi * dth * math.cos(th), -dpsi * dth * math.sin(th)])
        I = np.diag([self.A, self.A, self.C])
        M[3:6, 2:5] = I @ wd
        M[3:6, 5] = -E.T @ np.cross(arm, reaction)
        b[3:6] = -I @ rest - np.cross(frame, L)
        z = np.linalg.solve(M, b)
        return np.concatenate((s[5:], z[:5]))


class Hoop(Solid):
    def __init__(self, m, a, f):
        super().__init__(m, m * a * a / 2, m * a * a, f)
        self.a = a

    def arm(self, psi, th):
        return -self.a * self.axes(psi, th)[1]

    def centre_velocity(self, s):
        return np.array([s[5], s[6], self.a * math.cos(s[3]) * s[8]])

    def centre_acceleration(self, s):
        th, dth = s[3], s[8]
        return np.array([0, 0, -self.a * math.sin(th) * dth**2]), np.array([0, 0, self.a * math.cos(th)]), np.zeros(3)


class Top(Solid):
    """(x, y) is below the centre of the sphere, the centre of mass at e below it along the axis."""

    def __init__(self, m, a, e, A, C, f):
        super().__init__(m, A, C, f)
        self.a, self.e = a, e

    def arm(self, psi, th):
        return self.e * self.axes(psi, th)[2] - np.array([0, 0, self.a])

    def centre_velocity(self, s):
        e1, e2, e3 = self.axes(s[2], s[3])
        turn = s[8] * e1 + s[7] * np.array([0, 0, 1])
        return np.array([s[5], s[6], 0]) - self.e * np.cross(turn, e3)

    def centre_acceleration(self, s):
        e1, e2, e3 = self.axes(s[2], s[3])
        k = np.array([0, 0, 1.0])
        turn = s[8] * e1 + s[7] * k
        turning = s[8] * s[7] * np.cross(k, e1)                                   # θ' e1' without θ'', ψ''
        a0 = -self.e * (np.cross(turning, e3) + np.cross(turn, np.cross(turn, e3)))
        return a0, -self.e * np.cross(e1, e3), -self.e * np.cross(k, e3)


NAMES = ["x", "y", "ψ", "θ", "φ", "x'", "y'", "ψ'", "θ'", "φ'"]


def state(row):
    return np.array([row[n] for n in NAMES])


def extrapolate(rate, t, y, h):
    """One step by the midpoint rule with 2, 4, ... parts, taken to the limit [Gragg, Bulirsch, Stoer]."""
    table = []
    for k in range(8):
        parts = 2 * (k + 1)
        g = h / parts
        before, now = y, y + g * rate(t, y)
        for i in range(1, parts):
            before, now = now, before + 2 * g * rate(t + i * g, now)
        row = [(now + before + g * rate(t + h, now)) / 2]
        for j, last in enumerate(table):
            weight = (parts / (parts - 2 * (j + 1)))**2 - 1
            row.append(row[j] + (row[j] - last) / weight)
        table = row
    return table[-1], np.max(np.abs(table[-1] - table[-2]) / np.maximum(1, np.abs(table[-1])))


def compare(title, solid, rows, within):
    """From the first of these rows to each other, all within one slide."""
    y, h, worst = state(rows[0]), 1e-4, 0
    for last, row in zip(rows, rows[1:]):
        t = last["time"]
        while row["time"] - t > 1e-13:
            step = min(h, row["time"] - t)
            there, error = extrapolate(solid.rate, t, y, step)
            if error < 1e-14:
                t, y = t + step, there
            h = step * min(2, max(0.3, (1e-15 / max(error, 1e-20))**(1 / 15)))
        worst = max(worst, np.max(np.abs(state(row) - y) / np.maximum(1, np.abs(y))))
    ok(worst < within, f"{title}: largest difference {worst:.1e}", worst)


def hoop():
    code, rows, err = run("hoop.vv", "--every", "0.02")
    begin = next((i for i, r in enumerate(rows) if r["event"] == -1), None)
    end = next((i for i, r in enumerate(rows) if r["event"] == -2), None)
    ok(code == 0 and begin and end and end > begin + 10, "the hoop slips and rolls again", err)
    slide = [r for r in rows[begin:end] if r["event"] == 0 and r["time"] > rows[begin]["time"] + 0.05]
    compare("its slide", Hoop(1, 0.5, 0.4), slide[:8], 1e-11)
    held = [r for r in rows if r["time"] < rows[begin]["time"]]
    ok(all(r["F(P)"] < 0.4 * r["N(P)"] for r in held) and max(r["slip(P)"] for r in held) < 1e-14,
       "before it F is below f N and the slip is 0")
    ok(abs(rows[begin]["F(P)"] / rows[begin]["N(P)"] - 0.4) < 1e-14, "where it begins F is f N", rows[begin])
    ok(all(abs(r["F(P)"] / r["N(P)"] - 0.4) < 1e-13 for r in rows[begin + 1:end]), "while it lasts too")


def top():
    code, rows, err = run("tippetop.vv", "--every", "0.05", "--until", "1", "--set", "f=0.1")
    ok(code == 0 and len(rows) == 21, "the tippe top slides", err)
    compare("its first slide", Top(0.02, 0.02, 0.006, 2.99e-6, 3.2e-6, 0.1), rows[:3], 1e-10)
    code, rows, err = run("tippetop.vv", "--every", "0.05")
    jellett = [r["dot(L, G - P)"] for r in rows]
    ok(code == 0 and max(r["θ"] for r in rows) > 2.8, "and turns over", err)
    ok(max(abs(j / jellett[0] - 1) for j in jellett) < 1e-12, "Jellett's integral is kept by sliding and rolling",
       [min(jellett), max(jellett)])


def independent_onset():
    """The instant of slip from the rolling equations alone: F/N of a run in which the contact always rolls."""
    with open(os.path.join(ROOT, "models", "friction", "hoop.vv"), encoding="utf-8") as file:
        text = file.read()
    text += "when dot(reaction(P), world.x)^2 + dot(reaction(P), world.y)^2 = (f*dot(reaction(P), world.z))^2 then record\n"
    done = subprocess.run([PROGRAM, "run", "-", "--form", "minimal"], input=text.encode(), cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, check=False)
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    rolled = next((float(r["time"]) for r in rows if r["event"] == "1"), None)
    _, rows, _ = run("hoop.vv")
    slips = next((r["time"] for r in rows if r["event"] == -1), None)
    ok(rolled and slips and abs(rolled - slips) < 1e-13, "sliding begins where the rolling motion needs more than f N",
       f"{rolled} {slips}\n{done.stderr.decode()}")


# a table that shakes: the block on it lifts, and strikes it with a law of impact
TABLE = ("parameter g = 9.81, A = 0.1, w = 15\ncoordinate x, z\nframe table = world at A*sin(w*t)*world.z\n"
         "point C = x*world.x + z*world.z\nbody block: mass 2, centre C, frame world, inertia (1, 1, 1)\n"
         "gravity -g*world.z\nrolling block on table at C, normal world.z, friction 0.3\nstart z' = A*w, x' = 0.2\n"
         "when z - A*sin(w*t) < -1e-6 then stop\nrun 0.3\n")


def faint_slip():
    """A hoop that slides by a thousandth of its speed: where such a slip ends the series of its direction reach 1e-10 s."""
    with open(os.path.join(ROOT, "models", "rolling_hoop.vv"), encoding="utf-8") as file:
        model = re.sub(r"start .*", "start θ = 0.925, φ' = -8, ψ' = 0.3", file.read())
    ends = []
    for method in ("taylor", "rk8", "radau"):
        code, rows, err = run(model, "--until", "1", "--method", method)
        ok(code == 0 and "sliding begins 2 times, ends 2 times" in err, f"a slip of 1 mm/s ends, by {method}", err)
        ends.append(state(rows[-1]) if rows else [math.inf])
    off = max(abs(a - b) for other in ends[1:] for a, b in zip(ends[0], other))
    ok(off < 1e-11, f"and the motion after it is the same, {off:.1e}")


def two_feet():
    """Two feet of one body share a push along the ground in no one way: it slides where both limits together are reached."""
    model = ("parameter g = 9.81, f1 = 0.3, f2 = 0.5, l = 0.5, h = 0.4, F = 5, w = 3\ncoordinate x, z, θ\nframe B = world turned θ about y\n"
             "point C = x*world.x + z*world.z, P = C - l*B.x - h*B.z, Q = C + l*B.x - h*B.z\n"
             "body block: mass 1, centre C, frame B, inertia 0.1 about y\ngravity -g*world.z\n"
             "rolling block on world at P, normal world.z, friction f1\nrolling block on world at Q, normal world.z, friction f2\n"
             "force F*sin(w*t)*world.x at C\nstart z = h, x' = 0\nrun 5\n")
    code, rows, err = run(model, "--set", "F=2", "--audit", "1e-12")
    ok(code == 0 and max(abs(r["x"]) for r in rows) < 1e-15 and err.count("sliding begins 0 times, ends 0 times") == 2,
       "a push below both limits together moves nothing", err)
    f1, f2, slope, F, w = 0.3, 0.5, 0.4 / 0.5, 5, 3
    N1 = G * (1 - slope * f2) / (2 + slope * (f1 - f2))                          # N1 - N2 = -(f1 N1 + f2 N2) h/l
    R = f1 * N1 + f2 * (G - N1)
    t0 = math.asin(R / F) / w
    low, high = math.pi / 2 / w, 2 * math.pi / w

    def velocity(t):
        return F / w * (math.cos(w * t0) - math.cos(w * t)) - R * (t - t0)
    for _ in range(100):
        t1 = (low + high) / 2
        low, high = (t1, high) if velocity(t1) > 0 else (low, t1)
    way = F / w * (math.cos(w * t0) * (t1 - t0)) - F / w**2 * (math.sin(w * t1) - math.sin(w * t0)) - R * (t1 - t0)**2 / 2
    for method, smooth in (("taylor", 1e-12), ("rk8", 1e-11), ("radau", 1e-11)):
        code, rows, err = run(model, "--until", "1.2", "--audit", "1e-9", "--method", method)
        begins = [r["time"] for r in rows if r["event"] == -1]
        ends = [r for r in rows if r["event"] == -2]
        ok(code == 0 and min(abs(t - t0) for t in begins) < smooth and ends and abs(ends[0]["time"] - t1) < 1e-11 and
           abs(ends[0]["x"] - way) < 1e-11, f"a stronger one moves it from where they are reached, by {method}",
           f"{begins} {t0}, {ends[:1]} {t1} {way}\n{err}")
    # limits reached one after the other, with and against each other: none goes on without end
    for f1, f2, F, w, h in ((0.088, 0.435, 3.14, 1.54, 0.4), (0.431, 0.339, 1.458, 3.85, 0.577), (0.26, 0.63, 8.26, 3.74, 0.4)):
        values = [o for n, v in (("f1", f1), ("f2", f2), ("F", F), ("w", w), ("h", h)) for o in ("--set", f"{n}={v}")]
        code, _, err = run(model.replace("x' = 0", "x' = 0.3"), *values, "--audit", "1e-11", "--until", "20")
        ok(code == 0, f"pushed to and fro, f = {f1} and {f2}", err)
    legs = ("parameter F = 2\ncoordinate x, y, z, ψ, θ, φ\nframe B = world turned ψ about z, θ about y, φ about x\n"
            "point C = x*world.x + y*world.y + z*world.z, D = C - 0.3*B.z, P = D + 0.5*B.x, Q = D - 0.25*B.x + 0.4*B.y, R = D - 0.25*B.x - 0.4*B.y\n"
            "body table: mass 1, centre C, frame B, inertia (0.1, 0.1, 0.15)\ngravity -9.81*world.z\n" +
            "".join(f"rolling table on world at {p}, normal world.z, friction 0.5\n" for p in "PQR") +
            "force F*sin(3*t)*world.x + 0.3*F*sin(6*t)*world.y at C\nstart z = 0.3\nrun 5\n")
    code, rows, err = run(legs)
    ok(code == 0 and max(abs(r["x"]) + abs(r["ψ"]) for r in rows) < 1e-14, "a table of three legs is not moved by a small push", err)
    # a ladder that the floor alone would not hold, nor the wall: tan(1) > (1 - f1 f2)/(2 f1)
    ladder = ("parameter f1 = 0.3421145555, f2 = 0.53827066392, m = 2.4171781767\ncoordinate x, z, θ\nframe B = world turned θ about y\n"
              "point C = x*world.x + z*world.z, P = C + B.x, Q = C - B.x\nbody rod: mass m, centre C, frame B, inertia m/3 about y\n"
              "gravity -9.81*world.z\nrolling rod on world at P, normal world.z, friction f1\n"
              "rolling rod on world at Q, normal world.x, friction f2\nstart θ = 1, x = cos(1), z = sin(1)\nrun 1\n")
    code, rows, err = run(ladder)
    ok(code == 0 and abs(rows[-1]["θ"] - 1) < 1e-13, "a ladder leans at rest", err)
    f1, f2 = 0.25, 0.53827066392

    def falls(_, y):
        """m = 1: the centre's acceleration and the moments about it, for θ'', N on the floor and N at the wall."""
        c, s, v = math.cos(y[0]), math.sin(y[0]), y[1]
        a = np.array([[-s, f1, -1], [c, -1, -f2], [1 / 3, c - f1 * s, -f2 * c - s]])
        return np.array([v, np.linalg.solve(a, [c * v * v, s * v * v - G, 0])[0]])
    y = np.array([1.0, 0])
    for i in range(20):
        y = extrapolate(falls, i / 20, y, 1 / 20)[0]
    code, rows, err = run(ladder, "--set", "f1=0.25")
    off = abs(rows[-1]["θ"] - y[0]) if rows else math.inf
    ok(code == 0 and off < 1e-12, f"and slides where both do not hold it, {off:.1e}", f"{y}\n{err}")


def leaving():
    """A ball on a fixed sphere, whose normal turns: rolling, then slip, then free flight, by Newton and Euler in polar angles."""
    R, a, f, b = 1.0, 0.1, 0.4, 0.1
    r = R + a

    def weight(y):
        return G * math.cos(y[0]) - r * y[1]**2

    def rolls(_, y):                                                              # θ, θ', φ'
        return np.array([y[1], 5 / 7 * G * math.sin(y[0]) / r, 5 / 7 * G * math.sin(y[0]) / a])

    def slips(_, y):
        return np.array([y[1], (G * math.sin(y[0]) - f * weight(y)) / r, 5 / 2 * f * weight(y) / a])

    def until(rate, y, condition):
        """To where the condition falls through 0."""
        t, h, passed = 0.0, 0.01, False
        while h > 1e-17:
            there = extrapolate(rate, 0, y, h)[0]
            if condition(there) > 0:
                t, y = t + h, there
            else:
                passed = True
            h = h / 2 if passed else h
        return t, y
    t1, y = until(rolls, np.array([b, 0, 0]), lambda y: f * weight(y) - 2 / 7 * G * math.sin(y[0]))
    t2, y = until(slips, y, weight)
    th, way = y[0], 1.5 - t1 - t2
    vx, vz = r * y[1] * math.cos(th), -r * y[1] * math.sin(th)
    end = [r * math.sin(th) + vx * way, r * math.cos(th) + vz * way - G * way**2 / 2, vx, vz - G * way, y[2]]
    for method, limit in (("taylor", 1e-12), ("rk8", 1e-11), ("radau", 1e-11), ("cvode", 1e-8)):
        code, rows, err = run("leaving.vv", "--method", method)
        turns = [(q["event"], q["time"]) for q in rows if q["event"]]
        off = max(abs(turns[0][1] - t1), abs(turns[1][1] - t1 - t2)) if [e for e, _ in turns] == [-1, -3] else math.inf
        ok(code == 0 and off < limit, f"a ball slips on a sphere and leaves it, by {method}: {off:.1e}", f"{turns} {t1} {t1 + t2}\n{err}")
        off = max(abs(rows[-1][n] - v) for n, v in zip(("x", "z", "x'", "z'", "φ'"), end)) if rows else math.inf
        ok(off < 30 * limit, f"and flies from there: {off:.1e}", rows[-1:])
    _, rows, err = run("leaving.vv", "--set", "f=0")
    left = next((q for q in rows if q["event"] == -3), {"z": math.inf})
    ok(abs(left["z"] / r - 2 / 3 * math.cos(b)) < 1e-14, "without friction it leaves at two thirds of the height", err)
    # a sphere whose centre is elsewhere; a hill, whose normal has an integrating factor only
    moved = ("parameter a = 0.1\ncoordinate x, z, φ\nlet ρ = sqrt((x - 2)^2 + (z - 1)^2)\nframe B = world turned φ about y\n"
             "point G = x*world.x + z*world.z, P = G - a/ρ*(G - 2*world.x - world.z)\nbody ball: mass 1, centre G, frame B, inertia 2/5*a^2 about y\n"
             "gravity -9.81*world.z\nrolling ball on world at P, normal (G - 2*world.x - world.z)/ρ, friction 0.4\n"
             "start x = 2 + 1.1*sin(0.1), z = 1 + 1.1*cos(0.1)\nrun 1.5\n")
    code, rows, err = run(moved)
    off = max(abs(rows[-1][n] - v) for n, v in zip(("x", "z", "x'"), (end[0] + 2, end[1] + 1, end[2]))) if rows else math.inf
    ok(code == 0 and off < 1e-11, f"the same elsewhere: {off:.1e}", err)
    hill = ("coordinate x, z\nlet s = sqrt(1 + (x*exp(-x^2/2))^2)\npoint G = x*world.x + z*world.z\nbody sledge: mass 1, centre G, frame world, inertia (1, 1, 1)\n"
            "gravity -9.81*world.z\nrolling sledge on world at G, normal (x*exp(-x^2/2)*world.x + world.z)/s, friction 0.01\n"
            "start x = 0, z = 1, x' = 3.5\nrun 1\n")
    code, rows, err = run(hill)
    low, high = 0.1, 2.0                                                          # 1 - g x^2/(2 v^2) = exp(-x^2/2)
    for _ in range(100):
        x = (low + high) / 2
        low, high = (x, high) if 1 - G * x * x / 24.5 > math.exp(-x * x / 2) else (low, x)
    ok(code == 4 and "strikes its support again" in err and "separates 1 time" in err and abs(rows[-1]["x"] - x) < 1e-11,
       f"a sledge leaves a hill and comes down on it, at {x:.6f}", f"{rows[:1]} {rows[-1:]}\n{err}")
    # a cylinder leaves another one, which rolls away below it: the normal turns, and so does the support
    two = ("parameter a = 0.3, b = 0.2\ncoordinate x1, z1, φ1, x2, z2, φ2\nframe U = world turned φ1 about y\nframe W = world turned φ2 about y\n"
           "point A = x1*world.x + z1*world.z, B = x2*world.x + z2*world.z\nlet d = sqrt((x2 - x1)^2 + (z2 - z1)^2)\npoint Q = A + a/d*(B - A)\n"
           "body lower: mass 2, centre A, frame U, inertia a^2 about y\nbody upper: mass 1, centre B, frame W, inertia b^2/2 about y\n"
           "gravity -9.81*world.z\nrolling lower on world at A - a*world.z, normal world.z, friction 0.5\n"
           "rolling upper on lower at Q, normal (B - A)/d, friction 0.5\nstart z1 = a, x2 = 0.05, z2 = a + sqrt((a + b)^2 - 0.05^2)\n"
           "when z2 < b then stop\nrun 2\nshow d\n")
    ends = []
    for method in ("taylor", "radau"):
        code, rows, err = run(two, "--method", method, "--audit", "1e-11")
        left = next((q for q in rows if q["event"] == -3), {"d": 0})
        ok(code == 0 and "at Q: separates 1 time" in err and abs(left["d"] - 0.5) < 1e-13 and rows[-1]["d"] > 0.55,
           f"a cylinder leaves another one, by {method}", err)
        ends.append([rows[-1][n] for n in ("time", "x1", "x2", "φ1", "φ2", "x1'", "x2'")] if rows else [math.inf])
    # without a coordinate for the height of the lower one: its pressure on the ground by the momentum of both
    code, rows, err = run(two.replace(" z1,", "").replace("z1*world.z", "a*world.z").replace("z2 - z1", "z2 - a").replace("z1 = a, ", ""))
    ends.append([rows[-1][n] for n in ("time", "x1", "x2", "φ1", "φ2", "x1'", "x2'")] if rows else [math.inf])
    off = max(abs(a - b) for other in ends[1:] for a, b in zip(ends[0], other))
    ok(off < 1e-11 and code == 0, f"all to the same place: {off:.1e}", f"{ends}\n{err}")


def landing():
    """A shaken block without rebound: it lies, is thrown up where the table falls faster than it, and lies again where it lands."""
    model = TABLE.replace("when z - A*sin(w*t) < -1e-6 then stop\nrun 0.3", "when z - A*sin(w*t) < 0 then z' = A*w*cos(w*t), record\nrun 20")
    A, w = 0.1, 15
    phase = math.asin(G / (A * w * w))
    lifts, lands, t = [], [], 0.0
    while True:
        turn = math.fmod(w * t, 2 * math.pi)
        if not phase < turn < math.pi - phase:                                    # else it is thrown up at once
            t += ((phase - turn) % (2 * math.pi)) / w
        if t > 20:
            break
        lifts.append(t)
        z, v, step = A * math.sin(w * t), A * w * math.cos(w * t), 1e-3

        def gap(s):
            return z + v * s - G * s * s / 2 - A * math.sin(w * (t + s))
        low = step
        while gap(low + step) > 0:
            low += step
        high = low + step
        for _ in range(60):
            low, high = ((low + high) / 2, high) if gap((low + high) / 2) > 0 else (low, (low + high) / 2)
        t += low
        if t > 20:
            break
        lands.append(t)
    for method, limit in (("taylor", 1e-12), ("rk8", 1e-11), ("radau", 1e-11), ("cvode", 1e-8)):
        code, rows, err = run(model, "--method", method)
        up = [r["time"] for r in rows if r["event"] == -3]
        down = [r["time"] for r in rows if r["event"] == 1 and r["time"] > lifts[0]][::2]  # before and after the shock
        worst = math.inf
        if len(up) == len(lifts) and len(down) == len(lands):
            worst = max(abs(a - b) for a, b in zip(up + down, lifts + lands))
        ok(code == 0 and worst < limit, f"{len(lifts)} times up and {len(lands)} times down, by {method}: {worst:.1e}",
           f"{len(up)} {len(down)} {up[:3]} {lifts[:3]} {down[:3]} {lands[:3]}\n{err}")
    sledge = ("coordinate x, z\nlet f = exp(-x^2/2), d = -x*f, s = sqrt(1 + d^2)\npoint G = x*world.x + z*world.z\n"
              "body sledge: mass 1, centre G, frame world, inertia (1, 1, 1)\ngravity -9.81*world.z\n"
              "rolling sledge on world at G, normal (-d*world.x + world.z)/s, friction 0\n"
              "when z < f then x' = (x' + d*z')/s^2, z' = d*(x' + d*z')/s^2, record\nstart x = 0, z = 1, x' = 3.5\nrun 2\n")
    code, rows, err = run(sledge, "--audit", "1e-12")
    end, lost = rows[-1] if rows else {"x": 0, "z": 1, "x'": 0, "z'": 0}, re.search("work of impacts: (.*)", err)
    energy = (end["x'"]**2 + end["z'"]**2) / 2 + G * end["z"] - 3.5**2 / 2 - G - float(lost.group(1) if lost else math.nan)
    ok(code == 0 and abs(end["z"] - math.exp(-end["x"]**2 / 2)) < 1e-13 and abs(energy) < 1e-11 and "separates 1 time" in err,
       f"a sledge lands on a hill and goes on along it: {energy:.1e}", f"{end}\n{err}")


def ring():
    """A disc within a ring: it rolls, slips, leaves, and is thrown back or comes to roll again; events on a distance that the contact keeps."""
    model = ("parameter a = 0.1, R = 1, f = 0.3, e = 0.5, v = 4\nassume a > 0\ncoordinate x, z, φ\nframe B = world turned φ about y\n"
             "point C = x*world.x + z*world.z\nlet ρ = sqrt(x^2 + z^2)\npoint P = C + a/ρ*C\nbody disc: mass 1, centre C, frame B, inertia a^2/2 about y\n"
             "gravity -9.81*world.z\nrolling disc on world at P, normal -C/ρ, friction f\n"
             "when ρ - (R - a) > 0 then dot(velocity(C), C) = -e*dot(velocity(C), C)\nstart x = 0, z = -(R - a), x' = v\nrun 1.5\n")
    for f, e, v in ((0.3, 1, 4.4), (0, 1, 4.8), (0.05, 0, 5), (0.8, 1, 4.1), (2, 0, 4.6)):
        values = [o for n, x in (("f", f), ("e", e), ("v", v)) for o in ("--set", f"{n}={x}")]
        ends, said = [], []
        for method in ("taylor", "radau", "rk8"):
            code, rows, err = run(model, *values, "--method", method)
            ends.append([rows[-1][n] for n in ("x", "z", "φ", "x'", "z'", "φ'")] if rows and code == 0 else [math.inf])
            said.append(err)
        off = max(abs(a - b) for other in ends[1:] for a, b in zip(ends[0], other)) if math.inf not in sum(ends, []) else math.inf
        ok(off < 1e-9 and "separates" in said[0], f"a disc in a ring, f = {f}, e = {e}, v = {v}: {off:.1e}", "\n".join(said))
    # off a sphere and back from a floor, while the sphere is far away
    with open(os.path.join(ROOT, "models", "friction", "leaving.vv"), encoding="utf-8") as file:
        model = file.read() + "\nwhen z < -0.3 then z' = -0.7*z', record\n"
    ends = []
    for method in ("taylor", "radau", "rk8"):
        code, rows, err = run(model, "--method", method)
        ends.append([rows[-1][n] for n in ("x", "z", "x'", "z'", "φ'")] if code == 0 else [math.inf] * 5)
        ok(code == 0 and "separates 1 time" in err and any(r["event"] == 1 for r in rows), f"off a sphere and back from a floor, by {method}", err)
    ok(max(abs(a - b) for other in ends[1:] for a, b in zip(ends[0], other)) < 1e-10, "all to the same place", ends)
    for method in ("taylor", "rk8", "radau", "cvode"):
        code, _, err = run("coordinate x, z\nkinetic energy (x'^2 + z'^2)/2\npotential 9.81*z\nwhen z < -1 then z' = 0\nstart x' = 1\nrun 1\n", "--method", method)
        ok(code == 4 and "VV0612" in err, f"a floor that nothing keeps it on is not passed, by {method}", err)


def pushed():
    """Blocks at rest, one on the other, that a force pulls ever more: long steps of a polynomial know where it reaches the limit."""
    stack = ("parameter g = 9.81, f1 = 0.3, f2 = 0.2, F = 10, w = 5\ncoordinate x1, z1, x2, z2\n"
             "point P = x1*world.x + z1*world.z, Q = x2*world.x + z2*world.z\n"
             "body below: mass 1, centre P, frame world, inertia (1, 1, 1)\nbody above: mass 2, centre Q, frame world, inertia (1, 1, 1)\n"
             "gravity -g*world.z\nrolling below on world at P, normal world.z, friction f1\nrolling above on below at Q, normal world.z, friction f2\n"
             "force F*sin(w*t)*world.x at P\nstart x1' = 0\nrun 5\n")
    onset = math.asin(0.3 * 3 * G / 10) / 5
    for method, limit in (("taylor", 1e-14), ("rk8", 1e-12), ("radau", 1e-12), ("cvode", 1e-12)):
        code, rows, err = run(stack, "--method", method)
        first = next((r["time"] for r in rows if r["event"] == -1), math.inf)
        ok(code == 0 and abs(first - onset) < limit, f"a stack is pulled off at the limit, by {method}: {abs(first - onset):.1e}", err)


def beside_another():
    """A slip that begins without a jump is no reason for another block, loaded beyond its friction while it moves, to give way at rest."""
    model = ("coordinate x, y, u, v\npoint A = x*world.x + y*world.y, B = u*world.x + v*world.y\n"
             "body a: mass 2, centre A, frame world, inertia (1, 1, 1)\nbody b: mass 3, centre B, frame world, inertia (1, 1, 1)\n"
             "gravity -9.81*world.y\nrolling a on world at A, normal world.y, friction 0.4\n"
             "rolling b on world at B, normal world.y, friction 0.3 static 0.6\nconstraint y = 0, v = 0\n"
             "spring {k} on x - u\nforce {c}*t*world.x at A\nforce 13*world.x at B\nrun 5\n")
    for k in (5, 10, 20, 40):
        for c in (3, 4.1, 5.3, 6.7, 7.9):
            code, rows, err = run(model.format(k=k, c=c))
            turns = [r for r in rows if r["event"] == -1]
            # a x'' = c (t - t0) - k x from rest; b gives way where 13 + k x = 0.6 N
            t0, w = 0.8 * G / c, math.sqrt(k / 2)
            low, high = t0, 30.0
            for _ in range(200):
                t = (low + high) / 2
                low, high = (t, high) if 13 + c * (t - t0 - math.sin(w * (t - t0)) / w) < 1.8 * G else (low, t)
            ok(code == 0 and turns and abs(turns[0]["time"] - t0) < 1e-14 and (low > 5 or abs([*turns, {"time": 0}][1]["time"] - low) < 1e-12),
               f"two blocks and a spring of {k}, pulled by {c} t", f"{t0} {low} {[r['time'] for r in turns]} {err}")


def thrown_table():
    """A table on three legs, thrown: legs at angles on a circle, N by moments, stopped by friction all at once; and pushed."""
    m, a, high, k, f = 1, 0.5, 0.3, 0.1, 0.3
    model = (f"coordinate x, y, z\nframe B = world free (p, q, r)\npoint G = x*world.x + y*world.y + ({high} + z)*world.z\n"
             f"point P1 = G + {a}*B.x - {high}*B.z\npoint P2 = G + {a}*(-1/2*B.x + sqrt(3)/2*B.y) - {high}*B.z\n"
             f"point P3 = G + {a}*(-1/2*B.x - sqrt(3)/2*B.y) - {high}*B.z\nbody table: mass {m}, centre G, frame B, inertia ({k}, {k}, {k})\n"
             "gravity -9.81*world.z\n" + "".join(f"rolling table on world at P{i}, normal world.z, friction {f}\n" for i in (1, 2, 3)))

    for low in (0, 0.1, 0.3):                                                # m x'' = 2 t - f m g from there on
        code, rows, err = run(model + f"force 2*t*world.x at G - {low}*B.z\nstart x' = 0, y' = 0\nrun 3\n", "--every", "3")
        ok(code == 0 and abs(rows[-1]["x"] - (3 - f * G / 2)**3 / 3) < 1e-14 and err.count("sliding begins 1 time, ends 0 times, at t = 1.4715;") == 3,
           f"all legs of a table that is pushed at {low} below its centre give way at once", f"{code} {err}")
    def rate(_, s):
        legs = [(a * math.cos(s[2] + 2 * math.pi * i / 3), a * math.sin(s[2] + 2 * math.pi * i / 3)) for i in range(3)]
        d = []
        for x, y in legs:
            u, v = s[3] - s[5] * y, s[4] + s[5] * x
            d.append((u / math.hypot(u, v), v / math.hypot(u, v)))
        N = np.linalg.solve([[1] * 3, [p[1] - high * f * e[1] for p, e in zip(legs, d)], [p[0] - high * f * e[0] for p, e in zip(legs, d)]], [m * G, 0, 0])
        turn = sum(-f * n * (p[0] * e[1] - p[1] * e[0]) for n, p, e in zip(N, legs, d))
        return np.array([*s[3:], -f * sum(N[i] * d[i][0] for i in range(3)) / m, -f * sum(N[i] * d[i][1] for i in range(3)) / m, turn / k])

    for vx, vy, spin in ((1, 0.4, -1), (-0.124, -1.014, 0.525), (-1.362, 1.189, -4.335), (-1.806, 1.947, 0.402)):
        code, rows, err = run(model + f"start x' = {vx}, y' = {vy}, r = {spin}\nrun 2\n", "--every", "2")
        held = [r["time"] for r in rows if r["event"] == -2]
        s, t = np.array([0, 0, 0, vx, vy, spin], float), 0.0
        h = 0.01
        while held and held[-1] - t > 1e-3:
            step = min(h, 0.1 * (held[-1] - t))                              # ever shorter towards the end
            there, error = extrapolate(rate, t, s, step)
            s, t = (there, t + step) if error < 1e-10 else (s, t)
            h = step * min(2, max(0.3, (1e-11 / max(error, 1e-20))**(1 / 15)))
        s[:3] += s[3:] * (held[-1] - t) / 2 if held else 0                   # a constant deceleration
        end = rows[-1]
        off = math.hypot(end["x"] - s[0], end["y"] - s[1]) + abs(math.remainder(2 * math.atan2(end["B.e3"], end["B.e0"]) - s[2], 2 * math.pi))
        ok(code == 0 and max(abs(end[n]) for n in ("x'", "y'", "r")) < 1e-12 and off < 1e-6,
           f"a table thrown by {vx}, {vy}, turning by {spin}: {off:.1e}", f"{code} {end}\n{s} {err}")


def pushed_table():
    """The same table, pushed where and whither it may be: it gives way where no division of the load among its legs would hold it, slides and comes to rest."""
    m, a, high, k, f = 1, 0.5, 0.3, 0.1, 0.3
    leg = np.array([(a * math.cos(2 * math.pi * i / 3), a * math.sin(2 * math.pi * i / 3)) for i in range(3)])

    def model(push, law=f"friction {f}", more="", start="x' = 0, y' = 0"):
        return (f"coordinate x, y, z\nframe B = world free (p, q, r)\npoint G = x*world.x + y*world.y + ({high} + z)*world.z\n" +
                "".join(f"point P{i} = G + {a}*(cos(2*pi*{i - 1}/3)*B.x + sin(2*pi*{i - 1}/3)*B.y) - {high}*B.z\n" for i in (1, 2, 3)) +
                f"body table: mass {m}, centre G, frame B, inertia ({k}, {k}, {k})\ngravity -9.81*world.z\n" +
                "".join(f"rolling table on world at P{i}, normal world.z, {law}\n" for i in (1, 2, 3)) + f"force {push}\nstart {start}\n{more}")

    def first_slip(force, at):
        """Where the power of force(t) at a place exceeds what friction takes, in some motion of the plane: by bisection."""
        def least(t):
            F = np.array(force(t))
            N = np.linalg.solve([[1] * 3, leg[:, 1], leg[:, 0]], [m * G, F[1] * (high + at[2]), F[0] * (high + at[2])])
            mean, width, best = np.array([0, 0]), np.array([math.pi, math.pi / 2]), math.inf
            for turn in range(25):
                n = 30 if not turn else 6
                angle = np.array([mean + width * (i / n, j / n) for i in range(-n, n + 1) for j in range(-n, n + 1)])
                w = np.sin(angle[:, 1]) / a
                v = np.stack([np.cos(angle[:, 1]) * np.cos(angle[:, 0]), np.cos(angle[:, 1]) * np.sin(angle[:, 0])], 1)
                u = [v + np.stack([-w * y, w * x], 1) for x, y in (*leg, at[:2])]
                left = sum(f * N[i] * np.linalg.norm(u[i], axis=1) for i in range(3)) - u[3] @ F
                best, mean, width = left.min(), angle[left.argmin()], width * (0.35 if turn else 0.1)
            return best
        low, top = 0, 3
        for _ in range(45):
            low, top = (low, (low + top) / 2) if least((low + top) / 2) < 0 else ((low + top) / 2, top)
        return low

    for c, s, at in ((1, 1, (0, 0, 0)), (1, 0.4, (0, 0, -0.1)), (0.3, -1, (0.2, 0.1, 0)), (-1, 0.7, (-0.3, 0.2, -0.2)), (1, 0.2, (0.4, -0.3, -0.2))):
        t0 = first_slip(lambda t: (2 * t * c, 2 * t * s), at)
        push = f"2*t*({c}*world.x + {s}*world.y) at G + {at[0]}*B.x + {at[1]}*B.y + {at[2]}*B.z"
        ends = []
        for method in ("taylor", "rk8", "radau"):
            code, rows, err = run(model(push, more="run 2\n"), "--method", method, "--every", "2")
            begins = [r["time"] for r in rows if r["event"] == -1]
            ends.append([rows[-1][n] for n in ("x", "y", "B.e3")] if rows else [0] * 3)
            ok(code == 0 and begins and abs(begins[0] - t0) < 2e-8 and "determine only combinations of F(P1), F(P2), F(P3) from t = 0 on" in err,
               f"a table pushed by {c}, {s} at {at} gives way where it must, by {method}", f"{code} {begins} {t0}\n{err}")
        ok(max(abs(x - y) for e in ends[1:] for x, y in zip(ends[0], e)) < 1e-11, "all methods go on alike", ends)
    # closed form: m x'' = 2 sqrt(2) t - f m g from there on, along the diagonal
    code, rows, err = run(model("2*t*(world.x + world.y) at G", more="run 3\n"), "--every", "3")
    slid = math.sqrt(2) * (3 - f * G / math.sqrt(8))**3 / 3
    ok(code == 0 and abs(rows[-1]["x"] - slid / math.sqrt(2)) < 1e-13 and abs(rows[-1]["x"] - rows[-1]["y"]) < 1e-14,
       "pushed along the diagonal it slides as a point would", f"{code} {rows[-1:]} {slid} {err}")
    # to and fro: it stops and starts again, turning; with a coefficient of rest it starts with a jump
    for law, push in ((f"friction {f}", "3*sin(2*t)*(world.x + 0.4*world.y) at G"), (f"friction {f}", "3.2*sin(2*t)*(world.x + 0.4*world.y) at G + 0.1*B.y"),
                      (f"friction {f} static 0.36", "3.6*sin(2*t)*(world.x - 0.3*world.y) at G + 0.1*B.x"),
                      (f"friction {f}", "(4 + sin(3*t))*exp(-t)*(world.x - 0.3*world.y) at G + 0.2*B.x")):
        ends = []
        for method in ("taylor", "rk8", "radau"):
            code, rows, err = run(model(push, law, "run 5\n"), "--method", method, "--every", "5", "--audit", "1e-11")
            ends.append([rows[-1][n] for n in ("x", "y", "B.e3", "x'", "y'", "r")] if rows else [0] * 6)
            ok(code == 0 and [r for r in rows if r["event"] == -2], f"a table under {push}, {law}, by {method}", f"{code} {err}")
        ok(max(abs(x - y) for e in ends[1:] for x, y in zip(ends[0], e)) < 1e-10, "all methods end alike", ends)


def smooth():
    """friction 0: nothing holds, nothing slips, nothing is told of it."""
    model = ("coordinate x, y\npoint P = x*world.x + y*world.y\nbody b: mass 1, centre P, frame world, inertia (1, 1, 1)\ngravity -9.81*world.y\n"
             "constraint y = 0\nrolling b on world at P, normal world.y, friction 0\nspring 4 on x\nstart x = 1, x' = 0\nrun 6\n")
    for method in ("taylor", "rk8", "radau", "cvode"):
        code, rows, err = run(model, "--method", method)
        ok(code == 0 and abs(rows[-1]["x"] - math.cos(12)) < 1e-8 and all(r["event"] == 0 and r["N(P)"] > 9.8 for r in rows) and "slid" not in err,
           f"a smooth contact by {method}", f"{code} {err}")
    named = "parameter f = 0.1\n" + model.replace("friction 0\n", "friction f\n")
    code, rows, err = run(named, "--set", "f=0")
    ok(code == 0 and abs(rows[-1]["x"] - math.cos(12)) < 1e-13 and all(r["event"] == 0 for r in rows) and "slid" not in err,
       "a coefficient whose value is 0 tells no slip either", f"{code} {err}")
    # from the second rest on, at t = pi, with friction: x oscillates about -f g/4 or f g/4
    code, rows, err = run(named + "when t = 3 then f = 0.1\n", "--set", "f=0", "--every", "6")
    x, v, t, way = math.cos(6), -2 * math.sin(6), 3, 0.1 * G / 4
    while True:
        mean = -math.copysign(way, v)
        a, phase = math.hypot(x - mean, v / 2), math.atan2(-v / 2, x - mean)
        rest = t + (math.pi - phase % math.pi) / 2
        if rest > 6:
            break
        x, v, t = mean + a * math.cos(phase + 2 * (rest - t)), 0, rest
        v = math.copysign(1e-300, -x)
    end = mean + a * math.cos(phase + 2 * (6 - t))
    ok(code == 0 and abs(rows[-1]["x"] - end) < 1e-13 and "sliding begins 2 times, ends 2 times" in err, "an event gives it another value", f"{code} {rows[-1:]} {end} {err}")
    code, rows, err = run(named + "when t = 3 then f = 0\n", "--every", "6")
    ok(code == 0 and "sliding begins 1 time, ends 1 time" in err and "total duration 3" in err, "and takes it back", f"{code} {err}")


def at_rest():
    """What contacts hold has neither size nor rate: no method shortens its steps for the rounding of forces that cancel."""
    model = ("coordinate x, y\npoint A = x*world.x + y*world.y\nbody b: mass 2.04, centre A, frame world, inertia (1, 1, 1)\n"
             "gravity -9.81*world.y\nrolling b on world at A, normal world.y, friction 0.4\nconstraint y = 0\n"
             "force 6.75*sin(4*t + 5.24)*world.x at A\nspring 0.7 on x\nstart x' = 0, x = 0\nrun 60\n")
    for method in ("taylor", "rk8", "radau", "cvode"):
        code, rows, err = run(model, "--method", method, "--time", "20")
        ok(code == 0 and max(abs(r["x"]) for r in rows) < (1e-15 if method == "taylor" else 1e-11) and int(re.search(r"steps: (\d+)", err)[1]) < 2000,
           f"a block at rest under a force that changes, by {method}", f"{code} {err}")


def late_slips():
    """Springs, blocks and forces: the instants of transitions are known to the rounding of the time, and what begins there too."""
    model = ("coordinate x[1..3], y[1..3]\npoint A[i] = x[i]*world.x + y[i]*world.y for i in 1..3\n"
             "body b[1]: mass 2.61, centre A[1], frame world, inertia (1, 1, 1)\nbody b[2]: mass 2.75, centre A[2], frame world, inertia (1, 1, 1)\n"
             "body b[3]: mass 2.71, centre A[3], frame world, inertia (1, 1, 1)\ngravity -9.81*world.y\n"
             "rolling b[1] on world at A[1], normal world.y, friction 0.25\nrolling b[2] on world at A[2], normal world.y, friction 0.48\n"
             "rolling b[3] on world at A[3], normal world.y, friction 0.27\nconstraint y[i] = 0 for i in 1..3\n"
             "force 12.01*sin(5.28*t + 1.24)*world.x at A[1]\nforce 14.01*sin(2.69*t + 3.21)*world.x at A[2]\n"
             "force 8.83*sin(2.85*t + 3.64)*world.x at A[3]\nspring 2.6 on x[1]\nspring 8.2 on x[1] - x[2]\nspring 23.3 on x[2] - x[3]\n"
             "start x[1]' = -0.43, x[2]' = 0, x[3]' = 0\nrun 6\n")
    ends = {}
    for method in ("taylor", "rk8", "radau", "cvode"):
        code, rows, err = run(model, "--method", method)
        ends[method] = [rows[-1][f"x[{i}]"] for i in (1, 2, 3)]
        off = max(abs(a - b) for a, b in zip(ends[method], ends["taylor"]))
        counts = re.findall(r"sliding begins (\d+) times?, ends (\d+) time", err)
        ok(code == 0 and off < (1e-7 if method == "cvode" else 1e-10) and [int(a) - int(b) for a, b in counts] == [0, 0, 1],
           f"three blocks that slip and hold by turns, by {method}: {off:.1e}", f"{code} {counts} {err}")


def many_feet():
    """A body on three and on four feet in a line, of which one or two happen to bear nothing, pushed to and fro: it moves as a block does."""
    head = ("parameter g = 9.81, f = 0.3, l = 0.5, h = 0.4, F = 4, w = 3\ncoordinate x, z, θ\nframe B = world turned θ about y\n"
            "point G = x*world.x + z*world.z\nbody b: mass 1, centre G, frame B, inertia l^2/3 about y\ngravity -g*world.z\n"
            "force F*sin(w*t)*world.x at G\nstart z = h, x' = 0\nrun 5\n")
    block = ("parameter g = 9.81, f = 0.3, F = 4, w = 3\ncoordinate x, z\npoint G = x*world.x + z*world.z\n"
             "body b: mass 1, centre G, frame world, inertia (1, 1, 1)\ngravity -g*world.z\n"
             "rolling b on world at G, normal world.z, friction f\nforce F*sin(w*t)*world.x at G\nstart x' = 0\nrun 5\n")
    _, want, _ = run(block, "--every", "0.25")
    want = {r["time"]: r["x"] for r in want if r["event"] == 0}
    for feet in ((-1, 1, 0), (0, -1, 1), (-1, 1, 0.2, -0.4)):
        model = head + "".join(f"point P{i} = G + ({a})*l*B.x - h*B.z\nrolling b on world at P{i}, normal world.z, friction f\n" for i, a in enumerate(feet))
        for method, limit in (("taylor", 1e-13), ("rk8", 1e-10), ("radau", 1e-10)):
            code, rows, err = run(model, "--every", "0.25", "--method", method, "--audit", "1e-9")
            got = {r["time"]: r["x"] for r in rows if r["event"] == 0}
            off = max(abs(x - want[t]) for t, x in got.items()) if got.keys() == want.keys() else math.inf
            ok(code == 0 and off < limit and max(want.values()) > 0.1, f"feet at {feet}, by {method}: {off:.1e} from a block", f"{code} {err}")


def by_methods():
    """Methods that are no series: the same transitions at the same times, the same end."""
    limits = {"rk8": 1e-8, "radau": 1e-8, "cvode": 1e-6}
    for title, model, options in (("a block on a belt", "belt.vv", []), ("a ball that is thrown", "bowling.vv", []),
                                  ("a hoop", "hoop.vv", []), ("a block on a slope", "incline.vv", []),
                                  ("a tippe top", "tippetop.vv", ["--until", "1"]), ("a shaken block", TABLE, [])):
        common = [*options, "--column", "energy"] if model != TABLE else options
        _, series, said = run(model, *common)
        for method, limit in limits.items():
            _, rows, err = run(model, *common, "--method", method)
            turns = [[(r["event"], r["time"]) for r in t if r["event"]] for t in (series, rows)]
            same = len(series) == len(rows) and [e for e, _ in turns[0]] == [e for e, _ in turns[1]]
            worst = off = math.inf
            if same:
                size = {n: max(abs(r[n]) for r in series) for n in series[0]}
                # where a slip in two dimensions ends, the direction of friction is that of a vanishing velocity
                worst = max(abs(a[n] - b[n]) / max(size[n], 1e-3) for a, b in zip(series, rows) for n in size
                            if not (a["event"] == -2 and n.startswith(("reaction", "F(", "N("))))
                off = max([abs(a - b) for (_, a), (_, b) in zip(*turns)], default=0)
            ok(worst < limit and off < limit, f"{title} by {method}: {len(turns[1])} transitions, {off:.1e} apart; differs by {worst:.1e}",
               f"{turns}\n{err}")
    code, _, err = run("belt.vv", "--method", "ida")
    ok(code == 4 and "come and go" in err and "rk8" in err, "ida refuses contacts that come and go", err)


def loose_steps():
    """Steps to few digits: the transitions are those of the motion as it is followed, no paradoxes and no impacts."""
    lying = TABLE.replace("when z - A*sin(w*t) < -1e-6 then stop\nrun 0.3", "when z - A*sin(w*t) < 0 then z' = A*w*cos(w*t), record\nrun 2")
    for tolerance in ("1e-4", "1e-5", "1e-7", "1e-8", "1e-11"):
        for method in ("taylor", "rk8", "radau", "cvode"):
            code, rows, err = run("hoop.vv", "--method", method, "--tolerance", tolerance)
            turns = [(r["event"], r["time"]) for r in rows if r["event"]]
            times = [t for _, t in turns]
            limit = max(1e-7, (2000 if method == "cvode" else 20) * float(tolerance))
            ok(code == 0 and [e for e, _ in turns] == [-1, -2] and abs(times[0] - 0.50342773809) < limit and abs(times[1] - 0.976122505359) < limit,
               f"a hoop slips and rolls again by {method} to {tolerance}", f"{code} {turns}\n{err}")
            code, rows, err = run("leaving.vv", "--method", method, "--tolerance", tolerance)
            ok(code == 0 and "separates 1 time" in err, f"a ball leaves its support by {method} to {tolerance}", f"{code}\n{err}")
            code, rows, err = run(lying, "--method", method, "--tolerance", tolerance)
            ok(code == 0 and "separates 5 times" in err and len([r for r in rows if r["event"] == 1 and r["time"] > 0.1]) == 8,
               f"a shaken block lies still between its jumps by {method} to {tolerance}", f"{code}\n{err}")


hoop()
top()
independent_onset()
leaving()
landing()
ring()
faint_slip()
two_feet()
pushed()
beside_another()
thrown_table()
pushed_table()
smooth()
at_rest()
late_slips()
many_feet()
by_methods()
loose_steps()
done()
