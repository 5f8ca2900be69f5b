#!/usr/bin/python3
"""What is written as LaTeX compiles on its own with pdflatex and stays on the paper. Prints TAP."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from plain_start import plain_start  # noqa: E402

plain_start()
VISVIVA = os.environ["VISVIVA"]
OVERFULL = re.compile(r"Overfull .hbox \(([0-9.]+)pt")
MARGIN = 6  # points beyond the text that nobody sees
CASES = [
    ("derive", "models/book/hoop.vv", "--steps"),
    ("derive", "models/bicycle.vv", "--steps"),
    ("derive", "models/book/had_plane.vv", "--steps"),      # derivatives of indexed functions
    ("derive", "models/book/spheresurf.vv", "--steps"),
    ("derive", "models/book/servoplate.vv", "--steps", "--contact"),
    ("derive", "models/book/earthgyro.vv", "--relative-to", "earth", "--steps"),
    ("prove", "models/book/hoop.vv"),
    ("check", "models/twocars.vv"),
    ("study", "models/double_pendulum.vv"),                 # squared frequencies
    ("study", "models/book/carvallo.vv"),
    ("study", "models/rolling/sphere_on_cone.vv", "constraints", "solids"),  # formulas much wider than a page
    ("report", "models/book/susprev.vv"),                   # a matrix of eighteen methods
    ("study", "models/pendulum_cartesian.vv"),              # the start is where the speeds are singular
]


# what is made narrower tells the size of its letters before, its width and the width it gets
SPY = r"""\begin{document}\makeatletter\let\vvresize\resizebox
\def\resizebox#1#2#3{\sbox\z@{#3}\dimen@#1\relax\typeout{SHRUNK \f@size\space\the\wd\z@\space\the\dimen@}\vvresize{#1}{#2}{#3}}\makeatother"""
SHRUNK = re.compile(r"SHRUNK ([\d.]+) ([\d.]+)pt ([\d.]+)pt")
SMALLEST = 8  # points


def compiles(folder, arguments):
    path = os.path.join(folder, "page.tex")
    made = subprocess.run([VISVIVA, *arguments, "--format", "latex", "-o", path],
                          capture_output=True, text=True, timeout=60)
    if made.returncode not in (0, 1, 4):
        return made.stderr
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("\\begin{document}", SPY, 1))
    tex = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"],
                         cwd=folder, capture_output=True, text=True, errors="replace", timeout=60)
    if tex.returncode:
        return tex.stdout[-800:]
    beyond = [line for line in tex.stdout.splitlines() if (over := OVERFULL.match(line)) and float(over[1]) > MARGIN]
    small = [line for line in tex.stdout.splitlines() if (s := SHRUNK.match(line)) and float(s[1])*float(s[3])/float(s[2]) < SMALLEST - 0.01]
    return "\n".join(beyond + small)


def main():
    failed = 0
    if not shutil.which("pdflatex"):
        print("Bail out! pdflatex is needed (texlive-latex-base)")
        return 1
    for i, arguments in enumerate(CASES, 1):
        with tempfile.TemporaryDirectory() as folder:
            wrong = compiles(folder, arguments)
        failed += bool(wrong)
        print(f"{'not ' if wrong else ''}ok {i} - {' '.join(arguments)}")
        for line in wrong.splitlines():
            print("#   " + line)
    print(f"1..{len(CASES)}")
    return failed > 0


sys.exit(main())
