#include "simulate/run/columns.h"

#include <string.h>

#include "evaluate/tape/tape.h"
#include "kinematics/kinematics.h"
#include "simulate/run/run.h"
#include "simulate/formulation/formulation.h"

static void add(const vv_dynamics *f, vv_columns *k, const char *name, vv_expr e) {
    (void)f;
    k->name[k->n] = name ? name : "";
    k->value[k->n++] = e;
}

/* A value that depends on an indeterminate force has no column. */
static bool undetermined(const vv_dynamics *f, const vv_show *show, int n, const vv_expr *e) {
    const char *why = vv_dynamics_missing_reaction(f, n, e);
    if (!why) return false;
    vv_diag_add(f->c, VV_WARNING, VV_D_COLUMN, show->span, "no column of %s: %s", show->text, why);
    return true;
}

/* A force in itself, whose unit its name does not give. */
static bool is_contact_force(const vv_dynamics *f, vv_expr e) {
    const vv_model *m = f->s->m;
    for (int i = 0; i < m->nreactions; i++)
        if (m->reaction[i].kind != VV_REACTION_MULTIPLIER &&
            vv_same(m->reaction[i].component[0], e))
            return true;
    return false;
}

/* The slip of a contact that always rolls is 0: printing it would show rounding, and plots would
 * draw it. */
static vv_expr without_rounding(const vv_dynamics *f, const vv_show *show, vv_expr e) {
    const vv_system *s = f->s;
    if (f->coulomb || !show->text || !strstr(show->text, "slip(")) return e;
    vv_expr by = vv_symbol_map_apply(f->c, &s->maps.to_speeds,
                                     vv_symbol_map_apply(f->c, &s->maps.to_raw, e));
    return vv_vanishes(f->c, &s->facts, by) ? VV_ZERO : e;
}

static void add_shown(const vv_dynamics *f, vv_columns *k, const vv_show *show) {
    static const char *const axis[] = {"x", "y", "z"};
    const vv_frames *frames = &f->s->m->frames;
    vv_expr part[3];
    if (!show->vector) {
        bool there = false; /* a coordinate, rate or speed already has its column */
        for (int i = 0; i < k->n; i++)
            there |= vv_same(k->value[i], show->value) && !strcmp(k->name[i], show->text);
        if (there || undetermined(f, show, 1, &show->value)) return;
        k->force[k->n] = is_contact_force(f, show->value);
        add(f, k, show->text, without_rounding(f, show, show->value));
        return;
    }
    const char *why = "it cannot be expressed in the world's axes";
    if (show->reaction ? !vv_dynamics_reaction(f, show->v, part, &why)
                       : !vv_vec_components(f->c, frames, show->v, 0, part)) {
        vv_diag *d = vv_diag_add(f->c, VV_WARNING, VV_D_COLUMN, show->span, "no column of %s: %s",
                                 show->text, why);
        if (!show->reaction)
            vv_diag_hint(f->c, d,
                         "a frame known only by `turning` has no orientation there: show the "
                         "component you need along it, dot(%s, E.x)",
                         show->path ? show->text : "v");
        return;
    }
    if (undetermined(f, show, 3, part)) return;
    for (int i = 0; i < 3; i++)
        add(f, k, vv_format(f->c, "%s.%s", show->text, axis[i]),
            without_rounding(f, show, part[i]));
}

static void list(const vv_dynamics *f, vv_columns *k) {
    const vv_model *m = f->s->m;
    for (int order = 0; order < 2; order++)
        for (int i = 0; i < m->nq; i++) {
            vv_expr q = m->coordinate[i].q;
            add(f, k, vv_format(f->c, "%s%s", vv_symbol_get(f->c, q)->name, order ? "'" : ""),
                order ? m->coordinate[i].qd : q);
        }
    for (int i = 0; i < m->nspeeds; i++)
        add(f, k, vv_symbol_get(f->c, m->speed[i].symbol)->name, m->speed[i].symbol);
    k->coordinates = m->nq, k->state = k->n;
    for (int i = 0; i < m->nshows; i++) add_shown(f, k, &m->show[i]);
}

static void add_force(const vv_dynamics *f, vv_columns *k, const char *name, vv_expr e) {
    for (int i = 0; i < k->n; i++)
        if (name && !strcmp(k->name[i], name)) return; /* shown by the model */
    k->force[k->n] = true;
    add(f, k, name, e);
}

/* At each frictional contact the normal reaction, the friction force, and the slip speed. */
static void list_contacts(const vv_dynamics *f, vv_columns *k) {
    const vv_coulomb *w = f->coulomb;
    for (int i = 0; w && i < w->nnormals; i++) {
        const vv_contact_normal *n = &w->normal[i];
        const vv_coulomb_law *l = n->slip >= 0 ? &w->law[n->slip] : NULL;
        vv_expr u = VV_ZERO;
        add_force(f, k, vv_format(f->c, "N(%s)", n->point), n->N);
        if (!l) continue;
        for (int j = 0; j < l->n; j++) u = vv_add(f->c, u, vv_pow_int(f->c, l->u[j], 2));
        add_force(f, k, vv_format(f->c, "F(%s)", n->point), vv_coulomb_friction_force(f, n));
        add(f, k, vv_format(f->c, "slip(%s)", n->point), vv_sqrt(f->c, u));
    }
}

/* ---- names and units ------------------------------------------------------------------------ */

const char *vv_columns_dimension_text(vv_ctx *c, vv_dimension d) {
    vv_buffer b = VV_BUFFER(c);
    const int power[] = {d.kg, d.m, d.s};
    static const char *const base[] = {"kg", "m", "s"};
    if (!d.known) return "";
    for (int i = 0; i < 3; i++) {
        if (!power[i]) continue;
        vv_buffer_printf(&b, "%s%s", b.length ? "*" : "", base[i]);
        if (power[i] != 1) vv_buffer_printf(&b, "^%d", power[i]);
    }
    return b.length ? vv_buffer_text(&b) : "1";
}

