"""Random mechanisms, each stated in several ways. A family is one function of a random generator
that returns a Group; the table is in t_verdicts.py."""
import math
import re
from dataclasses import dataclass, field
from fractions import Fraction as F

import numpy as np

import numerics
from formula import (call, compiled, cos, derivative, div, exp, num, piecewise, sin, sqrt, substitute,
                     sym, text)
from mechanism import Claim, Dynamics, Mechanism, replace_words, statement, total_derivative


@dataclass
class Statement:
    label: str
    text: str
    claims: dict = field(default_factory=dict)    # words after `claim` -> key
    columns: dict = field(default_factory=dict)   # key -> expression of the model
    about: str = ""                               # a motion for `study steady --about`
    options: tuple = ()                           # of every command: --set k=2
    general: bool = False                         # the parameters have no values: only what is proved counts


@dataclass
class Group:
    statements: list
    truths: dict = field(default_factory=dict)    # key -> True, False, None
    reasons: dict = field(default_factory=dict)
    end: float = 0.0                              # of the run; 0: none
    motion: dict = field(default_factory=dict)    # key -> value at the end
    tolerance: float = 1e-6
    corner: bool = False                          # no run can reach the end
    mechanism: Mechanism = None                   # of the first statement, for its studies
    study: bool = False
    reactions: list = field(default_factory=list) # (mechanism, its statement)
    point: object = None                          # of the claims of stability; None: all zero
    may_refuse: bool = False                      # a claim is real nowhere: an error is right
    topic: str = ""                               # its claims are counted apart
    counted: bool = True                          # all statements have the same degrees of freedom


def small(r, zero=True):
    """A parameter value; special ones (0, 1, equal ones) are as likely as others."""
    pool = [F(1), F(2), F(1, 2), F(3), F(3, 2), F(1, 4)]
    return r.choice(pool + [F(0), F(0)] if zero else pool)


def state(r, m, f):
    x = np.array([r.uniform(-1, 1) for _ in range(2*f.n)])
    return f.project(0.0, x)


def of(m, label, columns=None, values="stated"):
    return Statement(label, statement(m, values), {("claim " + c.words): c.key for c in m.claims},
                     columns or {})


def permuted(m, columns=None):
    """Coordinates, forces and constraints in the opposite order."""
    new = replaced(m, {})
    new.coordinates.reverse()
    new.holonomic.reverse()
    new.rows.reverse()
    new.forces = dict(reversed(list(m.forces.items())))
    new.claims, new.start = list(m.claims), dict(m.start)
    return of(new, "opposite order", columns)


def set_values(s):
    """The same text with other values, put right by --set."""
    found = re.findall(r"^parameter (\w+) = ([\d/]+)$", s.text, re.M)
    body = re.sub(r"^parameter (\w+) = ([\d/]+)$", lambda w: f"parameter {w[1]} = {F(w[2]) + 1}", s.text, flags=re.M)
    options = tuple(w for n, v in found for w in ("--set", f"{n}={v}"))
    return Statement("values by --set", body, dict(s.claims), dict(s.columns), s.about, options)


def without_values(m, s):
    """The same text, the parameters without values: what is proved holds at all, divisors excluded, if T > 0."""
    values = list(m.values.values())
    special = any(v <= 0 for v in values) or len(set(values)) < len(values)
    body = re.sub(r"^parameter (\w+) = .*$", r"parameter \1", s.text, flags=re.M)
    body = re.sub(r"^start .*\n", "", body, flags=re.M)
    return Statement("without values", body, {} if special else dict(s.claims), general=True)


def at_values(s):
    """The same text, the values put in from the start."""
    return Statement("--at-values", s.text, dict(s.claims), {}, s.about, ("--at-values",))


def literal(m, label, columns=None):
    s = of(m, label, columns, "literal")
    table = {p: num(v) for p, v in m.values.items()}
    s.claims = {"claim " + replace_words(c.words, table): c.key for c in m.claims}
    return s


# ---- claims with a truth found by numbers ----

