#!/usr/bin/python3
"""Every command of doc/paragraphs.md answers. Prints TAP. VISVIVA names the program."""
import os
import re
import shlex
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from book import ROOT, Tap, run  # noqa: E402

PAGE = os.path.join(ROOT, 'doc', 'paragraphs.md')


def rows():
    """(paragraph, commands, what is missing)"""
    with open(PAGE, encoding='utf-8') as f:
        for line in f:
            cells = [c.strip() for c in line.strip().strip('|').split('|')]
            if line.startswith('|') and len(cells) == 4 and '`visviva' in cells[2]:
                yield cells[0], re.findall('`visviva ([^`]*)`', cells[2]), cells[3]


def answers(command, missing):
    """Exit code 0; of compare also 1, where the mechanisms differ; 4 where the page says what is missing."""
    words = [os.path.join(ROOT, w) if w.endswith('.vv') else w for w in shlex.split(command)]
    status, out, said = run(words)
    allowed = [0] + [1] * (words[0] == 'compare') + [4] * bool(missing)
    headings = len(re.findall('^(-{3,}|={3,})$', out, re.M))
    text = [s for s in out.split('\n') if s.strip()]
    if status not in allowed:
        return 'exit code %d: %s' % (status, said[-200:])
    return '' if len(text) > 2 * headings else 'nothing below the headings'


def main():
    tap = Tap()
    for paragraph, commands, missing in rows():
        for command in commands:
            problem = answers(command, missing)
            tap.case(not problem, '%s: %s' % (paragraph, command), problem)
    return tap.end()


if __name__ == '__main__':
    sys.exit(main())
