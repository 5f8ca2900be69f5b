#!/usr/bin/python3
"""What visviva run leaves: forms of a table, partial results, files that fail, kill and resume. Prints TAP.

    t_outputs.py [--kills N]    N runs killed instead of a few (VV_TEST_EFFORT scales these)
"""
import csv
import fcntl
import io
import json
import os
import pty
import random
import resource
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
SPRING = ("parameter m = 1 [kg], k = 4 [N/m]\ncoordinate x [m]\nkinetic energy m/2*x'^2\n"
          "potential energy k/2*x^2\nstart x = 1\n")
# shocks, a damper, an integral that is none: every part of the state matters
BALL = ("parameter e = 0.9999999, c = 1e-6\ncoordinate y, x\nkinetic energy y'^2/2 + x'^2/2\n"
        "potential 10*y + 2*x^2\nwork -c*x'*δ(x)\nstart y = 1, x = 1\nshow energy\n"
        "when y = 0 then y' = -e*y', record\n")
# constraints, their scales, a rank that changes on the way
CIRCLE = ("coordinate x, y\nmass 1 at x*world.x + y*world.z\ngravity -9.81*world.z\n"
          "constraint x^2 + y^2 = 1, x*x' + y*y' = 0\nstart x = 1, y = 0, y' = 5\n")
# nothing but series, so that derivatives are known
SWING = ("parameter m = 1, l = 1, g = 9.81\ncoordinate θ\nmass m at l*sin(θ)*world.x - l*cos(θ)*world.z\n"
         "gravity -g*world.z\nstart θ = 2\n")
# something is damped much faster than the motion lasts: left to another method after a while
STIFF = ("parameter c = 2e5\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\npotential 50*y^2 + 2*(x - y)^4\n"
         "work -c*x'*δ(x)\nstart x = 1, y = 1\n")
# sticks and slips
BELT = ("parameter m = 1, k = 100, g = 9.81, f = 0.25, s = 0.4, v = 0.1\ncoordinate x, z\n"
        "frame belt = world at v*t*world.x\npoint C = x*world.x + z*world.z\n"
        "body block: mass m, centre C, frame world, inertia (1, 1, 1)\nspring k on x\n"
        "gravity -g*world.z\nrolling block on belt at C, normal world.z, friction f static s\nstart x' = v\n")


def run(model, *options, limit=120, before=None):
    done = subprocess.run([PROGRAM, "run", "-", *options], input=model.encode(), cwd=ROOT, preexec_fn=before,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit, check=False)
    return done.returncode, done.stdout, done.stderr.decode()


def read(path):
    with open(path, "rb") as file:
        return file.read()


def rows_of(text):
    lines = list(csv.reader(io.StringIO(text.decode())))
    return lines[0], numpy.array([[float(x) for x in line] for line in lines[1:]])


# ---- forms ----

