"""Theorems for kernel.py: their premises, on the data of a certificate. Independent of src/verify: expressions that
the kernel makes itself are built here in its own way, and boxes are evaluated with the intervals of mpmath."""
import itertools
import math
from fractions import Fraction

import mpmath

import small_motions
import solutions

MOST, LARGEST = 8, 24


class Wrong(Exception):
    """A premise does not hold."""


class Unknown(Exception):
    """A premise could not be decided."""


class Builder:
    """Appends nodes to the graph of a certificate."""

    def __init__(self, cert):
        self.c, self.memo = cert, {}

    def make(self, op, kids, with_=None):
        key = (op, tuple(kids), tuple(with_) if isinstance(with_, list) else with_)
        if key not in self.memo:
            self.c.nodes.append((op, tuple(kids), with_))
            self.memo[key] = len(self.c.nodes) - 1
        return self.memo[key]

    def num(self, q):
        return self.make("num", (), Fraction(q))

    def symbol(self, name):
        self.c.signs.append("any")
        return self.make("sym", (), len(self.c.signs) - 1)

    def is_num(self, i, q):
        op, _, w = self.c.nodes[i]
        return op == "num" and w == q

    def add(self, *terms):
        terms = [(Fraction(q), i) for q, i in terms if q and not self.is_num(i, 0)]
        return self.make("add", [i for _, i in terms], [q for q, _ in terms]) if terms else self.num(0)

    def mul(self, *factors):
        if any(self.is_num(i, 0) and e > 0 for i, e in factors):
            return self.num(0)
        factors = [(i, e) for i, e in factors if e and not self.is_num(i, 1)]
        return self.make("mul", [i for i, _ in factors], [e for _, e in factors]) if factors else self.num(1)

    def det(self, rows):
        """By the first row, with minors kept."""
        n, kept = len(rows), {}

        def minor(r, columns):
            if r == n:
                return self.num(1)
            if columns not in kept:
                kept[columns] = self.add(*[((-1) ** k, self.mul((rows[r][j], 1), (minor(r + 1, columns[:k] + columns[k + 1:]), 1)))
                                           for k, j in enumerate(columns) if not self.is_num(rows[r][j], 0)])
            return kept[columns]
        return minor(0, tuple(range(n)))

    # ---- derivatives
    def derivative(self, root, symbol):
        of = {}
        for i in self.c.order({}, [root]):
            of[i] = self.one(i, symbol, of)
        return of[root]

    def one(self, i, symbol, of):
        op, kids, w = self.c.nodes[i]
        if i == symbol:
            return self.num(1)
        d = [of[k] for k in kids]
        if op == "factor":
            return None
        if op == "solve":
            return self.by_system(i, kids, of)
        if op == "comp":
            return self.make("comp", (d[0],), w) if d[0] is not None else self.num(0)
        if all(self.is_num(x, 0) for x in d):
            return self.num(0)
        if op == "add":
            return self.add(*zip(w, d))
        if op == "mul":
            return self.add(*[(e, self.mul(*[(x, n - (k == j)) for j, (x, n) in enumerate(zip(kids, w))], (d[k], 1)))
                              for k, e in enumerate(w)])
        if op == "func":
            return self.add(*[(1, self.mul((self.make("func", kids, (w[0], tuple(n + (k == j) for j, n in enumerate(w[1])))), 1), (d[k], 1)))
                              for k in range(len(kids)) if not self.is_num(d[k], 0)])
        if op == "pow":
            a, b = kids
            first = self.mul((b, 1), (self.make("pow", (a, self.add((1, b), (-1, self.num(1))))), 1), (d[0], 1))
            last = self.num(0) if self.is_num(d[1], 0) else self.mul((i, 1), (d[1], 1), (self.make("log", (a,)), 1))
            return self.add((1, first), (1, last))
        if op == "atan2":
            y, x = kids
            up = self.add((1, self.mul((x, 1), (d[0], 1))), (-1, self.mul((y, 1), (d[1], 1))))
            return self.mul((up, 1), (self.add((1, self.mul((x, 2))), (1, self.mul((y, 2)))), -1))
        return self.mul((self.slope(op, i, kids[0]), 1), (d[0], 1))

    def slope(self, op, i, x):
        one, square = self.num(1), self.mul((x, 2))
        rules = {"sin": lambda: self.make("cos", (x,)), "cos": lambda: self.add((-1, self.make("sin", (x,)))),
                 "tan": lambda: self.mul((self.make("cos", (x,)), -2)), "exp": lambda: i, "log": lambda: self.mul((x, -1)),
                 "sqrt": lambda: self.add((Fraction(1, 2), self.mul((i, -1)))),
                 "asin": lambda: self.mul((self.make("sqrt", (self.add((1, one), (-1, square)),)), -1)),
                 "acos": lambda: self.add((-1, self.mul((self.make("sqrt", (self.add((1, one), (-1, square)),)), -1)))),
                 "atan": lambda: self.mul((self.add((1, one), (1, square)), -1)),
                 "sinh": lambda: self.make("cosh", (x,)), "cosh": lambda: self.make("sinh", (x,)),
                 "tanh": lambda: self.mul((self.make("cosh", (x,)), -2)), "abs": lambda: self.make("sign", (x,))}
        if op not in rules:
            raise Unknown("no derivative")
        return rules[op]()

    def by_system(self, i, kids, of):
        """None: it is constant."""
        _, entries, n = self.c.nodes[kids[0]]
        right = []
        for r in range(n):
            terms = [(1, of[kids[r + 1]])]
            terms += [(-1, self.mul((of[entries[r * n + j]], 1), (self.make("comp", (i,), j), 1))) for j in range(n)
                      if not self.is_num(of[entries[r * n + j]], 0)]
            right.append(self.add(*terms))
        return None if all(self.is_num(x, 0) for x in right) else self.make("solve", (kids[0], *right))


