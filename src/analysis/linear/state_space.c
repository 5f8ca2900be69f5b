/* Controllability and observability by orthonormal bases of the spaces spanned by B, A B, A^2 B,
 * ... (and of the transposed system): no powers of A are formed, which would lose the rank. The
 * eigenvalues that the inputs do not move are those of A on the orthogonal complement. Transfer
 * functions by the method of Faddeev and Le Verrier in rationals; common factors of numerator and
 * denominator are cancelled. */
#include "analysis/linear/state_space.h"

#include <math.h>
#include <string.h>

#include "analysis/linear/linear_matrices.h"
#include "analysis/linear/linear_tolerances.h"
#include "numeric/numeric.h"

/* ---- names --------------------------------------------------------------------------------- */

static const char *symbol_text(vv_ctx *c, vv_expr e) {
    const vv_symbol *s = vv_symbol_get(c, e);
    const char *primes[] = {"", "'", "''"};
    return s ? vv_format(c, "%s%s", s->name, s->order < 3 ? primes[s->order] : "'''") : "?";
}

static const char *row_name(vv_ctx *c, const vv_state_space *s, int i) {
    return i < s->n ? vv_format(c, "%s'", symbol_text(c, s->state[i]))
                    : s->model->output[i - s->n].name;
}

static const char *column_name(vv_ctx *c, const vv_state_space *s, int j) {
    return symbol_text(c, j < s->n ? s->state[j] : s->model->input[j - s->n]);
}

static const char *number(vv_ctx *c, double x) { return vv_format(c, "%.6g", vv_unsigned_zero(x)); }

/* ---- matrices ------------------------------------------------------------------------------ */

static void put_block(vv_document *d, const vv_state_space *s, const char *letter, int row,
                      int rows, int column, int columns) {
    vv_ctx *c = d->c;
    int width = columns + 1, all = s->n + s->nu;
    if (!rows || !columns) return;
    const char **cell = VV_MATRIX(c, const char *, rows + 1, width);
    if (!cell) return;
    cell[0] = letter;
    for (int j = 0; j < columns; j++) cell[j + 1] = column_name(c, s, column + j);
    for (int i = 0; i < rows; i++) {
        cell[(i + 1) * width] = row_name(c, s, row + i);
        for (int j = 0; j < columns; j++)
            cell[(i + 1) * width + j + 1] = number(c, s->matrix[(row + i) * all + column + j]);
    }
    vv_document_table(d, letter, NULL, width, rows, cell);
}

/* ---- eigenvalues --------------------------------------------------------------------------- */

/* The damping ratio of a pair, and its natural angular frequency. */
static void put_pair(vv_ctx *c, double re, double im, const char **cell) {
    double size = hypot(re, im);
    cell[0] = vv_format(c, "%.12g", vv_unsigned_zero(re));
    cell[1] = vv_format(c, "%.12g", vv_unsigned_zero(im));
    cell[2] = im != 0 ? number(c, -re / size) : "-";
    cell[3] = im != 0 ? number(c, size) : "-";
}

void vv_state_space_put_eigenvalues(vv_document *d, const vv_state_space *s) {
    enum { COLUMNS = 4 };
    vv_ctx *c = d->c;
    int n = s->n;
    double *A = VV_MATRIX(c, double, n, n), *re = VV_ARRAY(c, double, n + 1),
           *im = VV_ARRAY(c, double, n + 1);
    const char **cell = VV_MATRIX(c, const char *, n + 1, COLUMNS);
    if (!A || !re || !im || !cell) return;
    for (int i = 0; i < n * n; i++) A[i] = s->matrix[i / n * (n + s->nu) + i % n];
    if (!n || !vv_eigen_general(c, n, A, re, im)) return;
    const double least = VV_START_LEAST_ENTRY * fmax(vv_norm_inf(n, re), vv_norm_inf(n, im));
    for (int i = 0; i < n; i++) {
        if (fabs(re[i]) < least) re[i] = 0;
        if (fabs(im[i]) < least) im[i] = 0;
    }
    vv_linear_put_eigenvalues(d, n, re, im);
    cell[0] = "real part", cell[1] = "imaginary part";
    cell[2] = "damping ratio", cell[3] = "angular frequency";
    for (int i = 0; i < n; i++) put_pair(c, re[i], im[i], cell + (i + 1) * COLUMNS);
    vv_document_table(d, "eigenvalues", "eigenvalues of A (LAPACK)", COLUMNS, n, cell);
}

/* ---- controllability, observability -------------------------------------------------------- */

