/* Constraint rows: which of the stated constraints are active, which hold identically, which
 * repeat or contradict others. Holonomic constraints come first, because velocities are judged
 * on their manifold. */
#include <assert.h>
#include <string.h>

#include "algebra/algebra.h"
#include "kinematics/mobility.h"
#include "kinematics/system.h"

typedef struct candidate {
    int constraint;      /* index in the model */
    vv_expr finite, raw; /* g(q, t) or poison; f(q, V, t) */
    bool linear;
    bool own; /* independent of the previous ones */
} candidate;

typedef struct row_set {
    vv_ctx *c;
    vv_system *s;
    vv_facts base; /* the model's facts, and norms of Euler parameters */
    int n;         /* rows kept so far */
    int ncandidates;
    candidate *candidate;
    vv_expr *matrix; /* coefficients with respect to V, then the offset (ncandidates * (nv + 1)) */
} row_set;

/* ---- which constraints cause a finding ----------------------------------------------------- */

/* Finding a minimal set of constraints costs a trial for each; with more than this many the
 * first ones are named. */
enum { MOST_TRIED = 24, MOST_NAMED = 4 };

/* Constant along every motion, as a function of coordinates and velocities, and of the angles by
 * which the rules replace coordinates. */
static bool is_constant(row_set *k, const vv_facts *f, vv_expr e) {
    int n = 0;
    vv_expr *symbol = vv_expr_symbols(k->c, 1, &e, &n);
    for (int i = 0; symbol && i < n; i++) {
        vv_symbol_kind kind = vv_symbol_get(k->c, symbol[i])->kind;
        bool moves = kind == VV_SYM_COORDINATE || kind == VV_SYM_SPEED || kind == VV_SYM_OTHER;
        if (moves && !vv_vanishes(k->c, f, vv_diff(k->c, e, symbol[i]))) return false;
    }
    return symbol != NULL;
}

/* Of one sign wherever it is real: x^2 + 1. */
static bool never_zero(row_set *k, vv_expr e) {
    enum { MOST_TERMS = 64 };
    for (int sign = 1; sign >= -1; sign -= 2) { /* also -e: positivity is easier to establish, as
                                                 * for -1 - x^2 */
        vv_expr side = vv_scale(k->c, vv_rat_int(sign), e);
        vv_sign s = vv_known_sign(k->c, vv_flatten_sum(k->c, side, MOST_TERMS));
        if (s == VV_POSITIVE || s == VV_NEGATIVE || s == VV_NONZERO) return true;
    }
    return false;
}

/* Semidefinite wherever it is real, for all coordinates: x^2 + y^2, cos(x) - 1. It then vanishes
 * only where its derivatives vanish or are undefined, and no constraint force acts along these. */
static bool is_extremal(row_set *k, vv_expr e) {
    enum { MOST_TERMS = 64 };
    for (int a = 0; a < k->s->nq; a++) /* r with the assumption r >= 0 */
        if (vv_symbol_get(k->c, k->s->q[a])->sign != VV_ANY_SIGN &&
            vv_depends(k->c, e, 1, &k->s->q[a]))
            return false;
    for (int sign = 1; sign >= -1; sign -= 2) {
        vv_expr side = vv_scale(k->c, vv_rat_int(sign), e);
        vv_sign s = vv_known_sign(k->c, side),
                flat = vv_known_sign(k->c, vv_flatten_sum(k->c, side, MOST_TERMS));
        if (s == VV_NONNEGATIVE || flat == VV_NONNEGATIVE) return true;
    }
    return false;
}

/* Value of g on the manifold of the holonomic constraints that are not left out: VV_TRUE it
 * vanishes there, VV_FALSE it is a nonzero constant, otherwise VV_UNKNOWN. Returns the facts
 * found in `out` if given. */
static vv_truth on_manifold(row_set *k, const bool *left_out, vv_expr g, vv_facts *out) {
    vv_facts f = k->base;
    for (int i = 0; i < k->ncandidates; i++) {
        const candidate *a = &k->candidate[i];
        if (!a->finite.id || (left_out && left_out[i])) continue;
        vv_expr on = vv_facts_rewrite(k->c, &f, a->finite);
        if (vv_vanishes(k->c, &f, on)) continue;
        if (is_constant(k, &f, on)) return VV_FALSE;
        vv_manifold_add_rule(k->c, k->s->m, &f, on);
    }
    if (out) *out = f;
    vv_expr on = vv_facts_rewrite(k->c, &f, g);
    vv_truth zero = vv_is_identically_zero(k->c, &f, on);
    if (zero == VV_FALSE && !is_constant(k, &f, on)) return VV_UNKNOWN;
    return zero;
}

/* Do the coefficients of candidate `at` follow from those of the previous candidates that are
 * not left out? */
