#!/usr/bin/python3
"""Impacts of the books against their closed forms: contacts with friction in a shock, contacts that begin apart, bounces that
end, laws of several events at one instant. Prints TAP."""
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
    result = subprocess.run([PROGRAM, "run", "-", *options], input=model.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            timeout=120, check=False)
    rows = list(csv.DictReader(io.StringIO(result.stdout.decode())))
    return result.returncode, [{k: float(v) for k, v in r.items()} for r in rows], result.stderr.decode()


def near(a, b, by=1e-13):
    return abs(a - b) <= by * max(1, abs(b))


def after(rows, event=1):
    """The row behind the first shock of an event."""
    found = [r for r in rows if r["event"] == event]
    return found[1] if len(found) > 1 else dict.fromkeys(rows[0] if rows else ["time"], math.nan)


# a ball on the ground, in a plane
BALL = ("parameter r = 0.1, f = 0.2, e = 0.6\ncoordinate x, y, φ\nframe B = world turned φ about z\npoint C = x*world.x + y*world.y\n"
        "point P = C - r*world.y\nbody ball: mass 1, centre C, frame B, inertia 2/5*r^2 about z\ngravity -9.81*world.y\n"
        "rolling ball on world at P, normal world.y, friction f\n")


def wall():
    """Without an impulse along the normal the ground has none along itself: spin is kept, and the ball slides until
    v = (5 v0 - 2 r ω0)/7."""
    for method in ("taylor", "rk8", "radau"):
        code, rows, err = run(BALL + "constraint y = r\nwhen x = 1 then x' = -e*x', record\nstart x' = 1\nrun 3\n", "--method", method)
        struck, end = after(rows), rows[-1] if rows else {}
        ok(code == 0 and near(struck["x'"], -0.6) and near(struck["φ'"], -10) and near(end["x'"], -1 / 7, 1e-11),
           f"a ball that rolls against a smooth wall keeps its spin, by {method}", f"{struck}\n{end}\n{err}")
    # struck downwards on its edge the ground pushes back, and its friction with it: a block at rest, blow J at an angle
    block = ("parameter f = 0.5, u = 1\ncoordinate x, y\npoint P = x*world.x + y*world.y\nbody b: mass 1, centre P, frame world, inertia (1, 1, 1)\n"
             "gravity -9.81*world.y\nconstraint y = 0\nrolling b on world at P, normal world.y, friction f\n"
             "when t = 1 then x' = u, record\nstart x' = 0\nrun 2\n")
    _, rows, err = run(block)
    ok(near(after(rows)["x'"], 1) and near(rows[-1]["x"], 1 / (2 * 0.5 * G), 1e-12), "a block that is pushed slides until it stops", err)
    _, rows, err = run(block.replace("then x' = u", "then y' = u"))
    ok(near(after(rows)["y'"], 1) and "separates 1 time" in err, "one that is thrown up leaves the ground", err)


def billiards():
    """A ball struck obliquely takes the velocity along the centres, and no spin."""
    text = "parameter r = 0.03, f = 0.2\ncoordinate x1, y1, z1, x2, y2, z2\n"
    for i in (1, 2):
        text += (f"frame F{i} = world free (p{i}, q{i}, s{i}) along world\npoint C{i} = x{i}*world.x + y{i}*world.y + z{i}*world.z\n"
                 f"body b{i}: mass 1, centre C{i}, frame F{i}, inertia (2/5*r^2, 2/5*r^2, 2/5*r^2)\nconstraint z{i} = r\n"
                 f"rolling b{i} on world at C{i} - r*world.z, normal world.z, friction f\n")
    text += ("gravity -9.81*world.z\nlet v = velocity(C2) - velocity(C1)\nwhen norm(C2 - C1) < 2*r then dot(v, C2 - C1) = -dot(v, C2 - C1), record\n"
             "start x2 = 0.5, y2 = 0.03, x1' = 1\nrun 2\n")
    code, rows, err = run(text)
    struck = after(rows)
    ok(code == 0 and near(struck["x2'"], 0.75) and near(struck["y2'"], math.sqrt(3) / 4) and struck["p2"] == struck["q2"] == 0
       and near(struck["x1'"], 0.25) and near(struck["q1"], 1 / 0.03), "a ball struck obliquely slides off without spin", f"{struck}\n{err}")
    end = rows[-1] if rows else struck
    # 5/7 of the velocity of the second; the first has the spin of its old velocity beside its new one: (5 v + 2 v0)/7
    ok(near(end["x2'"], 0.75 * 5 / 7, 1e-11) and near(end["x1'"], (5 * 0.25 + 2) / 7, 1e-11) and near(end["y1'"], -math.sqrt(3) / 4 * 5 / 7, 1e-11),
       "both roll in the end as their momenta about the ground want it", f"{end}")


