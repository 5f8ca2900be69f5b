/* Where velocity variables become dependent: declared speeds, and the rates of three angles at
 * gimbal lock. */
#include "kinematics/gimbal_lock.h"

/* ---- declared speeds: the matrix of the speeds and the constraints with respect to the velocities
 * is generically regular; its determinant shows where it is not ---- */

/* Determinant by expansion along rows, with minors stored by their set of columns. */
vv_expr vv_determinant_by_minors(vv_ctx *c, int n, const vv_expr *a) {
    size_t sets = (size_t)1 << n;
    vv_expr *minor = VV_ARRAY(c, vv_expr, sets);
    if (!minor) return VV_POISON;
    minor[0] = VV_ONE;
    for (size_t set = 1; set < sets && vv_ctx_ok(c); set++) {
        int row = __builtin_popcountll((unsigned long long)set) - 1, sign = 1;
        minor[set] = VV_ZERO;
        for (int j = n - 1; j >= 0; j--) {
            size_t bit = (size_t)1 << j;
            if (!(set & bit)) continue;
            vv_expr m = minor[set ^ bit], x = a[row * n + j];
            if (!vv_is_zero(m) && !vv_is_zero(x)) {
                vv_expr t = vv_mul(c, x, m);
                minor[set] = sign > 0 ? vv_add(c, minor[set], t) : vv_sub(c, minor[set], t);
            }
            sign = -sign;
        }
    }
    return vv_ctx_ok(c) ? minor[sets - 1] : VV_POISON;
}

vv_expr vv_speed_determinant(vv_ctx *c, const vv_system *s) {
    enum { MOST = 10 };
    int n = s->nv, declared = 0;
    for (int i = 0; i < s->m->nspeeds; i++)
        declared += !s->m->speed[i].free && !s->m->speed[i].auxiliary && s->m->speed[i].value.id;
    if (!declared || !s->speeds_ok || n > MOST || s->n + s->rank != n) return VV_POISON;
    vv_expr *a = VV_MATRIX(c, vv_expr, n, n), *w = VV_ARRAY(c, vv_expr, n + 1);
    if (!a || !w) return VV_POISON;
    for (int i = 0; i < s->n; i++) {
        w[i] = s->w[i];
        for (int k = 0; k < s->m->nspeeds; k++)
            if (vv_same(s->m->speed[k].symbol, s->w[i]) && !s->m->speed[k].free)
                w[i] = vv_symbol_map_apply(c, &s->maps.to_raw, s->m->speed[k].value);
    }
    for (int r = 0; r < s->rank; r++) w[s->n + r] = s->row[r].raw;
    vv_jacobian(c, n, w, n, s->v, a);
    return vv_determinant_by_minors(c, n, a);
}

/* ---- three angles: outside gimbal lock their rates are coordinates of the angular velocity ----
 */

/* Angular velocity of a frame relative to its parent, in V. Returns the frame of its components, or
 * -1: it vanishes. */
static int relative_spin(vv_ctx *c, const vv_system *s, int frame, vv_expr x[3]) {
    const vv_frames *f = &s->m->frames;
    const vv_frame *k = &f->frame[frame];
    bool turns = k->kind == VV_FRAME_ROTATION, any = false;
    for (int i = 0; i < 3; i++) {
        x[i] = turns ? VV_ZERO : k->spin[i];
        if (turns && i == k->axis) x[i] = vv_frame_angle_rate(c, f, frame);
        if (vv_is_zero(x[i])) continue;
        x[i] = vv_symbol_map_apply(c, &s->maps.to_raw, x[i]);
        any = true;
    }
    if (!any) return -1;
    return turns || k->spin_in_parent ? k->parent : frame;
}

static bool is_body_frame(const vv_model *m, int frame) {
    for (int i = 0; i < m->nbodies; i++)
        if (m->body[i].frame == frame) return true;
    return false;
}

