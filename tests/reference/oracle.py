#!/usr/bin/python3
"""A second reading of the modelling language, in exact steps but another way.

It shares no code and no method with the engine: every quantity is a short Taylor series in the
time with coefficients of 60 digits, positions are differentiated in the world's axes, and the
motion follows from d'Alembert's principle with multipliers (catalogue M-DALEMBERT,
M-LAGR-MULT-NH) solved numerically at random states.  A claim of a model file holds here when its
residual vanishes to 30 digits at several random states with random parameters.

    oracle.py claims FILE...            decide every claim of the files
    oracle.py states FILE [COUNT]       JSON: random states, with accelerations and multipliers
    oracle.py at FILE STATES.json       accelerations at given states

Only what the models need is understood; anything else is refused by name.
"""
import json
import random
import re
import sys
import unicodedata

from mpmath import mp, mpf, matrix, sin, cos, exp, log, sqrt, asin, acos, atan, sinh, cosh, pi

mp.dps = 60
SMALL = mpf(10) ** -30          # a residual below this counts as zero; rounding is near 1e-55
STEP = mpf(10) ** -18           # central differences: truncation 1e-36, rounding 1e-42

GREEK = dict(alpha='α', beta='β', gamma='γ', delta='δ', epsilon='ε', zeta='ζ', eta='η', theta='θ',
             iota='ι', kappa='κ', lambda_='λ', mu='μ', nu='ν', xi='ξ', rho='ρ', sigma='σ', tau='τ',
             phi='φ', chi='χ', psi='ψ', omega='ω', Omega='Ω', Gamma='Γ', Delta='Δ', Phi='Φ',
             Psi='Ψ', Theta='Θ')
GREEK['lambda'] = GREEK.pop('lambda_')


class Refusal(Exception):
    pass


# ---------------------------------------------------------------- series in the time
class Jet:
    """x(t) = c0 + c1 t + c2 t^2 + ... to the order that is known."""
    __slots__ = ('c',)

    def __init__(self, c):
        self.c = list(c)

    def __add__(self, o):
        o = jet(o, self)
        return Jet([a + b for a, b in zip(self.c, o.c)])
    __radd__ = __add__

    def __neg__(self):
        return Jet([-a for a in self.c])

    def __sub__(self, o):
        return self + (-jet(o, self))

    def __rsub__(self, o):
        return jet(o, self) + (-self)

    def __mul__(self, o):
        if isinstance(o, Vec):
            return o * self
        o = jet(o, self)
        n = min(len(self.c), len(o.c))
        return Jet([sum((self.c[i] * o.c[k - i] for i in range(k + 1)), mpf(0)) for k in range(n)])
    __rmul__ = __mul__

    def __truediv__(self, o):
        o = jet(o, self)
        n = min(len(self.c), len(o.c))
        r = []
        for k in range(n):
            r.append((self.c[k] - sum((r[i] * o.c[k - i] for i in range(k)), mpf(0))) / o.c[0])
        return Jet(r)

    def __rtruediv__(self, o):
        return jet(o, self) / self

    def rate(self):
        if len(self.c) < 2:
            raise Refusal('a derivative of too high an order')
        return Jet([k * self.c[k] for k in range(1, len(self.c))])


def jet(x, like):
    if isinstance(x, Jet):
        return x
    return Jet([mpf(x)] + [mpf(0)] * (len(like.c) - 1))


def const(x, n=8):
    return Jet([mpf(x)] + [mpf(0)] * (n - 1))


def compose(x, derivative):
    """f(x) where f is given by its Taylor coefficients at x0 (a list)."""
    d = Jet([mpf(0)] + x.c[1:])
    out = const(0, len(x.c))
    power = const(1, len(x.c))
    for f in derivative[:len(x.c)]:
        out = out + power * f
        power = power * d
    return out


