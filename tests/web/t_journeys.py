#!/usr/bin/python3
"""A teacher prepares a lesson in the laboratory and a pupil takes it up, by clicks and keys only: a model from the gallery, a slider, a
curve, a page and a link; the link opens with the teacher's values; an exercise answered wrongly, with a hint, rightly. Actions and
seconds are printed (the other readers' ways: tests/e2e/t_journeys.py). Prints TAP."""
import os
import sys
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from browser import Browser  # noqa: E402
from laboratory import Laboratory  # noqa: E402
from tap import done, ok  # noqa: E402

READY = """return document.body.dataset.ready && document.getElementById("busy").textContent === "" && document.querySelector("#plot path") &&
    document.querySelector("#animation canvas")"""


class Reader:
    """What somebody does with mouse and keys, counted."""

    def __init__(self, who, page):
        self.who, self.page, self.actions, self.begun = who, page, 0, time.monotonic()

    def find(self, selector):
        self.page.until(f"return Boolean(document.querySelector({selector!r}))")
        return self.page.driver.find_element(By.CSS_SELECTOR, selector)

    def opens(self, address):
        self.actions += 1
        self.page.driver.get("about:blank")
        self.page.driver.get(address)

    def clicks(self, selector):
        self.actions += 1
        self.find(selector).click()

    def types(self, selector, *keys):
        self.actions += 1
        self.find(selector).send_keys(*keys)

    def sees(self, script, title, limit=60):
        seen = self.page.until(script, limit)
        ok(bool(seen), f"{self.who}: {title}", seen, self.page.run("return document.getElementById('said')?.textContent"))
        return seen

    def arrives(self, most):
        faults = self.page.console()
        ok(not faults, f"{self.who}: the console is silent", "\n".join(faults))
        ok(self.actions <= most, f"{self.who}: at the goal", self.actions)
        print(f"# {self.who}: {self.actions} actions, {time.monotonic() - self.begun:.1f} s")


def teacher(lab, page):
    t = Reader("teacher", page)
    t.opens(lab.address)
    t.sees(READY, "the laboratory is there, with a model that moves")
    t.clicks("#browse")
    t.types("#gallery input[type=search]", "bead hoop")
    t.sees("return document.querySelectorAll('#gallery .cards li:not([data-name=own])').length > 0", "the gallery is searched")
    t.clicks("#gallery .cards li[data-name*=bead_on_hoop] button")
    t.sees("return document.getElementById('editor').editor.text.includes('hoop') && document.getElementById('value-Ω')", "the model is in the editor, its values have sliders")
    t.sees(READY, "it moves")
    t.clicks("#keep")
    t.types("#value-Ω", Keys.CONTROL, "a", Keys.NULL, "5", Keys.ENTER)
    t.sees(READY + "&& document.querySelectorAll('.stage.two canvas').length === 2", "the slower motion stays beside the faster one")
    page.run("const made = URL.createObjectURL; URL.createObjectURL = b => { b.text().then(x => { window.kept = x; }); return made(b); };")
    t.clicks("#share")
    kept = t.sees("return window.kept", "the page for the pupils is made", 90)
    ok("<!DOCTYPE html>" in kept[:40] and "value in the text" in kept, "teacher: it has the values of the slider beside those of the text")
    t.clicks("#link")
    address = t.sees("return location.hash.startsWith('#model=') && location.href", "the link is made")
    t.arrives(10)
    return address


def pupil(lab, page, address):
    p = Reader("pupil", page)
    p.opens(address)
    p.sees(READY + "&& document.getElementById('value-Ω')?.value === '5'", "the link opens with the teacher's value")
    ok(page.run("return document.querySelectorAll('#equations-body math').length > 0"), "pupil: with equations")
    p.clicks("#practise")
    p.clicks("#exercises .cards li[data-name*=two_bars] button")
    p.sees("return !document.getElementById('exercise').hidden && document.querySelector('#answer .cm-content')", "an exercise is open")
    p.types("#answer .cm-content", "\\theta'' = -g*sin(\\theta )/(l + k)")
    p.clicks("#check")
    p.sees("return document.getElementById('judgement').textContent.includes('2 equations are asked for')", "one equation of two is not enough, and it is said")
    p.clicks("#hint")
    p.sees("return document.querySelectorAll('#hint-list p').length === 1", "a hint")
    p.types("#answer .cm-content", Keys.CONTROL, "a", Keys.NULL, "l*θ'' + g*sin(θ) = 0", Keys.ENTER, "φ'' = 0")
    p.clicks("#check")
    p.sees("return /right/.test(document.getElementById('judgement').textContent) && !/not right/.test(document.getElementById('judgement').textContent)", "the answer is right")
    p.sees("return document.getElementById('reasons').checkVisibility()", "and the derivation is shown")
    p.arrives(8)


def main():
    with Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab:
        with Browser(1280, 720) as page:
            address = teacher(lab, page)
        with Browser(1280, 720) as page:
            pupil(lab, page, address)
    done()


main()
