#include "simulate/initial/initial.h"
#include "simulate/initial/initial_tolerances.h"

#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/initial/assembly.h"
#include "simulate/formulation/formulation.h"
#include "simulate/diagnostics.h"
#include "simulate/contact/contact.h"

/* Velocities may fail because a parametrization is singular there, which is then reported. */
static bool is_off_chart(assembly *a, double t) {
    double *state = VV_ARRAY(a->c, double, a->f->nq + a->f->n + 1), *guards;
    if (!state) return true;
    for (int i = 0; i < a->nq; i++) state[i] = a->unit[i] * a->value[i];
    return !vv_guards_check_initial(a->f, state, t, &guards);
}

static void refuse(assembly *a, bool positions, int row, double by, double t) {
    const vv_constraint_row *r = row < a->nrows ? a->row[row] : NULL;
    if (!positions && is_off_chart(a, t)) return;
    double *wanted = VV_ARRAY(a->c, double, a->nq + 1);
    for (int i = 0; wanted && i < a->nq; i++) wanted[i] = a->unit[i] * a->wanted[i];
    if (positions && wanted && vv_surface_gap_report(a->f, r, wanted, t)) {
        vv_ctx_fail(a->c, VV_E_MODEL);
        return;
    }
    vv_diag_hint(a->c,
                 vv_diag_add(a->c, VV_ERROR, VV_D_START, r ? r->span : (vv_span){0},
                             "the initial conditions violate %s: its residual is %.3g",
                             r ? r->label : "the constraints", by),
                 positions ? "state positions closer to the constraints, or fewer of them"
                           : "state velocities that the constraints allow, or fewer of them");
    vv_ctx_fail(a->c, VV_E_MODEL);
}

/* Stated contact coordinates may be guesses: only these are moved if the rest can be kept. */
static bool settle_guesses(assembly *a, double t) {
    bool kept = true;
    memcpy(a->value, a->wanted, (size_t)a->nq * sizeof *a->value);
    a->yield = true;
    bool done = vv_assembly_newton(a, true, t, false, &kept) && vv_assembly_is_as_stated(a, true) &&
                vv_assembly_is_near_stated(a, true, t);
    a->yield = false;
    return done;
}

/* Stated values contradict the constraints slightly: projects them onto the constraints, by the
 * least change in the mass metric. Values that are not stated start where the constraints lead with
 * as many stated values as possible (found), or at 0. */
static bool move_stated(assembly *a, bool positions, double t, const double *found) {
    int first = positions ? 0 : a->nq, rows = a->nrows;
    bool kept;
    memcpy(a->value + first, a->wanted + first, (size_t)a->nq * sizeof *a->value);
    for (int i = 0; found && i < a->nq; i++)
        if (!a->stated[first + i]) a->value[first + i] = found[i];
    a->nrows = 0; /* first without constraints: stated values, zeros */
    if (!positions) vv_assembly_newton(a, positions, t, false, &kept);
    a->nrows = rows;
    return vv_assembly_newton(a, positions, t, true, &kept) &&
           vv_assembly_is_near_stated(a, positions, t);
}

/* Where the constraints are only just compatible with the stated values (a point at the equator of
 * its sphere), half of the digits are lost. A coordinate that should be 0 and nearly is gets all
 * digits if it is treated as stated. */
static void take_zeros(assembly *a, double t) {
    const double NEARLY = VV_ASSEMBLY_NEARLY_ZERO * vv_norm_inf_or_nan(a->nq, a->value);
    int nq = a->nq, at = 0, n = 0;
    bool kept, *stated = VV_ARRAY(a->c, bool, 2 * nq + 1), *were = a->stated;
    double *found = VV_ARRAY(a->c, double, nq + 1);
    if (!stated || !found) return;
    memcpy(stated, were, (size_t)(2 * nq) * sizeof *stated);
    memcpy(found, a->value, (size_t)nq * sizeof *found);
    for (int i = 0; i < nq; i++) {
        bool nearly = !were[i] && a->value[i] != 0 && fabs(a->value[i]) < NEARLY;
        stated[i] |= nearly;
        n += nearly;
    }
    a->stated = stated;
    bool done = n && vv_assembly_newton(a, true, t, false, &kept) &&
                vv_assembly_residual(a, &at) < VV_ASSEMBLY_ZERO_ROUNDING * 16;
    a->stated = were;
    for (int i = 0; i < nq; i++) {
        double off = fabs(a->value[i] - a->wanted[i]), was = fabs(found[i] - a->wanted[i]);
        done &= !stated[i] || off <= was || off <= VV_ASSEMBLY_ZERO_ROUNDING * fabs(a->wanted[i]);
    }
    if (!done) memcpy(a->value, found, (size_t)nq * sizeof *found);
}

