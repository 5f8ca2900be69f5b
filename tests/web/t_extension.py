#!/usr/bin/python3
"""editors/vscode is packaged by the pinned vsce on this machine's Node, with all that it needs and nothing else. Part of ./do check --long:
needs npm and its registry. Prints TAP."""
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "e2e")]
from tap import done, ok, skip  # noqa: E402

TITLE = "the extension for VS Code is packaged"
LONG = 20  # VV_TEST_EFFORT of ./do check --long
NEEDS = {"package.json", "extension.js", "language-configuration.json", "syntaxes/visviva.tmLanguage.json", "LICENSE.txt",
         "node_modules/vscode-languageclient/package.json"}


def package(modules):
    with tempfile.TemporaryDirectory() as folder:
        own = os.path.join(folder, "vscode")
        shutil.copytree(os.path.join(ROOT, "editors", "vscode"), own)
        shutil.copytree(os.path.join(modules, "node_modules"), os.path.join(own, "node_modules"), symlinks=True)
        made = subprocess.run(["npm", "run", "package"], cwd=own, capture_output=True, text=True, timeout=120)
        out = [name for name in os.listdir(own) if name.endswith(".vsix")]
        ok(made.returncode == 0 and len(out) == 1, TITLE, made.stdout, made.stderr)
        names = zipfile.ZipFile(os.path.join(own, out[0])).namelist() if out else []
        held = {name.removeprefix("extension/") for name in names}
        ok(NEEDS <= held, "with what it needs", NEEDS - held)
        odd = [name for name in held if name.startswith(".") or "@vscode/vsce" in name]
        ok(not odd, "and without what only its makers need", odd)


def main():
    if float(os.environ.get("VV_TEST_EFFORT") or 1) < LONG:
        skip(TITLE, "only with --long")
    elif not (shutil.which("npm") and shutil.which("node")):
        skip(TITLE, "no npm on this machine")
    else:
        made = subprocess.run([os.path.join(ROOT, "tools", "node_packages"), "editors/vscode"], capture_output=True, text=True)
        ok(made.returncode == 0, "its packages are installed", made.stderr)
        if made.returncode == 0:
            package(made.stdout.strip())
    done()


main()
