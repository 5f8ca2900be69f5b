/* Constraints as Pfaffian systems: flags and combinations of distributions known from the
 * literature, integrals of systems made from known functions, integrating factors of forms made
 * from both. */
#include "algebra/polynomial_integrals.h"
#include "kinematics/pfaffian.h"
#include "algebra/exact_form.h"
#include "lang/parser.h"
#include "tap.h"

typedef struct example {
    const char *name, *text;
    const char *growth, *derived;
    int combinations, integrals;
} example;

static const example EXAMPLES[] = {
    {"the contact form", "coordinate x, y, z\nconstraint z' = y*x'", "2 3", "2 3", 0, 0},
    {"Engel", "coordinate x, y, z, w\nconstraint y' = z*x', z' = w*x'", "2 3 4", "2 3 4", 1, 0},
    {"Goursat, five variables",
     "coordinate x, y, z, w, v\nconstraint y' = z*x', z' = w*x', w' = v*x'", "2 3 4 5", "2 3 4 5",
     2, 0},
    {"Hilbert and Cartan", "coordinate x, y, p, q, z\nconstraint y' = p*x', p' = q*x', z' = q^2*x'",
     "2 3 5", "2 3 5", 2, 0},
    {"Martinet", "coordinate x, y, z\nconstraint z' = y^2*x'", "2 3", "2 3", 0, 0},
    {"exact", "coordinate x, y, z\nconstraint x*x' + y*y' + z*z' = 0", "2", "2", 1, 1},
    {"two and one", "coordinate x, y, z, w\nconstraint z' = y*x', w' = 2*x*x'", "2 3", "2 3", 1, 1},
    {"a function of time", "parameter v\ncoordinate x, y\nconstraint x' = v*t*y'", "2 3", "2 3", 0,
     0},
    {"an integral with time", "parameter v\ncoordinate x, y\nconstraint x' = v*t", "2", "2", 1, 1},
    {"no relation is integrable alone",
     "coordinate x, y, z, u\nconstraint x' + y*z' + z*y' + u*(y' - z*u' - u*z') = 0, "
     "y' - u*z' - z*u' + x*(x' + y*z' + z*y') = 0",
     "2", "2", 2, 2},
    {"a sphere that rolls and pivots",
     "parameter a\ncoordinate ξ, η, θ, φ, ψ\nconstraint ξ' = a*(θ'*sin(ψ) - φ'*sin(θ)*cos(ψ)), "
     "η' = -a*(θ'*cos(ψ) + φ'*sin(θ)*sin(ψ))",
     "3 5", "3 5", 0, 0},
    {"a sphere that rolls without pivoting",
     "parameter a\ncoordinate ξ, η, θ, φ, ψ\nconstraint ξ' = a*(θ'*sin(ψ) - φ'*sin(θ)*cos(ψ)), "
     "η' = -a*(θ'*cos(ψ) + φ'*sin(θ)*sin(ψ)), ψ' + φ'*cos(θ) = 0",
     "2 3 5", "2 3 5", 2, 0},
    {"a car with a trailer",
     "coordinate x, y, θ, β\nconstraint x'*sin(θ) - y'*cos(θ) = 0, "
     "x'*sin(β) - y'*cos(β) - θ'*cos(θ - β) = 0",
     "2 3 4", "2 3 4", 1, 0},
};

static bool build(vv_ctx *c, const char *text, vv_model *m, vv_system *s, vv_pfaffian *k) {
    vv_tree *tree = VV_NEW(c, vv_tree);
    return tree && vv_parse(c, "text", text, strlen(text), tree) == VV_OK &&
           vv_model_build(c, tree, 0, NULL, m) == VV_OK && vv_system_build(c, m, s) == VV_OK &&
           vv_pfaffian_build(c, s, k) == VV_OK;
}

static const char *ranks(vv_ctx *c, const vv_pfaffian_flag *f) {
    vv_buffer b = VV_BUFFER(c);
    for (int i = 0; i < f->steps; i++) vv_buffer_printf(&b, i ? " %d" : "%d", f->rank[i]);
    return f->complete ? vv_buffer_text(&b) : "not complete";
}

static vv_verdict all_zero(vv_ctx *c, const vv_system *s, int n, const vv_expr *e) {
    vv_proof p;
    return vv_prove_zero(c, &s->facts, n, e, NULL, &p) == VV_OK ? p.verdict : VV_UNDECIDED;
}

/* d omega (X, Y) from the coefficients, independently of brackets. */
static vv_expr curl(vv_ctx *c, const vv_pfaffian *k, const vv_expr *w, const vv_expr *X,
                    const vv_expr *Y) {
    vv_expr sum = VV_ZERO;
    for (int a = 0; a < k->dim; a++)
        for (int b = 0; b < k->dim; b++) {
            vv_expr d = vv_sub(c, vv_diff(c, w[b], k->x[a]), vv_diff(c, w[a], k->x[b]));
            sum = vv_add(c, sum, vv_product(c, 3, (vv_expr[]){d, X[a], Y[b]}));
        }
    return sum;
}

