"""The tools that judge the tree, tried on small trees with planted faults. Prints TAP."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "e2e"))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
TOOLS = os.path.join(ROOT, "tools")


def put(folder, name, text, executable=False):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if executable:
        os.chmod(path, 0o755)
    return path


def run(*command, **env):
    done = subprocess.run(command, env=dict(os.environ, **env), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", check=False)
    return done.returncode, done.stdout


def fresh():
    return tempfile.mkdtemp(prefix="tools-")


# ---- layers.sh ----

def layers(extra):
    """Status and output of the layer check on a sound little tree with some more files."""
    folder = fresh()
    files = {
        "src/base/ctx.h": "#include <stdint.h>\n",
        "src/exact/polynomial.c": '#include "base/ctx.h"\n#include <flint/fmpz.h>\n#include <arb.h>\n',
        "src/formalism/formalisms.def": "X(appell)\nX(lagrange)\n",
        "src/formalism/formalism.h": '#include "base/ctx.h"\n',
        "src/formalism/appell.c": '#include "formalism/formalism.h"\n#include "formalism/appell.h"\n',
        "src/formalism/appell.h": '#include "equations/equations.h"\n',
        "src/formalism/lagrange.c": '#include "formalism/formalism.h"\n',
        "src/equations/equations.h": "",
        "cli/main.c": '#include "visviva/visviva.h"\n#include "commands.h"\n#include "api/pipeline.h"\n',
    }
    files.update(extra)
    for name, text in files.items():
        put(folder, name, text)
    result = run(os.path.join(TOOLS, "layers.sh"), folder)
    shutil.rmtree(folder)
    return result


def test_layers():
    status, out = layers({})
    ok(status == 0 and "not ok" not in out, "a sound tree passes the layer check", out)
    faults = {
        "an upward include": ("src/base/bad.c", '#include "expr/expr.h"\n'),
        "an indented upward include": ("src/exact/bad.h", '#  include  "lang/lexer.h"\n'),
        "an upward include in a .def file": ("src/expr/bad.def", '#include "api/pipeline.h"\n'),
        "FLINT outside exact": ("src/expr/bad.c", "#include <flint/fmpz_mpoly.h>\n"),
        "GMP outside exact": ("src/api/bad.c", "#include <gmp.h>\n"),
        "Arb in the command": ("cli/bad.c", "#include <arb.h>\n"),
        "a formalism that includes another": ("src/formalism/lagrange.c",
                                              '#include "formalism/appell.h"\n'),
        "a path not written from src": ("src/expr/bad.c", '#include "expr.h"\n'),
        "a page that tells another order": ("ARCHITECTURE.md", "left of `base ← expr ← exact ← cli`\n"),
        "a folder without a layer": ("src/misc/bad.c", '#include "base/ctx.h"\n'),
    }
    for what, (name, text) in faults.items():
        status, out = layers({name: text})
        ok(status != 0 and name in out, f"{what} is caught", out)
    status, out = run(os.path.join(TOOLS, "layers.sh"), fresh())
    ok(status != 0, "an empty tree does not pass", out)


# ---- rooms ----

def rooms(name, text):
    folder = fresh()
    put(folder, "src/base/base.h", '#include "base/ctx.h"\n')
    put(folder, "src/base/base_tolerances.h", "#define VV_SAME 1e-9 /* of a value: rounding */\n")
    put(folder, name, text)
    result = run(sys.executable, os.path.join(TOOLS, "rooms"), folder)
    shutil.rmtree(folder)
    return result


def test_rooms():
    for title, text in [
        ("a name", "bool f(double x) { return x < VV_SAME; }\n"),
        ("a comment and a sentence", '/* to 1e-9 */\nconst char *f(void) { return "to 1e-9"; }\n'),
        ("a row of a table", "const row r = {\n    .tolerance = 1e-13,\n    .least = {1e-16, 1e-15},\n};\n"),
        ("an array", "static const double SHARE[] = {0.1,\n                               1e-7};\n"),
        ("a difference", "double f(double e) { return e - 2 - 0x1e - 3; }\n"),
    ]:
        status, out = rooms("src/base/a.c", text)
        ok(status == 0, f"{title} is not a bare tolerance", out)
    for title, name, text in [
        ("a bare tolerance", "src/base/a.c", "bool f(double x) { return x < 1e-9; }\n"),
        ("a bare tolerance after a sign", "src/base/a.c", "bool f(double x) { return x < -2.5e-12; }\n"),
        ("a tolerance named in another file", "src/base/a.h", "#define VV_SAME 1e-9 /* of a value */\n"),
        ("a tolerance named in a function", "src/base/a.c", "void f(void) {\n    const double SAME = 1e-9;\n}\n"),
        ("a tolerance without a reason", "src/base/base_tolerances.h", "\n#define VV_SAME 1e-9\n"),
    ]:
        status, out = rooms(name, text)
        ok(status != 0 and name in out, f"rooms catches {title}", out)


# ---- names ----

def test_names():
    for text, sound in {
        'const char *s = "disc"; /* "cart" in a remark */': True,
        'const char *s = "carts and descartes";': True,
        'int cart; char c = \'"\'; /* cart */': True,
        'const char *s = "a" "a cart";': False,
        '#define S "cart"\n': False,
        "/* [Known1900, no. 4; and Known1901a] */": True,
        "/* a + b = c\n [Known1900, no. 3; Other1899] */".replace("\n", ""): False,
        'const char *s = "Other1899"; int Other1898;': True,
        "/* [Known & Other 1900] */": False,
        "/* as in 1900 [Known1900, of 1899; no. 4], x[1900] and [0, 2000] */": True,
    }.items():
        folder = fresh()
        put(folder, "models/book/cart.vv", "")
        put(folder, "doc/references.bib", "@book{Known1900,\n}\n@article{Known1901a,\n}\n")
        put(folder, "doc/glossary.md", "<!-- words -->\na, api, src\n")
        put(folder, "src/api/a.c", text)
        status, out = run(sys.executable, os.path.join(TOOLS, "names"), folder)
        ok((status == 0) == sound and ("src/api/a.c:1" in out) != sound,
           f"{'passes' if sound else 'caught'}: {text.strip()}".replace("#", " "), out)
        shutil.rmtree(folder)


WORDS = "the words\n<!-- words -->\napi, energy (T, U\n and V), formalisms, src\n\ntable\n"


def test_words():
    for title, page, name, sound in [
        ("words that are listed", WORDS, "src/api/energy_table.c", True),
        ("a row of a table", WORDS, "src/api/kane.c", True),
        ("a word that is not listed", WORDS, "src/api/energy_drift.c", False),
        ("a folder that is not listed", WORDS, "src/sundry/energy.c", False),
        ("a word of an explanation", WORDS, "src/api/V.c", False),
        ("an empty word, though listed", WORDS + "\nutil\n", "src/api/util.c", False),
        ("a list out of order", WORDS.replace("table", "aims"), "src/api/energy.c", False),
        ("a page without the list", "words: energy\n", "src/api/energy.c", False),
    ]:
        folder = fresh()
        put(folder, "doc/glossary.md", page)
        put(folder, "src/api/formalisms.def", "X(kane)\n")
        put(folder, name, "")
        status, out = run(sys.executable, os.path.join(TOOLS, "names"), folder)
        ok((status == 0) == sound and ("doc/glossary.md" in out) != sound, f"names and {title}", out)
        shutil.rmtree(folder)


# ---- walk ----

WALK = """## A walk
| # | function | file | called by | in | out |
| --- | --- | --- | --- | --- | --- |
| 1 | `begin` | `cli/a.c` | – | x | y |
| 2 | `vv_run` | `api/b.c` | 1 | x | y |
| 3 | `derive` | `formalism/c.c` | 2, `.derive` of `vv_formalism_c` | x | y |
"""


def walk(page, run_body="    return f->derive(f);"):
    folder = fresh()
    put(folder, "doc/walk.md", page)
    put(folder, "cli/a.c", "int begin(void) { return vv_run(); }\nvoid derive(int);\n")
    put(folder, "src/api/b.c", f"static int vv_run(\n    void) {{\n{run_body}\n}}\n")
    put(folder, "src/formalism/c.c", "static int derive(f *f) {\n    return 0;\n}\n"
        "const vv_formalism vv_formalism_c = {\n    .derive = derive,\n};\n")
    result = run(sys.executable, os.path.join(TOOLS, "walk"), folder)
    shutil.rmtree(folder)
    return result


def test_walk():
    status, out = walk(WALK)
    ok(status == 0 and "not ok" not in out, "a walk that is so passes", out)
    for title, old, new in [
        ("a function that is not there", "`vv_run`", "`vv_runs`"),
        ("a function that is only declared", "`formalism/c.c`", "`cli/a.c`"),
        ("a file that is not there", "`api/b.c`", "`api/d.c`"),
        ("a station that does not call", "| 1 | x", "| 2 | x"),
        ("a call by the wrong station", "| 2, `.derive`", "| 1, `.derive`"),
        ("a row that does not have it", "`vv_formalism_c`", "`vv_formalism_d`"),
        ("a station left out", "| 3 |", "| 4 |"),
        ("a page without walks", "| 1 |", "| one |"),
    ]:
        assert old in WALK, title
        bad = WALK if title.startswith("a page") else WALK.replace(old, new, 1)
        status, out = walk("" if title.startswith("a page") else bad)
        ok(status != 0 and "not ok" in out, f"walk catches {title}", out)
    status, out = walk(WALK, "    return 0; /* f->derive(f) */")
    ok(status != 0 and "does not call" in out, "walk does not count a comment as a call", out)
    status, out = walk(WALK + "".join(f"| {i} | `vv_run` | `api/b.c` | 1 | x | y |\n" for i in range(4, 17)))
    ok(status != 0 and "at most 15" in out, "walk catches a walk that is too long", out)


# ---- readmes ----

PAGE_OF_ROOM = "# room\n\nPublic header: `room.h`.\n\n- `a.{c,h}` one; `b.c`, `c.c` two; see `cli/main.c`\n"


def readmes(page, **more):
    folder = fresh()
    for name in ("room.h", "a.c", "a.h", "b.c", "c.c", "meson.build"):
        put(folder, "src/room/" + name, "")
    put(folder, "cli/main.c", "")
    put(folder, "tests/fuzz/corpus/x/README", "")
    for name in more.get("files", ()):
        put(folder, name, "")
    if page is not None:
        put(folder, "src/room/README.md", page)
    put(folder, "web/README.md", "# web\n")
    result = run(sys.executable, os.path.join(TOOLS, "readmes"), folder)
    shutil.rmtree(folder)
    return result


def test_readmes():
    status, out = readmes(PAGE_OF_ROOM)
    ok(status == 0 and "not ok" not in out, "a page that names its files passes", out)
    status, out = readmes("# room\n\n`room.h`, and all others: table rows\n")
    ok(status == 0, "folders of table rows may say all others", out)
    for title, page, files in [
        ("a folder without a page", None, ()),
        ("a file that is gone", PAGE_OF_ROOM + "- `d.c` gone\n", ()),
        ("a file that is not named", PAGE_OF_ROOM, ("src/room/d.c",)),
        ("a script that is not named", PAGE_OF_ROOM, ("src/room/measure",)),
        ("a header that is not named", PAGE_OF_ROOM.replace("`room.h`", "none"), ()),
        ("a page longer than a screen", PAGE_OF_ROOM + "\n" * 60, ()),
    ]:
        status, out = readmes(page, files=files)
        ok(status != 0 and "src/room" in out, f"readmes catches {title}", out)


# ---- plain_start ----

# Starts as nohup, a service manager and a closed terminal do; then what a child of a test finds.
ODD_START = """
import os, signal, subprocess, sys
sys.path.insert(0, sys.argv[1])
for s in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE, signal.SIGCHLD):
    signal.signal(s, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGALRM])
