"""The examples of all docstrings and of doc/python.md; the time of the import."""
import doctest
import importlib
import os
import pkgutil
import statistics
import subprocess
import sys

import visviva
from tap import done, ok

MOST_IMPORT = 0.030  # seconds more than NumPy


def examples():
    total = 0
    for info in [None, *pkgutil.iter_modules(visviva.__path__)]:
        if info and info.name == "_core":
            continue
        module = importlib.import_module("visviva" + ("." + info.name if info else ""))
        failed, tried = doctest.testmod(module)
        total += tried
        ok(not failed, f"{module.__name__}: {tried} examples")
    ok(total > 20, "there are examples", total)
    page = "doc/python.md"
    failed, tried = doctest.testfile(os.path.abspath(page), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    ok(not failed and tried > 10, f"{page}: {tried} examples")


def names():
    missing = [n for n in visviva.__all__ if not hasattr(visviva, n)]
    ok(not missing, "every name of the package is there", missing)


def import_time():
    def took(what):
        # of this process alone: others share the machine
        code = f"import time, numpy; t = time.process_time(); import {what}; print(time.process_time() - t)"
        return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    took("visviva")
    best = min(took("visviva") for _ in range(7))
    print(f"# import visviva takes {best*1e3:.1f} ms after numpy")
    ok(best <= MOST_IMPORT, "a quick import", best)
    code = "import visviva, sys; print([n for n in ('scipy', 'sympy', 'pandas', 'xarray', 'matplotlib') if n in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout
    ok(loaded.strip() == "[]", "nothing optional is imported", loaded)


examples(), names(), import_time()
done()
