/* Stability by the roots of the characteristic polynomial. */
#include "equations/stability/hurwitz_conditions.h"
#include "equations/stability/stability_internal.h"

enum { MOST = VV_STABILITY_MAX_DIRECTIONS };

#define STAYS_UNDER                                                                                \
    "the linearized motions stay bounded under conditions, which does not decide the nonlinear "   \
    "motion"
#define STAYS_BUT_ZERO                                                                             \
    "the linearized motions stay bounded under conditions, apart from a zero eigenvalue, which "   \
    "does not decide "                                                                             \
    "the motion"

/* a[d] > 0: all roots lie in the left half-plane iff these are positive; a negative one means
 * that some root does not. T2 is generically definite: if its masses have no known sign, that of
 * a[d] is a condition too. */
static bool lienard_chipart(work *w, int d, const vv_expr *a) {
    vv_stability *o = w->out;
    if (!w->regular) o->condition[o->nconditions++] = a[d];
    for (int i = d - 1; i >= 0; i--) o->condition[o->nconditions++] = a[i];
    for (int k = d - 1; k > 1; k -= 2) {
        if (k > MOST || o->nconditions == VV_STABILITY_MAX_CONDITIONS) return false;
        o->condition[o->nconditions++] = vv_hurwitz_determinant(w->c, d, a, k);
    }
    return vv_ctx_ok(w->c);
}

/* Products of long conditions are unlikely to be squares and are expensive to factor. */
static bool is_short(work *w, vv_expr e) {
    enum { MOST_NODES = 300 };
    int n = 0;
    vv_mark mark = vv_arena_mark(w->c);
    bool known = vv_expr_topological_order(w->c, 1, &e, &n) != NULL;
    vv_arena_release(w->c, mark);
    return known && n <= MOST_NODES;
}

/* Contradictory conditions: one is minus a square, or the product of two is. Then one is
 * violated, except where that square vanishes. */
static bool contradict(work *w, int n, const vv_expr *condition) {
    for (int i = 0; i < n; i++) {
        if (vv_sign_never_positive(w->c, w->f, condition[i])) return true;
        for (int j = 0; j < i && is_short(w, condition[i]); j++)
            if (is_short(w, condition[j]) &&
                vv_sign_never_positive(w->c, w->f, vv_mul(w->c, condition[i], condition[j])))
                return true;
    }
    return false;
}

/* Conditions of which none is decided by itself: is one violated wherever the others hold? */
static bool some_condition_fails(work *w, int n, const vv_expr *condition) {
    enum { MOST_CONDITIONS = 4 };
    vv_expr others[MOST_CONDITIONS];
    for (int i = 0; i < n && n > 1 && n <= MOST_CONDITIONS; i++) {
        int k = 0;
        for (int j = 0; j < n; j++)
            if (j != i) others[k++] = condition[j];
        if (vv_sign_for_nonnegative(w->c, w->f, k, others, condition[i]) == VV_NEGATIVE)
            return true;
    }
    return false;
}

/* Drops conditions that are a positive number times an earlier one. */
static void drop_multiples(work *w) {
    vv_stability *o = w->out;
    int left = 0;
    for (int i = 0; i < o->nconditions; i++) {
        vv_rat k, other;
        vv_expr e = vv_split_rational(w->c, o->condition[i], &k);
        bool again = false;
        for (int j = 0; j < left && !again; j++)
            again = vv_same(e, vv_split_rational(w->c, o->condition[j], &other)) &&
                    vv_rat_sign(k) == vv_rat_sign(other) && !vv_is_const(w->c, o->condition[i]);
        if (!again) o->condition[left++] = o->condition[i];
    }
    o->nconditions = left;
}

/* What decides the sign of a condition where those before it hold, which are told. */
static vv_expr shortest(work *w, const vv_facts *told, vv_expr e) {
    enum { BRIEF = 60, LONG = 500 }; /* nodes; longer conditions are not readable */
    int nodes;
    if (w->digits || !vv_expr_topological_order(w->c, 1, &e, &nodes) || nodes > LONG) return e;
    vv_expr by_itself = vv_sign_deciding_part(w->c, w->f, e);
    if (nodes > BRIEF) return by_itself;
    e = vv_sign_deciding_part(w->c, told, e);
    w->out->reduced |= !vv_same(e, by_itself);
    return e;
}

