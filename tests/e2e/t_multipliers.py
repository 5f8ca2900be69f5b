#!/usr/bin/python3
"""Printed multipliers: in every equation the force of a constraint is +λ times the coefficients of that constraint as it
is printed, for random constraints in many forms. Evaluates the printed text only. Prints TAP."""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
SEED = int(os.environ.get("VV_TEST_SEED") or random.randrange(1 << 30))
TRIALS = max(1, int(12 * float(os.environ.get("VV_TEST_EFFORT") or 1)))
MASS = {"x": 2, "y": 3, "z": 5}
COORDINATES = list(MASS)


def python(text):
    """The printed text as an expression of Python: q' is q_1, q'' is q_2, λ2 is lam2."""
    text = text.replace("^", "**").replace("λ", "lam")
    text = re.sub(r"([A-Za-z_]\w*)('+)", lambda m: f"{m[1]}_{len(m[2])}", text)
    return re.sub(r"([₀-₉]+)", lambda m: "".join(str(ord(d) - ord("₀")) for d in m[1]), text)


def difference(text, values):
    left, right = python(text).split("=")
    scope = {"__builtins__": {}, **{name: getattr(__import__("math"), name) for name in ("sin", "cos", "exp", "sqrt", "pi")}}
    return eval(left, scope, values) - eval(right, scope, values)  # pylint: disable=eval-used


def slope(text, values, name):
    """By a difference in the complex plane's stead: all texts here are smooth, and of size 1."""
    h = 1e-5
    up, down = ({**values, name: values[name] + step} for step in (h, -h))
    return (difference(text, up) - difference(text, down)) / (2 * h)


def term(chance):
    factor = chance.choice(["a", "2", "-3", "y", "x*z", "(1 + x^2)", "1/2*b", "(-a)", "(2 + sin(z))", "(-2*x)", "6"])
    return f"{factor}*{chance.choice(COORDINATES)}'"


def linear(chance):
    free = chance.choice(COORDINATES)
    rest = " + ".join(term(chance) for _ in range(chance.randint(1, 3)))
    return chance.choice([f"{free}' = {rest}", f"{rest} = {free}'", f"-2*{free}' = {rest}", f"4*{free}' - ({rest}) = 0",
                          f"-{free}'/3 + {rest} = 0", f"0 = {free}' + {rest}", f"{free}' = {rest} + b"])


def finite(chance):
    one, other = chance.sample(COORDINATES, 2)
    return chance.choice([f"{one}^2 + {other}^2 = a^2", f"{one} = {other}^2", f"-2*{one} = b*{other}^3", f"a*sin({one}) = {other}",
                          f"{other}*{one} = 1", f"0 = {one} - 4*{other}^2 + {other}"])


def agree(system, chance):
    """The largest disagreement, relative, over the equations and multipliers of one system."""
    worst = 0
    values = {name: chance.uniform(0.5, 1.5) for name in ["a", "b", "t"] + [q + e for q in COORDINATES for e in ("", "_1", "_2")]}
    names = [python(m["name"]) for m in system["multipliers"]]
    values.update({name: chance.uniform(0.5, 1.5) for name in names})
    for name, row in zip(names, system["constraints"]):
        moving = "'" in row["text"]
        for q, equation in zip(COORDINATES, system["equations"]):
            expected = slope(row["text"], values, q + "_1" if moving else q)
            by = [slope(equation["text"], values, x) for x in (q + "_2", name)]
            worst = max(worst, abs(-by[1] / by[0] * MASS[q] - expected) / (1 + abs(expected)))
    return worst


def one(chance, folder, nth):
    rows = [linear(chance) if chance.random() < 0.6 else finite(chance) for _ in range(chance.choice([1, 1, 2]))]
    model = ("parameter a, b\nassume a > 0, b > 0\ncoordinate x, y, z\nkinetic energy "
             + " + ".join(f"{m}/2*{q}'^2" for q, m in MASS.items()) + "\npotential 3*z\n"
             + "".join(f"constraint {row}\n" for row in rows))
    path = os.path.join(folder, "m.vv")
    with open(path, "w", encoding="utf-8") as file:
        file.write(model)
    result = subprocess.run([PROGRAM, "derive", "--by", "multipliers", "--format", "json", path], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, timeout=60, check=False)
    if result.returncode in (3, 4):  # constraints that fix everything, or contradict each other
        return False
    system = json.loads(result.stdout)["systems"][0]
    if len(system["constraints"]) != len(system["multipliers"]):
        return False
    worst = agree(system, chance)
    texts = [e["text"] for e in system["equations"] + system["constraints"]]
    ok(worst < 1e-6, f"{nth}: {'; '.join(rows)}", f"seed {SEED}, off by {worst}", "\n".join(texts))
    return True


chance = random.Random(SEED)
with tempfile.TemporaryDirectory() as folder:
    made = 0
    for _ in range(20 * TRIALS):
        made += one(chance, folder, made + 1)
        if made == TRIALS:
            break
    ok(made == TRIALS, f"{made} systems", f"seed {SEED}")
done()
