#!/usr/bin/python3
"""The command seen from outside: exit codes, streams, files, budgets, signals. Prints TAP."""
import json
import os
import pty
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok, skip  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
HOOP = "models/book/hoop.vv"
GOOD = "parameter m, k\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\n"
BAD = "parameter m\ncoordinate x\nkinetic energy m/2*y'^2\nforce function zz\n"




class Result:
    """Exit code and streams of one run."""

    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def __str__(self):
        return f"exit {self.code}\nstdout:\n{self.out[:1500]}\nstderr:\n{self.err[:1500]}"


def run(*arguments, stdin=b"", limit=120, setup=None, **env):
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    return Result(subprocess.run([PROGRAM, *arguments], input=stdin, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, cwd=ROOT, timeout=limit, check=False,
                                 preexec_fn=setup, env=dict(clean, LC_ALL="C.UTF-8", **env)))


def model(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def expect(title, code, result, out=None, err=None):
    """The code; out and err: True something, False nothing, a text that occurs, or None whatever."""
    good = result.code == code
    for wanted, text in ((out, result.out), (err, result.err)):
        if wanted in (True, False):
            good = good and bool(text) == wanted
        elif wanted is not None:
            good = good and wanted in text
    ok(good, title, result)


# ---- exit codes and streams ----

def test_codes(folder):
    good, bad = model(folder, "good.vv", GOOD), model(folder, "bad.vv", BAD)
    claims = GOOD + "claim equation m*x'' = -k*x\n"
    for command in ("check", "derive", "prove"):
        expect(f"{command} of a good model", 0, run(command, good), out=True, err=False)
        expect(f"{command} of a faulty model: 3, said on stderr", 3, run(command, bad), out=False,
               err="bad.vv:3:20: error VV")
        expect(f"{command} without a file: 2", 2, run(command), out=False, err="needs a model file")
        expect(f"{command} of a missing file: 6", 6, run(command, "no/such.vv"), out=False,
               err="no/such.vv")
        expect(f"{command} of a folder: 6", 6, run(command, folder), out=False, err=True)
        expect(f"{command} --help begins with an example", 0, run(command, "--help"),
               out=f"  visviva {command} ", err=False)
    expect("a claim proved: 0", 0, run("prove", model(folder, "yes.vv", claims)), out="proved")
    expect("a claim refuted: 1, with a point", 1,
           run("prove", model(folder, "no.vv", claims.replace("-k", "k"))), out="refuted")
    expect("a claim nobody decides: 4", 4,
           run("prove", model(folder, "later.vv", GOOD + "claim stable\n")), out="not decided")
    expect("a method that does not apply: 4, and why", 4,
           run("derive", "models/chaplygin_sleigh.vv", "--by", "lagrange"), out="does not apply")
    expect("several faults in one run", 3, run("check", bad), err="VV0301")
    ok(run("check", bad).err.count("error VV") >= 2, "both faults are reported")
    expect("a program needs a form", 2, run("export", HOOP), err="--c")
    expect("a program takes one method", 2, run("export", "--c", HOOP, "--by", "appell", "--by",
                                                "kane"), err="one method")
    expect("a program of its own", 0, run("export", "--c", HOOP, "--name", "it"),
           out="void it_jacobian(")
    pendulum = os.path.join("models", "pendulum_cartesian.vv")
    for name in ("appell", "kane", "maggi"):
        expect(f"a program by {name} whose speed says nothing at the model's start", 4, run("export", "--c", pendulum, "--by", name),
               err="the speed x' does not determine the other velocities there")
    expect("by multipliers it is written", 0, run("export", "--c", pendulum, "--by", "multipliers"), out="pendulum_cartesian_rates")
    expect("a method that does not apply", 4, run("export", "--c", HOOP, "--by", "lagrange"),
           err="VV0501")
    expect("notes go to stderr, the report to stdout", 0, run("derive", HOOP), err="note VV0403",
           out="Equations of motion")


def test_usage():
    expect("no argument: 2", 2, run(), out=False, err="command is needed")
    expect("an unknown command: 2", 2, run("dervie", HOOP), out=False, err="unknown command 'dervie'")
    expect("an unknown option: 2", 2, run("derive", "--frmat", HOOP), out=False, err="--frmat")
    expect("an unknown method: 2, with the known ones", 2, run("derive", HOOP, "--by", "newton"),
           out=False, err="appell")
    expect("an unknown format: 2", 2, run("derive", HOOP, "--format", "xml"), out=False, err="json")
    for arguments, meant in ((["dervie", HOOP], "did you mean derive?"), (["run", HOOP, "--untill", "5"], "did you mean --until?"),
                             (["run", HOOP, "--unt", "5"], "did you mean --until?"), (["derive", HOOP, "--by", "lagrang"], "did you mean lagrange? known"),
                             (["run", HOOP, "--witness", "radua"], "did you mean radau? known"), (["study", HOOP, "integrls"], "did you mean integrals?"), (["prove", HOOP, "--format", "jsn"], "try 'visviva prove --help'")):
        expect(f"{arguments[0]} {arguments[-1]}: what was meant", 2, run(*arguments), out=False, err=meant)
    expect("no name is near: none is named", 2, run("foo", HOOP), out=False, err="unknown command 'foo'\n")
    expect("run --audit 0, which would be no limit: 2", 2, run("run", HOOP, "--audit", "0"), out=False, err="--audit 0: expected a positive")
    expect("an option without its value: 2", 2, run("derive", HOOP, "--by"), out=False, err="needs a value")
    expect("two files: 2", 2, run("derive", HOOP, HOOP), out=False, err=f"only one file is accepted: unexpected '{HOOP}'")
    for option, value in (("--seed", "x"), ("--time", "-1"), ("--time", "soon"), ("--memory", "0"),
                          ("--color", "red"), ("--set", "a"), ("--set", "=3")):
        result = run("prove", HOOP, option, value)
        expect(f"{option} {value}: 2", 2, result, out=False, err=option)
    for command, option, *value in (("check", "--until", "5"), ("derive", "--vary", "a=1,2"), ("run", "--by", "appell"),
                                    ("sweep", "--dense"), ("prove", "-j4"), ("lab", "-o", "page.html"), ("study", "--c")):
        expect(f"{command} {option}, which it does not have: 2", 2, run(command, HOOP, option, *value), out=False,
               err=f"{command} has no option {option[:2] if option == '-j4' else option}\n")
    for command, option, value, most in (("plot", "--y", "x", "at most 64 curves"), ("sweep", "--vary", "a=1,2", "at most 64 of them"),
                                         ("run", "--at", "1", "at most 4096 of them")):
        expect(f"{option} too often: 2, with how many there may be", 2, run(command, HOOP, *[option, value] * 4097), out=False,
               err=f"{option} {value}: {most}\n")
    result = run("derive", "--nonsense", HOOP)
    ok(len(result.err.splitlines()) == 2, "a usage error is two lines", result)
    expect("--help", 0, run("--help"), out="visviva derive", err=False)
    expect("help derive", 0, run("help", "derive"), out="--by", err=False)
    expect("--version names the libraries", 0, run("--version"), out="FLINT", err=False)
    expect("--name=value", 0, run("derive", HOOP, "--by=appell", "--format=text"), out="Appell")


# ---- input ----

def test_input(folder):
    expect("- is standard input", 0, run("derive", "-", stdin=GOOD.encode()), out="x''")
    expect("its diagnostics say so", 3, run("check", "-", stdin=BAD.encode()), err="<stdin>:3:")
    os.makedirs(os.path.join(folder, "d"), exist_ok=True)
    dashed = model(folder, "-odd.vv", GOOD)
    here = os.getcwd()
    os.chdir(folder)
    done = Result(subprocess.run([PROGRAM, "derive", "--", "-odd.vv"], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, check=False))
    os.chdir(here)
    expect("-- ends the options", 0, done, out="x''")
    os.remove(dashed)
    expect("an empty model says what it lacks", 3, run("derive", "-", stdin=b""), out=False, err=True)
    expect("bytes that are not UTF-8: 3", 3, run("check", "-", stdin=b"parameter \xff\xfe\n"), err="error VV")
    expect("NUL: 3", 3, run("check", "-", stdin=b"parameter a\0b\n"), err="error VV")


def test_set():
    plain, other = run("check", HOOP), run("check", HOOP, "--set", "a=2", "--set", "g=9.81")
    expect("--set gives a parameter a value", 0, other)
    expect("--set of an unknown parameter: 3, with the nearest", 3, run("check", HOOP, "--set", "aa=1"), err="aa")
    expect("--set with a bad value: 3", 3, run("check", HOOP, "--set", "a=1+"), err="error VV")
    expect("--set with a name inside: 3", 3, run("check", HOOP, "--set", "a=nobody"), err="nobody")
    expect("--set of a structural parameter", 0, run("check", "models/chain.vv", "--set", "n=3"),
           out="degrees of freedom: 3")
    ok(plain.code == 0, "without --set all is as stated", plain)


# ---- output ----

def test_json(folder):
    bad = model(folder, "bad.vv", BAD)
    for command in ("check", "derive", "prove"):
        result = run(command, HOOP, "--format", "json")
        try:
            data = json.loads(result.out)
        except ValueError as error:
            ok(False, f"{command} --format json is JSON", error)
            continue
        ok(data.get("schema") == 1 and data.get("report") == command and "title" in data,
           f"{command} --format json has its schema", result.out[:300])
        ok(result.err == "", f"{command} --format json keeps stderr silent", result.err)
    data = json.loads(run("derive", HOOP, "--format", "json", "--by", "appell").out)
    system = data["systems"][0]
    ok(system["method"] == "appell" and system["degrees_of_freedom"] == 3 and
       len(system["equations"]) == 3 and all("text" in e and "latex" in e and "residual" in e
                                             for e in system["equations"]),
       "derive in JSON has method, freedom and three equations with text, LaTeX and residual")
    result = run("check", bad, "--format", "json")
    data = json.loads(result.out or "{}")
    ok(result.code == 3 and "diagnostics" in json.dumps(data), "faults of a model are JSON too", result)
    for path in sorted(x for x in os.listdir(os.path.join(ROOT, "models", "book")) if x.endswith(".vv")):
        result = run("derive", f"models/book/{path}", "--format", "json")
        try:
            json.loads(result.out)
            ok(result.code in (0, 4), f"{path} in JSON")
        except ValueError as error:
            ok(False, f"{path} in JSON", error)


def test_files(folder):
    target = os.path.join(folder, "out.txt")
    result = run("derive", HOOP, "-o", target)
    expect("-o writes the report to a file and nothing to stdout", 0, result, out=False)
    with open(target, encoding="utf-8") as file:
        text = file.read()
    ok(text == run("derive", HOOP).out, "it is the same report")
    result = run("derive", model(folder, "bad.vv", BAD), "-o", target)
    with open(target, encoding="utf-8") as file:
        kept = file.read()
    ok(result.code == 3 and kept == text, "a failing run leaves the file that was there", result)
    result = run("derive", HOOP, "-o", os.path.join(folder, "no", "such", "folder.txt"))
    expect("-o into a folder that does not exist: 6", 6, result, out=False, err="cannot write")
    good = model(folder, "mine.vv", GOOD)
    for command in ("derive", "run", "report"):
        expect(f"{command} does not write over its model: 2", 2, run(command, good, "-o", good), out=False, err="would be overwritten")
    with open(good, encoding="utf-8") as file:
        ok(file.read() == GOOD, "which is there as before")
    result = run("run", "-", "-o", folder, stdin=b"coordinate x\nkinetic energy x'^2/2\nrun 5\n")
    expect("a folder in place of a table's file: 6, before the run", 6, result, out=False, err="Is a directory")
    ok("steps:" not in result.err, "and nothing was run", result)
    expect("a full disk on stdout: 6", 6, to_full("derive", HOOP), err="cannot write")
    short = b"coordinate x\nkinetic energy x'^2/2\npotential -1/x^2\nstart x = 1\nrun 5\n"  # ends by itself before its time
    expect("and behind a run cut short", 6, to_full("run", "-", stdin=short), err="cannot write")
    fifo = os.path.join(folder, "pipe")
    os.mkfifo(fifo)
    reader = subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE)
    result = run("derive", HOOP, "-o", fifo)
    if not stat.S_ISFIFO(os.stat(fifo).st_mode):
        reader.kill()
    shown = reader.communicate()[0].decode()
    ok(result.code == 0 and stat.S_ISFIFO(os.stat(fifo).st_mode) and shown == text,
       "-o writes to a pipe or a device and does not take its place", result)
    os.remove(fifo)
    # only once that is known
    if shown == text and stat.S_ISCHR(os.stat("/dev/full").st_mode):
        expect("a full disk behind -o: 6", 6, run("derive", HOOP, "-o", "/dev/full"), out=False, err="cannot write")
    # nothing half-written: the file may not grow beyond a few bytes
    small = os.path.join(folder, "small.txt")
    result = run("derive", HOOP, "-o", small, setup=few_bytes)
    ok(result.code == 6 and not os.path.exists(small), "a write that fails leaves no file", result)
    ok(sorted(os.listdir(folder)) == sorted(x for x in os.listdir(folder) if ".tmp" not in x),
       "and no temporary file", os.listdir(folder))
    result = run("derive", HOOP, "--memory", "0.2", "-o", small)
    ok(result.code == 5 and not os.path.exists(small), "nor does a budget exceeded", result)


