#!/usr/bin/python3
"""Three readers of the README on their way: a student, a control engineer, a researcher (the teacher's way is tests/web/t_journeys.py).
Each line is one try; a refused one is followed by what its message says. Tries, refusals and seconds are printed. Prints TAP."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import numpy
from scipy.linalg import solve_continuous_are

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

PROGRAM = os.path.abspath(os.environ["VISVIVA"])
SLOWEST = 60  # s of machine time for a whole journey, on a busy machine


class Journey:
    """One reader in a folder of their own."""

    def __init__(self, who, folder):
        self.who, self.folder, self.tries, self.refused, self.begun = who, folder, 0, 0, time.monotonic()

    def path(self, name):
        return os.path.join(self.folder, name)

    def put(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def visviva(self, line):
        self.tries += 1
        made = subprocess.run([PROGRAM, *shlex.split(line)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        return made.returncode, made.stdout, made.stderr

    def does(self, line, *wanted, code=0):
        """A command that succeeds; its output has the words, its -o file is there."""
        got, out, err = self.visviva(line)
        written = re.search(r"-o (\S+)", line)
        there = not written or os.path.getsize(self.path(written[1])) > 0
        ok(got == code and there and all(re.search(w, out) for w in wanted), f"{self.who}: {line}", got, out[-800:], err)
        return out

    def refuses(self, line, advice):
        """A command that fails, and what its message advises."""
        self.refused += 1
        got, out, err = self.visviva(line)
        found = re.search(advice, out + err)
        ok(got in (2, 3) and found, f"{self.who}: {line}: refused, with advice", got, err)
        return found[1] if found and found.groups() else ""

    def arrives(self, most, refused):
        seconds = time.monotonic() - self.begun
        ok(self.tries <= most and self.refused <= refused, f"{self.who}: at the goal", self.tries, self.refused)
        ok(seconds < SLOWEST, f"{self.who}: in time", seconds)
        print(f"# {self.who}: {self.tries} tries, {self.refused} of them refused, {seconds:.1f} s")


# ---- a student: an exercise from a course --------------------------------------------------------

CART = """parameter M = 2, m = 1, l = 0.5, k = 40, g = 9.81
coordinate x, theta
point A = (x, 0)
point B = A + (l*sin(theta), -l*cos(theta))
mass M at A
mass m at B
gravity g
spring k between A and world
start theta = 90, x = 0
run 10
"""


def cured(journey, name):
    """The model with the proposals of the editor's lamp, and what is left to be read."""
    _, out, _ = journey.visviva(f"check {name} --format json")
    found, data = json.loads(out)["diagnostics"], journey.read(name)
    for d in sorted((d for d in found if "cure" in d), key=lambda d: -d["cure"]["span"]["begin"]):
        span = d["cure"]["span"]
        data = data[:span["begin"]] + d["cure"]["text"].encode() + data[span["end"]:]
    journey.put(name, data.decode())
    return [d.get("hint", "") for d in found if "cure" not in d]


def student(folder):
    """Wants the equations of a pendulum on a cart with their derivation, a page to hand in, and a film."""
    j = Journey("student", folder)
    j.does("new pendulum")
    j.does("derive pendulum.vv", r"m\*l\^2\*θ''")
    j.put("cart.vv", CART)
    j.refuses("derive cart.vv", r"three components")
    left = " ".join(cured(j, "cart.vv"))
    ok("world.origin" in left, "student: what no machine can mend is said in words", left)
    j.put("cart.vv", j.read("cart.vv").decode().replace("A and world", "A and world.origin"))
    j.does("derive cart.vv", r"\(M \+ m\)\*x'' \+ m\*l\*cos\(θ\)\*θ'' - m\*l\*θ'\^2\*sin\(θ\) = -k\*x")
    j.does("derive cart.vv --steps -o steps.pdf")
    j.does("prove cart.vv", r" 0 refuted, 0 not decided")
    j.does("report cart.vv -o cart.html")
    advice = j.refuses("plot cart.vv --y x,theta", r"write (--y .*)")
    j.does(f"plot cart.vv {advice} -o cart.svg")
    ok("θ" in j.read("cart.svg").decode() and "theta" not in j.read("cart.svg").decode(), "student: the angle has its letter")
    advice = j.refuses("animate cart.vv", r"(-o motion\.html)")
    j.does(f"animate cart.vv {advice}")
    ok(b"90 [deg]" in j.read("cart.vv") and j.read("steps.pdf").startswith(b"%PDF"), "student: a right angle, and a derivation on paper")
    j.arrives(13, 3)


# ---- a control engineer: a controller for an inverted pendulum -----------------------------------