const char *vv_columns_unit(vv_ctx *c, const vv_model *m, vv_expr e) {
    const char *clash = NULL;
    vv_dimension d = vv_model_dimension(c, m, e, &clash);
    return clash ? "" : vv_columns_dimension_text(c, d);
}

/* Contact constraints are along unit vectors: their multipliers are forces if the model states
 * units of mass and length. */
static bool states_forces(const vv_dynamics *f) {
    const vv_model *m = f->s->m;
    bool length = false, mass = false;
    for (int i = 0; i < m->nbodies; i++)
        mass |= !strcmp(vv_columns_unit(f->c, m, m->body[i].mass), "kg");
    for (int i = 0; i < m->nq; i++)
        length |= !strcmp(vv_columns_unit(f->c, m, m->coordinate[i].q), "m");
    for (int i = 0; i < m->nparameters; i++)
        length |= !strcmp(vv_columns_unit(f->c, m, m->parameter[i].symbol), "m");
    return mass && length;
}

static const char *unit_of(const vv_dynamics *f, const vv_columns *k, int i) {
    const char *unit = vv_columns_unit(f->c, f->s->m, k->value[i]);
    return !*unit && k->force[i] && states_forces(f) ? "kg*m*s^-2" : unit;
}

static void head_of(const vv_dynamics *f, vv_columns *k) {
    const vv_model *m = f->s->m;
    int n = 0;
    k->head[n] = "time", k->unit[n++] = "s";
    for (int i = 0; i < k->n; i++, n++) k->head[n] = k->name[i], k->unit[n] = unit_of(f, k, i);
    for (int d = 0; d < vv_variational_count_named(f); d++)
        for (int i = 0; i < k->n; i++, n++) {
            const vv_variational *v = f->variational;
            const char *name = vv_format(f->c, "d(%s)/d(%s)", k->name[i], v->name[d]);
            k->head[n] = name ? name : "";
            k->unit[n] = vv_columns_unit(f->c, m, vv_div(f->c, k->value[i], v->by[d]));
        }
    if (k->events) k->head[n] = "event", k->unit[n++] = "";
    if (!k->series) return;
    k->head[n] = "step", k->unit[n++] = "s";
    for (int i = 0; i < k->series; i++)
        for (int j = 0; j <= k->order; j++, n++) {
            const char *name = vv_format(f->c, "%s[%d]", k->name[i], j);
            k->head[n] = name ? name : "", k->unit[n] = "";
        }
}

/* Does the model itself define events? */
static bool watches(const vv_model *m) {
    for (int i = 0; i < m->nwhens; i++)
        if (!m->when[i].quiet) return true;
    return false;
}

vv_status vv_columns_build(const vv_dynamics *f, bool dense, vv_columns *k) {
    const vv_model *m = f->s->m;
    int most = 2 * m->nq + m->nspeeds + 3 * m->nshows + (f->coulomb ? 3 * f->coulomb->nnormals : 0);
    most *= 1 + vv_variational_count_named(f);
    *k = (vv_columns){.name = VV_ARRAY(f->c, const char *, most + 1),
                      .value = VV_ARRAY(f->c, vv_expr, most + 1),
                      .force = VV_ARRAY(f->c, bool, most + 1),
                      .events = (watches(m) || f->coulomb) && !dense,
                      .series = dense ? m->nq : 0,
                      .order = f->order};
    if (!vv_ctx_ok(f->c)) return vv_ctx_status(f->c);
    list(f, k);
    list_contacts(f, k);
    k->own = k->n;
    int all = k->n * (1 + vv_variational_count_named(f));
    k->width = 1 + all + k->events + (dense ? 1 + k->series * (k->order + 1) : 0);
    k->head = VV_ARRAY(f->c, const char *, k->width + 1);
    k->unit = VV_ARRAY(f->c, const char *, k->width + 1);
    k->row = VV_ARRAY(f->c, double, k->width + 1);
    k->doubted = VV_ARRAY(f->c, bool, k->width + 1);
    if (!vv_ctx_ok(f->c)) return vv_ctx_status(f->c);
    head_of(f, k);
    vv_dynamics_express(f, k->n, k->value, k->value);
    vv_variational_derivatives(f, k->n, k->value);
    k->n = all;
    k->tape = vv_dynamics_tape(f, k->n, k->value);
    k->scratch = k->tape ? VV_ARRAY(f->c, double, k->tape->nslots + 1) : NULL;
    if (k->scratch) vv_tape_prepare(k->tape, k->scratch);
    return vv_ctx_status(f->c);
}

/* ---- rows ----------------------------------------------------------------------------------- */

vv_status vv_columns_rebuild(const vv_dynamics *f, bool dense, vv_columns *k) {
    vv_diag_mark said = vv_diag_get_mark(f->c);
    vv_status status = vv_columns_build(f, dense, k);
    if (status == VV_OK) vv_diag_rollback(f->c, said);
    return status;
}

void vv_columns_row(vv_columns *k, const double *in, double t, int event) {
    k->row[0] = t;
    vv_tape_run(k->tape, in, k->row + 1, k->scratch);
    if (k->events) k->row[1 + k->n] = event;
}

void vv_columns_series(vv_columns *k, const vv_dynamics *f, double length) {
    double *to = k->row + 1 + k->n + k->events;
    *to++ = length;
    for (int i = 0; i < k->series; i++, to += k->order + 1)
        vv_dynamics_copy_coefficients(f, i, k->order + 1, to);
}
