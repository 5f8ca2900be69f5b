"""Motions: simulate and step."""
import json
import math
import os
import re
import tempfile

import numpy as np

import visviva as vv
from models import CART, HOOP, cart, oscillator, raises
from tap import done, ok


def near(a, b, by=1e-10):
    return np.allclose(a, b, rtol=0, atol=by)


def runs():
    run = oscillator().simulate(10, dt=0.1)
    ok(run.success and len(run) == 101 and near(run["x"], np.cos(2*run.t), 1e-12), "an oscillator")
    ok(near(run.qd[:, 0], -2*np.sin(2*run.t), 1e-11) and near(run["energy"], 4, 1e-12), "rates, energy")
    at = np.linspace(0, 10, 37)
    ok(near(run(at)[:, 0], np.cos(2*at)) and near(run(at, derivative=2)[:, 0], -4*np.cos(2*at)), "dense output")
    ok(near(run(3.21), math.cos(6.42)) and run(3.21).shape == (1,), "at one time")
    ok(raises(vv.UsageError, lambda: run(11), "not within"), "not beyond its end")
    ok(near(oscillator().simulate(t=[0, 0.5, 2])["x"], np.cos([0, 1, 4])), "at given times")
    ok(oscillator().simulate(1, dt=0.3).t.tolist() == [0, 0.3, 0.6, 0.8999999999999999, 1], "the last row is the end")
    ok(cart().simulate().t[-1] == 2, "the time of the model")
    ok(near(oscillator().simulate(1, start={"x": 0, "x'": 2})["x"][-1], math.sin(2)), "another start")
    run = oscillator().simulate(3, dt=0.5, sensitivities=["k"])
    w, dw = 2.0, 1/(2*2*2)
    ok(near(run.d("x", "k"), -run.t*dw*np.sin(w*run.t)), "sensitivities", run.names)
    run = cart().simulate(1, columns=["l*cos(θ)"])
    ok(near(run["l*cos(θ)"], 0.5*np.cos(run["theta"]), 1e-14), "further columns")
    ok("l*cos(θ)" in run and "nothing" not in run and raises(KeyError, lambda: run["energi"], "energi"), "unknown columns")
    hoop = vv.load(HOOP).simulate(2)
    ok(hoop["reaction(P)"].shape == (1001, 3) and hoop.audit < 1e-11, "vectors, audit")


def saves():
    run = oscillator().simulate(1, dt=0.25)
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".npz", ".npy", ".csv", ".json"):
            path = os.path.join(folder, "run" + suffix)
            run.save(path)
            ok(os.path.getsize(path) > 100, f"saved as {suffix}")
        ok(np.array_equal(np.load(os.path.join(folder, "run.npz"))["table"], run.table), "and read")
        ok(raises(vv.UsageError, lambda: run.save(os.path.join(folder, "run.xyz")), ".xyz"), "an unknown suffix")
        ok(raises(OSError, lambda: run.save("/nowhere/run.npz")), "a folder that is not there")


def happens():
    m = oscillator()
    run = m.simulate(10, events=[vv.Event("x", direction=-1), vv.Event("x + 0.5", terminal=True)])
    ok(near([e.t for e in run.events], [math.pi/4, math.pi/3]) and not run.message, "events", run.events)
    ok(near(run.t[-1], math.pi/3) and near(run.q[-1], -0.5), "a terminal event ends the run there")
    run = m.simulate(4, events=[vv.Event(lambda t, q, qd: q[0] - 0.5, direction=1)])
    ok(near([e.t for e in run.events], [(2*math.pi - math.pi/3)/2], 1e-9), "a function as event", run.events)
    seen = []
    run = m.simulate(9, events=[vv.Event("x", action=lambda s, t: seen.append(s.q[0]) or len(seen) == 3)])
    ok(len(seen) == 3 and near(seen, 0) and near(run.t[-1], 5*math.pi/4), "an action that stops", run.events)
    ball = vv.Mechanism("parameter g = 10\ncoordinate z\npoint P = z*world.z\nmass 1 at P\ngravity -g*world.z\n"
                        "start z = 5\n")
    run = ball.simulate(1.5, dt=0.5, events=[vv.Event("z", -1, action=lambda s, t: s.set(qd=-s.qd) and None)])
    ok(near(run["z"], [5, 3.75, 0, 3.75], 1e-12), "an impact by an action", run["z"])
    stop = vv.Mechanism(ball.text + "when z = 1 then stop\n").simulate(2)
    ok(near(stop.t[-1], math.sqrt(0.8)) and stop.events[-1].name == "z = 1", "events of the model")


