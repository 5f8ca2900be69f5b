"""Families with a closed form or a right-hand side of their own: servos, motions of first order,
friction, impacts, kinks."""
import math
from fractions import Fraction as F

import numpy as np

import numerics
from families import Group, Statement, add_motion, integral_truth, literal, of, parameter, permuted, small, without_values
from formula import call, compiled, cos, derivative, exp, num, piecewise, sin, sqrt, sym, text
from mechanism import Claim, Dynamics, Mechanism


def servo(r):
    """Two masses x and s; the servo acts on x and keeps x + s = f(t), where f may have branches:
    a s'' + b x'' + k s = 0 is the equation that the servo does not touch."""
    t = sym("t")
    a, b, k = small(r, zero=False) + 1, small(r, zero=False), small(r, zero=False)
    c = small(r, zero=False) + 1 + b*b
    u = r.choice([t, call("min", t, num(1)), piecewise(t, 1, t, num(1)), sin(t), call("max", num(F(1, 2)), t),
                  piecewise(t, F(3, 2), t**2, 3*t - F(9, 4)), call("min", 2*t, num(2))])
    f = r.choice([u**3*(10 - 15*u + 6*u**2)/4, u**4/8, u**3/3 + u**2, call("abs", u - F(1, 2))**3])
    f2 = derivative(derivative(f, "t"), "t")
    g = compiled([f, derivative(f, "t"), f2], {"t": "t"})
    jump = lambda at: abs(g(at + 1e-9, [])[1] - g(at - 1e-9, [])[1]) > 1e-6*(1 + abs(g(at + 1e-9, [])[2]))

    def rhs(time, x):           # x = s, s'; s'' from c s'' + b (f'' - s'') + k s = 0
        return np.array([x[1], -(float(b)*g(time, x)[2] + float(k)*x[0])/float(c - b)])
    group = Group([])
    if c == b:
        return group
    s0, v0 = F(r.randrange(-8, 9), 8), F(r.randrange(-8, 9), 8)
    first = g(0.0, [])
    y = numerics.integrate(rhs, 0.0, [float(s0), float(v0)], 2.25, 1e-11)
    last = g(2.25, [])
    effort = float(a)*(last[2] - rhs(2.25, y)[1]) + float(b)*rhs(2.25, y)[1]
    group.end, group.tolerance = 2.25, 1e-7
    group.motion = {"s": y[0], "x": last[0] - y[0], "s'": y[1], "effort": effort, "on s": 0.0}
    group.corner = any(jump(at) for at in (0.5, 1.0, 1.5))
    body = (f"kinetic energy ({a})/2*x'^2 + ({b})*x'*s' + ({c})/2*s'^2\npotential ({k})/2*s^2\n")
    start = f"start s = {s0}, s' = {v0}\n"
    columns = {"s": "s", "x": "x", "s'": "s'", "effort": "effort(x)", "on s": "effort(s)"}
    plain = f"coordinate x, s\n{body}servo x + s = {text(f)} through x\n{start}"
    named = f"coordinate x, s\n{body}let f = {text(f)}\nservo x + s = f through x\n{start}"
    order = f"coordinate s, x\n{body}servo s + x - ({text(f)}) = 0 through x\n{start}"
    group.statements = [Statement("servo", plain, {}, columns), Statement("by let", named, {}, columns),
                        Statement("other order", order, {}, columns)]
    return group


def first_order(r):
    """T linear in the rates, or massless coordinates with dampers: equations of first order."""
    group = Group([])
    b, k = small(r, zero=False), small(r, zero=False)
    if r.random() < 0.5:
        lines = f"parameter B = {b}, k = {k}\ncoordinate x, y\nkinetic energy B*(x*y' - y*x')/2\npotential k*(x^2 + y^2)/2\n"
        claims = [("equation B*y' = k*x", True), ("equation B*x' = -k*y", True), ("equation B*x' = k*y", False),
                  ("integral x^2 + y^2", True), ("integral x", False)]
        literal = f"coordinate x, y\nkinetic energy ({b})*(x*y' - y*x')/2\npotential ({k})*(x^2 + y^2)/2\n"
    else:
        lines = f"parameter B = {b}, k = {k}\ncoordinate x, y\nkinetic energy x'^2/2\nspring k on x - y\ndamper B on y\n"
        claims = [("equation B*y' = k*(x - y)", True), ("equation x'' = -k*(x - y)", True),
                  ("equation B*y' = -k*(x - y)", False), ("integral energy", False), ("integral x' + B*y", True)]
        literal = f"coordinate x, y\nkinetic energy x'^2/2\nspring ({k}) on x - y\ndamper ({b}) on y\n"
    group.truths = {w: truth for w, truth in claims}
    for label, body in (("stated values", lines), ("literal values", literal)):
        table = {"claim " + replaced(w, label, b, k): w for w, _ in claims}
        group.statements.append(Statement(label, body + "\n".join(table) + "\n", table))
    return group


