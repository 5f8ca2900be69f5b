#include "report/servo_report.h"

#include <string.h>

#include "formalism/formalism.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"

void vv_report_servo_count(vv_document *d, const vv_system *s) {
    const vv_servos *v = &s->servo;
    vv_document_paragraph(
        d, "servo_count",
        "servos: h = %d (coordinates), p = %d (contact constraints), n = h - p = %d, r = %d (servo "
        "constraints), j = %d (variations they act through): %s",
        v->h, v->p, v->n, v->r, v->j,
        v->r == v->j  ? v->refusal ? v->refusal : "determinate"
        : v->r > v->j ? "in general impossible"
                      : "indeterminate");
    if (v->r == v->j && v->j)
        vv_document_paragraph(d, "servo_case", "%s", vv_servo_case_text(v->scheme));
    if (v->nhidden)
        vv_document_paragraph(d, "servo_rates",
                              "the forces act on the constrained quantities only indirectly: the "
                              "constraints are differentiated %d times until they determine the "
                              "accelerations; %d hidden constraint%s on the way",
                              v->rates, v->nhidden, v->nhidden == 1 ? " follows" : "s follow");
}

/* ---- forces and power ---------------------------------------------------------------------- */

static vv_expr shortened(vv_document *d, const vv_system *s, vv_expr e) {
    vv_expr out = e;
    vv_simplify_options how = {.facts = &s->facts};
    vv_simplify(d->c, &how, e, &out);
    return out.id ? out : e;
}

static void put_value(vv_document *d, const vv_system *s, const char *key, vv_expr name, vv_expr e,
                      const char *text) {
    vv_document_definition(d, key, name, shortened(d, s, e), text);
}

/* In terms of the state alone, if that is not redundant. */
static void put_by_state(vv_document *d, const vv_system *s, const char *key, vv_expr name,
                         vv_expr e, vv_expr before) {
    if (!e.id || vv_same(e, before)) return;
    vv_document_definition(d, key, name, shortened(d, s, e), "with the accelerations substituted");
}

static void put_forces(vv_document *d, const vv_system *s, const vv_servo_forces *x) {
    vv_ctx *c = d->c;
    int f = vv_function_new(c, "effort", 1);
    vv_expr power = vv_symbol_new(c, "power", VV_SYM_OTHER);
    if (f < 0) return;
    vv_document_begin(d, NULL, false, "Servo forces");
    for (int i = 0; i < x->n; i++) {
        vv_expr q = s->q[x->at[i]], name = vv_function_apply(c, f, NULL, &q);
        put_value(d, s, "servo_forces", name, x->force[i],
                  vv_format(c, "their generalized force on %s", vv_symbol_get(c, q)->name));
        put_by_state(d, s, "servo_forces_by_state", name, x->by_state[i], x->force[i]);
    }
    put_value(d, s, "servo_power", power, x->power, "their power");
    put_by_state(d, s, "servo_power_by_state", power, x->power_by_state, x->power);
    vv_document_end(d);
}

static void put_energy(vv_document *d, const vv_system *s, const vv_equations *eq,
                       const vv_servo_forces *x) {
    vv_energy_balance b;
    if (vv_servo_forces_energy_balance(d->c, s, eq, NULL, &b) != VV_OK || !b.applies ||
        b.proof.verdict != VV_PROVED)
        return;
    vv_expr e = b.energy;
    vv_subst(d->c, s->nq, s->qd, s->rate, 1, &e, &e);
    put_value(d, s, "servo_energy", vv_symbol_new(d->c, "energy", VV_SYM_OTHER),
              vv_servo_forces_substitute(d->c, x, e),
              b.all_in_energy ? "T - U, whose increase is the work of the servos"
                              : "T - U, whose increase is the work of the servos and of the other "
                                "forces that are not in U");
}

/* ---- equilibrium and parameters without influence ------------------------------------------ */

