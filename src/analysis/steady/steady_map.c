#include "analysis/steady/steady_map.h"

#include <math.h>
#include <string.h>

#include "analysis/equilibria/equilibria.h"
#include "analysis/steady/steady_families.h"
#include "evaluate/evaluate.h"
#include "evaluate/tape/tape.h"
#include "numeric/numeric.h"

typedef struct work {
    vv_ctx *c;
    const vv_study *study;
    const vv_expr *over;
    int most, n;
    vv_stability_map **out;
    const char *why;
} work;

/* The polynomial of the nonzero exponents and the conditions of reality, as functions of two
 * values. */
typedef struct steady_map {
    vv_ctx *c;
    int degree, nreal;
    vv_tape *tape;
    double *scratch, *value; /* degree + 1 coefficients, then what must not be negative */
} steady_map;

bool vv_steady_map_is_meant(vv_ctx *c, const vv_expr over[2]) {
    return vv_symbol_get(c, over[0])->kind != VV_SYM_PARAMETER ||
           vv_symbol_get(c, over[1])->kind != VV_SYM_PARAMETER;
}

/* ---- growth --------------------------------------------------------------------------------- */

/* The largest real part of the roots: eigenvalues of the companion matrix. */
static double growth_rate(const void *self, double x, double y) {
    enum { MOST = VV_LINEAR_VARIATION_MOST };
    const steady_map *m = self;
    const double in[] = {x, y}, *a = m->value;
    double companion[MOST * MOST] = {0}, re[MOST], im[MOST], largest = 0;
    int n = m->degree;
    vv_tape_run(m->tape, in, m->value, m->scratch);
    for (int i = 0; i < m->nreal; i++)
        if (!(a[n + 1 + i] >= 0)) return (double)NAN;
    for (int i = 0; i <= n; i++)
        if (!isfinite(a[i])) return (double)NAN;
    if (n == 0) return 0;
    if (a[n] == 0) return (double)NAN;
    for (int i = 0; i < n; i++) {
        companion[i * n + n - 1] = -a[i] / a[n];
        if (i) companion[i * n + i - 1] = 1;
    }
    vv_mark mark = vv_arena_mark(m->c);
    bool known = vv_eigen_general(m->c, n, companion, re, im);
    vv_arena_release(m->c, mark);
    if (!known) return (double)NAN;
    for (int i = 0; i < n; i++) largest = fmax(largest, hypot(re[i], im[i]));
    return vv_stability_map_round(re[0], largest);
}

/* ---- maps ----------------------------------------------------------------------------------- */

static bool is_free(const vv_steady_family *f, vv_expr x, bool *unknown) {
    for (int i = 0; i < f->unknowns->nx; i++)
        if (vv_same(f->unknowns->x[i], x)) {
            *unknown = true;
            return vv_same(f->family->value[i], x);
        }
    *unknown = false;
    return true;
}

/* The other free values at the start of the model; false if one has none. */
static bool fix_others(work *w, const vv_steady_family *f, int n, vv_expr *e) {
    const vv_steady_unknowns *u = f->unknowns;
    for (int k = 0; k < u->nx; k++) {
        vv_expr x = u->x[k];
        if (vv_same(x, w->over[0]) || vv_same(x, w->over[1]) || !vv_same(f->family->value[k], x))
            continue;
        bool occurs = false;
        for (int i = 0; i < n; i++) occurs |= vv_depends(w->c, e[i], 1, &x);
        if (!occurs) continue;
        vv_expr value = vv_steady_start_value(u, k);
        if (vv_is_poison(value)) {
            w->why = vv_format(w->c, "%s is free too: state its value by start",
                               vv_symbol_get(w->c, x)->name);
            return false;
        }
        for (int i = 0; i < n; i++) e[i] = vv_subst1(w->c, e[i], x, value);
    }
    return vv_ctx_ok(w->c);
}

