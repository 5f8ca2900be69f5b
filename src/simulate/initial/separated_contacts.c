/* Contacts that are separated at the start. */
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/initial/assembly.h"
#include "simulate/initial/initial_tolerances.h"

/* May the normal constraint of this frictional contact be open at the start? A contact of two
 * surfaces has coordinates of its own, which are then meaningless. */
static bool may_open(const assembly *a, int contact, bool positions) {
    const vv_contact_normal *n = &a->f->coulomb->normal[contact];
    if (a->open[contact] || n->row < 0 || !n->gap.id) return false;
    const vv_constraint_row *row = &a->f->s->row[n->row];
    int given = row->given;
    return (!positions || row->finite.id) && !a->f->s->m->constraint[given].touch;
}

static void soften(assembly *a, bool positions) {
    const vv_coulomb *w = a->f->coulomb;
    for (int k = 0; k < a->nrows; k++)
        for (int i = 0; i < w->nnormals; i++)
            if (may_open(a, i, positions) && a->row[k] == &a->f->s->row[w->normal[i].row])
                a->soft[k] = true;
}

/* The gaps, or the opening velocities. */
static bool measure_gaps(assembly *a, bool positions, double t, double *out) {
    const vv_coulomb *w = a->f->coulomb;
    double *scratch;
    vv_expr *e = VV_ARRAY(a->c, vv_expr, w->nnormals + 1);
    for (int i = 0; e && i < w->nnormals; i++)
        e[i] = !may_open(a, i, positions) ? VV_ZERO : positions ? w->normal[i].gap : w->normal[i].u;
    vv_tape *tape = e ? vv_assembly_tape(a, w->nnormals, e, &scratch) : NULL;
    if (!tape || !scratch) return false;
    for (int i = 0; i < 2 * a->nq; i++) a->in[i] = a->unit[i] * a->value[i];
    a->in[2 * a->nq] = t;
    vv_tape_run(tape, a->in, out, scratch);
    return true;
}

/* What is small relative to the stated lengths or rates. */
static double rounded(assembly *a, bool positions, double t) {
    double size = 0;
    for (int i = 0; i < a->nq; i++)
        if (!vv_assembly_is_angle(a, i, t))
            size = fmax(size, fabs(a->unit[a->level + i] * a->value[a->level + i]));
    return positions ? VV_ASSEMBLY_ROUNDED * size : VV_ASSEMBLY_RATE_ROUNDED * size;
}

/* The gaps with which all stated values can be kept; NULL: they cannot. Values and optional rows
 * are restored. */
static double *gaps_as_stated(assembly *a, bool positions, double t, double *small) {
    const vv_coulomb *w = a->f->coulomb;
    size_t rows = (size_t)a->nrows, nq = (size_t)a->nq;
    bool kept, *soft = VV_ARRAY(a->c, bool, rows + 1);
    double *gap = VV_ARRAY(a->c, double, w->nnormals + 1), *value = VV_ARRAY(a->c, double, nq + 1);
    if (!soft || !gap || !value) return NULL;
    memcpy(soft, a->soft, rows * sizeof *soft);
    memcpy(value, a->value + a->level, nq * sizeof *value);
    memcpy(a->value + a->level, a->wanted + a->level, nq * sizeof *value);
    soften(a, positions);
    bool stays = vv_assembly_newton(a, positions, t, false, &kept) &&
                 vv_assembly_is_as_stated(a, positions) && measure_gaps(a, positions, t, gap);
    *small = rounded(a, positions, t);
    memcpy(a->soft, soft, rows * sizeof *soft);
    memcpy(a->value + a->level, value, nq * sizeof *value);
    vv_assembly_evaluate(a, t);
    return stays ? gap : NULL;
}

bool vv_assembly_separate_contacts(assembly *a, bool positions, double t) {
    const vv_coulomb *w = a->f->coulomb;
    bool any = false, into = false;
    double small = 0;
    for (int i = 0; w && i < w->nnormals; i++) any |= may_open(a, i, positions);
    const double *gap = any ? gaps_as_stated(a, positions, t, &small) : NULL;
    any = false;
    for (int i = 0; gap && i < w->nnormals; i++) {
        any |= gap[i] > small;
        into |= gap[i] < -small;
    }
    if (!any || into) return false;
    for (int i = 0; i < w->nnormals; i++) {
        if (!(gap[i] > small)) continue;
        a->open[i] = true;
        a->gap[i] = positions ? gap[i] : 0;
    }
    return vv_assembly_build(a, positions);
}

void vv_assembly_apply_separated_contacts(const assembly *a) {
    vv_coulomb *w = a->f->coulomb;
    for (int i = 0; w && i < w->nnormals; i++) w->normal[i].separated = a->open[i] && a->gap[i] > 0;
    for (int l = 0; w && l < w->n; l++)
        w->law[l].mode = w->law[l].smooth || w->normal[w->law[l].normal].separated
                             ? VV_CONTACT_SEPARATED
                             : VV_CONTACT_STICKING;
}
