#!/usr/bin/python3
"""A second reading of the modelling language, in exact steps but another way.

It shares no code and no method with the engine: every quantity is a short Taylor series in the
time with coefficients of 60 digits, positions are differentiated in the world's axes, and the
motion follows from d'Alembert's principle with multipliers (catalogue M-DALEMBERT,
M-LAGR-MULT-NH) solved numerically at random states.  A claim of a model file holds here when its
residual vanishes to 20 digits at several random states with random parameters.

    oracle.py claims FILE...            decide every claim of the files
    oracle.py states FILE [COUNT]       JSON: random states, with accelerations and multipliers

Only what the models need is understood; anything else is refused by name.
"""
import json
import random
import sys

from mpmath import matrix, mp, mpf

from reading import Model
from series import Refusal, const, cross, dot
from values import Chosen, Values

STEP = mpf(10) ** -18           # central differences: truncation 1e-36, rounding 1e-42
ZERO = mpf(10) ** -20           # a residual below this counts as zero; rounding is near 1e-45


def solve(rows, rhs):
    """Gaussian elimination with full pivoting; dependent rows must agree."""
    n, m = len(rows), len(rows[0])
    a = [list(r) + [b] for r, b in zip(rows, rhs)]
    used, where = 0, []
    for _ in range(min(n, m)):
        best, bi, bj = mpf(0), None, None
        for i in range(used, n):
            for j in range(m):
                if j not in where and abs(a[i][j]) > best:
                    best, bi, bj = abs(a[i][j]), i, j
        if best < mpf(10) ** -25:
            break
        a[used], a[bi] = a[bi], a[used]
        where.append(bj)
        for i in range(n):
            if i != used and a[i][bj] != 0:
                k = a[i][bj] / a[used][bj]
                a[i] = [x - k * y for x, y in zip(a[i], a[used])]
        used += 1
    for i in range(used, n):
        if abs(a[i][m]) > mpf(10) ** -20:
            raise Refusal('contradictory equations')
    x = [mpf(0)] * m
    for k, j in enumerate(where):
        x[j] = a[k][m] / a[k][j]
    return x, len(where), where


