#!/usr/bin/python3
"""Certificates of prove and study: both kernels verify them, and refuse what is false. TAP.

    t_certificates.py [--models N] [--changes N]

VV_TEST_EFFORT 20 and more (./do check --long) takes all models of the sources and a thousand changes.
"""
import copy
import glob
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "e2e"), os.path.join(ROOT, "tests", "book")]
from book import PROGRAM, section, section_names  # noqa: E402
from tap import done, ok  # noqa: E402

import falsity  # noqa: E402
import floats  # noqa: E402
import kernel  # noqa: E402

FALSE = 1e-6     # a statement that is off by this much, relative to its terms, is false
SUMMARY = re.compile(r"(\d+) verified, (\d+) by theorems whose premises were verified, (\d+) refused, (\d+) not checked")
SHORT = ["models/book/hoop.vv", "models/book/anschutz.vv", "models/book/had_line.vv", "models/double_pendulum.vv",
         "tests/book/false/hoop.vv", "models/book/servodisc.vv", "models/bead_on_hoop.vv", "models/fourbar.vv",
         "models/book/scissors.vv", "models/book/euler.vv", "models/absorber.vv", "models/book/forced_resonance.vv",
         "models/triatomic.vv", "models/book/quartic.vv"]


def run(*arguments, timeout=300):
    made = subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
    return made.returncode, made.stdout.decode("utf-8", "replace"), made.stderr.decode("utf-8", "replace")


def certify(folder, name, command, path, *options):
    """The text of the certificate, or None if there is none."""
    out = os.path.join(folder, name)
    run(command, path, "--certificate", out, *options)
    if not os.path.exists(out):
        return None
    with open(out, encoding="utf-8") as file:
        return file.read()


def by_command(folder, text, mode="w"):
    path = os.path.join(folder, "certificate")
    with open(path, mode, **({} if "b" in mode else {"encoding": "utf-8"})) as file:
        file.write(text)
    return run("verify", path)


# ---- what is true is verified ------------------------------------------------------------------------------

def compare(folder, title, text):
    """Both kernels agree, and refuse nothing."""
    code, out, said = by_command(folder, text)
    found = SUMMARY.search(out)
    command = tuple(int(n) for n in found.groups()) if found else None
    second = kernel.verify(text)
    ok(command == second and second[2] == 0 and code == (4 if second[3] else 0),
       f"{title}: {second[0]} verified by both, {second[1]} by theorems, {second[3]} not checked", f"visviva verify: {command}, exit {code}",
       f"kernel.py: {second}", out[-2000:], said)
    return second


def models(most):
    if most:
        return [p for p in SHORT if os.path.exists(os.path.join(ROOT, p))][:most]
    paths = [p for folder in ("models", "models/book", "models/reference", "tests/book/false")
             for p in sorted(glob.glob(os.path.join(ROOT, folder, "*.vv")))]
    return [os.path.relpath(p, ROOT) for p in paths]