static bool follows(row_set *k, const bool *left_out, int at) {
    int nv = k->s->nv, n = 0;
    const vv_expr *row = k->matrix + at * (nv + 1);
    const vv_prove_options o = {.only_proof = true};
    vv_expr *m = VV_MATRIX(k->c, vv_expr, at, nv);
    for (int i = 0; m && i < at; i++)
        if (!left_out[i]) memcpy(m + nv * n++, k->matrix + i * (nv + 1), (size_t)nv * sizeof *m);
    return m && vv_in_row_space(k->c, &k->s->facts, n, nv, m, row, &o, NULL) == VV_TRUE;
}

/* A minimal set of earlier constraints that suffices for the finding: each is left out if the
 * rest suffices. at < 0: holonomic constraint g, with its truth on the manifold; otherwise
 * candidate `at`. */
static bool *minimal_cause(row_set *k, int at, vv_expr g, vv_truth truth) {
    int n = at < 0 ? k->ncandidates : at, tried = 0;
    bool *left_out = VV_ARRAY(k->c, bool, n + 1);
    for (int i = 0; left_out && i < n; i++) {
        const candidate *a = &k->candidate[i];
        left_out[i] = at < 0 ? !a->finite.id : !a->own;
    }
    if (left_out && at >= 0) { /* holonomic constraints alone often suffice: fewer trials */
        bool *finite_only = VV_ARRAY(k->c, bool, n + 1);
        for (int i = 0; finite_only && i < n; i++)
            finite_only[i] = left_out[i] || !k->candidate[i].finite.id;
        if (finite_only && follows(k, finite_only, at)) left_out = finite_only;
    }
    for (int i = 0; left_out && i < n && tried < MOST_TRIED && vv_ctx_ok(k->c); i++) {
        if (left_out[i]) continue;
        tried++;
        left_out[i] = true;
        left_out[i] =
            at < 0 ? on_manifold(k, left_out, g, NULL) == truth : follows(k, left_out, at);
    }
    return left_out;
}

/* "constraint x = 1 and constraint y = 2" */
static const char *names(row_set *k, const bool *left_out, int n, vv_span *first) {
    vv_buffer b = VV_BUFFER(k->c);
    int count = 0, shown = 0;
    for (int i = 0; left_out && i < n; i++) count += !left_out[i];
    for (int i = 0; left_out && i < n && shown <= MOST_NAMED; i++) {
        if (left_out[i]) continue;
        const vv_constraint *con = &k->s->m->constraint[k->candidate[i].constraint];
        if (shown == 0) *first = con->span;
        if (shown == MOST_NAMED)
            vv_buffer_add(&b, ", ...");
        else
            vv_buffer_printf(&b, "%s%s",
                             shown == 0           ? ""
                             : shown == count - 1 ? " and "
                                                  : ", ",
                             con->label);
        shown++;
    }
    const char *out = vv_strdup(k->c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return out ? out : "";
}

/* Records and reports a finding about a constraint. */
static vv_diag *record(row_set *k, vv_constraint_finding_kind kind, int constraint,
                       const char *text) {
    static const int code[] = {VV_D_IDENTICAL, VV_D_REDUNDANT, VV_D_CONTRADICTION};
    bool error = kind == VV_FINDING_CONTRADICTORY;
    k->s->finding[k->s->nfindings++] = (vv_constraint_finding){kind, constraint, text};
    return vv_diag_add(k->c, error ? VV_ERROR : VV_NOTE, code[kind],
                       k->s->m->constraint[constraint].span, "%s", text ? text : "");
}

/* left_out: which of the previous constraints do not contribute to the finding. */
static vv_diag *found(row_set *k, vv_constraint_finding_kind kind, int constraint,
                      const bool *left_out, int n) {
    const vv_constraint *con = &k->s->m->constraint[constraint];
    vv_span first = {0};
    const char *others = names(k, left_out, n, &first), *text;
    bool idle = !vv_depends(k->c, con->value, k->s->nq, k->s->q) && con->order == 0;
    int symbols = 0;
    if (idle) vv_expr_symbols(k->c, 1, &con->value, &symbols);
    if (kind == VV_FINDING_IDENTICAL)
        text = vv_format(k->c, "%s holds identically", con->label);
    else if (kind == VV_FINDING_REDUNDANT)
        text = vv_format(k->c, "%s is redundant: it follows from %s", con->label,
                         *others ? others : "the holonomic constraints");
    else if (idle && symbols)
        text = vv_format(k->c, "%s contains no coordinate", con->label);
    else if (*others)
        text = vv_format(k->c, "%s contradicts %s", con->label, others);
    else
        text = vv_format(k->c, "%s can never hold", con->label);
    vv_diag *d = record(k, kind, constraint, text);
    if (kind != VV_FINDING_CONTRADICTORY) return d;
    vv_diag_hint(k->c, d,
                 idle && symbols ? "state properties of parameters by relation"
                                 : "remove one of the constraints, or correct it");
    if (!*others) return d;
    d->related = first;
    d->related_text = "one of those it contradicts";
    return d;
}

/* ---- rows ---------------------------------------------------------------------------------- */

static bool is_linear(row_set *k, const vv_expr *coefficient) {
    for (int i = 0; i < k->s->nv; i++)
        for (int j = 0; j < k->s->nv && vv_depends(k->c, coefficient[i], k->s->nv, k->s->v); j++) {
            if (!vv_depends(k->c, coefficient[i], 1, &k->s->v[j])) continue;
            if (!vv_vanishes(k->c, &k->s->facts, vv_diff(k->c, coefficient[i], k->s->v[j])))
                return false;
        }
    return true;
}

/* Are the raw velocities the q'? */
static bool has_plain_rates(const vv_system *s) {
    bool same = s->nv == s->nq;
    for (int i = 0; i < s->nq && same; i++) same = vv_same(s->v[i], s->qd[i]);
    return same;
}

/* Coefficients with respect to q', and the offset. They are known already if the raw velocities
 * are the q'. */
static void by_coordinates(row_set *k, vv_constraint_row *r, bool linear) {
    vv_ctx *c = k->c;
    const vv_system *s = k->s;
    bool same = linear && r->by_raw && vv_same(r->velocity, r->raw) && has_plain_rates(s);
    r->offset = VV_ZERO; /* a nonlinear constraint has none, and may be undefined at rest */
    if (r->finite.id)
        vv_gradient(c, r->finite, s->nq, s->q, r->coefficient);
    else if (same)
        memcpy(r->coefficient, r->by_raw, (size_t)s->nq * sizeof *r->coefficient);
    else
        vv_gradient(c, r->velocity, s->nq, s->qd, r->coefficient);
    if (same)
        r->offset = r->by_raw[s->nv];
    else if (linear)
        vv_subst_zero(c, s->nq, s->qd, 1, &r->velocity, &r->offset);
}

/* A row from its raw velocity form f(q, V, t); `accelerations` fills in the acceleration.
 * by_raw: coefficients with respect to V and the offset; NULL if unknown. */
static vv_constraint_row make_row(row_set *k, const candidate *a, vv_expr *by_raw) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[a->constraint];
    vv_constraint_row r = {.finite = a->finite,
                           .raw = a->raw,
                           .by_raw = by_raw,
                           .label = con->label,
                           .span = con->span,
                           .given = a->constraint};
    r.kind = a->finite.id ? VV_ROW_HOLONOMIC : a->linear ? VV_ROW_LINEAR : VV_ROW_NONLINEAR;
    r.velocity = a->finite.id
                     ? vv_symbol_map_time_derivative(c, &s->maps.coordinate_rates, a->finite)
                     : vv_symbol_map_apply(c, &s->maps.to_coordinates, a->raw);
    r.column = r.coefficient = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (r.coefficient) by_coordinates(k, &r, a->linear);
    return r;
}

