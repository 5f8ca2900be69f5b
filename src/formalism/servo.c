/* Servo constraints by their general equations: P_i - Q_i = sum Lambda A_i + sum lambda a_i with
 * the relations of contact (2) and of the servos (3) [Appell1896, no. 470 (10); M-SERVO-10;
 * multipliers with our sign]. P = E(T) is formed without the servo relations [M-SERVO-LAGR]. The
 * force of a servo acts along the form a that annuls its work, not along the coefficients of its
 * relation. */
#include <string.h>

#include "formalism/formalism.h"

static const char *refusal(vv_ctx *c, const vv_system *s) {
    (void)c;
    if (!s->nservos) return "the model has no servo constraint";
    return s->servo.refusal;
}

/* P_a - Q_a, and from it the forces of contacts and servos. */
static void residuals(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq;
    vv_expr *p = VV_ARRAY(c, vv_expr, n + 1), *pd = VV_ARRAY(c, vv_expr, n + 1),
            *dT = VV_ARRAY(c, vv_expr, n + 1), *dU = VV_ARRAY(c, vv_expr, n + 1);
    if (!vv_ctx_ok(c)) return;
    vv_gradient(c, s->T, n, s->qd, p);
    vv_rate(c, s->coordinate_rates.n, s->coordinate_rates.from, s->coordinate_rates.to, n, p, pd);
    vv_gradient(c, s->T, n, s->q, dT);
    vv_gradient(c, s->U, n, s->q, dU);
    for (int a = 0; a < n; a++) {
        vv_expr e = vv_sub(c, vv_sub(c, vv_sub(c, pd[a], dT[a]), dU[a]), s->Q[a]);
        for (int r = 0; r < out->nrows; r++)
            e = vv_sub(c, e, vv_mul(c, out->lambda[r], out->row[r]->column[a]));
        out->residual[a] = e;
    }
}

static bool taken(vv_ctx *c, const vv_model *m, const char *letter) {
    for (int i = 0; i < m->nparameters + m->nq + m->nspeeds; i++) {
        int k = i - m->nparameters, w = k - m->nq;
        vv_expr s = k < 0   ? m->parameter[i].symbol
                    : w < 0 ? m->coordinate[k].q
                            : m->speed[w].symbol;
        if (!strncmp(vv_symbol_get(c, s)->name, letter, strlen(letter))) return true;
    }
    return false;
}

/* Appell's letters: Λ for contacts, λ for servos; other ones where the model has used them. */
static vv_expr multiplier(vv_ctx *c, const char *letter, int i, int n) {
    const char *name = n == 1 ? letter : vv_format(c, "%s%d", letter, i + 1);
    return vv_symbol_new(c, name ? name : letter, VV_SYM_MULTIPLIER);
}

static vv_status derive(vv_ctx *c, const vv_system *s, vv_equations *out) {
    int n = s->nq, contacts = s->nrows, servos = s->servo.r, m = contacts + servos;
    const char *by_contact = taken(c, s->m, "Λ") ? "ρ" : "Λ",
               *by_servo = taken(c, s->m, "λ") ? "κ" : "λ";
    out->n = out->nequations = n;
    out->w = out->rate = out->speed = s->qd;
    out->wd = out->rate_rate = s->qdd;
    out->nmultipliers = out->nrows = m;
    out->residual = VV_ARRAY(c, vv_expr, n + 1);
    out->test = VV_ARRAY(c, vv_expr, n * n + 1);
    out->lambda = VV_ARRAY(c, vv_expr, m + 1);
    out->row = VV_ARRAY(c, vv_row *, m + 1);
    out->row_of_lambda = out->row;
    if (!vv_ctx_ok(c)) return vv_ctx_status(c);
    for (int r = 0; r < m; r++) {
        bool servo = r >= contacts;
        out->row[r] = servo ? &s->servo.row[r - contacts] : &s->row[r];
        out->lambda[r] = servo ? multiplier(c, by_servo, r - contacts, servos)
                               : multiplier(c, by_contact, r, contacts);
    }
    for (int i = 0; i < n * n; i++) out->test[i] = i % (n + 1) ? VV_ZERO : VV_ONE;
    residuals(c, s, out);
    return vv_ctx_status(c);
}

const vv_formalism vv_formalism_servo = {
    .name = "servo",
    .title = "Equations of servo constraints",
    .source = "Appell, Traité II, no. 470",
    .primitive =
        "T as if free, the rows of the relations, the forms on which the servos do no work",
    .servos = true,
    .refusal = refusal,
    .derive = derive,
};
