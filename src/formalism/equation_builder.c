#include "formalism/equation_builder.h"

#include <string.h>

/* ---- refusals ------------------------------------------------------------------------------ */

const char *vv_refuse_nonlinear(vv_ctx *c, const vv_system *s) {
    (void)c;
    return s->speeds_ok ? NULL : "a constraint is not linear in the velocities";
}

const char *vv_refuse_partition(vv_ctx *c, const vv_system *s) {
    if (!s->speeds_ok) return vv_refuse_nonlinear(c, s);
    /* E(T0) and dS0/dq'' of Euler parameters differ by multiples of the norm's gradient */
    if (s->m->nfree) return "the coordinates of a free frame are not independent";
    return NULL;
}

/* ---- records ------------------------------------------------------------------------------- */

vv_status vv_equations_init_in_speeds(vv_ctx *c, const vv_system *s, vv_equations *out) {
    out->n = out->nequations = s->n;
    out->w = s->w;
    out->wd = s->wd;
    out->rate = s->rate;
    out->rate_rate = s->rate_rate;
    out->speed = s->speed;
    out->test = s->direction;
    out->residual = VV_ARRAY(c, vv_expr, s->n + 1);
    return vv_ctx_status(c);
}

vv_status vv_equations_init_with_multipliers(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq, m = s->nrows;
    out->n = out->nequations = n;
    out->w = out->rate = out->speed = s->qd;
    out->wd = out->rate_rate = s->qdd;
    out->nmultipliers = out->nrows = m;
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    out->test = VV_MATRIX(c, vv_expr, n, n);
    out->lambda = VV_ARRAY(c, vv_expr, m + 1);
    out->row = out->row_of_lambda = VV_ARRAY(c, vv_constraint_row *, m + 1);
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int r = 0; r < m; r++) {
        const char *l = vv_model_multiplier_letter(c, s->m),
                   *name = m == 1 ? l : vv_format(c, "%s%d", l, r + 1);
        out->lambda[r] = vv_symbol_new(c, name ? name : l, VV_SYM_MULTIPLIER);
        out->row[r] = &s->row[r];
    }
    for (int a = 0; a < n * n; a++) out->test[a] = a % (n + 1) ? VV_ZERO : VV_ONE;
    return vv_ctx_status(c);
}

vv_status vv_equations_init_by_partition(vv_ctx *c, const vv_coordinate_partition *k,
                                         vv_equations *out) {
    out->n = out->nequations = k->n;
    out->w = out->speed = k->w;
    out->wd = k->wd;
    out->rate = k->rate;
    out->rate_rate = k->rate_rate;
    out->test = k->direction;
    out->residual = VV_ARRAY(c, vv_expr, k->n + 1);
    return vv_ctx_status(c);
}

void vv_equations_set_residuals(vv_ctx *c, const vv_system *s, const vv_expr *inertia,
                                const vv_expr *Q, vv_equations *out) {
    vv_expr *t = VV_ARRAY(c, vv_expr, s->nrows + 2);
    vv_rat *k = VV_ARRAY(c, vv_rat, s->nrows + 2);
    if (!t || !k) return;
    for (int a = 0; a < s->nq; a++) {
        int m = 0;
        t[m] = inertia[a], k[m++] = vv_rat_int(1);
        t[m] = Q[a], k[m++] = vv_rat_int(-1);
        for (int r = 0; r < s->nrows; r++) {
            t[m] = vv_mul(c, out->lambda[r], s->row[r].column[a]);
            k[m++] = vv_rat_int(-1);
        }
        out->residual[a] = vv_sum_scaled(c, m, k, t);
    }
}

