"""A client of the language server: frames messages, waits for answers and for diagnostics."""
import json
import os
import select
import subprocess
import time

WAIT = 60  # seconds


class Client:
    def __init__(self, program, *, start=True):
        self.server = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        self.data, self.number, self.notes = b"", 0, []
        if start:
            self.capabilities = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})["capabilities"]
            self.tell("initialized", {})

    def put(self, data):
        try:
            self.server.stdin.write(data)
        except (BrokenPipeError, ValueError):
            pass

    def send(self, message):
        data = json.dumps(message, ensure_ascii=False).encode()
        self.put(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))

    def read(self, wait=WAIT):
        """The next message; None if none comes in time or the server has ended."""
        until = time.monotonic() + wait
        while True:
            head, mark, rest = self.data.partition(b"\r\n\r\n")
            if mark:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.data = rest[length:]
                    return json.loads(rest[:length])
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.server.stdout], [], [], left)[0]:
                return None
            more = os.read(self.server.stdout.fileno(), 1 << 16)
            if not more:
                return None
            self.data += more

    def request(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def answer(self, number):
        """The whole answer to a request; what comes before is kept in `notes`."""
        while True:
            message = self.read()
            if message is None or ("method" not in message and message.get("id") == number):
                return message
            self.notes.append(message)

    def ask(self, method, params):
        message = self.answer(self.request(method, params))
        return message.get("result") if message else None

    def tell(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def open(self, uri, text):
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "visviva", "version": 1, "text": text}})
        return self.diagnostics(uri)

    def change(self, uri, text):
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]})
        return self.diagnostics(uri)

    def diagnostics(self, uri):
        while True:
            message = self.notes.pop(0) if self.notes else self.read()
            if message is None:
                return None
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                return message["params"]["diagnostics"]

    def at(self, method, uri, line, character, **more):
        return self.ask(method, {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, **more})

    def close(self):
        """Says goodbye; the exit code, None if the server does not end."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.end()

    def end(self):
        try:
            self.server.stdin.close()
            return self.server.wait(WAIT)
        except subprocess.TimeoutExpired:
            self.server.kill()
            return None


def place(text, offset):
    """Line and column in units of UTF-16 of a character of a text."""
    before = text[:offset].split("\n")
    return {"line": len(before) - 1, "character": len(before[-1].encode("utf-16-le")) // 2}


def apply(text, edits):
    """The text after edits of the protocol."""
    lines = text.split("\n")

    def offset(p):
        line = lines[p["line"]] if p["line"] < len(lines) else ""
        units, n = 0, 0
        while n < len(line) and units < p["character"]:
            units += 2 if ord(line[n]) > 0xffff else 1
            n += 1
        return min(len(text), sum(len(x) + 1 for x in lines[:p["line"]]) + n)

    spans = sorted(((offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits), reverse=True)
    for begin, end, new in spans:
        text = text[:begin] + new + text[end:]
    return text


def long_model(lines):
    """A model of so many lines, each with a name."""
    text = ["system \"Many\"", "parameter k = 1 [N/m], m = 1 [kg]", "coordinate x [m]", "kinetic energy m/2*x'^2"]
    return "\n".join(text + [f"let a{i} = {i}*k*x^2/2 + a{i - 1}  # term {i}" if i > 1 else f"let a{i} = k*x" for i in range(1, lines - 4)]) + "\npotential k\n"