def taylor(name, x0, n):
    """Taylor coefficients of an elementary function at x0, by its differential equation."""
    x = Jet([x0, mpf(1)] + [mpf(0)] * (n - 2)) if n > 1 else Jet([x0])
    if name in ('sin', 'cos', 'sinh', 'cosh'):
        s, c = (sin(x0), cos(x0)) if name in ('sin', 'cos') else (sinh(x0), cosh(x0))
        sign = -1 if name in ('sin', 'cos') else 1
        out, fact = [], mpf(1)
        cycle = [s, c] if name in ('sin', 'sinh') else [c, sign * s]
        for k in range(n):
            base = cycle[k % 2] * (sign ** (k // 2) if sign < 0 else 1)
            out.append(base / fact)
            fact *= k + 1
        return out
    if name == 'exp':
        out, fact = [], mpf(1)
        for k in range(n):
            out.append(exp(x0) / fact)
            fact *= k + 1
        return out
    first = {'log': log, 'asin': asin, 'acos': acos, 'atan': atan}[name](x0)
    short = Jet(x.c[:max(n - 1, 1)])
    slope = {'log': lambda: 1 / short, 'atan': lambda: 1 / (1 + short * short),
             'asin': lambda: 1 / root(1 - short * short),
             'acos': lambda: -1 / root(1 - short * short)}[name]()
    return [first] + [slope.c[k] / (k + 1) for k in range(n - 1)]


def root(x):
    r = [sqrt(x.c[0])]
    for k in range(1, len(x.c)):
        r.append((x.c[k] - sum((r[i] * r[k - i] for i in range(1, k)), mpf(0))) / (2 * r[0]))
    return Jet(r)


def power(x, e):
    if all(c == 0 for c in e.c[1:]):
        k = e.c[0]
        if k == int(k) and abs(k) < 50:
            out = const(1, len(x.c))
            for _ in range(abs(int(k))):
                out = out * x
            return out if k >= 0 else 1 / out
        if k == mpf(1) / 2:
            return root(x)
    return func('exp', e * func('log', x))


def func(name, *a):
    if name == 'sqrt':
        return root(a[0])
    if name == 'tan':
        return func('sin', a[0]) / func('cos', a[0])
    if name == 'cot':
        return func('cos', a[0]) / func('sin', a[0])
    if name == 'tanh':
        return func('sinh', a[0]) / func('cosh', a[0])
    if name == 'abs':
        return a[0] if a[0].c[0] >= 0 else -a[0]
    return compose(a[0], taylor(name, a[0].c[0], len(a[0].c)))


ELEMENTARY = {'sin', 'cos', 'tan', 'cot', 'exp', 'log', 'sqrt', 'asin', 'acos', 'atan', 'sinh',
              'cosh', 'tanh', 'abs'}


class Vec:
    """Components along the world's axes."""

    def __init__(self, x):
        self.x = list(x)

    def __add__(self, o):
        if not isinstance(o, Vec):
            raise Refusal('vector plus scalar')
        return Vec([a + b for a, b in zip(self.x, o.x)])

    def __neg__(self):
        return Vec([-a for a in self.x])

    def __sub__(self, o):
        return self + (-o)

    def __mul__(self, s):
        return Vec([a * s for a in self.x])
    __rmul__ = __mul__

    def __truediv__(self, s):
        return Vec([a / s for a in self.x])

    def rate(self):
        return Vec([a.rate() for a in self.x])


def dot(a, b):
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2]


def cross(a, b):
    (p, q, r), (u, v, w) = a.x, b.x
    return Vec([q * w - r * v, r * u - p * w, p * v - q * u])


class Frame:
    def __init__(self, axes, origin, turning=None):
        self.axes = axes            # three Vec: x, y, z
        self.origin = origin
        self.turning = turning

    def spin(self):
        x, y, z = self.axes
        dx, dy, dz = x.rate(), y.rate(), z.rate()
        # the component of the rotation along x is y'.z, and so on round
        return x * dot(dy, z) + y * dot(dz, x) + z * dot(dx, y)


# ---------------------------------------------------------------- text to syntax tree
TOKEN = re.compile(r"(?P<num>\d+(\.\d+)?([eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<dots>\.\.)"
                   r"|(?P<op>[-+*/^()\[\],.'=:<>≤≥≠])|(?P<str>\"[^\"]*\")")


def canonical(name):
    m = re.fullmatch(r'([A-Za-z]+)(\d*)', name)
    if m and m.group(1) in GREEK:
        return GREEK[m.group(1)] + m.group(2)
    return name


def tokens(line):
    line = unicodedata.normalize('NFC', line).replace('ϕ', 'φ').replace('µ', 'μ').replace('′', "'")
    line = line.replace('ϑ', 'θ')
    out, i = [], 0
    while i < len(line):
        if line[i] == '#':
            break
        if line[i].isspace():
            if line[i + 1:i + 2] == '[':
                end = line.index(']', i)
                unit = line[i + 2:end]
                if unit == 'deg':
                    out.append(('unit', 'deg'))
                i = end + 1
                continue
            i += 1
            continue
        m = TOKEN.match(line, i)
        if not m:
            raise Refusal('character %r in: %s' % (line[i], line))
        kind = m.lastgroup
        text = m.group()
        if kind is None or m.group('num'):
            kind = 'num'
        if m.group('name'):
            kind, text = 'name', canonical(text)
        out.append((kind, text))
        i = m.end()
    return out


def statements(path):
    pending, number = [], 0
    for k, line in enumerate(open(path, encoding='utf-8'), 1):
        row = tokens(line)
        if not row:
            continue
        if not pending:
            number = k
        pending += row
        depth = sum((t in '([') - (t in ')]') for kind, t in pending if kind == 'op')
        if depth > 0 or (pending[-1][0] == 'op' and pending[-1][1] in '+-*/^=,:'):
            continue
        yield number, pending
        pending = []
    if pending:
        raise Refusal('unfinished statement at line %d' % number)


class Reader:
    def __init__(self, toks):
        self.t, self.i = toks, 0

    def peek(self, k=0):
        return self.t[self.i + k] if self.i + k < len(self.t) else ('end', '')

    def next(self):
        t = self.peek()
        self.i += 1
        return t

    def accept(self, *words):
        for k, w in enumerate(words):
            if self.peek(k)[1] != w or self.peek(k)[0] == 'str':
                return False
        self.i += len(words)
        return True

    def expect(self, word):
        if not self.accept(word):
            raise Refusal("expected '%s' before '%s'" % (word, self.peek()[1]))

    def name(self):
        kind, text = self.next()
        if kind != 'name':
            raise Refusal("expected a name, found '%s'" % text)
        return text

    def done(self):
        return self.i >= len(self.t)

    # expressions
    def expr(self):
        e = self.term()
        while self.peek()[1] in ('+', '-') and self.peek()[0] == 'op':
            op = self.next()[1]
            e = (op, e, self.term())
        return e

    def term(self):
        e = self.unary()
        while self.peek()[1] in ('*', '/') and self.peek()[0] == 'op':
            op = self.next()[1]
            e = (op, e, self.unary())
        return e

    def unary(self):
        if self.accept('-'):
            return ('neg', self.unary())
        if self.accept('+'):
            return self.unary()
        return self.powers()

    def powers(self):
        e = self.postfix()
        if self.accept('^'):
            return ('^', e, self.unary())
        return e

    def postfix(self):
        e = self.primary()
        while self.accept("'"):
            e = ('rate', e)
        if self.peek()[0] == 'unit':
            self.next()
            e = ('*', e, ('/', ('name', 'pi'), ('num', '180')))
        return e

    def primary(self):
        kind, text = self.next()
        if kind == 'num':
            return ('num', text)
        if kind == 'name':
            if text == 'sum' and self.peek()[1] == '(':
                self.next()
                body = self.expr()
                self.expect('for')
                var = self.name()
                self.expect('in')
                lo = self.expr()
                self.expect('..')
                hi = self.expr()
                self.expect(')')
                return ('sum', body, var, lo, hi)
            e = ('name', text)
            primes = 0
            while self.peek()[1] == "'" and self.peek()[0] == 'op':
                # f'(x): primes before a bracket belong to the function
                k = primes
                while self.peek(k)[1] == "'":
                    k += 1
                if self.peek(k)[1] == '(' and self.peek(k)[0] == 'op':
                    while self.accept("'"):
                        primes += 1
                break
            if self.peek()[1] == '[':
                self.next()
                index = self.expr()
                self.expect(']')
                e = ('index', text, index)
            elif self.peek()[1] == '(' and self.peek()[0] == 'op':
                self.next()
                args = [self.expr()]
                while self.accept(','):
                    args.append(self.expr())
                self.expect(')')
                e = ('call', text, primes, args)
            while self.peek()[1] == '.' and self.peek()[0] == 'op':
                self.next()
                e = ('attr', e, self.name())
            return e
        if text == '(':
            e = self.expr()
            if self.accept(','):
                parts = [e, self.expr()]
                while self.accept(','):
                    parts.append(self.expr())
                self.expect(')')
                if self.accept('in'):
                    return ('components', parts, self.name())
                return ('tuple', parts)
            self.expect(')')
            return e
        raise Refusal("unexpected '%s'" % text)


def tuple_of(tree, n):
    if tree[0] != 'tuple' or len(tree[1]) != n:
        raise Refusal('expected %d entries in brackets' % n)
    return tree[1]


# ---------------------------------------------------------------- the model
class Model:
    def __init__(self, path):
        self.path = path
        self.parameter = {}        # name -> tree or None
        self.assumed = []
        self.coordinate = []
        self.family = {}           # coordinate or point families: name -> (lo, hi)
        self.let, self.speed, self.given = {}, {}, {}
        self.function = {}         # name -> (arguments, tree or None)
        self.auxiliary = {}
        self.frame, self.point, self.body = {}, {}, {}
        self.free = {}             # frame -> (parent, [p, q, r], along)
        self.direction = []        # (names, vector tree, frame)
        self.masses = []           # (mass, point tree, bindings)
        self.kinetic, self.potential, self.force_function = [], [], []
        self.gravity = None
        self.apparent = None
        self.force, self.torque, self.spring, self.damper, self.work = [], [], [], [], []
        self.rolling, self.constraint, self.servo = [], [], []
        self.claim, self.start = [], []
        self.integer = {}
        for number, toks in statements(path):
            try:
                self.read(Reader(toks), number)
            except Refusal as r:
                raise Refusal('%s:%d: %s' % (path, number, r))

    def read(self, r, number):
        head = r.next()[1]
        if head in ('surface', 'curve', 'relation'):
            raise Refusal("'%s' is beyond this reader" % head)
        if head in ('system', 'show', 'run', 'output', 'input', 'box', 'when'):
            return
        method = {'kinetic': self.read_kinetic, 'force': self.read_force}.get(head)
        method = method or getattr(self, 'read_' + head, None)
        if method is None:
            raise Refusal("unknown statement '%s'" % head)
        method(r)
        if not r.done():
            raise Refusal("left over: '%s'" % r.peek()[1])

    def read_parameter(self, r):
        while True:
            n = r.name()
            self.parameter[n] = r.expr() if r.accept('=') else None
            tree = self.parameter[n]
            if tree and tree[0] == 'num' and re.fullmatch(r'\d+', tree[1]):
                self.integer[n] = int(tree[1])
            while r.peek()[0] == 'unit':
                r.next()
            if not r.accept(','):
                return

    def read_assume(self, r):
        while True:
            a = r.expr()
            op = r.next()[1]
            b = r.expr()
            self.assumed.append((op, a, b))
            if not r.accept(','):
                return

    def integer_value(self, tree):
        if tree[0] == 'num':
            return int(tree[1])
        if tree[0] == 'name' and tree[1] in self.integer:
            return self.integer[tree[1]]
        if tree[0] in '+-*':
            a, b = (self.integer_value(x) for x in tree[1:])
            return a + b if tree[0] == '+' else a - b if tree[0] == '-' else a * b
        raise Refusal('an index that is not an integer')

    def read_coordinate(self, r):
        while True:
            n = r.name()
            if r.accept('['):
                lo = self.integer_value(r.expr())
                r.expect('..')
                hi = self.integer_value(r.expr())
                r.expect(']')
                self.family[n] = (lo, hi)
                self.coordinate += ['%s[%d]' % (n, k) for k in range(lo, hi + 1)]
            else:
                self.coordinate.append(n)
            r.accept('dependent')
            if not r.accept(','):
                return

    def read_let(self, r):
        n = r.name()
        r.expect('=')
        self.let[n] = r.expr()

    def read_given(self, r):
        n = r.name()
        r.expect('=')
        self.given[n] = r.expr()

    def read_function(self, r):
        while True:
            n = r.name()
            r.expect('(')
            args = [r.name()]
            while r.accept(','):
                args.append(r.name())
            r.expect(')')
            self.function[n] = (args, r.expr() if r.accept('=') else None)
            if not r.accept(','):
                return

    def read_speed(self, r):
        while True:
            n = r.name()
            r.expect('=')
            self.speed[n] = r.expr()
            if not r.accept(','):
                return

    def read_auxiliary(self, r):
        n = r.name()
        r.expect("'")
        r.expect('=')
        self.auxiliary[n] = r.expr()

    def loop(self, r):
        """An optional 'for i in a..b' at the end of a statement."""
        if not r.accept('for'):
            return [{}]
        var = r.name()
        r.expect('in')
        lo = self.integer_value(r.expr())
        r.expect('..')
        hi = self.integer_value(r.expr())
        return [{var: k} for k in range(lo, hi + 1)]

    def indexed(self, r):
        n = r.name()
        return (n, r.expr()) if r.accept('[') and not r.accept(']') else (n, None)

    def read_frame(self, r):
        n = r.name()
        r.expect('=')
        parent = r.name()
        steps, origin = [], None
        if r.accept('free'):
            names = [x[1] for x in tuple_of(r.expr(), 3)]
            self.free[n] = (parent, names, r.name() if r.accept('along') else n)
            for w in names:
                self.speed.setdefault(w, None)
            return
        if r.accept('turning'):
            self.frame[n] = ('turning', parent, r.expr())
            return
        while True:
            if r.accept('at'):
                origin = r.expr()
            elif r.accept('turned'):
                while True:
                    angle = r.expr()
                    r.expect('about')
                    axis = r.name() if r.peek()[1] in ('x', 'y', 'z') else r.expr()
                    steps.append((angle, axis))
                    if not r.accept(','):
                        break
            else:
                break
        self.frame[n] = ('turned', parent, steps, origin)

    def read_point(self, r):
        n = r.name()
        index = None
        if r.accept('['):
            index = r.expr()
            r.expect(']')
        r.expect('=')
        tree = r.expr()
        for b in self.loop(r):
            if index is None:
                self.point[n] = (tree, b)
            else:
                var = index[1] if index[0] == 'name' and index[1] in b else None
                k = b[var] if var else self.integer_value(index)
                self.point['%s[%d]' % (n, k)] = (tree, b)

    def read_mass(self, r):
        m = r.expr()
        r.expect('at')
        p = r.expr()
        for b in self.loop(r):
            self.masses.append((m, p, b))

    def read_body(self, r):
        n = r.name()
        r.expect(':')
        d = {'inertia': None, 'frame': 'world', 'centre': None, 'at': None}
        while True:
            word = r.name()
            if word == 'mass':
                d['mass'] = r.expr()
            elif word in ('centre', 'center'):
                d['centre'] = r.expr()
            elif word == 'frame':
                d['frame'] = r.name()
            elif word == 'inertia':
                d['inertia'] = r.expr()
                d['about'] = r.name() if r.accept('about') else None
                d['along'] = r.name() if r.accept('along') else None
                d['at'] = r.expr() if r.accept('at') else None
            else:
                raise Refusal("unknown property '%s'" % word)
            if not r.accept(','):
                break
        self.body[n] = d

    def read_gravity(self, r):
        self.gravity = r.expr()

    def read_apparent(self, r):
        r.expect('gravity')
        g = r.expr()
        r.expect('in')
        self.apparent = (g, r.name())

    def read_rolling(self, r):
        b = r.name()
        r.expect('on')
        k = r.name()
        r.expect('at')
        p = r.expr()
        while r.accept(','):
            word = r.name()
            r.expr()
            if word not in ('normal', 'friction', 'static'):
                raise Refusal("unknown '%s' of a rolling" % word)
        self.rolling.append((b, k, p))

    def read_constraint(self, r):
        a = r.expr()
        r.expect('=')
        tree = ('-', a, r.expr())
        for b in self.loop(r):
            self.constraint.append((tree, b))

    def read_servo(self, r):
        a = r.expr()
        r.expect('=')
        tree = ('-', a, r.expr())
        r.expect('through')
        through = [r.expr()]
        while r.accept(','):
            through.append(r.expr())
        if r.accept('='):
            r.expr()
        self.servo.append((tree, through))

    def read_direction(self, r):
        names = [x[1] for x in tuple_of(r.expr(), 3)]
        r.expect('=')
        v = r.expr()
        r.expect('in')
        frame = r.name()
        for k, n in enumerate(names):
            self.let[n] = ('call', 'dot', 0, [v, ('attr', ('name', frame), 'xyz'[k])])

    def read_kinetic(self, r):
        r.expect('energy')
        self.kinetic.append(r.expr())

    def read_potential(self, r):
        self.potential.append(r.expr())

    def read_force(self, r):
        if r.accept('function'):
            self.force_function.append(r.expr())
            return
        f = r.expr()
        r.expect('at')
        self.force.append((f, r.expr()))

    def read_torque(self, r):
        f = r.expr()
        r.expect('on')
        self.torque.append((f, r.name()))

    def read_spring(self, r):
        k = r.expr()
        r.expect('between')
        a = r.expr()
        r.expect('and')
        b = r.expr()
        l0 = ('num', '0')
        if r.accept(','):
            r.expect('length')
            l0 = r.expr()
        self.spring.append((k, a, b, l0))

    def read_damper(self, r):
        c = r.expr()
        r.expect('on')
        self.damper.append((c, r.expr()))

    def read_work(self, r):
        self.work.append(r.expr())

    def read_perturbation(self, r):
        f = r.expr()
        r.expect('on')
        self.work.append(('*', f, ('call', 'δ', 0, [r.expr()])))

    def read_start(self, r):
        while True:
            left = r.expr()
            r.expect('=')
            self.start.append((left, r.expr()))
            if not r.accept(','):
                return

    def read_claim(self, r):
        text = ' '.join(t for _, t in r.t[1:])
        negated = r.accept('not')
        kind = r.name()
        if kind in ('equation', 'identity', 'combination'):
            a = r.expr()
            r.expect('=')
            tree = ('-', a, r.expr())
        elif kind == 'integral':
            tree = r.expr()
        else:
            tree = None
        rest = not r.done()
        r.i = len(r.t)
        self.claim.append((kind, negated, tree, text, rest or tree is None))


# ---------------------------------------------------------------- values at one state
class Values:
    """Everything the model defines, at one state and set of accelerations."""

    def __init__(self, model, chosen, position, velocity, acceleration, t0):
        self.m, self.chosen = model, chosen
        self.position, self.velocity, self.acceleration = position, velocity, acceleration
        self.t = Jet([t0, mpf(1), mpf(0)])
        self.cache = {}
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
        a, b, c, d = (Jet(x) for x in e)
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


# ---------------------------------------------------------------- motion
def solve(rows, rhs):
    """Least-norm-free Gaussian elimination with full pivoting; dependent rows must agree."""
    n, m = len(rows), len(rows[0])
    a = [list(r) + [b] for r, b in zip(rows, rhs)]
    cols, used, where = list(range(m)), 0, []
    for _ in range(min(n, m)):
        best, bi, bj = mpf(0), None, None
        for i in range(used, n):
            for j in range(m):
                if j not in where and abs(a[i][j]) > best:
                    best, bi, bj = abs(a[i][j]), i, j
        if best < mpf(10) ** -25:
            break
        a[used], a[bi] = a[bi], a[used]
        where.append(bj)
        for i in range(n):
            if i != used and a[i][bj] != 0:
                k = a[i][bj] / a[used][bj]
                a[i] = [x - k * y for x, y in zip(a[i], a[used])]
        used += 1
    for i in range(used, n):
        if abs(a[i][m]) > mpf(10) ** -20:
            raise Refusal('contradictory equations')
    x = [mpf(0)] * m
    for k, j in enumerate(where):
        x[j] = a[k][m] / a[k][j]
    return x, len(where), where


class Motion:
    def __init__(self, model, chosen, position, t0=mpf(0)):
        self.m, self.chosen, self.position, self.t0 = model, chosen, position, t0
        self.names = list(model.coordinate)
        for _, (_, names, _) in model.free.items():
            self.names += names
        self.n = len(self.names)

    def at(self, velocity, acceleration):
        return Values(self.m, self.chosen, self.position, dict(zip(self.names, velocity)),
                      dict(zip(self.names, acceleration)), self.t0)

    def relations(self, velocity, acceleration):
        """Velocity-level jets of every constraint, finite ones differentiated once."""
        v = self.at(velocity, acceleration)
        out = []
        for tree, b in self.m.constraint + [(s, {}) for s, _ in self.m.servo]:
            j = v.eval(tree, b)
            out.append(j.rate() if self.finite(tree) else j)
        for body, support, p in self.m.rolling:
            point = v.eval(p, {})
            g = v.vector(body, {})
            slip = g.rate() + cross(v.frame(body).spin(), point - g)
            if support in self.m.body:
                h = v.vector(support, {})
                slip = slip - h.rate() - cross(v.frame(support).spin(), point - h)
            elif support != 'world':
                f = v.frame(support)
                slip = slip - f.origin.rate() - cross(f.spin(), point - f.origin)
            out += slip.x
        return out

    def finite(self, tree):
        """No velocity in it: no prime, spin, velocity or speed below."""
        if tree[0] == 'rate':
            return tree[1][0] == 'name' and tree[1][1] in self.m.function
        if tree[0] == 'name':
            if tree[1] in self.m.let:
                return self.finite(self.m.let[tree[1]])
            return tree[1] not in self.m.speed
        if tree[0] == 'call' and tree[1] in ('spin', 'velocity'):
            return False
        kids = [k for k in tree[1:] if isinstance(k, tuple)]
        for k in tree[1:]:
            if isinstance(k, list):
                kids += [x for x in k if isinstance(x, tuple)]
        return all(self.finite(k) for k in kids)

    def unit(self, i, size=1):
        return [mpf(size) if j == i else mpf(0) for j in range(self.n)]

    def zero(self):
        return [mpf(0)] * self.n

    def legal_velocity(self, wish, fixed=()):
        """The wish, corrected in as few velocities as the constraints need."""
        w = list(wish)
        for _ in range(12):
            r = [j.c[0] for j in self.relations(w, self.zero())]
            if not r or max(abs(x) for x in r) < mpf(10) ** -50:
                return w
            free = [i for i in range(self.n) if self.names[i] not in fixed]
            rows = [[] for _ in r]
            for i in free:
                up, down = list(w), list(w)
                up[i] += STEP
                down[i] -= STEP
                ru = [j.c[0] for j in self.relations(up, self.zero())]
                rd = [j.c[0] for j in self.relations(down, self.zero())]
                for k in range(len(r)):
                    rows[k].append((ru[k] - rd[k]) / (2 * STEP))
            dx, _, _ = solve(rows, [-x for x in r])
            for i, d in zip(free, dx):
                w[i] += d
        raise Refusal('no velocity satisfies the constraints')

    def columns(self, w):
        """d(relation)/d(velocity): how each multiplier acts."""
        out = []
        for i in range(self.n):
            up, down = list(w), list(w)
            up[i] += STEP
            down[i] -= STEP
            ru = self.relations(up, self.zero())
            rd = self.relations(down, self.zero())
            out.append([(x.c[0] - y.c[0]) / (2 * STEP) for x, y in zip(ru, rd)])
        return out                      # [velocity][relation]

    def lagrange(self, w, a):
        """E_i of the given energies, by central differences in 60 digits."""
        m = self.m
        if not m.kinetic:
            return self.zero()
        if m.free:
            raise Refusal('a given kinetic energy beside a free frame')

        def energy(q, v, t):
            x = Values(m, self.chosen, dict(zip(self.names, q)), dict(zip(self.names, v)),
                       dict(zip(self.names, self.zero())), t)
            return sum((x.eval(e, {}) for e in m.kinetic), const(0)).c[0]
        h = mpf(10) ** -12              # nested differences: truncation near 1e-24
        q = [self.position[n] for n in self.names]

        def slope(q, v, t, i):          # dT/dv_i, exact for a quadratic T
            up, down = list(v), list(v)
            up[i] += 1
            down[i] -= 1
            return (energy(q, up, t) - energy(q, down, t)) / 2

        def richardson(f):              # fourth-order central difference
            return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)
        out = []
        for i in range(self.n):
            def momentum(s):            # along the true motion to second order
                return slope([x + s * y + s * s * z / 2 for x, y, z in zip(q, w, a)],
                             [y + s * z for y, z in zip(w, a)], self.t0 + s, i)

            def along(s):
                moved = list(q)
                moved[i] += s
                return energy(moved, w, self.t0)
            out.append(richardson(momentum) - richardson(along))
        return out

    def force_gradient(self):
        """dU/dq of stated potentials, and springs, through the rate of U."""
        base = self.rate_of_forces(self.zero())
        return [self.rate_of_forces(self.unit(i)) - base for i in range(self.n)]

    def rate_of_forces(self, w):
        v = self.at(w, self.zero())
        saved = self.m.gravity
        total = v.force_function()
        self.m.gravity = saved
        return total.rate().c[0] if len(total.c) > 1 else mpf(0)

    def given_forces(self, w):
        """Generalised forces at velocity w (work of unit virtual velocities)."""
        m = self.m
        now = self.at(w, self.zero())
        still = self.at(self.zero(), self.zero())
        out = self.force_gradient()
        for i in range(self.n):
            moved = self.at(self.unit(i), self.zero())
            total = mpf(0)
            for f, p in m.force:
                d = moved.eval(p, {}).rate() - still.eval(p, {}).rate()
                total += dot(now.eval(f, {}), d).c[0]
            for f, b in m.torque:
                d = moved.frame(b).spin() - still.frame(b).spin()
                total += dot(now.eval(f, {}), d).c[0]
            for c, x in m.damper:
                d = moved.eval(x, {}).rate() - still.eval(x, {}).rate()
                total -= (now.eval(c, {}) * now.eval(x, {}).rate() * d).c[0]
            now.virtual = (still, moved)
            for e in m.work:
                total += now.eval(e, {}).c[0]
            if m.apparent:
                total += self.apparent(now, still, moved)
            out[i] += total
        return out

    def apparent(self, now, still, moved):
        """g plus what cancels the centrifugal force on every element (Gilbert)."""
        g, earth = self.m.apparent
        w = now.frame(earth).spin()
        g = now.eval(g, {})
        total = mpf(0)
        places = list(zip(now.points(), moved.points(), still.points()))
        for (k, p), (_, pm), (_, ps) in places:
            f = (g + cross(w, cross(w, p))) * k
            total += dot(f, pm.rate() - ps.rate()).c[0]
        for n in self.m.body:
            couple = cross(w, now.inertia_times(n, w))
            total += dot(couple, moved.frame(n).spin() - still.frame(n).spin()).c[0]
        return total

    def inertia_forces(self, w, a):
        """Sum of m a . (partial velocity) + d(I w)/dt . (partial spin), plus stated energies."""
        now = self.at(w, a)
        still = self.at(self.zero(), self.zero())
        out = self.lagrange(w, a)
        places = [(k, p.rate().rate()) for k, p in now.points()]
        moments = {n: now.inertia_times(n, now.frame(n).spin()).rate() for n in self.m.body}
        for i in range(self.n):
            moved = self.at(self.unit(i), self.zero())
            for (k, acc), (_, pm), (_, ps) in zip(places, moved.points(), still.points()):
                out[i] += (k * dot(acc, pm.rate() - ps.rate())).c[0]
            for n, h in moments.items():
                out[i] += dot(h, moved.frame(n).spin() - still.frame(n).spin()).c[0]
        return out

    def accelerations(self, w):
        """w' and the multipliers, from the linear system of d'Alembert's principle."""
        base = self.inertia_forces(w, self.zero())
        force = self.given_forces(w)
        mass = [[x - y for x, y in zip(self.inertia_forces(w, self.unit(i)), base)]
                for i in range(self.n)]
        rel = [j.rate().c[0] for j in self.relations(w, self.zero())]
        row = []
        for i in range(self.n):
            moved = [j.rate().c[0] for j in self.relations(w, self.unit(i))]
            row.append([x - y for x, y in zip(moved, rel)])
        column = self.columns(w)
        plain = len(self.m.constraint)
        servo = len(self.m.servo)
        act = []                        # columns of the unknown forces
        for k in range(len(rel)):
            if not plain <= k < plain + servo:
                act.append([column[i][k] for i in range(self.n)])
        act += self.servo_columns()
        rows, rhs = [], []
        for i in range(self.n):
            rows.append([mass[j][i] for j in range(self.n)] + [-c[i] for c in act])
            rhs.append(force[i] - base[i])
        for k in range(len(rel)):
            rows.append([row[i][k] for i in range(self.n)] + [mpf(0)] * len(act))
            rhs.append(-rel[k])
        x, rank, where = solve(rows, rhs)
        free = [self.names[i] for i in range(self.n) if i not in where]
        if free:
            raise Refusal('accelerations not determined: ' + ', '.join(free))
        return x[:self.n], x[self.n:]

    def servo_columns(self):
        still = self.at(self.zero(), self.zero())
        seen, out = [], []
        for _, through in self.m.servo:
            for e in through:
                if e in seen:
                    continue
                seen.append(e)
                col = []
                for i in range(self.n):
                    moved = self.at(self.unit(i), self.zero())
                    col.append(moved.eval(e, {}).rate().c[0] - still.eval(e, {}).rate().c[0])
                out.append(col)
        return out