SEGWAY = """parameter M = 50 [kg], m = 4 [kg], R = 0.2 [m], h = 0.8 [m], g = 9.81 [m/s^2]
coordinate s [m], θ [rad]
input F [N]
frame B = world turned θ about y
point O = s*world.x + R*world.z
point G = O + h*B.z
body chassis: mass M, centre G, frame B, inertia M*h^2/3 about y
mass m at O
gravity -g*world.z
force F*world.x at O
output tilt = θ
start θ = 0.05
run 5
"""


def engineer(folder):
    """Wants A, B, C, D, a state feedback from SciPy, the closed loop simulated, and the plant as C."""
    j = Journey("control engineer", folder)
    j.put("segway.vv", SEGWAY)
    advice = j.refuses("linearize segway.vv", r"write visviva (study segway.vv linearize)")
    j.does(advice, r"controllable: yes, rank 4 of 4", r"observable")
    j.does(f"{advice} -o plant.npz")
    j.does(f"{advice} -o plant.mat")
    with numpy.load(j.path("plant.npz")) as plant:
        A, B, states = plant["A_1"], plant["B_1"], list(plant["states_1"])
    P = solve_continuous_are(A, B, numpy.eye(4), numpy.eye(1))
    K = B.T @ P
    ok(states == ["s", "θ", "s'", "θ'"] and numpy.isfinite(A).all() and max(numpy.linalg.eigvals(A - B @ K).real) < 0,
       "control engineer: the gains make it stable", A, K)
    law = " - ".join(f"({k:.17g})*{x}" for k, x in zip(K[0], states))
    j.put("loop.vv", SEGWAY.replace("input F [N]\n", "").replace("force F*", f"force (-{law})*").replace("run 5", "run 120"))
    advice = j.refuses("simulate loop.vv", r"write visviva (run loop.vv)")
    table = j.does(f"{advice} -o loop.csv") or j.read("loop.csv").decode()
    last = [float(x) for x in table.strip().splitlines()[-1].split(",")]
    ok(last[0] == 120 and max(map(abs, last[1:5])) < 1e-4, "control engineer: it stands", last)
    j.does("export segway.vv -o segway.c")
    if shutil.which("gcc"):
        made = subprocess.run(["gcc", "-std=c99", "-c", "segway.c", "-o", "segway.o"], cwd=folder, capture_output=True, text=True)
        ok(made.returncode == 0, "control engineer: its C compiles", made.stderr)
    j.does("study loop.vv modes --format json")
    j.arrives(8, 2)


# ---- a researcher: a paper -----------------------------------------------------------------------

DRIVEN = """system "A driven pendulum"
parameter m = 1, l = 1, g = 9.81, c = 0.5, a = 1.2, w = 2
assume m > 0, l > 0, g > 0
coordinate θ, φ
point A = l*(sin(θ)*world.x - cos(θ)*world.z)
mass m at A
gravity -g*world.z
damper c on θ
work a*m*g*l*cos(φ)*δ(θ)
constraint φ' = w
start θ = 0.1
run 200
when sin(φ/2) = 0 then record
claim equation m*l^2*θ'' + c*θ' + m*g*l*sin(θ) = a*m*g*l*cos(φ)
"""
PAPER = r"""\documentclass{article}\usepackage[utf8]{inputenc}\usepackage{amsmath,graphicx}\begin{document}
\input{equations}\includegraphics{section.pdf}\includegraphics{bifurcation.pdf}\end{document}
"""


def researcher(folder):
    """Wants an equation proved with a certificate, its derivation in a paper, a section and a bifurcation diagram for a column."""
    j = Journey("researcher", folder)
    j.put("driven.vv", DRIVEN)
    j.does("prove driven.vv --certificate driven.cert", r" 0 refuted, 0 not decided")
    j.does("verify driven.cert", r" 0 refused, 0 not checked")
    j.does("derive driven.vv --by kane --fragment -o equations.tex")
    j.does("plot driven.vv --recorded --after 30 --x θ --y \"θ'\" --points --size 86x60 -o section.pdf")
    j.does("sweep driven.vv --vary a=0.9:1.2:7 --recorded --after 100 -o sweep.npz")
    j.refuses("sweep.npz", r"write visviva (plot sweep.npz)")
    j.does("plot sweep.npz --x a --y \"θ'\" --size 86x60 -o bifurcation.pdf")
    advice = j.refuses("derive driven.vv -f latex", r"write (--format latex|-o \S+)|did you mean (?:.*)")
    j.does("derive driven.vv --format latex", r"\\documentclass")
    ok(advice is not None, "researcher: told how LaTeX is asked for")
    j.put("paper.tex", PAPER)
    if shutil.which("pdflatex"):
        made = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"], cwd=folder, capture_output=True, text=True,
                              errors="replace", timeout=60)
        ok(made.returncode == 0 and os.path.exists(j.path("paper.pdf")), "researcher: equations and figures stand in the paper", made.stdout[-600:])
    j.arrives(9, 2)


def main():
    for way in (student, engineer, researcher):
        with tempfile.TemporaryDirectory() as folder:
            way(folder)
    done()


main()
