#!/usr/bin/python3
"""A motion that is far off is not delivered as if it were right: exit codes, status, reasons. Prints TAP."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from tap import done, ok  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("VISVIVA") or os.path.join(ROOT, "build", "visviva"))
METHODS = ("taylor", "rk8", "radau", "cvode", "ida")
POINT = "coordinate x, y\nmass 1 at x*world.x + y*world.y\n"


def call(command, model, *options):
    end = subprocess.run([PROGRAM, command, "-", *options], cwd=ROOT, input=model.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         timeout=120, check=False)
    return end.returncode, end.stdout.decode(), end.stderr.decode()


def corners():
    """Velocities that would have to jump."""
    smooth = POINT + "gravity -9.81*world.y\nconstraint y = max(x, 2*x)^2 - piecewise(x < 1, 0, (x - 1)^2)\nstart x = -1, y = 1, x' = 3\nrun 4\n"
    for name, model in (("abs(x) = y", POINT + "constraint abs(x) = y\nstart x = 1, y = 1, x' = -1\nrun 10\n"),
                        ("a bent wire", POINT + "gravity -9.81*world.y\nconstraint y = max(x, 2*x)\nstart x = -1, y = -1, x' = 30\nrun 4\n"),
                        ("a servo with a corner", "coordinate x\nmass 1 at x*world.x\nservo x = abs(t - 1) through x\nstart x = 1\nrun 3\n"),
                        ("a servo that jumps", "coordinate x\nmass 1 at x*world.x\nservo x = piecewise(t < 1, t, t + 1/2) through x\nrun 3\n")):
        for method in METHODS:
            code, _, err = call("run", model, "--method", method)
            ok(code in (1, 4) and ("VV0616" in err or method in ("cvode", "ida")), f"{name}, by {method}: told", f"{code}\n{err}")
    code, _, err = call("run", POINT + "constraint abs(x) = y\nstart x = 1, y = 1, x' = -1\nrun 10\n", "--form", "minimal")
    ok(code == 4 and "VV0616" in err, "a corner with minimal speeds", f"{code}\n{err}")
    code, _, err = call("run", POINT + "constraint abs(x) = y\nstart x = 1, y = 1, x' = -1\nrun 0.9\n")
    ok(code == 0, "a corner that is not reached", f"{code}\n{err}")
    for method in METHODS:
        code, _, err = call("run", smooth, "--method", method)
        ok(code == 0, f"pieces that meet smoothly, by {method}", f"{code}\n{err}")
    code, _, err = call("run", "coordinate x, y\nmass 1 at x*world.x\npotential 2*x^2\nconstraint y' = sign(x)\nstart x = 1\nrun 4\n")
    ok(code == 0, "a coordinate without mass may jump in its rate", f"{code}\n{err}")
    code, _, err = call("run", POINT + "constraint abs(x) = y\nstart x = 1, y = 1, x' = -1\nwhen x < 0.5 then stop\nrun 10\n")
    ok(code == 0, "an event before the corner", f"{code}\n{err}")


def singular():
    for name, model in (("a cusp", POINT + "constraint y^2 = x^3\nstart x = 1, y = 1, x' = -1\nrun 3\n"),
                        ("two branches that touch", POINT + "constraint x^2 = y^4\nstart x = 1, y = 1, y' = -1\nrun 10\n")):
        for method in METHODS:
            code, out, err = call("run", model, "--method", method)
            ok(code == 4 and "error VV0604" in err and "not determined beyond" in err, f"{name}, by {method}: told", f"{code}\n{err}")
    for method in METHODS:
        code, out, err = call("run", POINT + "constraint (y - x)*(y + x + x^2) = 0\nstart x = 1, y = 1, x' = -1\nrun 3\n", "--method", method)
        last = out.split()[-1].split(",")
        ok(code == 0 and abs(float(last[1]) + 2) < 1e-6 and abs(float(last[2]) + 2) < 1e-6, f"branches that cross, by {method}: passed", f"{code}\n{err}")
    tiny = "coordinate x\nmass 1e-320 at x*world.x\nforce 1e-320*world.x at x*world.x\nstart x = 0\nrun 3\n"
    for method in METHODS:
        code, out, err = call("run", tiny, "--method", method)
        ok(code != 0 and "inf" not in out and "nan" not in out, f"a mass beyond double precision, by {method}", f"{code}\n{out[-100:]}\n{err}")
    for power in ("99", "1001", "999999", "999999999999"):  # a wall at x = 1
        wall = f"coordinate x\nkinetic energy x'^2/2\npotential x^{power}\nstart x = 1/2%s\nrun %s\n"
        for method in METHODS:
            code, out, err = call("run", wall % (", x' = 1", 2), "--method", method, "--every", "2")
            last = out.split()[-1].split(",")
            ok(code != 0 and "error VV06" in err or float(last[1]) < 0, f"a wall x^{power}, by {method}: not passed in silence", f"{code}\n{err}")
        code, out, err = call("run", wall % (", x' = 1", 0.4), "--every", "1")
        ok(code == 0, f"... x^{power}: before it", f"{code}\n{err}")
    code, out, err = call("run", "coordinate x\nmass 1 at x*world.x\nstart x = 1\nrun 1\n", "--column", "1/(x - 1)")
    ok(code == 1 and "error VV0610" in err, "a column that is not finite", f"{code}\n{err}")


KEPLER = "parameter e = 0.999999\ncoordinate x, y\nkinetic energy (x'^2 + y'^2)/2\nforce function 1/sqrt(x^2 + y^2)\n" \
         "start x = 1 + e, y' = sqrt((1 - e)/(1 + e))\nrun 20*pi\n"


def comet():
    """The kinetic energy at the perihelion is a million times that of the orbit."""
    code, _, err = call("run", KEPLER, "--method", "ida", "--audit", "1e-6")
    ok(code == 1 and "the energy balance deviates" in err, "an orbit that is lost at the perihelion", f"{code}\n{err}")
    code, out, err = call("run", KEPLER, "--method", "ida", "--output-format", "json")
    ok(code == 1 and json.loads(out)["status"] == "audit" and json.loads(out)["account"]["status"] == "audit", "the table says so, without a limit too", err)
    code, out, err = call("run", KEPLER, "--audit", "1e-8", "--output-format", "json")
    ok(code == 0 and json.loads(out)["status"] == "ok", "by series it is kept", f"{code}\n{err}")
    code, _, err = call("run", KEPLER + "claim integral energy\n", "--method", "ida", "--audit", "1e-6")
    ok(code == 1, "a claimed integral is measured in the same way", f"{code}\n{err}")
    code, out, err = call("sweep", KEPLER, "--method", "ida", "--vary", "e=0.5,0.999999")
    rows = out.splitlines()
    ok(code == 1 and ",ok," in rows[1] and ",audit,the audit fails" in rows[2], "a member of a sweep", f"{code}\n{out}\n{err}")
    code, out, err = call("sweep", KEPLER, "--vary", "e=0.5,0.999999")
    ok(code == 0 and out.count(",ok,") == 2, "the same sweep by series", f"{code}\n{out}\n{err}")
    damped = "coordinate x\nmass 1 at x*world.x\npotential x^2/2\ndamper 1 on x\nstart x = 1\nrun 2000\n"
    code, _, err = call("run", damped, "--audit", "1e-12")
    ok(code == 0, "a motion that dies away is measured by what it was", f"{code}\n{err}")


def pole():
    """A top that passes the vertical: neither its Euler angles nor speeds along axes lose digits."""
    top = """parameter J = 3e-6, C = 3.2e-6, g = 9.82
