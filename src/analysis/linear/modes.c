/* Small motions about each equilibrium [Appell1896, no. 450; M-SMALL-1, M-SMALL-2, M-SMALL-K,
 * M-PRINCIPAL]: roots ρ of det(K - ρ M) = 0, the squared natural frequencies, and their mode
 * shapes. In closed form if the polynomial splits into factors of degree one or two, numerically
 * if the parameters have values. If T or U is degenerate nothing is linearized; what is known is
 * reported instead (M-SMALL-1-DEGT, M-SMALL-1-DEGU, M-SMALL-DEG). */
#include <math.h>

#include "analysis/linear/damped_modes.h"
#include "numeric/numeric.h"
#include "analysis/linear/characteristic_exponents.h"
#include "analysis/linear/finite_amplitude.h"
#include "analysis/equilibria/equilibria.h"
#include "analysis/linear/linear_matrices.h"
#include "algebra/algebra.h"
#include "analysis/linear/linear_tolerances.h"

enum { MOST = VV_DETERMINANT_MAX, MOST_SHAPE = MOST, MOST_NUMBERS = 60 };

/* A root at the parameter values, for deciding whether periods are commensurable. */
typedef struct known_root {
    int factor;    /* index among the factors */
    bool rational; /* if so, its value */
    vv_rat value;
    bool irrational; /* one of two conjugates whose sum is nonzero */
    int degree;      /* of its factor, at these values (degree + 1) */
    vv_expr k[3];
} known_root;

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_linearized *m;
    const vv_equilibrium *at;
    vv_expr rho;
    int factor, nroots;
    known_root root[2 * MOST];
    vv_status status;
} work;

/* ---- closed form --------------------------------------------------------------------------- */

/* k0 + k1 ρ + k2 ρ^2: its degree, or -1 if it is higher. */
static int coefficients(vv_ctx *c, vv_expr e, vv_expr rho, vv_expr k[3]) {
    int degree = 2;
    if (!vv_is_zero(vv_taylor_coefficients(c, e, rho, 3, k))) return -1;
    while (degree && vv_is_zero(k[degree])) degree--;
    return degree;
}

static const char *kind(vv_sign sign) {
    return sign == VV_POSITIVE   ? "an oscillation"
           : sign == VV_NEGATIVE ? "no oscillation: the motion departs from the equilibrium"
                                 : "an oscillation where this is positive";
}

/* With a numerical value if the parameters have values. */
static void put_root(work *w, vv_expr rho, vv_sign sign) {
    vv_expr r = vv_symbol_new(w->c, "frequency^2", VV_SYM_OTHER);
    double low, high;
    const char *what = vv_is_zero(rho) ? "no oscillation to this order" : kind(sign);
    bool plain = vv_is_const(w->c, rho);
    if (!plain && vv_study_bounds(w->c, w->study, w->at, rho, &low, &high)) {
        if (sign == VV_ANY_SIGN && low > 0) what = kind(VV_POSITIVE);
        if (sign == VV_ANY_SIGN && high < 0) what = kind(VV_NEGATIVE);
        what = vv_format(w->c, "%.15g, %s", 0.5 * (low + high), what);
    }
    vv_document_definition(w->d, "square", r, rho, what);
}

static bool rational_value(work *w, vv_expr e, vv_rat *out) {
    vv_expr x = vv_with_parameter_values(w->c, w->study->s->m, e);
    if (!vv_is_const(w->c, x)) return false;
    *out = vv_expr_rational(w->c, x);
    return true;
}

static bool is_square(vv_ctx *c, vv_rat x) {
    vv_rat root, rest;
    if (vv_rat_sign(x) <= 0) return false;
    vv_rat_split_square(c, x, &root, &rest);
    return vv_rat_is_one(rest);
}

static known_root begin_root(work *w, int degree, const vv_expr *k) {
    known_root r = {.factor = w->factor, .degree = degree};
    for (int i = 0; i <= degree; i++) r.k[i] = vv_with_parameter_values(w->c, w->study->s->m, k[i]);
    return r;
}