def replaced(words, label, b, k):
    if label == "stated values":
        return words
    return words.replace("B", f"({b})").replace("k*", f"({k})*")


def friction(r):
    """A block on a rough plane, pushed or thrown: it stops and stays, by a closed form."""
    μ, g = r.choice([F(1, 5), F(1, 2), F(3, 10)]), 10
    rest = μ*r.choice([1, 1, F(3, 2), 2])
    v, push = F(r.randrange(1, 40), 8), r.choice([F(0), F(1), F(-1), F(3), F(-7, 2), F(-13, 2), F(-7, 2)])
    end = 2.0
    group = Group([], end=end, tolerance=1e-9)
    x, speed = slide(float(v), float(push), float(μ)*g, float(rest)*g, end)
    group.motion = {"x": x, "v": speed}
    contact = (f"coordinate x, y\npoint G = x*world.x + y*world.y\nmass 1 at G\ngravity -{g}*world.y\n"
               f"frame block = world at G\nbody b: mass 0, centre G, frame block, inertia 1 about z\n"
               f"rolling b on world at G, normal world.y, friction {μ} static {rest}\nconstraint y = 0\n"
               f"force ({push})*world.x at G\nstart x' = {v}\n")
    if push == 0:
        by_sign = f"coordinate x\nkinetic energy x'^2/2\nwork -({μ}*{g})*sign(x')*δ(x)\nstart x' = {v}\n"
        stop = float(v)/(float(μ)*g)
        if stop > end:
            group.statements.append(Statement("sign", by_sign, {}, {"x": "x", "v": "x'"}))
    group.statements.append(Statement("contact", contact, {}, {"x": "x", "v": "x'"}))
    return group


def slide(v, push, limit, rest, end):
    """Position and velocity of a block under a constant push, with friction `limit` or, at rest, at most `rest`."""
    a = push - limit                       # while it moves forwards
    stop = v/-a if a < 0 else math.inf
    if stop >= end:
        return v*end + a*end**2/2, v + a*end
    x, left = v*stop/2, end - stop
    if abs(push) <= rest:
        return x, 0.0
    a = push + limit if push < 0 else push - limit
    return x + a*left**2/2, a*left


def impact(r):
    """A ball bounces: energy is an integral between impacts only."""
    e, g, h = r.choice([F(1), F(1, 2), F(9, 10)]), small(r, zero=False) + 2, F(r.randrange(2, 12), 4)
    group = Group([], tolerance=1e-9)
    lines = (f"parameter e = {e}, g = {g}\ncoordinate z\nkinetic energy z'^2/2\npotential g*z\n"
             f"when z < 0 then z' = -e*z'\nstart z = {h}\nclaim integral energy\n")
    t1 = math.sqrt(2*float(h)/float(g))
    end = t1*(1 + float(e))
    v = float(e)*float(g)*t1
    group.end, group.motion = end, {"z": v*(end - t1) - float(g)*(end - t1)**2/2, "v": v - float(g)*(end - t1)}
    group.truths["plain energy"] = None if e == 1 else False
    group.statements = [Statement("impact", lines, {"claim integral energy": "plain energy"}, {"z": "z", "v": "z'"})]
    return group