/* The rank, with an orthonormal basis of the reachable space followed by one of its complement
 * (rows of n); A' instead of A, and C' instead of B, if `dual`. */
static int reachable(vv_ctx *c, const vv_state_space *s, bool dual, double *basis) {
    int n = s->n, all = n + s->nu, first = dual ? s->ny : s->nu, rank = 0;
    for (int k = 0; k < first && rank < n; k++) {
        for (int i = 0; i < n; i++)
            basis[rank * n + i] = s->matrix[dual ? (n + k) * all + i : i * all + n + k];
        rank += vv_orthonormal_extend(n, rank, basis, VV_STATE_SPACE_DEPENDENT);
    }
    for (int k = 0; k < rank && rank < n; k++) {
        double *new = basis + rank *n;
        memset(new, 0, (size_t)n * sizeof *new);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                new[i] += s->matrix[dual ? j * all + i : i * all + j] * basis[k * n + j];
        rank += vv_orthonormal_extend(n, rank, basis, VV_STATE_SPACE_DEPENDENT);
    }
    int filled = rank;
    for (int k = 0; k < n && filled < n; k++) { /* the complement */
        memset(basis + filled * n, 0, (size_t)n * sizeof *basis);
        basis[filled * n + k] = 1;
        filled += vv_orthonormal_extend(n, filled, basis, VV_STATE_SPACE_COMPLEMENT);
    }
    return vv_ctx_ok(c) ? rank : -1;
}

/* The eigenvalues of A on the last n - rank vectors of the basis, as text; NULL: none are known. */
static const char *remaining(vv_ctx *c, const vv_state_space *s, bool dual, int rank,
                             const double *basis, bool *decay) {
    int n = s->n, all = n + s->nu, m = n - rank;
    double *Q = VV_MATRIX(c, double, m, m), *re = VV_ARRAY(c, double, m + 1),
           *im = VV_ARRAY(c, double, m + 1), size = 0;
    if (!Q || !re || !im) return NULL;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            const double *a = basis + (rank + i) * n, *b = basis + (rank + j) * n;
            for (int k = 0; k < n * n; k++) {
                double x = s->matrix[dual ? k % n * all + k / n : k / n * all + k % n];
                Q[i * m + j] += a[k / n] * x * b[k % n];
                size = fmax(size, fabs(x));
            }
        }
    if (!vv_eigen_general(c, m, Q, re, im)) return NULL;
    const char *text = "";
    *decay = true;
    for (int i = 0; i < m; i++) {
        double x = fabs(re[i]) < VV_STATE_SPACE_ZERO * size ? 0 : re[i],
               y = fabs(im[i]) < VV_STATE_SPACE_ZERO * size ? 0 : im[i];
        *decay &= x < 0;
        if (y < 0) continue;
        const char *one =
            y > 0 ? vv_format(c, "%s ± %si", number(c, x), number(c, y)) : number(c, x);
        text = *text ? vv_format(c, "%s, %s", text, one) : one;
    }
    return text;
}

static void put_reachable(vv_document *d, const vv_state_space *s, bool dual) {
    vv_ctx *c = d->c;
    const char *what = dual ? "observable" : "controllable", *text = NULL;
    double *basis = VV_MATRIX(c, double, s->n + 1, s->n);
    bool decay = false;
    int rank = basis && (dual ? s->ny : s->nu) ? reachable(c, s, dual, basis) : -1;
    if (rank < 0) return;
    if (rank < s->n) text = remaining(c, s, dual, rank, basis, &decay);
    vv_document_fact(
        d, what, what,
        rank == s->n ? vv_format(c, "yes, rank %d of %d (numerically)", rank, s->n)
        : text ? vv_format(c, "no, rank %d of %d (numerically); eigenvalues that the %s: %s; %s",
                           rank, s->n, dual ? "outputs do not show" : "inputs do not move", text,
                           decay  ? (dual ? "detectable" : "stabilizable")
                           : dual ? "not detectable"
                                  : "not stabilizable")
               : vv_format(c, "no, rank %d of %d (numerically)", rank, s->n));
}

/* ---- transfer functions -------------------------------------------------------------------- */

typedef struct transfer {
    vv_ctx *c;
    const vv_state_space *s;
    int n, width;      /* width: n + nu */
    const vv_rat *K;   /* (A B; C D) */
    vv_rat *p;         /* det(s - A) = p[0] + ... + s^n              (n + 1) */
    vv_rat *numerator; /* of each output and input, before cancelling (ny*nu*(n + 1)) */
    vv_polyring *r;
} transfer;

