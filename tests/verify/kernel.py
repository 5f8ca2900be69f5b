#!/usr/bin/python3
"""A second kernel for certificates, independent of src/verify: Python integers, fractions and mpmath.

    kernel.py FILE...        prints what `visviva verify` prints in its summary; exit code 0, 1, 3 or 4

The format is described in doc/certificates.md. Identities are evaluated modulo random primes p = 23 mod 24 that
exceed 2^160 times a bound on their degree, and at real points with 120 digits; refutations at their witness.
"""
import json
import math
import secrets
import sys
from fractions import Fraction

import mpmath

import theorems

VERSION = 1
FRACTION = 5040            # angles and exponents are multiples of this part of an argument
DIGITS = (60, 120)         # a value is known where two precisions agree
TINY = mpmath.mpf(10) ** -40
LANES_EACH = 70
MOST_CHOICES = 5
UNARY = ("sin cos tan exp log sqrt asin acos atan sinh cosh tanh abs sign").split()
BINARY = "pow atan2 min max less lesseq".split()


class Unreadable(Exception):
    pass


class NoPoint(Exception):
    """The random point is not one: a root or an inverse does not exist there."""


class Beyond(Exception):
    pass


# ---- reading -----------------------------------------------------------------------------------------------

def rational(text):
    body = text[1:] if isinstance(text, str) and text.startswith("-") else text
    if not isinstance(body, str) or not all(part.isdigit() and part.isascii() for part in body.split("/")) or body.count("/") > 1:
        raise Unreadable("not a rational number")
    top, _, below = text.partition("/")
    if below and not int(below):
        raise Unreadable("a denominator is 0")
    return Fraction(int(top), int(below or 1))


def whole(x, below):
    if type(x) is not int or not 0 <= x < below:
        raise Unreadable("an index is out of range")
    return x


