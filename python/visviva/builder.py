"""Models built by Python calls: each writes a statement of the language; errors name the Python line of the call."""
from __future__ import annotations

import os
import re
import sys
from typing import Any, Mapping, Sequence

from . import _core
from .errors import UsageError
from .expression import Expression, Relation, expression
from .mechanism import Mechanism

_HERE = os.path.dirname(os.path.abspath(__file__))
_NAME = re.compile(r"\s*([^\W\d][\w]*)(?:\s*\[(\d+)\s*\.\.\s*(\d+)\])?")


def _origin() -> str:
    """file.py:LINE of the caller outside of this package."""
    frame: Any = sys._getframe(1)
    while frame and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == _HERE:
        frame = frame.f_back
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}" if frame else "Python"


def text_of(x: Any) -> str:
    """A value of a statement: an expression, a number, a tuple of them, a text as it is."""
    if isinstance(x, str):
        return x
    if isinstance(x, (Relation, Frame)):
        return str(x)
    if isinstance(x, (tuple, list)):
        return "(" + ", ".join(map(text_of, x)) + ")"
    return expression(x).text


class Frame(Expression):
    """A frame: R.x, R.y, R.z are its axes; R.turned(θ, "y") is one that is turned about an axis."""

    __slots__ = ("turns",)

    def __init__(self, name: str, turns: str = "") -> None:
        super().__init__(name)
        self.turns = turns

    def turned(self, angle: Any, about: Any) -> Frame:
        """Turned by an angle about one of its axes: W.turned(θ, "y")."""
        turn = f"{text_of(angle)} about {text_of(about)}"
        return Frame(self.text, f"{self.turns}, {turn}" if self.turns else turn)

    @property
    def definition(self) -> str:
        """As `frame` statements define it."""
        return f"{self.text} turned {self.turns}" if self.turns else self.text


