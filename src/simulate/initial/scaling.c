/* Units in which the numbers of consistent initialization are about 1. Coordinates of one dimension
 * share a unit, from the largest stated value; angles are in radians, Euler parameters have unit 1.
 * A model whose values are between a thousandth and a thousand is not scaled, so that its digits do
 * not depend on this; units are powers of two, so that scaling does not round. */
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/initial/assembly.h"
#include "simulate/initial/initial_tolerances.h"

static bool is_usual(double x) { return x >= VV_SCALING_SMALL && x <= VV_SCALING_LARGE; }

static double power_of_two(double x) {
    return !(x > 0) || isinf(x) || is_usual(x) ? 1 : ldexp(1, ilogb(x));
}

void vv_assembly_evaluate(assembly *a, double t) {
    int nq = a->nq, n = a->nspeeds + a->nidle;
    const double *unit = a->unit + a->level;
    for (int i = 0; i < 2 * nq; i++) a->in[i] = a->unit[i] * a->value[i];
    a->in[2 * nq] = t;
    vv_tape_run(a->tape, a->in, a->out, a->scratch);
    if (a->speeds) vv_tape_run(a->speeds, a->in, a->speeds_out, a->speeds_scratch);
    if (!a->scaled) return;
    for (int r = 0; r < a->nrows; r++) {
        double *k = a->out + a->nrows + r * nq;
        a->out[r] /= a->row_unit[r];
        for (int i = 0; i < nq; i++) k[i] *= unit[i] / a->row_unit[r];
    }
    for (int k = 0; a->speeds && k < n; k++) {
        a->speeds_out[k] /= a->speed_unit[k];
        a->speeds_out[n + n * nq + k] /= a->speed_unit[k];
        for (int i = 0; i < nq; i++) a->speeds_out[n + k * nq + i] *= unit[i] / a->speed_unit[k];
    }
}

/* ---- angles --------------------------------------------------------------------------------- */

/* The largest change of an equation when a coordinate changes by `by`. */
static double change(assembly *a, int i, double by, const double *before, double t) {
    double most = 0, value = a->value[i];
    a->value[i] += by;
    vv_assembly_evaluate(a, t);
    for (int r = 0; r < a->nrows; r++) most = fmax(most, fabs(a->out[r] - before[r]));
    a->value[i] = value;
    return most;
}

/* Is a full turn without effect, up to rounding relative to the effect of smaller changes or to
 * `least`? If those have no effect either, it may be too small to be seen. */
static bool turns(assembly *a, int i, double t, double least) {
    const double TURN = 6.283185307179586477;
    double *before = VV_ARRAY(a->c, double, a->nrows + 1);
    if (!before) return false;
    memcpy(before, a->out, (size_t)a->nrows * sizeof *before);
    double size = fmax(least, fmax(change(a, i, 1, before, t), change(a, i, 2, before, t))),
           off = change(a, i, TURN, before, t);
    vv_assembly_evaluate(a, t);
    return size > 0 && off <= VV_SCALING_PERIODIC * size;
}

bool vv_assembly_is_angle(assembly *a, int i, double t) {
    return a->unit[i] == 1 && turns(a, i, t, 1);
}

/* ---- coordinates ---------------------------------------------------------------------------- */

/* Coordinates scaled together have the same kind: of a known dimension, angles, Euler parameters,
 * and all others. */
static bool same_kind(const vv_dimension *a, const vv_dimension *b) {
    return a->known == b->known && a->kg == b->kg && a->m == b->m && a->s == b->s;
}

static bool is_number(const vv_dimension *d) { return d->known && !d->kg && !d->m && !d->s; }

static bool is_free(const assembly *a, int i) {
    for (int r = 0; r < a->nrows; r++)
        if (vv_depends(a->c, a->row[r]->finite, 1, &a->f->s->q[i])) return false;
    return true;
}

/* Without a dimension, a periodic coordinate is an angle; so are those on which no equation
 * depends, which are left unscaled. */
static vv_dimension kind_of(assembly *a, int i, double t) {
    const vv_coordinate *q = &a->f->s->m->coordinate[i];
    bool finite = a->nrows && !a->level,
         angle = !q->dimension.known && finite && (is_free(a, i) || turns(a, i, t, 0));
    if (q->internal) return (vv_dimension){.s = 1}; /* unlike any other */
    return angle ? (vv_dimension){.known = true} : q->dimension;
}

/* The largest parameter of this dimension, for use if all coordinates are 0. */
static double largest_parameter(const assembly *a, const vv_dimension *d) {
    const vv_parameter_values *x = &a->f->fixed;
    const vv_model *m = a->f->s->m;
    double most = 0;
    for (int p = 0; d->known && p < m->nparameters; p++)
        for (int k = 0; k < x->n; k++)
            if (vv_same(x->symbol[k], m->parameter[p].symbol) &&
                same_kind(d, &m->parameter[p].dimension))
                most = fmax(most, fabs(x->value[k]));
    return most;
}

