/* Small oscillations of the hanging chain: the squares of the frequencies are g/l times the zeros
 * of the Laguerre polynomial [D. Bernoulli; Gantmacher & Krein],
 * tests/reference/chain_frequencies.json. With q' = B w and M w' = R q to first order, the motion
 * is q'' = P q, P = B M^-1 R: det(P + z) must change its sign within 1e-11 of each of them. w may
 * be rates, speeds or momenta. */
#include "model_tapes.h"

static const double WIDTH = 1e-11;
enum { MOST = 8 };

/* P at rest, hanging. */
static void stiffness(int n, const double *value, double *P) {
    double lu[MOST * MOST], pivot[MOST], column[MOST];
    const double *M = value, *R = value + n * n, *B = value + 2 * n * n;
    memcpy(lu, M, (size_t)(n * n) * sizeof *lu);
    vv_lu_factor(n, lu, pivot);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) column[i] = R[i * n + j];
        vv_lu_solve(n, lu, pivot, column);
        for (int i = 0; i < n; i++) {
            P[i * n + j] = 0;
            for (int k = 0; k < n; k++) P[i * n + j] += B[i * n + k] * column[k];
        }
    }
}

/* false: no numbers; *refused: the method does not apply. */
static bool linear(const vv_formalism *method, int n, double *P, bool *refused) {
    char number[8];
    snprintf(number, sizeof number, "%d", n);
    motion s = motion_load("models/chain.vv", 1, &(vv_setting){"n", number});
    const vv_system *y = &s.m->system;
    const char *why = NULL;
    vv_expr out[3 * MOST * MOST], in[2 * MOST];
    double at[2 * MOST] = {0}, value[3 * MOST * MOST];
    motion_set(&s, "g", 1);
    motion_set(&s, "l", 1);
    bool fine = vv_formalism_run(s.c, method, y, &s.eq, &why) == VV_OK && s.eq.nunknowns == n;
    *refused = !fine && vv_ctx_ok(s.c);
    for (int i = 0; i < n && fine; i++) {
        for (int j = 0; j < n; j++) out[i * n + j] = s.eq.matrix[i * n + j];
        vv_gradient(s.c, s.eq.rhs[i], n, y->q, out + n * n + i * n);
        vv_gradient(s.c, s.eq.rate[i], n, s.eq.w, out + 2 * n * n + i * n);
        in[i] = y->q[i], in[n + i] = s.eq.w[i];
    }
    vv_tape_plan plan = {2 * n, in, s.fixed.n, s.fixed.symbol, s.fixed.value, 3 * n * n, out};
    vv_tape *t = fine ? vv_tape_build(s.c, &plan, NULL) : NULL;
    if (t) {
        vv_tape_run(t, at, value, motion_scratch(&s, t));
        stiffness(n, value, P);
    }
    vv_ctx_free(s.c);
    return t != NULL;
}

static double determinant(int n, const double *P, double z) {
    double a[MOST * MOST], pivot[MOST], d = 1;
    for (int i = 0; i < n * n; i++) a[i] = P[i] + (i % (n + 1) == 0 ? z : 0);
    vv_lu_factor(n, a, pivot);
    for (int k = 0; k < n; k++) {
        d /= a[k * n + k]; /* the factor holds the inverse of the pivot */
        if ((int)pivot[k] != k) d = -d;
    }
    return d;
}

static int by_method(const vv_formalism *method, const json *zeros) {
    int tried = 0;
    for (const json *v = zeros->first; v; v = v->next) {
        int n = atoi(v->name), found = 0;
        double P[MOST * MOST] = {0};
        bool refused, fine = linear(method, n, P, &refused);
        if (refused) continue;
        for (const json *z = v->first; z; z = z->next) {
            double x = json_number(z);
            found += determinant(n, P, x * (1 - WIDTH)) * determinant(n, P, x * (1 + WIDTH)) < 0;
        }
        ok(fine && found == n, "%d links by %s: %d frequencies", n, method->name, found);
        tried++;
    }
    return tried;
}

int main(void) {
    json *file = json_read("tests/reference/chain_frequencies.json");
    int tried = 0;
    for (int k = 0; k < vv_formalism_count(); k++)
        tried += by_method(vv_formalism_at(k), json_get(file, "omega_squared"));
    ok(tried >= 24, "%d chains were tried", tried);
    return done_testing();
}
