#!/usr/bin/python3
"""The bicycle's equations as the command prints them, made linear about straight upright running,
against the published M, C1, K0, K2 [Meijaard2007, appendix A]: TAP, one case per matrix.

With the speeds lean', steer', rear' Appell's equations of the first two are, to first order,
M q'' + v C1 q' + (g K0 + v^2 K2) q = 0 in q = (lean, steer): central differences in 60 digits take
the place of a symbolic linearisation.  The second reading of tests/reference, which shares no code
with the command, is put to the same test.  Needs Debian's python3-mpmath.
"""
import json
import os
import random
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
REFERENCE = os.path.join(ROOT, 'tests', 'reference')
sys.path.insert(0, REFERENCE)
sys.path.insert(0, os.path.join(ROOT, 'tests', 'book'))
try:
    from mpmath import mp, mpf
except ImportError:
    print('1..0 # skip python3-mpmath is not installed')
    sys.exit(0)

from oracle import Motion, STEP, solve  # noqa: E402
from printed import derived, difference  # noqa: E402
from reading import Model, Reader, tokens  # noqa: E402
from values import Chosen  # noqa: E402

INDEPENDENT = ['lean', 'steer', 'rear']
H = mpf(10) ** -10              # truncation near 1e-20
TOLERANCE = mpf(10) ** -12      # the published digits carry rounding below this


class Bicycle:
    def __init__(self, path, record=None):
        self.model = Model(path)
        self.trees = None
        if record:
            for d in record['definitions']:
                self.model.let[d['name']] = Reader(tokens(d['text'])).expr()
            self.trees = [difference(e['text']) for e in record['equations']]
        self.chosen = Chosen(self.model, random.Random(1), None, True)

    def motion(self, lean, steer):
        """The position with the front wheel on the ground."""
        q = {n: mpf(0) for n in self.model.coordinate}
        q.update(lean=lean, steer=steer)

        def height(pitch):
            m = Motion(self.model, self.chosen, dict(q, pitch=pitch))
            return m.at(m.zero(), m.zero()).eval(self.model.constraint[0][0], {}).c[0]
        for _ in range(40):
            h = height(q['pitch'])
            if abs(h) < mpf(10) ** -50:
                break
            slope = (height(q['pitch'] + STEP) - height(q['pitch'] - STEP)) / (2 * STEP)
            q['pitch'] -= h / slope
        return Motion(self.model, self.chosen, q)

    def velocity(self, m, rates):
        w = m.zero()
        for n, x in zip(INDEPENDENT, rates):
            w[m.names.index(n)] = x
        return m.legal_velocity(w, fixed=INDEPENDENT)

    def residual(self, lean, steer, rates, accelerations):
        """The equations of lean and steer at one state."""
        m = self.motion(lean, steer)
        w = self.velocity(m, rates)
        a = m.zero()
        for n, x in zip(INDEPENDENT, accelerations):
            a[m.names.index(n)] = x
        if self.trees:
            v = m.at(w, a)
            return [v.eval(t, {}).c[0] for t in self.trees[:2]]
        return self.second(m, w, a)

    def second(self, m, w, a):
        """d'Alembert's principle along the velocities the constraints leave."""
        rel = [j.rate().c[0] for j in m.relations(w, a)]
        free = [i for i, n in enumerate(m.names) if n not in INDEPENDENT]
        rows = [[] for _ in rel]
        for i in free:
            moved = list(a)
            moved[i] += 1
            for row, x, y in zip(rows, m.relations(w, moved), rel):
                row.append(x.rate().c[0] - y)
        dx, _, _ = solve(rows, [-x for x in rel])
        a = list(a)
        for i, x in zip(free, dx):
            a[i] += x
        force = m.given_forces(w)
        inert = m.inertia_forces(w, a)
        basis = [self.velocity(m, [mpf(k == j) for j in range(3)]) for k in range(2)]
        return [sum(b[i] * (inert[i] - force[i]) for i in range(m.n)) for b in basis]

    def slope(self, which, index, v):
        """d(equations)/d(lean or steer), of its rate or of its acceleration."""
        def at(h):
            shift = {'q': [mpf(0)] * 2, 'w': [mpf(0)] * 2, 'a': [mpf(0)] * 2}
            shift[which][index] += h
            spin = -v / self.chosen.parameter['rR']
            return self.residual(shift['q'][0], shift['q'][1], shift['w'] + [spin],
                                 shift['a'] + [mpf(0)])
        return [(x - y) / (2 * H) for x, y in zip(at(H), at(-H))]

    def matrix(self, which, v):
        columns = [self.slope(which, k, v) for k in range(2)]
        return [[columns[j][i] for j in range(2)] for i in range(2)]

    def matrices(self):
        g = self.chosen.parameter['g']
        still, moving = self.matrix('q', mpf(0)), self.matrix('q', mpf(1))
        return {'M': self.matrix('a', mpf(0)), 'C1': self.matrix('w', mpf(1)),
                'K0': [[x / g for x in row] for row in still],
                'K2': [[x - y for x, y in zip(r, s)] for r, s in zip(moving, still)]}


def main():
    path = os.path.join(ROOT, 'models', 'bicycle.vv')
    with open(os.path.join(REFERENCE, 'whipple_linear_benchmark.json'), encoding='utf-8') as f:
        published = json.load(f)['reference']['values']
    count = failed = 0
    for who, bike in (('printed equations', Bicycle(path, derived(path, 'appell'))),
                      ('second reading', Bicycle(path))):
        for name, got in bike.matrices().items():
            worst = max(abs(got[i][j] - mpf(published[name][i][j]))
                        for i in range(2) for j in range(2))
            count += 1
            good = worst < TOLERANCE
            failed += not good
            print('%s %d - %s: %s to 1e-12' % ('ok' if good else 'not ok', count, who, name))
            if not good:
                print('# %s, off by %s' % ([[mp.nstr(x, 15) for x in row] for row in got],
                                           mp.nstr(worst, 3)))
    print('1..%d' % count)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
