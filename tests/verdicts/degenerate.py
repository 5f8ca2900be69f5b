"""Families on the border of the theory: coordinates without mass, constraints that are products or roots,
constraints that lose their rank at some values."""
import re
from fractions import Fraction as F

import numpy as np

import numerics
from families import Group, Statement, literal, of, parameter, small
from formula import compiled, cos, num, sin, substitute, sym, text
from mechanism import Claim, Mechanism


def massless(r):
    """A mass x and a point y without mass, joined by springs and dampers: y follows from a balance of forces. Stated
    with y, with a parameter that is 0 as its mass, and without y."""
    k, h, c = small(r, zero=False), small(r, zero=False), r.choice([F(0), F(0), F(1, 2), F(1)])
    g = r.choice([F(0), F(1), F(2)])
    group = Group([], tolerance=1e-7, counted=False)          # a coordinate without mass is counted
    if c:                      # x - spring k - y - damper c - ground, spring h on x: y' = k (x - y)/c
        f = lambda t, s: np.array([s[1], -float(h)*s[0] - float(k)*(s[0] - s[2]) - float(g), float(k/c)*(s[0] - s[2])])
        parts = f"spring ({k}) on x - y\ndamper ({c}) on y\nspring ({h}) on x\npotential ({g})*x\n"
        claims = {f"equation ({c})*y' = ({k})*(x - y)": True, f"equation ({c})*y' = ({k})*(y - x)": False,
                  f"equation x'' = -({h})*x - ({k})*(x - y) - ({g})": True, "integral energy": False,
                  f"integral x' + ({c})*y": False, "equation y = x": False}
        start, first = "start x = 1/2, x' = -1/4, y = 1/4\n", [0.5, -0.25, 0.25]
    else:                      # springs in series: k (x - y) = h y
        e = k*h/(k + h)
        f = lambda t, s: np.array([s[1], -float(e)*s[0] - float(g)])
        parts = f"spring ({k}) on x - y\nspring ({h}) on y\npotential ({g})*x\n"
        claims = {f"equation ({k + h})*y = ({k})*x": True, f"equation x'' = -({e})*x - ({g})": True,
                  f"equation x'' = -({k})*x - ({g})": False, "integral energy": True, "equation y = x": False,
                  f"integral x'^2 + ({e})*x^2 + 2*({g})*x": True, "integral x'^2": False}
        start, first = "start x = 1/2, x' = -1/4\n", [0.5, -0.25]
    y = numerics.integrate(f, 0.0, first, 1.5, 1e-11)
    group.end, group.motion = 1.5, {"x": y[0], "v": y[1], "y": y[2] if c else float(k/(k + h))*y[0]}
    group.truths = dict(claims)
    table = {"claim " + w: w for w in claims}
    lines = "\n".join(table) + "\n" + start
    columns = {"x": "x", "v": "x'", "y": "y"}
    group.statements = [
        Statement("without mass", "coordinate x, y\nkinetic energy x'^2/2\n" + parts + lines, table, columns),
        Statement("mass 0", "parameter m = 0\ncoordinate x, y\nkinetic energy x'^2/2 + m*y'^2/2\n" + parts + lines, table),
        Statement("other order", "coordinate y, x\nkinetic energy x'^2/2\n" + parts + lines, table, columns)]
    if not c:
        by = f"({k})*x/({k + h})"
        less = {"claim " + re.sub(r"\by\b", by, w): w for w in claims if w != "equation y = x" and not w.startswith("equation (")}
        group.statements.append(Statement("without y", f"coordinate x\nkinetic energy x'^2/2\nspring ({k}) on x - {by}\n"
                                          f"spring ({h}) on {by}\npotential ({g})*x\n" + "\n".join(less) + "\n" + start,
                                          less, {"x": "x", "v": "x'"}))
    return group


def sheets(r):
    """A constraint that holds on several curves of the plane: what is proved holds on each of them."""
    x, y = sym("x"), sym("y")
    R = r.choice([F(1), F(2), F(1, 2)])
    a = r.choice([F(0), F(1), F(2), F(-1)])
    curves = {"x": (x, lambda s: (0, s)), "y": (y, lambda s: (s, 0)), "y - a": (y - num(a), lambda s: (s, float(a))),
              "x - y": (x - y, lambda s: (s, s)), "x + 2*y": (x + 2*y, lambda s: (-2*s, s)),
              "circle": (x**2 + y**2 - num(R**2), lambda s: (float(R)*np.cos(s), float(R)*np.sin(s))),
              "parabola": (y - x**2, lambda s: (s, s*s)), "sine": (y - sin(x), lambda s: (s, np.sin(s)))}
    chosen = r.sample(list(curves), r.choice([1, 2, 2]))
    if not a and {"y", "y - a"} <= set(chosen):
        chosen = ["y"]  # y^2 = 0 has no direction for its force
    product = curves[chosen[0]][0]
    for name in chosen[1:]:
        product = product*curves[name][0]
    if r.random() < 0.2:
        product = product*(2 + cos(x))
    points = [curves[name][1](r.uniform(-2, 2)) for name in chosen for _ in range(12)]
    m = Mechanism(["x", "y"], (sym("x'")**2 + sym("y'")**2)/2, holonomic=[product])
    pool = [x, y, x - y, x*y, x**2 + y**2 - num(R**2), y - x**2, x*(y - num(a)), (x - y)*(x + 2*y), x**2 - y**2,
            product, product*x, y - sin(x)]
    group = Group([], topic=", several sheets")
    for e in [product] + r.sample(pool, 4):
        words = f"equation {text(e)} = 0"
        if any(c.words == words for c in m.claims):
            continue
        g = compiled([e], m.names())
        worst = max(abs(g(0.0, [p, q, 0.0, 0.0])[0]) for p, q in points)
        group.truths[words] = worst < 1e-9
        m.claims.append(Claim(words, words))
    turned = Mechanism(["v", "u"], (sym("v'")**2 + sym("u'")**2)/2,
                       holonomic=[substitute(product, {"x": sym("u") - 1, "y": -sym("v")})])
    turned.claims = [Claim(f"equation {text(substitute(e, {'x': sym('u') - 1, 'y': -sym('v')}))} = 0", c.key)
                     for c in m.claims for e in [find(pool, c.words)]]
    group.statements = [of(m, "as it stands"), of(turned, "other coordinates")]
    return group


