"""A laboratory for tests: started on a free port, ended with the test, spoken to by plain sockets."""
import http.client
import os
import re
import signal
import socket
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
OURS = {"X-Visviva": "1"}


class Laboratory:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([PROGRAM, "lab", *arguments], cwd=ROOT, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.said = self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", self.said)
        self.port = int(found[1]) if found else 0
        self.address = f"http://127.0.0.1:{self.port}/"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """The exit code after Ctrl-C, and what stderr held."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            _, err = self.process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, err = self.process.communicate()
        return self.process.returncode, err.decode(errors="replace")

    def ask(self, method, path, body=None, headers=None, limit=60):
        """Status and text of one request."""
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=limit)
        try:
            c.request(method, path, body, {**OURS, **(headers or {})})
            answer = c.getresponse()
            return answer.status, answer.read().decode(errors="replace")
        finally:
            c.close()

    def raw(self, data, limit=5):
        """Bytes sent as they are; what comes back until the other side closes or is silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=limit) as s:
            out = b""
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
                while chunk := s.recv(65536):
                    out += chunk
            except OSError:
                pass
            return out