int vv_stability_check_conditions(work *w) {
    vv_stability *o = w->out;
    int left = 0, violated = 0, border = 0;
    vv_facts told = *w->f;
    vv_expr *positive = VV_ARRAY(w->c, vv_expr, told.npositive + o->nconditions + 1);
    if (!positive) return 0;
    for (int i = 0; i < told.npositive; i++) positive[i] = told.positive[i];
    told.positive = positive;
    drop_multiples(w);
    vv_clear_zeros(w->c, w->f, o->nconditions, o->condition);
    for (int i = 0; i < o->nconditions; i++) {
        vv_sign s = w->digits ? VV_ANY_SIGN : vv_sign_given_facts(w->c, w->f, o->condition[i]);
        bool zero = vv_is_zero(o->condition[i]);
        violated += !zero && s == VV_NEGATIVE;
        border += zero;
        if (s == VV_POSITIVE || zero) continue;
        vv_expr e = shortest(w, &told, o->condition[i]);
        bool again = vv_same(e, VV_ONE);
        for (int k = 0; k < left; k++) again |= vv_same(o->condition[k], e);
        if (!again) o->condition[left++] = positive[told.npositive++] = e;
    }
    if (!w->digits && !violated && !border && some_condition_fails(w, left, o->condition))
        violated = 1;
    if (!w->digits && !violated && !border && contradict(w, left, o->condition))
        violated = o->general = true;
    o->nconditions = border ? 0 : left;
    o->reduced &= left > 1;
    o->border = border > 0;
    return violated ? -1 : border || left ? 0 : 1;
}

/* All coefficients of odd powers vanish: a polynomial in λ^2. */
static bool is_even(int d, const vv_expr *a) {
    for (int i = 1; i <= d; i += 2)
        if (!vv_is_zero(a[i])) return false;
    return true;
}

/* Does e depend on one of the symbols, in value? A function with branches does if its argument
 * contains one. */
static bool varies(const work *w, vv_expr e, int n, const vv_expr *x) {
    for (int i = 0; i < n; i++)
        if (vv_depends(w->c, e, 1, &x[i]) &&
            !vv_vanishes(w->c, w->everywhere, vv_diff(w->c, e, x[i])))
            return true;
    return false;
}

static bool has_branches(vv_ctx *c, int n, const vv_expr *e, int nx, const vv_expr *x) {
    int nodes = 0;
    uint32_t *order = vv_expr_topological_order(c, n, e, &nodes);
    for (int i = 0; order && i < nodes; i++) {
        vv_op op = vv_expr_op(c, (vv_expr){order[i]});
        if ((op == VV_ASIN || op == VV_ACOS || op == VV_ATAN ||
             (op >= VV_ABS && op <= VV_PIECEWISE)) &&
            vv_depends(c, (vv_expr){order[i]}, nx, x))
            return true;
    }
    return !order;
}

bool vv_stability_is_linear(const work *w) {
    if (w->whole) w = w->whole;
    vv_ctx *c = w->c;
    const vv_system *s = w->s;
    int n = s->nq + s->n;
    vv_expr *x = VV_ARRAY(c, vv_expr, n + 1), *by = VV_ARRAY(c, vv_expr, n + 1);
    if (!x || !by || w->n != s->n) return false;
    for (int i = 0; i < n; i++) x[i] = i < s->nq ? s->q[i] : s->w[i - s->nq];
    if (has_branches(c, s->n, w->eq->rhs, n, x) || has_branches(c, s->nq, s->rate, n, x) ||
        has_branches(c, s->n * s->n, w->eq->matrix, n, x))
        return false;
    for (int a = 0; a < s->nq; a++)
        for (int i = 0; i < s->n; i++)
            if (varies(w, s->direction[i * s->nq + a], n, x)) return false;
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < s->n; j++)
            if (varies(w, w->eq->matrix[i * s->n + j], n, x)) return false;
        vv_gradient(c, w->eq->rhs[i], n, x, by);
        for (int j = 0; j < n; j++)
            if (varies(w, by[j], n, x)) return false;
    }
    return vv_ctx_ok(c);
}

