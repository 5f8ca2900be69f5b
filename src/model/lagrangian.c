/* Energies stated as a whole: `lagrangian L` and `hamiltonian H, momenta p`; momentum(q).
 *
 * Of L the part without velocities is counted as U, the rest as T: only their sum matters for the
 * equations of motion. `energy` is then q'.∂L/∂q' - L. Of H, of the second degree in p, Legendre's
 * transformation gives q' = ∂H/∂p, hence p and L = p.q' - H [Whittaker, §109]. */
#include "model/elaborate.h"

/* Velocities on which e depends: rates of coordinates and speeds; *n of them. */
static vv_expr *velocities(elaborator *el, vv_expr e, int *n) {
    int count;
    vv_expr *symbol = vv_expr_symbols(el->c, 1, &e, &count);
    *n = 0;
    for (int i = 0; symbol && i < count; i++) {
        const vv_symbol *s = vv_symbol_get(el->c, symbol[i]);
        if ((s->kind == VV_SYM_COORDINATE && s->order == 1) || s->kind == VV_SYM_SPEED)
            symbol[(*n)++] = symbol[i];
    }
    return symbol;
}

/* e is the polynomial of the second degree by its derivatives at x = 0: those of |x|, sign(x),
 * min, max and cases do not tell their jumps. */
static bool is_taylor_polynomial(vv_ctx *c, vv_expr e, int n, const vv_expr *x) {
    static const vv_op ROUGH[] = {VV_ABS, VV_SIGN, VV_MIN, VV_MAX, VV_PIECEWISE};
    vv_expr *g = VV_ARRAY(c, vv_expr, n + 1), *h = VV_ARRAY(c, vv_expr, n + 1), sum = e;
    bool rough = false;
    for (size_t i = 0; i < sizeof ROUGH / sizeof *ROUGH; i++)
        rough |= vv_expr_contains_op(c, 1, &e, ROUGH[i]);
    if (!g || !h || !rough) return true;
    vv_gradient(c, e, n, x, g);
    vv_subst_zero(c, n, x, 1, &sum, &sum);
    for (int i = 0; i < n && vv_ctx_tick(c); i++) {
        vv_gradient(c, g[i], n, x, h);
        vv_subst_zero(c, n, x, 1, &g[i], &g[i]);
        vv_subst_zero(c, n, x, n, h, h);
        for (int j = 0; j < n; j++) g[i] = vv_add(c, g[i], vv_half(c, vv_mul(c, h[j], x[j])));
        sum = vv_add(c, sum, vv_mul(c, g[i], x[i]));
    }
    return vv_vanishes(c, NULL, vv_sub(c, e, sum));
}

/* The second derivatives by these symbols are free of them. */
static bool is_quadratic_in(vv_ctx *c, vv_expr e, int n, const vv_expr *x) {
    vv_expr *g = VV_ARRAY(c, vv_expr, n + 1), *h = VV_ARRAY(c, vv_expr, n + 1);
    if (!g || !h) return true;
    vv_gradient(c, e, n, x, g);
    for (int i = 0; i < n && vv_ctx_tick(c); i++) {
        vv_gradient(c, g[i], n, x, h);
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n && vv_depends(c, h[j], n, x); k++)
                if (vv_depends(c, h[j], 1, &x[k]) && !vv_vanishes(c, NULL, vv_diff(c, h[j], x[k])))
                    return false;
    }
    return is_taylor_polynomial(c, e, n, x);
}

bool vv_is_quadratic_in_velocities(elaborator *el, vv_expr e) {
    int n;
    const vv_expr *v = velocities(el, e, &n);
    return !v || is_quadratic_in(el->c, e, n, v);
}

static void add_lagrangian(elaborator *el, vv_expr L, vv_span span) {
    vv_ctx *c = el->c;
    vv_model *m = el->m;
    int n;
    const vv_expr *v = velocities(el, L, &n);
    vv_expr U = L;
    if (!v) return;
    vv_subst_zero(c, n, v, 1, &U, &U);
    vv_dimension_check_add(el, L, span, VV_QUANTITY_ENERGY);
    m->kinetic = vv_add(c, m->has_kinetic ? m->kinetic : VV_ZERO, vv_sub(c, L, U));
    m->force_function = vv_add(c, m->force_function, U);
    m->has_kinetic = m->has_lagrangian = true;
    m->kinetic_span = span;
}

