#!/usr/bin/python3
"""The tables of ./do bench: speed and size, goals and measured values.

    bench/run [--quick] [--callgrind] [--no-sympy] [--only PART]... [--output FILE]

--quick shortens every measurement, --callgrind counts instructions instead of seconds,
--no-sympy leaves the comparison out, --only measures some parts. A whole run becomes
bench/RESULTS.md; bench/splice.py puts some parts into it. bench/METHOD.md says how each number is measured.
"""
import json
import math
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

import motion

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
BENCH = os.environ.get('BENCH', os.path.join(ROOT, 'build', 'bench', 'bench'))
VISVIVA = os.environ.get('VISVIVA', os.path.join(ROOT, 'build', 'visviva'))
PYTHON = os.environ.get('PYTHON', '/usr/bin/python3')
HOOP, CHAIN, BICYCLE = 'models/book/hoop.vv', 'models/chain.vv', 'models/bicycle.vv'
PENDULUM, HOOP_RUN = 'models/double_pendulum.vv', 'models/rolling_hoop.vv'
OTHERS = ('precision', 'peers', 'library', 'lab', 'lsp')  # parts with a program of their own, called by bench/run
LINKS = (2, 5, 10, 20, 50, 100)
AGREE = 1e-10                   # largest relative difference from SymPy that is accepted

quick = '--quick' in sys.argv[1:]
seconds = '0.1' if quick else '1'


# ---- one measurement ----

def measure(what, model, by=None, other=None, n=None, once=False, prefix=(), quiet=False):
    command = [*prefix, BENCH, 'time', what, model, '--seconds', seconds]
    command += ['--by', by] if by else []
    command += ['--and', other] if other else []
    command += ['--set', 'n=%d' % n] if n else []
    command += ['--once'] if once else []
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        if not quiet:
            sys.stderr.write('bench: %s\n%s' % (' '.join(command), done.stderr))
        return None
    return json.loads(done.stdout)


