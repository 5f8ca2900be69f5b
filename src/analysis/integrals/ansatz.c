#include "analysis/integrals/ansatz.h"

#include <string.h>

#include "equations/equations.h"

enum {
    MOST_FUNCTIONS = 400, /* φ_k: elimination of this size takes some hundredths of a second */
    MOST_UNKNOWNS = 700,  /* φ_k times monomials in the constants */
    MOST_ATOMS = 24,
    MOST_VARIABLES = 40,
    MOST_POWER = 4 /* exponent in a monomial of constants */
};

typedef struct ansatz {
    vv_ctx *c;
    const vv_study *study;
    const vv_vector_field *flow;
    int natoms, nvariables, nparameters, nconstants;
    vv_expr atom[MOST_ATOMS];
    bool is_sine[MOST_ATOMS]; /* its square is 1 - cos^2: not needed */
    vv_expr variable[MOST_VARIABLES];
    vv_expr *parameter;
    vv_expr *constant; /* what coefficients are polynomials in: w, sin(λ), pi */
    bool plain;        /* all of them are parameters */
    int nroots;        /* of numbers, which have a residue modulo a prime: symbols stand for them */
    vv_expr *root, *root_symbol;
    int n, most;
    int nblocks, *block; /* index of its monomial in the variables (most) */
    vv_expr *phi;        /* the functions                     (most) */
    vv_expr *rate;       /* their rates along the motion (most) */
} ansatz;

/* ---- the motion ---------------------------------------------------------------------------- */

vv_status vv_vector_field_make(vv_ctx *c, const vv_study *study, vv_vector_field *out) {
    *out = (vv_vector_field){.s = study->s, .wd = VV_ARRAY(c, vv_expr, study->eq->nunknowns + 1)};
    return out->wd ? vv_equations_solve(c, study->eq, out->wd) : vv_ctx_status(c);
}

vv_expr vv_vector_field_derivative(vv_ctx *c, const vv_vector_field *f, vv_expr e) {
    vv_expr rate = vv_symbol_map_time_derivative(c, &f->s->maps.speed_rates, e);
    vv_subst(c, f->s->n, f->s->wd, f->wd, 1, &rate, &rate);
    return rate;
}

/* ---- admissible functions ------------------------------------------------------------------ */

static void add_atom(ansatz *a, vv_expr e, bool sine) {
    for (int i = 0; i < a->natoms; i++)
        if (vv_same(a->atom[i], e)) return;
    if (a->natoms == MOST_ATOMS) return;
    a->is_sine[a->natoms] = sine;
    a->atom[a->natoms++] = e;
}

static bool is_function(vv_op op) { return (op >= VV_SIN && op <= VV_TANH) || op == VV_FUNC; }

/* Functions of coordinates and time in the equations, sines and cosines in pairs; marks the
 * coordinates inside them. */
static void collect_atoms(ansatz *a, int nroots, const vv_expr *root, bool *inside) {
    const vv_system *s = a->study->s;
    int n = 0;
    uint32_t *order = vv_expr_topological_order(a->c, nroots, root, &n);
    for (int i = 0; order && i < n; i++) {
        vv_expr e = {order[i]};
        vv_op op = vv_expr_op(a->c, e);
        if (!is_function(op)) continue;
        bool state = vv_depends(a->c, e, s->nq, s->q) || vv_depends(a->c, e, 1, &s->m->t);
        if (!state || vv_depends(a->c, e, s->n, s->w)) continue;
        for (int k = 0; k < s->nq; k++) inside[k] |= vv_depends(a->c, e, 1, &s->q[k]);
        if (op == VV_SIN || op == VV_COS || op == VV_TAN) {
            add_atom(a, vv_cos(a->c, vv_expr_child(a->c, e, 0)), false);
            add_atom(a, vv_sin(a->c, vv_expr_child(a->c, e, 0)), true);
        } else {
            add_atom(a, e, false);
        }
    }
}

