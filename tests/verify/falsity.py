"""Is the application of a theorem in a certificate certainly false? By differences and determinants in double precision;
shares nothing with the kernels. None: these numbers do not tell."""
import itertools
import math
import random

import floats

WRONG = 1e-4     # relative to the terms that are compared
STEP = 1e-5


def det(rows):
    a, out = [row[:] for row in rows], 1.0
    for k in range(len(a)):
        r = max(range(k, len(a)), key=lambda i: abs(a[i][k]))
        if not a[r][k]:
            return 0.0
        out *= a[r][k] * (1 if r == k else -1)
        a[k], a[r] = a[r], a[k]
        for i in range(k + 1, len(a)):
            f = a[i][k] / a[k][k]
            a[i] = [x - f * y for x, y in zip(a[i], a[k])]
    return out


def rank(rows):
    a, out = [row[:] for row in rows], 0
    for column in range(len(a[0])):
        r = max(range(out, len(a)), key=lambda i: abs(a[i][column]), default=None)
        if r is None or abs(a[r][column]) < 1e-7:
            continue
        a[out], a[r] = a[r], a[out]
        for i in range(out + 1, len(a)):
            f = a[i][column] / a[out][column]
            a[i] = [x - f * y for x, y in zip(a[i], a[out])]
        out += 1
    return out


def differs(a, b, size=0.0):
    return abs(a - b) > WRONG * (abs(a) + abs(b) + size + 1e-3)


class Place:
    """The lists of a theorem at one random point."""

    def __init__(self, cert, proof, seed):
        self.cert, self.proof = cert, proof
        self.facts = cert["facts"][proof["facts"]]
        self.boxed = bool(proof.get("radius"))
        given = {}
        if self.boxed:
            if any(cert["nodes"][m][0] != "num" for m in proof["middle"]):
                raise Malformed
            given = {x: floats.number(cert["nodes"][m][1]) for x, m in zip(proof["unknown"], proof["middle"])}
        self.point = floats.Point(cert, self.facts, seed, given)
        self.rules = dict(reversed([tuple(r) for r in self.facts["rules"]]))

    def good(self):
        """The facts hold, and are finite."""
        signs = {"positive": lambda x: x > 0, "negative": lambda x: x < 0}
        return all(floats.holds(self.point, e) for e in self.facts["positive"]) and \
            all(abs(self.at(e)) > 1e-9 for e in self.facts["nonzero"]) and \
            all(signs.get(self.cert["symbols"][self.cert["nodes"][a][1]][1], lambda x: True)(self.at(a))
                for a in self.rules if self.cert["nodes"][a][0] == "sym")

    def at(self, node):
        return self.point.value(node)[0]

    def list(self, key):
        return [self.at(i) for i in self.proof.get(key, [])]

    def integers(self, key):
        return [int(floats.number(self.cert["nodes"][i][1])) for i in self.proof[key]]

    def square(self, key):
        x = self.list(key)
        n = int(len(x) ** 0.5 + 0.5)
        if n * n != len(x):
            raise Malformed
        return [x[i * n:(i + 1) * n] for i in range(n)]

    def slope(self, of, by):
        """A partial derivative, as if no rules held; and its size."""
        below = floats.recursion_free(self.cert, [of], {})
        if any(self.cert["nodes"][i][0] in ("func", "piecewise", "min", "max", "sign") for i in below):
            raise ValueError("no differences")
        fixed = {i: self.at(i) for i in below if self.cert["nodes"][i][0] == "sym"}
        out = []
        for h in (STEP, -STEP):
            p = floats.Point(self.cert, {"rules": []}, "", {**fixed, by: self.at(by) + h})
            out.append(p.value(of)[0])
        return (out[0] - out[1]) / (2 * STEP), abs(out[0]) * 1e-5


class Malformed(Exception):
    pass


def pivots_differ(A, pivots, rows, triangle):
    n = len(rows)
    if len(pivots) != n or len(triangle) != n * n:
        raise Malformed
    L = [[1.0 if i == j else triangle[i * n + j] for j in range(n)] for i in range(n)]
    return min(pivots) < -1e-6 or any(
        differs(A[rows[i]][rows[j]], sum(L[i][r] * L[j][r] * pivots[r] for r in range(j + 1))) for i in range(n) for j in range(i + 1))


