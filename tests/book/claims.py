#!/usr/bin/python3
"""The equations of the sources, transcribed by hand as claims: TAP.

    claims.py SECTION        tests/book/sections/SECTION.txt, or 'false'

Every pair of methods must agree and every claim hold; each claim must also hold by every method that
applies, taken alone, and fail when one of its coefficients is changed. 'false' takes tests/book/false,
where each claim differs in one place from a true one and was found false by tests/reference: the
command must refute every one of them.
"""
import glob
import os
import sys

from book import ROOT, Tap, applying, proved, section, section_names, statements, variants, verdicts

RELATIVE = {'absolute', 'fictitious', 'gilbert'}
TRIES = 8           # changes of one claim before it is said that none is noticed


def agree(tap, title, text, options=()):
    """All methods together; the record."""
    status, record, said = proved(text, more=options)
    claims = verdicts(record, 'claim')
    for part in ('constraints', 'pair', 'claim'):
        for what, verdict, proof in verdicts(record, part):
            tap.case(verdict == 'proved', '%s: %s' % (title, what), verdict + ' ' + proof)
    wanted = sum(s.startswith('claim ') for s in statements(text))
    tap.case(len(claims) == wanted and status == 0, '%s: %d claims, status 0' % (title, wanted),
             '%d claims answered, status %d, %s' % (len(claims), status, said[-300:]))
    return record


def alone(tap, title, text, options, record):
    """Every claim by each method that applies, without the others. What a condition on the state leaves
    is found in some forms of the equations only; there agreement is the proof."""
    wanted = len(verdicts(record, 'claim'))
    for name in applying(record):
        _, own, said = proved(text, by=[name], more=options)
        bad = [w for w, v, _ in verdicts(own, 'claim')
               if v != 'proved' and not (v == 'not decided' and ' when ' in w)]
        count = len(verdicts(own, 'claim'))
        tap.case(count == wanted and not bad, '%s: %d claims by %s alone' % (title, wanted, name),
                 '; '.join(bad) or '%d answered, %s' % (count, said[-200:]))


def changed(tap, title, text, record):
    """Each claim with a coefficient changed is refuted."""
    lines = statements(text)
    model = '\n'.join(s for s in lines if not s.startswith('claim ')) + '\n'
    waiting = [(c, list(variants(c))) for c in lines if c.startswith('claim ')]
    waiting = [(c, v) for c, v in waiting if v]
    by = [n for n in applying(record) if n in ('appell', 'servo')][-1:]     # one will do: they agree
    for k in range(TRIES):
        asked = [(c, v) for c, v in waiting if k < len(v)]
        if not asked:
            break
        _, own, _ = proved(model + '\n'.join(v[k] for _, v in asked) + '\n', by=by)
        found = verdicts(own, 'claim')
        if len(found) != len(asked):     # a change made the model wrong: one by one
            found = [(verdicts(proved(model + v[k] + '\n', by=by)[1], 'claim') or [('', '', '')])[0]
                     for _, v in asked]
        for (c, v), (_, verdict, _) in zip(asked, found):
            if verdict == 'refuted':
                tap.case(True, '%s: refuted: %s' % (title, v[k]))
                waiting = [w for w in waiting if w[0] != c]
    for c, _ in waiting:
        tap.case(False, '%s: no change is noticed of %s' % (title, c))


def main(argv):
    if len(argv) != 2 or argv[1] not in section_names() + ['false']:
        sys.stderr.write(__doc__)
        return 2
    tap = Tap()
    if argv[1] == 'false':
        for path in sorted(glob.glob(os.path.join(ROOT, 'tests', 'book', 'false', '*.vv'))):
            with open(path, encoding='utf-8') as f:
                agree(tap, os.path.basename(path)[:-3], f.read())
        return tap.end()
    for case in section(argv[1]):
        text = case.text()
        record = agree(tap, case.title, text, case.options)
        if case.frame:
            own = RELATIVE - set(applying(record))
            tap.case(not own, '%s: methods relative to %s' % (case.title, case.frame), str(own))
        alone(tap, case.title, text, case.options, record)
        changed(tap, case.title, text, record)
    return tap.end()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
