"""Families of bodies in space: the same body by two sequences of angles and by a free frame, and
balls that roll on a plane. The numbers come from energies written in angles."""
import math
from fractions import Fraction as F

import numpy as np

import numerics
from families import Group, Statement, integral_truth, parameter, state
from formula import compiled, cos, num, sin, substitute, sym
from mechanism import Dynamics, Mechanism

ψ, θ, φ = sym("ψ"), sym("θ"), sym("φ")
dψ, dθ, dφ = sym("ψ'"), sym("θ'"), sym("φ'")
# angular velocity along the body's axes, and along those of the world, for turns about z, x, z
BODY = [dψ*sin(θ)*sin(φ) + dθ*cos(φ), dψ*sin(θ)*cos(φ) - dθ*sin(φ), dψ*cos(θ) + dφ]
WORLD = [dθ*cos(ψ) + dφ*sin(θ)*sin(ψ), dθ*sin(ψ) - dφ*sin(θ)*cos(ψ), dψ + dφ*cos(θ)]
FRAMES = {"angles zxz": ("ψ, θ, φ", "turned ψ about z, θ about x, φ about z"),
          "angles zyx": ("α, β, γ", "turned α about z, β about y, γ about x"),
          "free frame": ("", "free (p, q, r)"), "direction cosines": ("", "free (p, q, r)"),
          "along the world": ("", "free (p0, q0, r0) along world")}


def rotation(a, b, c):
    """The body's axes as columns, for turns about z, x, z."""
    def about(k, s):
        i, j = (k + 1) % 3, (k + 2) % 3
        R = np.eye(3)
        R[i, i] = R[j, j] = math.cos(s)
        R[i, j], R[j, i] = -math.sin(s), math.sin(s)
        return R
    return about(2, a) @ about(0, b) @ about(2, c)


def in_angles(words, extra=None):
    """A formula in p, q, r and the rates of the text, in the angles of the numbers."""
    table = {"p": BODY[0], "q": BODY[1], "r": BODY[2]}
    table.update(extra or {})
    return substitute(words, table)


def decimal(v):
    return f"{float(v):.17g}"


def oriented(label, x, speeds):
    """The start of the same state in another description; x holds ψ, θ, φ at the end of q."""
    angles = x[:3]
    R = rotation(*angles)
    if "angles" not in label:
        turn = f"B = world turned {decimal(angles[0])} about z, {decimal(angles[1])} about x, {decimal(angles[2])} about z"
        if label == "along the world":
            speeds = R @ np.array(speeds)
        return [turn] + [f"{s}{'0'*(label == 'along the world')} = {decimal(v)}" for s, v in zip("pqr", speeds)]
    if label == "angles zxz":
        return [f"{n} = {decimal(v)}" for n, v in zip("ψθφ", angles)] + \
               [f"{s} = {decimal(v)}" for s, v in zip("pqr", speeds)]
    a, b, c = math.atan2(R[1, 0], R[0, 0]), -math.asin(R[2, 0]), math.atan2(R[2, 1], R[2, 2])
    return [f"{n} = {decimal(v)}" for n, v in zip("αβγ", (a, b, c))] + \
           [f"{s} = {decimal(v)}" for s, v in zip("pqr", speeds)]


def spatial(label, values, body, position="", claims=(), start=(), rolling=""):
    """The text of a body by one of FRAMES."""
    names, turned = FRAMES[label]
    lines = [f"parameter {p} = {v}" for p, v in values.items()]
    declared = ", ".join(w for w in (position, names) if w)
    if declared:
        lines.append("coordinate " + declared)
    lines.append(f"frame B = world {turned}")
    lines += body
    if rolling:
        lines.append(rolling)
    if label == "direction cosines":
        lines.append("direction (γ1, γ2, γ3) = world.z in B")
    if label == "along the world":
        lines.append("let p = dot(spin(B), B.x), q = dot(spin(B), B.y), r = dot(spin(B), B.z)")
    if "angles" in label:
        lines.append("speed p = dot(spin(B), B.x), q = dot(spin(B), B.y), r = dot(spin(B), B.z)")
    lines += [f"claim {w}" for w, _ in claims]
    if start:
        lines.append("start " + ", ".join(start))
    return "\n".join(lines) + "\n"


def moments(r, m):
    """Principal moments that a body can have, equal ones among them."""
    for n in "ABC":
        m.values[n] = r.choice([F(1), F(1), F(3, 2), F(5, 4)])
    return [sym(n) for n in "ABC"]


