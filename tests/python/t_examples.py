"""What the tutorial shows."""
import pickle
import re

import numpy as np

import visviva as vv
from visviva import display
from models import CART, HOOP, cart, oscillator
from tap import done, ok


def looks():
    m = vv.load(HOOP)
    ok(m.dof == 3 and m.coordinates.names == ["x", "y", "ψ", "θ", "φ"], "coordinates, degrees of freedom")
    ok(repr(m.parameters) == "(m [kg], a [m], g [m*s^-2])", "parameters show their units", m.parameters)
    ok(m.parameters["a"].value == 0.5 and m.replace(a=0.3).parameters["a"].value == 0.3, "replace")
    ok(m.parameters["a"].value == 0.5, "the mechanism itself is immutable")
    ok(m.coordinates["theta"].name == "θ" and "theta" in m.coordinates, "Greek may be spelt")
    ok(m.bodies["hoop"].mass.text == "m" and m.constraints[0].kind == "linear", "bodies, constraints")
    ok(m.bodies["hoop"].inertia.latex.count("frac") == 2, "tensors in LaTeX", m.bodies["hoop"].inertia.latex)
    ok(m == vv.Mechanism(m.text) and m != m.replace(a=1) and hash(m) == hash(vv.Mechanism(m.text)), "equality")
    ok(pickle.loads(pickle.dumps(m)) == m, "pickled as text")
    applies = m.methods()
    ok(applies["appell"] == "" and "holonomic" in applies["lagrange"], "methods, with the reason", applies)
    ok("<main" not in vv.load(HOOP).equations().latex and "math" in m._repr_html_(), "HTML")


def equations():
    e = vv.load(HOOP).equations("appell")
    ok(e.mass_matrix.shape == (3, 3) and e.mass_matrix[0, 0].text == "3/2*m*a^2", "mass matrix")
    ok(e.mass_matrix[0, 0].latex == r"\frac{3}{2} m a^2", "LaTeX", e.mass_matrix[0, 0].latex)
    ok("\\begin{pmatrix}" in e.mass_matrix._repr_latex_() and e._repr_latex_().count("&=") == 3, "display")
    ok("<math" in e.residuals[0].mathml and "nodes" in e.residuals[0].json, "MathML, JSON")
    ok("2*r' - p*q = 0" in str(e) and "<math" in e._repr_html_(), "the command's report")


def builds():
    b = vv.Builder("Cart and pendulum")
    M, m, l, g = b.parameters("M = 1 [kg], m = 0.2 [kg], l = 0.5 [m], g = 9.81 [m/s^2]")
    x, θ = b.coordinates("x [m], θ [rad]")
    F, W = b.input("F [N]"), b.world
    C = b.point("C", x*W.x)
    P = b.point("P", C + l*(vv.sin(θ)*W.x - vv.cos(θ)*W.z))
    b.mass(M, at=C), b.mass(m, at=P), b.gravity(-g*W.z), b.force(F*W.x, at=C)
    b.start({θ: 3.0}), b.output("y", x)
    built, read = b.finish(), cart()
    ok([str(r) for r in built.equations().residuals] == [str(r) for r in read.equations().residuals], "the same equations")
    b.add("mass nothing at C")
    try:
        b.finish()
        ok(False, "an error")
    except vv.ModelError as e:
        ok("t_examples.py:" in str(e) and e.diagnostics[0].code == "VV0301", "errors name the Python line", e)
    s = vv.Builder()
    a, = s.parameters("a[1..3] = 1")
    t = vv.Expression("t")
    ok(len(a) == 3 and str(a[1]) == "a[2]", "families")
    for got, wanted in ((2 - (t - 1), "2 - (t - 1)"), (-(t + 1)**2, "-(t + 1)^2"), (t/(2*t), "t/(2*t)"),
                        ((-t)**2, "(-t)^2"), (t**-1, "t^(-1)"), (1/t/t, "1/t/t"), (np.float64(2)*t, "2*t"),
                        (-2*t, "(-2)*t"), ((t + 1).d, "(t + 1)'"), (0.1*t, "0.1*t"), (1e-30*t, "1e-30*t"),
                        (t - (-1)*t, "t - (-1)*t"), (t*(t/2), "t*(t/2)")):
        ok(str(got) == wanted, f"operators: {wanted}", got)


