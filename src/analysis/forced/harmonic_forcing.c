#include "analysis/forced/harmonic_forcing.h"

#include <math.h>

#include "numeric/numeric.h"

/* ---- what acts ----------------------------------------------------------------------------- */

static bool add(vv_ctx *c, int n, const vv_harmonic *h, const vv_expr *direction, int *count,
                vv_harmonic_force *list) {
    vv_harmonic_force *k = NULL;
    for (int i = 0; i < *count; i++)
        if (vv_same(list[i].frequency, h->frequency) && vv_same(list[i].phase, h->phase))
            k = &list[i];
    if (!k) {
        if (*count == VV_HARMONICS_MOST) return false;
        k = &list[(*count)++];
        *k = (vv_harmonic_force){h->frequency, h->phase, VV_ARRAY(c, vv_expr, n + 1)};
        if (!k->b) return false;
        for (int i = 0; i < n; i++) k->b[i] = VV_ZERO;
    }
    for (int i = 0; i < n; i++) k->b[i] = vv_add(c, k->b[i], vv_mul(c, h->amplitude, direction[i]));
    return true;
}

int vv_harmonic_forces_find(vv_ctx *c, const vv_study *study, const vv_equilibrium *at,
                            vv_harmonic_force *out, const char **no) {
    const vv_system *s = study->s;
    vv_expr *direction = VV_ARRAY(c, vv_expr, s->n + 1);
    vv_harmonic h[VV_HARMONICS_MOST];
    int count = 0;
    *no = NULL;
    if (!direction) return -1;
    for (int k = 0; k < s->m->nperturbations; k++) {
        const vv_perturbation *p = &s->m->perturbation[k];
        for (int i = 0; i < s->n; i++) {
            direction[i] = VV_ZERO;
            for (int a = 0; a < s->nq; a++)
                direction[i] =
                    vv_add(c, direction[i],
                           vv_mul(c, vv_diff(c, p->on, s->q[a]), s->direction[i * s->nq + a]));
            direction[i] = vv_equilibrium_substitute(c, s, at, direction[i]);
        }
        int n = vv_harmonics_of(c, vv_equilibrium_substitute(c, s, at, p->force), s->m->t, h);
        for (int i = 0; i < n; i++)
            if (!add(c, s->n, &h[i], direction, &count, out)) return -1;
        if (n < 0) {
            *no = p->text;
            return -1;
        }
    }
    return vv_ctx_ok(c) ? count : -1;
}

/* ---- numbers ------------------------------------------------------------------------------- */

/* As real equations (A -B; B A)(re; im) = (b; 0). */
bool vv_harmonic_response(int n, const double *M, const double *G, const double *K, const double *b,
                          double frequency, double *re, double *im) {
    double a[4 * VV_HARMONIC_RESPONSE_MOST * VV_HARMONIC_RESPONSE_MOST],
        y[2 * VV_HARMONIC_RESPONSE_MOST], pivot[2 * VV_HARMONIC_RESPONSE_MOST];
    int N = 2 * n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = K[i * n + j] - frequency * frequency * M[i * n + j],
                   g = frequency * G[i * n + j];
            a[i * N + j] = a[(n + i) * N + n + j] = s;
            a[i * N + n + j] = -g, a[(n + i) * N + j] = g;
        }
    for (int i = 0; i < n; i++) y[i] = b[i], y[n + i] = 0;
    if (!vv_lu_factor(N, a, pivot)) return false;
    vv_lu_solve(N, a, pivot, y);
    for (int i = 0; i < n; i++) re[i] = y[i], im[i] = y[n + i];
    return true;
}
