#!/usr/bin/python3
"""Servo constraints on paths of several pieces, against closed forms and by every integrator. Prints TAP."""
import csv
import io
import math
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
METHODS = {"taylor": 1e-11, "rk8": 1e-10, "radau": 1e-10, "cvode": 1e-5, "ida": 1e-5}


def run(model, *options):
    """The exit code, rows by column, and the account."""
    end = subprocess.run([PROGRAM, "run", "-", *options], cwd=ROOT, input=model.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=120, check=False)
    rows = list(csv.DictReader(io.StringIO(end.stdout.decode())))
    return end.returncode, [{k: float(v) for k, v in r.items()} for r in rows], end.stderr.decode()


def follows(title, model, want, methods=METHODS, *options):
    """want: t -> {column: value}."""
    for method in methods:
        code, rows, text = run(model, "--method", method, *options)
        worst = max((abs(r[k] - x) for r in rows for k, x in want(r["time"]).items()), default=math.inf)
        ok(code == 0 and worst <= METHODS[method], f"{title}, by {method}: within {worst:.1e}", f"exit code {code}", text)


def smooth(t):
    """Quintic from 0 to 1, its first and second derivative."""
    q = min(t, 1)
    return (q**3 * (10 - 15 * q + 6 * q * q), 30 * q * q * (1 - q)**2, 60 * q * (1 - q) * (1 - 2 * q))


ONE = "coordinate x\nmass 1 at x*world.x\n"
follows("a quintic, then a straight line", ONE + "servo x = piecewise(t < 1, t^5, 1 + 5*(t - 1)) through x\nshow effort(x)\nrun 3\n",
        lambda t: {"x": t**5 if t < 1 else 5 * t - 4, "x'": 5 * min(t, 1)**4} | ({"effort(x)": 20 * t**3 * (t < 1)} if abs(t - 1) > 1e-9 else {}))
follows("a ramp by min, within a let", ONE + "let q = min(t, 1)\nlet r = q^3*(10 - 15*q + 6*q^2)\nservo x = r through x\nshow effort(x)\nrun 3\n",
        lambda t: dict(zip(("x", "x'", "effort(x)"), smooth(t))))
follows("a ramp that begins later", ONE + "let q = max(0, min(t - 1/2, 1))\nservo 2*x = 2*q^3*(10 - 15*q + 6*q^2) through x\nrun 3\n",
        lambda t: dict(zip(("x", "x'"), smooth(max(0, t - 0.5)))))
follows("pieces by abs and sign", ONE + "servo x = abs(t - 1)^3*sign(t - 1) + abs(t - 2)^5 through x\nstart x = 31\nrun 3\n",
        lambda t: {"x": (t - 1)**3 + abs(t - 2)**5, "x'": 3 * (t - 1)**2 + 5 * (t - 2)**4 * (1 if t > 2 else -1)})
follows("nested pieces", ONE + "servo x = piecewise(t < 1, t^4, t < 2, 4*t - 3 + (t - 1)^4*max(0, t - 1), 10*t - 10 - (2 - t)^3) through x\nrun 1.9\n",
        lambda t: {"x": t**4 if t < 1 else 4 * t - 3 + (t - 1)**5})
TWO = "coordinate x, s\nkinetic energy (x'^2 + s'^2)/2\n"
follows("a path over another coordinate", TWO + "servo x = piecewise(s < 1, s^3, 1 + 3*(s - 1)) through x\nstart s = 0, s' = 1\nrun 3\n",
        lambda t: {"s": t, "x": t**3 if t < 1 else 3 * t - 2})
follows("a pulse far from the start", ONE + "servo x = exp(-(40*(t - 2))^2) through x\nstart x = exp(-6400)\nrun 3\n",
        lambda t: {"x": math.exp(-min(700, (40 * (t - 2))**2))}, ("taylor", "radau"))

# the rope of a crane that stays vertical, the load by Cartesian coordinates: l = z, and the drum and the load accelerate together
CRANE = """parameter M = 5, m = 2, J = 0.1, g = 9.81
coordinate %s
mass M at s*world.x
mass m at x*world.x - z*world.z
kinetic energy J*l'^2/2
gravity -g*world.z
constraint (x - s)^2 + z^2 = l^2
servo x = %s through s, l
servo z = 2 + 0.2*cos(t) through s, l
start l = 2.2, z = 2.2
show effort(s), effort(l)
run 5
"""


def vertical(x, push):
    return lambda t: {"s": x(t), "x": x(t), "l": 2 + 0.2 * math.cos(t), "effort(l)": -2.1 * 0.2 * math.cos(t) - 2 * 9.81, "effort(s)": push}


for order in ("s, l, x, z", "x, z, s, l"):
    follows(f"a crane whose rope stays vertical ({order})", CRANE % (order, "0"), vertical(lambda t: 0, 0))
    follows(f"... that moves on steadily ({order})", CRANE % (order, "0.3*t"), vertical(lambda t: 0.3 * t, 0))