def legal_position(model, chosen, wish, t0):
    """Newton on the finite constraints from the wish, changing as little as possible."""
    q = dict(wish)
    for _ in range(100):
        motion = Motion(model, chosen, q, t0)
        v = motion.at(motion.zero(), motion.zero())
        trees = [(c, b) for c, b in model.constraint + [(s, {}) for s, _ in model.servo]
                 if motion.finite(c)]
        r = [v.eval(c, b).c[0] for c, b in trees]
        if not r or max(abs(x) for x in r) < mpf(10) ** -50:
            return q
        rows = [[] for _ in r]
        for n in model.coordinate:
            for sign in (1, -1):
                p = dict(q)
                p[n] += sign * STEP
                x = Motion(model, chosen, p, t0)
                x = x.at(x.zero(), x.zero())
                got = [x.eval(c, b).c[0] for c, b in trees]
                for k, g in enumerate(got):
                    if sign == 1:
                        rows[k].append(g)
                    else:
                        rows[k][-1] = (rows[k][-1] - g) / (2 * STEP)
        # least change: dq = A^T y
        a = matrix(rows)
        y, _, _ = solve((a * a.T).tolist(), [-x for x in r])
        step = a.T * matrix(y)
        size = max(abs(s) for s in step)
        scale = mpf(1) if size < 0.3 else mpf('0.3') / size
        for n, d in zip(model.coordinate, step):
            q[n] += scale * d
    raise Refusal('no position satisfies the finite constraints')


