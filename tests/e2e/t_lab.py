#!/usr/bin/python3
"""The laboratory's server from outside: what it answers, and a thousand requests it must outlive. TAP."""
import json
import os
import random
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from laboratory import Laboratory, PROGRAM  # noqa: E402
from tap import done, ok  # noqa: E402
import subprocess  # noqa: E402

SPRING = "parameter m = 1, k = 4\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\nstart x = 1\nrun 3\n"
SLOW = SPRING.replace("run 3", "run 1e9")  # something to cancel


def answers(lab):
    for path, kind in (("/", "<!doctype html>"), ("/lab.js", "import"), ("/models.json", '"name"')):
        code, text = lab.ask("GET", path)
        ok(code == 200 and kind in text, f"GET {path}", f"{code} {text[:200]}")
    code, text = lab.ask("POST", "/api/do/equations?wait=2000&by=lagrange", SPRING.encode())
    answer = json.loads(text)
    equations = [e["text"] for s in answer["derive"]["systems"] for e in s["equations"]]
    derived = json.loads(subprocess.run([PROGRAM, "derive", "-", "--by", "lagrange", "--format", "json"],
                                        input=SPRING.encode(), stdout=subprocess.PIPE, check=True).stdout)
    ok(equations == [e["text"] for e in derived["systems"][0]["equations"]], "equations are the command's", text[:400])
    code, text = lab.ask("POST", "/api/do/equations?wait=2000&set=k=9", SPRING.encode())
    values = {v["name"]: v["text"] for v in json.loads(text)["check"]["values"]}
    ok(values == {"m": "1", "k": "9"}, "settings of the address", values)
    code, text = lab.ask("POST", "/api/do/equations?wait=2000", SPRING.replace("k/2", "kk/2").encode())
    fault = json.loads(text)["diagnostics"]["diagnostics"][0]
    ok(fault["span"]["line"] == 4 and "kk" in fault["message"], "a fault at its place", text[:400])
    code, text = lab.ask("POST", "/api/do/motion?wait=2000", SPRING.encode())
    answer = json.loads(text)
    ok(answer["code"] == 0 and answer["table"].startswith("time,x,x'") and "energy" in answer["account"],
       "a motion with its summary", text[:300])


def cancelling(lab):
    code, text = lab.ask("POST", "/api/do/motion?wait=0", SLOW.encode())
    job = json.loads(text)
    ok(code == 202 and job["state"] == "running" and len(job["job"]) == 32, "long work is reported at once", text)
    code, text = lab.ask("DELETE", f"/api/job?id={job['job']}")
    ok(code == 200 and json.loads(text)["state"] == "cancelled", "and cancelled", f"{code} {text}")
    code, text = lab.ask("GET", f"/api/job?id={job['job']}")
    ok(code == 200 and json.loads(text) == {"state": "cancelled"}, "a question that crosses the end is told so", f"{code} {text}")
    code, text = lab.ask("DELETE", f"/api/job?id={job['job']}")
    ok(code == 200 and json.loads(text)["state"] == "gone", "to cancel it again is no fault", f"{code} {text}")
    # two of them at once do not meet
    first = json.loads(lab.ask("POST", "/api/do/motion?wait=0", SLOW.encode())[1])["job"]
    code, text = lab.ask("POST", "/api/do/equations?wait=2000", SPRING.encode())
    ok(code == 200 and json.loads(text)["code"] == 0, "a second computation beside a long one", text[:200])
    lab.ask("DELETE", f"/api/job?id={first}")


def refusals(lab):
    for title, code, method, path, headers in (
            ("another host", 403, "GET", "/", {"Host": "example.org"}),
            ("another port in Host", 403, "GET", "/", {"Host": "127.0.0.1:1"}),
            ("another origin", 403, "POST", "/api/do/equations", {"Origin": "http://example.org"}),
            ("a page that does not exist", 404, "GET", "/no.html", {}),
            ("up and away", 404, "GET", "/../../../../etc/passwd", {}),
            ("up and away, quoted", 404, "GET", "/%2e%2e/%2e%2e/etc/passwd", {}),
            ("an unknown computation", 404, "POST", "/api/do/nothing", {}),
            ("an unknown job", 404, "GET", "/api/job?id=0", {}),
            ("another method", 405, "PUT", "/index.html", {}),
            ("a body said to be large", 413, "POST", "/api/do/equations", {"Content-Length": str(1 << 30)})):
        try:
            got, text = lab.ask(method, path, None, headers)
        except OSError as fault:
            got, text = 0, str(fault)
        ok(got == code, f"refused: {title}", f"{got} {text[:100]}")
    got = lab.raw(b"POST /api/do/equations HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 1\r\n\r\nx" % lab.port)
    ok(b" 403 " in got.split(b"\r\n")[0], "refused: a form of another page", got[:100])