/* Are stated values kept to the last digits, as far as rounding leaves them? */
static bool is_unmoved(const assembly *a, bool positions) {
    int first = positions ? 0 : a->nq;
    double size = vv_norm_inf_or_nan(a->nq, a->wanted + first);
    for (int i = 0; i < a->nq; i++)
        if (a->stated[first + i] &&
            fabs(a->value[first + i] - a->wanted[first + i]) > VV_ASSEMBLY_ZERO_ROUNDING * size)
            return false;
    return true;
}

/* One stated value was moved a little to make room for the others: the least change of all of them
 * instead, if that is as near. */
static void share_change(assembly *a, bool positions, double t) {
    int first = positions ? 0 : a->nq;
    double *found = VV_ARRAY(a->c, double, a->nq + 1);
    if (!found || is_unmoved(a, positions)) return;
    memcpy(found, a->value + first, (size_t)a->nq * sizeof *found);
    if (move_stated(a, positions, t, found) && vv_assembly_is_as_stated(a, positions)) return;
    memcpy(a->value + first, found, (size_t)a->nq * sizeof *found);
    vv_assembly_evaluate(a, t);
}

/* ---- which constraint is violated ------------------------------------------------------------ */

/* Can the constraints that are demanded hold with all stated values kept? */
static bool holds(assembly *a, bool positions, double t) {
    int first = positions ? 0 : a->nq;
    bool kept = true;
    memcpy(a->value + first, a->wanted + first, (size_t)a->nq * sizeof *a->value);
    return vv_assembly_newton(a, positions, t, false, &kept) &&
           vv_assembly_is_as_stated(a, positions);
}

static double residual_of(const assembly *a, int r) { return fabs(a->out[r]) * a->row_unit[r]; }

/* The one with the largest residual of those that the stated values alone contradict; -1: each by
 * itself can hold. *by: its residual with values that are not stated as they suit it. */
static int find_contradicted(assembly *a, bool positions, double t, const bool *was, double *by) {
    int worst = -1, first = positions ? 0 : a->nq;
    for (int r = 0; r < a->nrows; r++) {
        for (int k = 0; k < a->nrows; k++) a->soft[k] = k != r;
        if (was[r] || holds(a, positions, t)) continue;
        memcpy(a->value + first, a->wanted + first, (size_t)a->nq * sizeof *a->value);
        vv_assembly_evaluate(a, t);
        if (worst < 0 || !(residual_of(a, r) <= *by)) worst = r, *by = residual_of(a, r);
    }
    return worst;
}

/* The first that cannot hold together with those before it; -1: they can. */
static int find_incompatible(assembly *a, bool positions, double t, const bool *was, double *by) {
    for (int k = 0; k < a->nrows; k++) a->soft[k] = true;
    for (int r = 0; r < a->nrows; r++) {
        if (was[r]) continue;
        holds(a, positions, t);
        double before = residual_of(a, r);
        a->soft[r] = false;
        if (!holds(a, positions, t)) return *by = before, r;
    }
    return -1;
}

/* The constraint to name in a refusal; `worst` if none is found to blame, or there are too many. */
static int find_violated(assembly *a, bool positions, double t, int worst, double *by) {
    enum { MANY = 64 };
    bool *was = VV_ARRAY(a->c, bool, a->nrows + 1);
    double *values = VV_ARRAY(a->c, double, 2 * a->nq + 1), off = 0;
    if (!was || !values || a->nrows > MANY || a->nrows < 2) return worst;
    memcpy(was, a->soft, (size_t)a->nrows * sizeof *was);
    memcpy(values, a->value, 2 * (size_t)a->nq * sizeof *values);
    int row = find_contradicted(a, positions, t, was, &off);
    if (row < 0) row = find_incompatible(a, positions, t, was, &off);
    memcpy(a->soft, was, (size_t)a->nrows * sizeof *was);
    memcpy(a->value, values, 2 * (size_t)a->nq * sizeof *values);
    vv_assembly_evaluate(a, t);
    if (row < 0 || !(off > 0) || isinf(off)) return worst;
    *by = off;
    return row;
}