void vv_state_lagrangian(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_span span = n->kid[0]->span;
    vv_expr L = vv_eval_scalar(el, n->kid[0], env);
    if (!L.id) return;
    if (vv_has_derivative_of_order(el, L, 2)) {
        vv_model_error(el, VV_D_KIND, span, "a Lagrangian contains no second derivatives");
        return;
    }
    if (!vv_is_quadratic_in_velocities(el, L)) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_KIND, span,
                           "this Lagrangian is not of the second degree in the velocities"),
            "terms of higher degree, and roots as in relativity, are beyond this language");
        return;
    }
    add_lagrangian(el, L, span);
}

vv_expr vv_model_energy(vv_ctx *c, elaborator *el) {
    vv_expr T = vv_kinetic_energy(c, el->m), sum = VV_ZERO;
    int n;
    const vv_expr *v = velocities(el, T, &n);
    if (!el->m->has_lagrangian || !v) return vv_sub(c, T, el->m->force_function);
    for (int i = 0; i < n; i++) sum = vv_add(c, sum, vv_mul(c, v[i], vv_diff(c, T, v[i])));
    return vv_sub(c, vv_sub(c, sum, T), el->m->force_function);
}

/* ---- Legendre's transformation ---- */

typedef struct transformation {
    int n;
    vv_expr *p, *qd, *value; /* momenta as symbols; velocities; momenta as functions of these */
    vv_expr H, L;
} transformation;

/* Coordinates of the text, in the order of their declaration. */
static int list_rates(elaborator *el, vv_expr *out) {
    int n = 0;
    for (int i = 0; i < el->m->nq; i++)
        if (!el->m->coordinate[i].internal)
            out[n++] = vv_symbol_rate(el->c, el->m->coordinate[i].q);
    return n;
}

/* The definitions of the momenta of this statement, in order. */
static vv_def *momentum(elaborator *el, const vv_node *n, int i) {
    for (int k = 0; k < el->ndefs; k++) {
        vv_def *d = el->order[k];
        if (d->kind == DEF_MOMENTUM && d->node == n && d->index == i) return d;
    }
    return NULL;
}

static void set_momenta(elaborator *el, const vv_node *n, int count, const vv_expr *value) {
    for (int i = 0; i < count; i++) {
        vv_def *d = momentum(el, n, i);
        if (!d) continue; /* its name is taken: reported */
        d->value = (vv_value){.kind = VALUE_SCALAR, .s = value[i]};
        d->state = 2, d->ok = true;
    }
}

/* H with the momenta as symbols of their own, also in definitions that it uses: these are then
 * forgotten, to be read again with the momenta as functions of the velocities. */
static bool read_hamiltonian(elaborator *el, const vv_node *n, const vv_env *env,
                             transformation *k) {
    vv_ctx *c = el->c;
    for (int i = 0; i < k->n; i++) {
        const vv_def *d = momentum(el, n, i);
        k->p[i] = vv_symbol_new(c, d ? d->key : "p", VV_SYM_OTHER);
    }
    set_momenta(el, n, k->n, k->p);
    el->conjugate = k->p, el->nconjugate = k->n;
    k->H = vv_eval_scalar(el, n->kid[0], env);
    el->nconjugate = 0;
    for (int i = 0; i < el->ndefs; i++) {
        vv_def *d = el->order[i];
        if (d->kind == DEF_LET && d->state == 2 && d->value.kind == VALUE_SCALAR &&
            vv_depends(c, d->value.s, k->n, k->p))
            d->state = 0;
    }
    return k->H.id != 0;
}

static bool check_hamiltonian(elaborator *el, const vv_node *n, const transformation *k) {
    vv_span span = n->kid[0]->span;
    if (vv_has_derivative_of_order(el, k->H, 1)) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, span,
                                    "a Hamiltonian depends on coordinates, momenta and the time"),
                     "write momenta in place of velocities, or `lagrangian ...`");
        return false;
    }
    if (is_quadratic_in(el->c, k->H, k->n, k->p)) return true;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_KIND, span,
                                "this Hamiltonian is not of the second degree in the momenta"),
                 "terms of higher degree, and roots as in relativity, are beyond this language");
    return false;
}