def definite(x, A, key, rows, triangle):
    if x.proof.get(triangle):
        return pivots_differ(A, x.list(key), rows, x.list(triangle))
    return minors_differ(A, x.list(key), rows)


def minors_differ(A, minors, rows, sign=1):
    if len(minors) != len(rows):
        raise Malformed
    wrong = False
    for n in range(1, len(rows) + 1):
        d = det([[A[i][j] for j in rows[:n]] for i in rows[:n]])
        wrong |= differs(d, minors[n - 1]) or minors[n - 1] * sign < -1e-6
    return wrong


def moves(x, by_position, by_speed):
    """Are forces other than zero, K and G other than their derivatives?"""
    p = x.proof
    N, nq = len(p["force"]), len(p["coordinate"])
    if len(p["stiffness"]) != N * N or len(p["direction"]) != N * nq or by_speed and not len(p["damping"]) == len(p["mass"]) == N * N:
        raise Malformed
    for i, j in by_position:
        parts = [(x.slope(p["force"][i], q), x.at(p["direction"][j * nq + a])) for a, q in enumerate(p["coordinate"])]
        total = sum(s * d for (s, _), d in parts)
        if differs(x.at(p["stiffness"][i * N + j]), -total, sum(abs(s * d) + abs(e) for (s, e), d in parts)):
            return True
    for i, j in by_speed:
        s, e = x.slope(p["force"][i], p["speed"][j])
        if differs(x.at(p["damping"][i * N + j]), -s, e):
            return True
    return False


def acts(x):
    """Does a force act at the position?"""
    return any(abs(x.at(f)) > WRONG * (1 + x.point.value(f)[1]) for f in x.proof["force"])


def energy(x, minimum):
    p = x.proof
    K, rows = x.square("stiffness"), x.integers("rows")
    N = len(K)
    pairs = list(itertools.product(rows if minimum else range(N), repeat=2))
    if any(not 0 <= r < N for r in rows) or x.boxed and isolated(x):
        raise Malformed
    if acts(x) or moves(x, pairs, []) or any(differs(K[i][j], K[j][i]) for i, j in pairs):
        return True
    if minimum:
        wrong = definite(x, K, "minors", rows, "triangle")
    else:
        (minor,) = x.list("minors")
        wrong = differs(det([[K[i][j] for j in rows] for i in rows]), minor) or minor > 1e-6
    if wrong or not p.get("mass"):
        return wrong
    M, G = x.square("mass"), x.square("damping")
    wrong = definite(x, M, "mass_minors", list(range(N)), "mass_triangle") or \
        moves(x, [], itertools.product(range(N), repeat=2)) or any(differs(M[i][j], M[j][i]) for i in range(N) for j in range(N))
    if p.get("damping_minors"):
        D = [[(G[i][j] + G[j][i]) / 2 for j in range(N)] for i in range(N)]
        return wrong or minors_differ(D, x.list("damping_minors"), list(range(N)))
    return wrong or any(abs(g) > WRONG for row in G for g in row)


def higher(x):
    """The force at small deviations is not odd with the sign of a restoring one, of the order stated."""
    p, (order,) = x.proof, x.integers("degree")
    (f,) = p["force"]
    if len(p["direction"]) != len(p["coordinate"]) or order % 2 == 0:
        raise Malformed
    below = floats.recursion_free(x.cert, [f], {})
    fixed = {i: x.at(i) for i in below if x.cert["nodes"][i][0] == "sym"}
    by = x.list("direction")

    def force(h):
        moved = {**fixed, **{q: x.at(q) + h * d for q, d in zip(p["coordinate"], by)}}
        return floats.Point(x.cert, {"rules": []}, "", moved).value(f)[0]
    if acts(x):
        return True
    near, far, back = force(1e-3), force(1e-2), force(-1e-3)
    if not near or not far:
        return True
    return near > 0 or back < 0 or abs(math.log10(far / near) - order) > 0.2


def factors(x):
    out, values = [], x.list("factor")
    for d, e in zip(x.integers("degree"), x.integers("power")):
        if d < 1 or e < 1 or len(values) < d + 1:
            raise Malformed
        out.append((values[:d + 1], e))
        values = values[d + 1:]
    if values or len(x.proof["zeros"]) != 1:
        raise Malformed
    return x.integers("zeros")[0], out


