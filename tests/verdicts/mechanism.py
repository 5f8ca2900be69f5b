"""A mechanism as energies, forces and constraint rows, with its accelerations by Lagrange's
equations with multipliers, in doubles: the independent side of every comparison."""
import re
from dataclasses import dataclass, field

import numpy as np

from formula import Formula, compiled, derivative, num, substitute, sym, text


@dataclass
class Mechanism:
    coordinates: list                    # names
    T: Formula
    V: Formula = field(default_factory=lambda: num(0))
    forces: dict = field(default_factory=dict)       # coordinate -> generalized force
    holonomic: list = field(default_factory=list)    # g(q, t) = 0
    rows: list = field(default_factory=list)         # Pfaffian: formula in rates, linear, = 0
    values: dict = field(default_factory=dict)       # parameter -> Fraction
    unvalued: list = field(default_factory=list)     # parameters stated without a value
    period: float = 0.0                  # of the explicit time; 0: none
    smooth: bool = True
    linear: bool = False                 # the equations are linear in the coordinates
    claims: list = field(default_factory=list)       # Claim
    start: dict = field(default_factory=dict)        # name or name' -> Fraction
    extra: list = field(default_factory=list)        # further lines of the text, word for word

    def rates(self):
        return [q + "'" for q in self.coordinates]

    def names(self):
        n = len(self.coordinates)
        table = {"t": "t", "pi": "pi"}
        table.update({q: f"x[{i}]" for i, q in enumerate(self.coordinates)})
        table.update({q + "'": f"x[{n + i}]" for i, q in enumerate(self.coordinates)})
        table.update({p: f"({v.numerator}/{v.denominator})" for p, v in self.values.items()})
        return table


@dataclass
class Claim:
    words: str            # "integral", "stable at x = 0", ...; what stands after `claim`
    key: str              # the same in every statement of the mechanism
    truth: object = None  # True, False, None (not known)


def total_derivative(m, e):
    """d/dt of an expression without rates."""
    d = derivative(e, "t")
    for q in m.coordinates:
        d = d + derivative(e, q)*sym(q + "'")
    return d


class Dynamics:
    """accelerations(t, x) with x = (q, q')."""

    def __init__(self, m):
        self.n = n = len(m.coordinates)
        Q, R = m.coordinates, m.rates()
        mass, rest = [], []
        for i in range(n):
            p = derivative(m.T, R[i])
            mass += [derivative(p, R[j]) for j in range(n)]
            bias = derivative(p, "t")
            for j in range(n):
                bias = bias + derivative(p, Q[j])*sym(R[j])
            bias = bias - derivative(m.T, Q[i]) + derivative(m.V, Q[i])
            rest.append(m.forces.get(Q[i], num(0)) - bias)
        rows = [total_derivative(m, g) for g in m.holonomic] + list(m.rows)
        self.k = len(rows)
        jac, gamma = [], []
        for row in rows:
            jac += [derivative(row, r) for r in R]
            g = derivative(row, "t")
            for j in range(n):
                g = g + derivative(row, Q[j])*sym(R[j])
            gamma.append(-g)
        names = m.names()
        self.f = compiled(mass + rest + jac + gamma, names)
        self.g = compiled(list(m.holonomic), names)
        self.row = compiled(rows, names)

    def parts(self, t, x):
        n, k = self.n, self.k
        v = np.array(self.f(t, x), float)
        M, rest = v[:n*n].reshape(n, n), v[n*n:n*n + n]
        J, gamma = v[n*n + n:n*n + n + k*n].reshape(k, n), v[n*n + n + k*n:]
        return M, rest, J, gamma

    def accelerations(self, t, x):
        M, rest, J, gamma = self.parts(t, x)
        if not self.k:
            return np.linalg.solve(M, rest)
        K = np.block([[M, J.T], [J, np.zeros((self.k, self.k))]])
        return np.linalg.lstsq(K, np.concatenate([rest, gamma]), rcond=1e-12)[0][:self.n]

    def multipliers(self, t, x):
        """Forces of the constraints, each on the side of the applied forces; None if they are not determined."""
        M, rest, J, gamma = self.parts(t, x)
        if np.linalg.matrix_rank(J, 1e-9) < self.k:
            return None
        K = np.block([[M, -J.T], [J, np.zeros((self.k, self.k))]])
        return np.linalg.solve(K, np.concatenate([rest, gamma]))[self.n:]

    def __call__(self, t, x):
        return np.concatenate([x[self.n:], self.accelerations(t, x)])

    def project(self, t, x):
        """Position and rates moved onto the constraints (Newton, least change)."""
        x = np.array(x, float)
        n = self.n
        for _ in range(50):
            if not self.g(t, x):
                break
            r = np.array(self.g(t, x))
            J = self.parts(t, x)[2][:len(r)]
            x[:n] -= np.linalg.lstsq(J, r, rcond=1e-12)[0]
            if np.abs(r).max() < 1e-14:
                break
        if self.k:
            J = self.parts(t, x)[2]
            x[n:] -= np.linalg.lstsq(J, np.array(self.row(t, x)), rcond=1e-12)[0]
        return x


# ---- the text that the engine reads ----

def statement(m, values="stated"):
    """values: 'stated' (parameter k = 2), 'literal' (numbers in the formulas), 'symbols' (none)."""
    table = {p: num(v) for p, v in m.values.items()} if values == "literal" else {}
    show = lambda e: text(substitute(e, table))
    out = []
    names = list(m.values) + list(m.unvalued)
    if values == "literal":
        names = list(m.unvalued)
    for p in names:
        v = m.values.get(p)
        out.append(f"parameter {p} = {v}" if v is not None and values == "stated" else f"parameter {p}")
    out.append("coordinate " + ", ".join(m.coordinates))
    out.append("kinetic energy " + show(m.T))
    if text(m.V) != "0":
        out.append("potential " + show(m.V))
    for q, f in m.forces.items():
        if text(substitute(f, table)) != "0":
            out.append(f"work ({show(f)})*δ({q})")
    for g in m.holonomic:
        out.append(f"constraint {show(g)} = 0")
    for r in m.rows:
        out.append(f"constraint {show(r)} = 0")
    out += m.extra
    for c in m.claims:
        out.append("claim " + (replace_words(c.words, table) if table else c.words))
    if m.start:
        out.append("start " + ", ".join(f"{k} = {text(num(v))}" for k, v in m.start.items()))
    return "\n".join(out) + "\n"


def replace_words(words, table):
    """Parameters replaced by numbers in the text of a claim."""
    return re.sub(r"[^\W\d]\w*(?!\w*\()", lambda w: text(table[w.group()]) if w.group() in table
                  else w.group(), words)
