#!/usr/bin/python3
"""False variants of the claims of a model, each found false by the second reading.

    mutants.py FILE...        writes tests/book/false/<id>.vv beside the project's tests

A claimed equation or identity is changed in one place: a sign flipped, a term dropped, a number
raised by one.  Some variants remain true (2 θ'' = 0); only those whose residual is far from zero
are kept.  The result is the model without its claims, followed by `claim not ...` for each.
"""
import os
import random
import sys

from mpmath import mpf

from oracle import Refusal, random_motion
from reading import Model, Reader, statements

FAR = mpf(10) ** -6            # below this a variant is not called false
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))


def joined(toks):
    out = ''
    for k, (kind, text) in enumerate(toks):
        spaced = kind == 'op' and text in '+-=' and out and out[-1] not in '(,[' or text == ','
        word = kind in ('name', 'num') and k and toks[k - 1][0] in ('name', 'num')
        if text == ',':
            out += ', '
        elif spaced and text != '=' and out.endswith('= '):
            out += '' if text == '+' else text      # a sign at the head of the right side
        elif spaced:
            out += ' ' + text + ' '
        elif kind == 'op' and text == '+' and not out:
            pass
        else:
            out += (' ' if word else '') + text
    return out


def terms(toks):
    """Spans of the top-level terms of both sides, sign included."""
    depth, start, out = 0, 0, []
    for k, (kind, text) in enumerate(toks):
        if kind == 'op' and text in '([':
            depth += 1
        elif kind == 'op' and text in ')]':
            depth -= 1
        elif kind == 'op' and depth == 0 and text in '+-=':
            if k > start:
                out.append((start, k))
            start = k + 1 if text == '=' else k
    out.append((start, len(toks)))
    return out


def variants(toks):
    depth = 0
    for k, (kind, text) in enumerate(toks):
        if kind == 'op' and text in '[]':
            depth += 1 if text == '[' else -1
        if depth:
            continue
        if kind == 'op' and text in '+-':
            yield toks[:k] + [('op', '-' if text == '+' else '+')] + toks[k + 1:]
        if kind == 'num' and '.' not in text:
            yield toks[:k] + [('num', str(int(text) + 1))] + toks[k + 1:]
    for a, b in terms(toks):
        alone = (a == 0 or toks[a - 1][1] == '=') and (b == len(toks) or toks[b][1] == '=')
        if toks[a:b] != [('num', '0')]:
            yield toks[:a] + ([('num', '0')] if alone else []) + toks[b:]


def tree(toks):
    r = Reader(toks)
    left = r.expr()
    r.expect('=')
    out = ('-', left, r.expr())
    if not r.done():
        raise Refusal('left over')
    return out


def false_variants(path):
    model = Model(path)
    found = []
    for _, toks in statements(path):
        if toks[0][1] == 'claim' and toks[1][1] in ('equation', 'identity') and \
                not any(t[1] in ('when', 'neglecting', 'sum') for t in toks):
            for v in variants(toks[2:]):
                try:
                    found.append((toks[1][1], v, tree(v)))
                except Refusal:
                    continue
    rng = random.Random(5)
    states = []
    for _ in range(2):
        motion, w = random_motion(model, rng, keep=True)    # false at the stated values
        states.append(motion.on_motion(w))
    out = []
    for kind, toks, t in found:
        try:
            if all(abs(v.eval(t, {}).c[0]) > FAR for v in states):
                out.append('claim not %s %s' % (kind, joined(toks)))
        except (Refusal, ZeroDivisionError):
            continue
    return list(dict.fromkeys(out)), len(found)


def bare(path):
    """The model's own lines up to its first claim."""
    lines = []
    for line in open(path, encoding='utf-8'):
        if line.startswith('claim'):
            break
        lines.append(line)
    return ''.join(lines).rstrip() + '\n'


def main(argv):
    folder = os.path.join(ROOT, 'tests', 'book', 'false')
    os.makedirs(folder, exist_ok=True)
    for path in argv[1:]:
        found, tried = false_variants(path)
        name = os.path.basename(path)
        print('%s: %d false of %d' % (name, len(found), tried))
        if not found:
            continue
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
            f.write(bare(path) + '\n# Each of these differs in one place from a true claim.\n' +
                    '\n'.join(found) + '\n')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
