#!/usr/bin/python3
"""The laboratory at the sizes of a laptop, a large screen and a telephone, light and dark: what is seen together, nothing
over anything else, accessible by axe-core, the console silent; reports likewise, folded and opened. Prints TAP."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from browser import Browser  # noqa: E402
from laboratory import Laboratory, PROGRAM  # noqa: E402
from tap import done, ok, skip  # noqa: E402

READY = """return document.body.dataset.ready && document.getElementById("busy").textContent === "" && document.querySelector("#equations-body math") &&
    document.querySelector("#steps-body math") && document.querySelector("#animation canvas") && document.querySelector("#plot path") && document.querySelector("#sliders .value")"""

# what is cut or covered: of each control and pane that is seen, the boxes that it shares with one that is not inside it
OVERLAPS = """
const seen = [...document.querySelectorAll(arguments[0])]
  .filter(e => e.checkVisibility() && !e.closest(".cm-editor .cm-editor, .cm-scroller, .cm-panels")).map(e => {
    const words = document.createRange();
    words.selectNodeContents(e); /* a block reaches beneath what floats beside its words */
    let { left, top, right, bottom } = (e.matches("h1, h2, h3, h4, .verdict") ? words : e).getBoundingClientRect();
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {  /* what a scrolled pane cuts off is not seen */
      const style = getComputedStyle(p), box = p.getBoundingClientRect();
      if (style.overflowY !== "visible") { top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom); left = Math.max(left, box.left); right = Math.min(right, box.right); }
    }
    return { e, left, top, right, bottom };
  }).filter(b => b.right - b.left > 1 && b.bottom - b.top > 1);
const name = e => e.id || e.getAttribute("aria-label") || e.textContent.slice(0, 20) || e.tagName, out = [];
seen.forEach((a, i) => seen.slice(i + 1).forEach(b => {
  if (a.e.contains(b.e) || b.e.contains(a.e)) return;
  const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (w > 1 && h > 1) out.push(`${name(a.e)} / ${name(b.e)}`);
}));
return out;"""
LABORATORY = "header button, header h1, main :is(button, select, input, h2, h3, canvas, summary, .value > label, .value > .unit, #plot svg, .cm-editor)"
REPORT = "h1, nav a, section > h2, section > h3, section > h4, summary, canvas, figure svg, figcaption, table, .formula .body, .formula .label, .fact, .verdict, .controls > *, .layers label"
OUTSIDE = """return [...document.querySelectorAll("header *, main .pane, #writing")].filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1)
    .map(e => e.id || e.tagName)"""
TOGETHER = """return ["editor", "sliders", "equations-body", "steps", "animation", "plot"].map(id => {
    const b = document.getElementById(id).getBoundingClientRect(); return b.top >= 0 && b.bottom <= innerHeight && b.left >= 0 && b.right <= innerWidth && b.height > 120 && b.width > 250; })"""
AXE = """const done = arguments[arguments.length - 1];
axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }).then(r => done(r.violations.map(v => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.target + " " + (n.any[0]?.message ?? "")).join("; ")}`)), e => done([String(e)]));"""


def axe():
    made = subprocess.run([os.path.join(ROOT, "tools", "node_packages"), "tests/web/axe"], capture_output=True, text=True)
    if made.returncode:
        return None
    with open(os.path.join(made.stdout.strip(), "node_modules", "axe-core", "axe.min.js"), encoding="utf-8") as f:
        return f.read()


def accessible(page, script, title):
    if script is None:
        return skip(f"{title}: accessible", "no npm on this machine, or no registry")
    page.run(script + "; window.axe = axe;")
    found = page.driver.execute_async_script(AXE)
    ok(not found, f"{title}: accessible by axe-core", "\n".join(found))


def sound(page, title):
    overlaps = page.run(OVERLAPS, LABORATORY)
    ok(not overlaps, f"{title}: nothing lies over anything else", "\n".join(overlaps[:12]))
    outside = page.run(OUTSIDE)
    ok(not outside and page.run("return document.documentElement.scrollWidth <= innerWidth"), f"{title}: nothing sticks out", outside)


def reports(page, script, folder):
    """Two reports on a screen, by night and on a telephone."""
    for name in ("double_pendulum", "rolling_hoop"):
        path = os.path.join(folder, name + ".html")
        subprocess.run([PROGRAM, "report", os.path.join(ROOT, "models", name + ".vv"), "-o", path], check=False, capture_output=True)
        for width, height, dark in ((1280, 720, False), (1280, 720, True), (390, 844, False)):
            title = f"report of {name}, {width}x{height}{' dark' if dark else ''}"
            page.dark(dark)
            page.size(width, height)
            page.driver.get("file://" + path)
            ok(page.until("return visviva.players?.length === 1"), f"{title}: its animation is there")
            page.run("visviva.players[0].toggle(false)")
            for opened in (False, True):
                page.run("document.querySelectorAll('details').forEach(d => { d.open = arguments[0]; })", opened)
                state = f"{title}, {'opened' if opened else 'folded'}"
                overlaps = page.run(OVERLAPS, REPORT)
                ok(not overlaps, f"{state}: nothing lies over anything else", "\n".join(overlaps[:12]))
                ok(page.run("return document.documentElement.scrollWidth <= innerWidth"), f"{state}: nothing sticks out")
            accessible(page, script, title)
    page.dark(False)


def main():
    script = axe()
    with tempfile.TemporaryDirectory() as folder, Browser(1280, 720) as page:
        reports(page, script, folder)
        ok(not page.console(), "reports: the console is silent")
    with Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab, Browser(1920, 1200) as page:
        for dark in (False, True):
            for width, height in ((1280, 720), (1920, 1080), (390, 844)):
                title = f"{width}x{height}{' dark' if dark else ''}"
                page.dark(dark)
                page.size(width, height)
                page.driver.get(lab.address)
                ok(page.until(READY, 60), f"{title}: all of it is there")
                sound(page, title)
                if width > 1000:
                    ok(all(page.run(TOGETHER)), f"{title}: text, values, equations, steps, animation and curves are seen together", page.run(TOGETHER))
                page.run("document.querySelector('.play')?.textContent === 'Pause' && document.querySelector('.play').click()")
                accessible(page, script, title)
                page.picture(f"lab_{title.replace(' ', '_')}")
                page.run('document.getElementById("browse").click()')
                page.until('return [...document.querySelectorAll("#gallery img")].length > 2')
                page.picture(f"lab_gallery_{title.replace(' ', '_')}")
                accessible(page, script, f"{title}, gallery")
                page.run('document.getElementById("gallery").close(); document.getElementById("practise").click(); document.querySelector("#exercises li button").click()')
                page.until('return !document.getElementById("exercise").hidden && Boolean(document.getElementById("answer").editor)')
                page.until(READY.replace('#equations-body math', '#task p').replace('document.querySelector("#steps-body math") &&', ''))
                sound(page, f"{title}, exercise")
                accessible(page, script, f"{title}, exercise")
                page.picture(f"lab_exercise_{title.replace(' ', '_')}")
        faults = page.console()
        ok(not faults, "the console is silent", "\n".join(faults))
    done()


main()