/* Both roots are real since M is positive: their product and sum give the signs. */
static vv_expr put_pair(work *w, const vv_expr k[3]) {
    vv_ctx *c = w->c;
    vv_expr under =
                vv_sub(c, vv_mul(c, k[1], k[1]), vv_mul(c, vv_int(c, 4), vv_mul(c, k[0], k[2]))),
            leg = vv_sqrt_factored(c, under), half = vv_div(c, vv_ratio(c, 1, 2), k[2]);
    vv_sign lead = vv_study_sign(c, w->study, k[2]),
            product = vv_study_sign(c, w->study, vv_div(c, k[0], k[2])),
            sum = vv_study_sign(c, w->study, vv_neg(c, vv_div(c, k[1], k[2])));
    vv_sign first = product == VV_POSITIVE ? sum : VV_ANY_SIGN, second = first;
    if (product == VV_NEGATIVE && lead != VV_ANY_SIGN) {
        first = lead == VV_POSITIVE ? VV_NEGATIVE : VV_POSITIVE;
        second = lead;
    }
    put_root(w, vv_mul(c, half, vv_neg(c, vv_add(c, k[1], leg))), first);
    put_root(w, vv_mul(c, half, vv_sub(c, leg, k[1])), second);
    vv_rat d, b;
    bool irrational = rational_value(w, under, &d) && rational_value(w, k[1], &b) &&
                      vv_rat_sign(b) && vv_rat_sign(d) > 0 && !is_square(c, d);
    for (int i = 0; i < 2; i++)
        w->root[w->nroots] = begin_root(w, 2, k), w->root[w->nroots++].irrational = irrational;
    return vv_mul(c, half, vv_sub(c, leg, k[1]));
}

/* The cofactors of row r of K - ρ M: they satisfy all other rows, and this one where the
 * determinant vanishes. */
static void cofactors(work *w, int r, vv_expr *v) {
    int n = w->m->n;
    vv_expr part[MOST * MOST];
    for (int j = 0; j < n; j++) {
        int at = 0;
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                if (a != r && b != j)
                    part[at++] =
                        vv_sub(w->c, w->m->K[a * n + b], vv_mul(w->c, w->rho, w->m->M[a * n + b]));
        v[j] = vv_determinant(w->c, n - 1, part);
        if ((r + j) % 2) v[j] = vv_neg(w->c, v[j]);
    }
}

/* Cancels factors common to all components. */
static void reduce(work *w, int n, vv_expr *v) {
    vv_factors f, g;
    int first = 0;
    while (first < n && vv_is_zero(v[first])) first++;
    if (first == n || !vv_factorise(w->c, v[first], &f)) return;
    vv_expr common = vv_rational(w->c, f.number);
    for (int i = 0; i < f.n; i++) {
        int least = f.power[i];
        for (int k = 0; k < n && least > 0; k++) {
            int power = 0;
            if (vv_is_zero(v[k])) continue;
            if (!vv_factorise(w->c, v[k], &g)) return;
            for (int j = 0; j < g.n; j++)
                if (vv_same(g.factor[j], f.factor[i])) power = g.power[j];
            if (power < least) least = power;
        }
        if (least) common = vv_mul(w->c, common, vv_pow_int(w->c, f.factor[i], least));
    }
    for (int k = 0; k < n; k++) v[k] = vv_div(w->c, v[k], common);
}

/* Is the vector of cofactors an eigenvector at this root? Not if they all vanish: a multiple
 * root, or one of a subsystem decoupled from this row. */
static bool is_eigenvector(work *w, const vv_expr *v, vv_expr root) {
    for (int j = 0; j < w->m->n; j++)
        if (vv_is_identically_zero(w->c, &w->study->s->facts,
                                   vv_subst1(w->c, v[j], w->rho, root)) == VV_FALSE)
            return true;
    return false;
}

