#!/usr/bin/python3
"""Every command writes what the ending of -o says, or lists the endings that it can write. Prints TAP."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree
import zipfile

import numpy
from scipy.io import loadmat

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

VISVIVA = os.environ["VISVIVA"]
PENDULUM, SEGWAY = "models/double_pendulum.vv", "models/segway.vv"
LOOKS_LIKE = {".txt": b"The double pendulum", ".tex": b"\\documentclass", ".html": b"<!DOCTYPE html>", ".htm": b"<!DOCTYPE html>",
              ".json": b"{", ".pdf": b"%PDF-", ".npz": b"PK", ".mat": b"MATLAB 5.0", ".csv": b"", ".npy": b"\x93NUMPY",
              ".h5": b"\x89HDF", ".hdf5": b"\x89HDF", ".svg": b"<svg", ".png": b"\x89PNG", ".c": b"/*", ".py": b""}
REPORT, TABLE, PICTURE = (".txt", ".tex", ".html", ".htm", ".json", ".pdf"), (".csv", ".json", ".npy", ".npz", ".mat", ".h5", ".hdf5"), (".svg", ".png", ".pdf")
COMMANDS = {
    ("check", PENDULUM): REPORT, ("derive", PENDULUM): REPORT, ("prove", PENDULUM, "--by", "lagrange", "--by", "kane"): REPORT,
    ("report", PENDULUM, "--until", "1"): REPORT, ("study", PENDULUM, "linearize"): REPORT + (".npz", ".mat"),
    ("run", PENDULUM, "--until", "1"): TABLE, ("sweep", PENDULUM, "--vary", "l1=1,2", "--until", "1"): TABLE,
    ("plot", PENDULUM, "--until", "1"): PICTURE, ("export", "--c", PENDULUM): (".c",), ("export", "--python", PENDULUM): (".py",),
    ("export", PENDULUM): (".c", ".py"),
}


def visviva(*arguments):
    return subprocess.run([VISVIVA, *arguments], capture_output=True, timeout=120)


def endings(folder):
    for command, good in COMMANDS.items():
        wrong = []
        for ending in LOOKS_LIKE:
            path = os.path.join(folder, "x" + ending)
            made = visviva(*command, "-o", path)
            if ending in good:
                with open(path, "rb") as file:
                    data = file.read()
                if made.returncode or made.stdout or not data or not data.lstrip().startswith(LOOKS_LIKE[ending]):
                    wrong.append((ending, made.returncode, data[:40], made.stderr[-200:]))
                os.remove(path)
            else:
                listed = re.findall(rb"writes (.*?)(?:;|\n)", made.stderr)
                if made.returncode != 2 or os.path.exists(path) or not listed or good[0].encode() not in listed[0]:
                    wrong.append((ending, made.returncode, made.stderr[:200]))
        ok(not wrong, f"{' '.join(command)}: {', '.join(good)}, and no other", *wrong)
    path = os.path.join(folder, "x.html")
    made = visviva("derive", PENDULUM, "--format", "latex", "-o", path)
    with open(path, "rb") as file:
        ok(made.returncode == 0 and file.read().startswith(LOOKS_LIKE[".tex"]), "--format goes before the ending", made.stderr)
    made = visviva("derive", PENDULUM, "-o", os.path.join(folder, "v1.2"))
    ok(made.returncode == 2 and b"--format" in made.stderr, "an ending that means nothing is refused, and the cure named", made.stderr)
    made = visviva("derive", PENDULUM, "-o", os.path.join(folder, "equations"))
    with open(os.path.join(folder, "equations"), "rb") as file:
        ok(made.returncode == 0 and file.read().startswith(b"The double"), "without an ending: text", made.stderr)


def fragment(folder):
    """Two fragments and the reader's own words in one document."""
    own = ("\\documentclass{article}\\usepackage[utf8]{inputenc}\\usepackage{amsmath,graphicx}\\begin{document}Words.\n"
           "\\input{first}\n\\input{second}\n\\end{document}\n")
    with open(os.path.join(folder, "own.tex"), "w", encoding="utf-8") as file:
        file.write(own)
    made = [visviva("derive", PENDULUM, "--fragment", "-o", os.path.join(folder, "first.tex")),
            visviva("study", SEGWAY, "linearize", "--fragment", "-o", os.path.join(folder, "second.tex"))]
    with open(os.path.join(folder, "first.tex"), encoding="utf-8") as file:
        text = file.read()
    lines = [line for line in text.splitlines() if not line.startswith("%")]
    ok(made[0].returncode == 0 and "documentclass" not in text and "\\begin{document}" not in text and "usepackage" not in "".join(lines)
       and "\\begin{align*}" in text, "a fragment has no preamble", text[:300])
    tex = subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "own.tex"], cwd=folder, capture_output=True,
                         text=True, errors="replace", timeout=60)
    ok(tex.returncode == 0, "two of them stand in one document", tex.stdout[-600:])
    made = visviva("derive", PENDULUM, "--fragment", "-o", os.path.join(folder, "first.pdf"))
    ok(made.returncode == 2 and b".tex" in made.stderr, "a fragment is no PDF", made.stderr)
    ok(visviva("derive", PENDULUM, "--fragment").stdout.decode() == text, "the same on standard output")