os.close(0)
os.umask(0o777)
from plain_start import plain_start
plain_start()
child = "grep -E 'Sig(Blk|Ign)' /proc/self/status; umask; wc -c <&0; test -w $HOME && echo home; env"
print(subprocess.run(["/bin/sh", "-c", child], stdout=subprocess.PIPE, encoding="utf-8").stdout, "θ")
"""


def test_plain_start():
    child = subprocess.run([sys.executable, "-c", ODD_START, os.path.join(ROOT, "tests", "e2e")],
                           env=dict(PATH=os.environ["PATH"], NO_COLOR="1", LC_ALL="C", LANG="de_DE", TERM="xterm",
                                    HOME="/nowhere", PYTHONIOENCODING="ascii"),
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    out = child.stdout.decode("utf-8", "replace")
    masks = [int(line.split()[1], 16) for line in out.splitlines() if line.startswith("Sig")]
    ok(child.returncode == 0 and masks == [0, 0], "children of tests find no signal blocked or ignored", out)
    ok("0022\n0\nhome\n" in out, "and the usual umask, an empty standard input, a home folder", out)
    ok("LC_ALL=C.UTF-8\n" in out and "TERM=dumb\n" in out and "NO_COLOR" not in out and "LANG=" not in out
       and "θ" in out, "and UTF-8, and no wish for colours", out)


# ---- taprun ----

def counted(script, timeout=10, wanted=None):
    """Outcome of one test program given as a shell script, as taprun counts it."""
    import importlib.machinery
    import importlib.util
    loader = importlib.machinery.SourceFileLoader("taprun", os.path.join(TOOLS, "taprun"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("taprun", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module.run(module.Program("unit", "x", ["/bin/sh", "-c", script], {}, ROOT, timeout), wanted)


def test_taprun():
    for title, script, passed, failures, skipped in [
        ("two good cases", "echo ok 1 - a; echo ok 2; echo 1..2", 2, 0, 0),
        ("a failed case", "echo ok 1; echo not ok 2 - b; echo 1..2; exit 1", 1, 1, 0),
        ("a skipped case", "echo 1..2; echo ok 1; echo 'ok 2 # SKIP no'", 1, 0, 1),
        ("all skipped", "echo '1..0 # SKIP not here'", 0, 0, 1),
        ("no output", "true", 0, 1, 0),
        ("no case", "echo 1..0", 0, 1, 0),
        ("a missing plan", "echo ok 1", 1, 1, 0),
        ("a short run", "echo 1..3; echo ok 1", 1, 1, 0),
        ("a wrong number", "echo ok 1; echo ok 3; echo 1..2", 2, 1, 0),
        ("a crash", "echo ok 1; echo 1..1; kill -SEGV $$", 1, 1, 0),
        ("a bad exit", "echo ok 1; echo 1..1; exit 99", 1, 1, 0),
        ("a failed case and a leak", "echo not ok 1; echo 1..1; exit 99", 0, 2, 0),
        ("a bail out", "echo 1..1; echo 'Bail out! no'; echo ok 1", 1, 1, 0),
    ]:
        o = counted(script)
        ok((o.passed, len(o.failures), o.skipped) == (passed, failures, skipped),
           f"taprun counts {title}", (o.passed, o.failures, o.skipped))
    o = counted("echo ok 1; sleep 30; echo 1..1", timeout=0.2)
    ok(o.failures and "not finished" in o.failures[-1][0] and o.seconds < 10,
       "taprun ends a program that hangs", o.failures)

    script = "echo ok 1 - left; echo not ok 2 - right; echo '#   why'; echo 1..2; exit 1"
    o = counted(script, wanted="left")
    ok((o.passed, o.failures, o.lines) == (1, [], ["ok 1 - left"]), "taprun --case counts one case",
       (o.passed, o.failures, o.lines))
    o = counted(script, wanted="right")
    ok((o.passed, o.failures) == (0, [("right", ["#   why"])]), "taprun --case keeps its remarks", o.failures)

    folder = fresh()
    taprun = os.path.join(TOOLS, "taprun")
    row = dict(suite="unit", label="plain", passed=3, failed=0, skipped=1, seconds=0.1)
    tally = put(folder, "tally", json.dumps(row) + "\n" + json.dumps(row) + "\n")
    status, out = run(sys.executable, taprun, "--conclude", tally)
    ok(status == 0 and out.splitlines()[-1] == "6 passed, 0 failed, 2 skipped", "the last line", out)
    tally = put(folder, "tally", json.dumps(dict(row, failed=1, skipped=0)) + "\n")
    status, out = run(sys.executable, taprun, "--conclude", tally)
    ok(status != 0 and out.splitlines()[-1] == "3 passed, 1 failed", "a failure fails the run", out)
    tally = put(folder, "tally", "")
    status, out = run(sys.executable, taprun, "--conclude", tally)
    ok(status != 0 and out.splitlines()[-1] == "0 passed, 0 failed", "nothing executed fails", out)
    shutil.rmtree(folder)


# ---- golden ----

# A stand-in for the command: shows its file on stdout, its arguments on stderr, ends as told.
COMMAND = """#!/bin/sh
case $1 in
crash) kill -SEGV $$ ;;
hang) exec sleep 30 ;;
write) cp model.vv "$2"; exit 0 ;;
esac
cat "$2"
echo "args $* $COLOUR" >&2
exit ${3:-0}
"""

GOOD = """A remark before the cases.