BOTH = """coordinate x, s
kinetic energy x'^2 + x'*s' + s'^2
potential s^2
let q = min(t, 1)
servo x + s = q^3*(10 - 15*q + 6*q^2) through x
start x = 0
run 3
"""
table = {m: run(BOTH, "--method", m)[1] for m in ("taylor", "rk8", "radau")}
for method in ("rk8", "radau"):
    worst = max(abs(a[k] - b[k]) for a, b in zip(table["taylor"], table[method]) for k in a)
    ok(worst < 1e-11, f"a ramp shared by two coordinates, taylor and {method}: within {worst:.1e}")


# ---- cranes: the trolley s and the rope l move the load along x(t), z(t). The load alone gives the force in the rope,
# this the rope's direction, hence s and l; the forces on the trolley and the drum follow from s'' and l''.


class Series:
    """A power series in t - t0, to order 4."""

    def __init__(self, c):
        self.c = (list(c) + [0.0] * 5)[:5]

    def __add__(self, o):
        return Series([a + b for a, b in zip(self.c, of(o).c)])

    __radd__ = __add__

    def __neg__(self):
        return Series([-a for a in self.c])

    def __sub__(self, o):
        return self + -of(o)

    def __mul__(self, o):
        return Series([sum(self.c[i] * of(o).c[k - i] for i in range(k + 1)) for k in range(5)])

    __rmul__ = __mul__

    def __truediv__(self, o):
        q = []
        for k in range(5):
            q.append((self.c[k] - sum(q[i] * o.c[k - i] for i in range(k))) / o.c[0])
        return Series(q)

    def root(self):
        r = [math.sqrt(self.c[0])]
        for k in range(1, 5):
            r.append((self.c[k] - sum(r[i] * r[k - i] for i in range(1, k))) / (2 * r[0]))
        return Series(r)

    def twice(self):
        """Its second derivative."""
        return Series([(k + 1) * (k + 2) * self.c[k + 2] for k in range(3)])


def of(x):
    return x if isinstance(x, Series) else Series([x])


def wave(a, w, phase, t):
    """a sin(w t + phase)"""
    return Series([a * w**k * math.sin(w * t + phase + k * math.pi / 2) / math.factorial(k) for k in range(5)])


M, m, J, g = 5, 2, 0.1, 9.81


def crane(x, z, t):
    s = x - z * x.twice() / (z.twice() - g)
    l = ((x - s) * (x - s) + z * z).root()
    force = m * (z.twice() - g) / (2 * z)  # in the rope, over its length
    return {"s": s.c[0], "l": l.c[0], "x": x.c[0], "z": z.c[0], "effort(s)": M * 2 * s.c[2] + (2 * force * (x - s)).c[0],
            "effort(l)": J * 2 * l.c[2] + (2 * force * l).c[0]}


def HEAVE(t):
    return 2 + wave(0.2, 1, math.pi / 2, t)


PATHS = (("swung to and fro", "0.3*sin(2*t)", lambda t: wave(0.3, 2, 0, t), "2 + 0.2*cos(t)", HEAVE),
         ("carried along", "2*t^2 + 0.1*sin(t)", lambda t: Series([2 * t * t, 4 * t, 2]) + wave(0.1, 1, 0, t), "2 + 0.2*cos(t)", HEAVE),
         ("carried nearly uniformly", "t/2 + sin(3*t)/1000", lambda t: Series([t / 2, 0.5]) + wave(1e-3, 3, 0, t), "2 + 0.2*cos(t)", HEAVE),
         ("swung at a constant height", "0.3*sin(2*t) - 0.1*cos(3*t)", lambda t: wave(0.3, 2, 0, t) - wave(0.1, 3, math.pi / 2, t), "2 + 0*t",
          lambda t: Series([2])))
for name, px, X, pz, Z in PATHS:
    text = f"""parameter M = 5, m = 2, J = 0.1, g = 9.81
coordinate s, l, x, z
mass M at s*world.x
mass m at x*world.x - z*world.z
kinetic energy J*l'^2/2
gravity -g*world.z
constraint (x - s)^2 + z^2 = l^2
servo x = {px} through s, l
servo z = {pz} through s, l
start l = 2.2, z = {Z(0).c[0]!r}, x = {X(0).c[0]!r}, s = {crane(X(0), Z(0), 0)["s"]!r}
show effort(s), effort(l)
run 3
"""
    follows(f"a load {name}", text, lambda t, X=X, Z=Z: crane(X(t), Z(t), t), ("taylor", "rk8", "radau"), "--every", "0.1")
    # heights upwards: the same forces
    up = text.replace("- z*world.z", "+ y*world.z").replace("s, l, x, z", "s, l, x, y").replace("z^2 = l^2", "y^2 - l^2 = 0")
    up = up.replace(f"servo z = {pz}", f"servo -y = {pz}").replace("z = ", "y = -", 1)
    follows(f"the same upwards, a load {name}", up, lambda t, X=X, Z=Z: {k: v for k, v in crane(X(t), Z(t), t).items() if k != "z"}, ("taylor", "radau"),
            "--every", "0.1")
done()
