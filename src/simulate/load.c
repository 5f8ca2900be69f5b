/* Pressures that the equations do not divide, as those of a table on four legs: as springs of one
 * stiffness would, which is the division with the least squares. No self-stress z, a sum of normal
 * reactions that moves no body, is part of it: z N = 0 stands in place of a relation that follows
 * from others, so that series know it as any other equation. */
#include <math.h>
#include <string.h>

#include "simulate/modes.h"

/* The closed contacts whose relation along the normal is one of the equations. In one dimension
 * contacts give way one after another, whatever the pressures, until all do: nothing is chosen. */
static int list_closed(const vv_laws *w, int *out) {
    int n = 0;
    for (int i = 0; i < w->nnormals; i++) {
        const vv_normal *own = &w->normal[i];
        bool plane = own->slip >= 0 && w->law[own->slip].n > 1;
        if (!own->apart && own->row >= 0 && plane) out[n++] = i;
    }
    return n;
}

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

/* Rows of a (n, of `columns`) that follow from others before them in by (n*n): what sum of rows
 * vanishes. The largest that is left comes first. */
static void eliminate(int n, int columns, double *a, double *by, bool *kept) {
    const double DEPENDENT = 1e-9;
    double *first = by + n * n;
    memset(by, 0, (size_t)(n * n) * sizeof *by);
    for (int p = 0; p < n; p++) {
        by[p * n + p] = 1, kept[p] = false;
        first[p] = dot(columns, a + p * columns, a + p * columns);
    }
    for (int round = 0; round < n; round++) {
        int best = -1;
        double most = DEPENDENT * DEPENDENT;
        for (int p = 0; p < n; p++) {
            double left = dot(columns, a + p * columns, a + p * columns);
            if (!kept[p] && left > most * first[p]) best = p, most = left / first[p];
        }
        if (best < 0) return;
        kept[best] = true;
        const double *pivot = a + best * columns;
        for (int p = 0; p < n; p++) {
            double *own = a + p * columns,
                   ratio = dot(columns, own, pivot) / dot(columns, pivot, pivot);
            if (kept[p]) continue;
            for (int i = 0; i < columns; i++) own[i] -= ratio * pivot[i];
            for (int i = 0; i < n; i++) by[p * n + i] -= ratio * by[best * n + i];
        }
    }
}

/* The relations along these normals, in rows; false: they are not known. */
static bool read_rows(vv_modes *m, const vv_stepper *s, int n, const int *closed, double *a) {
    vv_flow *f = m->f;
    vv_laws *w = &m->k->laws;
    w->undivided = true;
    bool good = vv_ctx_ok(f->c) && vv_flow_matrix(f, s->x, s->t) == VV_FLOW_OK;
    w->undivided = false;
    for (int i = 0; good && i < n; i++)
        memcpy(a + i * f->n,
               f->kkt.a + (size_t)(f->n + w->normal[closed[i]].row) * (size_t)f->kkt.n,
               (size_t)f->n * sizeof *a);
    return good;
}

void vv_load_share(vv_modes *m, const vv_stepper *s) {
    vv_flow *f = m->f;
    vv_laws *w = &m->k->laws;
    vv_mark mark = vv_arena_mark(f->c);
    int *closed = VV_ARRAY(f->c, int, w->nnormals + 1), n = closed ? list_closed(w, closed) : 0;
    double *a = VV_MATRIX(f->c, double, n + 1, f->n), *by = VV_MATRIX(f->c, double, n + 1, n + 1);
    bool *kept = VV_ARRAY(f->c, bool, n + 1);
    w->nshared = 0;
    bool good = n > 1 && read_rows(m, s, n, closed, a);
    if (good) eliminate(n, f->n, a, by, kept);
    for (int i = 0; good && i < n; i++) {
        if (kept[i]) continue;
        double *z = w->shared + w->nshared * w->nnormals;
        memset(z, 0, (size_t)w->nnormals * sizeof *z);
        for (int j = 0; j < n; j++) z[closed[j]] = by[i * n + j];
        w->sharing[w->nshared++] = closed[i];
    }
    vv_arena_release(f->c, mark);
}

/* Of the rows, is anything left of the last one beside the others? */
static bool follows(int n, int columns, double *a, double *by, bool *kept) {
    const double DEPENDENT = 1e-9;
    double *last = a + (n - 1) * columns, first = dot(columns, last, last);
    eliminate(n - 1, columns, a, by, kept);
    for (int twice = 0; twice < 2; twice++)
        for (int p = 0; p < n - 1; p++) {
            const double *pivot = a + p * columns;
            double ratio = kept[p] ? dot(columns, last, pivot) / dot(columns, pivot, pivot) : 0;
            for (int i = 0; i < columns; i++) last[i] -= ratio * pivot[i];
        }
    return dot(columns, last, last) <= DEPENDENT * DEPENDENT * first;
}

void vv_load_look(vv_modes *m, const vv_stepper *s) {
    vv_flow *f = m->f;
    vv_laws *w = &m->k->laws;
    vv_mark mark = vv_arena_mark(f->c);
    int *closed = VV_ARRAY(f->c, int, w->nnormals + 1), n = closed ? list_closed(w, closed) : 0;
    double *a = VV_MATRIX(f->c, double, n + 2, f->n), *by = VV_MATRIX(f->c, double, n + 2, n + 2);
    bool *kept = VV_ARRAY(f->c, bool, n + 1);
    for (int i = 0; i < w->nnormals; i++) {
        vv_normal *own = &w->normal[i];
        own->kept = false;
        if (!own->apart || own->row < 0 || n < 1) continue;
        closed[n] = i;
        own->apart = false; /* so that its relation stands in the matrix */
        own->kept = read_rows(m, s, n + 1, closed, a) && follows(n + 1, f->n, a, by, kept);
        own->apart = true;
    }
    vv_arena_release(f->c, mark);
}
