/* Distribution of statically indeterminate normal forces, such as those of a table on four legs: as
 * by springs of equal stiffness, which is the least-squares solution. It contains no self-stress z,
 * a combination of normal reactions that moves no body: z N = 0 replaces a redundant constraint, so
 * that the series treat it like any other equation. */
#include <string.h>

#include "numeric/numeric.h"
#include "simulate/contact/contact_modes.h"

/* The closed contacts whose normal constraint is one of the equations. In one dimension contacts
 * slip one after another until all do, whatever the normal forces: nothing is chosen. */
static int list_closed(const vv_coulomb *w, int *out) {
    int n = 0;
    for (int i = 0; i < w->nnormals; i++) {
        const vv_contact_normal *own = &w->normal[i];
        if (!own->separated && own->row >= 0) out[n++] = i;
    }
    return n;
}

/* The constraint rows along these normals; false: they are unavailable. */
static bool read_rows(vv_contact_modes *m, const vv_stepper *s, int n, const int *closed,
                      double *a) {
    vv_dynamics *f = m->f;
    vv_coulomb *w = &m->friction->coulomb;
    w->undivided = true;
    bool good = vv_ctx_ok(f->c) && vv_dynamics_evaluate_matrix(f, s->x, s->t) == VV_DYNAMICS_OK;
    w->undivided = false;
    for (int i = 0; good && i < n; i++)
        memcpy(a + i * f->n,
               f->kkt.a + (size_t)(f->n + w->normal[closed[i]].row) * (size_t)f->kkt.n,
               (size_t)f->n * sizeof *a);
    return good;
}

void vv_normal_forces_distribute(vv_contact_modes *m, const vv_stepper *s) {
    vv_dynamics *f = m->f;
    vv_coulomb *w = &m->friction->coulomb;
    vv_mark mark = vv_arena_mark(f->c);
    int *closed = VV_ARRAY(f->c, int, w->nnormals + 1), n = closed ? list_closed(w, closed) : 0;
    double *a = VV_MATRIX(f->c, double, n + 1, f->n), *by = VV_MATRIX(f->c, double, n + 1, n + 1);
    bool *kept = VV_ARRAY(f->c, bool, n + 1);
    w->nshared = 0;
    bool good = n > 1 && read_rows(m, s, n, closed, a);
    if (good) vv_select_independent_rows(n, f->n, a, by, kept);
    for (int i = 0; good && i < n; i++) {
        if (kept[i]) continue;
        double *z = w->shared + w->nshared * w->nnormals;
        memset(z, 0, (size_t)w->nnormals * sizeof *z);
        for (int j = 0; j < n; j++) z[closed[j]] = by[i * n + j];
        w->sharing[w->nshared++] = closed[i];
    }
    vv_arena_release(f->c, mark);
}

/* Is the last row linearly dependent on the others? */
static bool follows(int n, int columns, double *a, double *by, bool *kept) {
    double *last = a + (n - 1) * columns, first = vv_dot(columns, last, last);
    vv_select_independent_rows(n - 1, columns, a, by, kept);
    for (int twice = 0; twice < 2; twice++)
        vv_select_remove_components(n - 1, columns, a, kept, last);
    return vv_dot(columns, last, last) <= VV_SELECT_DEPENDENT * first;
}

void vv_normal_forces_find_supported(vv_contact_modes *m, const vv_stepper *s) {
    vv_dynamics *f = m->f;
    vv_coulomb *w = &m->friction->coulomb;
    vv_mark mark = vv_arena_mark(f->c);
    int *closed = VV_ARRAY(f->c, int, w->nnormals + 1), n = closed ? list_closed(w, closed) : 0;
    double *a = VV_MATRIX(f->c, double, n + 2, f->n), *by = VV_MATRIX(f->c, double, n + 2, n + 2);
    bool *kept = VV_ARRAY(f->c, bool, n + 1);
    for (int i = 0; i < w->nnormals; i++) {
        vv_contact_normal *own = &w->normal[i];
        own->kept = false;
        if (!own->separated || own->row < 0 || n < 1) continue;
        closed[n] = i;
        own->separated = false; /* so that its constraint is in the matrix */
        own->kept = read_rows(m, s, n + 1, closed, a) && follows(n + 1, f->n, a, by, kept);
        own->separated = true;
    }
    vv_arena_release(f->c, mark);
}
