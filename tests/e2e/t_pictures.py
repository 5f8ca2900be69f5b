#!/usr/bin/python3
"""Pictures from outside: SVG is well-formed, PNG is PNG, what cannot be drawn is said. Prints TAP."""
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

VISVIVA = os.environ["VISVIVA"]



def run(*arguments, stdin=None):
    return subprocess.run([VISVIVA, *arguments], input=stdin, capture_output=True, timeout=60)


def texts(svg):
    return ["".join(e.itertext()) for e in tree.fromstring(svg).iter() if e.tag.endswith("}text")]


def curves(svg):
    return [e for e in tree.fromstring(svg).iter()
            if e.tag.endswith("}path") and "l-s" in e.get("class", "")]


def long_names():
    """Labels and the legend stay within the picture, whatever is drawn."""
    terms = " + ".join(f"{k}*l1*sin(θ1)*cos(θ2)" for k in range(1, 30))
    for options in ([terms], [terms, "θ1"], ["θ1", "velocity(B)", terms]):
        made = run("plot", "models/double_pendulum.vv", "--until", "1", *[a for o in options for a in ("--y", o)])
        said = texts(made.stdout)
        ok(made.returncode == 0 and max(map(len, said)) < 100 and any(" … " in t and t.endswith("cos(θ2)") for t in said),
           f"what is too long is reported by its ends, beside {len(options) - 1} others", max(said, key=len), made.stderr.decode())
    made = run("plot", "models/double_pendulum.vv", "--until", "1", "--x", terms, "--y", "θ1")
    ok(made.returncode == 0 and any(" … " in t for t in texts(made.stdout)), "along the other axis too", texts(made.stdout))


def models():
    for model, least in [("models/rolling_hoop.vv", 8), ("models/double_pendulum.vv", 2),
                         ("models/top.vv", 2), ("models/twocars.vv", 2)]:
        made = run("plot", model)
        try:
            found = len(curves(made.stdout))
            ok(made.returncode == 0 and found >= least, f"{model} has {least} curves or more",
               found, made.stderr.decode())
        except tree.ParseError as error:
            ok(False, f"{model} gives well-formed SVG", error, made.stderr.decode())
    made = run("plot", "models/rolling_hoop.vv", "--x", "x", "--y", "y", "--y", "energy", "--x", "time",
               "--y", "dot(spin(hoop), R.z)")
    found = texts(made.stdout)
    ok("x [m]" in found and "t [s]" in found and "energy [J]" in found, "axes name their units", found)
    ok(len(curves(made.stdout)) >= 3, "two plots, three curves")
    made = run("plot", "models/rolling_hoop.vv", "--sketch", "--until", "3")
    ok(len(curves(made.stdout)) > 9, "a sketch of nine instants", made.stderr.decode())
    made = run("plot", "models/rolling_hoop.vv", "--sketch", "--until", "4")
    with open("doc/hoop.svg", "rb") as f:
        shown = f.read()
    ok(len(curves(made.stdout)) == len(curves(shown)) and abs(len(made.stdout) - len(shown)) < 200,
       "the README's picture is what the command draws", len(made.stdout), len(shown))
    spinning = "frame S = world free (p, q, r)\nbody B: mass 1, centre {}, frame S, inertia (1, 2, 3)\nstart p = 1, q = 0.1\nrun 2\n"
    made = run("plot", "-", stdin=spinning.format("world.origin").encode())
    ok(made.stdout and len(curves(made.stdout)) >= 3 and "p, q, r [1/s]" in texts(made.stdout), "of free frames alone: their spins",
       made.stdout[:300])
    made = run("plot", "-", stdin=("coordinate x\nspring 3 on x\nstart x = 1\n" + spinning.format("x*world.x")).encode())
    ok("x\u0307" in texts(made.stdout) and "S.e0'" not in " ".join(texts(made.stdout)), "beside a free frame, the phase plane of the coordinate",
       texts(made.stdout))
    made = run("plot", "models/rolling_hoop.vv", "--y", "energy +")
    ok(made.returncode == 3 and b"VV02" in made.stderr, "a curve that is no expression: 3", made.stderr)
    made = run("plot", "models/book/hoop.vv")
    ok(made.returncode == 3 and b"no value" in made.stderr, "parameters without values: said", made.stderr)
    made = run("plot", "models/rolling_hoop.vv", "--x", "x")
    ok(made.returncode == 2 and b"--y" in made.stderr, "--x without --y: 2", made.stderr)