static void put_equation(vv_document *d, const vv_system *s, const char *key, const char *label,
                         vv_expr e, const char *remark) {
    vv_expr left = e, right = VV_ZERO;
    vv_simplify_options how = {.facts = &s->facts};
    vv_simplify_equation(d->c, &how, e, &left, &right, NULL);
    vv_document_equation(d, key, label, left, right, e, remark);
}

static void put_rest(vv_document *d, const vv_system *s, const vv_servo_forces *x) {
    vv_document_begin(d, NULL, false, "Equilibrium");
    if (x->restless)
        vv_document_paragraph(d, "equilibrium_note", "no position is an equilibrium: %s",
                              x->restless);
    else if (!x->nrest)
        vv_document_paragraph(
            d, "equilibrium_note",
            "every position that the holonomic constraints allow is an equilibrium");
    for (int i = 0; i < x->nrest && !x->restless; i++)
        put_equation(d, s, "equilibrium", vv_format(d->c, "%d", i + 1), x->rest[i], NULL);
    int finite = 0;
    for (int r = 0; r < s->servo.r; r++) finite += s->servo.row[r].finite.id != 0;
    for (int r = 0; r < s->nrows; r++) finite += s->row[r].kind == VV_ROW_HOLONOMIC;
    if (finite && !x->restless && x->nrest)
        vv_document_paragraph(d, "equilibrium_note", "in addition to the holonomic constraints");
    vv_document_end(d);
}

void vv_report_servo_effort(vv_document *d, const vv_system *s, const vv_equations *eq) {
    vv_servo_forces x;
    if (vv_servo_forces_find(d->c, s, eq, &x) != VV_OK) return;
    vv_document_begin(d, "servos", false, "Servos");
    vv_report_servo_count(d, s);
    put_forces(d, s, &x);
    put_energy(d, s, eq, &x);
    put_rest(d, s, &x);
    if (x.nidle)
        vv_document_list(d, "no_influence", "the motion does not depend on", x.nidle, x.idle);
    vv_document_end(d);
}

/* ---- comparison with contact --------------------------------------------------------------- */

static void put_equations(vv_document *d, const vv_system *s, const char *key, const char *title,
                          int n, const vv_expr *e, const char *none) {
    vv_document_begin(d, NULL, false, title);
    for (int i = 0; i < n; i++) put_equation(d, s, key, vv_format(d->c, "%d", i + 1), e[i], NULL);
    if (!n) vv_document_paragraph(d, "notes", "%s", none);
    vv_document_end(d);
}

static void put_difference(vv_document *d, const vv_system *s, const vv_servo_versus_contact *k) {
    const vv_servos *v = &s->servo;
    vv_document_begin(d, NULL, false, "What differs");
    vv_document_paragraph(d, "difference",
                          "virtual displacements: %d (n - j) with the servo%s, on which %s forces "
                          "do no work; %d by contact, which the constraint%s",
                          s->n - v->j, v->r == 1 ? "" : "s", v->r == 1 ? "its" : "their", k->n,
                          v->r == 1 ? " allows" : "s allow");
    vv_document_verdict(d, "same_motion", "the motions",
                        k->same.verdict == VV_REFUTED  ? "differ"
                        : k->same.verdict == VV_PROVED ? "are the same"
                                                       : "not compared",
                        NULL, k->same.verdict == VV_UNDECIDED ? NULL : &k->same);
    vv_document_paragraph(d, "difference", "%s",
                          k->no_power
                              ? "power: that of the servos above; the contact forces have none"
                              : "power: that of the servos above; the constraints have a part "
                                "without velocities, so the contact forces may have power too");
    if (k->nfelt)
        vv_document_list(d, "felt_by_contact",
                         "without influence with servos, but not with contacts", k->nfelt, k->felt);
    vv_document_end(d);
}

