#!/usr/bin/python3
"""Random mechanisms: no verdict contradicts another statement of the same mechanism or the numbers.

    t_verdicts.py [FIRST [COUNT]] [--family NAME] [--jobs N] [--show]

A mechanism is known by its seed; a range of seeds resumes a long search."""
import argparse
import concurrent.futures
import itertools
import os
import random
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bodies                                                           # noqa: E402
import compare                                                          # noqa: E402
import conditions                                                       # noqa: E402
import degenerate                                                       # noqa: E402
import families                                                         # noqa: E402
import linkages                                                         # noqa: E402
import numerics                                                         # noqa: E402
import rolling                                                          # noqa: E402
import special                                                          # noqa: E402

FAMILIES = {f.__name__: f for f in (
    families.oscillator, families.particle, families.identity, families.pendulum, families.pfaffian, families.bead,
    families.creep, bodies.rigid, bodies.ball, bodies.spinning, rolling.rolling, linkages.linkage,
    special.servo, special.first_order, special.friction, special.impact, special.kink,
    special.steady, special.gyroscope, special.driven, special.switch, special.crane, special.units,
    degenerate.massless, degenerate.sheets, degenerate.hidden, degenerate.rank,
    conditions.conditional, conditions.neglected)}


def one(seed, family=None):
    """(family, mechanism) of a seed. The families take turns."""
    name = family or list(FAMILIES)[seed % len(FAMILIES)]
    r = random.Random(seed)
    while True:
        try:
            return name, FAMILIES[name](r)
        except numerics.NoMotion:              # this one leaves the domain of its equations: the next
            continue


def examined(seed, family, show):
    """(family, findings, text to show) of a seed."""
    name, group = one(seed, family)
    shown = "".join(f"# -- {s.label}\n{s.text}" for s in group.statements) if show else ""
    return name, compare.examine(group), shown


def in_order(seeds, jobs, *options):
    """The results of `examined`, each as soon as those before it are there."""
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        seeds, waiting = iter(seeds), []
        for seed in itertools.chain(seeds, [None]*(2*jobs)):
            if seed is not None:
                waiting.append((seed, pool.submit(examined, seed, *options)))
            if waiting and (seed is None or len(waiting) >= 2*jobs):
                first, done = waiting.pop(0)
                yield first, *done.result()


def tally(decided, undecided):
    for k in sorted(set(decided) | set(undecided)):
        n, u = decided.get(k, 0) + undecided.get(k, 0), undecided.get(k, 0)
        print(f"# undecided: {k}: {u} of {n} ({100*u/n:.1f} %)")


def options():
    effort = float(os.environ.get("VV_TEST_EFFORT") or 1)
    a = argparse.ArgumentParser()
    a.add_argument("first", nargs="?", type=int, default=int(os.environ.get("VV_TEST_SEED", "1")))
    a.add_argument("count", nargs="?", type=int, default=max(1, round(60*effort)) if effort < 2 else round(100*effort))
    a.add_argument("--family", choices=list(FAMILIES))
    a.add_argument("--jobs", type=int, default=int(os.environ.get("VV_JOBS") or 2))
    a.add_argument("--show", action="store_true", help="print the statements")
    return a.parse_args()


def main():
    a = options()
    print(f"1..{a.count}")
    decided, undecided, failed = {}, {}, 0
    for seed, name, found, shown in in_order(range(a.first, a.first + a.count), a.jobs, a.family, a.show):
        for table, part in ((decided, found.decided), (undecided, found.undecided)):
            for k, v in part.items():
                table[k] = table.get(k, 0) + v
        failed += bool(found.contradictions)
        print(f"{shown}{'not ' if found.contradictions else ''}ok {seed - a.first + 1} - {name}, seed {seed}")
        for c in found.contradictions:
            print("# " + c.replace("\n", "\n#   "))
        sys.stdout.flush()
    tally(decided, undecided)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