def apart():
    """A ball that falls with spin, one that is thrown up: contacts that begin open."""
    law = "constraint y = r\nwhen y = r then y' = -e*y', record\n"
    plastic = law.replace("-e*y'", "0")
    for name, start, lands, said in (("dropped", "start y = 0.5, φ' = -30", math.sqrt(0.8 / G), "the contact at P is initially separated, by 0.4\n"),
                                     ("thrown up", "start y = r, y' = 2, φ' = -30", 4 / G, "the contact at P separates at once\n")):
        for method in ("taylor", "rk8", "radau"):
            code, rows, err = run(BALL + plastic + start + "\nrun 4\n", "--method", method)
            hit = after(rows)
            ok(code == 0 and near(hit["time"], lands, 1e-12) and hit["φ'"] == -30 and near(rows[-1]["x'"], 6 / 7, 1e-11) and said in err,
               f"a spinning ball is {name}, slides where it lands, then rolls, by {method}", f"{hit}\n{rows[-1:]}\n{err}")
    code, rows, err = run(BALL + plastic + "start y = 0.1001, φ' = -30\nrun 1\n")
    ok(code == 0 and "projected onto the constraints: 0.1\n" in err, "a height that is off by rounding is moved onto the contact as before", err)
    code, rows, err = run(BALL + plastic + "start y = -1\nrun 1\n")
    ok(code == 3 and "VV0603" in err, "a start within the ground is an error", f"{code} {err}")
    code, rows, err = run(BALL + law + "start y = 0.5, x' = 1\nrun 4\n")
    t0 = math.sqrt(0.8 / G)
    ends = t0 * (1 + 2 * 0.6 / 0.4)
    closed = [r for r in rows if r["time"] > ends + 1e-5]
    ok(code == 0 and "bouncing ended (Zeno): at rest 1 time" in err and closed and all(abs(r["y"] - 0.1) < 1e-12 for r in closed)
       and near(rows[-1]["x'"], 5 / 7, 1e-11), "a ball that bounces ever lower lies on the ground at last, slides and rolls", f"{rows[-1:]}\n{err}")