/* All at once: the rows share much of what is differentiated. */
static void accelerations(vv_ctx *c, const vv_system *s, int n, vv_constraint_row *row) {
    const vv_symbol_map *r = &s->maps.coordinate_rates;
    vv_expr *e = VV_ARRAY(c, vv_expr, n + 1);
    for (int i = 0; e && i < n; i++) e[i] = row[i].velocity;
    if (e) vv_total_derivative(c, r->n, r->from, r->to, n, e, e);
    for (int i = 0; e && i < n; i++) row[i].acceleration = e[i];
}

/* Appends a constraint to the list, with its coefficients and offset. */
static void propose(row_set *k, int index, vv_expr finite, vv_expr raw) {
    vv_ctx *c = k->c;
    int nv = k->s->nv;
    vv_expr *row = k->matrix + k->ncandidates * (nv + 1);
    vv_gradient(c, raw, nv, k->s->v, row);
    bool pure = vv_homogeneous_degree(c, raw, nv, k->s->v) == 1, linear = pure || is_linear(k, row);
    row[nv] = VV_ZERO;
    if (linear && !pure) vv_subst_zero(c, nv, k->s->v, 1, &raw, &row[nv]);
    k->candidate[k->ncandidates++] = (candidate){index, finite, raw, linear, false};
}

/* A quadratic constraint is solved on one of its branches: x^2 = 1 with x = -1 is not a
 * contradiction. If the new constraint is taken first the branch may be another; then the
 * manifold is solved again that way. */
static bool on_other_branch(row_set *k, int index) {
    vv_system *s = k->s;
    vv_facts f = k->base;
    vv_expr g = s->m->constraint[index].value;
    if (!k->ncandidates || !vv_manifold_add_rule(k->c, s->m, &f, vv_facts_rewrite(k->c, &f, g)))
        return false;
    for (int i = 0; i < k->ncandidates; i++) {
        if (!k->candidate[i].finite.id) continue;
        vv_expr on = vv_facts_rewrite(k->c, &f, k->candidate[i].finite);
        if (vv_vanishes(k->c, &f, on)) continue;
        if (is_constant(k, &f, on) || !vv_manifold_add_rule(k->c, s->m, &f, on)) return false;
    }
    s->facts = f;
    return true;
}

