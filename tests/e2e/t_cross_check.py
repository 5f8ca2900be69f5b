#!/usr/bin/python3
"""visviva run --witness: each column is measured by its own size over the run. Prints TAP."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))


def witness(model, *options):
    """Difference of each column, the worst column, exit code, summary."""
    r = subprocess.run([PROGRAM, "run", "-", *options], input=model, capture_output=True, text=True, timeout=60, check=False)
    of = {m[1]: float(m[2]) for m in re.finditer(r"^cross-check, (.*): (\S+) at t = ", r.stderr, re.M)}
    worst = re.search(r"differs by at most (\S+), (.*) at t = ", r.stderr)
    return of, worst[2] if worst else "", r.returncode, r.stderr


def small_columns():
    """Two oscillators that know nothing of each other: what is said of the one does not depend on the other."""
    model = "coordinate x, y, e\nkinetic energy (x'^2 + y'^2 + e'^2)/2\npotential 2*x^2 + y^2 + 9/2*e^2\nstart x = {x}, e = {e}\nrun 10\n"
    for method in ("rk8", "radau"):
        alone, _, _, _ = witness(model.format(x=0, e=1), "--witness", method)
        for x, e in ((1, 1e-3), (1e4, 1e-4), (1e6, 1e-3)):
            both, worst, code, err = witness(model.format(x=x, e=e), "--witness", method)
            ok(code == 0 and all(alone[k] / 30 < both[k] < 30 * alone[k] for k in ("e", "e'")) and (method == "radau" or worst[0] == "e"),
               f"an oscillation of {e:g} beside one of {x:g} by {method}: {both.get('e')}, alone {alone.get('e')}", err)
    of, worst, code, err = witness(model.format(x=1e6, e=1e-3), "--witness=rk8", "--audit", "1e-12")
    ok(code == 1 and "VV0631" in err and of["x"] < 1e-12 < of[worst], f"and --audit sees it, {worst}", err)


def vanishing_columns():
    """What is 0 but for what methods leave of it has no size of its own."""
    plane = ("coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential 2*x^2 - x*y + y^2 - (y - x)*y\nstart x = 1\nrun 10\nshow energy - 2\n")
    for method, within in (("rk8", 1e-10), ("ida", 1e-4)):
        of, _, code, err = witness(plane, "--witness", method, "--audit", str(within))
        if "VV0630" in err:
            continue
        ok(code == 0 and "energy - 2" in of, f"an energy that vanishes, and a coordinate, by {method}: no difference of 1", err)
    with open(os.path.join(ROOT, "models", "reference", "fourbar_windows.vv"), encoding="utf-8") as file:
        of, _, code, err = witness(file.read(), "--witness=rk8")
    still = [v for k, v in of.items() if k.startswith("φ")]
    ok(code == 0 and len(still) == 4 and max(still) < 1e-5, "couplers of windows that do not turn, but for what rk8 leaves", err)


def units():
    """Lengths are not measured by angles where the model says which is which."""
    model = ("parameter a = 1 [m]\ncoordinate x, φ\nkinetic energy (1 [kg]*x'^2 + 1e-30 [kg*m^2]*φ'^2)/2\n"
             "potential 2 [N/m]*x^2\nstart x = 1e-12 [m], φ' = 1e6 [rad/s]\nrun 10 [s]\n")
    of, _, code, err = witness(model, "--witness=rk8")
    ok(code == 0 and 1e-15 < of.get("x", 0) < 1e-9, f"a picometre beside turns: {of.get('x')}", err)


def shock_on_a_row():
    """A bullet is caught at an instant of the table: whether its row stands before or behind those of the shock is rounding."""
    model = ("parameter caught = 0\ncoordinate x, y, θ\npoint P = sin(θ)*world.x - cos(θ)*world.y\nmass 0.1 at x*world.x + y*world.y\n"
             "mass 1 at P\ngravity -9.81*world.y\n"
             "constraint caught*(x' - θ'*cos(θ)) = 0, caught*(y' - θ'*sin(θ)) = 0\n"
             "when x = sin(θ) then x' - θ'*cos(θ) = 0, y' - θ'*sin(θ) = 0, caught = 1, record\n"
             "start x = -1, y = -1, x' = 50, y' = 0.0981\nrun 1\n")
    for method in ("rk8", "radau", "cvode"):
        of, _, code, err = witness(model, "--witness", method)
        ok(code == 0 and len(of) == 7 and max(of.values()) < 1e-7, f"an impact at an instant of the table by {method}: {max(of.values(), default=1)}", err)


def main():
    small_columns()
    vanishing_columns()
    units()
    shock_on_a_row()
    done()


if __name__ == "__main__":
    main()
