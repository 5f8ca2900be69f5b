#include "simulate/formulation/coulomb.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "simulate/formulation/dynamics.h"

vv_expr vv_coulomb_friction_force(const vv_dynamics *f, const vv_contact_normal *at) {
    const vv_coulomb_law *l = &f->coulomb->law[at->slip];
    vv_expr F = VV_ZERO;
    for (int j = 0; j < l->n; j++)
        F = vv_add(f->c, F, vv_pow_int(f->c, f->eq->lambda[l->row[j]], 2));
    return vv_sqrt(f->c, F);
}

void vv_coulomb_outputs(vv_ctx *c, vv_coulomb *l, vv_expr *out) {
    int n = 0;
    for (int i = 0; i < l->n; i++) {
        vv_coulomb_law *k = &l->law[i];
        k->first = n;
        out[n++] = k->limit;
        out[n++] = k->rest;
        if (k->n < 2) continue;
        vv_expr square = vv_add(c, vv_pow_int(c, k->u[0], 2), vv_pow_int(c, k->u[1], 2)),
                speed = vv_sqrt(c, square);
        for (int j = 0; j < 2; j++) out[n++] = vv_mul(c, k->limit, vv_div(c, k->u[j], speed));
    }
    for (int i = 0; i < l->nnormals; i++) {
        l->normal[i].first = n;
        out[n++] = l->normal[i].N;
        out[n++] = l->normal[i].gap.id ? l->normal[i].gap : VV_ZERO;
    }
    l->nresults = n;
}

/* ---- quantities monitored while all contacts stick ------------------------------------------ */

bool vv_coulomb_all_sticking(const vv_coulomb *l) {
    if (l->nshared) return false;
    for (int i = 0; i < l->n; i++)
        if (l->law[i].mode != VV_CONTACT_STICKING || l->law[i].given[0] || l->law[i].given[1])
            return false;
    for (int i = 0; i < l->nnormals; i++)
        if (l->normal[i].separated) return false;
    return true;
}

static bool build_watch(vv_dynamics *f) {
    vv_coulomb *l = f->coulomb;
    int n = 0;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, l->n + 2 * l->nnormals + 1);
    if (!out) return false;
    for (int i = 0; i < l->n; i++) out[n++] = l->law[i].rest;
    for (int i = 0; i < l->nnormals; i++) {
        out[n++] = l->normal[i].N;
        out[n++] = l->normal[i].gap.id ? l->normal[i].gap : VV_ZERO;
    }
    vv_tape *t = vv_dynamics_tape(f, n, out);
    l->watch = t ? vv_jet_build(f->c, t, f->order, NULL, true) : NULL;
    l->watch_work = l->watch ? VV_ARRAY(f->c, double, l->watch->doubles) : NULL;
    if (!l->watch_work) return false;
    vv_jet_prepare(l->watch, l->watch_work);
    return true;
}

void vv_coulomb_expand_watched(vv_dynamics *f) {
    const vv_coulomb *l = f->coulomb;
    for (int i = 0; i < l->watch->nin; i++)
        vv_dynamics_copy_coefficients(f, i, f->order, vv_jet_input(l->watch, l->watch_work, i));
    for (int k = 0; k < f->order; k++) vv_jet_compute_order(l->watch, k, l->watch_work);
}

/* Result i after the residuals, or result `watched` of those evaluated with the closed jets. */
static const double *result(const vv_dynamics *f, int i, int watched) {
    const vv_coulomb *l = f->coulomb;
    if (f->taylor.closed_work && f->taylor.coefficients == f->taylor.closed_work)
        return vv_jet_result(l->watch, l->watch_work, watched);
    return vv_jet_result(f->taylor.jet, f->taylor.work, f->nq + f->n + i);
}

const double *vv_coulomb_static_limit(const vv_dynamics *f, int i) {
    return result(f, f->coulomb->law[i].first + 1, i);
}
const double *vv_coulomb_normal_force(const vv_dynamics *f, int i) {
    return result(f, f->coulomb->normal[i].first, f->coulomb->n + 2 * i);
}
const double *vv_coulomb_gap(const vv_dynamics *f, int i) {
    return result(f, f->coulomb->normal[i].first + 1, f->coulomb->n + 2 * i + 1);
}

/* ---- frictionless contacts ------------------------------------------------------------------- */

/* Is it 0 with the parameter values, some of which may be 0? */
static bool vanishes(const vv_dynamics *f, vv_expr e) {
    for (int i = 0; i < f->fixed.n; i++)
        if (f->fixed.value[i] == 0) e = vv_subst1(f->c, e, f->fixed.symbol[i], VV_ZERO);
    return vv_is_zero(e);
}

/* An event may set a coefficient to 0, or from 0 to another value: a velocity that friction begins
 * to oppose counts as a slip until the state decides. */
