#!/usr/bin/python3
"""How long equations are in print: characters of what `visviva derive` writes for thirty mechanisms, definitions of
named parts included, spaces not, beside those of an earlier commit. A section of RESULTS.md on stdout.

    length.py VISVIVA [--numbers]
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
SECTIONS = re.compile(r"Definitions|Direction cosines|Speeds|Momenta|Kinematic relations|Coordinates eliminated|"
                      r"Equations of motion|Constraints")
COMMIT = "c7ad5efe"
BEFORE = {  # characters at that commit
    "twocars": 359, "crane": 368, "segway": 461, "kane_carriage": 225, "chaplygin_sleigh": 89, "fourbar": 387,
    "bicycle": 14814, "double_pendulum": 145, "reference/chaplygin_ball": 1051, "reference/gyrostat": 655,
    "reference/gimbals": 245, "reference/cardan_joint": 1816, "reference/overhead_crane": 603,
    "reference/squeezing_mechanism": 2197, "reference/trailers": 2492, "reference/roller_racer": 882,
    "reference/snakeboard": 695, "reference/ball_in_cylinder": 529, "reference/ball_on_free_turntable": 667,
    "reference/kovalevskaya": 375, "reference/spatial_fourbar": 3738, "rolling/torus_on_plane": 627,
    "rolling/rattleback": 3738, "rolling/sphere_on_cone": 1026, "rolling/korteweg": 1761,
    "rolling/disc_in_sphere": 6153, "book/heavysolid": 1478, "book/loadedsphere": 956, "book/revroll": 1043,
    "book/tz_revturn": 1503,
}


def length(program, model):
    text = subprocess.run([program, "derive", f"models/{model}.vv"], cwd=ROOT, capture_output=True, text=True).stdout
    total, inside = 0, False
    for line in text.splitlines():
        if SECTIONS.match(line):
            inside = True
        elif not line:
            inside = False
        elif inside and line.startswith("  "):
            total += len(line.replace(" ", ""))
    return total


def main():
    found = {model: length(sys.argv[1], model) for model in BEFORE}
    if "--numbers" in sys.argv:
        for model, characters in found.items():
            print(f'    "{model}": {characters},')
        return
    print("## Printed length\n")
    print(f"Characters of the equations as `derive` prints them, without spaces; before: at {COMMIT}.\n")
    print("| mechanism | before | now | |\n| --- | --- | --- | --- |")
    for model, now in [*found.items(), ("all", sum(found.values()))]:
        before = BEFORE.get(model, sum(BEFORE.values()))
        print(f"| {model} | {before} | {now} | {100*(now - before)/before:+.0f} % |")
    print()


if __name__ == "__main__":
    main()
