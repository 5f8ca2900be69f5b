"""Certificates in double precision, to tell which changes of one make it false. Shares nothing with kernel.py."""
import math
import random

FUNCTIONS = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "exp": math.exp, "log": math.log, "sqrt": math.sqrt,
             "asin": math.asin, "acos": math.acos, "atan": math.atan, "sinh": math.sinh, "cosh": math.cosh,
             "tanh": math.tanh, "abs": abs, "sign": lambda x: (x > 0) - (x < 0), "atan2": math.atan2, "min": min,
             "max": max, "less": lambda a, b: a < b, "lesseq": lambda a, b: a <= b, "pow": lambda a, b: math.pow(a, b)}


def number(text):
    top, _, below = text.partition("/")
    return int(top) / int(below or 1)


class Point:
    """Values of nodes, computed when they are asked for; sizes are those of the terms that cancel."""

    def __init__(self, cert, facts, seed, given=()):
        self.nodes, self.signs = cert["nodes"], [s for _, s in cert["symbols"]]
        self.functions, self.cert = cert["functions"], cert
        self.rules = {}
        for a, b in facts["rules"]:
            self.rules.setdefault(a, b)
        self.seed, self.given, self.memo = seed, dict(given), {}

    def draw(self, key, sign="any"):
        r = random.Random(f"{self.seed} {key}")
        x = r.uniform(0.2, 1.6)
        return -x if sign == "negative" or sign in ("any", "nonzero") and r.random() < 0.5 else x

    def system(self, e):
        m = self.nodes[e[1]]
        n = m[1]
        a = [[self.value(m[2 + i * n + j])[0] for j in range(n)] + [self.value(e[2 + i])[0]] for i in range(n)]
        for k in range(n):
            r = max(range(k, n), key=lambda i: abs(a[i][k]))
            a[k], a[r] = a[r], a[k]
            for i in range(n):
                if i != k:
                    f = a[i][k] / a[k][k]
                    a[i] = [x - f * y for x, y in zip(a[i], a[k])]
        return [a[i][n] / a[i][i] for i in range(n)]

    def stated(self, e, k, args):
        """The value of a function that is given by another node at the same point."""
        for node, x in self.given.items():
            other = self.nodes[node]
            if other[:2 + k] == e[:2 + k] and args == [round(self.value(a)[0], 7) for a in other[2 + k:]]:
                return x
        return None

    def value(self, node):
        """(value, size)"""
        if node not in self.memo:
            self.memo[node] = self.compute(node)
        return self.memo[node]

    def compute(self, node):
        if node in self.given:
            x = self.given[node]
            return x, abs(x)
        if node in self.rules:
            return self.value(self.rules[node])
        e = self.nodes[node]
        op = e[0]
        if op == "num":
            return number(e[1]), abs(number(e[1]))
        if op == "pi":
            return math.pi, math.pi
        if op == "sym":
            x = self.draw(("sym", e[1]), self.signs[e[1]])
            return x, abs(x)
        if op == "add":
            parts = [(number(q), *self.value(k)) for q, k in zip(e[1::2], e[2::2])]
            return sum(q * x for q, x, _ in parts), sum(abs(q) * s for q, _, s in parts)
        if op == "mul":
            x = s = 1.0
            for n, k in zip(e[1::2], e[2::2]):
                y, t = self.value(k)
                x *= y ** n
                s *= t ** n if n > 0 else abs(y) ** n
            return x, s
        if op == "func":
            k = self.functions[e[1]][1]
            args = [round(self.value(a)[0], 7) for a in e[2 + k:]]
            x = self.stated(e, k, args)
            x = self.draw(("func", e[1], e[2:2 + k], args)) if x is None else x
            return x, abs(x)
        if op == "comp":
            if ("solve", e[2]) not in self.memo:
                self.memo["solve", e[2]] = self.system(self.nodes[e[2]])
            x = self.memo["solve", e[2]][e[1]]
            return x, max(map(abs, self.memo["solve", e[2]])) + 1e-6     # rounding mixes the components
        args = [self.value(k) for k in e[1:]]
        if op == "piecewise":
            return next((args[i + 1] for i in range(0, len(args) - 1, 2) if args[i][0]), args[-1])
        x = float(FUNCTIONS[op](*(a for a, _ in args)))
        return x, max(abs(x), *(s for _, s in args))


def recursion_free(cert, roots, rules):
    """Nodes below the roots, children first, so that compute() does not nest deeply."""
    seen, out, stack = set(), [], [(r, False) for r in roots]
    while stack:
        node, done = stack.pop()
        if done:
            out.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((k, False) for k in below(cert, node, rules))
    return out


def below(cert, node, rules):
    if node in rules:
        return [rules[node]]
    e = cert["nodes"][node]
    if e[0] in ("num", "sym", "pi"):
        return []
    if e[0] in ("add", "mul"):
        return e[2::2]
    if e[0] == "func":
        return e[2 + cert["functions"][e[1]][1]:]
    return e[2:] if e[0] in ("factor", "comp") else e[1:]


def holds(point, node):
    positive, sizes = point.value(node)
    return positive > 1e-9 * sizes


def residuals(cert, proof, tries=60, want=3, given=()):
    """|value|/size of the largest expression at some random points where the facts hold."""
    facts = cert["facts"][proof["facts"]]
    rules = {}
    for a, b in facts["rules"]:
        rules.setdefault(a, b)
    order = recursion_free(cert, proof["of"] + facts["positive"], rules)
    out = []
    for i in range(tries):
        p = Point(cert, facts, f"point {i}", given)
        try:
            for node in order:
                if cert["nodes"][node][0] not in ("factor", "solve"):
                    p.value(node)
            if not all(holds(p, e) for e in facts["positive"]):
                continue
            out.append(max(abs(x) / (s or 1) for x, s in (p.value(e) for e in proof["of"])))
        except (ArithmeticError, ValueError, TypeError, RecursionError, KeyError):
            continue
        if len(out) == want:
            break
    return out
