/* First integrals: energy (analysis/integrals/energy_integral.h), momenta of cyclic coordinates,
 * and those found by an ansatz. Cyclic coordinates [Appell1896, nos. 446, 447, 459; M-CYCLIC] are
 * withheld if a constraint binds the rate, because Lagrange's equation then lacks a term.
 *
 * Hypotheses are reported, but whether something is an integral is always decided by its rate
 * along the motion. */
#include <string.h>

#include "analysis/integrals/ansatz.h"
#include "analysis/integrals/energy_integral.h"
#include "equations/equations.h"
#include "kinematics/kinematics.h"
#include "algebra/algebra.h"

typedef struct work {
    vv_ctx *c;
    vv_document *d;
    const vv_study *study;
    const vv_system *s;
    vv_vector_field flow;
    int n, most;
    vv_expr *known; /* integrals so far (most) */
    vv_status status;
    bool refuted; /* a candidate was refuted */
} work;

/* ---- common -------------------------------------------------------------------------------- */

/* Is e constant along every motion? If proved, it is printed as an equation and recorded. why_not:
 * the hypothesis of its theorem that fails, which is of no matter if it is constant nevertheless.
 */
static vv_verdict test_candidate(work *w, const char *key, const char *what, vv_expr e,
                                 const char *why_not) {
    vv_expr rate = vv_vector_field_derivative(w->c, &w->flow, e);
    vv_proof p;
    if (vv_prove_zero(w->c, &w->s->facts, 1, &rate, w->study->how, &p) != VV_OK)
        return VV_UNDECIDED;
    if (p.verdict == VV_PROVED && vv_integral_check_motion(w->c, w->s, w->study->eq, &w->s->facts,
                                                           e, w->study->how, &p) != VV_OK)
        return VV_UNDECIDED;
    const char *remark = p.verdict == VV_PROVED || p.theorem ? NULL : why_not;
    if (vv_topic_verdict(w->d, key, what, &p, remark) == VV_E_BEYOND) w->status = VV_E_BEYOND;
    if (p.verdict != VV_PROVED || w->n == w->most) return p.verdict;
    w->known[w->n++] = e;
    const char *label = vv_format(w->c, "%d", w->n);
    vv_expr constant = vv_symbol_new(w->c, vv_format(w->c, "h%d", w->n), VV_SYM_OTHER);
    vv_document_equation(w->d, "integral", label, e, constant, VV_POISON, NULL);
    return p.verdict;
}

/* ---- energy -------------------------------------------------------------------------------- */

/* The rate of H depends on t alone: its integral, else poison. */
static vv_expr time_part(work *w, vv_expr H) {
    const vv_system *s = w->s;
    vv_expr rate = vv_vector_field_derivative(w->c, &w->flow, H);
    int n = s->nq + s->n;
    vv_expr *x = VV_ARRAY(w->c, vv_expr, n + 1), *gradient = VV_ARRAY(w->c, vv_expr, n + 1);
    if (!x || !gradient) return VV_POISON;
    memcpy(x, s->q, (size_t)s->nq * sizeof *x);
    memcpy(x + s->nq, s->w, (size_t)s->n * sizeof *x);
    vv_gradient(w->c, rate, n, x, gradient);
    for (int i = 0; i < n; i++)
        if (!vv_is_zero(gradient[i]) && !vv_vanishes(w->c, &s->facts, gradient[i]))
            return VV_POISON;
    /* any state suffices: use rest at the origin if that is regular */
    vv_subst_zero(w->c, n, x, 1, &rate, &rate);
    return vv_form_potential(w->c, &s->facts, 1, &s->m->t, &rate);
}

static void energy(work *w) {
    vv_ctx *c = w->c;
    vv_energy_integral known = vv_energy_integral_of(c, w->s);
    vv_expr H = known.H;
    const char *why = known.fails, *what = known.moving ? "T2 - T0 - U is conserved (Painlevé)"
                                                        : "T - U = T + V is conserved (vis viva)";
    if (!vv_ctx_ok(c)) return;
    if (test_candidate(w, "energy", what, H, why) != VV_REFUTED) return;
    vv_expr F = time_part(w, H);
    if (vv_ctx_ok(c) && !vv_is_poison(F) && !vv_is_zero(F))
        test_candidate(w, "energy", "T2 - T0 - U - F(t) is conserved (Painlevé)", vv_sub(c, H, F),
                       NULL);
}

/* ---- cyclic coordinates -------------------------------------------------------------------- */

static const char *binding_row(const work *w, int i) {
    for (int r = 0; r < w->s->nrows; r++)
        if (!vv_is_zero(w->s->row[r].coefficient[i])) return w->s->row[r].label;
    return NULL;
}

static void cyclic(work *w) {
    const vv_system *s = w->s;
    vv_ctx *c = w->c;
    for (int i = 0; i < s->nq && vv_ctx_tick(c); i++) {
        vv_expr momentum = vv_cyclic_momentum(c, s, i);
        if (vv_is_poison(momentum)) continue;
        const char *name = vv_symbol_get(c, s->q[i])->name, *row = binding_row(w, i);
        const char *remark = row ? vv_format(c,
                                             "not an integral: \"%s\" constrains its rate, so "
                                             "Lagrange's equation does not apply to it",
                                             row)
                                 : NULL;
        const char *what = vv_format(
            c, "the momentum of the coordinate %s, absent from T and U, is conserved", name);
        test_candidate(w, "cyclic", what, momentum, remark);
    }
}

/* ---- momenta ------------------------------------------------------------------------------- */