def forms(folder):
    options = ["--until", "2", "--column", "energy", "--column", "x/2"]
    names, table = rows_of(run(SPRING, *options)[1])
    for ending in ("csv", "json", "npy", "npz", "h5"):
        path = os.path.join(folder, "t." + ending)
        code, out, err = run(SPRING, *options, "-o", path)
        ok(code == 0 and not out and os.path.exists(path), f".{ending} is written", err)
    ok(sorted(os.listdir(folder)) == ["t.csv", "t.h5", "t.json", "t.npy", "t.npz"], "and nothing beside", os.listdir(folder))
    text = json.loads(read(os.path.join(folder, "t.json")))
    ok(text["columns"] == names and numpy.array_equal(numpy.array(text["rows"]), table), "JSON has the same numbers")
    ok(text["units"] == ["s", "m", "m*s^-1", "kg*m^2*s^-2", "m"] and not text["partial"], "and units", text["units"])
    ok(text["settings"]["parameters"] == {"m": 1, "k": 4} and text["account"]["energy_relative"] < 1e-13,
       "settings and the audit by name", text["account"])
    code, out, _ = run(SPRING, "--until", "1", "--set", "m=2", "--column", "energy", "--output-format", "json")
    ok(code == 0 and json.loads(out)["units"][-1] == "kg*m^2*s^-2", "units stay with --set m=2", code)
    code, out, err = run(SPRING, "--until", "1", "--set", "m=2 [s]")
    ok(code == 3 and "the value of 'm' is in s, but its unit is kg" in err, "--set in another unit is an error", code, err)
    code, out, _ = run(read(os.path.join(ROOT, "models/friction/belt.vv")).decode(), "--until", "0.1", "--output-format", "json")
    units = dict(zip(json.loads(out)["columns"], json.loads(out)["units"]))
    ok(units["N(G)"] == units["F(G)"] == "kg*m*s^-2" and units["slip(G)"] == "m*s^-1", "reactions of contacts are forces", units)
    array = numpy.load(os.path.join(folder, "t.npy"))
    ok(list(array.dtype.names) == names and numpy.array_equal(array["x"], table[:, 1]), "NumPy: fields by name")
    archive = numpy.load(os.path.join(folder, "t.npz"))
    ok(numpy.array_equal(archive["table"], array) and list(archive["columns"]) == names
       and str(archive["model"]).startswith("parameter m") and json.loads(str(archive["account"]))["steps"] > 1,
       "NumPy's archive: all members are read, their checksums hold")
    with h5py.File(os.path.join(folder, "t.h5")) as file:
        ok(numpy.array_equal(file["table"][:], table) and [n.decode() for n in file["columns"]] == names
           and [n.decode() for n in file["units"]] == text["units"], "HDF5: numbers, names, units")
        ok(json.loads(file.attrs["settings"]) == text["settings"] and "coordinate x" in file.attrs["model"]
           and json.loads(file.attrs["account"])["lines"] and file.attrs["partial"] == "", "HDF5: attributes")
    out = run(SPRING, *options, "--output-format", "npz")[1]
    ok(out == read(os.path.join(folder, "t.npz")), "a form of NumPy on standard output is the same")
    ok(run(SPRING, *options, "-o", os.path.join(folder, "u.h5"))[0] == 0
       and read(os.path.join(folder, "u.h5")) == read(os.path.join(folder, "t.h5")), "the same bytes each time")
    ok(run(SPRING, *options, "-o", os.path.join(folder, "u.hdf5"))[0] == 0
       and read(os.path.join(folder, "u.hdf5")) == read(os.path.join(folder, "t.h5")), "the ending .hdf5 is HDF5 too")
    shown = rows_of(run(SPRING + "show x, x', x/2\n", "--until", "1", "--column", "x")[1])[0]
    ok(shown == ["time", "x", "x'", "x/2"], "what has a column gets no second one of that name", shown)
    for title, more, want, said in (("HDF5 without a file", ["--output-format", "hdf5"], 2, "-o FILE"),
                                    ("a form that is none", ["--output-format", "xls"], 2, "npz"),
                                    ("--resume without a file", ["--resume"], 2, "-o FILE")):
        code, _, err = run(SPRING, *options, *more)
        ok(code == want and said in err, f"{title}: exit code {want}", f"{code}\n{err}")
    many = [x for i in range(200) for x in ("--column", f"x + {i}")]
    path = os.path.join(folder, "w.npz")
    run(SPRING, "--until", "40", "--every", "0.01", *many, "-o", path)
    wide = numpy.load(path)["table"]
    ok(len(wide) == 4001 and wide["x + 199"][-1] == wide["x"][-1] + 199, "more rows than memory is taken for")
    ok(numpy.load(os.path.join(folder, "w.npz"))["table"]["time"][4000] == 40, "to the last of them")


