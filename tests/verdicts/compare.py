"""Every verdict and number of one group, compared across its statements and with the numbers.
A contradiction is a sentence; what is undecided is counted by topic."""
import math
import random
import re

import numpy as np

import engine
import numerics
from formula import LIBRARY
from mechanism import Dynamics


class Findings:
    def __init__(self):
        self.contradictions = []
        self.decided, self.undecided = {}, {}

    def count(self, topic, verdict):
        table = self.undecided if verdict == "undecided" else self.decided
        table[topic] = table.get(topic, 0) + 1

    def say(self, statement, sentence):
        self.contradictions.append(f"{statement.label}: {sentence}\n{statement.text}")


def examine(group):
    out = Findings()
    verdicts = {}
    for s in group.statements:
        if engine.knows(s.options):
            guarded(s, out, freedom, claims, motion, steady)(group, s, out, verdicts)
    if group.study and group.mechanism:
        guarded(group.statements[0], out, studies)(group, group.statements[0], out, verdicts)
        for s in group.statements[:2]:
            guarded(s, out, completeness)(group, s, out)
    for m, s in group.reactions:
        guarded(s, out, reactions)(m, s, out)
    return out


def guarded(s, out, *parts):
    """The parts one after another; a crash is a contradiction."""
    def all_of(*args):
        for part in parts:
            try:
                part(*args)
            except engine.Crash as crash:
                out.say(s, str(crash))
    return all_of


def freedom(group, s, out, verdicts):
    """Degrees of freedom are the same in every statement; what a servo keeps counts as free, and a
    contact with friction counts as rolling."""
    if "servo " in s.text or "friction " in s.text or not group.counted or s.general:
        return
    n = engine.freedom(s.text, *s.options)
    if n is not None and verdicts.setdefault("freedom", n) != n:
        out.say(s, f"check: {n} degrees of freedom, {verdicts['freedom']} in another statement")


def claims(group, s, out, verdicts):
    status, found, pairs, stderr = engine.prove(s.text, *s.options)
    if status == 3 and s.claims and not group.may_refuse:
        out.say(s, f"the model is refused: {stderr.strip()[:300]}")
    for pair, verdict in pairs:
        out.count("agreement", verdict)
        if verdict == "refuted":
            out.say(s, f"methods disagree: {pair}")
    for words, (verdict, proof) in found.items():
        key = s.claims.get(words)
        if key is None:
            continue
        truth = group.truths.get(key) if "between events" not in proof else None
        if truth != "nothing":
            out.count("claim " + words.split()[1 + (words.split()[1] == "not")] + group.topic, verdict)
        if verdict == "proved" and truth is False or verdict == "refuted" and truth is True and not s.general:
            out.say(s, f"{words}: {verdict} ({proof}), but the numbers say {truth}")
        if truth == "nothing" and verdict in ("proved", "refuted"):
            out.say(s, f"{words}: {verdict} ({proof}), but no state satisfies its conditions")
        if not s.general or verdict == "proved":
            across(key, verdict, s, out, verdicts)


def across(key, verdict, s, out, verdicts):
    """Statements of one mechanism do not contradict each other; a claim and its negation neither."""
    other = {"proved": "refuted", "refuted": "proved"}.get(verdict)
    if other is None:
        return
    if (key, other) in verdicts:
        out.say(s, f"{key}: {verdict}, but {other} in '{verdicts[key, other]}'")
    opposite = key[4:] if key.startswith("not ") else "not " + key
    if verdict == "proved" and (opposite, "proved") in verdicts:
        out.say(s, f"{key} and {opposite} are both proved, in '{verdicts[opposite, 'proved']}'")
    verdicts[key, verdict] = s.label


FURTHER = [(), ("--method", "taylor"), ("--method", "rk8"), ("--method", "radau"), ("--form", "multipliers"),
           ("--form", "minimal")]


