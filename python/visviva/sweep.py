"""Many motions of one mechanism. Member k depends on k and the seed alone."""
from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

from . import _core
from .errors import UsageError, unknown

if TYPE_CHECKING:
    from .arrays import Array, Codes, Flags
    from .mechanism import Mechanism

NOT_RUN = 255


class Law:
    """A distribution from which members are drawn."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"visviva.{self.text}"


def normal(mean: float, deviation: float) -> Law:
    """Draws from a normal distribution.

    >>> normal(0.5, 0.01)
    visviva.normal(0.5, 0.01)
    """
    if not (math.isfinite(mean) and deviation >= 0 and math.isfinite(deviation)):
        raise UsageError("normal: a finite mean and a deviation that is not negative are needed")
    return Law(f"normal({float(mean)!r}, {float(deviation)!r})")


def uniform(low: float, high: float) -> Law:
    """Draws from a uniform distribution."""
    if not (math.isfinite(low) and math.isfinite(high) and low <= high):
        raise UsageError("uniform: two finite numbers in order are needed")
    return Law(f"uniform({float(low)!r}, {float(high)!r})")


class Sweep:
    """The members of a sweep: sweep["θ"], table, names, units, status (0: good), to_pandas()."""

    def __init__(self, mechanism: Mechanism, names: list[str], units: list[str], table: Array,
                 status: Codes) -> None:
        self.mechanism, self.names, self.units, self.table, self.status = mechanism, names, units, table, status

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, name: str) -> Array:
        """A column by name, a number for each member."""
        if name not in self.names:
            raise KeyError(unknown("column", name, self.names))
        column: Array = self.table[:, self.names.index(name)]
        return column

    @property
    def success(self) -> Flags:
        """Which members went to their end."""
        good: Flags = self.status == 0
        return good

    def to_dict(self) -> dict[str, Any]:
        """The columns by name, and the status."""
        return {name: self.table[:, i] for i, name in enumerate(self.names)} | {"status": self.status}

    def to_pandas(self) -> Any:
        """A DataFrame, a row for each member; units in .attrs["units"]."""
        import pandas
        df = pandas.DataFrame(self.table, columns=self.names).assign(status=self.status)
        df.index.name = "member"
        df.attrs["units"] = dict(zip(self.names, self.units))
        return df

    def __repr__(self) -> str:
        return f"<Sweep of {len(self)} members, {int(self.success.sum())} good: {', '.join(self.names)}>"


def _grid(name: str, values: Any) -> Any:
    """An array beside distributions is an axis of a grid, evenly spaced."""
    if isinstance(values, (Law, str)):
        return values
    a = np.asarray(values, dtype=float)
    if a.ndim != 1 or not len(a) or np.abs(a - np.linspace(a[0], a[-1], len(a))).max() > 1e-12 * np.abs(a).max():
        raise UsageError(f"{name}: beside distributions, evenly spaced values are needed; or give an array of a value "
                         "for each member for every quantity")
    return f"{float(a[0])!r}:{float(a[-1])!r}:{len(a)}"


def _handle(m: Mechanism, vary: Mapping[str, Any], options: dict[str, Any]) -> Any:
    laws = [f"{name}={law.text}" for name, law in vary.items() if isinstance(law, Law)]
    laws += [f"{name}={law}" for name, law in vary.items() if isinstance(law, str)]
    h = _core.sweep_new(m._h, {"vary": laws or None, **options})
    for name, values in vary.items():
        if not isinstance(values, (Law, str)):
            a = np.ascontiguousarray(values, dtype=float)
            if a.ndim != 1:
                raise UsageError(f"{name}: values along one axis are needed")
            _core.sweep_values(h, name, a)
    return h


def _range(h: Any, first: int, n: int) -> tuple[Array, Codes]:
    rows = np.empty((n, len(_core.sweep_columns(h))))
    status = np.full(n, NOT_RUN, dtype=np.uint8)
    _core.sweep_run(h, first, n, rows, status)
    return rows, status


def _elsewhere(m: Mechanism, vary: Mapping[str, Any], options: dict[str, Any], first: int,
               n: int) -> tuple[Array, Codes]:
    """A range of members in another process."""
    return _range(_handle(m, vary, options), first, n)


def sweep(mechanism: Mechanism, vary: Mapping[str, Any] | None = None, *, executor: Any = None, chunk: int | None = None,
          **options: Any) -> Sweep:
    """Runs the mechanism with values that vary: name=normal(...), uniform(...), an array (a value for each member), or
    the text of an option vary ("0.3:0.7:100"); names that are no identifiers in the dict vary. Options: members, seed,
    until, integrator, form, tolerance, threads, lanes, sensitivities. executor: anything with submit(); ranges of
    `chunk` members run there.

    >>> from visviva import Mechanism
    >>> m = Mechanism("parameter k = 4\\ncoordinate x\\nkinetic energy x'^2/2\\npotential k*x^2/2\\nstart x = 1")
    >>> s = m.sweep(k=[1.0, 4.0], until=math.pi)
    >>> s["x"].round(9)
    array([-1.,  1.])
    """
    known = {name for name, _ in _core.words("options")}
    varied: dict[str, Any] = dict(vary or {})
    for name in list(options):
        stated = any(name in e for e in (mechanism.parameters, mechanism.coordinates, mechanism.speeds, mechanism.inputs))
        if name not in known and name != "progress" or isinstance(options[name], Law) or (
                stated and name not in ("members", "seed", "until", "threads")):
            varied[name] = options.pop(name)
    for name in varied:
        bare = name.rstrip("'")
        if not any(bare in e for e in (mechanism.parameters, mechanism.coordinates, mechanism.speeds, mechanism.inputs)):
            raise UsageError(unknown("parameter, coordinate or speed", name,
                                     mechanism.parameters.names + mechanism.coordinates.names))
    if not varied:
        raise UsageError("sweep: nothing varies: sweep(a=visviva.normal(0.5, 0.01), members=100)")
    sizes = set() if any(isinstance(v, Law) for v in varied.values()) else {
        np.size(v) for v in varied.values() if not isinstance(v, str)}
    if len(sizes) > 1:
        raise UsageError(f"arrays of values have one length, not {sorted(sizes)}")
    if any(isinstance(v, Law) for v in varied.values()):  # a grid, and draws at each of its points
        varied = {name: _grid(name, v) for name, v in varied.items()}
    asked = mechanism
    if len(mechanism.inputs):  # they are held at 0
        from .mechanism import Mechanism
        mechanism = Mechanism(re.sub(r"^input ([^ \n]+)", r"parameter \1 = 0", mechanism.text, flags=re.M), mechanism._file)
    h = _handle(mechanism, varied, options)
    n = _core.sweep_members(h)
    columns = _core.sweep_columns(h)
    if executor is not None and not hasattr(executor, "submit"):
        raise TypeError(f"executor: anything with submit(), not {type(executor).__name__}")
    if executor is None:
        rows, status = _range(h, 0, n)
    else:
        size = chunk or max(1, -(-n // 64))
        progress = options.pop("progress", None)
        jobs = [executor.submit(_elsewhere, mechanism, varied, options, at, min(size, n - at))
                for at in range(0, n, size)]
        parts = []
        for k, job in enumerate(jobs):
            parts.append(job.result())
            if progress:
                progress("sweep", (k + 1) / len(jobs))
        rows = np.concatenate([r for r, _ in parts]) if parts else np.empty((0, len(columns)))
        status = np.concatenate([s for _, s in parts]) if parts else np.empty(0, dtype=np.uint8)
    return Sweep(asked, [c for c, _ in columns], [u for _, u in columns], rows, status)