static bool assemble(assembly *a, bool positions, double t) {
    bool kept = true;
    int worst = 0, first = positions ? 0 : a->nq;
    double *found = VV_ARRAY(a->c, double, a->nq + 1);
    if (!found || !vv_assembly_build(a, positions)) return false;
    vv_assembly_prioritize(a);
    if (!positions && a->nspeeds + a->nidle && !vv_assembly_build_speeds(a)) return false;
    if (!a->basis && vv_assembly_has_equations(a, positions)) {
        a->basis = VV_MATRIX(a->c, double, a->nq, a->nq);
        a->lhs = VV_MATRIX(a->c, double, a->nq, a->nq);
    }
    if (!vv_ctx_ok(a->c)) return false;
    vv_assembly_scale(a, t);
    double before = vv_assembly_residual(a, &worst) * (a->nrows ? a->row_unit[worst] : 1);
    bool done = vv_assembly_newton(a, positions, t, false, &kept);
    if ((!done || !vv_assembly_is_as_stated(a, positions)) &&
        vv_assembly_separate_contacts(a, positions, t)) {
        vv_assembly_scale(a, t);
        memcpy(a->value + first, a->wanted + first, (size_t)a->nq * sizeof *a->value);
        done = vv_assembly_newton(a, positions, t, false, &kept);
    }
    if (!done || !vv_assembly_is_as_stated(a, positions)) {
        bool led = done && positions;
        memcpy(found, a->value + first, (size_t)a->nq * sizeof *found);
        if (positions && settle_guesses(a, t)) return true;
        done = (led && move_stated(a, positions, t, found)) || move_stated(a, positions, t, NULL);
        if (done && positions) done = vv_assembly_multistart_if_moved(a, t);
    } else
        share_change(a, positions, t);
    if (!done && positions) done = vv_assembly_multistart(a, t, true);
    if (!done && positions && vv_ctx_ok(a->c)) done = vv_assembly_multistart(a, t, false);
    if (!vv_ctx_ok(a->c)) return false;
    if (done && positions) take_zeros(a, t);
    if (done) return true;
    worst = find_violated(a, positions, t, worst, &before);
    refuse(a, positions, worst, before, t);
    return false;
}

/* ---- report --------------------------------------------------------------------------------- */

static void tell(const assembly *a, vv_buffer *account) {
    static const char *const prime[] = {"", "'"};
    for (int i = 0; a->f->coulomb && i < a->f->coulomb->nnormals; i++)
        if (a->open[i] && a->gap[i] > 0)
            vv_buffer_printf(account, "start: the contact at %s is initially separated, by %.12g\n",
                             a->f->coulomb->normal[i].point, a->gap[i]);
        else if (a->open[i])
            vv_buffer_printf(account, "start: the contact at %s separates at once\n",
                             a->f->coulomb->normal[i].point);
    for (int i = 0; i < 2 * a->nq; i++) {
        const char *name = vv_symbol_get(a->c, a->f->s->q[i % a->nq])->name;
        double by = fabs(a->value[i] - a->wanted[i]), u = a->unit[i];
        if (!(by > VV_ASSEMBLY_MOVED * fmax(1, fabs(a->wanted[i])))) continue;
        if (a->stated[i])
            vv_buffer_printf(account, "start: %s%s = %.12g projected onto the constraints: %.12g\n",
                             name, prime[i / a->nq], vv_unsigned_zero(u * a->wanted[i]),
                             vv_unsigned_zero(u * a->value[i]));
        else
            vv_buffer_printf(account, "start: %s%s = %.12g from the constraints\n", name,
                             prime[i / a->nq], vv_unsigned_zero(u * a->value[i]));
    }
    const double *want = a->speeds_out ? vv_assembly_wanted_speeds(a) : NULL;
    for (int k = 0; want && k < a->nspeeds; k++)
        if (fabs(a->speeds_out[k] - want[k]) > VV_ASSEMBLY_AS_STATED * (1 + fabs(want[k])))
            vv_buffer_printf(account, "start: %s = %.12g projected onto the constraints: %.12g\n",
                             vv_symbol_get(a->c, a->speed[k]->symbol)->name,
                             a->speed_unit[k] * want[k], a->speed_unit[k] * a->speeds_out[k]);
}

