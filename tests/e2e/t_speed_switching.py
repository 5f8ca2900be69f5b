#!/usr/bin/python3
"""Minimal speeds that change on the way: beside closed forms, beside multipliers, stopped and resumed. Prints TAP."""
import csv
import io
import itertools
import math
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
EDGE = "coordinate x, y, φ\nkinetic energy (x'^2 + y'^2)/2 + φ'^2/4\nconstraint x'*sin(φ) - y'*cos(φ) = 0\n"
SLOPE = EDGE + "force function 0.3*x\nstart φ = 0.1, x' = 0.4, φ' = 1\nrun 30\n"  # 0.3: along the slope
INSTEAD = "form: speeds y' instead of x' from t = "
CHANGED = "form: changed "
MULTIPLIERS = "form: multipliers from"
SLOW = 5 if os.environ.get("VV_SANITIZED") else 1


def run(model, *options, name="run"):
    out = subprocess.run([PROGRAM, name, "-", *options], input=model.encode(), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=120 * SLOW, check=False)
    return out.returncode, out.stdout.decode(), out.stderr.decode()


def table(out):
    rows = list(csv.reader(io.StringIO(out)))
    return [dict(zip(rows[0], map(float, row))) for row in rows[1:]] if rows else []


def apart(one, other):
    """The largest difference of columns that both tables have, of values above 1 by their size."""
    if not one or len(one) != len(other):
        return math.inf
    return max(abs(a[k] - b[k]) / max(1, abs(b[k])) for a, b in zip(one, other) for k in a if k in b)


def energy(err):
    lines = [line for line in err.splitlines() if line.startswith("energy balance: within ")]
    return float(lines[0].split()[3]) if lines else math.inf


def read(path):
    with open(path, "rb") as file:
        return file.read()


def model(name):
    return read(os.path.join(ROOT, "models", "reference", name + ".vv")).decode()


def slope(t, p0=0.1):
    """An edge on a slope, φ = p0 + t: v = a + g sin φ along the edge, by quadrature a cycloid that drifts."""
    g, p = 0.3, p0 + t
    a = 0.4 / math.cos(p0) - g * math.sin(p0)
    v = a + g * math.sin(p)
    return {"x": a * (math.sin(p) - math.sin(p0)) + g / 2 * (math.sin(p)**2 - math.sin(p0)**2),
            "y": a * (math.cos(p0) - math.cos(p)) + g / 2 * t - g / 4 * (math.sin(2 * p) - math.sin(2 * p0)),
            "x'": v * math.cos(p), "y'": v * math.sin(p)}


def closed_forms():
    for title, options in (("chosen", []), ("asked for", ["--form", "minimal"])):
        code, out, err = run(SLOPE, "--every", "0.1", *options)
        rows = table(out)
        off = max(abs(row[k] - value) for row in rows for k, value in slope(row["time"]).items())
        ok(code == 0 and len(rows) == 301 and off < 1e-13, f"an edge on a slope, minimal speeds {title}: all rows within {off:.1e}", err)
        ok(energy(err) < 1e-14 and MULTIPLIERS not in err, f"its energy within {energy(err):.1e}, in minimal speeds to the end", err)
        ok(INSTEAD in err and "form: speeds x' instead of y' from t = " in err and CHANGED + "19 times" in err, "each change is reported or counted", err)
    near = [math.pi * (k + 0.5) - 0.1 + off for k in range(9) for off in (-1e-7, 1e-9)]  # headings next to right angles
    for tolerance, least in (("1e-20", 1e-13), ("1e-12", 1e-10), ("1e-8", 1e-6)):
        code, out, err = run(SLOPE, "--every", "30", "--tolerance", tolerance, *(word for t in near for word in ("--at", repr(t))))
        off = max(abs(row[k] - value) for row in table(out) for k, value in slope(row["time"]).items())
        ok(code == 0 and off < least, f"no step leads over a right angle in the speed that fails there, tolerance {tolerance}: {off:.1e}", err)
    for method, least in (("radau", 1e-12), ("rk8", 1e-10), ("cvode", 1e-6)):
        code, out, err = run(SLOPE, "--method", method, "--every", "0.1", "--form", "minimal")
        off = max(abs(row[k] - value) for row in table(out) for k, value in slope(row["time"]).items())
        ok(code == 0 and off < least and CHANGED in err, f"by {method}: {off:.1e}", err)
    code, out, err = run(SLOPE, "--method", "rk8", "--every", "0.1")
    off = max(abs(row[k] - value) for row in table(out) for k, value in slope(row["time"]).items())
    own = max(abs(row[k] - value) for row in table(run(SLOPE, "--method", "rk8", "--every", "0.1", "--form", "multipliers")[1])
              for k, value in slope(row["time"]).items())
    ok(code == 0 and off < 1.5 * own and MULTIPLIERS in err, f"by rk8 multipliers take over, before digits are lost: {off:.1e}, {own:.1e} from the start", err)


