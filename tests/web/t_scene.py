#!/usr/bin/python3
"""Scenes in a browser: a plane mechanism is seen face-on, what moves fills the picture, there is ground only where
something touches it, shadows fall; without WebGL there is a drawing. Prints TAP."""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from browser import Browser  # noqa: E402
from tap import done, ok  # noqa: E402

VISVIVA = os.environ["VISVIVA"]

# model, the normal of its plane or none, number of planes of the ground
SCENES = [("double_pendulum", "y", 0), ("fourbar", "z", 0), ("spring_pendulum", "y", 0), ("crane", "y", 0), ("rolling_hoop", None, 1),
          ("top", None, 0), ("bicycle", None, 1), ("segway", None, 1), ("rolling/sphere_in_bowl", None, 0), ("friction/incline", "y", 1),
          ("rolling/rattleback", None, 1), ("chaplygin_sleigh", "z", 0)]

# What the camera makes of the balls about all bodies, in units of the picture, and of the axes of the world.
LOOK = """
const p = visviva.players[0], s = p.parts[0], V = visviva.vec;
p.toggle(false); p.seek(arguments[0]); p.drawNow();
const { camera, target } = p.renderers[0].view;
const seen = (x) => { const c = [0, 1, 2, 3].map((r) => camera[r] * x[0] + camera[4 + r] * x[1] + camera[8 + r] * x[2] + camera[12 + r]);
  return [c[0] / c[3], c[1] / c[3]]; };
const box = { x: 0, y: 0 };
for (const b of s.balls(p.followed)) {
  const at = V.add(b.at, p.followed < 0 ? [0, 0, 0] : s.where(p.followed, p.time));
  for (const d of [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    for (const k of [-b.r, b.r]) {
      const [x, y] = seen(V.add(at, V.scale(d, k)));
      box.x = Math.max(box.x, Math.abs(x)); box.y = Math.max(box.y, Math.abs(y));
    }
}
const axis = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((d) => {
  const [a, b] = [seen(target), seen(V.add(target, V.scale(d, 1e-3 * s.size)))];
  return Math.hypot(a[0] - b[0], a[1] - b[1]); });
let tip = 0; // of the arrows of forces
for (const a of p.followed < 0 ? s.data.arrows : [])
  if (a.kind !== "weight" && !a.kind.endsWith("couple"))
    for (let at = s.tips(a), i = 0; i < at.length; i += 3) tip = Math.max(tip, ...seen(at.slice(i, i + 3)).map(Math.abs));
return { box, axis, tip, ground: s.grounds.length };
"""
# Pixels that are grey and darker than the paper, of one plane picture: its shadow.
SHADOW = """
const c = visviva.players[0].canvases[0], gl = visviva.players[0].renderers[0].gl, a = new Uint8Array(4 * c.width * c.height);
gl.readPixels(0, 0, c.width, c.height, gl.RGBA, gl.UNSIGNED_BYTE, a);
let n = 0, tones = new Set();
for (let k = 0; k < a.length; k += 4)
  if (a[k] === a[k + 1] && a[k] === a[k + 2] && a[k] < 250 && a[k] > 120) { n++; tones.add(a[k]); }
return [n, tones.size];
"""


def page_of(folder, name, text=None):
    path, model = os.path.join(folder, "page.html"), f"models/{name}.vv"
    if text:
        model = os.path.join(folder, "model.vv")
        with open(model, "w", encoding="utf-8") as file:
            file.write(text)
    made = subprocess.run([VISVIVA, "animate", model, "-o", path], capture_output=True, text=True, timeout=120)
    ok(made.returncode in (0, 4) and os.path.exists(path), f"{name}: a page", made.returncode, made.stderr)
    return path