# ---- signs -------------------------------------------------------------------------------------------------

SIGNS = {"any": {-1, 0, 1}, "positive": {1}, "negative": {-1}, "nonnegative": {0, 1}, "nonzero": {-1, 1}}


def times(a, b):
    return {x * y for x in a for y in b}


class Signs:
    """Which signs are possible, by the form of an expression."""

    def __init__(self, cert, facts):
        self.c, self.f = cert, facts

    def ratio(self, a, b):
        """The sign of r if b = r a by its form, otherwise 0."""
        x, y = self.c.nodes[a], self.c.nodes[b]
        if a == b:
            return 1
        if x[0] != "add" or y[0] != "add" or set(x[1]) != set(y[1]) or len(x[1]) != len(set(x[1])):
            return 0
        p, q = dict(zip(x[1], x[2])), dict(zip(y[1], y[2]))
        r = {q[k] / p[k] if p[k] else None for k in p}
        (one,) = r if len(r) == 1 else (None,)
        return 0 if one is None else (one > 0) - (one < 0)

    def bounded(self, i):
        op, kids, w = self.c.nodes[i]
        return op in ("sin", "cos", "tanh") or op == "mul" and all(e >= 0 and self.bounded(k) for e, k in zip(w, kids))

    def of_sum(self, kids, w, s):
        terms = [times({(q > 0) - (q < 0)}, s[k]) for q, k in zip(w, kids)]
        every = set().union(*terms)
        out = every - {0} | ({0} if all(0 in t for t in terms) or {1, -1} <= every else set())
        known = sum(q * self.c.nodes[k][2] for q, k in zip(w, kids) if self.c.nodes[k][0] == "num")
        others = [(q, k) for q, k in zip(w, kids) if self.c.nodes[k][0] != "num"]
        size = sum(abs(q) for q, _ in others)
        if all(self.bounded(k) for _, k in others) and abs(known) >= size:
            out &= {(known > 0) - (known < 0)} | ({0} if abs(known) == size else set())
        return out

    def by_form(self, op, kids, w, s):
        x = s[kids[0]] if kids else None
        if op == "num":
            return {(w > 0) - (w < 0)}
        if op == "sym":
            return SIGNS[self.c.signs[w]]
        if op == "add":
            return self.of_sum(kids, w, s)
        if op == "mul":
            out = {1}
            for e, k in zip(w, kids):
                t = s[k] if e % 2 else {v * v for v in s[k]}
                out = times(out, {1} if not e else t - {0} if e < 0 else t)
            return out
        if op in ("pi", "exp", "cosh"):
            return {1}
        if op in ("abs", "sqrt"):
            return {v * v for v in x} if op == "abs" else {1} | (x & {0})
        if op == "pow":
            return {1} if x == {1} else SIGNS["any"]
        return x if op in ("sign", "asin", "atan", "sinh", "tanh") else SIGNS["any"]

    def of(self, node):
        s = {}
        order = self.c.order(self.f["rules"], [node])
        if order is None:
            return SIGNS["any"]
        for i in order:
            out = s[self.f["rules"][i]] if i in self.f["rules"] else self.by_form(*self.c.nodes[i], s)
            for e in self.f["positive"]:
                r = self.ratio(e, i)
                out = out & {r} if r else out
            if any(self.ratio(e, i) for e in self.f["nonzero"]):
                out = out - {0}
            s[i] = set(out)
        return s[node]


