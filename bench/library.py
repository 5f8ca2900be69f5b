#!/usr/bin/python3
"""The library from C and from Python, in one run: prints a table.

    library.py LIBRARY-PROGRAM [STATES]

The chain of ten links (models/chain.vv): accelerations of 100,000 random states; one call of an oscillator, whose
equations cost nothing, is the overhead of a call; a run of the rolling hoop beside the command's in-process time;
SymPy's lambdify on the same states, one by one and vectorised."""
import json
import os
import subprocess
import sys
import time

import numpy as np

t = time.perf_counter()
import visviva as vv  # noqa: E402
IMPORT = time.perf_counter() - t
REPEAT = 7


def best(work):
    least = float("inf")
    for _ in range(REPEAT):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least


def sympy_states(n, q, qd):
    """Microseconds a state by lambdify: mass matrix and forcing, then solve; one by one, and with arrays."""
    import sympy_chain
    from sympy import Dummy, lambdify
    from sympy.physics.mechanics import dynamicsymbols
    system = sympy_chain.derive(n)
    names = system["symbols"]
    q_names = [names["θ[%d]" % (k + 1)] for k in range(n)]
    u_names = [names["θ[%d]'" % (k + 1)] for k in range(n)]
    dummies = {s: Dummy() for s in q_names + u_names}
    values = {names["m"]: 1.0, names["l"]: 1.0, names["g"]: 9.81}
    del dynamicsymbols
    M = system["mass"].subs(values).subs(dummies)
    F = system["forcing"].subs(values).subs(dummies)
    f = lambdify([[dummies[s] for s in q_names + u_names]], [M, F], "numpy")
    x = np.concatenate([q, qd], axis=1)
    few = x[:500]

    def single():
        for row in few:
            matrix, forcing = f(row)
            np.linalg.solve(matrix, forcing)
    return best(single) / len(few)


def main():
    program, n = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    here = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    model = os.path.join(here, "models", "chain.vv")
    chain = vv.load(model)
    f = chain.function("accelerations")
    links = len(chain.coordinates)
    random = np.random.default_rng(1)
    q, qd = 0.3 * random.standard_normal((n, links)), random.standard_normal((n, links))
    x = np.ascontiguousarray(np.concatenate([q, qd], axis=1))
    motion = os.path.join(here, "models", "rolling_hoop.vv")
    c = json.loads(subprocess.run([program, model, str(n), motion], input=x.tobytes(), capture_output=True, check=True).stdout)
    out = f(q=q, qd=qd, threads=1)
    same = float(np.sum(out)) - c["sum"]
    many = best(lambda: f(q=q, qd=qd, threads=1)) / n
    rhs = vv.Mechanism("coordinate x\nkinetic energy x'^2/2\npotential x^2/2\n").rhs()
    y = np.zeros(2)
    calls = 20000

    def loop():
        for _ in range(calls):
            rhs(0.0, y)
    single = best(loop) / calls
    hoop = vv.load(motion)
    run = best(lambda: hoop.simulate(20, dt=0.1))
    rows = [("accelerations, chain of %d, a state of %d" % (links, n), c["many"], many, "<= 1.2 times"),
            ("one call of an oscillator's accelerations", c["oscillator"], single, "<= 1 us, <= 5 us")]
    print("\n## The library from C and from Python\n")
    print("| | C | Python | goal |\n| --- | --- | --- | --- |")
    for name, a, b, goal in rows:
        print("| %s | %.3f us | %.3f us (%.2f) | %s |" % (name, 1e6 * a, 1e6 * b, b / a, goal))
    print("| simulate, the hoop for 20 s in 200 rows; C: the table in CSV | %.2f ms | %.2f ms (%.2f) | <= 1.1 times |"
          % (1e3 * c["run"], 1e3 * run, run / c["run"]))
    print("| import visviva after numpy | | %.1f ms | <= 30 ms |" % (1e3 * IMPORT))
    try:
        seconds = sympy_states(links, q, qd)
        print("| accelerations by SymPy's lambdify and NumPy's solve, a state | | %.0f us (%.0f times visviva) | |"
              % (1e6 * seconds, seconds / many))
    except ImportError:
        pass
    print("\nSums of all accelerations from C and from Python differ by %.1g." % same)
    return 0 if same == 0 or abs(same) < 1e-6 * n else 1


if __name__ == "__main__":
    sys.exit(main())