/* Does g vanish on the manifold if parameters have the signs of their values, and those without
 * a value are positive? norm(B - A) = l follows from B - A = l*e for l > 0 only. all_known: no
 * sign was assumed. */
static bool vanishes_by_signs(row_set *k, vv_expr g, bool *all_known) {
    vv_ctx *c = k->c;
    const vv_model *m = k->s->m;
    vv_facts f = k->s->facts;
    vv_expr *positive = VV_ARRAY(c, vv_expr, f.npositive + m->nparameters + 1);
    if (!positive) return false;
    if (f.npositive) memcpy(positive, f.positive, (size_t)f.npositive * sizeof *positive);
    *all_known = true;
    vv_expr on = vv_facts_rewrite(c, &f, g);
    for (int i = 0; i < m->nparameters; i++) {
        const vv_parameter *p = &m->parameter[i];
        if (!vv_depends(c, on, 1, &p->symbol)) continue;
        vv_sign sign = p->has_value ? vv_known_sign(c, p->value) : VV_POSITIVE;
        *all_known &= p->has_value;
        if (sign != VV_POSITIVE && sign != VV_NEGATIVE) continue;
        positive[f.npositive++] = sign == VV_POSITIVE ? p->symbol : vv_neg(c, p->symbol);
    }
    f.positive = positive;
    return vv_vanishes(c, &f, g);
}

/* A holonomic constraint whose value on the manifold of the previous ones is constant, in
 * general nonzero. */
static void constant_row(row_set *k, int index) {
    vv_ctx *c = k->c;
    vv_expr g = k->s->m->constraint[index].value;
    bool known, *left_out = minimal_cause(k, -1, g, VV_FALSE),
                by_signs = vanishes_by_signs(k, g, &known);
    vv_constraint_finding_kind kind =
        by_signs && known ? VV_FINDING_REDUNDANT : VV_FINDING_CONTRADICTORY;
    vv_diag *d = found(k, kind, index, left_out, k->ncandidates);
    if (by_signs && known)
        vv_diag_hint(c, d, "this holds for parameters with the signs of their given values");
    else if (by_signs)
        vv_diag_hint(c, d,
                     "it would follow for positive parameters: state their signs with assume");
}

void vv_diag_vanishing_gradient(vv_ctx *c, vv_span span, const char *label) {
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_NO_DIRECTION, span,
                             "%s defines no direction for its force: its gradient vanishes or is "
                             "undefined wherever it holds",
                             label),
                 "state the vanishing quantity itself, one constraint per component: dot(A - B, "
                 "world.x) = 0 for coincident points, dot(F.x, G.y) = 0 for parallel x axes");
}

/* On the manifold of the previous ones, a holonomic constraint may hold already, or never. */
static void holonomic_row(row_set *k, int index) {
    vv_ctx *c = k->c;
    vv_system *s = k->s;
    vv_expr g = s->m->constraint[index].value, on = vv_facts_rewrite(c, &s->facts, g);
    if (vv_vanishes(c, &s->facts, g)) {
        bool alone = vv_vanishes(c, &k->base, g);
        if (alone)
            found(k, VV_FINDING_IDENTICAL, index, NULL, 0);
        else
            found(k, VV_FINDING_REDUNDANT, index, minimal_cause(k, -1, g, VV_TRUE), k->ncandidates);
    } else if (never_zero(k, g)) {
        found(k, VV_FINDING_CONTRADICTORY, index, NULL, 0);
    } else if (is_extremal(k, g)) {
        vv_diag_vanishing_gradient(c, s->m->constraint[index].span, s->m->constraint[index].label);
    } else if (is_constant(k, &s->facts, on) &&
               vv_is_identically_zero(c, &s->facts, g) == VV_FALSE && !on_other_branch(k, index)) {
        constant_row(k, index);
    } else {
        propose(k, index, g, vv_symbol_map_time_derivative(c, &s->maps.raw_rates, g));
        on = vv_facts_rewrite(c, &s->facts, g);
        if (vv_vanishes(c, &s->facts, on)) return;
        s->solved[index] = on;
        vv_manifold_add_constraint(c, s, on);
    }
}

/* ---- another chart of the free frames -------------------------------------------------------- */

/* Does a holonomic constraint depend on the Euler parameters from this coordinate on? */
static bool binds_frame(row_set *k, int i, int first) {
    vv_expr g = k->candidate[i].finite;
    for (int a = first; g.id && a < first + 4; a++)
        if (vv_depends(k->c, g, 1, &k->s->m->coordinate[a].q)) return true;
    return false;
}

/* The frame before this one, by its first Euler parameter, with which a constraint connects it and
 * no position: an axis in common. -1: none. */