def kink(r):
    """A force with branches that the motion crosses; the same with the branches written otherwise."""
    b = r.choice([F(1), F(1, 2), F(0), F(1) - F(1, 10**13), F(3, 10)])
    k = small(r, zero=False)
    x = sym("x")
    forces = r.choice([
        ("max({b}, x^2)", lambda v: max(float(b), v*v)), ("abs(x - {b})", lambda v: abs(v - float(b))),
        ("min(x, {b})", lambda v: min(v, float(b))), ("piecewise(x < {b}, 2*x, x + {b})", lambda v: 2*v if v < float(b) else v + float(b)),
        ("max(0, x - {b})", lambda v: max(0.0, v - float(b)))])
    other = {"max({b}, x^2)": "({b} + x^2 + abs(x^2 - {b}))/2", "abs(x - {b})": "max(x - {b}, {b} - x)",
             "min(x, {b})": "(x + {b} - abs(x - {b}))/2", "piecewise(x < {b}, 2*x, x + {b})": "x + min(x, {b})",
             "max(0, x - {b})": "piecewise(x < {b}, 0, x - {b})"}[forces[0]]
    v0 = F(r.randrange(4, 16), 8)
    f = lambda t, y: np.array([y[1], -float(k)*y[0] - forces[1](y[0])])
    group = Group([], end=3.0, tolerance=1e-7)
    y = numerics.integrate(f, 0.0, [0.0, float(v0)], 3.0, 1e-12, 200000)
    group.motion = {"x": y[0], "v": y[1]}
    columns = {"x": "x", "v": "x'"}
    for label, words in (("one way", forces[0]), ("another way", other)):
        lines = f"parameter b = {b}, k = {k}\ncoordinate x\nkinetic energy x'^2/2\npotential k*x^2/2\n"
        lines += f"work -({words.format(b='b')})*δ(x)\nstart x' = {v0}\n"
        group.statements.append(Statement(label, lines, {}, columns))
    return group


def steady(r):
    """Circles in a central field k q^n/n, or near ones that are no motions: by polar coordinates and by
    Cartesian ones, where the variational equations are periodic."""
    n, k, q0 = r.choice([2, 4, 1, -1, -3, -4, 3]), small(r, zero=False)**2, r.choice([F(1), F(1), F(1), F(2)])
    square = k*q0**(n - 2)                       # of the angular velocity
    true = r.random() < 0.7 and is_square(square)
    w = F(math.isqrt(square.numerator), math.isqrt(square.denominator)) if true else r.choice([F(1), F(2), F(1, 3)])
    group = Group([])
    group.truths["motion"] = w*w == square
    group.truths["steady stability"] = (n + 2 > 0) if w*w == square else None
    energy = f"k/({n})"
    values = r.choice([f"parameter k = {k}\n", None])
    of_k = lambda lines: values + lines if values else lines.replace("k/", f"({k})/")
    polar = of_k(f"coordinate q, w\nkinetic energy (q'^2 + q^2*w'^2)/2\npotential {energy}*q^({n})\nassume q > 0\n")
    cartesian = of_k(f"coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential {energy}*(x^2 + y^2)^({n}/2)\n")
    group.statements = [Statement("polar", polar, about=f"q = {q0}, w = ({w})*t"),
                        Statement("Cartesian", cartesian, about=f"x = {q0}*cos({w}*t), y = {q0}*sin({w}*t)")]
    return group


def is_square(v):
    return math.isqrt(v.numerator)**2 == v.numerator and math.isqrt(v.denominator)**2 == v.denominator


def gyroscope(r):
    """Two coordinates with a gyroscopic force: by a term of T, by work, and, where it is a turning frame, by
    coordinates that do not turn."""
    m = Mechanism(["x", "y"], num(0))
    x, y, vx, vy = sym("x"), sym("y"), sym("x'"), sym("y'")
    k1, k2, b = parameter(r, m, "k1"), parameter(r, m, "k2"), parameter(r, m, "b")
    if r.random() < 0.5:
        m.values["k1"] = -m.values["k1"]
        m.values["k2"] = -m.values["k2"] if r.random() < 0.7 else m.values["k2"]
    c = parameter(r, m, "c") if r.random() < 0.4 else num(0)
    quartic = num(r.choice([0, 0, 1]))*(x**4 + y**4)/4
    m.V = (k1*x**2 + k2*y**2)/2 + quartic
    squares = (vx**2 + vy**2)/2
    if r.random() < 0.25:                      # a kinetic energy that need not be positive
        m.values["m1"] = r.choice([F(1), F(2), F(-1), F(-1)])
        squares = (sym("m1")*vx**2 + vy**2)/2
    m.T = squares + b*(x*vy - y*vx)
    m.forces = {"x": -c*vx, "y": -c*vy}
    m.linear = text(quartic) == "0"
    f = Dynamics(m)
    s = numerics.stability(m, f, np.zeros(4))
    group = Group([], mechanism=m, study=True)
    group.truths = {"equilibrium": True, "stable": s, "not stable": None if s is None else not s}
    m.claims = [Claim("equilibrium x = 0, y = 0", "equilibrium"), Claim("stable at x = 0, y = 0", "stable"),
                Claim("not stable at x = 0, y = 0", "not stable")]
    total = squares + m.V
    group.truths["total"] = integral_truth(m, f, total, r)
    m.claims.append(Claim(f"integral {text(total)}", "total"))
    add_motion(group, m, f, r, 2.0, m.coordinates)
    columns = {"x": "x", "y": "y"}
    work = Mechanism(["x", "y"], squares, m.V, {"x": 2*b*vy - c*vx, "y": -2*b*vx - c*vy}, values=dict(m.values),
                     claims=list(m.claims), start=dict(m.start))
    group.statements = [of(m, "term of T", columns), literal(m, "literal values", columns), of(work, "work", columns),
                        permuted(m, columns), without_values(m, of(m, ""))]
    return group