def dense(folder):
    path = os.path.join(folder, "d.npz")
    code, _, err = run(SPRING, "--until", "7", "--dense", "-o", path)
    table = numpy.load(path)["table"]
    order = sum(name.startswith("x[") for name in table.dtype.names) - 1
    worst = 0
    for t in numpy.linspace(0, 7, 333):
        row = table[numpy.searchsorted(table["time"], t, "right") - 1]
        u = t - row["time"]
        series = [row[f"x[{k}]"] for k in range(order + 1)]
        worst = max(worst, abs(numpy.polynomial.polynomial.polyval(u, series) - numpy.cos(2 * t)))
        worst = max(worst, 0 if u <= row["step"] * (1 + 1e-15) else 1)
    ok(code == 0 and worst < 4e-15, "--dense: the motion anywhere, from the series of its step", f"{worst}\n{err}")
    path = os.path.join(folder, "a.json")
    code, _, err = run(SPRING, "--until", "1", "--account", path)
    ok(code == 0 and json.loads(read(path))["steps"] > 0, "--account writes the summary as JSON", err)
    os.remove(path)


# ---- partial results ----

def interrupt(folder):
    path = os.path.join(folder, "i.json")
    child = subprocess.Popen([PROGRAM, "run", "-", "--until", "1e9", "--every", "1000", "-o", path],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdin.write(BALL.encode())
    child.stdin.close()
    time.sleep(0.5 * SLOW)
    child.send_signal(signal.SIGINT)
    err = child.stderr.read().decode()
    code = child.wait(60)
    text = json.loads(read(path))
    ok(code == 130 and text["partial"] and "interrupted at t" in text["reason"] and len(text["rows"]) > 3,
       "Ctrl-C: what is there, labelled, exit code 130", f"{code}\n{err}")
    ok("--resume continues" in err and os.path.exists(path + ".checkpoint"), "and it can go on", err)
    code, _, err = run(BALL, "--until", "1e9", "--every", "1000", "-o", path, "--resume", "--time", "0.2")
    ok(code == 5 and len(json.loads(read(path))["rows"]) > len(text["rows"]), "a time budget: the same, exit code 5", err)
    ok("resumed at t" in err, "it says from where", err)
    code, _, err = run(BALL, "--until", "1e8", "--every", "1000", "-o", path, "--resume")
    ok(code == 3 and "VV0614" in err and "an option has changed" in err, "another option is refused", f"{code}\n{err}")
    code, _, err = run(BALL.replace("x = 1", "x = 2"), "--until", "1e9", "--every", "1000", "-o", path, "--resume")
    ok(code == 3 and "an option has changed" in err, "another model is refused", err)
    code, _, err = run(BALL, "--set", "c=2e-6", "--until", "1e9", "--every", "1000", "-o", path, "--resume")
    ok(code == 3 and "an option has changed" in err, "another value is refused", err)
    state = read(path + ".checkpoint")
    for title, bytes_ in (("cut off", state[:-9]), ("with a changed byte", state[:99] + b"#" + state[100:]), ("empty", b"")):
        with open(path + ".checkpoint", "wb") as file:
            file.write(bytes_)
        code, _, err = run(BALL, "--until", "1e9", "--every", "1000", "-o", path, "--resume")
        ok(code == 3 and "VV0614" in err, f"a checkpoint {title} is refused", f"{code}\n{err}")
    with open(path + ".checkpoint", "wb") as file:
        file.write(state)
    rows = read(path + ".part")
    with open(path + ".part", "wb") as file:
        file.write(b"")
    code, _, err = run(BALL, "--until", "1e9", "--every", "1000", "-o", path, "--resume")
    ok(code == 6 and ".part" in err, "rows that are gone are said", f"{code}\n{err}")
    with open(path + ".part", "wb") as file:
        file.write(rows[:99] + b"#" + rows[100:])
    code, _, err = run(BALL, "--until", "1e9", "--every", "1000", "-o", path, "--resume")
    ok(code == 6 and ".part" in err, "rows with a changed byte are refused", f"{code}\n{err}")
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    code, _, err = run(SPRING, "--until", "1", "-o", path, "--resume")
    ok(code == 0 and "from the beginning" in err, "nothing to resume: from the beginning, and said", err)
    os.remove(path)


def within_a_step(folder):
    """A step has very many rows, and the time ends among them."""
    path, budget, err = os.path.join(folder, "w.npy"), 0.02, ""
    options = ["--until", "0.9", "--every", "2e-6", "-o", path]
    code, _, err = run(SPRING, *options)
    whole = read(path)
    for _ in range(20): # before the first row there is no table
        code, _, err = run(SPRING, *options, "--time", str(budget))
        if "out of time at t" in err:
            break
        budget *= 1.3 if code else 0.5
    ok(code == 5 and "steps: 0 " in err and "--resume continues" in err and os.path.exists(path + ".checkpoint"),
       "out of time among the rows of the first step: a checkpoint stands", err)
    code, _, err = run(SPRING, *options, "--resume")
    ok(code == 0 and "resumed at t = 0\n" in err and read(path) == whole and os.listdir(folder) == ["w.npy"],
       "and it goes on to the same bytes", f"{code}\n{err}")
    os.remove(path)
    code, _, err = run(BALL, "--until", "1e9", "--every", "1000", "--method", "cvode", "--time", str(0.3 * SLOW), "-o", path)
    ok(code == 5 and ("resume" in err) == os.path.exists(path + ".checkpoint") == os.path.exists(path + ".part"),
       "--resume is spoken of where there is a checkpoint, and rows stay with one only", f"{code}\n{err}\n{os.listdir(folder)}")
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))


