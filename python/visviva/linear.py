"""Linear systems x' = A x + B u, y = C x + D u."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import BeyondError, UsageError
from .formula import Formula
from .study import Node, children, one_topic, parts

if TYPE_CHECKING:
    from .arrays import Array, Complex
    from .mechanism import Mechanism


class _Start:
    def __repr__(self) -> str:
        return "visviva.START"


START = _Start()


class _Symbols:
    """lin.symbols.A[3, 1] is a formula, None where the matrix is known by numbers only."""

    def __init__(self, n: Node) -> None:
        self._n = n

    def __getattr__(self, key: str) -> dict[tuple[int, int], Formula]:
        if key not in ("A", "B", "C", "D"):
            raise AttributeError(key)
        if key not in self._n:
            return {}
        part = self._n[key]
        formulas = part.formulas
        columns = part.array.shape[1] or 1
        return {divmod(k, columns): f for k, f in enumerate(formulas)}


class Linear:
    """A, B, C, D as float arrays at the parameters' values; .states, .inputs, .outputs, .poles, .position, .symbols."""

    def __init__(self, n: Node, m: Mechanism) -> None:
        self.node = n
        self.A = n["A"].array
        k = len(self.A)
        self.inputs, self.outputs = tuple(m.inputs.names), tuple(m.outputs.names)
        nu, ny = len(self.inputs), len(self.outputs)
        shapes = {"B": (k, nu), "C": (ny, k), "D": (ny, nu)}
        self.B, self.C, self.D = (n[key].array.reshape(shape) if key in n and n[key]._type == 3 else np.zeros(shape)
                                  for key, shape in shapes.items())
        self.states = tuple(f.text for f in n["states"].formulas)
        self.position = {v.name: v.value for v in n["value"] if v._type == 3} if "value" in n else {}
        self.symbols = _Symbols(n)

    @property
    def verdicts(self) -> list[Any]:
        """What has been proved of it."""
        from .study import Verdict
        return self.node.find(Verdict)

    @property
    def poles(self) -> Complex:
        """Eigenvalues of A."""
        return np.linalg.eigvals(self.A).astype(complex)

    @property
    def controllability(self) -> Array:
        """B, A B, A² B, ..."""
        blocks = [self.B]
        for _ in range(len(self.A) - 1):
            blocks.append(self.A @ blocks[-1])
        return np.hstack(blocks)

    @property
    def observability(self) -> Array:
        """C, C A, C A², ..."""
        blocks = [self.C]
        for _ in range(len(self.A) - 1):
            blocks.append(blocks[-1] @ self.A)
        return np.vstack(blocks)

    def _rank(self, B: Array, A: Array) -> int:
        """The dimension of the space spanned by B, A B, ..., by orthonormal bases: powers of A would lose it."""
        eps = 64 * np.finfo(float).eps * len(A)
        basis = np.zeros((len(A), 0))
        new = B
        while new.size:
            scale = np.linalg.norm(new, 2)
            for _ in range(2):
                new = new - basis @ (basis.T @ new)
            u, s, _ = np.linalg.svd(new, full_matrices=False)
            u = u[:, s > eps * max(scale, np.finfo(float).tiny)]
            if not u.shape[1]:
                break
            basis, new = np.hstack([basis, u]), A @ u
        return basis.shape[1]

    @property
    def controllability_rank(self) -> int:
        """The dimension of the controllable states, by orthonormal bases."""
        return self._rank(self.B, self.A)

    @property
    def observability_rank(self) -> int:
        """The rank of the observability matrix, likewise."""
        return self._rank(self.C.T, self.A.T)

    controllable = property(lambda self: self.controllability_rank == len(self.A), doc="Are all states controllable?")
    observable = property(lambda self: self.observability_rank == len(self.A), doc="Are all states observable?")

    @property
    def transfer_functions(self) -> dict[tuple[str, str], tuple[Array, Array]]:
        """Numerator and denominator of each (output, input), in lowest terms, from the highest power of s down."""
        n = self.node["numbers"] if "numbers" in self.node else {}
        if "numerator" not in n:
            return {}
        pairs = [(y, u) for y in self.outputs for u in self.inputs]

        def trimmed(a: Array) -> Array:
            return np.trim_zeros(a, "f") if a.any() else np.zeros(1)
        return {pair: (trimmed(a), trimmed(b)) for pair, a, b in zip(pairs, n["numerator"].array, n["denominator"].array)}

    def to_control(self) -> Any:
        """python-control's StateSpace."""
        import control
        return control.ss(self.A, self.B, self.C, self.D, states=list(self.states), inputs=list(self.inputs),
                          outputs=list(self.outputs))

    def to_scipy(self) -> Any:
        """scipy.signal.StateSpace."""
        from scipy.signal import StateSpace
        return StateSpace(self.A, self.B, self.C, self.D)

    def __repr__(self) -> str:
        at = ", ".join(f"{k} = {v:.6g}" for k, v in self.position.items())
        return f"<Linear{' at ' + at if at else ''}: states {', '.join(self.states)}; inputs {', '.join(self.inputs)}>"

    def _repr_latex_(self) -> str:
        def matrix(a: Array) -> str:
            rows = " \\\\ ".join(" & ".join(f"{x:.6g}" for x in row) for row in a)
            return "\\begin{pmatrix}" + rows + "\\end{pmatrix}"
        return f"$\\displaystyle A = {matrix(self.A)},\\; B = {matrix(self.B)}$"


def _near(a: float, b: float, turns: bool) -> bool:
    d = abs(a - b)
    if turns:
        d = abs((d + np.pi) % (2 * np.pi) - np.pi)
    return bool(d <= 1e-9 * max(1.0, abs(a), abs(b)))


def linearize(m: Mechanism, at: Any, options: dict[str, Any]) -> Any:
    if at is START:
        part = one_topic(m, "linearize", options)
        for key in ("motion", "start"):
            for n in parts(part, key):
                if "A" in n:
                    return Linear(n, m)
        for n in parts(part, "position"):
            here = Linear(n, m)
            if all(_near(v, m.coordinates[k].value or 0.0, m.coordinates[k].unit == "1")
                   for k, v in here.position.items()):
                return here
        raise BeyondError("there is no linear system about the start:\n" + str(m.study("linearize", **options)))
    if at is not None and not hasattr(at, "keys"):
        raise TypeError(f"at: a dict of coordinates, visviva.START or None, not {at!r}")
    found = [Linear(n, m) for n in children(m, "linearize", "position", options) if "A" in n]
    if at is None:
        return found
    wanted = {m.coordinates[k].name: (float(v), m.coordinates[k].unit == "1") for k, v in dict(at).items()}
    chosen = [f for f in found if all(k in f.position and _near(f.position[k], v, turns)
                                      for k, (v, turns) in wanted.items() if k in f.position or v)]
    if len(chosen) == 1:
        return chosen[0]
    listed = "; ".join(repr(f.position) for f in found) or "none"
    raise UsageError(f"{len(chosen) or 'no'} equilibria have {dict(at)}; known are: {listed}")
