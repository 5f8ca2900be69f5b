#include "simulate/columns.h"

#include <string.h>

#include "evaluate/interpret.h"
#include "kinematics/reaction.h"
#include "simulate/run.h"

static void add(const vv_flow *f, vv_columns *k, const char *name, vv_expr e) {
    (void)f;
    k->name[k->n] = name ? name : "";
    k->value[k->n++] = e;
}

static void add_shown(const vv_flow *f, vv_columns *k, const vv_show *show) {
    static const char *const axis[] = {"x", "y", "z"};
    const vv_frames *frames = &f->s->m->frames;
    vv_expr part[3];
    if (!show->vector) {
        add(f, k, show->text, show->value);
        return;
    }
    const char *why = "it cannot be written in the world's axes";
    if (show->reaction ? !vv_reaction_at(f->c, f->s, show->v, part, &why)
                       : !vv_vec_in(f->c, frames, show->v, 0, part)) {
        vv_diag_add(f->c, VV_WARNING, VV_D_COLUMN, show->span, "no column of %s: %s", show->text,
                    why);
        return;
    }
    for (int i = 0; i < 3; i++) add(f, k, vv_format(f->c, "%s.%s", show->text, axis[i]), part[i]);
}

static void list(const vv_flow *f, vv_columns *k) {
    const vv_model *m = f->s->m;
    for (int order = 0; order < 2; order++)
        for (int i = 0; i < m->nq; i++) {
            vv_expr q = m->coordinate[i].q;
            add(f, k, vv_format(f->c, "%s%s", vv_symbol_get(f->c, q)->name, order ? "'" : ""),
                order ? m->coordinate[i].qd : q);
        }
    for (int i = 0; i < m->nspeeds; i++)
        add(f, k, vv_symbol_get(f->c, m->speed[i].symbol)->name, m->speed[i].symbol);
    for (int i = 0; i < m->nshows; i++) add_shown(f, k, &m->show[i]);
}

/* At each contact with friction the normal reaction, that of friction, and the speed of slip. */
static void list_contacts(const vv_flow *f, vv_columns *k) {
    const vv_laws *w = f->laws;
    for (int i = 0; w && i < w->nnormals; i++) {
        const vv_normal *n = &w->normal[i];
        const vv_law *l = n->slip >= 0 ? &w->law[n->slip] : NULL;
        vv_expr F = VV_ZERO, u = VV_ZERO;
        add(f, k, vv_format(f->c, "N(%s)", n->point), n->N);
        if (!l) continue;
        for (int j = 0; j < l->n; j++) {
            F = vv_add(f->c, F, vv_pow_int(f->c, f->eq->lambda[l->row[j]], 2));
            u = vv_add(f->c, u, vv_pow_int(f->c, l->u[j], 2));
        }
        add(f, k, vv_format(f->c, "F(%s)", n->point), vv_sqrt(f->c, F));
        add(f, k, vv_format(f->c, "slip(%s)", n->point), vv_sqrt(f->c, u));
    }
}

vv_status vv_columns_build(const vv_flow *f, vv_columns *k) {
    const vv_model *m = f->s->m;
    int most = 2 * m->nq + m->nspeeds + 3 * m->nshows + (f->laws ? 3 * f->laws->nnormals : 0);
    *k = (vv_columns){.name = VV_ARRAY(f->c, const char *, most + 1),
                      .value = VV_ARRAY(f->c, vv_expr, most + 1),
                      .out = VV_ARRAY(f->c, double, most + 1),
                      .events = m->nwhens > 0 || f->laws};
    if (!vv_ctx_ok(f->c)) return vv_ctx_status(f->c);
    list(f, k);
    list_contacts(f, k);
    vv_flow_express(f, k->n, k->value, k->value);
    k->tape = vv_flow_tape(f, k->n, k->value);
    k->scratch = k->tape ? VV_ARRAY(f->c, double, k->tape->nslots + 1) : NULL;
    if (k->scratch) vv_tape_prepare(k->tape, k->scratch);
    return vv_ctx_status(f->c);
}

/* Names with a comma or a quotation mark are quoted [RFC 4180]. */
static void put_name(const char *name, vv_buffer *table) {
    bool quoted = strpbrk(name, ",\"") != NULL;
    if (quoted) vv_buffer_char(table, '"');
    for (const char *p = name; *p; p++) {
        if (*p == '"') vv_buffer_char(table, '"');
        vv_buffer_char(table, *p);
    }
    if (quoted) vv_buffer_char(table, '"');
}

void vv_columns_head(const vv_columns *k, vv_buffer *table) {
    vv_buffer_add(table, "time");
    for (int i = 0; i < k->n; i++) {
        vv_buffer_char(table, ',');
        put_name(k->name[i], table);
    }
    if (k->events) vv_buffer_add(table, ",event");
    vv_buffer_char(table, '\n');
}

void vv_columns_row(vv_columns *k, const double *in, double t, int event, vv_buffer *table) {
    vv_tape_run(k->tape, in, k->out, k->scratch);
    vv_buffer_printf(table, "%.17g", t);
    for (int i = 0; i < k->n; i++) vv_buffer_printf(table, ",%.17g", k->out[i]);
    if (k->events) vv_buffer_printf(table, ",%d", event);
    vv_buffer_char(table, '\n');
}
