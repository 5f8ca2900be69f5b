"""Answers of studies and proofs as objects: a tree whose parts are reached by name and by number."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from . import _core
from .display import fragment
from .errors import Undecided, UsageError, unknown
from .formula import Formula

if TYPE_CHECKING:
    from .arrays import Array
    from .mechanism import Mechanism

_OBJECT, _ARRAY, _TEXT, _NUMBER, _FORMULA, _VERDICT = range(6)
VERDICTS = ("undecided", "proved", "refuted", "not applicable")


class Node:
    """A part of an answer: node.name or node["name"] is a child, node[2] an element of an array or the child with
    this number. .title, .text, .remark, .name are what the report says of it; of numbers .value (a float or an array)
    and .radius (what it is proved to be within); of formulas .formulas, each with .text, .latex, ...; of verdicts see
    Verdict."""

    __slots__ = ("_h", "_i", "_type", "key", "_n", "_first", "_verdict", "means", "_entries")

    def __init__(self, h: Any, i: int) -> None:
        self._h, self._i = h, i
        self._type, self.key, self._n, self._first, self._verdict, self.means, self._entries = _core.answer_node(h, i)

    def _child(self, k: int) -> Node:
        return node(self._h, self._first + k)

    def _said(self, field: str) -> str | None:
        return _core.answer_text(self._h, self._i, field)

    title = property(lambda self: self._said("title"), doc="The heading of the report.")
    text = property(lambda self: self._said("text"), doc="What the report says.")
    remark = property(lambda self: self._said("remark"), doc="A remark of the report.")
    name = property(lambda self: self._said("name"), doc="The name of a value.")

    # ---- the tree ----

    def keys(self) -> list[str]:
        """The names of the children."""
        if self._type != _OBJECT:
            return []
        return [_core.answer_node(self._h, self._first + k)[1] for k in range(self._n)]

    def __len__(self) -> int:
        return self._n

    def __iter__(self) -> Iterator[Node]:
        return (self._child(k) for k in range(self._n))

    def __contains__(self, key: object) -> bool:
        return key in self.keys()

    def __getitem__(self, at: Any) -> Any:
        """A part by name or number."""
        if isinstance(at, slice):
            return [self._child(k) for k in range(self._n)[at]]
        if isinstance(at, str):
            keys = self.keys()
            if at in keys:
                return self._child(keys.index(at))
            raise KeyError(unknown("part", at, keys))
        try:
            return self._child(range(self._n)[at])
        except IndexError:
            raise IndexError(f"{self.key or 'the answer'} has {self._n} parts, there is no {at}") from None

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        try:
            return self[key]
        except KeyError as e:
            raise AttributeError(str(e)) from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(k for k in self.keys() if k.isidentifier())]

    def find(self, kind: type) -> list[Any]:
        """All parts of this class, such as Verdict, from the top down."""
        out = [self] if isinstance(self, kind) else []
        for child in self:
            out += child.find(kind)
        return out

    # ---- numbers and formulas ----

    def _numbers(self) -> tuple[Array, Array | None]:
        rows, columns, x, radius = _core.answer_matrix(self._h, self._i)
        shape = (rows, columns)
        return (np.frombuffer(x, dtype=float).reshape(shape).copy(),
                None if radius is None else np.frombuffer(radius, dtype=float).reshape(shape).copy())

    @property
    def array(self) -> Array:
        """The numbers, row by row, at the values of the parameters; NaN where there is none."""
        return self._numbers()[0]

    @property
    def value(self) -> Any:
        """A float for one number, a vector for a column, else a matrix; in an object its part of this name."""
        if self._type == _OBJECT:
            return self["value"]
        if self._type != _NUMBER:
            raise TypeError(f"{self.name or self.key} is not a number: {self}")
        a = self.array
        return float(a[0, 0]) if a.shape == (1, 1) else a[:, 0] if a.shape[1] == 1 else a

    @property
    def radius(self) -> Array | None:
        """What each number is proved to be within of; None where it is only rounded."""
        return self._numbers()[1]

    @property
    def formulas(self) -> list[Formula]:
        """The entries in symbols."""
        h, i = self._h, self._i

        def entry(e: int) -> Formula:
            return Formula(lambda syntax: _core.answer_write(h, i, e, syntax))
        return [entry(e) for e in range(self._entries)]

    @property
    def formula(self) -> Formula:
        """The first of the formulas."""
        found = self.formulas
        if not found:
            raise AttributeError(f"{self.key} has no formula")
        return found[0]

    def __float__(self) -> float:
        return float(self.value)

    def __array__(self, dtype: Any = None) -> Array:
        return np.asarray(self.value, dtype=dtype)

    def __str__(self) -> str:
        if self._type == _NUMBER and not self._entries:
            return str(self.value)
        if self._entries:
            name = f"{self.name} = " if self.name else ""
            return name + ", ".join(f.text for f in self.formulas)
        return self.text or self.title or self.key or "answer"

    def __repr__(self) -> str:
        inside = f": {', '.join(self.keys())}" if self._type == _OBJECT else f" of {self._n}" if self._type == _ARRAY \
            else f": {self}"
        return f"<{self.key or 'answer'}{inside}>"

    def _repr_latex_(self) -> str | None:
        if not self._entries:
            return None
        return "$\\displaystyle " + ",\\; ".join(f.latex for f in self.formulas) + "$"


class Verdict(Node):
    """A question and its answer: .what, .verdict ("proved", "refuted", "undecided", "not applicable"), .word, .proof,
    .means. bool() is whether it is proved; of an undecided one it raises Undecided."""

    __slots__ = ()

    what = property(lambda self: self._said("what"), doc="The question.")
    word = property(lambda self: self._said("word"), doc="The word of the report, such as \"stable\".")
    proof = property(lambda self: self._said("proof"), doc="How it was decided.")
    proved = property(lambda self: self._verdict == 1, doc="Is it proved?")
    refuted = property(lambda self: self._verdict == 2, doc="Is it refuted?")

    @property
    def verdict(self) -> str:
        """"proved", "refuted", "undecided" or "not applicable"."""
        return VERDICTS[self._verdict]

    @property
    def certificate(self) -> str:
        """This verdict with the question behind it, as JSON; asked for by certificate=1 (proofs always)."""
        return _core.answer_certificate(self._h, self._i)

    def __bool__(self) -> bool:
        if self._verdict in (1, 2):
            return self._verdict == 1
        raise Undecided(f"{self.verdict}: {self.what}" + (f" ({self.proof})" if self.proof else ""))

    def __str__(self) -> str:
        return f"{self.word or self.verdict}: {self.what}" + (f"; {self.proof}" if self.proof else "")

    def __repr__(self) -> str:
        return f"<{self}>"


def node(h: Any, i: int) -> Node:
    return (Verdict if _core.answer_node(h, i)[0] == _VERDICT else Node)(h, i)


class Answer(Node):
    """The answer of a study or a proof; str() is the command's report.

    >>> from visviva import Mechanism
    >>> m = Mechanism("parameter k = 4, m = 1\\nassume k > 0, m > 0\\ncoordinate x\\nkinetic energy m*x'^2/2\\n"
    ...               "potential k*x^2/2\\nclaim integral m*x'^2 + k*x^2")
    >>> v = m.prove()
    >>> v.all_proved, bool(v.verdicts[-1])
    (True, True)
    """

    __slots__ = ("_certified",)

    def __init__(self, h: Any) -> None:
        super().__init__(h, 0)

    @property
    def verdict(self) -> str:
        """Over all: "proved" if each is, "refuted" if one is, else "undecided"."""
        return VERDICTS[_core.answer_whole(self._h)]

    @property
    def verdicts(self) -> list[Verdict]:
        """All its verdicts."""
        return self.find(Verdict)

    @property
    def all_proved(self) -> bool:
        """Is each proved?"""
        return self.verdict == "proved"

    @property
    def any_refuted(self) -> bool:
        """Is one refuted?"""
        return self.verdict == "refuted"

    def raise_if_refuted(self) -> Answer:
        """Raises AssertionError if a verdict is refuted, Undecided if one is undecided; else answers itself."""
        for v in self.verdicts:
            assert not v.refuted, str(v)
        for v in self.verdicts:
            if v.verdict == "undecided":
                bool(v)
        return self

    def __bool__(self) -> bool:
        if self.verdict in ("proved", "refuted"):
            return self.verdict == "proved"
        raise Undecided("; ".join(str(v) for v in self.verdicts if v.verdict == "undecided") or "there is no verdict")

    @property
    def certificate(self) -> str:
        """All verdicts with the questions behind them, as JSON; asked for by certificate=1 (proofs always)."""
        return _core.answer_certificate(self._h, 0)

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an answer cannot be pickled: its report('json') and its certificate can")

    def report(self, format: str = "text") -> str:
        """What the command prints: "text", "latex", "html", "json"."""
        return _core.answer_report(self._h, format)

    def __str__(self) -> str:
        return self.report()

    def __getitem__(self, at: Any) -> Any:
        """A part by name or number, or a verdict by its question: v["appell = kane"]."""
        if isinstance(at, str) and at not in self.keys():
            for v in self.verdicts:
                if at in (v.what, " = ".join(reversed((v.what or "").split(" = ")))):
                    return v
            asked = [v.what or "" for v in self.verdicts]
            asked += [" = ".join(reversed(what.split(" = "))) for what in asked if " = " in what]
            raise KeyError(unknown("part or verdict", at, [*self.keys(), *asked]))
        return super().__getitem__(at)

    def _repr_html_(self) -> str:
        return fragment(self.report("html"))


def study(m: Mechanism, topic: str | None, options: dict[str, Any]) -> Answer:
    return Answer(_core.study(m._h, topic, options))


def prove(m: Mechanism, options: dict[str, Any]) -> Answer:
    # of the canonical text, which the certificate names
    return Answer(_core.prove(_core.load(m.text, {"file": m._file}), {"certificate": 1, **options}))


def one_topic(m: Mechanism, topic: str, options: dict[str, Any]) -> Node:
    """The part of a study on its topic; an empty one where nothing applies raises BeyondError."""
    answer = study(m, topic, options)
    if topic in answer:
        part: Node = answer[topic]
        return part
    from .errors import BeyondError
    raise BeyondError(str(answer).strip())


def children(m: Mechanism, topic: str, key: str, options: dict[str, Any]) -> list[Node]:
    return parts(one_topic(m, topic, options), key)


def parts(n: Node, key: str) -> list[Node]:
    """The elements of an array, or the one part of this name."""
    if key not in n:
        return []
    return list(n[key]) if n[key]._type == _ARRAY else [n[key]]


class Position(Node):
    """A position of a study: .position (values by name: floats where they are known), .formulas_of (in symbols), and
    the parts that the study gives."""

    __slots__ = ("_m",)
    _m: Mechanism

    @property
    def position(self) -> dict[str, float]:
        """Values of the coordinates by name, where they are numbers."""
        return {v.name: v.value for v in self["value"] if v._type == _NUMBER} if "value" in self else {}

    @property
    def symbols(self) -> dict[str, Formula]:
        """The same as formulas."""
        return {v.name: v.formula for v in self["value"]} if "value" in self else {}

    @property
    def stability(self) -> Any:
        """The verdict on its stability, by the study of stability: .word, .remark, .by_values ("stable", "unstable" for
        the values of the parameters, None where the verdict does not depend on them)."""
        part = _same(positions(self._m, "stability", {}), self)
        verdict = Stability(part._h, parts(part, "verdict")[0]._i)
        verdict.by_values = part["by_values"].text if "by_values" in part else None
        return verdict

    def modes(self) -> Any:
        """Its small oscillations, by the study of modes; .frequencies are the angular frequencies."""
        return _same(positions(self._m, "modes", {}), self)

    @property
    def frequencies(self) -> Array:
        """Angular frequencies of the small oscillations; of modes()."""
        squares = [s.value for s in self["square"] if s._type == _NUMBER] if "square" in self else []
        roots: Array = np.sqrt(np.array([float(x) for x in squares if x >= 0]))
        return roots

    @property
    def exists_if(self) -> list[str]:
        """Conditions under which the position exists."""
        return [str(c) for c in self["condition"]] if "condition" in self else []


class Stability(Verdict):
    """The verdict on the stability of a position."""

    __slots__ = ("by_values",)
    by_values: str | None


def _same(candidates: list[Position], p: Position) -> Position:
    texts = {k: f.text for k, f in p.symbols.items()}
    for c in candidates:
        if {k: f.text for k, f in c.symbols.items()} == texts:
            return c
    raise UsageError(f"the study has no position {texts}")


def positions(m: Mechanism, topic: str, options: dict[str, Any]) -> list[Position]:
    out = []
    for k in children(m, topic, "position", options):
        p = Position(k._h, k._i)
        p._m = m
        out.append(p)
    return out


def equilibria(m: Mechanism, options: dict[str, Any]) -> list[Position]:
    return positions(m, "equilibria", options)


class Integral:
    """A first integral: .expression, .verdict."""

    def __init__(self, expression: Formula | None, text: str, verdict: Verdict | None) -> None:
        self.expression, self.text, self.verdict = expression, text, verdict

    def __repr__(self) -> str:
        return f"<integral {self.expression.text if self.expression else self.text}>"

    def _repr_latex_(self) -> str | None:
        return self.expression._repr_latex_() if self.expression else None


def integrals(m: Mechanism, options: dict[str, Any]) -> list[Integral]:
    part = one_topic(m, "integrals", options)
    return [Integral(f.formulas[0], f.text or "", None) for key in part.keys() if key == "integral"
            for f in part[key] if f._entries]


def verify(model: Mechanism | str, certificate: str | Verdict | Answer) -> bool:
    """Replays a certificate by a kernel that shares no code with the prover: True if every verdict is verified, False
    if one does not check; Undecided if not everything could be checked.

    >>> from visviva import Mechanism
    >>> m = Mechanism("parameter k = 4\\ncoordinate x\\nkinetic energy x'^2/2\\npotential k*x^2/2\\n"
    ...               "claim equation x'' + k*x = 0")
    >>> verify(m.text, m.prove().certificate)
    True
    """
    from .mechanism import Mechanism
    m = model if isinstance(model, Mechanism) else Mechanism(model)
    text = certificate if isinstance(certificate, str) else getattr(certificate, "certificate", None)
    if not isinstance(text, str):
        raise TypeError(f"a certificate is a str, or what has one (.certificate), not {type(certificate).__name__}")
    try:
        verdict, said = _core.certificate_check(m._h, text)
    except UsageError:  # of another text of this mechanism?
        verdict, said = _core.certificate_check(_core.load(m.text, {}), text)
    if verdict == 0:
        raise Undecided(said.strip())
    return verdict == 1
