"""What the packages are made from agrees with the tree: versions, the node of the symbols, dependencies, and that each
installed file belongs to one package. `./do package` makes them and tries them."""
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../e2e"))
from tap import done, ok, skip  # noqa: E402

ROOT = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
BUILD = os.environ["VV_BUILD"]


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def first(pattern, name):
    found = re.search(pattern, read(name), re.M)
    return found[1] if found else f"nothing like {pattern} in {name}"


def versions():
    version = first(r"^  version: '([^']*)',", "meson.build")
    said = {"include/visviva/base.h": r'#define VISVIVA_VERSION "([^"]*)"', "CITATION.cff": r"^version: (\S+)",
            "debian/changelog": r"\Avisviva \(([^)]*)-\d+\)"}
    for name, pattern in said.items():
        ok(first(pattern, name) == version, f"the version of {name}", first(pattern, name), version)
    nodes = re.findall(r"^(VISVIVA_[\d.]+) \{", read("src/capi/library/visviva.map"), re.M)
    symbols = re.findall(r"^ \(symver\)(\S+) (\S+)$", read("debian/libvisviva0.symbols"), re.M)
    ok([s[0] for s in symbols] == nodes and nodes, "a line of libvisviva0.symbols for each node of the map", symbols, nodes)
    soversion = first(r"^soversion = '(\d+)'", "src/capi/library/meson.build")
    ok(read("debian/libvisviva0.symbols").startswith(f"libvisviva.so.{soversion} libvisviva{soversion} "), "the soname", soversion)


def stanzas():
    return [dict(re.findall(r"^([A-Z][\w-]*):[ \n]*((?:.*(?:\n[ \t].*)*))", part, re.M))
            for part in read("debian/control").strip().split("\n\n")]


def dependencies(control):
    wanted = {line.split()[0] for line in re.sub("#.*", "", read("tools/packages.debian")).splitlines() if len(line.split()) == 1}
    libraries = {name for name in wanted if name.endswith("-dev") and name not in ("libc6-dev", "libclang-rt-14-dev")}
    stated = set(re.findall(r"(?:^|,\s*)([\w.+-]+)", control[0]["Build-Depends"]))
    ok(libraries <= stated and len(libraries) > 5, "each library that ./do installs is a build dependency", libraries - stated)
    for one in control[1:]:
        long = [line for line in one["Description"].splitlines() if len(line) > 80]
        ok(not long and len(one["Description"].splitlines()) > 2, f"{one['Package']}: a description", long)


def claims():
    """Package and pattern of each line of the .install files."""
    for path in glob.glob(os.path.join(ROOT, "debian/*.install")):
        for line in read(path).splitlines():
            yield os.path.basename(path)[:-len(".install")], line.strip()


def claimed(file, pattern):
    parts = pattern.split("/")
    return fnmatch.fnmatch("/".join(file.split("/")[:len(parts)]), pattern)


def installed(top):
    made = subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", top], capture_output=True, text=True)
    ok(made.returncode == 0, "meson install", made.stdout, made.stderr)
    for place, _, names in os.walk(top):
        for name in names:
            path = os.path.relpath(os.path.join(place, name), top)
            # Debian installs into /usr, ours into /usr/local
            path = path.replace("usr/local/", "usr/", 1)
            yield re.sub(r"^usr/lib/python3\.\d+/", "usr/lib/python3/", path)


def files(control):
    packages = {one["Package"] for one in control[1:]}
    rows = list(claims())
    ok({row[0] for row in rows} <= packages, "install files of packages that exist", rows)
    with tempfile.TemporaryDirectory() as top:
        paths = list(installed(top))
    python = any("dist-packages" in p or "site-packages" in p for p in paths)
    for path in paths:
        owners = {package for package, pattern in rows if claimed(path, pattern)}
        if len(owners) != 1:
            ok(False, f"{path} belongs to one package", owners)
    for package, pattern in rows:
        if package == "python3-visviva" and not python:
            skip(f"{package}: {pattern}", "built without the Python package")
        else:
            ok(any(claimed(p, pattern) for p in paths), f"{package}: {pattern} is installed", *sorted(paths)[:40])


def loaded_when_needed():
    if os.environ.get("VV_SANITIZED") or not shutil.which("dpkg-shlibdeps"):
        skip("packages of the libraries that are loaded", "sanitized, or not Debian")
        return
    with tempfile.TemporaryDirectory() as top:  # dpkg-shlibdeps reads debian/control
        os.symlink(os.path.join(ROOT, "debian"), os.path.join(top, "debian"))
        made = subprocess.run([os.path.join(ROOT, "debian/dlopen"), BUILD], capture_output=True, text=True, cwd=top)
    told = dict(re.findall(r"^dlopen:(\w+)=(.*)$", made.stdout, re.M))
    ok(made.returncode == 0 and re.search(r"\blibflint-arb\d+\b.*\blibflint\d", told.get("Depends", "")),
       "FLINT and Arb are dependencies", made.stdout, made.stderr)
    ok(re.fullmatch(r"libmicrohttpd\d+ [^,]*", told.get("Lab", "")), "the laboratory's library is the command's", made.stdout)
    ok(all(re.search(rf"\b{name}", told.get("Recommends", "")) for name in ("libcairo2", "liblapacke", "libhdf5")),
       "the other libraries that are loaded are recommended", made.stdout, made.stderr)


def wheel():
    project = tomllib.loads(read("pyproject.toml"))
    arguments = project["tool"]["meson-python"]["args"]
    ok(set(arguments) == {"dist", "setup", "compile", "install"}, "four tables of arguments", arguments)
    options = set(re.findall(r"^option\('(\w+)'", read("meson_options.txt"), re.M))
    options |= {"b_ndebug", "debug", "optimization"}
    ok({a[2:].split("=")[0] for a in arguments["setup"]} <= options, "options that Meson has", arguments, options)
    metadata = dict(line.split(": ", 1) for line in read("python/METADATA.in").splitlines())
    said = {"Name": project["project"]["name"], "Summary": project["project"]["description"],
            "Requires-Python": project["project"]["requires-python"], "Requires-Dist": project["project"]["dependencies"][0]}
    ok(all(metadata[key] == text for key, text in said.items()), "METADATA.in says what pyproject.toml says", metadata, said)
    ok("version" in project["project"]["dynamic"], "the version is Meson's")


versions()
parts = stanzas()
dependencies(parts)
files(parts)
loaded_when_needed()
wheel()
done()