/* Moreover with constant coefficients: then the linear motions are the motions. */
static bool is_linear(const work *w) { return !w->time && vv_stability_is_linear(w); }

/* Linear equations in two directions with gyroscopic or nonpotential forces, and a double root μ
 * = λ^2 other than 0: the matrix M λ^2 + G λ + K does not vanish there, since for imaginary λ
 * its part G λ is imaginary and M λ^2 + K is real, vanishing only if K is symmetric like M. The
 * double root has a single eigenvector, so there is a secular term. */
static bool has_secular_term(work *w, const vv_expr *a) {
    vv_ctx *c = w->c;
    if (w->whole) vv_stability_classify(w);
    vv_expr discriminant =
        vv_sub(c, vv_mul(c, a[2], a[2]), vv_mul(c, vv_int(c, 4), vv_mul(c, a[0], a[4])));
    return (w->gyroscopic || !w->symmetric) && vv_vanishes(c, w->f, discriminant) &&
           vv_is_identically_zero(c, w->f, a[0]) == VV_FALSE &&
           vv_sign_given_facts(c, w->f, vv_mul(c, a[0], a[4])) == VV_POSITIVE;
}

/* Appends a remark to the reason if zero roots were excluded. */
static const char *with_zeros(work *w, bool zeros, const char *why) {
    return zeros ? vv_format(w->c, "%s, apart from zero eigenvalues, which are semisimple", why)
                 : why;
}

/* p(μ), μ = λ^2, without its zero roots: the roots are real, negative and distinct iff p(x^2) +
 * x p'(x^2) is Hurwitz (Hermite-Biehler). Otherwise a root has a positive real part, or two
 * coincide. growth: do the zero roots give a secular term? */
static void by_squared_roots(work *w, int n, const vv_expr *a, vv_truth growth) {
    vv_expr q[2 * MOST + 1];
    for (int i = 0; i <= n; i++) {
        q[2 * i] = a[2 * i];
        if (i < n) q[2 * i + 1] = vv_mul(w->c, vv_int(w->c, i + 1), a[2 * (i + 1)]);
    }
    bool made = lienard_chipart(w, 2 * n, q), zeros = n < w->n;
    int verdict = vv_stability_check_conditions(w);
    bool linear = made && w->regular && growth == VV_FALSE && is_linear(w);
    w->linearly_bounded = verdict > 0 && made && growth == VV_FALSE;
    w->out->linear_only = !linear;
    if (linear && w->out->border && verdict == 0 && n == 2 && !zeros && has_secular_term(w, a)) {
        vv_stability_set_verdict(
            w, VV_REFUTED,
            "the equations are linear, two eigenvalues coincide and a motion grows in time");
    } else if (verdict > 0 && linear) {
        vv_stability_set_verdict(
            w, VV_PROVED,
            with_zeros(w, zeros,
                       "the equations are linear, their eigenvalues imaginary and distinct"));
    } else if (verdict < 0 && made && w->regular) {
        w->out->linear_only = false;
        vv_stability_set_verdict(
            w, VV_REFUTED,
            w->energy == VV_ENERGY_CONSERVED && !w->indefinite
                ? "the force function has no maximum, which by itself decides nothing; but an "
                  "eigenvalue has a positive real part (Lyapunov)"
                : "an eigenvalue has a positive real part (Lyapunov)");
    } else {
        vv_stability_set_verdict(
            w, VV_UNDECIDED,
            verdict > 0 && made && growth != VV_FALSE
                ? "there is a zero eigenvalue, and the others decide nothing"
            : verdict > 0 && made
                ? "the linearized motions stay bounded, which does not decide the nonlinear motion"
            : w->out->border ? "two eigenvalues coincide or vanish"
            : linear ? "the equations are linear, their eigenvalues imaginary and distinct under "
                       "conditions"
            : growth != VV_TRUE ? STAYS_UNDER
                                : STAYS_BUT_ZERO);
    }
    if (!made || verdict) w->out->nconditions = 0;
}

/* Number of zero roots: from a family of equilibria, or from directions in which no force acts. */
static int count_zero_roots(int d, const vv_expr *a) {
    int k = 0;
    while (k < d && vv_is_zero(a[k])) k++;
    return k;
}

