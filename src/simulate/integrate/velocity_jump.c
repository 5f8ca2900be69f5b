/* Where a branch of a constraint switches, the velocities may have to jump: abs(x) = y at its
 * corner, a servo x = abs(t - 1), a path whose acceleration jumps where the servo determines more
 * than one derivative. No finite force does this, and the model has no law for the impact. */
#include <math.h>
#include <string.h>

#include "simulate/integrate/integrate_tolerances.h"
#include "simulate/integrate/switching.h"

/* Functions of the state that are continuous unless the velocities jump. */
struct vv_velocity_jump {
    int n;
    int *row; /* of the equations; -1: a momentum                                  (n) */
    vv_jit *code;
    double *scratch, *in;
    double *before, *near, *far, *size; /*                                      (n) */
    double *most;                       /* sizes of the values of the state         */
};

static bool has_branch(vv_ctx *c, vv_expr e) {
    static const vv_op OPS[] = {VV_ABS, VV_SIGN, VV_MIN, VV_MAX, VV_LESS, VV_LESSEQ, VV_PIECEWISE};
    for (size_t i = 0; e.id && i < sizeof OPS / sizeof *OPS; i++)
        if (vv_expr_contains_op(c, 1, &e, OPS[i])) return true;
    return false;
}

/* A coordinate without inertia takes up any jump of its velocity. */
static bool is_absorbed(const vv_dynamics *f, const vv_constraint_row *row) {
    const vv_system *s = f->s;
    for (int a = 0; s->T.id && row->coefficient && a < s->nq; a++)
        if (!vv_is_zero(row->coefficient[a]) && vv_is_zero(vv_diff(f->c, s->T, s->qd[a])))
            return true;
    return false;
}

static void list_rows(const vv_dynamics *f, struct vv_velocity_jump *k, vv_expr *out) {
    for (int r = 0; r < f->eq->nrows; r++) {
        const vv_constraint_row *row = f->eq->row[r];
        if (!(has_branch(f->c, row->finite) || has_branch(f->c, row->velocity)) ||
            is_absorbed(f, row))
            continue;
        if (row->finite.id) k->row[k->n] = r, out[k->n++] = row->finite;
        k->row[k->n] = r, out[k->n++] = row->velocity;
    }
}

/* With minimal speeds the rates may jump while the speeds do not: the momenta tell. */
static void list_momenta(const vv_dynamics *f, struct vv_velocity_jump *k, vv_expr *out) {
    const vv_system *s = f->s;
    bool any = false;
    for (int i = 0; i < f->nq; i++) any |= has_branch(f->c, f->eq->rate[i]);
    for (int a = 0; any && s->T.id && a < s->nq; a++) {
        vv_expr p = vv_diff(f->c, s->T, s->qd[a]);
        if (vv_is_zero(p) || vv_dynamics_express(f, 1, &p, &p) != VV_OK) continue;
        k->row[k->n] = -1, out[k->n++] = p;
    }
}

static bool build(vv_stepper *s) {
    const vv_dynamics *f = s->f;
    struct vv_velocity_jump *k = s->jump.functions = VV_NEW(f->c, struct vv_velocity_jump);
    int most = 2 * f->eq->nrows + f->s->nq;
    vv_expr *out = VV_ARRAY(f->c, vv_expr, most + 1);
    if (!k || !out) return false;
    k->row = VV_ARRAY(f->c, int, most + 1);
    if (!k->row) return false;
    if (f->multipliers)
        list_rows(f, k, out);
    else
        list_momenta(f, k, out);
    if (!k->n) return vv_ctx_ok(f->c);
    vv_tape *t = vv_dynamics_state_tape(f, k->n, out);
    k->code = t ? vv_jit_build_lazy(f->c, t) : NULL;
    k->scratch = k->code ? VV_ARRAY(f->c, double, k->code->nscratch + 1) : NULL;
    k->in = VV_ARRAY(f->c, double, vv_dynamics_count_inputs(f) + 1);
    k->before = VV_ARRAY(f->c, double, 4 * k->n + 1);
    k->most = VV_ARRAY(f->c, double, s->n + 1);
    if (!k->scratch || !k->in || !k->before || !k->most) return false;
    k->near = k->before + k->n, k->far = k->near + k->n, k->size = k->far + k->n;
    vv_jit_prepare(k->code, k->scratch);
    return true;
}

/* At `after` from the start of the step. */
static void evaluate(const vv_stepper *s, double after, double *out) {
    const struct vv_velocity_jump *k = s->jump.functions;
    vv_step_interpolate(s, after, k->in);
    k->in[s->n] = s->t + (s->t_low + after);
    vv_jit_run(k->code, k->in, out, k->scratch);
}

/* How far each moves when the values of the state are moved by their own size in this step: what
 * rounding is small against. Into k->size. */
static void measure(const vv_stepper *s, double to) {
    enum { POINTS = 3 };
    const struct vv_velocity_jump *k = s->jump.functions;
    memcpy(k->most, s->error_scale, (size_t)s->n * sizeof *k->most);
    for (int p = 0; p < POINTS; p++) {
        vv_step_interpolate(s, to * p / (POINTS - 1), k->in);
        for (int i = 0; i < s->n; i++) k->most[i] = fmax(k->most[i], fabs(k->in[i]));
    }
    k->in[s->n] = s->t + (s->t_low + to);
    vv_jit_run(k->code, k->in, k->before, k->scratch);
    for (int i = 0; i < s->n; i++) k->in[i] += k->most[i] * (0.5 + fmod(0.618 * (i + 1), 1));
    vv_jit_run(k->code, k->in, k->size, k->scratch);
    for (int i = 0; i < k->n; i++)
        k->size[i] = fmax(fabs(k->size[i] - k->before[i]), fabs(k->before[i]));
}

/* The change from `side` before `to` to `side` behind it. */
static void change(const vv_stepper *s, double to, double side, double *by) {
    const struct vv_velocity_jump *k = s->jump.functions;
    evaluate(s, to - side, k->before);
    evaluate(s, to + side, by);
    for (int i = 0; i < k->n; i++) by[i] = fabs(by[i] - k->before[i]);
}

/* A jump stays, however near the two sides; what is continuous shrinks with their distance. */
void vv_velocity_jump_watch(vv_stepper *s, double to) {
    const double JUMP = fmax(VV_JUMP_LEAST, s->tolerance);
    double side = fmax(VV_JUMP_SIDE * s->h, 64 * 0x1p-52 * fabs(s->t)),
           aside = VV_JUMP_FARTHER * side;
    bool first = !s->stats.steps || s->jump.changed; /* there is no motion before it */
    if ((to < aside && first) || s->jump.time <= s->t) return;
    if ((!s->jump.functions && !build(s)) || !s->jump.functions->n) return;
    const struct vv_velocity_jump *k = s->jump.functions;
    measure(s, to);
    change(s, to, side, k->near);
    change(s, to, aside, k->far);
    for (int i = 0; i < k->n; i++) {
        if (!(k->near[i] > JUMP * k->size[i] && k->near[i] > VV_JUMP_STAYS * k->far[i])) continue;
        s->jump.time = s->t + (s->t_low + to), s->jump.row = k->row[i];
        return;
    }
}

bool vv_velocity_jump_is_here(const vv_stepper *s) {
    return s->jump.time <= s->t + VV_JUMP_REACHED * fmax(fabs(s->t), s->stats.most);
}
