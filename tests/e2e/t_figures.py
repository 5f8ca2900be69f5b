#!/usr/bin/python3
"""Figures from outside: tables in every format, dots, limits, several starts, sections, alignment. Prints TAP."""
import csv
import io
import math
import os
import pty
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

import numpy

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

VISVIVA = os.path.abspath(os.environ["VISVIVA"])
MODELS = os.path.abspath("models")
PENDULUM, DRIVEN = os.path.join(MODELS, "double_pendulum.vv"), os.path.join(MODELS, "driven_duffing.vv")


def visviva(*arguments, stdin=None, cwd=None):
    return subprocess.run([VISVIVA, *arguments], input=stdin, capture_output=True, timeout=120, cwd=cwd)


def texts(svg):
    return ["".join(e.itertext()) for e in tree.fromstring(svg).iter() if e.tag.endswith("}text")]


def elements(svg, ink):
    return [e for e in tree.fromstring(svg).iter() if e.tag.endswith("}path") and e.get("class", "") == ink]


def frames(svg):
    """Left and right edges of the frames: closed paths of four points."""
    out = []
    for e in elements(svg, "l-faint"):
        xy = [float(x) for x in re.findall(r"-?[\d.]+", e.get("d"))]
        if len(xy) == 8 and e.get("d").endswith("Z"):
            out.append((min(xy[::2]), max(xy[::2]), min(xy[1::2]), max(xy[1::2])))
    return out


def dots(svg):
    """The points of paths that consist of single points."""
    return [tuple(map(float, p.split())) for e in tree.fromstring(svg).iter() if "l-s" in e.get("class", "")
            for p in re.findall(r"M([\d. -]+)Z", e.get("d", ""))]


