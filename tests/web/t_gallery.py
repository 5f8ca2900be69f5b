#!/usr/bin/python3
"""Every model of the gallery and of the tutorial in the laboratory: equations and motion shown, or a sentence; the
console silent. Prints TAP."""
import glob
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from browser import Browser  # noqa: E402
from laboratory import Laboratory  # noqa: E402
from tap import done, ok  # noqa: E402

TYPE = """const view = document.getElementById("editor").editor.view; window.shown = [];
window.listening ??= document.addEventListener("visviva:shown", e => window.shown.push(e.detail)) ?? true;
view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: arguments[0] }, userEvent: "input.type" });"""
SETTLED = """return document.getElementById("busy").textContent === "" && (window.shown.includes("motion") || document.querySelector("#diagnostics .error") !== null)"""
SEEN = """return { equations: document.querySelectorAll("#equations-body math").length,
    said: document.getElementById("equations-body").textContent.slice(0, 200) + document.getElementById("account").textContent.slice(0, 600),
    errors: [...document.querySelectorAll("#diagnostics .error")].map(e => e.textContent) }"""


def models():
    """Name and text; of the tutorial those that are no examples of errors."""
    for path in sorted(glob.glob(os.path.join(ROOT, "models", "**", "*.vv"), recursive=True)):
        with open(path, encoding="utf-8") as f:
            yield os.path.relpath(path, ROOT), f.read()
    for path in sorted(glob.glob(os.path.join(ROOT, "doc", "tutorial", "*.md"))):
        with open(path, encoding="utf-8") as f:
            page = f.read()
        for name, text in re.findall(r"<!-- file: (\S+) -->\n```\n(.*?)```", page, re.S):
            if name not in ("wrong.vv", "units.vv"):
                yield f"{os.path.basename(path)}: {name}", text


def main():
    effort = float(os.environ.get("VV_TEST_EFFORT") or 1)
    every = 1 if effort >= 1 else 6  # a part of them where time is dear
    with Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab, Browser() as page:
        page.driver.get(lab.address)
        page.until('return document.body.dataset.ready && document.querySelector("#equations-body math")')
        for i, (name, text) in enumerate(models()):
            if i % every:
                continue
            page.run(TYPE, text)
            settled = page.until(SETTLED, 60)
            seen, faults = page.run(SEEN), page.console()
            # what friction holds or lets slide has a motion, but no equations of rolling
            told = all("leave no degree of freedom" in e and "energy balance: within" in seen["said"] for e in seen["errors"])
            good = settled and told and not faults and (seen["equations"] or seen["said"].strip())
            ok(bool(good), name, json.dumps([settled, seen, faults], ensure_ascii=False))
    done()


main()