def charts():
    made = run("plot", "models/absorber.vv", "--y", "response(ω)")
    found = texts(made.stdout)
    ok(made.returncode == 0 and "amplitude [m]" in found and "angular frequency ω [rad/s]" in found and "phase lag [°]" in found,
       "a response has its size, its phase and units", found, made.stderr)
    ok({"0.1", "0.01", "10", "20", "50"} <= set(found), "ticks of a logarithmic axis are read at a glance", found)
    ok(len(curves(made.stdout)) == 8, "two curves and their legend, twice", len(curves(made.stdout)))
    made = run("plot", "models/bead_on_hoop.vv", "--y", "stability(Ω, R)")
    found = texts(made.stdout)
    ok(made.returncode == 0 and "no such motion" in found and any("unstable" in t for t in found),
       "a map with its legend", found, made.stderr)
    areas = [e for e in tree.fromstring(made.stdout).iter() if "f-a" in e.get("class", "")]
    ok(len(areas) >= 8 and len(made.stdout) < 600_000, "areas, one for each shade", len(areas), len(made.stdout))
    made = run("report", "models/bead_on_hoop.vv")
    ok(b"Over the parameter range" in made.stdout and b"[picture: stability" in made.stdout, "a report has it too")
    made = run("plot", "models/bead_on_hoop.vv", "--y", "stability(Ω, m)")
    ok(made.returncode == 4 and b"state box m in" in made.stderr, "a parameter without a box: said", made.stderr)
    made = run("plot", "models/double_pendulum.vv", "--y", "stability(g, nothing)")
    ok(made.returncode == 3 and b"nothing" in made.stderr, "one that there is not: 3", made.stderr)


def paths(made):
    return [e.get("d") for e in curves(made.stdout)]


