#!/usr/bin/python3
"""Motions as files: glTF read by a reader of its own and compared with the sampled scene, GIF decoded frame by frame, and
what is refused. Prints TAP."""
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [os.path.dirname(os.path.realpath(__file__))]
from tap import done, ok  # noqa: E402

VISVIVA = os.environ["VISVIVA"]
MODELS = ("double_pendulum", "bicycle", "spring_pendulum", "fourbar", "rolling_hoop", "crane")
WIDTH = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


def animate(model, path, *more, text=None):
    return subprocess.run([VISVIVA, "animate", model, "-o", path, *more], capture_output=True, text=True, timeout=120, input=text)


# ---- glTF: chunks, accessors, channels, as the specification has them ----

class Gltf:
    def __init__(self, data):
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data)), (magic, version, length, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON" and size % 4 == 0
        self.tree = json.loads(data[20:20 + size])
        rest, kind = struct.unpack_from("<I4s", data, 20 + size)
        assert kind == b"BIN\0" and 28 + size + rest == len(data)
        self.bytes = data[28 + size:]
        assert self.tree["buffers"] == [{"byteLength": rest}] and self.tree["asset"]["version"] == "2.0"

    def numbers(self, number):
        """The groups of an accessor; its bounds hold where it states them."""
        a = self.tree["accessors"][number]
        view = self.tree["bufferViews"][a["bufferView"]]
        width, letter, size = WIDTH[a["type"]], *{5126: ("f", 4), 5123: ("H", 2)}[a["componentType"]]
        assert view["byteOffset"] % size == 0 and a["count"] * width * size == view["byteLength"]
        assert view["byteOffset"] + view["byteLength"] <= len(self.bytes)
        flat = struct.unpack_from(f"<{a['count'] * width}{letter}", self.bytes, view["byteOffset"])
        groups = [flat[i:i + width] for i in range(0, len(flat), width)]
        if "min" in a:
            for k in range(width):
                assert abs(min(g[k] for g in groups) - a["min"][k]) < 1e-6 and abs(max(g[k] for g in groups) - a["max"][k]) < 1e-6
        return groups

    def channels(self, node):
        animation = self.tree["animations"][0]
        return {c["target"]["path"]: animation["samplers"][c["sampler"]] for c in animation["channels"] if c["target"]["node"] == node}


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def meshes(name, g):
    """Triangles are counterclockwise seen from outside, where their normals point."""
    wrong = 0
    for mesh in g.tree["meshes"]:
        for part in mesh["primitives"]:
            places, normals = g.numbers(part["attributes"]["POSITION"]), g.numbers(part["attributes"]["NORMAL"])
            index = [i[0] for i in g.numbers(part["indices"])]
            wrong += len(places) != len(normals) or max(index) >= len(places) or not 0 <= part["material"] < len(g.tree["materials"])
            wrong += any(abs(dot(n, n) - 1) > 1e-4 for n in normals)
            for i in range(0, len(index), 3):
                a, b, c = (places[k] for k in index[i:i + 3])
                face = cross([y - x for x, y in zip(a, b)], [y - x for x, y in zip(a, c)])
                mean = [sum(normals[k][j] for k in index[i:i + 3]) for j in range(3)]
                wrong += dot(face, mean) < -1e-9
    ok(wrong == 0, f"{name}: meshes are whole and turned outwards", wrong)


def turned(q, v):
    u, w = q[:3], q[3]
    t = [2 * x for x in cross(u, v)]
    return [x + w * y + z for x, y, z in zip(v, t, cross(u, t))]


def motion(name, g, scene):
    """Each body's node follows the sampled scene; the root turns what is up to y."""
    tree, rows = g.tree, len(scene["time"])
    names = [n.get("name") for n in tree["nodes"]]
    for body in scene["bodies"]:
        channels = g.channels(names.index(body["name"]))
        times = [t[0] for t in g.numbers(channels["translation"]["input"])]
        at = [x for p in g.numbers(channels["translation"]["output"]) for x in p]
        off = max(abs(a - b) for a, b in zip(at, body["at"])) / (1 + max(abs(x) for x in body["at"]))
        good = len(times) == rows and off < 1e-5 and max(abs(a - b) for a, b in zip(times, scene["time"])) < 1e-4
        if "turn" in body:
            turns = g.numbers(channels["rotation"]["output"])
            same = [abs(q[3] * body["turn"][4 * i] + dot(q[:3], body["turn"][4 * i + 1:4 * i + 4])) for i, q in enumerate(turns)]
            good = good and len(same) == rows and min(same) > 1 - 1e-5 and all(dot(a, b) > 0 for a, b in zip(turns, turns[1:]))
        ok(good, f"{name}: {body['name']} moves as sampled", off, len(times), rows)
    root = tree["nodes"][tree["scenes"][0]["nodes"][0]]
    up = turned(root["rotation"], scene["up"])
    ok(max(abs(a - b) for a, b in zip(up, (0, 1, 0))) < 1e-5, f"{name}: y is up", up)
    seen = sorted(c for n in tree["nodes"] for c in n.get("children", []))
    ok(seen == sorted(set(seen)) and len(seen) == len(tree["nodes"]) - 1, f"{name}: its nodes are one tree")


def links(name, g, scene):
    """The ends of rods and springs, from the channels of their nodes."""
    nodes, worst = g.tree["nodes"], 0
    of = [i for i, n in enumerate(nodes) if n.get("name") in ("rod", "spring", "damper")]
    for i, link in zip(of, scene["links"]):
        channels = {k: g.numbers(s["output"]) for k, s in g.channels(i).items()}
        for row in range(0, len(scene["time"]), 37):
            at, q, scale = (channels[k][row] for k in ("translation", "rotation", "scale"))
            end = [x + y for x, y in zip(at, turned(q, [0, 0, scale[2]]))]
            worst = max(worst, *(abs(x - y) for x, y in zip([*at, *end], link["from"][3 * row:3 * row + 3] + link["to"][3 * row:3 * row + 3])))
    ok(len(of) == len(scene["links"]) and worst < 1e-4, f"{name}: {len(of)} links reach from end to end", worst)


# ---- GIF ----

def lzw(data, bits):
    """The pixels of an image."""
    clear, out, table, width, last, at = 1 << bits, bytearray(), [], bits + 1, None, 0
    number = int.from_bytes(data, "little")
    while True:
        code = number >> at & (1 << width) - 1
        at += width
        if code == clear:
            table, width, last = [bytes([i]) for i in range(clear)] + [b"", b""], bits + 1, None
            continue
        if code == clear + 1:
            return bytes(out)
        entry = table[code] if code < len(table) else last + last[:1]
        assert code <= len(table)
        out += entry
        if last is not None and len(table) < 4096:
            table.append(last + entry[:1])
            if len(table) == 1 << width and width < 12:
                width += 1
        last = entry


def frames(data):
    """(width, height, delays, pictures as indices of the palette)."""
    assert data[:6] == b"GIF89a" and data[-1:] == b";"
    w, h, flags = struct.unpack_from("<HHB", data, 6)
    at, delays, pictures, picture = 13 + 3 * (2 << (flags & 7)), [], [], bytearray(w * h)
    while data[at:at + 1] != b";":
        if data[at:at + 2] == b"!\xf9":
            delays.append(struct.unpack_from("<H", data, at + 4)[0])
        if data[at:at + 1] == b"!":
            at += 2
        else:
            x, y, width, height, own = struct.unpack_from("<HHHHB", data, at + 1)
            assert own == 0 and x + width <= w and y + height <= h
            bits, start = data[at + 10], at + 11
        image = data[at:at + 1] == b"," or None
        at = start if image else at
        blocks = b""
        while data[at]:
            blocks += data[at + 1:at + 1 + data[at]]
            at += 1 + data[at]
        at += 1
        if image:
            pixels = lzw(blocks, bits)
            assert len(pixels) == width * height, (len(pixels), width, height)
            for row in range(height):
                picture[(y + row) * w + x:(y + row) * w + x + width] = pixels[row * width:(row + 1) * width]
            pictures.append(bytes(picture))
    return w, h, delays, pictures


def gif(folder):
    path = os.path.join(folder, "motion.gif")
    made = animate("models/double_pendulum.vv", path, "--until", "1", "--fps", "10")
    if made.returncode == 4 and "cairo" in made.stderr:
        ok(not os.path.exists(path), "without cairo: said, nothing written")
        return
    with open(path, "rb") as file:
        data = file.read()
    w, h, delays, pictures = frames(data)
    ok(len(pictures) == 11 and set(delays) == {10} and w == 640, "a GIF of one second in tenths", len(pictures), delays, w, h)
    ok(len(set(pictures)) == 11, "every frame is another picture")
    paper = max(set(pictures[0]), key=pictures[0].count)
    ink = [sum(p != paper for p in picture) for picture in pictures]
    ok(all(300 < n < w * h / 4 for n in ink), "strokes on paper", ink)
    again = os.path.join(folder, "again.gif")
    animate("models/double_pendulum.vv", again, "--until", "1", "--fps", "10")
    with open(again, "rb") as file:
        ok(file.read() == data, "equal motions give equal bytes")
    begin = time.monotonic()
    for more in (("--until", "4000"), ("--fps", "10000")):
        made = animate("models/double_pendulum.vv", path + "x.gif", *more)
        ok(made.returncode == 4 and "frames: at most 1500" in made.stderr and "--until" in made.stderr and not os.path.exists(path + "x.gif"),
           f"{more}: too many frames, nothing written", made.stderr)
    ok(time.monotonic() - begin < 20, "and said at once")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in MODELS:
            path, data = os.path.join(folder, "a.glb"), os.path.join(folder, "a.json")
            made = [animate(f"models/{name}.vv", p) for p in (path, data)]
            if not ok_both(name, made):
                continue
            with open(data, encoding="utf-8") as file:
                scene = json.load(file)
            with open(path, "rb") as file:
                g = Gltf(file.read())
            meshes(name, g)
            motion(name, g, scene)
            links(name, g, scene)
        gif(folder)
        made = animate("models/double_pendulum.vv", os.path.join(folder, "a.mp4"))
        ok(made.returncode == 2 and ".gif" in made.stderr and ".glb" in made.stderr, "another ending: the list", made.stderr)
        made = animate("models/double_pendulum.vv", os.path.join(folder, "a.gif"), "--fps", "0")
        ok(made.returncode == 2, "no frames in a second: 2", made.stderr)
        made = animate("-", os.path.join(folder, "b.gif"), text="coordinate x\nmass 1 at x*world.x\n")
        ok(made.returncode != 0 and "duration" in made.stderr, "no duration: said", made.stderr)
        made = animate("-", os.path.join(folder, "b.glb"), text="coordinate x\nmass 1 at 1e300*x*world.x\nstart x' = 1e300\nrun 1\n")
        ok(made.returncode in (0, 1, 3, 4), "huge numbers: no crash", made.returncode, made.stderr)
    done()


def ok_both(name, made):
    ok(all(m.returncode == 0 for m in made), f"{name}: as .glb and .json", [m.stderr for m in made])
    return all(m.returncode == 0 for m in made)


main()
