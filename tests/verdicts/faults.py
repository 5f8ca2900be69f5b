#!/usr/bin/python3
"""Planted faults: does tests/verdicts notice each within 500 mechanisms?

    faults.py [--build FOLDER] [--only ROOM] [--family NAME] [--most N] [--jobs N]
    faults.py --apply-only      does each text to be replaced still occur exactly once?

A copy of one source file gets the fault; it is compiled and linked with the rest of the build. A fault is noticed at
the first seed with a contradiction that the sound build does not have."""
import argparse
import os
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

# room: file, text that occurs in it exactly once, a slip in its place
FAULTS = {
    "stability": ("src/equations/stability/linearized_equations.c",
                  "vv_sub(q->c, q->a[i * n + j], vv_div(q->c, vv_mul(q->c, row[i], row[j]), d));",
                  "vv_add(q->c, q->a[i * n + j], vv_div(q->c, vv_mul(q->c, row[i], row[j]), d));"),
    "steady": ("src/analysis/steady/floquet.c",
               "    for (int i = 0; i < s->n; i++) {\n        vv_expr r = eq->rhs[i];",
               "    for (int i = 1; i < s->n; i++) {\n        vv_expr r = eq->rhs[i];"),
    "equilibria": ("src/analysis/equilibria/equilibrium_solver.c",
                   "out[n] = (vv_root){i, x, .condition = under};\n    }\n    return 2;",
                   "out[n] = (vv_root){i, x, .condition = under};\n    }\n    return 1;"),
    "integrals": ("src/analysis/integrals/ansatz.c",
                  "vv_subst(c, f->s->n, f->s->wd, f->wd, 1, &rate, &rate);",
                  "vv_subst_zero(c, f->s->n, f->s->wd, 1, &rate, &rate);"),
    "linearize": ("src/analysis/linear/linearize.c", "out[w->ni + j] = row[w->nq + j];", "out[w->ni + j] = row[j];"),
    "manifold": ("src/kinematics/constraint_manifold.c", "to = vv_neg(c, vv_div(c, rest, a));", "to = vv_div(c, rest, a);"),
    "charts": ("src/model/declare.c", "sum = along_parent ? vv_sub(c, sum, turn) : vv_add(c, sum, turn);",
               "sum = along_parent ? vv_add(c, sum, turn) : vv_sub(c, sum, turn);"),
    "servo": ("src/simulate/formulation/dynamics_build.c", "vv_mul(f->c, eq->lambda[i], r->column[a])",
              "vv_mul(f->c, eq->lambda[i], r->coefficient[a])"),
    "contact": ("src/simulate/contact/friction.c", "law.rest = in_coordinates(k, rest.id ? rest : limit);",
                "law.rest = in_coordinates(k, limit);"),
    "jets": ("src/evaluate/jet/pass_builder.c", "scaled(b, 0.5, vv_jet_mul(b, s, inverse(b, i->out)))",
             "vv_jet_mul(b, s, inverse(b, i->out))"),
}


def occurrences(room):
    """0: the table has to follow the source; 2: the text names no place."""
    path, old, _ = FAULTS[room]
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read().count(old)


def faulty_build(room, build, folder):
    """The command with the fault: the commands of Ninja for this file and for linking, with other results."""
    path, old, new = FAULTS[room]
    source, result, command = (os.path.join(folder, name) for name in ("faulty.c", "faulty.o", "visviva"))
    with open(os.path.join(ROOT, path), encoding="utf-8") as file, open(source, "w", encoding="utf-8") as copy:
        copy.write(file.read().replace(old, new))
    lines = subprocess.check_output(["ninja", "-C", build, "-t", "commands", "visviva"], text=True).splitlines()
    compiled = next(shlex.split(w) for w in lines if w.endswith(f"-c ../{path}"))
    compiled[compiled.index("-o") + 1], compiled[-1] = result, source
    compiled[compiled.index("-MF") + 1] = result + ".d"
    linked = shlex.split(lines[-1])
    linked[linked.index("-o") + 1] = command
    linked.insert(linked.index("-o") + 2, result)       # before the library, which has the sound one
    for words in ([w for w in compiled if w != "-Werror"] + ["-w"], linked):
        subprocess.run(words, cwd=build, check=True)
    return command


def search(sound, faulty, most, jobs, family):
    """(seed, sentence) of the first contradiction that the sound build does not have, or None."""
    import engine
    import t_verdicts
    engine.VISVIVA = faulty
    results = t_verdicts.in_order(range(1, most + 1), jobs, family, False)
    for seed, name, found, _ in results:
        engine.VISVIVA = sound
        known = t_verdicts.examined(seed, family, False)[1].contradictions if found.contradictions else []
        engine.VISVIVA = faulty
        new = [c for c in found.contradictions if c not in known]
        if new:
            results.close()
            return seed, f"{name}: {new[0].splitlines()[0]}"
    return None


def main():
    a = argparse.ArgumentParser()
    a.add_argument("--apply-only", action="store_true")
    a.add_argument("--build", default=os.path.join(ROOT, "build"))
    a.add_argument("--only", choices=list(FAULTS))
    a.add_argument("--family", help="mechanisms of this family only")
    a.add_argument("--most", type=int, default=500)
    a.add_argument("--jobs", type=int, default=int(os.environ.get("VV_JOBS") or 2))
    a = a.parse_args()
    rooms, failed = [a.only] if a.only else list(FAULTS), 0
    print(f"1..{len(rooms)}", flush=True)
    if not a.apply_only:
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    for i, room in enumerate(rooms, 1):
        n = occurrences(room)
        ok, said = (n == 1, "its text occurs once" if n == 1 else f"its text occurs {n} times") if n != 1 or a.apply_only else planted(room, a)
        failed += not ok
        print(f"{'' if ok else 'not '}ok {i} - a fault in {room}: {said}", flush=True)
    return 1 if failed else 0


def planted(room, a):
    with tempfile.TemporaryDirectory() as folder:
        found = search(os.path.join(a.build, "visviva"), faulty_build(room, a.build, folder), a.most, a.jobs, a.family)
    if found:
        return True, f"noticed by mechanism {found[0]}, {found[1]}"
    return False, f"not noticed within {a.most} mechanisms"


if __name__ == "__main__":
    sys.exit(main())
