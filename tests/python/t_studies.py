"""Studies, proofs, sweeps as objects."""
import json
import math
import os
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import visviva as vv
from models import HOOP, cart, oscillator, raises
from tap import done, ok


def proofs():
    m = vv.load(HOOP)
    v = m.prove()
    ok(v.all_proved and bool(v) and not v.any_refuted, "a proof", v.verdict)
    pair = v["appell = kane"]
    ok(pair.proved and pair.verdict == "proved" and v["kane = appell"].what == pair.what, "a verdict by its question")
    ok(raises(KeyError, lambda: v["appel = kane"], "appell = kane"), "a question that was not asked: the nearest")
    ok(vv.verify(m.text, pair.certificate) and vv.verify(m, v), "replayed")
    alone = json.loads(pair.certificate)
    ok([x["what"] for x in alone["verdicts"]] == [pair.what] and (alone["proved"], alone["refuted"]) == (1, 0),
       "its certificate is of it alone", alone["verdicts"])
    ok(vv.verify(m, json.dumps(alone, indent=1)), "also written by another program")
    ok(raises(vv.UsageError, lambda: vv.verify(cart(), v.certificate), "another model"), "not for another model")
    wrong = v.certificate.replace('"proved"', '"refuted"', 1)
    ok(raises((vv.Error, AssertionError), lambda: exec("assert vv.verify(m, wrong)", {"vv": vv, "m": m, "wrong": wrong})),
       "a changed certificate does not pass")
    bad = vv.Mechanism(oscillator().text.replace("k*x^2\n", "2*k*x^2\n", 1) + "claim integral x'\n").prove()
    ok(bad.any_refuted and not bad and raises(AssertionError, bad.raise_if_refuted, "refuted"), "a refuted claim")
    ok('class="visviva"' in v._repr_html_() and "proved" in str(v), "display")


def truth():
    m = vv.Mechanism("coordinate x\nkinetic energy x'^2/2\nclaim identity (-1)^(x+1) = -(-1)^x\n").prove()
    v = m.verdicts[-1]
    ok(v.verdict == "undecided" and raises(vv.Undecided, lambda: bool(v)), "no silent False", v)


def studies():
    m = oscillator()
    e = m.equilibria()
    ok(len(e) == 1 and e[0].position == {"x": 0.0} and e[0].symbols["x"].text == "0", "an equilibrium")
    ok(e[0].stability.proved and e[0].modes().frequencies.tolist() == [2.0], "its stability and frequency",
       e[0].modes().frequencies)
    stable = {round(p.position["θ"], 6): p.stability.verdict for p in cart().equilibria()}
    ok(stable == {0.0: "proved", round(math.pi, 6): "refuted"}, "stable below, not above", stable)
    free = vv.Mechanism("\n".join(line for line in cart().text.split("\n") if not line.startswith("assume")))
    stable = {round(p.position["θ"], 6): p.stability.by_values for p in free.equilibria()}
    ok(stable == {0.0: "stable", round(math.pi, 6): "unstable"}, "under conditions: by the values", stable)
    hoop = vv.load(HOOP)
    ok("sin(θ)" in hoop.integrals()[0].expression.text, "integrals")
    motions = hoop.steady_motions()
    ok(len(motions) == 5 and motions[0].verdict[0].proved, "steady motions")
    growth = hoop.constraint_analysis().growth
    ok("3" in str(growth), "the growth vector", growth)
    a = hoop.study("linearize")
    ok(a.linearize.position[1].A.array.shape == (8, 8) and a["linearize"]["position"][-1].A.value.shape == (8, 8), "a tree")
    ok(raises(AttributeError, lambda: a.linearise, "linearize") and raises(IndexError, lambda: a.linearize.position[7]),
       "parts that are not there")
    ok(raises(vv.UsageError, lambda: hoop.study("modez"), "modez"), "an unknown topic")
    ok(hoop.linearize(at=vv.START).A.shape == (8, 8), "about a motion")
    ok(raises(vv.UsageError, lambda: cart().linearize(at={"θ": 1.0}), "3.14159"), "no equilibrium there")


