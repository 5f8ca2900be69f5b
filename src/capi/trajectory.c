/* Recorded motions: a polynomial for each step. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "capi/simulation_handle.h"
#include "capi/simulation_tolerances.h"

/* ---- recording ------------------------------------------------------------------------------ */

static bool grow(void **block, size_t *room, size_t need, size_t each) {
    if (need <= *room) return true;
    size_t more = 2 * need + 16;
    void *to = realloc(*block, more * each);
    if (!to) return false;
    *block = to, *room = more;
    return true;
}

static size_t bytes_for(const vv_trajectory *r, size_t pieces, size_t coefficients) {
    return pieces * (sizeof *r->knot + sizeof *r->first + sizeof *r->degree) +
           coefficients * sizeof *r->coefficient;
}

static bool make_room(vv_trajectory *r, size_t coefficients) {
    if (bytes_for(r, r->n, r->ncoefficients + coefficients) > r->most) return false;
    size_t a = r->room, b = r->room, c = r->room, need = r->n + 2;
    void *knot = r->knot, *first = r->first, *degree = r->degree, *all = r->coefficient;
    bool good =
        grow(&knot, &a, need, sizeof *r->knot) && grow(&first, &b, need, sizeof *r->first) &&
        grow(&degree, &c, need, sizeof *r->degree) &&
        grow(&all, &r->coefficients_room, r->ncoefficients + coefficients, sizeof *r->coefficient);
    r->knot = knot, r->first = first, r->degree = degree, r->coefficient = all;
    if (good) r->room = a;
    return good;
}

/* Times are sums of two numbers inside; outside they round. */
static bool same_time(double a, double b) {
    return fabs(a - b) <= VV_SIM_TIME_ROUNDING * fmax(fabs(a), fabs(b));
}

/* A motion that begins anew leaves a gap: the record ends there. */
void vv_trajectory_add(vv_trajectory *r, const vv_sim_last_step *s) {
    size_t count = (size_t)r->nq * (size_t)(s->degree + 1);
    if (r->refused || r->ended || !same_time(s->t, r->knot[r->n])) {
        r->ended = true;
        return;
    }
    if (!make_room(r, count)) {
        r->refused = true;
        return;
    }
    memcpy(r->coefficient + r->ncoefficients, s->coefficient, count * sizeof *s->coefficient);
    r->first[r->n] = r->ncoefficients, r->degree[r->n] = s->degree;
    r->ncoefficients += count;
    r->knot[++r->n] = s->t + s->dt;
}

static vv_status record(vv_sim_memory *x, vv_trajectory **out) {
    enum { STANDARD = 1 << 30 }; /* bytes */
    vv_trajectory *r = calloc(1, sizeof *r);
    int64_t most = vv_option_int(x->budget, "memory", 0);
    if (r) r->nq = x->e->nq, r->of = x, r->most = most > 0 ? (size_t)most : STANDARD;
    if (!r || !make_room(r, 1)) {
        if (r) free(r->knot), free(r->first), free(r->degree), free(r->coefficient);
        free(r);
        return x->told = vv_failed(VV_E_NOMEM);
    }
    r->knot[0] = x->t;
    r->next = x->trajectory, x->trajectory = r;
    *out = r;
    return VV_OK;
}

vv_status vv_sim_record(vv_sim *s, vv_trajectory **out) {
    vv_entry here;
    vv_status status;
    if (out) *out = NULL;
    if (!out) return vv_usage("vv_sim_record: out is NULL");
    if (!vv_sim_enter(&here, s, "vv_sim_record", false, &status)) return status;
    return vv_sim_leave(&here, s, record(s->x, out));
}

void vv_trajectory_free(vv_trajectory *r) {
    if (!r) return;
    for (vv_trajectory **k = r->of ? &r->of->trajectory : NULL; k && *k; k = &(*k)->next)
        if (*k == r) {
            *k = r->next;
            break;
        }
    free(r->knot), free(r->first), free(r->degree), free(r->coefficient);
    free(r);
}

/* ---- reading -------------------------------------------------------------------------------- */

size_t vv_trajectory_knots(const vv_trajectory *r, const double **t) {
    if (t) *t = r ? r->knot : NULL;
    return r ? r->n + 1 : 0;
}

/* The piece that begins at t or before it. */
static size_t find(const vv_trajectory *r, double t) {
    size_t low = 0, high = r->n - 1;
    while (low < high) {
        size_t middle = (low + high + 1) / 2;
        if (r->knot[middle] <= t)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static void evaluate(const vv_trajectory *r, double t, int derivative, double *out) {
    size_t k = find(r, t);
    int degree = r->degree[k];
    const double *c = r->coefficient + r->first[k];
    for (int i = 0; i < r->nq; i++, c += degree + 1)
        out[i] = vv_sim_polynomial(degree, c, derivative, t - r->knot[k]);
}

vv_status vv_trajectory_eval(const vv_trajectory *r, size_t n, const double *t, int derivative,
                             double *out) {
    if (!r || (n && (!t || !out)) || derivative < 0)
        return vv_usage("vv_trajectory_eval: an argument is NULL, or the derivative negative");
    if (r->refused) return vv_failed(VV_E_NOMEM);
    if (n && !r->n) return vv_usage("vv_trajectory_eval: nothing has been recorded yet");
    for (size_t i = 0; i < n; i++)
        if (!(t[i] >= r->knot[0] && t[i] <= r->knot[r->n]) && !same_time(t[i], r->knot[0]) &&
            !same_time(t[i], r->knot[r->n]))
            return vv_usage("vv_trajectory_eval: the time %.17g is not within the record, %.17g to "
                            "%.17g",
                            t[i], r->knot[0], r->knot[r->n]);
    vv_entry here;
    vv_enter(&here, NULL);
    for (size_t i = 0; i < n; i++) evaluate(r, t[i], derivative, out + i * (size_t)r->nq);
    return vv_leave(&here, VV_OK);
}
