#!/usr/bin/python3
"""The laboratory as a person uses it, in headless Chromium. Prints TAP."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from browser import Browser  # noqa: E402
from laboratory import Laboratory, PROGRAM  # noqa: E402
from tap import done, ok  # noqa: E402

# A cart with a pendulum: no model of the repository.
CART = """system "A pendulum on a cart"
parameter M = 2 [kg], m = 0.5 [kg], l = 0.8 [m], g = 9.81 [m/s^2], k = 3 [N/m]
coordinate x [m], θ [rad]
point C = x*world.x
point B = C + l*(sin(θ)*world.x - cos(θ)*world.z)
mass M at C
mass m at B
gravity -g*world.z
potential k/2*x^2
start x = 0.2, θ = 0.5
run 10 [s]
"""

TYPE = """const view = document.getElementById("editor").editor.view;
window.typed = performance.now(); window.shown = null;
document.addEventListener("visviva:shown", e => { if (e.detail === arguments[1]) window.shown ??= performance.now() - window.typed; });
view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: arguments[0] }, userEvent: "input.type" });"""
TEXT = "return document.getElementById('editor').editor.text"
SELECTED = """const { state } = document.getElementById("editor").editor.view, { from, to } = state.selection.main;
return state.sliceDoc(from - arguments[0], to + arguments[1])"""
EQUATIONS = 'return [...document.querySelectorAll("#equations-body [data-text]")].map(e => e.dataset.text)'


# the animation as drawn now: a sum over its pixels
PIXELS = """const p = document.querySelector("#animation canvas"), r = p.getContext("webgl2"); p.dispatchEvent(new Event("x"));
    const b = new Uint8Array(4 * p.width * p.height); r.readPixels(0, 0, p.width, p.height, r.RGBA, r.UNSIGNED_BYTE, b);
    let h = 0; for (let i = 0; i < b.length; i += 4) h = (h * 31 + b[i] + 7 * b[i + 1] + 3 * b[i + 2]) % 1000003; return h"""


def type_in(page, text, kind="equations"):
    """Types a model and waits until the page has answered."""
    page.run(TYPE, text, kind)
    return page.until("return window.shown")


def derived(text):
    out = subprocess.run([PROGRAM, "derive", "-", "--format", "json"], input=text.encode(), check=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return [e["text"] for s in json.loads(out)["systems"] for e in s["equations"]]


def editing(page):
    ok(type_in(page, CART), "a model is typed")
    ok(page.run(EQUATIONS) == derived(CART), "its equations are those of derive", page.run(EQUATIONS))
    other = CART.replace("k/2*x^2", "k/2*x^2*cos(θ)")
    type_in(page, other)
    ok(page.run(EQUATIONS) == derived(other) != derived(CART), "another model, other equations", page.run(EQUATIONS))
    type_in(page, CART.replace("sin(θ)", "sin(φ)"))
    said = page.run('return document.querySelector("#diagnostics .error")?.textContent')
    ok(said and said.startswith("5:") and "φ" in said, "a fault is reported at its place", said)
    ok(page.run('return document.querySelector(".cm-content .cm-lintRange-error")?.textContent') == "φ", "and underlined there")
    faint = page.run('return ["equations-body", "plot", "animation", "steps-body", "values"].filter(i => !document.getElementById(i).classList.contains("stale"))')
    ok(faint == [], "what is seen of the model before is faint", faint)
    page.run('document.querySelector("#diagnostics button").click()')
    ok(page.run(SELECTED, 0, 0) == "φ",
       "a click goes there")
    page.picture("lab_diagnostic")
    type_in(page, CART + "force F*world.x at world.origin\nforce F*world.z at world.origin\n")
    said = page.run('return [...document.querySelectorAll("#diagnostics button")].map(b => b.textContent)')
    ok(len(said) == 2 and "unknown name 'F'" in said[0] and said[1].endswith(": used here too"), "a name that is used twice is reported with both places", said)
    page.run('document.querySelectorAll("#diagnostics button")[1].click()')
    ok(page.run(SELECTED, 6, 8) == "force F*world.z",
       "and a click goes to the second")
    type_in(page, CART)
    ok(not page.run('return document.querySelector("#diagnostics .error")'), "mended, nothing is left of it")


def motion(page):
    ok(page.until('return document.querySelector("#plot path")'), "the motion is plotted")
    ok(page.until('return document.getElementById("account").textContent.includes("energy balance: within")'), "and audited")
    ok(page.until('return !document.getElementById("plot").classList.contains("stale")'), "no longer faint")
    before = page.run('return document.querySelector("#plot path").getAttribute("d")')
    page.run("""const r = document.querySelector('#sliders [type=range][data-name="l"]'); r.value = 1.3;
        window.typed = performance.now(); window.shown = null; r.dispatchEvent(new Event("input", { bubbles: true }));""")
    page.until("return window.shown !== null || document.querySelector('#plot path').getAttribute('d') !== arguments[0]")
    page.until("return !document.getElementById('plot').classList.contains('stale')")
    ok(page.run('return document.querySelector("#plot path").getAttribute("d")') != before, "a slider gives another motion")
    page.until("return document.querySelector('#animation canvas')")
    ok(page.run("return document.querySelectorAll('#animation canvas').length") == 1, "it is animated, by WebGL",
       page.run("return document.getElementById('animation').textContent"))
    first = page.run(PIXELS)
    ok(page.until(PIXELS + f" !== {json.dumps(first)}"), "and what is seen changes with the time")
    page.picture("lab_motion")
    page.run("""window.kept = null; const made = URL.createObjectURL;
        URL.createObjectURL = blob => { blob.text().then(t => { window.kept = t; }); return made(blob); };
        document.getElementById("share").click();""")
    kept = page.until("return window.kept", 60) or ""
    ok(kept.startswith("<!DOCTYPE html>") and "<math" in kept and "A pendulum on a cart" in kept and 'src="' not in kept,
       "share: one page with all of it", kept[:200])


def beside(page):
    """A motion is kept, and another is seen beside it."""
    lines = 'return [...document.querySelectorAll("#plot path")].map(p => p.getAttribute("d"))'
    before = page.run(lines)
    page.run('document.getElementById("keep").click()')
    page.run("""const r = document.querySelector('#sliders [type=range][data-name="l"]'); r.value = 0.4;
        r.dispatchEvent(new Event("input", { bubbles: true }));""")
    ok(page.until("return document.querySelectorAll('#animation canvas').length === 2 && "
                  "!document.getElementById('plot').classList.contains('stale')"), "a motion kept is animated beside the next")
    half = f"p.length === {2 * len(before)} && p[0] !== p[{len(before)}]"
    ok(page.until(f"const p = (() => {{ {lines} }})(); return {half}"), "and plotted with it", page.run(lines))
    page.until("return window.visviva && document.querySelectorAll('#animation figcaption').length === 2")
    said = page.run('return [...document.querySelectorAll("#animation figcaption")].map(c => c.textContent)')
    ok(said == ["kept: l = 1.3", "now"], "each has its title", said)
    page.picture("lab_beside")
    page.run('document.getElementById("keep").click()')
    ok(page.until("return document.querySelectorAll('#animation canvas').length === 1") and len(page.run(lines)) == len(before),
       "let go, it is gone")


def same_look(page):
    """What the reader chose of the animation outlives the next motion."""
    page.run("""const box = document.querySelector("#animation"), speed = box.querySelector('[aria-label="speed"]');
        box.querySelector(".play").click(); speed.value = "0.25"; speed.dispatchEvent(new Event("change"));
        box.querySelector('[name="frames"]').click(); window.before = box.querySelector("canvas");
        const r = document.querySelector('#sliders [type=range][data-name="l"]'); r.value = 0.9; r.dispatchEvent(new Event("input", { bubbles: true }));""")
    ok(page.until('const c = document.querySelector("#animation canvas"); return c && c !== window.before'), "a slider makes another scene")
    look = page.run("""const box = document.querySelector("#animation");
        return [box.querySelector(".play").textContent, box.querySelector('[aria-label="speed"]').value, box.querySelector('[name="frames"]').checked]""")
    ok(look == ["Play", "0.25", True], "which is looked at as the last one was", look)


def keys(page):
    """Without a mouse: tabs by arrows, Home and End; what is read aloud."""
    press = lambda key: ActionChains(page.driver).send_keys(key).perform() or page.run("return document.activeElement.id")
    page.run('document.getElementById("tab-steps").focus()')
    went = [press(k) for k in (Keys.END, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.HOME, Keys.ARROW_RIGHT)]
    ok(went == [f"tab-{t}" for t in ("audit", "steps", "audit", "steps", "proof")], "the tabs obey the keys", went)
    ok(page.until('return document.querySelector("#proof-body .verdict, #proof-body table")'), "a tab that is chosen is filled")
    page.run('document.getElementById("tab-steps").click()')
    nodes = [n for n in page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"] if not n.get("ignored")]
    of = lambda *roles: [n["name"]["value"] for n in nodes if n["role"]["value"] in roles]
    ok(all(of("button", "checkbox", "combobox", "slider", "spinbutton", "tab", "textbox")), "every control has a name")
    ok({"m", "M", "l", "g", "k", "time", "x at the start", "θ at the start"} <= set(of("slider")), "the sliders that of their quantity", of("slider"))
    ok("parameters and initial values" in of("group"), "and stand in a group that has one", of("group"))


def headings(page):
    type_in(page, CART + "show dot(B, world.x), x^2\n")
    names = 'return [...document.querySelectorAll("#up label")].map(l => l.textContent)'
    page.until('return [...document.querySelectorAll("#up label")].some(l => l.textContent === "x^2")')
    ok(page.run(names) == ["time", "x", "θ", "x'", "θ'", "dot(B, world.x)", "x^2"], "a column's name may have a comma", page.run(names))
    type_in(page, CART)


def value(page, name):
    return page.run('return document.getElementById(`value-${arguments[0]}`)?.value', name)


def put(page, name, text):
    """Types a value and waits for the motion that it gives."""
    page.run("""const e = document.getElementById(`value-${arguments[0]}`); window.shown = null;
        document.addEventListener("visviva:shown", e => { if (e.detail === "motion") window.shown = true; });
        e.value = arguments[1]; e.dispatchEvent(new Event("change", { bubbles: true }));""", name, text)
    page.until("return window.shown")


def ran(name, text):
    """The end of the motion with a value set on the command line."""
    out = subprocess.run([PROGRAM, "run", "-", "--set", f"{name}={text}"], input=CART.encode(), check=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    return float(out.splitlines()[-1].split(",")[1])


LAST = """const d = document.querySelector("#plot path").getAttribute("d"); return d.slice(d.lastIndexOf("L"))"""


def values(page):
    """Parameters and initial values: typed, grouped, found, refused, and set back."""
    type_in(page, CART)
    page.until('return document.getElementById("value-θ")')
    page.run('document.getElementById("reset").click()')
    page.until('return document.getElementById("reset").hidden')
    groups = page.run('return [...document.querySelectorAll("#sliders > :is(section, details)")].map(g => g.firstChild.textContent)')
    ok(groups == ["Parameters", "Start", "Start, not stated"], "values are in groups", groups)
    ok([value(page, n) for n in ("M", "k", "x", "θ", "x'")] == ["2", "3", "0.2", "0.5", ""], "with what the model states")
    units = page.run('return [...document.querySelectorAll("#sliders .unit")].map(u => u.textContent)')
    ok(units[:7] == ["kg", "kg", "m", "m/s^2", "N/m", "m", "rad"], "in the units of the text", units)
    before = page.run(LAST)
    put(page, "θ", "40 [deg]")
    ok(page.until(f"return (() => {{ {LAST} }})() !== {json.dumps(before)}"), "an initial value is typed, with a unit")
    there = page.run("""const t = document.getElementById("account").textContent; return t""")
    put(page, "θ", "pi/5")
    ok(page.run('return document.querySelector("#sliders [type=range][data-name=θ]").value').startswith("0.6283"), "or as a number that is exact; its slider goes there")
    ok(abs(ran("θ", "pi/5") - ran("θ", "0.62831853071795865")) < 1e-6 and "energy balance" in there, "the command reads it alike")
    put(page, "m", "heavy")
    page.until('return !document.getElementById("values-note").hidden')
    said = page.run('return document.getElementById("values-note").textContent')
    ok("m=heavy" in said and "heavy" in said, "what is no value is refused in a sentence", said)
    ok(page.run('return document.getElementById("value-m").getAttribute("aria-invalid")') == "true", "at its place")
    put(page, "m", "0.7")
    ok(page.until('return document.getElementById("values-note").hidden'), "and mended")
    type_in(page, CART.replace("m = 0.5", "m = 0.9"))
    page.until("return document.getElementById('value-m').value === '0.9'")
    ok([value(page, "m"), page.run('return document.querySelector(".value[data-name=m]").classList.contains("changed")')] == ["0.9", False],
       "a value that the text states anew is that of the text", value(page, "m"))
    page.run('const f = document.getElementById("find"); f.value = "θ"; f.dispatchEvent(new Event("input"))')
    seen = page.run('return [...document.querySelectorAll("#sliders .value")].filter(v => v.checkVisibility()).map(v => v.dataset.name)')
    ok(seen == ["θ", "θ'"], "a value is found by its name", seen)
    page.run('const f = document.getElementById("find"); f.value = ""; f.dispatchEvent(new Event("input")); document.getElementById("reset").click()')
    ok(page.until('return document.getElementById("value-θ").value === "0.5"'), "Reset all: what the model says")
    type_in(page, CART.replace("k = 3 [N/m]", "k [N/m]"))
    ok(page.until('return document.getElementById("trouble").textContent.startsWith("A motion needs numbers: k has no value")'), "what lacks a value is named",
       page.run('return document.getElementById("trouble").textContent'))
    page.run('document.querySelector("#trouble button").click()')
    ok(page.until('return document.getElementById("trouble").hidden && document.querySelector("#plot path")'), "and moves once it has one")
    type_in(page, CART)


def own_text(page):
    """A look at the gallery does not cost what was written."""
    choose = """document.getElementById("browse").click(); document.querySelector(`#gallery [data-name="${arguments[0]}"] button`).click();
        return document.getElementById("editor").editor.text"""
    mine = CART + "# mine\n"
    type_in(page, mine)
    ok("mine" not in page.run(choose, "top.vv"), "the gallery's model takes the place of the text")
    ok(page.run(choose, "rolling_hoop.vv") != mine and page.run(choose, "own") == mine, "which is there to come back to")
    page.run('document.getElementById("browse").click()')
    count = lambda: page.run('return document.querySelectorAll("#gallery .cards li[data-name]").length')
    whole = count()
    page.run('const s = document.getElementById("gallery-search"); s.value = "appell hoop"; s.dispatchEvent(new Event("input"))')
    some = page.run('return [...document.querySelectorAll("#gallery .cards li")].map(c => c.dataset.name)')
    ok("book/hoop.vv" in some and 2 < len(some) < whole / 3, "models are found by words", some)
    page.run('const s = document.getElementById("gallery-search"); s.value = ""; s.dispatchEvent(new Event("input")); '
             'document.querySelector("#gallery [data-topic=rolling]").click()')
    ok("rolling_disc.vv" in page.run('return [...document.querySelectorAll("#gallery .cards li")].map(c => c.dataset.name)') and count() < whole, "and by topics")
    drawn = 'return document.querySelector("#gallery [data-name=\'rolling_disc.vv\'] img")?.naturalWidth > 100'
    ok(page.until(drawn), "what is in view is sketched by the engine")
    page.run('const s = document.getElementById("gallery-search"); s.value = "no such mechanism"; s.dispatchEvent(new Event("input"))')
    ok("Nothing has" in page.run('return document.querySelector("#gallery .cards").textContent'), "nothing found is said")
    page.run('const s = document.getElementById("gallery-search"); s.value = ""; s.dispatchEvent(new Event("input")); document.querySelector("#gallery .topics button").click(); document.getElementById("gallery").close()')
    type_in(page, CART)


def cancelling(page, lab):
    type_in(page, CART.replace("run 10 [s]", "run 1e8 [s]"))  # the motion is looked at: it is run at once
    seen = page.until('return !document.getElementById("cancel").hidden', 5)
    far = page.until('const p = document.getElementById("progress"); return !p.hidden && p.hasAttribute("value") && '
                     'document.getElementById("busy").textContent', 5)
    ok(far and "motion" in far and "%" in far, "it tells how far it is", far)
    page.picture("lab_progress")
    page.run('document.getElementById("cancel").click()')
    ok(seen and page.until('return document.getElementById("account").textContent.includes("cancelled")'), "long work is cancelled")
    ok(page.run("return document.activeElement.id") == "tab-steps", "the keys go on from there")
    ok(page.run('return document.getElementById("busy").textContent') == "", "and nothing is at work any more")
    ok(page.run('return document.getElementById("progress").hidden'), "nor shown to be")
    ok(lab.ask("GET", "/")[0] == 200, "the server answers")


def tabs(page, lab):
    """Two pages of one laboratory."""
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    page.driver.get(lab.address)
    page.until('return document.body.dataset.ready && document.querySelector("#equations-body [data-text]")')
    mine = page.run(EQUATIONS)
    second = page.driver.current_window_handle
    page.driver.switch_to.window(first)
    type_in(page, CART)
    page.driver.switch_to.window(second)
    ok(page.run(EQUATIONS) == mine and mine != derived(CART), "two pages do not disturb each other")
    page.driver.close()
    page.driver.switch_to.window(first)
    ok(page.run(EQUATIONS) == derived(CART), "the first goes on")


def main():
    with Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab, Browser() as page:
        page.driver.get(lab.address)
        ok(page.until('return document.body.dataset.ready && document.querySelector("#equations-body [data-text]")'), "the page opens with equations")
        page.picture("lab")
        editing(page)
        motion(page)
        beside(page)
        same_look(page)
        keys(page)
        headings(page)
        values(page)
        own_text(page)
        cancelling(page, lab)
        tabs(page, lab)
        page.driver.set_window_size(800, 1100)
        ok(page.run("return document.documentElement.scrollWidth <= window.innerWidth"), "it fits a tablet")
        page.picture("lab_tablet")
        page.size(320, 720)
        ok(page.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "and a telephone")
        faults = [m for m in page.console()]
        ok(not faults, "the console is silent", "\n".join(faults))
    done()


main()
