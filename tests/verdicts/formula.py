"""Expression trees of the random mechanisms: printed for the engine, evaluated and differentiated
here. Nothing of the engine is used."""
import math
from fractions import Fraction


class Formula:
    """A node: an operation and its operands. Leaves are 'num' (Fraction) and 'sym' (name)."""
    __slots__ = ("op", "args")

    def __init__(self, op, *args):
        self.op, self.args = op, args

    def __add__(self, b): return add(self, wrap(b))
    def __radd__(self, a): return add(wrap(a), self)
    def __sub__(self, b): return add(self, mul(num(-1), wrap(b)))
    def __rsub__(self, a): return add(wrap(a), mul(num(-1), self))
    def __mul__(self, b): return mul(self, wrap(b))
    def __rmul__(self, a): return mul(wrap(a), self)
    def __truediv__(self, b): return div(self, wrap(b))
    def __rtruediv__(self, a): return div(wrap(a), self)
    def __pow__(self, n): return power(self, wrap(n))
    def __neg__(self): return mul(num(-1), self)
    def __str__(self): return text(self)

    def key(self):
        return (self.op,) + tuple(a.key() if isinstance(a, Formula) else a for a in self.args)


def num(v): return Formula("num", Fraction(v))
def sym(name): return Formula("sym", name)
def wrap(v): return v if isinstance(v, Formula) else num(v)
def is_num(e, v=None): return e.op == "num" and (v is None or e.args[0] == v)


def add(a, b):
    if is_num(a, 0): return b
    if is_num(b, 0): return a
    if is_num(a) and is_num(b): return num(a.args[0] + b.args[0])
    return Formula("add", a, b)


def mul(a, b):
    if is_num(a, 0) or is_num(b, 0): return num(0)
    if is_num(a, 1): return b
    if is_num(b, 1): return a
    if is_num(a) and is_num(b): return num(a.args[0] * b.args[0])
    return Formula("mul", a, b)


def div(a, b):
    if is_num(a, 0): return num(0)
    if is_num(b, 1): return a
    return Formula("div", a, b)


def power(a, n):
    if is_num(n, 1): return a
    if is_num(n, 0): return num(1)
    return Formula("pow", a, n)


def call(name, *args): return Formula("call", name, *[wrap(a) for a in args])
def sin(a): return call("sin", a)
def cos(a): return call("cos", a)
def exp(a): return call("exp", a)
def sqrt(a): return call("sqrt", a)


def piecewise(left, right, then, otherwise):
    """then where left < right, otherwise elsewhere."""
    return Formula("cases", wrap(left), wrap(right), wrap(then), wrap(otherwise))


# ---- printing ----

def text(e):
    if e.op == "num":
        v = e.args[0]
        if v.denominator == 1: return str(v.numerator) if v >= 0 else f"({v.numerator})"
        return f"({v.numerator}/{v.denominator})"
    if e.op == "sym": return e.args[0]
    if e.op == "add": return f"({text(e.args[0])} + {text(e.args[1])})"
    if e.op == "mul": return f"{text(e.args[0])}*{text(e.args[1])}"
    if e.op == "div": return f"({text(e.args[0])})/({text(e.args[1])})"
    if e.op == "pow": return f"({text(e.args[0])})^({text(e.args[1])})"
    if e.op == "cases":
        l, r, a, b = map(text, e.args)
        return f"piecewise({l} < {r}, {a}, {b})"
    return f"{e.args[0]}({', '.join(map(text, e.args[1:]))})"


# ---- evaluation: a Python function compiled from the text below ----

def code(e, names):
    if e.op == "num":
        v = e.args[0]
        return f"({v.numerator}/{v.denominator})" if v.denominator != 1 else f"({v.numerator}.0)"
    if e.op == "sym": return names[e.args[0]]
    a = [code(x, names) if isinstance(x, Formula) else x for x in e.args]
    if e.op == "add": return f"({a[0]} + {a[1]})"
    if e.op == "mul": return f"({a[0]}*{a[1]})"
    if e.op == "div": return f"({a[0]}/{a[1]})"
    if e.op == "pow":
        n = e.args[1]
        if is_num(n) and n.args[0].denominator == 1: return f"({a[0]}**({int(n.args[0])}))"
        return f"real_power({a[0]}, {a[1]})"
    if e.op == "cases": return f"({a[2]} if {a[0]} < {a[1]} else {a[3]})"
    return f"{a[0]}_({', '.join(a[1:])})"


def real_power(a, b):
    if a < 0:
        raise ValueError("negative base")
    return a ** b


LIBRARY = {f"{n}_": getattr(math, n) for n in
           "sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt".split()}
LIBRARY.update(real_power=real_power, abs_=abs, min_=min, max_=max, pi=math.pi,
               sign_=lambda x: float(x > 0) - float(x < 0))


def compiled(formulas, names):
    """One function of the arguments t, x (a sequence) that returns a list; names maps symbols to
    Python expressions in t and x."""
    body = ", ".join(code(e, names) for e in formulas)
    space = dict(LIBRARY)
    exec(f"def f(t, x):\n    return [{body}]\n", space)
    return space["f"]


# ---- derivatives ----

def derivative(e, s):
    if e.op == "num": return num(0)
    if e.op == "sym": return num(1 if e.args[0] == s else 0)
    if e.op == "add": return derivative(e.args[0], s) + derivative(e.args[1], s)
    if e.op == "mul":
        a, b = e.args
        return derivative(a, s)*b + a*derivative(b, s)
    if e.op == "div":
        a, b = e.args
        da, db = derivative(a, s), derivative(b, s)
        return da/b - a*db/(b*b) if not is_num(db, 0) else da/b
    if e.op == "pow":
        a, n = e.args
        da = derivative(a, s)
        if is_num(n): return n*power(a, num(n.args[0] - 1))*da
        return e*(derivative(n, s)*call("log", a) + n*da/a)
    if e.op == "cases":
        l, r, a, b = e.args
        return piecewise(l, r, derivative(a, s), derivative(b, s))
    return chain(e, s)


def chain(e, s):
    name, u = e.args[0], e.args[1]
    if name in ("min", "max"):
        v = e.args[2]
        first, second = (u, v) if name == "min" else (v, u)
        return piecewise(u, v, derivative(first, s), derivative(second, s))
    du = derivative(u, s)
    if is_num(du, 0): return num(0)
    outer = {"sin": lambda: cos(u), "cos": lambda: -sin(u), "exp": lambda: e,
             "log": lambda: 1/u, "sqrt": lambda: 1/(2*e), "atan": lambda: 1/(1 + u*u),
             "tan": lambda: 1 + e*e, "sinh": lambda: call("cosh", u), "cosh": lambda: call("sinh", u),
             "tanh": lambda: 1 - e*e, "abs": lambda: call("sign", u), "sign": lambda: num(0),
             "asin": lambda: 1/sqrt(1 - u*u), "acos": lambda: -1/sqrt(1 - u*u)}[name]()
    return outer*du


def symbols(e, found=None):
    found = set() if found is None else found
    if e.op == "sym": found.add(e.args[0])
    for a in e.args:
        if isinstance(a, Formula): symbols(a, found)
    return found


def substitute(e, table):
    """Symbols replaced at once."""
    if e.op == "sym": return table.get(e.args[0], e)
    if e.op == "num": return e
    args = [substitute(a, table) if isinstance(a, Formula) else a for a in e.args]
    if e.op == "add": return add(*args)
    if e.op == "mul": return mul(*args)
    if e.op == "div": return div(*args)
    if e.op == "pow": return power(*args)
    return Formula(e.op, *args)
