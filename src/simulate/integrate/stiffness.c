#include "simulate/integrate/stiffness.h"
#include "simulate/integrate/integrate_tolerances.h"

#include <math.h>
#include <string.h>

#include "numeric/numeric.h"

static void apply(int n, const double *J, const double *v, double *out) {
    for (int i = 0; i < n; i++) out[i] = vv_dot(n, J + i * n, v);
}

/* v, Jv, JJv lie in the plane of the two dominant eigenvectors: JJv = a Jv + b v by least squares,
 * and the eigenvalues are the roots of l^2 = a l + b [HairerWanner1996, IV.2]. */
static double decay(int n, const double *v, const double *Jv, const double *JJv) {
    double vv = vv_dot(n, v, v), vJ = vv_dot(n, v, Jv), JJ = vv_dot(n, Jv, Jv),
           vw = vv_dot(n, v, JJv), Jw = vv_dot(n, Jv, JJv), det = vv * JJ - vJ * vJ;
    if (!(JJ > 0)) return 0;
    if (!(det > VV_STIFFNESS_PARALLEL * vv * JJ)) return fmax(0, -vJ / vv); /* only one */
    double a = (Jw * vv - vw * vJ) / det, b = (vw * JJ - Jw * vJ) / det, d = a * a / 4 + b;
    double rate = d > 0 ? sqrt(d) - a / 2 : -a / 2;
    /* a saddle grows as fast as it decays, and an oscillation has to be resolved */
    bool damped = d > 0 ? a / 2 + sqrt(d) < rate / 4 : rate > 0.3 * sqrt(-b);
    return damped && rate > 0 ? rate : 0;
}

double vv_stiffness_rate_at(vv_ctx *c, vv_rhs *r, double t, const double *x) {
    enum { ROUNDS = 40 };
    int n = r->nq + r->n;
    vv_mark mark = vv_arena_mark(c);
    double *J = VV_MATRIX(c, double, n, n), *v = VV_ARRAY(c, double, n + 1),
           *w = VV_ARRAY(c, double, n + 1), *u = VV_ARRAY(c, double, n + 1), found = 0;
    if (J && v && w && u && vv_rhs_jacobian(r, t, x, J)) {
        for (int i = 0; i < n; i++) v[i] = 1 + 0.37 * ((i * 7) % 5); /* a generic direction */
        for (int k = 0; k < ROUNDS; k++) {
            apply(n, J, v, w);
            double size = sqrt(vv_dot(n, w, w));
            if (!(size > 0) || isinf(size)) break;
            if (k + 1 == ROUNDS) {
                apply(n, J, w, u);
                found = decay(n, v, w, u);
            }
            for (int i = 0; i < n; i++) v[i] = w[i] / size;
        }
    }
    vv_arena_release(c, mark);
    return found;
}

double vv_stiffness_rate(vv_stepper *s) {
    return vv_stiffness_rate_at(s->f->c, &s->rhs, s->t, s->x);
}