def integral_truth(m, f, e, r, jumps=False):
    """Is e constant along the motions? False if its derivative does not vanish; True if it vanishes at
    many states and e is smooth."""
    if jumps:
        return False
    g = compiled([e], m.names())
    states = [(r.uniform(0, 3), state(r, m, f)) for _ in range(8)]
    try:
        worst = numerics.along(f, g, states)
    except (ValueError, ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
        return None
    return False if worst > 1e-5 else True if worst < 1e-8 else None


def equation_truth(m, f, e, r):
    """Does the residual e(q, q', q'', t) vanish on every motion?"""
    n = f.n
    names = m.names()
    names.update({q + "''": f"x[{2*n + i}]" for i, q in enumerate(m.coordinates)})
    g = compiled([e], names)
    worst = 0.0
    for _ in range(6):
        t, x = r.uniform(0, 3), state(r, m, f)
        a = f.accelerations(t, x)
        worst = max(worst, abs(g(t, np.concatenate([x, a]))[0])/(1 + np.abs(a).max()))
    return False if worst > 1e-7 else True if worst < 1e-11 else None


def add_motion(group, m, f, r, end, key_columns):
    """The state at `end` by Dormand and Prince from a random start."""
    x = state(r, m, f)
    n = f.n
    x = np.round(x*64)/64 if not f.k else x
    if f.k:
        return
    m.start = {q: F(x[i]) for i, q in enumerate(m.coordinates)}
    m.start.update({q + "'": F(x[n + i]) for i, q in enumerate(m.coordinates)})
    try:
        y = numerics.integrate(f, 0.0, x, end)
        z = numerics.integrate(f, 0.0, x + 1e-9, end, 1e-9)
    except (numerics.NoMotion, ValueError, ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
        m.start = {}
        return
    if np.abs(y - z).max() > 1e-5:       # too sensitive to be compared
        m.start = {}
        return
    group.end, group.motion = end, {k: y[i] for i, k in enumerate(key_columns)}


# ---- oscillators: energies and forces of polynomials and sines, with all that goes wrong ----

def time_factor(r, m):
    """1, or 1 + a*cos(w*t + b) with its period."""
    if r.random() < 0.55:
        return num(1)
    w = r.choice([1, 2, 3, 5])
    m.period = 2*math.pi
    a = r.choice([F(1, 2), F(9, 10), F(2), F(1, 10)])
    return 1 + num(a)*(cos(w*sym("t")) if r.random() < 0.7 else sin(w*sym("t")))


def parameter(r, m, name, zero=True):
    v = small(r, zero)
    if r.random() < 0.25 and m.values:
        v = r.choice(list(m.values.values()))
        if not zero and v == 0:
            v = F(1)
    m.values[name] = v
    return sym(name)


def rough_force(r, q):
    """A force that is not smooth at 0."""
    x, v = sym(q), sym(q + "'")
    return r.choice([call("sign", v), -call("sign", v), call("abs", x), x*call("abs", x), -v*call("abs", v),
                     piecewise(x, 0, 2*x, -x), call("max", x, 0*x + num(0)), call("min", v, num(0)),
                     -call("sign", x), call("abs", v)*v, piecewise(v, 0, num(1), num(-1))])


def oscillator(r):
    n = r.choice([1, 1, 2, 2, 3])
    q = ["x", "y", "z"][:n]
    m = Mechanism(q, num(0))
    X = [sym(a) for a in q]
    R = [sym(a + "'") for a in q]
    kind = r.choice(["linear", "linear", "polynomial", "trigonometric"])
    for i in range(n):
        mass = parameter(r, m, f"m{i + 1}", zero=False) if r.random() < 0.5 else num(1)
        if kind != "linear" and r.random() < 0.3:
            mass = mass*(1 + X[r.randrange(n)]**2)
        if r.random() < 0.1:
            mass = mass*(2 + cos(sym("t")))
            m.period = 2*math.pi
        m.T = m.T + mass*R[i]**2/2
    if n > 1 and r.random() < 0.3:
        m.T = m.T + num(F(1, 8))*R[0]*R[1]
    for i in range(n):
        k = parameter(r, m, f"k{i + 1}") if r.random() < 0.6 else num(r.choice([1, 2, -1]))
        k = k*time_factor(r, m) if r.random() < 0.35 else k
        m.V = m.V + (k*(1 - cos(X[i])) if kind == "trigonometric" else k*X[i]**2/2)
        if kind == "polynomial":
            m.V = m.V + parameter(r, m, f"e{i + 1}")*X[i]**r.choice([3, 4])
    if n > 1 and r.random() < 0.6:
        m.V = m.V + num(r.choice([F(1, 2), 1, 2]))*(X[0] - X[1])**2/2
    if n > 1 and r.random() < 0.25 and kind == "linear" and m.period:
        s, c = sin(2*sym("t")), cos(2*sym("t"))
        m.V = m.V + num(r.choice([F(1, 2), 2]))*((X[0]**2 - X[1]**2)*c + 2*X[0]*X[1]*s)
    for i in range(n):
        force = num(0)
        if r.random() < 0.45:
            force = force - parameter(r, m, f"c{i + 1}")*R[i]
        if n > 1 and r.random() < 0.2:
            g = parameter(r, m, f"g{i + 1}")
            force = force + g*R[(i + 1) % n]*(1 if i == 0 else -1)
        if n > 1 and r.random() < 0.12:
            force = force + num(F(1, 2))*X[(i + 1) % n]
        if r.random() < 0.15:
            force = force - num(F(1, 2))*time_factor(r, m)*X[i]
        if r.random() < 0.18:
            force = force + num(r.choice([F(1, 10), 1]))*rough_force(r, q[i])
            m.smooth = False
        m.forces[q[i]] = force
    m.linear = kind == "linear" and m.smooth
    return claimed(r, m)


def claimed(r, m):
    """Claims of a mechanism without constraints, and its statements."""
    f = Dynamics(m)
    n = f.n
    q = m.coordinates
    zero = np.zeros(2*n)
    at = ", ".join(f"{a} = 0" for a in q)
    group = Group([], mechanism=m, study=True)
    truths = group.truths
    rest = numerics.is_equilibrium(f, zero, m.period, n)
    truths["equilibrium"] = rest
    m.claims.append(Claim(f"equilibrium {at}", "equilibrium"))
    if rest:
        truths["stable"] = numerics.stability(m, f, zero)
        m.claims.append(Claim(f"stable at {at}", "stable"))
        m.claims.append(Claim(f"not stable at {at}", "not stable"))
        truths["not stable"] = None if truths["stable"] is None else not truths["stable"]
    energy = m.T + m.V
    truths["energy"] = integral_truth(m, f, energy, r)
    if not m.smooth and truths["energy"]:
        truths["energy"] = None
    m.claims.append(Claim("integral energy", "energy"))
    e, true = motion_equation(r, m)
    truths["equation"] = equation_truth(m, f, e, r)
    m.claims.append(Claim(f"equation {text(e)} = 0", "equation"))
    add_motion(group, m, f, r, 2.0, q)
    columns = {a: a for a in q}
    group.statements = [of(m, "stated values", columns), literal(m, "literal values", columns)]
    group.statements.append(r.choice([set_values, at_values])(group.statements[0]) if r.random() < 0.6 else
                            permuted(m, columns))
    group.statements.append(without_values(m, group.statements[0]))
    if not m.period:
        group.statements.append(restated_linear(r, m, columns))
    else:
        group.statements.append(restated_shift(m))
    return group


def motion_equation(r, m):
    """Lagrange's equation of one coordinate, as it is or slightly false."""
    i = r.randrange(len(m.coordinates))
    Q, R = m.coordinates, m.rates()
    p = derivative(m.T, R[i])
    e = derivative(p, "t")
    for j in range(len(Q)):
        e = e + derivative(p, Q[j])*sym(R[j]) + derivative(p, R[j])*sym(Q[j] + "''")
    e = e - derivative(m.T, Q[i]) + derivative(m.V, Q[i]) - m.forces.get(Q[i], num(0))
    true = r.random() < 0.6
    if not true:
        e = e + num(F(1, 3))*r.choice([sym(Q[0]), sym(R[0]), sym(Q[-1])**2])
    return e, true


def replaced(m, table):
    """A copy of m with symbols replaced in every formula."""
    s = lambda e: substitute(e, table)
    return Mechanism(list(m.coordinates), s(m.T), s(m.V), {k: s(v) for k, v in m.forces.items()},
                     [s(g) for g in m.holonomic], [s(g) for g in m.rows], dict(m.values), list(m.unvalued),
                     m.period, m.smooth, m.linear)


def restated_linear(r, m, columns):
    """The same mechanism in other coordinates: q = B u with B unimodular, Q transformed alike."""
    n = len(m.coordinates)
    u = [f"u{i + 1}" for i in range(n)]
    B = np.eye(n, dtype=int)
    for _ in range(n):
        i, j = r.randrange(n), r.randrange(n)
        if i != j:
            B[i] += r.choice([1, -1])*B[j]
    if n == 1:
        B[0, 0] = -1
    inverse = np.rint(np.linalg.inv(B)).astype(int)
    table = {}
    for i, q in enumerate(m.coordinates):
        for prime in ("", "'"):
            table[q + prime] = sum((num(int(B[i, j]))*sym(u[j] + prime) for j in range(n)), num(0))
    new = replaced(m, table)
    new.coordinates = u
    new.forces = {u[j]: sum((num(int(B[i, j]))*substitute(m.forces.get(q, num(0)), table)
                             for i, q in enumerate(m.coordinates)), num(0)) for j in range(n)}
    at = ", ".join(f"{a} = 0" for a in u)
    for c in m.claims:
        words = c.words.replace(", ".join(f"{a} = 0" for a in m.coordinates), at)
        if c.key != "equation":
            new.claims.append(Claim(words, c.key))
    for k, v in m.start.items():
        q, prime = (k[:-1], "'") if k.endswith("'") else (k, "")
        i = m.coordinates.index(q)
        for j in range(n):
            new.start[u[j] + prime] = new.start.get(u[j] + prime, F(0)) + int(inverse[j, i])*v
    cols = {q: text(table[q]) for q in m.coordinates}
    return of(new, "other coordinates", cols)


def restated_shift(m):
    """Time shifted by an arbitrary constant: stability, equilibria and integrals are the same."""
    new = replaced(m, {"t": sym("t") + num(F(3, 7))})
    new.claims = [Claim(c.words, c.key) for c in m.claims if c.key != "equation"]
    return of(new, "shifted time")


# ---- candidate integrals of simple motions, smooth and not ----

def jumping(r, x, y):
    """An expression whose derivative vanishes where it exists, and which is not constant."""
    u = r.choice([x, y, x - y, x + 2*y, x*y])
    return r.choice([call("sign", u), piecewise(u, 0, num(1), num(2)), call("abs", u)/u,
                     call("atan", 1/u) + call("atan", u), call("atan", call("tan", u)) - u,
                     sqrt(u**2)/u, call("asin", sin(u)) - u, call("acos", cos(u))**2 - u**2,
                     call("log", u**2)*0 + call("sign", u**3), call("max", u, num(0))/u,
                     piecewise(u, 1, num(3), num(4)), call("sign", u)*num(2) + 1])


def particle(r):
    """A free particle, or one in a central field, with candidate integrals."""
    q = ["x", "y"]
    m = Mechanism(q, (sym("x'")**2 + sym("y'")**2)/2)
    x, y, vx, vy = sym("x"), sym("y"), sym("x'"), sym("y'")
    field_of = r.choice(["free", "central", "linear", "gravity"])
    k = parameter(r, m, "k")
    if field_of == "central":
        m.V = k*(x*x + y*y)**2/4
    elif field_of == "linear":
        m.V = k*(x*x + y*y)/2
    elif field_of == "gravity":
        m.V = k*y
    f = Dynamics(m)
    moment = x*vy - y*vx
    pool = [(moment, False), (vx, False), (moment**2 + vx, False), (m.T + m.V, False),
            (moment*(m.T + m.V), False), (call("abs", moment), False), (x*vx + y*vy, False),
            (exp(vx) - moment, False), (sin(moment)*vx, False), (vy + k*sym("t"), False),
            (x - sym("t")*vx, False), (call("max", moment, vx), False)]
    for _ in range(3):
        pool.append((jumping(r, x, y), True))
    group = Group([], mechanism=m)
    for i in range(5):
        e, jumps = r.choice(pool)
        key = f"integral {i}"
        if any(c.words == f"integral {text(e)}" for c in m.claims):
            continue
        truth = integral_truth(m, f, e, r, jumps)
        if not jumps and any(w in text(e) for w in ("abs", "max")) and truth:
            truth = None
        group.truths[key] = truth
        m.claims.append(Claim(f"integral {text(e)}", key))
    group.statements = [of(m, "stated values"), literal(m, "literal values"), polar(m)]
    return group


def polar(m):
    """The same particle in polar coordinates."""
    ρ, φ, dρ, dφ = sym("ρ"), sym("φ"), sym("ρ'"), sym("φ'")
    table = {"x": ρ*cos(φ), "y": ρ*sin(φ), "x'": dρ*cos(φ) - ρ*dφ*sin(φ), "y'": dρ*sin(φ) + ρ*dφ*cos(φ)}
    new = Mechanism(["ρ", "φ"], (dρ**2 + ρ**2*dφ**2)/2, substitute(m.V, table), values=dict(m.values))
    lines = statement(new) + "assume ρ > 0\n"
    claims = {}
    for c in m.claims:
        e = c.words[len("integral "):]
        words = "integral " + polar_words(e, table)
        claims["claim " + words] = c.key
        lines += "claim " + words + "\n"
    return Statement("polar coordinates", lines, claims)


def polar_words(e, table):
    return re.sub(r"\b([xy])('?)(?![\w(])", lambda w: "(" + text(table[w.group()]) + ")", e)


# ---- identities of elementary functions ----

def identity(r):
    """`claim identity` of two expressions, judged at real points of their common domain."""
    x, y = sym("x"), sym("y")
    m = Mechanism(["x", "y"], (sym("x'")**2 + sym("y'")**2)/2)
    pairs = [lambda u, v: (sin(u + v), sin(u)*cos(v) + cos(u)*sin(v)), lambda u, v: (sqrt(u**2), u),
             lambda u, v: (sqrt(u**2), call("abs", u)), lambda u, v: (call("abs", u*v), call("abs", u)*call("abs", v)),
             lambda u, v: (call("log", u*v), call("log", u) + call("log", v)),
             lambda u, v: (call("log", u**2), 2*call("log", u)), lambda u, v: (call("log", exp(u)), u),
             lambda u, v: (call("atan", u) + call("atan", 1/u), sym("pi")/2),
             lambda u, v: (call("atan", call("tan", u)), u), lambda u, v: (call("asin", sin(u)), u),
             lambda u, v: (call("acos", cos(u)), call("abs", u)), lambda u, v: (call("max", u, v), (u + v + call("abs", u - v))/2),
             lambda u, v: (call("min", u, v) + call("max", u, v), u + v),
             lambda u, v: (call("sign", u)*call("abs", u), u), lambda u, v: (piecewise(u, v, v, u), call("max", u, v)),
             lambda u, v: (call("sign", u*v), call("sign", u)*call("sign", v)),
             lambda u, v: ((-u**2 - 1)**v, num(1)), lambda u, v: (num(-1)**u, num(1)),
             lambda u, v: (num(-4)**(u/2), num(2)**u), lambda u, v: (num(4)**(u/2), num(2)**u),
             lambda u, v: (sqrt(-1 - u**2), v), lambda u, v: ((u**2)**(v/2), u**v),
             lambda u, v: (exp(u)**v, exp(u*v)), lambda u, v: (sqrt(u)*sqrt(v), sqrt(u*v)),
             lambda u, v: (sqrt(u/v), sqrt(u)/sqrt(v)), lambda u, v: (call("atan2", u, v), call("atan", u/v)),
             lambda u, v: (call("cosh", sin(u))**2 - call("sinh", sin(u))**2, num(1)),
             lambda u, v: (call("tan", u)*cos(u), sin(u)), lambda u, v: (u**3/u, u**2)]
    inner = [x, y, x + y, x - 1, 2*x, x*y, x**2 + 1, y - x, -x, x**2]
    group = Group([], mechanism=None)
    for i in range(6):
        left, right = r.choice(pairs)(r.choice(inner), r.choice(inner))
        key = f"identity {i}"
        group.truths[key] = identity_truth(m, left, right, r)
        group.may_refuse |= nowhere_real(m, left - right, r)
        m.claims.append(Claim(f"identity {text(left)} = {text(right)}", key))
    group.statements = [of(m, "as it stands"), scaled_names(m)]
    return group


def identity_truth(m, left, right, r):
    """Judged at random points. Powers of negative numbers are real where the exponent is an
    integer: at points that are not met here."""
    g = compiled([left, right], m.names())
    seen, worst, isolated = 0, 0.0, False
    for _ in range(300):
        x = [r.uniform(-4, 4) for _ in range(4)]
        try:
            a, b = g(0.0, x)
        except (ValueError, ZeroDivisionError, OverflowError) as error:
            isolated |= "negative base" in str(error)
            continue
        seen += 1
        worst = max(worst, abs(a - b)/(1 + abs(a) + abs(b)))
    if seen == 0:
        return False                     # nowhere real: nothing may be proved of it
    return False if worst > 1e-6 else True if worst < 1e-9 and not isolated else None


def nowhere_real(m, e, r):
    g = compiled([e], m.names())
    for _ in range(100):
        try:
            g(0.0, [r.uniform(-4, 4) for _ in range(4)])
            return False
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
    return True


def scaled_names(m):
    """x and y exchanged."""
    swap = lambda s: re.sub(r"\b[xy]\b(?!\()", lambda w: "y" if w.group() == "x" else "x", s)
    new = Mechanism(["y", "x"], m.T, claims=[Claim(swap(c.words), c.key) for c in m.claims])
    return of(new, "names exchanged")


# ---- pendulums: angles, bodies, Cartesian coordinates with constraints ----

def pendulum(r):
    n = r.choice([1, 2, 2, 3])
    m = Mechanism([f"a{i + 1}" for i in range(n)], num(0))
    g = parameter(r, m, "g", zero=False)
    L = [parameter(r, m, f"l{i + 1}", zero=False) for i in range(n)]
    W = [parameter(r, m, f"m{i + 1}", zero=False) for i in range(n)]
    shaken = r.random() < 0.3
    ride = num(F(1, 5))*cos(3*sym("t")) if shaken else num(0)
    m.period = 2*math.pi/3 if shaken else 0.0
    vx, vy, y = num(0), derivative(ride, "t"), ride
    for i in range(n):
        a, d = sym(f"a{i + 1}"), sym(f"a{i + 1}'")
        vx, vy, y = vx + L[i]*cos(a)*d, vy + L[i]*sin(a)*d, y - L[i]*cos(a)
        m.T = m.T + W[i]*(vx*vx + vy*vy)/2
        m.V = m.V + W[i]*g*y
        if r.random() < 0.3:
            c = parameter(r, m, f"c{i + 1}")
            m.forces[f"a{i + 1}"] = -c*d
    f = Dynamics(m)
    group = Group([], mechanism=m, study=True)
    up = [r.random() < 0.3 for _ in range(n)]
    at = ", ".join(f"a{i + 1} = {'pi' if u else '0'}" for i, u in enumerate(up))
    x = np.array([math.pi*u for u in up] + [0]*n)
    m.claims = [Claim(f"equilibrium {at}", "equilibrium"), Claim(f"stable at {at}", "stable"),
                Claim(f"not stable at {at}", "not stable"), Claim("integral energy", "energy")]
    group.point = x
    s = numerics.stability(m, f, x)
    if s is None and not shaken and not any(up):
        s = True                          # the potential has a strict minimum, forces dissipate
    group.truths = {"equilibrium": numerics.is_equilibrium(f, x, m.period, n), "stable": s,
                    "not stable": None if s is None else not s, "energy": integral_truth(m, f, m.T + m.V, r)}
    add_motion(group, m, f, r, 1.5, m.coordinates)
    columns = {a: a for a in m.coordinates}
    group.statements = [of(m, "energies", columns), literal(m, "literal values", columns),
                        by_masses(m, n, ride, columns)]
    if not shaken:
        group.statements.append(in_units(group.statements[-1]))
    if not m.forces:
        group.truths["rod"] = True
        group.statements.append(by_constraints(m, n, ride, up))
    return group


def by_masses(m, n, ride, columns):
    lines = [f"parameter {p} = {v}" for p, v in m.values.items()]
    lines.append("coordinate " + ", ".join(m.coordinates))
    last = f"({text(ride)})*world.y"
    for i in range(n):
        lines.append(f"point P{i + 1} = {last} + l{i + 1}*sin(a{i + 1})*world.x - l{i + 1}*cos(a{i + 1})*world.y")
        lines.append(f"mass m{i + 1} at P{i + 1}")
        last = f"P{i + 1}"
    lines.append("gravity -g*world.y")
    for a, force in m.forces.items():
        lines.append(f"work ({text(force)})*δ({a})")
    lines += ["claim " + c.words for c in m.claims]
    if m.start:
        lines.append("start " + ", ".join(f"{k} = {text(num(v))}" for k, v in m.start.items()))
    return Statement("masses at points", "\n".join(lines) + "\n",
                     {"claim " + c.words: c.key for c in m.claims}, columns)


def in_units(s):
    """The same text with units: lengths in centimetres, masses in grams."""
    unit = {"l": (100, "cm"), "m": (1000, "g"), "g": (100, "cm/s^2"), "c": (1, "N*m*s")}
    swap = lambda w: f"parameter {w[1]} = {F(w[2])*unit[w[1][0]][0]} [{unit[w[1][0]][1]}]".replace("= ", "= (", 1).replace(" [", ") [", 1)
    body = re.sub(r"parameter (\w+) = ([\d/]+)", swap, s.text)
    body = re.sub(r"coordinate (.*)", r"coordinate \1 [rad]", body)
    return Statement("units", body, dict(s.claims), dict(s.columns))


def by_constraints(m, n, ride, up):
    """Cartesian coordinates, rods as constraints."""
    lines = [f"parameter {p} = {v}" for p, v in m.values.items()]
    lines.append("coordinate " + ", ".join(f"x{i + 1}, y{i + 1}" for i in range(n)))
    px, py = "0", f"({text(ride)})"
    for i in range(n):
        k = i + 1
        lines.append(f"kinetic energy m{k}/2*(x{k}'^2 + y{k}'^2)")
        lines.append(f"potential m{k}*g*y{k}")
        lines.append(f"constraint (x{k} - {px})^2 + (y{k} - {py})^2 = l{k}^2")
        px, py = f"x{k}", f"y{k}"
    words = {"integral energy": "energy", f"equation (x1 - 0)^2 + (y1 - ({text(ride)}))^2 = l1^2": "rod"}
    if not m.period:
        at, x, y = [], "0", ""
        for i, u in enumerate(up):
            y += f" {'+' if u else '-'} l{i + 1}"
            at += [f"x{i + 1} = 0", f"y{i + 1} ={y}".replace("= + ", "= ").replace("= - ", "= -")]
        at = ", ".join(at)
        words.update({f"equilibrium {at}": "equilibrium", f"stable at {at}": "stable", f"not stable at {at}": "not stable"})
    claims = {"claim " + w: k for w, k in words.items()}
    lines += list(claims)
    columns = {}
    if m.start:
        start, sx, sy, vx, vy = [], 0.0, None, 0.0, 0.0
        sy = float(compiled([ride], m.names())(0.0, [0]*2*n)[0])
        for i in range(n):
            l = float(m.values[f"l{i + 1}"])
            a, d = float(m.start[f"a{i + 1}"]), float(m.start[f"a{i + 1}'"])
            sx, sy = sx + l*math.sin(a), sy - l*math.cos(a)
            vx, vy = vx + l*math.cos(a)*d, vy + l*math.sin(a)*d
            start += [f"x{i + 1} = {sx:.17g}", f"y{i + 1} = {sy:.17g}", f"x{i + 1}' = {vx:.17g}", f"y{i + 1}' = {vy:.17g}"]
        lines.append("start " + ", ".join(start))
        columns = {"sin a1": "x1/l1"}
    return Statement("rods as constraints", "\n".join(lines) + "\n", claims, columns)


# ---- Pfaffian constraints: integrable by construction, or not ----

def pfaffian(r):
    q = ["x", "y", "z"]
    X = [sym(a) for a in q]
    m = Mechanism(q, (sym("x'")**2 + sym("y'")**2 + sym("z'")**2)/2)
    m.V = num(r.choice([0, 1]))*sym("z")
    a = parameter(r, m, "a")
    b = parameter(r, m, "b")
    if r.random() < 0.5:
        base = r.choice([X[0]*X[1] + X[2], X[2] - sin(X[0]) - b*X[1], X[0] + a*X[1]**2 + 3*X[2], X[2] - X[0]*X[1]*a])
        factor = r.choice([num(1), 1 + X[0]**2, exp(X[1]), 2 + cos(X[2])])
        row = sum((factor*derivative(base, s)*sym(s + "'") for s in q), num(0))
        integrable = True
    else:
        row = sym("z'") - (a*X[1]*sym("x'") + b*X[0]*sym("y'"))
        integrable = m.values["a"] == m.values["b"]
    m.rows = [row]
    f = Dynamics(m)
    group = Group([], mechanism=m)
    group.truths["integrable"] = integrable
    group.truths["energy"] = integral_truth(m, f, m.T + m.V, r)
    m.claims.append(Claim("integral energy", "energy"))
    e = r.choice([sym("x'"), sym("y'") + sym("z'"), sym("x")*sym("y'") - sym("y")*sym("x'"), sym("z'")**2])
    group.truths["candidate"] = integral_truth(m, f, e, r)
    m.claims.append(Claim(f"integral {text(e)}", "candidate"))
    group.truths["row"] = True
    m.claims.append(Claim(f"equation {text(row)} = 0", "row"))
    group.study = True
    group.statements = [of(m, "stated values"), literal(m, "literal values"), permuted(m)]
    group.reactions = [(m, group.statements[1])]
    twice = replaced(m, {})
    twice.claims = list(m.claims)
    twice.rows = [num(3)*row, (1 + sym("x")**2)*row]
    group.statements.append(of(twice, "constraint stated twice"))
    return group


# ---- a bead on a surface z = f(x, y): two coordinates, or three with a constraint ----

def bead(r):
    m = Mechanism(["x", "y"], num(0))
    x, y, vx, vy = sym("x"), sym("y"), sym("x'"), sym("y'")
    g, a = parameter(r, m, "g", zero=False), parameter(r, m, "a")
    b = parameter(r, m, "b")
    z = r.choice([a*x**2/2 + b*y**2/2, a*x**2/2 + b*y**2/2 + x*y/2, a*(1 - cos(x)) + b*y**2, a*x**2 - b*y**4,
                  a*x*y, a*x**2/2 + y**2 + b*x**3])
    vz = derivative(z, "x")*vx + derivative(z, "y")*vy
    m.T = (vx**2 + vy**2 + vz**2)/2
    m.V = g*z
    w = parameter(r, m, "w") if r.random() < 0.4 else num(0)       # the surface turns about z
    turning = text(w) != "0"
    if turning:
        m.T = m.T + w*(x*vy - y*vx) + w**2*(x**2 + y**2)/2
    if r.random() < 0.4:
        c = parameter(r, m, "c")
        m.forces = {"x": -c*vx, "y": -c*vy}
    f = Dynamics(m)
    group = Group([], mechanism=m, study=True)
    s = numerics.stability(m, f, np.zeros(4))
    group.truths = {"equilibrium": numerics.is_equilibrium(f, np.zeros(4), 0.0, 2), "stable": s,
                    "not stable": None if s is None else not s}
    m.claims = [Claim("equilibrium x = 0, y = 0", "equilibrium"), Claim("stable at x = 0, y = 0", "stable"),
                Claim("not stable at x = 0, y = 0", "not stable")]
    if not turning:
        group.truths["energy"] = integral_truth(m, f, m.T + m.V, r)
        m.claims.append(Claim("integral energy", "energy"))
    add_motion(group, m, f, r, 1.0, m.coordinates)
    columns = {"x": "x", "y": "y"}
    group.statements = [of(m, "two coordinates", columns), literal(m, "literal values", columns)]
    three = Mechanism(["x", "y", "z"], (vx**2 + vy**2 + sym("z'")**2)/2, g*sym("z"), dict(m.forces),
                      [sym("z") - z], values=dict(m.values), claims=list(m.claims), start=dict(m.start))
    three.claims.append(Claim(f"equation z = {text(z)}", "surface"))
    group.truths["surface"] = True
    if turning:
        three.T = three.T + w*(x*vy - y*vx) + w**2*(x**2 + y**2)/2
    group.statements += [of(three, "three coordinates", columns), permuted(three, columns),
                         of(by_velocities(three), "constraint on velocities", columns)]
    group.reactions = [(three, group.statements[2])]
    return group


# ---- a bead on a curve z = f(x), with a resistance proportional to the reaction: one coordinate with the
# reaction written out, or two with the multiplier ----

def creep(r):
    m = Mechanism(["x"], num(0))
    x, v, acceleration, force = sym("x"), sym("x'"), sym("x''"), sym("λ")
    g, a, c = parameter(r, m, "g", zero=False), parameter(r, m, "a"), parameter(r, m, "c")
    z = r.choice([a*x**2/2, a*(1 - cos(x)), a*x**2/2 + x**3/3, sin(a*x), a*x])
    slope = derivative(z, "x")
    bend = derivative(slope, "x")
    law = r.choice([c*v, c*v*(1 + x**2), c*v**3, c*x, num(0)*v + c])           # force on x per unit of λ, reversed
    m.T, m.V = v**2*(1 + slope**2)/2, g*z
    reaction = (g + bend*v**2)/(1 + slope*(slope + law))
    m.forces = {"x": -law*reaction}
    f = Dynamics(m)
    group = Group([], mechanism=m)
    motion = acceleration*(1 + slope*(slope + law)) + (slope + law)*(g + bend*v**2)
    wrong = acceleration*(1 + slope**2) + slope*(g + bend*v**2)              # G λ left out
    group.truths = {"energy": integral_truth(m, f, m.T + m.V, r), "motion": equation_truth(m, f, motion, r),
                    "wrong": equation_truth(m, f, wrong, r)}
    m.claims = [Claim("integral energy", "energy"), Claim(f"equation {text(motion)} = 0", "motion"),
                Claim(f"equation {text(wrong)} = 0", "wrong")]
    add_motion(group, m, f, r, 1.0, m.coordinates)
    two = Mechanism(["x", "z"], (v**2 + sym("z'")**2)/2, g*sym("z"), {"x": -law*force}, [sym("z") - z],
                    values=dict(m.values), claims=list(m.claims), start=dict(m.start))
    group.truths["reaction"] = True
    two.claims.append(Claim(f"equation λ*({text(1 + slope*(slope + law))}) = {text(g + bend*v**2)}", "reaction"))
    named = replaced(two, {})
    named.claims, named.start, named.forces = list(two.claims), dict(two.start), {"x": -law*sym("R")}
    named.extra = ["let R = λ"]
    columns = {"x": "x"}
    group.statements = [of(m, "the reaction written out", columns), of(two, "the multiplier", columns),
                        literal(two, "literal values", columns), permuted(two, columns), of(named, "by let", columns)]
    return group


def by_velocities(m):
    """Finite constraints differentiated, with one of them stated twice."""
    new = replaced(m, {})
    new.claims, new.start = [c for c in m.claims if c.key != "surface"], dict(m.start)
    new.rows = [total_derivative(m, g) for g in m.holonomic]
    new.rows.append((2 + sin(sym(m.coordinates[0])))*new.rows[0])
    new.holonomic = []
    return new