class Builder:
    """A model built by calls.

    >>> from visviva import Builder, sin, cos
    >>> b = Builder("Pendulum")
    >>> m, l, g = b.parameters("m = 1 [kg], l = 0.5 [m], g = 9.81 [m/s^2]")
    >>> θ, = b.coordinates("θ [rad]")
    >>> W = b.world
    >>> P = b.point("P", l*(sin(θ)*W.x - cos(θ)*W.z))
    >>> b.mass(m, at=P); b.gravity(-g*W.z); b.start({θ: 3.0})
    >>> print(b.finish().equations().residuals[0])
    m*l*(l*θ'' + g*sin(θ))
    """

    def __init__(self, title: str | None = None) -> None:
        self._h = _core.builder_new(title)
        self.world = Frame("world")

    def add(self, statement: str) -> None:
        """A statement of the language as it is."""
        if "\n" in statement:
            raise UsageError("one statement at a time")
        _core.builder_add(self._h, statement, _origin())

    # ---- declarations ----

    def _declare(self, keyword: str, text: str) -> tuple[Any, ...]:
        self.add(f"{keyword} {text}")
        out: list[Any] = []
        depth, part = 0, ""
        for c in text + ",":  # commas outside of brackets
            depth += (c in "([") - (c in ")]")
            if c == "," and depth == 0:
                found = _NAME.match(part)
                if found:
                    name, low, high = found.groups()
                    out.append(Expression(name) if low is None else
                               tuple(Expression(f"{name}[{i}]") for i in range(int(low), int(high) + 1)))
                part = ""
            else:
                part += c
        return tuple(out)

    def parameters(self, text: str) -> tuple[Any, ...]:
        """b.parameters("m = 1 [kg], g = 9.81 [m/s^2]"): one expression each."""
        return self._declare("parameter", text)

    def parameter(self, name: str, value: Any = None, unit: str | None = None) -> Expression:
        """One parameter, with its value and unit."""
        said = "" if value is None else f" = {self._value(value)}"
        self.add(f"parameter {name}{said}" + (f" [{unit}]" if unit else ""))
        return Expression(name)

    @staticmethod
    def _value(value: Any) -> str:
        e = expression(value)
        return e.text if e._level == 4 else f"({e.text})"

    def coordinates(self, text: str) -> tuple[Any, ...]:
        """b.coordinates("x [m], θ [rad]"): one expression each."""
        return self._declare("coordinate", text)

    def input(self, text: str) -> Any:
        """An input, or a tuple of several."""
        made = self._declare("input", text)
        return made[0] if len(made) == 1 else made

    inputs = input

    def speed(self, name: str, value: Any) -> Expression:
        """A generalized speed."""
        self.add(f"speed {name} = {text_of(value)}")
        return Expression(name)

    def let(self, name: str, value: Any) -> Expression:
        """A name for an expression."""
        self.add(f"let {name} = {text_of(value)}")
        return Expression(name)

    def output(self, name: str, value: Any) -> Expression:
        """An output, for linear systems."""
        self.add(f"output {name} = {text_of(value)}")
        return Expression(name)

    def assume(self, *relations: Any) -> None:
        """Inequalities between parameters: b.assume(m > 0, l > 0)."""
        self.add("assume " + ", ".join(map(text_of, relations)))

    # ---- geometry and inertia ----

    def frame(self, name: str, definition: Any) -> Frame:
        """b.frame("R", W.turned(θ, "y"))"""
        self.add(f"frame {name} = {definition.definition if isinstance(definition, Frame) else definition}")
        return Frame(name)

    def point(self, name: str, position: Any) -> Expression:
        """A named point: b.point("P", x*W.x)."""
        self.add(f"point {name} = {text_of(position)}")
        return Expression(name)

    def body(self, name: str, mass: Any, centre: Any, frame: Any = None, inertia: Any = None, along: Any = None,
             about: Any = None, at: Any = None) -> Expression:
        """A rigid body. inertia: three moments, or a matrix, in the axes of the frame `along` (or `about` one axis),
        about the point `at`; by default in those of its own frame about its centre."""
        clauses = [f"mass {text_of(mass)}", f"centre {text_of(centre)}"]
        clauses += [f"frame {text_of(frame)}"] if frame is not None else []
        if inertia is not None:
            said = f"inertia {text_of(inertia)}"
            for word, value in (("at", at), ("along", along), ("about", about)):
                said += f" {word} {text_of(value)}" if value is not None else ""
            clauses.append(said)
        self.add(f"body {name}: " + ", ".join(clauses))
        return Expression(name)

    def mass(self, mass: Any, at: Any) -> None:
        """A particle."""
        self.add(f"mass {text_of(mass)} at {text_of(at)}")

    # ---- forces and constraints ----

    def gravity(self, g: Any) -> None:
        """The acceleration of gravity, a vector."""
        self.add(f"gravity {text_of(g)}")

    def force(self, force: Any, at: Any, on: Any = None) -> None:
        """A force at a point, on a body."""
        self.add(f"force {text_of(force)} at {text_of(at)}" + (f" on {text_of(on)}" if on is not None else ""))

    def torque(self, torque: Any, on: Any) -> None:
        """A torque on a body."""
        self.add(f"torque {text_of(torque)} on {text_of(on)}")

    def work(self, work: Any) -> None:
        """The virtual work of other forces, as text: b.work("F*δ(x)")."""
        self.add(f"work {text_of(work)}")

    def kinetic_energy(self, T: Any) -> None:
        """A kinetic energy beside that of the bodies."""
        self.add(f"kinetic energy {text_of(T)}")

    def potential(self, V: Any) -> None:
        """A potential energy."""
        self.add(f"potential {text_of(V)}")

    def _element(self, word: str, k: Any, on: Any, between: Sequence[Any] | None, more: str) -> None:
        where = f"on {text_of(on)}" if between is None else f"between {text_of(between[0])} and {text_of(between[1])}"
        self.add(f"{word} {text_of(k)} {where}{more}")

    def spring(self, k: Any, on: Any = None, between: Sequence[Any] | None = None, length: Any = None) -> None:
        """A spring on a coordinate (or expression), or between two points with an unloaded length."""
        self._element("spring", k, on, between, f", length {text_of(length)}" if length is not None else "")

    def damper(self, c: Any, on: Any = None, between: Sequence[Any] | None = None) -> None:
        """A damper, likewise."""
        self._element("damper", c, on, between, "")

    def constraint(self, equation: Any) -> None:
        """A constraint: b.constraint(vv.Eq(x.d, l*θ.d))."""
        self.add(f"constraint {text_of(equation)}")

    def servo(self, equation: Any, through: Any) -> None:
        """A servo constraint and the coordinates through which its forces act."""
        names = through if isinstance(through, (list, tuple)) else [through]
        self.add(f"servo {text_of(equation)} through " + ", ".join(map(text_of, names)))

    def rolling(self, body: Any, on: Any, at: Any, normal: Any = None, friction: Any = None,
                restitution: Any = None, pivoting: bool = True) -> None:
        """Rolling without slipping of a body at a point, with friction it may slip."""
        said = f"rolling {text_of(body)} on {text_of(on)} at {text_of(at)}"
        for word, value in (("normal", normal), ("friction", friction), ("restitution", restitution)):
            said += f", {word} {text_of(value)}" if value is not None else ""
        self.add(said + ("" if pivoting else ", without pivoting"))

    # ---- runs and claims ----

    def start(self, values: Mapping[Any, Any]) -> None:
        """b.start({θ: 3.0, θ.d: 0.1})"""
        self.add("start " + ", ".join(f"{text_of(k)} = {text_of(v)}" for k, v in values.items()))

    def run(self, seconds: Any) -> None:
        """How long a run lasts."""
        self.add(f"run {text_of(seconds)}")

    def show(self, *columns: Any) -> None:
        """Expressions that are columns of a run."""
        self.add("show " + ", ".join(map(text_of, columns)))

    def when(self, condition: Any, *actions: Any) -> None:
        """An event and its actions, such as "stop" or "record"."""
        self.add(f"when {text_of(condition)} then " + ", ".join(map(text_of, actions)))

    def claim(self, kind: str, claim: Any = "") -> None:
        """b.claim("equation", Eq(...)), b.claim("integral", E)"""
        self.add(f"claim {kind} {text_of(claim)}".rstrip())

    def finish(self, **options: Any) -> Mechanism:
        """The mechanism of what has been stated; the builder stays as it is."""
        return Mechanism._of(_core.builder_finish(self._h, options))