static void check_combinations(vv_ctx *c, const example *e, const vv_system *s,
                               const vv_pfaffian *k) {
    vv_expr defect[64];
    int n = 0, rank = 0;
    for (int i = 0; i < k->ncombinations; i++) {
        const vv_expr *w = k->combination + i * k->dim;
        for (int f = 0; f < k->m; f++) {
            vv_expr on = VV_ZERO;
            for (int a = 0; a < k->dim; a++)
                on = vv_add(c, on, vv_mul(c, w[a], k->field[f * k->dim + a]));
            defect[n++] = on;
            for (int g = 0; g < f; g++)
                defect[n++] = curl(c, k, w, k->field + f * k->dim, k->field + g * k->dim);
        }
    }
    is_int(all_zero(c, s, n, defect), VV_PROVED,
           "%s: the combinations annihilate the fields and are closed on them", e->name);
    vv_expr *all = VV_ARRAY(c, vv_expr, (k->ncombinations + k->nrest) * k->dim + 1);
    memcpy(all, k->combination, (size_t)(k->ncombinations * k->dim) * sizeof *all);
    memcpy(all + k->ncombinations * k->dim, k->rest, (size_t)(k->nrest * k->dim) * sizeof *all);
    vv_generic_rank(c, &s->facts, k->ncombinations + k->nrest, k->dim, all, &rank, NULL, NULL,
                    NULL);
    is_int(rank, k->p, "%s: with the rest they are equivalent to the constraints", e->name);
}

static void one(const example *e) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_model m;
    vv_system s;
    vv_pfaffian k;
    vv_pfaffian_flag growth, derived;
    vv_pfaffian_integral f[8];
    int n = 0;
    if (!ok(build(c, e->text, &m, &s, &k), "%s is understood", e->name)) return;
    vv_pfaffian_flag_build(c, &s, &k, false, &growth);
    vv_pfaffian_flag_build(c, &s, &k, true, &derived);
    is_text(ranks(c, &growth), e->growth, "%s: growth vector", e->name);
    is_text(ranks(c, &derived), e->derived, "%s: derived flag", e->name);
    is_int(k.ncombinations, e->combinations, "%s: combinations", e->name);
    check_combinations(c, e, &s, &k);
    is_int(k.dim - growth.nfields, e->integrals, "%s: integrals exist", e->name);
    vv_pfaffian_integrals(c, &s, &k, &growth, NULL, &n, f);
    is_int(n, e->integrals, "%s: integrals in closed form", e->name);
    for (int i = 0; i < n; i++) { /* df is a combination of the constraints: the converse */
        vv_expr df[16];
        vv_gradient(c, f[i].value, k.dim, k.x, df);
        ok(vv_in_row_space(c, &s.facts, k.p, k.dim, k.form, df, NULL, NULL) == VV_TRUE,
           "%s: the differential of integral %d is a combination of the relations", e->name, i + 1);
    }
    vv_ctx_free(c);
}

/* ---- forms made from a function and a factor ----------------------------------------------- */

static void factors(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_expr x[3] = {vv_symbol_new(c, "x", VV_SYM_COORDINATE),
                    vv_symbol_new(c, "y", VV_SYM_COORDINATE),
                    vv_symbol_new(c, "z", VV_SYM_COORDINATE)};
    vv_expr a = vv_symbol_new(c, "a", VV_SYM_PARAMETER), sx = vv_sin(c, x[0]), cy = vv_cos(c, x[1]);
    const struct {
        const char *name;
        vv_expr f, mu;
    } list[] = {
        {"x y z", vv_product(c, 3, x), VV_ONE},
        {"x/y", vv_div(c, x[0], x[1]), vv_pow_int(c, x[1], 2)},
        {"a x + sin x cos y", vv_add(c, vv_mul(c, a, x[0]), vv_mul(c, sx, cy)), VV_ONE},
        {"(x + y^2), factor z", vv_add(c, x[0], vv_pow_int(c, x[1], 2)), x[2]},
        {"x + sin y, factor cos y", vv_add(c, x[0], vv_sin(c, x[1])), cy},
        {"x y + z, factor y^3", vv_add(c, vv_mul(c, x[0], x[1]), x[2]), vv_pow_int(c, x[1], 3)},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        vv_expr w[3], g, mu, dg[3], cross[3];
        vv_gradient(c, list[i].f, 3, x, w);
        for (int k = 0; k < 3; k++) w[k] = vv_mul(c, w[k], list[i].mu);
        if (!ok(vv_form_integrating_factor(c, NULL, 3, x, w, &g, &mu),
                "an integral of the form of %s", list[i].name))
            continue;
        vv_gradient(c, g, 3, x, dg);
        for (int k = 0; k < 3; k++) cross[k] = vv_sub(c, dg[k], vv_mul(c, mu, w[k]));
        vv_proof p;
        ok(vv_prove_zero(c, NULL, 3, cross, NULL, &p) == VV_OK && p.verdict == VV_PROVED,
           "its differential is the factor times the form");
    }
    vv_expr knife[3] = {vv_sin(c, x[2]), vv_neg(c, vv_cos(c, x[2])), VV_ZERO}, g, mu;
    ok(!vv_form_integrating_factor(c, NULL, 3, x, knife, &g, &mu), "the knife edge has none");
    ok(vv_form_is_closed(c, NULL, 3, x, knife) == VV_FALSE, "and is not closed");
    ok(vv_ctx_ok(c), "nothing failed on the way");
    vv_ctx_free(c);
}

int main(void) {
    for (size_t i = 0; i < sizeof EXAMPLES / sizeof *EXAMPLES; i++) one(&EXAMPLES[i]);
    factors();
    return done_testing();
}
