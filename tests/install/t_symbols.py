"""What the shared library exports is what include/visviva declares and what its map lists."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../e2e"))
from tap import done, ok  # noqa: E402

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
LIBRARY = os.environ["LIBVISVIVA"]
HEADERS = os.path.join(ROOT, "include/visviva")


def read(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)


def declared(text):
    """Functions with VV_API, and all others that look like one."""
    ours = set(re.findall(r"\bVV_API\b[^;{}()]*?\b(vv_\w+)\s*\(", text))
    every = set(re.findall(r"^[^#\n;{}()=]*?\b(vv_\w+)\s*\([^;{}]*\)\s*;", text, re.M))
    types = set(re.findall(r"\btypedef\b[^;{}()]*?\b(vv_\w+)\s*\(", text))
    return ours, every - ours - types


def exported():
    out = subprocess.run(["nm", "-D", "--defined-only", "--with-symbol-versions", LIBRARY], check=True,
                         capture_output=True, text=True).stdout
    names = {}
    for line in out.splitlines():
        kind, name = line.split()[-2:]
        names[name.split("@")[0]] = (kind, name)
    return {n: k for n, k in names.items() if k[0] != "A"}


texts = {name: read(os.path.join(HEADERS, name)) for name in sorted(os.listdir(HEADERS)) if name.endswith(".h")}
public, bare = set(), set()
for text in texts.values():
    more, without = declared(text)
    public |= more
    bare |= without
listed = re.findall(r"^\s+(vv_\w+);$", read(os.path.join(ROOT, "src/capi/library/visviva.map")), re.M)
symbols = exported()

ok(len(public) > 30, "there are functions to compare", len(public))
ok(not bare, "each carries VV_API", *bare)
ok(len(listed) == len(set(listed)), "the map lists each once")
ok(listed == sorted(listed), "in their order")
ok(public == set(listed), "header and map agree", f"header only: {sorted(public - set(listed))}",
   f"map only: {sorted(set(listed) - public)}")
ok(public == set(symbols), "header and library agree", f"header only: {sorted(public - set(symbols))}",
   f"library only: {sorted(set(symbols) - public)}")
ok(all(kind == "T" for kind, _ in symbols.values()), "functions only", symbols)
ok(all("@VISVIVA_" in name for _, name in symbols.values()), "each with a version", symbols)

told = subprocess.run(["readelf", "-d", LIBRARY], check=True, capture_output=True, text=True).stdout
ok("soname: [libvisviva.so.0]" in told, "its soname", told)
ok("NODELETE" in told, "it stays loaded, since threads clean up at their ends", told)
ok("flint" not in told, "libraries that few calls need are loaded when first needed", told)
done()