# ---- boxes -------------------------------------------------------------------------------------------------

class Box:
    """Values as intervals of mpmath; `at` gives those of the unknowns."""

    def __init__(self, cert, at, rules):
        self.c, self.at, self.rules, self.v = cert, at, rules, {}

    def system(self, kids):
        """Solution of a linear system by elimination, pivots in the order of their middles."""
        _, entries, n = self.c.nodes[kids[0]]
        a = [[self.v[entries[i * n + j]] for j in range(n)] + [self.v[kids[i + 1]]] for i in range(n)]
        for k in range(n):
            r = max(range(k, n), key=lambda i: abs(mpmath.mpf(a[i][k].mid)))
            a[k], a[r] = a[r], a[k]
            if 0 in a[k][k]:
                raise Unknown("a pivot may vanish")
            for i in range(n):
                if i != k:
                    f = a[i][k] / a[k][k]
                    a[i] = [x - f * y for x, y in zip(a[i], a[k])]
        return [a[i][n] / a[i][i] for i in range(n)]

    def run(self, roots):
        iv = mpmath.iv
        for i in self.c.order(self.rules, roots):
            op, kids, w = self.c.nodes[i]
            x = [self.v[k] for k in kids if k in self.v]
            if i in self.rules:
                self.v[i] = self.v[self.rules[i]]
            elif op == "solve":
                self.v[i] = self.system(kids)
            elif op == "comp":
                self.v[i] = x[0][w]
            elif op == "factor":
                self.v[i] = None
            elif op == "num":
                self.v[i] = iv.mpf(w.numerator) / w.denominator
            elif op == "sym":
                if i not in self.at:
                    raise Wrong("the system has other unknowns")
                self.v[i] = self.at[i]
            elif op == "add":
                self.v[i] = sum((iv.mpf(q.numerator) / q.denominator * y for q, y in zip(w, x)), iv.mpf(0))
            elif op == "mul":
                self.v[i] = iv.mpf(1)
                for e, y in zip(w, x):
                    self.v[i] *= y ** e if e >= 0 else 1 / y ** -e
            elif op == "pi":
                self.v[i] = iv.pi
            elif op == "abs":
                self.v[i] = abs(x[0])
            elif op in ("sin", "cos", "tan", "exp", "log", "sqrt"):
                self.v[i] = getattr(iv, op)(x[0])
            elif op in ("sinh", "cosh", "tanh"):
                a, b = iv.exp(x[0]), iv.exp(-x[0])
                self.v[i] = {"sinh": (a - b) / 2, "cosh": (a + b) / 2, "tanh": (a - b) / (a + b)}[op]
            elif op in ("asin", "atan"):        # they increase
                ends = [getattr(mpmath, op)(mpmath.mpf(e)) for e in (x[0].a, x[0].b)]
                self.v[i] = iv.mpf(ends) + iv.mpf([-1, 1]) * mpmath.mpf(10) ** (10 - iv.dps)
            elif op == "sign" and (x[0].a > 0 or x[0].b < 0):
                self.v[i] = iv.mpf(1 if x[0].a > 0 else -1)
            else:
                raise Unknown("an operation without interval rule")
        return [self.v[i] for i in roots]


