"""Short Taylor series in the time with coefficients of 60 digits; vectors and frames of them."""
from mpmath import acos, asin, atan, cos, cosh, exp, log, mp, mpf, sin, sinh, sqrt

mp.dps = 60


class Refusal(Exception):
    """Something this reader does not understand, or that has no answer."""


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
