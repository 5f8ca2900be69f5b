"""Compiled numeric functions on arrays."""
from __future__ import annotations

import functools
import re
import threading
from typing import TYPE_CHECKING, Any, Iterator, Sequence

import numpy as np

from . import _core
from .errors import UsageError, unknown

if TYPE_CHECKING:
    from .arrays import Array
    from .mechanism import Mechanism

_STATES = {"rates": ("q", "qd"), "speeds": ("q", "w"), "accelerations": ("q", "qd", "qdd")}


_SCALARS = {"kinetic_energy", "force_function", "potential_energy", "lagrangian", "energy"}
_MATRICES = {"mass_matrix", "left", "inertia", "constraint_jacobian"}


def _rank(output: str, rows: int) -> int:
    """How many axes an output has: quantities always as many, expressions one where they are vectors."""
    name = output.strip()
    derivative = re.fullmatch(r"d\((.*),\s*([^,()]+)\)", name)
    if derivative:
        by_array = derivative.group(2).strip() in ("x", "p", "u")
        return min(2, _rank(derivative.group(1), rows) + by_array)
    if name in _SCALARS:
        return 0
    if name in _MATRICES:
        return 2
    return 1 if rows > 1 or name in _quantities() else 0


@functools.cache
def _quantities() -> set[str]:
    return {name for name, _ in _core.words("quantities")}


class _Scratch(threading.local):
    """Workspaces of a thread, by their number of threads."""

    def __init__(self) -> None:
        self.by_threads: dict[int, Any] = {}


def _numbers(a: Any, what: str) -> Array:
    """An array of float64 without a copy where it is one."""
    if type(a) is not np.ndarray and hasattr(a, "__dlpack__"):
        a = np.from_dlpack(a)
    x = np.asarray(a)
    if x.dtype == np.float64 and x.dtype.isnative:
        return x
    if x.dtype.kind not in "fiub":
        raise UsageError(f"{what}: numbers are needed, not an array of {x.dtype}")
    return x.astype(np.float64)


class Result(Sequence[Any]):
    """The values of a function's outputs, by number, by name (r.mass_matrix) or by text (r["l*cos(θ)"]). They are
    views of one array, r.array, in which the outputs of a state stand one after the other."""

    __slots__ = ("array", "_f")

    def __init__(self, array: Array, f: Function) -> None:
        self.array, self._f = array, f

    def __len__(self) -> int:
        return len(self._f.outputs)

    def __getitem__(self, k: Any) -> Any:
        """An output by number or by its text."""
        if isinstance(k, str):
            if k not in self._f.outputs:
                raise KeyError(unknown("output", k, list(self._f.outputs)))
            k = self._f.outputs.index(k)
        return self._f._view(self.array, range(len(self))[k])

    def __getattr__(self, name: str) -> Array:
        if name in Result.__slots__ or name not in self._f.outputs:
            raise AttributeError(unknown("output", name, list(self._f.outputs)))
        output: Array = self[name]
        return output

    def __iter__(self) -> Iterator[Array]:
        return (self[k] for k in range(len(self)))

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in zip(self._f.outputs, self))


