"""The laboratory in headless Chromium: from a keystroke to the hoop's equations on the page, from a slider to the motion redrawn.

    lab.py VISVIVA          needs chromium, chromium-driver and python3-selenium

Measured in the page itself, 20 times after 3 warm-up runs, each when the page is at rest, including the pause after a
keystroke (20 ms). Prints Markdown."""
import os
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
os.environ.setdefault("VISVIVA", os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "build", "visviva"))
sys.path[:0] = [os.path.join(ROOT, "tests", "web"), os.path.join(ROOT, "tests", "e2e")]

TIMES, WARM = 20, 3
REST = 0.5  # seconds between two: the reader looks at what has changed
CLOCK = """const done = arguments[arguments.length - 1], kind = arguments[0], begun = performance.now();
document.addEventListener("visviva:shown", function heard(e) {
  if (e.detail !== kind) return;
  document.removeEventListener("visviva:shown", heard);
  requestAnimationFrame(() => done(performance.now() - begun));
});"""
KEY = CLOCK + """const view = document.getElementById("editor").editor.view;
view.dispatch({ changes: { from: view.state.doc.length, insert: " " }, userEvent: "input.type" });"""
SLIDER = CLOCK + """const r = document.querySelector("#sliders [type=range]"); r.value = Number(r.value) * (1 + 0.01 * (arguments[1] % 2 ? 1 : -1));
r.dispatchEvent(new Event("input", { bubbles: true }));"""


SETTLED = 'return document.getElementById("busy").textContent === "" && document.querySelector("#animation canvas")'


def measure(page, script, kind):
    taken = []
    for i in range(WARM + TIMES):
        page.until(SETTLED)
        time.sleep(REST)
        taken.append(page.driver.execute_async_script(script, kind, i))
    return min(taken[WARM:]), statistics.median(taken[WARM:])


def main():
    from browser import Browser
    from laboratory import Laboratory
    with Laboratory("models/rolling_hoop.vv") as lab, Browser() as page:
        page.driver.get(lab.address)
        page.until('return document.body.dataset.ready && document.querySelector("#equations-body math")')
        rows = [("a keystroke to the hoop's equations", 100, measure(page, KEY, "equations"))]
        page.until('return document.querySelector("#plot path") && document.getElementById("busy").textContent === ""')
        rows.append(("a slider to its motion redrawn", 150, measure(page, SLIDER, "motion")))
    print("## The laboratory, in the browser\n\n| from … to … | goal | best | median |\n| --- | --- | --- | --- |")
    for what, goal, (best, median) in rows:
        print(f"| {what} | < {goal} ms | {best:.0f} ms | {median:.0f} ms |")


main()