/* From the body outwards, until three velocities turn it. A body in between: fewer do. */
static int collect(vv_ctx *c, const vv_system *s, int frame, int rate[3], vv_vec axis[3]) {
    const vv_frames *f = &s->m->frames;
    int n = 0;
    for (int k = frame; k > 0 && n < 3; k = f->frame[k].parent) {
        if (n > 0 && is_body_frame(s->m, k)) return 0;
        vv_expr x[3], a[3];
        int along = relative_spin(c, s, k, x);
        for (int v = 0; along >= 0 && v < s->nv; v++) {
            for (int i = 0; i < 3; i++)
                a[i] = vv_is_zero(x[i]) ? VV_ZERO : vv_diff(c, x[i], s->v[v]);
            vv_vec own = vv_vec_make(c, along, a[0], a[1], a[2]);
            if (vv_vec_is_zero(own)) continue;
            int at = 0;
            while (at < n && rate[at] != v) at++;
            if (at == 3) return 0;
            axis[at] = at < n ? vv_vec_add(c, axis[at], own) : own;
            rate[at] = v;
            n += at == n;
        }
    }
    return n;
}

static bool is_known(const vv_angle_triples *k, const int rate[3]) {
    for (int i = 0; i < k->n; i++) {
        const int *own = k->triple[i].rate;
        if (own[0] == rate[0] && own[1] == rate[1] && own[2] == rate[2]) return true;
    }
    return false;
}

static bool triple_product(vv_ctx *c, const vv_frames *f, const vv_vec axis[3], vv_expr *out) {
    vv_vec normal;
    return vv_vec_cross(c, f, axis[1], axis[0], &normal) && vv_vec_dot(c, f, axis[2], normal, out);
}

static vv_speed speed_of(vv_ctx *c, vv_expr value, vv_span span) {
    vv_buffer name = VV_BUFFER(c);
    vv_expr_write(c, value, &name);
    return (vv_speed){.symbol = vv_symbol_new(c, vv_buffer_text(&name), VV_SYM_SPEED),
                      .value = value,
                      .span = span};
}

/* Both speeds, named by their expressions. */
static bool find_speeds(vv_ctx *c, const vv_system *s, vv_angle_triple *out) {
    const vv_vec *axis = out->axis;
    vv_expr along[3], value[2];
    for (int i = 0; i < 3; i++) {
        if (!vv_vec_dot(c, &s->m->frames, axis[i], axis[0], &along[i])) return false;
        along[i] = vv_mul(c, along[i], s->v[out->rate[i]]);
    }
    value[0] = vv_mul(c, out->product, s->v[out->rate[2]]);
    value[1] = vv_sum(c, 3, along);
    for (int i = 0; i < 2; i++) out->along[i] = speed_of(c, value[i], out->span);
    return vv_ctx_ok(c);
}

bool vv_angle_triples_add_speeds(vv_ctx *c, const vv_system *s, vv_angle_triples *k) {
    bool good = true;
    for (int i = 0; good && i < k->n; i++)
        if (!k->triple[i].along[0].symbol.id) good = find_speeds(c, s, &k->triple[i]);
    return good;
}

bool vv_angle_triples_find(vv_ctx *c, const vv_system *s, vv_angle_triples *out) {
    const vv_model *m = s->m;
    *out = (vv_angle_triples){.triple = VV_ARRAY(c, vv_angle_triple, m->nbodies + 1)};
    for (int i = 0; out->triple && i < m->nbodies; i++) {
        vv_angle_triple *k = &out->triple[out->n];
        int frame = m->body[i].frame;
        k->span = m->body[i].span;
        if (frame <= 0 || collect(c, s, frame, k->rate, k->axis) != 3 || is_known(out, k->rate))
            continue;
        out->n += triple_product(c, &m->frames, k->axis, &k->product) &&
                  vv_depends(c, k->product, s->nq, s->q);
    }
    return vv_ctx_ok(c);
}