static int frame_beside(row_set *k, int first) {
    const vv_model *m = k->s->m;
    for (int i = 0; i < k->ncandidates; i++) {
        int other = -1, frames = 0;
        bool placed = false;
        if (!binds_frame(k, i, first)) continue;
        for (int a = 0; a < m->nq; a++)
            placed |= !m->coordinate[a].internal &&
                      vv_depends(k->c, k->candidate[i].finite, 1, &m->coordinate[a].q);
        for (int a = 0; a < m->nq && !placed; a += m->coordinate[a].internal ? 4 : 1)
            if (m->coordinate[a].internal && a != first && binds_frame(k, i, a))
                other = a, frames++;
        if (frames == 1 && other < first) return other;
    }
    return -1;
}

/* Rules for all norms: by ratios to one parameter if a constraint depends on the frame, relative to
 * a frame beside it if asked for. */
static void add_norms(row_set *k, int base, bool relative, vv_facts *f) {
    const vv_model *m = k->s->m;
    for (int i = 0; i < m->nconstraints && vv_ctx_ok(k->c); i++) {
        bool bound = false;
        int first = 0;
        if (m->constraint[i].kind != VV_CON_NORM) continue;
        while (!vv_depends(k->c, m->constraint[i].value, 1, &m->coordinate[first].q)) first++;
        for (int j = 0; j < k->ncandidates; j++) bound |= binds_frame(k, j, first);
        if (!bound)
            vv_manifold_add_rule(k->c, m, f, m->constraint[i].value);
        else
            vv_manifold_add_ratios(k->c, m, f, first, base, relative ? frame_beside(k, first) : -1);
    }
}

/* Without the coordinates that it contains in form only, as an axis common to two frames contains
 * the rotation of both. */
static vv_expr in_few_symbols(row_set *k, const vv_facts *f, vv_expr e) {
    int n = 0;
    vv_expr *symbol = vv_expr_symbols(k->c, 1, &e, &n);
    for (int i = 0; symbol && i < n; i++) {
        if (vv_symbol_get(k->c, symbol[i])->kind != VV_SYM_COORDINATE) continue;
        vv_expr without = VV_POISON;
        if (vv_vanishes(k->c, f, vv_diff(k->c, e, symbol[i])))
            without = vv_subst1(k->c, e, symbol[i], VV_ZERO);
        if (vv_ctx_status(k->c) == VV_E_MODEL) vv_ctx_clear_failure(k->c);
        if (without.id) e = without;
    }
    return e;
}

/* The manifold with the ratios of the Euler parameters to one of them as coordinates; the number of
 * constraints that remain open, or -1 if one does not hold there. */
static int solve_by_ratios(row_set *k, int base, bool relative, vv_facts *f) {
    vv_ctx *c = k->c;
    *f = k->s->m->facts;
    f->open = NULL, f->nopen = 0;
    add_norms(k, base, relative, f);
    vv_expr *open = VV_ARRAY(c, vv_expr, k->ncandidates + 1);
    for (int i = 0; open && i < k->ncandidates && vv_ctx_ok(c); i++) {
        if (!k->candidate[i].finite.id) continue;
        vv_expr on = vv_facts_rewrite(c, f, k->candidate[i].finite);
        if (vv_vanishes(c, f, on)) continue;
        if (is_constant(k, f, on)) return -1;
        on = in_few_symbols(k, f, on);
        if (!vv_manifold_add_rule(c, k->s->m, f, on)) open[f->nopen++] = on;
    }
    f->open = open;
    return vv_ctx_ok(c) ? f->nopen : -1;
}

/* Solving the norm for one parameter leaves a root in all directions, and constraints on these can
 * then not be solved. In ratios of the parameters they are quadratic, and an axis fixed in two
 * frames is as simple as one fixed in the world in ratios of their relative rotation. The ratios to
 * e0 leave out half turns, so the others are tried where the constraints ask for one. */
static void try_ratios(row_set *k) {
    vv_system *s = k->s;
    int best = s->facts.nopen;
    for (int way = 0; way < 8 && best && s->m->nfree && vv_ctx_tick(k->c); way++) {
        vv_facts f;
        int open = solve_by_ratios(k, way / 2, way % 2, &f);
        if (open < 0 || open >= best) continue;
        s->facts = f;
        best = open;
    }
    s->manifold_solved |= best == 0;
}

/* ---- which rows act -------------------------------------------------------------------------- */

/* Which rows of the first `cols` columns are independent of the previous rows. */
static bool *independent_rows(row_set *k, int cols) {
    vv_ctx *c = k->c;
    int n = k->ncandidates, width = k->s->nv + 1, rank = 0;
    bool *own = VV_ARRAY(c, bool, n + 1);
    vv_expr *m = VV_MATRIX(c, vv_expr, n, cols);
    int *pivot = VV_ARRAY(c, int, n + 1), *pivot_col = VV_ARRAY(c, int, n + 1);
    if (!own || !m || !pivot || !pivot_col) return NULL;
    for (int i = 0; i < n; i++)
        memcpy(m + i * cols, k->matrix + i * width, (size_t)cols * sizeof *m);
    if (vv_generic_rank(c, &k->s->facts, n, cols, m, &rank, pivot, pivot_col, NULL) ==
        VV_E_BEYOND) {
        for (int i = 0; i < n; i++)
            own[i] = true; /* no point could be evaluated: nothing is dropped */
        return own;
    }
    for (int i = 0; i < rank; i++) own[pivot[i]] = true;
    return own;
}