def random_motion(model, rng, keep=False, overrides=None):
    for _ in range(40):
        chosen = Chosen(model, rng, overrides, keep)
        t0 = mpf(rng.randint(100, 900)) / 1000
        wish = {n: mpf(rng.randint(200, 1200)) / 1000 for n in model.coordinate}
        try:
            q = legal_position(model, chosen, wish, t0)
            motion = Motion(model, chosen, q, t0)
            w = [mpf(rng.randint(-900, 900)) / 1000 for _ in motion.names]
            w = motion.legal_velocity(w)
        except Refusal as r:
            if 'satisfies' not in str(r):
                raise
            continue
        return motion, w
    raise Refusal('no legal state found')


def claims(path, trials=3):
    model = Model(path)
    rng = random.Random(7)
    failures = 0
    worst = [mpf(0)] * len(model.claim)
    least = [mpf(1)] * len(model.claim)
    if all(c[4] for c in model.claim):
        trials = 1
    for _ in range(trials):
        motion, w = random_motion(model, rng)
        a, _ = motion.accelerations(w)
        v = motion.at(w, a)
        for k, (kind, negated, tree, text, rest) in enumerate(model.claim):
            if rest:
                continue
            value = v.eval(tree, {})
            value = value.rate().c[0] if kind == 'integral' else value.c[0]
            worst[k] = max(worst[k], abs(value))
            least[k] = min(least[k], abs(value))
    for k, (kind, negated, tree, text, rest) in enumerate(model.claim):
        if rest:
            print('  skip  %s' % text)
            continue
        tol = mpf(10) ** -20
        holds = worst[k] < tol
        good = holds != bool(negated)
        failures += not good
        print('  %s %s   (largest residual %s)' % ('ok   ' if good else 'FALSE', text,
                                                   mp.nstr(worst[k], 3)))
    return failures


