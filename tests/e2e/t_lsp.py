#!/usr/bin/python3
"""The language server, driven by a client of our own and by Neovim; broken messages; the layout of `visviva format`. Prints TAP."""
import glob
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from language_client import Client, apply, long_model, place  # noqa: E402
from tap import done, ok, skip  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
EFFORT = float(os.environ.get("VV_TEST_EFFORT") or 1)
SEED = int(os.environ.get("VV_TEST_SEED") or 24)
URI = "file:///tmp/model.vv"
PENDULUM = """system "A pendulum 𝛼"
parameter m = 1 [kg], l = 2 [m], g = 9.81 [m/s^2]  # its constants
coordinate θ [rad]
frame R = world turned θ about y
point A = -l*R.z
mass m at A
gravity -g*world.z
start theta = 1
run 1 [s]
claim equation l*θ'' + g*sin(θ) = 0
"""


def words_and_places(client):
    found = client.open(URI, PENDULUM)
    ok(found == [], "a sound model has no diagnostics", found)
    at = place(PENDULUM, PENDULUM.index("theta = 1") + 2)
    hover = client.at("textDocument/hover", URI, at["line"], at["character"])
    ok(hover and "**θ**: coordinate [rad]" in hover["contents"]["value"], "hover of a name in other spelling: kind and unit", hover)
    at = place(PENDULUM, PENDULUM.index("l*R.z"))
    hover = client.at("textDocument/hover", URI, at["line"], at["character"])
    ok(hover and "parameter [m]" in hover["contents"]["value"] and "its constants" in hover["contents"]["value"], "hover: unit, value, remark", hover)
    hover = client.at("textDocument/hover", URI, 3, 2)
    ok(hover and "axes, turned or moving" in hover["contents"]["value"], "hover of a statement", hover)
    hover = client.at("textDocument/hover", URI, 9, PENDULUM.split("\n")[9].index("sin"))
    ok(hover and "sin(x)" in hover["contents"]["value"], "hover of a function", hover)
    ok(client.at("textDocument/hover", URI, 0, 12) is None, "hover in a string: nothing")
    where = client.at("textDocument/definition", URI, 7, 7)
    begin = place(PENDULUM, PENDULUM.index("θ [rad]"))
    ok(where and where["uri"] == URI and where["range"]["start"] == begin, "definition", where)
    made = client.at("textDocument/rename", URI, 2, 11, newName="φ")
    text = apply(PENDULUM, made["changes"][URI]) if made else ""
    ok(text == PENDULUM.replace("θ", "φ").replace("theta", "φ"), "rename takes every spelling", text)
    found = client.change(URI, text)
    ok(found == [], "the renamed model is sound", found)
    client.change(URI, PENDULUM)
    for name, why in (("l", "already"), ("2x", "no name"), ("sin", "word of the language"), ("", "no name"), ("a b", "no name")):
        answer = client.answer(client.request("textDocument/rename", {"textDocument": {"uri": URI}, "position": {"line": 2, "character": 11}, "newName": name}))
        ok(why in answer.get("error", {}).get("message", ""), f"rename to {name!r} is refused", answer)
    answer = client.answer(client.request("textDocument/rename", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 2}, "newName": "x"}))
    ok("nothing is declared" in answer.get("error", {}).get("message", ""), "rename of a statement is refused", answer)


def labels(client, uri, text, marker="|"):
    at = place(text, text.index(marker))
    client.change(uri, text.replace(marker, ""))
    return client.at("textDocument/completion", uri, at["line"], at["character"])


def completion(client):
    head = PENDULUM
    items = {i["label"]: i for i in labels(client, URI, head + "|")}
    ok("spring" in items and items["spring"].get("insertTextFormat") == 2 and "${1:" in items["spring"]["insertText"], "statements at the beginning of a line", list(items)[:9])
    items = {i["label"]: i for i in labels(client, URI, head + "potential m*g*|")}
    ok("θ" in items and items["l"]["detail"] == "parameter [m]" and "sin" in items and "spring" not in items, "names with their units, functions", list(items)[:9])
    items = [i["label"] for i in labels(client, URI, head + "force R.|")]
    ok(items == ["x", "y", "z", "origin"], "components after a dot", items)
    items = [i["label"] for i in labels(client, URI, head + "parameter k = 2 [N|")]
    ok("N" in items and "kg" in items and "θ" not in items, "units in brackets", items[:9])
    items = {i["label"]: i for i in labels(client, URI, head + "let a = \\the|")}
    text = (head + "let a = \\the")
    ok("\\theta" in items and apply(text, [items["\\theta"]["textEdit"]]).endswith("let a = θ"), "LaTeX becomes the letter", items.get("\\theta"))
    ok(labels(client, URI, head + "# a remark |") == [], "nothing in a remark")
    # every form completes to a statement that the parser reads as that statement
    items = labels(client, URI, "|")
    for item in items:
        form = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", item["insertText"])
        out = subprocess.run([PROGRAM, "format", "-"], input=(form + "\n").encode(), capture_output=True, timeout=60, check=False)
        ok(out.returncode == 0, f"the form of {item['label']} is read", form, out.stderr.decode())