/* Extends the lists of multipliers and constraints: those of the servos come last. */
static bool extend(vv_ctx *c, const vv_system *s, vv_equations *out) {
    const vv_servos *v = &s->servo;
    int m = out->nmultipliers, rows = out->nrows;
    vv_expr *lambda = VV_ARRAY(c, vv_expr, m + v->r + 1);
    vv_constraint_row **row = VV_ARRAY(c, vv_constraint_row *, rows + v->r + v->nhidden + 1),
                      **of = VV_ARRAY(c, vv_constraint_row *, m + v->r + 1);
    const char **text = out->lambda_text ? VV_ARRAY(c, const char *, m + v->r + 1) : NULL;
    if (!vv_ctx_ok(c)) return false;
    for (int i = 0; i < m + v->r; i++) {
        lambda[i] = i < m ? out->lambda[i] : v->force[i - m];
        of[i] = i < m ? out->row_of_lambda[i] : &v->row[i - m];
        if (text)
            text[i] = i < m ? out->lambda_text[i]
                            : vv_format(c, "force of the \"%s\"", v->row[i - m].label);
    }
    for (int i = 0; i < rows + v->r + v->nhidden; i++)
        row[i] = i < rows ? out->row[i] : &v->row[i - rows];
    out->lambda = lambda;
    out->row_of_lambda = of;
    out->row = row;
    out->lambda_text = text;
    out->nmultipliers += v->r;
    out->nrows += v->r + v->nhidden;
    return true;
}

vv_status vv_equations_add_servos(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int nq = s->nq;
    vv_expr *t = VV_ARRAY(c, vv_expr, nq + 1);
    if (!t || !extend(c, s, out)) return vv_ctx_status(c);
    for (int i = 0; i < out->nequations && out->test; i++)
        for (int r = 0; r < s->servo.r; r++) {
            for (int a = 0; a < nq; a++)
                t[a] = vv_mul(c, s->servo.through[r * nq + a], out->test[i * nq + a]);
            vv_expr work = vv_mul(c, s->servo.force[r], vv_sum(c, nq, t));
            out->residual[i] = vv_sub(c, out->residual[i], work);
        }
    return vv_ctx_status(c);
}

void vv_equations_add_definition(vv_ctx *c, const vv_model *m, vv_equations *out,
                                 const char *letter, vv_expr value, const char *title) {
    int n = out->ndefinitions;
    vv_definition *all = VV_ARRAY(c, vv_definition, n + 1);
    if (!all) return;
    if (n) memcpy(all, out->definition, (size_t)n * sizeof *all);
    all[n] = (vv_definition){vv_fresh_symbol(c, m, letter, VV_SYM_OTHER), value, NULL};
    out->definition = all;
    out->ndefinitions = n + 1;
    out->definitions_title = title;
}

void vv_equations_add_note(vv_ctx *c, vv_equations *out, const char *text) {
    int n = out->nnotes;
    const char **all = VV_ARRAY(c, const char *, n + 1);
    if (!all || !text) return;
    if (n) memcpy(all, out->note, (size_t)n * sizeof *all);
    all[n] = text;
    out->note = all;
    out->nnotes = n + 1;
}

vv_status vv_lagrange_operator(vv_ctx *c, const vv_system *s, const char *letter, vv_expr L,
                               vv_equations *record, vv_expr *out) {
    int n = s->nq;
    const vv_symbol_map *r = &s->maps.coordinate_rates;
    vv_expr *p = VV_ARRAY(c, vv_expr, n + 1), *dL = VV_ARRAY(c, vv_expr, n + 1);
    if (!p || !dL) return vv_ctx_status(c);
    vv_gradient(c, L, n, s->qd, p);
    vv_total_derivative(c, r->n, r->from, r->to, n, p, out);
    vv_kinetic_energy_gradient(c, s, L, n, s->q, dL);
    const char *title = vv_format(c, "Derivatives of %s", letter);
    vv_derivation_begin(c, record, title ? title : letter, NULL);
    vv_derivation_partials(c, record, letter, n, s->qd, p);
    vv_derivation_rates(c, record, letter, n, s->qd, out, r);
    vv_derivation_partials(c, record, letter, n, s->q, dL);
    for (int a = 0; a < n; a++) out[a] = vv_sub(c, out[a], dL[a]);
    return vv_ctx_status(c);
}

vv_expr vv_drop_terms_free_of(vv_ctx *c, vv_expr e, int n, const vv_expr *x) {
    vv_expr rest = VV_ZERO;
    vv_subst_zero(c, n, x, 1, &e, &rest);
    return vv_sub(c, e, rest);
}

static void note_vector(vv_ctx *c, vv_equations *out, const char *letter, const vv_expr x[3]) {
    static const char *const axis[] = {"x", "y", "z"};
    for (int i = 0; i < 3; i++) {
        const char *name = vv_format(c, "%s_%s", letter, axis[i]);
        if (name) vv_derivation_value(c, out, name, x[i]);
    }
}