static vv_rat *rationals(vv_ctx *c, int n) {
    vv_rat *x = VV_ARRAY(c, vv_rat, n + 1);
    for (int i = 0; x && i < n; i++) x[i] = vv_rat_int(0);
    return x;
}

/* The doubles to the digits that count, as rationals. */
static const vv_rat *rounded(vv_ctx *c, const vv_state_space *s) {
    int all = (s->n + s->ny) * (s->n + s->nu);
    vv_rat *x = rationals(c, all);
    for (int i = 0; x && i < all; i++)
        if (!vv_rat_parse(c, vv_format(c, "%.12g", s->matrix[i]), &x[i])) return NULL;
    return x;
}

static vv_rat times_add(vv_ctx *c, vv_rat sum, vv_rat a, vv_rat b) {
    return vv_rat_sign(a) && vv_rat_sign(b) ? vv_rat_add(c, sum, vv_rat_mul(c, a, b)) : sum;
}

/* C N B for one power of s: N is a coefficient of adj(s - A). */
static void add_numerators(transfer *t, const vv_rat *N, int power) {
    int n = t->n, nu = t->s->nu;
    for (int i = 0; i < t->s->ny; i++)
        for (int k = 0; k < n; k++) {
            vv_rat row = vv_rat_int(0); /* of C N */
            for (int l = 0; l < n; l++)
                row = times_add(t->c, row, t->K[(n + i) * t->width + l], N[l * n + k]);
            for (int j = 0; j < nu; j++) {
                vv_rat *to = &t->numerator[(i * nu + j) * (n + 1) + power];
                *to = times_add(t->c, *to, row, t->K[k * t->width + n + j]);
            }
        }
}

/* N_{n-1} = 1;  p_k = -tr(A N_k)/(n - k);  N_{k-1} = A N_k + p_k. */
static bool faddeev(transfer *t) {
    int n = t->n;
    vv_rat *N = rationals(t->c, n * n), *AN = rationals(t->c, n * n);
    if (!N || !AN) return false;
    for (int i = 0; i < n; i++) N[i * n + i] = vv_rat_int(1);
    t->p[n] = vv_rat_int(1);
    for (int k = n - 1; k >= 0 && vv_ctx_tick(t->c); k--) {
        vv_rat trace = vv_rat_int(0);
        add_numerators(t, N, k);
        for (int i = 0; i < n * n; i++) {
            AN[i] = vv_rat_int(0);
            for (int l = 0; l < n; l++)
                AN[i] = times_add(t->c, AN[i], t->K[i / n * t->width + l], N[l * n + i % n]);
        }
        for (int i = 0; i < n; i++) trace = vv_rat_add(t->c, trace, AN[i * n + i]);
        t->p[k] = vv_rat_div(t->c, vv_rat_neg(t->c, trace), vv_rat_int(n - k));
        for (int i = 0; i < n; i++) AN[i * n + i] = vv_rat_add(t->c, AN[i * n + i], t->p[k]);
        memcpy(N, AN, (size_t)(n * n) * sizeof *N);
    }
    for (int k = 0; k < t->s->ny * t->s->nu; k++) /* D p */
        for (int i = 0; i <= n; i++) {
            vv_rat D = t->K[(n + k / t->s->nu) * t->width + n + k % t->s->nu];
            vv_rat *to = &t->numerator[k * (n + 1) + i];
            *to = times_add(t->c, *to, D, t->p[i]);
        }
    return vv_ctx_ok(t->c);
}

static vv_poly polynomial(transfer *t, const vv_rat *x) {
    vv_poly sum = vv_poly_int(t->r, 0);
    for (int i = 0; i <= t->n; i++)
        if (vv_rat_sign(x[i])) sum = vv_poly_add(t->r, sum, vv_poly_monomial(t->r, x[i], &i));
    return sum;
}

/* Coefficients from the highest power down, preceded by zeros; the degree. */
static int coefficients(transfer *t, vv_poly p, double *out) {
    int degree = vv_poly_degree(t->r, p, 0), power;
    for (int i = 0; i < vv_poly_terms(t->r, p); i++) {
        double x = vv_rat_double(vv_poly_term(t->r, p, i, &power));
        out[t->n - power] = x;
    }
    return degree;
}

