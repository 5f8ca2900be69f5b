"""Wrong uses: each has its exception, whose sentence says what is wrong; what was called works on, nothing leaks."""
import gc
import math
import os
import pickle
import subprocess
import sys
import time

import numpy as np

import visviva as vv
from models import CART, oscillator
from tap import done, ok, skip

M = vv.Mechanism(CART.replace("run 2 [s]\n", ""))
F = M.function("accelerations")
Z = np.zeros
NAN = float("nan")
NOW = M.simulation()        # stands at its start all the time
RUN = M.simulate(0.1, dt=0.05)


def closed():
    s = M.simulation()
    s.close()
    return s


def answering(value, period=0.05):
    return lambda: M.simulate(0.1, dt=0.05, control=lambda t, q, qd: value, period=period)


def fed(value):
    return lambda: M.simulate(0.1, dt=0.05, inputs={"F": value})


U, T, E = vv.UsageError, TypeError, vv.ModelError
CASES = [
    # texts and files
    (lambda: vv.Mechanism(3), T, "not int"),
    (lambda: vv.Mechanism(b"coordinate x"), T, "not bytes"),
    (lambda: vv.Mechanism("coordinate x\0"), E, "U+0000"),
    (lambda: vv.Mechanism("coordinate x\nkinetic energy m*x'^2/2"), E, "unknown name 'm'"),
    (lambda: vv.load("nothing.vv"), FileNotFoundError, "nothing.vv"),
    (lambda: vv.load("/"), IsADirectoryError, "/"),
    (lambda: vv.load(3), T, "int"),
    (lambda: vv.load("/proc/self/exe"), E, "is not UTF-8"),
    (lambda: vv.Builder(3), T, "not int"),
    # names and values
    (lambda: M.parameters["a"], KeyError, "M, m, l, g"),
    (lambda: M.coordinates["y"], KeyError, "no coordinate 'y'"),
    (lambda: M.replace(a=3), U, "no parameter 'a'"),
    (lambda: M.replace(l=NAN), U, "not a finite number"),
    (lambda: M.replace(l="a"), ValueError, "'a'"),
    (lambda: M.replace(l=-1), E, "assumption"),
    (lambda: M.equations("lagrang"), U, "did you mean lagrange?"),
    (lambda: M.equations(option=3), U, "no option 'option'"),
    (lambda: M.equations().mass_matrix[5, 5], IndexError, "(5, 5)"),
    (lambda: M.study("lincense"), U, "did you mean licence?"),
    (lambda: M.study("modes", abot=3), U, "did you mean about?"),
    (lambda: M.study("modes").modes.position[9], IndexError, "2 parts"),
    (lambda: M.study("modes").nothing, AttributeError, "nothing"),
    (lambda: M.prove()["nothing"], KeyError, "did you mean"),
    (lambda: vv.verify(M.text, "abc"), E, "certificate"),
    (lambda: vv.verify(M.text, 3), T, "not int"),
    (lambda: M.linearize(at={"φ": 1}), KeyError, "no coordinate 'φ'"),
    (lambda: M.linearize(at={"θ": NAN}), U, "no equilibria"),
    (lambda: M.linearize(at="start"), T, "visviva.START"),
    (lambda: M.export("cobol"), U, "c, python"),
    (lambda: M.report("/nowhere/report.html"), FileNotFoundError, "nowhere"),
    (lambda: vv.check(3), U, "KanesMethod"),
    (lambda: setattr(M.parameters["l"], "value", 3), AttributeError, "replace(l=3)"),
    (lambda: setattr(M.coordinates["x"], "name", "y"), AttributeError, "constant"),
    (lambda: pickle.dumps(NOW), T, "save()"),
    (lambda: pickle.dumps(RUN), T, "to_dict()"),
    (lambda: pickle.dumps(M.prove()), T, "report('json')"),
    # functions
    (lambda: M.function(), T, "outputs are texts"),
    (lambda: M.function("acelerations"), U, "did you mean accelerations?"),
    (lambda: M.function("l*cos(φ)"), E, "unknown name 'φ'"),
    (lambda: M.function("d(accelerations, q7)"), U, "no variable 'q7'"),
    (lambda: M.function("accelerations", state="rate"), U, "did you mean rates?"),
    (lambda: F(q=[0, 0]), U, "qd is missing"),
    (lambda: F(q=[0, 0, 0], qd=[0, 0]), U, "2 entries (x, θ), not 3"),
    (lambda: F(q=Z((3, 2)), qd=Z((4, 2))), U, "do not broadcast"),
    (lambda: F(q=["a", "b"], qd=[0, 0]), U, "numbers are needed"),
    (lambda: F(q=[0, 1j], qd=[0, 0]), U, "complex"),
    (lambda: F(q=[[0, 0], [0]], qd=[0, 0]), ValueError, "inhomogeneous"),
    (lambda: F(q=[0, 0], qd=[0, 0], p={"a": 1}), U, "no parameter 'a'"),
    (lambda: F(q=[0, 0], qd=[0, 0], u={"G": 1}), U, "no input 'G'"),
    (lambda: F(q=[0, 0], qd=[0, 0], out=Z(3)), U, "shape (2,)"),
    (lambda: F(q=[0, 0], qd=[0, 0], out=Z(2, dtype=np.float32)), U, "float64"),
    (lambda: F(q=[0, 0], qd=[0, 0], threads=-1), U, "threads"),
    (lambda: F(q=[0, 0], qd=[0, 0], threads="two"), U, "threads"),
    (lambda: F(x=Z(4), q=[0, 0]), U, "whole state"),
    (lambda: F.eval(0.0, Z(3)), ValueError, "4 numbers"),
    (lambda: F.eval(0.0, Z(4, dtype=np.float32)), T, "float64"),
    (lambda: F.eval(0.0, Z(8)[::2]), ValueError, "contiguous"),
    (lambda: F.eval(0.0, Z(4), out=Z(9)), ValueError, "2 numbers"),
    (lambda: M.rhs()(0, "abcd"), U, "numbers are needed"),
    # motions
    (lambda: M.simulate(), U, "how long?"),
    (lambda: M.simulate(-1), U, "finite time"),
    (lambda: M.simulate(NAN), U, "finite time"),
    (lambda: M.simulate(1, dt=0), U, "dt"),
    (lambda: M.simulate(1, tolerance=-1), U, "tolerance"),
    (lambda: M.simulate(1, tolerance=NAN), U, "NaN"),
    (lambda: M.simulate(1, tolerance="a"), U, "takes a number"),
    (lambda: M.simulate(1, tolerence=1e-9), U, "did you mean tolerance?"),
    (lambda: M.simulate(1, integrator="rk9"), U, "did you mean rk8?"),
    (lambda: M.simulate(1, form="min"), U, "no form 'min'"),
    (lambda: M.simulate(1, columns=["φ"]), E, "unknown name 'φ'"),
    (lambda: M.simulate(1, columns="energy"), T, "list"),
    (lambda: M.simulate(1, sensitivities=["a"]), E, "sensitivities = m"),
    (fed("sin(3*t"), E, "')' is missing"),
    (fed(NAN), U, "finite"),
    (fed(([0, 1], [0])), U, "same length"),
    (fed(([1, 0], [0, 0])), U, "point 1"),
    (fed(([0, 1], [0, NAN])), U, "point 1"),
    (fed(([0, 1, 2],)), U, "table"),
    (lambda: M.simulate(1, inputs={"G": 1.0}), KeyError, "no input 'G'"),
    (lambda: M.simulate(1, control=3), T, "law(t, q, qd)"),
    (answering("abc"), U, "'abc'"),
    (answering([1, 2]), U, "2 numbers for 1 input (F)"),
    (answering(NAN), U, "no value"),
    (answering(math.inf), U, "infinite"),
    (answering({"G": 1}), KeyError, "no input 'G'"),
    (answering(0, period=-1), U, "period"),
    (lambda: M.simulate(0.1, control=lambda t, q, qd: {}["mine"], period=0.05), KeyError, "mine"),
    (lambda: M.simulate(0.1, control=lambda t, q, qd: {}["mine"]), KeyError, "mine"),
    (lambda: M.simulate(0.1, events=[vv.Event(lambda t, q, qd: 1 / 0)]), ZeroDivisionError, "division"),
    (lambda: vv.Event("θ", direction=2), U, "direction"),
    (lambda: M.simulate(0.1, events=[3]), T, "expression or a function"),
    (lambda: M.simulate(0.1, events=[vv.Event("θ -")]), E, "missing after '-'"),
    (lambda: closed().advance(1), ValueError, "closed"),
    (lambda: closed().q, ValueError, "closed"),
    (lambda: NOW.advance(-1), U, "before the present one"),
    (lambda: NOW.set(q=[NAN, 0]), U, "finite"),
    (lambda: NOW.set(phi=1), U, "no coordinate or rate 'phi'"),
    (lambda: NOW.at(5.0), U, "within the last step"),
    (lambda: NOW.restore(b"abc"), U, "damaged"),
    (lambda: NOW["nothing"], KeyError, "no column"),
    (lambda: NOW.inputs.__setitem__("F", NAN), U, "finite"),
    (lambda: RUN(3.0), U, "not within the record"),
    (lambda: RUN["nothing"], KeyError, "no column"),
    (lambda: RUN.plot("nothing"), KeyError, "no column"),
    (lambda: RUN.save("table.foo"), U, ".foo"),
    (lambda: RUN.save("/nowhere/table.csv"), FileNotFoundError, "nowhere"),
    # sweeps
    (lambda: M.sweep(), U, "nothing varies"),
    (lambda: M.sweep(l=vv.normal(0.5, 0.01), members=3), E, "until = 20"),
    (lambda: M.sweep(l=vv.normal(0.5, 0.01), members=-3, until=1), U, "members"),
    (lambda: M.sweep(l=[1, 2, 3], θ=[1, 2], until=1), U, "one length"),
    (lambda: M.sweep(a=vv.normal(0.5, 1), members=3, until=1), U, "'a'"),
    (lambda: M.sweep(l=vv.normal(0.5, 0.01), members=3, until=1, executor=3), T, "submit"),
    (lambda: vv.normal(0.5, -1), U, "deviation"),
]