def near_right_angles():
    """Steps of these tolerances lead nearly from one right angle to the next: from many starts, rows beside each of them."""
    for tolerance, least in ((1e-12, 1e-11), (1e-10, 1e-9)):
        worst, told = 0, []
        for k in range(60):
            start = 0.1 + 0.003 * k
            near = [math.pi * (k + 0.5) - start + off for k in range(9) for off in (-1e-7, 1e-9)]
            code, out, err = run(SLOPE.replace("φ = 0.1", f"φ = {start!r}"), "--every", "30", "--tolerance", repr(tolerance),
                                 *(word for t in near for word in ("--at", repr(t))))
            off = max((abs(row[k] - value) for row in table(out) for k, value in slope(row["time"], start).items()), default=math.inf)
            worst = max(worst, off)
            if code != 0 or off >= least:
                told.append(f"φ = {start}: {off:.1e}\n{err}")
        ok(not told, f"steps nearly as long as from one right angle to the next, tolerance {tolerance}: {worst:.1e}", *told[:2])


def low_parts():
    """Far from 0 every change of speeds could cost half of a last digit, were not both parts of each value and of the time handed over."""
    far, rows = 2.0**20, 1000
    text = ("coordinate x, y, φ, z, u\nkinetic energy (x'^2 + y'^2 + z'^2 + u'^2)/2 + φ'^2/4\nconstraint x'*sin(φ) - y'*cos(φ) = 0\n"
            f"work 0.3*δ(x) + 0.3*cos(φ)*δ(z)\nstart x = {far}, y = {far}, z' = {far}, u' = 1, φ = 0.1, x' = 0.4, φ' = 1\nrun {4 * rows}\n")
    code, out, err = run(text, "--every", "4")
    worst = {"x": 0, "y": 0, "z'": 0, "u": 0}
    for row in table(out):
        want = slope(row["time"])
        off = {name: row[name] - far - want[name] for name in ("x", "y")}
        off["z'"] = row["z'"] - far - 0.3 * (math.sin(0.1 + row["time"]) - math.sin(0.1))  # a speed that stays
        off["u"] = row["u"] - row["time"]
        worst = {name: max(worst[name], abs(off[name])) for name in worst}
    last = {name: worst[name] * 2.0**52 / (2.0**11 if name == "u" else far) for name in worst}  # of last digits
    ok(code == 0 and len(table(out)) == rows + 1 and MULTIPLIERS not in err and CHANGED in err, "very many changes", err)
    for name, by in last.items():
        ok(by < 1, f"after very many changes {name} is right to its last digit: {by:.2f} of it", err)


