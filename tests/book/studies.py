#!/usr/bin/python3
"""Numbers of `visviva study` against published values and closed forms: TAP.

tests/reference/studies.json names model, topic and values. A value stands in a column of a table of the
JSON report, or where a pattern finds it in the text.
"""
import json
import os
import re
import sys

from book import ROOT, Tap, model_text, run


def rows(tree, key, within=None):
    """The first table of that name, in the first section named `within` if there is one to look for."""
    if isinstance(tree, dict):
        if within and within in tree:
            return rows(tree[within], key)
        if not within and isinstance(tree.get(key), list):
            return tree[key]
        tree = list(tree.values())
    for part in tree if isinstance(tree, list) else []:
        found = rows(part, key, within)
        if found:
            return found
    return None


def found(case):
    text = model_text(case['model'])
    if 'start' in case:
        text = re.sub(r'(?m)^start .*$', '', text) + case['start'] + '\n'
    options = [w for s in case.get('set', []) for w in ('--set', s)]
    if 'pattern' in case:
        _, out, _ = run(['study', 'FILE', case['topic'], *options], text)
        return re.findall(case['pattern'], out, re.M)
    _, out, _ = run(['study', 'FILE', case['topic'], '--format', 'json', *options], text)
    table = rows(json.loads(out), case['table'], case.get('within')) if out else None
    return [r[case['column']] for r in table or []]


def close(text, wanted, tolerance):
    if wanted == '-':
        return text == '-'
    return abs(float(text) - float(wanted)) <= tolerance * max(1, abs(float(wanted)))


def main():
    tap = Tap()
    with open(os.path.join(ROOT, 'tests', 'reference', 'studies.json'), encoding='utf-8') as f:
        cases = json.load(f)['cases']
    for case in cases:
        values = found(case)
        good = len(values) == len(case['values']) and all(
            close(v, w, case['tolerance']) for v, w in zip(values, case['values']))
        tap.case(good, case['title'], 'found ' + ', '.join(values))
    return tap.end()


if __name__ == '__main__':
    sys.exit(main())