static bool speeds_of(assembly *a, double t, double *w) {
    double *scratch;
    vv_tape *tape = vv_assembly_tape(a, a->f->n, a->f->eq->speed, &scratch);
    if (!scratch) return false;
    for (int i = 0; i < 2 * a->nq; i++) a->in[i] = (a->unit ? a->unit[i] : 1) * a->value[i];
    a->in[2 * a->nq] = t;
    vv_tape_run(tape, a->in, w, scratch);
    return true;
}

bool vv_initial_state_speeds(const vv_dynamics *f, double t, const double *rates, double *state) {
    assembly a = {.f = f, .c = f->c, .nq = f->nq};
    a.value = VV_ARRAY(f->c, double, 2 * a.nq + 1);
    a.in = VV_ARRAY(f->c, double, 2 * a.nq + 2);
    if (!a.value || !a.in) return false;
    memcpy(a.value, rates, 2 * (size_t)a.nq * sizeof *rates);
    memcpy(state, rates, (size_t)a.nq * sizeof *rates);
    return speeds_of(&a, t, state + a.nq);
}

vv_status vv_initial_state_find(const vv_dynamics *f, double t, double *state, double *rates,
                                vv_buffer *account) {
    int nq = f->nq, rows = f->s->nrows + f->s->servo.r + f->s->servo.nhidden;
    assembly a = {.f = f, .c = f->c, .nq = nq};
    a.row = VV_ARRAY(f->c, const vv_constraint_row *, rows + 1);
    a.in = VV_ARRAY(f->c, double, 2 * nq + 2);
    a.value = VV_ARRAY(f->c, double, 2 * nq + 1);
    a.wanted = VV_ARRAY(f->c, double, 2 * nq + 1);
    a.stated = VV_ARRAY(f->c, bool, 2 * nq + 1);
    a.speed = VV_ARRAY(f->c, const vv_assignment *, f->s->m->nstarts + f->s->m->nspeeds + 1);
    a.soft = VV_ARRAY(f->c, bool, rows + 1);
    a.guess = VV_ARRAY(f->c, bool, nq + 1);
    a.open = VV_ARRAY(f->c, bool, f->coulomb ? f->coulomb->nnormals + 1 : 1);
    a.gap = VV_ARRAY(f->c, double, f->coulomb ? f->coulomb->nnormals + 1 : 1);
    a.willing = VV_ARRAY(f->c, int, nq + 1);
    a.led = VV_ARRAY(f->c, bool, nq + 1);
    a.unit = VV_ARRAY(f->c, double, 2 * nq + 1);
    a.kind = VV_ARRAY(f->c, vv_dimension, nq + 1);
    a.row_unit = VV_ARRAY(f->c, double, rows + 1);
    a.speed_unit = VV_ARRAY(f->c, double, f->s->m->nstarts + f->s->m->nspeeds + 1);
    if (!vv_ctx_ok(f->c)) return vv_ctx_status(f->c);
    vv_assembly_read_stated_values(&a);
    if (!vv_ctx_ok(f->c) || !assemble(&a, true, t) || !vv_assembly_constraints_are_regular(&a, t))
        return vv_ctx_status(f->c);
    if (!assemble(&a, false, t) || !speeds_of(&a, t, state + nq)) return vv_ctx_status(f->c);
    for (int i = 0; i < nq; i++) state[i] = a.unit[i] * a.value[i];
    for (int i = 0; rates && i < nq; i++) rates[i] = a.unit[nq + i] * a.value[nq + i];
    if (rates && !f->multipliers && !vv_assembly_rates_from_speeds(&a, t, state, rates))
        return vv_ctx_status(f->c);
    vv_assembly_apply_separated_contacts(&a);
    tell(&a, account);
    return vv_ctx_status(f->c);
}

vv_status vv_initial_state_of_model(vv_ctx *c, const vv_system *s, double *out) {
    enum { ORDER = 8 }; /* of series that are not used */
    const vv_system *all = vv_formulation_with_redundant_rows(c, s);
    vv_equations *eq = VV_NEW(c, vv_equations);
    vv_dynamics *f = VV_NEW(c, vv_dynamics);
    vv_buffer account = VV_BUFFER(c);
    const char *why;
    if (!all || !eq || !f) return vv_ctx_status(c);
    if (vv_formulation_constrained(c, all, eq, &why) != VV_OK) return vv_ctx_fail(c, VV_E_BEYOND);
    if (vv_dynamics_build(c, all, eq, ORDER, f) == VV_OK)
        vv_initial_state_find(f, 0, out, NULL, &account);
    vv_buffer_free(&account);
    return vv_ctx_status(c);
}