/* Is e a new integral, or a function of the known ones? By the ranks of their gradients. */
static bool is_new(work *w, vv_expr e) {
    const vv_system *s = w->s;
    int n = s->nq + s->n, before, after;
    vv_expr *x = VV_ARRAY(w->c, vv_expr, n + 1), *g = VV_ARRAY(w->c, vv_expr, (w->n + 1) * n + 1);
    if (!x || !g) return false;
    memcpy(x, s->q, (size_t)s->nq * sizeof *x);
    memcpy(x + s->nq, s->w, (size_t)s->n * sizeof *x);
    for (int i = 0; i < w->n; i++) vv_gradient(w->c, w->known[i], n, x, g + i * n);
    vv_gradient(w->c, e, n, x, g + w->n * n);
    return vv_generic_rank(w->c, &s->facts, w->n, n, g, &before, NULL, NULL, NULL) == VV_OK &&
           vv_generic_rank(w->c, &s->facts, w->n + 1, n, g, &after, NULL, NULL, NULL) == VV_OK &&
           after > before;
}

/* Conservation of linear and angular momentum [Appell1896, no. 447; M-CYCLIC]: integrals that no
 * coordinate shows, as for a body whose orientation has no angles. */
static void momenta(work *w) {
    static const char *const what[6] = {
        "the total momentum along x is conserved",
        "the total momentum along y is conserved",
        "the total momentum along z is conserved",
        "the angular momentum about the world's x axis is conserved (areas)",
        "the angular momentum about the world's y axis is conserved (areas)",
        "the angular momentum about the world's z axis is conserved (areas)"};
    const vv_system *s = w->s;
    vv_kinematics m;
    vv_expr e[6];
    if (s->m->has_kinetic || !s->m->nbodies || vv_kinematics_in_speeds(w->c, s, &m) != VV_OK ||
        vv_kinematics_momentum(w->c, s, &m, e, e + 3) != VV_OK)
        return;
    for (int i = 0; i < 6 && vv_ctx_tick(w->c); i++) {
        if (vv_is_zero(e[i]) ||
            !vv_vanishes(w->c, &s->facts, vv_vector_field_derivative(w->c, &w->flow, e[i])))
            continue;
        if (is_new(w, e[i])) test_candidate(w, "momentum", what[i], e[i], NULL);
    }
}

/* ---- integrals by ansatz ------------------------------------------------------------------- */

static void search(work *w, int degree) {
    vv_ansatz found;
    vv_status status = vv_ansatz_search(w->c, w->study, &w->flow, degree, w->n, w->known, &found);
    if (!vv_ctx_ok(w->c)) return;
    const char *of = degree == 1 ? "linear" : "quadratic";
    if (status != VV_OK || found.n == 0) {
        vv_document_paragraph(w->d, "remark", "no search for %s integrals: %s", of,
                              found.n ? "the equations could not be evaluated"
                                      : "too many functions would have to be tried");
        w->status = VV_E_BEYOND;
        return;
    }
    vv_document_paragraph(w->d, "search",
                          "%s integrals searched among %d functions: degree at most %d in the "
                          "speeds and in the coordinates that occur algebraically, at most %d in "
                          "the functions that occur in the equations; %d found besides those above",
                          of, found.n, degree, found.function_most, found.count);
    for (int i = 0; i < found.count && vv_ctx_tick(w->c); i++)
        test_candidate(w, "found", vv_format(w->c, "%s integral", of), found.integral[i], NULL);
}

/* ---- stated candidates --------------------------------------------------------------------- */

static void put_candidates(work *w) {
    const vv_model *m = w->s->m;
    const vv_system *s = w->study->servo ? w->study->servo : w->s;
    const vv_equations *eq = w->study->servo ? w->study->servo_eq : w->study->eq;
    if (!w->study->nclaims) return;
    vv_document_begin(w->d, NULL, false, "Integrals offered");
    for (int i = m->nclaims - w->study->nclaims; i < m->nclaims && vv_ctx_tick(w->c); i++) {
        const vv_claim *k = &m->claim[i];
        vv_proof p;
        if (vv_claim_decide(w->c, s, eq, k, w->study->how, &p) != VV_OK) return;
        vv_status said = vv_topic_verdict(w->d, "offered", k->text, &p, NULL);
        if (p.verdict == VV_REFUTED) w->refuted = true;
        if (said == VV_E_BEYOND) w->status = said;
    }
    vv_document_end(w->d);
}

static vv_status fill(vv_ctx *c, const vv_study *study, vv_document *d) {
    const vv_system *s = study->s;
    work w = {.c = c, .d = d, .study = study, .s = s, .most = 2 * (s->nq + s->n) + 2};
    w.known = VV_ARRAY(c, vv_expr, w.most + 1);
    if (!w.known || vv_vector_field_make(c, study, &w.flow) != VV_OK) return vv_ctx_status(c);
    energy(&w);
    cyclic(&w);
    for (int degree = 1; degree <= 2 && vv_ctx_ok(c); degree++) search(&w, degree);
    if (vv_ctx_ok(c)) momenta(&w);
    vv_document_number(d, "count", "integrals", w.n);
    put_candidates(&w);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    return w.refuted ? VV_E_NO : w.status;
}

const vv_topic vv_topic_integrals = {
    .name = "integrals",
    .title = "First integrals",
    .text = "energy, cyclic coordinates, linear and quadratic integrals, each proved",
    .needs = VV_NEEDS_MOTION | VV_NEEDS_LINEAR | VV_TAKES_SERVO_MOTION,
    .fill = fill,
};
