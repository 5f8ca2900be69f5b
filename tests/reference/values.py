"""Everything a model defines, as numbers at one state: positions, spins, energies."""
import re

from mpmath import mpf, pi, sqrt

from reading import canonical, tuple_of
from series import (ELEMENTARY, Frame, Jet, Refusal, Vec, compose, const, cross, dot, func, power,
                    root)


class Values:
    """Everything the model defines, at one state and set of accelerations."""

    def __init__(self, model, chosen, position, velocity, acceleration, t0):
        self.m, self.chosen = model, chosen
        self.position, self.velocity, self.acceleration = position, velocity, acceleration
        self.t = Jet([t0, mpf(1), mpf(0)])
        self.cache = {}
        self.effort = {}            # generalised forces of the servos, by coordinate
        self.virtual = None         # Values at the same state with one unit velocity, for δ(...)

    # velocity coordinates: coordinates first, then the rotations of free frames
    def scalar(self, n, b):
        m = self.m
        if n in b:
            return const(b[n])
        if n in self.cache:
            return self.cache[n]
        if n in m.coordinate:
            v = Jet([self.position[n], self.velocity[n], self.acceleration[n] / 2])
        elif n in self.chosen.parameter:
            v = const(self.chosen.parameter[n])
        elif n == 'pi':
            v = const(pi)
        elif n == 't':
            v = self.t
        elif n in m.let:
            v = self.eval(m.let[n], {})
        elif n in m.given:
            v = self.eval(m.given[n], {})
        elif n in m.speed and m.speed[n] is not None:
            v = self.eval(m.speed[n], {})
        elif n in m.speed:
            v = Jet([self.velocity[n], self.acceleration[n]])
        elif n in m.auxiliary:
            v = self.eval(m.auxiliary[n], {})
            v = Jet([self.chosen.auxiliary[n]] + [c / (k + 1) for k, c in enumerate(v.c)])
        elif n in m.function:
            args, _ = m.function[n]
            return self.apply(n, 0, [self.scalar(a, {}) for a in args])
        elif n == 'T':
            v = self.kinetic()
        elif n == 'U':
            v = self.force_function()
        elif n == 'energy':
            v = self.kinetic() - self.force_function()
        else:
            return None
        self.cache[n] = v
        return v

    def apply(self, n, primes, args):
        names, tree = self.m.function[n]
        if tree is None:
            return self.chosen.function(n, [primes if k == 0 else 0 for k in range(len(args))],
                                        args)
        if primes == 0:
            saved, self.cache = self.cache, dict(self.cache)
            for a, v in zip(names, args):
                self.cache[a] = v
            out = self.eval(tree, {})
            self.cache = saved
            return out
        # derivative by the argument: Taylor coefficients of the body in that argument
        n_terms = len(args[0].c) + primes
        x = Jet([args[0].c[0], mpf(1)] + [mpf(0)] * (n_terms - 2))
        out = self.apply(n, 0, [x])
        for _ in range(primes):
            out = out.rate()
        return compose(args[0], out.c)

    def vector(self, n, b):
        m = self.m
        key = ('point', n)
        if key in self.cache:
            return self.cache[key]
        if n in m.point:
            tree, bind = m.point[n]
            v = self.eval(tree, bind)
        elif n in m.body:
            v = self.eval(m.body[n]['centre'], {})
        else:
            return None
        self.cache[key] = v
        return v

    def frame(self, n):
        key = ('frame', n)
        if key in self.cache:
            return self.cache[key]
        m = self.m
        if n == 'world':
            one, nil = const(1), const(0)
            f = Frame([Vec([one, nil, nil]), Vec([nil, one, nil]), Vec([nil, nil, one])],
                      Vec([nil, nil, nil]))
        elif n in m.frame and m.frame[n][0] == 'turning':
            f = self.turning_frame(n)
        elif n in m.frame:
            _, parent, steps, origin = m.frame[n]
            p = self.frame(parent)
            axes = list(p.axes)
            for angle, axis in steps:
                a = self.eval(angle, {})
                c, s = func('cos', a), func('sin', a)
                if not isinstance(axis, str):
                    raise Refusal('a rotation about a general axis')
                k = 'xyz'.index(axis)
                i, j = (k + 1) % 3, (k + 2) % 3
                axes[i], axes[j] = axes[i] * c + axes[j] * s, axes[j] * c - axes[i] * s
            f = Frame(axes, self.eval(origin, {}) if origin else p.origin)
        elif n in m.free:
            f = self.free_frame(n)
        elif n in m.body:
            f = self.frame(m.body[n]['frame'])
        else:
            raise Refusal("unknown frame '%s'" % n)
        self.cache[key] = f
        return f

    def turning_frame(self, n):
        """R' = R [w], w in the frame's own axes; the orientation at this instant is arbitrary."""
        _, parent, tree = self.m.frame[n]
        unit = self.frame('world')
        self.cache[('frame', n)] = unit        # components of w along the frame's own axes
        w = self.eval(tree, {}).x
        p = self.frame(parent)
        if parent != 'world':
            raise Refusal('a frame turning relative to a moving one')
        rows = [[[mpf(i == j)] for j in range(3)] for i in range(3)]    # rows[axis][component]
        for k in range(2):
            got = [[Jet(e) for e in row] for row in rows]
            for i in range(3):
                a, b = (i + 1) % 3, (i + 2) % 3
                # axis i changes at the rate w x e_i = w_b e_a ... taken round
                for comp in range(3):
                    d = got[a][comp] * w[b] - got[b][comp] * w[a]
                    rows[i][comp].append(d.c[k] / (k + 1))
        return Frame([Vec([Jet(e) for e in row]) for row in rows], p.origin,
                     turning=True)

    def free_frame(self, n):
        """Euler parameters, 2e' = e (0, w) along the frame's own axes."""
        parent, names, along = self.m.free[n]
        e = [[c] for c in self.chosen.quaternion[n]]
        w = [Jet([self.velocity[s], self.acceleration[s]]) for s in names]
        for k in range(2):
            a, b, c, d = (Jet(x) for x in e)
            p, q, r = w
            if along == n:
                rate = [-(b * p) - c * q - d * r, a * p + c * r - d * q, a * q + d * p - b * r,
                        a * r + b * q - c * p]
            else:
                rate = [-(b * p) - c * q - d * r, a * p + d * q - c * r, a * q + b * r - d * p,
                        a * r + c * p - b * q]
            for x, y in zip(e, rate):
                x.append(y.c[k] / (2 * (k + 1)))
        self.cache[('parameters', n)] = [Jet(x) for x in e]
        a, b, c, d = self.cache[('parameters', n)]
        p = self.frame(parent)
        cols = [[a * a + b * b - c * c - d * d, (b * c + a * d) * 2, (b * d - a * c) * 2],
                [(b * c - a * d) * 2, a * a - b * b + c * c - d * d, (c * d + a * b) * 2],
                [(b * d + a * c) * 2, (c * d - a * b) * 2, a * a - b * b - c * c + d * d]]
        axes = [p.axes[0] * u[0] + p.axes[1] * u[1] + p.axes[2] * u[2] for u in cols]
        return Frame(axes, p.origin)

    def lookup(self, n, b):
        v = self.scalar(n, b)
        if v is None:
            v = self.vector(n, b)
        if v is None:
            raise Refusal("unknown name '%s'" % n)
        return v

    def eval(self, e, b):
        op = e[0]
        if op == 'num':
            return const(mpf(e[1]))
        if op == 'name':
            return self.lookup(e[1], b)
        if op == 'index':
            k = int(self.eval(e[2], b).c[0])
            return self.lookup('%s[%d]' % (e[1], k), {})
        if op == 'neg':
            return -self.eval(e[1], b)
        if op == 'rate':
            inner, primes = e[1], 1
            while inner[0] == 'rate':
                inner, primes = inner[1], primes + 1
            if inner[0] == 'name' and inner[1] in self.m.function and \
                    len(self.m.function[inner[1]][0]) == 1:
                args = [self.scalar(a, {}) for a in self.m.function[inner[1]][0]]
                return self.apply(inner[1], primes, args)
            v = self.eval(inner, b)
            for _ in range(primes):
                v = v.rate()
            return v
        if op in '+-*/^':
            x, y = self.eval(e[1], b), self.eval(e[2], b)
            if op == '+':
                return x + y
            if op == '-':
                return x - y
            if op == '*':
                return x * y
            return x / y if op == '/' else power(x, y)
        if op == 'components':
            f = self.frame(e[2])
            x, y, z = (self.eval(k, b) for k in e[1])
            return f.axes[0] * x + f.axes[1] * y + f.axes[2] * z
        if op == 'attr':
            f = self.frame(e[1][1])
            if e[2] in ('e0', 'e1', 'e2', 'e3'):
                return self.cache[('parameters', e[1][1])][int(e[2][1])]
            return f.origin if e[2] == 'origin' else f.axes['xyz'.index(e[2])]
        if op == 'sum':
            lo, hi = (int(self.eval(x, b).c[0]) for x in e[3:])
            out = const(0)
            for k in range(lo, hi + 1):
                out = out + self.eval(e[1], dict(b, **{e[2]: k}))
            return out
        if op == 'call':
            return self.call(e[1], e[2], e[3], b)
        raise Refusal("cannot evaluate '%s'" % op)

    def call(self, f, primes, args, b):
        if f == 'spin':
            v = self.frame(args[0][1]).spin()
            return v - self.frame(args[1][1]).spin() if len(args) > 1 else v
        if f in ('velocity', 'acceleration') and len(args) == 2:
            k = self.frame(args[1][1])
            p = self.eval(args[0], b) - k.origin
            parts = [dot(p, a).rate() for a in k.axes]
            if f == 'acceleration':
                parts = [x.rate() for x in parts]
            return k.axes[0] * parts[0] + k.axes[1] * parts[1] + k.axes[2] * parts[2]
        if f == 'effort' and args[0][1] in self.effort:
            return Jet([self.effort[args[0][1]]])
        if f == 'δ':
            if self.virtual is None:
                raise Refusal('a variation outside work')
            still, moved = self.virtual
            rate = moved.eval(args[0], b).rate().c[0] - still.eval(args[0], b).rate().c[0]
            return Jet([rate])
        if f in self.m.function:
            return self.apply(f, primes, [self.eval(a, b) for a in args])
        if f == 'D':
            names = self.m.function[args[0][1]][0]
            orders = [0] * len(names)
            for a in args[1:]:
                orders[names.index(a[1])] += 1
            return self.chosen.function(args[0][1], orders, [self.scalar(a, {}) for a in names])
        if f.startswith('component') and f[9:].isdigit():
            return self.solution(args[0][3], b)[int(f[9:]) - 1]
        v = [self.eval(a, b) for a in args]
        if f == 'dot':
            return dot(*v)
        if f == 'cross':
            return cross(*v)
        if f == 'norm':
            return root(dot(v[0], v[0]))
        if f == 'unit':
            return v[0] / root(dot(v[0], v[0]))
        if f == 'velocity':
            return v[0].rate()
        if f == 'acceleration':
            return v[0].rate().rate()
        if f in ELEMENTARY:
            return func(f, *v)
        raise Refusal("unknown function '%s'" % f)

    def solution(self, args, b):
        """solve(factor(rows of A), right sides), as long reports print it."""
        key = ('solution', repr(args))
        if key in self.cache:
            return self.cache[key]
        entry = [self.eval(x, b) for x in args[0][3]]
        right = [self.eval(x, b) for x in args[1:]]
        n = len(right)
        rows = [entry[i * n:(i + 1) * n] + [right[i]] for i in range(n)]
        for k in range(n):
            best = max(range(k, n), key=lambda i: abs(rows[i][k].c[0]))
            rows[k], rows[best] = rows[best], rows[k]
            for i in range(n):
                if i != k:
                    part = rows[i][k] / rows[k][k]
                    rows[i] = [x - part * y for x, y in zip(rows[i], rows[k])]
        self.cache[key] = [rows[k][n] / rows[k][k] for k in range(n)]
        return self.cache[key]

    # ---- bodies
    def inertia_times(self, n, v):
        """The tensor at the centre applied to a vector."""
        d = self.m.body[n]
        if d['inertia'] is None:
            return Vec([const(0)] * 3)
        f = self.frame(d.get('along') or d['frame'])
        if d.get('about'):
            k = f.axes['xyz'.index(d['about'])]
            out = k * (self.eval(d['inertia'], {}) * dot(v, k))
            return self.central(n, out, v)
        rows = tuple_of(d['inertia'], 3)
        if rows[0][0] == 'tuple':
            i = [[self.eval(x, {}) for x in tuple_of(row, 3)] for row in rows]
        else:
            i = [[self.eval(rows[a], {}) if a == c else const(0) for c in range(3)]
                 for a in range(3)]
        part = [dot(v, a) for a in f.axes]
        out = [sum((i[a][c] * part[c] for c in range(3)), const(0)) for a in range(3)]
        out = f.axes[0] * out[0] + f.axes[1] * out[1] + f.axes[2] * out[2]
        return self.central(n, out, v)

    def central(self, n, out, v):
        """Koenig: the moment at O exceeds the central one by that of the mass put at G."""
        d = self.m.body[n]
        if d['at'] is None:
            return out
        g = self.vector(n, {}) - self.eval(d['at'], {})
        return out - (v * dot(g, g) - g * dot(g, v)) * self.eval(d['mass'], {})

    def points(self):
        """(mass, position) of every particle and centre."""
        m = self.m
        out = [(self.eval(k, b), self.eval(p, b)) for k, p, b in m.masses]
        out += [(self.eval(d['mass'], {}), self.vector(n, {})) for n, d in m.body.items()]
        return out

    def kinetic(self):
        total = const(0)
        for k, p in self.points():
            v = p.rate()
            total = total + k * dot(v, v) / 2
        for n in self.m.body:
            w = self.frame(n).spin()
            total = total + dot(w, self.inertia_times(n, w)) / 2
        for e in self.m.kinetic:
            total = total + self.eval(e, {})
        return total

    def force_function(self):
        m, total = self.m, const(0)
        if m.gravity:
            g = self.eval(m.gravity, {})
            for k, p in self.points():
                total = total + k * dot(g, p)
        for e in m.force_function:
            total = total + self.eval(e, {})
        for e in m.potential:
            total = total - self.eval(e, {})
        for k, a, b, l0 in m.spring:
            d = self.eval(a, {}) - self.eval(b, {})
            x = root(dot(d, d)) - self.eval(l0, {})
            total = total - self.eval(k, {}) * x * x / 2
        return total