class Certificate:
    def __init__(self, text):
        try:
            top = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"not JSON: {error}") from None
        if not isinstance(top, dict) or top.get("visviva_certificate") != VERSION:
            raise Unreadable("not a certificate of version 1")
        try:
            self.read(top)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise Unreadable(f"malformed: {error!r}") from None

    def read(self, top):
        self.signs = [sign for _, sign in top["symbols"]]
        if set(self.signs) - {"any", "positive", "negative", "nonnegative", "nonzero"}:
            raise Unreadable("an unknown sign")
        self.arity = [arity for _, arity in top["functions"]]
        self.nodes = []
        for entry in top["nodes"]:
            self.nodes.append(self.node(entry))
        self.facts = [self.fact(f) for f in top["facts"]]
        self.proofs = []
        for p in top["proofs"]:
            self.proofs.append(self.proof(p))
        self.verdicts = top["verdicts"]
        self.manifold = whole(top["manifold"], len(self.proofs)) if "manifold" in top else None
        count = {"proved": 0, "refuted": 0}
        for v in self.verdicts:
            count[v["verdict"]] += 1
            if "proof" in v:
                whole(v["proof"], len(self.proofs))
            elif not v["theorem"]:
                raise Unreadable("a verdict without proof")
            if "argument" in v and self.proofs[whole(v["argument"], len(self.proofs))]["kind"] != "theorem":
                raise Unreadable("an argument that is no theorem")
        if count != {"proved": top["proved"], "refuted": top["refuted"]}:
            raise Unreadable("the counts do not match")

    def node(self, e):
        op, n = e[0], len(self.nodes)
        if op == "num":
            (x,) = e[1:]
            return op, (), rational(x)
        if op == "sym":
            (x,) = e[1:]
            return op, (), whole(x, len(self.signs))
        if op in ("add", "mul"):
            if len(e) < 3 or len(e) % 2 == 0:
                raise Unreadable("a pair is incomplete")
            with_ = [rational(x) if op == "add" else int(x) for x in e[1::2]]
            return op, tuple(whole(x, n) for x in e[2::2]), with_
        if op == "func":
            k = self.arity[whole(e[1], len(self.arity))]
            if len(e) != 2 + 2 * k:
                raise Unreadable("a function has the wrong number of arguments")
            return op, tuple(whole(x, n) for x in e[2 + k:]), (e[1], tuple(e[2:2 + k]))
        if op in ("factor", "comp"):
            children = tuple(whole(x, n) for x in e[2:])
            if op == "factor" and len(children) != e[1] ** 2:
                raise Unreadable("a matrix is not square")
            if op == "comp" and (len(children) != 1 or self.nodes[children[0]][0] != "solve" or
                                 not 0 <= e[1] < len(self.nodes[children[0]][1]) - 1):
                raise Unreadable("not a component")
            return op, children, e[1]
        children = tuple(whole(x, n) for x in e[1:])
        want = 1 if op in UNARY else 2 if op in BINARY else 0 if op == "pi" else None
        if want is None and op not in ("piecewise", "solve"):
            raise Unreadable("an unknown operation")
        if want is not None and len(children) != want or op == "piecewise" and len(children) % 2 == 0:
            raise Unreadable("the wrong number of arguments")
        if op == "solve" and (self.nodes[children[0]][0] != "factor" or self.nodes[children[0]][2] != len(children) - 1):
            raise Unreadable("not a linear system")
        return op, children, None

    def list(self, x):
        return [whole(i, len(self.nodes)) for i in x]

    def fact(self, f):
        out = {key: self.list(f[key]) for key in ("positive", "nonzero", "branches", "open")}
        out["rules"] = {}
        for a, b in f["rules"]:
            whole(a, len(self.nodes)), whole(b, len(self.nodes))
            out["rules"].setdefault(a, b)
        return out

    def proof(self, p):
        if p["kind"] == "all":
            return dict(p, verdict="proved", of=[whole(i, len(self.proofs)) for i in p["of"]])
        if p["kind"] == "theorem":
            whole(p["facts"], len(self.facts))
            if p["verdict"] not in ("proved", "refuted"):
                raise Unreadable("an unknown verdict")
            return dict(p, **{key: self.list(p.get(key, [])) for key in theorems.LISTS})
        if p["kind"] not in ("zero", "row_space") or p["verdict"] not in ("proved", "refuted"):
            raise Unreadable("an unknown proof")
        p = dict(p, of=self.list(p["of"]))
        whole(p["facts"], len(self.facts))
        if p["verdict"] == "refuted":
            if type(p["which"]) is not int or p["which"] >= len(p["of"]):
                raise Unreadable("which?")
            if "point" in p:
                p["point"] = {whole(a, len(self.nodes)): rational(b) for a, b in p["point"]}
                p["residual"] = float(p["residual"])
        if p["kind"] == "row_space" and (p["columns"] < 1 or not p["of"] or len(p["of"]) % p["columns"]):
            raise Unreadable("a matrix is not complete")
        return p

    def order(self, rules, roots):
        """Nodes on which the roots depend, children first; None if the rules go in a circle."""
        state, out = {}, []
        for root in roots:
            stack = [root]
            while stack:
                node = stack[-1]
                below = (rules[node],) if node in rules else self.nodes[node][1]
                if node not in state:
                    state[node] = 1
                wait = [b for b in below if state.get(b) != 2]
                if not wait:
                    if state[node] != 2:
                        state[node] = 2
                        out.append(node)
                    stack.pop()
                elif any(state.get(b) == 1 for b in wait):
                    return None
                else:
                    stack.extend(reversed(wait[:1]))
        return out


# ---- modulo primes -----------------------------------------------------------------------------------------

