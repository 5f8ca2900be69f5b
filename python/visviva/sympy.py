"""SymPy both ways."""
from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Mapping

from .errors import BeyondError, UsageError

if TYPE_CHECKING:
    from .equations import Equations
    from .mechanism import Mechanism
    from .study import Answer


def symbol(name: str) -> Any:
    import sympy
    return sympy.Symbol(name)


def from_nodes(data: Mapping[str, Any]) -> list[Any]:
    """SymPy expressions of {"nodes": [...], "entries": [...]}; shared nodes are made once."""
    import sympy
    functions = {"abs": sympy.Abs, "min": sympy.Min, "max": sympy.Max, "pow": sympy.Pow, "<": sympy.Lt, "<=": sympy.Le}
    made: list[Any] = []
    for node in data["nodes"]:
        op, text = node["op"], node.get("text", "")
        args = [made[i] for i in node.get("operands", [])]
        if op == "number":
            value = sympy.Rational(text)
        elif op == "symbol":
            value = symbol(text)
        elif op == "pi":
            value = sympy.pi
        elif op == "add":
            value = sympy.Add(*args)
        elif op == "mul":
            value = sympy.Mul(*args)
        elif op == "piecewise":
            value = sympy.Piecewise(*[(v, c) for c, v in zip(args[0:-1:2], args[1:-1:2])], (args[-1], True))
        elif op == "function":
            name, *orders = text.split(" ")
            f = sympy.Function(name)
            dummies = [sympy.Dummy() for _ in args]
            by = [(d, int(k)) for d, k in zip(dummies, orders) if int(k)]
            value = sympy.Subs(sympy.Derivative(f(*dummies), *by), dummies, args) if by else f(*args)
        elif op == "solve":
            n = int(text)
            value = sympy.Matrix(n, n, args[:n * n]).LUsolve(sympy.Matrix(n, 1, args[n * n:]))
        elif op == "component":
            value = args[0][int(text)]
        elif op in functions:
            value = functions[op](*args)
        else:
            value = getattr(sympy, op)(*args)
        made.append(value)
    return [made[i] for i in data["entries"]]


def to_sympy(x: Any) -> Any:
    """The SymPy form of a formula, a matrix of formulas or equations."""
    return x.to_sympy()


def equations_to_sympy(e: Equations) -> Any:
    out = SimpleNamespace(method=e.method)
    for name, quantity in (("q", "coordinates"), ("u", "speeds"), ("mass_matrix", "mass_matrix"), ("forcing", "forcing"),
                           ("residuals", "residuals"), ("unknowns", "unknowns"), ("velocities", "velocities"),
                           ("left", "left"), ("right", "right")):
        try:
            setattr(out, name, e.matrix(quantity).to_sympy())
        except BeyondError:
            setattr(out, name, None)
    found: set[Any] = set()
    for value in vars(out).values():
        found |= getattr(value, "free_symbols", set())
    out.symbols = {s.name: s for s in sorted(found, key=lambda s: str(s.name))}
    return out


# ---- from SymPy ----

