#!/usr/bin/python3
"""Requests: options that hold expressions of the language. They are sources of their own. Prints TAP."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
SPRING = "parameter m = 1, k = 4\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\nstart x = 1\nrun 1\n"
# command, its topics, option
OPTIONS = (("run", [], "--column"), ("sweep", ["--vary", "k=1,2"], "--column"), ("study", ["integrals"], "--claim"),
           ("study", ["steady"], "--about"), ("plot", [], "--y"), ("plot", ["--y", "x"], "--x"))


def run(command, *words, model=SPRING):
    made = subprocess.run([os.fsencode(w) for w in (PROGRAM, command, "-", *words)], input=model.encode(), capture_output=True, timeout=120)
    return made.returncode, made.stdout.decode(errors="surrogateescape"), made.stderr.decode(errors="surrogateescape")


def ask(command, more, option, text, *others, model=SPRING):
    words = [option, text, *more] if option == "--x" else [*more, option, text]  # --x precedes its --y
    return run(command, *words, *others, model=model)


def hostile():
    """Each ends with a diagnostic of the option itself; none reaches the model, none steers the terminal."""
    texts = {
        "an open bracket": ("(x", "VV0203"), "a closing bracket": ("x)", "VV0204"), "an open index": ("x[1", "VV02"),
        "brackets crossed": ("(x]", "VV02"), "an open quotation": ('"x', "VV01"), "an operand missing": ("x +", "VV0211"),
        "a comment alone": ("# x", "VV0211: an expression is missing"), "blanks": ("   ", "VV0211: an expression is missing"),
        "a comment of C": ("x /* y", "VV01"), "a statement": ("parameter y = 1", "VV02"),
        "a statement after it": ("x parameter y", "VV02"), "separated by a semicolon": ("x; parameter y", "VV01"),
        "bytes that are not UTF-8": (b"x + \xff\xfe", "VV0101"), "an overlong code": (b"x + \xc0\xaf", "VV0101"),
        "a sequence cut short": (b"\xe2\x82", "VV0101"), "a terminal's escape": ("x \x1b[31m", "VV01"),
        "a line of Unicode": ("x\u2028parameter y", "VV01"), "direction of writing": ("x\u202e", "VV01"),
        "deep brackets": ("(" * 5000 + "x" + ")" * 5000, "VV02"), "a long name": ("a" * 5000, "VV01"),
        "a long number": ("1" * 5000, "VV01"), "a hundred kilobytes": ("x*" * 50000, "VV0211"),
    }
    for command, more, option in OPTIONS:
        for title, (text, said) in texts.items():
            code, out, err = ask(command, more, option, text)
            lines = err.splitlines()
            ok(code == 3 and not out and lines and lines[0].startswith(f"{option}: error VV") and said in err
               and "\x1b" not in err and "\udcff" not in err and max(map(len, lines)) < 250 and "<stdin>" not in err,
               f"{command} {option}, {title}: 3, said of the option", code, err[:2000], out[:200])


def lines():
    for command, more, option in OPTIONS:
        for text in ("x\nparameter y", "x\rparameter y", "x\n", "\n", ""):
            code, out, err = ask(command, more, option, text)
            ok(code == 2 and not out and "expected an expression" in err, f"{command} {option} {text!r}: wrong use", code, err)


def places():
    """The caret stands under the option's own text; as JSON the span counts its bytes."""
    for command, more, option in OPTIONS:
        if option == "--about":
            continue
        code, _, err = ask(command, more, option, "θ0 + x")
        ok(code == 3 and err.startswith(f"{option}: error VV0301: unknown name 'θ0'\n      | θ0 + x\n      | ^~\n      = hint: "), f"{command} {option}: the caret", err)
        text = "x + 2*θ0"
        code, out, err = ask(command, more, option, text, "--format", "json")
        span = json.loads(out)["diagnostics"][0]["span"]
        ok(code == 3 and span["option"] == option and span["line"] == 0 and span["column"] == 7
           and text.encode()[span["begin"]:span["end"]] == "θ0".encode(), f"{command} {option}: the span", out, err)
    code, out, _ = run("run", "--column", "(x", "--format", "json")
    told = json.loads(out)["diagnostics"][0]
    ok(told["related"]["option"] == "--column" and (told["related"]["begin"], told["related"]["end"]) == (0, 1), "the opening bracket too", out)
    code, _, err = run("run", "--column", "zz", "--column", "x", "--column", "zz + x", "--column", "x*(")
    ok(code == 3 and err.count("error") == 1 and "VV0211" in err, "syntax first, as of a model", err)
    code, _, err = run("run", "--column", "zz", "--column", "x", "--column", "yy + x", model=SPRING + "let u = ww\n")
    ok(code == 3 and [line[:line.index(" error")] for line in err.splitlines() if " error" in line] == ["<stdin>:7:9:", "--column:", "--column:"],
       "faults of the model and of each option, each at its place", err)
    code, _, err = run("plot", "--x", "qq", "--y", "rr")
    ok(code == 3 and "--x: error VV0301: unknown name 'qq'" in err and "--y: error VV0301: unknown name 'rr'" in err, "curves by their own option", err)