static bool build(work *w, steady_map *m, int n, const vv_expr *e) {
    vv_parameter_values f;
    if (vv_parameter_values_from_model(w->c, w->study->s->m, &f) != VV_OK) return false;
    vv_tape_plan plan = {.nin = 2,
                         .in = w->over,
                         .nfixed = f.n,
                         .fixed = f.symbol,
                         .value = f.value,
                         .nout = n,
                         .out = e};
    const char *missing = NULL;
    m->tape = vv_tape_build(w->c, &plan, &missing);
    if (!m->tape && vv_ctx_status(w->c) == VV_E_BEYOND) {
        vv_ctx_clear_failure(w->c);
        w->why = missing ? missing : "something has no value";
    }
    m->scratch = m->tape ? VV_ARRAY(w->c, double, m->tape->nslots + 1) : NULL;
    m->value = VV_ARRAY(w->c, double, n + 1);
    if (!m->scratch || !m->value) return false;
    vv_tape_prepare(m->tape, m->scratch);
    return true;
}

static const char *text_of(vv_ctx *c, vv_expr e) {
    vv_buffer b = VV_BUFFER(c);
    vv_expr_write(c, e, &b);
    const char *text = vv_strdup(c, vv_buffer_text(&b));
    vv_buffer_free(&b);
    return text;
}

/* "steady motion 1, p = 0": values that are numbers. */
static const char *title_of(vv_ctx *c, const vv_steady_family *f) {
    const char *text = vv_format(c, "steady motion %d", f->number);
    for (int i = 0; i < f->unknowns->nx && text; i++) {
        const vv_symbol *s = vv_symbol_get(c, f->unknowns->x[i]);
        const char *value =
            vv_is_const(c, f->family->value[i]) ? text_of(c, f->family->value[i]) : NULL;
        if (value) text = vv_format(c, "%s, %s%.*s = %s", text, s->name, s->order, "''", value);
    }
    return text;
}

static void visit(void *self, const vv_steady_family *f) {
    work *w = self;
    const vv_exponents *x = f->exponents;
    int n = x->degree + 1 + f->family->nreal;
    bool unknown[2], free = true;
    for (int i = 0; i < 2; i++) free &= is_free(f, w->over[i], &unknown[i]);
    if (!free || w->n == w->most) return;
    for (int i = 0; i < 2; i++)
        if (!unknown[i] && vv_symbol_get(w->c, w->over[i])->kind != VV_SYM_PARAMETER) return;
    vv_expr *e = VV_ARRAY(w->c, vv_expr, n + 1);
    steady_map *m = VV_NEW(w->c, steady_map);
    if (!e || !m) return;
    *m = (steady_map){.c = w->c, .degree = x->degree, .nreal = f->family->nreal};
    memcpy(e, x->a, (size_t)(x->degree + 1) * sizeof *e);
    memcpy(e + x->degree + 1, f->family->real, (size_t)f->family->nreal * sizeof *e);
    if (!fix_others(w, f, n, e) || !build(w, m, n, e)) return;
    vv_stability_map *map = vv_stability_map_of(w->c, title_of(w->c, f), growth_rate, m);
    if (map) w->out[w->n++] = map;
}

vv_status vv_steady_maps_open(vv_ctx *c, const vv_study *study, const vv_expr over[2], int most,
                              vv_stability_map **out, int *n, double range[2][2],
                              const char **why) {
    work w = {.c = c, .study = study, .over = over, .most = most, .out = out};
    *n = 0, *why = NULL;
    vv_status status = vv_stability_map_ranges(c, study, over, range, why);
    if (status != VV_OK) return status;
    status = vv_steady_families_visit(c, study, visit, &w, why);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    *n = w.n;
    if (w.n) return VV_OK;
    if (!*why) *why = w.why;
    if (!*why) *why = "there is no family of steady motions in which both are free";
    return VV_E_BEYOND;
}
