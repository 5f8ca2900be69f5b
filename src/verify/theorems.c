#include "verify/theorems.h"

#include <string.h>

#include "verify/build.h"
#include "verify/interval.h"
#include "verify/premises.h"

enum { MOST = VV_BUILD_MOST };

/* ---- others ---------------------------------------------------------------------------------- */

/* For each coordinate, an equation changes with it. */
static void check_no_ignorable(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    if (!t->coordinate.n || !vv_premise_symbols(c, &t->coordinate)) vv_premise_unfit(c);
    for (int a = 0; a < t->coordinate.n && c->found.word == VV_HOLDS; a++) {
        bool occurs = false;
        for (int i = 0; i < t->equation.n && !occurs; i++) {
            int by = vv_build_derivative(c->k, t->equation.at[i], t->coordinate.at[a]);
            vv_premise_check other = *c; /* whose failure is none here */
            occurs = by >= 0 && vv_premise_nonzero(&other, by);
        }
        if (!occurs) vv_premise_fail(c, VV_FAILS, "a coordinate occurs in no equation");
    }
}

/* ---- periods --------------------------------------------------------------------------------- */

static bool is_square(const mpq_t q) {
    return mpz_perfect_square_p(mpq_numref(q)) && mpz_perfect_square_p(mpq_denref(q));
}

/* The squared frequencies ρ with k0 + k1 ρ + k2 ρ^2 = 0 are among those of K - ρ M: one, rational,
 * in `value`, or two that are irrational with a sum other than 0. The number of them; 0: neither.
 */
static int frequencies(vv_premise_check *c, const vv_list *k, mpq_t value) {
    const vv_theorem_data *t = c->t;
    int n = vv_premise_side(&t->mass), minus = vv_build_number(c->k, -1), root[2],
        part[MOST * MOST];
    for (int i = 0; i < k->n; i++)
        if (c->k->node[k->at[i]].op != VV_N_NUM) return 0;
    if (k->n < 2 || k->n > 3 || !n || n > MOST || t->stiffness.n != n * n) return 0;
    if (vv_premise_is_zero(c, k->at[k->n - 1]) || vv_premise_is_zero(c, k->at[1])) return 0;
    int top = vv_build_product(c->k, minus, k->at[k->n - 2]),
        by = vv_build_power(c->k, k->at[k->n - 1], -1);
    root[0] = root[1] = vv_build_product(c->k, top, by);
    if (k->n == 2) {
        mpq_div(value, c->k->node[k->at[0]].factor[0], c->k->node[k->at[1]].factor[0]);
        mpq_neg(value, value);
    } else {
        int leg = vv_build_root(c->k, vv_premise_discriminant(c, 2, k->at));
        mpq_mul(value, c->k->node[k->at[0]].factor[0], c->k->node[k->at[2]].factor[0]);
        mpq_mul_2exp(value, value, 2), mpq_neg(value, value);
        mpq_t square;
        mpq_init(square);
        mpq_mul(square, c->k->node[k->at[1]].factor[0], c->k->node[k->at[1]].factor[0]);
        mpq_add(value, value, square);
        mpq_clear(square);
        if (mpq_sgn(value) <= 0 || is_square(value)) return 0;
        by = vv_build_product(c->k, by, vv_build_power(c->k, vv_build_number(c->k, 2), -1));
        for (int i = 0; i < 2; i++)
            root[i] = vv_build_product(c->k, vv_build_sum(c->k, top, i ? -1 : 1, leg), by);
    }
    for (int r = 0; r < k->n - 1; r++) {
        for (int i = 0; i < n * n; i++)
            part[i] = vv_build_sum(c->k, t->stiffness.at[i], -1,
                                   vv_build_product(c->k, root[r], t->mass.at[i]));
        vv_premise_vanishes(c, vv_build_determinant(c->k, n, part));
    }
    return k->n - 1;
}

/* The ratio of two squares is rational and a square, or not. */
static void check_periods(vv_premise_check *c) {
    const vv_theorem_data *t = c->t;
    mpq_t a, b;
    mpq_init(a), mpq_init(b);
    int m = frequencies(c, &t->first, a), n = frequencies(c, &t->second, b);
    bool same = m && m == n, yes = false;
    for (int i = 0; same && i < t->first.n; i++)
        same =
            mpq_equal(c->k->node[t->first.at[i]].factor[0], c->k->node[t->second.at[i]].factor[0]);
    if (!m || !n || (m == 2 && n == 2 && !same)) {
        vv_premise_unfit(c);
    } else if (m == 1 && n == 1) {
        if (mpq_sgn(a) <= 0 || mpq_sgn(b) <= 0) vv_premise_unfit(c);
        if (mpq_sgn(b)) mpq_div(a, a, b);
        yes = mpq_sgn(a) > 0 && is_square(a);
    }
    if (yes != c->p->proved)
        vv_premise_fail(c, VV_FAILS, "the ratio of the squares shows the opposite");
    vv_premises_settle(c, "they are no squared frequencies");
    mpq_clear(a), mpq_clear(b);
}

