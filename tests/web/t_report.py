#!/usr/bin/python3
"""Reports in a browser: equations, proofs, plots, and an animation whose pixels move. Prints TAP."""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "e2e")]
from browser import Browser  # noqa: E402
from plain_start import plain_start  # noqa: E402

plain_start()
VISVIVA = os.environ["VISVIVA"]


class Tap:
    count = failed = 0

    def ok(self, fine, title, *remarks):
        self.count += 1
        self.failed += not fine
        print(f"{'' if fine else 'not '}ok {self.count} - {title}", flush=True)
        for remark in remarks if not fine else ():
            for line in str(remark).splitlines()[:20]:
                print("#   " + line)


tap = Tap()

# The picture as numbers, drawn at once at an instant; and how many pixels are not the background.
PIXELS = """
const p = visviva.players[0], i = arguments[1] || 0, c = p.canvases[i], gl = p.renderers[i].gl;
p.toggle(false); p.seek(arguments[0]); p.drawNow();
const a = new Uint8Array(4 * c.width * c.height);
gl.readPixels(0, 0, c.width, c.height, gl.RGBA, gl.UNSIGNED_BYTE, a);
let sum = 0, ink = 0;
for (let k = 0; k < a.length; k += 4) {
  sum = (sum * 31 + a[k] + 3 * a[k + 1] + 7 * a[k + 2]) % 2147483647;
  ink += Math.abs(a[k] - a[0]) + Math.abs(a[k + 1] - a[1]) + Math.abs(a[k + 2] - a[2]) > 30;
}
return [sum, ink, a.length / 4];
"""

HOSTILE = """system "</script><img src=x onerror='window.hacked=1'><script>window.hacked=2</script>"
parameter m = 1, l = 1, g = 9.81   # </pre><script>window.hacked=3</script>
coordinate θ
point P = l*(sin(θ)*world.x - cos(θ)*world.z)
mass m at P
gravity -g*world.z
start θ = 1   # <!-- <svg onload=window.hacked=4>
run 2
show path(P), energy
"""


SERVO = """system "A car keeps its distance"
parameter m = 1, M = 2, k = 3
coordinate x, y
point A = x*world.x, B = y*world.x + 0.4*world.y
mass m at A
mass M at B
spring k between B and 0.4*world.y
servo x - y = 1 through x
start y = 1, x = 2
run 6
show path(A), x - y
"""


def make(folder, name, *arguments, codes=(0,)):
    path = os.path.join(folder, name)
    made = subprocess.run([VISVIVA, "report", *arguments, "-o", path], capture_output=True, text=True,
                          timeout=120)
    tap.ok(made.returncode in codes and os.path.exists(path), f"{name} is written", made.returncode,
           made.stderr)
    return path


def open_page(browser, path, title):
    browser.driver.get("file://" + path)
    wrong = browser.console()
    tap.ok(not wrong, f"{title}: no complaint in the console", "\n".join(wrong))
    width = browser.run("return [document.documentElement.scrollWidth, innerWidth]")
    tap.ok(width[0] <= width[1], f"{title}: nothing sticks out of the page", width)


def shoot(browser, name, whole=False):
    if whole:
        height = browser.run("return document.documentElement.scrollHeight")
        width = browser.run("return innerWidth")
        browser.size(width, min(height, 12000))
    browser.picture(name)


def count(browser, selector):
    return browser.run("return document.querySelectorAll(arguments[0]).length", selector)


def animation_moves(browser, title):
    tap.ok(browser.run("return visviva.players.length == 1 && visviva.players[0] !== null"),
           f"{title}: there is a WebGL 2 context")
    first, second, again = (browser.run(PIXELS, t) for t in (0.0, 1.7, 0.0))
    tap.ok(first[1] > 500, f"{title}: something is drawn", first)
    tap.ok(first[0] != second[0], f"{title}: another instant is another picture", first, second)
    tap.ok(first[0] == again[0], f"{title}: the same instant is the same picture", first, again)


def clock(browser):
    return browser.run("return visviva.players[0].time")