def motion(group, s, out, verdicts):
    """The state at the end, by the engine and by the numbers: by the method and form of equations that the
    engine chooses and by others, and as a member of a sweep."""
    if not group.end or not s.columns:
        return
    columns = [w for e in s.columns.values() for w in ("--column", e)]
    further = FURTHER[sum(map(ord, s.text)) % len(FURTHER)]
    bare = re.sub(r"^claim .*\n", "", s.text, flags=re.M)        # a false claim fails the audit of a right motion
    for options in dict.fromkeys(((), further)):
        status, table, said = engine.run(bare, group.end, *columns, *s.options, *options)
        if not group.corner:
            out.count(" ".join(("run",) + options), "undecided" if status else "done")
        if status == 1 and not group.corner:
            out.say(s, f"{' '.join(('run',) + options)}: the motion exists, but {said.strip().splitlines()[-2:]}")
        if not status and group.corner:
            out.say(s, f"run: goes on beyond a corner, where a velocity would have to jump {options}")
        elif not status:
            state(group, s, out, table, -1, " ".join(("run",) + options))
    found = re.search(r"^parameter (\w+) = ([\d/]+)$", s.text, re.M)
    if found and not further and not s.options:
        value = float(eval(found[2]))
        status, table, _ = engine.table("sweep", bare, "--vary", f"{found[1]}={value},{value + 1}", "--until",
                                        str(group.end), *columns)
        if table.get("status", [""])[0] == "ok":
            state(group, s, out, table, 0, "sweep")


def state(group, s, out, table, row, command):
    for key, column in s.columns.items():
        bare = column[1:-1] if column.startswith("(") else column         # outer brackets are not repeated
        values = table.get(column) or table.get(bare) or table.get(column.replace(" ", ""))
        expected = group.motion.get(key, math.sin(group.motion[key[4:]]) if key.startswith("sin ") else None)
        if expected is None:
            continue
        if not values:
            out.say(s, f"{command}: no column {column} in {list(table)}")
        elif abs(values[row] - expected) > group.tolerance*(1 + abs(expected)):
            out.say(s, f"{command}: {key} = {values[row]!r} at {group.end}, by Dormand and Prince {expected!r}")


def steady(group, s, out, verdicts):
    """A stated motion: is it one, and what becomes of its neighbours?"""
    if not s.about:
        return
    _, report, _ = engine.study(s.text, "steady", "--about", s.about, *s.options)
    report = report.get("steady", {})
    for v in report.get("verdict", []):
        if "satisfies the equations" in v["what"]:
            judge("motion", engine.word(v), group, s, out, verdicts)
    for v in report.get("stability", []):
        judge("steady stability", under_conditions(v, report.get("condition", []), s), group, s, out, verdicts)
    sizes = [float(v["meaning"].rsplit("modulus ", 1)[1].split()[0]) for v in report.get("multiplier", [])
             if "modulus " in v.get("meaning", "")]
    if sizes and group.truths.get("steady stability") is not None and \
            (max(sizes) < 1.01) != group.truths["steady stability"]:
        out.say(s, f"study steady: multipliers of moduli {sizes}, but stable to first order is "
                   f"{group.truths['steady stability']}")


def under_conditions(v, conditions, s):
    """The verdict at the stated values, where it is "if and only if these inequalities hold"."""
    if "if and only if" not in v["what"] or engine.word(v) != "proved":
        return engine.word(v)
    space = {k[:-1]: f for k, f in LIBRARY.items() if k.endswith("_")}
    space.update({n: float(eval(e)) for n, e in re.findall(r"(\w+) = ([\d/.]+)", s.text)})
    try:
        signs = [eval(c["text"].replace("^", "**").replace("=", "==").replace(">==", ">="), {}, space) for c in conditions]
    except (NameError, SyntaxError):
        return "undecided"
    return "proved" if conditions and all(signs) else "refuted" if conditions else "undecided"


def judge(key, verdict, group, s, out, verdicts):
    out.count("study " + key, verdict)
    truth = group.truths.get(key)
    if verdict == "proved" and truth is False or verdict == "refuted" and truth is True:
        out.say(s, f"{key}: {verdict}, but the numbers say {truth}")
    across(key, verdict, s, out, verdicts)


