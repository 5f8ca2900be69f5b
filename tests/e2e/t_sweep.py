#!/usr/bin/python3
"""visviva sweep from outside: members against runs by themselves, files, kill and resume. Prints TAP."""
import csv
import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

import h5py
import numpy

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
    ok("6 of 6, 0 failed" in err, "the count is reported", err)
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


def models():
    """Models of all kinds with a parameter varied in lanes: each member is the run with that number, to rounding."""
    count, worst, audit = 0, 0.0, 0.0
    for name, parameter, values in (("double_pendulum", "l2", "0.7,0.71"), ("chain", "m", "1.1,0.9"), ("top", "g", "9.8,9.7"),
                                    ("rolling_disc", "g", "9.8,9.7"), ("rolling_hoop", "a", "0.5,0.51"),
                                    ("chaplygin_sleigh", "m", "1.1,1.2"), ("bead_on_hoop", "R", "0.3,0.31"),
                                    ("rolling/rattleback", "g", "9.8,9.7"), ("reference/gyrocompass", "A", "1,1.1"),
                                    ("reference/ball_on_turntable", "Ω", "3,3.1"), ("reference/heavy_symmetric_top", "g", "9.8,9.7")):
        common = [os.path.join(ROOT, "models", name + ".vv"), "--until", "0.3", "--form", "minimal"]
        done = subprocess.run([PROGRAM, "sweep", *common, "--vary", f"{parameter}={values}"], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False, timeout=120)
        for row in rows_of(done.stdout.decode())[1:]:
            alone = subprocess.run([PROGRAM, "run", *common, "--set", f"{parameter}={row[1]}", "--every", "0.3"],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, timeout=120).stdout.decode()
            want = [float(x) for x in rows_of(alone)[-1]]
            size = max(map(abs, want))
            worst = max(worst, max(abs(float(a) - b) for a, b in zip(row[2:], want)) / size)
            audit = max(audit, float(row[-3]))
            count += row[-2] == "ok"
    ok(count == 22 and worst < 1e-13 and audit < 1e-11, f"{count} members of eleven models: {worst:.1e} from their runs, audited to {audit:.1e}")


def several_parameters():
    """Three of them in lanes, and the time in a force: state and audit are those of the runs."""
    driven = """parameter m = 1, k = 4, c = 0.2
coordinate x
kinetic energy m/2*x'^2
potential k/2*x^2
work (sin(2*t) - c*x')*δ(x)
start x = 1
run 3
"""
    _, out, err = command("sweep", driven, "--vary", "m=1,2", "--vary", "k=3,5", "--vary", "c=0.1,0.4")
    worst = audit = 0.0
    for row in rows_of(out)[1:]:
        values = [x for name, value in zip("mkc", row[1:4]) for x in ("--set", f"{name}={value}")]
        want = rows_of(command("run", driven, *values, "--every", "3")[1])[-1]
        worst = max(worst, max(abs(float(a) - float(b)) for a, b in zip(row[4:7], want)))
        audit = max(audit, float(row[-3]))
    ok(len(rows_of(out)) == 9 and worst < 1e-14 and audit < 1e-13,
       f"three parameters: {worst:.1e} from the runs, audited to {audit:.1e}", out + err)


def other_forms():
    """Members whose values or starts minimal speeds do not suit are followed apart, as their runs are."""
    pair = ("parameter k = 1\ncoordinate x, y\nmass 1 at x*world.x\nmass 2 at y*world.x\nconstraint k*(x' - y') = 0\n"
            "force t*world.x at x*world.x\nstart x' = 3{}\nrun 1\n")
    code, out, err = command("sweep", pair.format(""), "--vary", "k=0,1,2")
    ends = [[float(v) for v in r[3:5]] for r in rows_of(out)[1:]]
    ok(code == 0 and ends[0] == [3 + 1 / 6, 0] and max(abs(v - 3 - 1 / 18) for r in ends[1:] for v in r) < 1e-15,
       "a constraint times 0 binds no member of a sweep", f"{out}\n{err}")
    code, out, err = command("sweep", pair.format(", y' = 0"), "--vary", "k=0,1")
    ok([r[-2] for r in rows_of(out)[1:]] == ["ok", "refused"], "and allows what it forbids others", f"{out}\n{err}")
    code, out, err = command("sweep", pair.format(""), "--set", "k=0", "--vary", "x'=1:20:20")
    ok(code == 0 and all(float(r[4]) == 0 and abs(float(r[3]) - float(r[1]) - 1 / 6) < 1e-14 for r in rows_of(out)[1:]), "nor where starts are varied", f"{out}\n{err}")


