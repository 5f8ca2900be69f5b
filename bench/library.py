#!/usr/bin/python3
"""The library from C and from Python, in one run: prints a table.

    library.py LIBRARY-PROGRAM [STATES]

The chain of ten links (models/chain.vv): accelerations of 100,000 random states; one call of an oscillator, whose
equations cost nothing, is the overhead of a call; a run of the rolling hoop beside the command's in-process time; the
import beside NumPy's. Beside them what SymPy's equations of the same chain give by lambdify and, as PyDy does, by
generated C code; their accelerations must agree with ours. Times are CPU time, the best of several."""
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

import visviva as vv

REPEAT = 15
IMPORTS = 21        # processes, of which the quickest counts
FEW = 500           # states for what is slow
AGREE = 1e-10       # largest relative difference from SymPy that is accepted


def best(work):
    """The least CPU time."""
    least = float("inf")
    for _ in range(REPEAT):
        start = time.process_time()
        work()
        least = min(least, time.process_time() - start)
    return least


def imports():
    """Seconds that `import numpy` takes in a new process, and `import numpy, visviva`."""
    least = dict.fromkeys(("numpy", "numpy, visviva"), float("inf"))
    for _ in range(IMPORTS):
        for names in least:
            program = f"import time; t = time.process_time(); import {names}; print(time.process_time() - t)"
            run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
            least[names] = min(least[names], float(run.stdout))
    return least["numpy"], least["numpy, visviva"]


# ---- beside SymPy ----

def kane(n):
    """Mass matrix and forcing of the chain by Kane's method, their variables in the order q, q'."""
    import sympy_chain
    from sympy import Dummy
    system = sympy_chain.derive(n)
    names = system["symbols"]
    states = [names["θ[%d]%s" % (k + 1, rate)] for rate in ("", "'") for k in range(n)]
    plain = {s: Dummy("x%d" % k) for k, s in enumerate(states)}
    values = {names["m"]: 1.0, names["l"]: 1.0, names["g"]: 9.81}
    return list(plain.values()), [system[part].subs(values).subs(plain) for part in ("mass", "forcing")]


def by_lambdify(variables, matrices):
    """accelerations(x) with NumPy: of a state, or of the rows of an array; common parts once, as lambdify can."""
    from sympy import lambdify
    n = matrices[0].rows
    entries = lambdify(variables, [*matrices[0], *matrices[1]], "numpy", cse=True)

    def accelerations(x):
        values = entries(*np.moveaxis(x, -1, 0))
        table = np.empty(x.shape[:-1] + (n * n + n,))
        for k, v in enumerate(values):
            table[..., k] = v
        M, f = table[..., :n * n].reshape(x.shape[:-1] + (n, n)), table[..., n * n:]
        return np.linalg.solve(M, f[..., None])[..., 0]
    return accelerations