def controls():
    m, seen = cart(), []
    lin = m.linearize(at={"θ": np.pi})
    from scipy.linalg import solve_continuous_are
    K = lin.B.T @ solve_continuous_are(lin.A, lin.B, np.eye(4), np.eye(1))
    aim = np.array([0, np.pi, 0, 0])

    def lqr(t, q, qd):
        seen.append(t)
        return -K @ (np.concatenate([q, qd]) - aim)
    sampled = m.simulate(30, control=lqr, period=1e-2)
    ok(near(sampled.q[-1], aim[:2], 1e-4) and near(seen[:3], [0, 0.01, 0.02]), "a sampled law balances it", sampled.q[-1])
    calls = len(seen)
    ok(3000 <= calls <= 3002, "it is called after each period", calls)
    smooth = m.simulate(30, control=lqr)
    ok(near(smooth.q[-1], aim[:2], 1e-4), "a continuous law balances it", smooth.q[-1])
    from scipy.integrate import solve_ivp
    rhs = m.rhs()

    def closed(t, x):
        rhs.u = np.atleast_1d(-K @ (x - aim))
        return rhs(t, x)
    sol = solve_ivp(closed, (0, 2), rhs.x0, method="DOP853", rtol=1e-11, atol=1e-12)
    ok(near(smooth(2.0), sol.y[:2, -1], 1e-8), "as another solver does", smooth(2.0) - sol.y[:2, -1])
    named = m.simulate(1, control=lambda t, q, qd: {"F": 0.5}, period=0.1)
    held = m.simulate(1, inputs={"F": 0.5})
    text = m.simulate(1, inputs={"F": "0.5 + 0*t"})
    table = m.simulate(1, inputs={"F": ([0, 2], [0.5, 0.5])})
    ok(all(near(r.q[-1], held.q[-1], 1e-9) for r in (named, text, table)), "numbers, texts, tables, dicts")
    ok(not near(held.q[-1], m.simulate(1).q[-1], 1e-3), "and they act")


def steps():
    m = cart()
    with m.simulation(variable=["l"]) as s:
        s.set(theta=3.1, t=0)
        s.advance(0.5)
        s.parameters["l"] = 0.6
        ok(s.parameters["l"] == 0.6 and s.t == 0.5 and s["x"] == s.q[0], "stepping")
        saved, copy = s.save(), s.copy()
        s.inputs[:] = [1.0]
        s.advance(1.0)
        there = s.q
        s.restore(saved)
        s.inputs["F"] = 1.0
        s.advance(1.0)
        ok(np.array_equal(s.q, there), "restored to the bit")
        copy.advance(1.0)
        ok(not np.array_equal(copy.q, there), "a copy is its own")
        s.reset()
        ok(s.t == 0 and near(s.q, [0, 3]), "reset")
        s.step()
        ok(s.t > 0 and near(s.at(s.t/2, 1), s.at(s.t/2, 1)), "one step")
    ok(raises(ValueError, lambda: s.advance(2), "closed"), "closed")


def scene(page):
    """The data of an animation."""
    return json.loads(re.search(r'<script type="application/json">(.*?)</script>', page.html, re.S)[1])[0]["scene"]


def parts(s):
    """All numbers of a scene by the names of what they belong to."""
    out = {}
    for kind in ("bodies", "links", "contacts", "arrows", "values", "paths"):
        for i, thing in enumerate(s[kind]):
            for key, value in thing.items():
                if isinstance(value, list) and value and not isinstance(value[0], str):
                    out[kind, thing.get("name", i), key] = np.array(value, dtype=float)
    return out


