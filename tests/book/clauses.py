#!/usr/bin/python3
"""What the catalogue wants reported, as tests/book/clauses.txt states it: TAP, a case per pattern."""
import os
import re
import sys

from book import ROOT, Tap, run


def entries():
    title, lines = None, []
    with open(os.path.join(ROOT, 'tests', 'book', 'clauses.txt'), encoding='utf-8') as f:
        for line in f:
            line = line.rstrip('\n')
            if line.startswith('==='):
                if title:
                    yield title, lines
                title, lines = line[3:].strip(), []
            elif line.strip() and not line.startswith('#'):
                lines.append(line)
    yield title, lines


def named():
    with open(os.path.join(ROOT, 'tests', 'book', 'methods.txt'), encoding='utf-8') as f:
        return re.findall(r'^(M-[A-Z0-9-]+):', f.read(), re.M)


def main():
    tap, known, printed = Tap(), named(), ''
    for title, lines in entries():
        strange = [i for i in re.findall(r'M-[A-Z0-9-]+', title) if i not in known]
        tap.case(not strange and bool(lines), title, 'unknown: %s' % strange)
        for line in lines:
            if line[:2] not in ('~ ', '! '):
                command, model, *more = line.split()
                path = os.path.join(ROOT, 'models', model + '.vv')
                status, printed, said = run([command, path] + more)
                tap.case(status in (0, 1, 4) and bool(printed), line, said[-300:])
                continue
            found = re.search(line[2:], printed) is not None
            tap.case(found == (line[0] == '~'), '%s: %s' % (title.split(':')[0], line), printed[:600])
    return tap.end()


if __name__ == '__main__':
    sys.exit(main())
