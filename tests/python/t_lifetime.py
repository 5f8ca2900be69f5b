"""Memory, cycles, threads, fork, signals, optional packages that are missing."""
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy as np

import visviva as vv
from models import CART, HOOP, cart, oscillator, raises
from tap import done, ok, skip

MODELS = 1000
MOST_GROWTH = 1 << 20  # bytes


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1])*os.sysconf("SC_PAGE_SIZE")


def use_once(i):
    m = vv.Mechanism(CART)
    m.equations().residuals[0].text
    if i % 10 == 0:
        m.function("accelerations", jit=0)(q=np.zeros(2), qd=np.zeros(2))
        s = m.simulation()
        s.control(lambda t, q, qd: 0.0*s.t, 0.1)  # a cycle
        s.event(lambda t, q, qd: q[0] - 5 + 0*s._nq)
        s.advance(0.2)
        raises(vv.ModelError, lambda: vv.Mechanism("coordinate"))


def memory():
    if os.environ.get("VV_SANITIZED"):
        return skip("memory", "a sanitizer keeps what is freed")
    for i in range(2*MODELS):  # the allocator finds its size
        use_once(i)
    gc.collect()
    before = resident()
    for i in range(MODELS):
        use_once(i)
    gc.collect()
    grown = resident() - before
    ok(grown <= MOST_GROWTH, f"{MODELS} models leave the memory constant", f"{grown} bytes more")


def cycles():
    s = cart().simulation()

    class Law:
        def __call__(self, t, q, qd):
            return 0.0
    law = Law()
    gone = weakref.ref(law)
    s.control(lambda t, q, qd, law=law: law(t, q, qd) + 0*s._nq, 0.1)
    s.advance(0.2)
    del law, s
    gc.collect()
    ok(gone() is None, "a law that holds its simulation is collected")


def threads():
    wanted = oscillator().simulate(3).q[-1]
    seen = []

    def work(k):
        m = oscillator() if k % 2 else cart()
        for _ in range(5):
            m.prove() if k == 0 else m.equations().mass_matrix.text
            seen.append(np.array_equal(oscillator().simulate(3).q[-1], wanted))
    jobs = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    [j.start() for j in jobs], [j.join() for j in jobs]
    ok(seen == [True]*20, "four threads, each its own")
    shared, texts = vv.load(HOOP), []
    jobs = [threading.Thread(target=lambda: texts.append([b.inertia.text for b in shared.bodies]
                                                         + [shared.study("integrals").verdict])) for _ in range(4)]
    [j.start() for j in jobs], [j.join() for j in jobs]
    ok(len(texts) == 4 and all(t == texts[0] for t in texts), "one mechanism in four threads")
    s = cart().simulation()
    s.control(lambda t, q, qd: time.sleep(0.002), 0.01)
    failures = []
    job = threading.Thread(target=lambda: s.advance(1))
    job.start()
    time.sleep(0.05)
    for call in (s.close, lambda: s.advance(2)):
        try:
            call()
        except (ValueError, vv.Error) as e:
            failures.append(type(e))
    job.join()
    ok(len(failures) == 2 and s.t == 1, "a simulation that is busy refuses", failures)


def forks():
    m = oscillator()
    wanted = m.simulate(1).q[-1, 0]
    f = m.function("accelerations")
    f(x=np.zeros((1000, 2)), threads=2)
    child = os.fork()
    if child == 0:
        same = m.simulate(1).q[-1, 0] == wanted and f(x=np.zeros((10, 2))).shape == (10, 1)
        os._exit(0 if same else 1)
    ok(os.waitpid(child, 0)[1] == 0, "after a fork")


def interrupts():
    m = vv.load("models/chain.vv")
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer.start()
    begin = time.monotonic()
    ok(raises(KeyboardInterrupt, lambda: m.simulate(1e5, dt=1e4)), "Ctrl-C")
    ok(time.monotonic() - begin < 10, "at once")
    ok(m.simulate(0.1).success, "and it goes on")
    ok(raises(vv.OutOfTime, lambda: m.simulate(1e5, dt=1e5, seconds=0.3)), "a time budget")
    seen = []
    m.simulate(40, progress=seen.append)
    ok(all(isinstance(x, float) for x in seen), "progress", seen[:3])

    def stop(part):
        raise RuntimeError("enough")
    ok(raises(RuntimeError, lambda: m.simulate(1e5, dt=1e4, progress=stop), "enough"), "an exception of progress")


def missing():
    run = oscillator().simulate(1)
    for package, call in (("pandas", run.to_pandas), ("xarray", run.to_xarray)):
        kept, sys.modules[package] = sys.modules.get(package), None
        ok(raises(ImportError, call, package), f"{package} is missing")
        del sys.modules[package]
        if kept:
            sys.modules[package] = kept


def closed():
    m = oscillator()
    m._h.close()
    ok(raises(ValueError, lambda: m.text, "closed") and raises(ValueError, m.simulate, "closed"), "a closed mechanism")
    ok(raises(TypeError, lambda: vv._core.text(3)) and raises(TypeError, lambda: vv._core.text(vv._core.builder_new(None))),
       "handles of another kind")
    ok(raises(TypeError, vv._core.Handle), "a handle from nowhere")
    ok(raises(TypeError, lambda: vv.Mechanism(3)) and raises(FileNotFoundError, lambda: vv.load("/nowhere.vv")), "no text")
    ok(raises(KeyError, lambda: cart().parameters["q"], "'q'") and raises(AttributeError, lambda: cart().bodies[0].weight),
       "unknown names")
    ok(raises(vv.Error, lambda: cart().replace(q=1.0)) and raises(vv.Error, lambda: cart().equations("newton")), "unknown too")
    ok(raises(AttributeError, lambda: vv.nothing), "of the module")
    ok(raises(vv.OutOfMemory, lambda: vv.Mechanism(CART, memory=1000)), "a memory budget")


memory(), cycles(), threads(), forks(), interrupts(), missing(), closed()
done()