coordinate x, y, φ, θ, χ
frame A = world turned φ about z
frame E = A turned θ about y
frame S = E turned χ about z
body top: mass 0.02, centre x*world.x + y*world.y + (0.02 - 0.006*cos(θ))*world.z, frame S, inertia (J, J, C) along E
gravity -g*world.z
%sstart θ = 0.1, θ' = -1, φ' = 0.01
run 0.3
"""
    speeds = "speed p = dot(spin(top), E.x), q = dot(spin(top), E.y), r = dot(spin(top), E.z), vx = x', vy = y'\n"
    code, _, err = call("run", top % "", "--audit", "1e-11")
    ok(code == 0 and "VV0617" not in err, "angles near gimbal lock: their rates are left in time", f"{code}\n{err}")
    code, _, err = call("run", top % speeds, "--audit", "1e-11")
    ok(code == 0 and "VV0617" not in err, "speeds along axes lose none", f"{code}\n{err}")


def others():
    with tempfile.TemporaryDirectory() as folder:
        code, _, err = call("plot", KEPLER, "--method", "ida", "-o", os.path.join(folder, "a.svg"))
        ok(code == 1 and "VV0609" in err, "a plot", f"{code}\n{err}")
    code, out, err = call("report", KEPLER, "--method", "ida", "--format", "text")
    ok(code == 1 and "failed: the audit" in out, "a report", f"{code}\n{err}")


corners()
singular()
comet()
pole()
others()
done()