class Motion:
    def __init__(self, model, chosen, position, t0=mpf(0)):
        self.m, self.chosen, self.position, self.t0 = model, chosen, position, t0
        self.names = list(model.coordinate)
        for _, (_, names, _) in model.free.items():
            self.names += names
        self.n = len(self.names)

    def at(self, velocity, acceleration):
        return Values(self.m, self.chosen, self.position, dict(zip(self.names, velocity)),
                      dict(zip(self.names, acceleration)), self.t0)

    def relations(self, velocity, acceleration):
        """Velocity-level jets of every constraint, finite ones differentiated once."""
        v = self.at(velocity, acceleration)
        out = []
        for tree, b in self.m.constraint + [(s, {}) for s, _ in self.m.servo]:
            j = v.eval(tree, b)
            out.append(j.rate() if self.finite(tree) else j)
        for body, support, p in self.m.rolling:
            point = v.eval(p, {})
            g = v.vector(body, {})
            slip = g.rate() + cross(v.frame(body).spin(), point - g)
            if support in self.m.body:
                h = v.vector(support, {})
                slip = slip - h.rate() - cross(v.frame(support).spin(), point - h)
            elif support != 'world':
                f = v.frame(support)
                slip = slip - f.origin.rate() - cross(f.spin(), point - f.origin)
            out += slip.x
        return out

    def finite(self, tree):
        """No velocity in it: no prime, spin, velocity or speed below."""
        if tree[0] == 'rate':
            return tree[1][0] == 'name' and tree[1][1] in self.m.function
        if tree[0] == 'name':
            if tree[1] in self.m.let:
                return self.finite(self.m.let[tree[1]])
            return tree[1] not in self.m.speed
        if tree[0] == 'call' and tree[1] in ('spin', 'velocity'):
            return False
        kids = [k for k in tree[1:] if isinstance(k, tuple)]
        for k in tree[1:]:
            if isinstance(k, list):
                kids += [x for x in k if isinstance(x, tuple)]
        return all(self.finite(k) for k in kids)

    def unit(self, i, size=1):
        return [mpf(size) if j == i else mpf(0) for j in range(self.n)]

    def zero(self):
        return [mpf(0)] * self.n

    def legal_velocity(self, wish, fixed=()):
        """The wish, corrected in as few velocities as the constraints need."""
        w = list(wish)
        for _ in range(12):
            r = [j.c[0] for j in self.relations(w, self.zero())]
            if not r or max(abs(x) for x in r) < mpf(10) ** -50:
                return w
            free = [i for i in range(self.n) if self.names[i] not in fixed]
            rows = [[] for _ in r]
            for i in free:
                up, down = list(w), list(w)
                up[i] += STEP
                down[i] -= STEP
                ru = [j.c[0] for j in self.relations(up, self.zero())]
                rd = [j.c[0] for j in self.relations(down, self.zero())]
                for k in range(len(r)):
                    rows[k].append((ru[k] - rd[k]) / (2 * STEP))
            dx, _, _ = solve(rows, [-x for x in r])
            for i, d in zip(free, dx):
                w[i] += d
        raise Refusal('no velocity satisfies the constraints')

    def columns(self, w):
        """d(relation)/d(velocity): how each multiplier acts."""
        out = []
        for i in range(self.n):
            up, down = list(w), list(w)
            up[i] += STEP
            down[i] -= STEP
            ru = self.relations(up, self.zero())
            rd = self.relations(down, self.zero())
            out.append([(x.c[0] - y.c[0]) / (2 * STEP) for x, y in zip(ru, rd)])
        return out                      # [velocity][relation]

    def lagrange(self, w, a):
        """E_i of the given energies, by central differences in 60 digits."""
        m = self.m
        if not m.kinetic:
            return self.zero()
        if m.free:
            raise Refusal('a given kinetic energy beside a free frame')

        def energy(q, v, t):
            x = Values(m, self.chosen, dict(zip(self.names, q)), dict(zip(self.names, v)),
                       dict(zip(self.names, self.zero())), t)
            return sum((x.eval(e, {}) for e in m.kinetic), const(0)).c[0]
        h = mpf(10) ** -12              # nested differences: truncation near 1e-24
        q = [self.position[n] for n in self.names]

        def slope(q, v, t, i):          # dT/dv_i, exact for a quadratic T
            up, down = list(v), list(v)
            up[i] += 1
            down[i] -= 1
            return (energy(q, up, t) - energy(q, down, t)) / 2

        def richardson(f):              # fourth-order central difference
            return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)
        out = []
        for i in range(self.n):
            def momentum(s):            # along the true motion to second order
                return slope([x + s * y + s * s * z / 2 for x, y, z in zip(q, w, a)],
                             [y + s * z for y, z in zip(w, a)], self.t0 + s, i)

            def along(s):
                moved = list(q)
                moved[i] += s
                return energy(moved, w, self.t0)
            out.append(richardson(momentum) - richardson(along))
        return out

    def force_gradient(self):
        """dU/dq of stated potentials, and springs, through the rate of U."""
        base = self.rate_of_forces(self.zero())
        return [self.rate_of_forces(self.unit(i)) - base for i in range(self.n)]

    def rate_of_forces(self, w):
        v = self.at(w, self.zero())
        saved = self.m.gravity
        total = v.force_function()
        self.m.gravity = saved
        return total.rate().c[0] if len(total.c) > 1 else mpf(0)

    def given_forces(self, w):
        """Generalised forces at velocity w (work of unit virtual velocities)."""
        m = self.m
        now = self.at(w, self.zero())
        still = self.at(self.zero(), self.zero())
        out = self.force_gradient()
        for i in range(self.n):
            moved = self.at(self.unit(i), self.zero())
            total = mpf(0)
            for f, p in m.force:
                d = moved.eval(p, {}).rate() - still.eval(p, {}).rate()
                total += dot(now.eval(f, {}), d).c[0]
            for f, b in m.torque:
                d = moved.frame(b).spin() - still.frame(b).spin()
                total += dot(now.eval(f, {}), d).c[0]
            for c, x in m.damper:
                d = moved.eval(x, {}).rate() - still.eval(x, {}).rate()
                total -= (now.eval(c, {}) * now.eval(x, {}).rate() * d).c[0]
            now.virtual = (still, moved)
            for e in m.work:
                total += now.eval(e, {}).c[0]
            if m.apparent:
                total += self.apparent(now, still, moved)
            out[i] += total
        return out

    def apparent(self, now, still, moved):
        """g plus what cancels the centrifugal force on every element (Gilbert)."""
        g, earth = self.m.apparent
        w = now.frame(earth).spin()
        g = now.eval(g, {})
        total = mpf(0)
        places = list(zip(now.points(), moved.points(), still.points()))
        for (k, p), (_, pm), (_, ps) in places:
            f = (g + cross(w, cross(w, p))) * k
            total += dot(f, pm.rate() - ps.rate()).c[0]
        for n in self.m.body:
            couple = cross(w, now.inertia_times(n, w))
            total += dot(couple, moved.frame(n).spin() - still.frame(n).spin()).c[0]
        return total

    def inertia_forces(self, w, a):
        """Sum of m a . (partial velocity) + d(I w)/dt . (partial spin), plus stated energies."""
        now = self.at(w, a)
        still = self.at(self.zero(), self.zero())
        out = self.lagrange(w, a)
        places = [(k, p.rate().rate()) for k, p in now.points()]
        moments = {n: now.inertia_times(n, now.frame(n).spin()).rate() for n in self.m.body}
        for i in range(self.n):
            moved = self.at(self.unit(i), self.zero())
            for (k, acc), (_, pm), (_, ps) in zip(places, moved.points(), still.points()):
                out[i] += (k * dot(acc, pm.rate() - ps.rate())).c[0]
            for n, h in moments.items():
                out[i] += dot(h, moved.frame(n).spin() - still.frame(n).spin()).c[0]
        return out

    def accelerations(self, w):
        """w' and the multipliers, from the linear system of d'Alembert's principle."""
        base = self.inertia_forces(w, self.zero())
        force = self.given_forces(w)
        mass = [[x - y for x, y in zip(self.inertia_forces(w, self.unit(i)), base)]
                for i in range(self.n)]
        rel = [j.rate().c[0] for j in self.relations(w, self.zero())]
        row = []
        for i in range(self.n):
            moved = [j.rate().c[0] for j in self.relations(w, self.unit(i))]
            row.append([x - y for x, y in zip(moved, rel)])
        column = self.columns(w)
        plain = len(self.m.constraint)
        servo = len(self.m.servo)
        act = []                        # columns of the unknown forces
        for k in range(len(rel)):
            if not plain <= k < plain + servo:
                act.append([column[i][k] for i in range(self.n)])
        act += self.servo_columns()
        rows, rhs = [], []
        for i in range(self.n):
            rows.append([mass[j][i] for j in range(self.n)] + [-c[i] for c in act])
            rhs.append(force[i] - base[i])
        for k in range(len(rel)):
            rows.append([row[i][k] for i in range(self.n)] + [mpf(0)] * len(act))
            rhs.append(-rel[k])
        x, rank, where = solve(rows, rhs)
        free = [self.names[i] for i in range(self.n) if i not in where]
        if free:
            raise Refusal('accelerations not determined: ' + ', '.join(free))
        return x[:self.n], x[self.n:]

    def on_motion(self, w):
        """Everything at (q, w) with the accelerations of the motion and the servos' forces."""
        a, unknown = self.accelerations(w)
        v = self.at(w, a)
        columns = self.servo_columns()
        force = unknown[len(unknown) - len(columns):]
        for i, n in enumerate(self.names):
            v.effort[n] = sum((x * c[i] for x, c in zip(force, columns)), mpf(0))
        return v

    def servo_columns(self):
        still = self.at(self.zero(), self.zero())
        seen, out = [], []
        for _, through in self.m.servo:
            for e in through:
                if e in seen:
                    continue
                seen.append(e)
                col = []
                for i in range(self.n):
                    moved = self.at(self.unit(i), self.zero())
                    col.append(moved.eval(e, {}).rate().c[0] - still.eval(e, {}).rate().c[0])
                out.append(col)
        return out