class _Writer:
    """SymPy expressions of dynamicsymbols as texts of the language."""

    def __init__(self, t: Any) -> None:
        self.t = t
        self.names: dict[str, str] = {}

    def name(self, s: Any) -> str:
        """A name of the language for a symbol or function of time."""
        raw = s.func.__name__ if hasattr(s, "func") and s.is_Function else s.name
        clean = "".join(c if c.isalnum() or c == "_" else "_" for c in raw)
        if not clean[:1].isalpha() and clean[:1] != "_":
            clean = "_" + clean
        if clean in ("t", "pi", "world", "T", "U", "energy", "δ", "delta", "in"):
            clean += "_"
        if self.names.setdefault(clean, raw) != raw:
            raise UsageError(f"from_sympy: {raw} and {self.names[clean]} would have the same name")
        return clean

    def __call__(self, e: Any) -> str:
        import sympy
        e = sympy.sympify(e)
        if e.is_Derivative:
            if any(v != self.t for v in e.variables):
                raise BeyondError(f"from_sympy: {e} is not a time derivative")
            return self(e.expr) + "'" * len(e.variables)
        if e == self.t:
            return "t"
        if e.is_Symbol:
            return self.name(e)
        if e.is_Function and e.args == (self.t,) and isinstance(e, sympy.core.function.AppliedUndef):
            return self.name(e)
        if e.is_Rational:
            return f"({e.p}/{e.q})" if e.q != 1 else f"({e.p})" if e.p < 0 else str(e.p)
        if e.is_Float:
            text = repr(float(e)).replace("e+", "e")
            return f"({text})" if text.startswith("-") else text.removesuffix(".0")
        if e == sympy.pi:
            return "pi"
        if e == sympy.E:
            return "exp(1)"
        if e.is_Add:
            return "(" + " + ".join(map(self, e.args)) + ")"
        if e.is_Mul:
            return "*".join(map(self, e.args))
        if e.is_Pow:
            if e.exp == sympy.Rational(1, 2):
                return f"sqrt({self(e.base)})"
            if e.base == sympy.E:
                return f"exp({self(e.exp)})"
            return f"({self(e.base)})^({self(e.exp)})"
        name = {"Abs": "abs", "Min": "min", "Max": "max"}.get(type(e).__name__, type(e).__name__)
        if name in ("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
                    "log", "abs", "sign", "min", "max"):
            return f"{name}({', '.join(map(self, e.args))})"
        raise BeyondError(f"from_sympy: {type(e).__name__} is not a function of the language")


def _statement_lines(values: Mapping[Any, Any], symbols: list[Any], write: _Writer) -> list[str]:
    given = {write.name(k) if not isinstance(k, str) else k: v for k, v in values.items()}
    lines = []
    for s in symbols:
        name = write.name(s)
        value = given.get(name)
        lines.append(f"parameter {name}" + (f" = {write(value)}" if value is not None else ""))
    return lines


def from_sympy(source: Any, values: Mapping[Any, Any] | None = None) -> Mechanism:
    """The mechanism of a KanesMethod (after kanes_equations), LagrangesMethod (after form_lagranges_equations) or System
    (after form_eoms): its kinetic energy, virtual work and constraints. Values of symbols, by symbol or name, become
    parameters."""
    return _import(_method(source), values or {})[0]


class _Import:
    """What is stated of a mechanism: energies, virtual work, constraints, speeds."""

    def __init__(self, q: list[Any]) -> None:
        self.q = q
        self.paths: list[Any] = []
        self.energy: Any = 0
        self.force_function: Any = 0
        self.constraints: list[Any] = []
        self.work: list[tuple[Any, Any]] = []
        self.speeds: list[tuple[Any, Any]] = []


def _integrable(v: Any, q: list[Any], rates: list[Any], t: Any) -> bool:
    """Is v, linear in the rates, the rate of a function of q (and t)?"""
    import sympy
    parts = [v.diff(r) for r in rates]
    rest = v.subs({r: 0 for r in rates})
    if any(p.has(r) for p in parts for r in rates):
        raise BeyondError(f"from_sympy: the velocity {v} is not linear in the rates")
    pairs = [parts[i].diff(q[j]) - parts[j].diff(q[i]) for i in range(len(q)) for j in range(i)]
    frozen = {x: sympy.Dummy() for x in q}
    pairs += [p.subs(frozen).diff(t) - rest.diff(x).subs(frozen) for p, x in zip(parts, q)]
    return all(sympy.simplify(p) == 0 for p in pairs)


def _translation(out: _Import, mass: Any, velocity: Any, frame: Any, rates: list[Any], to_rates: Any, t: Any) -> None:
    """m v²/2. A component that is no rate of a position, as with rolling built in, becomes the rate of a coordinate of
    its own: Lagrange's equations do not hold for an energy reduced by such constraints."""
    import sympy
    from sympy.physics.mechanics import dynamicsymbols
    for axis in (frame.x, frame.y, frame.z):
        v = to_rates(velocity.dot(axis))
        if not _integrable(v, out.q, rates, t):
            path = dynamicsymbols(f"path{len(out.paths) + 1}")
            out.paths.append(path)
            out.constraints.append(path.diff(t) - v)
            v = path.diff(t)
        out.energy += mass * v**2 / 2
    out.energy = sympy.expand(out.energy)