def references():
    """The speeds of these models are left out, or others stated, so that those in use fail at a right angle."""
    sleigh = "".join(line + "\n" for line in model("chaplygin_sleigh").splitlines() if not line.startswith(("speed", "claim", "start")))
    sleigh += f"start θ = 0.2, θ' = 1.5, x' = {0.4 * math.cos(0.2)!r}\n"
    code, out, err = run(sleigh, "--at", "3")
    end, want = table(out)[-1], {"x": 0.5871843197422564693, "y": 2.5721714552469081256, "θ": 1.6468575080237165321, "θ'": 0.0454710923103248580}
    off = max(abs(end[k] - value) for k, value in want.items())
    ok(code == 0 and off < 1e-14 and INSTEAD in err, f"Chaplygin's sleigh in x' and θ': {off:.1e}", err)
    disc = model("vertical_rolling_disc") + "speed u = x', w = φ'\n"
    code, out, err = run(disc, "--at", "4")
    end, want = table(out)[-1], {"x": 0.0784215503591601981, "y": -0.0961627942063764589, "θ": 14.219178082191780822, "θ'": 5.609589041095890411}
    off = max(abs(end[k] - value) for k, value in want.items())
    ok(code == 0 and off < 1e-13 and " instead of u from t = " in err and MULTIPLIERS not in err, f"an upright disc in x' and φ': {off:.1e}", err)
    ok(abs(end["u"] - end["x'"]) < 1e-14, "a stated speed keeps its column", end)
    code, out, err = run(model("kane_carriage"), "--at", "3")
    end = table(out)[-1]
    off = max(abs(end["q1"] - 1.586155060731388525590), abs(end["u2"] - 7.388998027240739232269), abs(end["Y"] - 1.232943045161890363293),
              abs(end["Z"] - 11.34269111730850919441))
    ok(code == 0 and off < 1e-13 and "form: the same speeds by other constraints from t = " in err and MULTIPLIERS not in err,
       f"a carriage, of whose relations others become dependent: {off:.1e}", err)
    turning = model("kane_carriage").replace("θ = 0.3", "θ = 0").replace("u2 = 1.1", "u2 = 0").replace("run 3", "run 40").replace("a = 0.25", "a = 0")
    code, out, err = run(turning, "--every", "0.5")
    heading = max(abs(row["q1"] - 0.2 - 0.7 * row["time"]) for row in table(out))
    ok(code == 0 and heading < 1e-13 and energy(err) < 1e-14 and MULTIPLIERS not in err, f"it turns on the spot: {heading:.1e}", err)


def trailers(rnd, n):
    parts = [f"parameter m = {rnd.uniform(.5, 3):.3f}, I = {rnd.uniform(.1, 1):.3f}, d = {rnd.uniform(.5, 2):.3f}",
             "coordinate x, y, " + ", ".join(f"a{i}" for i in range(n + 1)), "point P0 = x*world.x + y*world.y"]
    parts += [f"frame A{i} = world turned a{i} about z" for i in range(n + 1)]
    parts += [f"point P{i} = P{i - 1} - d*A{i}.x" for i in range(1, n + 1)]
    parts += [f"body b{i}: mass m, centre P{i}, frame A{i}, inertia I about z\nconstraint dot(velocity(P{i}), A{i}.y) = 0" for i in range(n + 1)]
    parts += [f"work {rnd.uniform(-1, 1):.3f}*δ(a0)", f"force {rnd.uniform(-1, 1):.3f}*world.y at P0",
              "start " + ", ".join(f"a{i} = {rnd.uniform(-.3, .3):.3f}" for i in range(n + 1)) + f", x' = {rnd.uniform(.3, 1):.3f}, a0' = {rnd.uniform(-1, 1):.3f}"]
    return "\n".join(parts) + "\nrun 5\n"


def edges(rnd, n):
    """Several edges, coupled by springs."""
    pairs = list(itertools.combinations(range(n), 2))
    parts = ["coordinate " + ", ".join(f"x{i}, y{i}, p{i}" for i in range(n)),
             "kinetic energy " + " + ".join(f"{rnd.uniform(.3, 3):.2f}/2*(x{i}'^2 + y{i}'^2) + {rnd.uniform(.1, 1):.2f}/2*p{i}'^2" for i in range(n)),
             "potential -0.2*x0 + " + " + ".join(f"0.3*((x{i}-x{j})^2+(y{i}-y{j})^2) + 0.2*cos(p{i}-p{j})" for i, j in pairs)]
    parts += [f"constraint x{i}'*sin(p{i}) - y{i}'*cos(p{i}) = 0" for i in range(n)]
    parts += ["start " + ", ".join(f"x{i} = {rnd.uniform(-1, 1):.2f}, y{i} = {rnd.uniform(-1, 1):.2f}, p{i} = {rnd.uniform(-3, 3):.3f}, p{i}' = {rnd.uniform(-2, 2):.2f}" for i in range(n))]
    return "\n".join(parts) + "\nrun 8\n"


def random_models():
    changes = 0
    for seed in range(12):
        rnd = random.Random(seed)
        text = trailers(rnd, rnd.randint(0, 3)) if seed % 2 else edges(rnd, rnd.randint(2, 3))
        code, out, err = run(text, "--every", "0.25", "--form", "minimal")
        other = run(text, "--every", "0.25", "--form", "multipliers")
        off = apart(table(out), table(other[1]))
        changes += CHANGED in err
        ok(code == 0 and off < 2e-12 and energy(err) < 1e-13, f"{'trailers' if seed % 2 else 'edges'} {seed} beside multipliers: {off:.1e}", text, err)
    ok(changes >= 8, f"speeds change in {changes} of them")