=== a case that passes
--- model
system "A"
\\--- not a section

x
--- command
show model.vv 3
--- exit
3
--- stdout
system "A"
\\--- not a section

x
--- stderr
args show [...] 3 

=== made by a snippet
--- generate
printf 'a\\nb\\n' > model.vv
--- command
COLOUR=red show model.vv
--- stdout contains
b
--- stderr contains
model.vv red

=== made by Python
--- generate
#!python
open("model.vv", "w").write("z" * 5)
--- command
show model.vv
--- stdout
zzzzz

=== writes a file
--- model
y
--- command
write out.txt
--- output out.txt
y
--- absent
other.txt
"""


def golden(text, *options):
    folder = fresh()
    program = put(folder, "command", COMMAND, executable=True)
    path = put(folder, "cases.txt", text)
    status, out = run(sys.executable, os.path.join(TOOLS, "golden"), *options, path, VISVIVA=program)
    with open(path, encoding="utf-8") as file:
        after = file.read()
    shutil.rmtree(folder)
    return status, out, after


def test_golden():
    status, out, after = golden(GOOD)
    ok(status == 0 and out.count("\nok") + out.startswith("ok") == 4 and "1..4" in out,
       "good cases pass", out)
    ok(golden(GOOD, "--update")[2] == GOOD, "update leaves good cases as they are", after)
    for title, old, new in [
        ("a wrong exit", "--- exit\n3\n", "--- exit\n4\n"),
        ("an exit that was not announced", "--- exit\n3\n", ""),
        ("a wrong line", "\nx\n--- stderr", "\ny\n--- stderr"),
        ("a missing line", "\n\nx\n--- stderr", "\n\n--- stderr"),
        ("a wrong stderr", "args show [...] 3 ", "args show [...] 4 "),
        ("a line that does not occur", "contains\nb\n", "contains\nc\n"),
        ("a wrong stderr line", "model.vv red", "model.vv blue"),
        ("a wrong file", "out.txt\ny\n", "out.txt\nz\n"),
        ("a file that was not written", "--- output out.txt", "--- output none.txt"),
        ("a file left behind", "other.txt", "out.txt"),
        ("a crash", "show model.vv 3", "crash"),
        ("a snippet that fails", "printf", "false"),
        ("an unknown section", "--- absent", "--- abscent"),
        ("a case without a command", "=== writes a file", "=== empty\n=== writes a file"),
        ("a title used twice", "=== writes a file", "=== made by Python"),
    ]:
        assert old in GOOD, title
        status, out, _ = golden(GOOD.replace(old, new, 1))
        ok(status != 0 and ("not ok" in out or "Bail out!" in out), f"golden catches {title}", out)
    status, out, _ = golden("=== h\n--- command\nhang\n--- timeout\n0.2\n")
    ok(status != 0 and "not finished" in out, "golden ends a command that hangs", out)

    _, _, after = golden(GOOD.replace("\nx\n--- stderr", "\nwrong\n--- stderr", 1)
                         .replace("--- exit\n3", "--- exit\n5", 1), "--update")
    ok(after == GOOD, "update mends a wrong expectation", after)
    _, _, after = golden("=== new\n--- model\nhello\n--- command\nshow model.vv 3\n", "--update")
    ok(after == "=== new\n--- model\nhello\n--- command\nshow model.vv 3\n--- exit\n3\n--- stdout\nhello\n"
       "--- stderr\nargs show model.vv 3 \n", "update fills a new case", after)


# ---- golden_words ----

OLD_CASES = """=== parts
--- model
x
--- command
derive model.vv
--- stdout
The rate of change is a number:
  z1 = a*b + c
  z2 = sin(z1) - lean'