/* By squares completed one after another, A = sum of row row^T / pivot: what cancels does so in the
 * canonical form of sums. The pivots do not vanish. */
typedef struct squares {
    int n, *order; /* of the pivots */
    vv_expr *row;  /* rows of A left when their pivot was chosen (n * n) */
} squares;

static int next_pivot(vv_ctx *c, const squares *k, int done, const vv_expr *A) {
    for (int j = done; j < k->n; j++)
        if (!vv_vanishes(c, NULL, A[k->order[j] * k->n + k->order[j]])) return j;
    return -1;
}

/* False: no pivot on the diagonal, though A may be regular. */
static bool complete_squares(vv_ctx *c, vv_expr *A, squares *k) {
    int n = k->n;
    for (int i = 0; i < n; i++) k->order[i] = i;
    for (int done = 0; done < n && vv_ctx_tick(c); done++) {
        int j = next_pivot(c, k, done, A), p = j < 0 ? 0 : k->order[j];
        if (j < 0) return false;
        k->order[j] = k->order[done], k->order[done] = p;
        for (int i = 0; i < n; i++) k->row[p * n + i] = A[p * n + i];
        for (int r = 0; r < n; r++)
            for (int s = 0; s < n; s++) {
                vv_expr part =
                    vv_mul(c, k->row[p * n + r], vv_div(c, k->row[p * n + s], k->row[p * n + p]));
                A[r * n + s] = vv_sub(c, A[r * n + s], part);
            }
        for (int i = 0; i < n; i++) A[p * n + i] = A[i * n + p] = VV_ZERO;
    }
    return vv_ctx_ok(c);
}

/* A p = b. */
static void solve_by_squares(vv_ctx *c, const squares *k, const vv_expr *b, vv_expr *p) {
    int n = k->n;
    for (int i = 0; i < n; i++) p[i] = b[i];
    for (int i = 0; i < n; i++)
        for (int r = i + 1; r < n; r++) {
            int from = k->order[i], to = k->order[r];
            vv_expr f = vv_div(c, k->row[from * n + to], k->row[from * n + from]);
            p[to] = vv_sub(c, p[to], vv_mul(c, f, p[from]));
        }
    for (int i = n - 1; i >= 0; i--) {
        int at = k->order[i];
        for (int r = i + 1; r < n; r++)
            p[at] = vv_sub(c, p[at], vv_mul(c, k->row[at * n + k->order[r]], p[k->order[r]]));
        p[at] = vv_div(c, p[at], k->row[at * n + at]);
    }
}

static bool is_regular(elaborator *el, const vv_node *n, const transformation *k,
                       const vv_expr *A) {
    int rank = 0;
    if (vv_generic_rank(el->c, NULL, k->n, k->n, A, &rank, NULL, NULL, NULL) != VV_OK) return false;
    if (rank == k->n) return true;
    vv_diag_hint(
        el->c,
        vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                       "the velocities ∂H/∂p do not determine the momenta: the second derivatives "
                       "of H by them have rank %d, not %d",
                       rank, k->n),
        "Legendre's transformation needs a regular H; state a Lagrangian, and constraints");
    return false;
}

/* q' = A p + b, solved for p; then L = p.(q' - b)/2 - H at p = 0. */
static bool solve_momenta(elaborator *el, const vv_node *n, transformation *k) {
    vv_ctx *c = el->c;
    squares s = {k->n, VV_ARRAY(c, int, k->n + 1), VV_MATRIX(c, vv_expr, k->n + 1, k->n)};
    vv_expr *A = VV_MATRIX(c, vv_expr, k->n + 1, k->n), *b = VV_ARRAY(c, vv_expr, k->n + 1),
            *left = VV_MATRIX(c, vv_expr, k->n + 1, k->n), rest = k->H;
    if (!A || !b || !left || !s.order || !s.row) return false;
    vv_gradient(c, k->H, k->n, k->p, b);
    for (int i = 0; i < k->n; i++) vv_gradient(c, b[i], k->n, k->p, &A[i * k->n]);
    vv_subst_zero(c, k->n, k->p, k->n, b, b);
    vv_subst_zero(c, k->n, k->p, 1, &rest, &rest);
    if (!is_regular(el, n, k, A)) return false;
    for (int i = 0; i < k->n; i++) b[i] = vv_sub(c, k->qd[i], b[i]);
    for (int i = 0; i < k->n * k->n; i++) left[i] = A[i];
    if (complete_squares(c, left, &s))
        solve_by_squares(c, &s, b, k->value);
    else if (vv_solve(c, k->n, vv_factor(c, k->n, A), b, k->value) != VV_OK)
        return false;
    k->L = vv_neg(c, rest);
    for (int i = 0; i < k->n; i++) k->L = vv_add(c, k->L, vv_half(c, vv_mul(c, k->value[i], b[i])));
    set_momenta(el, n, k->n, k->value);
    return true;
}