def control():
    import sys
    from types import SimpleNamespace
    seen = {}
    sys.modules["control"] = SimpleNamespace(ss=lambda A, B, C, D, **names: seen.update(A=A, **names) or seen)
    cart().linearize(at={"θ": 0}).to_control()
    ok(seen["states"] == ["x", "θ", "x'", "θ'"] and seen["inputs"] == ["F"] and seen["outputs"] == ["y"], "python-control")
    del sys.modules["control"]
    ok(cart().linearize(at={"θ": 0}).to_scipy().A.shape == (4, 4), "SciPy")
    ok(raises(ImportError, lambda: cart().linearize(at={"θ": 0}).to_control()), "python-control is not there")


def transfer():
    models = os.path.join(os.path.dirname(__file__), "..", "..", "models")
    for m in cart(), vv.load(os.path.join(models, "segway.vv")):
        for lin in m.linearize():
            worst = 0.0
            for (y, u), (above, below) in lin.transfer_functions.items():
                i, j = lin.outputs.index(y), lin.inputs.index(u)
                for s in 0.7 + 1.3j, -2.1 + 0.4j:
                    x = np.linalg.solve(s*np.eye(len(lin.A)) - lin.A, lin.B[:, j])
                    g = lin.C[i] @ x + lin.D[i, j]
                    worst = max(worst, abs(np.polyval(above, s)/np.polyval(below, s) - g)/(1e-9 + abs(g)))
            ok(lin.transfer_functions and worst < 1e-9, "transfer functions are C (s - A)^-1 B + D", worst)
            ok(np.isfinite(lin.A).all() and np.isfinite(lin.B).all(), "a number in every entry")
    heading = vv.load(os.path.join(models, "segway.vv")).linearize(at={"θ": 0})
    ok(heading.controllability_rank == 6 and heading.observability_rank == 4, "ranks of a Segway")
    ok("rank 6 of 9" in str(heading.node["numbers"]["controllable"]), "the same by the engine")


def sweeps():
    m = oscillator()
    k = np.array([8.0, 18.0, 32.0])
    s = m.sweep(k=k, until=1.0)
    ok(np.allclose(s["x"], np.cos(np.sqrt(k/2)), atol=1e-11) and s.success.all(), "values", s.table)
    s = m.sweep({"x'": [0.0, 2.0]}, until=1.0)
    ok(np.allclose(s["x"], np.cos(2) + np.array([0, 1])*np.sin(2)), "initial rates")
    draws = m.sweep(k=vv.normal(8, 0.1), members=400, seed=1, until=1.0)
    ok(len(draws) == 400 and abs(draws["k"].mean() - 8) < 0.03 and abs(draws["k"].std() - 0.1) < 0.02, "draws")
    again = m.sweep(k=vv.normal(8, 0.1), members=400, seed=1, until=1.0, threads=2)
    ok(np.array_equal(draws.table, again.table), "the seed gives them again, in any threads")
    with ProcessPoolExecutor(2) as pool:
        there = m.sweep(k=vv.normal(8, 0.1), members=400, seed=1, until=1.0, executor=pool, chunk=150)
    ok(np.array_equal(draws.table, there.table), "in other processes")
    grid = cart().sweep(l=vv.uniform(0.4, 0.6), θ=np.linspace(0.5, 1.5, 5), members=3, seed=1, until=0.5)
    ok(len(grid) == 15 and len(set(grid["θ"].round(6))) >= 5, "draws on a grid, inputs at 0")
    ok(grid.to_pandas().shape[0] == 15, "pandas")
    ok(raises(vv.UsageError, lambda: m.sweep(kk=[1.0], until=1), "kk"), "an unknown name")
    ok(raises(vv.UsageError, lambda: m.sweep(until=1), "nothing varies"), "nothing varies")
    ok(raises(vv.UsageError, lambda: m.sweep(k=[1.0, 2.0], m=[1.0], until=1), "one length"), "lengths that differ")


if __name__ == "__main__":
    proofs(), truth(), studies(), control(), transfer(), sweeps()
    done()