class Function:
    """f(q=, qd=, t=0, p=, u=): outputs at one state or at arrays of states, whose shapes (..., n) broadcast.

    Outputs are quantities (visviva.words("quantities")), expressions in the scope of the model, or derivatives
    "d(OUTPUT, BY)" by x, p, u, t or a variable. One output gives its array, several give a Result. `x` takes the
    whole state (q, then qd; state="speeds": q, w; state="accelerations": q, qd, qdd), without a copy if it is
    contiguous. p and u are arrays of all parameters or inputs, or dicts of those that differ from the model's values
    (inputs: 0). out= is an array to write into; threads= share the states. NaN stands where something is undefined.

    >>> from visviva import Mechanism
    >>> m = Mechanism("parameter m = 2, k = 8\\ncoordinate x\\nkinetic energy m*x'^2/2\\npotential k*x^2/2")
    >>> f = m.function("accelerations", "energy")
    >>> r = f(q=[[1.0], [2.0]], qd=[0.0], p={"k": 2.0})
    >>> r.accelerations[:, 0], r.energy
    (array([-1., -2.]), array([1., 4.]))
    """

    def __init__(self, mechanism: Mechanism, outputs: Sequence[str], options: dict[str, Any]) -> None:
        if not outputs or not all(isinstance(o, str) for o in outputs):
            raise TypeError("outputs are texts: function('accelerations', 'l*cos(θ)')")
        self.mechanism, self.outputs, self._options = mechanism, tuple(outputs), options
        self._h = h = _core.function_new(mechanism._h, list(outputs), options)
        self.state: str = options.get("state") or "rates"
        self.names = tuple(_core.function_names(h, "x"))
        self.parameters = tuple(_core.function_names(h, "p"))
        self.inputs = tuple(_core.function_names(h, "u"))
        self.columns = tuple(_core.function_names(h, "o"))
        self._shapes = _core.function_outputs(h)
        self._ranks = [_rank(o, rows) for o, (_, rows, _) in zip(self.outputs, self._shapes)]
        self._nx, self._np, self._nu, self._no = map(len, (self.names, self.parameters, self.inputs, self.columns))
        self._nq = len(mechanism.coordinates)
        self._scratch = _Scratch()
        self._single = len(outputs) == 1

    def _workspace(self, threads: int) -> Any:
        known = self._scratch.by_threads
        s = known.get(threads)
        if s is None:
            if not isinstance(threads, int) or threads < 0:
                raise UsageError("threads: 0 (as many as processors) or more")
            s = known[threads] = _core.scratch_new(self._h, threads)
        return s

    def _view(self, array: Array, k: int) -> Array:
        at, rows, columns = self._shapes[k]
        rank = self._ranks[k]
        if rank == 0:
            return array[..., at]
        part = array[..., at:at + rows * columns]
        return part if rank == 1 else part.reshape(array.shape[:-1] + (rows, columns))

    # ---- arguments ----

    def _last(self, a: Any, what: str, n: int, names: Sequence[str]) -> Array:
        x = _numbers(a, what)
        if x.ndim == 0 and n == 1:
            x = x[None]
        if x.ndim == 0 or x.shape[-1] != n:
            raise UsageError(f"{what}: the last axis has {n} entries ({', '.join(names[:8])}{', ...' if n > 8 else ''}), "
                             f"not {'none' if x.ndim == 0 else x.shape[-1]}")
        return x

    def _state(self, given: dict[str, Any]) -> Array:
        parts, arrays, at = _STATES[self.state], [], 0
        for name in parts:
            if given.get(name) is None:
                raise UsageError(f"{name} is missing: the state is {', '.join(parts)}, or x for all of it")
            n = self._nq if name != "w" else self._nx - self._nq
            arrays.append(self._last(given[name], name, n, self.names[at:at + n]))
            at += n
        unused = [k for k, v in given.items() if v is not None and k not in parts]
        if unused:
            raise UsageError(f"{unused[0]} is no part of the state, which is {', '.join(parts)}")
        shape = self._common([a.shape[:-1] for a in arrays])
        x, at = np.empty(shape + (self._nx,)), 0
        for a in arrays:
            x[..., at:at + a.shape[-1]] = a
            at += a.shape[-1]
        return x

    @staticmethod
    def _common(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        try:
            return np.broadcast_shapes(*shapes)
        except ValueError:
            raise UsageError("shapes do not broadcast: " + ", ".join(map(str, shapes))) from None

    def _values(self, given: Any, what: str, names: Sequence[str], default: Any) -> Array | None:
        if given is None:
            return None
        if not hasattr(given, "keys"):
            return self._last(given, what, len(names), names)
        base = default()
        arrays = {self._index(k, what, names): _numbers(v, k) for k, v in given.items()}
        shape = self._common([a.shape for a in arrays.values()])
        out = np.empty(shape + (len(names),))
        out[...] = base
        for i, a in arrays.items():
            out[..., i] = a
        return out

    def _index(self, name: str, what: str, names: Sequence[str]) -> int:
        if name in names:
            return names.index(name)
        i = _core.find(self.mechanism._h, 0 if what == "p" else 3, name)
        if i < 0:
            raise UsageError(unknown("parameter" if what == "p" else "input", name, list(names)))
        return names.index(_core.things(self.mechanism._h, 0 if what == "p" else 3)[i][0])

    def _parameter_values(self) -> Array:
        known = {row[0]: row[3] for row in _core.things(self.mechanism._h, 0)}
        return np.array([np.nan if known.get(n) is None else known[n] for n in self.parameters], dtype=float)

    def _rows(self, a: Array | None, shape: tuple[int, ...]) -> Array | None:
        """n rows, one row for all, or None, contiguous."""
        if a is None:
            return None
        if a.shape[:-1] != shape and a.size != a.shape[-1]:
            a = np.broadcast_to(a, shape + a.shape[-1:])
        return a if a.flags.c_contiguous else np.ascontiguousarray(a)

    def _out(self, out: Any, shape: tuple[int, ...]) -> Array:
        if out is None:
            return np.empty(shape)
        at, rows, columns = self._shapes[0]
        allowed = [shape] + ([self._view(np.empty(shape), 0).shape] if self._single else [])
        if type(out) is not np.ndarray or out.dtype != np.float64 or not out.flags.c_contiguous \
                or not out.flags.writeable or out.shape not in allowed:
            raise UsageError(f"out: a contiguous, writable array of float64 of shape {allowed[-1]} is needed")
        return out.reshape(shape)

    # ---- calls ----

    def __call__(self, q: Any = None, qd: Any = None, t: Any = 0.0, p: Any = None, u: Any = None, *, x: Any = None,
                 w: Any = None, qdd: Any = None, out: Any = None, threads: int = 1) -> Any:
        """The outputs at one state or many: see the class."""
        if x is None and type(q) is np.ndarray and type(qd) is np.ndarray and q.ndim == 1 == qd.ndim and w is None:
            if q.shape[0] == qd.shape[0] == self._nq and self.state == "rates" and qdd is None:
                x, q, qd = np.concatenate((q, qd)), None, None
        if (type(x) is np.ndarray and x.ndim == 1 and p is None and u is None and out is None
                and q is None and qd is None and w is None and qdd is None and type(t) is float
                and x.shape[0] == self._nx and x.dtype == np.float64 and x.flags.c_contiguous):
            array = self.eval(t, x)  # the usual case, without detours
            return self._view(array, 0) if self._single else Result(array, self)
        given = {"q": q, "qd": qd, "w": w, "qdd": qdd}
        if x is None:
            x = self._state(given)
        elif any(v is not None for v in given.values()):
            raise UsageError("x is the whole state: q, qd, w, qdd cannot be given too")
        else:
            x = self._last(x, "x", self._nx, self.names)
        p = self._values(p, "p", self.parameters, self._parameter_values)
        u = self._values(u, "u", self.inputs, lambda: np.zeros(self._nu))
        t = _numbers(t, "t")
        shape = x.shape[:-1]
        if p is not None or u is not None or t.ndim:
            shape = self._common([shape, t.shape] + [a.shape[:-1] for a in (p, u) if a is not None])
        array = self._out(out, shape + (self._no,))
        n = 1
        for k in shape:
            n *= k
        if n:
            x, p, u = self._rows(x, shape), self._rows(p, shape), self._rows(u, shape)
            at = self._rows(t[..., None], shape)
            _core.function_many(self._h, self._workspace(threads), n, at, x, p, u, array)
        if not self._single:
            return Result(array, self)
        return out if out is not None else self._view(array, 0)

    def eval(self, t: float, x: Array, p: Array | None = None, u: Array | None = None,
             out: Array | None = None) -> Array:
        """One state, the shortest way: x, p, u are contiguous arrays of float64; gives the row of all outputs."""
        s = self._scratch.by_threads.get(1)
        return _core.function_eval(self._h, s if s is not None else self._workspace(1), t, x, p, u,
                                   np.empty(self._no) if out is None else out)

    def __reduce__(self) -> tuple[Any, ...]:
        return Function, (self.mechanism, self.outputs, self._options)

    def __repr__(self) -> str:
        return f"<Function of {', '.join(_STATES[self.state])}: {', '.join(self.outputs)}>"


class RightHandSide:
    """rhs(t, x) = x' for solvers of other people, x = (q, w) with the speeds w of minimal equations; rhs.jac(t, x),
    rhs.x0 (the start), rhs.names. Columns x of shape (n, k) are taken too (vectorized=True). rhs.p, rhs.u: parameters
    and inputs, None for the model's values.

    >>> from visviva import Mechanism
    >>> rhs = Mechanism("parameter k = 4\\ncoordinate x\\nkinetic energy x'^2/2\\npotential k*x^2/2\\nstart x = 1").rhs()
    >>> rhs.names, rhs.x0, rhs(0.0, rhs.x0)
    (('x', "x'"), array([1., 0.]), array([ 0., -4.]))
    """

    def __init__(self, mechanism: Mechanism, options: dict[str, Any]) -> None:
        self._f = mechanism.function("rates", state="speeds", **options)
        self._options = options
        self._jac: Function | None = None
        self._x0: Array | None = None
        self.names = self._f.names
        self.p: Array | None = None
        self.u: Array | None = None

    def __call__(self, t: float, x: Any) -> Array:
        """The derivatives x' at a state, or at the columns of an array."""
        if type(x) is not np.ndarray or x.dtype != np.float64:
            x = _numbers(x, "x")
        if x.ndim == 2:
            columns: Array = self._f(x=np.ascontiguousarray(x.T), t=t, p=self.p, u=self.u).T
            return columns
        if not x.flags.c_contiguous:
            x = np.ascontiguousarray(x)
        return self._f.eval(t, x, self.p, self.u)

    def jac(self, t: float, x: Any) -> Array:
        """Derivatives of rhs(t, x) by x."""
        if self._jac is None:
            self._jac = self._f.mechanism.function("d(rates, x)", state="speeds", **self._options)
        J: Array = self._jac(x=x, t=t, p=self.p, u=self.u)
        return J

    @property
    def x0(self) -> Array:
        """The state at the start of the model."""
        if self._x0 is None:
            from .motion import Simulation
            m = self._f.mechanism
            with Simulation(m) as s:
                q, qd = s.q, s.qd
            speeds = self.names[len(q):]
            w = m.function(*speeds).eval(0.0, np.concatenate([q, qd])) if speeds else np.empty(0)
            self._x0 = np.concatenate([q, w])
        start: Array = self._x0.copy()
        return start

    def __reduce__(self) -> tuple[Any, ...]:
        return RightHandSide, (self._f.mechanism, self._options)