def rigid(r):
    """A body with a fixed point, free or heavy."""
    m = Mechanism(["ψ", "θ", "φ"], num(0))
    A, B, C = moments(r, m)
    p, q, s = BODY
    m.T = (A*p**2 + B*q**2 + C*s**2)/2
    g = parameter(r, m, "g")
    off = r.choice(["z", "x", "none", "none"])
    height = {"z": cos(θ), "x": sin(θ)*sin(φ), "none": num(0)}[off]
    m.V = g*height
    f = Dynamics(m)
    P, Q, R = sym("p"), sym("q"), sym("r")
    up = [sin(θ)*sin(φ), sin(θ)*cos(φ), cos(θ)]
    momentum = "A*p*dot(B.x, world.z) + B*q*dot(B.y, world.z) + C*r*dot(B.z, world.z)"
    pool = [("r", R), ("p", P), ("A*p^2 + B*q^2 + C*r^2", A*P**2 + B*Q**2 + C*R**2),
            ("A^2*p^2 + B^2*q^2 + C^2*r^2", A**2*P**2 + B**2*Q**2 + C**2*R**2), ("energy", m.T + m.V),
            (momentum, A*P*up[0] + B*Q*up[1] + C*R*up[2]), ("p^2 + q^2", P**2 + Q**2),
            ("dot(B.z, world.z)", up[2]), ("A*p*q - r", A*P*Q - R), ("q*r", Q*R)]
    group = Group([], mechanism=None)
    claims = []
    for i, (words, e) in enumerate(r.sample(pool, 5)):
        claims.append((f"integral {words}", f"integral {i}"))
        group.truths[f"integral {i}"] = integral_truth(m, f, in_angles(e), r)
    sign = r.choice([1, 1, -1])
    torque = {"z": "g*dot(B.y, world.z)", "x": "0", "none": "0"}[off]
    euler = f"A*p' - (B - C)*q*r = {torque}" if sign > 0 else f"A*p' + (B - C)*q*r = {torque}"
    claims.append((f"equation {euler}", "euler"))
    group.truths["euler"] = True if sign > 0 else euler_truth(m)
    x = state(r, m, f)
    x[1] = 0.6 + abs(x[1])
    end = 1.5
    speeds = compiled(BODY, m.names())
    group.end, group.tolerance = end, 1e-6
    try:
        y = numerics.integrate(f, 0.0, x, end)
    except (numerics.NoMotion, np.linalg.LinAlgError):
        group.end = 0.0
        y = None
    if y is not None:
        group.motion = dict(zip(["p", "q", "r"], speeds(end, y)))
        group.motion["height"] = math.cos(y[1])
    centre = {"z": "B.z", "x": "B.x", "none": "0*B.z"}[off]
    body = [f"body top: mass 0, centre world.origin, frame B, inertia (A, B, C)",
            f"force -g*world.z at {centre}"] if off != "none" else \
           ["body top: mass 0, centre world.origin, frame B, inertia (A, B, C)"]
    columns = {"p": "p", "q": "q", "r": "r", "height": "dot(B.z, world.z)"}
    for label in FRAMES:
        said = spelled(claims, off)
        lines = body
        if label == "direction cosines":
            said = [(by_cosines(w), k) for w, k in said]
            lines = body[:1] + {"z": ["potential g*γ3"], "x": ["potential g*γ1"], "none": []}[off]
        text_ = spatial(label, m.values, lines, claims=said, start=oriented(label, x, speeds(0, x)))
        group.statements.append(Statement(label, text_, {"claim " + w: k for w, k in said}, columns))
    return group


def by_cosines(words):
    for axis, name in zip("xyz", ("γ1", "γ2", "γ3")):
        words = words.replace(f"dot(B.{axis}, world.z)", name)
    return words


def spelled(claims, off):
    """The potential is stated by a force here, so `energy` is spelled out where there is one."""
    whole = "1/2*(A*p^2 + B*q^2 + C*r^2)"
    whole += {"z": " + g*dot(B.z, world.z)", "x": " + g*dot(B.x, world.z)", "none": ""}[off]
    return [(w.replace("integral energy", f"integral {whole}"), k) for w, k in claims]


def euler_truth(m):
    """The false Euler equation holds where (B - C) q r = 0 identically."""
    return m.values["B"] == m.values["C"]


