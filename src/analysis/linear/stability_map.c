#include "analysis/linear/stability_map.h"
#include "analysis/linear/linear_tolerances.h"

#include <math.h>

#include "analysis/linear/linear_matrices.h"
#include "numeric/numeric.h"

struct vv_stability_map {
    vv_ctx *c;
    int number, nconditions;
    const char *position;
    double (*growth)(const void *self, double x, double y); /* NULL: by the matrices */
    const void *self;
    vv_linear_matrices
        x; /* more: quantities that must be nonnegative for the equilibrium to exist */
};

static vv_status refuse(vv_ctx *c, const char **why, const char *text) {
    if (!*why) *why = text;
    return vv_ctx_ok(c) ? VV_E_BEYOND : vv_ctx_status(c);
}

static vv_stability_map *open_map(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                                  int number, const vv_expr over[2], const char **why) {
    vv_stability_map *map = VV_NEW(c, vv_stability_map);
    vv_linearized m;
    const char *reason = NULL;
    if (!map) return NULL;
    *map = (vv_stability_map){.c = c,
                              .number = number,
                              .nconditions = at->nconditions,
                              .position = vv_equilibrium_text(c, study->s, at)};
    if (vv_small_motions_make(c, study, at, &m) != VV_OK)
        reason = "the speeds are singular at an equilibrium";
    else if (m.timed)
        reason = "the linearized equations depend on the time";
    else if (m.n > VV_LINEAR_MATRICES_MOST)
        reason = "there are more than 20 directions";
    else if (vv_linear_matrices_open(c, study, &m, at, 2, over, at->nconditions, at->condition,
                                     &map->x, &reason))
        return map;
    refuse(c, why, reason);
    return NULL;
}

vv_status vv_stability_map_ranges(vv_ctx *c, const vv_study *study, const vv_expr over[2],
                                  double range[2][2], const char **why) {
    *why = NULL;
    for (int i = 0; i < 2; i++) {
        const vv_symbol *s = vv_symbol_get(c, over[i]);
        const char *name = vv_format(c, "%s%.*s", s->name, s->order, "''");
        if (!vv_parameter_range(c, study, over[i], range[i]))
            return refuse(c, why,
                          vv_format(c, "%s has no range: state box %s in (0, 5)", name, name));
    }
    if (!vv_eigen_available())
        return refuse(c, why,
                      "this program was built without LAPACK, which computes the eigenvalues");
    return VV_OK;
}

vv_stability_map *vv_stability_map_of(vv_ctx *c, const char *title,
                                      double (*growth)(const void *self, double x, double y),
                                      const void *self) {
    vv_stability_map *map = VV_NEW(c, vv_stability_map);
    if (map) *map = (vv_stability_map){.c = c, .position = title, .growth = growth, .self = self};
    return map;
}

double vv_stability_map_round(double part, double largest) {
    return fabs(part) <= VV_MAP_REAL_PART * largest ? 0 : part;
}

vv_status vv_stability_maps_open(vv_ctx *c, const vv_study *given, const vv_expr over[2], int most,
                                 vv_stability_map **out, int *n, double range[2][2],
                                 const char **why) {
    vv_equilibria all;
    vv_study study = *given;
    *n = 0;
    vv_status ranged = vv_stability_map_ranges(c, given, over, range, why);
    if (ranged != VV_OK) return ranged;
    study.eq = vv_study_unforced_equations(c, given);
    if (!study.eq) return vv_ctx_status(c);
    vv_status status = vv_equilibria_find(c, &study, &all);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    if (status != VV_OK || all.n == 0) return refuse(c, why, vv_equilibria_none_reason(c, &all));
    for (int i = 0; i < all.n && *n < most && vv_ctx_tick(c); i++) {
        const vv_study *there = all.list[i].chart ? all.list[i].chart : &study;
        out[*n] = open_map(c, there, &all.list[i], i + 1, over, why);
        *n += out[*n] != NULL;
    }
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    return *n ? VV_OK : VV_E_BEYOND;
}

const char *vv_stability_map_position(const vv_stability_map *m, int *number) {
    *number = m->number;
    return m->position;
}

double vv_stability_map_growth_rate(const vv_stability_map *m, double x, double y) {
    enum { MOST = 2 * VV_LINEAR_MATRICES_MOST };
    double in[] = {x, y}, re[MOST], im[MOST], largest = 0;
    if (m->growth) return m->growth(m->self, x, y);
    vv_linear_matrices_evaluate(&m->x, in);
    for (int i = 0; i < m->nconditions; i++)
        if (!(m->x.more[i] >= 0)) return (double)NAN;
    vv_mark mark = vv_arena_mark(m->c);
    bool known = vv_eigen_quadratic(m->c, m->x.n, m->x.M, m->x.G, m->x.K, re, im);
    vv_arena_release(m->c, mark);
    if (!known) return (double)NAN;
    for (int i = 0; i < 2 * m->x.n; i++) largest = fmax(largest, hypot(re[i], im[i]));
    return vv_stability_map_round(re[0], largest); /* the largest real part comes first */
}
