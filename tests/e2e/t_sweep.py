#!/usr/bin/python3
"""visviva sweep from outside: members against runs by themselves, files, kill and resume. Prints TAP."""
import csv
import io
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
SLOW = 5 if os.environ.get("VV_SANITIZED") else 1
SPRING = ("parameter m = 1, k = 4\ncoordinate x, y\nkinetic energy m/2*(x'^2 + y'^2)\n"
          "potential k/2*x^2 + y^4/4\nstart x = 1, y = 1\nrun 3\n")


def command(name, model, *options, limit=120):
    done = subprocess.run([PROGRAM, name, "-", *options], input=model.encode(), cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def members():
    code, out, err = command("sweep", SPRING, "--vary", "k=1,4", "--vary", "x=0.5:1.5:3", "--column", "energy")
    rows = rows_of(out)
    ok(code == 0 and rows[0] == ["member", "k", "start x", "time", "x", "y", "x'", "y'", "energy", "audit", "status", "reason"]
       and [r[:3] for r in rows[1:]] == [[str(i), k, x] for i, (k, x) in enumerate((k, x) for k in "14" for x in ("0.5", "1", "1.5"))],
       "grids are multiplied, the first is the slowest", out)
    ok("6 of 6, 0 failed" in err, "the count is told", err)
    for row in rows[1:]:
        alone = rows_of(command("run", SPRING.replace("x = 1,", f"x = {row[2]},"), "--set", f"k={row[1]}",
                                "--every", "3", "--column", "energy")[1])[-1]
        if row[3:9] != alone:
            ok(False, "a member is the run by itself, to the bit", f"{row}\n{alone}")
            return
    ok(True, "each member is the run by itself, to the bit")
    code, out, _ = command("sweep", SPRING, "--vary", "x=normal(1,0.1)", "--members", "5", "--every", "1")
    rows = rows_of(out)
    ok(code == 0 and [r[0] for r in rows[1:]] == [str(i) for i in range(5) for _ in range(4)]
       and [r[2] for r in rows[1:5]] == ["0", "1", "2", "3"], "--every: rows on the way", out)
    again = command("sweep", SPRING, "--vary", "x=normal(1,0.1)", "--members", "5", "--every", "1", "-j", "1")[1]
    other = command("sweep", SPRING, "--vary", "x=normal(1,0.1)", "--members", "5", "--every", "1", "--seed", "2")[1]
    ok(out == again and out != other, "the same by another number of threads, another by another seed")


def faults(folder):
    for title, options, want, said in (
            ("nothing to vary", [], 2, "--vary"), ("an unknown name", ["--vary", "zz=1:2:3"], 2, "VV0701"),
            ("draws without their number", ["--vary", "x=normal(0,1)"], 2, "--members 1000"),
            ("members without draws", ["--vary", "x=1:2:3", "--members", "5"], 2, "nothing is random"),
            ("10^9 members without an output", ["--vary", "x=0:1:1000000000"], 2, "needs a file"),
            ("a form other than CSV", ["--vary", "x=1:2:3", "--output-format", "json"], 2, "CSV"),
            ("no threads", ["--vary", "x=1:2:3", "-j", "0"], 2, "whole number"),
            ("a negative duration", ["--vary", "x=1:2:3", "--until", "-1"], 3, "neither negative"),
            ("no such folder", ["--vary", "x=1:2:3", "-o", os.path.join(folder, "no", "s.csv")], 6, "No such file"),
            ("a full disk", ["--vary", "x=1:2:3", "-o", "/dev/full"], 6, "No space left")):
        code, _, err = command("sweep", SPRING, *options)
        ok(code == want and said in err, f"{title}: exit code {want}", f"{code}\n{err}")
    code, _, err = command("sweep", SPRING.replace("k = 4", "k"), "--vary", "x=1:2:3")
    ok(code == 3 and "'k'" in err, "a parameter without a value", f"{code}\n{err}")
    code, out, err = command("sweep", SPRING.replace("k = 4", "k"), "--vary", "k=1:2:3")
    ok(code == 0 and len(out.splitlines()) == 4, "unless it is varied", f"{code}\n{err}")
    code, out, err = command("sweep", "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 9\n",
                             "--vary", "x=1,2")
    rows = rows_of(out)
    ok(code == 4 and [r[-2] for r in rows[1:]] == ["stopped"] * 2 and abs(float(rows[1][2]) - 1) < 1e-6
       and "2 failed" in err, "all fail: rows with time and reason, exit code 4", f"{code}\n{out}{err}")
    ok(os.listdir(folder) == [], "nothing is left", os.listdir(folder))


def stop_and_go(folder, kills):
    path = os.path.join(folder, "s.csv")
    options = ["--vary", "x=normal(1,0.1)", "--vary", "k=1:2:4", "--members", str(200 // SLOW), "--until", "60", "-j2"]
    began = time.monotonic()
    ok(command("sweep", SPRING, *options, "-o", path)[0] == 0 and os.listdir(folder) == ["s.csv"], "a file and nothing beside")
    took, whole = time.monotonic() - began, read(path)
    os.remove(path)
    options += ["--checkpoint", str(took / 30), "-o", path, "--resume"]
    done = ended = 0
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    while done < kills or not ended:
        child = subprocess.Popen([PROGRAM, "sweep", "-", *options], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        child.stdin.write(SPRING.encode())
        child.stdin.close()
        if done < kills:
            time.sleep(chance.uniform(0, took))
            if child.poll() is None:
                child.send_signal(signal.SIGKILL if done % 3 else signal.SIGINT)
                done += 1
        code = child.wait()
        if code == 0:
            ended += 1
            if read(path) != whole:
                ok(False, f"another file after {done} kills, seed {seed}")
                return
            os.remove(path)
        elif code not in (-signal.SIGKILL, -signal.SIGINT, 130):
            ok(False, f"exit {code}, seed {seed}")
            return
    ok(True, f"killed or interrupted {done} times and resumed: the same bytes")
    child = subprocess.Popen([PROGRAM, "sweep", "-", "--vary", "x=0:1:1000000", "-o", path], stdin=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    child.stdin.write(SPRING.encode())
    child.stdin.close()
    time.sleep(0.7 * SLOW)
    child.send_signal(signal.SIGINT)
    err = child.stderr.read().decode()
    code = child.wait(60)
    ok(code == 130 and "partial" in err and os.path.exists(path + ".part"), "Ctrl-C: what is there, labelled", f"{code}\n{err}")
    code, _, err = command("sweep", SPRING, "--vary", "x=0:1:1000001", "-o", path, "--resume")
    ok(code == 3 and "not the same" in err, "another sweep is refused", f"{code}\n{err}")


def main():
    effort = float(os.environ.get("VV_TEST_EFFORT") or 1)
    members()
    with tempfile.TemporaryDirectory() as folder:
        faults(folder)
    with tempfile.TemporaryDirectory() as folder:
        stop_and_go(folder, max(3, round(9 * effort)))
    done()


if __name__ == "__main__":
    main()
