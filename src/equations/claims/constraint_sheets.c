#include "equations/claims/constraint_sheets.h"

#include "algebra/algebra.h"
#include "equations/claims/claim_conditions.h"
#include "equations/claims/claim_domain.h"
#include "kinematics/kinematics.h"

/* Long expressions have no factors worth the search. */
static bool is_brief(vv_ctx *c, vv_expr e) {
    enum { MOST_NODES = 200 };
    int n = 0;
    return vv_expr_topological_order(c, 1, &e, &n) && n <= MOST_NODES;
}

/* A finite constraint as the model states it. */
static bool is_stated(vv_ctx *c, const vv_system *s, const vv_constraint_row *row) {
    const vv_constraint *by = row->given >= 0 ? &s->m->constraint[row->given] : NULL;
    return row->kind == VV_ROW_HOLONOMIC && by && by->rolling < 0 && !by->touch &&
           is_brief(c, row->finite);
}

static bool has_unknown_sign(vv_ctx *c, vv_expr e) {
    int n = 0;
    vv_expr *symbol = vv_expr_symbols(c, 1, &e, &n);
    for (int i = 0; symbol && i < n; i++)
        if (vv_symbol_get(c, symbol[i])->kind == VV_SYM_OTHER) return true;
    return false;
}

/* The sign of a root: the other one is tried, too. */
static bool has_two_signs(vv_ctx *c, const vv_facts *f, vv_expr e) {
    for (int i = 0; i < f->nbranches; i++)
        if (vv_depends(c, e, 1, &f->branch[i])) return true;
    return has_unknown_sign(c, e);
}

/* The model's assumptions without those that may hold on their border only; these are the weak
 * ones. */
static vv_facts strict_facts(vv_ctx *c, const vv_model *m, int *nweak, vv_expr *weak) {
    vv_facts f = m->facts;
    vv_expr *positive = VV_ARRAY(c, vv_expr, f.npositive + 1);
    *nweak = f.npositive = 0, f.positive = positive;
    for (int i = 0; positive && weak && i < m->facts.npositive; i++) {
        vv_expr e = m->facts.positive[i];
        bool border = false;
        for (int k = 0; k < m->nweak; k++) border |= vv_same(m->weak[k], e);
        if (border)
            weak[(*nweak)++] = e;
        else
            positive[f.npositive++] = e;
    }
    return f;
}

/* An expression on the manifold; poison: not defined there. */
static vv_expr on_rules(vv_ctx *c, const vv_system *s, vv_expr e) {
    vv_expr there = vv_facts_rewrite(c, &s->facts, e);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    return there;
}

/* The factor that vanishes under the rules; poison: none is known to. */
static vv_expr factor_that_vanishes(vv_ctx *c, const vv_system *s, const vv_factors *f) {
    for (int i = 0; i < f->n; i++) {
        vv_expr there = f->power[i] > 0 ? on_rules(c, s, f->factor[i]) : VV_POISON;
        if (there.id && vv_vanishes(c, &s->facts, there)) return f->factor[i];
    }
    return VV_POISON;
}

/* May a factor of a constraint vanish, and does it not under the rules? If none is known to, the
 * rule may have the sign of a root, and stand for several. */
static bool is_left_out(vv_ctx *c, const vv_system *s, vv_expr factor, bool by_root) {
    int nweak;
    vv_expr *weak = VV_ARRAY(c, vv_expr, s->m->facts.npositive + 1);
    vv_facts strict = strict_facts(c, s->m, &nweak, weak);
    if (!vv_depends(c, factor, s->nq, s->q) || vv_claim_never_zero(c, factor) ||
        vv_claim_excluded(c, &strict, factor))
        return false;
    vv_expr there = on_rules(c, s, factor);
    return there.id && !(by_root && has_two_signs(c, &s->facts, there)) &&
           vv_is_identically_zero(c, &s->facts, there) == VV_FALSE;
}

/* The factor of a finite constraint that may vanish on a sheet without rules, and the one that
 * vanishes under the rules, if known; poison: no sheet is left out. The constraint counts as it is
 * stated, and as those before it leave it: x = y*z makes y*w = x^2 a product. */
static vv_expr find_left_out(vv_ctx *c, const vv_system *s, const vv_constraint_row *row,
                             vv_expr *own) {
    vv_expr form[] = {row->finite, s->solved[row->given]};
    *own = VV_POISON;
    for (int k = 0; k < 2; k++) {
        vv_factors f;
        if (!form[k].id || !is_brief(c, form[k]) || !vv_factorise(c, form[k], &f)) continue;
        if (f.n > 1) *own = factor_that_vanishes(c, s, &f);
        for (int i = 0; i < f.n && f.n > 1; i++)
            if (f.power[i] >= 0 && is_left_out(c, s, f.factor[i], !own->id)) return f.factor[i];
    }
    return VV_POISON;
}