def _kane(source: Any, t: Any) -> _Import:
    import sympy
    from sympy.physics.mechanics import Particle, RigidBody
    if source._fr is None or source._frstar is None:
        raise UsageError("from_sympy: call kanes_equations first")
    out = _Import(list(source.q))
    rates = [x.diff(t) for x in out.q]
    kd = source.kindiffdict()
    u_of = _speeds(source, t)
    frame = source._inertial

    def to_rates(e: Any) -> Any:
        return sympy.trigsimp(sympy.expand(sympy.sympify(e).subs(u_of).doit()))
    for b in source.bodies:
        if isinstance(b, Particle):
            _translation(out, b.mass, b.point.vel(frame), frame, rates, to_rates, t)
        elif isinstance(b, RigidBody):
            _translation(out, b.mass, b.masscenter.vel(frame), frame, rates, to_rates, t)
            spin = b.frame.ang_vel_in(frame)
            out.energy += to_rates(spin.dot(b.central_inertia.dot(spin)) / 2)
        else:
            raise BeyondError(f"from_sympy: a {type(b).__name__} is no particle or rigid body")
    f_h = source._f_h
    out.constraints += [e for e in f_h] if f_h is not None else []
    out.constraints += [to_rates(e) for e in _velocity_constraints(source)]
    out.work = _kane_work(source, out.q, rates, kd, u_of)
    if not any(x.diff(t) == e for x, e in u_of.items()):
        out.speeds = [(s, u_of[s]) for s in list(source.u)[:len(source.u) - len(_velocity_constraints(source))]]
    return out


def _speeds(source: Any, t: Any) -> dict[Any, Any]:
    """The speeds of Kane's method in rates."""
    import sympy
    kd = source.kindiffdict()
    solved = sympy.solve([x.diff(t) - kd[x.diff(t)] for x in source.q], list(source.u), dict=True)
    if not solved or len(solved[0]) != len(source.u):
        raise BeyondError("from_sympy: the speeds are no functions of the rates")
    return {s: sympy.trigsimp(e) for s, e in solved[0].items()}


def _lagrange(source: Any, t: Any) -> _Import:
    import sympy
    out = _Import(list(source.q))
    rates = [x.diff(t) for x in out.q]
    L = sympy.expand(source._L[0] if hasattr(source._L, 'shape') else source._L)
    out.force_function = L.subs({r: 0 for r in rates})
    out.energy = L - out.force_function
    out.constraints = list(source.coneqs)
    total = {x: 0 for x in out.q}
    for point, force in source.forcelist or []:
        for x, w in _virtual(point, force, source.inertial, out.q, rates):
            total[x] += w
    out.work = list(total.items())
    return out


def _method(source: Any) -> Any:
    """The method of a System (SymPy 1.13 and later), which is a KanesMethod or LagrangesMethod; others are one."""
    if not (hasattr(source, "form_eoms") and hasattr(source, "eom_method")):
        return source
    if source.eom_method is None:
        raise UsageError("from_sympy: call form_eoms first")
    return source.eom_method


