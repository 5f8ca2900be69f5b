"""Motions: integrated to arrays, or step by step."""
from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence

import numpy as np

from . import _core
from .errors import Diagnostic, OutOfTime, UsageError, diagnostics_of, unknown

if TYPE_CHECKING:
    from .arrays import Array
    from .mechanism import Mechanism

_REACHED, _AT_EVENT, _STOPPED = range(3)
_SECONDS = {"s": 1.0, "ms": 1e-3, "min": 60.0, "h": 3600.0}
FAR = 1e9  # no step is longer
ROWS = 1000  # intervals of a run whose dt is not given
FRAMES = 900  # instants of an animation


class Event:
    """What is watched during a motion: an expression of the language, or a function g(t, q, qd); it happens where it
    becomes positive (direction 1), negative (-1), or either (0). A terminal event ends the motion. action(event, t) is
    called there and ends it by answering True."""

    def __init__(self, what: str | Callable[..., float], direction: int = 0, terminal: bool = False,
                 action: Callable[..., Any] | None = None, name: str | None = None) -> None:
        if direction not in (-1, 0, 1):
            raise UsageError("direction: -1, 0 or 1")
        if not isinstance(what, str) and not callable(what):
            raise TypeError("an event is an expression or a function g(t, q, qd)")
        self.what: str | Callable[..., float] = what
        self.direction, self.terminal, self.action = direction, terminal, action
        self.name: str = name or (what if isinstance(what, str) else str(getattr(what, "__name__", "event")))

    def __repr__(self) -> str:
        return f"Event({self.name!r}, direction={self.direction}, terminal={self.terminal})"


class Happened:
    """An event that has happened: .t, .q, .qd, .event, .name."""

    __slots__ = ("event", "name", "t", "q", "qd")

    def __init__(self, event: Event | None, name: str, t: float, q: Array, qd: Array) -> None:
        self.event, self.name, self.t, self.q, self.qd = event, name, t, q, qd

    def __repr__(self) -> str:
        return f"<{self.name} at t = {self.t!r}>"


def _contiguous(a: Any, what: str, n: int) -> Array:
    try:
        x = np.ascontiguousarray(a, dtype=float)
    except (TypeError, ValueError):
        raise UsageError(f"{what}: {n} numbers are needed") from None
    if x.shape != (n,):
        raise UsageError(f"{what}: {n} numbers are needed, not an array of shape {np.shape(a)}")
    return x


class _Parameters:
    """s.parameters["l"] = 0.6"""

    def __init__(self, s: Simulation) -> None:
        self._s = s
        self._values = {e.name: e.value for e in s.mechanism.parameters}

    def __getitem__(self, name: str) -> float | None:
        return self._values[self._s.mechanism.parameters[name].name]

    def __setitem__(self, name: str, value: float) -> None:
        e = self._s.mechanism.parameters[name]
        _core.sim_set_parameter(self._s._h, e._i, float(value))
        self._values[e.name] = float(value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)


