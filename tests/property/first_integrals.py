#!/usr/bin/python3
"""First integrals are found again after a random linear change of coordinates: TAP.

The search is given degrees and admissible functions only; the number of independent integrals of a
system does not depend on its coordinates. That number is known for each system, holonomic or not.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.environ.get('VISVIVA', os.path.join(ROOT, 'build', 'visviva'))

# name, old coordinates, model in the old coordinates with X, Y for them, integrals of degree <= 2
SYSTEMS = [
    ('isotropic oscillator', '''parameter m, k
kinetic energy m/2*((X)'^2 + (Y)'^2)
potential k/2*((X)^2 + (Y)^2)
''', 3),  # energy, angular momentum, one of Fradkin's
    ('two different oscillators', '''parameter m, k
kinetic energy m/2*((X)'^2 + (Y)'^2)
potential k/2*((X)^2 + 3*(Y)^2)
''', 2),  # the two energies
    ('heavy point', '''parameter m, g
kinetic energy m/2*((X)'^2 + (Y)'^2)
potential m*g*(Y)
''', 3),  # X', energy, and X' Y' + g X
    ('hinged bars', '''parameter m, l, k
kinetic energy m*((l^2*cos(X)^2 + k^2)*(X)'^2 + (l^2*sin(X)^2 + k^2)*(Y)'^2)
''', 2),  # energy, the moment of Y
    ('coupled by x^2 y', '''parameter m, k, c
kinetic energy m/2*((X)'^2 + (Y)'^2)
potential k/2*((X)^2 + (Y)^2) + c*(X)^2*(Y)
''', 1),  # energy only
    ('rolling disc', '''parameter m, J, a
coordinate ψ, φ
kinetic energy m/2*((X)'^2 + (Y)'^2) + J/2*(ψ'^2 + φ'^2)
constraint (X)' = a*φ'*cos(ψ), (Y)' = a*φ'*sin(ψ)
''', 3),  # energy, ψ', φ'
    ('sleigh', '''parameter m, J, b
coordinate θ
kinetic energy m/2*((X + b*cos(θ))'^2 + (Y + b*sin(θ))'^2) + J/2*θ'^2
constraint -(X)'*sin(θ) + (Y)'*cos(θ) = 0
''', 1),  # energy only: the edge constrains the momenta
    ('sphere on a turntable', '''parameter M, a, μ
assume M > 0, a > 0
frame S = world free (p, q, r) along world
frame table = world turned μ*t about z
point G = (X)*world.x + (Y)*world.y + a*world.z
point P = G - a*world.z
body sphere: mass M, centre G, frame S, inertia (2/5*M*a^2, 2/5*M*a^2, 2/5*M*a^2)
rolling sphere on table at P, normal world.z
''', 4),  # the spin, and the centre (two) and radius of the circle that its centre describes
]


def count(text):
    with tempfile.NamedTemporaryFile('w', suffix='.vv', delete=False) as file:
        file.write(text)
    try:
        run = subprocess.run([PROGRAM, 'study', file.name, 'integrals', '--format', 'json'],
                             capture_output=True, text=True, timeout=100)
    finally:
        os.unlink(file.name)
    try:
        answer = json.loads(run.stdout)['integrals']
    except (ValueError, KeyError):
        return 'no answer: ' + run.stderr
    wrong = [v for v in answer.get('found', []) if v.get('verdict') != 'proved']
    return 'not proved: %s' % wrong if wrong else answer['count']


def main():
    effort = float(os.environ.get('VV_TEST_EFFORT', '1'))
    rng = random.Random(20)
    n = 0
    for name, model, expected in SYSTEMS:
        for trial in range(max(2, int(4 * effort))):
            a, b, c, d = (1, 0, 0, 1) if trial == 0 else (rng.randint(-4, 4) for _ in range(4))
            if a * d == b * c:
                a, b, c, d = 1, 2, 1, 3
            x, y = '%d*u + %d*v' % (a, b), '%d*u + %d*v' % (c, d)
            text = 'coordinate u, v\n' + model.replace('X', x).replace('Y', y)
            got = count(text)
            n += 1
            print('%s %d - %s in x = %s, y = %s: %s integrals, %s expected' % (
                'ok' if got == expected else 'not ok', n, name, x, y, got, expected))
    print('1..%d' % n)


if __name__ == '__main__':
    sys.exit(main())
