"""Shared by the SymPy versions of our models: timing, evaluation at given states, JSON output.

Each program reads states as JSON from the file named last on the command line, or from stdin if
that is '-':  {"states": [{"parameters": {..}, "coordinates": {..}, "rates": {..}}, ...]}.
It prints {"program", "version", "model", "seconds", "runs", "accelerations": [{name: value}]}.
"""
import json
import sys
import time

import numpy
import sympy
from sympy.core.cache import clear_cache


def best(derive, runs):
    """Shortest time of a few derivations, with caches cleared before each, and the last result."""
    shortest, result = None, None
    for _ in range(runs):
        clear_cache()
        start = time.perf_counter()
        result = derive()
        spent = time.perf_counter() - start
        shortest = spent if shortest is None else min(shortest, spent)
    return shortest, result


def states_from(argument):
    if argument is None:
        return []
    text = sys.stdin.read() if argument == '-' else open(argument, encoding='utf-8').read()
    return json.loads(text)['states']


def evaluate(system, states):
    """Accelerations at each state: mass * w' = forcing, solved in double precision.

    system: symbols (name -> symbol), mass, forcing, unknowns (names of w'),
    value(state) -> {name: number}."""
    if not states:
        return []
    names = list(system['symbols'])
    plain = {n: sympy.Dummy('s%d' % k) for k, n in enumerate(names)}
    exchange = {system['symbols'][n]: plain[n] for n in names}
    call = sympy.lambdify([plain[n] for n in names],
                          [system['mass'].xreplace(exchange), system['forcing'].xreplace(exchange)],
                          'numpy', cse=True)
    out = []
    for state in states:
        value = system['value'](state)
        mass, forcing = call(*[value[n] for n in names])
        rate = numpy.linalg.solve(numpy.array(mass, float), numpy.array(forcing, float).ravel())
        out.append(dict(zip(system['unknowns'], (float(x) for x in rate))))
    return out


def numbers(state, *parts):
    value = {}
    for part in parts:
        value.update({n: float(x) for n, x in state.get(part, {}).items()})
    return value


def report(model, seconds, runs, accelerations):
    json.dump({'program': 'SymPy', 'version': sympy.__version__, 'model': model,
               'seconds': seconds, 'runs': runs, 'accelerations': accelerations}, sys.stdout,
              ensure_ascii=False)
    print()