def to_full(*arguments, stdin=b""):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, *arguments], input=stdin, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    done.stdout = b""
    return Result(done)


def few_bytes():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))


# ---- colour ----

def on_terminal(*arguments, **env):
    """Everything shown when stderr is a terminal."""
    master, slave = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    child = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=slave, cwd=ROOT, env=dict(clean, **{"TERM": "xterm", **env}))
    os.close(slave)
    text = b""
    try:
        while part := os.read(master, 4096):
            text += part
    except OSError:
        pass  # the terminal is gone when the command ends
    child.wait()
    os.close(master)
    return text.decode("utf-8", "replace")


def has_terminals():
    """A container may have no terminals to give."""
    try:
        for end in pty.openpty():
            os.close(end)
        return True
    except OSError:
        return False


def test_terminal(bad):
    ok("\033[" in on_terminal("check", bad), "a terminal gets colours")
    ok("\033[" not in on_terminal("check", bad, NO_COLOR="1"), "NO_COLOR is respected")
    ok("\033[" not in on_terminal("check", bad, TERM="dumb"), "TERM=dumb is respected")
    ok("\033[" not in on_terminal("check", bad, "--color=never"), "--color=never")


def test_colour(folder):
    bad = model(folder, "bad.vv", BAD)
    if has_terminals():
        test_terminal(bad)
    else:
        skip("colours on a terminal", "no terminal can be opened here")
    ok("\033[" in run("check", bad, "--color=always").err, "--color=always, also into a pipe")
    ok("\033[" in run("check", bad, "--color=always", NO_COLOR="1").err, "what is asked for wins over NO_COLOR")
    ok("\033[" not in run("check", bad).err, "a pipe gets none")
    ok("\033[" not in run("derive", HOOP, "--color=always").out, "the report itself has none")