(1) z1*x'' + z2 = 3.25 z1
off by at most 8e-16, of a motion
"""


def golden_words(old, new, name="tests/golden/room/new.txt"):
    """The comparison of two versions in a repository of its own, the file moved on the way."""
    folder = fresh()
    put(folder, "tests/golden/old.txt", old)
    shutil.copytree(TOOLS, os.path.join(folder, "tools"))
    git = ["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@x"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "old"]):
        subprocess.run(git + words, check=True)
    os.remove(os.path.join(folder, "tests/golden/old.txt"))
    put(folder, name, new)
    result = run(sys.executable, os.path.join(folder, "tools", "golden_words"), "HEAD")
    shutil.rmtree(folder)
    return result


def test_golden_words():
    for title, changes, verdict in [
        ("nothing", [], "1 same"),
        ("words", [("The rate of change is a number", "This is how fast it goes")], "1 words"),
        ("words around a number", [("off by at most 8e-16, of a motion", "the drift of the motion is below 8e-16")],
         "1 words"),
        ("numbers of parts", [("z1", "z3"), ("z2", "z1"), ("z3", "z2")], "1 renumbered"),
        ("numbers and order", [("z1", "z3"), ("z2", "z1"), ("z3", "z2"), ("a*b + c", "c + b*a")], "1 renumbered"),
        ("a further line", [("(1)", "  T = 2\n(1)")], "1 added"),
        ("a number", [("8e-16", "8e-15")], "1 CHANGED"),
        ("a sign", [("a*b + c", "a*b - c")], "1 CHANGED"),
        ("where a factor stands", [("z1", "z3"), ("z3 = a*b + c", "z3 = a + b*c")], "1 CHANGED"),
        ("a name in a formula", [("- lean'", "- steer'")], "1 CHANGED"),
        ("a lost line", [("  z2 = sin(z1) - lean'\n", "")], "1 CHANGED"),
        ("the model", [("x\n--- command", "y\n--- command")], "1 CHANGED"),
        ("the title", [("=== parts", "=== pieces")], "1 CHANGED"),
    ]:
        new = OLD_CASES
        for old, text in changes:
            assert old in new, title
            new = new.replace(old, text)
        status, out = golden_words(OLD_CASES, new)
        ok(verdict in out and (status != 0) == ("CHANGED" in verdict), f"golden_words: {title}: {verdict}", out)


# ---- examples ----

PAGE = """# Title
<!-- file: model.vv -->
```
one
two
```
<!-- output of: visviva show model.vv -->
```text
one
two
```
<!-- output of, exit 3: visviva show model.vv 3 -->
```
args show model.vv 3 
```
"""


def examples(text, *options):
    folder = fresh()
    program = put(folder, "command", COMMAND, executable=True)
    path = put(folder, "page.md", text)
    status, out = run(sys.executable, os.path.join(TOOLS, "examples"), *options, path, VISVIVA=program)
    with open(path, encoding="utf-8") as file:
        after = file.read()
    shutil.rmtree(folder)
    return status, out, after


def test_examples():
    status, out, _ = examples(PAGE)
    ok(status == 0 and "1..2" in out, "good examples of a page pass", out)
    for title, old, new in [
        ("a wrong output", "```text\none", "```text\nten"),
        ("a wrong file", "one\ntwo", "one\nthree"),
        ("a wrong exit", "exit 3", "exit 4"),
        ("an exit that was not announced", ", exit 3", ""),
    ]:
        bad = PAGE.replace(old, new, 1)
        status, out, _ = examples(bad)
        ok(bad != PAGE and status != 0 and "not ok" in out, f"examples catches {title}", out)
    ok(examples(PAGE.replace("```text\none", "```text\nten"), "--update")[2] == PAGE,
       "update writes the real output")


# ---- reference, notebooks ----

def test_reference():
    folder = fresh()
    for part in ("include/visviva", "python/visviva"):
        shutil.copytree(os.path.join(ROOT, part), os.path.join(folder, part))
    os.makedirs(os.path.join(folder, "doc"))
    tool = os.path.join(TOOLS, "reference")
    ok(run(tool, "--check", folder)[0] != 0, "a reference that is not there")
    ok(run(tool, folder)[0] == 0 and run(tool, "--check", folder)[0] == 0, "a reference that was written is current")
    with open(os.path.join(folder, "doc/reference-c.md"), encoding="utf-8") as file:
        page = file.read()
    ok("vv_status vv_eom_derive(" in page and "### Options" in page and "VV_API" not in page and page.count("```") % 2 == 0,
       "declarations and sections of headers", page[:2000])
    for title, name, old, new in [
        ("a comment of a header that changed", "include/visviva/equations.h", "The method's name.", "The name of the method."),
        ("a docstring that changed", "python/visviva/motion.py", "The present time.", "The time."),
        ("a method without a docstring", "python/visviva/builder.py", '        """A particle."""\n', ""),
    ]:
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        put(folder, name, text.replace(old, new, 1))
        status, out = run(tool, "--check", folder)
        ok(old in text and status != 0 and "not ok" in out, f"reference catches {title}", out)
        put(folder, name, text)
    shutil.rmtree(folder)


def test_notebooks():
    folder = fresh()
    cell = {"cell_type": "code", "execution_count": 3, "id": "ab12", "metadata": {"tags": []}, "source": "x = 1  \nx\n",
            "outputs": [{"output_type": "execute_result", "data": {}, "metadata": {}, "execution_count": 3}]}
    path = put(folder, "one.ipynb", json.dumps({"cells": [cell], "metadata": {"x": 1}, "nbformat": 4, "nbformat_minor": 4}))
    tool = os.path.join(TOOLS, "notebooks")
    ok(run(tool, "--check", path)[0] == 1, "a notebook with outputs is found")
    ok(run(tool, path)[0] == 0 and run(tool, "--check", path)[0] == 0, "and rewritten without")
    with open(path, encoding="utf-8") as file:
        kept = json.load(file)["cells"][0]
    ok(kept["outputs"] == [] and kept["execution_count"] is None and kept["source"] == ["x = 1\n", "x"] and kept["metadata"] == {},
       "outputs, counters and blanks are gone", kept)
    shutil.rmtree(folder)


test_layers()
test_rooms()
test_names()
test_words()
test_walk()
test_readmes()
test_examples()
test_reference()
test_notebooks()
test_plain_start()
test_taprun()
test_golden()
test_golden_words()
done()