def hoop(browser, folder):
    path = make(folder, "hoop.html", "models/rolling_hoop.vv", "--by", "appell", "--by", "multipliers")
    with open(path, encoding="utf-8") as f:
        text = f.read()
    tap.ok("http://www.w3.org/2000/svg" in text and text.count("http") == text.count("http://www.w3.org/2000/svg")
           + text.count("http-equiv"), "the page names no place but the name of SVG")
    browser.size(1280, 720)
    open_page(browser, path, "hoop")
    tap.ok(count(browser, "section[data-key=systems] math") > 20, "its equations are MathML")
    tap.ok(browser.run("return document.querySelector('section[data-key=systems] math').getBoundingClientRect().width") > 5,
           "and have a size on the page")
    tap.ok(count(browser, "table[data-key=matrix] td.yes") > 90, "the matrix of proofs is full")
    tap.ok(count(browser, "table[data-key=matrix] td.no") == 0, "and nothing in it is refuted")
    tap.ok(count(browser, "section[data-key=motion] figure svg path") > 20, "plots are drawn")
    tap.ok(count(browser, "section[data-key=sketch] svg") == 1, "and a sketch")
    tap.ok("claim integral energy: drift" in browser.run("return document.body.textContent"),
           "the audit of the run is reported")
    animation_moves(browser, "hoop")
    keyboard(browser)
    shoot(browser, "hoop-1280-start")
    browser.run("document.querySelector('.animation').scrollIntoView()")
    browser.run(PIXELS, 6.0)
    shoot(browser, "hoop-1280-animation")
    shoot(browser, "hoop-1280-whole", whole=True)
    browser.size(768, 1024)
    open_page(browser, path, "hoop on a tablet")
    animation_moves(browser, "hoop on a tablet")
    browser.run("document.querySelector('.animation').scrollIntoView()")
    shoot(browser, "hoop-tablet")
    browser.dark(True)
    browser.size(1280, 720)
    open_page(browser, path, "hoop by night")
    dark = browser.run("return getComputedStyle(document.body).backgroundColor")
    tap.ok(dark == "rgb(20, 22, 26)", "the page is dark where the reader wants it", dark)
    browser.run("document.querySelector('.animation').scrollIntoView()")
    browser.run(PIXELS, 6.0)
    shoot(browser, "hoop-dark")
    printed(browser)
    browser.dark(False)


def keyboard(browser):
    canvas = browser.driver.find_element("css selector", ".stage canvas")
    browser.run("visviva.players[0].toggle(false); arguments[0].focus()", canvas)
    before = browser.run(PIXELS, 1.0)
    canvas.send_keys("\ue012\ue012\ue012")  # arrow left
    after = browser.run(PIXELS, 1.0)
    tap.ok(before[0] != after[0], "the arrow keys turn the view")
    canvas.send_keys("\ue011")  # home
    tap.ok(browser.run(PIXELS, 1.0)[0] == before[0], "Home brings it back")
    canvas.send_keys(".")
    tap.ok(clock(browser) > 1.0, "a full stop steps on", clock(browser))
    begin = clock(browser)
    canvas.send_keys(" ")
    later = browser.driver.execute_async_script(
        "const done = arguments[0]; setTimeout(() => done(visviva.players[0].time), 700)")
    tap.ok(later > begin, "the space bar plays", begin, later)
    labels = browser.run("""return [...document.querySelectorAll('.animation :is(input, select, button, canvas)')].filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || (e.labels || []).length)).length""")
    tap.ok(labels == 0, "every control has a name for those who do not see it", labels)


def printed(browser):
    """By night: what is printed of the animation is on white, and is gone afterwards."""
    corner = browser.run("""window.dispatchEvent(new Event("beforeprint"));
        const c = document.querySelector(".stage canvas.printed");
        return c && [...c.getContext("2d").getImageData(3, 3, 1, 1).data]""")
    tap.ok(corner == [255, 255, 255, 255], "by night too it is printed on white", corner)
    browser.run('window.dispatchEvent(new Event("afterprint"))')
    tap.ok(count(browser, "canvas.printed") == 0, "and the page is as it was")


def others(browser, folder):
    browser.size(1280, 720)
    for name, arguments in [("double_pendulum", ["models/double_pendulum.vv"]), ("top", ["models/top.vv"]),
                            ("twocars", ["models/twocars.vv", "--contact"]),
                            ("spring", ["models/spring_pendulum.vv"]),
                            ("bowl", ["models/rolling/sphere_in_bowl.vv"])]:
        path = make(folder, name + ".html", *arguments, codes=(0, 4))
        open_page(browser, path, name)
        if count(browser, ".animation"):
            animation_moves(browser, name)
            browser.run("document.querySelector('.animation').scrollIntoView()")
            shoot(browser, name)


def twins(browser, folder):
    """A servo system beside its twin by contact: two pictures, one clock, other motions."""
    model = os.path.join(folder, "cars.vv")
    with open(model, "w", encoding="utf-8") as f:
        f.write(SERVO)
    open_page(browser, make(folder, "cars.html", model, "--contact"), "servo and contact")
    tap.ok(count(browser, ".stage.two canvas") == 2, "two pictures side by side")
    animation_moves(browser, "servo and contact")
    left, right = browser.run(PIXELS, 2.0, 0), browser.run(PIXELS, 2.0, 1)
    tap.ok(left[0] != right[0], "the twins move differently")
    browser.run("document.querySelector('.animation').scrollIntoView()")
    shoot(browser, "servo-and-contact")
    effort = browser.run("return document.querySelector('.readout').textContent")
    tap.ok("servo effort on x" in effort, "the effort of the servo is reported", effort)