def studies(group, s, out, verdicts):
    m = group.mechanism
    f = Dynamics(m)
    topics = ("constraints", "integrals") if f.k else ("equilibria", "stability", "modes", "integrals", "linearize")
    status, report, _ = engine.study(s.text, *topics, *s.options)
    for p in report.get("equilibria", {}).get("position", []):
        x = position(m, p)
        for v in p.get("verdict", []):
            out.count("study equilibria", engine.word(v))
        if x is not None and not p.get("at_values") and numerics_fail(m, f, x):
            out.say(s, f"study equilibria: {words(p)} is listed, but the accelerations do not vanish there")
    there = report.get("stability", {})
    for p in there.get("at_values", there).get("position", []):     # general verdicts may be otherwise
        stability(group, f, s, p, out, verdicts)
    for p in report.get("modes", {}).get("position", []):
        modes(m, f, s, p, out)
    for p in report.get("linearize", {}).get("position", []):
        linearization(m, f, s, p, out)
    for item in report.get("integrals", {}).get("integral", []):
        integral(m, f, s, item, out)
    integrability(group, s, report.get("constraints", {}), out)


def integrability(group, s, report, out):
    """Frobenius, against how the constraint was made."""
    report = report.get("at_values", report)      # in general it may be otherwise
    for v in report.get("system_integrable", []):
        said, truth = engine.word(v), group.truths.get("integrable")
        out.count("study constraints", said)
        if truth is not None and said in ("proved", "refuted") and (said == "proved") != truth:
            out.say(s, f"study constraints: integrable is {said}, but it was made with integrable = {truth}")


def integral(m, f, s, item, out):
    """A printed integral keeps its value along the motion."""
    left = item["text"].rsplit(" = ", 1)[0]
    e = printed(m, left)
    out.count("study integrals", "decided" if e else "unread")
    if e is None or not m.smooth:
        return
    r = random.Random(7)
    try:
        states = [(r.uniform(0, 2), f.project(0.0, [r.uniform(-1, 1) for _ in range(2*f.n)])) for _ in range(4)]
        worst = numerics.along(f, e, states)
    except (ValueError, ZeroDivisionError, OverflowError, np.linalg.LinAlgError):
        return
    if worst > 1e-4:
        out.say(s, f"study integrals: {item['text']} changes along the motion ({worst:.1e})")


def printed(m, words_):
    """A formula of a report as a function of (t, x), or None if it has other names."""
    names = m.names()
    body = re.sub(r"[^\W\d]\w*'*", lambda w: names.get(w.group(), w.group() + "_"), words_.replace("^", "**"))
    space = dict(LIBRARY)
    try:
        code = compile(body, "report", "eval")
    except SyntaxError:
        return None
    if any(n not in space and n not in ("t", "x") for n in code.co_names):
        return None
    return lambda t, x: [eval(code, space, {"t": t, "x": x})]


def linearization(m, f, s, p, out):
    """Entries of A that are numbers are the derivatives of the accelerations."""
    x = position(m, p)
    if x is None or m.period or not m.smooth or numerics_fail(m, f, x) or p.get("states") != m.coordinates + m.rates():
        return
    J = numerics.jacobian(f, 0.0, x)
    for entry in p.get("A", []):
        i, j = map(int, re.findall(r"\d+", entry["name"])[:2])
        e = printed(m, entry["text"])
        if e is None:
            continue
        value = e(0.0, x)[0]
        if abs(J[i - 1, j - 1] - value) > 1e-5*(1 + abs(value)):
            out.say(s, f"study linearize: {entry['name']} = {value} at {words(p)}, by differences {J[i - 1, j - 1]:.6g}")
    out.count("study linearize", "decided")


def words(p):
    return ", ".join(f"{v['name']} = {v['text']}" for v in p.get("value", []))


def position(m, p):
    """The state of rest at a position of a report, or None if it has symbols that are not known."""
    space = {k[:-1]: v for k, v in LIBRARY.items() if k.endswith("_")}
    space.update({n: float(v) for n, v in m.values.items()}, pi=math.pi)
    x = np.zeros(2*len(m.coordinates))
    given = {v["name"]: v["text"] for v in p.get("value", [])}
    for i, q in enumerate(m.coordinates):
        if q not in given:
            return None
        try:
            x[i] = eval(given[q].replace("^", "**"), {"__builtins__": {}}, space)
        except (NameError, SyntaxError, ZeroDivisionError, ValueError, TypeError):
            return None
    return x