/* A zero root whose multiplicity exceeds the number of its eigenvectors gives a secular term. */
static vv_truth zero_roots_are_secular(work *w, int zeros) {
    vv_signature k;
    int n = w->n, rank = 0;
    if (zeros == 0) return VV_FALSE;
    if (w->whole) vv_stability_classify(w);
    if (w->symmetric && vv_signature_of(w->c, w->f, n, w->K, &k))
        return zeros > k.zero ? VV_TRUE : VV_FALSE;
    if (vv_generic_rank(w->c, w->f, n, n, w->K, &rank, NULL, NULL, NULL) != VV_OK ||
        zeros <= n - rank) /* for some values there may be more eigenvectors */
        return VV_UNKNOWN;
    w->out->general = true;
    return VV_TRUE;
}

/* The characteristic polynomial is even. If the equations are linear, a secular term from a zero
 * root decides; not by itself if it may lie along directions on which no force depends. */
static void by_even(work *w, int zeros, const vv_expr *a) {
    vv_truth growth = zero_roots_are_secular(w, zeros);
    bool leaves = growth == VV_TRUE && w->regular && is_linear(w);
    by_squared_roots(w, w->n - zeros / 2, a + zeros, growth);
    w->idle = zeros == 2 * w->n;
    if (w->idle && !w->whole && growth == VV_TRUE && w->out->verdict == VV_UNDECIDED) {
        w->out->nconditions = 0;
        vv_stability_set_verdict(w, VV_UNDECIDED,
                                 "all eigenvalues are 0, and a linearized motion grows in time, "
                                 "which does not decide the nonlinear motion");
    }
    w->out->grows = leaves && w->out->verdict == VV_UNDECIDED;
    if (w->out->grows && w->out->nindifferent == 0)
        vv_stability_set_verdict(w, VV_REFUTED, VV_STABILITY_SECULAR_GROWTH);
}

static void by_all_roots(work *w) {
    vv_expr a[2 * MOST + 1];
    vv_stability *o = w->out;
    int d = 2 * w->n;
    if (!vv_characteristic_polynomial(w->c, w->f, &w->m, a)) return;
    bool below = w->indefinite && vv_sign_given_facts(w->c, w->f, a[d]) == VV_NEGATIVE;
    for (int i = 0; i <= d && below; i++) a[i] = vv_neg(w->c, a[i]);
    if (!w->regular && w->degenerate) {
        vv_stability_set_verdict(w, VV_UNDECIDED,
                                 "the kinetic energy is degenerate at this equilibrium");
        return;
    }
    int zeros = count_zero_roots(d, a);
    if (is_even(d, a)) {
        by_even(w, zeros, a);
        return;
    }
    bool made = lienard_chipart(w, d - zeros, a + zeros);
    int verdict = vv_stability_check_conditions(w);
    if (verdict < 0) {
        vv_stability_set_verdict(w, w->regular ? VV_REFUTED : VV_UNDECIDED,
                                 "an eigenvalue has a positive real part");
    } else if (verdict > 0 && made && zeros == 0) {
        o->asymptotic = w->holonomic;
        vv_stability_set_verdict(w, VV_PROVED,
                                 w->holonomic
                                     ? "all eigenvalues have negative real parts"
                                     : "all eigenvalues have negative real parts: the motion comes "
                                       "to rest at an equilibrium of the same family");
    } else {
        o->linear_only = zeros > 0;
        vv_stability_set_verdict(
            w, VV_UNDECIDED,
            zeros       ? "there is a zero eigenvalue, and the others decide nothing"
            : o->border ? "an eigenvalue has a real part that is not negative, and none is known "
                          "to have a positive one"
            : !made
                ? "there are too many conditions for all eigenvalues to have negative real parts"
                : "all eigenvalues have negative real parts, under conditions");
    }
    if (!made || verdict) o->nconditions = 0;
}

/* ---- decoupled subsystems ------------------------------------------------------------------ */

