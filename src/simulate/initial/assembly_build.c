/* The equations of consistent initialization as tapes: constraints of a level, mass matrix,
 * speeds. */
#include <string.h>

#include "evaluate/tape/tape.h"
#include "simulate/initial/assembly.h"

vv_tape *vv_assembly_tape(assembly *a, int n, const vv_expr *out, double **scratch) {
    const vv_system *s = a->f->s;
    const vv_parameter_values *x = &a->f->fixed;
    vv_expr *in = VV_ARRAY(a->c, vv_expr, 2 * a->nq + 2);
    for (int i = 0; in && i < a->nq; i++) in[i] = s->q[i], in[a->nq + i] = s->qd[i];
    if (in) in[2 * a->nq] = s->m->t;
    vv_tape_plan plan = {2 * a->nq + 1, in, x->n, x->symbol, x->value, n, out};
    vv_tape *t = vv_ctx_ok(a->c) ? vv_tape_build_quick(a->c, &plan, NULL) : NULL;
    *scratch = t ? VV_ARRAY(a->c, double, t->nslots + 1) : NULL;
    if (*scratch) vv_tape_prepare(t, *scratch);
    return t;
}

/* Constraints held by friction are optional at the start: a body may begin by sliding. */
static bool is_soft(const assembly *a, const vv_constraint_row *row) {
    const vv_coulomb *w = a->f->coulomb;
    for (int l = 0; l < w->n; l++)
        for (int j = 0; j < w->law[l].n; j++)
            if (row == &a->f->s->row[w->law[l].row[j]]) return true;
    return false;
}

/* Contacts separated at the start impose nothing. */
static bool is_open(const assembly *a, int row) {
    const vv_coulomb *w = a->f->coulomb;
    for (int i = 0; w && i < w->nnormals; i++)
        if (a->open[i] && w->normal[i].row == row) return true;
    for (int l = 0; w && l < w->n; l++)
        for (int j = 0; j < w->law[l].n; j++)
            if (a->open[w->law[l].normal] && w->law[l].row[j] == row) return true;
    return false;
}

bool vv_assembly_build(assembly *a, bool positions) {
    const vv_system *s = a->f->s;
    int nq = a->nq, all = s->nrows + s->servo.r + s->servo.nhidden, n = 0;
    a->nrows = a->rank = 0;
    a->level = positions ? 0 : nq;
    for (int r = 0; r < all; r++) {
        const vv_constraint_row *row = r < s->nrows ? &s->row[r] : &s->servo.row[r - s->nrows];
        if ((positions && !row->finite.id) || is_open(a, r)) continue;
        a->row[a->nrows++] = row;
        a->rank += !s->nkept || r < s->nkept || r >= s->nrows;
    }
    for (int i = 0; a->f->coulomb && i < a->nrows; i++) a->soft[i] = is_soft(a, a->row[i]);
    vv_expr *out = VV_ARRAY(a->c, vv_expr, (size_t)a->nrows * (size_t)(nq + 1) + 1);
    if (!out) return false;
    for (int r = 0; r < a->nrows; r++)
        out[n++] = positions ? a->row[r]->finite : a->row[r]->velocity;
    for (int r = 0; r < a->nrows; r++, n += nq)
        memcpy(out + n, a->row[r]->coefficient, (size_t)nq * sizeof *out);
    a->tape = vv_assembly_tape(a, n, out, &a->scratch);
    a->out = VV_ARRAY(a->c, double, n + 1);
    return a->scratch && a->out;
}

bool vv_assembly_build_mass_matrix(assembly *a) {
    const vv_system *s = a->f->s;
    int nq = a->nq;
    if (a->masses) return true;
    vv_expr *M = VV_ARRAY(a->c, vv_expr, nq * nq + 1), *p = VV_ARRAY(a->c, vv_expr, nq + 1);
    a->masses_out = VV_ARRAY(a->c, double, nq *nq + 1);
    if (!M || !p || !a->masses_out) return false;
    vv_gradient(a->c, s->T, nq, s->qd, p);
    vv_jacobian(a->c, nq, p, nq, s->qd, M);
    a->masses = vv_assembly_tape(a, nq * nq, M, &a->masses_scratch);
    return a->masses_scratch != NULL;
}

bool vv_assembly_build_speeds(assembly *a) {
    const vv_system *s = a->f->s;
    int n = a->nspeeds + a->nidle, nq = a->nq;
    vv_expr *out = VV_ARRAY(a->c, vv_expr, (size_t)n * (size_t)(nq + 2) + 1);
    if (!out) return false;
    for (int k = 0; k < n; k++) {
        out[k] = vv_expr_in_coordinates(a->c, s, a->speed[k]->symbol);
        vv_gradient(a->c, out[k], nq, s->qd, out + n + k * nq);
        out[n + n * nq + k] = a->speed[k]->value;
    }
    a->speeds = vv_assembly_tape(a, n * (nq + 2), out, &a->speeds_scratch);
    a->speeds_out = VV_ARRAY(a->c, double, n *(nq + 2) + 1);
    return a->speeds_scratch && a->speeds_out;
}