def driven(r):
    """A mass on springs, one end of which moves: the motion given, spelled out, or kept by a servo."""
    t = sym("t")
    k, c, h = small(r, zero=False), small(r), small(r, zero=False)
    f = r.choice([sin(2*t)/2, t**2/4, call("max", t - F(1, 2), num(0))**3, exp(-t), 1/(1 + t**2), sqrt(1 + t), call("atan", t)])
    g = compiled([f, derivative(f, "t"), derivative(derivative(f, "t"), "t")], {"t": "t"})
    K, C, H = float(k), float(c), float(h)
    rhs = lambda time, x: np.array([x[1], -K*(x[0] - g(time, x)[0]) - C*(x[1] - g(time, x)[1]) - H*x[0]**3])
    y = numerics.integrate(rhs, 0.0, [0.5, 0.0], 2.0, 1e-11)
    group = Group([], end=2.0, tolerance=1e-7)
    pull = K*(y[0] - g(2.0, y)[0]) + C*(y[1] - g(2.0, y)[1])
    group.motion = {"x": y[0], "v": y[1], "effort": g(2.0, y)[2] - pull}
    rest = f"spring ({k}) on x - s\ndamper ({c}) on x - s\npotential ({h})*x^4/4\nstart x = 1/2, x' = 0\nkinetic energy x'^2/2\n"
    columns = {"x": "x", "v": "x'"}
    spelled = rest.replace("x - s", f"x - ({text(f)})")
    group.statements = [
        Statement("given", f"coordinate x\ngiven s = {text(f)}\n{rest}", {}, columns),
        Statement("spelled out", f"coordinate x\n{spelled}", {}, columns),
        Statement("servo", f"coordinate x, s\n{rest}kinetic energy s'^2/2\nservo s = {text(f)} through s\n", {},
                  {**columns, "effort": "effort(s)"}),
        Statement("constraint", f"coordinate x, s\n{rest}kinetic energy s'^2/2\nconstraint s = {text(f)}\n", {}, columns)]
    return group


def switch(r):
    """A parameter changes where a coordinate passes a bound, and a velocity is reversed at another."""
    k, b = small(r, zero=False), F(r.randrange(1, 5), 8)
    K, B, e = float(k), float(b), r.choice([F(1), F(1, 2), F(3, 4)])
    v0 = 1.5 + K
    f = lambda s: (lambda t, x: np.array([x[1], -s*x[0] - x[0]**3]))
    t1, x = until(f(K), 0.0, [0.0, v0], B)
    end = t1 + 0.8
    group = Group([], end=end, tolerance=1e-8)
    change, factor = r.choice([("k = 2*k", 2.0), ("k = k/2", 0.5), ("k = k + b", 1 + B/K)])
    if r.random() < 0.5:
        x[1] = -float(e)*x[1]
        change += f", x' = -({e})*x'"
    y = numerics.integrate(f(K*factor), t1, x, end, 1e-12)
    group.motion = {"x": y[0], "v": y[1], "k": K*factor}
    lines = f"parameter k = {k}, b = {b}\ncoordinate x\nkinetic energy x'^2/2\npotential k*x^2/2 + x^4/4\n"
    columns = {"x": "x", "v": "x'", "k": "k"}
    start = f"start x' = {v0!r}\n"
    if "x'" not in change:
        group.statements.append(Statement("inequality", f"{lines}when x > b then {change}, record\n{start}", {}, columns))
        group.statements.append(Statement("twice", f"{lines}when x^3 > b^3 then {change}\n{start}", {}, columns))
    else:
        group.statements.append(Statement("impact", f"{lines}when x > b then {change}\n{start}", {}, columns))
    return group


