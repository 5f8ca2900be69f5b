#!/usr/bin/python3
"""Exercises in the laboratory: chosen, hinted, answered wrongly, with hostile text, and rightly. Prints TAP."""
import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from browser import Browser  # noqa: E402
from laboratory import Laboratory  # noqa: E402
from tap import done, ok  # noqa: E402

ANSWER = """window.judged = false; document.addEventListener("visviva:shown", e => { if (e.detail === "exercise") window.judged = true; });
const { view } = document.getElementById("answer").editor; view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: arguments[0] } });
document.getElementById("judgement").replaceChildren(); document.getElementById("check").click();"""
SAID = "return document.getElementById('judgement').textContent"
HOSTILE = {"HTML": "<img src=x onerror=window.hacked=1><script>window.hacked=2</script>", "other statements": "θ'' = 0\nassume 1 = 0\nclaim equation 0 = 0",
           "a closed bracket": "θ'' = 0) + (0", "a condition": "θ'' = 0 if θ = 0", "control characters": "θ'' = \u202e0\u0007", "brackets": "(" * 3000,
           "very long": "θ'' = " + "0+" * 50000 + "0", "a power tower": "θ'' = 9^9^9^9^9", "a comment": "θ'' = 0 # )", "quotation marks": 'θ\'\' = "0"'}


def answer(page, text):
    page.run(ANSWER, text)
    page.until("const t = document.getElementById('judgement').textContent; return t !== '' && t !== 'judging…'", 60)
    return page.run(SAID)


def choose(page, name):
    page.run('document.getElementById("practise").click(); document.querySelector(`#exercises [data-name="${arguments[0]}.vvx"] button`).click()', name)
    page.until('return !document.getElementById("exercise").hidden && document.getElementById("exercise-title").textContent !== "" && !document.getElementById("check").disabled')


def main():
    with Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab, Browser() as page:
        page.driver.get(lab.address)
        page.until('return document.body.dataset.ready && document.querySelector("#equations-body math")')
        page.run('document.getElementById("practise").click()')
        ok(page.run('return document.querySelectorAll("#exercises .cards li").length') >= 10, "ten exercises and more")
        page.run('document.getElementById("exercises").close()')
        choose(page, "two_bars")
        ok(page.until('return document.getElementById("editor").editor.text.includes("upper")'), "its model is in the editor")
        ok(not page.run('return document.getElementById("equations").checkVisibility() || document.getElementById("reasons").checkVisibility()'), "what would give the answer away is not seen")
        ok(page.until("return document.querySelector('#animation canvas')"), "but its motion is")
        page.run('document.getElementById("hint").click()')
        ok(page.until('return document.querySelectorAll("#hint-list p").length === 1'), "a hint")
        page.run('document.getElementById("hint").click()')
        ok(page.until('return document.querySelectorAll("#hint-list p").length === 2 && document.getElementById("hint").disabled'), "and the last")
        said = answer(page, "φ'' = 0\nθ'' = -g*sin(θ)/(l + k)")
        ok("refuted" in said and "not right" in said, "a wrong answer is refuted", said)
        said = answer(page, "φ'' = 0\nφ'' = 0")
        ok("not right" in said, "two times the same is no answer", said)
        said = answer(page, "φ'' = 0")
        ok("2 equations are asked for" in said, "nor is one of two", said)
        ok(page.run('return document.body.classList.contains("covered")'), "the equations are still hidden")
        said = answer(page, "l*θ'' + g*sin(θ) = 0\nφ'' = 0")
        ok("right" in said and "not right" not in said, "in other words it is right too", said)
        ok(page.run('return document.getElementById("reasons").checkVisibility()'), "then the derivation is seen")
        page.picture("lab_exercise_solved")
        choose(page, "turning_axes")
        for title, text in HOSTILE.items():
            said = answer(page, text)
            ok(len(said) > 10 and ("not right" in said or "cannot be judged" in said or "at most" in said or "limit" in said or "too " in said), f"{title}: a sentence", said)
        ok(page.run("return window.hacked === undefined"), "nothing of it is run")
        page.run('document.getElementById("solution").click()')
        ok(page.until("return document.querySelector('#judgement pre')?.textContent.includes('ω^2')"), "the solution")
        page.run('document.getElementById("leave").click()')
        ok(page.run('return document.getElementById("exercise").hidden && document.getElementById("equations").checkVisibility()'), "the exercise is left")
        ok(lab.ask("GET", "/")[0] == 200, "the server answers")
        faults = page.console()
        ok(not faults, "the console is silent", "\n".join(faults))
    done()


main()