def restitution():
    """Newton's e and Coulomb's friction of a contact itself: tangential impulse f (1 + e) |v|, or what stops the slip, 2/7 of it."""
    base = BALL.replace("friction f\n", "friction f, restitution e\n") + "constraint y = r\n"
    v = math.sqrt(2 * G * 0.4)
    for title, f, speed in (("slips through", 0.05, 3 - 0.05 * 1.6 * v), ("takes hold", 0.5, 3 * 5 / 7)):
        for method in ("taylor", "rk8", "radau"):
            code, rows, err = run(base.replace("f = 0.2", f"f = {f}") + "start y = 0.5, x' = 3\nrun 3\n", "--method", method)
            hit = after(rows, -4)
            ok(code == 0 and near(hit["x'"], speed, 1e-12) and near(hit["y'"], 0.6 * v, 1e-11) and near(hit["φ'"], -25 * (3 - speed), 1e-11)
               and "at rest 1 time" in err and abs(rows[-1]["y"] - 0.1) < 1e-12, f"a ball bounces and {title}, by {method}", f"{hit}\n{rows[-1:]}\n{err}")
            ends = math.sqrt(0.8 / G) * (1 + 2 * 0.6 / 0.4)
            told = re.search("last at t = ([^,]*)", err)
            ok(told and abs(float(told[1]) - ends) < (1e-7 if method == "taylor" else 2e-5), f"it lies on the ground from the end of its bounces on, by {method}", f"{ends}\n{err}")
    # in space: the impulse of friction is against the slip that is left, here that before turned no way
    code, rows, err = run("parameter r = 0.1, f = 0.1, e = 0.5\ncoordinate x, y, z\nframe B = world free (p, q, s) along world\n"
                          "point C = x*world.x + y*world.y + z*world.z\nbody ball: mass 1, centre C, frame B, inertia (0.004, 0.004, 0.004)\n"
                          "gravity -9.81*world.z\nconstraint z = r\nrolling ball on world at C - r*world.z, normal world.z, friction f, restitution e\n"
                          "start z = 0.5, x' = 3, y' = 4, s = 7\nrun 0.5\n")
    hit = after(rows, -4)
    ok(code == 0 and near(hit["x'"], 3 - 0.6 * 0.15 * v, 1e-11) and near(hit["y'"], 4 - 0.8 * 0.15 * v, 1e-11) and near(hit["s"], 7, 1e-11)
       and near(hit["q"], 25 * 0.6 * 0.15 * v, 1e-11), "a ball in space bounces against the direction of its slip", f"{hit}\n{err}")
    code, _, err = run(BALL.replace("friction f\n", "restitution 0.5\n") + "run 1\n")
    ok(code == 3 and "friction 0 if the contact is smooth" in err, "restitution without friction is refused", err)
    code, _, err = run(base.replace("restitution e", "restitution 1.5") + "run 1\n")
    ok(code == 3 and "between 0 and 1" in err, "so is one beyond 1", err)


def housner():
    """A block that rocks on its two feet loses 1 - ((1 - 3/2 sin²α)²) of its energy at each change [Housner 1963]; at last it stands."""
    block = ("parameter b = 0.2, h = 0.5\ncoordinate x, y, θ\nframe R = world turned θ about z\npoint C = x*world.x + y*world.y\n"
             "point A = C - b*R.x - h*R.y, B = C + b*R.x - h*R.y\nbody block: mass 1, centre C, frame R, inertia (b^2 + h^2)/3 about z\n"
             "gravity -9.81*world.y\nconstraint dot(A, world.y) = 0, dot(B, world.y) = 0\nrolling block on world at A, normal world.y, friction 1\n"
             "rolling block on world at B, normal world.y, friction 1\n")
    laws = ("when dot(A, world.y) < 0 then dot(velocity(A), world.y) = 0, dot(velocity(A), world.x) = 0, record\n"
            "when dot(B, world.y) < 0 then dot(velocity(B), world.y) = 0, dot(velocity(B), world.x) = 0, record\n")
    start = "start θ = 0.2, y = h*cos(0.2) + b*sin(0.2)\nrun 4\n"
    ratio = 1 - 1.5 * 0.2**2 / (0.2**2 + 0.5**2)
    for title, text in (("laws", block + laws), ("restitution 0", block.replace("friction 1", "friction 1, restitution 0"))):
        code, rows, err = run(text + start)
        hits = [r for r in rows if r["event"] > 0 or r["event"] == -4]
        ratios = [b["θ'"] / a["θ'"] for a, b in zip(hits[::2], hits[1::2])][:20]
        ok(code == 0 and len(ratios) == 20 and all(abs(q - ratio) < 1e-9 for q in ratios) and "is initially separated" in err,
           f"a rocking block by Housner's ratio, twenty times, with {title}", f"{ratios[:4]} {ratio}\n{err}")
        end = rows[-1] if rows else {"θ": 1, "N(A)": 0, "N(B)": 0}
        ok(abs(end["θ"]) < 1e-12 and near(end["N(A)"], G / 2, 1e-9) and near(end["N(B)"], G / 2, 1e-9), f"at last it stands on both, with {title}", f"{end}")