def singular_start():
    """One among members in lanes begins where minimal speeds fail: each is the run by itself, to the bit."""
    with open(os.path.join(ROOT, "models/reference/ball_on_free_turntable.vv"), encoding="utf-8") as file:
        model = file.read()
    code, out, err = command("sweep", model, "--vary", "y=0.1,0,0.2,0.05,0.3,0.15", "--until", "2")
    rows = rows_of(out)[1:]
    alone = [rows_of(command("run", model.replace("y = 0,", f"y = {row[1]},"), "--until", "2", "--at", "2")[1])[-1] for row in rows]
    ok(code == 0 and len(rows) == 6 and all(row[2:-3] == run for row, run in zip(rows, alone)),
       "a member that begins with multipliers among others in lanes", f"{err}\n{rows}\n{alone}")


def faults(folder):
    for title, options, want, said in (
            ("nothing to vary", [], 2, "--vary"), ("an unknown name", ["--vary", "zz=1:2:3"], 2, "VV0701"),
            ("draws without their number", ["--vary", "x=normal(0,1)"], 2, "--members 1000"),
            ("members without draws", ["--vary", "x=1:2:3", "--members", "5"], 2, "nothing is random"),
            ("10^9 members without an output", ["--vary", "x=0:1:1000000000"], 2, "needs a file"),
            ("HDF5 without a file", ["--vary", "x=1:2:3", "--output-format", "hdf5"], 2, "-o FILE"),
            ("series of steps", ["--vary", "x=1:2:3", "--dense"], 2, "--dense"),
            ("no threads", ["--vary", "x=1:2:3", "-j", "0"], 2, "whole number"),
            ("a negative duration", ["--vary", "x=1:2:3", "--until", "-1"], 2, "a finite number and not negative"),
            ("no such folder", ["--vary", "x=1:2:3", "-o", os.path.join(folder, "no", "s.csv")], 6, "No such file"),
            ("a full disk", ["--vary", "x=1:2:3", "-o", "/dev/full"], 6, "No space left")):
        code, _, err = command("sweep", SPRING, *options)
        ok(code == want and said in err, f"{title}: exit code {want}", f"{code}\n{err}")
    code, _, err = command("sweep", SPRING.replace("k = 4", "k"), "--vary", "x=1:2:3")
    ok(code == 3 and "'k'" in err, "a parameter without a value", f"{code}\n{err}")
    code, out, err = command("sweep", SPRING.replace("k = 4", "k"), "--vary", "k=1:2:3")
    ok(code == 0 and len(out.splitlines()) == 4, "unless it is varied", f"{code}\n{err}")
    held = SPRING + "assume k > 0\n"
    code, out, err = command("sweep", held, "--vary", "k=-2,-1,1,2")
    ok(code == 0 and [r[-2] for r in rows_of(out)[1:]] == ["refused", "refused", "ok", "ok"],
       "first members that the model refuses are rows like others", f"{code}\n{out}\n{err}")
    code, out, err = command("sweep", held, "--vary", "k=-2,-1")
    ok(code == 3 and not out and "assumption" in err, "what it refuses of all is reported once", f"{code}\n{out}\n{err}")
    code, out, err = command("sweep", "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 9\n",
                             "--vary", "x=1,2")
    rows = rows_of(out)
    ok(code == 4 and [r[-2] for r in rows[1:]] == ["stopped"] * 2 and abs(float(rows[1][2]) - 1) < 1e-6
       and "2 failed" in err, "all fail: rows with time and reason, exit code 4", f"{code}\n{out}{err}")
    ok(os.listdir(folder) == [], "nothing is left", os.listdir(folder))


BLOWS = ("parameter m = 1 [kg], a = 6 [kg/m/s^2]\ncoordinate x [m]\nkinetic energy m/2*x'^2\nwork a*x^2*δ(x)\n"
         "start x = 1 [m], x' = 2 [m/s]\nrun 0.9 [s]\n")


def number(text):
    return float(text) if text else float("nan")


