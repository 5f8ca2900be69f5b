#!/usr/bin/python3
"""Forces that depend on constraint forces, against integrations that share no code with the engine: the accelerations and
reactions of each mechanism are solved for by hand. In every form, by every integrator. Prints TAP."""
import csv
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
METHODS = {"taylor": 1e-11, "rk8": 1e-11, "radau": 1e-9, "cvode": 1e-6}

BEAD = """system "A bead on a parabola, with a resistance proportional to the reaction"
parameter m = 2, g = 9.81, b = 0.8, c = 0.3
coordinate x, y
point P = x*world.x + y*world.y
mass m at P
gravity -g*world.y
constraint y = b*x^2/2
let w = sqrt(1 + b^2*x^2)
force -c*λ*w*x'*w*(world.x + b*x*world.y)/w at P
start x = 0.3, x' = 2
run 2
show λ
"""

CAR = """system "A car against rolling resistance, with load transfer, and a pendulum on it"
parameter M = 5, m = 1, a = 0.3, b = 1, h = 0.4, g = 9.81, k = 0.05, c = 0.02, J = 2, l = 0.7, n = 2
coordinate x, y, θ, φ, ψ, α
frame C = world turned θ about z
frame B = C turned φ about z
frame D = C turned ψ about z
point G = x*world.x + y*world.y, E = G + b*C.x, H = G - b*C.x
body cart: mass M, centre G + h*C.y, frame C, inertia J about z
body front: mass m, centre E, frame B, inertia m*a^2 about z
body rear: mass m, centre H, frame D, inertia m*a^2 about z
mass n at G + l*sin(α)*world.x - l*cos(α)*world.y
gravity -g*world.y
torque k*N(front)*world.z on front
torque -c*(θ' + ψ')*N(H - a*world.y)*world.z on rear
rolling front on world at E - a*world.y, normal world.y
rolling rear on world at H - a*world.y, normal world.y
start y = a, x' = 3, α = 1
run 1
show N(front), N(rear)
"""

LIFT = """system "A wheel with creep on a lift"
parameter m = 3, a = 0.4, I = 0.3, g = 9.81, c = 0.05, A = 0.1, w = 5
coordinate x, y, φ
frame B = world turned φ about z
point G = x*world.x + y*world.y
body wheel: mass m, centre G, frame B, inertia I about z
gravity -g*world.y
constraint y = a + A*sin(w*t)
let s = x' + a*φ'
force -c*λ*s*world.x at G - a*world.y on wheel
start x' = 2
run 2
show λ
"""