def cures(client):
    text = PENDULUM.replace("gravity -g*world.z", "gravity g")
    found = client.change(URI, text)
    line = text.split("\n").index("gravity g")
    ok(len(found) == 1 and found[0]["code"] == "VV0304" and found[0]["range"]["start"] == {"line": line, "character": 8} and "points down" in found[0]["message"],
       "a diagnostic has its place and its hint", found)
    actions = client.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": found}})
    cured = apply(text, actions[0]["edit"]["changes"][URI]) if actions else ""
    ok(cured == PENDULUM, "its quick fix", actions)
    ok(client.change(URI, cured) == [], "and the model is sound again")
    text = PENDULUM.replace('"A pendulum 𝛼"', '"𝛼"; x')
    found = client.change(URI, text)
    ok(found and found[0]["range"]["start"] == {"line": 0, "character": 11}, "columns count units of UTF-16", found)
    # a part of the text
    client.tell("textDocument/didChange", {"textDocument": {"uri": URI, "version": 3}, "contentChanges": [
        {"range": {"start": {"line": 0, "character": 11}, "end": {"line": 0, "character": 13}}, "text": ""},
        {"range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 10}}, "text": "β"},
        {"range": {"start": {"line": 0, "character": 10}, "end": {"line": 0, "character": 11}}, "text": ""}]})
    found = client.diagnostics(URI)
    ok(found == [], "changes of parts of the text", found)
    client.tell("textDocument/didClose", {"textDocument": {"uri": URI}})
    ok(client.diagnostics(URI) == [], "a document that is closed has no diagnostics")
    answer = client.answer(client.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}))
    ok("not open" in answer.get("error", {}).get("message", ""), "a closed document is not known", answer)