static const char *name_of(work *w, int i) { return vv_deviation_name(w->c, w->study->s, i); }

static const char *latex_of(work *w, const char *what, int i) {
    return vv_format(w->c, "\\text{%s }%s", what, vv_deviation_latex(w->c, w->study->s, i));
}

/* The mode shape of a root: amplitudes in all directions, with ρ for the root or its value. */
static void put_mode_shape(work *w, vv_expr root, bool by_value) {
    vv_ctx *c = w->c;
    int n = w->m->n, r = n - 1;
    vv_expr v[MOST];
    if (n < 2 || n > MOST_SHAPE) return;
    for (; r >= 0 && vv_ctx_ok(c); r--) {
        cofactors(w, r, v);
        if (is_eigenvector(w, v, root)) break;
    }
    if (r < 0 || !vv_ctx_ok(c)) return;
    for (int j = 0; j < n && by_value; j++) {
        v[j] = vv_subst1(c, v[j], w->rho, root);
        vv_clear_zeros(c, &w->study->s->facts, 1, &v[j]);
    }
    reduce(w, n, v);
    for (int j = 0; j < n; j++)
        vv_document_named(w->d, "amplitude", vv_format(c, "    amplitude of %s", name_of(w, j)),
                          latex_of(w, "amplitude of", j), v[j]);
}

static void put_factor(work *w, vv_expr f) {
    vv_ctx *c = w->c;
    vv_expr k[3];
    int degree = coefficients(c, f, w->rho, k);
    if (degree == 1) {
        vv_expr root = vv_neg(c, vv_div(c, k[0], k[1]));
        known_root *r = &w->root[w->nroots++];
        *r = begin_root(w, 1, k);
        r->rational = rational_value(w, root, &r->value);
        put_root(w, root, vv_study_sign(c, w->study, root));
        put_mode_shape(w, root, true);
    }
    if (degree == 2) {
        vv_expr root = put_pair(w, k);
        put_mode_shape(w, root, false);
        if (w->m->n >= 2 && w->m->n <= MOST_SHAPE)
            vv_document_paragraph(w->d, "remark", "ρ is the squared frequency of either");
    }
    if (degree >= 0) return;
    vv_document_equation(w->d, "characteristic", "ρ", f, VV_ZERO, VV_POISON,
                         "its roots ρ are the squares of the angular frequencies");
}

/* For certificates: M and K at the stated values, and the factors of which these are roots. */
static struct vv_proof_record *argue_periods(work *w, const known_root *a, const known_root *b,
                                             bool yes) {
    vv_expr M[MOST * MOST], K[MOST * MOST];
    int n = w->m->n;
    if (!vv_proof_is_recorded(w->c) || w->at->nnumbers || n > MOST) return NULL;
    for (int i = 0; i < n * n; i++) {
        M[i] = vv_with_parameter_values(w->c, w->study->s->m, w->m->M[i]);
        K[i] = vv_with_parameter_values(w->c, w->study->s->m, w->m->K[i]);
    }
    struct vv_proof_record *r =
        vv_proof_record_theorem(w->c, yes ? "commensurable periods" : "incommensurable periods",
                                NULL, yes ? VV_PROVED : VV_REFUTED);
    vv_proof_record_list(r, "mass", n * n, M);
    vv_proof_record_list(r, "stiffness", n * n, K);
    vv_proof_record_list(r, "first", a->degree + 1, a->k);
    vv_proof_record_list(r, "second", b->degree + 1, b->k);
    return r;
}

