#!/usr/bin/python3
"""visviva exercise: the answers of all exercises are right, slightly false ones are not; statements that are true and say
nothing, hostile text and files that are no exercises. Prints TAP."""
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE]
from tap import done, ok  # noqa: E402

PROGRAM = os.environ["VISVIVA"]
FOLDER = os.path.join(ROOT, "models", "exercises")

# of each exercise an answer that is not the solution but says the same, and some that do not
OTHERS = {
    "quartic": (["q'' = -2*alpha/a*q^3"], [["q'' = -4*α/a*q^3"], ["q'' = -4*q^3"], ["q'*q'' = -2*α/a*q^3"]]),
    "two_bars": (["θ'' + g/l*sin(θ) = 0", "φ'' = θ'' + g*sin(θ)/l"], [["φ'' = 0", "2*φ'' = 0"], ["φ'' = 0", "l*θ'' = g*sin(θ)"], ["φ'' = 0"]]),
    "bar_on_string": (["(l*θ'' + a*φ''*cos(θ - φ) + a*φ'^2*sin(θ - φ) + g*sin(θ))*2 = 0", "4/3*a*φ'' + l*θ''*cos(θ - φ) = l*θ'^2*sin(θ - φ) - g*sin(φ)"],
                      [["l*θ'' + a*φ''*cos(θ - φ) - a*φ'^2*sin(θ - φ) = -g*sin(θ)", "4/3*a*φ'' + l*θ''*cos(θ - φ) - l*θ'^2*sin(θ - φ) = -g*sin(φ)"]]),
    "turning_axes": (["θ'' = 3*g*cos(θ)/(4*l) - ω^2*sin(2*θ)/2"], [["4/3*l*θ'' + 2/3*l*ω^2*sin(θ)*cos(θ) = g*cos(θ)"]]),
    "insect": (["m*((k^2 + d^2 + (v*t)^2)*θ' + v*d)^2"], [["(k^2 + d^2)*θ' + v*d"], ["7"], ["θ' - θ'"]]),
    "scissors": (["M*θ'*(l^2 + 2*k^2 - l^2*cos(2*α) - 0) - M*θ'*l^2*0"], [["(l^2*cos(α)^2 + k^2)*θ'"], ["k"], ["(l^2*cos(α)^2 + k^2)*α'^2 + (l^2*sin(α)^2 + k^2)*θ'^2"]]),
    "central": (["r^4*θ'^2 + 1"], [["r*θ'"], ["(r'^2 + r^2*θ'^2)/2 + μ*r^3/3"], ["μ"]]),
    "hoop_rolling": (["dot(velocity(G) - cross(spin(hoop), G - P), world.x) = 0", "dot(velocity(G) - cross(spin(hoop), G - P), world.y) = 0"],
                     [["x' = 0", "y' = 0"], ["0 = 0"], ["dot(velocity(G) - cross(spin(hoop), G - P), world.x) = 0"],
                      ["x' - a*sin(ψ)*sin(θ)*θ' + a*cos(ψ)*cos(θ)*ψ' + a*cos(ψ)*φ' = 0", "y' + a*cos(ψ)*sin(θ)*θ' + a*sin(ψ)*cos(θ)*ψ' + a*sin(ψ)*φ' = 0", "θ' = 0"]]),
    "sphere_rolling": (["dot(velocity(G), world.x) = a*q", "y' + a*p = 0"], [["x' = -a*q", "y' = a*p"], ["x' = a*q"]]),
    "hoop_equations": (["(A + a^2)*p' = A*q^2*cot(θ) - (C + a^2)*q*r - a*g*cos(θ)", "q' = p*(C*r - A*q*cot(θ))/A", "r' = a^2*p*q/(C + a^2)"],
                       [["A*p' - A*q^2*cot(θ) + C*q*r = -a*g*cos(θ)", "A*q' + A*p*q*cot(θ) - C*p*r = 0", "(C + a^2)*r' - a^2*p*q = 0"],
                        ["r' = a^2*p*q/(C + a^2)", "2*r' = 2*a^2*p*q/(C + a^2)", "q' = p*(C*r - A*q*cot(θ))/A"]]),
    "free_solid": (["(A*p)^2 + (B*q)^2 + (C*r)^2 + A*p^2 + B*q^2 + C*r^2"], [["A*p^2 + B*q^2 + C*r^2"], ["p^2 + q^2 + r^2"], ["A"]]),
    "turntable": (["ξ'' = 12/7*μ*η' + 5/7*μ^2*ξ", "7*η'' + 12*μ*ξ' = 5*μ^2*η"], [["ξ'' = 2*μ*η' + μ^2*ξ", "η'' = -2*μ*ξ' + μ^2*η"]]),
}


