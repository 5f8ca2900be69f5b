#include "simulate/run/table_difference.h"
#include "simulate/run/run_tolerances.h"

#include <math.h>
#include <string.h>

typedef struct pair {
    vv_row_store *rows[2];
    double *row[2], *beside;
    long next[2];
    int event;   /* the event column, 0: there is none        */
    double near; /* times closer than this are equal, for the accuracy of the methods */
} pair;

/* Is row i of a table an output time that coincides with an event? Rounding decides whether it
 * precedes or follows the rows of the event. Also true on failure: see *done. */
static bool is_at_event(const pair *p, int of, long i, bool *done) {
    if (p->row[of][p->event] != 0) return false;
    for (long k = i > 0 ? i - 1 : 1; k <= i + 1 && k < p->rows[of]->count; k += 2) {
        if (!(*done = vv_row_store_read(p->rows[of], k, 1, p->beside))) return true;
        if (p->beside[p->event] != 0 && fabs(p->beside[0] - p->row[of][0]) <= p->near) return true;
    }
    return false;
}

/* The next row of a table that the other has at the same place. *more: there is one. */
static bool read(pair *p, int of, bool *more) {
    bool done = true, skip = true;
    while (skip && done && p->next[of] < p->rows[of]->count) {
        long i = p->next[of]++;
        done = vv_row_store_read(p->rows[of], i, 1, p->row[of]);
        skip = done && p->event && is_at_event(p, of, i, &done);
    }
    *more = !skip;
    return done;
}

/* ---- scales ---------------------------------------------------------------------------------- */

typedef enum kind { COORDINATE, RATE, OTHER } kind;

/* After the time come the values of the motion, then their derivatives in the same order. */
static kind kind_of(const vv_columns *k, int i) {
    if (i < 1 || i > k->n) return OTHER;
    int at = (i - 1) % k->own;
    return at < k->coordinates ? COORDINATE : at < k->state ? RATE : OTHER;
}

static bool are_alike(const vv_columns *k, int i, int j) {
    if (*k->unit[i] || *k->unit[j]) return !strcmp(k->unit[i], k->unit[j]);
    return kind_of(k, i) == OTHER ||
           (kind_of(k, i) == kind_of(k, j) && (i - 1) / k->own == (j - 1) / k->own);
}

/* The largest values of each column, in each table. */
typedef struct sizes {
    double *of[2]; /* (n) */
} sizes;

static double most_of(const sizes *s, int i) { return fmax(s->of[0][i], s->of[1][i]); }
static double least_of(const sizes *s, int i) { return fmin(s->of[0][i], s->of[1][i]); }

/* The scale of its differences, which are at most `by`. part: fraction of the largest of its kind
 * that methods may leave of a value that vanishes; one of them may leave more. */
static double measure(const vv_columns *k, int i, const sizes *s, double by, double part) {
    double most = 0, all = 0;
    bool known = false;
    if (by < VV_RUN_NOTHING_COMMON * most_of(s, i)) return most_of(s, i);
    for (int j = 1; j < k->width; j++) {
        bool alike = are_alike(k, i, j);
        all = fmax(all, most_of(s, j));
        if (alike) most = fmax(most, most_of(s, j));
        known |= alike && kind_of(k, j) != OTHER;
    }
    if (!known && least_of(s, i) <= VV_RUN_DIFFERENCE_ROUNDING * all) return all;
    return least_of(s, i) <= part * most ? most : most_of(s, i);
}

/* ---- differences ----------------------------------------------------------------------------- */

/* Both NaN, or the same infinity: nothing was computed that could differ. */
static double apart(double a, double b) {
    if (a == b || (isnan(a) && isnan(b))) return 0;
    return isfinite(a - b) ? fabs(a - b) : (double)INFINITY;
}

/* The largest values of each column and its largest difference, not yet scaled. */
static bool look(pair *p, int n, const sizes *s, vv_table_difference *d) {
    for (bool more[2] = {true, true};;) {
        for (int of = 0; of < 2; of++)
            if (!read(p, of, &more[of])) return false;
        if (more[0] != more[1]) d->worst = (double)INFINITY;
        if (!more[0] || !more[1]) return true;
        for (int j = 0; j < n; j++) {
            double by = apart(p->row[0][j], p->row[1][j]);
            if (by > d->of[j]) d->of[j] = by, d->when[j] = p->row[0][0];
            for (int of = 0; of < 2; of++)
                if (isfinite(p->row[of][j])) s->of[of][j] = fmax(s->of[of][j], fabs(p->row[of][j]));
        }
    }
}

bool vv_table_difference_find(vv_ctx *c, const vv_columns *k, double tolerance, vv_row_store *a,
                              vv_row_store *b, vv_table_difference *d) {
    int n = k->width;
    pair p = {.rows = {a, b},
              .row = {VV_ARRAY(c, double, n + 1), VV_ARRAY(c, double, n + 1)},
              .beside = VV_ARRAY(c, double, n + 1),
              .event = k->events && !k->series ? n - 1 : 0};
    sizes s = {{VV_ARRAY(c, double, n + 1), VV_ARRAY(c, double, n + 1)}};
    double part = fmin(fmax(VV_RUN_LEFT * tolerance, VV_RUN_LEFT_LEAST), VV_RUN_LEFT_MOST);
    *d =
        (vv_table_difference){.of = VV_ARRAY(c, double, n + 1), .when = VV_ARRAY(c, double, n + 1)};
    if (!vv_ctx_ok(c)) return false;
    if (a->count != b->count || a->width != n || b->width != n)
        return d->worst = (double)INFINITY, true;
    if (a->count && !vv_row_store_read(a, a->count - 1, 1, p.beside)) return false;
    p.near = part * fabs(p.beside[0]);
    if (!look(&p, n, &s, d)) return false;
    for (int j = 0; j < n; j++) {
        if (d->of[j] > 0) d->of[j] /= j ? measure(k, j, &s, d->of[j], part) : most_of(&s, 0);
        if (d->of[j] > d->worst) d->worst = d->of[j], d->time = d->when[j], d->column = j;
    }
    return true;
}
