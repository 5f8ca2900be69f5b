/* Statically indeterminate reactions of several contacts. */
#include <math.h>
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/contact/contact_modes.h"
#include "simulate/diagnostics.h"

bool vv_indeterminacy_new(vv_contact_modes *m) {
    vv_ctx *c = m->f->c;
    m->free = VV_ARRAY(c, bool, m->f->kkt.n + 1);
    m->indeterminacy.normal = VV_ARRAY(c, bool, m->friction->n + 1);
    m->indeterminacy.slip = VV_ARRAY(c, bool, m->friction->n + 1);
    if (!vv_kkt_new(c, m->f->kkt.n, &m->matrix)) return false;
    m->matrix.ninertia = m->f->nown;
    return vv_ctx_ok(c);
}

/* Redundant constraints leave A z = 0 with z nonzero: a multiplier with a component in z is not
 * determined. Through a sliding law N also affects the accelerations, which then appear in z. */
void vv_indeterminacy_detect(vv_contact_modes *m, const vv_stepper *s) {
    enum { LEAST_EXPONENT = -33 }; /* as in dynamics.c */
    vv_kkt *d = &m->matrix;
    size_t n = (size_t)d->n;
    memset(m->free, 0, n * sizeof *m->free);
    m->friction->coulomb.undivided = true;
    vv_dynamics_fault fault = vv_dynamics_evaluate_matrix(m->f, s->x, s->t);
    m->friction->coulomb.undivided = false;
    if (fault != VV_DYNAMICS_OK) return;
    memcpy(d->a, m->f->kkt.a, n * n * sizeof *d->a);
    memset(d->row_most, 0, n * sizeof *d->row_most); /* the rows were different before */
    memset(d->column_most, 0, n * sizeof *d->column_most);
    if (vv_kkt_factor(d, ldexp(1, LEAST_EXPONENT))) vv_kkt_find_undetermined(d, m->free);
}

bool vv_indeterminacy_law_is_redundant(vv_contact_modes *m, const vv_stepper *s, int law) {
    vv_dynamics *f = m->f;
    vv_coulomb_law *l = &m->friction->coulomb.law[law], was = *l;
    vv_mark mark = vv_arena_mark(f->c);
    int n = 0, columns = f->n;
    double *row = VV_MATRIX(f->c, double, f->eq->nrows + 1, columns);
    bool tied = row != NULL;
    l->mode = VV_CONTACT_STICKING; /* so that its rows are in the matrix */
    tied = tied && vv_dynamics_evaluate_matrix(f, s->x, s->t) == VV_DYNAMICS_OK;
    l->mode = was.mode;
    const double *a = f->kkt.a + (size_t)f->n * (size_t)f->kkt.n;
    for (int r = 0; tied && r < f->eq->nrows; r++) {
        if (f->coulomb->released[r]) continue;
        memcpy(row + n * columns, a + r * f->kkt.n, (size_t)columns * sizeof *row);
        n += vv_orthonormal_extend(columns, n, row, VV_SELECT_DEPENDENT);
    }
    for (int j = 0; tied && j < l->n; j++) {
        memcpy(row + n * columns, a + l->row[j] * f->kkt.n, (size_t)columns * sizeof *row);
        tied = !vv_orthonormal_extend(columns, n, row, VV_SELECT_DEPENDENT);
    }
    vv_arena_release(f->c, mark);
    return tied;
}

void vv_indeterminacy_note(vv_contact_modes *m, double t) {
    vv_indeterminacy *p = &m->indeterminacy;
    const bool *multiplier = m->free + m->f->n;
    bool any = false;
    for (int i = 0; i < m->friction->n; i++) {
        const vv_contact_normal *w = &m->friction->coulomb.normal[i];
        const vv_coulomb_law *l = w->slip >= 0 ? &m->friction->coulomb.law[w->slip] : NULL;
        bool normal = w->row >= 0 && multiplier[w->row], slip = false;
        for (int j = 0; l && j < l->n; j++) slip |= multiplier[l->row[j]];
        p->normal[i] |= normal, p->slip[i] |= slip;
        any |= normal || slip;
    }
    for (int i = 0; any && i < m->f->n; i++) p->motion |= m->free[i];
    if (any && !p->any) p->any = true, p->since = t;
}

static void name(vv_buffer *b, const char *what, const char *point) {
    vv_buffer_printf(b, "%s%s(%s)", b->length ? ", " : "", what, point);
}

static const char *list(const vv_contact_modes *m, const vv_rolling **first) {
    vv_buffer b = VV_BUFFER(m->f->c);
    for (int i = m->friction->n - 1; i >= 0; i--)
        if (m->indeterminacy.normal[i] || m->indeterminacy.slip[i])
            *first = m->friction->touch[i].rolling;
    for (int i = 0; i < m->friction->n; i++) {
        if (m->indeterminacy.normal[i]) name(&b, "N", m->friction->touch[i].point);
        if (m->indeterminacy.slip[i]) name(&b, "F", m->friction->touch[i].point);
    }
    return vv_buffer_text(&b);
}

void vv_indeterminacy_report(const vv_contact_modes *m, vv_buffer *account) {
    const vv_indeterminacy *p = &m->indeterminacy;
    const vv_rolling *first = NULL;
    if (!p->any) return;
    const char *names = list(m, &first);
    vv_buffer_printf(account,
                     "statically indeterminate reactions: %s, first at t = %.9g; one of many "
                     "solutions is shown, and sliding and separation follow it\n",
                     names, p->since);
    vv_diag_hint(
        m->f->c,
        vv_diag_add(m->f->c, VV_WARNING, VV_D_SPARE, first->span,
                    "the equations determine only combinations of %s from t = %.9g on%s", names,
                    p->since,
                    p->motion ? ", and with friction the motion depends on the choice" : ""),
        "the columns show one of many solutions, which decides sliding and separation; rigid "
        "bodies do not share a load uniquely: remove a contact, or make one elastic");
}

void vv_indeterminacy_serialize(vv_contact_modes *m, vv_serializer *k) {
    VV_SERIALIZE_ARRAY(k, m->indeterminacy.normal, m->friction->n);
    VV_SERIALIZE_ARRAY(k, m->indeterminacy.slip, m->friction->n);
    VV_SERIALIZE(k, m->indeterminacy.motion);
    VV_SERIALIZE(k, m->indeterminacy.any);
    VV_SERIALIZE(k, m->indeterminacy.since);
}
