/* Small oscillations of the hanging chain: the squares of the frequencies are g/l times the zeros
 * of the Laguerre polynomial [D. Bernoulli; Gantmacher & Krein],
 * tests/reference/chain_frequencies.json. det(K - z M) must change its sign within 1e-11 of each of
 * them. */
#include "motion.h"

static const double WIDTH = 1e-11;
enum { MOST = 8 };

/* M and K = -d rhs / d theta at rest, hanging. *refused: the method does not apply. */
static bool linear(const char *method, int n, double *M, double *K, bool *refused) {
    char number[8];
    snprintf(number, sizeof number, "%d", n);
    motion s = motion_load("models/chain.vv", 1, &(vv_setting){"n", number});
    const vv_system *y = &s.m->system;
    const char *why = NULL;
    vv_expr out[2 * MOST * MOST], in[2 * MOST];
    double at[2 * MOST] = {0}, value[2 * MOST * MOST];
    motion_set(&s, "g", 1);
    motion_set(&s, "l", 1);
    bool fine = vv_formalism_run(s.c, vv_formalism_find(method), y, &s.eq, &why) == VV_OK;
    *refused = !fine && vv_ctx_ok(s.c);
    for (int i = 0; i < n && fine; i++) {
        for (int j = 0; j < n; j++) out[i * n + j] = s.eq.matrix[i * n + j];
        vv_gradient(s.c, s.eq.rhs[i], n, y->q, out + n * n + i * n);
        in[i] = y->q[i], in[n + i] = s.eq.w[i];
    }
    vv_tape_plan plan = {2 * n, in, s.fixed.n, s.fixed.symbol, s.fixed.value, 2 * n * n, out};
    vv_tape *t = fine ? vv_tape_build(s.c, &plan, NULL) : NULL;
    if (t) vv_tape_run(t, at, value, motion_scratch(&s, t));
    for (int i = 0; t && i < n * n; i++) M[i] = value[i], K[i] = -value[n * n + i];
    vv_ctx_free(s.c);
    return t != NULL;
}

static double determinant(int n, const double *M, const double *K, double z) {
    double a[MOST * MOST], pivot[MOST], d = 1;
    for (int i = 0; i < n * n; i++) a[i] = K[i] - z * M[i];
    vv_lu_factor(n, a, pivot);
    for (int k = 0; k < n; k++) {
        d /= a[k * n + k]; /* the factor holds the inverse of the pivot */
        if ((int)pivot[k] != k) d = -d;
    }
    return d;
}

static void by_method(const char *method, const json *zeros) {
    for (const json *v = zeros->first; v; v = v->next) {
        int n = atoi(v->name), found = 0;
        double M[MOST * MOST] = {0}, K[MOST * MOST] = {0};
        bool refused, fine = linear(method, n, M, K, &refused);
        if (refused) continue;
        for (const json *z = v->first; z; z = z->next) {
            double x = json_number(z);
            double below = determinant(n, M, K, x * (1 - WIDTH)),
                   above = determinant(n, M, K, x * (1 + WIDTH));
            found += below * above < 0;
        }
        ok(fine && found == n, "%d links by %s: %d frequencies", n, method, found);
    }
}

int main(void) {
    json *file = json_read("tests/reference/chain_frequencies.json");
    for (int k = 0; k < vv_formalism_count(); k++)
        by_method(vv_formalism_at(k)->name, json_get(file, "omega_squared"));
    return done_testing();
}