def verify_models(folder, most):
    total, kept, strange, refuted = [0] * 4, [], [], 0
    for path in models(most):
        with open(os.path.join(ROOT, path), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        for command in ("prove", "study"):
            text = certify(folder, "model", command, os.path.join(ROOT, path), "--time", "120")
            if text is None:
                continue
            counts = compare(folder, f"{command} {path}", text)
            total = [a + b for a, b in zip(total, counts)]
            if digest not in text:
                strange.append(path)
            if command == "prove" and path.startswith("tests/book/false/"):
                cert = json.loads(text)
                refuted += sum(cert["proofs"][v["proof"]].get("verdict") == "refuted" for v in cert["verdicts"] if "proof" in v)
            if len(text) < 400000:
                kept.append(json.loads(text))
            os.unlink(os.path.join(folder, "model"))
    ok(refuted > 0, f"{refuted} of them refute claims of tests/book/false", *models(most))
    ok(not strange, "certificates name the SHA-256 of their models", *strange)
    return total, kept


def verify_sections(folder, total):
    """The models of tests/book/sections with the claims that only these state."""
    for name in section_names():
        for case in section(name):
            if not case.more:
                continue
            path = os.path.join(folder, "case.vv")
            with open(path, "w", encoding="utf-8") as file:
                file.write(case.text())
            text = certify(folder, "case", "prove", path, *case.options)
            if text is not None:
                counts = compare(folder, f"{name}: {case.title}", text)
                total = [a + b for a, b in zip(total, counts)]
                os.unlink(os.path.join(folder, "case"))
    return total


# ---- what is false is refused ------------------------------------------------------------------------------

def alone(cert, verdict):
    """A certificate of one verdict and its proof."""
    verdict = dict(verdict)
    key = "proof" if "proof" in verdict else "argument"
    proof = copy.deepcopy(cert["proofs"][verdict[key]])
    verdict[key] = 0
    verdict.pop("premises", None)
    word = verdict["verdict"]
    cert = {key: value for key, value in cert.items() if key != "manifold"}
    return dict(cert, nodes=copy.deepcopy(cert["nodes"]), proofs=[proof], verdicts=[verdict],
                facts=copy.deepcopy(cert["facts"]), symbols=copy.deepcopy(cert["symbols"]),
                proved=int(word == "proved"), refuted=int(word == "refuted"))


def by_kind(certificates):
    """Verdicts that can be changed, by theorem ("" for none) and model."""
    kinds = {}
    for cert in certificates:
        for v in cert["verdicts"]:
            p = cert["proofs"][v.get("proof", v.get("argument", 0))] if "proof" in v or "argument" in v else {"kind": "all"}
            if p["kind"] != "all":
                kinds.setdefault(p.get("theorem", ""), {}).setdefault(cert["model"]["file"], []).append((cert, v))
    return kinds


def pick(kinds, want_theorem, chance):
    """A verdict of some model: each theorem and each model as often as any other."""
    names = [k for k in sorted(kinds) if bool(k) == want_theorem]
    if not names:
        return None
    of = kinds[chance.choice(names)]
    return alone(*chance.choice(of[chance.choice(sorted(of))]))


def other(word):
    return "refuted" if word == "proved" else "proved"


INTEGERS = ("rows", "zeros", "degree", "power", "by", "parent", "known", "end")
NO_VALUES = (*INTEGERS, "of", "first", "second", "coordinate", "speed", "unknown", "columns", "point")


def lists_of(proof):
    """The lists of expressions of a proof."""
    return ["of"] if "of" in proof else [k for k, v in proof.items() if isinstance(v, list) and v and k not in NO_VALUES]


def values(c):
    return [i for i, e in enumerate(c["nodes"]) if e[0] not in ("factor", "solve")]


def change_list(c, chance):
    """An entry of a list of a theorem, or one too few."""
    proof = c["proofs"][0]
    key = chance.choice([k for k, v in proof.items() if isinstance(v, list) and v])
    at = chance.randrange(len(proof[key]))
    if chance.random() < 0.2:
        del proof[key][at]
        return f"an entry of {key} less"
    if key in INTEGERS:
        c["nodes"].append(["num", str(chance.choice([-1, 0, 1, 2, 3]))])
        proof[key][at] = len(c["nodes"]) - 1
    else:
        proof[key][at] = chance.choice(values(c))
    return f"an entry of {key}"


def change_facts(c, chance):
    """A rule, an assumption, the sign of a symbol."""
    facts = c["facts"][c["proofs"][0]["facts"]]
    kind = chance.randrange(4)
    if kind == 0 and facts["rules"]:
        rule = chance.choice(facts["rules"])
        if chance.random() < 0.5:
            c["nodes"].append(["num", chance.choice(["1/2", "2", "-1/3"])])
            rule[1] = len(c["nodes"]) - 1
        else:
            facts["rules"].remove(rule)
        return "a rule"
    if kind == 1 and facts["positive"]:
        e = facts["positive"].pop(chance.randrange(len(facts["positive"])))
        if c["nodes"][e][0] == "sym":
            c["symbols"][c["nodes"][e][1]][1] = "any"
        return "an assumption"
    if kind == 2 and facts["positive"]:
        # the contrary is assumed
        e = facts["positive"].pop(chance.randrange(len(facts["positive"])))
        if c["nodes"][e][0] == "sym":
            c["symbols"][c["nodes"][e][1]][1] = "negative"
        else:
            c["nodes"].append(["add", "-1", e])
            facts["positive"].append(len(c["nodes"]) - 1)
        return "an assumption to its contrary"
    if kind == 3 and c["symbols"]:
        symbol = chance.choice(c["symbols"])
        symbol[1] = chance.choice(["any", "positive", "negative"])
        for f in c["facts"]:
            f["positive"] = [e for e in f["positive"] if c["nodes"][e] != ["sym", c["symbols"].index(symbol)]]
        return "the sign of a symbol"
    return None


def change_node(c, chance):
    """One coefficient, exponent, constant, operation or child below the statement."""
    proof = c["proofs"][0]
    rules = {a: b for a, b in c["facts"][proof["facts"]]["rules"]}
    order = floats.recursion_free(c, [i for key in lists_of(proof) for i in proof[key]], rules)
    if not order:
        return None
    node = chance.choice(order)
    e = c["nodes"][node]
    if e[0] in ("add", "mul"):
        k = 1 + 2 * chance.randrange((len(e) - 1) // 2)
        if chance.random() < 0.25 and e[k + 1] > 0:
            e[k + 1] = chance.choice([x for x in order if x < node and c["nodes"][x][0] not in ("factor", "solve")] or [0])
            return "a child"
        if e[0] == "mul":
            e[k] += chance.choice([-1, 1])
            return "an exponent"
        e[k] = chance.choice([str(-kernel.rational(e[k])), str(kernel.rational(e[k]) + 1), str(kernel.rational(e[k]) * 2)])
        return "a coefficient"
    if e[0] == "num":
        e[1] = str(kernel.rational(e[1]) + chance.choice([1, -1, 7]))
        return "a constant"
    if e[0] in ("sin", "cos", "tan", "exp", "atan", "sinh", "cosh"):
        e[0] = chance.choice([x for x in ("sin", "cos", "exp", "atan") if x != e[0]])
        return "an operation"
    if e[0] == "add" and len(e) > 3:
        e[0] = "mul"
    return None


def change_witness(c, chance):
    proof, verdict = c["proofs"][0], c["verdicts"][0]
    kind = chance.randrange(5)
    if kind == 0:
        verdict["verdict"] = other(verdict["verdict"])
        c["proved"], c["refuted"] = c["refuted"], c["proved"]
        return "the verdict"
    if kind == 1:
        verdict["negated"] = not verdict["negated"]
        return "the sense of the verdict"
    if proof["kind"] == "theorem":
        return None
    if proof["verdict"] == "proved":
        if kind == 2:       # claims to be refuted, at a point that is made up
            proof.update(verdict="refuted", means="ball", which=0, residual="1.5",
                         point=[[i, "3/7"] for i, e in enumerate(c["nodes"]) if e[0] == "sym"])
            verdict["verdict"] = other(verdict["verdict"])
            c["proved"], c["refuted"] = c["refuted"], c["proved"]
            return "proof and verdict"
        return None
    if kind == 2:
        proof["verdict"] = "proved"
        verdict["verdict"] = other(verdict["verdict"])
        c["proved"], c["refuted"] = c["refuted"], c["proved"]
        return "refuted to proved"
    if "point" not in proof or proof["kind"] != "zero":
        return None
    if kind == 3:
        proof["residual"] = repr(float(proof["residual"]) * chance.choice([-1, 1.001, 2, 0]))
        return "the residual"
    if not proof["point"]:
        return None
    one = chance.choice(proof["point"])
    one[1] = str(kernel.rational(one[1]) * chance.choice([2, -1]) + chance.choice([0, kernel.Fraction(1, 3)]))
    return "a coordinate of the witness"


def is_false(c, what):
    """By numbers alone: is the changed certificate certainly false? (Not if its statement stays true.)"""
    proof = c["proofs"][0]
    if what in ("the verdict", "the sense of the verdict", "the residual", "proof and verdict"):
        return True
    if proof["kind"] == "theorem":
        return falsity.is_false(c, proof)
    if proof["kind"] != "zero":
        return False
    if proof["verdict"] == "proved":
        found = floats.residuals(c, proof)
        return len(found) > 1 and min(found) > FALSE
    if "point" not in proof:
        return False
    given = {k: floats.number(v) for k, v in proof["point"]}
    point = floats.Point(c, c["facts"][proof["facts"]], "", given)
    try:
        value, size = point.value(proof["of"][proof["which"]])
        if any(point.value(e)[0] < -FALSE for e in c["facts"][proof["facts"]]["positive"]):
            return True
    except (ArithmeticError, ValueError, TypeError, KeyError, RecursionError):
        return False
    told = float(proof["residual"])
    return abs(value - told) > FALSE * (size + abs(told))


def one_change(kinds, chance):
    """A certificate that was made false, and what was changed; None: it may be true."""
    theorem = chance.random() < 0.5
    c = pick(kinds, theorem, chance)
    if c is None:
        return None
    ways = [change_witness, change_facts, change_node, change_list if theorem else change_node]
    what = chance.choice(ways)(c, chance)
    if what is None or not is_false(c, what):
        return None
    return c, f"{c['proofs'][0].get('theorem', 'identity')}, {what}"


def refuse_changes(folder, certificates, want, seed):
    chance = random.Random(seed)
    tried = refused = rounds = 0
    kinds, files, missed, choice = {}, set(), [], by_kind(certificates)
    while tried < want and choice and rounds < 200 * want:
        rounds += 1
        made = one_change(choice, chance)
        if made is None:
            continue
        c, what = made
        text = json.dumps(c)
        code, out, said = by_command(folder, text)
        try:
            bad = kernel.verify(text)[2]
        except kernel.Unreadable:
            bad = 1
        tried += 1
        good = code in (1, 3) and bad == 1
        refused += good
        kinds[what.split(", ")[0]] = kinds.get(what.split(", ")[0], 0) + 1
        files.add(c["model"]["file"])
        if not good:
            missed.append(f"{what}: exit {code}, kernel.py refuses {bad}: {c['verdicts'][0]} {c['model']}")
            with open(os.path.join(tempfile.gettempdir(), f"missed{len(missed)}.json"), "w", encoding="utf-8") as f:
                f.write(text)
    ok(tried == want and refused == tried, f"{refused} of {tried} changes that make a certificate of {len(files)} models false are "
       f"refused by both ({', '.join(f'{n} {k}' for k, n in sorted(kinds.items()))})", f"seed {seed}", *missed[:20])


def node(c, *e):
    c["nodes"].append(list(e))
    return len(c["nodes"]) - 1


def with_cubic_force(c):
    """Linear equations of one direction each, with -q^3 added to a force, and all that follows from its slope."""
    p = c["proofs"][0]
    q, N = p["coordinate"][0], len(p["rows"])
    slope = node(c, "add", "1", p["stiffness"][0], "3", node(c, "mul", 2, q))
    p["force"][0] = node(c, "add", "1", p["force"][0], "-1", node(c, "mul", 3, q))
    p["stiffness"][0] = slope
    block = int(c["nodes"][p["rows"][0]][1])
    assert len(p["degree"]) == N and len(p["factor"]) == 3 * N and len(p["rest"]) == N
    p["factor"][3 * block] = slope
    p["rest"][block] = node(c, "mul", 1, slope, 1, p["factor"][3 * block + 2])
    return c


def refuse_forgery(folder, certificates):
    """The stiffness of the forged certificate is the slope of its force everywhere, but it is not constant."""
    found = by_kind(certificates).get("linear equations", {})
    ok(len(found) > 0, "some equations are linear")
    for name in sorted(found):
        c = alone(*found[name][0])
        before = kernel.verify(json.dumps(c))
        text = json.dumps(with_cubic_force(c))
        code, out, said = by_command(folder, text)
        ok(before == (0, 1, 0, 0) and code == 1 and kernel.verify(text)[2] == 1,
           f"{name}: a cubic force is refused as linear by both", code, before, out, said)


# ---- what is no certificate --------------------------------------------------------------------------------

def refuse_bytes(folder, text, seed):
    chance = random.Random(seed)
    cases = [("an empty file", b""), ("another version", text.replace('"visviva_certificate":1', '"visviva_certificate":2').encode()),
             ("another file", b'{"a": 1}'), ("no JSON", b"parameter m\n"), ("deep nesting", b"[" * 100000),
             ("bytes", bytes(chance.randrange(256) for _ in range(5000)))]
    for i in range(8):
        cases.append((f"cut {i}", text.encode()[:chance.randrange(len(text.encode()) - 3)]))
    for title, data in cases:
        code, out, said = by_command(folder, data, "wb")
        ok(code == 3 and "VV1002" in said and not out, f"{title}: exit code 3 and one sentence", code, out, said)
        try:
            kernel.verify(data.decode("utf-8", "replace"))
            ok(False, f"{title}: kernel.py takes it")
        except kernel.Unreadable:
            pass
    path = os.path.join(folder, "large")
    with open(path, "wb") as file:
        file.truncate(1 << 30)
    code, out, said = run("verify", path)
    ok(code == 3 and "256 MiB" in said, "a file of 1 GiB: exit code 3", code, said)
    os.unlink(path)


def survive_noise(folder, text, count, seed):
    """Single bytes changed: an answer or a refusal, never a crash."""
    chance = random.Random(seed)
    bad = []
    for _ in range(count):
        data = bytearray(text.encode())
        for _ in range(chance.choice([1, 1, 3, 20])):
            data[chance.randrange(len(data))] = chance.choice(b'0123456789"[]{},:-/ae\xff\x00')
        code, _, said = by_command(folder, bytes(data), "wb")
        if code not in (0, 1, 3, 4):
            bad.append(f"exit {code}: {said[-200:]}")
    ok(not bad, f"{count} files with changed bytes: answered or refused", f"seed {seed}", *bad[:5])


def main():
    effort = float(os.environ.get("VV_TEST_EFFORT") or 1)
    seed = int(os.environ.get("VV_TEST_SEED") or random.randrange(1 << 30))
    long = effort >= 20
    changes = 1000 if long else int(80 * effort)
    most = 0 if long else len(SHORT)
    for flag, value in zip(sys.argv[1::2], sys.argv[2::2]):
        most = int(value) if flag == "--models" else most
        changes = int(value) if flag == "--changes" else changes
    with tempfile.TemporaryDirectory() as folder:
        total, certificates = verify_models(folder, most)
        if not most:
            total = verify_sections(folder, total)
        ok(total[0] > 0 and total[1] > 0 and not total[2] and not total[3], f"in all {total[0]} verdicts verified, {total[1]} by theorems whose premises "
           f"were verified, {total[2]} refused, {total[3]} not checked")
        refuse_changes(folder, certificates, changes, seed)
        refuse_forgery(folder, certificates)
        text = certify(folder, "model", "prove", os.path.join(ROOT, "models/book/hoop.vv"))
        refuse_bytes(folder, text, seed)
        survive_noise(folder, text, 20 if not long else 400, seed)
        theorems = certify(folder, "theorems", "study", os.path.join(ROOT, "models/book/scissors.vv"))
        survive_noise(folder, theorems, 20 if not long else 400, seed)
        length = re.search(r"kernel: (\d+) lines", run("verify", os.path.join(folder, "model"))[1])
        ok(length is not None, f"the kernel has {length and length[1]} lines")
    done()


if __name__ == "__main__":
    main()