static void add_variable(ansatz *a, vv_expr e) {
    if (a->nvariables < MOST_VARIABLES) a->variable[a->nvariables++] = e;
}

/* Is e a rational function of its children? MUL has the integral exponents. */
static bool is_rational(vv_op op) {
    return op == VV_ADD || op == VV_MUL || op == VV_FACTOR || op == VV_SOLVE || op == VV_COMP;
}

static bool is_parameter(vv_ctx *c, vv_expr e) {
    return vv_symbol_get(c, e)->kind == VV_SYM_PARAMETER;
}

static bool is_root(vv_ctx *c, vv_expr e) {
    vv_op op = vv_expr_op(c, e);
    return op == VV_SQRT || (op == VV_POW && vv_is_const(c, vv_expr_child(c, e, 1)));
}

static void add_constant(ansatz *a, vv_expr e) {
    vv_ctx *c = a->c;
    int symbols = 0;
    a->plain &= vv_expr_op(c, e) == VV_SYM;
    a->constant[a->nconstants++] = e;
    if (is_root(c, e) && vv_expr_symbols(c, 1, &e, &symbols) && !symbols) {
        a->root[a->nroots] = e;
        a->root_symbol[a->nroots++] = vv_symbol_new(c, "root", VV_SYM_OTHER);
    }
}

/* Constants of which these expressions are rational functions, apart from what varies: parameters,
 * functions and roots of them, pi. What occurs only inside one of them is none. */
static vv_status collect_constants(ansatz *a, int n, const vv_expr *in) {
    vv_ctx *c = a->c;
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, n, in, &nodes), most = 0;
    for (int i = 0; order && i < nodes; i++) most = order[i] > most ? order[i] : most;
    bool *varies = VV_ARRAY(c, bool, most + 1), *reached = VV_ARRAY(c, bool, most + 1);
    a->constant = VV_ARRAY(c, vv_expr, nodes + 1);
    a->root = VV_ARRAY(c, vv_expr, nodes + 1);
    a->root_symbol = VV_ARRAY(c, vv_expr, nodes + 1);
    if (!order || !varies || !reached || !a->constant || !a->root || !a->root_symbol)
        return vv_ctx_status(c);
    for (int i = 0; i < nodes; i++) {
        vv_expr e = {order[i]};
        bool *v = &varies[e.id];
        *v = vv_expr_op(c, e) == VV_SYM && !is_parameter(c, e);
        for (int k = 0; k < vv_expr_arity(c, e); k++) *v |= varies[vv_expr_child(c, e, k).id];
    }
    for (int i = 0; i < n; i++) reached[in[i].id] = true;
    for (int i = nodes - 1; i >= 0; i--) {
        vv_expr e = {order[i]};
        if (reached[e.id] && (varies[e.id] || is_rational(vv_expr_op(c, e))))
            for (int k = 0; k < vv_expr_arity(c, e); k++) reached[vv_expr_child(c, e, k).id] = true;
    }
    for (int i = 0; i < a->nparameters; i++)
        if (reached[a->parameter[i].id]) add_constant(a, a->parameter[i]);
    for (int i = 0; i < nodes; i++) {
        vv_expr e = {order[i]};
        vv_op op = vv_expr_op(c, e);
        if (reached[e.id] && !varies[e.id] && !is_rational(op) && op != VV_CONST && op != VV_SYM)
            add_constant(a, e);
    }
    return vv_ctx_status(c);
}

