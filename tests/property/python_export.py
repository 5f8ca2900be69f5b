#!/usr/bin/python3
"""`visviva export --python`: every function says what the exported C program says, at single states and at many at once.
Needs numpy."""
import importlib.util
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "e2e"))
from tap import done, ok, skip  # noqa: E402

VISVIVA = os.environ.get("VISVIVA", "build/visviva")
MODELS = ["models/double_pendulum.vv", "models/chain.vv", "models/rolling_hoop.vv", "models/fourbar.vv", "models/bicycle.vv",
          "models/book/scissors.vv", "models/top.vv", "models/spring_pendulum.vv", "models/crane.vv"]
BRANCHES = ("parameter m = 2, k = 3\ncoordinate x, y\nkinetic energy m*(x'^2 + y'^2)/2\n"
            "potential k*max(x, y)^2 + abs(x)^3 + atan2(y, 1 + x^2)*exp(-x^2) + sqrt(1 + y^2)\n")
AGREE = 1e-10


def export(form, model, path):
    text = subprocess.run([VISVIVA, "export", "--" + form, "--name", "it", model], capture_output=True, text=True, check=True).stdout
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def load(path):
    spec = importlib.util.spec_from_file_location("exported", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def printed(program, t, x):
    """The functions of the C program at one state."""
    line = " ".join(repr(v) for v in [t, *x]) + "\n"
    out = subprocess.run([program], input=line, capture_output=True, text=True, check=True).stdout
    return {words[0]: [float(w) for w in words[1:]] for words in map(str.split, out.splitlines())}


def worst(got, want):
    import numpy as np
    got, want = np.asarray(got), np.asarray(want)
    if got.shape != want.shape or (np.isnan(got) != np.isnan(want)).any():
        return np.inf
    difference = np.nan_to_num(np.abs(got - want))
    return float(np.max(difference, initial=0) / max(1.0, np.max(np.nan_to_num(np.abs(want)), initial=0)))


def compare(np, model, name, top):
    rng = random.Random(7)
    source, program, module = (os.path.join(top, n) for n in ("it.c", "it", "it.py"))
    export("c", model, source)
    export("python", model, module)
    subprocess.run(["cc", "-O0", "-Dit_MAIN", source, "-o", program, "-lm"], check=True)
    it = load(module)
    states = [[rng.uniform(0.2, 0.9) for _ in range(it.NX)] for _ in range(3)]
    difference, functions = 0.0, set()
    for x in states:
        want = printed(program, 0.3, x)
        functions = set(want)
        for key, value in want.items():
            difference = max(difference, worst(getattr(it, key)(np, 0.3, np.array(x), np.array(it.DEFAULT)), value))
    ok(functions and difference < AGREE, f"{name}: {len(functions)} functions are those of the C program, {difference:.2g}")
    many = np.array(states).T
    apart = 0.0
    for key in functions:
        together = getattr(it, key)(np, 0.3, many, np.array(it.DEFAULT))
        for i, x in enumerate(states):
            apart = max(apart, worst(together[:, i], getattr(it, key)(np, 0.3, np.array(x), np.array(it.DEFAULT))))
    ok(apart < AGREE, f"{name}: many states at once, {apart:.2g}")


def main():
    try:
        import numpy as np
    except ImportError:
        skip("the exported module", "no numpy")
        return done()
    np.seterr(all="ignore")
    with tempfile.TemporaryDirectory() as top:
        with open(os.path.join(top, "branches.vv"), "w", encoding="utf-8") as file:
            file.write(BRANCHES)
        for model in [*MODELS, os.path.join(top, "branches.vv")]:
            compare(np, model, os.path.basename(model), top)
    return done()


sys.exit(main())
