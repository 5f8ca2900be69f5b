#include "simulate/witness.h"

#include <math.h>
#include <string.h>

#include "simulate/solvers.h"

/* Formulas for stiff motions by others of the kind, series and Runge-Kutta by each other. */
const vv_integrator *vv_witness_for(const vv_integrator *run) {
    if (run == &vv_integrator_cvode) return &vv_integrator_ida;
    if (run == &vv_integrator_ida) return &vv_integrator_cvode;
    return run == &vv_integrator_rk8 ? &vv_integrator_taylor : &vv_integrator_rk8;
}

typedef struct pair {
    vv_rows *rows[2];
    double *row[2];
} pair;

static bool read(const pair *p, long i) {
    return vv_rows_read(p->rows[0], i, 1, p->row[0]) && vv_rows_read(p->rows[1], i, 1, p->row[1]);
}

/* The largest values of the columns. What is rounding of the others counts by their size. */
static bool find_sizes(const pair *p, int n, double *size) {
    const double ROUNDING = 1e-6;
    double most = 0;
    for (long i = 0; i < p->rows[0]->count; i++) {
        if (!read(p, i)) return false;
        for (int k = 0; k < n; k++) size[k] = fmax(size[k], fabs(p->row[0][k]));
    }
    for (int k = 1; k < n; k++) most = fmax(most, size[k]);
    for (int k = 0; k < n; k++) size[k] = fmax(size[k], ROUNDING * most);
    return true;
}

bool vv_witness_compare(vv_ctx *c, int n, vv_rows *a, vv_rows *b, vv_difference *d) {
    pair p = {{a, b}, {VV_ARRAY(c, double, n + 1), VV_ARRAY(c, double, n + 1)}};
    double *size = VV_ARRAY(c, double, n + 1);
    *d = (vv_difference){.of = VV_ARRAY(c, double, n + 1), .when = VV_ARRAY(c, double, n + 1)};
    if (!vv_ctx_ok(c)) return false;
    if (a->count != b->count || a->width != n || b->width != n)
        return d->worst = (double)INFINITY, true;
    if (!find_sizes(&p, n, size)) return false;
    for (long i = 0; i < a->count; i++) {
        if (!read(&p, i)) return false;
        for (int k = 0; k < n; k++) {
            double by = fabs(p.row[0][k] - p.row[1][k]);
            by = by == 0 ? 0 : by / size[k];
            if (isnan(by)) by = (double)INFINITY;
            if (by > d->of[k]) d->of[k] = by, d->when[k] = p.row[0][0];
            if (by > d->worst) d->worst = by, d->time = p.row[0][0], d->column = k;
        }
    }
    return true;
}