def protocol():
    client = Client(PROGRAM, start=False)
    answer = client.answer(client.request("textDocument/hover", {}))
    ok(answer["error"]["code"] == -32002, "a request before initialize", answer)
    ok(client.ask("initialize", {"capabilities": {}})["capabilities"]["hoverProvider"], "initialize")
    answer = client.answer(client.request("no/such", {}))
    ok(answer["error"]["code"] == -32601, "an unknown request", answer)
    client.tell("no/such", {})
    client.put(b"Content-Length: 5\r\n\r\n{abc}")
    answer = client.answer(None)
    ok(answer["error"]["code"] == -32700, "a message that is not JSON", answer)
    client.send([1, 2])
    answer = client.answer(None)
    ok(answer["error"]["code"] == -32600, "a message that is no object", answer)
    # a request that is taken back while another is pending
    client.tell("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "visviva", "version": 1, "text": PENDULUM}})
    one = [{"jsonrpc": "2.0", "id": "a", "method": "textDocument/formatting", "params": {"textDocument": {"uri": URI}}},
           {"jsonrpc": "2.0", "id": "b", "method": "textDocument/completion", "params": {"textDocument": {"uri": URI}, "position": {"line": 4, "character": 12}}},
           {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": "b"}}]
    client.put(b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(d), d) for d in (json.dumps(m).encode() for m in one)))
    first, second = client.answer("a"), client.answer("b")
    ok("result" in first and second.get("error", {}).get("code") == -32800, "a request is taken back", first, second)
    ok(client.ask("shutdown", None) is None, "shutdown")
    answer = client.answer(client.request("textDocument/hover", {}))
    ok(answer["error"]["code"] == -32600, "nothing is answered after shutdown", answer)
    client.tell("exit", None)
    ok(client.end() == 0, "exit after shutdown: 0")
    client = Client(PROGRAM)
    client.tell("exit", None)
    ok(client.end() == 1, "exit without shutdown: 1")
    client = Client(PROGRAM)
    ok(client.end() == 1, "a client that goes away: 1")


def large(client):
    """No timed test: the figure is printed, and ./do bench measures it."""
    text, uri = long_model(1000), "file:///tmp/long.vv"
    client.open(uri, text)
    at, taken = place(text, len(text) - 1), []
    for _ in range(9):
        begin = time.monotonic()
        items = client.at("textDocument/completion", uri, at["line"], at["character"])
        taken.append(time.monotonic() - begin)
    print(f"# completion in {len(text.splitlines())} lines: {1000 * sorted(taken)[4]:.1f} ms")
    ok(any(i["label"] == "a500" for i in items), "completion in 1,000 lines")


def broken(client_of):
    """Bytes of the framing changed, cut, doubled: the server neither crashes nor hangs, and then answers a sound client."""
    chance = random.Random(SEED)
    good = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
            {"jsonrpc": "2.0", "method": "initialized", "params": {}},
            {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": URI, "text": PENDULUM}}},
            {"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": {"textDocument": {"uri": URI}, "position": {"line": 3, "character": 7}}},
            {"jsonrpc": "2.0", "id": 3, "method": "textDocument/completion", "params": {"textDocument": {"uri": URI}, "position": {"line": 4, "character": 12}}},
            {"jsonrpc": "2.0", "id": 4, "method": "textDocument/rename", "params": {"textDocument": {"uri": URI}, "position": {"line": 2, "character": 11}, "newName": "q"}}]
    data = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(d), d) for d in (json.dumps(m).encode() for m in good))
    faults = [b"", b"\n\n\n", b"Content-Length: -5\r\n\r\n", b"Content-Length: 99999999999999999999\r\n\r\n{}", b"content-length:3\n\n[1]", b"x" * 20000,
              b"Content-Length: 2\r\n\r\n{}", b"Content-Length: 0\r\n\r\n", b"Content-Length: 70\r\n\r\n" + b"[" * 70, b"\0" * 100,
              b'Content-Length: 17\r\n\r\n{"id":1,"method"}', b'Content-Length: 46\r\n\r\n{"id":1,"method":"textDocument/hover","params":', b'Content-Length: 14\r\n\r\n{"method":"\\u"']
    bad = []
    for i in range(int(60 * EFFORT) + len(faults)):
        mangled = bytearray(data if i >= len(faults) else faults[i] + data)
        for _ in range(chance.randrange(1, 6) if i >= len(faults) else 0):
            at = chance.randrange(len(mangled))
            kind = chance.randrange(4)
            if kind == 0:
                mangled[at] = chance.randrange(256)
            elif kind == 1:
                del mangled[at:at + chance.randrange(1, 40)]
            elif kind == 2:
                mangled[at:at] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 20)))
            else:
                mangled[at:at] = mangled[chance.randrange(len(mangled)):][:200]
        made = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, err = made.communicate(bytes(mangled), timeout=60)
        except subprocess.TimeoutExpired:
            made.kill()
            bad.append((i, "hangs"))
            continue
        if made.returncode not in (0, 1) or b"Sanitizer" in err:
            bad.append((i, made.returncode, err[-500:]))
    ok(not bad, f"broken messages: no crash, no hang (VV_TEST_SEED={SEED})", bad)
    client = client_of()
    client.put(b"rubbish\r\n\r\nContent-Length: x\r\n\r\nContent-Length: 99999999999999\r\n\r\n")
    ok(client.open(URI, PENDULUM) == [], "after rubbish the next message is understood")
    ok(client.close() == 0, "and the server ends well")


def scrambled(text, chance):
    """Other spaces and blank lines, where they mean nothing."""
    out = []
    for line in text.split("\n"):
        code, hash_, remark = line.partition("#")
        if '"' not in code:
            code = re.sub(r" ?([*/^]) ?", lambda m: " " * chance.randrange(3) + m[1] + " " * chance.randrange(2), code)
            code = re.sub(r", ", lambda m: " " * chance.randrange(2) + "," + " " * chance.randrange(1, 4), code)
            code = re.sub(r" = ", lambda m: chance.choice(["=", " =", "= ", "   =  "]), code)
        out += [code.rstrip() + (" " * chance.randrange(1, 9) if code.strip() and hash_ else "") + hash_ + remark + " " * chance.randrange(3)]
        out += [""] * (chance.randrange(3) if not line.strip() else 0)
    return "\n".join(out)