def solve(M, v):
    """Gauss's elimination with pivoting."""
    n = len(v)
    rows = [list(map(float, r)) + [float(e)] for r, e in zip(M, v)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(n):
            if i != k:
                f = rows[i][k] / rows[k][k]
                rows[i] = [p - f * q for p, q in zip(rows[i], rows[k])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def bead(t, s):
    """Newton along x and y, the force along the tangent (1, b x)/w of size -c (λ w) (x' w)."""
    m, g, b, c = 2, 9.81, 0.8, 0.3
    x, v = s
    w = math.sqrt(1 + b * b * x * x)
    k = -c * w * (v * w) / w
    a, force = solve([[m, b * x - k], [m * b * x, -1 - k * b * x]], [0, -m * g - m * b * v * v])
    return [v, a], [force]


def car(t, s):
    """x'', α'', N1, N2: momentum and angular momentum of the whole about the point of the ground below the axle's middle;
    each wheel turns by x'/a against φ."""
    M, m, a, b, h, g, k, c, l, n = 5, 1, 0.3, 1, 0.4, 9.81, 0.05, 0.02, 0.7, 2
    v, angle, rate = s[1], s[2], s[3]
    sin, cos = math.sin(angle), math.cos(angle)
    turn = c * (-v / a)  # couple on the rear wheel per N2, with the sign reversed
    # horizontal force on the axles: -m x'' - k N1/a + turn N2/a of both wheels; moving masses M + 2 m + n
    rows = [[M + 4 * m + n, n * l * cos, k / a, -turn / a],
            [n * l * cos, n * l * l, 0, 0],
            [0, n * l * sin, -1, -1],
            [-(M * (a + h) + 4 * m * a + n * (a - l * cos)), -n * (a - l * cos) * l * cos + n * l * sin * l * sin,
             -(b + k), b + turn]]
    right = [n * l * rate * rate * sin, -n * g * l * sin, -(M + 2 * m + n) * g - n * l * rate * rate * cos,
             -n * g * l * sin - n * (a - l * cos) * l * rate * rate * sin - n * l * sin * l * rate * rate * cos]
    ax, aa, N1, N2 = solve(rows, right)
    return [v, ax, rate, aa], [N1, N2]


def lift(t, s):
    m, a, I, g, c, A, w = 3, 0.4, 0.3, 9.81, 0.05, 0.1, 5
    N = m * (g - A * w * w * math.sin(w * t))
    slip = s[1] + a * s[3]
    return [s[1], -c * N * slip / m, s[3], -a * c * N * slip / I], [N]


def integrate(f, state, end, steps=20000):
    h, t, s = end / steps, 0.0, list(state)

    def at(k, by):
        return [p + by * q for p, q in zip(s, k)]

    for i in range(steps):
        t = i * h
        k1 = f(t, s)[0]
        k2 = f(t + h / 2, at(k1, h / 2))[0]
        k3 = f(t + h / 2, at(k2, h / 2))[0]
        k4 = f(t + h, at(k3, h))[0]
        s = [p + h / 6 * (q1 + 2 * q2 + 2 * q3 + q4) for p, q1, q2, q3, q4 in zip(s, k1, k2, k3, k4)]
    return s + f(end, s)[1]


def last_row(model, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.vv")
        with open(path, "w", encoding="utf-8") as file:
            file.write(model)
        run = subprocess.run([PROGRAM, "run", path, "--at", "0", *options], capture_output=True, text=True, check=False)
        rows = list(csv.DictReader(run.stdout.splitlines()))
        return ({} if not rows else {k: float(v) for k, v in rows[-1].items()}), run


def compare(title, model, columns, expected, forms):
    for form in forms:
        for method, tolerance in METHODS.items():
            row, run = last_row(model, "--form", form, "--method", method)
            worst = max((abs(row[k] - e) / max(1, abs(e)) for k, e in zip(columns, expected)), default=1) if row else math.inf
            ok(run.returncode == 0 and worst < tolerance, f"{title}: {form}, {method}",
               f"{worst}\n{[row.get(k) for k in columns]}\n{expected}\n{run.stderr}")


def typed(model, force, value, columns, forms):
    """The same model with the reaction written out where it is known beforehand."""
    other = model.replace(force, value)
    for form in forms:
        one, run = last_row(model, "--form", form)
        two, _ = last_row(other, "--form", form)
        worst = max(abs(one[k] - two[k]) for k in columns) if one and two else math.inf
        ok(other != model and worst < 1e-12, f"the reaction typed as {value}: {form}", f"{worst}\n{run.stderr}")


compare("a bead on a parabola", BEAD, ["x", "x'", "λ"], integrate(bead, [0.3, 2], 2), ["minimal", "multipliers"])
compare("a car", CAR, ["x", "x'", "α", "α'", "N(front)", "N(rear)"], integrate(car, [0, 3, 1, 0], 1),
        ["minimal", "multipliers"])
compare("a wheel on a lift", LIFT, ["x", "x'", "φ", "φ'", "λ"], integrate(lift, [0, 2, 0, 0], 2), ["minimal", "multipliers"])
typed(LIFT, "-c*λ*s", "-c*m*(g - A*w^2*sin(w*t))*s", ["x", "x'", "φ", "λ"], ["minimal", "multipliers"])

# the derivative with respect to a parameter, against a difference
left, right = (last_row(BEAD, "--set", f"c={c}")[0] for c in (0.2999, 0.3001))
slope, _ = last_row(BEAD, "--sensitivity", "c")
ok(abs(slope["d(x)/d(c)"] - (right["x"] - left["x"]) / 2e-4) < 1e-6, "the sensitivity to the coefficient")
done()