def isolates(cert, p, slopes, rules):
    """Krawczyk's operator, with the inverse of the slopes at the middle, maps the box into its interior."""
    n, iv = len(p["system"]), mpmath.iv
    old, iv.dps = iv.dps, 60
    mpmath.mp.dps, kept = 60, mpmath.mp.dps
    try:
        exact = [cert.nodes[i][2] for i in p["middle"]]
        r = cert.nodes[p["radius"][0]][2]
        middle = [iv.mpf(q.numerator) / q.denominator for q in exact]
        wide = iv.mpf([-1, 1]) * r.numerator / r.denominator
        f = Box(cert, dict(zip(p["unknown"], middle)), rules).run(p["system"])
        at = Box(cert, dict(zip(p["unknown"], middle)), rules).run(slopes)
        J = Box(cert, dict(zip(p["unknown"], [m + wide for m in middle])), rules).run(slopes)
        try:
            Y = mpmath.matrix([[mpmath.mpf(at[i * n + j].mid) for j in range(n)] for i in range(n)]) ** -1
        except ZeroDivisionError:
            return False
        least = iv.mpf(r.numerator) / r.denominator
        for i in range(n):
            y = [iv.mpf(Y[i, k]) for k in range(n)]
            out = -sum((y[k] * f[k] for k in range(n)), iv.mpf(0))
            for j in range(n):
                out += (int(i == j) - sum((y[k] * J[k * n + j] for k in range(n)), iv.mpf(0))) * wide
            if not (out.b < least.a and out.a > -least.a):
                return False
        return True
    finally:
        iv.dps, mpmath.mp.dps = old, kept


def is_square(q):
    return math.isqrt(q.numerator) ** 2 == q.numerator and math.isqrt(q.denominator) ** 2 == q.denominator


# ---- theorems ----------------------------------------------------------------------------------------------