/* Are the periods of all pairs commensurable? Reported if the values decide it. */
static void put_commensurability(work *w) {
    vv_ctx *c = w->c;
    for (int i = 0; i < w->nroots; i++)
        for (int j = i + 1; j < w->nroots; j++) {
            const known_root *a = &w->root[i], *b = &w->root[j];
            const char *what = vv_format(
                c, "the periods of frequencies %d and %d are commensurable", i + 1, j + 1);
            if (a->rational && b->rational) {
                if (vv_rat_sign(a->value) <= 0 || vv_rat_sign(b->value) <= 0) continue;
                vv_rat q = vv_rat_div(c, a->value, b->value);
                bool yes = is_square(c, q);
                vv_document_verdict(w->d, "commensurable", what, yes ? "proved" : "refuted",
                                    yes ? "the ratio of the squares is that of two squares"
                                        : "the ratio of the squares is rational, its root is not",
                                    NULL);
                vv_document_argue(w->d, argue_periods(w, a, b, yes));
            } else if ((a->irrational && (b->rational || a->factor == b->factor)) ||
                       (b->irrational && a->rational)) {
                vv_document_verdict(w->d, "commensurable", what, "refuted",
                                    "the ratio of the squares is not rational", NULL);
                vv_document_argue(w->d, argue_periods(w, a, b, false));
            }
        }
}

static bool put_symbols(work *w) {
    vv_ctx *c = w->c;
    const vv_linearized *m = w->m;
    vv_expr a[MOST * MOST];
    vv_factors f;
    for (int i = 0; i < m->n * m->n; i++) a[i] = vv_sub(c, m->K[i], vv_mul(c, w->rho, m->M[i]));
    if (!vv_factorise(c, vv_determinant(c, m->n, a), &f) || vv_rat_sign(f.number) == 0)
        return false;
    for (int i = 0; i < f.n; i++) {
        if (f.power[i] < 0 || !vv_depends(c, f.factor[i], 1, &w->rho)) continue;
        w->factor = i;
        put_factor(w, f.factor[i]);
        bool none = vv_same(f.factor[i], w->rho); /* zero root: no force acts in that direction */
        if (none)
            vv_document_paragraph(
                w->d, "drift",
                "a zero eigenvalue%s: uniform motion along this mode, growing linearly in time",
                f.power[i] > 1 ? vv_format(c, ", %d times", f.power[i]) : "");
        else if (f.power[i] > 1)
            vv_document_paragraph(
                w->d, "multiplicity",
                "an eigenvalue of multiplicity %d, semisimple: no terms grow in time", f.power[i]);
    }
    put_commensurability(w);
    return true;
}

/* ---- numerical ----------------------------------------------------------------------------- */

/* The entries numerically; coordinates on which no force depends are set to 0, *free says that
 * some occur. */
static bool numbers_of(work *w, const vv_expr *e, double *out, bool *free) {
    const vv_system *s = w->study->s;
    int n = w->m->n * w->m->n;
    vv_expr *x = VV_ARRAY(w->c, vv_expr, n + 1);
    if (!x) return false;
    for (int i = 0; i < n; i++) *free |= vv_depends(w->c, e[i], s->nq, s->q);
    vv_subst_zero(w->c, s->nq, s->q, n, e, x);
    if (vv_ctx_status(w->c) == VV_E_MODEL) { /* 0 is a singular value for them */
        vv_ctx_clear_failure(w->c);
        return false;
    }
    return vv_study_numbers(w->c, w->study, w->at, n, x, out);
}

/* M, G, K at the parameter values; false if one is missing. */
static bool take_numbers(work *w, double **M, double **G, double **K) {
    int n = w->m->n * w->m->n;
    bool free = false;
    *M = VV_ARRAY(w->c, double, n + 1);
    *G = VV_ARRAY(w->c, double, n + 1);
    *K = VV_ARRAY(w->c, double, n + 1);
    if (!*M || !*G || !*K || w->m->n > MOST_NUMBERS || !numbers_of(w, w->m->M, *M, &free) ||
        !numbers_of(w, w->m->G, *G, &free) || !numbers_of(w, w->m->K, *K, &free))
        return false;
    if (free)
        vv_document_paragraph(
            w->d, "remark",
            "numerical values are for coordinates that no force depends on set to 0");
    return true;
}

