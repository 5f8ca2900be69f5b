"""Rows of ./do bench on the motion: growth of the cost of a step, batches, first step, error.

bench/report.py calls `tables`; bench/METHOD.md says how each number is measured.
"""
import json
import math
import os
import re
import subprocess
import sys

LINKS = (2, 5, 10, 20, 50, 100, 200)


def growth(b):
    print('## A Taylor step of order 20 of a chain of n links (minimal speeds)\n')
    rows, last, first = [], None, None
    for n in LINKS:
        r = b.measure('step', b.CHAIN, 'kane', n=n)
        if r is None:
            rows.append([str(n), 'failed', ''])
            continue
        exponent = '%.2f' % (math.log(r['best'] / last[1]) / math.log(n / last[0])) if last else ''
        rows.append([str(n), b.both(r), exponent])
        last = (n, r['best'])
        first = first or last
        if n == 50:
            whole = math.log(last[1] / first[1]) / math.log(n / first[0])
    b.table(['links', 'step', 'exponent'], rows)
    print('From %d to 50 links: n^%.2f; goal: no worse than n^2, %s.\n' %
          (first[0], whole, 'reached' if whole <= 2 else '**not reached**'))


def batches(b):
    print('## Several motions in one batch (order 20), each of them beside one alone\n')
    rows = []
    for name, model in (('hoop', b.HOOP), ('double pendulum', b.PENDULUM), ('10 links', b.CHAIN)):
        alone, each = (b.measure(w, model, 'kane') for w in ('step', 'members'))
        ratio = alone['best'] / each['best'] if alone and each else 0
        rows.append([name, b.both(alone), b.both(each), '%.1f' % ratio, '4', 'yes' if ratio >= 4 else '**no**'])
    b.table(['system', 'alone', 'in the batch, each', 'times as fast', 'goal', 'reached'], rows)


def processor_time(b, arguments, runs):
    """CPU seconds of a whole process, the minimum of several runs."""
    spent = []
    for _ in range(runs):
        child = subprocess.Popen([b.VISVIVA, *arguments], cwd=b.ROOT, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
        spent.append(usage.ru_utime + usage.ru_stime)
    return min(spent)


def first_step(b):
    print('## From the model file to the first step, a fresh process\n')
    rows = []
    for name, model in (('hoop', b.HOOP_RUN), ('double pendulum', b.PENDULUM), ('10 links', b.CHAIN),
                        ('bicycle', b.BICYCLE)):
        arguments = ['run', model, '--until', '1e-6', '--at', '0']
        r = b.command_times(arguments, 5 if b.quick else 20)
        rows.append([name, b.both(r), b.human(processor_time(b, arguments, 5 if b.quick else 20)), '5 ms',
                     b.verdict([(r, 5e-3)])])
    rows.append(['(`--version`: libraries loaded)', b.both(b.command_times(['--version'], 10)),
                 b.human(processor_time(b, ['--version'], 10)), '', ''])
    b.table(['system', 'whole process', 'of the processor', 'goal', 'reached'], rows)


def run(b, model, *options):
    done = subprocess.run([b.VISVIVA, 'run', model, *options], cwd=b.ROOT, capture_output=True, text=True,
                          check=True)
    lines = [line.split(',') for line in done.stdout.splitlines()]
    return [dict(zip(lines[0], map(float, line))) for line in lines[1:]], done.stderr


def chaos(b):
    """Error against 48-digit values, compared with the growth of rounding errors by the Lyapunov exponent."""
    model = 'models/reference/double_pendulum_chaotic.vv'
    with open(os.path.join(b.ROOT, 'tests', 'reference', 'motions.json'), encoding='utf-8') as f:
        cases = json.load(f)
    cases = cases if isinstance(cases, list) else next(x for x in cases.values() if isinstance(x, list))
    reference = next(case['rows'] for case in cases if 'models/' + case['model'] == model)
    times = sorted(reference, key=float)
    table, account = run(b, model, '--until', times[-1], *[w for t in times for w in ('--at', t)], '--lyapunov',
                         *[w for s in ('θ1', 'θ2', "θ1'", "θ2'") for w in ('--sensitivity', s)])
    _, long = run(b, model, '--until', '100' if b.quick else '1000', '--at', '0', '--lyapunov')
    exponent = re.search(r'Lyapunov exponent 1: (\S+) per unit of time, (\S+) in', long)
    print('## A chaotic double pendulum: error beside the growth of neighbouring motions\n')
    print('Largest exponent of Lyapunov: %s per second, %s in the second half of %s s; over these %s s: %s.\n' %
          (exponent[1], exponent[2].rstrip(','), '100' if b.quick else '1000', times[-1],
           re.search(r'Lyapunov exponent 1: (\S+)', account)[1]))
    rows = []
    for t in times:
        at = min(table, key=lambda row: abs(row['time'] - float(t)))
        error = max(abs(at[k] - float(x)) for k, x in reference[t].items())
        size = max(abs(float(x)) for x in reference[t].values())
        grown = max(abs(x) for k, x in at.items() if k.startswith('d('))
        rows.append([t, '%.1e' % error, '%.3g' % grown, '%.1e' % (error / grown),
                     '%.1e' % (1.1e-16 * max(1, size))])
    b.table(['t', 'error', 'largest derivative by the start', 'error by it', 'half a digit of the state'], rows)
    sys.stdout.flush()


def long_energy(b):
    """The hoop for 10^5 s: energy drift, and whether it grows linearly or as a random walk."""
    table, account = run(b, b.HOOP_RUN, '--form', 'minimal', '--until', '100000', '--every', '10', '--column', 'energy',
                         '--column', 'T')
    start, size = table[0]['energy'], max(row['T'] for row in table)
    print('## Energy of the hoop over 10^5 s\n')
    rows, square = [], {}
    for end in (1e3, 1e4, 1e5):
        off = [abs(row['energy'] - start) / size for row in table if end / 2 < row['time'] <= end]
        square[end] = math.sqrt(sum(x * x for x in off) / len(off))
        worst = max(abs(row['energy'] - start) / size for row in table if row['time'] <= end)
        rows.append(['%g s' % end, '%.1e' % worst, '%.1e' % square[end], '1e-11', 'yes' if worst <= 1e-11 else '**no**'])
    b.table(['up to', 'largest relative drift', 'root mean square in the second half', 'goal', 'reached'], rows)
    # 1 for linear growth, 1/2 for a random walk, 0 if only the rounding of the energy is visible
    exponent = math.log(square[1e5] / square[1e3]) / math.log(100)
    print('Growth from 10^3 to 10^5 s: t^%.2f; secular growth is t^1, a random walk t^0.5: %s. The audit: %s.\n' %
          (exponent, 'none beyond it' if exponent < 0.75 or square[1e5] < 1e-15 else '**secular**',
           re.search(r'energy: (.*)', account)[1]))


def tables(b):
    growth(b)
    batches(b)
    first_step(b)
    chaos(b)
    long_energy(b)
