"""What the tests of the book share: reading models and section files, running the command."""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'e2e'))
from plain_start import plain_start  # noqa: E402

plain_start()
PROGRAM = os.environ.get('VISVIVA', os.path.join(ROOT, 'build', 'visviva'))
SECTIONS = os.path.join(ROOT, 'tests', 'book', 'sections')
OPEN_END = re.compile(r"[-+*/^=<>,:]\s*$")


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def case(self, good, title, remark=''):
        self.count += 1
        self.failed += not good
        title = ' '.join(title.replace('#', '').split())
        print('%s %d - %s' % ('ok' if good else 'not ok', self.count, title), flush=True)
        if not good and remark:
            print('# ' + ' '.join(remark.split()))

    def end(self):
        print('1..%d' % self.count)
        return 1 if self.failed else 0


def statements(text):
    """Statements of a model as single lines, remarks dropped."""
    out, pending = [], ''
    for line in text.splitlines():
        line = line.split('#')[0].strip()
        if not line:
            continue
        pending = (pending + ' ' + line).strip()
        depth = sum(pending.count(c) for c in '([') - sum(pending.count(c) for c in ')]')
        if depth > 0 or OPEN_END.search(pending):
            continue
        out.append(pending)
        pending = ''
    return out + ([pending] if pending else [])


def model_text(name):
    with open(os.path.join(ROOT, 'models', name + '.vv'), encoding='utf-8') as f:
        return f.read()


class Case:
    """An example of the catalogue: its model and claims that only the tests state."""

    def __init__(self, title, model):
        self.title, self.more = title, []
        self.model, _, self.frame = model.partition(' relative to ')
        self.options = ['--relative-to', self.frame] if self.frame else []

    def text(self):
        return model_text(self.model) + '\n' + '\n'.join(self.more) + '\n'

    def id(self):
        return self.title.split()[0]


def section(name):
    cases = []
    with open(os.path.join(SECTIONS, name + '.txt'), encoding='utf-8') as f:
        for line in f:
            if not line.strip() or line.startswith('#'):
                continue
            if line[0].isspace():
                cases[-1].more.append(line.strip())
            else:
                title, model = line.split(':')
                cases.append(Case(title.strip(), model.strip()))
    return cases


ORDER = ['appell_441_453', 'appell_454_461', 'appell_462_470', 'tzenoff', 'rolling_motions', 'hadamard']


def section_names():
    found = sorted(n[:-4] for n in os.listdir(SECTIONS) if n.endswith('.txt'))
    return ORDER + [n for n in found if n not in ORDER]


def run(arguments, text=None, timeout=250):
    """(exit status, stdout, stderr); a text is given to the command as its FILE."""
    if text is not None:
        with tempfile.NamedTemporaryFile('w', suffix='.vv', encoding='utf-8', delete=False) as f:
            f.write(text)
        arguments = [f.name if a == 'FILE' else a for a in arguments]
    try:
        done = subprocess.run([PROGRAM] + arguments, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=timeout)
        return (done.returncode, done.stdout.decode('utf-8', 'replace'),
                done.stderr.decode('utf-8', 'replace'))
    except subprocess.TimeoutExpired:
        return -1, '', 'not finished after %d s' % timeout
    finally:
        if text is not None:
            os.unlink(f.name)


def proved(text, by=(), more=()):
    """(exit status, record, stderr) of prove; the record is empty when there is none."""
    arguments = ['prove', 'FILE', '--format', 'json'] + list(more)
    for name in by:
        arguments += ['--by', name]
    status, out, said = run(arguments, text)
    try:
        return status, json.loads(out), said
    except ValueError:
        return status, {}, said


def verdicts(record, part):
    """[(what, verdict, proof)] of 'pair', 'claim', 'constraints' or 'not_applicable'."""
    group = 'claims' if part == 'claim' else 'agreement'
    rows = record.get(group, {}).get(part, [])
    return [(r['what'], r.get('verdict', ''), r.get('proof', '') or r.get('remark', ''))
            for r in rows if r.get('verdict')]


def applying(record):
    """The methods that were compared, or the one that applied."""
    names = []
    for what, _, _ in verdicts(record, 'pair'):
        for name in what.split(' = '):
            if name not in names:
                names.append(name)
    return names


# ---- one coefficient changed ---------------------------------------------------------------------

NUMBER = re.compile(r"(?<![\w.\[])\d+(?![\w.])")
SIGN = re.compile(r"(?<=[\w)\]'] )[-+](?= )")
PARTS = re.compile(r"^(claim (?:equation|identity|integral|combination|equilibrium|frequency) )(.*?)"
                   r"((?: when | neglecting | if | at ).*)?$")


def variants(claim):
    """The claim with one coefficient changed: a number raised, a sign turned, a constant added."""
    for said, contrary in (('claim stable ', 'claim not stable '), ('claim not stable ', 'claim stable ')):
        if claim.startswith(said):
            yield contrary + claim[len(said):]
    m = PARTS.match(claim)
    if not m:
        return
    head, body, tail = m.group(1), m.group(2), m.group(3) or ''
    raised = [(body[:n.start()].endswith('^'), head + body[:n.start()] + str(int(n.group()) + 1) +
               body[n.end():] + tail) for n in NUMBER.finditer(body)]
    for exponent, claim in raised:
        if not exponent:
            yield claim
    for s in SIGN.finditer(body):
        yield head + body[:s.start()] + ('-' if s.group() == '+' else '+') + body[s.end():] + tail
    for exponent, claim in raised:
        if exponent:
            yield claim
    if 'equilibrium' in head:
        yield '%s%s + 1%s' % (head, body, tail)
    elif 'frequency' in head:
        yield '%s2*(%s)%s' % (head, body, tail)
    elif 'integral' in head:
        yield head + '%s + t' % body + tail
    elif ' = ' in body:
        left, right = body.split(' = ')
        yield '%s%s = 2*(%s)%s' % (head, left, right, tail)
        yield '%s2*(%s) = %s%s' % (head, left, right, tail)
        if 'combination' not in head:
            yield '%s%s = %s + 1%s' % (head, left, right, tail)
