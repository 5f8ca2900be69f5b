"""SymPy both ways."""
import sympy as sp
from sympy.physics.mechanics import (KanesMethod, LagrangesMethod, Particle, Point, ReferenceFrame, RigidBody,
                                     dynamicsymbols, inertia)

import visviva as vv
from models import HOOP, cart, raises
from tap import done, ok

m, g, l, r = sp.symbols("m g l r")


def rolling_disc():
    """SymPy's own example: no coordinates of the place, rolling is in the velocity of the centre."""
    q1, q2, q3, u1, u2, u3 = dynamicsymbols("q1 q2 q3 u1 u2 u3")
    N = ReferenceFrame("N")
    Y = N.orientnew("Y", "Axis", [q1, N.z])
    L = Y.orientnew("L", "Axis", [q2, Y.x])
    R = L.orientnew("R", "Axis", [q3, L.y])
    spin = R.ang_vel_in(N)
    R.set_ang_vel(N, u1*L.x + u2*L.y + u3*L.z)
    C = Point("C")
    C.set_vel(N, 0)
    centre = C.locatenew("D", r*L.z)
    centre.v2pt_theory(C, N, R)
    kinematic = [(R.ang_vel_in(N) - spin).dot(v) for v in L]
    body = RigidBody("D", centre, R, m, (inertia(L, m/4*r**2, m/2*r**2, m/4*r**2), centre))
    kane = KanesMethod(N, q_ind=[q1, q2, q3], u_ind=[u1, u2, u3], kd_eqs=kinematic)
    kane.kanes_equations([body], [(centre, -m*g*Y.z)])
    return kane, q2


def pendulum():
    q = dynamicsymbols("q")
    return LagrangesMethod(m*l**2*q.diff()**2/2 + m*g*l*sp.cos(q), [q])


def exports():
    S = cart().equations().to_sympy()
    M, mm, ll, θ = (S.symbols[n] for n in ("M", "m", "l", "θ"))
    wanted = sp.Matrix([[M + mm, mm*ll*sp.cos(θ)], [mm*ll*sp.cos(θ), mm*ll**2]])
    ok(sp.simplify(S.mass_matrix - wanted) == sp.zeros(2, 2), "the mass matrix", S.mass_matrix)
    accelerations = S.mass_matrix.LUsolve(S.forcing)
    at = {"M": 1, "m": 0.2, "l": 0.5, "g": 9.81, "x": 0, "θ": 0.7, "x'": 0, "θ'": 1.3, "F": 0.4}
    numbers = [float(a.subs({S.symbols[k]: v for k, v in at.items() if k in S.symbols})) for a in accelerations]
    f = cart().function("accelerations")(q=[0, 0.7], qd=[0, 1.3], u=[0.4])
    ok(max(abs(numbers - f)) < 1e-12, "and the numbers of the compiled function", numbers)
    e = vv.load(HOOP).equations("appell")
    text = eval(e.residuals[2].sympy, {"Symbol": sp.Symbol, **{n: sp.Symbol(n) for n in "maqprθ"}})
    ok(sp.simplify(text - e.residuals[2].to_sympy()) == 0, "the text for sympify is the same")


def imports():
    lm = pendulum()
    lm.form_lagranges_equations()
    ok(vv.check(lm).all_proved, "Lagrange's equations of SymPy are proved")
    p = vv.from_sympy(lm, {l: 0.5, g: 9.81, "m": 2})
    ok(p.parameters["l"].value == 0.5 and p.parameters["m"].value == 2, "values")
    kane, q2 = rolling_disc()
    ok(vv.from_sympy(kane, {r: 0.5}).dof == 3, "a rolling disc")
    v = vv.check(kane)
    ok(v.raise_if_refuted() is v and v.all_proved, "its equations are proved", v.summary)
    kane._fr = kane._fr + sp.Matrix([sp.sin(q2)/1000, 0, 0])
    ok(vv.check(kane).any_refuted, "and refuted with a term too many")


def forced():
    """A particle on a spring, with friction and a force from outside, by Kane."""
    q, u, F = dynamicsymbols("q u F")
    k, c = sp.symbols("k c")
    N = ReferenceFrame("N")
    P = Point("P")
    P.set_vel(N, u*N.x)
    kane = KanesMethod(N, [q], [u], kd_eqs=[q.diff() - u])
    kane.kanes_equations([Particle("P", P, m)], [(P, (F - k*q - c*u)*N.x)])
    model = vv.from_sympy(kane)
    ok(model.inputs.names == ["F"] and vv.check(kane).all_proved, "forces and inputs", model.text)


class System:
    """A stand-in for SymPy's System, which comes with 1.13: the same attributes, and a method once it is formed."""

    def __init__(self, frame):
        self.frame, self.q, self.u, self.kdes, self.bodies, self.loads, self.eom_method = frame, [], [], [], [], [], None

    def form_eoms(self, eom_method=KanesMethod):
        self.eom_method = eom_method(self.frame, q_ind=self.q, u_ind=self.u, kd_eqs=self.kdes, bodies=self.bodies,
                                     forcelist=self.loads)
        return self.eom_method._form_eoms()


def systems():
    q, u = dynamicsymbols("q u")
    k = sp.symbols("k")
    N = ReferenceFrame("N")
    P = Point("P")
    P.set_vel(N, u*N.x)
    system = System(N)
    ok(raises(vv.UsageError, lambda: vv.from_sympy(system), "form_eoms"), "a System that is not formed")
    system.q, system.u, system.kdes = [q], [u], [q.diff() - u]
    system.bodies, system.loads = [Particle("P", P, m)], [(P, -k*q*N.x)]
    system.form_eoms()
    model = vv.from_sympy(system, {k: 8, m: 2})
    ok(model.modes()[0].frequencies.tolist() == [2.0] and vv.check(system).all_proved, "a System of SymPy 1.13", model.text)
    if hasattr(sp.physics.mechanics, "System"):  # the real one, where there is one
        real = sp.physics.mechanics.System(N, Point("O"))
        real.q_ind, real.u_ind, real.kdes = [q], [u], [q.diff() - u]
        real.add_bodies(Particle("P", P, m)), real.add_loads((P, -k*q*N.x))
        real.form_eoms()
        ok(vv.check(real).all_proved, "and the real one")


def refused():
    ok(raises(vv.UsageError, lambda: vv.from_sympy(3), "KanesMethod"), "another thing")
    N = ReferenceFrame("N")
    q, u = dynamicsymbols("q u")
    ok(raises(vv.UsageError, lambda: vv.from_sympy(KanesMethod(N, [q], [u], kd_eqs=[q.diff() - u])), "first"), "too early")
    lm = LagrangesMethod(q.diff()**2/2 - sp.besselj(0, q), [q])
    ok(raises(vv.BeyondError, lambda: vv.from_sympy(lm), "besselj"), "a function that the language does not have")


exports(), imports(), forced(), systems(), refused()
done()
