"""Mechanisms: loaded from a text, immutable, shared by threads."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence, overload

from . import _core
from .errors import Diagnostic, ModelError, UsageError, diagnostics_of, unknown
from .formula import Formula

if TYPE_CHECKING:
    from .arrays import Array
    import numpy as np

    from .equations import Equations
    from .function import Function
    from .linear import Linear
    from .motion import Run, Simulation
    from .study import Answer
    from .sweep import Sweep

_KINDS = ("parameter", "coordinate", "speed", "input", "output", "frame", "point", "body", "constraint", "servo",
          "force", "event", "claim")
_PROPERTIES = {
    "parameter": (), "speed": ("value",), "output": ("value",), "frame": ("origin", "spin"),
    "point": ("position", "velocity"), "body": ("mass", "inertia", "centre", "velocity"), "constraint": ("law",),
    "servo": ("law",), "force": ("law", "point"), "event": ("law",), "claim": ("law",),
}


class Element:
    """A thing of a mechanism: .name, .unit, .kind (more precisely what it is), .value of a parameter or coordinate
    (None if none is known), .source (as stated), and formulas such as .mass of a body or .law of a force."""

    __slots__ = ("_m", "_k", "_i", "name", "unit", "kind", "value")
    _m: Mechanism
    _k: int
    _i: int
    name: str
    unit: str
    kind: str
    value: float | None

    def __init__(self, m: Mechanism, k: int, i: int, row: tuple[str, str, str, float | None]) -> None:
        for name, value in zip(Element.__slots__, (m, k, i, row[0], row[1], row[2], row[3])):
            object.__setattr__(self, name, value)

    def __setattr__(self, key: str, value: Any) -> None:
        hint = f": replace({self.name}={value!r}) makes another one" if key == "value" and self._k == 0 else ""
        raise AttributeError(f"a mechanism is constant{hint}")

    @property
    def source(self) -> str:
        """The text as stated."""
        return _core.property(self._m._h, self._k, self._i, "source", 0)

    def __getattr__(self, key: str) -> Any:
        kind = _KINDS[self._k]
        if key.startswith("_") or key not in _PROPERTIES.get(kind, ()):
            raise AttributeError(f"a {kind} has no {key!r}")
        m, k, i = self._m, self._k, self._i
        formula = Formula(lambda syntax: _core.property(m._h, k, i, key, syntax))
        formula._write(0)
        return formula

    def __dir__(self) -> list[str]:
        return ["name", "unit", "kind", "value", "source", *_PROPERTIES.get(_KINDS[self._k], ())]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{self.name} [{self.unit}]" if self.unit not in ("", "1") else self.name


class Elements(Sequence[Any]):  # Any: names may be asked for, too
    """Things of one kind, by number or by name in any spelling: m.parameters["theta"]."""

    __slots__ = ("_m", "_k", "_list")

    def __init__(self, m: Mechanism, k: int) -> None:
        self._m, self._k = m, k
        self._list = [Element(m, k, i, row) for i, row in enumerate(_core.things(m._h, k))]

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [e.name for e in self._list]

    def __len__(self) -> int:
        return len(self._list)

    @overload
    def __getitem__(self, at: int | str) -> Element: ...

    @overload
    def __getitem__(self, at: slice) -> list[Element]: ...

    def __getitem__(self, at: Any) -> Any:
        """By number, by name in any spelling, or a slice."""
        if not isinstance(at, str):
            return self._list[at]
        i = _core.find(self._m._h, self._k, at)
        if i < 0:
            raise KeyError(unknown(_KINDS[self._k], at, self.names))
        return self._list[i]

    def __contains__(self, x: object) -> bool:
        return _core.find(self._m._h, self._k, x) >= 0 if isinstance(x, str) else x in self._list

    def __iter__(self) -> Iterator[Element]:
        return iter(self._list)

    def __repr__(self) -> str:
        return "(" + ", ".join(map(repr, self._list)) + ("," if len(self._list) == 1 else "") + ")"


def _kind(k: int, doc: str) -> Any:
    return property(lambda self: Elements(self, k), doc=doc)


class Mechanism:
    """A mechanism stated in the modelling language.

    >>> m = Mechanism("parameter m = 2 [kg], k = 8 [N/m]\\ncoordinate x [m]\\nkinetic energy m*x'^2/2\\n"
    ...               "potential k*x^2/2\\nstart x = 1 [m]")
    >>> m.dof, m.parameters, m.parameters["k"].value, m.coordinates[0].value
    (1, (m [kg], k [kg*s^-2]), 8.0, 1.0)
    >>> m == Mechanism(m.text)
    True
    """

    __slots__ = ("_h", "_file", "__weakref__")
    _h: _core.Handle
    _file: str | None

    parameters: Elements = _kind(0, "Parameters; .value in SI units.")
    coordinates: Elements = _kind(1, "Generalized coordinates; .value at the start.")
    speeds: Elements = _kind(2, "Independent generalized speeds, declared or chosen.")
    inputs: Elements = _kind(3, "Inputs.")
    outputs: Elements = _kind(4, "Outputs.")
    frames: Elements = _kind(5, "Frames; the first is the world.")
    points: Elements = _kind(6, "Points.")
    bodies: Elements = _kind(7, "Bodies and particles.")
    constraints: Elements = _kind(8, "Constraints; .kind, .law (what vanishes).")
    servos: Elements = _kind(9, "Servo constraints.")
    forces: Elements = _kind(10, "Forces, torques, springs, dampers.")
    events: Elements = _kind(11, "`when` statements.")
    claims: Elements = _kind(12, "Claims.")

    def __init__(self, text: str, file: str | None = None, *, memory: float | None = None,
                 seconds: float | None = None) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a model is a str, not {type(text).__name__}; load(path) reads a file")
        self._h = _core.load(text, {"file": file, "memory": memory, "seconds": seconds})
        self._file = file

    @classmethod
    def _of(cls, h: Any, file: str | None = None) -> Mechanism:
        m = object.__new__(cls)
        m._h, m._file = h, file
        return m

    # ---- what it is ----

    @property
    def text(self) -> str:
        """The canonical text, which gives the mechanism again."""
        return _core.text(self._h)

    @property
    def title(self) -> str:
        """The title of the `system` statement, or ""."""
        first = self.text.split("\n", 1)[0]
        return first[8:-1] if first.startswith('system "') else ""

    @property
    def dof(self) -> int:
        """Degrees of freedom."""
        return _core.freedom(self._h)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Notes and warnings."""
        return diagnostics_of(_core.diagnostics(self._h))

    def replace(self, values: Mapping[str, float] | None = None, **more: float) -> Mechanism:
        """The same mechanism with other values (SI units) of parameters.

        >>> Mechanism("parameter a = 1\\ncoordinate x\\nkinetic energy a*x'^2/2").replace(a=0.3).parameters[0].value
        0.3
        """
        import numpy as np
        all_values = {**(values or {}), **more}
        names = list(all_values)
        array = np.array([float(all_values[n]) for n in names], dtype=float)
        return self._of(_core.replace(self._h, names, array), self._file)

    # ---- equations and functions ----

    def equations(self, by: str | None = None, **options: Any) -> Equations:
        """Equations of motion by a method (visviva.words("methods")); None: the one that suits."""
        from .equations import Equations
        return Equations(self, by, options)

    def methods(self) -> dict[str, str]:
        """All methods: "" if it applies, else the reason why not."""
        from .errors import BeyondError
        out = {}
        for name, _ in _core.words("methods"):
            try:
                _core.derive(self._h, name, {})
                out[name] = ""
            except BeyondError as e:
                errors = [d.message for d in e.diagnostics if d.severity == "error"]
                out[name] = errors[0] if errors else str(e)
        return out

    def function(self, *outputs: str, **options: Any) -> Function:
        """A compiled numeric function of quantities, expressions, derivatives: see Function."""
        from .function import Function
        return Function(self, outputs, options)

    def rhs(self, **options: Any) -> Any:
        """The right-hand side rhs(t, x) of first-order equations in the minimal state (q, w), for solve_ivp."""
        from .function import RightHandSide
        return RightHandSide(self, options)

    def inverse_dynamics(self, q: Any, qd: Any, qdd: Any, **arguments: Any) -> Array:
        """Generalized forces, beyond those of the model, that the accelerations qdd need."""
        tau: Array = self.function("inverse_dynamics", state="accelerations")(q=q, qd=qd, qdd=qdd, **arguments)
        return tau

    # ---- motions ----

    def simulate(self, until: float | None = None, dt: float | None = None, **options: Any) -> Run:
        """Integrates a motion from the start: see simulate below, in Motions."""
        from .motion import simulate
        return simulate(self, until, dt, **options)

    def simulation(self, **options: Any) -> Simulation:
        """A motion that is stepped: see Simulation."""
        from .motion import Simulation
        return Simulation(self, **options)

    def sweep(self, vary: Mapping[str, Any] | None = None, **options: Any) -> Sweep:
        """Many motions: see sweep below, in Sweeps."""
        from .sweep import sweep
        return sweep(self, vary, **options)

    # ---- studies and proofs ----

    def study(self, topic: str | None = None, **options: Any) -> Answer:
        """Studies a topic (visviva.words("topics")); None: all that apply."""
        from .study import study
        return study(self, topic, options)

    def prove(self, **options: Any) -> Answer:
        """Whether the methods agree, and the claims of the model."""
        from .study import prove
        return prove(self, options)

    def linearize(self, at: Any = None, **options: Any) -> Any:
        """x' = A x + B u, y = C x + D u: about all equilibria (a list), about the one at= {name: value}, or about
        visviva.START, the start, also in motion."""
        from .linear import linearize
        return linearize(self, at, options)

    def equilibria(self, **options: Any) -> list[Any]:
        """Positions at which the mechanism can stay at rest, with their stability."""
        from .study import equilibria
        return equilibria(self, options)

    def modes(self, **options: Any) -> list[Any]:
        """Small oscillations about each equilibrium."""
        from .study import positions
        return positions(self, "modes", options)

    def integrals(self, **options: Any) -> list[Any]:
        """First integrals, each with its verdict."""
        from .study import integrals
        return integrals(self, options)

    def steady_motions(self, **options: Any) -> list[Any]:
        """Families of steady motions."""
        from .study import children
        return children(self, "steady", "motion", options)

    def constraint_analysis(self, **options: Any) -> Any:
        """Vector fields, brackets and flags of the constraints."""
        from .study import one_topic
        return one_topic(self, "constraints", options)

    # ---- documents ----

    def write(self, what: str, **options: Any) -> bytes:
        """A document as bytes: "check", "derive", "prove", "study", "report", "compare", "plot", "sketch", "scene", "table",
        "animation", "export", "layout" (the text as it was given, in the canonical layout); options as
        visviva.words("options")."""
        return _core.write(self._h, what, options)

    def compare(self, other: Mechanism | str, **options: Any) -> str:
        """This mechanism and another one, or its text: energies, equations and motions in the coordinates that they share."""
        text = other if isinstance(other, str) else other.text
        return self.write("compare", beside=text, **options).decode()

    def report(self, path: str | os.PathLike[str] | None = None, format: str | None = None, **options: Any) -> str:
        """Everything in one page, written to path (if it is given) and returned."""
        name = os.fspath(path) if path is not None else ""
        format = format or {".html": "html", ".tex": "latex", ".json": "json"}.get(os.path.splitext(name)[1], "text")
        text = self.write("report", format=format, **options).decode()
        if path is not None:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
        return text

    def plot(self, *curves: str, until: float | None = None, format: str = "svg", **options: Any) -> Any:
        """Curves of the motion by the engine, as an SVG that notebooks show (or bytes of "png", "pdf")."""
        from .display import SVG
        data = self.write("plot", curves=list(curves) or None, until=until, format=format, **options)
        return SVG(data.decode()) if format == "svg" else data

    def sketch(self, until: float | None = None, **options: Any) -> Any:
        """The mechanism at several instants, as an SVG."""
        from .display import SVG
        return SVG(self.write("sketch", until=until, format="svg", **options).decode())

    def animate(self, until: float | None = None, **options: Any) -> Any:
        """The animated motion as one self-contained page in a frame."""
        from .display import animation
        return animation(self, until, options)

    def export(self, target: str = "c", **options: Any) -> str:
        """A program of the equations in another language (visviva.words("exports"))."""
        known = [name for name, _ in _core.words("exports")]
        if target not in known:
            raise UsageError(unknown("language of exported programs", target, known))
        return self.write("export", target=target, **options).decode()

    # ---- Python ----

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mechanism):
            return NotImplemented
        return self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Callable[..., Mechanism], tuple[str, str | None]]:
        return Mechanism, (self.text, self._file)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Mechanism {self.title or 'without title'!r}: {len(self.coordinates)} coordinates, {self.dof} degrees of freedom>"

    def _repr_html_(self) -> str:
        from .display import fragment
        return fragment(self.write("check", format="html").decode())


def load(path: str | os.PathLike[str], **options: Any) -> Mechanism:
    """The mechanism of a file."""
    name = os.fspath(path)
    with open(name, "rb") as f:
        data = f.read()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        raise ModelError(f"{name}: line {line} is not UTF-8: byte 0x{data[e.start]:02x}") from None
    return Mechanism(text, name, **options)