def table_formats(folder):
    drawn = {}
    for ending in ("csv", "json", "npy", "npz", "h5"):
        path = os.path.join(folder, "t." + ending)
        visviva("run", PENDULUM, "--until", "2", "--column", "energy", "-o", path)
        made = visviva("plot", path)
        drawn[ending] = [e.get("d") for e in tree.fromstring(made.stdout).iter() if "l-s" in e.get("class", "")] if made.returncode == 0 else made.stderr
    ok(len(drawn["csv"]) == 5 and all(d == drawn["csv"] for d in drawn.values()), "every format of a table gives the same curves", drawn.values())
    with open(os.path.join(folder, "t.npz"), "rb") as file:
        data = file.read()
    ok(visviva("plot", "-", stdin=data).returncode == 0, "on standard input too")
    ok("time [s]" in texts(visviva("plot", os.path.join(folder, "t.h5")).stdout), "with the units of the table")
    own = os.path.join(folder, "own.npz")
    numpy.savez(own, t=numpy.linspace(0, 1, 9), n=numpy.arange(9), single=numpy.ones(9, "f4"))
    made = visviva("plot", own)
    ok(made.returncode == 0 and {"t", "n", "single"} <= set(texts(made.stdout)), "arrays that NumPy has written", made.stderr)
    numpy.savez_compressed(own, t=numpy.linspace(0, 1, 9))
    made = visviva("plot", own)
    ok(made.returncode == 3 and b"VV0901" in made.stderr and b"compressed" in made.stderr, "a compressed archive: said", made.stderr)
    for cut in (5, 100, len(data)//2, len(data) - 30):
        path = os.path.join(folder, "cut.npz")
        with open(path, "wb") as file:
            file.write(data[:cut])
        made = visviva("plot", path)
        ok(made.returncode == 3 and b"VV0901" in made.stderr, f"the first {cut} bytes of an archive: said", made.returncode, made.stderr)
    for ending, text in (("h5", b"\x89HDF\r\n\x1a\nrubbish"), ("json", b'{"columns": ["a", 1], "rows": [[1, 2]]}'),
                         ("json", b'{"columns": ["a"], "rows": [[1], [1, 2]]}'), ("npy", b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fort"),
                         ("json", b'{"columns": ["a"], "rows": 3}'), ("json", b"{")):
        path = os.path.join(folder, "bad." + ending)
        with open(path, "wb") as file:
            file.write(text)
        made = visviva("plot", path)
        ok(made.returncode == 3 and b"VV0901" in made.stderr, f"{text[:30]}: said", made.returncode, made.stderr)


def status(folder):
    """Rows of a sweep without a result are left out, and it is said."""
    path = os.path.join(folder, "s.csv")
    head = "member,l,time,x,audit,status,reason\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + "0,1,5,2,1e-9,ok,\n1,2,5,3,1e-9,ok,\n2,3,1.5,9,,stopped,\"a singular matrix, here\"\n3,4,5,4,1e-9,ok,\n")
    made = visviva("plot", path)
    line = elements(made.stdout, "l-s0")
    ok(made.returncode == 0 and b"1 row is left out: status stopped: 1" in made.stderr, "a member that stopped is left out, with a note", made.stderr)
    ok(len(line) == 1 and line[0].get("d").count("L") == 2 and "l" in texts(made.stdout), "over the varied value, by default", texts(made.stdout))
    for ending in ("npz", "h5", "json", "csv"):
        path = os.path.join(folder, "s." + ending)
        visviva("sweep", PENDULUM, "--vary", "l1=0.5,0,1,2", "--until", "1", "-o", path)
        made = visviva("plot", path, "--y", "θ1")
        line = elements(made.stdout, "l-s0") if made.returncode == 0 else []
        ok(len(line) == 1 and line[0].get("d").count("L") == 2 and b"1 row is left out" in made.stderr, f"a sweep as .{ending}, without a failed member",
           made.stderr, line and line[0].get("d"))


def styles(folder):
    path = os.path.join(folder, "p.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("t,y\n" + "".join(f"{k},{10.0**k}\n" for k in range(5)))
    made = visviva("plot", path, "--points", "--log", "y", "--xlim", "0.5:3.5", "--ylim", "1:1000")
    found = dots(made.stdout)
    ok(len(found) == 3 and not elements(made.stdout, "l-s0 "), "dots, and those beyond the limits left out", found)
    rise = [b[1] - a[1] for a, b in zip(found, found[1:])]
    ok(max(rise) - min(rise) < 0.02 and rise[0] < 0, "equal steps by ratio on a logarithmic axis", rise)
    ok({"1", "10", "100", "1000"} <= set(texts(made.stdout)), "its ticks are powers of ten", texts(made.stdout))
    for size, wide in (("86x60", 86), ("172x100", 172)):
        root = tree.fromstring(visviva("plot", path, "--size", size).stdout)
        w, h = map(float, root.get("viewBox").split()[2:])
        ok(abs(w/96*25.4 - wide) < 0.3 and abs(h/96*25.4 - float(size.split("x")[1])) < 0.3, f"--size {size} in millimetres", w, h)
    pdf = os.path.join(folder, "p.pdf")
    made = visviva("plot", path, "--size", "86x60", "-o", pdf)
    with open(pdf, "rb") as file:
        box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", file.read())
    ok(made.returncode == 0 and box and abs(float(box[1])/72*25.4 - 86) < 0.3, "a PDF page of that size", made.stderr, box)
    for bad in (["--xlim", "3:1"], ["--ylim", "1"], ["--log", "z"], ["--size", "5x5"], ["--size", "nan"], ["--xlim", "nan:1"]):
        made = visviva("plot", path, *bad)
        ok(made.returncode == 2, f"{' '.join(bad)}: 2", made.stderr)


def labels():
    svg = visviva("plot", PENDULUM, "--until", "1", "--x", "θ1", "--y", "θ1'").stdout
    labels_ = [e for e in tree.fromstring(svg).iter() if e.tag.endswith("}text") and e.text and e.text.startswith("θ")]
    subs = [[t for t in e if t.tag.endswith("}tspan")] for e in labels_]
    ok(len(labels_) == 2 and all(len(s) == 1 and s[0].text == "1" and float(s[0].get("dy")) > 1 and float(s[0].get("font-size")) < 12 for s in subs),
       "θ1 has a subscript", texts(svg))
    ok([e.text for e in labels_] == ["θ", "θ\u0307"], "a rate has a dot", [e.text for e in labels_])
    model = "parameter k_in = 4 [N/m], m = 1 [kg]\ncoordinate x [m]\nmass m at x*world.x\nspring k_in on x\nstart x = 1\nrun 1\nshow k_in, x'^2\n"
    found = texts(visviva("plot", "-", stdin=model.encode()).stdout)
    ok("kin [N/m]" in found and not any("kg/s" in t for t in found), "[N/m] stays [N/m]", found)
    ok("x\u03072 [m2/s2]" in found, "squares of rates", found)


def alignment():
    for model in ("rolling_hoop", "twocars", "absorber"):
        svg = visviva("plot", os.path.join(MODELS, model + ".vv"), "--until", "2").stdout
        box = frames(svg)
        ok(len(box) > 1 and len({b[0] for b in box}) == 1 and len({b[1] for b in box}) == 1, f"{model}: frames of stacked plots begin and end alike", box)


def starts():
    svg = visviva("plot", PENDULUM, "--until", "1", "--vary", "θ1=0.5,1,1.5", "--y", "θ1").stdout
    lines = [e.get("d") for k in range(3) for e in elements(svg, f"l-s{k}") if e.get("d").count("L") > 5]
    ok(len(lines) == 3 and {"θ1 = 0.5", "θ1 = 1", "θ1 = 1.5"} <= set(texts(svg)), "a curve for each start, named", texts(svg))
    one = visviva("plot", PENDULUM, "--until", "1", "--vary", "θ1=0.5", "--ylim", "-2:2", "--y", "θ1").stdout
    two = visviva("plot", PENDULUM, "--until", "1", "--vary", "θ1=1", "--ylim", "-2:2", "--y", "θ1").stdout
    both = visviva("plot", PENDULUM, "--until", "1", "--vary", "θ1=0.5,1", "--ylim", "-2:2", "--y", "θ1").stdout

    def shape(svg, k):  # heights: the legend moves the frame
        return [float(p.split()[1]) - frames(svg)[0][2] for e in elements(svg, f"l-s{k}") if e.get("d").count("L") > 5 for p in re.split("[ML]", e.get("d"))[1:]]
    same = [max(abs(a - b) for a, b in zip(x, y)) < 0.02 and len(x) == len(y) > 100
            for x, y in ((shape(one, 0), shape(both, 0)), (shape(two, 0), shape(both, 1)))]
    ok(all(same), "each is that of its start alone", same)


def sections(folder):
    """Dots are the rows of `record`: those of a run."""
    head, *rows = csv.reader(io.StringIO(visviva("run", DRIVEN, "--until", "200").stdout.decode()))
    kept = [r for r in rows if r[head.index("event")] == "1" and float(r[0]) >= 50]
    svg = visviva("plot", DRIVEN, "--until", "200", "--recorded", "--after", "50", "--x", "x", "--y", "x'", "--xlim", "-2:2", "--ylim", "-2:2").stdout
    left, right, top, bottom = frames(svg)[0]
    want = [(left + (float(r[head.index("x")]) + 2)/4*(right - left), bottom - (float(r[head.index("x'")]) + 2)/4*(bottom - top)) for r in kept]
    got = dots(svg)
    ok(len(got) == len(want) > 20 and max(abs(a - b) for p, q in zip(got, want) for a, b in zip(p, q)) < 0.02, "a Poincaré section has its points", len(got), len(want))
    path = os.path.join(folder, "b.npz")
    made = visviva("sweep", DRIVEN, "--vary", "F=0.2:0.35:4", "--recorded", "--after", "50", "--until", "200", "-o", path)
    t = numpy.load(path)["table"]
    ok(made.returncode == 0 and set(t["event"]) == {1} and t["time"].min() >= 50 and len(set(t["member"])) == 4, "events are kept in a sweep", made.stderr)
    alone = visviva("run", DRIVEN, "--set", "F=0.25", "--until", "200").stdout.decode()
    rows = [r for r in csv.DictReader(io.StringIO(alone)) if r["event"] == "1" and float(r["time"]) >= 50]
    own = t[t["member"] == 1]
    ok(len(own) == len(rows) and max(abs(own["x"] - [float(r["x"]) for r in rows])) < 1e-6, "those of the run alone", len(own), len(rows))
    svg = visviva("plot", path, "--x", "F", "--y", "x").stdout
    ok(len(dots(svg)) == len(t) and len({round(p[0], 1) for p in dots(svg)}) == 4, "a bifurcation diagram: dots over the parameter", len(dots(svg)), len(t))
    made = visviva("plot", PENDULUM, "--until", "1", "--recorded", "--y", "θ1")
    ok(made.returncode == 4 and b"then record" in made.stderr and not made.stdout, "a model that records nothing: said", made.stderr)
    made = visviva("plot", DRIVEN, "--until", "20", "--recorded", "--after", "50", "--y", "x")
    ok(made.returncode == 4 and b"too late" in made.stderr and not made.stdout, "nothing is left after --after: said", made.stderr)
    made = visviva("plot", DRIVEN, "--until", "20", "--after", "50", "--y", "x")
    ok(made.returncode == 4 and b"--after" in made.stderr and not made.stdout, "and so without --recorded", made.stderr)


HOOP = """parameter m = 1, a = 0.5, g = 9.81
assume m > 0, a > 0, g > 0
coordinate x, y, ψ, θ, φ
frame R = world turned ψ about z, θ about x
frame H = R turned φ about z
point G = x*world.x + y*world.y + a*sin(θ)*world.z
point P = G - a*R.y
body hoop: mass m, centre G, frame H, inertia (m*a^2/2, m*a^2/2, m*a^2) along R
gravity -g*world.z
rolling hoop on world at P, normal world.z
speed p = dot(spin(hoop), R.x), q = dot(spin(hoop), R.y), r = dot(spin(hoop), R.z)
start θ = 1, q = 2, r = 3
"""


def steady_motions():
    """The border of stability of a rolling hoop, against its closed form (Routh)."""
    a, g, box = 0.5, 9.81, "box q in (-8, 8), θ in (0.3, 1.5), a in (0.2, 1)\n"
    made = visviva("plot", "-", "--y", "stability(q, θ)", stdin=(HOOP + box).encode())
    left, right, top, bottom = frames(made.stdout)[0]
    border = [p for e in elements(made.stdout, "l-ink") for p in re.findall(r"(-?[\d.]+) (-?[\d.]+)", e.get("d"))]
    points = [(16*(float(u) - left)/(right - left) - 8, 1.5 - 1.2*(float(v) - top)/(bottom - top)) for u, v in border]

    def margin(q, t):
        parts = (3*a**2*(2 - math.cos(t)**2)*q**4, 2*a*g*(math.sin(3*t) - math.sin(t))*q**2, g**2*(1 - math.cos(4*t))/2)
        return sum(parts)/sum(map(abs, parts))
    off = [p for p in points if abs(p[0]) > 0.1 and abs(margin(*p)) > 0.02]
    ok(len(points) > 100 and not off and "no such motion" in texts(made.stdout), "stability of a rolling hoop over two values of its steady motion", len(points), off[:5])
    for over, word in (("q, m", b"m has no range"), ("q, p", b"p has no range"), ("a, x", b"x has no range")):
        made = visviva("plot", "-", "--y", f"stability({over})", stdin=(HOOP + box).encode())
        ok(made.returncode == 4 and word in made.stderr, f"stability({over}): refused", made.stderr)
    made = visviva("plot", "-", "--y", "stability(q, p)", stdin=(HOOP + "box q in (0, 1), p in (0, 1)\n").encode())
    ok(made.returncode == 4 and b"no family of steady motions" in made.stderr, "a value that is not free: refused", made.stderr)
    made = visviva("plot", "-", "--y", "stability(a, θ)", stdin=(HOOP.replace("start θ = 1, q = 2", "start θ = 1") + box).encode())
    ok(made.returncode == 4 and b"state its value by start" in made.stderr, "another free value that is not stated: refused", made.stderr)
    made = visviva("plot", "-", "--y", "stability(q, a)", stdin=(HOOP + box).encode())
    ok(made.returncode == 0 and len(frames(made.stdout)) >= 1, "over a speed and a parameter", made.stderr)


def portraits():
    """The phase plane of a bead on a turning hoop, against its integral and equilibria in closed form."""
    g, R, W = 9.81, 0.5, 7.0
    model = os.path.join(MODELS, "bead_on_hoop.vv")
    svg = visviva("plot", model, "--portrait", "--xlim", "-4:4", "--ylim", "-12:12").stdout
    left, right, top, bottom = frames(svg)[0]

    def place(text):
        x, y = map(float, text.split())
        return (x - left)/(right - left)*8 - 4, (bottom - y)/(bottom - top)*24 - 12
    worst, moved, motions = 0.0, 0, [p for p in elements(svg, "l-s0")[0].get("d").split("M") if p.count("L") > 20]
    for motion in motions:
        points = [place(p) for p in motion.split("L")]
        h = [R*(v*v - (W*numpy.sin(q))**2)/2 - g*numpy.cos(q) for q, v in points]
        worst = max(worst, (max(h) - min(h))/(R*144/2))
        moved += max(abs(points[0][0] - q) for q, _ in points) > 0.3
    ok(len(motions) > 15 and moved > 10 and worst < 0.002, "motions keep their integral", len(motions), moved, worst)

    def rings(ink):  # a kind: its dots, and rings one within the other
        return sorted({round(place(p)[0], 2) for e in elements(svg, ink) for p in re.findall(r"M([\d. -]+)Z", e.get("d"))})
    tilt = float(numpy.arccos(g/R/W**2))
    near = numpy.allclose(rings("l-s2"), [-tilt, tilt], atol=0.02) and numpy.allclose(rings("l-s3"), [-numpy.pi, 0, numpy.pi], atol=0.02)
    ok(near and {"centre", "saddle", "θ\u0307 = 0", "θ\u0308 = 0"} <= set(texts(svg)), "two centres and three saddles, named", rings("l-s2"), rings("l-s3"), texts(svg))
    cline = [place(p) for p in re.split("[ML]", elements(svg, "l-s1")[1].get("d"))[1:]]
    off = max(abs((W*W*numpy.cos(q) - g/R)*numpy.sin(q)) for q, _ in cline)
    ok(len(cline) > 100 and off < 1.0, "the nullcline is where the acceleration vanishes", len(cline), off)
    kinds = {}
    for name, force in (("sink", "-0.3*x'"), ("source", "0.3*x'"), ("centre", "-2*x")):
        text = f"coordinate x\nkinetic energy x'^2/2\npotential x^2/2\nwork ({force})*δ(x)\n"
        kinds[name] = [t for t in texts(visviva("plot", "-", "--portrait", stdin=text.encode()).stdout) if t in ("sink", "source", "centre", "saddle")]
    ok(all(found == [name] for name, found in kinds.items()), "a sink, a source, a centre", kinds)
    for title, text in (("two coordinates", "coordinate x, y\nkinetic energy (x'^2 + y'^2)/2\n"), ("time", "coordinate x\nkinetic energy x'^2/2\nforce function x*sin(t)\n"),
                        ("a length without limits", "parameter m = 1 [kg]\ncoordinate x [m]\nmass m at x*world.x\n"), ("no value", "parameter k\ncoordinate x\nkinetic energy x'^2/2\npotential k*x^2\n")):
        made = visviva("plot", "-", "--portrait", stdin=text.encode())
        ok(made.returncode in (3, 4) and not made.stdout and b"hint" in made.stderr, f"{title}: said, with a cure", made.returncode, made.stderr)


def terminal(folder):
    """On a terminal no SVG runs over the screen."""
    names = []
    for _ in range(2):
        main, other = pty.openpty()
        made = subprocess.run([VISVIVA, "plot", PENDULUM, "--until", "1"], stdout=other, stderr=subprocess.PIPE, timeout=60, cwd=folder)
        os.close(other)
        os.set_blocking(main, False)
        try:
            shown = os.read(main, 100)
        except OSError:
            shown = b""
        os.close(main)
        names += re.findall(r"written: (\S+)", made.stderr.decode())
        ok(made.returncode == 0 and not shown, "nothing on the terminal", shown)
    ok(names == ["double_pendulum.svg", "double_pendulum-2.svg"] and all(os.path.getsize(os.path.join(folder, n)) > 1000 for n in names),
       "but a file, which is named; the second does not replace the first", names)


def values():
    """A report with other values than its text says so."""
    model = "parameter k = 4 [N/m], m = 1 [kg], c\ncoordinate x [m]\nmass m at x*world.x\nspring k on x\nwork -c*x'*δ(x)\nstart x = 1\nrun 1\n"
    made = visviva("report", "-", "--set", "k=9", "--set", "c=0", "--set", "m=2", "--set", "m=3", stdin=model.encode()).stdout.decode()
    rows = [re.split(r"  +", line.strip()) for line in made.split("value in the text\n")[1].split("\n")[1:4]]
    ok(rows == [["k", "9", "N/m", "4 [N/m]"], ["m", "3", "kg", "1 [kg]"], ["c", "0", "-", "none"]],
       "values in place of those of the text stand beside them, N/m as N/m", rows, made[:900])
    ok("value in the text" not in visviva("report", "-", stdin=model.encode()).stdout.decode(), "and only then")


def gallery(folder):
    """The figures of the documentation are what their commands draw."""
    names = subprocess.run([sys.executable, "tools/figures", folder], capture_output=True, text=True, timeout=300, check=True,
                           env={**os.environ, "VISVIVA": VISVIVA}).stdout.split()
    for name in names:
        with open(os.path.join("doc/figures", name), "rb") as file, open(os.path.join(folder, name), "rb") as again:
            shown, drawn = file.read(), again.read()
        if name.endswith(".svg"):
            same = texts(shown) == texts(drawn) and abs(len(dots(shown)) - len(dots(drawn))) < 9
        else:
            same = abs(len(shown) - len(drawn)) < len(shown)/5
        ok(same, f"doc/figures/{name} is what its command draws", len(shown), len(drawn))
    with open("doc/figures/README.md", encoding="utf-8") as file:
        ok(len(names) > 3 and sorted(re.findall(r"\]\(([\w.]+)\)", file.read())) == sorted(names), "each is shown", names)


def main():
    labels()
    alignment()
    starts()
    portraits()
    steady_motions()
    values()
    with tempfile.TemporaryDirectory() as folder:
        table_formats(folder)
        status(folder)
        styles(folder)
        sections(folder)
        terminal(folder)
    with tempfile.TemporaryDirectory() as folder:
        gallery(folder)
    done()


main()
