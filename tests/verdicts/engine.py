"""The command under test, asked from outside."""
import csv
import io
import json
import os
import subprocess
import tempfile

VISVIVA = os.environ.get("VISVIVA", "build/visviva")


class Crash(Exception):
    """The command died, hung or reported an internal error."""


def call(*args, text=None, after=(), seconds=60):
    with tempfile.NamedTemporaryFile("w", suffix=".vv", delete=False) as file:
        file.write(text)
    try:
        done = subprocess.run([VISVIVA, *args, "--time", str(seconds), file.name, *after],
                              capture_output=True, text=True, timeout=2*seconds + 10)
    except subprocess.TimeoutExpired:
        raise Crash(f"{args[0]} hangs") from None
    finally:
        os.unlink(file.name)
    if done.returncode < 0 or done.returncode == 70:
        raise Crash(f"{args[0]}: exit {done.returncode} {done.stderr[-300:]}")
    return done


def word(item):
    """The verdict of an item of a report: proved, refuted, undecided, or what it says."""
    said = item.get("verdict", "")
    if said.startswith("proved") or "holds at the stated values" in said:
        return "proved"
    if said.startswith("refuted"):
        return "refuted"
    if said in ("not decided", "undecided"):
        return "undecided"
    return said


def prove(text, *options):
    """(exit code, {claim's words: verdict}, [(pair, verdict)], stderr)"""
    done = call("prove", "--format", "json", *options, text=text)
    if not done.stdout.strip():
        return done.returncode, {}, [], done.stderr
    report = json.loads(done.stdout)
    if report.get("kind") == "diagnostics":
        said = "; ".join(d["message"] for d in report["diagnostics"])
        return done.returncode, {}, [], said
    claims = report.get("claims", {}).get("claim", [])
    pairs = report.get("agreement", {}).get("pair", [])
    claims = claims if isinstance(claims, list) else [claims]
    return (done.returncode, {c["what"]: (word(c), c.get("proof", c.get("remark", ""))) for c in claims},
            [(p["what"], word(p)) for p in pairs], done.stderr)


def freedom(text, *options):
    """Degrees of freedom by `check`, or None."""
    done = call("check", "--format", "json", *options, text=text)
    report = json.loads(done.stdout) if done.stdout.strip() else {}
    return report.get("degrees_of_freedom_at_values", report.get("degrees_of_freedom"))


def knows(options):
    """Are these options of the command? --at-values is younger than others."""
    if "--at-values" not in options:
        return True
    return "--at-values" in subprocess.run([VISVIVA, "help", "prove"], capture_output=True, text=True).stdout


def study(text, *topics):
    """(exit code, report, stderr)"""
    done = call("study", "--format", "json", text=text, after=topics)
    return done.returncode, json.loads(done.stdout) if done.stdout.strip() else {}, done.stderr


def run(text, end, *options):
    """(exit code, {column: [values]}, stderr)"""
    return table("run", text, "--until", str(end), "--every", str(end), *options)


def table(command, text, *options):
    """(exit code, {column: [values]}, stderr) of a command that writes numbers."""
    done = call(command, *options, text=text)
    rows = list(csv.reader(io.StringIO(done.stdout)))
    columns = {}
    if len(rows) > 1:
        for j, name in enumerate(rows[0]):
            columns[name] = [number(r[j]) for r in rows[1:] if r[j] not in ("", "nan")]
    return done.returncode, columns, done.stderr


def number(word):
    try:
        return float(word)
    except ValueError:
        return word
