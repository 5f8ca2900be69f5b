#!/usr/bin/python3
"""What beginners write, answered with a cure that works: each cure of tests/golden/lang/beginners.txt is applied, and the model loads
and means what it should; each command line that is proposed succeeds; each model of `visviva new` loads, runs and is proved. Prints TAP."""
import importlib.machinery
import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
MOST_ROUNDS = 4  # of cures: a cured line may have another mistake

# What a mistake means, in the words of the language: lines in place of the lines that hold it.
MEANS = {
    "particle, with a colon": ["mass m at A"],
    "particle, at a point": ["mass m at A"],
    "particle, by clauses": ["mass 2*m at A"],
    "rod": ["body AB: mass m, centre G, frame R, inertia (0, m*l^2/12, m*l^2/12)"],
    "Lagrangian": ["kinetic energy m/2*x'^2", "force function -k/2*x^2"],
    "L =": ["kinetic energy m/2*x'^2*(x^2 + 1)", "force function m*g*x - k/2*x^2"],
    "damping on an angle": ["work -c*θ'*δ(θ)"],
    "damping as a force": ["damper c on θ"],
    "damping between points": ["damper c between O and A"],
    "friction on an angle": ["work -c*θ'*δ(θ)"],
    "friction as a moment": ["damper c on θ"],
    "friction of several terms": ["work -c*(θ' + θ'^3)*δ(θ)"],
    "theta dot": ["kinetic energy m/2*(l*θ')^2"],
    "dot(theta)": ["kinetic energy m/2*(l*θ')^2"],
    "d/dt(x)": ["kinetic energy m/2*(l*cos(θ)*θ')^2 + m/2*θ'^2"],
    "dx/dt": ["kinetic energy m/2*x'^2"],
    "xdot": ["kinetic energy m/2*x'^2"],
    "diff(x, t)": ["kinetic energy m/2*x'^2"],
    r"\dot{\theta}": ["kinetic energy m/2*(l*θ')^2"],
    r"\dot\theta_1": ["kinetic energy m_1/2*θ1'^2"],
    "gravity g": ["gravity (0, 0, -g) in world"],
    "gravity of a plane model along y": ["gravity (0, -g, 0) in world"],
    "gravity 9.81": ["force function m*l*cos(θ)*9.81 [m/s^2]"],
    "gravity -g*z": ["gravity (0, 0, -g) in world"],
    "gravity -g*z, with a coordinate z": ["potential m*g*z"],
    "bare x and z": ["point A = (l*sin(θ), 0, -l*cos(θ)) in world"],
    "point B = (a, b), gravity along z": ["point B = l*(sin(θ)*world.x - cos(θ)*world.z)"],
    "point B = (a, b), gravity along y": ["point B = l*(sin(θ)*world.x - cos(θ)*world.y)"],
    "point B = (a, b, c)": ["point B = l*(sin(θ)*world.x - cos(θ)*world.z)"],
    "force F =": ["work 3*δ(l*sin(θ))"],
    "torque M =": ["work c*δ(θ)"],
    "body ..., at G": ["body b: mass m, centre l/2*R.x, frame R, inertia 1 about y"],
    "body without a colon": ["body b: mass m, centre l/2*R.x, frame R, inertia 1 about y"],
    "spring between, stiffness": ["spring k between O and A"],
    "spring between, stiffness and length": ["potential k/2*(norm(A) - l)^2"],
    "damper between, damping": ["damper c between O and A"],
}


def load_golden():
    loader = importlib.machinery.SourceFileLoader("golden", os.path.join(ROOT, "tools", "golden"))
    loader.exec_module(module := importlib.util.module_from_spec(importlib.util.spec_from_loader("golden", loader)))
    return module.read_cases(os.path.join(ROOT, "tests", "golden", "lang", "beginners.txt"))[1]


def run(folder, *words):
    made = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return made.returncode, made.stdout, made.stderr


def put(folder, text):
    with open(os.path.join(folder, "model.vv"), "w", encoding="utf-8") as file:
        file.write(text)


def cures(folder, text):
    """(begin, end, replacement) in bytes: of the errors as data, of warnings as the terminal shows them."""
    code, out, err = run(folder, "check", "--format", "json", "model.vv")
    if code == 3:
        return [(d["cure"]["span"]["begin"], d["cure"]["span"]["end"], d["cure"]["text"], d["hint"])
                for d in json.loads(out)["diagnostics"] if "cure" in d]
    found = re.search(r"model\.vv:(\d+):(\d+): warning .*\n.*\n +\| *(\^~*)\n.*hint: write (.*)", err)
    if not found:
        return []
    lines, (line, column) = text.split("\n"), map(int, found.group(1, 2))
    begin = len(("".join(x + "\n" for x in lines[:line - 1]) + lines[line - 1][:column - 1]).encode())
    return [(begin, begin + len(found[3]), found[4], found[4])]


def cured(folder, text):
    """The text with its cures applied, and what was said that the hint does not say."""
    silent = []
    for _ in range(MOST_ROUNDS):
        put(folder, text)
        data, found = text.encode(), cures(folder, text)
        for begin, end, new, hint in sorted(found, reverse=True):
            data = data[:begin] + new.encode() + data[end:]
            silent += [new] if not all(line in hint for line in new.split("\n")) else []
        if not found:
            break
        text = data.decode()
    return text, silent