def same_polynomial(x, chance):
    zeros, parts = factors(x)
    L, R = x.square("left"), x.square("right")
    if len(L) != len(R) or zeros < 0:
        raise Malformed
    sides = []
    for y in (chance.uniform(0.5, 1), chance.uniform(1.2, 2)):
        p = y ** zeros
        for a, e in parts:
            p *= sum(k * y ** i for i, k in enumerate(a)) ** e
        rows = [[y * l - r for l, r in zip(u, v)] for u, v in zip(L, R)]
        size = 1.0
        for row in rows:
            size *= sum(map(abs, row))
        sides.append((det(rows), p, size))
    (a, p, s), (b, q, t) = sides
    return abs(a * q - b * p) <= 1e-6 * (s * abs(q) + t * abs(p))


def conditions(x):
    return [c for a, _ in factors(x)[1] for c in conditions_of(a)]


def conditions_of(a):
    d = len(a) - 1
    even = d % 2 == 0 and not any(a[1::2])
    c = a[::2] if even else a
    out = [k * c[-1] for k in (c[-2::-1] if even else c[:-1])]
    if even and len(c) == 3:
        out.append(c[1] ** 2 - 4 * c[0] * c[2])
    if even and len(c) == 4:
        s, r, q, p = c
        out.append(18 * p * q * r * s - 4 * q ** 3 * s + q * q * r * r - 4 * p * r ** 3 - 27 * p * p * s * s)
    if not even:
        for m in range(d - 1, 1, -2):
            h = det([[a[d - 2 * j - 1 + i] if 0 <= d - 2 * j - 1 + i <= d else 0.0 for j in range(m)] for i in range(m)])
            out.append(h * a[d] if m % 2 else h)
    return out


def motion(x, linear, grows):
    """Exponents of M, G and K in blocks."""
    p = x.proof
    M, G, K, of = x.square("mass"), x.square("damping"), x.square("stiffness"), x.integers("rows")
    N, zeros, degrees = len(K), x.integers("zeros"), x.integers("degree")
    if not len(M) == len(G) == len(of) == N or len(zeros) != len(degrees) or any(not -1 <= r < len(degrees) for r in of) or \
            not grows and -1 in of:
        raise Malformed
    pairs = list(itertools.product(range(N), repeat=2))
    wrong = not linear and acts(x) or moves(x, pairs, pairs) or \
        any(of[i] != of[j] and max(abs(m[i][j]) for m in (M, G, K)) > WRONG for i, j in pairs)
    factor, rest, least = x.list("factor"), x.list("rest"), []
    for k, (z, d) in enumerate(zip(zeros, degrees)):
        rows = [i for i in range(N) if of[i] == k]
        if not rows or z + d != 2 * len(rows) or len(factor) <= d:
            raise Malformed
        a, factor = factor[:d + 1], factor[d + 1:]
        c = conditions_of(a)
        wrong |= any(differs(u, v) for u, v in zip(c, rest)) or not same_block(rows, (M, G, K), a, z)
        least += c
        rest = rest[len(c):]
    if factor or rest:
        raise Malformed
    return wrong or (not any(c < 1e-9 for c in least) if grows else min(least) < -1e-6)


def same_block(rows, matrices, a, zeros):
    M, G, K = ([[m[i][j] for j in rows] for i in rows] for m in matrices)
    sides = []
    for y in (0.7, 1.6):
        u = [[y * y * M[i][j] + y * G[i][j] + K[i][j] for j in range(len(rows))] for i in range(len(rows))]
        size = 1.0
        for row in u:
            size *= sum(map(abs, row))
        sides.append((det(u), y ** zeros * sum(k * y ** i for i, k in enumerate(a)), size))
    (a, p, s), (b, q, t) = sides
    return abs(a * q - b * p) <= 1e-6 * (s * abs(q) + t * abs(p))


def drift(x):
    """A force acts along the motion, or the coordinates do not follow the speeds."""
    p = x.proof
    s, u = p["unknown"]
    nq, n = len(p["coordinate"]), len(p["speed"])
    if len(p["direction"]) != n * nq or len(p["force"]) < n:
        raise Malformed
    if acts(x):
        return True
    speeds, by, fixed = x.list("speed"), x.list("direction"), {s: x.at(s), u: x.at(u)}

    def at(ds, factor):
        return floats.Point(x.cert, x.facts, x.point.seed, {s: fixed[s] + ds, u: fixed[u] * factor})
    moved, doubled = at(STEP, 1), at(0, 2)
    for a, q in enumerate(p["coordinate"]):
        rate = fixed[u] * (moved.value(q)[0] - x.at(q)) / STEP
        if differs(rate, sum(by[j * nq + a] * w for j, w in enumerate(speeds)), 1e-3 * abs(x.at(q))):
            return True
    return not any(speeds) or any(differs(doubled.value(w)[0], 2 * v) or differs(moved.value(w)[0], v) for w, v in zip(p["speed"], speeds))