static void look_for_smooth(vv_dynamics *f) {
    vv_coulomb *l = f->coulomb;
    for (int i = 0; i < l->n; i++) {
        vv_coulomb_law *k = &l->law[i];
        bool was = k->smooth, separated = l->normal[k->normal].separated;
        k->smooth = vanishes(f, k->limit) && vanishes(f, k->rest);
        if (k->smooth && !was) k->mode = VV_CONTACT_SEPARATED;
        if (was && !k->smooth && !separated) k->mode = VV_CONTACT_SLIDING_DIRECTED;
    }
}

/* ---- rows of the equations ------------------------------------------------------------------ */

bool vv_coulomb_build(vv_dynamics *f) {
    vv_coulomb *l = f->coulomb;
    int nu = f->eq->nunknowns, n = 0;
    look_for_smooth(f);
    vv_expr *out = VV_ARRAY(f->c, vv_expr, l->n * (nu + 2) + 2 * l->nnormals + 1);
    if (!out) return false;
    for (int i = 0; i < l->n; i++, n += nu + 2) {
        out[n] = l->law[i].u[0];
        out[n + 1] = l->law[i].n > 1 ? l->law[i].u[1] : VV_ZERO;
        vv_gradient(f->c, l->law[i].limit, nu, f->eq->unknown, out + n + 2);
    }
    for (int i = 0; i < l->nnormals; i++) {
        out[n++] = l->normal[i].u.id ? l->normal[i].u : VV_ZERO;
        out[n++] = l->normal[i].gap.id ? l->normal[i].gap : VV_ZERO;
    }
    vv_tape *t = vv_dynamics_state_tape(f, n, out);
    l->matrix = t ? vv_jit_build(f->c, t, 1) : NULL;
    l->scratch = l->matrix ? VV_ARRAY(f->c, double, l->matrix->nscratch + 1) : NULL;
    l->out = VV_ARRAY(f->c, double, n + 1);
    l->released = VV_ARRAY(f->c, bool, f->eq->nrows + 1);
    l->sharing = VV_ARRAY(f->c, int, l->nnormals + 1);
    l->shared = VV_MATRIX(f->c, double, l->nnormals + 1, l->nnormals + 1);
    if (!l->scratch || !l->out || !l->released || !l->sharing || !l->shared) return false;
    vv_jit_prepare(l->matrix, l->scratch);
    return !f->taylor.closed_work || build_watch(f);
}

/* Rows and contacts of the laws exist, and each law is in one of the modes. */
static void check_modes(const vv_dynamics *f) {
    const vv_coulomb *l = f->coulomb;
    for (int i = 0; i < l->n; i++) {
        const vv_coulomb_law *k = &l->law[i];
        assert(k->n == 1 || k->n == 2);
        assert(k->normal >= 0 && k->normal < l->nnormals);
        assert(k->mode >= VV_CONTACT_STICKING && k->mode <= VV_CONTACT_SEPARATED);
        for (int j = 0; j < k->n; j++) assert(k->row[j] >= 0 && k->row[j] < f->eq->nrows);
    }
    for (int i = 0; i < l->nnormals; i++)
        assert(l->normal[i].slip < l->n && l->normal[i].row < f->eq->nrows);
    assert(l->nshared >= 0 && l->nshared <= l->nnormals);
}

void vv_coulomb_apply_modes(vv_dynamics *f) {
    vv_coulomb *l = f->coulomb;
    check_modes(f);
    memset(l->released, 0, (size_t)f->eq->nrows * sizeof *l->released);
    for (int i = 0; i < l->n; i++)
        for (int j = 0; j < l->law[i].n; j++)
            l->released[l->law[i].row[j]] =
                l->law[i].mode != VV_CONTACT_STICKING || l->law[i].given[j];
    for (int i = 0; i < l->nnormals; i++)
        if (l->normal[i].row >= 0) l->released[l->normal[i].row] = l->normal[i].separated;
    for (int i = 0; i < l->nshared; i++) l->released[l->normal[l->sharing[i]].row] = true;
    /* the rows have changed: their scales start anew */
    memset(f->kkt.row_most, 0, (size_t)f->kkt.n * sizeof *f->kkt.row_most);
    memset(f->kkt.column_most, 0, (size_t)f->kkt.n * sizeof *f->kkt.column_most);
}

static void measure(vv_dynamics *f, vv_coulomb_law *k) {
    int nu = f->kkt.n;
    const double *w = f->in + f->nq;
    for (int j = 0; j < k->n; j++) {
        const double *a = f->kkt.a + (size_t)(f->n + k->row[j]) * (size_t)nu;
        k->size[j] = k->reach[j] = 0;
        for (int i = 0; i < f->n; i++) {
            k->size[j] += fabs(a[i] * w[i]);
            k->reach[j] += fabs(a[i]);
        }
    }
}