def numerics_fail(m, f, x):
    try:
        return not numerics.is_equilibrium(f, x, m.period, f.n)
    except (ValueError, ZeroDivisionError, np.linalg.LinAlgError):
        return False


def completeness(group, s, out):
    """Where the engine says "there are no others", a search finds none."""
    m = group.mechanism
    f = Dynamics(m)
    if f.k or m.period or not m.smooth:
        return
    _, report, _ = engine.study(s.text, "equilibria")
    report = report.get("equilibria", {})
    report = report.get("at_values", report)
    said = " ".join(report.get("complete", []))
    listed = [position(m, p) for p in report.get("position", [])]
    out.count("study equilibria, all", "decided" if "no others" in said else "undecided")
    if "no others" not in said or any(x is None for x in listed):
        return
    for x in numerics.equilibria(f, 3.0):
        apart = [np.abs((x - y + math.pi) % (2*math.pi) - math.pi).max() for y in listed]
        if min(apart, default=1.0) > 1e-4:
            out.say(s, f"study equilibria: {said}; but {x[:f.n]} is one")
            return


def reactions(m, s, out):
    """Printed forces of constraints are the multipliers of the numbers."""
    f = Dynamics(m)
    _, report, _ = engine.study(s.text, "reactions", *s.options)
    lines = [w for w in s.text.splitlines() if w.startswith("constraint ")]
    r = random.Random(11)
    states = [(t, f.project(t, [r.uniform(-1, 1) for _ in range(2*f.n)])) for t in (0.2, 0.9, 1.7)]
    for item in report.get("reactions", {}).get("force", []):
        row, e = lines.index(item["meaning"]) if item.get("meaning") in lines else None, printed(m, item["text"])
        out.count("study reactions", "decided" if e and row is not None else "unread")
        if e is None or row is None:
            continue
        for t, x in states:
            expected = f.multipliers(t, x)
            if expected is None:
                continue
            value = e(t, x)[0]
            if abs(value - expected[row]) > 1e-6*(1 + abs(value) + np.abs(expected).max()):
                out.say(s, f"study reactions: {item['name']} = {item['text']} is {value}, by the numbers {expected[row]}")
                break


def stability(group, f, s, p, out, verdicts):
    m = group.mechanism
    x = position(m, p)
    said = p.get("by_values") or ", ".join(f"{v.get('what')}: {v.get('verdict')}" for v in p.get("verdict", []))
    verdict = {"stable": True, "stable: proved": True, "unstable": False, "stable: refuted": False,
               "not stable": False}.get(said)
    out.count("study stability", "undecided" if verdict is None else "decided")
    if x is None or verdict is None:
        return
    truth = numerics.stability(m, f, x)
    if truth is not None and truth != verdict:
        out.say(s, f"study stability: {words(p)} is said to be {said}, the exponents say stable = {truth}")
    point = np.zeros(len(x)) if group.point is None else group.point
    if not m.period and np.abs(x - point).max() < 1e-12:
        across("stable" if verdict else "not stable", "proved", s, out, verdicts)


def modes(m, f, s, p, out):
    """Printed exponents and squared frequencies are those of the numerical linearization."""
    x = position(m, p)
    printed = str(p)
    if m.period and re.search(r"\bt\b", " ".join(str(v.get("text")) for v in p.get("square", []))):
        out.say(s, f"study modes: a frequency at {words(p)} depends on the time")
    if x is None or m.period or not m.smooth or numerics_fail(m, f, x):
        return
    roots = np.linalg.eigvals(numerics.jacobian(f, 0.0, x))
    for row in p.get("roots", []):
        try:
            value = complex(float(row["real part"]), float(row["imaginary part"]))
        except (KeyError, ValueError):
            continue
        near = min(abs(roots - value))
        if near > 1e-4*(1 + abs(value)):
            out.say(s, f"study modes: the exponent {value} at {words(p)} is none of {roots}")
    for row in p.get("modes", []):
        value = float(row.get("frequency^2", "nan"))
        if math.isfinite(value) and min(abs(roots**2 + value)) > 1e-4*(1 + abs(value)):
            out.say(s, f"study modes: frequency^2 = {value} at {words(p)} is none of {-roots**2}")
    out.count("study modes", "decided" if "roots" in printed or "frequency" in printed else "undecided")
