/* Mass matrices of blocks: many mechanisms in one model move as each of them alone, with constant
 * matrices and with matrices that vary. */
#include <math.h>

#include "formalism/formalism.h"
#include "lang/parser.h"
#include "simulate/formulation/dynamics.h"
#include "simulate/formulation/formulation.h"
#include "tap.h"

enum { ORDER = 10, MOST = 200 };

/* The second coordinates come after all first ones: blocks are not rows in succession. */
static const char PENDULUMS[] =
    "parameter n = 1, m = 1, l = 1, g = 10\n"
    "coordinate θ[1..n], φ[1..n]\n"
    "point A[i] = l*(sin(θ[i])*world.x - cos(θ[i])*world.z) for i in 1..n\n"
    "mass m at A[i] for i in 1..n\n"
    "mass m at A[i] + l*(sin(φ[i])*world.x - cos(φ[i])*world.z) for i in 1..n\n"
    "gravity -g*world.z\n";
static const char COUPLED[] =
    "parameter n = 1, k = 3\n"
    "coordinate x[1..n], y[1..n]\n"
    "kinetic energy sum(2*x[i]'^2 + x[i]'*y[i]' + y[i]'^2 for i in 1..n)\n"
    "spring k on x[i] for i in 1..n\nspring k on y[i] - x[i]^2 for i in 1..n\n";

typedef struct motion {
    vv_ctx *c;
    vv_model m;
    vv_system s;
    vv_equations eq;
    vv_dynamics f;
    double state[MOST];
} motion;

static bool build(motion *k, const char *text, const char *n) {
    const char *why = NULL;
    vv_setting set = {"n", n};
    k->c = vv_ctx_new(NULL);
    vv_tree *tree = VV_NEW(k->c, vv_tree);
    return tree && vv_parse(k->c, "text", text, strlen(text), tree) == VV_OK &&
           vv_model_build(k->c, tree, 1, &set, &k->m) == VV_OK &&
           vv_system_build(k->c, &k->m, &k->s) == VV_OK &&
           vv_formulation_minimal(k->c, &k->s, &k->eq, &why) == VV_OK &&
           vv_dynamics_build(k->c, &k->s, &k->eq, ORDER, &k->f) == VV_OK;
}

/* Of mechanism i: both coordinates, then both rates. */
static double stated(int i, int which) { return sin(1 + 2.3 * i + 0.7 * which); }

static bool expand(motion *k, int n, int first) {
    for (int i = 0; i < n; i++)
        for (int which = 0; which < 4; which++) k->state[which * n + i] = stated(first + i, which);
    return vv_dynamics_evaluate_matrix(&k->f, k->state, 0) == VV_DYNAMICS_OK &&
           vv_dynamics_factor(&k->f) == VV_DYNAMICS_OK &&
           vv_dynamics_expand_series(&k->f, k->state, 0) == VV_DYNAMICS_OK;
}

static void compare(const char *name, const char *text) {
    enum { N = 20 };
    motion many, one;
    double worst = 0;
    if (!ok(build(&many, text, "20") && build(&one, text, "1"), "%s: understood", name)) return;
    is_int(many.f.blocks.n, N, "%s: one block for each mechanism", name);
    is_int(one.f.blocks.n, 0, "%s: one alone is inverted as a whole", name);
    for (int repeat = 0; repeat < 2;
         repeat++) { /* what is kept from the first state is still right */
        ok(expand(&many, N, 5 * repeat), "%s: %d of them are expanded", name, N);
        for (int i = 0; i < N; i++) {
            if (!expand(&one, 1, 5 * repeat + i)) worst = (double)INFINITY;
            for (int which = 0; which < 4; which++) {
                const double *all = vv_dynamics_coefficients(&many.f, which * N + i),
                             *own = vv_dynamics_coefficients(&one.f, which);
                for (int d = 0; d < ORDER; d++)
                    worst = fmax(worst, fabs(all[d] - own[d]) / (1 + fabs(own[d])));
            }
        }
        ok(worst < 1e-12, "%s: each moves as if alone, within %.1e", name, worst);
    }
    vv_ctx_free(many.c);
    vv_ctx_free(one.c);
}

int main(void) {
    compare("double pendulums", PENDULUMS);
    compare("coupled kinetic energies", COUPLED);
    return done_testing();
}