def command_times(arguments, runs):
    """Whole processes, from fork to exit."""
    spent = []
    for _ in range(runs + 2):
        start = time.perf_counter()
        subprocess.run([VISVIVA, *arguments], cwd=ROOT, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        spent.append(time.perf_counter() - start)
    spent = sorted(spent[2:])
    return {'best': spent[0], 'median': spent[len(spent) // 2], 'runs': runs}


# ---- text ----

def human(t):
    for unit, size in (('s', 1), ('ms', 1e-3), ('µs', 1e-6), ('ns', 1e-9)):
        if t >= size or unit == 'ns':
            return '%.3g %s' % (t / size, unit)


def both(r):
    return 'failed' if r is None else '%s (median %s)' % (human(r['best']), human(r['median']))


def megabytes(r):
    return 'failed' if r is None else '%.2f MB' % (r['peak_bytes'] / 1e6)


def table(head, rows):
    print('| ' + ' | '.join(head) + ' |')
    print('|' + '|'.join(' --- ' for _ in head) + '|')
    for row in rows:
        print('| ' + ' | '.join(row) + ' |')
    print()


def verdict(pairs):
    """Is every best time below its goal?"""
    if any(r is None for r, _ in pairs):
        return 'failed'
    return 'yes' if all(r['best'] < goal for r, goal in pairs) else '**no**'


def first_line(command):
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return done.stdout.split('\n')[0]
    except OSError:
        return 'unknown'


def processor():
    with open('/proc/cpuinfo', encoding='utf-8') as f:
        found = re.search(r'model name\s*:\s*(.*)', f.read())
    return found.group(1) if found else platform.machine()


def heading():
    commit = first_line(['git', 'log', '-1', '--format=%h of %cs'])
    dirty = first_line(['git', 'status', '--porcelain', '-uno'])
    compiler = first_line([os.environ.get('CC', 'cc'), '--version'])
    load = os.getloadavg()[0]
    print('`./do bench` writes this file; do not edit it by hand. What limits the numbers, and why some '
          'goals are missed: [doc/decisions/21-measurements.md](../doc/decisions/21-measurements.md).\n')
    print('# Measurements\n')
    print('- machine: %s, %d processors, %s %s' %
          (processor(), os.cpu_count(), platform.system(), platform.release()))
    print('- compiler: %s; build type of Meson: debugoptimized (-O2)' % compiler)
    print('- commit: %s%s' % (commit, ', with local changes' if dirty else ''))
    print('- load of the machine at the start: %.2f%s' %
          (load, '' if load < 0.7 else ' (others are at work: look at the best times)'))
    if quick:
        print('- shortened (--quick): not for comparison')
    print('- times: best and median of many repetitions after a warm-up, each in a fresh context\n')


# ---- goals ----

def derive_rows():
    ten, fifty = (measure('model', CHAIN, 'lagrange', n=n) for n in (10, 50))
    ten_text, fifty_text = (measure('text', CHAIN, 'lagrange', n=n) for n in (10, 50))
    bicycle, bicycle_text = (measure(w, BICYCLE, 'multipliers') for w in ('whole', 'text'))
    small = fifty_text and fifty_text['peak_bytes'] < 10e6
    return [
        ['derive mass matrix and forcing, chain of 10 links', '< 0.15 ms', both(ten),
         verdict([(ten, 0.15e-3)])],
        ['the same from text', '', both(ten_text), ''],
        ['the same, 50 links', '< 15 ms', both(fifty), verdict([(fifty, 15e-3)])],
        ['the same from text', '', both(fifty_text), ''],
        ['memory, 50 links from text', '< 10 MB', megabytes(fifty_text),
         'yes' if small else '**no**'],
        ['derive the bicycle (T, U, M, F, S, constraints)', '< 1.2 ms', both(bicycle),
         verdict([(bicycle, 1.2e-3)])],
        ['the bicycle from text to M, F', '', both(bicycle_text), ''],
    ]


def prove_rows():
    rows = []
    for name, model, by, n, goal in (
            ('hoop', HOOP, 'multipliers', None, 0.5e-3),
            ('bicycle', BICYCLE, 'multipliers', None, 2e-3),
            ('50 links', CHAIN, 'lagrange', 50, 15e-3)):
        r = measure('agree', model, by, 'appell', n)
        good = r and r['proved'] and r['log2_bound'] <= -100
        bound = ', ε < 2^%d' % math.ceil(r['log2_bound']) if good else ''
        rows.append(['prove %s = appell, %s' % (by, name), '< %s' % human(goal), both(r) + bound,
                     verdict([(r, goal)]) if good else 'not proved'])
    for name, model, goal in (('hoop', HOOP, 5e-3), ('bicycle', BICYCLE, 50e-3)):
        r = measure('exact', model, 'multipliers', 'appell')
        good = r and r['proved']
        rows.append(['exact certificate, %s' % name, '< %s' % human(goal),
                     both(r) if good else 'not decided in %s' % both(r),
                     verdict([(r, goal)]) if good else '**no**'])
    return rows


def study_rows():
    """Every topic of the program, on the hoop and on the bicycle."""
    path = os.path.join(ROOT, 'src', 'analysis', 'topics.def')
    with open(path, encoding='utf-8') as f:
        topics = re.findall(r'^X\((\w+)', f.read(), re.M)
    rows = []
    for topic in topics:
        hoop, bicycle = (measure('study', m, topic) for m in (HOOP, BICYCLE))
        rows.append(['`study` %s: hoop, bicycle' % topic, '< 50 ms, < 2 s',
                     '%s, %s' % (both(hoop), both(bicycle)),
                     verdict([(hoop, 50e-3), (bicycle, 2)])])
    return rows


def tape_rows():
    built, run = (measure(w, BICYCLE, 'multipliers') for w in ('build', 'run'))
    reduced = measure('run', BICYCLE, 'appell')
    coded = measure('machine', BICYCLE, 'multipliers')
    hoop = measure('print', HOOP, 'appell')
    each = hoop and {k: hoop[k] / 3 for k in ('best', 'median')}
    start = command_times(['derive', HOOP], 5 if quick else 20)
    proof = measure('proof', HOOP)
    fits = built and built['instructions'] <= 1500 and built['solves'] == 1
    counts = '%(instructions)d and %(solves)d, %(unknowns)d unknowns' % built if built else 'failed'
    other = '%(instructions)d and %(solves)d' % reduced if reduced else 'failed'
    return [
        ['print a hoop equation in the book\'s form', '< 25 ms', both(each),
         verdict([(each, 25e-3)])],
        ['bicycle tape: instructions and solves (multipliers)', '≤ 1500 and 1', counts,
         'yes' if fits else '**no**'],
        ['the same (appell)', '', other, ''],
        ['building the bicycle tape', '', both(built), ''],
        ['bicycle evaluation, interpreter', '< 5 µs', both(run), verdict([(run, 5e-6)])],
        ['the same (appell)', '', both(reduced), ''],
        ['bicycle evaluation, machine code', '< 1.2 µs', both(coded), verdict([(coded, 1.2e-6)])],
        ['whole command `visviva derive hoop.vv`', '< 50 ms', both(start),
         verdict([(start, 50e-3)])],
        ['`prove hoop.vv` in process: all methods and claims', '< 100 ms', both(proof),
         verdict([(proof, 100e-3)])],
    ]


def goals():
    print('## Goals\n')
    table(['what', 'goal', 'measured', 'reached'], derive_rows() + prove_rows() + study_rows() + tape_rows())


# ---- growth, methods, provers ----

def growth():
    print('## Growth: planar chain, lagrange, elaborated model to mass matrix and forcing\n')
    rows, last = [], None
    for n in LINKS:
        r, whole = measure('model', CHAIN, 'lagrange', n=n), measure('text', CHAIN, 'lagrange', n=n)
        if r is None or whole is None:
            rows.append([str(n), 'failed', '', '', '', '', ''])
            continue
        steps = ['', '']
        if last:
            ratio = math.log(n / last[0])
            steps = ['%.2f' % (math.log(r[k] / last[1][k]) / ratio) for k in ('best', 'nodes')]
        rows.append([str(n), both(r), steps[0], both(whole), str(r['nodes']), steps[1],
                     megabytes(whole)])
        last = (n, r)
    table(['links', 'from the model', 'exponent', 'from text', 'nodes', 'exponent', 'memory'], rows)


def systems():
    return (('hoop', HOOP, None), ('bicycle', BICYCLE, None), ('chain 10', CHAIN, 10),
            ('chain 50', CHAIN, 50))


def formalism_names():
    with open(os.path.join(ROOT, 'src', 'formalism', 'formalisms.def'), encoding='utf-8') as f:
        return re.findall(r'^X\((\w+)', f.read(), re.M)


def methods():
    print('## Methods: energies and constraints to matrix and right-hand side (best)\n')
    models = (('hoop', HOOP, None), ('bicycle', BICYCLE, None), ('chain 20', CHAIN, 20))
    rows = [['(model to energies and constraints)',
             *(both(measure('system', model, n=n)) for _, model, n in models)]]
    for name in formalism_names():
        cells = [measure('method', model, name, n=n, quiet=True) for _, model, n in models]
        rows.append([name, *(human(r['best']) if r else '—' for r in cells)])
    table(['method', *(m[0] for m in models)], rows)
    print('—: the method does not apply to this system.\n')


# ---- motion ----

def exported(model, folder):
    """The right-hand side of `visviva export --c`, compiled with -O2: seconds per call."""
    prefix = os.path.splitext(os.path.basename(model))[0]
    source, program = os.path.join(folder, prefix + '.c'), os.path.join(folder, prefix)
    subprocess.run([VISVIVA, 'export', '--c', model, '-o', source], cwd=ROOT, check=True,
                   stderr=subprocess.DEVNULL)
    count = re.search(r'_NP = (\d+),', open(source).read())[1]
    subprocess.run(['cc', '-std=gnu99', '-O2', '-DMODEL=' + prefix, '-DNP=' + count, 'bench/rhs.c',
                    source, '-o', program, '-lm'], cwd=ROOT, check=True)
    return json.loads(subprocess.run([program], capture_output=True, check=True).stdout)


def evaluators():
    print('## Right-hand side: machine code beside hand-written C and exported C\n')
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, model in (('hoop', HOOP), ('double pendulum', PENDULUM), ('10 links', CHAIN),
                            ('bicycle', BICYCLE)):
            run, code, batch = (measure(w, model) for w in ('run', 'machine', 'batch'))
            hand = measure('hand', model) if model != BICYCLE else None
            ours = exported(model, folder)
            ratio = code['best'] / (hand or ours)['best'] if code else math.inf
            rows.append([name, both(run), both(code), both(batch) + ', %d' % batch['lanes'],
                         both(hand) if hand else '', both(ours), '%.2f' % ratio,
                         'yes' if ratio <= 1.5 else '**no**'])
    table(['system', 'interpreter', 'machine code', 'in lanes, each', 'hand-written', 'exported, -O2',
           'ratio', '≤ 1.5'], rows)


def compilers():
    print('## Machine code: time to make it (chain of n links)\n')
    rows = []
    for n, operations, goal in ((42, 4000, 0.5e-3), (85, 16000, 2e-3), (186, 76000, 10e-3)):
        r = measure('code', CHAIN, n=n)
        rows.append([str(n), str(r['operations']), '%.0f kB' % (r['code_bytes'] / 1000), both(r),
                     '%s for %d' % (human(goal), operations),
                     verdict([(r, goal * r['operations'] / operations)])])
    table(['n', 'operations', 'code', 'time', 'goal', 'reached'], rows)


def steps():
    print('## Taylor series of order 20: one step\n')
    rows = []
    for name, model, goal in (('hoop', HOOP, 0.7e-6), ('double pendulum', PENDULUM, 0.6e-6),
                              ('10 links', CHAIN, 3e-6), ('bicycle', BICYCLE, None)):
        jets, series, step, each = (measure(w, model, 'kane')  # the equations of `visviva run`
                                    for w in ('jets', 'series', 'step', 'members'))
        ratio = '%.1f times' % (step['best'] / each['best']) if step and each else ''
        rows.append([name, both(jets), both(series), both(step), human(goal) if goal else '',
                     verdict([(step, goal)]) if goal else '', both(each), ratio])
    table(['system', 'jets, order by order', 'series', 'step', 'goal (3.4 GHz, AVX-512)', 'reached',
           'step in lanes, each', 'as fast'], rows)


def rolling():
    print('## Rolling surfaces: cost of one simulated second\n')
    rows = []
    for name, model, until in (('hoop, contact stated', 'models/rolling_hoop.vv', 400),
                               ('hoop by its rim', 'models/rolling/hoop.vv', 400),
                               ('sphere on a torus', 'models/rolling/sphere_on_torus.vv', 60),
                               ('rattleback', 'models/rolling/rattleback.vv', 10)):
        until = until / 4 if quick else until
        runs = 3 if quick else 7
        begin = command_times(['run', model, '--form', 'minimal', '--until', '0'], runs)
        whole = command_times(['run', model, '--form', 'minimal', '--until', '%g' % until,
                               '--every', '%g' % until], runs)
        each = (whole['best'] - begin['best']) / until
        account = subprocess.run([VISVIVA, 'run', model, '--form', 'minimal', '--until', '%g' % until],
                                 cwd=ROOT, capture_output=True, text=True).stderr
        steps_taken = re.search(r'steps: (\d+)', account)
        taken = '%.3g' % (int(steps_taken.group(1)) / until) if steps_taken else '?'
        rows.append([name, human(each), taken, human(begin['best'])])
    table(['motion', 'one second of it', 'steps in it', 'process that only begins'], rows)


def provers():
    print('## Provers: two methods agree\n')
    rows = []
    for name, model, n in systems():
        for by in ('lagrange', 'multipliers') if n else ('multipliers',):
            r = measure('agree', model, by, 'appell', n)
            exact = measure('exact', model, by, 'appell', n)
            said = [both(x) if x and x['proved'] else 'not decided in %s' % both(x)
                    for x in (r, exact)]
            bound = '2^%d' % math.ceil(r['log2_bound']) if r else ''
            rows.append([name, by + ' = appell', said[0], bound, said[1]])
    table(['system', 'claim', 'modular', 'error below', 'exact'], rows)


# ---- SymPy ----

def lines_of(state):
    yield 't %s' % state['t']
    for part, word in (('parameters', 'parameter'), ('coordinates', 'coordinate'),
                       ('rates', 'rate')):
        for name, value in state[part].items():
            if name != 'n':
                yield '%s %s %s' % (word, name, value)
    yield 'go'


def ours_at(model, by, states):
    text = '\n'.join(line for s in states for line in lines_of(s)) + '\n'
    done = subprocess.run([BENCH, 'states', model, '--by', by], cwd=ROOT, input=text,
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def difference(ours, theirs):
    worst = 0.0
    for a, b in zip(ours, theirs):
        size = max(1.0, *(abs(x) for x in b.values()))
        worst = max(worst, *(abs(a[n] - x) / size for n, x in b.items()))
    return worst


def rival(name, model, by, script, arguments, goal):
    """SymPy's derivation of one system and ours, timed in this run, and their largest difference."""
    path = os.path.join(ROOT, 'tests', 'reference', 'states', name + '.json')
    with open(path, encoding='utf-8') as f:
        states = json.load(f)['states'][:10]
    with tempfile.NamedTemporaryFile('w', suffix='.json', encoding='utf-8') as f:
        json.dump({'states': states}, f)
        f.flush()
        done = subprocess.run([PYTHON, os.path.join(ROOT, 'bench', script), *arguments, f.name],
                              cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        return [name, 'failed: ' + (done.stderr.strip().split('\n') or ['?'])[-1], '', '', '', '']
    theirs = json.loads(done.stdout)
    worst = max(difference(ours_at(model, method, states), theirs['accelerations'])
                for method in by)
    if len(theirs['accelerations']) != 10 or not worst < AGREE:
        return [name, 'they differ by %.2g: no time is printed' % worst, '', '', '', '']
    with tempfile.NamedTemporaryFile('w', suffix='.vv', encoding='utf-8') as f:
        f.write(mechanism_only(model))
        f.flush()
        mine = measure('text', f.name, by[0])
    ready = measure('model', model, by[0])
    ratio, model_ratio = (theirs['seconds'] / r['best'] for r in (mine, ready))
    reached = '' if not goal else 'yes' if ratio >= goal else '**no**'
    return [name, '%.3g s' % theirs['seconds'], both(mine), '%.2g' % worst,
            '%.0f (%.0f)' % (ratio, model_ratio), ('≥ %d ' % goal if goal else '') + reached]


def mechanism_only(model):
    """The text of a model without the statements that SymPy has no counterpart for: claims, start, run, show."""
    kept, dropped = [], False
    with open(os.path.join(ROOT, model), encoding='utf-8') as f:
        for line in f:
            if re.match(r'(claim|start|run|show)\b', line):
                dropped = True
            elif not (dropped and line.startswith(' ')):
                dropped = False
                kept.append(line)
    return ''.join(kept)


def rivals():
    version = first_line([PYTHON, '-c', 'import sympy; print(sympy.__version__)'])
    print('## Beside SymPy %s, Kane\'s method, in this run\n' % version)
    rows = [
        rival('hoop', HOOP, ('appell',), 'sympy_hoop.py', [], 0),
        rival('chain', CHAIN, ('lagrange', 'appell'), 'sympy_chain.py', ['10'], 10000),
        rival('bicycle', BICYCLE, ('multipliers', 'appell'), 'sympy_bicycle.py', [], 2000),
    ]
    table(['system', 'SymPy', 'ours, from text', 'largest difference', 'ratio (from the model)',
           'goal'], rows)
    print('The text is the mechanism itself: claims, start, run and show are left out on both '
          'sides.\n')


# ---- instructions ----

def callgrind():
    if not shutil.which('valgrind'):
        sys.exit('bench: --callgrind needs valgrind, please install it')
    print('## Instructions executed (callgrind)\n')
    rows = []
    for what, model, by, other, n in (
            ('model', CHAIN, 'lagrange', None, 10), ('model', CHAIN, 'lagrange', None, 50),
            ('whole', BICYCLE, 'multipliers', None, None),
            ('text', BICYCLE, 'multipliers', None, None),
            ('agree', HOOP, 'multipliers', 'appell', None),
            ('agree', BICYCLE, 'multipliers', 'appell', None),
            ('agree', CHAIN, 'lagrange', 'appell', 50),
            ('exact', HOOP, 'multipliers', 'appell', None), ('print', HOOP, 'appell', None, None),
            ('build', BICYCLE, 'multipliers', None, None),
            ('run', BICYCLE, 'multipliers', None, None),
            ('machine', BICYCLE, 'multipliers', None, None),
            ('step', HOOP, 'appell', None, None), ('step', PENDULUM, 'lagrange', None, None),
            ('step', CHAIN, 'lagrange', None, 10)):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, 'out')
            prefix = ['valgrind', '--tool=callgrind', '--callgrind-out-file=' + out,
                      '--toggle-collect=measured', '--quiet']
            r = measure(what, model, by, other, n, once=True, prefix=prefix)
            total = re.search(r'^(?:totals|summary): (\d+)', open(out).read(), re.M) if r else None
        count = int(total.group(1)) if total else 0
        rows.append([what, '%s%s' % (os.path.basename(model), ' n=%d' % n if n else ''),
                     by + (' = ' + other if other else ''),
                     '%.4g' % (count / {'run': 1000, 'machine': 1000, 'step': 200}.get(what, 1))])
    table(['what', 'model', 'method', 'instructions'], rows)


def parts():
    """What a run consists of, by name."""
    out = {part.__name__: part for part in (goals, evaluators, compilers, steps, rolling, growth, methods, provers)}
    out['motion'] = lambda: motion.tables(sys.modules[__name__])
    if '--no-sympy' not in sys.argv[1:]:
        out['sympy'] = rivals
    return out


def main():
    arguments, only = sys.argv[1:], []
    while '--only' in arguments:
        at = arguments.index('--only')
        only += arguments[at + 1:at + 2]
        del arguments[at:at + 2]
    unknown = [a for a in arguments if a not in ('--quick', '--callgrind', '--no-sympy')]
    unknown += [p for p in only if p not in [*parts(), *OTHERS]]
    if unknown:
        sys.exit('bench: unknown: %s\n%s\nParts: %s' % (unknown[0], __doc__, ', '.join([*parts(), *OTHERS])))
    heading()
    if '--callgrind' in arguments:
        return callgrind()
    for name, part in parts().items():
        if not only or name in only:
            part()
            sys.stdout.flush()


if __name__ == '__main__':
    main()
