#!/usr/bin/python3
"""The laboratory's editor with real keys: completion, LaTeX names, hovering, diagnostics, search, undo, leaving it. Prints TAP."""
import os
import sys
import time

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from browser import Browser  # noqa: E402
from laboratory import Laboratory  # noqa: E402
from tap import done, ok  # noqa: E402

PENDULUM = """# how long it is
parameter m = 1 [kg], l = 0.8 [m] # of the rod
parameter g = 9.81 [m/s^2]
coordinate θ [rad]
point B = l*(sin(θ)*world.x - cos(θ)*world.z)
mass m at B
gravity -g*world.z
start θ = 0.5
run 10 [s]
"""
TEXT = "return document.getElementById('editor').editor.text"
PUT = """const { view } = document.getElementById("editor").editor, at = arguments[0].indexOf("|"), text = arguments[0].replace("|", "");
document.getElementById("editor").editor.text = text; view.dispatch({ selection: { anchor: at < 0 ? text.length : at } }); view.focus();"""
OFFERED = """return [...document.querySelectorAll(".cm-tooltip-autocomplete li .cm-completionLabel")].map(l => l.textContent)"""


class Editor:
    def __init__(self, page):
        self.page = page

    def put(self, text):
        """The text, with the cursor at |."""
        self.page.run(PUT, text)

    def keys(self, *keys):
        ActionChains(self.page.driver).send_keys(*keys).perform()

    def chord(self, first, key):
        ActionChains(self.page.driver).key_down(first).send_keys(key).key_up(first).perform()

    @property
    def text(self):
        return self.page.run(TEXT)

    def becomes(self, want):
        return self.page.until(f"return document.getElementById('editor').editor.text === {want!r}".replace("\\\\", "\\"), 5)

    def offered(self, label):
        """Waits until the label is offered."""
        self.page.until(OFFERED + f".includes({label!r})", 5)
        time.sleep(0.2)  # a list that has only just opened takes no keys
        return self.page.run(OFFERED)


def completion(e):
    e.put("coordinate x\n|")
    e.keys("para")
    ok("parameter" in e.offered("parameter"), "a statement is offered")
    e.keys(Keys.TAB)
    ok(e.text == "coordinate x\nparameter m = 1 [kg]", "Tab takes it, with places to fill in", e.text)
    e.keys("M")
    ok(e.text == "coordinate x\nparameter M = 1 [kg]", "the first of which is selected", e.text)
    e.put("coordinate x, alpha [rad]\nparameter length1 = 2\nkinetic energy |")
    e.keys("len")
    ok("length1" in e.offered("length1"), "names that the text declares are offered", e.page.run(OFFERED))
    e.keys(Keys.ESCAPE)
    e.put("coordinate x\nkinetic energy |")
    e.keys("sq")
    ok("sqrt" in e.offered("sqrt"), "and functions", e.page.run(OFFERED))
    e.keys(Keys.ENTER)
    ok(e.becomes("coordinate x\nkinetic energy sqrt(x)"), "Enter takes one", e.text)
    e.put("# nothing in a remark: |")
    e.keys("para")
    ok(e.page.run(OFFERED) == [], "in a remark nothing is offered")


def latex(e):
    for typed, want in (("\\theta ", "θ"), ("\\dot{x}", "x'"), ("\\ddot{\\theta}", "θ''"), ("\\dot\\theta*", "θ'*"),
                        ("\\omega+\\cdot ", "ω+*"), ("\\Omega_s=", "Ω_s="), ("\\nonsense ", "\\nonsense ")):
        e.put("let a = |")
        for key in typed:
            e.keys(key)
        ok(e.text.rstrip("}") == "let a = " + want or e.text == "let a = " + want, f"{typed} becomes {want}", e.text)
        e.keys(Keys.ESCAPE)
    e.put("let a = |")
    e.keys("\\the")
    ok("\\theta" in e.offered("\\theta"), "LaTeX names are offered", e.page.run(OFFERED))
    e.keys(Keys.ENTER)
    ok(e.becomes("let a = θ"), "and taken as letters", e.text)