def states(path, count, overrides=None):
    """Random states at the file's own parameter values; the rest is drawn at random."""
    model = Model(path)
    rng = random.Random(11)
    out = []
    first = None
    for _ in range(count):
        motion, w = random_motion(model, rng, True, first)
        first = {n: motion.chosen.parameter[n] for n in model.parameter}
        a, lam = motion.accelerations(w)
        v = motion.at(w, a)
        row = {'t': show(motion.t0), 'parameters': {n: show(x) for n, x in first.items()},
               'coordinates': {n: show(motion.position[n]) for n in model.coordinate},
               'rates': {n: show(x) for n, x in zip(motion.names, w)},
               'accelerations': {n: show(x) for n, x in zip(motion.names, a)},
               'speeds': {n: show(v.scalar(n, {}).c[0]) for n in model.speed},
               'speed_rates': {n: show(v.scalar(n, {}).rate().c[0]) for n in model.speed},
               'T': show(v.kinetic().c[0]), 'U': show(v.force_function().c[0])}
        if model.free:
            row['orientation'] = {n: [show(x) for x in q]
                                  for n, q in motion.chosen.quaternion.items()}
        out.append(row)
    return {'model': path.split('models/')[-1], 'states': out}


def show(x):
    return mp.nstr(x, 25, strip_zeros=True)


def main(argv):
    if len(argv) < 3 or argv[1] not in ('claims', 'states', 'at'):
        sys.stderr.write(__doc__)
        return 2
    if argv[1] == 'claims':
        bad = 0
        for path in argv[2:]:
            print(path)
            try:
                bad += claims(path)
            except Refusal as r:
                print('  refused: %s' % r)
                bad += 1
        return 1 if bad else 0
    json.dump(states(argv[2], int(argv[3]) if len(argv) > 3 else 10), sys.stdout, indent=1,
              ensure_ascii=False)
    print()
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