def apart():
    """What a model ends with has no bearing on the option, and the option none on the model."""
    for title, end in {"no line end": "", "a comment": "# the end", "an open comment": "\n#", "blanks": "  \n\t "}.items():
        code, out, err = run("run", "--column", "2*x", model=SPRING.rstrip("\n") + end)
        ok(code == 0 and out.splitlines()[0].endswith(",2*x"), f"a model that ends with {title}", code, err)
    for title, end in {"a comma": "show x,", "an open bracket": "show (x", "an operator": "let u = x +", "an open quotation": 'system "x'}.items():
        alone, asked = run("run", model=SPRING + end), run("run", "--column", "2*x", model=SPRING + end)
        ok(alone[0] == 3 and alone == asked, f"a model that ends with {title}: its fault, whatever the option", alone, asked)
    code, out, err = run("run", "--column", "2*x # as the force", "--column", " x +\t1 ")
    ok(code == 0 and out.splitlines()[0] == "time,x,x',2*x,x + 1", "a comment and blanks of an option", out[:200], err)
    code, out, err = run("run", "--column", "2*x, x/2", "--column", "i*x for i in 3..4")
    ok(code == 0 and out.splitlines()[0] == "time,x,x',2*x,x/2,3*x,4*x", "lists and families, as after show", out[:200], err)
    code, out, _ = run("run", "--column", "2*x", "--output-format", "json")
    ok(code == 0 and json.loads(out)["model"] == SPRING and json.loads(out)["columns"][-1] == "2*x", "the table holds the model of the file", out[:500])
    code, out, _ = run("sweep", "--vary", "k=1,2", "--column", "2*x", "--output-format", "json")
    ok(code == 0 and json.loads(out)["model"] == SPRING and "2*x" in json.loads(out)["columns"], "so does that of a sweep", out[:500])
    long = "+".join(["x"] * 30000)
    code, out, err = run("run", "--column", long, "--every", "1")
    ok(code == 0 and abs(float(out.splitlines()[1].split(",")[-1]) - 30000) < 1e-6, "sixty kilobytes of an expression", code, err[:500])


def claims():
    code, out, err = run("study", "integrals", "steady", "--about", "x = cos(sqrt(k/m)*t)", "--claim", "i*energy for i in 1..3", "--claim", "x")
    offered = [line.split(": ", 1)[1] for line in out.splitlines() if "claim integral" in line]
    ok(code == 1 and offered == ["claim integral 1*energy", "claim integral 2*energy", "claim integral 3*energy", "claim integral x"],
       "every member of a family is decided", code, out, err)
    ok("\n  x = cos(sqrt(k/m)*t)\n" in out and "proved: the stated motion satisfies the equations" in out, "and the motion is the one given", out)
    code, out, err = run("study", "integrals", "--claim", "x", model=SPRING + "claim integral x'\nclaim equilibrium x = 0\n")
    ok(code == 1 and out.count("claim integral") == 1 and "refuted: claim integral x\n" in out, "claims of the model are not asked for", out, err)


def settings():
    """A value is a source too: what is said of it does not read the model's text."""
    for pad in (0, 1000):
        code, _, err = run("run", "--set", "m=" + " " * pad + "ddt(k)")
        ok(code == 3 and "unknown function 'ddt'" in err and "is a prime: k'\n" in err, f"a hint from the value, {pad} bytes in", code, err)
    code, _, err = run("run", "--set", "m=2 +", "--column", "x")
    ok(code == 3 and "--set m=2 +: an expression is missing after '+'" in err, "a value that is no expression", err)
    code, _, err = run("run", "--set", "m=", "--column", "x")
    ok(code == 3 and "--set m=: an expression is missing" in err, "no value", err)


def resumed():
    """A checkpoint belongs to its columns."""
    with tempfile.TemporaryDirectory() as folder:
        for command, more in (("run", ["--until", "1e7", "--every", "1e3", "--checkpoint", "0.01"]),
                              ("sweep", ["--vary", "k=1:2:100000", "--until", "300", "--checkpoint", "0.01", "-j", "1"])):
            path = os.path.join(folder, command + ".csv")
            words = [command, "-", *more, "-o", path, "--time", "1"]
            first = subprocess.run([PROGRAM, *words, "--column", "2*x"], input=SPRING, capture_output=True, text=True, timeout=120)
            other = subprocess.run([PROGRAM, *words, "--column", "3*x", "--resume"], input=SPRING, capture_output=True, text=True, timeout=120)
            same = subprocess.run([PROGRAM, *words, "--column", "2*x", "--resume"], input=SPRING, capture_output=True, text=True, timeout=120)
            ok(first.returncode == 5 and other.returncode == 3 and same.returncode == 5, f"{command}: not resumed with another column",
               first.returncode, first.stderr, other.returncode, other.stderr, same.returncode, same.stderr)


hostile()
lines()
places()
apart()
claims()
settings()
resumed()
done()
