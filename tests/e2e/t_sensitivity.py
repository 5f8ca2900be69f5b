#!/usr/bin/python3
"""visviva run --sensitivity and --lyapunov: closed forms, differences of runs, symplecticity. Prints TAP."""
import csv
import io
import math
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
SPRING = ("parameter m = 2, k = 5, x0 = 3/10\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\n"
          "start x = x0, x' = 1/2\n")


def run(model, *options):
    """Exit code, the last row by its names, the summary."""
    from_file = model.endswith(".vv")
    done = subprocess.run([PROGRAM, "run", model if from_file else "-", *options], cwd=ROOT, timeout=120,
                          input=b"" if from_file else model.encode(), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    rows = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    last = {k: float(x) for k, x in rows[-1].items()} if rows else {}
    return done.returncode, last, done.stderr.decode()


def by(*names):
    return [word for name in names for word in ("--sensitivity", name)]


def closed_form():
    code, row, err = run(SPRING, "--until", "10", "--at", "10", "--column", "energy", *by("k", "x", "x'", "x0", "m"))
    w, t = math.sqrt(2.5), 10
    dw = 1 / (2 * math.sqrt(10))
    by_w = -0.3 * t * math.sin(w * t) + 0.5 * (t * math.cos(w * t) / w - math.sin(w * t) / w ** 2)
    want = {"d(x)/d(k)": by_w * dw, "d(x)/d(x)": math.cos(w * t), "d(x)/d(x')": math.sin(w * t) / w,
            "d(x')/d(x)": -w * math.sin(w * t), "d(x)/d(x0)": math.cos(w * t),
            "d(x)/d(m)": -by_w * w / 4, "d(energy)/d(k)": 0.045, "d(energy)/d(x)": 1.5,
            "d(energy)/d(m)": 0.125}
    worst = max(abs(row[n] - x) for n, x in want.items()) if code == 0 else math.inf
    ok(worst < 2e-14, f"an oscillator by stiffness, mass and start: {worst:.1e} off the closed form", err)


def efforts():
    """Efforts of two servos by several parameters at once: derivatives of multipliers have no relation of their own."""
    driven = ("parameter m = 2, k = 5, n = 3\ncoordinate x, y\nkinetic energy m/2*x'^2 + n/2*y'^2\n"
              "potential k/2*(x - y)^2\nservo x = sin(t) through x\nservo y = cos(2*t) through y\nstart y = 1\n")
    code, row, err = run(driven, "--until", "2", "--at", "2", "--column", "effort(x)", "--column", "effort(y)",
                         *by("m", "k", "n"))
    x, y = math.sin(2), math.cos(4)
    want = {"effort(x)": -2 * x + 5 * (x - y), "effort(y)": -12 * y - 5 * (x - y),
            "d(effort(x))/d(m)": -x, "d(effort(x))/d(k)": x - y, "d(effort(x))/d(n)": 0,
            "d(effort(y))/d(m)": 0, "d(effort(y))/d(k)": y - x, "d(effort(y))/d(n)": -4 * y}
    worst = max(abs(row[n] - e) for n, e in want.items()) if code == 0 else math.inf
    ok(worst < 1e-13, f"efforts of servos by several parameters: {worst:.1e} off the closed form", f"{code}\n{err}")


def by_difference(title, model, until, name, setting, value, limit, *options):
    """Runs at neighbouring values of a parameter, differences extrapolated to fourth order."""
    code, row, err = run(model, "--until", until, "--at", until, *by(name), *options)
    worst = math.inf
    if code == 0:
        h = value / 1024
        at = {d: run(model, "--until", until, "--at", until, "--set", f"{setting}={value + d * h!r}", *options)[1]
              for d in (-2, -1, 1, 2)}
        names = [n for n in at[1] if f"d({n})/d({name})" in row]
        size = max(abs(row[f"d({n})/d({name})"]) for n in names)
        worst = max(abs(8 * (at[1][n] - at[-1][n]) - (at[2][n] - at[-2][n]) - 12 * h * row[f"d({n})/d({name})"])
                    for n in names) / (12 * h * size)
        ok(size > 1e-3, f"{title}: it depends on {name}", row)
    ok(worst < limit, f"{title}: derivative by {name} against differences of runs: {worst:.1e}", err)


def by_methods():
    """The same derivatives by methods that are no series."""
    cases = (("double pendulum", "models/double_pendulum.vv", "3", "g", []),
             ("hoop, minimal speeds", "models/rolling_hoop.vv", "3", "θ", ["--form", "minimal"]),
             ("four bars, multipliers", "models/fourbar.vv", "1", "g", []),
             ("bicycle, a redundant relation", "models/bicycle.vv", "1", "lean", []),
             ("crane, servos differentiated further", "models/crane.vv", "1", "m", ["--column", "effort(s)"]))
    for title, model, until, name, options in cases:
        series = run(model, "--until", until, "--at", until, *by(name), *options)[1]
        size = max(abs(x) for n, x in series.items() if n.startswith("d("))
        for method, limit in (("rk8", 1e-11), ("radau", 1e-11), ("cvode", 3e-8), ("ida", 1e-5)):
            code, row, err = run(model, "--until", until, "--at", until, *by(name), *options, "--method", method)
            worst = max(abs(row[n] - x) for n, x in series.items()) / size if code == 0 else math.inf
            ok(worst < limit, f"{title}: {method} differs from series by {worst:.1e}", err)


def differences():
    by_difference("double pendulum", "models/double_pendulum.vv", "5", "l2", "l2", 0.7, 2e-9)
    by_difference("hoop, minimal speeds", "models/rolling_hoop.vv", "3", "a", "a", 0.5, 2e-9,
                  "--form", "minimal")
    by_difference("disc, multipliers", "models/rolling_disc.vv", "2", "r", "r", 0.25, 2e-9,
                  "--form", "multipliers")
    by_difference("four bars, multipliers", "models/fourbar.vv", "1", "g", "g", 9.81, 1e-8)
    by_difference("snakeboard, where the speeds chosen at first fail on the way", "models/reference/snakeboard.vv",
                  "2", "l", "l", 0.35, 1e-8)


def forms():
    """Cartesian coordinates with a multiplier, an angle without: the same derivatives."""
    angle = ("parameter m = 1, l = 1, g = 9.81\ncoordinate θ\npoint A = l*(sin(θ)*world.x - cos(θ)*world.y)\n"
             "mass m at A\ngravity -g*world.y\nstart θ = -pi/2\nshow dot(A, world.x), dot(A, world.y)\n")
    code, one, err = run(angle, "--until", "5", "--at", "5", *by("g", "theta'"))
    both, two, error = run("models/pendulum_cartesian.vv", "--until", "5", "--at", "5", *by("g", "y'"))
    worst = math.inf
    if code == 0 and both == 0:
        # at the start y' = -l θ' there
        worst = max(abs(one[f"d(dot(A, world.{a}))/d({p})"] - s * two[f"d({a})/d({q})"])
                    for a in "xy" for p, q, s in (("g", "g", 1), ("theta'", "y'", -1)))
    ok(worst < 2e-12, f"a pendulum with and without a multiplier: {worst:.1e}", err + error)


def symplectic():
    """d(q, p) at t by d(q, p) at 0 keeps the form dp ^ dq (Lagrange's brackets); its area is Liouville's."""
    p = ["2.5*θ1' + 1.05*cos(θ1 - θ2)*θ2'", "0.735*θ2' + 1.05*cos(θ1 - θ2)*θ1'"]
    q, start = ["θ1", "θ2"], ["θ1", "θ2", "θ1'", "θ2'"]
    columns = [word for e in p for word in ("--column", e)]
    form = []
    for until in ("0", "8"):
        code, row, err = run("models/double_pendulum.vv", "--until", until, "--at", until, *columns, *by(*start))
        if code:
            ok(False, "double pendulum", err)
            return
        d = lambda e, s: row[f"d({e})/d({s})"]
        form.append([sum(d(p[i], a) * d(q[i], b) - d(p[i], b) * d(q[i], a) for i in (0, 1))
                     for a in start for b in start])
    growth = max(abs(d(q[0], s)) for s in start)
    worst = max(abs(x - y) for x, y in zip(*form))
    ok(worst < 1e-11 * growth * growth and max(map(abs, form[0])) > 1,
       f"the flow of the double pendulum is symplectic to {worst:.1e}, derivatives of {growth:.2g}", form)


def exponents():
    saddle = "coordinate x, y\nkinetic energy x'^2/2 + y'^2/2\nforce function x^2/2 + 2*y^2\nstart x = 0.1\n"
    code, _, err = run(saddle, "--until", "30", "--at", "30", "--lyapunov", "4")
    found = [float(line.split(":")[1].split()[0]) for line in err.splitlines() if line.startswith("Lyapunov")]
    late = [float(line.split(",")[1].split()[0]) for line in err.splitlines() if line.startswith("Lyapunov")]
    ok(code == 0 and len(found) == 4 and max(abs(x - y) for x, y in zip(late, (2, 1, -1, -2))) < 1e-9,
       "a saddle: 2, 1, -1, -2", err)
    code, _, err = run("models/reference/double_pendulum_chaotic.vv", "--until", "400", "--at", "400", "--lyapunov")
    first = [float(line.split(":")[1].split()[0]) for line in err.splitlines() if line.startswith("Lyapunov")]
    ok(code == 0 and len(first) == 1 and 0.9 < first[0] < 1.5, f"the double pendulum is chaotic: {first}", err)
    code, _, err = run("models/pendulum_cartesian.vv", "--until", "3", "--at", "3", "--lyapunov=4")
    ok(code == 0 and "only 2 independent directions" in err, "constraints leave fewer directions", err)
    code, _, err = run("models/fourbar.vv", "--until", "3", "--at", "3", "--lyapunov=3", "--form", "minimal")
    ok(code == 4 and "VV0608" in err and "need multipliers" in err, "minimal speeds do not keep directions on finite constraints", err)
    # a skate turned by the time goes round in a circle: no direction grows but like t, and x' is no speed across it
    steered = ("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\nconstraint x'*sin(t) = y'*cos(t)\nstart x' = 1\n")
    code, _, err = run(steered, "--until", "60", "--at", "60", "--lyapunov", "3")
    late = [float(line.split(",")[1].split()[0]) for line in err.splitlines() if line.startswith("Lyapunov exponent")]
    ok(code == 0 and len(late) == 3 and max(map(abs, late)) < 0.05,
       f"speeds that fail on the way: exponents {late}", f"{code}\n{err}")


def resumed(folder):
    """A run that was stopped and goes on tells the same exponents and derivatives."""
    model, path = "models/reference/double_pendulum_chaotic.vv", os.path.join(folder, "out.csv")
    common = ["--until", "60", "--at", "60", "--lyapunov", "2", *by("g"), "-o", path]
    def told(err):
        return [line for line in err.splitlines() if line.startswith(("Lyapunov", "sum of"))]
    whole = run(model, *common)
    with open(path, "rb") as file:
        table = file.read()
    os.remove(path)
    stopped = run(model, *common, "--checkpoint", "1e-9", "--time", "0.03")
    again = run(model, *common, "--resume")
    with open(path, "rb") as file:
        same = file.read() == table
    ok(stopped[0] in (0, 5) and again[0] == 0 and same and told(again[2]) == told(whole[2]) and len(told(whole[2])) == 3,
       "stopped and resumed: the same table and exponents", again[2] + stopped[2])


def faults():
    code, _, err = run(SPRING, "--until", "1", "--sensitivity", "zeta")
    ok(code == 3 and "VV0620" in err and "'zeta' is not a parameter" in err, "a name that is none: exit code 3", err)
    code, _, err = run(SPRING + "when x = 0 then x' = -x'\n", "--until", "9", "--sensitivity", "k")
    ok(code == 4 and "across impacts" in err, "impacts are refused: exit code 4", err)
    code, _, err = run("models/rolling_hoop.vv", "--until", "1", "--sensitivity", "a")
    ok(code == 4 and "friction" in err and "--form minimal" in err, "friction is refused with the way out", err)
    code, _, err = run(SPRING, "--until", "1", "--lyapunov=0")
    ok(code == 2 and "number of exponents" in err, "no exponents: exit code 2", err)


closed_form()
efforts()
differences()
by_methods()
forms()
symplectic()
exponents()
with tempfile.TemporaryDirectory() as place:
    resumed(place)
faults()
done()