def format_text(text):
    made = subprocess.run([PROGRAM, "format", "-"], input=text.encode(), capture_output=True, timeout=60, check=False)
    return made.returncode, made.stdout.decode(), made.stderr.decode()


def remarks(text):
    return re.findall(r'(?m)#.*?(?=[ \t]*$)', re.sub(r'"[^"\n]*"', '""', text))


def layout(client, folder):
    chance = random.Random(SEED)
    files = sorted(glob.glob(os.path.join(ROOT, "models", "**", "*.vv"), recursive=True))
    faults, kept = [], 0
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        code, once, err = format_text(text)
        again = format_text(once)[1]
        other = format_text(scrambled(text, chance))[1]
        if code or once != again or remarks(once) != remarks(text) or other != once:
            faults.append((os.path.relpath(path, ROOT), code, err, once == again, remarks(once) == remarks(text), other == once))
        kept += once == text
    ok(not faults, f"{len(files)} models: stable, remarks kept, spaces of the author do not matter (seed {SEED})", *faults[:4])
    for name in ("bicycle", "fourbar", "rolling_disc", "book/hoop"):
        with open(os.path.join(ROOT, "models", name + ".vv"), encoding="utf-8") as file:
            text = file.read()
        out = []
        for version in (text, format_text(scrambled(text, chance))[1]):
            with open(os.path.join(folder, "model.vv"), "w", encoding="utf-8") as file:
                file.write(version)
            made = subprocess.run([PROGRAM, "derive", "model.vv"], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
            out.append((made.returncode, made.stdout))
        ok(out[0] == out[1] and out[0][0] == 0, f"the same equations: {name}")
    path = os.path.join(folder, "m.vv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("parameter  a=1 ,b = -2   # two\nlet c = a-b\n")

    def run(*words):
        made = subprocess.run([PROGRAM, "format", *words], cwd=folder, capture_output=True, text=True, timeout=60, check=False)
        return made.returncode, made.stdout, made.stderr

    before = open(path, "rb").read()
    code, out, err = run("--check", "m.vv")
    ok(code == 1 and not out and "m.vv" in err and open(path, "rb").read() == before, "--check of another layout: 1, nothing written", code, err)
    ok(run("m.vv")[0] == 0 and open(path, encoding="utf-8").read() == "parameter a = 1, b = -2  # two\nlet c = a - b\n", "written in place")
    stamp = os.stat(path).st_mtime_ns
    ok(run("--check", "m.vv") == (0, "", "") and run("m.vv")[0] == 0 and os.stat(path).st_mtime_ns == stamp, "--check of this layout: 0; a file that has it is not touched")
    with open(path, "w", encoding="utf-8") as file:
        file.write("parameter a = (1\n")
    code, _, err = run("m.vv")
    ok(code == 3 and "VV0203" in err and open(path, encoding="utf-8").read() == "parameter a = (1\n", "a file with errors is left alone", code, err)
    ok(run("nofile.vv")[0] == 6 and run()[0] == 2 and run("--check", "m.vv", "-o", "x.vv")[0] == 2, "no file, no name, --check with -o")
    messy = scrambled(PENDULUM, chance)
    client.open(URI, messy)
    edits = client.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {"tabSize": 4, "insertSpaces": True}})
    ok(apply(messy, edits) == format_text(messy)[1], "the server formats as the command does")


NEOVIM = r"""
local log = {}
local function note(...) table.insert(log, table.concat({...}, " ")) end
vim.cmd("edit model.vv")
local buffer = vim.api.nvim_get_current_buf()
local id = vim.lsp.start_client({cmd = {os.getenv("VISVIVA"), "lsp"}, root_dir = vim.fn.getcwd()})
vim.lsp.buf_attach_client(buffer, id)
local function diagnostics(n) return vim.wait(30000, function() return #vim.diagnostic.get(buffer) == n end, 20) end
note("one fault", tostring(diagnostics(1)))
note((vim.diagnostic.get(buffer)[1] or {}).message or "nothing")
local function ask(method, line, column, more)
  local params = vim.tbl_extend("force", {textDocument = {uri = vim.uri_from_bufnr(buffer)}, position = {line = line, character = column}}, more or {})
  local answer = vim.lsp.buf_request_sync(buffer, method, params, 30000) or {}
  return (answer[id] or {}).result
end
vim.api.nvim_buf_set_lines(buffer, 6, 7, false, {"gravity  -g*world.z"})
note("mended", tostring(diagnostics(0)))
note("hover", (ask("textDocument/hover", 2, 11) or {contents = {value = "nothing"}}).contents.value)
note("definition", tostring((ask("textDocument/definition", 7, 7) or {range = {start = {}}}).range.start.line))
note("completion", tostring(#(ask("textDocument/completion", 4, 12) or {}) > 20))
vim.lsp.buf.formatting_sync(nil, 30000)
note("formatted", vim.api.nvim_buf_get_lines(buffer, 6, 7, false)[1])
vim.lsp.stop_client(id)
note("stopped", tostring(vim.wait(30000, function() return vim.lsp.client_is_stopped(id) end, 20)))
vim.fn.writefile(log, "log.txt")
vim.cmd("qall!")
"""


