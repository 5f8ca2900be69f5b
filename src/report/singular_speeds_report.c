/* Where the declared speeds become dependent: a note of `check`, a warning if the initial
 * conditions are there. */
#include <math.h>
#include <string.h>

#include "evaluate/tape/tape.h"
#include "numeric/numeric.h"
#include "report/render/render.h"
#include "report/simplify/simplify.h"
#include "report/system_report.h"
#include "report/report_tolerances.h"

enum { MOST_TOKENS = 60, TRIES = 400 };

/* A factor of the determinant as a function of doubles: coordinates and time first, then
 * parameters. It is followed by facts that must be positive and the constraint matrix. */
typedef struct probe {
    vv_ctx *c;
    const vv_system *s;
    int nin, nfacts, rows;
    vv_expr *in;
    vv_tape *tape;
    double *up, *down, *x, *out, *scratch; /* points with either sign, one in between */
} probe;

static double *numbers(probe *p, int n) { return VV_ARRAY(p->c, double, n + 1); }

static double at(probe *p, const double *x) {
    vv_tape_run(p->tape, x, p->out, p->scratch);
    return p->out[0];
}

static bool prepare(probe *p, vv_expr factor) {
    const vv_model *m = p->s->m;
    int n = 1 + m->facts.npositive, nv = p->s->nv;
    vv_expr *out = VV_ARRAY(p->c, vv_expr, n + p->rows * nv + 1);
    p->nin = 0;
    p->nfacts = m->facts.npositive;
    p->in = VV_ARRAY(p->c, vv_expr, p->s->nq + 1 + m->nparameters);
    if (!out || !p->in) return false;
    for (int a = 0; a < p->s->nq; a++) p->in[p->nin++] = p->s->q[a];
    p->in[p->nin++] = m->t;
    for (int i = 0; i < m->nparameters; i++) p->in[p->nin++] = m->parameter[i].symbol;
    out[0] = factor;
    for (int i = 1; i < n; i++) out[i] = m->facts.positive[i - 1];
    for (int r = 0; r < p->rows; r++, n += nv)
        vv_gradient(p->c, p->s->row[r].raw, nv, p->s->v, out + n);
    vv_tape_plan plan = {.nin = p->nin, .in = p->in, .nout = n, .out = out};
    p->tape = vv_tape_build(p->c, &plan, NULL);
    if (vv_ctx_status(p->c) == VV_E_BEYOND) vv_ctx_clear_failure(p->c); /* a general function */
    if (!p->tape) return false;
    p->x = numbers(p, p->nin);
    p->up = numbers(p, p->nin);
    p->down = numbers(p, p->nin);
    p->out = numbers(p, n);
    p->scratch = numbers(p, p->tape->nslots);
    if (!vv_ctx_ok(p->c)) return false;
    vv_tape_prepare(p->tape, p->scratch);
    return true;
}

static double positive(vv_ctx *c, vv_expr symbol, double x) {
    vv_sign s = vv_symbol_get(c, symbol)->sign;
    return s == VV_POSITIVE || s == VV_NONNEGATIVE ? fabs(x) : s == VV_NEGATIVE ? -fabs(x) : x;
}

/* Does it take both signs in configurations that the assumptions allow? Then it vanishes in
 * between. */
static bool changes_sign(probe *p) {
    uint64_t seed = 0x9e3779b97f4a7c15u;
    bool up = false, down = false;
    for (int k = 0; k < TRIES && !(up && down); k++) {
        bool allowed = true;
        for (int i = 0; i < p->nin; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            double x = (double)(seed >> 11) * 0x1p-53 * 6 - 3;
            p->x[i] = positive(p->c, p->in[i], x);
        }
        double value = at(p, p->x);
        for (int i = 1; i <= p->nfacts; i++) allowed &= p->out[i] > 0;
        if (!allowed || !(value > 0 || value < 0)) continue;
        memcpy(value > 0 ? p->up : p->down, p->x, (size_t)p->nin * sizeof *p->x);
        *(value > 0 ? &up : &down) = true;
    }
    return up && down;
}

/* Rank of the constraints at the last point evaluated. */
static int rank_there(probe *p) {
    return vv_echelon_rank(p->rows, p->s->nv, p->out + 1 + p->nfacts, VV_REPORT_ZERO_PIVOT);
}

/* If the constraints kept lose rank themselves (others, dropped as redundant, hold there), the
 * speeds are not the cause. */