def resonance(x):
    K, M, v, f, (square,) = x.square("stiffness"), x.square("mass"), x.list("direction"), x.list("force"), x.list("factor")
    n = len(K)
    if not len(M) == len(v) == len(f) == n:
        raise Malformed
    wrong = any(differs(m[i][j], m[j][i]) for m in (K, M) for i in range(n) for j in range(n)) or square < -1e-6
    for i in range(n):
        parts = [(K[i][j] - square * M[i][j]) * v[j] for j in range(n)]
        wrong |= abs(sum(parts)) > WRONG * (sum(abs(K[i][j] * v[j]) for j in range(n)) + 1e-3)
    return wrong or abs(sum(a * b for a, b in zip(f, v))) < 1e-9


def small(x):
    (bound,) = x.list("bound")
    return isolated(x) or any(abs(x.at(e)) > bound + 1e-6 * (1 + x.point.value(e)[1]) for e in x.proof["goal"])


def exponents(x, violated):
    if not same_polynomial(x, random.Random(7)):
        return True
    raw, rest, more, printed, by = conditions(x), x.list("rest"), x.list("more"), x.list("printed"), x.integers("by")
    if not len(raw) == len(rest) == len(more) == len(by) or any(not -1 <= b < len(printed) for b in by):
        raise Malformed
    wrong = False
    for c, r, m, b in zip(raw, rest, more, by):
        d = 1 if b < 0 else printed[b]
        wrong |= abs(c - r * d - m) > WRONG * (abs(c) + abs(r * d) + abs(m))
        wrong |= not violated and min(r, m) < -1e-6 * (1 + abs(c))
    return wrong


def secular(x):
    R = x.square("right")
    return not same_polynomial(x, random.Random(7)) or factors(x)[0] <= len(R) - rank(R)


def isolated(x):
    p = x.proof
    n = len(p["system"])
    if not len(p["unknown"]) == len(p["middle"]) == n or len(p["radius"]) != 1:
        raise Malformed
    at = dict(zip(p["unknown"], x.list("middle")))
    radius = x.list("radius")[0]

    def f(given):
        point = floats.Point(x.cert, x.facts, "", given)
        return [point.value(i)[0] for i in p["system"]]
    here = f(at)
    J = [[(u - v) / (2 * STEP) for u, v in zip(f({**at, q: at[q] + STEP}), f({**at, q: at[q] - STEP}))] for q in p["unknown"]]
    J = [list(row) for row in zip(*J)]
    d = det(J)
    steps = [det([row[:k] + [y] + row[k + 1:] for row, y in zip(J, here)]) / d for k in range(n)]
    return max(map(abs, steps)) > max(10 * radius, 1e-9)


def periods(x, commensurable):
    K, M, values = x.square("stiffness"), x.square("mass"), []
    for key in ("first", "second"):
        k = x.list(key)
        if len(k) not in (2, 3) or not k[-1] or not k[1] or len(K) != len(M):
            raise Malformed
        d = 0 if len(k) == 2 else k[1] ** 2 - 4 * k[0] * k[2]
        roots = [-k[0] / k[1]] if len(k) == 2 else [(-k[1] + s * d ** 0.5) / (2 * k[2]) for s in (1, -1)] if d >= 0 else [0.0]
        values.append(roots)
        for r in roots:
            rows = [[a - r * b for a, b in zip(u, v)] for u, v in zip(K, M)]
            size = 1.0
            for u, v in zip(K, M):
                size *= sum(map(abs, u)) + abs(r) * sum(map(abs, v))
            if d < 0 or abs(det(rows)) > WRONG * size:
                return True
    ratio = values[0][0] / values[1][0]
    return commensurable and ratio <= 0


