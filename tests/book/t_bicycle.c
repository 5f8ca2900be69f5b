/* The Whipple bicycle, made linear about straight upright running at speed v, against the published
 * matrices of M q'' + v C1 q' + (g K0 + v^2 K2) q = 0, q = (lean, steer) [Meijaard2007, appendix A;
 * the numbers are in tests/reference/whipple_linear_benchmark.json].
 *
 * The residuals of each method are projected on the motions the constraints leave, differentiated
 * as expressions, and only then are numbers put in: exact ones, evaluated in ball arithmetic. */
#include <complex.h>

#include "balls.h"
#include "equations/equivalence.h"
#include "model_tapes.h"

/* "printed last digits carry roundoff, do not test below 1e-12" says the reference. */
static const double TOLERANCE = 1e-12;

enum { MOST = 128 };
static const char *const FREE[2] = {"lean", "steer"};

typedef struct linear {
    vv_ctx *c;
    const vv_system *s;
    vv_expr residual[2];       /* of lean and steer                        */
    vv_expr q[2], w[2], wd[2]; /* lean, steer; their rates                 */
    vv_expr M[4], C[4], K[4];  /* derivatives by wd, w, q: functions still */
    vv_expr from[MOST], to[MOST];
    int npairs, rear; /* pair of rear'                            */
} linear;

static void pair(linear *l, vv_expr from, vv_expr to) {
    l->from[l->npairs] = from;
    l->to[l->npairs++] = to;
}

/* Which speed is the rate of this coordinate? */
static int speed_of(const motion *b, const char *name) {
    const vv_system *s = &b->m->system;
    for (int i = 0; i < s->n; i++)
        if (vv_same(s->speed[i], s->qd[motion_coordinate(b, name)])) return i;
    json_error("the speeds of the bicycle are not lean', steer', rear'");
}

/* The point: every coordinate and rate 0 but the turning of the wheels; the model's parameters. */
static void set_point(linear *l, const motion *b) {
    const vv_model *m = &b->m->model;
    for (int i = 0; i < m->nparameters; i++) pair(l, m->parameter[i].symbol, m->parameter[i].value);
    for (int a = 0; a < l->s->nq; a++) pair(l, l->s->q[a], VV_ZERO);
    for (int i = 0; i < l->s->n; i++) pair(l, l->s->wd[i], VV_ZERO);
    l->rear = l->npairs + speed_of(b, "rear");
    for (int i = 0; i < l->s->n; i++) pair(l, l->s->w[i], VV_ZERO);
}

static void differentiate(linear *l) {
    for (int i = 0; i < 2; i++) {
        vv_gradient(l->c, l->residual[i], 2, l->wd, l->M + 2 * i);
        vv_gradient(l->c, l->residual[i], 2, l->w, l->C + 2 * i);
        vv_gradient(l->c, l->residual[i], 2, l->q, l->K + 2 * i);
    }
}

/* A 2 x 2 matrix at speed v = num/den; rolling forwards turns the rear wheel by -v/rR. */
static bool values(linear *l, const motion *b, const vv_expr *matrix, int v, double *out) {
    vv_expr at[4], radius = VV_POISON;
    for (int i = 0; i < b->m->model.nparameters; i++)
        if (!strcmp(vv_symbol_get(l->c, b->m->model.parameter[i].symbol)->name, "rR"))
            radius = b->m->model.parameter[i].value;
    l->to[l->rear] = vv_div(l->c, vv_int(l->c, -v), radius);
    vv_subst(l->c, l->npairs, l->from, l->to, 4, matrix, at);
    return ball_constants(l->c, 4, at, out);
}

static double worst(const double *got, const json *want, double factor) {
    double largest = 0;
    for (int i = 0; i < 4; i++) {
        double d = fabs(got[i] * factor - json_number(json_at(json_at(want, i / 2), i % 2)));
        largest = worse(largest, d);
    }
    return largest;
}

/* Pitch is fixed by the front contact; to first order it must not depend on lean and steer. */
static void pitch_is_stationary(linear *l, const motion *b) {
    vv_expr g = VV_POISON, by[4];
    for (int r = 0; r < l->s->nrows; r++)
        if (l->s->row[r].kind == VV_ROW_HOLONOMIC) g = l->s->row[r].finite;
    vv_expr x[3] = {l->q[0], l->q[1], l->s->q[motion_coordinate(b, "pitch")]};
    double v[4];
    vv_gradient(l->c, g, 3, x, by);
    by[3] = g;
    vv_subst(l->c, l->npairs, l->from, l->to, 4, by, by);
    bool found = ball_constants(l->c, 4, by, v);
    ok(found && fabs(v[0]) < 1e-15 && fabs(v[1]) < 1e-15 && fabs(v[2]) > 0.1 && fabs(v[3]) < 1e-15,
       "the pitch is stationary in lean and steer, and fixed by the contact");
}