static const char *describe(vv_ctx *c, const char *label, vv_expr factor) {
    vv_buffer b = VV_BUFFER(c);
    vv_buffer_printf(&b, "%s also has the sheet ", label);
    vv_expr_write(c, factor, &b);
    vv_buffer_add(&b, " = 0, for which it was not decided: state the factor that vanishes");
    return vv_strdup(c, vv_buffer_text(&b));
}

/* ---- components: one factor of each finite constraint vanishes ------------------------------- */

typedef struct walk {
    vv_ctx *c;
    const vv_system *s;
    int nfinite;
    vv_expr *finite, *factor; /* factor: the one that vanishes now; poison: it was no product */
    int nweak;                /* assumptions e >= 0 */
    vv_expr *weak;
    vv_sheets *out;
} walk;

/* g = a x + b or a x^2 + ..., where the last rule is for x: a; poison if it was solved otherwise.
 */
static vv_expr leading(vv_ctx *c, const vv_facts *f, vv_expr g) {
    vv_expr x = f->from[f->nrules - 1], a = vv_diff(c, g, x);
    if (vv_depends(c, a, 1, &x)) a = vv_diff(c, a, x);
    return vv_symbol_get(c, x) && !vv_depends(c, a, 1, &x) ? a : VV_POISON;
}

static bool append(vv_ctx *c, int *n, const vv_expr **list, vv_expr e) {
    vv_expr *all = VV_ARRAY(c, vv_expr, *n + 1);
    if (!all) return false;
    for (int i = 0; i < *n; i++) all[i] = (*list)[i];
    all[(*n)++] = e;
    *list = all;
    return true;
}

/* Adds the rule for g = 0. False if that does not stand for every solution: dividing by what may
 * vanish loses some, unless g is an irreducible polynomial and nothing else is to be solved. */
static bool solve_whole(const walk *w, vv_facts *f, vv_expr g, bool *solved) {
    vv_ctx *c = w->c;
    *solved = vv_manifold_add_rule(c, w->s->m, f, g);
    vv_expr a = *solved ? leading(c, f, g) : VV_POISON;
    if (!a.id) return false;
    if (vv_claim_never_zero(c, a)) return true;
    vv_expr rest = vv_subst1(c, g, f->from[f->nrules - 1], VV_ZERO); /* x*z = 1: z is not 0 */
    return append(c, &f->nnonzero, &f->nonzero, a) &&
           (w->nfinite == 1 || vv_claim_never_zero(c, rest));
}

/* "the sheet x = 0, y - z = 0 of the constraints remains open: ..."; NULL without a product. */
static const char *describe_component(const walk *w) {
    vv_buffer b = VV_BUFFER(w->c);
    int n = 0;
    vv_buffer_add(&b, "the sheet ");
    for (int i = 0; i < w->nfinite; i++) {
        if (!w->factor[i].id) continue;
        vv_buffer_add(&b, n++ ? ", " : "");
        vv_expr_write(w->c, w->factor[i], &b);
        vv_buffer_add(&b, " = 0");
    }
    vv_buffer_add(&b, " of the constraints remains open: state the factor that vanishes");
    if (!n) return NULL;
    return vv_strdup(w->c, vv_buffer_text(&b));
}

static void leave_out(walk *w) {
    if (w->out->known) w->out->missing = describe_component(w);
    w->out->known = false;
}

/* Points of refutation lie on the component only if its rules are real there. False if they are
 * nowhere. */
static bool add_reality(walk *w, vv_facts *f) {
    enum { MOST = 32 };
    vv_ctx *c = w->c;
    vv_expr condition[MOST];
    int n = 0;
    for (int i = 0; i < f->nrules; i++)
        n = vv_claim_list_conditions(c, vv_facts_rewrite(c, f, f->to[i]), n, condition, MOST);
    if (n == MOST) leave_out(w);
    bool good = n < MOST;
    for (int i = 0; i < n && good; i++)
        good = vv_known_sign(c, condition[i]) != VV_NEGATIVE &&
               append(c, &f->npositive, &f->positive, condition[i]);
    return good;
}

/* e >= 0 counts as e > 0, as for all claims, but not where the component is its border. */
static bool add_weak(const walk *w, vv_facts *f) {
    vv_facts there = *f;
    bool good = true;
    for (int i = 0; i < w->nweak && good; i++)
        good = vv_vanishes(w->c, &there, w->weak[i]) ||
               append(w->c, &f->npositive, &f->positive, w->weak[i]);
    return good;
}