static bool constraints_keep_rank(probe *p) {
    enum { HALVINGS = 80 };
    for (int k = 0; k < HALVINGS; k++) {
        for (int i = 0; i < p->nin; i++) p->x[i] = (p->up[i] + p->down[i]) / 2;
        memcpy(at(p, p->x) > 0 ? p->up : p->down, p->x, (size_t)p->nin * sizeof *p->x);
    }
    return rank_there(p) == p->rows;
}

/* Does it vanish at the initial conditions? Only if all values are known. */
static bool vanishes_at_start(const vv_system *s, probe *p, vv_expr factor) {
    const vv_model *m = s->m;
    vv_ctx *c = p->c;
    bool any = false;
    vv_expr e = factor;
    for (int i = 0; i < m->nstarts; i++) {
        any |= vv_depends(c, factor, 1, &m->start[i].symbol);
        e = vv_subst1(c, e, m->start[i].symbol, m->start[i].value);
    }
    for (int i = 0; i < m->nparameters; i++)
        if (m->parameter[i].value.id)
            e = vv_subst1(c, e, m->parameter[i].symbol, m->parameter[i].value);
    for (int a = 0; a < s->nq; a++) any &= !vv_depends(c, e, 1, &s->q[a]);
    if (!any) return false;
    vv_tape_plan plan = {.nout = 1, .out = &e};
    vv_tape *t = vv_tape_build(c, &plan, NULL);
    if (vv_ctx_status(c) == VV_E_BEYOND) vv_ctx_clear_failure(c);
    double *scratch = t ? VV_ARRAY(c, double, t->nslots + 1) : NULL, value;
    if (!scratch) return false;
    vv_tape_prepare(t, scratch);
    vv_tape_run(t, NULL, &value, scratch);
    return fabs(value) < VV_REPORT_ZERO_PIVOT;
}

static void say(vv_document *d, const vv_system *s, vv_expr factor, bool start) {
    vv_buffer b = VV_BUFFER(d->c);
    vv_span where = {0};
    for (int i = s->m->nspeeds - 1; i >= 0; i--)
        if (!s->m->speed[i].free && s->m->speed[i].value.id) where = s->m->speed[i].span;
    vv_format_expr(d->c, factor, VV_STYLE_TEXT, &b);
    const char *text = vv_buffer_text(&b);
    vv_document_paragraph(d, "speeds_meet", "the speeds are not independent where %s = 0", text);
    vv_diag_hint(d->c,
                 vv_diag_add(d->c, start ? VV_WARNING : VV_NOTE, VV_D_SPEEDS_MEET, where,
                             "the speeds are linearly dependent where %s = 0%s", text,
                             start ? ", and the initial state lies there" : ""),
                 "the equations in these speeds determine nothing there");
    vv_buffer_free(&b);
}

static void judge(vv_document *d, const vv_system *s, vv_expr factor) {
    probe p = {.c = d->c, .s = s, .rows = s->rank};
    vv_sign sign = vv_known_sign(d->c, factor);
    if (sign == VV_POSITIVE || sign == VV_NEGATIVE || sign == VV_NONZERO) return;
    if (!vv_depends(d->c, factor, s->nq, s->q)) return;
    if (vv_format_cost(d->c, factor, MOST_TOKENS) > MOST_TOKENS) return;
    if (!prepare(&p, factor)) { /* general functions in the constraints: these are not examined */
        p.rows = 0;
        if (!vv_ctx_ok(d->c) || !prepare(&p, factor)) return;
    }
    if (changes_sign(&p) && constraints_keep_rank(&p))
        say(d, s, factor, vanishes_at_start(s, &p, factor));
}

void vv_report_singular_speeds(vv_document *d, const vv_system *s) {
    vv_expr det = vv_speed_determinant(d->c, s);
    vv_simplify_options how = {.facts = &s->facts};
    if (!det.id || vv_is_const(d->c, det)) return;
    vv_rat k;
    vv_simplify(d->c, &how, det, &det);
    det = vv_split_rational(d->c, det, &k);
    if (vv_expr_op(d->c, det) != VV_MUL) {
        judge(d, s, det);
        return;
    }
    for (int i = 0; i < vv_expr_arity(d->c, det); i++)
        if (vv_expr_exponent(d->c, det, i) > 0) judge(d, s, vv_expr_child(d->c, det, i));
}
