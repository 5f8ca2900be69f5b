"""Mechanisms stated as text: equations of motion with proofs, studies, simulations.

>>> import visviva as vv
>>> m = vv.Mechanism('''
... parameter m = 1, l = 1, g = 9.81
... coordinate θ
... point P = l*(sin(θ)*world.x - cos(θ)*world.z)
... mass m at P
... gravity -g*world.z
... ''')
>>> print(m.equations().residuals[0])
m*l*(l*θ'' + g*sin(θ))
"""
from typing import TYPE_CHECKING, Any

from . import _core
from .errors import (BeyondError, Diagnostic, Error, InternalError, ModelError, OutOfMemory, OutOfTime, Undecided,
                     UsageError)
from .mechanism import Mechanism, load

if TYPE_CHECKING:  # the names of _LATER
    from .builder import Builder, Frame
    from .equations import Equations
    from .expression import (Eq, Expression, acceleration, acos, asin, atan, atan2, cos, cosh, cross, dot, exp, log,
                             norm, pi, sign, sin, sinh, spin, sqrt, tan, tanh, unit, velocity)
    from .formula import Formula, Matrix
    from .function import Function
    from .linear import Linear, START
    from .motion import Event, Run, Simulation
    from .study import Answer, Verdict, verify
    from .sweep import Sweep, normal, uniform
    from .sympy import check, from_sympy, to_sympy

__version__: str = _core.version()

# Names that are imported when they are first used.
_LATER = {
    "Builder": "builder", "Eq": "expression", "Expression": "expression", "Frame": "builder",
    "sin": "expression", "cos": "expression", "tan": "expression", "exp": "expression", "log": "expression",
    "sqrt": "expression", "atan2": "expression", "asin": "expression", "acos": "expression", "atan": "expression",
    "sinh": "expression", "cosh": "expression", "tanh": "expression", "sign": "expression", "pi": "expression",
    "dot": "expression", "cross": "expression", "unit": "expression", "norm": "expression", "spin": "expression",
    "velocity": "expression", "acceleration": "expression",
    "Equations": "equations", "Formula": "formula", "Matrix": "formula", "Function": "function",
    "Event": "motion", "Run": "motion", "Simulation": "motion", "Answer": "study", "Verdict": "study",
    "Linear": "linear", "START": "linear", "verify": "study", "Sweep": "sweep", "normal": "sweep",
    "uniform": "sweep", "from_sympy": "sympy", "to_sympy": "sympy", "check": "sympy",
}

# all of them, written out for type checkers
__all__ = ["BeyondError", "Diagnostic", "Error", "InternalError", "Mechanism", "ModelError", "OutOfMemory",
           "OutOfTime", "Undecided", "UsageError", "load", "words", "Builder", "Eq", "Expression", "Frame", "sin",
           "cos", "tan", "exp", "log", "sqrt", "atan2", "asin", "acos", "atan", "sinh", "cosh", "tanh", "sign",
           "pi", "dot", "cross", "unit", "norm", "spin", "velocity", "acceleration", "Equations", "Formula",
           "Matrix", "Function", "Event", "Run", "Simulation", "Answer", "Verdict", "Linear", "START", "verify",
           "Sweep", "normal", "uniform", "from_sympy", "to_sympy", "check"]


if not TYPE_CHECKING:  # which know all names
    def __getattr__(name: str) -> Any:
        if name not in _LATER:
            raise AttributeError(f"module 'visviva' has no attribute {name!r}")
        from importlib import import_module
        value = getattr(import_module("." + _LATER[name], __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)


def words(table: str) -> dict[str, str]:
    """The words of a table ("methods", "topics", "integrators", "options", "quantities", ...) and what they mean.

    >>> words("formats")["latex"]
    'a LaTeX document that compiles on its own'
    """
    return dict(_core.words(table))