/* For programs: squares of the frequencies, and the amplitudes as columns. */
static void put_shapes(work *w, const double *rho, const double *v) {
    int n = w->m->n;
    double *x = VV_MATRIX(w->c, double, n, n);
    if (!x) return;
    for (int k = 0; k < n; k++) {
        double scale = 0;
        for (int j = 0; j < n; j++)
            if (fabs(v[j * n + k]) > fabs(scale)) scale = v[j * n + k];
        for (int j = 0; j < n; j++) x[j * n + k] = v[j * n + k] / scale;
    }
    vv_document_matrix(w->d, "frequency_squared", n, 1, NULL, rho, NULL);
    vv_document_matrix(w->d, "shape", n, n, NULL, x, NULL);
}

/* One row per frequency: its square, the frequency, the period, the amplitudes scaled to 1. */
static void put_table(work *w, const double *rho, const double *v) {
    vv_ctx *c = w->c;
    int n = w->m->n, columns = 3 + n;
    const char **cell = VV_MATRIX(c, const char *, n + 1, columns);
    if (!cell) return;
    cell[0] = "frequency^2", cell[1] = "frequency", cell[2] = "period";
    for (int j = 0; j < n; j++) cell[3 + j] = name_of(w, j);
    for (int k = 0; k < n; k++) {
        const char **row = cell + (k + 1) * columns;
        double scale = 0, least = VV_NORMAL_MODES_ZERO_ROOT * fmax(fabs(rho[0]), fabs(rho[n - 1]));
        for (int j = 0; j < n; j++)
            if (fabs(v[j * n + k]) > fabs(scale)) scale = v[j * n + k];
        bool zero = fabs(rho[k]) <= least;
        row[0] = zero ? "0" : vv_format(c, "%.12g", rho[k]);
        row[1] = rho[k] > least ? vv_format(c, "%.12g", sqrt(rho[k])) : "-";
        row[2] = rho[k] > least ? vv_format(c, "%.12g", 2 * M_PI / sqrt(rho[k])) : "-";
        for (int j = 0; j < n; j++) {
            double x = v[j * n + k] / scale;
            row[3 + j] = vv_format(c, "%.10g", fabs(x) < VV_NORMAL_MODES_ZERO_PART ? 0 : x);
        }
    }
    put_shapes(w, rho, v);
    vv_document_table(w->d, "modes",
                      "computed numerically (LAPACK), amplitudes scaled to a largest entry of 1",
                      columns, n, cell);
}

/* Normal coordinates s: T = 1/2 Σ s'^2, V = 1/2 Σ ρ s^2 by V^T M V = 1 and V^T K V = ρ; the
 * residual of the digits is reported. */
static double residual(int n, const double *M, const double *K, const double *rho,
                       const double *v) {
    double worst = 0, size = fmax(fabs(rho[0]), fabs(rho[n - 1]));
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            double m = 0, k = 0;
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++) {
                    m += v[i * n + a] * M[i * n + j] * v[j * n + b];
                    k += v[i * n + a] * K[i * n + j] * v[j * n + b];
                }
            worst = fmax(worst, fabs(m - (a == b)));
            worst = fmax(worst, size > 0 ? fabs(k - (a == b) * rho[a]) / size : 0);
        }
    return worst;
}

static bool put_numbers(work *w, bool symbols) {
    int n = w->m->n;
    double *M, *G, *K, *v = VV_MATRIX(w->c, double, n, n), *rho = VV_ARRAY(w->c, double, n + 1);
    if (!v || !rho || !take_numbers(w, &M, &G, &K)) return false;
    for (int i = 0; i < n * n; i++) v[i] = K[i];
    if (!vv_eigen_symmetric_pencil(w->c, n, v, M, rho)) return symbols && n == 1;
    if (symbols && n == 1) {
        put_shapes(w, rho, v);
        return true;
    }
    put_table(w, rho, v);
    double off = residual(n, M, K, rho, v);
    vv_document_paragraph(
        w->d, "residual", "in these principal coordinates T and U are sums of squares %s",
        off < VV_NORMAL_MODES_RESIDUAL ? "to better than 1e-12" : vv_format(w->c, "to %.1e", off));
    return true;
}