/* Does a holonomic constraint hold on the manifold of the others? Where that is not solved, its own
 * rule may be the reason why it vanishes. */
static bool follows_from_others(row_set *k, int at) {
    vv_expr g = k->candidate[at].finite;
    if (!vv_vanishes(k->c, &k->s->facts, g)) return false;
    bool *left_out = VV_ARRAY(k->c, bool, k->ncandidates + 1);
    if (!left_out || k->s->manifold_solved) return left_out != NULL;
    left_out[at] = true;
    return on_manifold(k, left_out, g, NULL) == VV_TRUE;
}

/* A product of which several factors vanish by the rules has no gradient there: the rules describe
 * where its sheets meet, and none of them. */
static bool reject_meeting_sheets(row_set *k, const candidate *a) {
    enum { MOST_NODES = 200 };
    vv_ctx *c = k->c;
    const vv_constraint *con = &k->s->m->constraint[a->constraint];
    vv_factors f;
    int nodes = 0, vanish = 0;
    if (!a->finite.id || !vv_expr_topological_order(c, 1, &a->finite, &nodes) ||
        nodes > MOST_NODES || !vv_factorise(c, a->finite, &f))
        return false;
    for (int i = 0; i < f.n; i++)
        vanish += f.power[i] > 0 && vv_vanishes(c, &k->s->facts, f.factor[i]);
    if (vanish < 2) return false;
    vv_diag_hint(c,
                 vv_diag_add(c, VV_ERROR, VV_D_SHEETS_MEET, con->span,
                             "%s leaves several sheets, which the other constraints do not tell "
                             "apart",
                             con->label),
                 "state the factor that vanishes instead of the product");
    return true;
}

/* Its rate follows from those of others. A linear constraint on velocities is then redundant; a
 * holonomic or nonlinear one has a constant value on their manifold: it differs from another by
 * a nonzero constant (a contradiction), or vanishes there, or the value is unknown. */
static void dependent_row(row_set *k, int at) {
    const candidate *a = &k->candidate[at];
    vv_ctx *c = k->c;
    if (reject_meeting_sheets(k, a)) return;
    bool *others = minimal_cause(k, at, VV_POISON, VV_UNKNOWN), known = !a->finite.id && a->linear;
    vv_expr value = a->finite.id ? a->finite : a->raw;
    if (a->finite.id) known = follows_from_others(k, at);
    for (int i = 0; !known && others && i < at; i++) {
        const candidate *b = &k->candidate[i];
        if (others[i] || !b->finite.id != !a->finite.id) continue;
        for (int sign = -1; sign <= 1; sign += 2) {
            vv_expr d =
                vv_add(c, value, vv_scale(c, vv_rat_int(sign), b->finite.id ? b->finite : b->raw));
            vv_truth zero = vv_is_identically_zero(c, &k->base, d);
            known |= zero == VV_TRUE;
            if (zero != VV_FALSE || !is_constant(k, &k->base, d)) continue;
            found(k, VV_FINDING_CONTRADICTORY, a->constraint, others, at);
            return;
        }
    }
    found(k, VV_FINDING_REDUNDANT, a->constraint, others, at);
    if (!known && (!a->finite.id || !k->s->manifold_solved))
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_WARNING, VV_D_REDUNDANT, k->s->m->constraint[a->constraint].span,
                        "whether this constraint is compatible with the others is not decided"),
            "it is taken as compatible, since the velocity constraints are");
}

/* The prover's points lie on the manifold of the holonomic constraints, with the lengths of the
 * model, only if each constraint was solved for a coordinate. */
static bool has_no_points(const row_set *k) {
    const vv_facts *f = &k->s->facts;
    bool finite = false;
    for (int i = 0; i < k->ncandidates; i++) {
        if (!k->candidate[i].linear) return false;
        finite |= k->candidate[i].finite.id != 0;
    }
    if (f->nopen) return finite;
    for (int i = k->base.nrules; i < f->nrules; i++) {
        const vv_symbol *s = vv_symbol_get(k->c, f->from[i]);
        if (s && s->kind == VV_SYM_PARAMETER) return finite;
    }
    return false;
}

/* Are fewer constraints active than are generically independent? Then own says which. */
static bool judge_numerically(row_set *k, bool *own) {
    vv_ctx *c = k->c;
    int n = k->ncandidates, rank = 0;
    if (!has_no_points(k)) return false;
    vv_mobility_constraint *bond = VV_ARRAY(c, vv_mobility_constraint, n + 1);
    bool *found_own = VV_ARRAY(c, bool, n + 1), plain = has_plain_rates(k->s);
    for (int i = 0; bond && i < n; i++) {
        const candidate *a = &k->candidate[i];
        bond[i].finite = a->finite;
        bond[i].velocity =
            a->finite.id ? VV_POISON : vv_symbol_map_apply(c, &k->s->maps.to_coordinates, a->raw);
        if (plain && !a->finite.id) bond[i].by_rates = k->matrix + i * (k->s->nv + 1);
        rank += own[i];
    }
    int by_numbers = bond && found_own ? vv_mobility_rank(c, k->s, n, bond, rank, found_own) : -1;
    if (by_numbers < 0 || by_numbers >= rank) return false;
    memcpy(own, found_own, (size_t)n * sizeof *own);
    return true;
}

