"""Arrays in and out of compiled functions."""
import pickle
import threading
import time

import numpy as np

import visviva as vv
from models import CART, cart, oscillator, raises
from tap import done, ok

rng = np.random.default_rng(1)


def by_hand(q, qd, l=0.5, F=0.0, M=1.0, m=0.2, g=9.81):
    """Accelerations of the cart and pendulum, solved by hand."""
    θ, w = q[..., 1], qd[..., 1]
    xdd = (F + m*np.sin(θ)*(l*w**2 + g*np.cos(θ)))/(M + m*np.sin(θ)**2)
    return np.stack([xdd, -(g*np.sin(θ) + xdd*np.cos(θ))/l], axis=-1)


def values():
    f = cart().function("accelerations", "mass_matrix", "d(accelerations, p)", "l*cos(θ)")
    q, qd, l = rng.normal(size=(1000, 2)), rng.normal(size=(1000, 2)), np.linspace(.4, .6, 1000)
    r = f(q=q, qd=qd, p={"l": l}, u=[0.3], threads=2)
    ok(np.allclose(r.accelerations, by_hand(q, qd, l, 0.3), rtol=1e-12), "accelerations of a thousand states")
    ok(r.mass_matrix.shape == (1000, 2, 2) and r[2].shape == (1000, 2, 4) and r[3].shape == (1000,), "shapes")
    ok(np.allclose(r["l*cos(θ)"], l*np.cos(q[:, 1])), "an expression, by its text")
    one = f(q=q[7], qd=qd[7], p={"l": l[7]}, u=[0.3])
    ok(all(np.array_equal(a[7], b) for a, b in zip(r, one)), "the bits of one state at a time")
    eps = 1e-6
    acc = cart().function("accelerations")
    high, low = (acc(q, qd, p={"l": l + e}, u=[0.3]) for e in (eps, -eps))
    ok(np.allclose(r[2][:, :, 2], (high - low)/(2*eps), rtol=1e-5, atol=1e-6), "a derivative by a parameter")


def shapes():
    f = cart().function("accelerations")
    q, qd = rng.normal(size=(4, 1, 2)), rng.normal(size=(3, 2))
    ok(np.allclose(f(q, qd), by_hand(*np.broadcast_arrays(q, qd))) and f(q, qd).shape == (4, 3, 2), "broadcasting")
    ok(f(q[:0], qd[:1]).shape == (0, 1, 2), "no states")
    x = rng.normal(size=(50, 4))
    ok(np.array_equal(f(x=x), f(x[:, :2], x[:, 2:])), "the whole state")
    ok(np.array_equal(f(x=np.asfortranarray(x)), f(x=x)) and np.array_equal(f(x=x[::-2]), f(x=x)[::-2]), "strides")
    ok(np.array_equal(f(x=x.astype(np.float32)), f(x=x.astype(np.float32).astype(float))), "other dtypes")
    ok(np.array_equal(f(x=x.astype(">f8")), f(x=x)), "other byte order")
    out = np.empty((50, 2))
    ok(f(x=x, out=out) is out and np.array_equal(out, f(x=x)), "out=")
    ok(np.array_equal(f(x=x.tolist()), f(x=x)), "lists")
    ok(np.allclose(f(x=x, u={"F": np.arange(50.)}), by_hand(x[:, :2], x[:, 2:], F=np.arange(50.))), "inputs by name")
    ok(np.isnan(f(x=np.array([0, np.nan, 0, 0.]))).any(), "NaN in, NaN out")
    ok(f.names == ("x", "θ", "x'", "θ'") and f.parameters == ("M", "m", "l", "g") and f.inputs == ("F",), "names")
    ok(np.array_equal(pickle.loads(pickle.dumps(f))(x=x), f(x=x)), "pickled")
    tau = cart().inverse_dynamics(q=x[:, :2], qd=x[:, 2:], qdd=f(x=x))
    ok(np.abs(tau).max() < 1e-12, "inverse dynamics of the motion vanish")


def refused():
    f, x = cart().function("accelerations"), np.zeros((5, 4))
    for title, call, word in (
            ("too few entries", lambda: f(x=np.zeros(3)), "4 entries"),
            ("a scalar", lambda: f(q=1.0, qd=1.0), "2 entries"),
            ("missing rates", lambda: f(q=x[:, :2]), "qd is missing"),
            ("texts", lambda: f(x=["a", "b", "c", "d"]), "numbers"),
            ("complex numbers", lambda: f(x=x + 1j), "complex"),
            ("shapes that do not fit", lambda: f(x=x, t=np.zeros(3)), "broadcast"),
            ("out of another shape", lambda: f(x=x, out=np.empty((4, 2))), "out"),
            ("out of another type", lambda: f(x=x, out=np.empty((5, 2), dtype=np.float32)), "float64"),
            ("out that is not contiguous", lambda: f(x=x, out=np.empty((2, 5)).T), "contiguous"),
            ("an unknown parameter", lambda: f(x=x, p={"L": 1}), "'L'"),
            ("an unknown input", lambda: f(x=x, u={"G": 1}), "'G'"),
            ("too few parameters", lambda: f(x=x, p=[1.0, 2.0]), "p"),
            ("x and q", lambda: f(x=x, q=x[:, :2]), "whole"),
            ("an unknown quantity", lambda: cart().function("acelerations"), "acelerations"),
            ("a bad expression", lambda: cart().function("l*cos("), ""),
            ("negative threads", lambda: f(x=x, threads=-1), "threads")):
        ok(raises((vv.UsageError, vv.ModelError), call, word), f"refused: {title}")
    locked = np.empty((5, 2))
    locked.flags.writeable = False
    ok(raises(vv.UsageError, lambda: f(x=x, out=locked), "writable"), "refused: out that is read-only")
    ok(np.allclose(f(x=x), by_hand(x[:, :2], x[:, 2:])), "and it works on")


def together():
    f, x = cart().function("accelerations"), rng.normal(size=(2000, 4))
    wanted, seen = f(x=x), []
    jobs = [threading.Thread(target=lambda: seen.append(all(np.array_equal(f(x=x), wanted) for _ in range(20))))
            for _ in range(4)]
    [j.start() for j in jobs], [j.join() for j in jobs]
    ok(seen == [True]*4, "one function in four threads")


def overhead():
    f, x = oscillator().function("accelerations"), np.array([1.0, 0.0])
    best = 1e9
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(2000):
            f(x=x)
        best = min(best, (time.perf_counter() - begin)/2000)
    print(f"# a call takes {best*1e6:.2f} µs")
    ok(best < 50e-6, "a call is short")


values(), shapes(), refused(), together(), overhead()
done()
