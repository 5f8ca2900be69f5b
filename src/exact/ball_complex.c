/* Functions of balls that need complex numbers: roots of polynomials, the hypergeometric
 * function. */
#include <stdlib.h>

#include "exact/ball_internal.h"
#include "exact/flint_guard.h"

typedef struct job {
    vv_balls *b;
    int degree, coefficient, re, im;
    int out, sum, product, w, z;
    bool good;
} job;

/* Real roots first, ascending; the others by real, then imaginary part of their midpoints. */
static int compare(const void *x, const void *y) {
    const acb_struct *a = x, *b = y;
    int real_a = arb_is_zero(acb_imagref(a)), real_b = arb_is_zero(acb_imagref(b));
    if (real_a != real_b) return real_b - real_a;
    int order = arf_cmp(arb_midref(acb_realref(a)), arb_midref(acb_realref(b)));
    return order ? order : arf_cmp(arb_midref(acb_imagref(a)), arb_midref(acb_imagref(b)));
}

static void roots_of(void *p) {
    job *j = p;
    arb_ptr x = j->b->x;
    acb_poly_t f;
    slong n = j->degree, prec = j->b->bits;
    acb_ptr root = _acb_vec_init(n);
    acb_poly_init(f);
    for (slong i = 0; i <= n; i++) {
        acb_t k;
        acb_init(k);
        acb_set_arb(k, x + j->coefficient + i);
        acb_poly_set_coeff_acb(f, i, k);
        acb_clear(k);
    }
    j->good = acb_poly_degree(f) == n && acb_poly_find_roots(root, f, NULL, 0, prec) == n &&
              acb_poly_validate_real_roots(root, f, prec);
    for (slong i = 0; j->good && i < n; i++)
        if (arb_contains_zero(acb_imagref(root + i))) arb_zero(acb_imagref(root + i));
    if (j->good) qsort(root, (size_t)n, sizeof *root, compare);
    for (slong i = 0; j->good && i < n; i++) {
        arb_set(x + j->re + i, acb_realref(root + i));
        arb_set(x + j->im + i, acb_imagref(root + i));
    }
    acb_poly_clear(f);
    _acb_vec_clear(root, n);
}

bool vv_ball_poly_roots(vv_balls *b, int degree, int coefficient, int re, int im) {
    job j = {.b = b, .degree = degree, .coefficient = coefficient, .re = re, .im = im};
    for (int i = 0; i <= degree; i++)
        if (!arb_is_finite(b->x + coefficient + i)) return false;
    if (degree < 1 || arb_contains_zero(b->x + coefficient + degree)) return false;
    return vv_flint_guard(b->ctx, roots_of, &j) && j.good;
}

static void hypergeometric(void *p) {
    job *j = p;
    arb_ptr x = j->b->x;
    slong prec = j->b->bits;
    acb_t u, v, w, z, d;
    acb_init(u), acb_init(v), acb_init(w), acb_init(z), acb_init(d);
    /* u, v = (sum -+ sqrt(sum^2 - 4 product))/2 */
    acb_set_arb(u, x + j->sum);
    acb_mul(d, u, u, prec);
    acb_set_arb(v, x + j->product);
    acb_submul_ui(d, v, 4, prec);
    acb_sqrt(d, d, prec);
    acb_sub(v, u, d, prec);
    acb_add(u, u, d, prec);
    acb_mul_2exp_si(u, u, -1);
    acb_mul_2exp_si(v, v, -1);
    acb_set_arb(w, x + j->w);
    acb_set_arb(z, x + j->z);
    acb_hypgeom_2f1(d, u, v, w, z, 0, prec);
    arb_set(x + j->out, acb_realref(d)); /* real, because the series has real coefficients */
    acb_clear(u), acb_clear(v), acb_clear(w), acb_clear(z), acb_clear(d);
}

void vv_ball_hypergeometric(vv_balls *b, int out, int sum, int product, int w, int z) {
    job j = {.b = b, .out = out, .sum = sum, .product = product, .w = w, .z = z};
    if (!vv_flint_guard(b->ctx, hypergeometric, &j)) arb_indeterminate(b->x + out);
}