static void measure_normal(vv_dynamics *f, vv_contact_normal *n, const double *found) {
    n->velocity = found[0], n->height = found[1], n->size = 0;
    for (int i = 0; n->row >= 0 && i < f->n; i++)
        n->size += fabs(f->kkt.a[(f->n + n->row) * f->kkt.n + i] * f->in[f->nq + i]);
}

static void put_unit_row(vv_dynamics *f, int r) {
    double *a = f->kkt.a + (size_t)r * (size_t)f->kkt.n;
    memset(a, 0, (size_t)f->kkt.n * sizeof *a);
    a[r] = 1;
}

static void put_shares(vv_dynamics *f, int i) {
    const vv_coulomb *l = f->coulomb;
    const double *z = l->shared + i * l->nnormals;
    double *a = f->kkt.a + (size_t)(f->n + l->normal[l->sharing[i]].row) * (size_t)f->kkt.n;
    memset(a, 0, (size_t)f->kkt.n * sizeof *a);
    for (int j = 0; j < l->nnormals; j++)
        if (l->normal[j].row >= 0) a[f->n + l->normal[j].row] = z[j];
}

void vv_coulomb_matrix_rows(vv_dynamics *f) {
    vv_coulomb *l = f->coulomb;
    int nu = f->kkt.n;
    vv_jit_run(l->matrix, f->in, l->out, l->scratch);
    for (int i = 0; i < l->n; i++) {
        vv_coulomb_law *k = &l->law[i];
        const double *u = l->out + (size_t)i * (size_t)(nu + 2), *by = u + 2;
        double speed = hypot(u[0], u[1]);
        measure(f, k);
        for (int j = 0; j < k->n && k->mode == VV_CONTACT_STICKING && !l->undivided; j++)
            if (k->given[j]) put_unit_row(f, f->n + k->row[j]);
        for (int j = 0; j < k->n && k->mode != VV_CONTACT_STICKING; j++) {
            double *a = f->kkt.a + (size_t)(f->n + k->row[j]) * (size_t)nu,
                   d = k->mode == VV_CONTACT_SLIDING_DIRECTED ? k->direction[j] : u[j] / speed;
            for (int m = 0; m < nu; m++) a[m] = k->mode == VV_CONTACT_SEPARATED ? 0 : d * by[m];
            a[f->n + k->row[j]] += 1;
        }
    }
    for (int i = 0; i < l->nnormals; i++) {
        int r = f->n + l->normal[i].row;
        measure_normal(f, &l->normal[i], l->out + l->n * (nu + 2) + 2 * i);
        if (!l->normal[i].separated || l->normal[i].row < 0) continue;
        put_unit_row(f, r);
    }
    for (int i = 0; i < l->nshared && !l->undivided; i++) put_shares(f, i);
}

/* Coefficient k of d limit. */
static double aimed(const vv_coulomb_law *l, int j, const double *limit, int k) {
    double sum = l->direction[j] * limit[k];
    for (int i = 1; i <= VV_SLIP_DIRECTION_ORDER && i <= k; i++)
        sum += l->direction_series[j][i] * limit[k - i];
    return sum;
}

/* Coefficient k of a prescribed indeterminate reaction. */
static double given(const vv_dynamics *f, const vv_coulomb_law *l, int j, int k) {
    double t = vv_dynamics_coefficients(f, f->nq + 2 * f->n + f->m)[0];
    return k > 1 ? 0 : k ? l->slope[j] : l->gives[j] + l->slope[j] * (t - l->since);
}

void vv_coulomb_rhs_coefficient(vv_dynamics *f, int k) {
    vv_coulomb *l = f->coulomb;
    int behind = f->nq + f->n;
    for (int i = 0; i < l->n; i++) {
        const vv_coulomb_law *w = &l->law[i];
        const double *limit = vv_jet_result(f->taylor.jet, f->taylor.work, behind + w->first);
        for (int j = 0; j < w->n && w->mode == VV_CONTACT_STICKING; j++)
            if (w->given[j]) f->x[f->n + w->row[j]] = given(f, w, j, k);
        for (int j = 0; j < w->n && w->mode != VV_CONTACT_STICKING; j++) {
            double *x = &f->x[f->n + w->row[j]];
            if (w->mode == VV_CONTACT_SEPARATED)
                *x = 0;
            else if (w->mode == VV_CONTACT_SLIDING_DIRECTED)
                *x = -aimed(w, j, limit, k);
            else
                *x = -vv_jet_result(f->taylor.jet, f->taylor.work, behind + w->first + 2 + j)[k];
        }
    }
    for (int i = 0; i < l->nnormals; i++)
        if (l->normal[i].separated && l->normal[i].row >= 0) f->x[f->n + l->normal[i].row] = 0;
    for (int i = 0; i < l->nshared; i++) f->x[f->n + l->normal[l->sharing[i]].row] = 0;
}