class _Inputs:
    """s.inputs[:] = u, s.inputs["F"] = 2.0: held until set again."""

    def __init__(self, s: Simulation) -> None:
        self._s = s
        self._values = np.zeros(len(s.mechanism.inputs))

    def __len__(self) -> int:
        return len(self._values)

    def _at(self, key: Any) -> Any:
        return self._s.mechanism.inputs[key]._i if isinstance(key, str) else key

    def __getitem__(self, key: Any) -> Any:
        return self._values[self._at(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        new = self._values.copy()
        new[self._at(key)] = value
        if not np.isfinite(new).all():
            raise UsageError("inputs are finite numbers")
        changed = np.full(len(new), np.nan)
        at = np.zeros(len(new), dtype=bool)
        at[self._at(key)] = True
        changed[at] = new[at]
        _core.sim_set_inputs(self._s._h, changed)
        self._values = new


class Simulation:
    """A motion that is stepped, for one thread at a time.

    >>> from visviva import Mechanism
    >>> m = Mechanism("parameter k = 4\\ncoordinate x\\nkinetic energy x'^2/2\\npotential k*x^2/2\\nstart x = 1")
    >>> with m.simulation() as s:
    ...     s.advance(math.pi/2)
    ...     print(round(float(s.q[0]), 12))
    -1.0
    """

    def __init__(self, mechanism: Mechanism, *, _h: Any = None, **options: Any) -> None:
        self.mechanism, self._options = mechanism, options
        self._h: _core.Handle = _core.sim_new(mechanism._h, options) if _h is None else _h
        self._nq, self._nu = len(mechanism.coordinates), len(mechanism.inputs)
        self._model_events = len(mechanism.events)
        self._columns: list[tuple[str, str]] | None = None
        self._events: dict[int, Event] = {}
        self.happened: list[Happened] = []
        self.parameters, self.inputs = _Parameters(self), _Inputs(self)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a simulation cannot be pickled: its mechanism can, and the bytes of save()")

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Frees the simulation; further use raises ValueError."""
        self._h.close()

    # ---- setting ----

    def reset(self) -> None:
        """The start and the parameters of the model at t = 0; inputs 0."""
        _core.sim_reset(self._h)
        self.parameters, self.inputs = _Parameters(self), _Inputs(self)
        self.happened.clear()

    def set(self, q: Any = None, qd: Any = None, t: float | None = None, **coordinates: float) -> float:
        """A new state, put on the constraints: all coordinates and rates (q, qd), or some by name (theta=3.1; a rate
        in a dict: **{"θ'": 1}). Answers the largest change that the constraints asked for."""
        if any(k in self.mechanism.coordinates for k in ("q", "qd", "t")) and not coordinates and q is not None \
                and np.ndim(q) == 0:
            raise UsageError("q and qd are arrays of all coordinates and rates")
        q = self.q if q is None else _contiguous(q, "q", self._nq).copy()
        qd = self.qd if qd is None else _contiguous(qd, "qd", self._nq).copy()
        for name, value in coordinates.items():
            bare = name.rstrip("'")
            if bare not in self.mechanism.coordinates or len(name) - len(bare) > 1:
                raise UsageError(unknown("coordinate or rate", name, self.mechanism.coordinates.names))
            (qd if bare != name else q)[self.mechanism.coordinates[bare]._i] = value
        if not (np.isfinite(q).all() and np.isfinite(qd).all()):
            raise UsageError("a state consists of finite numbers")
        return _core.sim_set_state(self._h, self.t if t is None else float(t), q, qd)

    def input(self, name: str | int, value: Any, degree: int = 1) -> None:
        """An input: a number that is held, a text (an expression of t, coordinates, rates, parameters), or a table
        (t, u) with a polynomial of this degree (0 to 3) between the points."""
        i = self.mechanism.inputs[name]._i
        if isinstance(value, str):
            _core.sim_input_text(self._h, i, value)
        elif not isinstance(value, (tuple, list)) and np.ndim(value) == 0:
            self.inputs[i] = float(value)
        else:
            try:
                t, u = (np.ascontiguousarray(a, dtype=float) for a in value)
            except (TypeError, ValueError):
                raise UsageError(f"the input {name}: a number, an expression, or a table (t, u)") from None
            if t.ndim != 1 or t.shape != u.shape:
                raise UsageError(f"the table of {name}: t and u of the same length are needed")
            _core.sim_input_table(self._h, i, degree, t, u)

    def control(self, law: Callable[..., Any] | None, period: float | None = None) -> None:
        """Inputs by law(t, q, qd) -> u, called after each period and held between; period None: continuously, by the
        integrator rk8. A law may answer one number, a sequence, or a dict by names; None leaves the inputs."""
        if law is None:
            _core.sim_control(self._h, 0.0, None)
            return
        if not callable(law):
            raise TypeError("a control law is a function law(t, q, qd)")
        if not self._nu:
            raise UsageError("the mechanism has no inputs")
        names = {e.name: e._i for e in self.mechanism.inputs}
        asarray, inputs = np.asarray, self.mechanism.inputs

        asked: Callable[..., Any] = law

        def call(t: float, q: Any, qd: Any, u: Any) -> bool:
            answer = asked(t, asarray(q), asarray(qd))
            if answer is None:
                return False
            if isinstance(answer, Mapping):
                for k, v in answer.items():
                    u[names[k] if k in names else inputs[k]._i] = float(v)
                return False
            try:
                values = asarray(answer, dtype=float).ravel()
            except (TypeError, ValueError):
                raise UsageError(f"the control law answers {answer!r}, not numbers") from None
            if len(values) != len(u):
                raise UsageError(f"the control law answers {len(values)} numbers for "
                                 f"{len(u)} input{'s' * (len(u) > 1)} ({', '.join(names)})")
            asarray(u)[:] = values
            return False
        _core.sim_control(self._h, 0.0 if period is None else float(period), call)

    def event(self, what: Event | str | Callable[..., float], direction: int = 0, terminal: bool = False,
              action: Callable[..., Any] | None = None) -> int:
        """Watches an Event (or an expression or function); answers its number."""
        e = what if isinstance(what, Event) else Event(what, direction, terminal, action)
        g = e.what

        def root(t: float, q: Any, qd: Any) -> float:
            assert not isinstance(g, str)
            return float(g(t, np.asarray(q), np.asarray(qd)))

        def happen(number: int, t: float) -> bool:
            self.happened.append(Happened(e, e.name, t, self.q, self.qd))
            stop = bool(e.action(self, t)) if e.action else False
            return stop or e.terminal
        number = _core.sim_event(self._h, g if isinstance(g, str) else root, e.direction, happen)
        self._events[number] = e
        return number

    # ---- advancing ----

    def _went(self, why: int) -> str:
        if why == _AT_EVENT and self.last_event is not None and self.last_event < self._model_events:
            name = self.mechanism.events[self.last_event].name
            self.happened.append(Happened(None, name, self.t, self.q, self.qd))
        return ("reached", "event", "stopped")[why]

    def advance(self, t: float) -> str | None:
        """To the time t or to an event that stops the motion: None, or "event", "stopped"."""
        said = self._went(_core.sim_advance(self._h, float(t)))
        return None if said == "reached" else said

    def step(self, t_most: float | None = None) -> str:
        """One step of the integrator, not beyond t_most: "reached", or "event", "stopped"."""
        return self._went(_core.sim_step(self._h, self.t + FAR if t_most is None else float(t_most)))

    # ---- reading ----

    @property
    def t(self) -> float:
        """The present time."""
        return _core.sim_time(self._h)

    @property
    def last_event(self) -> int | None:
        """The number of the last event; those of the model come first."""
        i = _core.sim_last_event(self._h)
        return None if i < 0 else i

    @property
    def q(self) -> Array:
        """The coordinates."""
        q, qd = np.empty(self._nq), np.empty(self._nq)
        _core.sim_state(self._h, q, qd)
        return q

    @property
    def qd(self) -> Array:
        """Their rates."""
        q, qd = np.empty(self._nq), np.empty(self._nq)
        _core.sim_state(self._h, q, qd)
        return qd

    def at(self, t: float, derivative: int = 0) -> Array:
        """The coordinates, or their derivatives, at a time within the last step."""
        q = np.empty(self._nq)
        _core.sim_at(self._h, float(t), derivative, q)
        return q

    @property
    def columns(self) -> list[tuple[str, str]]:
        """Names and units of the columns of a row."""
        if self._columns is None:
            self._columns = _core.sim_columns(self._h)
        return self._columns

    def row(self, t: float | None = None) -> Array:
        """The row of the table at the present time or within the last step."""
        out = np.empty(len(self.columns))
        _core.sim_row(self._h, self.t if t is None else float(t), out)
        return out

    def __getitem__(self, name: str) -> Any:
        """A column of the row at the present time, by name."""
        return _column(self.row(), [c for c, _ in self.columns], self.mechanism, name)

    @property
    def audit(self) -> float:
        """The largest drift of energy, constraints, first integrals since the start."""
        return _core.sim_audit(self._h)[0]

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Warnings of the run so far."""
        return diagnostics_of(_core.sim_diagnostics(self._h))

    def sensitivities(self) -> Array:
        """Derivatives of q, then qd (rows) by what the option sensitivities names (columns)."""
        n = len(self._options.get("sensitivities") or ())
        out = np.empty((2 * self._nq, n))
        _core.sim_sensitivities(self._h, n, out)
        return out

    def account(self) -> str:
        """How the motion was integrated."""
        return _core.sim_account(self._h, "text")

    # ---- keeping ----

    def save(self) -> bytes:
        """The state as bytes, from which restore goes on to the bit."""
        return _core.sim_save(self._h)

    def restore(self, state: bytes) -> None:
        """Goes on from what save() gave."""
        _core.sim_restore(self._h, state)

    def copy(self) -> Simulation:
        """The same motion at the same state, with its inputs and events."""
        s = Simulation(self.mechanism, _h=_core.sim_copy(self._h), **self._options)
        s._events = dict(self._events)
        s.inputs._values[:] = self.inputs._values
        s.parameters._values.update(self.parameters._values)
        return s


def _columns(names: list[str], m: Mechanism, name: str) -> list[int]:
    """The number of a column by name; those of the components of a vector."""
    def find(name: str) -> list[int]:
        if name in names:
            return [names.index(name)]
        return [names.index(f"{name}.{axis}") for axis in "xyz" if f"{name}.{axis}" in names]
    found = find(name)
    if not found:  # another spelling of a coordinate, rate or speed
        bare = name.rstrip("'")
        for list_of in (m.coordinates, m.speeds):
            if bare in list_of:
                found = find(list_of[bare].name + name[len(bare):])
    if not found:
        raise KeyError(unknown("column", name, names) + "; columns=[...] of simulate adds expressions")
    return found


def _column(row: Array, names: list[str], m: Mechanism, name: str) -> Any:
    """A column of the last axis by name; the components of a vector along a new last axis."""
    at = _columns(names, m, name)
    return row[..., at[0]] if names[at[0]][-2:] not in (".x", ".y", ".z") or name == names[at[0]] \
        else np.stack([row[..., i] for i in at], axis=-1)


class Run:
    """A motion as arrays: t, q, qd; run["θ"] and run["reaction(P)"] by the names of the columns; events, audit,
    success, message; run(t) is dense output."""

    def __init__(self, s: Simulation, table: Array, trajectory: Any, message: str, plain: bool,
                 options: dict[str, Any]) -> None:
        self.mechanism = s.mechanism
        self.names, self.units = [c for c, _ in s.columns], [u for _, u in s.columns]
        self.table = table
        self._nq, self._trajectory, self._plain, self._options = s._nq, trajectory, plain, options
        self.events, self.audit, self.account = list(s.happened), s.audit, s.account()
        self.diagnostics = s.diagnostics
        self.success, self.message = not message, message

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a run cannot be pickled: to_dict(), to_pandas() and save() have its numbers")

    @property
    def t(self) -> Array:
        """The times of the rows."""
        return self.table[:, 0]

    @property
    def q(self) -> Array:
        """The coordinates, a row for each time."""
        return self.table[:, 1:1 + self._nq]

    @property
    def qd(self) -> Array:
        """Their rates."""
        return self.table[:, 1 + self._nq:1 + 2 * self._nq]

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, name: str) -> Array:
        """A column by name in any spelling; a vector has three components along the last axis."""
        column: Array = _column(self.table, self.names, self.mechanism, name)
        return column

    def __contains__(self, name: str) -> bool:
        try:
            self[name]
        except KeyError:
            return False
        return True

    def d(self, name: str, by: str) -> Array:
        """The derivative of a column by what sensitivities=[...] named."""
        for known in self.mechanism.coordinates, self.mechanism.speeds, self.mechanism.parameters:
            name = known[name].name if name in known else name
            by = known[by].name if by in known else by
        for written in (f"d({name})/d({by})", f"d{name}/d{by}", f"d({name}, {by})"):
            if written in self.names:
                return self.table[:, self.names.index(written)]
        raise KeyError(unknown("derivative", f"d{name}/d{by}", [n for n in self.names if n.startswith("d")]))

    def __call__(self, t: Any, derivative: int = 0) -> Array:
        """The coordinates (or their derivatives of any order) at times within the run."""
        at = np.asarray(t, dtype=float)
        out = np.empty(at.shape + (self._nq,))
        _core.trajectory_eval(self._trajectory, np.ascontiguousarray(at), derivative, out)
        return out

    @property
    def steps(self) -> Array:
        """The ends of the integrator's steps."""
        return np.frombuffer(_core.trajectory_knots(self._trajectory), dtype=float)

    # ---- other people's tables ----

    def to_dict(self) -> dict[str, Array]:
        """The columns by name."""
        return {name: self.table[:, i] for i, name in enumerate(self.names)}

    def to_pandas(self) -> Any:
        """A DataFrame with the time as index; units in .attrs["units"]."""
        import pandas
        df = pandas.DataFrame(self.table[:, 1:], index=pandas.Index(self.t, name="time"), columns=self.names[1:])
        df.attrs["units"] = dict(zip(self.names, self.units))
        return df

    def to_xarray(self) -> Any:
        """A Dataset over time; each variable has its unit in .attrs["units"]."""
        import xarray
        return xarray.Dataset({name: ("time", self.table[:, i], {"units": self.units[i]})
                               for i, name in enumerate(self.names) if i},
                              coords={"time": ("time", self.t, {"units": "s"})})

    def save(self, path: Any) -> None:
        """Writes the table: .npz, .npy, .csv, .json, or .h5 (with h5py)."""
        import os
        kind = os.path.splitext(os.fspath(path))[1]
        if kind == ".npz":
            np.savez(path, table=self.table, columns=self.names, units=self.units, model=self.mechanism.text)
        elif kind == ".npy":
            np.save(path, self.table)
        elif kind == ".csv":
            with open(path, "w", encoding="utf-8") as f:
                f.write(",".join(f'"{n}"' if "," in n else n for n in self.names) + "\n")
                f.writelines(",".join(map(repr, row)) + "\n" for row in self.table.tolist())
        elif kind == ".json":
            import json
            with open(path, "w", encoding="utf-8") as f:
                json.dump({"columns": self.names, "units": self.units, "model": self.mechanism.text,
                           "rows": self.table.tolist()}, f)
        elif kind in (".h5", ".hdf5"):
            import h5py
            with h5py.File(path, "w") as f:
                f["table"] = self.table
                f["columns"], f["units"] = self.names, self.units
                f.attrs["model"] = self.mechanism.text
        else:
            raise UsageError(f"a table is saved as .npz, .npy, .csv, .json or .h5, not {kind or 'without suffix'}")

    # ---- pictures ----

    def plot(self, *names: str) -> Any:
        """Columns over time as an SVG, those of one unit in one panel; no name: the coordinates."""
        from .display import curves
        at = [i for name in names or self.names[1:1 + self._nq] for i in _columns(self.names, self.mechanism, name)]
        return curves(self.t, [(self.names[i], self.units[i], self.table[:, i]) for i in at], self.units[0])

    def _recorded(self) -> Array:
        """Time, coordinates, rates, inputs: the rows of the table, or more of them by dense output."""
        inputs = [self.names.index(u.name) for u in self.mechanism.inputs]
        if len(self) > FRAMES // 3:
            row = np.unique(np.linspace(0, len(self) - 1, min(len(self), FRAMES)).round().astype(int))
            return np.hstack([self.table[row, :1 + 2 * self._nq], self.table[row][:, inputs]])
        t = np.linspace(self.t[0], self.t[-1], FRAMES)
        row = np.maximum(np.searchsorted(self.t, t, "right") - 1, 0)
        return np.hstack([t[:, None], self(t), self(t, derivative=1), self.table[row][:, inputs]])

    def animate(self) -> Any:
        """The motion as one self-contained page in a frame."""
        if self._plain:
            return self.mechanism.animate(until=float(self.t[-1]), **self._options)
        return self.mechanism.animate(recorded=self._recorded().ravel())

    def __repr__(self) -> str:
        end = "" if self.success else f", ended early: {self.message.splitlines()[0]}"
        return f"<Run to t = {self.t[-1] if len(self) else 0:g}: {len(self)} rows, {len(self.names)} columns{end}>"


def _until(m: Mechanism) -> float:
    said = re.search(r"^run ([0-9.eE+-]+)(?: \[(\w+)\])?$", m.text, re.M)
    if not said or (said.group(2) or "s") not in _SECONDS:
        raise UsageError("simulate: how long? simulate(20), or a run statement in the model")
    return float(said.group(1)) * _SECONDS[said.group(2) or "s"]


def _instants(until: float, dt: float | None, t: Any) -> Array:
    if t is not None:
        at = np.ascontiguousarray(t, dtype=float)
        if at.ndim != 1 or not len(at) or not np.isfinite(at).all() or (np.diff(at) < 0).any() or at[0] < 0:
            raise UsageError("t: an increasing array of times from 0 on is needed")
        return at
    if not (math.isfinite(until) and until >= 0):
        raise UsageError(f"a motion ends at a finite time, not at {until}")
    if dt is None:
        return np.linspace(0, until, ROWS + 1)
    if not (dt > 0 and math.isfinite(dt)):
        raise UsageError(f"dt: a positive time is needed, not {dt}")
    n = math.floor(until / dt * (1 + 4 * np.finfo(float).eps))
    at = np.minimum(np.arange(n + 1) * dt, until)
    return at if until - at[-1] <= 1e-9 * dt else np.append(at, until)


def simulate(mechanism: Mechanism, until: float | None = None, dt: float | None = None, *, t: Any = None,
             start: Mapping[str, float] | None = None, events: Sequence[Event | str] = (),
             control: Callable[..., Any] | None = None, period: float | None = None,
             inputs: Mapping[str, Any] | None = None, columns: Sequence[str] = ("energy",),
             progress: Callable[[float], Any] | None = None, **options: Any) -> Run:
    """Integrates from the start of the model until a time, with rows every dt (or at the times t).

    start: other initial values by name ({"θ": 3, "θ'": 0}). events: Events or expressions. control: a law(t, q, qd)
    -> u, sampled with a period or continuous. inputs: texts, numbers or tables (t, u) by name. columns: expressions
    that are further columns; inputs always are. progress: called with the fraction done. Options: integrator, form,
    tolerance, max_step, sensitivities, memory, seconds. A motion that ends early gives what it has: success is False,
    message the reason.

    >>> from visviva import Mechanism
    >>> m = Mechanism("parameter k = 4\\ncoordinate x\\nkinetic energy x'^2/2\\npotential k*x^2/2\\nstart x = 1")
    >>> run = m.simulate(10, dt=0.1)
    >>> run.success, bool(abs(run["x"] - np.cos(2*run.t)).max() < 1e-12), run.audit < 1e-12
    (True, True, True)
    """
    at = _instants(_until(mechanism) if until is None and t is None else float(until or 0), dt, t)
    if progress:
        options["progress"] = lambda what, part: progress(part)
    m = _shown(mechanism, columns, mechanism.inputs.names)
    with Simulation(m, **options) as s:
        s.mechanism = mechanism
        if start:
            s.set(t=0.0, **dict(start))
        for name, value in (inputs or {}).items():
            s.input(name, value)
        if control is not None:
            s.control(control, period)
        for e in events:
            s.event(e)
        trajectory = _core.sim_record(s._h)
        table = np.empty((len(at) + 1, len(s.columns)))
        seconds = float(options.get("seconds") or 0)
        done, message = _core.sim_rows(s._h, at, table[:-1], seconds)
        if done < 0:
            raise OutOfTime(f"the motion came to t = {s.t:g} in the {seconds:g} seconds that were given")
        if done < len(at):  # an event, or as far as it goes
            if s.last_event is not None and s.last_event < s._model_events and message is None:
                s._went(_AT_EVENT)
            if not done or s.t > table[done - 1, 0]:
                _core.sim_row(s._h, s.t, table[done])
                done += 1
        plain = not (start or inputs or control)
        kept = {k: v for k, v in options.items() if k in ("integrator", "form", "tolerance")}
        return Run(s, table[:done] if done < len(table) else table[:-1], trajectory, (message or "").strip(), plain, kept)


def _shown(m: Mechanism, columns: Sequence[str], inputs: Sequence[str]) -> Mechanism:
    """The mechanism with further columns, among them its inputs."""
    if isinstance(columns, str):
        raise TypeError("columns: a list of expressions")
    text = m.text
    shown = {s.strip() for line in re.findall(r"^show (.*)$", text, re.M) for s in re.split(r",(?![^(]*\))", line)}
    new = list(dict.fromkeys(c for c in (*columns, *inputs) if c not in shown))
    if any("\n" in c for c in new):
        raise UsageError("columns: one expression each")
    from .mechanism import Mechanism
    return Mechanism(text + "".join(f"show {c}\n" for c in new), m._file) if new else m
