"""Expressions of the language, written by Python's operators.

>>> x = Expression("x")
>>> print(2*(x + 1)**2/3 - sin(x.d))
2*(x + 1)^2/3 - sin(x')
"""
from __future__ import annotations

import numbers
from fractions import Fraction
from typing import Any

SUM, PRODUCT, SIGN, POWER, ATOM = range(5)


def number(x: Any) -> tuple[str, int]:
    """A number as the language writes it, exactly: 0.1 is 1/10 as repr() shows it."""
    if isinstance(x, bool):
        raise TypeError("a truth value is no expression")
    if isinstance(x, numbers.Integral):
        text = str(int(x))
    elif isinstance(x, Fraction) or (hasattr(x, "p") and hasattr(x, "q") and type(x).__module__.startswith("sympy")):
        p, q = (x.numerator, x.denominator) if isinstance(x, Fraction) else (int(x.p), int(x.q))
        return (f"{p}/{q}", PRODUCT if p >= 0 else SIGN) if q != 1 else number(p)
    elif isinstance(x, numbers.Real) or type(x).__name__ == "Decimal":
        if x != x or x in (float("inf"), float("-inf")):
            raise ValueError(f"{x} is no number of the language")
        text = format(x, "f") if type(x).__name__ == "Decimal" else repr(float(x))
        if text.endswith(".0"):
            text = text[:-2]
        text = text.replace("e+", "e")
    else:
        raise TypeError(f"{type(x).__name__} is no expression of the language")
    return text, SIGN if text.startswith("-") else ATOM


class Expression:
    """A text of the language, put together by operators; .d is the time derivative, v.x a component or member."""

    __slots__ = ("text", "_level")
    __array_ufunc__ = None  # NumPy's scalars leave operators to us

    def __init__(self, text: str, level: int = ATOM) -> None:
        self.text, self._level = text, level

    def _at(self, level: int) -> str:
        return self.text if self._level >= level else f"({self.text})"

    # ---- operators ----

    def __add__(self, other: Any) -> Expression:
        b = expression(other)
        if b.text == "0":
            return self
        return Expression(f"{self._at(SUM)} + {b._at(PRODUCT)}", SUM)

    def __radd__(self, other: Any) -> Expression:
        return expression(other) + self if other != 0 else self

    def __sub__(self, other: Any) -> Expression:
        return Expression(f"{self._at(SUM)} - {expression(other)._at(PRODUCT)}", SUM)

    def __rsub__(self, other: Any) -> Expression:
        return expression(other) - self

    def __mul__(self, other: Any) -> Expression:
        return Expression(f"{self._factor()}*{expression(other)._at(POWER)}", PRODUCT)

    def __rmul__(self, other: Any) -> Expression:
        return expression(other)*self

    def __truediv__(self, other: Any) -> Expression:
        return Expression(f"{self._factor()}/{expression(other)._at(POWER)}", PRODUCT)

    def __rtruediv__(self, other: Any) -> Expression:
        return expression(other)/self

    def _factor(self) -> str:
        return self.text if self._level in (PRODUCT, POWER, ATOM) else f"({self.text})"

    def __pow__(self, other: Any) -> Expression:
        b = expression(other)
        return Expression(f"{self._at(ATOM)}^{b.text if b._level == ATOM else f'({b.text})'}", POWER)

    def __rpow__(self, other: Any) -> Expression:
        return expression(other)**self

    def __neg__(self) -> Expression:
        return Expression(f"-{self._factor()}", SIGN)

    def __pos__(self) -> Expression:
        return self

    def __abs__(self) -> Expression:
        return Expression(f"abs({self.text})")

    @property
    def d(self) -> Expression:
        """The time derivative."""
        return Expression(f"{self._at(ATOM)}'")

    def __getattr__(self, key: str) -> Expression:
        if key not in ("x", "y", "z", "origin"):
            raise AttributeError(f"an expression has no {key!r}")
        return Expression(f"{self._at(ATOM)}.{key}")

    # ---- comparisons, which statements take ----

    def __lt__(self, other: Any) -> Relation:
        return Relation(self, "<", expression(other))

    def __le__(self, other: Any) -> Relation:
        return Relation(self, "<=", expression(other))

    def __gt__(self, other: Any) -> Relation:
        return Relation(self, ">", expression(other))

    def __ge__(self, other: Any) -> Relation:
        return Relation(self, ">=", expression(other))

    def __eq__(self, other: object) -> bool:
        """Whether the texts are the same; an equation is visviva.Eq(a, b)."""
        return isinstance(other, Expression) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __bool__(self) -> bool:
        raise TypeError(f"whether {self.text} holds is not known: conditions belong into statements of the builder")

    def __float__(self) -> float:
        raise TypeError(f"{self.text} is an expression of the language, not a number")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text


class Relation:
    """An equation or inequality."""

    def __init__(self, left: Expression, sign: str, right: Expression) -> None:
        self.left, self.sign, self.right = left, sign, right

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"

    __repr__ = __str__

    def __bool__(self) -> bool:
        raise TypeError(f"whether {self} holds is not known: conditions belong into statements of the builder")


def Eq(left: Any, right: Any) -> Relation:
    """The equation left = right.

    >>> Eq(Expression("x").d, 2)
    x' = 2
    """
    return Relation(expression(left), "=", expression(right))


def expression(x: Any) -> Expression:
    if isinstance(x, Expression):
        return x
    if isinstance(x, str):
        return Expression(x, SUM if any(c in x for c in "+-*/^ ") else ATOM)
    return Expression(*number(x))


def _function(name: str) -> Any:
    def call(*arguments: Any) -> Expression:
        return Expression(f"{name}({', '.join(expression(a).text for a in arguments)})")
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"{name}(...) of the language."
    return call


sin, cos, tan, asin, acos, atan, atan2 = map(_function, ("sin", "cos", "tan", "asin", "acos", "atan", "atan2"))
sinh, cosh, tanh, exp, log, sqrt, sign = map(_function, ("sinh", "cosh", "tanh", "exp", "log", "sqrt", "sign"))
dot, cross, unit, norm = map(_function, ("dot", "cross", "unit", "norm"))
spin, velocity, acceleration = map(_function, ("spin", "velocity", "acceleration"))
pi = Expression("pi")