static const char *polynomial_text(vv_ctx *c, int n, const double *x, int *terms) {
    const char *text = "";
    *terms = 0;
    for (int i = 0; i <= n; i++) {
        double size = fabs(x[i]);
        int power = n - i;
        if (size == 0) continue;
        const char *s = power > 1 ? vv_format(c, "s^%d", power) : power ? "s" : "";
        const char *k = size == 1 && power ? "" : vv_format(c, "%.6g%s", size, power ? " " : "");
        const char *sign = (*terms)++ ? (x[i] < 0 ? " - " : " + ") : x[i] < 0 ? "-" : "";
        text = vv_format(c, "%s%s%s%s", text, sign, k, s);
    }
    return *terms ? text : "0";
}

/* "(s^2 - 19.62)/(s^4 - 49.05 s^2)" */
static const char *fraction_text(vv_ctx *c, int n, const double *above, const double *below) {
    int terms, others;
    const char *a = polynomial_text(c, n, above, &terms),
               *b = polynomial_text(c, n, below, &others);
    if (!terms || !strcmp(b, "1")) return a;
    return vv_format(c, terms > 1 ? "(%s)/%s" : "%s/%s", a,
                     others > 1 ? vv_format(c, "(%s)", b) : vv_format(c, "%s", b));
}

/* Numerators and denominators in lowest terms, the latter with 1 first. */
static bool cancel(transfer *t, double *above, double *below) {
    int n = t->n, all = t->s->ny * t->s->nu;
    vv_poly p = polynomial(t, t->p);
    for (int k = 0; k < all; k++) {
        vv_poly z = polynomial(t, t->numerator + k * (n + 1)), g = vv_poly_gcd(t->r, z, p);
        vv_poly a = vv_poly_div_exact(t->r, z, g), b = vv_poly_div_exact(t->r, p, g);
        if (a == VV_POLY_NONE || b == VV_POLY_NONE) return false;
        coefficients(t, a, above + k * (n + 1));
        coefficients(t, b, below + k * (n + 1));
    }
    return vv_ctx_ok(t->c);
}

static void put_fractions(vv_document *d, transfer *t) {
    vv_ctx *c = d->c;
    int n = t->n, nu = t->s->nu, all = t->s->ny * nu;
    double *above = VV_MATRIX(c, double, all, n + 1), *below = VV_MATRIX(c, double, all, n + 1);
    const char **cell = VV_MATRIX(c, const char *, all + 1, 3);
    if (!above || !below || !cell || !cancel(t, above, below)) return;
    vv_document_matrix(d, "numerator", all, n + 1, NULL, above, NULL);
    vv_document_matrix(d, "denominator", all, n + 1, NULL, below, NULL);
    cell[0] = "from", cell[1] = "to", cell[2] = "transfer function";
    for (int k = 0; k < all; k++) {
        cell[3 * k + 3] = column_name(c, t->s, n + k % nu);
        cell[3 * k + 4] = row_name(c, t->s, n + k / nu);
        cell[3 * k + 5] = fraction_text(c, n, above + k * (n + 1), below + k * (n + 1));
    }
    vv_document_table(d, "transfer", "transfer functions, in lowest terms", 3, all, cell);
}

static void put_transfer(vv_document *d, const vv_state_space *s) {
    enum { MOST_STATES = 20 }; /* the work grows with the fifth power */
    vv_ctx *c = d->c;
    transfer t = {.c = c, .s = s, .n = s->n, .width = s->n + s->nu};
    if (!s->n || !s->nu || !s->ny) return;
    if (s->n > MOST_STATES) {
        vv_document_paragraph(d, "remark", "transfer functions are formed for up to %d states",
                              MOST_STATES);
        return;
    }
    t.K = s->exact ? s->exact : rounded(c, s);
    t.p = rationals(c, s->n + 1);
    t.numerator = rationals(c, s->ny * s->nu * (s->n + 1));
    if (!t.K || !t.p || !t.numerator || !faddeev(&t)) return;
    t.r = vv_polyring_new(c, 1, 0);
    if (!t.r) return;
    put_fractions(d, &t);
    vv_polyring_free(t.r);
}

void vv_state_space_put(vv_document *d, const vv_state_space *s) {
    put_block(d, s, "A", 0, s->n, 0, s->n);
    put_block(d, s, "B", 0, s->n, s->n, s->nu);
    put_block(d, s, "C", s->n, s->ny, 0, s->n);
    put_block(d, s, "D", s->n, s->ny, s->n, s->nu);
    vv_state_space_put_eigenvalues(d, s);
    put_reachable(d, s, false);
    put_reachable(d, s, true);
    put_transfer(d, s);
}
