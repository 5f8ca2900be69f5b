#include "equations/stability/force_symmetry.h"

#include "kinematics/kinematics.h"

bool vv_directions_span_potential(vv_ctx *c, const vv_system *s) {
    vv_expr V = vv_add(c, vv_force_function(c, s), s->T_degree[0]),
            *B = VV_ARRAY(c, vv_expr, s->n * s->nq + 1);
    int n = 0, euler = 0, rank = 0, *of = VV_ARRAY(c, int, s->nq + 1);
    if (!B || !of) return false;
    vv_subst(c, s->elimination.n, s->elimination.symbol, s->elimination.value, 1, &V, &V);
    for (int a = 0; a < s->nq; a++) {
        if (!vv_depends(c, V, 1, &s->q[a])) continue;
        euler += s->m->coordinate[a].internal;
        of[n++] = a;
    }
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < n; j++) B[i * n + j] = s->direction[i * s->nq + of[j]];
    return n && euler <= 4 && /* one free frame: with several, not all need occur in V */
           vv_generic_rank(c, &s->facts, s->n, n, B, &rank, NULL, NULL, NULL) == VV_OK &&
           rank == n - (euler == 4);
}

/* The rotation of a free frame about world axis k as a combination of the speeds. */
static bool world_turn(const vv_system *s, const vv_frame *f, int k, vv_expr *by) {
    for (int i = 0; i < s->n; i++) by[i] = VV_ZERO;
    for (int j = 0; j < 3; j++) {
        int i = 0;
        while (i < s->n && !vv_same(s->w[i], f->spin[j])) i++;
        if (i == s->n) return false;
        by[i] = !f->spin_in_parent ? f->matrix[3 * k + j] : j == k ? VV_ONE : VV_ZERO;
    }
    return true;
}

bool vv_has_free_rotation(vv_ctx *c, const vv_system *s, const vv_equations *eq,
                          const vv_facts *f) {
    vv_expr *by = VV_ARRAY(c, vv_expr, s->n + 1);
    for (int i = 0; by && i < s->m->frames.n; i++) {
        const vv_frame *frame = &s->m->frames.frame[i];
        if (frame->kind != VV_FRAME_MATRIX || frame->parent != 0) continue;
        for (int axis = 0; axis < 3 && world_turn(s, frame, axis, by); axis++) {
            vv_expr power = VV_ZERO;
            for (int j = 0; j < s->n; j++) power = vv_add(c, power, vv_mul(c, by[j], eq->rhs[j]));
            for (int j = 0; j < s->n; j++) power = vv_subst1(c, power, s->w[j], VV_ZERO);
            if (vv_vanishes(c, f, power)) return true;
        }
    }
    return false;
}