class Chosen:
    """Random values for what the model leaves open."""

    def __init__(self, model, rng, overrides=None, keep=False):
        self.rng, self.parameter = rng, {}
        self.coefficient = {}
        for attempt in range(1000):
            for n, tree in model.parameter.items():
                if n in model.integer and (n in self.bounds(model)):
                    self.parameter[n] = mpf(model.integer[n])
                elif tree is not None and keep:
                    self.parameter[n] = self.fixed(model, tree)
                else:
                    self.parameter[n] = mpf(rng.randint(200, 1800)) / 1000
            for n, v in (overrides or {}).items():
                self.parameter[n] = mpf(v)
            if self.allowed(model):
                break
        self.auxiliary = {n: mpf(rng.random()) for n in model.auxiliary}
        self.quaternion = {}
        for n in model.free:
            e = [mpf(rng.uniform(-1, 1)) for _ in range(4)]
            s = sqrt(sum(x * x for x in e))
            self.quaternion[n] = [x / s for x in e]

    @staticmethod
    def bounds(model):
        text = open(model.path, encoding='utf-8').read()
        return set(canonical(x) for x in re.findall(r'\.\.\s*(\w+)', text))

    def fixed(self, model, tree):
        return Values(model, self, {}, {}, {}, mpf(0)).eval(tree, {}).c[0]

    def allowed(self, model):
        v = Values(model, self, {}, {}, {}, mpf(0))
        for op, a, b in model.assumed:
            try:
                x = (v.eval(a, {}) - v.eval(b, {})).c[0]
            except (Refusal, KeyError):
                continue            # about a coordinate: nothing to choose here
            if (op in '>≥' and not x > 0) or (op in '<≤' and not x < 0):
                return False
        return True

    def function(self, n, orders, args):
        """A random cubic in all arguments and its partial derivatives."""
        if n not in self.coefficient:
            k = len(args)
            exps = [e for e in self.exponents(k, 4)]
            self.coefficient[n] = {e: mpf(self.rng.randint(-900, 900)) / 1000 for e in exps}
            self.coefficient[n][(0,) * k] = mpf(2)
        out = const(0)
        for e, c in self.coefficient[n].items():
            term = const(c)
            for x, k, d in zip(args, e, orders):
                if k < d:
                    term = const(0)
                    break
                for j in range(d):
                    term = term * (k - j)
                for _ in range(k - d):
                    term = term * x
            out = out + term
        return out

    def exponents(self, k, degree):
        if k == 0:
            return [()]
        return [(i,) + rest for i in range(degree + 1)
                for rest in self.exponents(k - 1, degree - i)]
