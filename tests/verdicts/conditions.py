"""Claims under conditions that states satisfy, or none does, and claims that neglect a small quantity."""
import math
from fractions import Fraction as F

from families import Group, Statement

MODEL = """parameter a, e, k = {k}
assume a > 0
coordinate x, y
kinetic energy (x'^2 + y'^2)/2
potential k*x^2/2
"""


def statements(model, claims):
    """The claims in order and in reverse, and the same without a value of k."""
    lines = ["claim " + words for words in claims]
    keys = dict(zip(lines, claims.values()))
    return [Statement("as it stands", model + "\n".join(lines) + "\n", keys, options=()),
            Statement("claims reversed", model + "\n".join(lines[::-1]) + "\n", keys),
            Statement("without a value", model.replace("k = ", "k # ", 1) + "\n".join(lines) + "\n", keys, general=True)]


# ---- conditions ----

# expressions of a state, with their values
OF_STATE = [("x", lambda s: s["x"]), ("y", lambda s: s["y"]), ("x'", lambda s: s["u"]), ("y'", lambda s: s["v"]), ("a", lambda s: s["a"]),
            ("x*y", lambda s: s["x"]*s["y"]), ("x - 2*y'", lambda s: s["x"] - 2*s["v"]), ("x^2 + y'^2", lambda s: s["x"]**2 + s["v"]**2),
            ("a*x", lambda s: s["a"]*s["x"]), ("x''", lambda s: -s["k"]*s["x"]), ("x'' + y", lambda s: -s["k"]*s["x"] + s["y"]),
            ("abs(y)", lambda s: abs(s["y"])), ("max(x, y)", lambda s: max(s["x"], s["y"])), ("y''", lambda s: 0*s["x"])]
# conditions that contradict each other: equations, inequalities
CONTRADICTIONS = [(["x = 1", "x = 2"], []), (["x^2 + y'^2 = -1"], []), (["sin(x) = 2"], []), (["exp(y) = 0"], []), (["abs(x) = -1"], []),
                  (["x*y = 1", "y = 0"], []), (["y'' = 1"], []), (["x'' = -k*x + 1"], []), (["x = 1", "x'' = 0", "k = 2"], []), (["a = -1"], []),
                  (["1/x = 0"], []), (["sqrt(y) = -2"], []), ([], ["a < 0"]), ([], ["x > 1", "x < 0"]), ([], ["a^2 < 0"]), ([], ["sin(y) > 2"]),
                  (["x = 3"], ["x < 2"]), (["k = 1"], ["k > 1"]), ([], ["a >= 1", "a <= 1", "a != 1"]), (["x - y = 1", "2*x - 2*y = 3"], []),
                  ([], ["a*k > 4", "k < 0"]), (["k^2 = -1"], [])]
CLAIMS = [("equation", "x'' = -k*x", None), ("equation", "x'' = -k*x + 1", lambda s: False), ("equation", "x''' = -k*x'", None),
          ("equation", "x = 1000", lambda s: False), ("equation", "y'' = 0", None), ("identity", "x = 1000", lambda s: False),
          ("identity", "(x + y)^2 = x^2 + 2*x*y + y^2", None), ("equation", "x' = 1000", lambda s: False)]