def animations():
    """Motions that the engine does not know are shown as they were: first one that it knows, by both ways."""
    for m in (vv.load(HOOP), cart(), vv.load("models/bicycle.vv")):
        own = scene(m.animate(until=1))
        run = m.simulate(t=own["time"])
        recorded = scene(m.animate(recorded=run._recorded().ravel()))
        a, b = parts(own), parts(recorded)
        at = np.searchsorted(own["time"], np.array(recorded["time"]) - 1e-6)
        worst = max(np.abs(a[k].reshape(len(own["time"]), -1)[at].ravel() - b[k]).max()/(1e-3 + np.abs(a[k]).max())
                    if a[k].size != b[k].size else np.abs(a[k] - b[k]).max()/(1e-3 + np.abs(a[k]).max())
                    for k in a if a[k].size % len(own["time"]) == 0)
        ok(a.keys() == b.keys() and len(a) > 4 and worst < 1e-4, f"{m.title}: the scene of a recorded motion", worst,
           a.keys() ^ b.keys())
    m = cart()
    run = m.simulate(2, dt=0.005, control=lambda t, q, qd: 3*math.cos(2*t), period=0.01)
    ok(near(run["F"][200], 3*math.cos(2*0.99)), "inputs are columns: what was held up to the row", run.names)
    s = scene(run.animate())
    x = np.interp(s["time"], run.t, run["x"])
    push = np.array(next(a for a in s["arrows"] if a["name"] == "force 1")["force"]).reshape(-1, 3)
    ok(near(np.array(s["bodies"][0]["at"]).reshape(-1, 3)[:, 0], x, 1e-5), "a controlled motion")
    ok(near(push[:, 0], 3*np.cos(2*np.array(s["time"])), 0.1) and np.ptp(push[:, 0]) > 5, "with the force of its law")
    other = vv.load(HOOP).simulate(1, dt=0.5, start={"θ": 1.0, "ψ'": 2.0})
    s = scene(other.animate())
    ok(len(s["time"]) == 900 and near(np.array(s["bodies"][0]["at"]).reshape(-1, 3)[-1, :2],
                                      other["G"][-1, :2], 1e-4), "another start, with few rows")
    for rows in ([0.0, 1.0], [1, 0, 3, 0, 0, 0, 0, 0, 3, 0, 0, 0], [math.nan]*6, [0, 1, 2, 3, 4, math.inf]):
        ok(raises(vv.UsageError, lambda: m.animate(recorded=rows), "recorded"), "refused: rows that do not fit")
    ok(raises(vv.UsageError, lambda: m.plot("x", recorded=[0.0]*6), "sketches") and m.sketch(recorded=run._recorded().ravel()),
       "sketches show a recorded motion, plots do not")
    shown = vv.Mechanism(CART + "show 2*F\nwhen F = 1 then stop\n")
    run = shown.simulate(2, dt=0.1, inputs={"F": "2*t"})
    ok(near(run["2*F"], 4*run.t) and near(run.t[-1], 0.5), "columns and events of an input that is an expression", run)
    run = m.simulate(2, dt=0.1, inputs={"F": "2*t"}, events=[vv.Event("F - 1", terminal=True)])
    ok(near(run.t[-1], 0.5), "an event of Python likewise")
    ok(near(shown.simulate(1, dt=0.5)["2*F"], 0), "without control it is 0")


def refused():
    m = cart()
    s = m.simulation()
    for title, call in (
            ("NaN states", lambda: s.set(q=[0, math.nan])), ("a state of another shape", lambda: s.set(q=[0, 1, 2])),
            ("an unknown coordinate", lambda: s.set(thta=1)), ("the past", lambda: (s.advance(1), s.advance(0.5))),
            ("an infinite time", lambda: m.simulate(math.inf)), ("dt = 0", lambda: m.simulate(1, dt=0)),
            ("times that decrease", lambda: m.simulate(t=[1, 0])), ("an unknown option", lambda: m.simulate(1, tolerence=1)),
            ("an unknown integrator", lambda: m.simulate(1, integrator="euler")),
            ("a column that is no expression", lambda: m.simulate(1, columns=["l*cos("])),
            ("no duration", lambda: oscillator().simulate()), ("no inputs", lambda: oscillator().simulate(1, control=print)),
            ("a direction", lambda: vv.Event("x", direction=2))):
        ok(raises((vv.UsageError, vv.ModelError), call), f"refused: {title}")
    ok(raises(KeyError, lambda: m.simulate(1, inputs={"G": 1}), "'G'"), "refused: an unknown input")
    ok(raises(TypeError, lambda: m.simulate(1, control=3)), "refused: a law that is no function")
    s.advance(2)
    ok(s.t == 2, "and it goes on")


def callbacks():
    m = cart()

    class Mine(Exception):
        pass

    def bad(t, q, qd):
        if t > 0.3:
            raise Mine("here")
        return 0.0
    ok(raises(Mine, lambda: m.simulate(1, control=bad, period=0.1), "here"), "an exception of a law comes out")
    ok(raises(Mine, lambda: m.simulate(1, control=bad), "here"), "of a continuous one too")
    ok(raises(Mine, lambda: m.simulate(1, events=[vv.Event(lambda t, q, qd: bad(t, q, qd) + 1)]), "here"), "of an event")
    ok(raises(ValueError, lambda: m.simulate(1, control=lambda t, q, qd: [1, 2], period=0.1)), "a law of two numbers")
    with m.simulation() as s:
        s.control(lambda t, q, qd: s.advance(5) and 0, 0.1)
        ok(raises(vv.UsageError, lambda: s.advance(1)), "a law that calls back")
        s.control(lambda t, q, qd: s.close(), 0.1)
        ok(raises(ValueError, lambda: s.advance(1), "under way"), "a law that closes")
        s.control(None)
        s.advance(1)
        ok(s.t == 1, "and it goes on")


runs(), saves(), happens(), controls(), steps(), animations(), refused(), callbacks()
done()
