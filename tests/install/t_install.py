"""Programs that know an installed prefix only: the examples by pkg-config and by CMake, each header alone, in C11 and
C++11, and a program of an earlier release."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../e2e"))
from tap import done, ok, skip  # noqa: E402

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.realpath(os.path.join(HERE, "../.."))
BUILD = os.environ["VV_BUILD"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
HOOP = os.path.join(ROOT, "models/book/hoop.vv")


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=200, **more)


def find(top, name):
    found = glob.glob(os.path.join(top, "**", name), recursive=True)
    return found[0] if found else ""


def install(top):
    """Installed, then moved: nothing may know where it was."""
    first, prefix = os.path.join(top, "first"), os.path.join(top, "prefix")
    made = run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", first)
    ok(made.returncode == 0, "meson install", made.stdout, made.stderr)
    usr = os.path.dirname(os.path.dirname(find(first, "visviva.h")) or first)
    shutil.move(os.path.dirname(usr) if os.path.basename(usr) == "include" else usr, prefix)
    return prefix


def installed_files(prefix):
    library, headers = os.path.dirname(find(prefix, "libvisviva.so.0")), find(prefix, "visviva.h")
    ok(library and headers, "a library and its headers")
    ok(not find(prefix, "*.a"), "no static library", find(prefix, "*.a"))
    ok(sorted(os.listdir(os.path.dirname(headers))) == sorted(
        n for n in os.listdir(os.path.join(ROOT, "include/visviva")) if n.endswith(".h")), "the public headers, no others")
    links = {os.path.basename(p): os.path.realpath(p) for p in glob.glob(library + "/libvisviva.so*")}
    ok(len(links) == 3 and len(set(links.values())) == 1, "libvisviva.so, .so.0 and the file they mean", links)
    return library


def flags(prefix, library):
    """Of pkg-config, for a prefix that has been moved."""
    env = {**os.environ, "PKG_CONFIG_LIBDIR": library + "/pkgconfig"}
    told = run("pkg-config", "--define-variable=prefix=" + prefix, "--cflags", "--libs", "visviva", env=env)
    ok(told.returncode == 0 and told.stdout.split().count("-lvisviva") == 1 and "gmp" not in told.stdout,
       "pkg-config knows it, and nothing that it needs itself", told.stdout, told.stderr)
    version = run("pkg-config", "--modversion", "visviva", env=env).stdout.strip()
    header = open(os.path.join(ROOT, "include/visviva/base.h"), encoding="utf-8").read()
    ok(f'#define VISVIVA_VERSION "{version}"' in header, "its version is that of the headers", version)
    return told.stdout.split()


def compilers():
    for c, cxx in (("gcc", "g++"), ("clang", "clang++")):
        if shutil.which(c):
            yield [c, "-std=c11"], ".c"
        if shutil.which(cxx):
            yield [cxx, "-std=c++11"], ".cpp"


def headers_alone(prefix, top):
    include = os.path.join(prefix, "include")
    for name in sorted(os.listdir(include + "/visviva")):
        source = f"#include <visviva/{name}>\n#include <visviva/{name}>\nint main(void) {{ return 0; }}\n"
        for compiler, ending in compilers():
            path = os.path.join(top, "header" + ending)
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            made = run(*compiler, *STRICT, "-I" + include, "-fsyntax-only", path)
            ok(made.returncode == 0, f"{name} alone, {' '.join(compiler)}", made.stderr)


def runs(program, library, *arguments, **more):
    return run(program, *arguments, env={**os.environ, "LD_LIBRARY_PATH": library}, **more)


def tell(title, made):
    """What each example prints, roughly."""
    if made is None:
        return
    expected = {"inspect": "3 degrees of freedom", "build": "coordinate a3 [rad]", "controller": "audit ",
                "event": "rests at ", "monte_carlo": "60 of 60: x = "}
    name = os.path.basename(title)
    ok(made.returncode == 0 and expected.get(name, "") in made.stdout, f"{title} runs", made.stdout, made.stderr)


def arguments_of(name):
    models = os.path.join(ROOT, "models")
    return {"inspect": [HOOP], "monte_carlo": [models + "/double_pendulum.vv", "60"]}.get(name, [])


def by_pkg_config(words, library, top):
    for source in sorted(glob.glob(os.path.join(ROOT, "examples/*.c*"))):
        name, ending = os.path.splitext(os.path.basename(source))
        compiler = ["g++", "-std=c++11"] if ending == ".cpp" else ["gcc", "-std=c11", "-D_POSIX_C_SOURCE=200809L"]
        program = os.path.join(top, name)
        made = run(*compiler, *STRICT, "-O1", source, *words, "-lm", "-o", program)
        ok(made.returncode == 0, f"{name} by pkg-config", made.stderr)
        if made.returncode == 0:
            tell(name, runs(program, library, *arguments_of(name)))


def by_cmake(prefix, library, top):
    if not shutil.which("cmake"):
        skip("the examples by CMake", "no cmake")
        return
    out = os.path.join(top, "cmake")
    made = run("cmake", "-S", os.path.join(ROOT, "examples"), "-B", out, "-DCMAKE_PREFIX_PATH=" + prefix)
    made = made if made.returncode else run("cmake", "--build", out)
    ok(made.returncode == 0, "the examples by CMake", made.stdout, made.stderr)
    for source in sorted(glob.glob(os.path.join(ROOT, "examples/*.c*"))):
        name = os.path.splitext(os.path.basename(source))[0]
        if made.returncode == 0:
            tell("cmake/" + name, runs(os.path.join(out, name), library, *arguments_of(name)))
    with open(os.path.join(top, "CMakeLists.txt"), "w", encoding="utf-8") as file:
        file.write("cmake_minimum_required(VERSION 3.13)\nproject(later C)\nfind_package(visviva 0.3 REQUIRED)\n")
    later = run("cmake", "-S", top, "-B", os.path.join(top, "later"), "-DCMAKE_PREFIX_PATH=" + prefix)
    ok(later.returncode != 0 and "version" in later.stderr, "a later version is not found", later.stderr)


def programs_of_the_page(words, library, top):
    """Those of doc/c.md, and what it says they print; its table has every option of the command."""
    page = open(os.path.join(ROOT, "doc/c.md"), encoding="utf-8").read()
    for i, (source, after) in enumerate(re.findall(r"```c\n(.*?)```\n(.*?)(?=\n#|```|\Z)", page, re.S)):
        path, program = os.path.join(top, "page.c"), os.path.join(top, "page")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        made = run("gcc", "-std=c11", *STRICT, path, *words, "-o", program)
        ran = runs(program, library) if made.returncode == 0 else made
        said = re.search(r"^(?:prints|begins with) `(.*?)`", after.strip())
        ok(ran.returncode == 0 and said and ran.stdout.startswith(said[1] + "\n"), f"program {i + 1} of doc/c.md", made.stderr,
           ran.stdout, ran.stderr)
    options = set(re.findall(r'^    \{"(--?[a-z-]+)"', open(os.path.join(ROOT, "cli/options.c"), encoding="utf-8").read(), re.M))
    table = page[page.index("## From the command"):]
    missing = [o for o in options if not re.search(re.escape(o) + r"(?![a-z-])", table) and o != "-h"]
    ok(len(options) > 30 and not missing, "its table has every option of the command", missing)
    commands = re.findall(r"^X\((\w+)", open(os.path.join(ROOT, "cli/commands.def"), encoding="utf-8").read(), re.M)
    missing = [c for c in commands if f"`{c}`" not in table]
    ok(commands and not missing, "and every command", missing)
    headers = "".join(open(p, encoding="utf-8").read() for p in glob.glob(os.path.join(ROOT, "include/visviva/*.h")))
    unknown = [f for f in set(re.findall(r"\bvv_\w+\b", page)) if not re.search(rf"\b{f}\b", headers)]
    ok(not unknown, "the functions that it names exist", unknown)


def earlier_releases(library, top):
    """Compiled with the headers of their release, run with the library of today."""
    for folder in sorted(glob.glob(os.path.join(HERE, "abi/[0-9]*"))):
        release, program = os.path.basename(folder), os.path.join(top, "earlier")
        made = run("gcc", "-std=c11", *STRICT, "-I" + folder, os.path.join(HERE, "abi/program.c"), "-L" + library, "-lvisviva",
                   "-o", program)
        ok(made.returncode == 0, f"a program of release {release}", made.stderr)
        ran = runs(program, library)
        ok(ran.returncode == 0 and "fine\n" in ran.stdout, "runs with the library of today", ran.returncode, ran.stdout, ran.stderr)


with tempfile.TemporaryDirectory() as place:
    moved = install(place)
    where = installed_files(moved)
    headers_alone(moved, place)
    words = flags(moved, where)
    by_pkg_config(words, where, place)
    programs_of_the_page(words, where, place)
    by_cmake(moved, where, place)
    earlier_releases(where, place)
    command = runs(os.path.join(moved, "bin/visviva"), "/nowhere", "--version")
    ok(command.returncode == 0, "the command runs without the library", command.stdout, command.stderr)
done()
