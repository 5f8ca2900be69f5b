#!/usr/bin/python3
"""The velocity bounds printed by `study stability`, w^2 < 2 P (M^-1): TAP.

Along motions of a double pendulum from random initial conditions the speeds stay below them, where P is the
energy above that of the equilibrium; and they are sharp: at the equilibrium, with velocities that M maps to a
single momentum, the speed equals its bound. M is written by hand here.
"""
import csv
import io
import math
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.environ.get('VISVIVA', os.path.join(ROOT, 'build', 'visviva'))
M, L, K, G = 2.0, 1.5, 0.75, 9.81   # masses m and k m, lengths l and 1

MODEL = '''parameter m = 2, l = 1.5, k = 0.75, g = 9.81
assume m > 0, l > 0, k > 0, g > 0
coordinate x, y
point A = l*(sin(x)*world.x - cos(x)*world.z)
point B = A + sin(y)*world.x - cos(y)*world.z
mass m at A
mass k*m at B
gravity -g*world.z
'''


def program(arguments, text):
    with tempfile.NamedTemporaryFile('w', suffix='.vv', delete=False) as file:
        file.write(text)
    try:
        return subprocess.run([PROGRAM, arguments[0], file.name, *arguments[1:]],
                              capture_output=True, text=True, timeout=100).stdout
    finally:
        os.unlink(file.name)


def matrix(x, y):
    mixed = K * M * L * math.cos(x - y)
    return M * (1 + K) * L * L, mixed, K * M


def energy(x, y, u, v):
    """Above that of the equilibrium x = y = 0."""
    a, b, c = matrix(x, y)
    rise = M * G * ((1 + K) * L * (1 - math.cos(x)) + K * (1 - math.cos(y)))
    return (a * u * u + 2 * b * u * v + c * v * v) / 2 + rise


def bounds():
    """{'x': expression of its bound in Python}, as printed for the stable equilibrium."""
    out = program(['study', 'stability'], MODEL)
    part = out.split('Position 1')[1].split('Position 2')[0]
    return {name: right.replace('^', '**')
            for name, right in re.findall(r"^  ([xy])'\^2 < (.*)$", part, re.M)}


def value(text, x, y, p):
    names = {'m': M, 'l': L, 'k': K, 'g': G, 'x': x, 'y': y, 'P': p, 'cos': math.cos, 'sin': math.sin}
    return eval(text, {'__builtins__': {}}, names)


def main():
    found, rng, lines = bounds(), random.Random(7), []
    lines.append((sorted(found) == ['x', 'y'], 'a bound for each speed', str(found)))
    a, b, c = matrix(0, 0)
    for name, u, v in (('x', c, -b), ('y', -b, a)):   # M (u, v) is the momentum of one coordinate alone
        bound, w = value(found[name], 0, 0, energy(0, 0, u, v)), u if name == 'x' else v
        lines.append((abs(bound / w ** 2 - 1) < 1e-12, "the bound of %s' is reached" % name,
                      '%.17g of %.17g' % (w ** 2, bound)))
    for k in range(5):
        start = [rng.uniform(-0.4, 0.4) for _ in range(2)] + [rng.uniform(-2, 2) for _ in range(2)]
        text = MODEL + "start x = %r, y = %r, x' = %r, y' = %r\nrun 5\n" % tuple(start)
        rows = [{n: float(r[n]) for n in ('x', 'y', "x'", "y'")}
                for r in csv.DictReader(line for line in io.StringIO(program(['run'], text))
                                        if not line.startswith('#'))]
        p = energy(*start)
        worst = max(r[n + "'"] ** 2 / value(found[n], r['x'], r['y'], p) for r in rows for n in 'xy')
        lines.append((len(rows) > 50 and 0.1 < worst < 1, 'motion %d stays below' % (k + 1),
                      '%d rows, at most %g of the bound' % (len(rows), worst)))
    print('1..%d' % len(lines))
    for k, (good, title, remark) in enumerate(lines):
        print('%s %d - %s' % ('ok' if good else 'not ok', k + 1, title))
        if not good:
            print('# ' + remark)
    return 0 if all(good for good, _, _ in lines) else 1


if __name__ == '__main__':
    sys.exit(main())
