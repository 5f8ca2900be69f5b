#!/usr/bin/python3
"""Completions as the shells give them: bash always, zsh and fish where they are installed. Prints TAP."""
import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

BUILD = os.path.dirname(os.path.abspath(os.environ["VISVIVA"]))

BASH = """source "$1/visviva.bash"
COMP_WORDS=($2) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="$2" COMP_POINT=${#2}
_visviva visviva "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""

def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout


def main():
    asked = [("visviva re", "report"), ("visviva report --besi", "--beside"), ("visviva derive --steps --rel", "--relative-to"),
             ("visviva study pendulum.vv equi", "equilibria"), ("visviva check --format la", "latex"),
             ("visviva run --method ra", "radau"), ("visviva run --output-format np", "npz"), ("visviva derive --by ap", "appell")]
    for line, word in asked:
        out = run("bash", "-c", BASH, "bash", BUILD, line)
        ok(word in out.split(), f"bash: {line} ... {word}", out)
    if shutil.which("fish"):
        for line, word in asked:
            out = run("fish", "-c", "set -x PATH $argv[1] $PATH; source $argv[1]/visviva.fish; complete -C $argv[2]", BUILD, line)
            ok(word in [x.split("\t")[0] for x in out.splitlines()], f"fish: {line} ... {word}", out)
    if shutil.which("zsh"):
        ok(subprocess.run(["zsh", "-n", os.path.join(BUILD, "_visviva")], check=False).returncode == 0, "zsh reads its own")
    done()


main()