def tables(folder):
    path = os.path.join(folder, "table.csv")
    made = run("run", "models/double_pendulum.vv", "--until", "2", "-o", path)
    ok(made.returncode == 0, "a table to draw", made.stderr)
    made = run("plot", path)
    ok(made.returncode == 0 and len(curves(made.stdout)) >= 4, "its columns over the time", made.stderr)
    made = run("plot", path, "--x", "no such", "--y", "time")
    ok(made.returncode == 3 and b"VV0902" in made.stderr, "a column that there is not: 3", made.stderr)
    png = os.path.join(folder, "plot.png")
    made = run("plot", path, "-o", png)
    if made.returncode == 4:
        ok(b"cairo" in made.stderr and not os.path.exists(png), "without cairo: said, nothing written")
    else:
        with open(png, "rb") as f:
            data = f.read()
        ok(data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND", "a whole PNG", data[:20])
        pdf = [run("plot", path, "-o", os.path.join(folder, "plot.pdf")), run("plot", path, "-o", os.path.join(folder, "q.pdf"))]
        pages = [open(os.path.join(folder, name), "rb").read() for name in ("plot.pdf", "q.pdf")]
        ok(pdf[0].returncode == 0 and pages[0][:5] == b"%PDF-" and pages[0].rstrip().endswith(b"%%EOF"), "a whole PDF", pdf[0].stderr)
        ok(pages[0] == pages[1], "equal tables give equal bytes")
    with open(path, "rb") as f:
        piped = run("plot", "-", stdin=f.read())
    ok(piped.returncode == 0 and paths(piped) == paths(run("plot", path)), "a table on standard input", piped.stderr)
    with open(path, "wb") as f:
        f.write(b"time,x\n0,1\n1,nan\n2,2\n3,3\n4,nan\n5,1\n")
    made = run("plot", path)
    ok(made.stdout.count(b"<circle") == 2, "a value between two gaps is a dot", made.stdout[-900:])
    with open(path, "w", encoding="utf-8") as f:
        f.write("time," + ",".join(f"c{i}" for i in range(60)) + "\n" + "".join(f"{t}" + f",{t}" * 60 + "\n" for t in range(3)))
    made = run("plot", path, "-o", png)
    ok(made.returncode == 0 or b"cairo" in made.stderr, "sixty columns as PNG", made.stderr)
    for title, data in [("a row that is short", b"a,b\n1\n"), ("bytes that are no text", b"a\0b\n1\n"),
                        ("a cell that is no number", b"a\nx\n"), ("nothing at all", b"")]:
        with open(path, "wb") as f:
            f.write(data)
        made = run("plot", path)
        ok(made.returncode == 0 or (made.returncode == 3 and made.stderr.startswith(path.encode() + b": error")),
           f"{title}: no crash, and the table is named", made.returncode, made.stderr)
    made = run("plot", "models/double_pendulum.vv", "-o", os.path.join(folder, "none", "x.svg"))
    ok(made.returncode == 6, "a file that cannot be written: 6", made.stderr)


def once():
    """What is a coordinate is drawn once, however it is spelt."""
    model = "coordinate θ\nmass 1 at sin(θ)*world.x - cos(θ)*world.z\ngravity -9.81*world.z\nstart θ = 1\nrun 2\n"
    plain, shown = (run("plot", "-", stdin=(model + more).encode()) for more in ("", "show theta, θ\n"))
    ok(plain.returncode == 0 and len(curves(plain.stdout)) == 2, "a pendulum: its angle and its phase plane", plain.stderr)
    ok(paths(shown) == paths(plain), "and no more where it shows its angle", len(curves(shown.stdout)))
    two = "coordinate x, y\nmass 1 at x*world.x + y*world.z\ngravity -9.81*world.z\nstart x' = 1\nrun 2\n"
    plain, both, one = (run("plot", "-", stdin=(two + more).encode()) for more in ("", "show x, y\n", "show x\n"))
    ok(paths(both) == paths(plain), "two coordinates that are both shown: once")
    ok(len(curves(one.stdout)) == len(curves(plain.stdout)) + 1, "one of two that is shown has a plot of its own")


def edges():
    """Words at the sides of a sketch stay on the paper, letters being taken as half their size wide."""
    model = ("coordinate θ\npoint B = sin(θ)*world.x - cos(θ)*world.z\nmass 1 at B\ngravity -9.81*world.z\nstart θ = 1\nrun 2\n")
    for name, made in (("a pendulum", run("report", "-", "--format", "html", stdin=model.encode())),
                       ("a hoop", run("report", "models/rolling_hoop.vv", "--format", "html"))):
        svg = re.search(r"<svg.*?</svg>", made.stdout.decode(), re.S)[0]
        off = []
        for e in tree.fromstring(svg).iter():
            if e.tag.endswith("}text"):
                x, wide = float(e.get("x")), len(e.text) * float(e.get("font-size")) / 2
                left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[e.get("text-anchor")]
                off += [e.text] if left < 0 or left + wide > 640 else []
        ok("world.x" in svg and not off, f"{name}: its axes are named on the paper", off)
        ok(("world.y" in svg) == (name == "a hoop"), f"{name}: a plane motion is seen along the axis in which nothing happens")


def reports(folder):
    for form in ("html", "tex", "txt", "json"):
        path = os.path.join(folder, "report." + form)
        made = run("report", "models/double_pendulum.vv", "-o", path)
        ok(made.returncode == 0 and os.path.getsize(path) > 3000, f"a report as .{form}", made.stderr)
    with open(path, encoding="utf-8") as f:
        data = json.load(f)
    scene = data["sketch"]["animation"][0]["scene"]
    ok(len(scene["bodies"]) == 2 and len(scene["links"]) == 2 and scene["time"][-1] == 20,
       "its scene has two masses and two rods", scene.keys())
    rods = [(l["from"][:3], l["to"][:3]) for l in scene["links"]]
    lengths = [sum((a - b) ** 2 for a, b in zip(*rod)) for rod in rods]
    ok(all(abs(x - y) < 1e-4 for x, y in zip(lengths, (1, 0.49))), "of lengths 1 and 0.7", lengths)
    once()
    edges()
    for command, name, form in (("report", "a.b/paper.docx", b".html"), ("plot", "a.b/curve.jpg", b".svg")):
        made = run(command, "models/double_pendulum.vv", "-o", os.path.join(folder, name))
        ok(made.returncode == 2 and form in made.stderr, f"{command} -o {name}: no form has this ending", made.stderr)
    plain = os.path.join(folder, "a.b")
    os.mkdir(plain)
    made = run("report", "models/double_pendulum.vv", "-o", os.path.join(plain, "paper"))
    ok(made.returncode == 0 and os.path.exists(os.path.join(plain, "paper")), "without an ending: text", made.stderr)
    path = os.path.join(folder, "report.pdf")
    made = run("report", "models/rolling_hoop.vv", "-o", path)
    with open(path, "rb") as f:
        ok(made.returncode == 0 and f.read(5) == b"%PDF-", "a report as .pdf", made.stderr)
    made = subprocess.run([VISVIVA, "report", "models/double_pendulum.vv", "-o", path + ".pdf"], timeout=60,
                          capture_output=True, env={**os.environ, "PATH": "/nowhere"})
    ok(made.returncode == 4 and b"pdflatex was not found" in made.stderr and not os.path.exists(path + ".pdf"),
       "without pdflatex: said, nothing written", made.stderr)


def beside():
    """Two motions: the second is that of the other model, or of these values, run alone."""
    alone = json.loads(run("report", "models/double_pendulum.vv", "--format", "json", "--set", "g=3").stdout)
    both = json.loads(run("report", "models/double_pendulum.vv", "--format", "json", "--beside", "g=3").stdout)
    scenes = both["sketch"]["animation"]
    ok([s["title"] for s in scenes] == ["as stated", "g = 3"], "two scenes with their titles", [s["title"] for s in scenes])
    ok(scenes[1]["scene"] == alone["sketch"]["animation"][0]["scene"] != scenes[0]["scene"], "the second is that of --set")
    plots = both["motion"]["beside"]["plots"]
    ok(len(plots) == 2 and all(len(curves(p["svg"])) == 4 for p in plots), "both angles in the same axes", len(plots))
    made = run("report", "models/rolling_hoop.vv", "--format", "json", "--beside", "models/rolling_disc.vv")
    scenes = json.loads(made.stdout)["sketch"]["animation"]
    ok([s["scene"]["bodies"][0]["form"]["kind"] for s in scenes] == ["rim", "disc"], "another model", made.stderr)
    made = run("report", "models/double_pendulum.vv", "--beside", "no/such.vv")
    ok(made.returncode == 6 and b"no/such.vv" in made.stderr, "a model that is not there: 6", made.stderr)
    made = run("report", "models/double_pendulum.vv", "--beside", "zz=3")
    ok(made.returncode == 4 and b"no parameter of that name" in made.stdout and b"energy balance: within" in made.stdout,
       "a value that does not fit: said in its place, the first motion stands", made.returncode)
    made = run("report", "models/double_pendulum.vv", "--beside", "g=,=2")
    ok(made.returncode == 2, "no values: 2", made.stderr)


def failures():
    made = run("report", "-", stdin="coordinate x\nkinetic energy x'^2/2\n".encode())
    ok(made.returncode == 0 and b"does not say how long to run" in made.stdout, "no run: a sentence", made.stdout[-300:])
    made = run("report", "models/book/hoop.vv")
    ok(made.returncode == 0 and b"There is no motion to show" in made.stdout and b"A*q'" in made.stdout,
       "no values: equations and a sentence", made.stdout[-300:])
    falls = "coordinate x\nkinetic energy x'^2/2\npotential -1/x^2\nstart x = 1\nrun 5\n"  # x^2 = 1 - 2*t^2
    made = run("report", "-", stdin=falls.encode())
    ok(made.returncode == 4 and b"stopped here: the motion" in made.stdout and b"at t = 0.70710678" in made.stdout
       and b"[picture: x over t]" in made.stdout, "a run that ends early is reported with its reason, and what there is stays",
       made.stdout[-900:])
    made = run("report", "-", stdin="coordinate x\nkinetic energy y'^2/2\n".encode())
    ok(made.returncode == 3 and b"VV03" in made.stdout and b"kinetic energy y" in made.stdout,
       "errors: the text and the diagnostics", made.stdout[-300:], made.returncode)
    made = run("report", "models/double_pendulum.vv", "--by", "servo")
    ok(b"does not apply" in made.stdout and b"the model has no servo" in made.stdout,
       "a method that does not apply: why", made.stdout[:300])
    made = run("report", "models/double_pendulum.vv", "-o", "/nowhere/x.html")
    ok(made.returncode == 6, "a file that cannot be written: 6", made.stderr)


def without_freedom():
    """Nothing to derive, and a motion all the same; no section is left empty."""
    driven = "coordinate x\nmass 2 at x*world.x\nconstraint x = sin(t)\nstart x' = 1\nrun 2\n"
    for name, made, why in (("held by friction", run("report", "models/friction/belt.vv"), b"nothing can move while all contacts stick"),
                            ("prescribed", run("report", "-", stdin=driven.encode()), b"no degree of freedom: the motion is prescribed as a")):
        ok(made.returncode == 0 and made.stdout.count(why) == 2 and b"energy balance: within" in made.stdout and b"error" not in made.stderr,
           f"{name}: why there are no equations, and the motion", made.returncode, made.stderr)
        ok(b"no study applies: nothing can move" in made.stdout, f"{name}: why there are no studies", made.stdout[-900:])
    made = run("report", "-", stdin=b"coordinate x\nmass 2 at x*world.x\nconstraint x = 1\nrun 2\n")
    ok(made.returncode == 3 and made.stderr.count(b"VV0404") == 1, "nothing that could move: an error, reported once", made.stderr)
    made = run("report", "models/nonlinear.vv")
    ok(b"no study applies: a constraint is not linear" in made.stdout, "no topic applies: why")


def inputs():
    """What can be known before running it is known with nobody acting, as `study` has it."""
    model = "coordinate x\ninput u\nmass 2 at x*world.x\nspring 3 on x\nwork u*δ(x)\n".encode()
    made, study = run("report", "-", stdin=model), run("study", "-", "integrals", stdin=model)
    found = [[line for line in out.stdout.decode().split("\n") if "= h1" in line] for out in (made, study)]
    ok(found[0] == found[1] and len(found[0]) == 1 and "u" not in found[0][0], "integrals without inputs", found)


def long_table(folder):
    """A table is read to its end, however long."""
    path = os.path.join(folder, "long.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("time,x\n" + "".join(f"{i},{i % 7}{' ' * 1000}\n" for i in range(20001)))
    made = run("plot", path)
    ok(made.returncode == 0 and "20000" in texts(made.stdout), f"a table of {os.path.getsize(path) >> 20} MiB to its end",
       texts(made.stdout), made.stderr.decode())


def main():
    models()
    long_names()
    charts()
    beside()
    failures()
    without_freedom()
    inputs()
    with tempfile.TemporaryDirectory() as folder:
        tables(folder)
        long_table(folder)
        reports(folder)
    done()


main()