def forms(folder):
    """Every form has the rows of the CSV, failures with their reason among them, each once."""
    options = ["--vary", "x=0.5,1.5", "--vary", "a=5:6:3", "--every", "0.3"]
    names, *lines = rows_of(command("sweep", BLOWS, *options)[1])
    numbers = numpy.array([[number(x) for x in line[:-2]] for line in lines])
    texts = [tuple(line[-2:]) for line in lines]
    ok({"ok", "stopped"} == {t[0] for t in texts} and any("is singular there" in t[1] for t in texts), "some members fail", texts)
    for ending in ("csv", "json", "npy", "npz", "h5"):
        code, out, err = command("sweep", BLOWS, *options, "-o", os.path.join(folder, "s." + ending))
        ok(code == 0 and not out and "6 of 6" in err, f".{ending} is written", f"{code}\n{err}")
    ok(sorted(os.listdir(folder)) == ["s.csv", "s.h5", "s.json", "s.npy", "s.npz"], "and nothing beside", os.listdir(folder))
    text = json.loads(read(os.path.join(folder, "s.json")))
    ok(text["columns"] == names and [tuple(r[-2:]) for r in text["rows"]] == texts
       and numpy.array_equal(numpy.array([r[:-2] for r in text["rows"]], float), numbers, equal_nan=True), "JSON has the same rows")
    ok(text["command"] == "sweep" and text["units"][:5] == ["", "m", "kg*m^-1*s^-2", "s", "m"]
       and text["account"] == {"partial": None, "members": 6, "written": 6, "failed": 1}
       and text["settings"]["until"] == 0.9 and text["settings"]["vary"] == ["x=0.5,1.5", "a=5:6:3"],
       "units, settings and the count of failures", f"{text['units']} {text['account']} {text['settings']}")
    array = numpy.load(os.path.join(folder, "s.npy"))
    ok(list(array.dtype.names) == names and [tuple(map(str, t)) for t in zip(array["status"], array["reason"])] == texts
       and all(numpy.array_equal(array[n], numbers[:, i], equal_nan=True) for i, n in enumerate(names[:-2])),
       "NumPy: numbers and texts as fields", array.dtype)
    archive = numpy.load(os.path.join(folder, "s.npz"))
    ok(archive["table"].dtype == array.dtype and archive["table"].tobytes() == array.tobytes()
       and list(archive["columns"]) == names and json.loads(str(archive["account"]))["failed"] == 1, "NumPy's archive")
    with h5py.File(os.path.join(folder, "s.h5")) as file:
        ok(numpy.array_equal(file["table"][:], numbers, equal_nan=True) and [n.decode() for n in file["columns"]] == names[:-2]
           and [(a.decode(), b.decode()) for a, b in zip(file["status"], file["reason"])] == texts,
           "HDF5: numbers in one, texts in datasets of their own")
    piped = subprocess.run([PROGRAM, "sweep", "-", *options, "--output-format", "npz"], input=BLOWS.encode(),
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    ok(piped == read(os.path.join(folder, "s.npz")), "the same on standard output")
    path = os.path.join(folder, "w.npz")
    command("sweep", SPRING, "--vary", "x=0:1:5000", "--until", "0.1", "-o", path)
    table = numpy.load(path)["table"]
    ok(numpy.array_equal(table["member"], numpy.arange(5000)) and set(table["status"]) == {"ok"},
       "more rows than memory is taken for, each once")


def stopped_form(folder):
    """A form that is made at the end: what a stopped sweep has is there, labelled, and it goes on."""
    path = os.path.join(folder, "s.json")
    options = ["--vary", "x=0:1:1000", "--until", "400", "-o", path, "--resume"]
    began = time.monotonic()
    command("sweep", SPRING, *options)
    took, whole, stops = time.monotonic() - began, read(path), 0
    os.remove(path)
    code, _, err = command("sweep", SPRING, *options, "--time", str(took / 4))
    while code == 5 and stops < 100:
        stops += 1
        text = json.loads(read(path)) if os.path.exists(path) else {"partial": False}
        if not (text["partial"] and "out of time after" in text["reason"] and text["account"]["written"] == len(text["rows"])):
            break
        code, _, err = command("sweep", SPRING, *options, "--time", str(took * (0.25 + 0.1 * stops)))
    ok(code == 0 and stops and read(path) == whole and os.listdir(folder) == ["s.json"],
       f"stopped {stops} times: labelled, then the same bytes", f"{code} {os.listdir(folder)}\n{err}")


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
    ok(code == 3 and "an option has changed" in err, "another sweep is refused", f"{code}\n{err}")
    for other in (["--method", "rk8"], ["--form", "minimal"], ["--sensitivity", "k"], ["--seed", "2"], ["--every", "1"]):
        code, _, err = command("sweep", SPRING, "--vary", "x=0:1:1000000", "-o", path, "--resume", *other)
        ok(code == 3 and "an option has changed" in err, f"a sweep with {' '.join(other)} is another one", f"{code}\n{err}")
    with open(path + ".part", "rb") as file:
        rows = file.read()
    for title, bytes_ in (("cut off", rows[:99]), ("with a changed byte", rows[:99] + b"#" + rows[100:])):
        with open(path + ".part", "wb") as file:
            file.write(bytes_)
        code, _, err = command("sweep", SPRING, "--vary", "x=0:1:1000000", "-o", path, "--resume")
        ok(code == 6 and ".part" in err, f"lines {title} are refused", f"{code}\n{err}")


def main():
    effort = float(os.environ.get("VV_TEST_EFFORT") or 1)
    members()
    models()
    several_parameters()
    other_forms()
    singular_start()
    with tempfile.TemporaryDirectory() as folder:
        faults(folder)
    for part in (forms, stopped_form):
        with tempfile.TemporaryDirectory() as folder:
            part(folder)
    with tempfile.TemporaryDirectory() as folder:
        stop_and_go(folder, max(3, round(9 * effort)))
    done()


if __name__ == "__main__":
    main()