def tables(folder):
    """A table in MATLAB's format is that of NumPy's: numbers to the bit, texts, metadata."""
    for command in (("run", PENDULUM, "--until", "2", "--column", "energy", "--column", "velocity(B)", "--column", "energy*2"),
                    ("sweep", PENDULUM, "--vary", "l1=0.5,1", "--vary", "θ1=0,0.2", "--audit", "1e-30", "--until", "1")):
        paths = [os.path.join(folder, "t." + e) for e in ("npz", "mat")]
        made = [visviva(*command, "-o", path) for path in paths]
        ok([m.returncode for m in made] == [command[0] == "sweep"]*2, f"{command[0]}: its exit code", [m.stderr for m in made])
        z, m = numpy.load(paths[0]), loadmat(paths[1])
        table = m["table"][0, 0]
        names = [str(n[0][0]) for n in m["columns"]]
        ok(names == list(z["columns"]), f"{command[0]}: its columns, with the names of the model", names)
        same = []
        for field, name in zip(table.dtype.names, z["table"].dtype.names):
            x, y = z["table"][name], table[field][:, 0]
            same.append(x.dtype.kind == "U" and [str(t[0]) if t.size else "" for t in y] == list(x)
                        or x.dtype.kind == "f" and numpy.array_equal(x, y, equal_nan=True))
        ok(all(same) and len(same) == len(names) and table["time"].shape == (len(z["table"]), 1), f"{command[0]}: a field for each column, the same to the bit", same)
        ok(all(str(m[k][0]) == str(z[k]) for k in ("title", "model", "settings", "account")), f"{command[0]}: model, settings and summary")
    fields = loadmat(os.path.join(folder, "t.mat"))["table"].dtype.names
    ok("theta1_dot" in fields and "start_theta1" in fields and "status" in fields and "reason" in fields, "names that MATLAB can read", fields)
    model = "coordinate x_dot, x\nkinetic energy (x_dot'^2 + x'^2)/2\nstart x' = 1\nrun 1\n"
    path = os.path.join(folder, "n.mat")
    made = subprocess.run([VISVIVA, "run", "-", "-o", path], input=model.encode(), capture_output=True, timeout=60)
    t = loadmat(path)["table"][0, 0]
    ok(made.returncode == 0 and t.dtype.names == ("time", "x_dot", "x", "x_dot_dot", "x_dot_2") and t["x_dot_2"][-1, 0] == 1,
       "names that would coincide are kept apart", t.dtype.names)
    strange = "system \"𝒢 & é\"\ncoordinate x\nkinetic energy x'^2/2\nrun 1\n"
    made = subprocess.run([VISVIVA, "run", "-", "-o", path], input=strange.encode(), capture_output=True, timeout=60)
    ok(made.returncode == 0 and str(loadmat(path)["title"][0]) == "\ufffd & é", "letters beyond 16 bits are replaced", loadmat(path)["title"])


def matrices(folder):
    """A B C D of a study: those of its JSON, in every entry a number."""
    data = json.loads(visviva("study", SEGWAY, "linearize", "--format", "json").stdout)["linearize"]["position"]
    for ending in (".npz", ".mat"):
        path = os.path.join(folder, "linear" + ending)
        made = visviva("study", SEGWAY, "linearize", "-o", path)
        got = loadmat(path) if ending == ".mat" else numpy.load(path)
        same = [numpy.array_equal(got[f"{k}_{i + 1}"], numpy.array(p["data"][k])) for i, p in enumerate(data) for k in "ABCD"]
        same += [numpy.array_equal(got[f"{k}_{i + 1}"], numpy.array(p["numbers"]["data"][k])) for i, p in enumerate(data)
                 for k in ("eigenvalues", "numerator", "denominator")]
        ok(made.returncode == 0 and len(same) == 14 and all(same), f"{ending}: two positions of a Segway, as in JSON", same, made.stderr)
        ok(got["A_1"].shape == (9, 9) and numpy.isfinite(got["A_1"]).all() and got["A_1"][6, 3] != 0 and got["states_1"].size == 9,
           f"{ending}: dense, with a name for each state")
    path = os.path.join(folder, "one.npz")
    visviva("study", PENDULUM, "modes", "linearize", "-o", path)
    names = set(zipfile.ZipFile(path).namelist())
    ok({"linearize_A_1.npy", "modes_shape_1.npy"} <= names, "two topics are told apart", sorted(names))
    path = os.path.join(folder, "none.npz")
    made = visviva("study", PENDULUM, "licence", "-o", path)
    ok(made.returncode == 4 and b"VV0904" in made.stderr and not os.path.exists(path), "no matrix: said, nothing written", made.stderr)


def pages(folder):
    path = os.path.join(folder, "x.html")
    made = visviva("study", PENDULUM, "modes", "-o", path)
    ok(made.returncode == 0 and os.path.getsize(path) > 5000, "a study as a page", made.stderr)
    made = visviva("plot", PENDULUM, "--until", "1", "-o", os.path.join(folder, "x.svg"))
    ok(made.returncode == 0 and tree.parse(os.path.join(folder, "x.svg")).getroot().tag.endswith("svg"), "a plot as a picture", made.stderr)


def main():
    if not shutil.which("pdflatex"):
        print("Bail out! pdflatex is needed (texlive-latex-base)")
        return
    with tempfile.TemporaryDirectory() as folder:
        endings(folder)
        fragment(folder)
        tables(folder)
        matrices(folder)
        pages(folder)
    done()


main()