def refused(call, kind, fragment):
    """None, or what came instead."""
    try:
        answer = call()
    except kind as e:
        return None if fragment in str(e) and "vv_" not in str(e) and "--" not in str(e) else repr(e)
    except BaseException as e:  # noqa: B902
        return repr(e)
    return f"no exception, but {answer!r}"


def all_refused():
    for call, kind, fragment in CASES:
        found = refused(call, kind, fragment)
        ok(found is None, f"line {call.__code__.co_firstlineno}: {kind.__name__}, {fragment}", found)
    ok(F(q=[0, 3.0], qd=[0, 0])[1] != 0 and NOW.t == 0 and NOW.advance(0.1) is None and len(RUN.q) == 3,
       "what refused them works on")


def kept_arrays():
    """What a callback is given is its own: it may keep it, and writing into it changes nothing."""
    kept, seen = [], []

    def law(t, q, qd):
        kept.append(q)
        seen.append(q.tolist())
        return 0.0

    def spoils(t, q, qd):
        q[:] = qd[:] = 7
        return 0.0

    def watch(t, q, qd):
        kept.append(qd)
        seen.append(qd.tolist())
        return 1.0
    plain = M.simulate(0.5, dt=0.1).q
    for options in ({"control": law, "period": 0.05}, {"control": law}, {"events": [vv.Event(watch)]}):
        M.simulate(0.5, dt=0.1, **options)
    gc.collect()
    ok([a.tolist() for a in kept] == seen and len(seen) > 20, "arrays that callbacks keep", len(seen))
    ok(np.array_equal(M.simulate(0.5, dt=0.1, control=spoils, period=0.1).q, M.simulate(
        0.5, dt=0.1, control=lambda t, q, qd: 0.0, period=0.1).q), "arrays that callbacks write into", plain)