def judge(path, lines, *more):
    arguments = [word for line in lines for word in ("--answer", line)]
    run = subprocess.run([PROGRAM, "exercise", path, *arguments, *more], capture_output=True, timeout=60)
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def spelled_out(folder):
    """theta is θ and x₁ is x1 in the exercise's own lines, too."""
    with open(os.path.join(FOLDER, "turning_axes.vvx"), encoding="utf-8") as f:
        text = f.read()
    path = os.path.join(folder, "spelled.vvx")
    with open(path, "w", encoding="utf-8") as f:
        f.write(text.replace("hole equation θ''", "hole equation theta''").replace("uses θ, θ'", "uses theta, theta'"))
    for answer in re.findall(r"^answer (.*)$", text, re.M) + ["theta'' = 3*g*cos(theta)/(4*l) - ω^2*sin(2*theta)/2"]:
        code, said, err = judge(path, [answer])
        ok(code == 0 and "result: right" in said, "names that are spelled out", said, err)


def exercises():
    names = {os.path.basename(path)[:-4] for path in glob.glob(os.path.join(FOLDER, "*.vvx"))}
    ok(names == set(OTHERS) and len(names) >= 10, "each exercise is tested", names ^ set(OTHERS))
    for name, (same, false) in sorted(OTHERS.items()):
        path = os.path.join(FOLDER, name + ".vvx")
        with open(path, encoding="utf-8") as f:
            text = f.read()
        code, said, err = judge(path, re.findall(r"^answer (.*)$", text, re.M))
        ok(code == 0 and "result: right" in said, f"{name}: the solution is right", said, err)
        code, said, err = judge(path, same)
        ok(code == 0, f"{name}: so is the same in other words", said, err)
        for lines in false:
            code, said, err = judge(path, lines)
            ok(code == 1 and ("result: not right" in said or "cannot be judged" in said), f"{name}: {lines[0][:40]} is not", code, said, err)
        shown = judge(path, [])[1]
        secret = re.findall(r"^answer (.*)$", text, re.M) + re.findall(r'^hint "(.{20})', text, re.M)
        ok(not any(line in shown for line in secret) and "coordinate" in shown, f"{name}: shown without its solution", shown)


def hostile():
    path = os.path.join(FOLDER, "turning_axes.vvx")
    for text in ("", " ", "=", "θ''", "θ'' = ", "= 0", "θ'' = 0 = 0", "θ'' == 0", "θ'' = (", "θ'' = 0) + (0", "0 = 0 if θ = 0", "θ'' = 0\nassume 1 = 0", "<b>x</b> = 0",
                 "θ'' = \x07", "θ'' = \x1b[31m0", "θ'' = \u202e0", "(" * 3000, "θ'' = " + "0+" * 1900 + "0", "θ'' = " + "0+" * 9000 + "0", "θ'' = 0 # )", 'θ\'\' = "0"', "θ'' = 9^9^9^9^9",
                 "θ'' = 1/0", "D(θ', t) = θ''", "energy = energy", "θ''' = 0", "{θ''} = 0", "T = θ''"):
        code, said, err = judge(path, [text])
        ok(code in (1, 4) and "result:" in said and not re.search(r"[\x00-\x08\x0b-\x1f\u202e]", said + err), f"{text[:30]!r} has a judgement", code, said, err)
    run = subprocess.run([PROGRAM.encode(), b"exercise", path.encode(), b"--answer", b"\xff\xfe = 0"], capture_output=True, timeout=60)
    ok(run.returncode == 1 and b"UTF-8" in run.stdout, "bytes that are no text are told")


def files():
    """Each fault of a file is told, with its line."""
    with open(os.path.join(FOLDER, "quartic.vvx"), encoding="utf-8") as f:
        good = f.read()
    faults = {"a model": (re.sub(r"(?m)^(exercise|topic|task|hole|uses|begin|hint|answer) .*\n", "", good), "no line `exercise"),
              "no hole": (re.sub(r"(?m)^hole .*\n", "", good), "hole"), "no answer": (re.sub(r"(?m)^answer .*\n", "", good), "answer"),
              "no variables": (re.sub(r"(?m)^uses .*\n", "", good), "uses"), "another hole": (good.replace("hole equation", "hole friend"), "line 5, hole"),
              "two holes": (good.replace("uses", "hole integral\nuses"), "line 6, hole"), "no quotation marks": (good.replace('"Equations of motion"', "Equations"), "line 3, topic"),
              "too many equations": (good.replace("answer", "answer q'' = 0\nanswer"), "number of equations"), "a model with an error": (good.replace("coordinate q", "coordinate q, ="), "exercise.vvx:13:"),
              "binary": ("\x00\x01", "no line"), "empty": ("", "no line")}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "exercise.vvx")
        for title, (text, words) in faults.items():
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            code, said, err = judge(path, ["q'' = 0"])
            ok(code == 3 and words in err and not said, f"a file with {title}", code, said, err)


exercises()
with tempfile.TemporaryDirectory() as place:
    spelled_out(place)
hostile()
files()
done()