static void measure_coordinates(assembly *a, double t) {
    int nq = a->nq;
    vv_dimension *kind = a->kind;
    for (int i = 0; i < nq; i++) kind[i] = kind_of(a, i, t);
    for (int i = 0; i < nq && !a->level; i++) { /* only velocities may be unusual */
        double most = 0;
        for (int k = 0; k < nq; k++)
            if (same_kind(&kind[i], &kind[k])) most = fmax(most, fabs(a->wanted[k]));
        if (most == 0) most = largest_parameter(a, &kind[i]);
        bool one = is_number(&kind[i]) || a->f->s->m->coordinate[i].internal;
        a->unit[i] = one ? 1 : power_of_two(most);
    }
}

/* From the largest stated rate of a kind; if there is none, from the coordinates and seconds. */
static void measure_rates(assembly *a) {
    int nq = a->nq;
    for (int i = 0; i < nq; i++) {
        double most = 0;
        for (int k = 0; k < nq; k++)
            if (same_kind(&a->kind[i], &a->kind[k])) most = fmax(most, fabs(a->wanted[nq + k]));
        bool internal = a->f->s->m->coordinate[i].internal;
        a->unit[nq + i] = internal ? 1 : most > 0 ? power_of_two(most) : a->unit[i];
    }
}

/* ---- equations ------------------------------------------------------------------------------ */

/* The first-order change of an equation when a coordinate changes by its unit. */
static double slope(const assembly *a, int r) {
    const double *k = a->out + a->nrows + r * a->nq;
    return vv_norm_inf(a->nq, k);
}

/* One unit for all equations of a statement, since one of them may vanish. If the first-order
 * change is zero the equation is not scaled. */
static void measure_rows(assembly *a, double t) {
    double *size = VV_ARRAY(a->c, double, a->nrows + 1),
           *before = VV_ARRAY(a->c, double, a->nrows + 1);
    bool usual = true;
    if (!size || !before) return;
    vv_assembly_evaluate(a, t);
    for (int r = 0; r < a->nrows; r++) size[r] = slope(a, r), usual &= is_usual(size[r]);
    memcpy(before, a->out, (size_t)a->nrows * sizeof *before);
    for (int i = 0; i < a->nq && !usual && !a->level; i++) {
        double value = a->value[i];
        a->value[i] += 1;
        vv_assembly_evaluate(a, t);
        for (int r = 0; r < a->nrows; r++) size[r] = fmax(size[r], fabs(a->out[r] - before[r]));
        a->value[i] = value;
    }
    for (int r = 0; r < a->nrows; r++) {
        double most = size[r];
        vv_span own = a->row[r]->span;
        for (int k = 0; k < a->nrows; k++) {
            vv_span other = a->row[k]->span;
            if (own.begin == other.begin && own.end == other.end) most = fmax(most, size[k]);
        }
        a->row_unit[r] = power_of_two(most);
    }
}

static void measure_speeds(assembly *a) {
    int n = a->nspeeds + a->nidle, nq = a->nq;
    for (int k = 0; a->speeds && k < n; k++) {
        double sum = 0;
        for (int i = 0; i < nq; i++) sum += fabs(a->speeds_out[n + k * nq + i]);
        a->speed_unit[k] = power_of_two(sum);
    }
}

/* Nothing unusual: neither in the stated numbers nor in the resulting equations. */
static bool is_plain(assembly *a, double t) {
    bool plain = true;
    for (int i = 0; i < a->nq; i++) {
        double x = fabs(a->wanted[a->level + i]);
        plain &= x == 0 || is_usual(x);
    }
    vv_assembly_evaluate(a, t);
    for (int r = 0; r < a->nrows; r++) plain &= is_usual(slope(a, r));
    return plain;
}

void vv_assembly_scale(assembly *a, double t) {
    int nq = a->nq;
    double *unit = a->unit + a->level;
    a->scaled &= a->level > 0;
    for (int r = 0; r < a->nrows; r++) a->row_unit[r] = 1;
    for (int k = 0; k < a->nspeeds + a->nidle; k++) a->speed_unit[k] = 1;
    for (int i = 0; i < 2 * nq && !a->level; i++) a->unit[i] = 1;
    if (!a->scaled && is_plain(a, t)) return;
    if (!a->level || !a->scaled) measure_coordinates(a, t);
    if (a->level) measure_rates(a);
    for (int i = 0; i < nq; i++) {
        a->value[a->level + i] /= unit[i];
        a->wanted[a->level + i] /= unit[i];
    }
    a->scaled = true;
    measure_rows(a, t);
    vv_assembly_evaluate(a, t);
    measure_speeds(a);
    vv_assembly_evaluate(a, t);
}