def scenes(browser, folder):
    for name, normal, grounds in SCENES:
        browser.driver.get("file://" + page_of(folder, name))
        seen = browser.run(LOOK, 0.5)
        ok(not browser.console(), f"{name}: no complaint in the console")
        box = max(seen["box"].values())
        ok(0.8 <= box <= 1.0, f"{name}: the motion fills the picture and nothing leaves it", seen)
        ok(seen["tip"] <= 1.0, f"{name}: nor does the arrow of a force", seen["tip"])
        ok(seen["ground"] == grounds, f"{name}: {grounds} planes of the ground", seen)
        if normal:
            along, across = seen["axis"]["xyz".index(normal)], max(seen["axis"])
            ok(along < 0.02 * across, f"{name}: seen along {normal}", seen["axis"])


def shadows(browser, folder):
    browser.driver.get("file://" + page_of(folder, "double_pendulum"))
    browser.run(LOOK, 1.3)
    count, tones = browser.run(SHADOW)
    ok(count > 400 and tones > 20, "a shadow, with soft edges", count, tones)


def touches(browser, folder):
    """The same body with and without a contact."""
    text = "coordinate x, φ\nframe D = world turned φ about y\npoint G = x*world.x + 0.5*world.z\n" \
        "body disc: mass 1, centre G, frame D, inertia (1/16, 1/8, 1/16)\n{}start φ' = 3\nrun 2\n"
    for contact, planes in (("rolling disc on world at G - 0.5*world.z, normal world.z\n", 1), ("constraint x' = 0.5*φ'\n", 0)):
        browser.driver.get("file://" + page_of(folder, "a disc", text.format(contact)))
        ok(browser.run(LOOK, 0.5)["ground"] == planes, f"a disc: {planes} planes of the ground", contact)


def movies(browser, folder):
    """What the page records is a video; a GIF of the command is one that the browser shows."""
    browser.driver.get("file://" + page_of(folder, "a short pendulum", "coordinate θ\nmass 1 at sin(θ)*world.x - cos(θ)*world.z\n"
                                           "gravity -9.81*world.z\nstart θ = 1\nrun 1\n"))
    browser.run("document.querySelector('.save').click()")
    size = browser.until("const p = visviva.players[0].recorded; return p && p.reduce((n, b) => n + b.size, 0)", 40)
    ok(size and size > 2000, "the page records a video", size)
    ok(not browser.console(), "without a complaint", browser.console())
    path = os.path.join(folder, "motion.gif")
    made = subprocess.run([VISVIVA, "animate", "models/spring_pendulum.vv", "--until", "1", "-o", path], capture_output=True, text=True)
    if made.returncode == 4 and "cairo" in made.stderr:
        return
    browser.driver.get("file://" + path)
    ok(browser.run("return document.images[0].naturalWidth") == 640, "the browser shows a GIF of the command", made.stderr)


def without_webgl(folder):
    path = page_of(folder, "double_pendulum")
    with Browser(1280, 720, "--disable-3d-apis") as browser:
        browser.driver.get("file://" + path)
        sentence = browser.run("const p = document.querySelector('.no-webgl'); return p ? p.textContent : ''")
        drawn = browser.run("return document.querySelectorAll('.animation svg path').length")
        ok("no WebGL 2" in sentence and drawn > 10, "without WebGL: a sentence and a drawing", sentence, drawn)
        ok(not [line for line in browser.console() if "WebGL" not in line], "and no error", browser.console())


def formats(folder):
    for name in ("motion", "motion.docx", "motion.svg"):
        made = subprocess.run([VISVIVA, "animate", "models/double_pendulum.vv", "-o", os.path.join(folder, name)], capture_output=True, text=True)
        ok(made.returncode == 2 and ".html" in made.stderr and not os.path.exists(os.path.join(folder, name)), f"{name}: refused with the list",
           made.stderr)
    made = subprocess.run([VISVIVA, "animate", "-", "-o", os.path.join(folder, "a.html")], capture_output=True, text=True,
                          input="coordinate x\nkinetic energy x'^2/2\nrun 1\n")
    ok(made.returncode == 4 and re.search("no bodies", made.stderr), "nothing to draw: a sentence", made.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        with Browser() as browser:
            scenes(browser, folder)
            shadows(browser, folder)
            touches(browser, folder)
            movies(browser, folder)
        without_webgl(folder)
        formats(folder)
    done()


main()