def kerb():
    """A wheel against a kerb of height h turns about its edge with ω (1 - 2 h/(3 R)): the ground does not hold it."""
    code, rows, err = run(
        "parameter R = 0.5, h = 0.1\ncoordinate x, y, φ\nframe W = world turned φ about z\npoint C = x*world.x + y*world.y, E = h*world.y\n"
        "let d = sqrt(x^2 + (y - h)^2)\nbody wheel: mass 1, centre C, frame W, inertia R^2/2 about z\ngravity -9.81*world.y\n"
        "constraint y = R, d = R\nrolling wheel on world at C - R*world.y, normal world.y, friction 0.8\n"
        "rolling wheel on world at C - R/d*(C - E), normal (C - E)/d, friction 5\n"
        "when d < R then dot(velocity(C), C - E) = 0, dot(velocity(C), cross(world.z, C - E)) - R^2*φ' = 0, record\n"
        "start x = -1, y = R, x' = 2\nrun 0.7\n")
    hit, end = after(rows), rows[-1] if rows else {"x": 0, "y": 0}
    ok(code == 0 and near(hit["φ'"], -4 * (1 - 0.2 / 1.5)) and near(math.hypot(end["x"], end["y"] - 0.1), 0.5) and end["x"] > 0.1,
       "a wheel climbs a kerb", f"{hit}\n{end}\n{err}")


def capture():
    """A relation times a parameter that an event sets from 0 to 1 joins two bodies: a ballistic pendulum."""
    text = ("parameter M = 2, m = 0.05, l = 1, caught = 0\ncoordinate x, z, θ\nmass M at l*sin(θ)*world.x - l*cos(θ)*world.z\n"
            "mass m at x*world.x + z*world.z\ngravity -9.81*world.z\nconstraint caught*(x - l*sin(θ)) = 0, caught*(z + l*cos(θ)) = 0\n"
            "when x = l*sin(θ) then x' - (l*sin(θ))' = 0, z' + (l*cos(θ))' = 0, caught = 1, record\n"
            "when θ' = 0 then record\nstart x = -3, x' = 120, z = -1 + 9.81*0.025^2/2\nrun 1\n")
    v = 0.05 * 120 / 2.05
    for method, within in (("taylor", 1e-13), ("rk8", 1e-11), ("radau", 1e-12), ("cvode", 1e-8), ("ida", 1e-5)):
        code, rows, err = run(text, "--method", method)
        hit, top = after(rows), [r for r in rows if r["event"] == 2]
        ok(code == 0 and near(hit["x'"], v) and near(hit["θ'"], v) and abs(hit["z'"]) < 1e-14 and "event 1, x = l*sin(θ): once" in err
           and len(top) == 1 and near(math.cos(top[0]["θ"]), 1 - v * v / (2 * G), within) and near(top[0]["x"], math.sin(top[0]["θ"]), max(within, 1e-12)),
           f"a bullet stays in the block that it meets, by {method}", f"{hit}\n{top}\n{err}")