/* Speeds; coordinates that are not inside a function; time if the equations contain it. */
static vv_status collect(ansatz *a) {
    vv_ctx *c = a->c;
    const vv_system *s = a->study->s;
    const vv_equations *eq = a->study->eq;
    int m = eq->nunknowns, nroots = 0, n = 0;
    vv_expr *root = VV_ARRAY(c, vv_expr, m * m + m + s->nq + 1);
    bool *inside = VV_ARRAY(c, bool, s->nq + 1);
    if (!root || !inside) return vv_ctx_status(c);
    for (int i = 0; i < m * m; i++) root[nroots++] = eq->matrix[i];
    for (int i = 0; i < m; i++) root[nroots++] = eq->rhs[i];
    for (int i = 0; i < s->nq; i++) root[nroots++] = s->rate[i];
    collect_atoms(a, nroots, root, inside);
    for (int i = 0; i < s->n; i++) add_variable(a, s->w[i]);
    for (int i = 0; i < s->nq; i++)
        if (!inside[i]) add_variable(a, s->q[i]);
    for (int i = 0; i < nroots; i++)
        if (vv_depends(c, root[i], 1, &s->m->t)) {
            add_variable(a, s->m->t);
            break;
        }
    vv_expr *symbol = vv_expr_symbols(c, nroots, root, &n);
    a->parameter = VV_ARRAY(c, vv_expr, n + 1);
    if (!symbol || !a->parameter) return vv_ctx_status(c);
    for (int i = 0; i < n; i++)
        if (is_parameter(c, symbol[i])) a->parameter[a->nparameters++] = symbol[i];
    return collect_constants(a, nroots, root);
}

/* ---- the functions φ_k --------------------------------------------------------------------- */

static int choose(int n, int k) { /* multisets of at most k out of n */
    double r = 1;
    for (int i = 1; i <= k; i++) r = r * (n + i) / i;
    return r < 1e6 ? (int)(r + 0.5) : 1000000;
}

/* All monomials of degree at most 2, lower ones first. */
static int monomials(ansatz *a, int n, const vv_expr *x, const bool *no_square, int degree,
                     vv_expr *out) {
    int m = 0;
    out[m++] = VV_ONE;
    for (int i = 0; degree > 0 && i < n; i++) out[m++] = x[i];
    for (int i = 0; degree > 1 && i < n; i++)
        for (int j = i; j < n; j++)
            if (i != j || !no_square || !no_square[i]) out[m++] = vv_mul(a->c, x[i], x[j]);
    return m;
}

static bool build(ansatz *a, int degree, int function_degree) {
    vv_ctx *c = a->c;
    int most_g = choose(a->natoms, function_degree), most_m = choose(a->nvariables, degree);
    if ((double)most_g * most_m > 2.0 * MOST_FUNCTIONS) return false;
    vv_expr *g = VV_ARRAY(c, vv_expr, most_g + 1), *x = VV_ARRAY(c, vv_expr, most_m + 1);
    a->most = most_g * most_m;
    a->phi = VV_ARRAY(c, vv_expr, a->most + 1);
    a->rate = VV_ARRAY(c, vv_expr, a->most + 1);
    a->block = VV_ARRAY(c, int, a->most + 1);
    if (!g || !x || !a->phi || !a->rate || !a->block) return false;
    int ng = monomials(a, a->natoms, a->atom, a->is_sine, function_degree, g),
        nx = monomials(a, a->nvariables, a->variable, NULL, degree, x);
    if (ng * nx > MOST_FUNCTIONS) return false;
    a->n = 0;
    a->nblocks = nx;
    for (int j = 0; j < nx; j++)
        for (int i = 0; i < ng; i++) {
            if (i + j == 0) continue;
            a->block[a->n] = j;
            a->phi[a->n++] = vv_mul(c, g[i], x[j]);
        }
    for (int k = 0; k < a->n; k++) a->rate[k] = vv_vector_field_derivative(c, a->flow, a->phi[k]);
    return vv_ctx_ok(c);
}

/* ---- coefficients -------------------------------------------------------------------------- */

/* Large enough to be generic. */
static vv_expr generic_number(vv_ctx *c, int i) {
    int64_t v = 1009;
    for (int k = 0; k < i; k++) v = v * 7919 % 1000003;
    return vv_ratio(c, v + 1000, 1013);
}

/* The number that stands for constant i; poison for a root, which has a value modulo a prime. Sine
 * and cosine of one argument lie on the unit circle. */
