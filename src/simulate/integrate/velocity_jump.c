/* Where a branch of a constraint switches, the velocities may have to jump: abs(x) = y at its
 * corner, a servo x = abs(t - 1), a path whose acceleration jumps where the servo determines more
 * than one derivative. No finite force does this, and the model has no law for the impact. */
#include <math.h>
#include <string.h>

#include "simulate/integrate/switching.h"

/* Functions of the state that are continuous unless the velocities jump. */
struct vv_velocity_jump {
    int n;
    int *row; /* of the equations; -1: a momentum                                  (n) */
    vv_jit *code;
    double *scratch, *in;
    double *before, *after, *moved; /* (n) */
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
    k->before = VV_ARRAY(f->c, double, 3 * k->n + 1);
    if (!k->scratch || !k->in || !k->before) return false;
    k->after = k->before + k->n, k->moved = k->after + k->n;
    vv_jit_prepare(k->code, k->scratch);
    return true;
}

/* At `after` from the start of the step; with the state moved by its own size if `moved`. */
static void evaluate(const vv_stepper *s, double after, bool moved, double *out) {
    const struct vv_velocity_jump *k = s->jump.functions;
    vv_step_interpolate(s, after, k->in);
    for (int i = 0; moved && i < s->n; i++)
        k->in[i] += s->error_scale[i] * (0.5 + fmod(0.618 * (i + 1), 1));
    k->in[s->n] = s->t + (s->t_low + after);
    vv_jit_run(k->code, k->in, out, k->scratch);
}

void vv_velocity_jump_watch(vv_stepper *s, double to) {
    const double SIDE = 1e-9, JUMP = 1e-6; /* of the step, of the size of a function */
    double side = fmax(SIDE * s->h, 64 * 0x1p-52 * fabs(s->t));
    bool first = !s->stats.steps || s->jump.changed; /* there is no motion before it */
    if ((to < 2 * side && first) || s->jump.time <= s->t) return;
    if ((!s->jump.functions && !build(s)) || !s->jump.functions->n) return;
    const struct vv_velocity_jump *k = s->jump.functions;
    evaluate(s, to - side, false, k->before);
    evaluate(s, to + side, false, k->after);
    evaluate(s, to - side, true, k->moved);
    for (int i = 0; i < k->n; i++) {
        double size = fabs(k->moved[i] - k->before[i]), by = fabs(k->after[i] - k->before[i]);
        double least = fmax(JUMP, s->tolerance) * fmax(size, fabs(k->before[i]));
        if (!(by > least) || isinf(by)) continue;
        s->jump.time = s->t + (s->t_low + to), s->jump.row = k->row[i];
        return;
    }
}

bool vv_velocity_jump_is_here(const vv_stepper *s) {
    const double NEAR = 1e-11; /* other methods than series end a step just before the switch */
    return s->jump.time <= s->t + NEAR * fmax(fabs(s->t), s->stats.most);
}
