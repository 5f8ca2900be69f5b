#include "simulate/run/lyapunov.h"
#include "simulate/run/run_tolerances.h"

#include <math.h>

#include "numeric/numeric.h"
#include "simulate/formulation/formulation.h"

bool vv_lyapunov_new(const vv_dynamics *f, double until, vv_lyapunov *l) {
    const vv_variational *v = f->variational;
    *l = (vv_lyapunov){.n = v ? v->nfree : 0, .half = until / 2};
    if (!l->n) return true;
    l->first = v->n - v->nfree + 1;
    l->sum = VV_ARRAY(f->c, double, l->n + 1);
    l->middle = VV_ARRAY(f->c, double, l->n + 1);
    l->basis = VV_MATRIX(f->c, double, l->n, v->own->nq + v->own->n);
    return vv_ctx_ok(f->c);
}

/* Component i of direction k in the state, or in its low part. */
static double *component(const vv_stepper *s, double *x, int k, int i) {
    const vv_equations *own = s->f->variational->own;
    return x + (i < own->nq ? k * own->nq + i : s->f->nq + k * own->n + (i - own->nq));
}

/* Direction k and those before it, rows of l->basis: orthonormal to them; its length before. */
static double make_unit(vv_lyapunov *l, vv_stepper *s, int size, int k) {
    double *own = l->basis + k * size;
    for (int i = 0; i < size; i++) own[i] = *component(s, s->x, l->first + k, i);
    vv_orthogonalize(size, k, l->basis, own);
    double length = vv_norm2(size, own);
    for (int i = 0; i < size; i++) {
        own[i] /= length > 0 ? length : 1;
        *component(s, s->x, l->first + k, i) = own[i];
        *component(s, s->x_low, l->first + k, i) = 0;
    }
    return length;
}

void vv_lyapunov_step(vv_lyapunov *l, vv_stepper *s, bool begin) {
    if (!l->n) return;
    int size = s->f->variational->own->nq + s->f->variational->own->n;
    double before = l->end;
    for (int k = 0; k < l->n - l->lost; k++) {
        double length = make_unit(l, s, size, k);
        if (begin && !(length > VV_RUN_DEPENDENT_DIRECTION)) {
            l->lost = l->n - k;
            break;
        }
        if (!begin) l->sum[k] += log(length);
    }
    l->end = s->t;
    if (begin) l->begin = s->t;
    if (before < l->half && l->end >= l->half) {
        for (int k = 0; k < l->n; k++) l->middle[k] = l->sum[k];
        l->half = l->end;
    }
}

void vv_lyapunov_serialize(vv_lyapunov *l, vv_serializer *k) {
    VV_SERIALIZE_ARRAY(k, l->sum, l->n);
    VV_SERIALIZE_ARRAY(k, l->middle, l->n);
    VV_SERIALIZE(k, l->begin);
    VV_SERIALIZE(k, l->half);
    VV_SERIALIZE(k, l->end);
    VV_SERIALIZE(k, l->lost);
}

void vv_lyapunov_report(const vv_lyapunov *l, vv_buffer *account) {
    double time = l->end - l->begin, rest = l->end - l->half, sum = 0;
    for (int k = 0; k < l->n - l->lost && time > 0; k++) {
        double whole = l->sum[k] / time;
        sum += whole;
        vv_buffer_printf(account, "Lyapunov exponent %d: %.6g per unit of time", k + 1, whole);
        if (rest > 0)
            vv_buffer_printf(account, ", %.6g in the second half",
                             (l->sum[k] - l->middle[k]) / rest);
        vv_buffer_char(account, '\n');
    }
    if (l->n - l->lost > 1) vv_buffer_printf(account, "sum of these exponents: %.3g\n", sum);
    if (l->lost)
        vv_buffer_printf(
            account, "Lyapunov exponents: the constraints leave only %d independent directions\n",
            l->n - l->lost);
}