def left_behind(folder):
    """A temporary file that a killed run has left, and one that somebody is writing."""
    path = os.path.join(folder, "t.csv")
    run(SPRING, "--until", "1", "-o", path)
    whole = read(path)
    for name in (path, path + ".visviva.tmp"):
        with open(name, "wb") as file:
            file.write(b"half a table" * 9999)
    code, _, err = run(SPRING, "--until", "1", "-o", path)
    ok(code == 0 and read(path) == whole and os.listdir(folder) == ["t.csv"],
       "what a killed run has left is written over by the next", f"{err}\n{os.listdir(folder)}")
    with open(path + ".visviva.tmp", "wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        other.write(b"somebody else's")
        other.flush()
        code, _, err = run(SPRING, "--until", "1", "-o", path)
        ok(code == 0 and read(path) == whole and read(path + ".visviva.tmp") == b"somebody else's"
           and len(os.listdir(folder)) == 2, "what another run is writing is left alone", f"{err}\n{os.listdir(folder)}")


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (300000, 300000))


def failing_files(folder):
    code, _, err = run(SPRING, "--until", "1", "-o", "/dev/full")
    ok(code == 6 and "No space left" in err, "a full disk: exit code 6", f"{code}\n{err}")
    code, out, err = run(SPRING, "--until", "1", "-o", "/dev/stdout")
    ok(code == 0 and out.startswith(b"time,x"), "a device is written to", err)
    path, link = os.path.join(folder, "behind.csv"), os.path.join(folder, "link.csv")
    with open(path, "wb") as file:
        file.write(b"before\n")
    os.symlink(path, link)
    code, out, err = run(SPRING, "--until", "1", "-o", link)
    ok(code == 0 and os.path.islink(link) and read(path).startswith(b"time,x"), "a link leads to its file", err)
    os.remove(path)
    code, out, err = run(SPRING, "--until", "1", "-o", link)
    ok(code == 0 and os.path.islink(link) and read(path).startswith(b"time,x"), "and to one that is not there yet", err)
    code, _, err = run(SPRING, "--until", "1", "-o", os.path.join(path, "x.csv"))
    ok(code == 6 and "Not a directory" in err, "a file in place of a folder is called that", err)
    os.remove(path)
    for other in (path, os.path.join(folder, ".", "behind.csv"), link):
        code, _, err = run(SPRING, "--until", "1", "-o", path, "--account", other)
        ok(code == 2 and "name the same file" in err and not os.path.exists(path), "one file for table and summary: exit code 2", err)
    code, _, err = run(SPRING, "--until", "1", "-o", "")
    ok(code == 2 and "expected a file name" in err, "an empty name: exit code 2", err)
    os.remove(link)
    with open(path, "wb") as file:
        os.symlink(f"/proc/self/fd/{file.fileno()}", link)
        done = subprocess.run([PROGRAM, "run", "-", "--until", "1", "-o", link], input=SPRING.encode(), stdout=file,
                              stderr=subprocess.DEVNULL, pass_fds=[file.fileno()], check=False)
    ok(done.returncode == 0 and os.path.islink(link) and read(path).startswith(b"time,x"),
       "the standard output by the name of a link, where it is a file")
    os.remove(link)
    os.remove(path)
    path = os.path.join(folder, "l.csv")
    code, _, err = run(SPRING, "--until", "1000", "--every", "0.01", "-o", path, before=limit_files)
    ok(code == 6 and "VV0613" in err and "too large" in err and not os.path.exists(path),
       "a limit of file sizes on the way: exit code 6, no half a table", f"{code}\n{err}")
    ok(os.path.exists(path + ".part") and ".part" in err, "the rows so far are kept, and named", err)
    os.remove(path + ".part")
    code, _, err = run(SPRING, "--until", "5", "--every", "0.001", "--output-format", "json", "-o", path, before=limit_files)
    left = os.listdir(folder)
    ok(code == 6 and not os.path.exists(path) and not any(name.endswith(".tmp") for name in left),
       "a limit reached by the table itself: no half a file is left", f"{code}\n{err}\n{left}")
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    began = time.monotonic()
    code, _, err = run(SPRING, "--until", "1e8", "-o", os.path.join(folder, "no", "out.csv"))
    ok(code == 6 and "No such file" in err and time.monotonic() - began < 5 * SLOW, "no such folder: said before the run", err)
    if os.geteuid():
        os.chmod(folder, 0o500)
        code, _, err = run(SPRING, "--until", "1", "-o", os.path.join(folder, "out.csv"))
        ok(code == 6 and "denied" in err, "a folder that cannot be written to", err)
        os.chmod(folder, 0o700)
    code, _, err = run(SPRING, "--until", "nan")
    ok(code in (2, 3) and "number" in err, "a duration that is not a number", f"{code}\n{err}")
    blows_up = "coordinate x\nkinetic energy x'^2/2\nwork 6*x^2*δ(x)\nstart x = 1, x' = 2\nrun 5\n"
    path = os.path.join(folder, "b.json")
    code, _, err = run(blows_up, "-o", path)
    text = json.loads(read(path))
    ok(code == 4 and "VV0605" in err and "x' is singular there" in err and text["partial"]
       and abs(float(text["reason"].split()[4]) - 1) < 1e-6,
       "a blow-up: time and quantity named, the table labelled", f"{code}\n{err}\n{text['reason']}")
    ok(os.listdir(folder) == ["b.json"], "nothing to resume is left", os.listdir(folder))