static vv_expr number_of_constant(ansatz *a, int i) {
    vv_ctx *c = a->c;
    vv_expr e = a->constant[i];
    vv_op op = vv_expr_op(c, e);
    if (op == VV_SYM || is_root(c, e)) return VV_POISON;
    if (op != VV_SIN && op != VV_COS) return generic_number(c, a->nparameters + i);
    for (int k = i - 1; k >= 0; k--)
        if (vv_expr_arity(c, a->constant[k]) &&
            vv_same(vv_expr_child(c, a->constant[k], 0), vv_expr_child(c, e, 0)))
            i = k;
    vv_expr half = generic_number(c, a->nparameters + i), square = vv_mul(c, half, half);
    vv_expr over = op == VV_SIN ? vv_add(c, half, half) : vv_sub(c, VV_ONE, square);
    return vv_div(c, over, vv_add(c, VV_ONE, square));
}

/* These rates with numbers in place of the constants. */
static vv_expr *with_numbers(ansatz *a, const vv_expr *rate) {
    vv_ctx *c = a->c;
    int most = a->nparameters + a->nconstants + 1, n = 0;
    vv_expr *out = VV_ARRAY(c, vv_expr, a->n + 1), *from = VV_ARRAY(c, vv_expr, most),
            *to = VV_ARRAY(c, vv_expr, most);
    if (!out || !from || !to) return NULL;
    for (int i = 0; i < a->nparameters; i++) {
        from[n] = a->parameter[i];
        to[n++] = generic_number(c, i);
    }
    for (int i = 0; i < a->nconstants; i++) {
        from[n] = a->constant[i];
        to[n] = number_of_constant(a, i);
        n += !vv_is_poison(to[n]);
    }
    vv_subst(c, n, from, to, a->n, rate, out);
    return out;
}

/* Monomials in the constants up to this total degree. */
static int powers(ansatz *a, int n, const vv_expr *constant, int degree, int most, vv_expr *out) {
    int m = 1, from = 0;
    out[0] = VV_ONE;
    int *last = VV_ARRAY(a->c, int, most + 1); /* largest constant in each: avoids repetition */
    if (!last) return 0;
    for (int d = 1; d <= degree; d++) {
        int to = m;
        for (int k = from; k < to; k++)
            for (int i = last[k]; i < n; i++) {
                if (m == most) return 0;
                last[m] = i;
                out[m++] = vv_mul(a->c, out[k], constant[i]);
            }
        from = to;
    }
    return m;
}

/* Drops monomials that depend linearly on previous ones, as cos(λ)^2 on 1 and sin(λ)^2: they give
 * relations without integrals. */
static int drop_dependent(ansatz *a, int m, vv_expr *monomial) {
    vv_linear_relations found;
    if (vv_linear_relations_find(a->c, &a->study->s->facts, m, monomial, &found) != VV_OK) return 0;
    bool *last = VV_ARRAY(a->c, bool, m + 1);
    if (!last) return 0;
    for (int i = 0; i < found.count; i++) {
        int k = m - 1;
        while (k > 0 && !found.occurs[i * m + k]) k--;
        last[k] = true;
    }
    int kept = 0;
    for (int k = 0; k < m; k++)
        if (!last[k]) monomial[kept++] = monomial[k];
    return kept;
}

/* The constants on which n expressions depend. */
static int constants_in(ansatz *a, int n, const vv_expr *e, vv_expr *out) {
    int count = 0;
    for (int i = 0; i < a->nconstants; i++)
        for (int k = 0; k < n; k++)
            if (vv_depends(a->c, e[k], 1, &a->constant[i])) {
                out[count++] = a->constant[i];
                break;
            }
    return count;
}

/* Sum over k and monomials in the constants of the lowest degree that has a solution; poison if
 * none. */
