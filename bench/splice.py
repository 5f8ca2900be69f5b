#!/usr/bin/python3
"""Some tables of bench/RESULTS.md, measured again by themselves: the sections read from stdin replace those of the
same title or are added, each with the commit, machine and load of its own run.

    bench/run --only PART | bench/splice.py RESULTS.md
"""
import re
import sys


def sections(text):
    """What stands before the first heading of a section, and the sections by title, in order."""
    head, *parts = re.split(r"^(?=## )", text, flags=re.M)
    return head, {part.split("\n", 1)[0]: part.rstrip("\n") + "\n" for part in parts}


def main():
    path = sys.argv[1]
    head, new = sections(sys.stdin.read())
    if not new:
        sys.exit("splice: no table on stdin")
    run = [line[2:] for line in head.split("\n") if re.match(r"- (machine|commit|load)", line)]
    note = "Measured by itself: %s.\n" % "; ".join(run)
    with open(path, encoding="utf-8") as f:
        head, old = sections(f.read())
    for title, part in new.items():
        rest = part.split("\n", 1)[1].strip("\n")
        old[title] = "%s\n\n%s\n%s\n" % (title, note, rest)
    with open(path, "w", encoding="utf-8") as f:
        f.write(head + "\n".join(old.values()))


if __name__ == "__main__":
    main()