void vv_derivation_bodies(vv_ctx *c, const vv_system *s, const vv_kinematics *m,
                          vv_equations *out) {
    enum { MOST_BODIES = 3 };
    for (int b = 0; s->m->nbodies <= MOST_BODIES && b < s->m->nbodies; b++) {
        const vv_body *body = &s->m->body[b];
        const vv_body_kinematics *k = &m->body[b];
        int home = vv_vec_cheapest_frame(&m->frames, k->velocity);
        vv_expr v[3], J[3];
        if (!vv_vec_components(c, &m->frames, k->velocity, home, v) ||
            !vv_vec_components(c, &m->frames, k->acceleration, home, J))
            return;
        const char *title = body->name ? vv_format(c, "Motion of %s", body->name)
                                       : vv_format(c, "Motion of body %d", b + 1),
                   *text = vv_format(
                       c, "Velocity v and acceleration J of the centre in the axes of %s%s%s:",
                       vv_frame_name(s->m, home),
                       k->turns ? ", angular velocity ω and its rate α in those of " : "",
                       k->turns ? vv_frame_name(s->m, body->inertia_frame) : "");
        vv_derivation_begin(c, out, title, text);
        note_vector(c, out, "v", v);
        note_vector(c, out, "J", J);
        if (k->turns) note_vector(c, out, "ω", k->w);
        if (k->turns) note_vector(c, out, "α", k->alpha);
    }
}

void vv_derivation_forces(vv_ctx *c, vv_equations *out, int n, const vv_expr *x, const vv_expr *Q) {
    vv_derivation_begin(
        c, out, "Forces",
        "Virtual work of the applied forces, including those of U, on each variation:");
    vv_derivation_components(c, out, "Q", n, x, Q);
}

/* ---- applied forces ------------------------------------------------------------------------ */

void vv_virtual_work_on(vv_ctx *c, int n, int nq, const vv_expr *F, const vv_expr *direction,
                        vv_expr *out) {
    vv_expr *t = VV_ARRAY(c, vv_expr, nq + 1);
    for (int i = 0; t && i < n; i++) {
        for (int a = 0; a < nq; a++) t[a] = vv_mul(c, F[a], direction[i * nq + a]);
        out[i] = vv_sum(c, nq, t);
    }
}

vv_status vv_generalized_forces_on_coordinates(vv_ctx *c, const vv_system *s, vv_expr *out) {
    vv_gradient(c, s->U, s->nq, s->q, out);
    for (int a = 0; a < s->nq; a++) out[a] = vv_add(c, out[a], s->Q[a]);
    return vv_ctx_status(c);
}

/* Q_w = sum (dU/dq_a + Q_a) dq'_a/dw + sum Q_V dV/dw: loads act through the raw velocities,
 * whose expressions in the speeds are shorter than through the rates of Euler parameters. */
vv_status vv_generalized_forces_on_speeds(vv_ctx *c, const vv_system *s, vv_expr *out) {
    int n = s->n, nq = s->nq;
    vv_expr *Q = VV_ARRAY(c, vv_expr, nq + 1), *dV = VV_ARRAY(c, vv_expr, n + 1);
    if (!Q || !dV) return vv_ctx_status(c);
    vv_gradient(c, s->U, nq, s->q, Q);
    for (int a = 0; a < nq; a++) Q[a] = vv_add(c, Q[a], s->Q_work[a]);
    vv_subst(c, nq, s->qd, s->rate, nq, Q, Q);
    vv_virtual_work_on(c, n, nq, Q, s->direction, out);
    for (int k = 0; k < s->nv; k++) {
        if (vv_is_zero(s->Q_raw[k])) continue;
        vv_expr F = vv_symbol_map_apply(c, &s->maps.to_speeds, s->Q_raw[k]);
        vv_gradient(c, s->maps.to_speeds.to[k], n, s->w, dV);
        for (int i = 0; i < n; i++) out[i] = vv_add(c, out[i], vv_mul(c, F, dV[i]));
    }
    return vv_ctx_status(c);
}

/* ---- work of the inertia forces ------------------------------------------------------------ */

vv_power vv_power_start(vv_ctx *c, int most) {
    vv_power p = {.held = VV_ARRAY(c, vv_expr, 3 * most + 1)};
    p.value = VV_ARRAY(c, vv_expr, 3 * most + 1);
    p.term = VV_ARRAY(c, vv_expr, 3 * most + 1);
    return p;
}