class Check:
    """The premises of one theorem. `ask` is the module kernel: identities and points are its own."""

    def __init__(self, cert, proof, ask):
        self.c, self.p, self.ask = cert, proof, ask
        self.f, self.b = cert.facts[proof["facts"]], Builder(cert)
        self.signs, self.zero, self.unknown, self.boxed = Signs(cert, self.f), [], False, False

    def equal(self, a, b):
        self.zero.append(self.b.add((1, a), (-1, b)))

    def settle(self):
        of, self.zero = [i for i in self.zero if not self.b.is_num(i, 0)], []
        if of:
            word = self.ask.check(self.c, {"kind": "zero", "of": of, "facts": self.p["facts"], "verdict": "proved"}, [])
            if word == "fails" or word == "open" and self.is_undefined(of):
                raise Wrong("an identity")
            self.unknown |= word == "open"

    def is_undefined(self, of):
        """Does it divide by zero everywhere?"""
        at = {"kind": "zero", "of": of, "facts": self.p["facts"]}
        try:
            self.ask.modular(self.c, at)
        except self.ask.Beyond as why:
            return "divisor" in str(why) and not self.ask.refuted_somewhere(self.c, at)[1]
        return False

    def point(self, node, holds):
        """Is it so at a real point that satisfies the facts?"""
        if self.ask.is_open(self.c, self.f, [node]):
            return False
        at = {"facts": self.p["facts"], "of": [node]}
        return any(r.nonzero(node) and holds(r.v[node]) for r in self.ask.points(self.c, at, [node], {}, 60, 400))

    def none_violated(self, conditions):
        """Nothing is shown; it is false if all conditions hold at a point."""
        at = {"facts": self.p["facts"], "of": conditions}
        if not self.ask.is_open(self.c, self.f, conditions) and any(
                all(r.nonzero(x) and r.v[x] > 0 for x in conditions) for r in self.ask.points(self.c, at, conditions, {}, 60, 400)):
            raise Wrong("all conditions hold")
        self.unknown = True

    def sign(self, node, want, strict=True):
        if self.boxed:
            found = small_motions.sign_in_box(self, Box, node)
            if found == -want:
                raise Wrong("a sign in the box")
            self.unknown |= not found
            return
        possible = self.signs.of(node)
        if possible <= {want} | (set() if strict else {0}):
            return
        if self.point(node, lambda x: x * want < 0) or strict and not self.point(node, lambda x: x * want > 0) or \
                not possible & ({want} | (set() if strict else {0})):
            raise Wrong("a sign")
        self.unknown = True

    def integers(self, key, least, most):
        out = []
        for i in self.p[key]:
            op, _, q = self.c.nodes[i]
            if op != "num" or q.denominator != 1 or not least <= q <= most:
                raise Wrong("not an integer")
            out.append(int(q))
        return out

    def square(self, key):
        n = next((n for n in range(1, LARGEST + 1) if n * n == len(self.p[key])), None)
        if n is None:
            raise Wrong("not a square matrix")
        return [self.p[key][i * n:(i + 1) * n] for i in range(n)]

    def need(self, condition):
        if not condition:
            raise Wrong("lists do not fit")

    def are_symbols(self, key):
        return all(self.c.nodes[i][0] == "sym" for i in self.p[key])

    def definite(self, A, minors, rows, triangle=()):
        n = len(rows)
        self.need(len(minors) == n and (len(triangle) == n * n if triangle else n <= MOST))
        if triangle:        # A = L D L^T
            L = [[self.b.num(1) if i == j else triangle[i * n + j] for j in range(n)] for i in range(n)]
            for i, j in itertools.combinations_with_replacement(range(n), 2):
                self.equal(A[rows[i]][rows[j]], self.b.add(*[(1, self.b.mul((L[i][r], 1), (L[j][r], 1), (minors[r], 1)))
                                                            for r in range(i + 1)]))
            for pivot in minors:
                self.sign(pivot, 1)
            return
        for n in range(1, len(rows) + 1):
            self.equal(self.b.det([[A[i][j] for j in rows[:n]] for i in rows[:n]]), minors[n - 1])
            self.sign(minors[n - 1], 1)

    def energy(self, minimum, strict=True):
        p, b = self.p, self.b
        K, N = self.square("stiffness"), small_motions.fits(self, not minimum or bool(self.p["mass"]))
        rows = self.integers("rows", 0, N - 1)
        self.need(rows and rows == sorted(set(rows)))
        for i, j in itertools.product(rows if minimum else range(N), repeat=2):
            self.equal(K[i][j], K[j][i])
            small_motions.by_position(self, i, j)
        if p["radius"]:
            small_motions.in_box(self)
        else:
            self.zero += p["force"]
        self.settle()
        if minimum:
            self.definite(K, p["minors"], rows, p["triangle"])
        else:
            self.need(len(p["minors"]) == 1 and len(rows) <= MOST)
            self.equal(b.det([[K[i][j] for j in rows] for i in rows]), p["minors"][0])
            self.sign(p["minors"][0], -1, strict)
            self.need(strict or small_motions.is_nonzero(self, p["minors"][0]))
        self.settle()
        if not minimum or p["mass"]:
            self.motion(N, minimum or bool(p["damping_minors"]))

    def motion(self, N, damps):
        p, b = self.p, self.b
        M, G = self.square("mass"), self.square("damping")
        D = [[b.add((Fraction(1, 2), G[i][j]), (Fraction(1, 2), G[j][i])) for j in range(N)] for i in range(N)]
        for i, j in itertools.product(range(N), repeat=2):
            self.equal(M[i][j], M[j][i])
            small_motions.by_speed(self, i, j)
            if not damps:
                self.zero.append(G[i][j])
        self.definite(M, p["mass_minors"], list(range(N)), p["mass_triangle"])
        if damps:
            self.definite(D, p["damping_minors"], list(range(N)))
        self.settle()

    def factors(self):
        p = self.p
        degree, power = self.integers("degree", 1, MOST), self.integers("power", 1, MOST)
        (zeros,) = self.integers("zeros", 0, MOST) if len(p["zeros"]) == 1 else (None,)
        self.need(zeros is not None and len(degree) == len(power) and sum(degree) + len(degree) == len(p["factor"]))
        at = [0, *itertools.accumulate(d + 1 for d in degree)]
        return zeros, [p["factor"][at[k]:at[k + 1]] for k in range(len(degree))], power

    def polynomial(self):
        b, (zeros, factors, power) = self.b, self.factors()
        L, R = self.square("left"), self.square("right")
        self.need(len(L) == len(R) <= MOST)
        sides = []
        for name in ("y", "z"):
            y = b.symbol(name)
            both = [(y, zeros)] + [(b.add((1, a[0]), *[(1, b.mul((a[k], 1), (y, k))) for k in range(1, len(a))]), e)
                                   for a, e in zip(factors, power)]
            det = b.det([[b.add((1, b.mul((y, 1), (l, 1))), (-1, r)) for l, r in zip(u, v)] for u, v in zip(L, R)])
            sides.append((det, b.mul(*both)))
        self.same_polynomial(sides)

    def same_polynomial(self, sides):
        b = self.b
        both = b.mul((sides[0][0], 1), (sides[0][1], 1))
        if not self.point(both, lambda x: x) and self.ask.modular(self.c, {"kind": "zero", "of": [both], "facts": self.p["facts"]})[0]:
            raise Wrong("a polynomial vanishes everywhere")
        self.equal(b.mul((sides[0][0], 1), (sides[1][1], 1)), b.mul((sides[1][0], 1), (sides[0][1], 1)))
        self.settle()

    def conditions(self):
        """Pairs of a condition and whether it must not vanish."""
        _, factors, power = self.factors()
        out = []
        for a, e in zip(factors, power):
            d = len(a) - 1
            self.need(e == 1 or d % 2 or any(not self.b.is_num(x, 0) for x in a[1::2]))
            out += self.conditions_of(a)
        return out

    def conditions_of(self, a):
        b, d = self.b, len(a) - 1
        even = d % 2 == 0 and all(b.is_num(x, 0) for x in a[1::2])
        self.need(not even or d <= 6)
        x = a[::2] if even else a
        low = x[-2::-1] if even else x[:-1]
        out = [(b.mul((y, 1), (x[-1], 1)), not even) for y in low]
        if even and len(x) == 3:
            out.append((b.add((1, b.mul((x[1], 2))), (-4, b.mul((x[0], 1), (x[2], 1)))), False))
        if even and len(x) == 4:
            q, t, u, v = reversed(x)
            terms = [(18, (1, 1, 1, 1)), (-4, (0, 3, 0, 1)), (1, (0, 2, 2, 0)), (-4, (1, 0, 3, 0)), (-27, (2, 0, 0, 2))]
            out.append((b.add(*[(k, b.mul(*zip((q, t, u, v), n))) for k, n in terms]), False))
        if not even:
            for r in range(d - 1, 1, -2):
                rows = [[a[d - 2 * j - 1 + i] if 0 <= d - 2 * j - 1 + i <= d else b.num(0) for j in range(r)] for i in range(r)]
                det = b.det(rows)
                out.append((b.mul((det, 1), (a[d], 1)) if r % 2 else det, False))
        return out

    def exponents(self, violated):
        p, b = self.p, self.b
        self.polynomial()
        conditions, n = self.conditions(), len(p["printed"])
        self.need(len(p["rest"]) == len(p["more"]) == len(p["by"]) == len(conditions))
        used, broken = set(), 0
        for (condition, gap), rest, more, by in zip(conditions, p["rest"], p["more"], self.integers("by", -1, n - 1)):
            one = rest if by < 0 else b.mul((rest, 1), (p["printed"][by], 1))
            self.equal(condition, b.add((1, one), (1, more)))
            if violated:
                if by < 0 and b.is_num(more, 0):
                    broken += gap if b.is_num(rest, 0) else 1 not in self.signs.of(rest) and self.point(rest, lambda x: x < 0)
                continue
            used |= {by} if b.is_num(more, 0) else set()
            self.sign(rest, 1, False)
            self.sign(more, 1, False)
            if not self.point(rest, lambda x: x):
                raise Wrong("a condition is not shown to be positive")
        if not violated and not set(range(n)) <= used:
            raise Wrong("an inequality is no condition")
        self.settle()
        if violated and not broken:
            self.none_violated([c for c, _ in conditions])

    def secular(self):
        self.polynomial()
        n, rank = len(self.square("left")), 0
        at = {"facts": self.p["facts"], "of": self.p["right"], "columns": n}
        for r in self.ask.points(self.c, at, self.p["right"], {}, 3, 200):
            rank = max(rank, self.ask.rank_at(r, at))
        if self.factors()[0] <= n - rank:
            raise Wrong("enough eigenvectors")

    def zero_isolated(self):
        p, n = self.p, len(self.p["system"])
        self.need(1 <= n <= MOST and len(p["unknown"]) == len(p["middle"]) == n and len(p["radius"]) == 1 and
                  self.are_symbols("unknown") and all(self.c.nodes[i][0] == "num" for i in p["middle"] + p["radius"]))
        self.need(all(self.b.is_num(self.b.derivative(e, x), 0) for e in self.f["rules"].values() for x in p["unknown"]))
        if not isolates(self.c, p, [self.b.derivative(f, x) for f in p["system"] for x in p["unknown"]], self.f["rules"]):
            raise Wrong("the box is not mapped into itself")

    def frequencies(self, key):
        """Coefficients of a rational or irrational root, which is a squared frequency."""
        b, K, M = self.b, self.square("stiffness"), self.square("mass")
        self.need(len(K) == len(M) <= MOST and len(self.p[key]) in (2, 3) and all(self.c.nodes[i][0] == "num" for i in self.p[key]))
        k = [self.c.nodes[i][2] for i in self.p[key]]
        self.need(k[-1] and k[1])
        if len(k) == 2:
            roots = [b.num(-k[0] / k[1])]
        else:
            d = k[1] ** 2 - 4 * k[0] * k[2]
            self.need(d > 0 and not is_square(d))
            leg = b.make("sqrt", (b.num(d),))
            roots = [b.add((-k[1] / (2 * k[2]), b.num(1)), (s / (2 * k[2]), leg)) for s in (1, -1)]
        for r in roots:
            self.zero.append(b.det([[b.add((1, x), (-1, b.mul((r, 1), (y, 1)))) for x, y in zip(u, v)] for u, v in zip(K, M)]))
        return k

    def periods(self):
        a, b = self.frequencies("first"), self.frequencies("second")
        self.need(len(a) < 3 or len(b) < 3 or a == b)
        yes = False
        if len(a) == len(b) == 2:
            u, v = -a[0] / a[1], -b[0] / b[1]
            self.need(u > 0 and v > 0)
            yes = is_square(u / v)
        if yes != (self.p["verdict"] == "proved"):
            raise Wrong("the ratio shows the opposite")
        self.settle()

    def no_ignorable(self):
        self.need(self.p["coordinate"] and self.are_symbols("coordinate"))
        for q in self.p["coordinate"]:
            if not any(self.occurs(e, q) for e in self.p["equation"]):
                raise Wrong("a coordinate does not occur")

    def occurs(self, equation, q):
        try:
            by = self.b.derivative(equation, q)
            if self.b.is_num(by, 0):
                return False
            return self.point(by, lambda x: x) or \
                not self.ask.modular(self.c, {"kind": "zero", "of": [by], "facts": self.p["facts"]})[0]
        except (Unknown, self.ask.Beyond):
            return False