def written(value):
    return str(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def satisfied(r):
    """Conditions that a random state satisfies."""
    s = {name: F(r.randint(-6, 6), r.choice([1, 2, 4])) for name in "xyuv"}
    s["a"], s["k"] = F(r.randint(1, 8), 2), F(r.choice([1, 2, 3]))
    when, bounds = [], []
    for words, value in r.sample(OF_STATE, r.randint(1, 3)):
        sort, gap = r.choice(["=", "=", "<", ">", "<=", ">="]), F(r.randint(1, 8), 4)
        accelerations = "''" in words
        if sort == "=" or accelerations:
            when.append(f"{words} = {written(value(s))}")
        else:
            margin = 0 if sort.endswith("=") else gap
            bounds.append(f"{words} {sort} {written(value(s) + (margin if sort[0] == '<' else -margin))}")
    return s, when, bounds


def conditional(r):
    """Proved or refuted only of states that exist."""
    group, claims, k = Group([], topic=", conditions"), {}, None
    for i in range(6):
        sort, words, fails = r.choice(CLAIMS)
        s, when, bounds = satisfied(r)
        k = k or s["k"]
        if s["k"] != k:                             # a condition names the value for which it holds
            when.append(f"k = {s['k']}")
        empty = r.random() < 0.5
        if empty:
            more, others = r.choice(CONTRADICTIONS)
            when, bounds = when[:r.randint(0, 1)] + more, bounds[:r.randint(0, 1)] + others
        accelerations = any("''" in w for w in when)
        if accelerations and sort == "identity":
            continue
        parts = ([" when " + ", ".join(when)] if when else []) + ([" if " + ", ".join(bounds)] if bounds else [])
        claim = f"{sort} {words}{''.join(parts)}"
        claims[claim] = f"claim {i}"
        group.truths[f"claim {i}"] = "nothing" if empty else fails is None
    group.statements = statements(MODEL.format(k=k), claims)
    return group


# ---- what is neglected ----

# functions of a small e, with the coefficients of the series that holds where e > 0
SMALL = [("abs(e)", abs, (0, 1, 0)), ("e*abs(e)", lambda e: e*abs(e), (0, 0, 1)), ("sign(e)", lambda e: math.copysign(1, e), (1, 0, 0)),
         ("min(e, 2*e)", lambda e: min(e, 2*e), (0, 1, 0)), ("max(e, 0)", lambda e: max(e, 0), (0, 1, 0)),
         ("max(e, -1)", lambda e: max(e, -1), (0, 1, 0)), ("piecewise(e < 0, 1, 2)", lambda e: 1 if e < 0 else 2, (2, 0, 0)),
         ("piecewise(e < 1, e, 2)", lambda e: e if e < 1 else 2, (0, 1, 0)), ("piecewise(e < 0, e^2, e^3)", lambda e: e*e if e < 0 else e**3, (0, 0, 0)),
         ("sqrt(1 + e)", lambda e: math.sqrt(1 + e), (1, F(1, 2), F(-1, 8))), ("sqrt(e^2)", abs, (0, 1, 0)),
         ("sin(e)", math.sin, (0, 1, 0)), ("exp(e)", math.exp, (1, 1, F(1, 2))), ("atan2(e, 1)", lambda e: math.atan2(e, 1), (0, 1, 0)),
         ("atan2(e, -1) - pi", lambda e: math.atan2(e, -1) - math.pi, (0, -1, 0)), ("asin(e)", math.asin, (0, 1, 0)),
         ("abs(1 + e)", lambda e: abs(1 + e), (1, 1, 0)), ("log(1 + e)", math.log1p, (0, 1, F(-1, 2))), ("abs(e)^3", lambda e: abs(e)**3, (0, 0, 0)),
         ("cos(e)", math.cos, (1, 0, F(-1, 2))), ("sign(1 - e)", lambda e: 1, (1, 0, 0)), ("atan(abs(e))", lambda e: math.atan(abs(e)), (0, 1, 0)),
         ("sqrt(abs(e))", lambda e: math.sqrt(abs(e)), (0, 0, 0)), ("max(sin(e), e^2)", lambda e: max(math.sin(e), e*e), (0, 1, 0)),
         ("acos(1 - e^2)", lambda e: math.acos(1 - e*e), (0, F(99, 70), 0)), ("1/(1 + abs(e))", lambda e: 1/(1 + abs(e)), (1, -1, 1))]


def order(d):
    """Of what power of e is d(e), near 0? The smaller of both sides; infinite for what vanishes."""
    least = math.inf
    for side in (1, -1):
        far, near = abs(d(side*0.02)), abs(d(side*0.002))
        if max(far, near) > 1e-12:
            least = min(least, math.log10(max(far, 1e-300)/max(near, 1e-300)))
    return least


def neglected(r):
    """A claim that neglects e^n is one on the terms of lower order, on either side of e = 0."""
    group, claims = Group([], topic=", neglecting"), {}
    for i in range(6):
        words, f, series = r.choice(SMALL)
        n = r.choice([1, 2, 2, 3])
        series = [c + (r.choice([0, 0, 0, 1]) if j < n else 0) for j, c in enumerate(series)]
        factor, at = r.choice([("", 1), ("x*", 2), ("(1 + x^2)*", 2)])
        terms = " + ".join(f"({written(F(c))})*{factor}e^{j}" for j, c in enumerate(series) if c) or "0"
        found = order(lambda e: f(e) - sum(float(c)*e**j for j, c in enumerate(series)))
        claim = f"identity {factor}({words}) = {terms.replace('*e^0', '*1')} neglecting " + ("e" if n == 1 else f"e^{n}")
        claims[claim] = f"claim {i}"
        group.truths[f"claim {i}"] = True if found > n - 0.2 else False if found < n - 0.4 else None
    group.statements = statements(MODEL.format(k=1), claims)
    return group