# ---- budgets and signals ----

CHAIN = ("prove", "models/chain.vv", "--set", "n=200", "--exact")


def test_budgets():
    expect("--time of a microsecond: 5", 5, run(*CHAIN, "--time", "0.000001"), out=False, err="time budget")
    began = time.monotonic()
    result = run(*CHAIN, "--time", "0.5")
    took = time.monotonic() - began
    slow = 30 if os.environ.get("VV_SANITIZED") else 10
    ok(result.code == 5 and took < slow, f"--time is kept ({took:.1f} s)", result)
    expect("--memory of 0.1 MiB: 5", 5, run("derive", HOOP, "--memory", "0.1"), out=False, err="memory budget")
    expect("--memory of 4 MiB is too little for 200 links", 5, run(*CHAIN, "--memory", "4"), out=False, err="memory")
    if not os.environ.get("VV_SANITIZED"):  # which has memory of its own
        for limit, path in ((40, "models/rolling/rattleback.vv"), (60, "models/book/heavysolid.vv"), (60, "models/book/had_roll.vv")):
            with subprocess.Popen([PROGRAM, "prove", path, "--memory", str(limit)], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, cwd=ROOT) as child:
                err = child.stderr.read().decode()
                _, status, used = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
            mib = used.ru_maxrss / 1024
            ok(child.returncode == 5 and "memory budget" in err and mib < limit + 24, f"--memory {limit} takes {mib:.0f} MiB", err)
    expect("--seed is printed and repeats the run", 0, run("prove", HOOP, "--seed", "7"))
    ok(run("prove", HOOP, "--seed", "7").out == run("prove", HOOP, "--seed", "7").out, "the same seed, the same report")