static bool transform(elaborator *el, const vv_node *n, const vv_env *env, transformation *k) {
    vv_ctx *c = el->c;
    const vv_node *list = n->kid[1];
    *k = (transformation){.n = list->n};
    vv_expr *rates = VV_ARRAY(c, vv_expr, el->m->nq + 1);
    k->p = VV_ARRAY(c, vv_expr, k->n + 1), k->value = VV_ARRAY(c, vv_expr, k->n + 1);
    if (!rates || !k->p || !k->value) return false;
    int nq = list_rates(el, rates);
    k->qd = rates;
    if (nq != k->n) {
        vv_diag_hint(c,
                     vv_model_error(el, VV_D_KIND, list->span, "%d moment%s for %d coordinate%s",
                                    k->n, k->n == 1 ? "um" : "a", nq, nq == 1 ? "" : "s"),
                     "name one for each coordinate, in the order of their declaration");
        return false;
    }
    return read_hamiltonian(el, n, env, k) && check_hamiltonian(el, n, k) &&
           solve_momenta(el, n, k);
}

bool vv_define_momentum(elaborator *el, vv_def *d) {
    transformation k;
    if (el->hamiltonian && el->hamiltonian != d->node) {
        vv_diag_hint(
            el->c, vv_model_error(el, VV_D_KIND, d->node->span, "a mechanism has one Hamiltonian"),
            "add them: Legendre's transformation of a sum is not a sum");
        return false;
    }
    el->hamiltonian = d->node, el->legendre = VV_POISON;
    if (transform(el, d->node, d->env, &k)) el->legendre = k.L;
    return el->legendre.id != 0;
}

void vv_state_hamiltonian(elaborator *el, const vv_node *n, const vv_env *env) {
    (void)env; /* its momenta were defined before */
    if (el->hamiltonian == n && el->legendre.id) add_lagrangian(el, el->legendre, n->kid[0]->span);
}

/* ---- momentum(q) ---- */

/* T with the speeds of the text written out in rates. */
static vv_expr in_rates(elaborator *el, vv_expr T) {
    const vv_model *m = el->m;
    vv_expr *from = VV_ARRAY(el->c, vv_expr, m->nspeeds + 1),
            *to = VV_ARRAY(el->c, vv_expr, m->nspeeds + 1);
    int n = 0;
    if (!from || !to) return VV_POISON;
    for (int i = 0; i < m->nspeeds; i++)
        if (m->speed[i].value.id) from[n] = m->speed[i].symbol, to[n++] = m->speed[i].value;
    for (int i = 0; i < n && vv_depends(el->c, T, n, from); i++)
        vv_subst(el->c, n, from, to, 1, &T, &T);
    return T;
}

vv_value vv_eval_momentum(elaborator *el, const vv_node *n, const vv_env *env) {
    const vv_model *m = el->m;
    vv_value bad = {.kind = VALUE_BAD};
    if (!vv_check_arity(el, n, 1, 1)) return bad;
    vv_expr q = vv_eval_scalar(el, n->kid[0], env);
    int a = 0;
    while (q.id && a < m->nq && !vv_same(m->coordinate[a].q, q)) a++;
    if (!q.id) return bad;
    if (a == m->nq || m->coordinate[a].internal) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_KIND, n->kid[0]->span,
                                    "momentum(...) is ∂L/∂q' of a coordinate"),
                     "write momentum(θ), θ a coordinate");
        return bad;
    }
    if (!vv_require_whole_model(el, n)) return bad;
    vv_expr T = in_rates(el, vv_kinetic_energy(el->c, m));
    el->saw_unit |= el->mechanics_saw_unit;
    return (vv_value){.kind = VALUE_SCALAR, .s = vv_diff(el->c, T, vv_symbol_rate(el->c, q))};
}