void vv_power_add(vv_ctx *c, vv_power *p, const vv_expr F[3], const vv_expr v[3]) {
    if (!vv_ctx_ok(c)) return;
    for (int i = 0; i < 3; i++) {
        if (vv_is_zero(F[i]) || vv_is_zero(v[i])) continue;
        vv_expr h = vv_symbol_new(c, "F", VV_SYM_OTHER);
        p->held[p->n] = h;
        p->value[p->n] = F[i];
        p->term[p->n++] = vv_mul(c, h, v[i]);
    }
}

vv_status vv_power_generalized_forces(vv_ctx *c, const vv_power *p, int n, const vv_expr *x,
                                      vv_expr *out) {
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    vv_gradient(c, vv_sum(c, p->n, p->term), n, x, out);
    vv_subst(c, p->n, p->held, p->value, n, out, out);
    return vv_ctx_status(c);
}

vv_status vv_inertia_virtual_work(vv_ctx *c, const vv_system *s, const vv_kinematics *m, int n,
                                  const vv_expr *x, vv_expr *out) {
    int nb = s->m->nbodies;
    vv_power p = vv_power_start(c, 2 * nb);
    for (int b = 0; b < nb; b++) {
        const vv_body_kinematics *k = &m->body[b];
        vv_expr v[3], a[3], F[3];
        int home = vv_vec_cheapest_frame(&m->frames, k->velocity);
        if (!vv_vec_components(c, &m->frames, k->velocity, home, v) ||
            !vv_vec_components(c, &m->frames, k->acceleration, home, a))
            return vv_ctx_fail(c, VV_E_BEYOND);
        for (int i = 0; i < 3; i++) F[i] = vv_mul(c, s->m->body[b].mass, a[i]);
        vv_power_add(c, &p, F, v);
        for (int i = 0; i < 3; i++) F[i] = vv_add(c, k->inertia[i], k->gyro[i]);
        if (k->turns) vv_power_add(c, &p, F, k->w);
    }
    return vv_power_generalized_forces(c, &p, n, x, out);
}

/* ---- linear systems ------------------------------------------------------------------------ */

static bool solve_block(vv_ctx *c, int n, const vv_expr *M, int k, const int *at, const vv_expr *b,
                        vv_expr *out) {
    vv_expr *a = VV_MATRIX(c, vv_expr, k, k), *y = VV_ARRAY(c, vv_expr, k + 1);
    if (!a || !y) return false;
    for (int i = 0; i < k; i++) {
        y[i] = b[at[i]];
        for (int j = 0; j < k; j++) a[i * k + j] = M[at[i] * n + at[j]];
    }
    if (k == 2) {
        vv_expr det = vv_sub(c, vv_mul(c, a[0], a[3]), vv_mul(c, a[1], a[2]));
        vv_expr x = vv_sub(c, vv_mul(c, y[0], a[3]), vv_mul(c, a[1], y[1]));
        y[1] = vv_div(c, vv_sub(c, vv_mul(c, a[0], y[1]), vv_mul(c, y[0], a[2])), det);
        y[0] = vv_div(c, x, det);
    } else {
        vv_solve(c, k, vv_factor(c, k, a), y, y);
    }
    for (int i = 0; i < k; i++) out[at[i]] = y[i];
    return vv_ctx_ok(c);
}

vv_status vv_solve_block_diagonal(vv_ctx *c, int n, const vv_expr *M, const vv_expr *b,
                                  vv_expr *out) {
    bool *done = VV_ARRAY(c, bool, n + 1);
    int *at = VV_ARRAY(c, int, n + 1);
    if (!done || !at) return vv_ctx_status(c);
    for (int first = 0; first < n; first++) {
        int k = 0;
        if (done[first]) continue;
        at[k++] = first;
        done[first] = true;
        for (int i = 0; i < k; i++) /* all unknowns coupled to one found before */
            for (int j = 0; j < n; j++)
                if (!done[j] && !(vv_is_zero(M[at[i] * n + j]) && vv_is_zero(M[j * n + at[i]]))) {
                    at[k++] = j;
                    done[j] = true;
                }
        if (!solve_block(c, n, M, k, at, b, out)) break;
    }
    return vv_ctx_status(c);
}