/* Decoupled groups of directions: stores for each its group; returns the number of groups. */
static int parts(const work *w, int *part) {
    int n = w->n, count = 0;
    for (int i = 0; i < n; i++) part[i] = -1;
    for (int i = 0; i < n; i++) {
        if (part[i] >= 0) continue;
        part[i] = count;
        for (bool more = true; more;) {
            more = false;
            for (int a = 0; a < n * n; a++) {
                int from = part[a / n] == count ? a / n : a % n, to = from == a / n ? a % n : a / n;
                bool apart = vv_is_zero(w->M[a]) && vv_is_zero(w->G[a]) && vv_is_zero(w->K[a]);
                if (apart || part[from] != count || part[to] == count) continue;
                part[to] = count;
                more = true;
            }
        }
        count++;
    }
    return count;
}

static void take_part(const work *w, const int *part, int which, vv_stability *out, work *own) {
    int n = 0, row[MOST];
    *own = *w;
    own->out = out;
    own->whole = w;
    for (int i = 0; i < w->n; i++)
        if (part[i] == which) row[n++] = i;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int from = row[i] * w->n + row[j], to = i * n + j;
            own->M[to] = w->M[from], own->G[to] = w->G[from], own->K[to] = w->K[from];
        }
    own->n = n;
    own->m = (vv_linearized){.n = n, .M = own->M, .G = own->G, .K = own->K};
}

/* If one subsystem is unstable, so is the whole. If that holds only generically, another may be
 * unstable for all values. */
static bool leaves(work *w, int n, const work *const *part) {
    const vv_stability *best = NULL;
    for (int k = 0; k < n; k++)
        if (part[k]->out->verdict == VV_REFUTED && (!best || best->general)) best = part[k]->out;
    if (best) *w->out = *best;
    return best;
}

/* The verdict on all subsystems together, which may share roots. False: one is undecided. */
static bool join(work *w, int n, const work *const *part) {
    vv_stability *o = w->out;
    const vv_stability *told = NULL; /* supplies the reason for all */
    bool imaginary = false, idle = false;
    o->asymptotic = true;
    for (int k = 0; k < n; k++) {
        const vv_stability *one = part[k]->out;
        bool open = one->verdict == VV_UNDECIDED;
        if ((open && !one->nconditions && !part[k]->linearly_bounded && !part[k]->idle) ||
            o->nconditions + one->nconditions > VV_STABILITY_MAX_CONDITIONS)
            return false;
        idle |= part[k]->idle;
        imaginary |= !open && !one->asymptotic;
        if (!told || (open && (told->verdict != VV_UNDECIDED || part[k]->idle))) told = one;
        o->asymptotic &= one->asymptotic;
        o->linear_only |= one->linear_only;
        o->grows |= one->grows;
        o->reduced |= one->reduced;
        for (int i = 0; i < one->nconditions; i++)
            o->condition[o->nconditions++] = one->condition[i];
    }
    const char *why = told->why;
    if (o->linear_only && o->nconditions)
        why = idle ? STAYS_BUT_ZERO : STAYS_UNDER;
    else if (told->verdict == VV_PROVED && imaginary)
        why = vv_format(w->c,
                        "the equations are linear and decouple into %d parts, each with "
                        "eigenvalues that are imaginary and distinct or have negative real parts",
                        n);
    return vv_stability_set_verdict(w, told->verdict, why);
}

void vv_stability_by_roots(work *w) {
    const work *own[MOST];
    int part[MOST], n = parts(w, part);
    vv_stability before = *w->out;
    for (int k = 0; k < n && n > 1 && vv_ctx_ok(w->c); k++) {
        vv_stability *out = VV_NEW(w->c, vv_stability);
        work *one = VV_NEW(w->c, work);
        if (!out || !one) return;
        *out = *w->out;
        take_part(w, part, k, out, one);
        by_all_roots(one);
        own[k] = one;
    }
    bool apart = n > 1 && vv_ctx_ok(w->c) && (leaves(w, n, own) || join(w, n, own));
    if (!vv_ctx_ok(w->c)) return;
    for (int i = 0; i < w->n && !apart; i++) part[i] = 0;
    if (!apart) {
        *w->out = before;
        by_all_roots(w);
    }
    if (vv_ctx_ok(w->c) && w->out->verdict != VV_UNDECIDED)
        vv_stability_argue_roots(w, apart ? n : 1, part);
}