def _import(source: Any, values: Mapping[Any, Any]) -> tuple[Mechanism, _Writer]:
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    from .mechanism import Mechanism
    t = dynamicsymbols._t
    kinds = {"KanesMethod": _kane, "LagrangesMethod": _lagrange}
    kind = next((c.__name__ for c in type(source).__mro__ if c.__name__ in kinds), None)
    if kind is None:
        raise UsageError(f"from_sympy: a KanesMethod, LagrangesMethod or System is needed, not {type(source).__name__}")
    found, write = kinds[kind](source, t), _Writer(t)
    everything = [sympy.sympify(e) for e in (found.energy, found.force_function, *found.constraints,
                                             *(w for _, w in found.work), *(v for _, v in found.speeds))]
    coordinates = found.q + found.paths
    symbols = sorted({s for e in everything for s in e.free_symbols if s != t}, key=lambda s: str(s.name))
    functions = {f for e in everything for f in e.atoms(sympy.core.function.AppliedUndef) if f.args == (t,)}
    inputs = sorted(functions - set(coordinates), key=str)
    out = _statement_lines(values, symbols, write)
    out.append("coordinate " + ", ".join(map(write.name, coordinates)))
    if inputs:
        out.append("input " + ", ".join(map(write.name, inputs)))
    out.append(f"kinetic energy {write(found.energy)}")
    if found.force_function != 0:
        out.append(f"force function {write(found.force_function)}")
    out += [f"work ({write(w)})*δ({write(x)})" for x, w in found.work if w != 0]
    out += [f"constraint {write(e)} = 0" for e in found.constraints]
    out += [f"speed {write.name(s)} = {write(v)}" for s, v in found.speeds]
    return Mechanism("\n".join(out) + "\n", "SymPy"), write


def _velocity_constraints(kane: Any) -> list[Any]:
    import sympy
    k, f = getattr(kane, "_k_nh", None), getattr(kane, "_f_nh", None)
    if k is None or not k.shape[0]:
        return []
    return list(sympy.Matrix(k) * sympy.Matrix(kane.u) + sympy.Matrix(f))


def _virtual(point: Any, force: Any, frame: Any, q: list[Any], rates: list[Any]) -> list[tuple[Any, Any]]:
    """(coordinate, generalized force) of a force at a point or a torque on a frame."""
    from sympy.physics.mechanics import ReferenceFrame
    v = point.ang_vel_in(frame) if isinstance(point, ReferenceFrame) else point.vel(frame)
    return [(x, v.diff(r, frame, var_in_dcm=False).dot(force)) for x, r in zip(q, rates)]


def _kane_work(kane: Any, q: list[Any], rates: list[Any], kd: Mapping[Any, Any],
               u_of: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    """Generalized forces on q: partial velocities by u, and du/dq' of the kinematic equations."""
    from sympy.physics.mechanics import ReferenceFrame
    total = {x: 0 for x in q}
    for item in kane.forcelist or []:
        where, force = (item.point, item.force) if hasattr(item, "point") else \
            (item.frame, item.torque) if hasattr(item, "torque") else item
        frame = kane._inertial
        v = where.ang_vel_in(frame) if isinstance(where, ReferenceFrame) else where.vel(frame)
        in_speeds = {r: kd[r] for r in rates}
        v = v.subs(in_speeds) if hasattr(v, "subs") else v
        for s in kane.u:
            partial = v.diff(s, frame, var_in_dcm=False).dot(force)
            for x, r in zip(q, rates):
                total[x] += partial * u_of[s].diff(r)
    return [(x, w.subs(u_of) if hasattr(w, "subs") else w) for x, w in total.items()]


def check(source: Any, values: Mapping[Any, Any] | None = None) -> Answer:
    """Proves or refutes the equations that SymPy has derived, as claims about the imported mechanism."""
    import sympy
    from sympy.physics.mechanics import dynamicsymbols

    from .mechanism import Mechanism
    t = dynamicsymbols._t
    source = _method(source)
    m, write = _import(source, values or {})
    if hasattr(source, "_frstar"):
        u_of = _speeds(source, t)
        derivatives = {s.diff(t): e.diff(t) for s, e in u_of.items()}
        equations = [e.subs(derivatives).subs(u_of) for e in source._fr + source._frstar]
    elif list(source.coneqs):
        raise BeyondError("check: equations with multipliers of SymPy are not claimed yet")
    else:
        equations = list(source.eom)
    claims = "".join(f"claim equation {write(e)} = 0\n" for e in equations)
    return Mechanism(m.text + claims, "SymPy").prove()
