/* Which contacts separate. No reaction may pull: contacts whose reaction would are separated one
 * after another; if this leads to no consistent solution, every set of contacts that may separate
 * together is tried, small sets first. With few contacts the sets are few: if none is consistent,
 * the rigid bodies have no motion [Painlevé]. */
#include <string.h>

#include "base/base.h"
#include "simulate/contact/mode_search.h"

static bool may_part(const vv_contact_modes *m, int contact) {
    const vv_contact_normal *n = &m->friction->coulomb.normal[contact];
    return n->row >= 0 && n->gap.id;
}

/* Separates, one after another, the contacts whose reaction would pull. */
static vv_mode_fault part_pulled(vv_mode_search *k) {
    vv_contact_modes *m = k->m;
    for (int tries = 0; tries <= m->friction->n; tries++) {
        if (vv_mode_search_touching(k)) return VV_MODE_OK;
        if (m->fault_contact < 0) break;
        if (!may_part(m, m->fault_contact)) return VV_MODE_CANNOT_SEPARATE;
        vv_indeterminacy_note(m, k->s->t); /* its separation may depend on a choice */
        vv_contact_modes_separate(m, m->fault_contact, vv_coulomb_gap(m->f, m->fault_contact)[0]);
    }
    return VV_MODE_INCONSISTENT;
}

/* What a search modifies. */
typedef struct standing {
    vv_coulomb_law *law;
    vv_slip_state *course;
    vv_contact_normal *normal;
    bool *fresh;
    long *lifts;
    double *gap;
} standing;

static bool note_standing(const vv_contact_modes *m, standing *to) {
    const vv_coulomb *w = &m->friction->coulomb;
    vv_ctx *c = m->f->c;
    to->law = VV_ARRAY(c, vv_coulomb_law, w->n + 1);
    to->course = VV_ARRAY(c, vv_slip_state, w->n + 1);
    to->normal = VV_ARRAY(c, vv_contact_normal, w->nnormals + 1);
    to->fresh = VV_ARRAY(c, bool, w->nnormals + 1);
    to->lifts = VV_ARRAY(c, long, w->nnormals + 1);
    to->gap = VV_ARRAY(c, double, w->nnormals + 1);
    if (!vv_ctx_ok(c)) return false;
    memcpy(to->law, w->law, (size_t)w->n * sizeof *to->law);
    memcpy(to->course, m->slip, (size_t)w->n * sizeof *to->course);
    memcpy(to->normal, w->normal, (size_t)w->nnormals * sizeof *to->normal);
    memcpy(to->fresh, m->fresh, (size_t)w->nnormals * sizeof *to->fresh);
    memcpy(to->lifts, m->separations, (size_t)w->nnormals * sizeof *to->lifts);
    memcpy(to->gap, m->gap, (size_t)w->nnormals * sizeof *to->gap);
    return true;
}

static void return_to(vv_contact_modes *m, const standing *from) {
    const vv_coulomb *w = &m->friction->coulomb;
    memcpy(w->law, from->law, (size_t)w->n * sizeof *from->law);
    memcpy(m->slip, from->course, (size_t)w->n * sizeof *from->course);
    memcpy(w->normal, from->normal, (size_t)w->nnormals * sizeof *from->normal);
    memcpy(m->fresh, from->fresh, (size_t)w->nnormals * sizeof *from->fresh);
    memcpy(m->separations, from->lifts, (size_t)w->nnormals * sizeof *from->lifts);
    memcpy(m->gap, from->gap, (size_t)w->nnormals * sizeof *from->gap);
    vv_friction_forces_clear(m);
}