def progress_bar():
    try:
        master, slave = pty.openpty()
    except OSError:
        return
    child = subprocess.Popen([PROGRAM, "run", "-", "--until", "1e7", "--every", "1e6", "--time", str(1.5 * SLOW)],
                             stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=slave,
                             env=dict(os.environ, TERM="xterm"))
    os.close(slave)
    child.stdin.write(BALL.encode())
    child.stdin.close()
    text = b""
    try:
        while part := os.read(master, 4096):
            text += part
    except OSError:
        pass
    child.wait()
    os.close(master)
    ok(b"%  t = " in text and b" left" in text, "a terminal shows how far it is", text[:300])
    ok("left" not in run(BALL, "--until", "1e7", "--time", "0.7")[2], "a pipe does not")


def very_many_rows(folder):
    """A step with more rows than a disk holds ends with its budget, and with Ctrl-C."""
    path = os.path.join(folder, "rows.csv")
    began = time.monotonic()
    code, _, err = run(SPRING, "--until", "1", "--every", "1e-12", "--time", "0.2", "-o", path, limit=60)
    ok(code == 5 and time.monotonic() - began < 30, "rows within one step: the budget of time counts", err)
    ok("out of time" in err and os.path.exists(path), "what is there is kept and labelled", err)


# ---- kill and resume ----