/* Velocity-dependent forces: λ with exp(λ t). */
static void put_roots(work *w) {
    vv_ctx *c = w->c;
    int n = w->m->n;
    double *M, *G, *K, *re = VV_ARRAY(c, double, 2 * n + 1), *im = VV_ARRAY(c, double, 2 * n + 1);
    const char **cell = VV_ARRAY(c, const char *, (2 * n + 1) * 2 + 1);
    if (!re || !im || !cell) return;
    bool symbols = vv_damped_modes_put(c, w->study, w->d, w->m, w->at),
         numbers = take_numbers(w, &M, &G, &K) && vv_eigen_quadratic(c, n, M, G, K, re, im);
    if (symbols && !numbers) {
        if (!vv_eigen_available())
            vv_document_paragraph(w->d, "remark",
                                  "numerical results need LAPACK, which is missing");
        return;
    }
    if (!numbers) {
        vv_document_paragraph(w->d, "remark",
                              "not decided: forces depend on the velocities or have no force "
                              "function, and %s",
                              vv_eigen_available()
                                  ? "parameter values are missing"
                                  : "numerical results need LAPACK, which is missing");
        w->status = VV_E_BEYOND;
        return;
    }
    vv_linear_put_eigenvalues(w->d, 2 * n, re, im);
    cell[0] = "real part", cell[1] = "imaginary part";
    for (int k = 0; k < 2 * n; k++) {
        cell[2 * k + 2] = vv_format(c, "%.12g", vv_unsigned_zero(re[k]));
        cell[2 * k + 3] = vv_format(c, "%.12g", vv_unsigned_zero(im[k]));
    }
    vv_document_table(w->d, "roots",
                      vv_format(c, "roots %s of the characteristic equation (LAPACK)",
                                vv_exponent_letter(c, w->study->s->m)),
                      2, 2 * n, cell);
}

/* ---- degenerate cases ---------------------------------------------------------------------- */

/* The order of the first nonvanishing derivative of e at the equilibrium along the only
 * direction, and its coefficient. -1 if none was found. */
static int order_of(work *w, vv_expr e, vv_expr *coefficient) {
    const vv_system *s = w->study->s;
    vv_expr factorial = VV_ONE;
    for (int k = 0; k <= VV_NORMAL_MODES_MOST_ORDER && vv_ctx_ok(w->c); k++) {
        vv_expr here = vv_equilibrium_substitute(w->c, s, w->at, e);
        if (vv_ctx_status(w->c) == VV_E_MODEL) {
            vv_ctx_clear_failure(w->c);
            return -1;
        }
        if (vv_is_identically_zero(w->c, &s->facts, here) == VV_FALSE) {
            *coefficient = vv_div(w->c, here, factorial);
            return k;
        }
        vv_total_derivative(w->c, s->nq, s->q, s->direction, 1, &e, &e);
        factorial = vv_mul(w->c, factorial, vv_int(w->c, k + 1));
    }
    return -1;
}

/* One coordinate, T = 1/2 m q^n q'^2 + ..., -U = v q^k + ...: s = q^((n + 2)/2) restores a
 * regular T [M-SMALL-1-DEGT]; isochronous iff k = n + 2. Otherwise the period is proportional to
 * a power of the amplitude. */
