"""The laboratory in headless Chromium: from a keystroke to the hoop's equations on the page, from a slider to the motion redrawn.

    lab.py VISVIVA          needs chromium, chromium-driver and python3-selenium

Measured in the page itself, 20 times after 3 warm-up runs, each when the page is at rest, including the pause after a
keystroke (20 ms), once with the animation drawn by the processor and once without it: what a graphics processor leaves of
it lies between the two. Prints Markdown."""
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


SETTLED = 'return document.getElementById("busy").textContent === "" && document.querySelector("#animation canvas, #animation .no-webgl")'


def measure(page, script, kind):
    taken = []
    for i in range(WARM + TIMES):
        page.until(SETTLED)
        time.sleep(REST)
        taken.append(page.driver.execute_async_script(script, kind, i))
    return min(taken[WARM:]), statistics.median(taken[WARM:])


def rows(title, *flags):
    from browser import Browser
    from laboratory import Laboratory
    with Laboratory("models/rolling_hoop.vv") as lab, Browser(1280, 720, *flags) as page:
        page.driver.get(lab.address)
        page.until('return document.body.dataset.ready && document.querySelector("#equations-body math") && document.querySelector("#plot path")')
        yield f"a keystroke to the hoop's equations, {title}", 100, measure(page, KEY, "equations")
        yield f"a slider to its motion redrawn, {title}", 150, measure(page, SLIDER, "motion")


def main():
    print("## The laboratory, in the browser\n\n| from … to … | goal | best | median |\n| --- | --- | --- | --- |")
    for title, flags in (("software WebGL", ()), ("without the animation", ("--disable-3d-apis",))):
        for what, goal, (best, median) in rows(title, *flags):
            print(f"| {what} | < {goal} ms | {best:.0f} ms | {median:.0f} ms |", flush=True)


main()