# Tops of the chapters, in their order on the page.
CHAPTERS = """return [...document.querySelectorAll("main > section > section[id]")].map(
  (s) => [s.id, Math.round(s.getBoundingClientRect().top + scrollY)])"""
SCREENS, SCREEN = 6, 720


def lecture(browser, folder):
    """A page to be read from its beginning: contents, what moves, the equations; details on request."""
    browser.size(1280, SCREEN)
    path = make(folder, "lecture.html", "models/double_pendulum.vv", "--set", "m2=2", "--steps")
    open_page(browser, path, "lecture page")
    chapters = browser.run(CHAPTERS)
    linked = browser.run("return [...document.querySelectorAll('nav a')].map(a => a.getAttribute('href').slice(1))")
    tap.ok(linked == [c[0] for c in chapters] and len(linked) > 5, "the contents name every chapter", linked, chapters)
    tap.ok(linked[:3] == ["sketch", "equations", "derivation"], "what moves and the equations come first", linked)
    tap.ok(all(a[1] < b[1] for a, b in zip(chapters, chapters[1:])), "chapters follow each other", chapters)
    cells = browser.run("return [...document.querySelectorAll('[data-key=parameter_table] tr')].map(r => "
                        "[...r.cells].map(c => c.textContent))")
    tap.ok(cells[0][3] == "value in the text" and ["m2", "2", "-", "1.5"] in cells and ["g", "9.81", "-", "the same"] in cells,
           "values of --set stand beside those of the text", cells)
    names = browser.run("return [...document.querySelectorAll('[data-key=parameter_table] th var')].map(m => [m.querySelector('sub') !== null, m.textContent])")
    tap.ok(names[:2] == [[True, "m1"], [True, "m2"]], "names in a table are formulas", names)
    head = browser.run("return document.querySelector('details:has([data-key=matrix]) summary').textContent")
    tap.ok("proved: all" in head, "what the proofs say stands beside their title", head)
    head = browser.run("return document.querySelector('section[data-key=claims] summary').textContent")
    tap.ok("proved: all 6" in head, "and of claims with one verdict", head)
    closed = browser.run("return [...document.querySelectorAll('details')].filter(d => !d.open).length")
    tap.ok(closed >= 8 and browser.run("return document.querySelector('details [data-key=matrix]') !== null"),
           "proofs are folded", closed)
    browser.run("document.querySelector('details').open = true")
    tap.ok(browser.run("return document.querySelector('details').getBoundingClientRect().height") > 60, "and open on request")
    plain = make(folder, "double.html", "models/double_pendulum.vv")
    open_page(browser, plain, "the double pendulum, folded")
    height = browser.run("return document.documentElement.scrollHeight")
    tap.ok(height <= SCREENS * SCREEN, f"it has at most {SCREENS} screens", height)
    shoot(browser, "lecture", whole=True)
    browser.size(1280, SCREEN)


def hostile(browser, folder):
    model = os.path.join(folder, "hostile.vv")
    with open(model, "w", encoding="utf-8") as f:
        f.write(HOSTILE)
    open_page(browser, make(folder, "hostile.html", model), "hostile texts")
    tap.ok(browser.run("return window.hacked === undefined"), "no text of a model is run",
           browser.run("return window.hacked"))
    tap.ok(count(browser, "img, script[src], iframe, object") == 0, "nor becomes an element")
    animation_moves(browser, "hostile texts")
    with open(model, "a", encoding="utf-8") as f:
        f.write("mass </script><script>window.hacked=5</script> at Q\n")
    open_page(browser, make(folder, "errors.html", model, codes=(3,)), "a model with errors")
    tap.ok("VV02" in browser.run("return document.body.textContent"), "its diagnostics are in the report")
    tap.ok(browser.run("return window.hacked === undefined"), "and are text")


def without_webgl(folder):
    path = make(folder, "plain.html", "models/double_pendulum.vv", codes=(0, 4))
    with Browser(1280, 720, "--disable-3d-apis") as browser:
        browser.driver.get("file://" + path)
        sentence = browser.run("const p = document.querySelector('.no-webgl'); return p ? p.textContent : ''")
        tap.ok("WebGL 2" in sentence, "without WebGL a sentence stands in its place", sentence)
        tap.ok(count(browser, "math") > 5 and count(browser, "figure svg") > 1,
               "and everything else is there")


def main():
    with tempfile.TemporaryDirectory() as folder:
        with Browser() as browser:
            hoop(browser, folder)
            others(browser, folder)
            twins(browser, folder)
            lecture(browser, folder)
            hostile(browser, folder)
        without_webgl(folder)
    print(f"1..{tap.count}")
    sys.exit(tap.failed > 0)


main()