static int count_bits(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

/* Closed contacts that the model allows to separate. */
static int list_touching(const vv_contact_modes *m, int most, int *out) {
    int n = 0;
    for (int i = 0; i < m->friction->coulomb.nnormals && n < most; i++) {
        bool touches =
            !m->friction->coulomb.normal[i].separated || (m->fresh[i] && !m->has_velocity[i]);
        if (touches && may_part(m, i)) out[n++] = i;
    }
    return n;
}

static bool settle_with(vv_mode_search *k, int n, const int *contact, unsigned parts) {
    vv_contact_modes *m = k->m;
    for (int i = 0; i < n; i++) {
        const vv_contact_normal *w = &m->friction->coulomb.normal[contact[i]];
        bool should = parts >> i & 1;
        if (should && !w->separated) vv_contact_modes_separate(m, contact[i], w->height);
        if (!should && w->separated) vv_contact_modes_keep_closed(m, k->s, contact[i]);
    }
    return vv_mode_search_touching(k);
}

/* Tries every set of contacts that may separate together, small sets first. */
static bool part_together(vv_mode_search *k, const standing *before) {
    int contact[VV_MINIMAX_MAX_FORCES], n;
    return_to(k->m, before);
    n = list_touching(k->m, VV_MINIMAX_MAX_FORCES, contact);
    for (int size = 0; size <= n; size++)
        for (unsigned set = 0; set < 1U << n; set++) {
            if (count_bits(set) != size) continue;
            return_to(k->m, before);
            vv_mode_search_solve(k); /* current velocities and gaps */
            if (settle_with(k, n, contact, set)) return true;
        }
    return false;
}

/* Accelerations that the forces give to bodies without contacts. */
static void measure_forces(vv_mode_search *k, const standing *before) {
    vv_dynamics *f = k->m->f;
    vv_coulomb *w = &k->m->friction->coulomb;
    for (int i = 0; i < w->nnormals; i++) w->normal[i].separated |= w->normal[i].row >= 0;
    for (int l = 0; l < w->n; l++) w->law[l].mode = VV_CONTACT_SEPARATED;
    w->nshared = 0;
    vv_coulomb_apply_modes(f);
    if (vv_dynamics_evaluate_matrix(f, k->s->x, k->s->t) == VV_DYNAMICS_OK &&
        vv_dynamics_factor(f) == VV_DYNAMICS_OK &&
        vv_dynamics_expand_series(f, k->s->x, k->s->t) == VV_DYNAMICS_OK)
        vv_mode_search_largest_acceleration(f, k->m->free_acceleration);
    return_to(k->m, before);
}

/* Closes the separated contacts that others keep in place: they touch all the same, and may have to
 * bear a load again. */
static void take_back_kept(vv_mode_search *k) {
    vv_coulomb *w = &k->m->friction->coulomb;
    vv_friction_forces_clear(k->m); /* all relations that hold stand in the matrix */
    w->nshared = 0;
    vv_coulomb_apply_modes(k->m->f);
    for (int i = 0; i < w->nnormals; i++)
        if (w->normal[i].separated && w->normal[i].kept)
            vv_contact_modes_keep_closed(k->m, k->s, i);
}

vv_mode_fault vv_contact_modes_search(vv_contact_modes *m, vv_stepper *s) {
    int law[VV_MINIMAX_MAX_FORCES];
    vv_mode_search k = {.m = m, .s = s, .law = law};
    standing first, before;
    vv_mark mark = vv_arena_mark(m->f->c);
    if (!note_standing(m, &first)) return VV_MODE_NAN;
    measure_forces(&k, &first);
    vv_indeterminacy_detect(m, s);
    take_back_kept(&k);
    if (!note_standing(m, &before)) return VV_MODE_NAN;
    m->all_slide = !vv_mode_search_collect_laws(&k);
    vv_mode_fault fault = part_pulled(&k);
    int pulled = m->fault_contact < 0 ? 0 : m->fault_contact;
    if (fault != VV_MODE_OK && part_together(&k, &before)) fault = VV_MODE_OK;
    if (fault != VV_MODE_OK) return_to(m, &first), m->fault_contact = pulled;
    for (int i = 0; fault == VV_MODE_OK && i < m->friction->coulomb.nnormals; i++)
        if (m->friction->coulomb.normal[i].separated && !first.normal[i].separated)
            m->event = VV_TRANSITION_SEPARATION;
    if (vv_trace(m->f->c, VV_TRACE_MODES)) vv_contact_modes_trace(m, s, fault);
    vv_arena_release(m->f->c, mark);
    return fault;
}