def hover(e):
    e.put(PENDULUM)
    e.page.until("return document.querySelector('.cm-line')")
    line = e.page.driver.find_elements(By.CSS_SELECTOR, ".cm-line")[5]
    ActionChains(e.page.driver).move_to_element_with_offset(line, 0, 0).perform()  # away from what was seen before
    where = e.page.run("""const { view } = document.getElementById("editor").editor, at = view.state.doc.toString().indexOf("l*(");
        const a = view.coordsAtPos(at), b = view.coordsAtPos(at + 1); return [(a.left + b.right) / 2, (a.top + a.bottom) / 2]""")
    ActionChains(e.page.driver).move_by_offset(0, 0).perform()
    actions = ActionChains(e.page.driver)
    actions.w3c_actions.pointer_action.move_to_location(round(where[0]), round(where[1]))
    actions.perform()
    said = e.page.until("return document.querySelector('.cm-tooltip-hover .tip')?.innerText", 5)
    ok(said and "parameter [m]" in said and "0.8" in said and "of the rod" in said, "hovering: what it is, its unit, value and remark", said)
    e.page.picture("lab_hover")


def diagnostics(e):
    e.put(PENDULUM.replace("mass m", "mas m") + "|")
    e.keys("\n")
    ok(e.page.until("return document.querySelector('.cm-lintRange-error')?.textContent", 10), "a fault is underlined")
    ok(e.page.until("return document.querySelector('.cm-lint-marker-error')", 5), "and marked beside its line")
    e.chord(Keys.CONTROL, "m")
    e.put(PENDULUM.replace("coordinate θ", "coordinate <img src=x onerror=alert(1)>") + "|")
    e.keys("\n")
    e.page.until("return document.querySelector('#diagnostics .error')", 10)
    ok(e.page.run("return !document.querySelector('#diagnostics img, .cm-editor img[src=x]')"), "hostile text stays text")


def search_undo_leave(e):
    e.put("alpha\nbeta\nalpha\n|")
    e.keys("gamma")
    e.chord(Keys.CONTROL, "z")
    ok(e.text == "alpha\nbeta\nalpha\n", "undo", e.text)
    e.chord(Keys.CONTROL, "y")
    ok(e.text == "alpha\nbeta\nalpha\ngamma", "redo", e.text)
    e.put("parameter m = 1\n")
    e.chord(Keys.CONTROL, "z")
    ok(e.text == "parameter m = 1\n", "undo does not bring back another model", e.text)
    e.put("|alpha\nbeta\nalpha\n")
    e.chord(Keys.CONTROL, "f")
    ok(e.page.until("return document.querySelector('.cm-search input[name=search]')", 5), "a search opens")
    e.keys("alpha")
    ok(e.page.until("return document.querySelectorAll('.cm-searchMatch').length === 2", 5), "and marks what it finds")
    e.keys(Keys.ESCAPE)
    ok(e.page.until("return !document.querySelector('.cm-search')", 5), "Escape closes it")
    e.put("let a = |")
    e.keys("(x")
    ok(e.text == "let a = (x)", "brackets are closed", e.text)
    e.keys(Keys.ESCAPE, Keys.TAB)
    ok(not e.page.run("return document.querySelector('#editor').contains(document.activeElement)"), "Tab leaves the editor")
    box = e.page.run("const c = document.querySelector('#editor .cm-content'); return [c.getAttribute('role'), c.getAttribute('aria-label')]")
    ok(box == ["textbox", "model text"], "it is a text box with a name", box)


def colours(e):
    e.put(PENDULUM)
    look = """const of = s => getComputedStyle(document.querySelector(s)).color;
        return [getComputedStyle(document.querySelector('.cm-editor')).backgroundColor, of('.cm-content'), new Set([...document.querySelectorAll('.cm-line span')].map(s => getComputedStyle(s).color)).size]"""
    e.page.dark(False)
    light = e.page.run(look)
    e.page.dark(True)
    dark = e.page.run(look)
    ok(light[0] != dark[0] and light[1] != dark[1] and light[2] >= 4, "coloured, in light and dark", light, dark)
    e.page.picture("lab_editor_dark")
    e.page.dark(False)


def main():
    with Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab, Browser() as page:
        page.driver.get(lab.address)
        page.until('return document.body.dataset.ready && document.querySelector("#equations-body math")')
        e = Editor(page)
        completion(e)
        latex(e)
        hover(e)
        diagnostics(e)
        search_undo_leave(e)
        colours(e)
        faults = page.console()
        ok(not faults, "the console is silent", "\n".join(faults))
    done()


main()