def neovim(folder):
    if not shutil.which("nvim"):
        skip("Neovim as a client", "nvim is not installed")
        return
    with open(os.path.join(folder, "model.vv"), "w", encoding="utf-8") as file:
        file.write(PENDULUM.replace("gravity -g*world.z", "gravity g"))
    with open(os.path.join(folder, "test.lua"), "w", encoding="utf-8") as file:
        file.write(NEOVIM)
    made = subprocess.run(["nvim", "--headless", "-u", "NONE", "-n", "-i", "NONE", "-c", "luafile test.lua"], cwd=folder, capture_output=True, text=True,
                          timeout=240, check=False, env=os.environ | {"VISVIVA": PROGRAM, "HOME": folder, "XDG_STATE_HOME": folder, "XDG_DATA_HOME": folder})
    path = os.path.join(folder, "log.txt")
    log = open(path, encoding="utf-8").read() if os.path.exists(path) else ""
    for said in ("one fault true", "points down", "mended true", "hover **θ**: coordinate [rad]", "definition 2", "completion true", "formatted gravity -g*world.z", "stopped true"):
        ok(said in log, f"Neovim: {said}", log, made.stderr[-2000:])


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def vocabulary():
    """One set of words: of the parser, of the server, of the laboratory, of the grammar for other editors."""
    rows = re.findall(r'(?m)^(STATEMENT|FUNCTION|CLAUSE)\("([^"]+)"', read("src", "lang", "vocabulary.def"))
    of = {kind: {word for k, word in rows if k == kind} for kind in ("STATEMENT", "FUNCTION", "CLAUSE")}
    table = re.search(r"keywords\[\] = \{(.*?)\n\};", read("src", "lang", "parse_statement.c"), re.S)[1]
    spoken = {first + (" " + second if second else "") for first, second in re.findall(r'\{"(\w+)", (?:NULL|"(\w+)")', table)}
    stated = {word if not word.startswith("claim ") else "claim" for word in of["STATEMENT"]}
    ok(spoken == stated, "the parser's statements are the table's", spoken ^ stated)
    functions = set(re.findall(r'"([^"]+)"', re.search(r"fixed\[\] = \{(.*?)\};", read("src", "lang", "keywords.c"), re.S)[1])) - {"t", "pi", "world"}
    ok(functions <= of["FUNCTION"], "the parser's functions are in the table", functions - of["FUNCTION"])
    page = read("lab", "web", "language.js")
    of_page = set(re.findall(r'(?m)^  \["([^"]+)", ', page))
    ok(of_page == of["STATEMENT"], "the laboratory's statements are the table's", of_page ^ of["STATEMENT"])
    grammar = json.loads(read("editors", "vscode", "syntaxes", "visviva.tmLanguage.json"))
    match = {name: rule["match"] for name, rule in grammar["repository"].items() if "match" in rule}
    for word in of["STATEMENT"]:
        ok(re.search(match["statement"].replace("\\p{L}", "A-Za-z").replace("\\p{N}", "0-9"), word), f"the grammar knows the statement {word}")
    missing = [w for w in of["FUNCTION"] if w not in re.split(r"[^\wδ]+", match["function"])] + [w for w in of["CLAUSE"] if w not in re.split(r"\W+", match["clause"])]
    ok(not missing, "the grammar knows the functions and clauses", missing)


def main():
    vocabulary()
    with tempfile.TemporaryDirectory() as folder:
        client = Client(PROGRAM)
        words_and_places(client)
        completion(client)
        cures(client)
        layout(client, folder)
        large(client)
        ok(client.close() == 0, "the server ends well")
        protocol()
        broken(lambda: Client(PROGRAM))
        neovim(folder)
    done()


main()
