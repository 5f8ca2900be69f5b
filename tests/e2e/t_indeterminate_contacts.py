#!/usr/bin/python3
"""visviva run: tables on three to six legs, feet at several heights, beside the limit of the whole body. Prints TAP."""
import csv
import io
import math
import os
import random
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
G, FRICTION, RAMP, END = 9.81, 0.2, 2, 1.5
LEGS = "PQRSTU"


def stand(rng, n):
    """Feet around the centre, none of the gaps between them half a turn."""
    while True:
        angle = sorted(rng.uniform(0, 2 * math.pi) for _ in range(n))
        if max((angle[(i + 1) % n] - angle[i]) % (2 * math.pi) for i in range(n)) < 2.6:
            return [(r * math.cos(a), r * math.sin(a)) for a, r in ((a, rng.uniform(0.4, 0.7)) for a in angle)]


def pushed(rng, n, heights):
    """By a force through the centre that grows: whatever the pressures, friction has the same line, so it gives way as a block does."""
    d = rng.uniform(0, 2 * math.pi)
    feet = [(x, y, 0.2 + rng.choice(heights)) for x, y in stand(rng, n)]
    model = ("coordinate x, y, z, ψ, θ, φ\nframe B = world turned ψ about z, θ about y, φ about x\npoint C = x*world.x + y*world.y + z*world.z\n" +
             "".join(f"point {p} = C + {x!r}*B.x + {y!r}*B.y - {h!r}*B.z\n" for p, (x, y, h) in zip(LEGS, feet)) +
             f"body table: mass 1, centre C, frame B, inertia (0.1, 0.1, 0.15)\ngravity -{G}*world.z\n" +
             "".join(f"rolling table on world at {p}, normal world.z, friction {FRICTION}\n" for p in LEGS[:n]) +
             f"force {RAMP}*t*({math.cos(d)!r}*world.x + {math.sin(d)!r}*world.y) at C\nstart z = 0.2\nrun {END}\n")
    r = subprocess.run([PROGRAM, "run", "-", "--at", str(END), "--audit", "1e-11"], input=model, capture_output=True, text=True, timeout=120, check=False)
    rows = list(csv.DictReader(io.StringIO(r.stdout)))
    limit = FRICTION * G / RAMP                                             # then x'' = RAMP (t - limit)
    way = RAMP * (END - limit)**3 / 6
    begins = [float(t) for t in re.findall(r"sliding begins 1 time, .*?at t = ([\d.e-]+)", r.stderr)]
    late = max((abs(t - limit) for t in begins), default=math.inf)
    off = math.inf
    if rows:
        off = max(math.hypot(float(rows[-1]["x"]) - way * math.cos(d), float(rows[-1]["y"]) - way * math.sin(d)), abs(float(rows[-1]["ψ"])))
    ok(r.returncode == 0 and len(begins) == n and late < 1e-11 and off < 1e-10,
       f"{n} legs, feet at {sorted({h for _, _, h in feet})}: sliding begins {late:.1e} from the limit, the end is {off:.1e} from a block", model + r.stderr)


def at_rest():
    """A table on four legs that is not pushed: the pressures are those of equal springs."""
    feet = ((0.5, 0.4), (-0.3, 0.6), (-0.6, -0.5), (0.4, -0.3))
    model = ("coordinate x, y, z, ψ, θ, φ\nframe B = world turned ψ about z, θ about y, φ about x\npoint C = x*world.x + y*world.y + z*world.z\n" +
             "".join(f"point {p} = C + {x}*B.x + {y}*B.y - 0.3*B.z\n" for p, (x, y) in zip(LEGS, feet)) +
             f"body table: mass 1, centre C, frame B, inertia (0.1, 0.1, 0.15)\ngravity -{G}*world.z\n" +
             "".join(f"rolling table on world at {p}, normal world.z, friction 0.4\n" for p in LEGS[:4]) + "start z = 0.3\nrun 1\n")
    r = subprocess.run([PROGRAM, "run", "-", "--at", "1"], input=model, capture_output=True, text=True, timeout=120, check=False)
    rows = list(csv.DictReader(io.StringIO(r.stdout)))
    N = [float(rows[-1][f"N({p})"]) for p in LEGS[:4]] if rows else [0] * 4
    # N = a + b x + c y at each foot, which carries the weight at the centre
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = feet
    det = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
    b = ((N[1] - N[0]) * (y3 - y1) - (N[2] - N[0]) * (y2 - y1)) / det
    c = ((x2 - x1) * (N[2] - N[0]) - (x3 - x1) * (N[1] - N[0])) / det
    off = max(abs(N[3] - N[0] - b * (x4 - x1) - c * (y4 - y1)), abs(sum(N) - G), *(abs(sum(v * f[i] for v, f in zip(N, feet))) for i in (0, 1)))
    ok(r.returncode == 0 and off < 1e-12 and min(N) > 0 and "combinations of N(P)" in r.stderr, f"four legs at rest: {off:.1e} from equal springs", f"{N}\n{r.stderr}")


def main():
    at_rest()
    rng = random.Random(470)
    for n in (3, 4, 5, 6):
        for heights in ((0,), (0, 0.05, 0.1)):
            for _ in range(2):
                pushed(rng, n, heights)
    done()


if __name__ == "__main__":
    main()
