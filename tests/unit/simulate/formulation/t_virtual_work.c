/* The equations as virtual work, used for Taylor series, are Lagrange's with multipliers: proved
 * for every model with constraints, after replacing the symbols of derivatives by the
 * derivatives. */
#include <glob.h>

#include "model_tapes.h"
#include "simulate/formulation/formulation.h"
#include "simulate/formulation/virtual_work.h"

/* Symbols of derivatives and aliases -> their definitions in q, q', q''; these may contain
 * others. */
static vv_expr *find_meanings(vv_ctx *c, const vv_system *s, const vv_virtual_work *w) {
    vv_expr *means = VV_ARRAY(c, vv_expr, w->n + 1), *known = VV_ARRAY(c, vv_expr, w->n + 1),
            *open = VV_ARRAY(c, vv_expr, w->n + 1), *value = VV_ARRAY(c, vv_expr, w->n + 1);
    int nknown = 0;
    for (bool more = true; open && value && more;) {
        int nopen = 0;
        for (int i = 0; i < w->n; i++)
            if (!means[i].id) open[nopen++] = w->symbol[i];
        more = false;
        for (int i = 0; i < w->n; i++) {
            vv_expr e = w->value[i];
            if (means[i].id || vv_depends(c, e, nopen, open)) continue;
            vv_subst(c, nknown, known, value, 1, &e, &e);
            for (int k = 0; k < w->times[i]; k++)
                e = vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, e);
            means[i] = e;
            more = true;
        }
        nknown = 0;
        for (int i = 0; i < w->n; i++)
            if (means[i].id) known[nknown] = w->symbol[i], value[nknown++] = means[i];
    }
    return means;
}

/* Time-dependent positions in time-dependent frames, with a sliding mass; a contact with a
 * time-dependent arm. */
static const char *const BY_TIME[] = {
    "coordinate a, b, c, x\nframe F = world turned a about z, b + t about x\n"
    "frame G = F turned c about y\n"
    "point P = x*world.x + sin(t)*world.y + t*F.x\n"
    "body A: mass 2, centre P, frame F, inertia (1, 2, 3)\n"
    "body B: mass 1, centre P + (1 + t^2)*G.z, frame G, inertia ((1, 1/9, 0), (1/9, 3/2, 0), (0, "
    "0, 2))\n"
    "mass 3 at P + x*G.y + t*G.x\ngravity -9*world.z\nconstraint x = a*b + t\n",
    "coordinate x, y, a, b, s\nframe F = world turned a about z, b about x\n"
    "frame W = F turned s about y\npoint P = x*world.x + y*world.y + world.z\n"
    "body A: mass 2, centre P, frame F, inertia (1, 2, 3)\n"
    "body B: mass 1, centre P + F.y, frame W, inertia (1, 2, 1) along F\n"
    "rolling B on world at P + F.y + t*F.x - (1 + x)*F.z + t*x*W.z, normal world.z\n"};

static void compare(motion k, const char *path, int *by_axes, int *by_places, int *others,
                    int *rewritten) {
    const vv_system *s = vv_formulation_with_redundant_rows(k.c, &k.m->system);
    const char *why = NULL;
    const bool *spare = VV_ARRAY(k.c, bool, s->nrows + 1);
    vv_virtual_work w;
    bool wanted = s->nrows && !s->nservos && s->has_T &&
                  vv_formulation_constrained(k.c, s, &k.eq, &why) == VV_OK;
    if (wanted && vv_virtual_work_build(k.c, s, &k.eq, spare, &w) == VV_OK) {
        int off = 0;
        bool twice = false, named = false;
        for (int i = 0; i < w.n; i++) twice |= w.times[i] == 2, named |= w.times[i] == 0;
        *(named ? by_axes : twice ? by_places : others) += 1;
        vv_expr *means = find_meanings(k.c, s, &w);
        vv_subst(k.c, w.n, w.symbol, means, s->nq, w.residual, w.residual);
        vv_subst(k.c, w.n, w.symbol, means, s->nrows, w.relation, w.relation);
        /* for all coordinates, also if they do not satisfy the constraints */
        for (int a = 0; a < s->nq; a++)
            off += !vv_vanishes(k.c, &s->m->facts, vv_sub(k.c, w.residual[a], k.eq.residual[a]));
        for (int r = 0; r < s->nrows; r++) {
            const vv_constraint_row *row = k.eq.row[r];
            vv_expr e = row->finite.id ? row->finite : row->velocity;
            *rewritten += !vv_same(w.relation[r], e);
            off += !vv_vanishes(k.c, &s->m->facts, vv_sub(k.c, w.relation[r], e));
        }
        is_int(off, 0, "%s: equations and constraints that differ", path);
    }
    vv_ctx_free(k.c);
}

int main(void) {
    static const char *const folders[] = {"models/*.vv", "models/*/*.vv",
                                          "bench/cartesian_double_pendulum.vv"};
    int by_axes = 0, by_places = 0, others = 0, rewritten = 0;
    glob_t found = {0};
    for (int i = 0; i < 3; i++) glob(folders[i], i ? GLOB_APPEND : 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++)
        compare(motion_load(found.gl_pathv[i], 0, NULL), found.gl_pathv[i], &by_axes, &by_places,
                &others, &rewritten);
    globfree(&found);
    for (int i = 0; i < 2; i++) {
        int before = by_axes;
        motion k = {.c = vv_ctx_new(NULL)};
        bool loaded =
            vv_command_load(k.c, "by time", BY_TIME[i], strlen(BY_TIME[i]), 0, NULL, &k.m) == VV_OK;
        ok(loaded, "a mechanism whose places go by the time%s",
           loaded ? "" : vv_diag_text(k.c, false));
        if (loaded) compare(k, "by time", &by_axes, &by_places, &others, &rewritten);
        is_int(by_axes, before + 1, "it is written by axes");
    }
    ok(by_axes >= 6, "by the axes of frames: %d models", by_axes);
    ok(by_places > 20, "by places of centres: %d models", by_places);
    ok(others > 5, "the others: %d models", others);
    ok(rewritten > 10, "rolling constraints by their centres: %d", rewritten);
    return done_testing();
}