class Cases:
    """A tree of cases at a random point: rules are the values of the unknowns above a case."""

    def __init__(self, x, seed):
        p = self.p = x.proof
        self.x, self.seed, n = x, seed, len(p["parent"])
        if any(len(p[key]) != n for key in ("known", "end", "given", "splits", "rest")) or not n:
            raise Malformed
        self.parent, self.known, self.end = (x.integers(key) for key in ("parent", "known", "end"))
        if any((not 0 <= q < i) if i else q != -1 for i, q in enumerate(self.parent)) or \
                any(not -1 <= k < len(p["unknown"]) for k in self.known) or any(e not in (1, 2, 3) for e in self.end):
            raise Malformed

    def path(self, at):
        return [] if at < 1 else [at, *self.path(self.parent[at])]

    def point(self, at, *more):
        rules = [[self.p["unknown"][self.known[i]], self.p["given"][i]] for i in self.path(at) if self.known[i] >= 0]
        return floats.Point(self.x.cert, {"rules": rules + self.x.facts["rules"]}, self.seed, *more)

    def angle(self, at, below):
        p = self.p
        if not 1 <= len(below) <= 2 or len({self.known[i] for i in below}) != 1 or self.known[below[0]] < 0:
            return True
        x, f = p["unknown"][self.known[below[0]]], p["splits"][at]
        first, half, quarter, some = (self.point(at, {x: t}).value(f)[0] for t in (0.0, math.pi, math.pi / 2, 1.0))
        a, d = (first - half) / 2, (first + half) / 2
        b = quarter - d
        size = abs(a) + abs(b) + abs(d)
        return abs(a * math.cos(1.0) + b * math.sin(1.0) + d - some) > WRONG * size or \
            differs(a * a + b * b, self.point(at).value(p["rest"][at])[0]) or \
            any(abs(self.point(i).value(f)[0]) > WRONG * size for i in below)

    def split(self, at, below):
        p, here = self.p, self.point(at)
        product, size = here.value(p["rest"][at])
        for i in below:
            v, s = here.value(p["given"][i])
            if self.known[i] >= 0:
                u, r = here.value(p["unknown"][self.known[i]])
                v, s = u - v, r + s
            product, size = product * v, size * s
        e, s = here.value(p["splits"][at])
        return differs(e, product, s + size)

    def are_wrong(self):
        for at, end in enumerate(self.end):
            below = [i for i, q in enumerate(self.parent) if q == at]
            added = [self.p["given"][i] for i in self.path(at) if self.known[i] < 0]
            if end != 1 and self.p["splits"][at] not in self.p["equation"] + added:
                return True
            if end == 1 and any(abs(v) > WRONG * (1 + s) for v, s in map(self.point(at).value, self.p["goal"])) or \
                    end == 2 and self.split(at, below) or end == 3 and self.angle(at, below):
                return True
        return False


def unoccurring(cert, proof):
    """A coordinate on which no equation depends, in any expression."""
    below = set(floats.recursion_free(cert, proof["equation"], {}))
    return any(q not in below for q in proof["coordinate"])


def is_false(cert, proof):
    name = proof["theorem"]
    if name == "no ignorable coordinate":
        return unoccurring(cert, proof)
    test = {"minimum of energy": lambda x: energy(x, True), "no minimum of energy": lambda x: energy(x, False),
            "no minimum of energy generically": lambda x: energy(x, False), "minimum of higher order": higher,
            "negative exponents": lambda x: motion(x, False, False), "linear equations": lambda x: motion(x, True, False),
            "growing motion": lambda x: motion(x, False, True), "drift": drift, "resonance": resonance, "small quantities": small,
            "exponents": lambda x: exponents(x, False), "positive exponent": lambda x: exponents(x, True),
            "commensurable periods": lambda x: periods(x, True), "incommensurable periods": lambda x: periods(x, False),
            "secular exponents": secular, "isolated zero": isolated, "no other solution": lambda x: Cases(x, x.point.seed).are_wrong()}[name]
    seen = wrong = 0
    for i in range(40):
        try:
            x = Place(cert, proof, f"place {i}")
            if x.good():
                wrong += bool(test(x))
                seen += 1
        except Malformed:
            return True
        except (ArithmeticError, ValueError, TypeError, KeyError, IndexError, RecursionError):
            continue
        if seen == 8:
            break
    # at every second point, so that it is no matter of rounding and not rare
    return seen >= 4 and 2 * wrong >= seen
