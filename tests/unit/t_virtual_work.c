/* The equations as virtual work, for series, are those of Lagrange with multipliers: proved for
 * every model that has constraints, with the names of derivatives replaced by these. */
#include <glob.h>

#include "motion.h"
#include "simulate/form.h"
#include "simulate/virtual_work.h"

/* Symbols of derivatives -> what they are, in q, q', q''. */
static void put_derivatives(vv_ctx *c, const vv_system *s, const vv_virtual_work *w, int n,
                            vv_expr *e) {
    vv_expr *rate = VV_ARRAY(c, vv_expr, w->n + 1);
    for (int i = 0; rate && i < w->n; i++) {
        rate[i] = vv_rate_along(c, &s->coordinate_rates, w->value[i]);
        if (w->times[i] == 2) rate[i] = vv_rate_along(c, &s->coordinate_rates, rate[i]);
    }
    vv_subst(c, w->n, w->symbol, rate, n, e, e);
}

static void compare(const char *path, int *by_places, int *others, int *rewritten) {
    motion k = motion_load(path, 0, NULL);
    const vv_system *s = vv_form_all_rows(k.c, &k.m->system);
    const char *why = NULL;
    vv_virtual_work w;
    bool wanted =
        s->nrows && !s->nservos && s->has_T && vv_form_multipliers(k.c, s, &k.eq, &why) == VV_OK;
    if (wanted && vv_virtual_work_find(k.c, s, &k.eq, &w) == VV_OK) {
        int off = 0;
        bool twice = false;
        for (int i = 0; i < w.n; i++) twice |= w.times[i] == 2;
        *(twice ? by_places : others) += 1;
        put_derivatives(k.c, s, &w, s->nq, w.residual);
        put_derivatives(k.c, s, &w, s->nrows, w.relation);
        /* whatever the coordinates are: also where they do not satisfy the relations */
        for (int a = 0; a < s->nq; a++)
            off += !vv_vanishes(k.c, &s->m->facts, vv_sub(k.c, w.residual[a], k.eq.residual[a]));
        for (int r = 0; r < s->nrows; r++) {
            const vv_row *row = k.eq.row[r];
            vv_expr e = row->finite.id ? row->finite : row->velocity;
            *rewritten += !vv_same(w.relation[r], e);
            off += !vv_vanishes(k.c, &s->m->facts, vv_sub(k.c, w.relation[r], e));
        }
        is_int(off, 0, "%s: equations and relations that differ", path);
    }
    vv_ctx_free(k.c);
}

int main(void) {
    static const char *const folders[] = {"models/*.vv", "models/*/*.vv",
                                          "bench/cartesian_double_pendulum.vv"};
    int by_places = 0, others = 0, rewritten = 0;
    glob_t found = {0};
    for (int i = 0; i < 3; i++) glob(folders[i], i ? GLOB_APPEND : 0, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++)
        compare(found.gl_pathv[i], &by_places, &others, &rewritten);
    globfree(&found);
    ok(by_places > 20, "by places of centres: %d models", by_places);
    ok(others > 5, "the others: %d models", others);
    ok(rewritten > 10, "relations of rolling by their centres: %d", rewritten);
    return done_testing();
}