def legal_position(model, chosen, wish, t0):
    """Newton on the finite constraints from the wish, changing as little as possible."""
    q = dict(wish)
    for _ in range(100):
        motion = Motion(model, chosen, q, t0)
        v = motion.at(motion.zero(), motion.zero())
        trees = [(c, b) for c, b in model.constraint + [(s, {}) for s, _ in model.servo]
                 if motion.finite(c)]
        r = [v.eval(c, b).c[0] for c, b in trees]
        if not r or max(abs(x) for x in r) < mpf(10) ** -50:
            return q
        rows = [[] for _ in r]
        for n in model.coordinate:
            for sign in (1, -1):
                p = dict(q)
                p[n] += sign * STEP
                x = Motion(model, chosen, p, t0)
                x = x.at(x.zero(), x.zero())
                got = [x.eval(c, b).c[0] for c, b in trees]
                for k, g in enumerate(got):
                    if sign == 1:
                        rows[k].append(g)
                    else:
                        rows[k][-1] = (rows[k][-1] - g) / (2 * STEP)
        # least change: dq = A^T y
        a = matrix(rows)
        y, _, _ = solve((a * a.T).tolist(), [-x for x in r])
        step = a.T * matrix(y)
        size = max(abs(s) for s in step)
        scale = mpf(1) if size < 0.3 else mpf('0.3') / size
        for n, d in zip(model.coordinate, step):
            q[n] += scale * d
    raise Refusal('no position satisfies the finite constraints')