static vv_expr with_constants(ansatz *a, const bool *occurs, int degree) {
    vv_ctx *c = a->c;
    int *index = VV_ARRAY(c, int, a->n + 1), terms = 0, n = 0;
    vv_expr *monomial = VV_ARRAY(c, vv_expr, MOST_UNKNOWNS + 1), *e, *part, sum = VV_ZERO,
            *used = VV_ARRAY(c, vv_expr, a->n + 1),
            *constant = VV_ARRAY(c, vv_expr, a->nconstants + 1);
    if (!monomial || !index || !used || !constant) return VV_POISON;
    for (int k = 0; k < a->n; k++)
        if (occurs[k]) index[terms] = k, used[terms++] = a->rate[k];
    int nc = constants_in(a, terms, used, constant),
        m = powers(a, nc, constant, degree, MOST_UNKNOWNS / terms, monomial);
    vv_subst(c, a->nroots, a->root, a->root_symbol, terms, used, used);
    vv_subst(c, a->nroots, a->root, a->root_symbol, m, monomial, monomial);
    if (m > 1 && !a->plain) m = drop_dependent(a, m, monomial);
    e = VV_MATRIX(c, vv_expr, m, terms);
    part = VV_MATRIX(c, vv_expr, m, terms);
    if (m == 0 || !e || !part) return VV_POISON;
    for (int i = 0; i < m; i++)
        for (int k = 0; k < terms; k++, n++) {
            e[n] = vv_mul(c, monomial[i], used[k]);
            part[n] = vv_mul(c, monomial[i], a->phi[index[k]]);
        }
    vv_linear_relations found;
    if (vv_linear_relations_find(c, &a->study->s->facts, n, e, &found) != VV_OK ||
        found.count == 0 || !found.rational[0])
        return VV_POISON;
    for (int k = 0; k < n; k++)
        if (found.occurs[k]) sum = vv_add(c, sum, vv_scale(c, found.number[k], part[k]));
    vv_subst(c, a->nroots, a->root_symbol, a->root, 1, &sum, &sum);
    return sum;
}

/* ---- independence -------------------------------------------------------------------------- */

/* Is the candidate independent of the constraints and the integrals already known? */
static bool is_new(ansatz *a, int nknown, const vv_expr *known, vv_expr candidate) {
    vv_ctx *c = a->c;
    const vv_system *s = a->study->s;
    int cols = s->nq + s->n, rows = 0, rank = 0;
    vv_expr *x = VV_ARRAY(c, vv_expr, cols + 1),
            *m = VV_MATRIX(c, vv_expr, s->nrows + nknown + 1, cols);
    if (!x || !m) return false;
    memcpy(x, s->q, (size_t)s->nq * sizeof *x);
    memcpy(x + s->nq, s->w, (size_t)s->n * sizeof *x);
    for (int i = 0; i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC)
            vv_gradient(c, s->row[i].finite, cols, x, m + rows++ * cols);
    for (int i = 0; i < nknown; i++) vv_gradient(c, known[i], cols, x, m + rows++ * cols);
    vv_gradient(c, candidate, cols, x, m + rows++ * cols);
    return vv_generic_rank(c, &s->facts, rows, cols, m, &rank, NULL, NULL, NULL) == VV_OK &&
           rank == rows;
}

/* Takes an integral in the functions that occur, if it exists with symbolic parameters and is
 * new. */
static void take(ansatz *a, const bool *occurs, int nknown, vv_expr *all, vv_ansatz *out) {
    vv_expr e = VV_POISON;
    for (int d = 0; d <= MOST_POWER && vv_is_poison(e) && vv_ctx_ok(a->c); d++)
        e = with_constants(a, occurs, d);
    if (vv_ctx_ok(a->c) && !vv_is_poison(e) && is_new(a, nknown + out->count, all, e))
        out->integral[out->count++] = e;
}

/* Integrals with a single monomial in the variables, such as r^2 f(θ) [Routh1877]: a basis of
 * all may contain them mixed with others, whose coefficients then have a higher degree in the
 * parameters. */
