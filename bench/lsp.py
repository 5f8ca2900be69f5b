#!/usr/bin/python3
"""The language server: from a request for completion to its answer, in a model of 1,000 lines. Prints a table.

    lsp.py [PROGRAM]
"""
import os
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "build", "visviva")
sys.path.insert(0, os.path.join(ROOT, "tests", "e2e"))
from language_client import Client, long_model, place  # noqa: E402

TIMES, WARM, LINES, GOAL = 50, 5, 1000, 20  # GOAL: ms
URI = "file:///long.vv"


def main():
    client, text = Client(PROGRAM), long_model(LINES)
    client.open(URI, text)
    at, taken = place(text, len(text) - 1), []
    for _ in range(WARM + TIMES):
        begin = time.perf_counter()
        items = client.at("textDocument/completion", URI, at["line"], at["character"])
        taken.append(1000 * (time.perf_counter() - begin))
        assert any(i["label"] == "a500" for i in items)
    client.close()
    taken = taken[WARM:]
    print("## The language server\n\n| a model of 1,000 lines | goal | best | median |\n| --- | --- | --- | --- |")
    print(f"| completion of a name, {len(items)} offered | < {GOAL} ms | {min(taken):.1f} ms | {statistics.median(taken):.1f} ms |\n")


main()
