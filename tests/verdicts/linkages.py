"""Planar pendulums of rigid bodies: by angles, by Cartesian coordinates and angles with constraints, and of free
bodies in space joined by hinges."""
import math

from bodies import decimal
from families import Group, Statement, add_motion, integral_truth, parameter
from formula import cos, num, sin, sym
from mechanism import Claim, Dynamics, Mechanism


def linkage(r):
    """One or two rods of length 2 l, mass m, central moment I, hinged to each other and to the ground."""
    n = r.choice([1, 1, 2])
    m = Mechanism([f"a{i}" for i in range(1, n + 1)], num(0))
    g = parameter(r, m, "g", zero=False)
    vx, vy, y = num(0), num(0), num(0)
    for i in range(1, n + 1):
        l, w, I = (parameter(r, m, f"{s}{i}", zero=False) for s in "lmI")
        a, d = sym(f"a{i}"), sym(f"a{i}'")
        vx, vy, y = vx + l*cos(a)*d, vy + l*sin(a)*d, y - l*cos(a)
        m.T = m.T + w*(vx*vx + vy*vy)/2 + I*d**2/2
        m.V = m.V + w*g*y
        vx, vy, y = vx + l*cos(a)*d, vy + l*sin(a)*d, y - l*cos(a)
    f = Dynamics(m)
    group = Group([], mechanism=m, study=True)
    at = ", ".join(f"a{i} = 0" for i in range(1, n + 1))
    momentum = "I1*a1'"
    m.claims = [Claim("integral energy", "energy"), Claim(f"equilibrium {at}", "equilibrium"),
                Claim(f"stable at {at}", "stable"), Claim(f"integral {momentum}", "momentum")]
    group.truths = {"energy": True, "equilibrium": True, "stable": True,
                    "momentum": integral_truth(m, f, sym("I1")*sym("a1'"), r)}
    add_motion(group, m, f, r, 1.0, m.coordinates)
    group.motion.update({f"sin a{i}": math.sin(group.motion[f"a{i}"]) for i in range(1, n + 1) if group.motion})
    columns = {a: a for a in m.coordinates}
    group.statements = [Statement("angles", by_angles(m, n), {"claim " + c.words: c.key for c in m.claims}, columns)]
    for label, made in (("Cartesian, turned", turned), ("free bodies", free), ("free bodies, fixed axes", fixed)):
        lines = [f"parameter {p} = {v}" for p, v in m.values.items()] + made(n) + ["gravity -g*world.y", "claim integral energy"]
        lines += starts(m, n, label)
        show = {f"sin a{i}": f"dot(B{i}.x, world.y)" for i in range(1, n + 1)} if m.start else {}
        group.statements.append(Statement(label, "\n".join(lines) + "\n", {"claim integral energy": "energy"}, show))
    return group


def by_angles(m, n):
    lines = [f"parameter {p} = {v}" for p, v in m.values.items()] + ["coordinate " + ", ".join(m.coordinates)]
    last = "world.origin"
    for i in range(1, n + 1):
        lines += [f"frame B{i} = world turned a{i} about z", f"point G{i} = {last} - l{i}*B{i}.y",
                  f"body b{i}: mass m{i}, centre G{i}, frame B{i}, inertia I{i} about z"]
        last = f"G{i} - l{i}*B{i}.y"
    lines += ["gravity -g*world.y"] + ["claim " + c.words for c in m.claims]
    if m.start:
        lines.append("start " + ", ".join(f"{k} = {v}" for k, v in m.start.items()))
    return "\n".join(lines) + "\n"


def hinges(n, axes):
    """Positions of the hinges as constraints along the named axes of the world."""
    lines, last = [], ""
    for i in range(1, n + 1):
        lines.append(f"point H{i} = G{i} + l{i}*B{i}.y{last}")
        lines += [f"constraint dot(H{i}, world.{k}) = 0" for k in axes]
        last = f" - (G{i} - l{i}*B{i}.y)"
    return lines


def turned(n):
    lines = ["coordinate " + ", ".join(f"x{i}, y{i}, a{i}" for i in range(1, n + 1))]
    for i in range(1, n + 1):
        lines += [f"frame B{i} = world turned a{i} about z", f"point G{i} = x{i}*world.x + y{i}*world.y",
                  f"body b{i}: mass m{i}, centre G{i}, frame B{i}, inertia I{i} about z"]
    return lines + hinges(n, "xy")


def free(n):
    """The hinge's axis stays where it is: two cosines vanish."""
    lines = ["coordinate " + ", ".join(f"x{i}, y{i}, z{i}" for i in range(1, n + 1))]
    for i in range(1, n + 1):
        lines += [f"frame B{i} = world free (p{i}, q{i}, r{i})",
                  f"point G{i} = x{i}*world.x + y{i}*world.y + z{i}*world.z",
                  f"body b{i}: mass m{i}, centre G{i}, frame B{i}, inertia (I{i}, I{i}/2, I{i})",
                  f"constraint dot(B{i}.z, world.x) = 0, dot(B{i}.z, world.y) = 0"]
    return lines + hinges(n, "xyz")


def fixed(n):
    """The same by the angular velocity."""
    lines = []
    for line in free(n):
        i = line[len("constraint dot(B"):][:1]
        lines.append(f"constraint p{i} = 0, q{i} = 0" if line.startswith("constraint dot(B") else line)
    return lines


def starts(m, n, label):
    if not m.start:
        return []
    start, sx, sy, vx, vy = [], 0.0, 0.0, 0.0, 0.0
    for i in range(1, n + 1):
        a, d, l = (float(v) for v in (m.start[f"a{i}"], m.start[f"a{i}'"], m.values[f"l{i}"]))
        for half in range(2):
            sx, sy, vx, vy = sx + l*math.sin(a), sy - l*math.cos(a), vx + l*math.cos(a)*d, vy + l*math.sin(a)*d
            if not half:
                start += [f"x{i} = {decimal(sx)}", f"y{i} = {decimal(sy)}", f"x{i}' = {decimal(vx)}", f"y{i}' = {decimal(vy)}"]
        start += [f"a{i} = {decimal(a)}", f"a{i}' = {decimal(d)}"] if "turned" in label else \
            [f"B{i} = world turned {decimal(a)} about z", f"r{i} = {decimal(d)}"]
    return ["start " + ", ".join(start)]