/* Judges all constraints at once: one whose coefficients depend on those of the previous ones is
 * redundant, or a contradiction if its offset does not follow, too. */
static void judge(row_set *k) {
    int nv = k->s->nv;
    bool *own = independent_rows(k, nv), *with_offset = own, offsets = false, all = true;
    bool by_numbers = own && judge_numerically(k, own);
    for (int i = 0; own && i < k->ncandidates; i++) {
        all &= own[i];
        offsets |= !vv_is_zero(k->matrix[i * (nv + 1) + nv]);
    }
    if (own && !all && offsets && !by_numbers) with_offset = independent_rows(k, nv + 1);
    for (int i = 0; own && (all || with_offset) && i < k->ncandidates; i++) {
        candidate *a = &k->candidate[i];
        a->own = own[i];
        if (own[i])
            k->s->row[k->n++] = make_row(k, a, k->matrix + i * (nv + 1));
        else if (vv_vanishes(k->c, &k->base, a->raw))
            found(k, VV_FINDING_IDENTICAL, a->constraint, NULL, 0);
        else if (by_numbers)
            record(k, VV_FINDING_REDUNDANT, a->constraint,
                   vv_format(k->c,
                             "%s is redundant: numerically it follows from the others along "
                             "motions from the initial state",
                             k->s->m->constraint[a->constraint].label));
        else if (with_offset[i])
            found(k, VV_FINDING_CONTRADICTORY, a->constraint,
                  minimal_cause(k, i, VV_POISON, VV_UNKNOWN), i);
        else
            dependent_row(k, i);
    }
}

int vv_system_implied_constraints(vv_ctx *c, const vv_system *s, vv_expr *out) {
    int n = 0;
    for (int i = 0; i < s->nfindings; i++) {
        const vv_constraint *con = &s->m->constraint[s->finding[i].constraint];
        if (s->finding[i].kind == VV_FINDING_REDUNDANT && con->kind == VV_CON_EQUATION &&
            con->order == 0 && !vv_vanishes(c, &s->facts, con->value))
            out[n++] = con->value;
    }
    return n;
}

/* Euler parameters: the sum of their squares is one. It acts on q', not on V, so it is kept
 * separate. */
static void norm_row(row_set *k, int index, int at) {
    vv_system *s = k->s;
    const vv_constraint *con = &s->m->constraint[index];
    s->row[at] = make_row(k, &(candidate){index, con->value, VV_ZERO, true, true}, NULL);
}

/* A contact with friction may slide in its plane: nothing keeps it in place. */
static bool may_slide(vv_ctx *c, const vv_model *m, const vv_rolling *r, int axis) {
    vv_expr n[3];
    if (!r->has_friction || !vv_vec_components(c, &m->frames, r->normal, 0, n)) return false;
    return !vv_is_zero(n[(axis + 1) % 3]) || !vv_is_zero(n[(axis + 2) % 3]);
}

/* Rolling on the world constrains velocities. If its constraint along an axis is the rate of the
 * contact's own coordinate there, that coordinate keeps its initial value; a note says so. */
vv_status vv_system_note_constant_heights(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    int known = -1; /* the rolling whose contact has the rates `rate` */
    vv_expr rate[3];
    for (int r = 0; r < s->rank && vv_ctx_ok(c); r++) {
        int given = s->row[r].given, first = given;
        const vv_constraint *con = &m->constraint[given];
        if (con->kind != VV_CON_ROLLING) continue;
        while (first > 0 && m->constraint[first - 1].rolling == con->rolling) first--;
        const vv_rolling *roll = &m->rolling[con->rolling];
        const char *place = roll->label ? strstr(roll->label, " at ") : NULL;
        if (roll->support_frame != 0 || roll->support_body >= 0) continue;
        if (known != con->rolling) {
            if (!vv_vec_components(c, &m->frames, roll->at, 0, rate)) continue;
            vv_total_derivative(c, s->maps.raw_rates.n, s->maps.raw_rates.from,
                                s->maps.raw_rates.to, 3, rate, rate);
            known = con->rolling;
        }
        int axis = given - first;
        if (axis > 2 || may_slide(c, m, roll, axis)) continue; /* no pivoting is none of a point */
        vv_expr rest =
            vv_sub(c, vv_symbol_map_apply(c, &s->maps.to_raw, rate[axis]), s->row[r].raw);
        if (!vv_vanishes(c, &s->facts, rest)) continue;
        vv_diag_hint(
            c,
            vv_diag_add(c, VV_NOTE, VV_D_HEIGHT, con->span,
                        "the %c coordinate of the contact keeps its initial value", 'x' + axis),
            "to fix it, add constraint dot(%s, world.%c) = 0", place ? place + 4 : "P", 'x' + axis);
    }
    return vv_ctx_status(c);
}

