#!/usr/bin/python3
"""Files that a command must not destroy, and large tables that must not keep anybody waiting. Prints TAP."""
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
SLOW = 5 if os.environ.get("VV_SANITIZED") else 1
OSCILLATOR = "parameter k = 1\ncoordinate x\nmass 1 at x*world.x\nspring k on x\nstart x = 1\nrun 10\n"
MANY = ["--every", "1e-12", "--until", "1e-3"]


def command(folder, *arguments, stdin=b"", limit=120):
    result = subprocess.run([PROGRAM, *arguments], input=stdin, cwd=folder, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, timeout=limit, check=False)
    return result.returncode, result.stdout, result.stderr.decode(errors="replace")


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def write(text, *path):
    with open(os.path.join(*path), "wb") as file:
        file.write(text)


def in_folder(test):
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.vv", "b.vv"):
            write(OSCILLATOR.encode(), folder, name)
        test(folder)


def inputs(folder):
    os.symlink("b.vv", os.path.join(folder, "link.vv"))
    os.link(os.path.join(folder, "b.vv"), os.path.join(folder, "other_name.vv"))
    os.mkdir(os.path.join(folder, "sub"))
    for arguments in (["report", "a.vv", "--beside", "b.vv", "-o", "b.vv"],
                      ["report", "a.vv", "--beside", "b.vv", "--format", "html", "-o", "sub/../b.vv"],
                      ["report", "a.vv", "--beside", "link.vv", "--format", "html", "-o", "b.vv"],
                      ["report", "a.vv", "--beside", "b.vv", "--format", "html", "-o", "link.vv"],
                      ["report", "a.vv", "--beside", "b.vv", "--format", "html", "-o", "other_name.vv"],
                      ["report", "a.vv", "--beside", "b.vv", "--format", "html", "-o", "a.vv"],
                      ["run", "a.vv", "-o", "./a.vv"], ["run", "a.vv", "--account", "a.vv"],
                      ["sweep", "a.vv", "--vary", "k=1:2:3", "-o", "a.vv"], ["derive", "a.vv", "-o", "a.vv"],
                      ["check", "a.vv", "-o", "a.vv"], ["prove", "a.vv", "-o", "a.vv"], ["study", "a.vv", "-o", "a.vv"],
                      ["export", "a.vv", "-o", "a.vv"]):
        code, _, err = command(folder, *arguments)
        ok(code == 2 and "would be overwritten" in err and read(folder, "a.vv") == read(folder, "b.vv") == OSCILLATOR.encode(),
           " ".join(arguments) + ": refused", code, err)
    with open(os.path.join(folder, "a.vv"), "rb") as file:
        result = subprocess.run([PROGRAM, "run", "-", "-o", "a.vv"], stdin=file, cwd=folder, stderr=subprocess.PIPE, check=False)
    ok(result.returncode == 2 and read(folder, "a.vv") == OSCILLATOR.encode(), "nor the file behind standard input", result)
    for ending in (".part", ".checkpoint", ".visviva.tmp"):
        write(OSCILLATOR.encode(), folder, "t" + ending)
        code, _, err = command(folder, "run", "t" + ending, "-o", "t")
        ok(code == 2 and read(folder, "t" + ending) == OSCILLATOR.encode(), f"nor a model called t{ending}", code, err)
        os.remove(os.path.join(folder, "t" + ending))
    command(folder, "run", "a.vv", "-o", "t.csv")
    code, _, err = command(folder, "plot", "t.csv", "-o", "t.csv")
    ok(code == 2 and read(folder, "t.csv").startswith(b"time,"), "nor a table that is plotted", code, err)
    code, _, err = command(folder, "report", "a.vv", "--beside", "b.vv", "-o", "c.html")
    ok(code == 0 and os.path.exists(os.path.join(folder, "c.html")), "another file is written", code, err)


def foreign_files(folder):
    rows = ["--every", "1e-4"]  # more than are held in memory
    for ending in (".part", ".checkpoint"):
        for make in (lambda path: write(b"mine\n", path), lambda path: os.symlink("target", path),
                     lambda path: os.symlink("nowhere", path), os.mkdir):
            write(b"precious\n", folder, "target")
            path = os.path.join(folder, "d" + ending)
            make(path)
            before = os.lstat(path)
            code, _, err = command(folder, "run", "a.vv", *rows, "-o", "d")
            after = os.lstat(path)
            ok(code == 0 and read(folder, "d").startswith(b"time,") and before.st_ino == after.st_ino
               and before.st_mtime == after.st_mtime and read(folder, "target") == b"precious\n"
               and not os.path.exists(os.path.join(folder, "nowhere")) and "left alone" in err,
               f"a run leaves d{ending} alone ({stat.filemode(before.st_mode)})", code, err)
            code, _, err = command(folder, "run", "a.vv", *rows, "-o", "d", "--resume")
            ok(code in (3, 6) and os.lstat(path).st_mtime == before.st_mtime, "and --resume is refused", code, err)
            code, _, err = command(folder, "sweep", "a.vv", "--vary", "k=1:2:3", "-o", "d")
            ok(code == 6 and os.lstat(path).st_mtime == before.st_mtime and read(folder, "target") == b"precious\n",
               "a sweep refuses to write there", code, err)
            (os.rmdir if stat.S_ISDIR(before.st_mode) else os.remove)(path)
            os.remove(os.path.join(folder, "d"))
    for name in ("t.visviva.tmp", f"t.{os.getpid()}.tmp"):
        os.symlink("target", os.path.join(folder, name))
    for arguments in (["run", "a.vv", "-o", "t"], ["derive", "a.vv", "-o", "t"]):
        code, _, err = command(folder, *arguments)
        ok(code == 0 and read(folder, "target") == b"precious\n" and len(read(folder, "t")) > 20,
           f"{arguments[0]}: a link in the place of a temporary file is not followed", code, err)