def hoops():
    """A hoop in any three of its rates that are independent somewhere."""
    hoop = ("parameter A = 0.5, C = 1, a = 1, g = 9.81\ncoordinate x, y, ψ, θ, φ\nframe R = world turned ψ about z, θ about x\n"
            "frame H = R turned φ about z\npoint G = x*world.x + y*world.y + a*sin(θ)*world.z\npoint P = G - a*R.y\n"
            "body hoop: mass 1, centre G, frame H, inertia (A, A, C) along R\ngravity -g*world.z\nrolling hoop on world at P, normal world.z\n"
            "start θ = 1.2, ψ = 0.3, ψ' = 0.4, θ' = 0.1, φ' = -6\nrun 6\n")
    other = table(run(hoop, "--every", "0.5", "--form", "multipliers")[1])
    for three in itertools.combinations(("x'", "y'", "ψ'", "θ'", "φ'"), 3):
        if three == ("x'", "y'", "θ'"):  # never independent
            continue
        code, out, err = run(hoop + "speed " + ", ".join(f"u{i} = {name}" for i, name in enumerate(three)) + "\n", "--every", "0.5", "--form", "minimal")
        off = apart(table(out), other)
        ok(code == 0 and off < 2e-13 and energy(err) < 1e-14, f"a hoop in {', '.join(three)}: {off:.1e}", err)


def many_sets():
    """Eight edges have 256 sets: after some multipliers take over, unless minimal speeds are asked for."""
    text = edges(random.Random(5), 8).replace("run 8", "run 25")
    code, _, err = run(text, "--every", "25")
    ok(code == 0 and MULTIPLIERS in err and CHANGED in err and energy(err) < 1e-13, "very many sets: multipliers in the end", err)
    code, _, err = run(text, "--every", "25", "--form", "minimal")
    ok(code == 0 and MULTIPLIERS not in err and energy(err) < 1e-13, "as asked, in minimal speeds", err)


def faster():
    """An edge that turns ever faster, with and without events: steps grow short though speeds serve, and multipliers take over for what they are."""
    torque = EDGE + "work 0.0015*δ(φ)\nstart x' = 1, φ' = 1.5\nrun 3000\n"
    for title, text in (("always", torque), ("by events", EVENTS.replace("run 600", "run 3000"))):
        code, out, err = run(text, "--every", "500")
        off = max(abs(row["x'"] - math.cos(row["φ"])) + abs(row["y'"] - math.sin(row["φ"])) for row in table(out))
        ok(code == 0 and off < 1e-10 and MULTIPLIERS in err, f"turned faster {title}: x' and y' by the heading within {off:.1e}", err)
        ok("they allow steps several times as long" in err and "minimal speeds are singular" not in err, "no speeds are said to fail", err)


EVENTS = EDGE + "parameter c = 0\nwork c*δ(φ)\nwhen sin(t) = 0 then c = 0.003 - c\nstart x' = 1, φ' = 1.5\nrun 600\n"


# Other values while the speeds of the beginning are in force; after that these are left and come back, many times.
ONCE = ("parameter c = 0\ncoordinate x, y, p, X, Y, P\nkinetic energy 0.5*(x'^2 + y'^2) + 0.9*(X'^2 + Y'^2) + 0.2*p'^2 + 0.3*P'^2\n"
        "potential 0.3*((x - X)^2 + (y - Y)^2) + 0.2*cos(p - P) - 0.2*x\nconstraint x'*sin(p) - y'*cos(p) = 0\nconstraint X'*sin(P) - Y'*cos(P) = 0\n"
        "work c*δ(p)\nwhen t = 0.05 then c = 0.003\nstart x = -0.5, y = 0.1, p = 0.15, p' = -0.3, X = 0.2, Y = -0.3, P = -0.2, P' = 0.25\nrun 3000\n")


