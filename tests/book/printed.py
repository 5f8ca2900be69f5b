#!/usr/bin/python3
"""What the command prints, against the second reading of tests/reference: TAP, one case per
model and method.

Every printed equation, kinematic relation and constraint must vanish on motions computed without
the engine, to 20 digits, for some value of the multipliers; and every equation of motion must fail
when the accelerations are disturbed, or name the multipliers it is about.  Needs Debian's python3-mpmath; without it all is skipped.
"""
import glob
import json
import os
import random
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'reference'))
try:
    import mpmath  # noqa: F401
except ImportError:
    print('1..0 # skip python3-mpmath is not installed')
    sys.exit(0)

from oracle import ZERO, Refusal, random_motion, solve  # noqa: E402
from reading import Model, Reader, tokens  # noqa: E402
from mpmath import mpf  # noqa: E402

PROGRAM = os.environ.get('VISVIVA', os.path.join(ROOT, 'build', 'visviva'))
METHODS = ['lagrange', 'multipliers', 'appell']
TRIALS = 2


class Unknown(Exception):
    """What the second reading cannot do."""


def difference(text):
    r = Reader(tokens(text))
    left = r.expr()
    r.expect('=')
    tree = ('-', left, r.expr())
    if not r.done():
        raise Refusal("left over: '%s'" % r.peek()[1])
    return tree


def derived(path, method):
    """The method's record, or None where it does not apply (status 4)."""
    run = subprocess.run([PROGRAM, 'derive', path, '--by', method, '--format', 'json'],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    if run.returncode == 4:
        return None
    if run.returncode != 0:
        raise Refusal('status %d: %s' % (run.returncode, run.stderr.decode()[:300]))
    return json.loads(run.stdout)['systems'][0]


def residuals(motion, w, a, trees, unknown):
    """Rows of coefficients of the multipliers, and the residuals without them."""
    for n in unknown:
        motion.chosen.parameter[n] = mpf(0)
    base = values(motion, w, a, trees)
    rows = [[] for _ in trees]
    for n in unknown:
        motion.chosen.parameter[n] = mpf(1)
        for row, x, y in zip(rows, values(motion, w, a, trees), base):
            row.append(x - y)
        motion.chosen.parameter[n] = mpf(0)
    return rows, base


def values(motion, w, a, trees):
    v = motion.at(w, a)
    return [v.eval(tree, {}).c[0] for tree in trees]


def holds(rows, base):
    if rows and rows[0]:
        try:
            solve(rows, [-x for x in base])
        except Refusal:
            return False
        return True
    return all(abs(x) < ZERO for x in base)


def check(path, record):
    """An empty string, or what is wrong."""
    model = Model(path)
    for d in record.get('definitions', []):
        model.let[d['name']] = Reader(tokens(d['text'])).expr()
    unknown = [m['name'] for m in record.get('multipliers', [])]
    motions = [difference(e['text']) for e in record['equations']]
    others = [difference('%s = %s' % (r['name'], r['text'])) for r in record.get('rates', [])
              if r['text'] is not None]           # too long to be printed
    others += [difference(c['text']) for c in record.get('constraints', [])]
    rng = random.Random(23)
    for _ in range(TRIALS):
        motion, w = random_motion(model, rng)
        try:
            a, _ = motion.accelerations(w)
        except Refusal as r:
            if model.servo:     # their forces may reach what is bound by way of something else
                raise Unknown('servos are not differentiated further: %s' % r) from r
            raise
        if not holds([[] for _ in others], values(motion, w, a, others)):
            return 'a kinematic relation or a constraint fails'
        rows, base = residuals(motion, w, a, motions, unknown)
        if not holds(rows, base):
            return 'equations fail by %s' % max(abs(x) for x in base)
        other = [x + mpf(rng.randint(1, 9)) / 10 for x in a]
        for k, x in enumerate(values(motion, w, other, motions)):
            if abs(x - base[k]) < ZERO and all(abs(y) < ZERO for y in rows[k]):
                return 'equation %d does not feel the accelerations' % (k + 1)
    return ''


def main(argv):
    paths = argv[1:] or sorted(glob.glob(os.path.join(ROOT, 'models', 'book', '*.vv')) +
                               glob.glob(os.path.join(ROOT, 'models', '*.vv')))
    count = failed = 0
    for path in paths:
        try:
            Model(path)
        except Refusal as r:    # the second reading does not know all of the language
            count += 1
            print('ok %d - %s # skip %s' % (count, os.path.basename(path)[:-3], str(r).replace('\n', ' ')))
            continue
        for method in METHODS:
            try:
                record = derived(path, method)
                if record is None:
                    continue
                wrong = check(path, record)
            except Unknown as r:
                count += 1
                print('ok %d - %s by %s # skip %s' % (count, os.path.basename(path)[:-3], method, r))
                continue
            except Refusal as r:
                wrong = str(r)
            count += 1
            failed += bool(wrong)
            name = os.path.basename(path)[:-3]
            print('%s %d - %s by %s' % ('not ok' if wrong else 'ok', count, name, method))
            if wrong:
                print('# ' + wrong.replace('\n', ' '))
            sys.stdout.flush()
    print('1..%d' % count)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
