#!/usr/bin/python3
"""Links and reports of the laboratory: what is shared opens again with its values; what is cut, made up or too long is
told in a sentence. Prints TAP."""
import base64
import json
import os
import subprocess
import sys
import tempfile
import zlib

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from browser import Browser  # noqa: E402
from laboratory import Laboratory, PROGRAM  # noqa: E402
from tap import done, ok  # noqa: E402

MODEL = """system "A swing </script><script>window.hacked=1</script>"
parameter m = 1, l = 0.8, g = 9.81   # <img src=x onerror=window.hacked=2>
coordinate θ
point P = l*(sin(θ)*world.x - cos(θ)*world.z)
mass m at P
gravity -g*world.z
start θ = 0.5
run 5
"""
READY = """return document.body.dataset.ready && document.getElementById("busy").textContent === "" && document.querySelector("#plot path")"""
TEXT = "return document.getElementById('editor').editor.text"
SAID = "return document.getElementById('said').textContent"


def link(data):
    """The fragment as the page makes it."""
    return "#model=" + base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


def go(page, lab, fragment):
    page.driver.get("about:blank")
    page.driver.get(lab.address + fragment)
    return page.until(READY, 60)


def values(page, *names):
    return [page.run('return document.getElementById(`value-${arguments[0]}`)?.value', n) for n in names]


def links(page, lab):
    go(page, lab, "")
    page.run("""const view = document.getElementById("editor").editor.view;
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: arguments[0] }, userEvent: "input.type" });""", MODEL)
    page.until('return document.getElementById("value-l")?.value === "0.8"')
    for name, text in (("l", "1.25"), ("θ", "pi/3")):
        page.run("""const e = document.getElementById(`value-${arguments[0]}`); e.value = arguments[1];
            e.dispatchEvent(new Event("change", { bubbles: true }));""", name, text)
    page.run('document.getElementById("until").value = "3"; document.getElementById("link").click()')
    ok(page.until('return location.hash.startsWith("#model=")') and "link" in page.run(SAID), "a link is made", page.run(SAID))
    made = page.run("return location.hash")
    found = json.loads(zlib.decompress(base64.urlsafe_b64decode(made[7:] + "=" * (-len(made[7:]) % 4))))
    ok(found["text"] == MODEL and found["set"] == {"l": "1.25", "θ": "pi/3"} and found["until"] == "3", "it holds text, values and duration", found)
    go(page, lab, made)
    ok(page.run(TEXT) == MODEL and values(page, "l", "θ") == ["1.25", "pi/3"] and page.run('return document.getElementById("until").value') == "3",
       "it opens as it was", values(page, "l", "θ"))
    ok(page.run("return window.hacked === undefined"), "no text of it is run")
    page.run('document.getElementById("editor").editor.view.dispatch({ changes: { from: 0, insert: "# mine\\n" }, userEvent: "input.type" })')
    ok(page.until('return location.hash === ""'), "once it is edited, the address no longer says so")
    big = "# " + os.urandom(100000).hex() + "\n" + MODEL
    page.run('document.getElementById("editor").editor.text = arguments[0]; document.getElementById("link").click()', big)
    ok(page.until("return document.getElementById('said').textContent.includes('cut by many programs')"), "a model that is too long for a link is told", page.run(SAID))


def rubbish(page, lab):
    whole = link(json.dumps({"text": MODEL}).encode())
    bomb = link(b" " * (64 << 20))
    cases = {"a megabyte": ("#model=" + "A" * (1 << 20), "characters long"), "no base64": ("#model=%%%<script>", "cannot be read"), "a cut link": (whole[:-20], "cannot be read"),
             "a changed link": (whole[:60] + "AAAA" + whole[64:], "cannot be read"), "no JSON": (link(b"\xff\xfe"), "cannot be read"), "other JSON": (link(b'{"text": 3}'), "no model"),
             "a bomb": (bomb, "larger than 1 MiB"), "nothing": ("#model=", "cannot be read")}
    for title, (fragment, words) in cases.items():
        shown = go(page, lab, fragment)
        page.until("return document.getElementById('said').textContent !== ''")
        ok(shown and words in page.run(SAID) and "double pendulum" in page.run(TEXT), f"{title}: a sentence, and a model to go on with", page.run(SAID))
    odd = link(json.dumps({"text": MODEL, "set": {"l": "1e999", "<b>": "1", "θ": {"a": 1}, "m": "2"}, "until": "<i>", "by": "../x"}).encode())
    go(page, lab, odd)
    ok(page.run(TEXT) == MODEL and values(page, "m") == ["2"] and page.run('return document.getElementById("until").value') == "", "what is odd in a link is left out", values(page, "m"))
    go(page, lab, "#elsewhere")
    ok("double pendulum" in page.run(TEXT) and page.run(SAID) == "", "a fragment that is none of ours is left alone")


def reports(page, lab, folder):
    go(page, lab, link(json.dumps({"text": MODEL, "set": {"l": "1.5"}}).encode()))
    page.run("""window.kept = null; const made = URL.createObjectURL;
        URL.createObjectURL = blob => { blob.text().then(t => { window.kept = t; }); return made(blob); };
        document.getElementById("share").click();""")
    kept = page.until("return window.kept", 60) or ""
    path = os.path.join(folder, "shared.html")
    with open(path, "w", encoding="utf-8") as f:
        f.write(kept)
    page.driver.get("file://" + path)
    ok(page.until("return visviva.players?.length === 1") and page.run("return window.hacked === undefined"), "the report is a page by itself")
    other = os.path.join(folder, "command.html")
    subprocess.run([PROGRAM, "report", "-", "--set", "l=1.1", "--set", "θ=pi/7", "--until", "2", "-o", other], input=MODEL.encode(), check=False, capture_output=True)
    strange = os.path.join(folder, "strange.html")
    with open(strange, "w", encoding="utf-8") as f:
        f.write("<!doctype html><p>Nothing here")
    go(page, lab, "")
    page.driver.find_element("id", "file").send_keys(path)
    ok(page.until('return document.getElementById("value-l")?.value === "1.5"') and page.run(TEXT) == MODEL, "it opens again with its sliders", values(page, "l"))
    page.driver.find_element("id", "file").send_keys(other)
    ok(page.until('return document.getElementById("value-l")?.value === "1.1"') and page.run(TEXT) == MODEL and values(page, "θ") == ["pi/7"]
       and page.run('return document.getElementById("until").value') == "2", "so does one that the command made, with --set and --until", page.run(TEXT), values(page, "l", "θ"))
    page.driver.find_element("id", "file").send_keys(strange)
    ok(page.until("return document.getElementById('said').textContent.includes('holds no model')"), "a page that is none is told", page.run(SAID))


def main():
    with tempfile.TemporaryDirectory() as folder, Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab, Browser() as page:
        links(page, lab)
        rubbish(page, lab)
        reports(page, lab, folder)
        faults = page.console()
        ok(not faults, "the console is silent", "\n".join(faults))
    done()


main()
