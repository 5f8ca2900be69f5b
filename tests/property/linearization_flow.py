#!/usr/bin/python3
"""A of `study linearize` about a motion against the derivatives of the flow: TAP.

`run --sensitivity` gives the derivatives Φ(h) of the state after a short time h with respect to the initial
state, from the variational equations of the integrator; Φ(h) = 1 + A h + ..., so that 2 D(h/2) - D(h) with
D(h) = (Φ(h) - 1)/h is A up to O(h^2).
"""
import csv
import io
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.environ.get('VISVIVA', os.path.join(ROOT, 'build', 'visviva'))
H = 2e-5

MODELS = {
    'a damped pendulum': (['θ'], '''parameter m = 2, l = 0.5, g = 10, c = 3
coordinate θ
mass m at l*(sin(θ)*world.x - cos(θ)*world.z)
gravity -g*world.z
damper c on θ
'''),
    'a double pendulum': (['x', 'y'], '''parameter m = 1, k = 0.7, l = 1.3, g = 9.81
coordinate x, y
point A = l*(sin(x)*world.x - cos(x)*world.z)
mass m at A
mass k at A + sin(y)*world.x - cos(y)*world.z
gravity -g*world.z
'''),
    'a bead on a spring that turns': (['r', 's'], '''parameter m = 1, k = 5, l = 1, w = 2
coordinate r, s
frame E = world turned s about z
mass m at r*E.x
kinetic energy 1/2*s'^2
spring k on r - l
'''),
}


def program(arguments, text):
    with tempfile.NamedTemporaryFile('w', suffix='.vv', delete=False) as file:
        file.write(text)
    try:
        return subprocess.run([PROGRAM, arguments[0], file.name, *arguments[1:]],
                              capture_output=True, text=True, timeout=100).stdout
    finally:
        os.unlink(file.name)


def slopes(text, states, h):
    """(Φ(h) - 1)/h"""
    options = [w for s in states for w in ('--sensitivity', s)]
    out = program(['run', *options, '--every', repr(h)], text + 'run %r\n' % h)
    last = list(csv.DictReader(line for line in io.StringIO(out) if not line.startswith('#')))[-1]
    return [[(float(last['d(%s)/d(%s)' % (a, b)]) - (a == b)) / h for b in states] for a in states]


def main():
    rng, n, failed = random.Random(5), 0, 0
    for name, (coordinates, model) in MODELS.items():
        states = coordinates + [c + "'" for c in coordinates]
        for trial in range(3):
            start = ', '.join('%s = %r' % (s, rng.uniform(0.3, 1.5)) for s in states)
            text = model + 'start %s\n' % start
            out = program(['study', 'linearize'], text).split('The motion from the initial state')[-1]
            said = {(int(i), int(j)): float(x)
                    for i, j, x in re.findall(r'A\[(\d+),(\d+)\]: (\S+)', out)}
            whole, half = slopes(text, states, H), slopes(text, states, H / 2)
            worst = max(abs(2 * half[i][j] - whole[i][j] - said.get((i + 1, j + 1), 0))
                        for i in range(len(states)) for j in range(len(states)))
            good = bool(said) and worst < 1e-6
            n, failed = n + 1, failed + (not good)
            print('%s %d - %s, start %d: A is the slope of the flow, off by %.1g' % (
                'ok' if good else 'not ok', n, name, trial + 1, worst))
    print('1..%d' % n)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
