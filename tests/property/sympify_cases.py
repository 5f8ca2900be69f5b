#!/usr/bin/python3
"""Reads formulas with SymPy and evaluates them. Each line of the file is a JSON list: a name, values by symbol, the text,
and what its last lines should be. Prints the worst relative difference and the number of formulas; exit 77 without SymPy."""
import json
import math
import sys

try:
    import sympy
except ImportError:
    sys.exit(77)


def read(text, n):
    """Lines NAME = ..., then n formulas."""
    parts, lines = {}, text.split("\n")
    for line in lines[:-n]:
        name, _, formula = line.partition(" = ")
        parts[name] = sympy.sympify(formula, locals=parts)
    return [sympy.sympify(line, locals=parts) for line in lines[-n:]]


def evaluate(text, n, values):
    """The same of a long text, whose symbols SymPy would unfold: by Python, in floats."""
    names = {name: getattr(math, name) for name in ("sin", "cos", "tan", "exp", "log", "sqrt", "atan2", "pi")}
    names.update(values, Symbol=values.__getitem__, Matrix=sympy.Matrix, Abs=abs)
    lines = text.split("\n")
    for line in lines[:-n]:
        name, _, formula = line.partition(" = ")
        names[name] = eval(formula, names)
    return [complex(eval(line, names)) for line in lines[-n:]]


LONG = 1500
worst, count = 0.0, 0
for line in open(sys.argv[1], encoding="utf-8"):
    name, values, text, expected = json.loads(line)
    at = {sympy.Symbol(key): sympy.Float(x, 30) for key, x in values.items()}
    if len(text) < LONG:
        found = [complex(formula.subs(at).evalf(20)) for formula in read(text, len(expected))]
    else:
        found = evaluate(text, len(expected), values)
    for got, want in zip(found, expected):
        count += 1
        if want is None:
            continue
        error = abs(got - want) / max(1.0, *(abs(x) for x in expected if x is not None))
        if not error <= 1e-9:
            print(f"# {name}: {got} instead of {want}", file=sys.stderr)
        worst = max(worst, error) if math.isfinite(error) else math.inf
print(worst, count)