def is_prime(n):
    for q in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if n % q == 0:
            return False
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    for _ in range(12):
        x = pow(secrets.randbelow(n - 3) + 2, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def jacobi(a, n):
    a, t = a % n, 1
    while a:
        while a % 2 == 0:
            a //= 2
            if n % 8 in (3, 5):
                t = -t
        a, n = n, a
        if a % 4 == 3 and n % 4 == 3:
            t = -t
        a %= n
    return t if n == 1 else 0


POOL = {}


def prime(bits, fresh=False):
    """A few primes of each length serve the whole process: they were drawn after the file was written."""
    pool = POOL.setdefault(bits, [])
    if len(pool) < 4 or (fresh and len(pool) < 12):
        n = (secrets.randbits(bits) | 1 << (bits - 1)) // 24 * 24 + 23
        while not (n % 5 == 4 and n % 7 in (3, 5, 6) and n % 11 in (2, 6, 7, 8, 10) and
                   n % 13 in (3, 4, 9, 10, 12) and is_prime(n)):
            n += 24
        pool.append(n)
        return n
    return secrets.choice(pool)


class Lane:
    def __init__(self, cert, facts, order, p):
        self.c, self.f, self.order, self.p = cert, facts, order, p
        self.rules = facts["rules"]
        self.v, self.drawn, self.inverse, self.logs, self.reach = {}, {}, {}, {}, {}
        self.chosen, self.refused = set(), set()

    # values that belong to what they are drawn for
    def draw(self, *key):
        if key not in self.drawn:
            self.drawn[key] = secrets.randbelow(self.p)
        return self.drawn[key]

    def positive(self, *key):
        x = self.draw(*key)
        return x if jacobi(x, self.p) > 0 else self.p - x

    def odd(self, tag, x):
        if not x:
            return 0
        return self.draw(tag, x) if x <= self.p // 2 else self.p - self.draw(tag, self.p - x)

    def rat(self, q):
        return q.numerator * self.inv(q.denominator) % self.p

    def inv(self, x):
        if x % self.p == 0:
            raise NoPoint("division")
        return pow(x, -1, self.p)

    def power(self, x, n):
        return pow(self.inv(x) if n < 0 else x, abs(n), self.p)

    def root(self, x):
        if jacobi(x, self.p) < 0:
            raise NoPoint("root")
        return pow(x, (self.p + 1) // 4, self.p)

    def resolve(self, node):
        while node in self.rules:
            node = self.rules[node]
        return node

    # sums of rational multiples of products: {value: coefficient}
    def put(self, t, q, v):
        if v > self.p // 2:
            q, v = -q, self.p - v
        t[v] = t.get(v, 0) + q
        if not t[v] or not v:
            del t[v]

    def terms(self, node, depth=0):
        node = self.resolve(node)
        op, kids, w = self.c.nodes[node]
        t = {}
        if op == "num":
            self.put(t, w, 1)
        elif op == "add" and depth < 40:
            for q, k in zip(w, kids):
                for v, c in self.terms(k, depth + 1).items():
                    self.put(t, q * c, v)
        elif op == "mul" and depth < 40 and max(map(abs, w)) <= 8:
            t = {1: Fraction(1)}
            for e, k in zip(w, kids):
                part = self.terms(k, depth + 1)
                if e < 0:
                    if len(part) == 1:
                        ((v, q),) = part.items()
                    else:
                        v, q = self.v[self.resolve(k)], Fraction(1)
                    part = {}
                    self.put(part, 1 / q, self.inv(v))
                for _ in range(abs(e)):
                    new = {}
                    for v, q in t.items():
                        for u, c in part.items():
                            self.put(new, q * c, v * u % self.p)
                    t = new
                    if len(t) > 64:
                        break
        elif op == "acos":
            self.put(t, Fraction(1, 2), self.positive("pi"))
            self.put(t, Fraction(-1), self.odd("asin", self.v[kids[0]]))
        elif op == "log":
            t = self.log_terms(kids[0], Fraction(1), depth + 1)
        else:
            self.put(t, Fraction(1), self.v[node])
        if len(t) > 64:
            t = {}
            self.put(t, Fraction(1), self.v[node])
        return t

    def log_of(self, x):
        if not x % self.p:
            raise NoPoint("division")
        x = min(x % self.p, -x % self.p)
        y = 0 if x == 1 else self.draw("log", x)
        if y:
            self.logs[y] = (x, 1)
            self.logs[self.p - y] = (x, -1)
        return y

    def log_number(self, t, n, q):
        n = abs(n)
        for d in range(2, 1000):
            while n % d == 0 and n > 1:
                self.put(t, q, self.log_of(d))
                n //= d
        if n > 1:
            self.put(t, q, self.log_of(n))

    def log_terms(self, node, q, depth=0):
        node = self.resolve(node)
        op, kids, w = self.c.nodes[node]
        t = {}

        def join(other):
            for v, c in other.items():
                self.put(t, c, v)

        if op == "num" or op == "add" and len(kids) == 1:
            number = w if op == "num" else w[0]
            self.log_number(t, number.numerator, q)
            self.log_number(t, number.denominator, -q)
            if op == "add":
                join(self.log_terms(kids[0], q, depth + 1))
        elif op == "mul":
            for e, k in zip(w, kids):
                join(self.log_terms(k, q * e, depth + 1))
        elif op in ("sqrt", "abs"):
            join(self.log_terms(kids[0], q / 2 if op == "sqrt" else q, depth + 1))
        elif op == "exp":
            join({v: q * c for v, c in self.terms(kids[0], depth + 1).items()})
        else:
            self.put(t, q, self.log_of(self.v[node]))
        return t

    # the circle
    def turn(self, z, w, n):
        if n < 0:
            w, n = (w[0], -w[1] % self.p), -n
        while n:
            if n & 1:
                z = ((z[0] * w[0] - z[1] * w[1]) % self.p, (z[0] * w[1] + z[1] * w[0]) % self.p)
            w = ((w[0] * w[0] - w[1] * w[1]) % self.p, 2 * w[0] * w[1] % self.p)
            n >>= 1
        return z

    def known(self, node):
        op, kids, _ = self.c.nodes[node]
        u = self.v[kids[0]]
        try:
            if op in ("asin", "acos"):
                return self.root((1 - u * u) % self.p), u
            x = self.v[kids[1]] if op == "atan2" else 1
            r = self.inv(self.root((u * u + x * x) % self.p))
            return x * r % self.p, u * r % self.p
        except NoPoint:
            self.refused.add(node)
            raise

    def angle(self, node, at):
        z, reach = (1, 0), 2
        pi = self.positive("pi")
        for v, q in self.terms(node).items():
            if v in (pi, self.p - pi) and (q * 12).denominator == 1:
                r2, r6 = self.root(2), self.root(6)
                quarter = self.inv(4)
                n = int(q * 12) if v == pi else -int(q * 12)
                z = self.turn(z, ((r6 + r2) * quarter % self.p, (r6 - r2) * quarter % self.p), n % 24)
            elif q.denominator == 1 and v in self.inverse:
                other, sign = self.inverse[v]
                self.chosen.add(other)
                n = sign * int(q)
                z = self.turn(z, self.known(other), n)
            else:
                if (q * FRACTION).denominator != 1:
                    raise Beyond("a fraction of an angle")
                n = int(q * FRACTION)
                t = self.draw("circle", v)
                d = self.inv(1 + t * t)
                z = self.turn(z, ((1 - t * t) * d % self.p, 2 * t * d % self.p), n)
            reach += 2 * abs(n) + 2
        self.reach[at] = reach
        return z

    def grow(self, terms, at):
        out, reach = 1, 2
        for v, q in terms.items():
            if q.denominator == 1 and v in self.logs:
                x, sign = self.logs[v]
                self.chosen.add(at)
                if jacobi(x, self.p) < 0:
                    x = self.p - x
                n = sign * int(q)
            else:
                if (q * FRACTION).denominator != 1:
                    raise Beyond("a fraction of an exponent")
                x, n = self.positive("growth", v), int(q * FRACTION)
            out = out * self.power(x, n) % self.p
            reach += 2 * abs(n) + 2
        self.reach[at] = reach
        return out

    def real_power(self, node, kids):
        base, e = self.v[kids[0]], self.terms(kids[1])
        q = e.pop(1, Fraction(0))
        out, sign = 1, jacobi(base, self.p)
        self.reach[node] = 2 + abs(q)
        if q:
            d = q.denominator
            if d % 2 == 0 and sign < 0:
                raise NoPoint("root")
            if not base:
                raise NoPoint("division")
            order = (self.p - 1) // 2
            if math.gcd(d, order) != 1:
                raise Beyond("a root")
            out = pow(base if sign > 0 else self.p - base, q.numerator * pow(d, -1, order) % order, self.p)
            if sign < 0 and q.numerator % 2:
                out = self.p - out
        if e:
            kind, _, number = self.c.nodes[self.resolve(kids[0])]
            if kind == "num" and number < 0:
                raise Beyond("a power of a negative number")
            if sign <= 0:
                raise NoPoint("power")
            product = {}
            for v, c in self.log_terms(kids[0], Fraction(1)).items():
                for u, k in e.items():
                    self.put(product, c * k, v * u % self.p)
            reach = self.reach[node]
            out = out * self.grow(product, node) % self.p
            self.reach[node] += reach
        return out

    def solve(self, kids):
        _, entries, n = self.c.nodes[kids[0]]
        a = [[self.v[entries[i * n + j]] for j in range(n)] + [self.v[kids[i + 1]]] for i in range(n)]
        if self.eliminate(a, n) < n:
            raise NoPoint("division")
        return [row[n] for row in a]

    def eliminate(self, a, columns):
        rank = 0
        for q in range(columns):
            r = next((i for i in range(rank, len(a)) if a[i][q]), None)
            if r is None:
                continue
            a[r], a[rank] = a[rank], a[r]
            inv = self.inv(a[rank][q])
            a[rank] = [x * inv % self.p for x in a[rank]]
            for i, row in enumerate(a):
                if i != rank and row[q]:
                    k = row[q]
                    a[i] = [(x - k * y) % self.p for x, y in zip(row, a[rank])]
            rank += 1
            if rank == len(a):
                break
        return rank

    def evaluate(self, node):
        op, kids, w = self.c.nodes[node]
        p, x = self.p, [self.v[k] for k in kids] if op != "factor" else []
        if op == "num":
            return self.rat(w)
        if op == "pi":
            return self.positive("pi")
        if op == "sym":
            v, sign = self.draw("sym", w), self.c.signs[w]
            if node in self.f["positive"]:
                sign = "positive"
            want = {"positive": 1, "nonnegative": 1, "negative": -1}.get(sign)
            return p - v if want and jacobi(v, p) == -want else v
        if op == "add":
            return sum(self.rat(q) * y for q, y in zip(w, x)) % p
        if op == "mul":
            out = 1
            for e, y in zip(w, x):
                out = out * self.power(y, e) % p
            return out
        if op == "pow":
            return self.real_power(node, kids)
        if op in ("sin", "cos", "tan"):
            c, s = self.angle(kids[0], node)
            return s if op == "sin" else c if op == "cos" else s * self.inv(c) % p
        if op in ("exp", "sinh", "cosh", "tanh"):
            e = self.grow(self.terms(kids[0]), node)
            d = self.inv(e)
            if op == "exp":
                return e
            return {"sinh": (e - d) * self.inv(2), "cosh": (e + d) * self.inv(2)}.get(op, 0) % p if op != "tanh" \
                else (e - d) * self.inv(e + d) % p
        if op == "log":
            if jacobi(x[0], p) <= 0:
                raise NoPoint("log")
            return sum(self.rat(q) * v for v, q in self.log_terms(kids[0], Fraction(1)).items()) % p
        if op == "sqrt":
            try:
                r = self.root(x[0])
            except NoPoint:
                self.refused.add(node)
                raise
            return p - r if r and node in self.f["branches"] and self.draw("branch", node) & 1 else r
        if op in ("asin", "acos", "atan", "atan2"):
            v = self.draw("atan2", *x) if op == "atan2" else self.odd("atan" if op == "atan" else "asin", x[0])
            if v:
                self.inverse[v], self.inverse[p - v] = (node, 1), (node, -1)
            return (self.positive("pi") * self.inv(2) - v) % p if op == "acos" else v
        if op in ("abs", "sign", "min", "max", "less", "lesseq"):
            self.chosen.add(node)
            s = jacobi(x[0] if len(x) == 1 else x[1] - x[0], p)
            return {"abs": lambda: s * x[0] % p, "sign": lambda: s % p, "min": lambda: x[1] if s < 0 else x[0],
                    "max": lambda: x[0] if s < 0 else x[1], "less": lambda: int(s > 0),
                    "lesseq": lambda: int(s >= 0)}[op]()
        if op == "piecewise":
            for i in range(0, len(x) - 1, 2):
                if x[i]:
                    return x[i + 1]
            return x[-1]
        if op == "func":
            return self.draw("func", w, tuple(x))
        if op == "solve":
            return self.solve(kids)
        if op == "comp":
            return x[0][w]
        return 0

    def run(self, require):
        for node in self.order:
            self.v[node] = self.v[self.rules[node]] if node in self.rules else self.evaluate(node)
        if require and any(jacobi(self.v[e], self.p) < 0 for e in self.f["positive"]):
            raise NoPoint("fact")

    def square(self, node, depth=0):
        node = self.resolve(node)
        op, kids, w = self.c.nodes[node]
        if op in ("sqrt", "exp", "abs", "pi"):
            return True
        if op == "sym":
            return self.c.signs[w] in ("positive", "nonnegative")
        if op == "num":
            return w > 0
        if op == "add" and len(kids) == 1:
            return w[0] > 0 and self.square(kids[0], depth + 1)
        return op == "mul" and depth < 20 and all(self.square(k, depth + 1) for k in kids)

    def degree(self, roots):
        """log2 of a bound on degree and height."""
        h, extra, inverses = {}, 0, 0
        for node in self.order:
            if node in self.rules:
                h[node] = h[self.rules[node]]
                continue
            op, kids, w = self.c.nodes[node]
            k = [h[i] for i in kids]
            reach = self.reach.get(node, 0) * (1 + inverses) + 2
            if op == "num":
                h[node] = (w.numerator.bit_length() + 1, w.denominator.bit_length())
            elif op == "add":
                below = sum(b for _, b in k) + sum(q.denominator.bit_length() for q in w)
                h[node] = (max(a + q.numerator.bit_length() + below - b for (a, b), q in zip(k, w)) + len(k).bit_length(), below)
            elif op == "mul":
                h[node] = (sum(abs(e) * (a if e > 0 else b) for (a, b), e in zip(k, w)),
                           sum(abs(e) * (b if e > 0 else a) for (a, b), e in zip(k, w)))
            elif op in ("sin", "cos", "tan", "exp", "sinh", "cosh", "tanh"):
                h[node] = (2 * reach, 2 * reach)
            elif op == "pow":
                h[node] = (reach * (sum(k[0]) + 1), reach * (sum(k[0]) + 1))
                extra += 1
            elif op == "sqrt":
                h[node] = (sum(k[0]) + 1, k[0][1])
                extra += 1
            elif op in ("factor", "solve"):
                total = sum(a + b for a, b in k) + len(k) ** 2 + 1
                h[node] = (total, total)
            elif op == "comp":
                h[node] = k[0]
            elif op in ("abs", "min", "max", "piecewise"):
                h[node] = (max(a for a, _ in k), max(b for _, b in k))
            else:
                h[node] = (1, 0)
            if op in ("asin", "acos", "atan", "atan2"):
                extra += 1
                inverses = max(inverses, 4 * (sum(a + b for a, b in k) + 1))
        total = sum(h[r][0] + h[r][1] for r in roots) + 1
        return math.log2(int(total) + 1) + extra


def choices(cert, facts, order, chosen, refused, lane):
    n = len(facts["branches"])
    for node in order:
        op, kids, _ = cert.nodes[node]
        if node in facts["rules"] or node in refused:
            continue
        if op == "sqrt" or op == "abs" and node in chosen:
            n += not lane.square(kids[0])
        elif node in chosen:
            n += 1
    return n


def somewhere(cert, facts, order, bits, require, refused):
    for attempt in range(3000):
        lane = Lane(cert, facts, order, prime(bits, attempt % 16 == 15))
        try:
            lane.run(require)
            return lane
        except NoPoint as why:
            if str(why) == "division" and attempt > 20:
                raise Beyond("a divisor vanishes") from None
        finally:
            refused |= lane.refused
    raise Beyond("no point modulo a prime")


def modular_once(cert, p, require):
    """True, False, and the rank of the matrix without its last row."""
    facts = cert.facts[p["facts"]]
    order = cert.order(facts["rules"], p["of"] + (facts["positive"] if require else []))
    if order is None:
        raise Beyond("the rules go in a circle")
    bits, lanes, want, refused, rank = 256, 0, 2, set(), None
    lane = somewhere(cert, facts, order, bits, require, refused)
    bits = max(bits, -(-int(lane.degree(p["of"]) + 160) // 128) * 128)
    if bits > 2048:
        raise Beyond("the degree is too large")
    while lanes < want:
        lane = somewhere(cert, facts, order, bits, require, refused)
        if p["kind"] == "row_space":
            m = p["columns"]
            rows = [[lane.v[x] for x in p["of"][i:i + m]] for i in range(0, len(p["of"]), m)]
            rank = lane.eliminate([row[:] for row in rows[:-1]], m) if len(rows) > 1 else 0
            if lane.eliminate([row[:] for row in rows], m) != rank:
                return False, rank
        elif any(lane.v[x] for x in p["of"]):
            return False, rank
        lanes += 1
        n = choices(cert, facts, order, lane.chosen, refused, lane)
        if n > MOST_CHOICES and lanes > 20:
            raise Beyond("too many signs")
        want = LANES_EACH << min(n, MOST_CHOICES) if n else 2
    return True, rank


def modular(cert, p):
    try:
        answer = modular_once(cert, p, False)
    except Beyond:
        if not cert.facts[p["facts"]]["positive"]:
            raise
        return modular_once(cert, p, True)
    if not answer[0] and cert.facts[p["facts"]]["positive"]:
        return modular_once(cert, p, True)
    return answer


# ---- real points -------------------------------------------------------------------------------------------

class Real:
    """Values with many digits; a value is known where 60 and 120 digits agree."""

    def __init__(self, cert, facts, order, given, draw):
        self.c, self.f, self.order, self.given, self.draw = cert, facts, order, given, draw

    def function(self, node, kids, w, v, seen):
        args = [v[k] for k in kids]
        for other, key, values in seen:
            if key == w and all(abs(a - b) < TINY * (1 + abs(a)) for a, b in zip(args, values)):
                if node in self.given and other in self.given and self.given[node] != self.given[other]:
                    raise NoPoint("a function has two values")
                return v[other]
        seen.append((node, w, args))
        return mpmath.mpf(self.value(node).numerator) / self.value(node).denominator

    def value(self, node):
        return self.given[node] if node in self.given else self.draw(node)

    def evaluate(self, node, v, seen):
        op, kids, w = self.c.nodes[node]
        x = [v[k] for k in kids] if op != "factor" else []
        m = mpmath
        if op == "num":
            return m.mpf(w.numerator) / w.denominator
        if op == "sym":
            q = self.value(node)
            return m.mpf(q.numerator) / q.denominator
        if op == "func":
            return self.function(node, kids, w, v, seen)
        if op == "add":
            return m.fsum(y * q.numerator / q.denominator for q, y in zip(w, x))
        if op == "mul":
            if any(e < 0 and abs(y) < TINY for e, y in zip(w, x)):
                raise NoPoint("a divisor may vanish: what is left of it would be rounding")
            return m.fprod(y ** e for e, y in zip(w, x))
        if op == "solve":
            _, entries, n = self.c.nodes[kids[0]]
            return list(m.lu_solve(m.matrix(n, n) + m.matrix([[v[entries[i * n + j]] for j in range(n)] for i in range(n)]),
                                   m.matrix(x[1:]))) if n > 1 else [x[1] / v[entries[0]]]
        if op == "comp":
            return x[0][w]
        if op == "pi":
            return +m.pi
        if op == "piecewise":
            return next((x[i + 1] for i in range(0, len(x) - 1, 2) if x[i]), x[-1])
        if op in ("min", "max", "less", "lesseq", "abs", "sign"):
            d = x[1] - x[0] if len(x) > 1 else x[0]
            if op not in ("abs",) and abs(d) < TINY:
                raise NoPoint("not certain")
            return {"min": lambda: min(x), "max": lambda: max(x), "less": lambda: int(d > 0),
                    "lesseq": lambda: int(d > 0), "abs": lambda: abs(x[0]), "sign": lambda: m.sign(x[0])}[op]()
        if op == "pow":
            return self.power(x[0], x[1])
        if op == "atan2":
            return m.atan2(x[0], x[1])
        if op == "factor":
            return 0
        return getattr(m, op)(x[0])

    @staticmethod
    def power(b, e):
        if b < 0 and e != mpmath.floor(e):
            raise NoPoint("not real")
        return b ** e

    def run(self):
        old = mpmath.mp.dps
        out = []
        try:
            for digits in DIGITS:
                mpmath.mp.dps = digits
                v, seen = {}, []
                for node in self.order:
                    y = v[self.f["rules"][node]] if node in self.f["rules"] else self.evaluate(node, v, seen)
                    if isinstance(y, mpmath.mpc) or not isinstance(y, list) and not mpmath.isfinite(y):
                        raise NoPoint("not real")
                    v[node] = y
                out.append(v)
        except (ZeroDivisionError, ValueError, OverflowError):
            raise NoPoint("not defined") from None
        finally:
            mpmath.mp.dps = old
        self.low, self.v = out

    def nonzero(self, node):
        """Certainly not zero? None: 60 and 120 digits do not agree."""
        a, b = self.low[node], self.v[node]
        if abs(a - b) <= abs(b) * mpmath.mpf(10) ** -12 and b:
            return True
        return False if abs(b) < mpmath.mpf(10) ** -30 else None

    def has_sign(self, sign, node):
        x = self.v[node]
        return {"any": True, "positive": x > TINY, "negative": x < -TINY, "nonnegative": x > -TINY,
                "nonzero": abs(x) > TINY}[sign]

    def violated(self):
        return (not all(self.has_sign("positive", e) for e in self.f["positive"]) or
                not all(self.has_sign("nonzero", e) for e in self.f["nonzero"]) or
                not all(self.has_sign(self.c.signs[self.c.nodes[n][2]], n) for n in self.order
                        if self.c.nodes[n][0] == "sym"))


def draws(cert, facts, point):
    values = {}

    def draw(node):
        if node not in values:
            op, _, w = cert.nodes[node]
            sign = "positive" if node in facts["positive"] else cert.signs[w] if op == "sym" else "any"
            x = Fraction(1 + secrets.randbelow(97), (32, 128, 8)[point % 3])
            minus = sign == "negative" or sign in ("any", "nonzero") and secrets.randbelow(2)
            values[node] = -x if minus else x
        return values[node]
    return draw


def is_open(cert, facts, of):
    if not facts["open"]:
        return False
    a, b = cert.order(facts["rules"], of), cert.order({}, facts["open"])
    return a is None or any(cert.nodes[x][0] == "sym" for x in set(a) & set(b))


def points(cert, p, of, given, count, tries):
    """Real points at which the facts hold."""
    facts = cert.facts[p["facts"]]
    order = cert.order(facts["rules"], list(given) + of + facts["positive"] + facts["nonzero"] + list(facts["rules"]))
    if order is None:
        raise Beyond("the rules go in a circle")
    for i in range(tries):
        r = Real(cert, facts, order, given, draws(cert, facts, i))
        try:
            r.run()
        except NoPoint:
            continue
        if not r.violated():
            yield r
            count -= 1
            if not count:
                return


def refuted_somewhere(cert, p):
    seen = 0
    if is_open(cert, cert.facts[p["facts"]], p["of"]):
        return False, 0
    for r in points(cert, p, p["of"], {}, 3, 200):
        known = [r.nonzero(e) for e in p["of"]]
        if True in known:
            return True, seen
        seen += None not in known
    return False, seen


def rank_at(r, p):
    m = p["columns"]
    a = [[r.v[x] for x in p["of"][i:i + m]] for i in range(0, len(p["of"]), m)]
    rank = 0
    while rank < min(len(a), m):
        size, i, j = max((abs(a[i][j]), i, j) for i in range(rank, len(a)) for j in range(rank, m))
        if size < TINY:
            break
        a[rank], a[i] = a[i], a[rank]
        for row in a:
            row[rank], row[j] = row[j], row[rank]
        for row in a[rank + 1:]:
            k = row[rank] / a[rank][rank]
            for c in range(rank, m):
                row[c] -= k * a[rank][c]
        rank += 1
    return rank


def witness_holds(cert, p, rank):
    of = p["of"] if p["kind"] == "row_space" else [p["of"][p["which"]]]
    if p["which"] < 0 or is_open(cert, cert.facts[p["facts"]], of):
        return False
    for r in points(cert, p, of, p["point"], 1, 60):
        if p["kind"] == "row_space":
            return rank_at(r, p) > rank
        return r.nonzero(of[0]) is True and abs(float(r.v[of[0]]) - p["residual"]) <= 1e-9 * abs(p["residual"])
    return False


# ---- proofs and verdicts -----------------------------------------------------------------------------------

def check(cert, p, before):
    """holds, fails or open"""
    if p["kind"] == "all":
        if any(cert.proofs[i]["verdict"] != "proved" for i in p["of"]):
            return "fails"
        words = [before[i] for i in p["of"]]
        return "fails" if "fails" in words else "open" if "open" in words or p["trusted"] else "holds"
    if p["kind"] == "theorem":
        return theorems.check(cert, p, sys.modules[__name__])
    try:
        if p["verdict"] == "proved":
            seen = 0
            if p["kind"] == "zero":
                bad, seen = refuted_somewhere(cert, p)
                if bad:
                    return "fails"
            return "holds" if modular(cert, p)[0] else "open" if seen else "fails"
        rank = None
        if p["kind"] == "row_space":
            zero, rank = modular(cert, p)
            if zero:
                return "fails"
        if "point" in p:
            return "holds" if witness_holds(cert, p, rank) else "fails"
        if p["kind"] == "zero" and refuted_somewhere(cert, p)[0]:
            return "holds"
        return "fails" if modular(cert, p)[0] else "open"
    except Beyond:
        return "open"


def verify(text):
    """(verified, by theorems, refused, not checked)"""
    cert = Certificate(text)
    words = []
    for p in cert.proofs:
        words.append(check(cert, p, words))
    count = {"holds": 0, "theorem": 0, "fails": 0, "open": 0}
    if cert.manifold is not None and cert.proofs[cert.manifold]["verdict"] != "proved":
        count["fails"] += 1
    elif cert.manifold is not None and words[cert.manifold] != "holds":
        count[words[cert.manifold]] += 1
    for v in cert.verdicts:
        word, at = "open", v.get("proof", v.get("argument"))
        if at is not None:
            word = words[at]
            if (cert.proofs[at]["verdict"] == "proved") == (bool(v.get("negated")) == (v["verdict"] == "proved")):
                word = "fails"
        if any(words[whole(i, len(words))] == "fails" or cert.proofs[i]["verdict"] != "proved" for i in v.get("premises", [])):
            word = "fails"
        count["theorem" if word == "holds" and "proof" not in v else word] += 1
    return tuple(count.values())


def main():
    worst = 0
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        try:
            good, theorem, bad, left = verify(text)
        except Unreadable as why:
            print(f"{path}: cannot be read: {why}")
            return 3
        print(f"{path}: {good} verified, {theorem} by theorems whose premises were verified, {bad} refused, {left} not checked")
        worst = max(worst, 5 if bad else 4 if left else 0)
    return 1 if worst == 5 else worst


if __name__ == "__main__":
    sys.exit(main())