static void take_single(ansatz *a, const vv_expr *numbers, int nknown, int most, vv_expr *all,
                        vv_ansatz *out) {
    vv_ctx *c = a->c;
    int *index = VV_ARRAY(c, int, a->n + 1);
    vv_expr *e = VV_ARRAY(c, vv_expr, a->n + 1);
    bool *occurs = VV_ARRAY(c, bool, a->n + 1);
    for (int b = 0; b < a->nblocks && index && e && occurs && vv_ctx_tick(c); b++) {
        int n = 0;
        vv_linear_relations found;
        for (int k = 0; k < a->n; k++)
            if (a->block[k] == b) e[n] = numbers[k], index[n++] = k;
        if (!n || vv_linear_relations_find(c, &a->study->s->facts, n, e, &found) != VV_OK) continue;
        for (int i = 0; i < found.count && out->count < most; i++) {
            for (int k = 0; k < a->n; k++) occurs[k] = false;
            for (int k = 0; k < n; k++) occurs[index[k]] = found.occurs[i * n + k];
            take(a, occurs, nknown, all, out);
        }
    }
}

/* More integrals at the stated values than in general, or other functions to try there? Then the
 * mechanism with these values has to be searched as well. */
static void check_values(ansatz *a, int count) {
    vv_ctx *c = a->c;
    const vv_system *s = a->study->s;
    vv_expr *there = VV_ARRAY(c, vv_expr, a->n + 1), *numbers;
    bool other = false, occur = false, defined = true;
    vv_linear_relations found;
    if (!vv_values_stated(c) || !there) return;
    for (int i = 0; i < a->natoms; i++) {
        vv_expr e = vv_values_insert(c, a->atom[i]);
        for (int k = 0; k < s->nq && !vv_is_poison(e); k++)
            other |= vv_depends(c, a->atom[i], 1, &s->q[k]) && !vv_depends(c, e, 1, &s->q[k]);
    }
    for (int k = 0; k < a->n && defined; k++) {
        there[k] = vv_values_insert(c, a->rate[k]);
        occur |= !vv_same(there[k], a->rate[k]);
        defined = !vv_is_poison(there[k]);
    }
    if (!other && occur && defined && (numbers = with_numbers(a, there)))
        other = vv_linear_relations_find(c, &s->facts, a->n, numbers, &found) == VV_OK &&
                found.count > count;
    if (other || !defined) vv_values_add_exception(c, true);
}

vv_status vv_ansatz_search(vv_ctx *c, const vv_study *study, const vv_vector_field *flow,
                           int degree, int nknown, const vv_expr *known, vv_ansatz *out) {
    ansatz a = {.c = c, .study = study, .flow = flow, .plain = true};
    *out = (vv_ansatz){.degree = degree, .function_most = 2};
    if (collect(&a) != VV_OK) return vv_ctx_status(c);
    while (out->function_most >= 0 && !build(&a, degree, out->function_most)) {
        if (!vv_ctx_ok(c)) return vv_ctx_status(c);
        out->function_most--;
    }
    if (out->function_most < 0) return VV_OK;
    out->n = a.n;
    vv_linear_relations found;
    vv_expr *numbers = with_numbers(&a, a.rate);
    if (!numbers) return vv_ctx_status(c);
    vv_status status = vv_linear_relations_find(c, &study->s->facts, a.n, numbers, &found);
    if (status != VV_OK) return status;
    check_values(&a, found.count);
    vv_expr *all = VV_ARRAY(c, vv_expr, nknown + found.count + 1);
    if (!all) return vv_ctx_status(c);
    memcpy(all, known, (size_t)nknown * sizeof *all);
    out->integral = all + nknown;
    if (found.count > 1) take_single(&a, numbers, nknown, found.count, all, out);
    for (int i = 0; i < found.count && out->count < found.count && vv_ctx_tick(c); i++)
        take(&a, found.occurs + i * a.n, nknown, all, out);
    return vv_ctx_status(c);
}