def resumed(folder):
    """Stopped at many times, each run goes on as if it had not been: which speeds are in force is part of the state."""
    for title, text, options in (("an edge", SLOPE.replace("run 30", "run 16000"), ["--every", "80"]),
                                 ("new values of a parameter", EVENTS, ["--every", "10"]),
                                 ("new values before the first change", ONCE, ["--every", "5"]),
                                 ("by radau", SLOPE.replace("run 30", "run 900"), ["--every", "15", "--method", "radau"]),
                                 ("an edge, rk8", SLOPE.replace("run 30", "run 6000"), ["--every", "40", "--method", "rk8", "--form", "minimal"])):
        whole, parts = os.path.join(folder, "whole.csv"), os.path.join(folder, "parts.csv")
        code, _, err = run(text, *options, "-o", whole)
        times, longest, rnd = 0, 0.06 * SLOW, random.Random(1)
        for _ in range(400):
            again, _, told = run(text, *options, "-o", parts, "--resume", "--time", f"{rnd.uniform(longest / 6, longest):.4f}")
            times += "resumed at t" in told
            if again == 0 and not times:  # over before it was stopped: once more, in shorter pieces
                longest /= 2
            elif again != 5:
                break
        if again == 5:
            again, _, told = run(text, *options, "-o", parts, "--resume")
        ok(code == again == 0 and read(whole) == read(parts) and CHANGED in err and MULTIPLIERS not in err and times > 0,
           f"{title}: stopped and resumed, the same bytes", f"resumed {times} times\n{err}\n{told}")
        ok([line for line in told.splitlines() if not line.startswith("resume")] == err.splitlines(), "and the same summary", err, told)


def around():
    """What else a run does while its speeds change."""
    struck = EDGE + "potential 0.1*(x^2 + y^2)\nwhen x = 0.7 then φ' = -0.8*φ'\nstart φ' = 1.3, x' = 1, φ = 0.4\nrun 30\n"
    one, other = run(struck, "--every", "0.5"), run(struck, "--every", "0.5", "--form", "multipliers")
    off = apart(table(one[1]), table(other[1]))
    ok(one[0] == 0 and off < 1e-12 and CHANGED in one[2] and "event 1, x = 0.7: 2 times" in one[2], f"impacts between changes: {off:.1e}", one[2])
    code, out, err = run(SLOPE, "--dense")
    rows = table(out)
    joins = max(abs(sum(row[f"x[{k}]"] * row["step"]**k for k in range(27)) - after["x"]) for row, after in zip(rows, rows[1:]))
    ok(code == 0 and len(rows) > 20 and joins < 1e-14, f"series of steps join over changes: {joins:.1e}", err)
    ok(abs(sum(row["step"] for row in rows) - 30) < 1e-12, "and fill the time", err)
    code, _, err = run(SLOPE, "--witness", "--audit", "1e-9")
    ok(code == 0 and "cross-check: rk8" in err, "a witness", err)
    code, out, err = run(SLOPE, "--sensitivity", "x'", "--at", "30")
    off = abs(table(out)[-1]["d(x)/d(x')"] - (math.sin(30.1) - math.sin(0.1)) / math.cos(0.1)) if code == 0 else math.inf
    ok(off < 1e-12 and "form: multipliers" in err, f"derivatives are those of multipliers: {off:.1e}", out, err)
    code, out, err = run(SLOPE, "--vary", "φ'=1:2:5", name="sweep")
    ends = [row.split(",") for row in out.splitlines()[1:]]
    alone = [run(SLOPE.replace("φ' = 1", f"φ' = {row[1]}"), "--at", "30")[1].splitlines()[-1].split(",") for row in ends]
    ok(code == 0 and len(ends) == 5 and all(row[2:9] == own for row, own in zip(ends, alone)), "members of a sweep are the runs, to the bit", err)


def failing():
    """Where no speeds serve: a relation that vanishes."""
    fades = "coordinate x, y\nmass 1 at x*world.x + y*world.y\nconstraint (x - 1)*(y' - 2*x') = 0\nforce world.y at y*world.y\nstart x' = 1\nrun 2\n"
    code, _, err = run(fades)
    ok(code == 0 and INSTEAD not in err, "a constraint that vanishes on the way: no other speeds are taken for it", err)
    at_once = EDGE + "start φ = 90 [deg], y' = 1, φ' = 0.5\nrun 2\n"
    code, out, err = run(at_once, "--form", "minimal", "--at", "2")
    end = table(out)[-1] if code == 0 else {"x": math.inf}
    ok(abs(end["x"] + 2 * (1 - math.cos(1))) < 1e-14 and INSTEAD + "0 on," in err, "minimal speeds from where those chosen tell nothing", err)


with tempfile.TemporaryDirectory() as scratch:
    closed_forms()
    near_right_angles()
    low_parts()
    references()
    random_models()
    hoops()
    many_sets()
    faster()
    resumed(scratch)
    around()
    failing()
done()