/* A component. That the constraints hold on it is proved again. */
static void add_component(walk *w, const vv_facts *rules) {
    vv_sheets *out = w->out;
    vv_facts f = *rules, real;
    vv_proof holds;
    bool weak = add_weak(w, &f);
    real = f;
    if (!add_reality(w, &real)) return;
    bool good = weak && out->n < VV_SHEETS_MAX &&
                vv_prove_zero(w->c, &f, w->nfinite, w->finite, NULL, &holds) == VV_OK &&
                holds.verdict == VV_PROVED;
    if (!good) {
        leave_out(w);
        return;
    }
    out->undecided[out->n] = describe_component(w);
    out->holds[out->n] = holds;
    out->real[out->n] = real;
    out->facts[out->n++] = f;
}

static void visit(walk *w, int at, const vv_facts *f);

static void visit_factor(walk *w, int at, const vv_facts *f, vv_expr factor) {
    vv_ctx *c = w->c;
    vv_facts there = *f;
    bool fixed = !vv_depends(c, factor, w->s->nq, w->s->q) && !has_unknown_sign(c, factor);
    if (fixed || vv_claim_never_zero(c, factor) || vv_claim_excluded(c, f, factor)) return;
    bool solved, whole = solve_whole(w, &there, factor, &solved);
    if (!whole) leave_out(w);
    if (solved) visit(w, at + 1, &there);
}

/* The constraints from `at` on, where the facts hold. */
static void visit(walk *w, int at, const vv_facts *f) {
    vv_ctx *c = w->c;
    vv_factors x;
    if (!vv_ctx_tick(c)) return;
    if (at == w->nfinite) {
        add_component(w, f);
        return;
    }
    vv_expr g = vv_facts_rewrite(c, f, w->finite[at]);
    if (vv_ctx_status(c) == VV_E_MODEL) vv_ctx_clear_failure(c);
    bool holds = g.id && vv_vanishes(c, f, g);
    if (!holds && (!g.id || !is_brief(c, g) || !vv_factorise(c, g, &x))) {
        leave_out(w);
        return;
    }
    if (holds) visit(w, at + 1, f);
    for (int i = 0; !holds && i < x.n && vv_ctx_ok(c); i++) {
        w->factor[at] = x.n > 1 ? x.factor[i] : VV_POISON;
        if (x.power[i] > 0)
            visit_factor(w, at, f, x.factor[i]);
        else
            leave_out(w);
    }
    w->factor[at] = VV_POISON;
}

/* Finite constraints of the model, or without those that were dropped as redundant. */
static int list_finite(const vv_system *s, bool acting_only, vv_expr *out) {
    const vv_model *m = s->m;
    int n = 0;
    for (int i = 0; i < m->nconstraints; i++) {
        bool acts = !acting_only;
        for (int r = 0; r < s->nrows && !acts; r++) acts = s->row[r].given == i;
        if (acts && m->constraint[i].kind == VV_CON_EQUATION && m->constraint[i].order == 0)
            out[n++] = m->constraint[i].value;
    }
    return n;
}

static void find_components(vv_ctx *c, const vv_system *s, bool acting_only, vv_sheets *out) {
    const vv_model *m = s->m;
    walk w = {.c = c, .s = s, .out = out};
    w.weak = VV_ARRAY(c, vv_expr, m->facts.npositive + 1);
    vv_facts base = strict_facts(c, m, &w.nweak, w.weak);
    w.finite = VV_ARRAY(c, vv_expr, m->nconstraints + 1);
    w.factor = VV_ARRAY(c, vv_expr, m->nconstraints + 1);
    if (w.finite && w.factor) w.nfinite = list_finite(s, acting_only, w.finite);
    out->known = vv_ctx_ok(c) && !m->nfree && !s->nservos;
    if (out->known) visit(&w, 0, &base);
    out->known &= out->n > 0 && vv_ctx_ok(c);
}

/* "constraint x*y = 0 also has the sheet y = 0, ...", or NULL. */
static const char *left_out(vv_ctx *c, const vv_system *s) {
    for (int r = 0; r < s->nrows; r++) {
        vv_expr own,
            other = is_stated(c, s, &s->row[r]) ? find_left_out(c, s, &s->row[r], &own) : VV_POISON;
        if (other.id) return describe(c, s->row[r].label, other);
    }
    return NULL;
}

vv_sheets vv_sheets_find(vv_ctx *c, const vv_system *s) {
    vv_sheets out = {.left_out = left_out(c, s)};
    if (out.left_out || s->facts.nopen) find_components(c, s, false, &out);
    return out;
}

