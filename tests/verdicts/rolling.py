"""Balls that roll on and in surfaces: the contact stated by surfaces and by its point, the frame free or by
angles. The numbers come from energies in angles with the condition of rolling."""
from fractions import Fraction as F

import numpy as np

import numerics
from bodies import BODY, WORLD, decimal
from families import Group, Statement, integral_truth, parameter, state
from formula import compiled, cos, derivative, num, sin, sym, text
from mechanism import Dynamics, Mechanism


def surface_of(kind, R, a):
    """(centre of the ball, outward normal of the support at the contact) by the parameters u, v."""
    u, v = sym("u"), sym("v")
    out = {"cylinder": [cos(u), sin(u), num(0)], "sphere": [sin(u)*cos(v), sin(u)*sin(v), cos(u)]}
    if kind == "plane":
        return [u, v, a], [num(0), num(0), num(1)]
    name, _, inside = kind.partition(" ")
    n = out[name]
    far = R - a if inside else R + a
    centre = [far*c for c in n]
    if name == "cylinder":
        centre[2] = v
    return centre, [-c if inside else c for c in n]


def cross(a, b):
    return [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]]


def dot(a, b):
    return sum((p*q for p, q in zip(a, b)), num(0))


def mechanism_of(kind, m, slope):
    """Energy and rolling of a homogeneous ball whose centre is placed by u, v."""
    R, a, M, I, g = (sym(n) for n in ("R", "a", "M", "I", "g"))
    centre, normal = surface_of(kind, R, a)
    rate = lambda e: derivative(e, "u")*sym("u'") + derivative(e, "v")*sym("v'")
    velocity = [rate(c) for c in centre]
    p, q, s = BODY
    m.T = M*dot(velocity, velocity)/2 + I*(p**2 + q**2 + s**2)/2
    m.V = M*g*(centre[2] - num(slope)*centre[0])
    slip = [v - a*w for v, w in zip(velocity, cross(WORLD, normal))]
    m.rows = [dot([derivative(c, w) for c in centre], slip) for w in ("u", "v")]
    return centre, normal, velocity, slip


def rolling(r):
    """A ball on a plane, in or on a vertical cylinder, in or on a sphere."""
    kind = r.choice(["plane", "cylinder inside", "cylinder", "sphere inside", "sphere"])
    m = Mechanism(["ψ", "θ", "φ", "u", "v"], num(0))
    for name in ("M", "a", "I"):
        parameter(r, m, name, zero=False)
    parameter(r, m, "g")
    m.values["R"] = m.values["a"] + r.choice([F(1), F(2), F(3, 2)])
    slope = r.choice([0, 0, F(1, 2)])
    centre, normal, velocity, slip = mechanism_of(kind, m, slope)
    f = Dynamics(m)
    pivot = dot(WORLD, normal)
    pool = [("energy", m.T + m.V), ("dot(spin(B), N)", pivot), ("u'", sym("u'")), ("v'", sym("v'")),
            ("dot(spin(B), world.z)", WORLD[2]), ("dot(velocity(G), velocity(G))", dot(velocity, velocity)),
            ("dot(I*spin(B) + M*cross(G - K, velocity(G)), world.z)",
             I_z(m, centre, normal, velocity)), ("dot(spin(B), N)*u' + v'", pivot*sym("u'") + sym("v'"))]
    group = Group([], tolerance=1e-6)
    claims = {}
    for i, (words, e) in enumerate(r.sample(pool, 4)):
        claims[f"claim integral {words}"] = f"integral {i}"
        group.truths[f"integral {i}"] = integral_truth(m, f, e, r)
    x = state(r, m, f)
    x[1], x[3] = 0.6 + abs(x[1]), 0.8 + abs(x[3])/2
    x = f.project(0.0, x)
    quantities = compiled([sym("u"), sym("v"), pivot, WORLD[2]] + BODY + [sym("u'"), sym("v'")], m.names())
    try:
        y = numerics.integrate(f, 0.0, x, 0.75)
        group.end, group.motion = 0.75, dict(zip(["u", "v", "pivot", "turn"], quantities(0.75, y)))
    except (numerics.NoMotion, np.linalg.LinAlgError):
        pass
    for label in ("by surfaces", "at a point", "at a point, angles"):
        group.statements.append(stated(label, kind, m, slope, centre, normal, claims, x, quantities(0.0, x)))
    return group


def I_z(m, centre, normal, velocity):
    """Moment of momentum about the vertical through the contact's foot on the axis."""
    M, I, a = sym("M"), sym("I"), sym("a")
    arm = [a*n for n in normal]
    return I*WORLD[2] + M*cross(arm, velocity)[2]


def vector(components):
    return " + ".join(f"({text(c)})*world.{k}" for c, k in zip(components, "xyz"))


def stated(label, kind, m, slope, centre, normal, claims, x, first):
    lines = [f"parameter {p} = {v}" for p, v in m.values.items()]
    angles = label.endswith("angles")
    surfaces = label == "by surfaces"
    names = (["u", "v"] if not surfaces else []) + (["ψ", "θ", "φ"] if angles else [])
    if names:
        lines.append("coordinate " + ", ".join(names))
    lines.append("frame B = world " + ("turned ψ about z, θ about x, φ about z" if angles else "free (p, q, r)"))
    if surfaces:
        shape = kind.split()
        lines += ["body ball: mass M, frame B, inertia (I, I, I)", "surface skin on ball: sphere a",
                  "surface wall(u, v) on world: " + " ".join([shape[0]] + ["R"]*(kind != "plane") + shape[1:]),
                  "rolling ball by skin on wall", "point G = contact(skin) + a*normal(skin)",
                  "let N = normal(skin), K = contact(skin)"]
    else:
        lines += [f"point G = {vector(centre)}", f"let N = {vector(normal)}", "point K = G - a*N",
                  "body ball: mass M, centre G, frame B, inertia (I, I, I)", "rolling ball on world at K, normal N"]
    lines.append(f"gravity -g*world.z + ({slope})*g*world.x")
    lines += list(claims)
    turn = [decimal(v) for v in x[:3]]
    start = [f"ψ = {turn[0]}", f"θ = {turn[1]}", f"φ = {turn[2]}"] if angles else \
        [f"B = world turned {turn[0]} about z, {turn[1]} about x, {turn[2]} about z"]
    start += [f"u = {decimal(first[0])}", f"v = {decimal(first[1])}"]
    start += [f"{n} = {decimal(w)}" for n, w in (zip(("ψ'", "θ'", "φ'"), x[5:8]) if angles else zip("pqr", first[4:7]))]
    start += [f"u' = {decimal(first[7])}", f"v' = {decimal(first[8])}"]
    lines.append("start " + ", ".join(start))
    columns = {"u": "u", "v": "v", "pivot": "dot(spin(B), N)", "turn": "dot(spin(B), world.z)"}
    return Statement(label, "\n".join(lines) + "\n", dict(claims), columns)
