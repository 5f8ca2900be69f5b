"""The notebooks of examples/notebooks: kept as they should be, and executed. One of them always, all of them with
VV_TEST_EFFORT 20 and more (./do check --long). In each cell the results are checked by its own assertions."""
import glob
import os
import re
import subprocess
import sys
import warnings

from tap import done, ok, skip

LONG = 20
FIRST = "pendulum"
FOLDER = "examples/notebooks"
CELL_SECONDS = 300
NAMES = sorted(os.path.basename(path)[:-6] for path in glob.glob(FOLDER + "/*.ipynb"))


def keeping():
    made = subprocess.run([sys.executable, "tools/notebooks", "--check"], capture_output=True, text=True)
    ok(made.returncode == 0, "notebooks are kept without outputs", made.stdout, made.stderr)
    with open(FOLDER + "/README.md", encoding="utf-8") as f:
        listed = re.findall(r"`(\w+)\.ipynb`", f.read())
    ok(sorted(listed) == NAMES and len(NAMES) >= 6, "README.md lists them", listed, NAMES)


def teaching(name, notebook):
    """Each begins with a title; text comes before code; enough results are checked."""
    kinds = [c.cell_type for c in notebook.cells]
    ok(notebook.cells[0].source.startswith("# ") and kinds.count("markdown") >= 5, f"{name}: a title, and text", kinds)
    checked = sum(len(re.findall(r"^ *assert ", c.source, re.M)) for c in notebook.cells if c.cell_type == "code")
    ok(checked >= 4, f"{name}: {checked} assertions")


def shown(name, notebook):
    """What cells show: no warnings, and something richer than text where an object is the last line."""
    streams = [o.text for c in notebook.cells if c.cell_type == "code" for o in c.outputs
               if o.output_type == "stream" and o.name == "stderr"]
    ok(not streams, f"{name}: nothing on standard error", *streams)
    results = [o.data for c in notebook.cells if c.cell_type == "code" for o in c.outputs if o.output_type == "execute_result"]
    plain = [str(r.get("text/plain")) for r in results if not {"text/html", "text/latex", "image/svg+xml"} & set(r)]
    ok(results and not plain, f"{name}: {len(results)} results are typeset", *plain)


def execute(name, nbclient, nbconvert, nbformat):
    notebook = nbformat.read(f"{FOLDER}/{name}.ipynb", as_version=4)
    teaching(name, notebook)
    try:
        nbclient.NotebookClient(notebook, timeout=CELL_SECONDS, kernel_name="python3").execute()
    except nbclient.exceptions.CellExecutionError as e:
        ok(False, f"{name}: executed", e)
        return
    ok(True, f"{name}: executed")
    shown(name, notebook)
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    code = "\n".join(c.source for c in notebook.cells if c.cell_type == "code")
    wanted = [sign for call, sign in (("equations(", "<math"), ("animate(", "srcdoc=")) if call in code]
    ok(all(w in page for w in wanted), f"{name}: converted to a page with formulas and animation")


def main():
    keeping()
    try:
        os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"  # ipykernel's debugger has nothing to say here
        warnings.simplefilter("ignore", DeprecationWarning)
        import ipykernel  # noqa: F401
        import nbclient
        import nbconvert
        import nbformat
    except ImportError as e:
        skip("notebooks are executed", f"{e.name} is missing")
        done()
    long = float(os.environ.get("VV_TEST_EFFORT") or 1) >= LONG
    for name in NAMES if long else [FIRST]:
        execute(name, nbclient, nbconvert, nbformat)
    done()


main()