def at_once(folder):
    """Many runs to one file: each writes a whole table, the last one stays."""
    code, _, err = command(folder, "run", "a.vv", "--every", "1e-4", "-o", "whole")
    for name, arguments in (("runs", ["run", "a.vv", "--every", "1e-4", "-o", "d"]), ("short runs", ["run", "a.vv", "-o", "e"]),
                            ("derivations", ["derive", "a.vv", "-o", "f"])):
        children = [subprocess.Popen([PROGRAM, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    for _ in range(32)]
        errors = [child.communicate()[1].decode() for child in children]
        codes = [child.returncode for child in children]
        ok(codes == [0] * 32, f"32 {name} to one file", codes, "\n".join(errors))
    ok(read(folder, "d") == read(folder, "whole"), "the table is whole")
    ok(sorted(os.listdir(folder)) == ["a.vv", "b.vv", "d", "e", "f", "whole"], "and nothing is left beside", os.listdir(folder))


def devices(folder):
    fifo = os.path.join(folder, "pipe")
    os.mkfifo(fifo)
    for arguments in (["run", "a.vv"], ["derive", "a.vv"], ["sweep", "a.vv", "--vary", "k=1:2:3"]):
        expected = command(folder, *arguments)[1]
        with subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE) as reader:
            code, _, err = command(folder, *arguments, "-o", fifo)
            ok(code == 0 and reader.stdout.read() == expected and stat.S_ISFIFO(os.stat(fifo).st_mode),
               f"{arguments[0]} to a pipe", code, err)
        code, out, err = command(folder, *arguments, "-o", "/dev/stdout")
        ok(code == 0 and out == expected, f"{arguments[0]} to /dev/stdout", code, err)
        code, _, err = command(folder, *arguments, "-o", "/dev/null")
        ok(code == 0 and stat.S_ISCHR(os.stat("/dev/null").st_mode), f"{arguments[0]} to /dev/null", code, err)


def large_tables(folder):
    for target in (["-o", "t.csv"], ["-o", "t.json"], []):
        began = time.monotonic()
        code, out, err = command(folder, "run", "a.vv", *MANY, "--time", "4", *target, limit=300)
        took = time.monotonic() - began
        ok(code == 5 and took < 20, f"--time 4 takes {took:.1f} s {' '.join(target)}", code, err)
        rows = read(folder, target[1]) if target else out
        ok(rows.count(b"\n") > 1000 and rows.endswith(b"\n") and "out of time" in err, "with the rows so far", err)
        for wait in (0.5, 3):
            child = subprocess.Popen([PROGRAM, "run", "a.vv", *MANY, *target], cwd=folder, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.PIPE)
            time.sleep(wait * SLOW)
            began = time.monotonic()
            child.send_signal(signal.SIGINT)
            err = child.communicate(timeout=300)[1].decode()
            took = time.monotonic() - began
            ok(child.returncode == 130 and took < 15, f"Ctrl-C after {wait} s: ends {took:.1f} s later", child.returncode, err)
    # a whole motion whose table is not written in time: nothing is lost
    rows = ["--every", "5e-7", "--until", "1"]
    code, _, err = command(folder, "run", "a.vv", *rows, "-o", "whole.csv", limit=300)
    for signals in (1, 2):
        child = subprocess.Popen([PROGRAM, "run", "a.vv", *rows, "-o", "cut.csv"], cwd=folder, stderr=subprocess.PIPE)
        for _ in range(signals):
            time.sleep(0.7 * SLOW)
            child.send_signal(signal.SIGTERM)
        err = child.communicate(timeout=300)[1].decode()
        code, _, again = command(folder, "run", "a.vv", *rows, "-o", "cut.csv", "--resume", limit=300)
        ok(child.returncode in (0, 130) and code == 0 and read(folder, "cut.csv") == read(folder, "whole.csv"),
           f"{signals} signals, then --resume: the same table", child.returncode, err, again)


for test in (inputs, foreign_files, at_once, devices, large_tables):
    in_folder(test)
done()
