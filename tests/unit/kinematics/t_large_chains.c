/* Chains of many links, each frame turned from the one before: how fast their expressions grow, and
 * their values against sums over the bodies made here. */
#include <math.h>

#include "evaluate/equation_tapes.h"
#include "evaluate/tape/interpret.h"
#include "evaluate/tape/tape.h"
#include "formalism/formalism.h"
#include "kinematics/kinematics.h"
#include "lang/parser.h"
#include "tap.h"

/* Axes x and y in turn; l = 1/2, m = 1, inertia (A, B, C) along the link's own axes. */
static const char CHAIN[] =
    "parameter n = 4, m = 1, l = 1/2, A = 1/50, B = 3/100, C = 1/100, g = 10\n"
    "coordinate θ[1..2*n]\n"
    "frame F[0] = world\n"
    "frame F[2*i-1] = F[2*i-2] turned θ[2*i-1] about x for i in 1..n\n"
    "frame F[2*i] = F[2*i-1] turned θ[2*i] about y for i in 1..n\n"
    "point P[0] = world.origin\n"
    "point P[i] = P[i-1] - l*F[i].z for i in 1..2*n\n"
    "body link[i]: mass m, centre P[i-1] - l/2*F[i].z, frame F[i], "
    "inertia (A, B, C) for i in 1..2*n\n"
    "gravity -g*world.z\n";
/* Two of them from one frame, which the vectors between their ends cross. */
static const char TWO[] = "parameter n = 4, m = 1, k = 7\n"
                          "coordinate α[1..n], β[1..n]\n"
                          "frame F[0] = world\nframe G[0] = world\n"
                          "frame F[i] = F[i-1] turned α[i] about y for i in 1..n\n"
                          "frame G[i] = G[i-1] turned β[i] about y for i in 1..n\n"
                          "point P[0] = world.origin\npoint Q[0] = world.origin\n"
                          "point P[i] = P[i-1] + F[i].x for i in 1..n\n"
                          "point Q[i] = Q[i-1] - G[i].x for i in 1..n\n"
                          "mass m at P[i] for i in 1..n\nmass m at Q[i] for i in 1..n\n"
                          "spring k between P[n] and Q[n]\n";

typedef struct chain {
    vv_ctx *c;
    vv_model m;
    vv_system s;
    vv_equations eq;
} chain;

static bool build(chain *k, const char *text, const char *n) {
    const char *why = NULL;
    vv_tree *tree;
    vv_setting set = {"n", n};
    k->c = vv_ctx_new(NULL);
    tree = VV_NEW(k->c, vv_tree);
    return tree && vv_parse(k->c, "text", text, strlen(text), tree) == VV_OK &&
           vv_model_build(k->c, tree, 1, &set, &k->m) == VV_OK &&
           vv_system_build(k->c, &k->m, &k->s) == VV_OK &&
           vv_formalism_run(k->c, vv_formalism_for(VV_FORMALISM_BODIES), &k->s, &k->eq, &why) ==
               VV_OK;
}

/* ---- growth ---------------------------------------------------------------------------------- */

enum { SIZES = 3 };
typedef struct size {
    int energy, equations, matrix; /* nodes */
} size;

static int nodes(vv_ctx *c, int n, const vv_expr *e) {
    int count = 0;
    vv_expr_topological_order(c, n, e, &count);
    return count;
}

static size measure(const char *text, const char *n) {
    chain k;
    if (!build(&k, text, n)) return (size){0};
    int nu = k.eq.nunknowns;
    vv_expr energy[] = {k.s.T, k.s.U};
    size out = {nodes(k.c, 2, energy), nodes(k.c, nu, k.eq.residual),
                nodes(k.c, nu * nu, k.eq.matrix)};
    vv_ctx_free(k.c);
    return out;
}

/* Short vectors have another form, so that the smallest size is not quite in line. Each size twice
 * the one before: a linear quantity grows by twice as much the second time, one of second degree by
 * four times. */
static bool grows(int degree, int a, int b, int c) {
    return a > 0 && b > a && c - b <= (degree == 1 ? 2.1 : 4.2) * (b - a);
}