def equations(folder, text):
    put(folder, text)
    code, out, err = run(folder, "derive", "--by", "lagrange", "model.vv")
    return code, out if code == 0 else out + err


def models(cases, folder):
    for case in cases:
        if case.get("command") != "check model.vv\n":
            continue
        text, silent = cured(folder, case.get("model"))
        put(folder, text)
        code, _, err = run(folder, "check", "model.vv")
        ok(text != case.get("model") and code == 0 and not err and not silent, f"cured: {case.title}", text, err, silent)
        if case.title in MEANS:
            # the first line that was changed, and what stands from there on in its place
            old, new = case.get("model").split("\n"), text.split("\n")
            at = next(i for i, line in enumerate(old) if line != new[i])
            wanted = "\n".join(old[:at] + MEANS[case.title] + old[at + 1:])
            (a, one), (b, other) = equations(folder, text), equations(folder, wanted)
            ok(a == b == 0 and one == other, f"it means what it should: {case.title}", one, other)
        if "claim" in text:
            put(folder, text)
            code, out, err = run(folder, "prove", "model.vv")
            ok(code in (0, 1) and "claim" in out, f"its claims are decided: {case.title}", out, err)
    titles = {case.title for case in cases}
    ok(set(MEANS) <= titles, "every meaning belongs to a case", set(MEANS) - titles)


def options_of(proposal):
    return re.sub(r",? or .*", "", proposal).strip()


def command_lines(cases, folder):
    for case in cases:
        command = case.get("command").strip()
        if command.startswith(("check model.vv", "derive model.vv\n")) or case.title.endswith(("in the equations", "Greek name")) or "\n" in command:
            continue
        put(folder, case.get("model"))
        code, out, err = run(folder, *shlex.split(command))
        proposal = re.search(r"; write (.*)", err) or re.search(r"did you mean (latex)\?", err) or re.search(r"needs a file: (-o \S+);", err)
        words = shlex.split(options_of(proposal[1]))
        if words[0] == "visviva":
            words = words[1:]
        else:
            given = shlex.split(command)
            at = next((i for i, w in enumerate(given) if w in ("--at", "--y", "--set", "-f", "--latex", "tex")), len(given))
            words = given[:at] + words + given[at + (given[at:at + 1] != ["--latex"]) + (given[at:at + 1] != ["tex"]):]
        code, out, err = run(folder, *words)
        ok(code == 0, f"the command proposed succeeds: {case.title}", words, code, err)
        wanted = {"-f latex": r"\documentclass", "--latex": r"\documentclass", "--format tex": r"\documentclass"}.get(case.title, "")
        ok(wanted in out, f"it gives what was asked for: {case.title}", out[:300])


def assumed(cases, folder):
    for case in cases:
        if not case.title.endswith("in the equations"):
            continue
        put(folder, case.get("model"))
        _, out, _ = run(folder, "derive", "model.vv")
        line = re.search(r"`(assume r > 0)`", out)
        put(folder, case.get("model") + line[1] + "\n")
        code, after, err = run(folder, "derive", "model.vv")
        ok(code == 0 and "abs" in out and not re.search(r"abs|sign|assume", after), f"the assumption works: {case.title}", after, err)
        ok(run(folder, "derive", "--by", "lagrange", "model.vv", "--format", "json")[0] == 0, f"as JSON too: {case.title}")


def beginnings(folder):
    for kind in ("pendulum", "cart", "rolling", "linkage", "servo"):
        file = f"{kind}.vv"
        code, out, err = run(folder, "new", kind)
        ok(code == 0 and not out and file in err and os.path.exists(os.path.join(folder, file)), f"new {kind}", out, err)
        code, out, err = run(folder, "check", file)
        ok(code == 0 and "error" not in err and "warning" not in err, f"check {file}", out, err)
        code, out, err = run(folder, "run", file)
        ok(code == 0 and len(out.splitlines()) > 50, f"run {file}", err)
        code, out, err = run(folder, "prove", file)
        ok(code == 0 and " 0 refuted, 0 not decided" in out, f"prove {file}: all proved", out, err)
        before = open(os.path.join(folder, file), "rb").read()
        code, _, err = run(folder, "new", kind)
        ok(code == 2 and "there already" in err and open(os.path.join(folder, file), "rb").read() == before, f"new {kind} twice: left alone", err)
        code, out, err = run(folder, "new", kind, "-o", "-")
        ok(code == 0 and out.encode() == before and not err, f"new {kind} -o -", err)
    code, _, err = run(folder, "new", "pendullum")
    ok(code == 2 and "did you mean pendulum?" in err, "an unknown kind", err)
    code, _, err = run(folder, "new")
    ok(code == 2 and "servo" in err, "no kind", err)
    code, _, err = run(folder, "new", "cart", "-o", "no/such/folder.vv")
    ok(code == 6 and "no/such" in err, "a folder that is not there", err)
    code, _, err = run(folder, "new", "cart", "--set", "m=1")
    ok(code == 2 and "--set" in err, "an option of other commands", err)


def main():
    cases = load_golden()
    with tempfile.TemporaryDirectory() as folder:
        models(cases, folder)
        command_lines(cases, folder)
        assumed(cases, folder)
        beginnings(folder)
    done()


main()