/* ---- what is reported of them ---------------------------------------------------------------- */

/* "constraint x*y = 0 leaves several sheets: ... are those of x = 0, not of y = 0" */
static void warn_of_sheet(vv_ctx *c, const vv_constraint_row *row, vv_expr own, vv_expr other) {
    vv_buffer b = VV_BUFFER(c);
    if (!own.id) return;
    vv_buffer_printf(&b, "%s leaves several sheets: the equations of motion are those of ",
                     row->label);
    vv_expr_write(c, own, &b);
    vv_buffer_add(&b, " = 0, not of ");
    vv_expr_write(c, other, &b);
    vv_buffer_add(&b, " = 0");
    vv_diag_hint(
        c, vv_diag_add(c, VV_WARNING, VV_D_SEVERAL_SHEETS, row->span, "%s", vv_buffer_text(&b)),
        "state the factor that vanishes; claims are decided on all sheets, a run stays on "
        "the one on which it starts");
    vv_buffer_free(&b);
}

/* A constraint that was dropped since it follows from others may bind on another of their sheets.
 */
static void check_dropped(vv_ctx *c, const vv_constraint *dropped, vv_constraint_finding *finding,
                          const vv_sheets *acting) {
    bool binds = false;
    for (int i = 0; i < acting->n && !binds; i++) {
        vv_proof p;
        binds = vv_prove_zero(c, &acting->real[i], 1, &dropped->value, NULL, &p) == VV_OK &&
                p.verdict == VV_REFUTED;
    }
    vv_diag *said = binds ? vv_diag_find(c, VV_D_REDUNDANT, finding->text) : NULL;
    if (!binds) return;
    finding->text = vv_format(c, "%s, on this sheet", finding->text);
    if (said && finding->text) said->message = finding->text;
}

/* The sheet that the rules leave out of the first such constraint from row *r on, and the one that
 * they describe, if known. Poison: there is none. */
static vv_expr next_left_out(vv_ctx *c, const vv_system *s, int *r, vv_expr *own) {
    for (; *r < s->nrows && vv_ctx_ok(c); ++*r) {
        if (!is_stated(c, s, &s->row[*r])) continue;
        vv_expr other = find_left_out(c, s, &s->row[*r], own);
        if (other.id) return other;
    }
    return VV_POISON;
}

vv_status vv_sheets_check(vv_ctx *c, vv_system *s) {
    enum { MOST_ROWS = 16 }; /* a mechanism with more finite constraints has no such products */
    int r = 0, n = 0;
    vv_expr own, other;
    vv_sheets all = {0}, acting = {0};
    for (int i = 0; i < s->nrows; i++) n += is_stated(c, s, &s->row[i]);
    if (n > MOST_ROWS || !next_left_out(c, s, &r, &own).id) return vv_ctx_status(c);
    find_components(c, s, false, &all);
    if (all.known && all.n == 1) return vv_ctx_status(c); /* x^2 = 1 beside x = -1 */
    for (; (other = next_left_out(c, s, &r, &own)).id; r++)
        warn_of_sheet(c, &s->row[r], own, other);
    find_components(c, s, true, &acting);
    for (int i = 0; i < s->nfindings && vv_ctx_ok(c); i++) {
        const vv_constraint *k = &s->m->constraint[s->finding[i].constraint];
        if (s->finding[i].kind == VV_FINDING_REDUNDANT && k->kind == VV_CON_EQUATION &&
            k->order == 0)
            check_dropped(c, k, &s->finding[i], &acting);
    }
    return vv_ctx_status(c);
}

vv_proof_record *vv_claim_manifold_record(vv_ctx *c, const vv_system *s) {
    vv_expr *finite = VV_ARRAY(c, vv_expr, s->nrows + 1);
    vv_sheets sheets = vv_sheets_find(c, s);
    vv_proof p = {0};
    int n = 0, first = 0;
    for (int i = 0; finite && i < s->nrows; i++)
        if (s->row[i].kind == VV_ROW_HOLONOMIC) finite[n++] = s->row[i].finite;
    if (!n || (!s->manifold_solved && !sheets.n)) return NULL;
    if (!s->manifold_solved)
        p = sheets.holds[first++];
    else if (vv_prove_zero(c, &s->facts, n, finite, NULL, &p) != VV_OK)
        return NULL;
    vv_proof_record *all = p.verdict == VV_PROVED ? p.record : NULL;
    for (int i = first; i < sheets.n && all; i++)
        all = vv_proof_record_join(all, sheets.holds[i].record);
    return all;
}