static void growth(const char *name, const char *text) {
    static const char *const N[SIZES] = {"12", "24", "48"};
    size s[SIZES];
    for (int i = 0; i < SIZES; i++) s[i] = measure(text, N[i]);
    diag("%s: energies %d %d %d, equations %d %d %d, matrix %d %d %d", name, s[0].energy,
         s[1].energy, s[2].energy, s[0].equations, s[1].equations, s[2].equations, s[0].matrix,
         s[1].matrix, s[2].matrix);
    ok(grows(1, s[0].energy, s[1].energy, s[2].energy), "%s: the energies are linear in size",
       name);
    ok(grows(1, s[0].equations, s[1].equations, s[2].equations),
       "%s: so are the equations of motion", name);
    ok(grows(2, s[0].matrix, s[1].matrix, s[2].matrix),
       "%s: the mass matrix is quadratic, as many as its entries", name);
}

/* ---- values ---------------------------------------------------------------------------------- */

enum { N = 40 };

static bool evaluate(const chain *k, int n, const vv_expr *out, const double *x, double *value) {
    vv_parameter_values p;
    vv_expr in[2 * N];
    const char *why = NULL;
    vv_parameter_values_from_model(k->c, &k->m, &p);
    memcpy(in, k->s.q, N * sizeof *in), memcpy(in + N, k->s.qd, N * sizeof *in);
    vv_tape_plan plan = {2 * N, in, p.n, p.symbol, p.value, n, out};
    vv_tape *t = vv_tape_build(k->c, &plan, &why);
    double *scratch = t ? VV_ARRAY(k->c, double, t->nslots + 1) : NULL;
    if (!scratch) return false;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, x, value, scratch);
    return true;
}

/* R (own axes to the world) turned by an angle about its own axis x or y. */
static void turn(double R[3][3], int axis, double angle) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    for (int a = 0; a < 3; a++) {
        double u = R[a][i], v = R[a][j];
        R[a][i] = u * cos(angle) + v * sin(angle);
        R[a][j] = v * cos(angle) - u * sin(angle);
    }
}

/* Velocities in the world's axes, link after link. */
static void energies(const double *q, const double *qd, double *T, double *U) {
    const double I[3] = {0.02, 0.03, 0.01}, l = 0.5, g = 10;
    double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, w[3] = {0}, v[3] = {0}, z = 0;
    *T = *U = 0;
    for (int k = 0; k < N; k++) {
        double turning[3], own[3];
        for (int a = 0; a < 3; a++) w[a] += qd[k] * R[a][k % 2];
        turn(R, k % 2, q[k]);
        for (int a = 0; a < 3; a++) { /* w x (- l e3) */
            int b = (a + 1) % 3, c = (a + 2) % 3;
            turning[a] = -l * (w[b] * R[c][2] - w[c] * R[b][2]);
            own[a] = w[0] * R[0][a] + w[1] * R[1][a] + w[2] * R[2][a];
        }
        for (int a = 0; a < 3; a++) {
            double centre = v[a] + turning[a] / 2;
            *T += (centre * centre + I[a] * own[a] * own[a]) / 2;
            v[a] += turning[a];
        }
        *U -= g * (z - l / 2 * R[2][2]);
        z -= l * R[2][2];
    }
}

static bool close_to(double a, double b) { return fabs(a - b) <= 1e-12 * (1 + fabs(b)); }

static void values(void) {
    chain k;
    double x[2 * N], found[2], T, U, *M, *moment;
    if (!ok(build(&k, CHAIN, "20"), "a chain of 40 links is understood")) return;
    for (int i = 0; i < 2 * N; i++) x[i] = sin(1 + 3.7 * i);
    vv_expr e[] = {k.s.T, k.s.U};
    ok(evaluate(&k, 2, e, x, found), "its energies can be evaluated");
    energies(x, x + N, &T, &U);
    ok(close_to(found[0], T), "kinetic energy %.15g, summed %.15g", found[0], T);
    ok(close_to(found[1], U), "force function %.15g, summed %.15g", found[1], U);
    M = VV_MATRIX(k.c, double, N, N), moment = VV_ARRAY(k.c, double, N);
    ok(evaluate(&k, N * N, k.eq.matrix, x, M), "its mass matrix can be evaluated");
    double by_matrix = 0, asymmetry = 0, worst = 0;
    for (int i = 0; i < N * N; i++) {
        by_matrix += x[N + i / N] * M[i] * x[N + i % N] / 2;
        asymmetry = fmax(asymmetry, fabs(M[i] - M[i % N * N + i / N]));
    }
    ok(close_to(by_matrix, T), "the energy by the mass matrix is %.15g", by_matrix);
    ok(asymmetry == 0, "which is symmetric");
    vv_expr p[N];
    vv_gradient(k.c, k.s.T, N, k.s.qd, p);
    evaluate(&k, N, p, x, moment);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) moment[i] -= M[i * N + j] * x[N + j];
        worst = fmax(worst, fabs(moment[i]));
    }
    ok(worst <= 1e-10 * T, "M q' are the momenta, within %.1e", worst);
    vv_ctx_free(k.c);
}