def hostile_request(lab, rng):
    """One request that is wrong in some way."""
    host = b"Host: 127.0.0.1:%d\r\n" % lab.port
    noise = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 400)))
    kind = rng.randrange(9)
    if kind == 0:
        return noise
    if kind == 1:
        return b"GET /" + b"../" * rng.randrange(1, 200) + b"etc/passwd HTTP/1.1\r\n" + host + b"\r\n"
    if kind == 2:
        return b"GET / HTTP/1.1\r\nHost: " + noise.replace(b"\r", b"").replace(b"\n", b"") + b"\r\n\r\n"
    if kind == 3:
        return b"POST /api/do/equations?wait=50 HTTP/1.1\r\nX-Visviva: 1\r\n" + host + b"Content-Length: 1000000000\r\n\r\n" + noise
    if kind == 4:
        return b"POST /api/do/equations?wait=50 HTTP/1.1\r\nX-Visviva: 1\r\n" + host + \
            b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n" % rng.choice([2**31, 2**63, 5]) + noise
    if kind == 5:
        return b"GET /" + b"a" * rng.randrange(1, 100000) + b" HTTP/1.1\r\n" + host + b"\r\n"
    if kind == 6:
        return b"POST /api/do/motion?wait=50&set=" + b"%ff" * 50 + b" HTTP/1.1\r\nX-Visviva: 1\r\n" + host + \
            b"Content-Length: %d\r\n\r\n" % len(noise) + noise
    if kind == 7:
        return b"DELETE /api/job?id=" + noise.hex().encode() + b" HTTP/1.1\r\nX-Visviva: 1\r\n" + host + b"\r\n"
    return b"GET / HTTP/1.1\r\n" + host + b"X: " + b"y" * rng.randrange(1, 200000) + b"\r\n\r\n"


def hostile(lab):
    effort = float(os.environ.get("VV_TEST_EFFORT") or 1)
    number, rng = int(200 + 800 * min(1, effort)), random.Random(20)
    slow = []
    for i in range(number):
        if i % 100 == 0:  # clients that begin and say no more
            s = socket.create_connection(("127.0.0.1", lab.port), timeout=5)
            s.sendall(b"POST /api/do/equations HTTP/1.1\r\nHost: 127.0")
            slow.append(s)
        try:
            lab.raw(hostile_request(lab, rng), limit=0.1 if i % 8 == 0 else 0.002)
        except OSError:
            pass
    answered = False
    for _ in range(20):
        try:
            code, text = lab.ask("POST", "/api/do/equations?wait=2000", SPRING.encode())
            answered = code == 200 and json.loads(text)["code"] == 0
        except (OSError, ValueError):
            code = 0
        if answered:
            break
        time.sleep(1)
    ok(answered, f"{number} hostile requests, and it still answers")
    for s in slow:
        s.close()


def busy_port(lab):
    with Laboratory("--port", str(lab.port)) as other:
        ok(other.port > lab.port and "busy" in other.said, "a busy port: the next free one, said", other.said)
        code, _ = other.ask("GET", "/")
        ok(code == 200, "which answers")


def main():
    with Laboratory("--port", str(20000 + os.getpid() % 20000)) as lab:
        ok(lab.port > 0, "the address is printed", lab.said)
        answers(lab)
        cancelling(lab)
        refusals(lab)
        busy_port(lab)
        hostile(lab)
        code, err = lab.end()
        ok(code == 0 and "ERROR" not in err and "runtime error" not in err, "Ctrl-C ends it, nothing is amiss", f"{code}\n{err}")
    with Laboratory("models/book/hoop.vv") as lab:
        code, text = lab.ask("GET", "/api/opened")
        ok(code == 200 and "hoop" in text, "the file named is opened")
    done()


main()