def hidden(r):
    """Constraints that are no products, but leave several components together, as x = y z with y w = x^2."""
    x, y, z, w = (sym(q) for q in "xyzw")
    root = 0.5**0.5
    systems = [
        ([x - y*z, y*w - x**2], [lambda s, t: (s*t, s, t, s*t*t), lambda s, t: (0, 0, s, t)]),
        ([x*z - y*w, x*w - y*z], [lambda s, t: (s, s, t, t), lambda s, t: (s, -s, t, -t), lambda s, t: (0, 0, s, t),
                                  lambda s, t: (s, t, 0, 0)]),
        ([x**2 + y**2 - num(1), x*z - y*z, w - x], [lambda s, t: (np.cos(s), np.sin(s), 0, np.cos(s)),
                                                    lambda s, t: (root, root, s, root), lambda s, t: (-root, -root, s, -root)]),
        ([x*y, z - x - y], [lambda s, t: (s, 0, s, t), lambda s, t: (0, s, s, t)]),
        ([x*y - num(1), y*z**2 - z, w - 2*z], [lambda s, t: (s, 1/s, s, 2*s) if s else (1, 1, 1, 2),
                                               lambda s, t: (s, 1/s, 0, 0) if s else (1, 1, 0, 0)])]
    constraints, parts = r.choice(systems)
    points = [part(r.uniform(-2, 2), r.uniform(-2, 2)) for part in parts for _ in range(12)]
    pool = [x, z, x - y, w - y*z**2, y*(w - y*z**2), x*z - w, x**2 - y**2, (x**2 - y**2)*z, (x - y)*z, x*y*z, z**2 - x**2, w*z - 2*z**2,
            w - 2*z, y*z - x] + constraints
    m = Mechanism(list("xyzw"), (sym("x'")**2 + sym("y'")**2 + sym("z'")**2 + sym("w'")**2)/2, holonomic=constraints)
    group = Group([], topic=", several sheets")
    for e in r.sample(pool, 5):
        words = f"equation {text(e)} = 0"
        if words in group.truths:
            continue
        g = compiled([e], m.names())
        group.truths[words] = max(abs(g(0.0, [*q, 0.0, 0.0, 0.0, 0.0])[0]) for q in points) < 1e-9
        m.claims.append(Claim(words, words))
    other = Mechanism(list("wzyx"), m.T, holonomic=constraints[::-1])
    other.claims = m.claims
    group.statements = [of(m, "as it stands"), of(other, "other order")]
    return group


def find(pool, words):
    return next(e for e in pool if f"equation {text(e)} = 0" == words)


def rank(r):
    """Constraints that are dependent at some values of a parameter: there one of them binds nothing."""
    m = Mechanism(["x", "y", "z"], (sym("x'")**2 + sym("y'")**2 + sym("z'")**2)/2)
    x, y, z = (sym(q) for q in m.coordinates)
    a, b = parameter(r, m, "a"), parameter(r, m, "b")
    first = r.choice([x - y, x - a*y, x + y - z])
    second = r.choice([a*(y - z), (a - b)*(z - y), x - y + b*(y - z), a*x - b*y])
    m.holonomic = [first, second]
    f = np.array([[float(v) for v in row] for row in gradients(m)])
    free = np.linalg.svd(f)[2][np.linalg.matrix_rank(f, 1e-9):]          # directions that are left
    group = Group([])
    for e in r.sample([x - y, y - z, x, x - z, z, x + y - z, x - a*y], 4):
        g = np.array([float(v) for v in gradient(m, e)])
        truth = bool(np.abs(free @ g).max() < 1e-9) if len(free) else True
        words = f"equation {text(e)} = 0"
        group.truths[words] = truth
        m.claims.append(Claim(words, words))
    for e in (sym("x'"), sym("y'") - sym("z'")):
        words = f"integral {text(e)}"
        group.truths[words] = True                                       # no forces, straight constraints
        m.claims.append(Claim(words, words))
    group.statements = [of(m, "stated values"), literal(m, "literal values")]
    if not any("0 = 0" in s.text for s in group.statements):
        return group
    group.statements = group.statements[:1]                              # a constraint without content is an error
    return group


def gradient(m, e):
    g = compiled([e], m.names())
    zero = g(0.0, [0.0]*6)[0]
    return [g(0.0, [float(i == k) for i in range(6)])[0] - zero for k in range(3)]


def gradients(m):
    return [gradient(m, g) for g in m.holonomic]