TABLE = {"minimum of energy": ("proved", lambda c: c.energy(True)), "no minimum of energy": ("refuted", lambda c: c.energy(False)),
         "no minimum of energy generically": ("refuted", lambda c: c.energy(False, False)),
         "minimum of higher order": ("proved", small_motions.higher_minimum),
         "negative exponents": ("proved", lambda c: small_motions.exponents(c, False, False)),
         "linear equations": ("proved", lambda c: small_motions.exponents(c, True, False)),
         "growing motion": ("refuted", lambda c: small_motions.exponents(c, False, True)),
         "drift": ("refuted", small_motions.drift), "resonance": ("refuted", small_motions.resonance),
         "small quantities": ("proved", small_motions.small_quantities),
         "exponents": ("proved", lambda c: c.exponents(False)), "positive exponent": ("refuted", lambda c: c.exponents(True)),
         "secular exponents": ("refuted", Check.secular), "isolated zero": ("proved", Check.zero_isolated),
         "commensurable periods": ("proved", Check.periods), "incommensurable periods": ("refuted", Check.periods),
         "no ignorable coordinate": ("refuted", Check.no_ignorable),
         "no other solution": ("refuted", lambda c: solutions.Cases(c, Wrong).run())}
LISTS = ("rows stiffness force coordinate direction speed minors triangle mass mass_minors mass_triangle damping damping_minors system unknown "
         "middle radius left right zeros degree power factor printed rest more by equation first second parent known end given splits goal bound").split()


def check(cert, proof, ask):
    """holds, fails or open"""
    if proof["theorem"] not in TABLE:
        return "open"
    verdict, premises = TABLE[proof["theorem"]]
    one = Check(cert, proof, ask)
    try:
        if verdict != proof["verdict"]:
            return "fails"
        premises(one)
    except Wrong:
        return "fails"
    except (Unknown, ask.Beyond):
        return "open"
    return "open" if one.unknown else "holds"