def ball(r):
    """A ball that rolls on a plane, which may turn: homogeneous, or with three moments (Chaplygin)."""
    m = Mechanism(["ψ", "θ", "φ", "x", "y"], num(0))
    A, B, C = moments(r, m)
    M, a = parameter(r, m, "M", zero=False), parameter(r, m, "a", zero=False)
    if r.random() < 0.4:
        m.values["B"] = m.values["C"] = m.values["A"]
    vx, vy = sym("x'"), sym("y'")
    p, q, s = BODY
    m.T = (A*p**2 + B*q**2 + C*s**2)/2 + M*(vx**2 + vy**2)/2
    w = parameter(r, m, "w") if r.random() < 0.5 else num(0)
    m.rows = [vx - a*WORLD[1] + w*sym("y"), vy + a*WORLD[0] - w*sym("x")]
    f = Dynamics(m)
    P, Q, R = sym("p"), sym("q"), sym("r")
    axes = cosines()
    spin = [A*P, B*Q, C*R]
    vertical = sum((spin[i]*axes[2][i] for i in range(3)), num(0))
    along_x = sum((spin[i]*axes[0][i] for i in range(3)), num(0)) - M*a*vy
    pool = [("energy", m.T), ("A*p*dot(B.x, world.z) + B*q*dot(B.y, world.z) + C*r*dot(B.z, world.z)", vertical),
            ("A*p*dot(B.x, world.x) + B*q*dot(B.y, world.x) + C*r*dot(B.z, world.x) - M*a*y'", along_x),
            ("r", R), ("x'", vx), ("x'^2 + y'^2", vx**2 + vy**2), ("dot(spin(B), world.z)", WORLD[2]),
            ("A*p^2 + B*q^2 + C*r^2", A*P**2 + B*Q**2 + C*R**2), ("x'*sin(w*t) - y'*cos(w*t)" if "w" in m.values else "x'*y'",
             vx*sin(w*sym("t")) - vy*cos(w*sym("t")) if "w" in m.values else vx*vy)]
    group = Group([], mechanism=None)
    claims = []
    for i, (words, e) in enumerate(r.sample(pool, 4)):
        claims.append((f"integral {words}", f"integral {i}"))
        group.truths[f"integral {i}"] = integral_truth(m, f, in_angles(e), r)
    x = state(r, m, f)
    x[1] = 0.6 + abs(x[1])
    x = f.project(0.0, x)
    speeds = compiled(BODY + [vx, vy, sym("x"), sym("y")], m.names())
    first = speeds(0, x)
    try:
        y = numerics.integrate(f, 0.0, x, 1.0)
        group.end = 1.0
        group.motion = dict(zip(["p", "q", "r", "x'", "y'", "x", "y"], speeds(1.0, y)))
    except (numerics.NoMotion, np.linalg.LinAlgError):
        pass
    body = ["point G = x*world.x + y*world.y + a*world.z",
            "body ball: mass M, centre G, frame B, inertia (A, B, C)"]
    start = [f"x = {decimal(first[5])}", f"y = {decimal(first[6])}"]
    columns = {k: k for k in ("p", "q", "r", "x'", "y'", "x", "y")}
    rolling = "rolling ball on world at G - a*world.z, normal world.z"
    if "w" in m.values:
        body.append("frame table = world turned w*t about z")
        rolling = rolling.replace("world at", "table at")
    for label in list(FRAMES)[:3]:
        text_ = spatial(label, m.values, body, "x, y", claims, start + oriented(label, x, first[:3]), rolling)
        group.statements.append(Statement(label, text_, {"claim " + w: k for w, k in claims}, columns))
    return group


def cosines():
    """Entry [i][j]: the world's axis i along the body's axis j."""
    s, c = sin, cos
    return [[c(ψ)*c(φ) - s(ψ)*c(θ)*s(φ), -c(ψ)*s(φ) - s(ψ)*c(θ)*c(φ), s(ψ)*s(θ)],
            [s(ψ)*c(φ) + c(ψ)*c(θ)*s(φ), -s(ψ)*s(φ) + c(ψ)*c(θ)*c(φ), -c(ψ)*s(θ)],
            [s(θ)*s(φ), s(θ)*c(φ), c(θ)]]


def spinning(r):
    """A free body that turns about a principal axis, or about another, which is no motion of it: stable if the
    axis is that of the greatest or least moment."""
    values = dict(zip("ABC", r.sample([F(1), F(3, 2), F(2), F(5, 4)], 3) if r.random() < 0.8 else [F(1), F(1), F(2)]))
    n, w = r.randrange(3), r.choice([F(1), F(2), F(-1), F(1, 2)])
    name, own = "pqr"[n], values["ABC"[n]]
    others = [v for k, v in values.items() if k != "ABC"[n]]
    group = Group([], truths={"motion": True, "steady stability": None})
    if own not in others:
        group.truths["steady stability"] = (own - others[0])*(own - others[1]) > 0
    tilted = r.random() < 0.25 and len(set(values.values())) == 3
    if tilted:
        group.truths = {"motion": False}
    body = ["body top: mass 1, centre world.origin, frame B, inertia (A, B, C)"]
    speeds = {name: w, **({"pqr"[(n + 1) % 3]: w} if tilted else {})}
    about = ", ".join(f"{k} = {v}" for k, v in speeds.items())
    group.statements.append(Statement("free frame", spatial("free frame", values, body), about=about))
    group.statements.append(Statement("direction cosines", spatial("direction cosines", values, body), about=about))
    if not tilted:                               # angles that are not singular where the last two vanish
        order = {"p": "α about x, β about y, γ about z", "q": "α about y, β about z, γ about x",
                 "r": "α about z, β about x, γ about y"}[name]
        lines = [f"parameter {p} = {v}" for p, v in values.items()] + ["coordinate α, β, γ", f"frame B = world turned {order}"]
        group.statements.append(Statement("angles", "\n".join(lines + body) + "\n", about=f"α = ({w})*t"))
    return group