def random_motion(model, rng, keep=False, overrides=None):
    for _ in range(40):
        chosen = Chosen(model, rng, overrides, keep)
        t0 = mpf(rng.randint(100, 900)) / 1000
        wish = {n: mpf(rng.randint(200, 1200)) / 1000 for n in model.coordinate}
        try:
            q = legal_position(model, chosen, wish, t0)
            motion = Motion(model, chosen, q, t0)
            w = [mpf(rng.randint(-900, 900)) / 1000 for _ in motion.names]
            w = motion.legal_velocity(w)
        except Refusal as r:
            if 'satisfies' not in str(r):
                raise
            continue
        return motion, w
    raise Refusal('no legal state found')


def claims(path, trials=3):
    model = Model(path)
    rng = random.Random(7)
    failures = 0
    worst = [mpf(0)] * len(model.claim)
    if all(c[4] for c in model.claim):
        trials = 1
    for _ in range(trials):
        motion, w = random_motion(model, rng)
        v = motion.on_motion(w)
        for k, (kind, negated, tree, text, rest) in enumerate(model.claim):
            if rest:
                continue
            value = v.eval(tree, {})
            value = value.rate().c[0] if kind == 'integral' else value.c[0]
            worst[k] = max(worst[k], abs(value))
    for k, (kind, negated, tree, text, rest) in enumerate(model.claim):
        if rest:
            print('  skip  %s' % text)
            continue
        holds = worst[k] < ZERO
        good = holds != bool(negated)
        failures += not good
        print('  %s %s   (largest residual %s)' % ('ok   ' if good else 'FALSE', text,
                                                   mp.nstr(worst[k], 3)))
    return failures


def states(path, count, overrides=None):
    """Random states at the file's own parameter values; the rest is drawn at random."""
    model = Model(path)
    rng = random.Random(11)
    out = []
    first = None
    for _ in range(count):
        motion, w = random_motion(model, rng, True, first)
        first = {n: motion.chosen.parameter[n] for n in model.parameter}
        a, lam = motion.accelerations(w)
        v = motion.at(w, a)
        row = {'t': show(motion.t0), 'parameters': {n: show(x) for n, x in first.items()},
               'coordinates': {n: show(motion.position[n]) for n in model.coordinate},
               'rates': {n: show(x) for n, x in zip(motion.names, w)},
               'accelerations': {n: show(x) for n, x in zip(motion.names, a)},
               'speeds': {n: show(v.scalar(n, {}).c[0]) for n in model.speed},
               'speed_rates': {n: show(v.scalar(n, {}).rate().c[0]) for n in model.speed},
               'T': show(v.kinetic().c[0]), 'U': show(v.force_function().c[0])}
        if model.free:
            row['orientation'] = {n: [show(x) for x in q]
                                  for n, q in motion.chosen.quaternion.items()}
        out.append(row)
    return {'model': path.split('models/')[-1], 'states': out}


def show(x):
    return mp.nstr(x, 25, strip_zeros=True)


def main(argv):
    if len(argv) < 3 or argv[1] not in ('claims', 'states'):
        sys.stderr.write(__doc__)
        return 2
    if argv[1] == 'claims':
        bad = 0
        for path in argv[2:]:
            print(path)
            try:
                bad += claims(path)
            except Refusal as r:
                print('  refused: %s' % r)
                bad += 1
        return 1 if bad else 0
    json.dump(states(argv[2], int(argv[3]) if len(argv) > 3 else 10), sys.stdout, indent=1,
              ensure_ascii=False)
    print()
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