def started(model, options, folder):
    child = subprocess.Popen([PROGRAM, "run", "-", *options], cwd=folder, stdin=subprocess.PIPE,
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    child.stdin.write(model.encode())
    child.stdin.close()
    return child


def kill_and_resume(folder, name, model, until, kills, *more):
    """Killed again and again at random instants; each time it ends, the file must be the same. At least
    one of these ends has gone on from a checkpoint."""
    path, options = os.path.join(folder, name), ["--until", str(until), "--every", "0.7", *more]
    began = time.monotonic()
    code, _, err = run(model, *options, "-o", path)
    took = time.monotonic() - began
    whole, done, ended, resumed = read(path), 0, 0, 0
    os.remove(path)
    options += ["--checkpoint", str(took / 40), "-o", name, "--resume"]
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    most = kills + 30
    while True:
        child = started(model, options, folder)
        if done < kills:
            time.sleep(chance.uniform(0, took))
            if child.poll() is None:
                child.kill()
                done += 1
        err = child.stderr.read().decode()
        code = child.wait()
        resumed += "resumed at" in err
        if code == 0:
            ended += 1
            if read(path) != whole:
                ok(False, f"{name}: another file after {done} kills, seed {seed}")
                return
            left = sorted(os.listdir(folder))
            os.remove(path)
            if left != [name] and not all(".tmp" in x for x in left if x != name):
                ok(False, f"{name}: something is left", left)
            if done >= kills:
                if resumed or done >= most:
                    break
                kills += 1  # no kill came behind a checkpoint yet
        elif code != -signal.SIGKILL:
            ok(False, f"{name}: exit {code}, seed {seed}", err)
            return
    ok(resumed > 0, f"{name}: killed {done} times, resumed {resumed} times, to the end {ended}: the same bytes", f"seed {seed}")
    for left in os.listdir(folder):
        os.remove(os.path.join(folder, left))


def main():
    effort = float(os.environ.get("VV_TEST_EFFORT") or 1)
    kills = int(sys.argv[2]) if sys.argv[1:2] == ["--kills"] else max(2, round(12 * effort))
    for part in (forms, dense, interrupt, within_a_step, left_behind, failing_files, very_many_rows):
        with tempfile.TemporaryDirectory() as folder:
            part(folder)
    progress_bar()
    with tempfile.TemporaryDirectory() as folder:
        each = -(-kills // 10)
        kill_and_resume(folder, "k.csv", BALL, 30000 / SLOW, each)
        kill_and_resume(folder, "k.h5", BALL, 30000 / SLOW, each)
        kill_and_resume(folder, "k.npz", CIRCLE, 1000 / SLOW, each)
        kill_and_resume(folder, "k.json", BELT, 3000 / SLOW, each)
        kill_and_resume(folder, "s.csv", SWING, 5000 / SLOW, each, "--sensitivity", "l", "--sensitivity", "θ")
        kill_and_resume(folder, "r.csv", BALL, 3000 / SLOW, each, "--method", "rk8")
        kill_and_resume(folder, "c.csv", SWING, 2000 / SLOW, each, "--method", "cvode")
        kill_and_resume(folder, "d.csv", CIRCLE, 100 / SLOW, each, "--method", "cvode")
        kill_and_resume(folder, "i.csv", CIRCLE, 100 / SLOW, each, "--method", "ida")
        kill_and_resume(folder, "u.csv", CIRCLE, 1000 / SLOW, each, "--method", "radau")
        kill_and_resume(folder, "x.csv", STIFF, 1000 / SLOW, each)
        kill_and_resume(folder, "f.csv", BELT, 300 / SLOW, each, "--method", "rk8")
        kill_and_resume(folder, "g.csv", BELT, 360 / SLOW, each, "--method", "cvode")
    done()


if __name__ == "__main__":
    main()