def test_sizes(folder):
    """Counts whose product no int holds: 214749 of 20000 are 12704 modulo 2^32."""
    many = "coordinate x[1..20000]\nkinetic energy x[1]'^2\n"
    path = model(folder, "through.vv", many + "servo x[1] = 0 through " + ", ".join(["x[1]"] * 214749) + "\n")
    expect("a servo through more than there is room for: 5", 5, run("check", path), out=False, err="memory budget")


def test_signals():
    for number, name in ((signal.SIGINT, "SIGINT"), (signal.SIGTERM, "SIGTERM"), (signal.SIGHUP, "SIGHUP")):
        child = subprocess.Popen([PROGRAM, *CHAIN], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT)
        time.sleep(0.4)
        running = child.poll() is None
        child.send_signal(number)
        try:
            out, err = child.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            child.kill()
            out, err = child.communicate()
        ok(running and child.returncode == 130 and not out and b"interrupted" in err,
           f"{name} ends a long proof with 130", f"running {running}, exit {child.returncode}, {err[:500]}")


# ---- documents ----

def test_documents():
    """Examples of the README and the manual are what the command prints."""
    pages = ["README.md"] + [f"{folder}/{name}" for folder in ("doc", "doc/tutorial")
                             for name in sorted(os.listdir(os.path.join(ROOT, folder))) if name.endswith(".md")]
    examples = 0
    for page in pages:
        with open(os.path.join(ROOT, page), encoding="utf-8") as file:
            has = re.search(r"<!-- output of", file.read())
        if not has:
            continue
        done = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "examples"), page], cwd=ROOT,
                              env=dict(os.environ, VISVIVA=PROGRAM), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        for line in done.stdout.splitlines():
            found = re.match(r"(not )?ok \d+ - (.*)", line)
            if found:
                examples += 1
                ok(not found[1], f"{page}: {found[2]}", done.stdout)
    ok(examples > 0, "there are examples in the documents")
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "gallery.md")
        subprocess.run([sys.executable, os.path.join(ROOT, "tools", "gallery"), page, os.path.join(ROOT, "models")], check=True)
        with open(page, encoding="utf-8") as new, open(os.path.join(ROOT, "doc", "gallery.md"), encoding="utf-8") as old:
            ok(new.read() == old.read(), "doc/gallery.md lists the models", "run tools/gallery doc/gallery.md models")