/* ---- accelerations --------------------------------------------------------------------------- */

/* Joint by joint and by the mass matrix: operations, and the largest difference. */
static void accelerations(const char *name, const char *text, const char *n, int most) {
    chain k;
    if (!ok(build(&k, text, n), "%s: understood", name)) return;
    int nu = k.eq.nunknowns, worst_at = 0;
    vv_expr *along = VV_ARRAY(k.c, vv_expr, nu), *dense = VV_ARRAY(k.c, vv_expr, nu);
    double x[2 * N], found[N], wanted[N], worst = 0;
    if (!ok(nu <= N && vv_solve_along_graph(k.c, nu, k.eq.residual, k.eq.unknown, k.eq.rhs, along),
            "%s: solved along the graph", name))
        return;
    vv_equations_solve(k.c, &k.eq, dense);
    for (int i = 0; i < 2 * nu; i++) x[i] = sin(2 + 1.7 * i);
    ok(evaluate(&k, nu, along, x, found) && evaluate(&k, nu, dense, x, wanted),
       "%s: both are evaluated", name);
    for (int i = 0; i < nu; i++) {
        double off = fabs(found[i] - wanted[i]) / (1 + fabs(wanted[i]));
        if (off > worst) worst = off, worst_at = i;
    }
    ok(worst < 1e-9, "%s: accelerations as by the mass matrix, within %.1e (%d)", name, worst,
       worst_at);
    int count = nodes(k.c, nu, along);
    ok(count < most * nu, "%s: %d nodes for each of %d", name, count / nu, nu);
    vv_ctx_free(k.c);
}

/* What it does not solve. */
static void refusals(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr x[2] = {vv_symbol_new(c, "x", VV_SYM_OTHER), vv_symbol_new(c, "y", VV_SYM_OTHER)},
            a = vv_symbol_new(c, "a", VV_SYM_PARAMETER), r[2], out[2],
            b[2] = {VV_ONE, vv_neg(c, a)};
    r[0] = vv_add(c, vv_mul(c, a, x[0]), x[1]), r[1] = vv_add(c, x[0], vv_mul(c, a, x[1]));
    ok(vv_solve_along_graph(c, 2, r, x, b, out), "two equations are solved");
    for (int i = 0; i < 2; i++) { /* a x + y = 1, x + a y = -a */
        vv_expr left =
            i ? vv_add(c, out[0], vv_mul(c, a, out[1])) : vv_add(c, vv_mul(c, a, out[0]), out[1]);
        vv_expr at[] = {vv_int(c, 3)};
        vv_expr value = vv_subst1(c, vv_sub(c, left, b[i]), a, at[0]);
        ok(vv_is_zero(value), "equation %d holds", i + 1);
    }
    r[1] = vv_mul(c, x[0], x[1]);
    ok(!vv_solve_along_graph(c, 2, r, x, b, out), "a product of unknowns is refused");
    r[1] = vv_sin(c, x[1]);
    ok(!vv_solve_along_graph(c, 2, r, x, b, out), "so is a function of one");
    r[1] = vv_scale(c, vv_rat_int(2), r[0]);
    ok(!vv_solve_along_graph(c, 2, r, x, b, out), "and an equation twice");
    r[1] = x[0], r[0] = vv_scale(c, vv_rat_int(5), x[0]);
    ok(!vv_solve_along_graph(c, 2, r, x, b, out), "and an unknown that is in none");
    vv_ctx_free(c);
}

int main(void) {
    refusals();
    accelerations("a chain in space", CHAIN, "20", 1500);
    accelerations("two chains and a spring", TWO, "20", 700);
    growth("a chain in space", CHAIN);
    growth("two chains and a spring", TWO);
    values();
    return done_testing();
}