def until(f, t, x, bound):
    """(time, state) where x[0] reaches the bound from below."""
    x, h = np.array(x), 0.05
    while h > 1e-6:
        y = numerics.integrate(f, t, x, t + h, 1e-13)
        if y[0] < bound:
            t, x = t + h, y
        else:
            h /= 2
    for _ in range(3):                     # Newton's method
        h = (bound - x[0])/x[1]
        t, x = t + h, numerics.rk4(f, t, x, h)
    return t, x


def crane(r):
    """A trolley s and a rope l carry a load that is led along a path: by the load's coordinates with the rope as
    a constraint, or by the rope's angle."""
    t = sym("t")
    M, m, g = small(r, zero=False), small(r, zero=False), F(10)
    u = call("min", t, num(1)) if r.random() < 0.5 else t
    px = u**4*(35 - 84*u + 70*u**2 - 20*u**3)/2 if text(u) != "t" else sin(t)**4/2
    pz = num(-2) + (u**4/4 if r.random() < 0.5 else num(0))
    two = lambda e: derivative(derivative(e, "t"), "t")
    at = 0.8
    X, Z, ax, az = compiled([px, pz, two(px), two(pz)], {"t": "t"})(at, [])
    # the load: m (ax, az + g) is the pull along the rope, which leads from the load to the trolley at z = 0
    s = X + ax/(az + float(g))*(0 - Z)
    length = math.hypot(s - X, Z)
    group = Group([], end=at, tolerance=1e-7)
    group.motion = {"s": s, "l": length}
    lines = (f"parameter M = {M}, m = {m}, g = {g}\ncoordinate s, l, x, z\n"
             f"kinetic energy M/2*s'^2 + m/2*(x'^2 + z'^2)\npotential m*g*z\nconstraint (x - s)^2 + z^2 = l^2\n"
             f"servo x = {text(px)} through s, l\nservo z = {text(pz)} through s, l\nstart l = 2, z = -2\n")
    angle = (f"parameter M = {M}, m = {m}, g = {g}\ncoordinate s, l, a\n"
             f"point P = (s + l*sin(a))*world.x - l*cos(a)*world.z\nmass m at P\nkinetic energy M/2*s'^2\ngravity -g*world.z\n"
             f"servo dot(P, world.x) = {text(px)} through s, l\nservo dot(P, world.z) = {text(pz)} through s, l\nstart l = 2\n")
    columns = {"s": "s", "l": "l"}
    group.statements = [Statement("Cartesian", lines, {}, columns), Statement("angle", angle, {}, columns)]
    return group


def units(r):
    """An oscillator in several systems of units: frequencies, decay and motion are the same."""
    m, k, c = small(r, zero=False), small(r, zero=False), r.choice([F(0), F(0), small(r)])
    group = Group([], end=1.0, tolerance=1e-8)
    rhs = lambda t, x: np.array([x[1], -(float(k)*x[0] + float(c)*x[1])/float(m) - 1])
    y = numerics.integrate(rhs, 0.0, [0.25, 0.0], 1.0, 1e-12)
    group.motion = {"x": y[0], "v": y[1]}
    group.truths = {"energy": c == 0, "stable": True, "frequency": None if c else True, "double": None if c else False,
                    "equation": True}
    systems = {"SI": (1, "kg", 1, "m", 1, "s"), "cgs": (1000, "g", 100, "cm", 1, "s"),
               "mixed": (1000, "g", 1000, "mm", 1000, "ms"), "kilo": (F(1), "kg", F(1, 1000), "km", F(1, 60), "min")}
    claims = {"integral energy": "energy", "stable at x = -m*g/k": "stable", "frequency sqrt(k/m) at x = -m*g/k": "frequency",
              "frequency 2*sqrt(k/m) at x = -m*g/k": "double", "equation m*x'' + c*x' + k*x + m*g = 0": "equation"}
    for label, (a, mass, b, length, s, time) in systems.items():
        lines = (f"parameter m = ({m*a}) [{mass}], k = ({k*a/F(s)**2}) [{mass}/{time}^2], c = ({c*a/F(s)}) [{mass}/{time}], "
                 f"g = ({b/F(s)**2}) [{length}/{time}^2]\nassume m > 0, k > 0, c >= 0\ncoordinate x [{length}]\n"
                 f"kinetic energy m*x'^2/2\npotential k*x^2/2 + m*g*x\ndamper c on x\n"
                 + "".join(f"claim {w}\n" for w in claims) + f"start x = ({b*F(1, 4)}) [{length}]\n")
        group.statements.append(Statement(label, lines, {"claim " + w: key for w, key in claims.items()},
                                          {"x": "x/(1 [m])", "v": "x'/(1 [m/s])"}))
    return group
