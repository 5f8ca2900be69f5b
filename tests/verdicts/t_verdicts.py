#!/usr/bin/python3
"""Random mechanisms: no verdict contradicts another statement of the same mechanism or the numbers.

    t_verdicts.py [FIRST [COUNT]] [--family NAME] [--show]

A mechanism is known by its seed; a range of seeds resumes a long search."""
import argparse
import os
import random
import sys
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import compare                                                          # noqa: E402
import bodies                                                           # noqa: E402
import families                                                         # noqa: E402
import special                                                          # noqa: E402

FAMILIES = {f.__name__: f for f in (
    families.oscillator, families.particle, families.identity, families.pendulum, families.pfaffian,
    families.bead,     bodies.rigid, bodies.ball, special.servo, special.first_order, special.friction, special.impact,
    special.kink, special.steady)}


def one(seed, family):
    name = family or list(FAMILIES)[seed % len(FAMILIES)]
    return name, FAMILIES[name](random.Random(seed))


def main():
    effort = int(os.environ.get("VV_TEST_EFFORT", "1"))
    a = argparse.ArgumentParser()
    a.add_argument("first", nargs="?", type=int, default=int(os.environ.get("VV_TEST_SEED", "1")))
    a.add_argument("count", nargs="?", type=int, default=60 if effort < 2 else 2000)
    a.add_argument("--family", choices=list(FAMILIES))
    a.add_argument("--show", action="store_true", help="print the statements")
    a = a.parse_args()
    print(f"1..{a.count}")
    decided, undecided, failed = {}, {}, 0
    for i in range(a.count):
        seed = a.first + i
        name, group = one(seed, a.family)
        if a.show:
            for s in group.statements:
                print(f"# -- {s.label}\n{s.text}")
        found = compare.examine(group)
        for table, part in ((decided, found.decided), (undecided, found.undecided)):
            for k, v in part.items():
                table[k] = table.get(k, 0) + v
        failed += bool(found.contradictions)
        print(f"{'not ' if found.contradictions else ''}ok {i + 1} - {name}, seed {seed}")
        for c in found.contradictions:
            print("# " + c.replace("\n", "\n#   "))
        sys.stdout.flush()
    for k in sorted(set(decided) | set(undecided)):
        n, u = decided.get(k, 0) + undecided.get(k, 0), undecided.get(k, 0)
        print(f"# undecided: {k}: {u} of {n} ({100*u/n:.1f} %)")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