/* ---- the table ------------------------------------------------------------------------------- */

static const struct theorem {
    const char *name, *trusts;
    bool proves;
    void (*premises)(vv_premise_check *c);
} theorems[] = {
    {"minimum of energy",
     "Lejeune-Dirichlet (Kelvin, Tait, Chetaev with damping); that the energy does not grow", true,
     vv_premises_of_minimum},
    {"no minimum of energy",
     "Lyapunov, Kelvin, Tait, Chetaev: without a minimum the motion departs; that M is the mass "
     "matrix and constraints are holonomic",
     false, vv_premises_of_no_minimum},
    {"no minimum of energy generically",
     "Lyapunov, Kelvin, Tait, Chetaev: without a minimum the motion departs; that M is the mass "
     "matrix and constraints are holonomic; generic values of the parameters",
     false, vv_premises_of_no_minimum_generically},
    {"minimum of higher order",
     "Lejeune-Dirichlet; that the energy does not grow, and one direction is left", true,
     vv_premises_of_higher_minimum},
    {"negative exponents",
     "Hurwitz, Lienard, Chipart; Lyapunov: the linear terms decide; that M is the mass matrix, "
     "constraints are holonomic and nothing depends on the time",
     true, vv_premises_of_negative_exponents},
    {"linear equations",
     "Hurwitz, Lienard, Chipart: distinct imaginary exponents are bounded motions; that M is the "
     "mass matrix, constraints are holonomic and nothing depends on the time",
     true, vv_premises_of_linear_equations},
    {"growing motion",
     "Hurwitz, Lienard, Chipart; Lyapunov: the linear terms decide; that M is the mass matrix and "
     "nothing depends on the time",
     false, vv_premises_of_growing_motion},
    {"drift", "that the directions are those of the speeds, and the forces those of the equations",
     false, vv_premises_of_drift},
    {"resonance",
     "that K, M and the force are those of the small motions, the mode's amplitude is not that of "
     "a constraint, for generic amplitudes",
     false, vv_premises_of_resonance},
    {"small quantities",
     "Brouwer, Krawczyk, Moore; that the quantities are the differences of the entries", true,
     vv_premises_of_small_quantities},
    {"exponents",
     "Hurwitz, Lienard, Chipart; that the matrices are those of the variational equations", true,
     vv_premises_of_exponents},
    {"positive exponent",
     "Hurwitz, Lienard, Chipart; that the matrices are those of the variational equations", false,
     vv_premises_of_positive_exponent},
    {"secular exponents", "Jordan; that the matrices are those of the variational equations", false,
     vv_premises_of_secular_exponents},
    {"isolated zero", "Brouwer, Krawczyk, Moore: Newton's operator on intervals", true,
     vv_premise_isolated_zero},
    {"commensurable periods", "that M and K are those of the small motions at the stated values",
     true, check_periods},
    {"incommensurable periods", "that M and K are those of the small motions at the stated values",
     false, check_periods},
    {"no ignorable coordinate", "that a steady motion needs an ignorable coordinate", false,
     check_no_ignorable},
    {"no other solution",
     "that the equations are those of steady motion, for generic values of the parameters and "
     "where "
     "coordinates and speeds are regular",
     false, vv_premises_of_no_other_solution}};

static const struct theorem *find(const vv_statement *p) {
    for (size_t i = 0; i < sizeof theorems / sizeof *theorems; i++)
        if (!strcmp(theorems[i].name, p->data->name)) return &theorems[i];
    return NULL;
}

const char *vv_theorem_trusts(const vv_statement *p) {
    const struct theorem *t = find(p);
    return t ? t->trusts : "";
}

vv_found vv_theorem_check(vv_certificate *k, const vv_statement *p) {
    const struct theorem *t = find(p);
    vv_premise_check c = {
        .k = k, .p = p, .t = p->data, .f = &k->facts[p->facts], .found = {.word = VV_HOLDS}};
    if (!t) return (vv_found){.word = VV_OPEN, .why = "the kernel does not know this theorem"};
    if (t->proves != p->proved)
        return (vv_found){.word = VV_FAILS, .why = "the theorem shows the opposite"};
    t->premises(&c);
    return c.found;
}