def by_generated_code(variables, matrices, folder):
    """As PyDy's generator: mass matrix and forcing in C with common parts once, compiled; solved by NumPy. A loop in C
    takes all rows, which PyDy leaves to the caller."""
    from sympy import ccode, cse, numbered_symbols, symbols
    n = matrices[0].rows
    given = dict(zip(variables, symbols("x:%d" % len(variables))))
    parts, entries = cse([e.xreplace(given) for e in (*matrices[0], *matrices[1])], symbols=numbered_symbols("z"))
    lines = ["double %s = x[%d];" % (s, k) for k, s in enumerate(given.values())]
    lines += ["double %s = %s;" % (name, ccode(value)) for name, value in parts]
    lines += ["%s[%d] = %s;" % (("M", k, ccode(e)) if k < n * n else ("f", k - n * n, ccode(e)))
              for k, e in enumerate(entries)]
    source, library = os.path.join(folder, "chain.c"), os.path.join(folder, "chain.so")
    with open(source, "w", encoding="utf-8") as out:
        out.write("#include <math.h>\nvoid evaluate(long count, const double *x, double *M, double *f) {\n"
                  "for (; count--; x += %d, M += %d, f += %d) {\n%s\n}}\n" % (2 * n, n * n, n, "\n".join(lines)))
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", library, "-lm"], check=True)
    code = ctypes.CDLL(library).evaluate
    code.argtypes = [ctypes.c_long] + 3 * [ctypes.c_void_p]

    def accelerations(x):
        M, f = np.empty(x.shape[:-1] + (n, n)), np.empty(x.shape[:-1] + (n,))
        code(x.size // (2 * n), x.ctypes.data, M.ctypes.data, f.ctypes.data)
        return np.linalg.solve(M, f[..., None])[..., 0]
    return accelerations


def rivals(x, ours, many):
    """Rows of the table, each compared with our accelerations first."""
    n = ours.shape[1]
    variables, matrices = kane(n)
    with tempfile.TemporaryDirectory() as folder:
        for name, f in (("SymPy's `lambdify`", by_lambdify(variables, matrices)),
                        ("generated C as PyDy's", by_generated_code(variables, matrices, folder))):
            off = np.max(np.abs(f(x) - ours)) / np.max(np.abs(ours))
            if not off < AGREE:
                sys.exit("library: %s differs by %.2g from ours" % (name, off))
            single = best(lambda: [f(row) for row in x[:FEW]]) / FEW
            rows = best(lambda: f(x)) / len(x)
            for how, seconds in (("one state at a time", single), ("all at once", rows)):
                yield "| the same by %s and NumPy's solve, %s | | %.1f µs (%.0f times ours) | | |" % (
                    name, how, 1e6 * seconds, seconds / many)


# ---- the table ----

def row(what, c, python, unit, goals):
    """goals: (text, reached)"""
    scale = {"µs": 1e6, "ms": 1e3}[unit]
    text = ", ".join(g for g, _ in goals)
    print("| %s | %s | %.3g %s%s | %s | %s |" % (
        what, "%.3g %s" % (scale * c, unit) if c else "", scale * python, unit, " (%.2f)" % (python / c) if c else "", text,
        "yes" if all(r for _, r in goals) else "**no**"))


def many_states(program, n, paths):
    """Accelerations of n states from C and from Python: the states, the results, the times of C and of Python."""
    f = vv.load(paths[0]).function("accelerations")
    links = len(f.names) // 2
    random = np.random.default_rng(1)
    q, qd = 0.3 * random.standard_normal((n, links)), random.standard_normal((n, links))
    x = np.ascontiguousarray(np.concatenate([q, qd], axis=1))
    c = json.loads(subprocess.run([program, paths[0], str(n), paths[1]], input=x.tobytes(), capture_output=True,
                                  check=True).stdout)
    out = f(q=q, qd=qd, threads=1)
    if np.cumsum(out)[-1] != c["sum"]:  # added one after the other, as C does
        sys.exit("library: accelerations from C and from Python differ")
    return x, out, c, best(lambda: f(q=q, qd=qd, threads=1)) / n, best(lambda: f(x=x, threads=1)) / n


def one_call():
    rhs = vv.Mechanism("coordinate x\nkinetic energy x'^2/2\npotential x^2/2\n").rhs()
    y, calls = np.zeros(2), 20000

    def loop():
        for _ in range(calls):
            rhs(0.0, y)
    return best(loop) / calls


def main():
    program, n = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100000
    models = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "models")
    paths = [os.path.join(models, name) for name in ("chain.vv", "rolling_hoop.vv")]
    x, out, c, parted, whole = many_states(program, n, paths)
    hoop, single, (numpy, both) = vv.load(paths[1]), one_call(), imports()
    run = best(lambda: hoop.simulate(20, dt=0.1))
    print("\n## The library from C and from Python\n")
    print("| | C | Python | goal | reached |\n| --- | --- | --- | --- | --- |")
    links = out.shape[1]
    row("accelerations, chain of %d, a state of %d; Python: from `q` and `qd`" % (links, n), c["many"], parted, "µs",
        [("≤ 1.2 times", parted <= 1.2 * c["many"])])
    row("the same from `x`, without a copy", c["many"], whole, "µs", [("≤ 1.2 times", whole <= 1.2 * c["many"])])
    row("one call: accelerations of an oscillator", c["oscillator"], single, "µs",
        [("≤ 1 µs", c["oscillator"] <= 1e-6), ("≤ 5 µs", single <= 5e-6)])
    row("`simulate`, the hoop for 20 s in 200 rows; C: the command's table", c["run"], run, "ms",
        [("≤ 1.1 times", run <= 1.1 * c["run"])])
    row("`import visviva` after NumPy, which takes %.0f ms" % (1e3 * numpy), 0, both - numpy, "ms",
        [("≤ 30 ms", both - numpy <= 30e-3)])
    try:
        for line in rivals(x, out, whole):
            print(line)
    except ImportError:
        print("\nSymPy is not installed.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