static void matrices(linear *l, const motion *b, const char *method, const json *published) {
    double M[4], C[4], K0[4], K1[4], K3[4], C3[4], g = 9.81;
    bool found = values(l, b, l->M, 1, M) && values(l, b, l->C, 1, C) &&
                 values(l, b, l->K, 0, K0) && values(l, b, l->K, 1, K1) &&
                 values(l, b, l->K, 3, K3) && values(l, b, l->C, 3, C3);
    ok(found, "%s: the linear equations are defined", method);
    for (int i = 0; i < 4; i++) K3[i] = (K3[i] - K0[i]) / 9, K1[i] -= K0[i];
    double e = worst(M, json_get(published, "M"), 1);
    ok(e < TOLERANCE, "%s: M, off by %.1e", method, e);
    e = worst(C, json_get(published, "C1"), 1);
    ok(e < TOLERANCE, "%s: C1, off by %.1e", method, e);
    e = worst(K0, json_get(published, "K0"), 1 / g);
    ok(e < TOLERANCE, "%s: K0, off by %.1e", method, e);
    e = worst(K1, json_get(published, "K2"), 1);
    ok(e < TOLERANCE, "%s: K2, off by %.1e", method, e);
    e = worse(worst(C3, json_get(published, "C1"), 1.0 / 3),
              worst(K3, json_get(published, "K2"), 1));
    ok(e < TOLERANCE, "%s: v C1 and v^2 K2 at three times the speed, off by %.1e", method, e);
}

/* ---- eigenvalues ---------------------------------------------------------------------------- */

static double complex determinant(const double *M, const double *C, const double *K,
                                  double complex s, double complex *slope) {
    double complex a[4], d[4];
    for (int i = 0; i < 4; i++) {
        a[i] = M[i] * s * s + C[i] * s + K[i];
        d[i] = 2 * M[i] * s + C[i];
    }
    *slope = d[0] * a[3] + a[0] * d[3] - d[1] * a[2] - a[1] * d[2];
    return a[0] * a[3] - a[1] * a[2];
}

/* Newton from a published root: it must hardly move. */
static double off(const double *M, const double *C, const double *K, double re, double im) {
    const double complex published = re + im * (double complex)I;
    double complex s = published, slope;
    for (int i = 0; i < 5; i++) {
        double complex p = determinant(M, C, K, s, &slope);
        s -= p / slope;
    }
    return cabs(s - published);
}

static void eigenvalues(linear *l, const motion *b, const char *method, const json *published) {
    double M[4], C[4], K[4], largest = 0;
    int count = 0;
    for (const json *v = json_get(published, "eigenvalues_by_speed")->first; v; v = v->next) {
        int speed = atoi(v->name);
        if (!values(l, b, l->M, speed, M) || !values(l, b, l->C, speed, C) ||
            !values(l, b, l->K, speed, K))
            largest = 1;
        for (const json *k = v->first; k; k = k->next) {
            bool weave = !strcmp(k->name, "weave"), list = k->kind == '[' && !weave;
            for (int i = 0; i < (list ? 4 : 1); i++, count++) {
                double re = json_number(weave || list ? json_at(k, i) : k);
                double im = weave ? json_number(json_at(k, 1)) : 0, d = off(M, C, K, re, im);
                largest = worse(largest, d);
            }
        }
    }
    ok(count == 34 && largest < TOLERANCE, "%s: %d eigenvalues at speeds 0 to 10, off by %.1e",
       method, count, largest);
}

static void by_method(const char *method, const json *published) {
    motion b = motion_load("models/bicycle.vv", 0, NULL);
    linear l = {.c = b.c, .s = &b.m->system};
    vv_expr all[MOST];
    const char *why = NULL;
    if (vv_formalism_run(b.c, vv_formalism_find(method), l.s, &b.eq, &why) != VV_OK)
        json_error(method);
    vv_equations_project(b.c, l.s, &b.eq, all);
    for (int i = 0; i < 2; i++) {
        int k = speed_of(&b, FREE[i]);
        l.residual[i] = all[k];
        l.q[i] = l.s->q[motion_coordinate(&b, FREE[i])];
        l.w[i] = l.s->w[k];
        l.wd[i] = l.s->wd[k];
    }
    set_point(&l, &b);
    differentiate(&l);
    pitch_is_stationary(&l, &b);
    matrices(&l, &b, method, published);
    eigenvalues(&l, &b, method, published);
    vv_ctx_free(b.c);
}

int main(void) {
    json *file = json_read("tests/reference/whipple_linear_benchmark.json");
    const json *published = json_get(json_get(file, "reference"), "values");
    by_method("multipliers", published);
    by_method("appell", published);
    return done_testing();
}