static void put_degenerate(work *w) {
    vv_ctx *c = w->c;
    const vv_system *s = w->study->s;
    vv_expr m, f, F = vv_subst1(c, w->study->eq->rhs[0], s->w[0], VV_ZERO);
    int n = order_of(w, w->study->eq->matrix[0], &m), k = order_of(w, F, &f) + 1;
    if (n < 0 || k < 1) {
        vv_document_paragraph(w->d, "remark", "T and U are degenerate here to all orders examined");
        w->status = VV_E_BEYOND;
        return;
    }
    vv_expr v = vv_neg(c, vv_div(c, f, vv_int(c, k))); /* -U = v q^k */
    if (n > 0)
        vv_document_paragraph(
            w->d, "degenerate",
            "T begins with q'^2 q^%d and U with q^%d, q the deviation: the terms of "
            "second order do not give the small motions. s = q^%s is a coordinate "
            "in which T does not vanish",
            n, k, n % 2 ? vv_format(c, "(%d/2)", n + 2) : vv_format(c, "%d", n / 2 + 1));
    else
        vv_document_paragraph(
            w->d, "degenerate",
            "U begins with q^%d, q the deviation: the terms of second order do not "
            "give the small motions",
            k);
    if (k == n + 2) {
        vv_expr square = vv_mul(c, vv_ratio(c, (n + 2) * (n + 2), 2), vv_div(c, v, m));
        put_root(w, square, vv_study_sign(c, w->study, square));
        vv_document_paragraph(w->d, "remark", "in s the small motions are isochronous");
        return;
    }
    if (k % 2 || vv_study_sign(c, w->study, v) == VV_NEGATIVE) {
        vv_document_paragraph(w->d, "remark", "no oscillation: the force is repulsive");
        return;
    }
    vv_period_put_amplitude_law(w->d, n, k, m, v);
}

/* ---- one equilibrium ----------------------------------------------------------------------- */

static bool is_degenerate(work *w) {
    vv_expr det = vv_determinant(w->c, w->m->n, w->m->M);
    return vv_is_zero(det) || vv_vanishes(w->c, &w->study->s->facts, det);
}

static void put_conservative(work *w) {
    int n = w->m->n;
    bool symbols = n <= MOST && put_symbols(w), numbers = put_numbers(w, symbols);
    if (!symbols && !numbers) {
        vv_document_paragraph(
            w->d, "remark", "not decided: %s, and %s",
            n <= MOST ? "the characteristic equation is too large for a symbolic result"
                      : "there are too many degrees of freedom for a symbolic result",
            vv_eigen_available() ? "parameter values are missing"
                                 : "numerical results need LAPACK, which is missing");
        w->status = VV_E_BEYOND;
    }
}

static vv_status visit(vv_ctx *c, const vv_study *study, vv_document *d, const vv_linearized *m,
                       const vv_equilibrium *at) {
    work w = {.c = c, .d = d, .study = study, .m = m, .at = at};
    if (!m->rough) {
        vv_study_put_matrix(d, study, at, "mass", m->n, m->n, m->M, NULL);
        vv_study_put_matrix(d, study, at, "damping", m->n, m->n, m->G, NULL);
        vv_study_put_matrix(d, study, at, "stiffness", m->n, m->n, m->K, NULL);
    }
    if (m->timed || m->rough) return vv_small_motions_put_hindrance(c, study, d, m, at);
    w.rho = vv_symbol_new(c, "ρ", VV_SYM_OTHER);
    bool small = m->n <= MOST;
    if (m->n == 1 && m->conservative && (is_degenerate(&w) || vv_is_zero(m->K[0]))) {
        put_degenerate(&w);
    } else if (small && is_degenerate(&w)) {
        vv_document_paragraph(d, "remark",
                              "the kinetic energy is degenerate at this equilibrium (the "
                              "discriminant of T vanishes): nothing is linearized; use other "
                              "coordinates, such as x, y instead of polar ones");
        w.status = VV_E_BEYOND;
    } else if (m->conservative) {
        put_conservative(&w);
    } else {
        put_roots(&w);
    }
    if (m->n == 1 && vv_ctx_ok(c)) vv_period_put_of_start(c, study, d, at);
    return w.status;
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    return vv_small_motions_each(c, study, d, visit);
}

const vv_topic vv_topic_modes = {
    .name = "modes",
    .title = "Small motions about equilibrium",
    .text = "natural frequencies and principal coordinates of the small oscillations; a period at "
            "finite amplitude",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR,
    .fill = fill,
};
