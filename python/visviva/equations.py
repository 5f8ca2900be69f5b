"""Equations of motion by a method."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from .display import fragment
from .formula import Formula, Matrix

if TYPE_CHECKING:
    from .mechanism import Mechanism


class Equations:
    """Equations of motion: .residuals, .mass_matrix, .forcing, .unknowns, ...; str() is what the command prints.

    >>> from visviva import Mechanism
    >>> e = Mechanism("parameter m = 2, k = 8\\ncoordinate x\\nkinetic energy m*x'^2/2\\npotential k*x^2/2").equations()
    >>> e.method, e.mass_matrix.text, e.forcing.text
    ('lagrange', 'm', '-k*x')
    """

    def __init__(self, mechanism: Mechanism, method: str | None, options: dict[str, Any]) -> None:
        self._h = _core.derive(mechanism._h, method, options)
        self.mechanism = mechanism

    @property
    def method(self) -> str:
        """The name of the method."""
        return _core.equations_method(self._h)

    def matrix(self, quantity: str) -> Matrix:
        """A quantity (visviva.words("quantities")) as formulas; BeyondError if the method has none."""
        rows, columns, nodes = _core.equations_matrix(self._h, quantity)
        h = self._h
        return Matrix(rows, columns, lambda which, syntax: _core.equations_write(h, [nodes[i] for i in which], syntax))

    @property
    def residuals(self) -> Matrix:
        """Left sides of the equations, whose right sides are 0."""
        return self.matrix("residuals")

    @property
    def mass_matrix(self) -> Matrix:
        """M, the coefficients of the rates of the speeds."""
        return self.matrix("mass_matrix")

    @property
    def forcing(self) -> Matrix:
        """f, so that M w' = f, up to constraint forces."""
        return self.matrix("forcing")

    @property
    def unknowns(self) -> Matrix:
        """What the equations determine: rates of the speeds, multipliers."""
        return self.matrix("unknowns")

    @property
    def left(self) -> Matrix:
        """A, so that A unknowns = b."""
        return self.matrix("left")

    @property
    def right(self) -> Matrix:
        """b, so that A unknowns = b."""
        return self.matrix("right")

    @property
    def speeds(self) -> Matrix:
        """The generalized speeds in coordinates and rates."""
        return self.matrix("speeds")

    @property
    def velocities(self) -> Matrix:
        """The rates of the coordinates in the speeds."""
        return self.matrix("velocities")

    def report(self, format: str = "text") -> str:
        """What the command prints: "text", "latex", "html", "json"."""
        return _core.equations_report(self._h, format)

    @property
    def steps(self) -> dict[str, Any]:
        """The derivation, step by step, as data of the report; asked for by equations(..., steps=1)."""
        import json
        data: dict[str, Any] = json.loads(self.report("json"))
        return data

    text = property(lambda self: self.report("text"), doc="What the command prints.")
    json = property(lambda self: self.report("json"), doc="The same as JSON.")

    @property
    def latex(self) -> str:
        """The equations between \\begin{aligned} and \\end{aligned}."""
        import json
        system = json.loads(self.report("json"))["systems"][0]
        lines = [r.get("latex", "") for r in system.get("equations", [])]
        rows = [line.replace(" = ", " &= ", 1) if "&" not in line else line for line in lines if line]
        return "\\begin{aligned}" + " \\\\ ".join(rows) + "\\end{aligned}"

    def to_sympy(self) -> Any:
        """A namespace of SymPy matrices: q, u (speeds), mass_matrix, forcing, residuals, unknowns, velocities, symbols."""
        from .sympy import equations_to_sympy
        return equations_to_sympy(self)

    def __getitem__(self, i: int) -> Formula:
        """The residual of this number."""
        return self.residuals[i]

    def __len__(self) -> int:
        return len(self.residuals)

    def __str__(self) -> str:
        return self.report("text")

    def __repr__(self) -> str:
        return f"<Equations by {self.method}: {len(self)}>"

    def _repr_latex_(self) -> str:
        return "$\\displaystyle " + self.latex + "$"

    def _repr_html_(self) -> str:
        return fragment(self.report("html"))
