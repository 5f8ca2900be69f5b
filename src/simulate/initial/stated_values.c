/* What a model states about its initial state: values, and the priorities of all others; and how
 * far a state is from it. */
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/initial/assembly.h"
#include "simulate/initial/initial_tolerances.h"

static const double FAR = 0.25; /* a larger relative change of a stated value is an error */

/* ---- stated values -------------------------------------------------------------------------- */

static bool number(const assembly *a, vv_expr e, double *out) {
    vv_tape *t = vv_dynamics_tape(a->f, 1, &e);
    double *scratch = t ? VV_ARRAY(a->c, double, t->nslots + 1) : NULL,
           *in = t ? VV_ARRAY(a->c, double, t->nin + 1) : NULL;
    if (!scratch || !in) return false;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, in, out, scratch);
    return true;
}

static void find_guesses(assembly *a) {
    const vv_model *m = a->f->s->m;
    for (int k = 0; k < m->nrollings; k++)
        for (int p = 0; p < m->rolling[k].nplaces; p++)
            for (int i = 0; i < a->nq; i++)
                a->guess[i] |= vv_same(m->rolling[k].place[p], m->coordinate[i].q);
}

static bool is_stated(const assembly *a, vv_expr speed) {
    for (int k = 0; k < a->nspeeds; k++)
        if (vv_same(a->speed[k]->symbol, speed)) return true;
    return false;
}

/* Speeds that are not stated: declared ones, if the model states others of them, and those of free
 * frames, whose Euler parameters users do not think of. */
static void find_idle(assembly *a) {
    const vv_model *m = a->f->s->m;
    bool any = false;
    for (int i = 0; i < m->nspeeds; i++)
        any |= !m->speed[i].free && is_stated(a, m->speed[i].symbol);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < m->nspeeds; i++) {
            const vv_speed *w = &m->speed[i];
            if (w->free != (pass == 1) || !w->value.id || is_stated(a, w->symbol)) continue;
            vv_assignment *zero = w->free || any ? VV_NEW(a->c, vv_assignment) : NULL;
            if (!zero) continue;
            *zero = (vv_assignment){.symbol = w->symbol, .value = VV_ZERO};
            a->speed[a->nspeeds + a->nidle++] = zero;
            a->ndeclared += pass == 0;
        }
}

static void read_stated(assembly *a) {
    const vv_model *m = a->f->s->m;
    for (int i = 0; i < a->nq; i++) a->wanted[i] = m->coordinate[i].begins;
    for (int k = 0; k < m->nstarts; k++) {
        int at = -1;
        for (int i = 0; i < a->nq; i++) {
            if (vv_same(m->start[k].symbol, m->coordinate[i].q)) at = i;
            if (vv_same(m->start[k].symbol, m->coordinate[i].qd)) at = a->nq + i;
        }
        if (at < 0)
            a->speed[a->nspeeds++] = &m->start[k];
        else if (number(a, m->start[k].value, &a->wanted[at]))
            a->stated[at] = true;
    }
    memcpy(a->value, a->wanted, 2 * (size_t)a->nq * sizeof *a->value);
}

void vv_assembly_read_stated_values(assembly *a) {
    find_guesses(a);
    read_stated(a);
    find_idle(a);
}

/* ---- priorities ----------------------------------------------------------------------------- */

/* Does the rate move the body on which another one rolls? That body should stay at rest rather than
 * the rolling one. */
static bool moves_support(const assembly *a, int i) {
    const vv_model *m = a->f->s->m;
    bool any = false;
    for (int k = 0; k < m->nrollings; k++) {
        const vv_vec *v = &m->rolling[k].support_velocity;
        for (int p = 0; p < v->n && m->rolling[k].support_body >= 0; p++)
            for (int d = 0; d < 3; d++)
                any |= vv_depends(a->c, v->part[p].x[d], 1, &m->coordinate[i].qd);
    }
    return any;
}

/* Rates that constraints determine with a constant coefficient are the last to stay 0. */
static int reluctance(const assembly *a, int i) {
    int rows = 0, plain = 0;
    if (a->f->s->m->coordinate[i].dependent) return 3;
    for (int r = 0; r < a->nrows; r++) {
        vv_expr k = a->row[r]->coefficient[i];
        rows += !vv_is_zero(k);
        plain += !vv_is_zero(k) && vv_is_const(a->c, k);
    }
    return rows == 0 ? 0 : plain ? 2 : 1;
}

void vv_assembly_prioritize(assembly *a) {
    int n = 0;
    for (int level = 0; level <= 3; level++)
        for (int i = 0; i < a->nq; i++)
            if (reluctance(a, i) == level) {
                a->willing[n++] = i;
                a->led[i] = (level > 1 && !moves_support(a, i)) || a->guess[i] ||
                            a->f->s->m->coordinate[i].internal;
            }
}

/* ---- changes -------------------------------------------------------------------------------- */

bool vv_assembly_is_as_stated(const assembly *a, bool positions) {
    int first = positions ? 0 : a->nq;
    for (int i = 0; i < a->nq; i++)
        if (a->stated[first + i] && !(a->yield && a->guess[i]) &&
            fabs(a->value[first + i] - a->wanted[first + i]) >
                VV_ASSEMBLY_AS_STATED * (1 + fabs(a->wanted[first + i])))
            return false;
    for (int k = 0; k < a->nspeeds && !positions; k++) {
        double want = vv_assembly_wanted_speeds(a)[k];
        if (fabs(a->speeds_out[k] - want) > VV_ASSEMBLY_AS_STATED * (1 + fabs(want))) return false;
    }
    return true;
}

bool vv_assembly_positions_within(assembly *a, double t, double far) {
    double size = 0, most = vv_norm_inf_or_nan(a->nq, a->wanted);
    for (int i = 0; i < a->nq; i++)
        if (!vv_assembly_is_angle(a, i, t))
            size = hypot(size, fmax(fabs(a->wanted[i]), fabs(a->value[i])));
    for (int i = 0; i < a->nq; i++) {
        double by = fabs(a->value[i] - a->wanted[i]);
        if (!a->stated[i] || by <= far * size) continue;
        if (by > far * fmax(most, 1) || !vv_assembly_is_angle(a, i, t)) return false;
    }
    return true;
}

bool vv_assembly_is_near_stated(assembly *a, bool positions, double t) {
    int first = positions ? 0 : a->nq;
    if (positions) return vv_assembly_positions_within(a, t, FAR);
    double size = vv_norm_inf_or_nan(a->nq, a->wanted + first);
    for (int i = 0; i < a->nq; i++) {
        double by = fabs(a->value[first + i] - a->wanted[first + i]);
        if (a->stated[first + i] && by > FAR * size) return false;
    }
    const double *want = a->speeds_out ? vv_assembly_wanted_speeds(a) : NULL;
    for (int k = 0; want && !positions && k < a->nspeeds; k++)
        if (fabs(a->speeds_out[k] - want[k]) > FAR * vv_norm_inf_or_nan(a->nspeeds, want))
            return false;
    return true;
}