def together():
    """One shock for all laws of an instant: a ball between two others, which it meets at once, goes back with a fifth."""
    text = ("coordinate x[1..3], y[1..3]\npoint P[i] = x[i]*world.x + y[i]*world.y for i in 1..3\nmass 1 at P[i] for i in 1..3\n"
            "when norm(P[3] - P[i]) < 1 then dot(velocity(P[3]) - velocity(P[i]), P[3] - P[i]) = "
            "-dot(velocity(P[3]) - velocity(P[i]), P[3] - P[i]), record for i in 1..2\n"
            "start y[1] = 0.5, y[2] = -0.5, x[3] = 3, x[3]' = -1\nrun 5\n")
    code, rows, err = run(text)
    end = rows[-1]
    ok(code == 0 and near(end["x[3]'"], 0.2) and near(end["x[1]'"], -0.6) and near(end["x[2]'"], -0.6) and abs(end["y[3]'"]) < 1e-14
       and near(end["y[1]'"], 0.2 * math.sqrt(3)), "a ball meets two at once", f"{end}\n{err}")
    code, rows, err = run("coordinate x\nmass 1 at x*world.x\nwhen t = 1 then x' = 5\nwhen t = 1 then x' = 7\nstart x' = 1\nrun 2\n")
    ok(code == 4 and "no velocities" in err and "event 2 has laws at the same instant" in err, "laws that contradict each other are reported", err)
    for value in ("1/(x - 1)", "sqrt(-x)"):
        code, rows, err = run(f"coordinate x\nmass 1 at x*world.x\nwhen x > 1 then x' = {value}\nstart x' = 1\nrun 2\n")
        ok(code == 4 and "the right-hand side of this law is not a number" in err, f"a law that has no value, {value}", err)
    code, rows, err = run("parameter a = 1\ncoordinate x\nmass 1 at x*world.x\nforce a*world.x at x*world.x\nwhen t = 1 then a = 2*a\nwhen t = 1 then a = a + 3\nrun 2\n")
    ok(code == 4 and "different values" in err, "so are two values of a parameter", err)
    # sent off by next to nothing beside its spin
    for e in ("1e-3", "1e-6"):
        code, rows, err = run(BALL + f"constraint y = r\nwhen y = r then y' = -{e}*y'\nstart y = 0.5, φ' = -30\nrun 2\n")
        ok(code == 0 and "at rest 1 time" in err and near(rows[-1]["x'"], 6 / 7, 1e-11), f"a ball that hardly bounces, {e}", err)
    # e = 0.95, many times: rounding of y - r is no second shock
    code, rows, err = run("coordinate y\nparameter r = 0.1\nmass 1 at y*world.y\ngravity -9.81*world.y\nwhen y = r then y' = -0.95*y'\nstart y = 0.5\nrun 11\n")
    ok(code == 0 and rows and rows[-1]["y"] >= 0.1 - 1e-12, "an impact is not repeated where rounding leaves the state behind it", err)


def values():
    """Hundreds of new values of a parameter that nothing depends on: far from 0 each could cost half of a last digit."""
    far, free = 2.0**20, "x, z, u"
    motion = ("parameter c = 0\ncoordinate {more}\nkinetic energy (x'^2 + z'^2 + u'^2)/2{energy}\nwork 0.3*cos(t)*δ(x) + 0.3*cos(t)*δ(z)\n"
              f"when sin(7*t) = 0 then c = 1 - c\nstart x = {far}, z' = {far}, u' = 1\nrun 400\n")
    circle = motion.format(more=free + ", a, b", energy=" + (a'^2 + b'^2)/2") + "constraint a^2 + b^2 = 1\nstart a = 1, b' = 1\n"
    for title, model in (("free", motion.format(more=free, energy="")), ("beside a constraint", circle)):
        code, rows, err = run(model, "--every", "1")
        digit = far * 2.0**-52
        last = {"x": max((abs(r["x"] - far - 0.3 * (1 - math.cos(r["time"]))) for r in rows), default=math.inf) / digit,
                "z'": max((abs(r["z'"] - far - 0.3 * math.sin(r["time"])) for r in rows), default=math.inf) / digit,
                "u": max((abs(r["u"] - r["time"]) for r in rows), default=math.inf) / (2.0**8 * 2.0**-52)}
        ok(code == 0 and "891 times" in err and max(last.values()) < 0.75, f"new values of a parameter, {title}: all right to the last digit",
           f"of it {last}\n{err}")


wall()
capture()
billiards()
apart()
restitution()
housner()
kerb()
together()
values()
done()