def resident():
    with open("/proc/self/statm", encoding="ascii") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def nothing_leaks():
    """The quick ones again and again."""
    if os.environ.get("VV_SANITIZED"):
        return skip("memory", "a sanitizer keeps what is freed")
    quick = []
    for call, kind, fragment in CASES:
        start = time.perf_counter()
        refused(call, kind, fragment)
        if time.perf_counter() - start < 3e-3:
            quick.append((call, kind, fragment))
    for k in range(30):
        if k == 10:
            gc.collect()
            before = resident()
        for case in quick:
            refused(*case)
    gc.collect()
    grown = resident() - before
    ok(len(quick) > 20 and grown < 2**20, f"twenty times {len(quick)} wrong uses: no memory is lost", grown)


def without(module, program):
    """A program where a module cannot be imported."""
    hidden = f"import sys; sys.modules[{module!r}] = None; import visviva as vv\n"
    return subprocess.run([sys.executable, "-c", hidden + program], capture_output=True, text=True)


def missing_packages():
    m = f"m = vv.Mechanism({oscillator().text!r}); r = m.simulate(0.1, dt=0.05)\n"
    for module, call in (("pandas", "r.to_pandas()"), ("xarray", "r.to_xarray()"), ("h5py", "r.save('/tmp/nothing.h5')"),
                         ("sympy", "m.equations().to_sympy()"), ("control", "m.linearize()[0].to_control()"),
                         ("scipy", "m.linearize()[0].to_scipy()")):
        run = without(module, m + f"try: {call}\nexcept ImportError as e: print('missing:', e)\nprint(r.q[0])")
        fine = run.returncode == 0 and ("missing:" in run.stdout and module in run.stdout or module == "h5py")
        ok(fine, f"without {module}: {call}", run.stdout, run.stderr)


all_refused()
kept_arrays()
nothing_leaks()
missing_packages()
done()