def linear():
    m = cart()
    lin = m.linearize(at={"θ": np.pi})
    w = 0.2*9.81/(1*0.5) + 9.81/0.5
    ok(np.allclose(lin.A, [[0, 0, 1, 0], [0, 0, 0, 1], [0, 0.2*9.81, 0, 0], [0, w, 0, 0]], rtol=1e-14), "A", lin.A)
    ok(np.allclose(lin.B.ravel(), [0, 0, 1, 2]) and np.array_equal(lin.C, [[1, 0, 0, 0]]) and lin.D.shape == (1, 1), "B C D")
    ok(lin.symbols.A[3, 1].text == "m*g/(M*l) + g/l" and lin.states == ("x", "θ", "x'", "θ'"), "in symbols")
    ok(abs(lin.poles.real.max() - w**0.5) < 1e-12, "poles")
    ok((lin.controllability_rank, lin.observability_rank) == (4, 4) and lin.controllable, "ranks")
    ok(len(m.linearize()) == 2, "all equilibria")
    f = m.function("accelerations", "d(accelerations, x)")
    at = f(x=np.array([0, np.pi, 0, 0]))
    ok(np.allclose(at[1], lin.A[2:], atol=1e-13), "the derivatives of the accelerations")


def solvers():
    from scipy.integrate import solve_ivp
    m = vv.load(HOOP)
    rhs = m.rhs()
    sol = solve_ivp(rhs, (0, 2), rhs.x0, method="DOP853", rtol=1e-12, atol=1e-12)
    run = m.simulate(2)
    q = sol.y[:len(m.coordinates), -1]
    ok(np.allclose(q, run.q[-1], atol=1e-9), "solve_ivp and simulate agree", q - run.q[-1])
    x = rhs.x0 + 0.1
    eps = 1e-6
    J = np.column_stack([(rhs(0, x + eps*e) - rhs(0, x - eps*e))/(2*eps) for e in np.eye(len(x))])
    ok(np.allclose(rhs.jac(0, x), J, atol=1e-7), "jac is the derivative", rhs.jac(0, x) - J)
    ok(np.array_equal(rhs(0, np.column_stack([x, x + 1]))[:, 1], rhs(0, x + 1)), "vectorized")
    stiff = solve_ivp(rhs, (0, 1), rhs.x0, method="Radau", jac=rhs.jac, rtol=1e-8, atol=1e-10)
    ok(np.allclose(stiff.y[:5, -1], m.simulate(1).q[-1], atol=1e-5), "with its Jacobian")


def shows():
    run = oscillator().simulate(2, dt=0.1)
    ok(run.plot("x", "energy")._repr_svg_().startswith("<svg"), "plot of a run")
    ok(oscillator().plot("x", until=1.0)._repr_svg_().startswith("<svg"), "plot by the engine")
    picture = run.plot("x", "x'", "energy")
    ok(picture.text.count("stroke-linejoin") == 3 and "x, x', energy" in picture.text, "one panel where nothing has a unit")
    ok(picture._repr_html_().startswith('<img src="data:image/svg+xml;base64,'), "a picture is an image in pages")
    hoop = vv.load(HOOP).simulate(1).plot("theta", "G", "reaction(P)")
    ok([s in hoop.text for s in (">G.x, G.y, G.z [m]<", ">θ<", "reaction(P).z [N]<", ">t [s]<")] == [True]*4,
       "a panel for each unit, a curve for each component", hoop.text[:2000])
    report = vv.load(HOOP).equations()._repr_html_()
    selectors = [s.strip() for rule in re.findall(r"([^{}]+){", display.REPORT_STYLE) for s in rule.split(",")]
    ok(report.startswith('<div class="visviva"><style>') and len(selectors) > 20
       and all(s.startswith(".visviva") for s in selectors), "a report in a notebook styles nothing outside of it", selectors)
    page = cart().simulate(1).animate()
    ok("srcdoc=" in page._repr_html_() and "http-equiv" in page.html and "src=" not in page.html, "a page of its own")
    ok("int main" in cart().export("c") or "double" in cart().export("c"), "export")
    df = run.to_pandas()
    ok(list(df.columns) == run.names[1:] and df.attrs["units"]["time"] == "s" and len(df) == 21, "pandas")
    ds = run.to_xarray()
    ok(np.array_equal(ds["x"].values, run["x"]), "xarray")
    ok(list(run.to_dict()) == run.names, "dict")


def main():
    looks(), equations(), builds(), linear(), solvers(), shows()
    try:
        vv.Mechanism("coordinate θ\nkinetic energy m*φy'^2/2\n")
    except vv.ModelError as e:
        d = e.diagnostics[0]
        ok("^" in str(e) and (d.code, d.line) == ("VV0301", 2) and "declare" in d.hint, "errors", e)
    done()


main()