/* The slip of surfaces held in contact by holonomic constraints is orthogonal to their normal,
 * because the contact point moves along both: one component follows from the others. If the
 * manifold of these constraints cannot be solved, coefficients at points off it would not show
 * that. */
static bool is_implied(row_set *k, int index) {
    const vv_constraint *con = &k->s->m->constraint[index];
    if (!con->implied || k->s->manifold_solved) return false;
    bool *left_out = VV_ARRAY(k->c, bool, k->ncandidates + 1);
    for (int i = 0; left_out && i < k->ncandidates; i++) {
        const vv_constraint *other = &k->s->m->constraint[k->candidate[i].constraint];
        left_out[i] = other->touch != con->rolling + 1 && other->rolling != con->rolling;
    }
    found(k, VV_FINDING_REDUNDANT, index, left_out, k->ncandidates);
    return true;
}

/* What all readers of the rows take for granted. */
static void check_rows(const vv_system *s) {
    assert(s->rank >= 0 && s->rank <= s->nrows && s->nrows <= s->m->nconstraints);
    assert(s->rank <= s->nv && s->freedom == s->nv - s->rank);
    assert(s->nfindings <= s->m->nconstraints);
    for (int r = 0; r < s->nrows; r++) {
        const vv_constraint_row *row = &s->row[r];
        assert(row->kind >= VV_ROW_HOLONOMIC && row->kind <= VV_ROW_SERVO);
        assert(row->kind != VV_ROW_HOLONOMIC || row->finite.id);
        assert(row->velocity.id && row->coefficient && row->acceleration.id);
        assert(row->given >= 0 && row->given < s->m->nconstraints);
    }
    for (int i = 0; i < s->nfindings; i++)
        assert(s->finding[i].constraint >= 0 && s->finding[i].constraint < s->m->nconstraints);
}

vv_status vv_system_build_rows(vv_ctx *c, vv_system *s) {
    const vv_model *m = s->m;
    int total = m->nconstraints;
    row_set k = {.c = c, .s = s, .base = m->facts};
    s->row = VV_ARRAY(c, vv_constraint_row, total + 1);
    s->finding = VV_ARRAY(c, vv_constraint_finding, total + 1);
    s->solved = VV_ARRAY(c, vv_expr, total + 1);
    k.candidate = VV_ARRAY(c, candidate, total + 1);
    k.matrix = VV_MATRIX(c, vv_expr, total + 1, s->nv + 1);
    if (!s->row || !s->finding || !s->solved || !k.candidate || !k.matrix) return vv_ctx_status(c);
    int errors = vv_diag_errors(c);
    /* rotations are orthogonal only if the parameters have norm one: everything else is judged
     * there */
    for (int i = 0; i < total && vv_ctx_ok(c); i++)
        if (m->constraint[i].kind == VV_CON_NORM)
            vv_manifold_add_rule(c, m, &k.base, m->constraint[i].value);
    s->facts = k.base;
    for (int i = 0; i < total && vv_ctx_ok(c); i++)
        if (m->constraint[i].kind == VV_CON_EQUATION && m->constraint[i].order == 0)
            holonomic_row(&k, i);
    if (s->facts.nopen) try_ratios(&k);
    for (int i = 0; i < total && vv_ctx_ok(c); i++) {
        const vv_constraint *con = &m->constraint[i];
        s->nservos += con->kind == VV_CON_SERVO;
        bool differential =
            (con->kind == VV_CON_EQUATION && con->order == 1) || con->kind == VV_CON_ROLLING;
        if (!differential || is_implied(&k, i)) continue;
        vv_expr raw = vv_symbol_map_apply(c, &s->maps.to_raw, con->value);
        if (never_zero(&k, raw))
            found(&k, VV_FINDING_CONTRADICTORY, i, NULL, 0);
        else
            propose(&k, i, VV_POISON, raw);
    }
    if (vv_ctx_ok(c) && k.ncandidates) judge(&k);
    s->rank = k.n;
    s->freedom = s->nv - s->rank;
    s->nrows = k.n;
    for (int i = 0; i < total && vv_ctx_ok(c); i++)
        if (m->constraint[i].kind == VV_CON_NORM) norm_row(&k, i, s->nrows++);
    for (int i = 0; i < s->nrows; i++) s->row[i].number = i + 1;
    if (vv_ctx_ok(c)) accelerations(c, s, s->nrows, s->row);
    if (vv_diag_errors(c) > errors) return vv_ctx_fail(c, VV_E_MODEL);
    if (vv_ctx_ok(c)) check_rows(s);
    return vv_ctx_status(c);
}
