"""Formulas and matrices of formulas, which display as LaTeX and are written in every syntax."""
from __future__ import annotations

from typing import Any, Callable, Iterator

TEXT, LATEX, SYMPY, JSON, MATHML = range(5)


class Formula:
    """An expression: .text in the language, .latex, .mathml, .json (its nodes), .sympy (for sympify).

    >>> from visviva import Mechanism
    >>> f = Mechanism("parameter m = 2, k = 8\\ncoordinate x\\nkinetic energy m*x'^2/2\\npotential k*x^2/2"
    ...              ).equations().residuals[0]
    >>> f.text, f.latex
    ("m*x'' + k*x", 'm \\\\ddot{x} + k x')
    """

    __slots__ = ("_write",)

    def __init__(self, write: Callable[[int], str]) -> None:
        self._write = write

    @property
    def text(self) -> str:
        """In the language of models."""
        return self._write(TEXT).rstrip("\n")

    @property
    def latex(self) -> str:
        """In LaTeX."""
        return self._write(LATEX).rstrip("\n")

    @property
    def mathml(self) -> str:
        """In MathML."""
        return self._write(MATHML).rstrip("\n")

    @property
    def json(self) -> dict[str, Any]:
        """Its nodes, shared ones once: {"nodes": [...], "entries": [...]}."""
        import json
        nodes: dict[str, Any] = json.loads(self._write(JSON))
        return nodes

    @property
    def sympy(self) -> str:
        """For sympify."""
        return self._write(SYMPY).rstrip("\n")

    def to_sympy(self) -> Any:
        """The SymPy expression, of plain symbols; a rate has the name "θ'"."""
        from .sympy import from_nodes
        nodes = from_nodes(self.json)
        return nodes[0] if len(nodes) == 1 else nodes

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Formula):
            return NotImplemented
        return self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def _repr_latex_(self) -> str:
        return "$\\displaystyle " + self.latex.replace("\n", " \\\\ ") + "$"


class Matrix:
    """A matrix of formulas: m[i, j], of a column also m[i]; .text, .latex, ..., to_sympy()."""

    __slots__ = ("shape", "_write")

    def __init__(self, rows: int, columns: int, write: Callable[[list[int], int], str]) -> None:
        self.shape: tuple[int, ...] = (rows, columns)
        self._write = write

    def __len__(self) -> int:
        return self.shape[0] * self.shape[1] if 1 in self.shape else self.shape[0]

    def __getitem__(self, at: Any) -> Formula:
        """The entry [row, column]; of a row or a column also [i]."""
        rows, columns = self.shape
        if not isinstance(at, tuple):
            if 1 not in self.shape:
                raise IndexError("two indices are needed: [row, column]")
            at = (at, 0) if columns == 1 else (0, at)
        i, j = (x + n if x < 0 else x for x, n in zip(at, self.shape))
        if len(at) != 2 or not (0 <= i < rows and 0 <= j < columns):
            raise IndexError(f"{at} is outside of {rows} rows and {columns} columns")
        entry, write = i * columns + j, self._write
        return Formula(lambda syntax: write([entry], syntax))

    def __iter__(self) -> Iterator[Any]:
        if 1 in self.shape:
            return (self[i] for i in range(len(self)))
        return ([self[i, j] for j in range(self.shape[1])] for i in range(self.shape[0]))

    def _lines(self, syntax: int) -> tuple[list[str], list[str]]:
        """Definitions of shared parts, and the entries."""
        n = self.shape[0] * self.shape[1]
        if not n:
            return [], []
        lines = self._write(list(range(n)), syntax).rstrip("\n").split("\n")
        return lines[:-n], lines[-n:]

    def _rows(self, entries: list[str]) -> list[list[str]]:
        rows, columns = self.shape
        return [entries[i * columns:(i + 1) * columns] for i in range(rows)]

    @property
    def text(self) -> str:
        """In the language of models, shared parts first."""
        shared, entries = self._lines(TEXT)
        rows = self._rows(entries)
        body = [", ".join(r) for r in rows] if self.shape[1] == 1 else ["[" + ", ".join(r) + "]" for r in rows]
        return "\n".join(shared + body)

    @property
    def latex(self) -> str:
        """In LaTeX."""
        shared, entries = self._lines(LATEX)
        body = "\\begin{pmatrix}" + " \\\\ ".join(" & ".join(r) for r in self._rows(entries)) + "\\end{pmatrix}"
        if not shared:
            return body
        return "\\begin{gathered}" + " \\\\ ".join(shared + [body]) + "\\end{gathered}"

    @property
    def mathml(self) -> str:
        """In MathML, an entry on each line."""
        return "\n".join(sum(self._lines(MATHML), []))

    @property
    def sympy(self) -> str:
        """For sympify."""
        shared, entries = self._lines(SYMPY)
        rows = "[" + ", ".join("[" + ", ".join(r) + "]" for r in self._rows(entries)) + "]"
        return "\n".join([*shared, f"Matrix({rows})"])

    @property
    def json(self) -> dict[str, Any]:
        """The nodes of all entries, shared ones once."""
        import json
        nodes: dict[str, Any] = json.loads(self._write(list(range(self.shape[0] * self.shape[1])), JSON))
        return nodes

    def to_sympy(self) -> Any:
        """A SymPy matrix of plain symbols."""
        import sympy
        from .sympy import from_nodes
        return sympy.Matrix(self.shape[0], self.shape[1], from_nodes(self.json) if 0 not in self.shape else [])

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_latex_(self) -> str:
        return "$\\displaystyle " + self.latex + "$"
