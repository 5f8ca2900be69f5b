#!/usr/bin/python3
"""lab/vendor/codemirror.js is what tools/bundle makes of the pinned packages. Part of ./do check --long: needs npm and its
registry. Prints TAP."""
import filecmp
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), "e2e")]
from tap import done, ok, skip  # noqa: E402

TITLE = "the bundle is what its packages give"
LONG = 20  # VV_TEST_EFFORT of ./do check --long


def main():
    if float(os.environ.get("VV_TEST_EFFORT") or 1) < LONG:
        skip(TITLE, "only with --long")
    elif not (shutil.which("npm") and shutil.which("node")):
        skip(TITLE, "no npm on this machine")
    else:
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run([os.path.join(ROOT, "tools", "bundle"), "--to", folder], capture_output=True, text=True)
            same = [filecmp.cmp(os.path.join(folder, name), os.path.join(ROOT, "lab", "vendor", name), shallow=False)
                    for name in ("codemirror.js", "LICENSES.txt") if run.returncode == 0]
            ok(same == [True, True], TITLE, same, run.stderr)
    done()


main()