def test_manual_names_options():
    """Every command and option that the helps tell of stands in doc/commands.md."""
    with open(os.path.join(ROOT, "doc", "commands.md"), encoding="utf-8") as file:
        page = file.read()
    commands = re.findall(r"^  (\w+)", run("--help").out.split("Commands:")[1].split("\n\n")[0], re.M)
    ok(len(commands) >= 10, "commands are listed", commands)
    for command in commands:
        ok(re.search(rf"^\| `{command} ", page, re.M), f"the manual's table has {command}")
        options = set(re.findall(r"(?<![\w-])--?[a-z][\w-]*", run(command, "--help").out))
        absent = [o for o in options if not re.search(rf"`[^`]*(?<![\w-]){o}(?![\w-])", page)]
        ok(not absent, f"the manual names the options of {command}", absent)


# ---- what a user wrote must not control a terminal or a page ----

HIDDEN = ("\x1b", "\x07", "\x08", "\x7f", "\x85", "\u061c", "\u200b", "\u200f", "\u202e", "\u2066", "\ufeff", "\U000e0041")


def hidden_in(text):
    return [ascii(ch) for ch in HIDDEN if ch in text]


def test_hidden_characters(folder):
    motion = "coordinate x\nkinetic energy x'^2/2\npotential x^2/2\nstart x = 1\nrun 1\n"
    name = model(folder, "e\x1b[31mvil\u202e\u2066\x85\U000e0041.vv", motion)
    titled = model(folder, "titled.vv", 'system "a\u202e title\u2066 \u05d0\u05d1 \u200f"\n# a comment \u202e\n' + motion)
    for path in (name, titled):
        for command in ("check", "derive", "prove", "study", "report"):
            for form in ("text", "html", "latex", "json"):
                result = run(command, path, "--format", form)
                ok(result.code in (0, 4) and result.out and not hidden_in(result.out + result.err),
                   f"{command} --format {form} shows what is hidden in {ascii(os.path.basename(path))}",
                   result.code, hidden_in(result.out), hidden_in(result.err))
        for ending in (".svg", ".png", ".pdf"):
            result = run("plot", path, "-o", os.path.join(folder, "p" + ending))
            ok(result.code == 0, f"a plot as {ending}", result)
        with open(os.path.join(folder, "p.svg"), encoding="utf-8") as file:
            ok(not hidden_in(file.read()), "nothing hidden in a drawing")
    data = json.loads(run("check", name, "--format", "json").out)
    ok(data["title"] == name, "JSON has the very name", data["title"])
    for arguments in (["check", name + ".none"], ["run", name, "-o", name + "/x"], ["check", HOOP, "\x1b[31m"], ["\x1b[31m"],
                      ["check", "--\x1b[31m"], ["derive", "--by", "\x1b[31m", HOOP], ["run", name, "--until", "\x1b"],
                      ["run", name, "--column", "\x1b"], ["run", name, "--set", "\x1b=1"], ["report", HOOP, "--beside", name + "?"],
                      ["run", name, "--trace=model"], ["sweep", name, "--vary", "\x1b=1:2:3"]):
        result = run(*arguments)
        ok(result.err and not hidden_in(result.err + result.out), f"messages show it: {ascii(arguments[-1][-12:])}", result)
    if shutil.which("pdflatex"):
        for path in (name, titled):
            result = run("report", path, "-o", os.path.join(folder, "r.pdf"))
            ok(result.code == 0, "and the PDF is made", result)


def main():
    folder = tempfile.mkdtemp(prefix="visviva-e2e-")
    try:
        test_codes(folder)
        test_usage()
        test_input(folder)
        test_set()
        test_json(folder)
        test_files(folder)
        test_colour(folder)
        test_budgets()
        test_sizes(folder)
        test_signals()
        test_documents()
        test_hidden_characters(folder)
        test_manual_names_options()
    finally:
        shutil.rmtree(folder)
    done()


main()