void vv_report_servo_versus_contact(vv_document *d, const vv_system *s, const vv_servo_forces *e,
                                    const vv_servo_versus_contact *k) {
    vv_servo_versus_contact *own =
        VV_NEW(d->c, vv_servo_versus_contact); /* the document keeps the proof */
    const char *none = "nothing can move", *rest = "every position";
    if (!own) return;
    *own = *k;
    vv_document_begin(d, "side_by_side", false, "Servo and contact compared");
    put_equations(d, s, "by_servo", "Motion with servos", e->nmotion, e->motion, none);
    put_equations(d, s, "by_contact", "Motion with contacts", k->n, k->equation, none);
    if (!e->restless) {
        put_equations(d, s, "rest_by_servo", "Equilibrium with servos", e->nrest, e->rest, rest);
        put_equations(d, s, "rest_by_contact", "Equilibrium by contact", k->nrest, k->rest, rest);
    }
    put_difference(d, s, own);
    vv_document_end(d);
}

/* ---- bodies driven by servos have no influence --------------------------------------------- */

/* An energy of the driven coordinates: half the sum of f_ab(driven, t) q'_a q'_b, with arbitrary
 * f_ab. */
static vv_expr energy_of_driven(vv_ctx *c, const vv_system *s) {
    const vv_servos *v = &s->servo;
    vv_expr *arg = VV_ARRAY(c, vv_expr, v->k + 2), sum = VV_ZERO;
    for (int i = 0; arg && i < v->k; i++) arg[i] = s->q[v->driven[i]];
    if (!arg) return VV_POISON;
    arg[v->k] = s->m->t;
    for (int i = 0; i < v->k; i++)
        for (int j = i; j < v->k; j++) {
            int f = vv_function_new(c, "f", v->k + 1);
            if (f < 0) return VV_POISON;
            vv_expr square = vv_mul(c, s->qd[v->driven[i]], s->qd[v->driven[j]]);
            sum = vv_add(c, sum, vv_mul(c, vv_function_apply(c, f, NULL, arg), square));
        }
    return sum;
}

/* The virtual work of the equations on the displacements on which the servos do no work. */
static int works(vv_ctx *c, const vv_system *s, vv_expr *out) {
    const vv_formalism *f = vv_formalism_find("servo");
    vv_equations eq;
    const char *why;
    vv_expr *dq = VV_MATRIX(c, vv_expr, s->n, s->nq), *t = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!dq || !t || !f || vv_formalism_run(c, f, s, &eq, &why) != VV_OK) return -1;
    int m = vv_servo_virtual_displacements(c, s, dq);
    for (int i = 0; i < m; i++) {
        for (int a = 0; a < s->nq; a++) t[a] = vv_mul(c, eq.residual[a], dq[i * s->nq + a]);
        out[i] = vv_sum(c, s->nq, t);
    }
    return m;
}

bool vv_prove_servo_inertia_irrelevant(vv_ctx *c, const vv_system *s, const vv_prove_options *o,
                                       vv_proof *out) {
    const vv_servos *v = &s->servo;
    vv_system other = *s;
    vv_expr *x = VV_ARRAY(c, vv_expr, s->n + 1), *y = VV_ARRAY(c, vv_expr, s->n + 1);
    other.Q = VV_ARRAY(c, vv_expr, s->nq + 1);
    if (!v->k || v->k != v->r || !v->by || v->refusal || !s->has_T || !vv_ctx_ok(c)) return false;
    memcpy(other.Q, s->Q, (size_t)s->nq * sizeof *other.Q);
    for (int i = 0; i < v->k; i++) {
        int a = v->driven[i];
        other.Q[a] = vv_add(c, s->Q[a], vv_symbol_new(c, "G", VV_SYM_OTHER));
    }
    other.T = vv_add(c, s->T, energy_of_driven(c, s));
    int m = works(c, s, x);
    if (m < 0 || works(c, &other, y) != m) return false;
    for (int i = 0; i < m; i++) x[i] = vv_sub(c, y[i], x[i]);
    return vv_prove_zero(c, &s->facts, m, x, o, out) == VV_OK;
}
